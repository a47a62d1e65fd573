#include "jit/build_identity.h"

#include <elf.h>
#include <link.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace polydat::jit {

namespace {

constexpr std::size_t aligned(std::size_t size) { return (size + 3) & ~std::size_t{3}; }

std::string_view build_id_in(const char* notes, std::size_t size) {
  ElfW(Nhdr) header;
  while (size >= sizeof header) {
    std::memcpy(&header, notes, sizeof header);
    const std::size_t name = sizeof header, content = name + aligned(header.n_namesz), end = content + aligned(header.n_descsz);
    if (end > size) break;
    if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == 4 && std::memcmp(notes + name, "GNU", 4) == 0)
      return {notes + content, header.n_descsz};
    notes += end;
    size -= end;
  }
  return {};
}

// Stops at the object that holds this function.
int find_own(dl_phdr_info* info, std::size_t, void* found) {
  const auto here = reinterpret_cast<std::uintptr_t>(&find_own);
  const std::span<const ElfW(Phdr)> segments(info->dlpi_phdr, info->dlpi_phnum);
  bool own = false;
  for (const ElfW(Phdr) & segment : segments)
    own |= segment.p_type == PT_LOAD && here - (info->dlpi_addr + segment.p_vaddr) < segment.p_memsz;
  if (!own) return 0;
  for (const ElfW(Phdr) & segment : segments) {
    if (segment.p_type != PT_NOTE) continue;
    const std::string_view id = build_id_in(reinterpret_cast<const char*>(info->dlpi_addr + segment.p_vaddr), segment.p_memsz);
    if (!id.empty()) *static_cast<std::string_view*>(found) = id;
  }
  return 1;
}

}  // namespace

std::string_view build_identity() {
  static const std::string_view identity = [] {
    std::string_view found;
    dl_iterate_phdr(find_own, &found);
    return found;
  }();
  return identity;
}

}  // namespace polydat::jit
