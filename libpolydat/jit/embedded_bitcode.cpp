// Puts the bitcode file into the object with the assembler, which is quicker than a generated array and leaves no second file.
#include "jit/embedded_bitcode.h"

__asm__(
    ".pushsection .rodata.polydat_bitcode,\"a\",@progbits\n"
    ".balign 16\n"
    ".hidden polydat_bitcode_begin\n.globl polydat_bitcode_begin\npolydat_bitcode_begin:\n"
    ".incbin \"" POLYDAT_BITCODE_FILE "\"\n"
    ".hidden polydat_bitcode_end\n.globl polydat_bitcode_end\npolydat_bitcode_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
extern const char polydat_bitcode_begin[];
extern const char polydat_bitcode_end[];
}

namespace polydat::jit {

std::string_view embedded_bitcode() {
  return {polydat_bitcode_begin, static_cast<std::size_t>(polydat_bitcode_end - polydat_bitcode_begin)};
}

}  // namespace polydat::jit
