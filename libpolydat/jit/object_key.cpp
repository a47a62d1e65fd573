#include "jit/object_key.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <memory>
#include <string_view>

#include "jit/build_identity.h"

namespace polydat::jit {

namespace {

class KeyHash {
 public:
  KeyHash() { XXH3_128bits_reset(state_.get()); }

  void add(std::uint64_t value) { XXH3_128bits_update(state_.get(), &value, sizeof value); }
  // Every list is preceded by its length, so that no two requests feed the same bytes.
  void add(std::string_view text) {
    add(text.size());
    XXH3_128bits_update(state_.get(), text.data(), text.size());
  }
  void add(const WordOperand& word) {
    add(static_cast<std::uint64_t>(word.kind) << 32 | word.index);
    add(word.value);
  }
  void add(const NativeFunction& function) {
    add((function.pack ? 1u : 0u) | (function.block ? 2u : 0u));
    add(function.operands.size());
    for (const WordOperand& word : function.operands) add(word);
    add(function.ops.size());
    for (const NativeOp& op : function.ops) {
      add(std::uint64_t{op.native} << 32 | op.first_operand);
      add(std::uint64_t{op.operand_count} << 33 | std::uint64_t{op.result_words} << 1 | (op.fallible ? 1u : 0u));
    }
    add(function.stores.size());
    for (const NativeStore& store : function.stores) {
      add(store.slot);
      add(store.word);
    }
  }
  std::string text() const {
    XXH128_canonical_t bytes;
    XXH128_canonicalFromHash(&bytes, XXH3_128bits_digest(state_.get()));
    std::string digits;
    for (const unsigned char byte : bytes.digest) {
      digits += "0123456789abcdef"[byte >> 4];
      digits += "0123456789abcdef"[byte & 15];
    }
    return digits;
  }

 private:
  struct Free {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  std::unique_ptr<XXH3_state_t, Free> state_{XXH3_createState()};
};

}  // namespace

std::string object_key(const CompileRequest& request, const CpuTarget& cpu) {
  if (build_identity().empty()) return {};
  KeyHash hash;
  hash.add(build_identity());
  hash.add(cpu.triple.str());
  hash.add(cpu.cpu);
  hash.add(cpu.features);
  hash.add(request.functions.size());
  for (const NativeFunction& function : request.functions) hash.add(function);
  return hash.text();
}

}  // namespace polydat::jit
