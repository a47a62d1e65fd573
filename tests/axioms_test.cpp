// Slot-state axioms that are checked on the program and its text rather than on values (engine page, section B.1).
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>

#include "kernel/currency.h"
#include "polydat/kernel.h"

using namespace polydat;

namespace {

std::shared_ptr<const Program> build(const std::string& text) {
  CompileOptions options;
  options.engine = Engine::Closures;
  const Compiled compiled = compile(Source("axiom.polydat", text), options);
  REQUIRE(compiled.program != nullptr);
  return compiled.program;
}

}  // namespace

TEST_CASE("S1: one colour a type, and layout takes widths from nowhere else") {
  std::uint32_t immediates = 0;
  for (std::size_t t = 0; t < kPortTypeCount; ++t) {
    const auto type = static_cast<PortType>(t);
    CHECK(words_of(type) == (color_of(type) == SlotColor::Imm1 ? 1 : 2));
    CHECK(type_from_keyword(keyword(type)) == type);
    immediates += color_of(type) == SlotColor::Imm1 ? 1u : 0u;
  }
  CHECK(immediates == 12);
  const auto program = build("input x: u64\na := __u64_to_u128(x)\nb := u64_add(x, 1)\nc := \"{x}\"\nd := reg_splat_i64(x)\n");
  CHECK(program->slot_count() >= 1 + 2 + 1 + 2 + 2);
  const auto slots = program->outputs();
  CHECK(slots[1].slot == slots[0].slot + 2);
  CHECK(slots[2].slot == slots[1].slot + 1);
  CHECK(slots[3].slot == slots[2].slot + 2);
}

TEST_CASE("S9: a pair that names foreign storage is found, and its slot named") {
  const auto program = build("input x: u64\na := number_to_words(x)\nb := str_upper(a)\n");
  KernelState state(program->internals());
  BitSet failed;
  bool no_code = false;
  REQUIRE(Currency<Provenance::PushPull>{state}.eval(failed, no_code));
  CHECK(state.first_stale_reference() == program->slot_count());
  const std::uint32_t slot = program->outputs()[1].slot;
  state.slots[slot] = state.slots[program->outputs()[0].slot];
  CHECK(state.first_stale_reference() == slot);
}

TEST_CASE("S10: the places that reinterpret words or keep thread-local data are these, and no others") {
  // Each with the reason it is sound. The list must not go stale in either direction.
  const std::map<std::string, int> allowed = {
      {"libpolydat/jit/build_identity.cpp", 2},       // this object's own headers in memory, as bytes
      {"libpolydat/jit/compiler_runtime.cpp", 1},     // addresses of helper functions
      {"libpolydat/jit/link_session.cpp", 1},         // control flow only: the text of a link error (thread-local)
      {"libpolydat/jit/linked_image.h", 2},           // entry points of generated code
      {"libpolydat/jit/object_cache.cpp", 2},         // plain numbers as the bytes of a file
      {"libpolydat/nodes/cell_text.cpp", 2},          // unaligned vector loads and stores
      {"libpolydat/nodes/native/bitcode.cpp", 1},     // the table of word forms, never run by the program
      {"libpolydat/nodes/native/word_codec.h", 1},    // S4, S7: a constant table's address
      {"libpolydat/nodes/runtime_functions.cpp", 1},  // addresses of helper functions
      {"libpolydat/nodes/scratch.h", 1},              // S3, S4: the one place where two words become a view
      {"libpolydat/plan/jit_loader.cpp", 1},          // the symbol of the JIT object
      {"libpolydat/stream/raw_row_writer.cpp", 1},    // plain numbers as bytes
  };
  std::map<std::string, int> found;
  const std::filesystem::path root(POLYDAT_SOURCE_DIR);
  const std::regex place(R"(reinterpret_cast<|thread_local |std::bit_cast<const T\*>)");
  for (const char* folder : {"libpolydat", "apps"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      const std::string suffix = entry.path().extension().string();
      if (suffix != ".cpp" && suffix != ".h") continue;
      std::ifstream file(entry.path());
      for (std::string line; std::getline(file, line);)
        if (std::regex_search(line, place) && line.find("//") > line.find("_cast<"))
          ++found[std::filesystem::relative(entry.path(), root).string()];
        else if (std::regex_search(line, std::regex("^ *(static )?thread_local ")))
          ++found[std::filesystem::relative(entry.path(), root).string()];
    }
  for (const auto& [file, count] : found)
    CHECK_MESSAGE(allowed.contains(file), "new place in " << file << ": name the axiom that makes it sound");
  for (const auto& [file, count] : allowed) CHECK_MESSAGE(found[file] == count, file << ": " << found[file] << " places, listed " << count);
}
