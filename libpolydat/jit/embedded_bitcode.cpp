// Puts the bitcode files into the object with the assembler, which is quicker than generated arrays and leaves no second file.
#include "jit/embedded_bitcode.h"

#define POLYDAT_EMBED(name, file)                                   \
  __asm__(".pushsection .rodata." #name                             \
          ",\"a\",@progbits\n"                                      \
          ".balign 16\n"                                            \
          ".hidden " #name "_begin\n.globl " #name "_begin\n" #name \
          "_begin:\n"                                               \
          ".incbin \"" file                                         \
          "\"\n"                                                    \
          ".hidden " #name "_end\n.globl " #name "_end\n" #name     \
          "_end:\n"                                                 \
          ".byte 0\n"                                               \
          ".popsection\n");                                         \
  extern "C" const char name##_begin[], name##_end[];

POLYDAT_EMBED(polydat_bitcode, POLYDAT_BITCODE_FILE)
POLYDAT_EMBED(polydat_shell, POLYDAT_SHELL_FILE)
POLYDAT_EMBED(polydat_runtime, POLYDAT_RUNTIME_FILE)

namespace polydat::jit {

std::string_view embedded_bitcode() {
  return {polydat_bitcode_begin, static_cast<std::size_t>(polydat_bitcode_end - polydat_bitcode_begin)};
}
std::string_view embedded_shell() { return {polydat_shell_begin, static_cast<std::size_t>(polydat_shell_end - polydat_shell_begin)}; }
std::string_view embedded_runtime() {
  return {polydat_runtime_begin, static_cast<std::size_t>(polydat_runtime_end - polydat_runtime_begin)};
}

}  // namespace polydat::jit
