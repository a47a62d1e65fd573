// One call of a row closure, with values packed into words before and copied out after.
#include "graph/evaluate_node.h"

#include <utility>

namespace polydat {

namespace {

void none_outputs(const GraphNode& node, std::vector<Value>& outputs) {
  outputs.clear();
  for (const PortType type : node.out_types) outputs.push_back(Value::none(type));
}

}  // namespace

std::uint32_t evaluate_node(const GraphNode& node, std::span<const Value> inputs, std::vector<Value>& outputs, Scratch* private_scratch,
                            std::uint64_t max_value) {
  if (node.def == nullptr) {
    outputs.assign(1, node.constant);
    return 0;
  }
  std::vector<std::uint8_t> in_none(inputs.size(), 0);
  bool some_none = false;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    in_none[i] = inputs[i].is_none() ? 1 : 0;
    some_none = some_none || inputs[i].is_none();
  }
  if (some_none && !node.def->accepts_none) {
    none_outputs(node, outputs);
    return 0;
  }

  std::vector<std::uint64_t> args;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto [low, high] = inputs[i].words();
    args.push_back(low);
    if (words_of(node.in_types[i]) == 2) args.push_back(high);
  }
  const std::size_t wire_words = args.size();
  args.insert(args.end(), node.constants.words.begin(), node.constants.words.end());

  std::size_t published = 0;
  std::size_t out_words = 0;
  for (const PortType type : node.out_types) {
    out_words += words_of(type);
    if (color_of(type) == SlotColor::Ref2) ++published;
  }
  const std::size_t kept = private_scratch == nullptr ? 0 : node.def->private_scratch;
  std::vector<Scratch> own(published + node.def->private_scratch);
  for (Scratch& scratch : own) scratch.bytes.set_limit(max_value);
  for (std::size_t i = 0; i < kept; ++i) own[published + i] = std::move(private_scratch[i]);

  std::vector<std::uint64_t> out(out_words, 0);
  std::vector<std::uint8_t> out_none(node.out_types.size(), 0);
  Call call;
  call.args = args.data();
  call.out = out.data();
  call.own = own.data();
  call.in_types = node.in_types.data();
  call.out_types = node.out_types.data();
  call.wire_count = static_cast<std::uint32_t>(inputs.size());
  call.wire_words = static_cast<std::uint32_t>(wire_words);
  call.in_none = some_none ? in_none.data() : nullptr;
  call.out_none = out_none.data();
  const std::uint32_t error = node.def->row(call);
  for (std::size_t i = 0; i < kept; ++i) private_scratch[i] = std::move(own[published + i]);
  if (error != 0) return error;

  outputs.clear();
  std::size_t word = 0;
  for (std::size_t port = 0; port < node.out_types.size(); ++port) {
    const PortType type = node.out_types[port];
    outputs.push_back(Value::from_words(type, out.data() + word, out_none[port] != 0));
    word += words_of(type);
  }
  return 0;
}

}  // namespace polydat
