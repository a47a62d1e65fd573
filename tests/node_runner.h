// Runs one node of the catalog by itself, without a graph: literals in, prepared once, then its row closure on wire words.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nodes/catalog.h"
#include "nodes/row_form.h"

namespace polydat::testing {

inline Literal literal(std::uint64_t v) { return {Literal::Kind::U64, v, static_cast<double>(v), {}}; }
inline Literal literal(int v) { return literal(static_cast<std::uint64_t>(v)); }
inline Literal literal(double v) { return {Literal::Kind::F64, 0, v, {}}; }
inline Literal literal(const char* v) { return {Literal::Kind::Str, 0, 0, v}; }
inline Literal literal(std::string v) { return {Literal::Kind::Str, 0, 0, std::move(v)}; }

template <class... L>
std::vector<Literal> literals(L... values) {
  return {literal(values)...};
}

inline std::uint64_t word(double v) { return std::bit_cast<std::uint64_t>(v); }
inline double number(std::uint64_t w) { return std::bit_cast<double>(w); }

class NodeRunner {
 public:
  // Fills in defaults and converts integers for f64 constants, as the compiler does.
  explicit NodeRunner(std::string_view name, std::vector<Literal> given = {}, Limits limits = {}) {
    def_ = find_node(name);
    if (def_ == nullptr) {
      refusal_ = "no such node";
      refused_ = true;
      return;
    }
    const Signature& signature = signature_of(*def_);
    std::size_t next = 0;
    for (const Parameter& p : signature.parameters) {
      if (!p.constant) {
        in_types_.push_back(p.type);
        continue;
      }
      if (p.variadic) {
        while (next < given.size()) take(p, given[next++]);
      } else if (next < given.size()) {
        take(p, given[next++]);
      } else if (p.default_value) {
        literals_.push_back(*p.default_value);
      } else {
        refuse("constant missing");
      }
    }
    if (next < given.size()) refuse("surplus constant");
    for (const OutputPort& o : signature.outputs) out_types_.push_back(o.type);
    for (const PortType t : out_types_) {
      out_words_ += words_of(t);
      if (color_of(t) == SlotColor::Ref2) ++scratch_count_;
    }
    for (const PortType t : in_types_) wire_words_ += words_of(t);
    if (refused_) return;
    PrepareContext context(literals_, in_types_, limits, world_);
    if (def_->prepare != nullptr) def_->prepare(context);
    else context.add_all_literals();
    by_limit_ = context.refused_by_limit();
    if (context.refused()) {
      refused_at_ = context.refused_at();
      refuse(context.refusal());
    }
    block_ = context.take();
    scratch_.resize(scratch_count_ + def_->private_scratch);
  }

  bool refused() const { return refused_; }
  bool refused_by_limit() const { return by_limit_; }
  std::size_t refused_at() const { return refused_at_; }
  const std::string& refusal() const { return refusal_; }
  const NodeDef& def() const { return *def_; }
  const std::vector<PortType>& in_types() const { return in_types_; }
  const std::vector<PortType>& out_types() const { return out_types_; }
  const ConstBlock& constants() const { return block_; }

  // All output words; `error` afterwards is the row's error word.
  const std::vector<std::uint64_t>& run(std::vector<std::uint64_t> wires) {
    wires.insert(wires.end(), block_.words.begin(), block_.words.end());
    out_.assign(out_words_, 0);
    std::vector<std::uint8_t> none(out_types_.size());
    Call call;
    call.args = wires.data();
    call.out = out_.data();
    call.own = scratch_.data();
    call.in_types = in_types_.data();
    call.out_types = out_types_.data();
    call.wire_count = static_cast<std::uint32_t>(in_types_.size());
    call.wire_words = static_cast<std::uint32_t>(wire_words_);
    call.out_none = none.data();
    error = def_->row(call);
    return out_;
  }
  template <class... W>
  std::uint64_t u64(W... wires) {
    return run({static_cast<std::uint64_t>(wires)...})[0];
  }
  template <class... W>
  double f64(W... wires) {
    return number(run({to_word(wires)...})[0]);
  }
  template <class... W>
  std::string text(W... wires) {
    return std::string(view_text(run({static_cast<std::uint64_t>(wires)...}).data()));
  }
  std::uint32_t error = 0;

 private:
  static std::uint64_t to_word(double v) { return word(v); }
  static std::uint64_t to_word(std::uint64_t v) { return v; }
  static std::uint64_t to_word(int v) { return static_cast<std::uint64_t>(v); }

  void refuse(std::string why) {
    if (!refused_) refusal_ = std::move(why);
    refused_ = true;
  }
  void take(const Parameter& p, Literal l) {
    if (p.type == PortType::F64 && l.kind == Literal::Kind::U64) l.kind = Literal::Kind::F64;
    const Literal::Kind wanted = p.type == PortType::U64    ? Literal::Kind::U64
                                 : p.type == PortType::F64  ? Literal::Kind::F64
                                 : p.type == PortType::Bool ? Literal::Kind::Bool
                                                            : Literal::Kind::Str;
    if (l.kind != wanted) refuse("constant of another kind");
    const double v = l.kind == Literal::Kind::F64 ? l.number : static_cast<double>(l.integer);
    if (p.constraint == Constraint::Nonzero && v == 0) refuse("constraint");
    if (p.constraint == Constraint::Positive && !(std::isfinite(v) && v > 0)) refuse("constraint");
    if (p.constraint == Constraint::Finite && !std::isfinite(v)) refuse("constraint");
    if (p.constraint == Constraint::Probability && !(v >= 0 && v <= 1)) refuse("constraint");
    literals_.push_back(std::move(l));
  }

  const NodeDef* def_ = nullptr;
  OutsideWorld world_;
  std::vector<Literal> literals_;
  std::vector<PortType> in_types_, out_types_;
  std::size_t wire_words_ = 0, out_words_ = 0, scratch_count_ = 0;
  ConstBlock block_;
  std::vector<Scratch> scratch_;
  std::vector<std::uint64_t> out_;
  bool refused_ = false, by_limit_ = false;
  std::size_t refused_at_ = 0;
  std::string refusal_;
};

}  // namespace polydat::testing
