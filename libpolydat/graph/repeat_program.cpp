// Evaluation of repeats.
#include "graph/repeat_program.h"

#include <array>

#include "graph/evaluate_node.h"
#include "graph/failure_report.h"
#include "graph/tuple_stream.h"

namespace polydat {

namespace {

// More tuples than these are made again for every row.
constexpr std::size_t kMostKeptTuples = 4096;
// What a tuple counts of --max-value, also one that gives no text or that a filter drops: a tile ends in any case.
constexpr std::uint64_t kBytesATuple = 8;

// One kernel's state over a program: the words of every value, and the calls that compute them.
class RepeatRun {
 public:
  explicit RepeatRun(const RepeatProgram& program) : program_(program), element_words_(program.comprehension.elements.size()) {
    element_none_.resize(element_words_.size());
    steps_.resize(program.nodes.size());
    for (std::size_t n = 0; n < steps_.size(); ++n) {
      const GraphNode& node = program.nodes[n].node;
      Step& step = steps_[n];
      std::size_t wire_words = 0, out_words = 0, published = 0;
      for (const PortType type : node.in_types) wire_words += words_of(type);
      for (const PortType type : node.out_types) {
        step.out_at.push_back(out_words);
        out_words += words_of(type);
        published += color_of(type) == SlotColor::Ref2 ? 1 : 0;
      }
      step.args.resize(wire_words);
      step.args.insert(step.args.end(), node.constants.words.begin(), node.constants.words.end());
      step.out.resize(out_words);
      step.in_none.resize(node.in_types.size());
      step.out_none.resize(node.out_types.size());
      if (node.def == nullptr) {
        const auto [low, high] = node.constant.words();
        step.out[0] = low;
        if (out_words == 2) step.out[1] = high;
        step.out_none[0] = node.constant.is_none() ? 1 : 0;
        continue;
      }
      step.scratch = std::vector<Scratch>(published + node.def->private_scratch);
      for (Scratch& scratch : step.scratch) scratch.bytes.set_limit(program.options.limits.max_value);
      step.call.args = step.args.data();
      step.call.out = step.out.data();
      step.call.own = step.scratch.data();
      step.call.in_types = node.in_types.data();
      step.call.out_types = node.out_types.data();
      step.call.wire_count = static_cast<std::uint32_t>(node.in_types.size());
      step.call.wire_words = static_cast<std::uint32_t>(wire_words);
      step.call.out_none = step.out_none.data();
    }
    keeps_ = true;
    for (const std::uint32_t wire : program.reference_wires) keeps_ = keeps_ && wire == RepeatProgram::kNoWire;
  }

  std::uint32_t run(const Call& call, Buffer& out) {
    outer_.clear();
    const std::uint64_t* words = call.args;
    for (std::uint32_t w = 0; w < call.wire_count; ++w) {
      outer_.push_back({words, call.in_none != nullptr && call.in_none[w] != 0});
      words += words_of(call.in_types[w]);
    }
    first_ = true;
    failure_.clear();
    if (kept_) {
      for (const std::vector<Value>& tuple : tuples_) {
        for (std::size_t e = 0; e < tuple.size(); ++e) set(e, Cell::of(tuple[e]));
        if (const std::uint32_t error = one(out)) return error;
      }
      return 0;
    }
    std::vector<Value> values;
    for (std::size_t r = 0; r < program_.reference_wires.size(); ++r) {
      const std::uint32_t wire = program_.reference_wires[r];
      values.push_back(wire == RepeatProgram::kNoWire ? Value()
                                                      : Value::from_words(call.in_types[wire], outer_[wire].words, outer_[wire].none));
    }
    TupleStream stream(program_.comprehension, program_.options, std::move(values));
    stream.set_most_tuples(program_.options.limits.max_value / kBytesATuple);
    tuples_.clear();
    bool keeping = keeps_;
    while (stream.next()) {
      const std::span<const Cell> tuple = stream.tuple();
      if (keeping) {
        if (tuples_.size() == kMostKeptTuples) {
          keeping = keeps_ = false;
          tuples_.clear();
        } else {
          std::vector<Value>& held = tuples_.emplace_back();
          for (const Cell& cell : tuple) held.push_back(cell.to_value());
        }
      }
      for (std::size_t e = 0; e < tuple.size(); ++e) set(e, tuple[e]);
      if (const std::uint32_t error = one(out)) return error;
    }
    if (stream.failed()) {
      if (stream.by_limit()) return kErrorValueLimit;
      failure_ = ": " + stream.failure();
      return 1;
    }
    kept_ = keeping;
    return 0;
  }

  const std::string& failure() const { return failure_; }

 private:
  struct View {
    const std::uint64_t* words = nullptr;
    bool none = false;
  };
  struct Step {
    std::vector<std::uint64_t> args, out;
    std::vector<std::size_t> out_at;  // first word of each port
    std::vector<std::uint8_t> in_none, out_none;
    std::vector<Scratch> scratch;
    Call call;
  };

  void set(std::size_t element, const Cell& cell) {
    element_none_[element] = cell.none || (cell.value != nullptr && cell.value->is_none());
    if (cell.value == nullptr) {
      element_words_[element][0] = cell.word;
      return;
    }
    const auto [low, high] = cell.value->words();
    element_words_[element] = {low, high};
  }

  View view(const RepeatSource& source) const {
    switch (source.kind) {
      case RepeatSource::Kind::Element: return {element_words_[source.index].data(), element_none_[source.index]};
      case RepeatSource::Kind::Outer: return outer_[source.index];
      case RepeatSource::Kind::Node: {
        const Step& step = steps_[source.index];
        return {step.out.data() + step.out_at[source.port], step.out_none[source.port] != 0};
      }
    }
    return {};
  }

  std::uint32_t one(Buffer& out) {
    for (std::size_t n = 0; n < steps_.size(); ++n) {
      const std::uint32_t error = compute(program_.nodes[n], steps_[n]);
      if (error == 0) continue;
      failure_ = describe(program_.nodes[n].node, steps_[n], error);
      return (error & kErrorValueLimit) != 0 ? kErrorValueLimit : 1;
    }
    const View from = view(program_.text);
    const std::string_view text = from.none ? std::string_view() : view_text(from.words);
    if (text.empty() && program_.drops_empty) return 0;
    if (!first_) out.append(program_.separator);
    first_ = false;
    out.append(text);
    return out.overflowed() ? kErrorValueLimit : 0;
  }

  std::uint32_t compute(const RepeatProgram::Node& made, Step& step) {
    const GraphNode& node = made.node;
    if (node.def == nullptr) return 0;
    bool some_none = false;
    std::size_t word = 0;
    for (std::size_t i = 0; i < made.sources.size(); ++i) {
      const View from = view(made.sources[i]);
      step.in_none[i] = from.none ? 1 : 0;
      some_none = some_none || from.none;
      step.args[word] = from.words[0];
      if (words_of(node.in_types[i]) == 2) step.args[word + 1] = from.words[1];
      word += words_of(node.in_types[i]);
    }
    const bool skip = some_none && !node.def->accepts_none;
    for (std::uint8_t& none : step.out_none) none = skip ? 1 : 0;
    if (skip) return 0;
    step.call.in_none = some_none ? step.in_none.data() : nullptr;
    return node.def->row(step.call);
  }

  // The tuple, and what failed for it.
  std::string describe(const GraphNode& node, const Step& step, std::uint32_t error) const {
    std::string out = " for";
    const auto& elements = program_.comprehension.elements;
    for (std::size_t e = 0; e < elements.size(); ++e)
      out += (e == 0 ? " " : ", ") + elements[e].name + " = " +
             value_text(Value::from_words(elements[e].type, element_words_[e].data(), element_none_[e]));
    std::vector<Value> inputs;
    const std::uint64_t* words = step.args.data();
    for (std::size_t i = 0; i < node.in_types.size(); ++i) {
      inputs.push_back(Value::from_words(node.in_types[i], words, step.in_none[i] != 0));
      words += words_of(node.in_types[i]);
    }
    return out + ": " + failure_line(node, error, inputs);
  }

  const RepeatProgram& program_;
  std::vector<std::array<std::uint64_t, 2>> element_words_;
  std::vector<bool> element_none_;
  std::vector<View> outer_;
  std::vector<Step> steps_;
  std::vector<std::vector<Value>> tuples_;  // kept between rows when no row changes them
  std::string failure_;                     // of the last run; empty: it passed a limit, or did not fail
  bool keeps_ = false, kept_ = false;
  bool first_ = true;
};

std::uint32_t repeat_row(const Call& call) {
  const RepeatProgram& program = *view_data<RepeatProgram>(call.args[call.wire_words]);
  Scratch& own = call.own[0];
  own.bytes.clear();
  std::shared_ptr<void>& memo = call.own[1].memo;
  if (memo == nullptr) memo = std::make_shared<RepeatRun>(program);
  const std::uint32_t error = static_cast<RepeatRun*>(memo.get())->run(call, own.bytes);
  if (error != 0) return error;
  const auto [address, count] = own.publish(PortType::Str);
  call.out[0] = address;
  call.out[1] = count;
  return 0;
}

constexpr NodeDef kRepeat{.signature = "tile_repeat(parts: any...) -> str",
                          .family = "tiles",
                          .doc = "The repeated part of a tile.",
                          .example = {},
                          .failures = {"the repeated part of the tile cannot be computed"},
                          .accepts_none = true,
                          .private_scratch = 1,
                          .why_closure = "evaluates a graph of its own",
                          .row = repeat_row};

}  // namespace

const NodeDef& repeat_node() { return kRepeat; }

std::string repeat_failure(const GraphNode& repeat, std::span<const Value> inputs) {
  Scratch kept;
  std::vector<Value> outputs;
  evaluate_node(repeat, inputs, outputs, &kept);
  return kept.memo == nullptr ? std::string() : static_cast<const RepeatRun*>(kept.memo.get())->failure();
}

ConstBlock repeat_constants(std::shared_ptr<const RepeatProgram> program) {
  ConstBlock block;
  block.words.push_back(address_of(program.get()));
  block.is_address.push_back(true);
  block.owned.push_back(std::move(program));
  return block;
}

}  // namespace polydat
