#include "support/random_graph.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace polydat::testing {

std::uint64_t Random::next() {
  std::uint64_t x = state_ += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

namespace {

// What a node takes and gives, in one letter a type: u u64, f f64, s str, b bool, w u128, v vec_f32. `$` in the text is the next wire;
// `#` a small constant.
struct Template {
  std::string_view text;
  std::string_view wires;
  std::string_view outputs;
  bool fallible = false;
};

constexpr Template kTemplates[] = {
    {"u64_add($, $)", "uu", "u"},
    {"u64_sub($, $)", "uu", "u"},
    {"u64_mul($, $)", "uu", "u"},
    {"u64_div($, $)", "uu", "u"},
    {"u64_mod($, $)", "uu", "u"},
    {"u64_and($, $)", "uu", "u"},
    {"u64_or($, $)", "uu", "u"},
    {"u64_xor($, $)", "uu", "u"},
    {"u64_shl($, $)", "uu", "u"},
    {"u64_shr($, $)", "uu", "u"},
    {"u64_lt($, $)", "uu", "u"},
    {"u64_eq($, $)", "uu", "u"},
    {"checked_add($, $)", "uu", "u"},
    {"checked_mul($, $)", "uu", "u"},
    {"interleave($, $)", "uu", "u"},
    {"ceil_to_multiple($, $)", "uu", "u"},
    {"hash($)", "u", "u"},
    {"xxh3($)", "u", "u"},
    {"u64_not($)", "u", "u"},
    {"mod($, 1#)", "u", "u"},
    {"add($, #)", "u", "u"},
    {"mul($, #)", "u", "u"},
    {"div($, 1#)", "u", "u"},
    {"clamp($, #, 1000)", "u", "u"},
    {"pcg($, #)", "u", "u"},
    {"fair_coin($)", "u", "u"},
    {"hash_range($, 1#)", "u", "u"},
    {"sum($, $, $)", "uuu", "u"},
    {"max($, $)", "uu", "u"},
    {"min($, $, #)", "uu", "u"},
    {"select($, $, $)", "uuu", "u"},
    {"$ + $", "uu", "u"},
    {"$ % $", "uu", "u"},
    {"$ ^ ($ >> 3)", "uu", "u"},
    {"if $ > $ { $ } else { 7 }", "uuu", "u"},
    {"to_f64($)", "u", "f"},
    {"unit_interval($)", "u", "f"},
    {"scale_range($, -4.0, 9.5)", "u", "f"},
    {"hash_interval($, 0.0, 3.0)", "u", "f"},
    {"f64_to_u64($)", "f", "u"},
    {"round_to_u64($)", "f", "u"},
    {"discretize($, 10.0, 7)", "f", "u"},
    {"f64_add($, $)", "ff", "f"},
    {"f64_sub($, $)", "ff", "f"},
    {"f64_mul($, $)", "ff", "f"},
    {"f64_div($, $)", "ff", "f"},
    {"f64_mod($, $)", "ff", "f"},
    {"sqrt($)", "f", "f"},
    {"abs_f64($)", "f", "f"},
    {"lerp($, 1.5, 2.5)", "f", "f"},
    {"quantize($, 0.25)", "f", "f"},
    {"sin($)", "f", "f"},
    {"$ * $", "fu", "f"},
    {"f64_lt($, $)", "ff", "u"},
    {"select_f64($, $, $)", "uff", "f"},
    {"format_u64($, 16)", "u", "s"},
    {"number_to_words($)", "u", "s"},
    {"\"{$}-{$}\"", "us", "s"},
    {"\"<{$}>\"", "f", "s"},
    {"str_concat($, \"/\", $)", "su", "s"},
    {"str_upper($)", "s", "s"},
    {"zero_pad_u64($, 6)", "u", "s"},
    {"select_str($, $, $)", "uss", "s"},
    {"str_to_u64($)", "s", "u"},
    {"str_digit_suffix($)", "s", "u"},
    {"str_eq($, $)", "ss", "u"},
    {"coin_flip($, 0.5)", "u", "b"},
    {"__bool_to_u64($)", "b", "u"},
    {"\"{$}\"", "b", "s"},
    {"__u64_to_u128($)", "u", "w"},
    {"\"{$}\"", "w", "s"},
    {"hash_vec($, 3)", "u", "v"},
    {"vec_dot($, $)", "vv", "f"},
    {"vec_norm($)", "v", "v"},
    {"mixed_radix($, 10, 100, 0)", "u", "uuu"},
    {"default_or($, #)", "u", "u"},
    {"this_or($, $)", "uu", "u"},
    {"identity($)", "s", "s"},
    {"div_wire($, $)", "uu", "u", true},
    {"mod_wire($, $)", "uu", "u", true},
    {"in_range($, 0, 5)", "u", "u", true},
    {"in_range(mod($, 8), 0, 6)", "u", "u", true},
    {"is_positive($)", "u", "u", true},
    {"is_one_of(mod($, 4), 0, 1, 2)", "u", "u", true},
    {"__str_to_u64($)", "s", "u", true},
    {"__u64_to_u8($) as u64", "u", "u", true},
    {"__u128_to_u64($)", "w", "u", true},
    {"required($)", "u", "u", true},
};

struct Wire {
  std::string name;
  char type;
};

class Builder {
 public:
  Builder(std::uint64_t seed, const GraphShape& shape) : random_(seed), shape_(shape) { graph_.seed = seed; }

  RandomGraph build() {
    add_inputs();
    const std::uint64_t nodes = 1 + random_.below(shape_.max_nodes);
    for (std::uint64_t n = 0; n < nodes; ++n) add_binding(n);
    choose_outputs();
    return std::move(graph_);
  }

 private:
  void add_inputs() {
    // Mostly few inputs, sometimes more than a machine word of them.
    graph_.coordinates = static_cast<std::uint32_t>(1 + random_.below(random_.chance(25) ? shape_.max_inputs : 5));
    for (std::uint32_t i = 0; i < graph_.coordinates; ++i) wires_.push_back({"x" + std::to_string(i), 'u'});
    if (!shape_.with_externs || !random_.chance(40)) return;
    const std::uint64_t count = 1 + random_.below(3);
    for (std::uint64_t e = 0; e < count; ++e) {
      static constexpr std::array<std::array<std::string_view, 2>, 3> kinds{{{"u64", "7"}, {"f64", "2.5"}, {"str", "\"t1\""}}};
      const auto& kind = kinds[random_.below(kinds.size())];
      RandomExtern ext{"e" + std::to_string(e), std::string(kind[0]), random_.chance(70) ? std::string(kind[1]) : ""};
      wires_.push_back({ext.name, kind[0] == "u64" ? 'u' : kind[0] == "f64" ? 'f' : 's'});
      graph_.externs.push_back(std::move(ext));
    }
  }

  // A wire of the type: a recent one as often as any, so that chains and diamonds both come up. Empty: there is none.
  std::string pick(char type) {
    std::vector<const Wire*> fitting;
    for (const Wire& wire : wires_)
      if (wire.type == type) fitting.push_back(&wire);
    if (fitting.empty()) return {};
    const std::uint64_t recent = std::min<std::uint64_t>(fitting.size(), 4);
    const std::uint64_t index = random_.chance(50) ? fitting.size() - 1 - random_.below(recent) : random_.below(fitting.size());
    return fitting[index]->name;
  }

  bool fill(const Template& form, std::string& text) {
    std::size_t wire = 0;
    for (const char c : form.text) {
      if (c == '$') {
        const std::string name = pick(form.wires[wire++]);
        if (name.empty()) return false;
        text += "$" + name + "$";
      } else if (c == '#') {
        text += std::to_string(random_.below(10));
      } else {
        text += c;
      }
    }
    return true;
  }

  void add_binding(std::uint64_t number) {
    for (;;) {
      const Template& form = kTemplates[random_.below(std::size(kTemplates))];
      if (form.fallible != random_.chance(shape_.fallible_percent)) continue;
      RandomBinding binding;
      if (!fill(form, binding.expression)) continue;
      for (std::size_t o = 0; o < form.outputs.size(); ++o) {
        binding.targets.push_back("n" + std::to_string(number) + (form.outputs.size() > 1 ? "_" + std::to_string(o) : ""));
        wires_.push_back({binding.targets.back(), form.outputs[o]});
      }
      binding.is_volatile = shape_.with_volatile && form.outputs.size() == 1 && random_.chance(2);
      graph_.bindings.push_back(std::move(binding));
      return;
    }
  }

  void choose_outputs() {
    const unsigned percent = random_.chance(40) ? 100 : random_.chance(50) ? 30 : 10;
    for (const RandomBinding& binding : graph_.bindings)
      for (const std::string& target : binding.targets)
        if (random_.chance(percent)) graph_.outputs.push_back(target);
    if (graph_.outputs.empty()) graph_.outputs.push_back(graph_.bindings.back().targets.back());
    if (random_.chance(10)) graph_.outputs.push_back("x0");
  }

  Random random_;
  const GraphShape& shape_;
  RandomGraph graph_;
  std::vector<Wire> wires_;
};

std::string without_marks(std::string text) {
  std::erase(text, '$');
  return text;
}

}  // namespace

RandomGraph make_random_graph(std::uint64_t seed, const GraphShape& shape) { return Builder(seed, shape).build(); }

std::string RandomGraph::text() const {
  std::string text;
  for (std::uint32_t i = 0; i < coordinates; ++i) text += "input x" + std::to_string(i) + ": u64\n";
  for (const RandomExtern& e : externs)
    text += "extern " + e.name + ": " + e.type + (e.default_text.empty() ? "" : " = " + e.default_text) + "\n";
  for (const RandomBinding& binding : bindings) {
    if (binding.is_volatile) text += "volatile ";
    if (binding.targets.size() == 1) {
      text += binding.targets[0];
    } else {
      text += "(";
      for (std::size_t t = 0; t < binding.targets.size(); ++t) text += (t == 0 ? "" : ", ") + binding.targets[t];
      text += ")";
    }
    text += " := " + without_marks(binding.expression) + "\n";
  }
  return text;
}

std::vector<Operation> make_random_script(std::uint64_t seed, const RandomGraph& graph, std::size_t length) {
  Random random(seed ^ 0x5c317u);
  std::vector<std::uint64_t> coords(graph.coordinates, 0);
  const auto new_value = [&]() -> std::uint64_t {
    switch (random.below(4)) {
      case 0: return random.below(4);
      case 1: return random.below(12);
      case 2: return random.next();
      default: return ~std::uint64_t{0} - random.below(2);
    }
  };
  const auto move_some = [&] {
    const std::uint64_t moves = random.below(3);
    for (std::uint64_t m = 0; m < moves; ++m) coords[random.below(coords.size())] = new_value();
    std::vector<std::uint64_t> list = coords;
    if (random.chance(10)) list.resize(random.below(list.size() + 1));  // a prefix
    return list;
  };
  std::vector<Operation> script;
  while (script.size() < length) {
    Operation op;
    const std::uint64_t dice = random.below(100);
    if (dice < 20) op.kind = Operation::Kind::SetInputs;
    else if (dice < 28) op.kind = Operation::Kind::SetExtern;
    else if (dice < 31) op.kind = Operation::Kind::ClearExtern;
    else if (dice < 65) op.kind = Operation::Kind::Pull;
    else if (dice < 78) op.kind = Operation::Kind::Eval;
    else if (dice < 91) op.kind = Operation::Kind::SlotRead;
    else if (dice < 97) op.kind = Operation::Kind::Get;
    else if (dice < 98) op.kind = Operation::Kind::Invalidate;
    else op.kind = Operation::Kind::Fork;
    const bool is_extern = op.kind == Operation::Kind::SetExtern || op.kind == Operation::Kind::ClearExtern;
    if (is_extern && graph.externs.empty()) continue;
    op.target = static_cast<std::uint32_t>(random.below(is_extern ? graph.externs.size() : graph.outputs.size()));
    op.value = random.below(5);
    op.with_coords = op.kind == Operation::Kind::SetInputs || op.kind == Operation::Kind::SlotRead ||
                     ((op.kind == Operation::Kind::Pull || op.kind == Operation::Kind::Eval) && random.chance(40));
    if (op.with_coords) op.coords = move_some();
    script.push_back(std::move(op));
  }
  return script;
}

std::string describe(const Operation& op, const RandomGraph& graph) {
  std::string text;
  switch (op.kind) {
    case Operation::Kind::SetInputs: text = "set_inputs"; break;
    case Operation::Kind::SetExtern: text = "set " + graph.externs[op.target].name + " #" + std::to_string(op.value); break;
    case Operation::Kind::ClearExtern: text = "clear " + graph.externs[op.target].name; break;
    case Operation::Kind::Pull: text = "pull " + graph.outputs[op.target]; break;
    case Operation::Kind::Eval: text = "eval"; break;
    case Operation::Kind::SlotRead: text = "eval_for_slot " + graph.outputs[op.target]; break;
    case Operation::Kind::Get: text = "get " + graph.outputs[op.target]; break;
    case Operation::Kind::Invalidate: text = "invalidate_all"; break;
    case Operation::Kind::Fork: text = "fork"; break;
  }
  if (!op.with_coords) return text;
  text += " (";
  for (std::size_t c = 0; c < op.coords.size(); ++c) text += (c == 0 ? "" : ", ") + std::to_string(op.coords[c]);
  return text + ")";
}

std::optional<RandomGraph> without_binding(const RandomGraph& graph, std::size_t index) {
  RandomGraph smaller = graph;
  std::set<std::string> gone;
  smaller.bindings.clear();
  for (std::size_t b = 0; b < graph.bindings.size(); ++b) {
    const RandomBinding& binding = graph.bindings[b];
    bool drop = b == index;
    for (const std::string& name : gone) drop |= binding.expression.find("$" + name + "$") != std::string::npos;
    if (drop) gone.insert(binding.targets.begin(), binding.targets.end());
    else smaller.bindings.push_back(binding);
  }
  std::erase_if(smaller.outputs, [&](const std::string& name) { return gone.contains(name); });
  if (smaller.outputs.empty() || smaller.bindings.empty()) return std::nullopt;
  return smaller;
}

}  // namespace polydat::testing
