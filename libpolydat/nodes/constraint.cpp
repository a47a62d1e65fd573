// Constraints and their guards (nodes/constraint.h).
#include "nodes/constraint.h"

#include <cmath>
#include <limits>

#include "nodes/native_row.h"
#include "nodes/number_parse.h"
#include "nodes/utf8.h"

namespace polydat {

namespace {

namespace n = native;

bool is_decimal(std::string_view text) { return parse_integer<std::uint64_t>(trim_white_space(text)).has_value(); }

void str_non_empty(std::string_view input, StrOut& out, std::uint32_t* err) {
  if (input.empty()) *err |= 1;
  out.append(input);
}
void str_parses(std::string_view input, StrOut& out, std::uint32_t* err) {
  if (!is_decimal(input)) *err |= 1;
  out.append(input);
}

// The texts are for the failure report.
void prepare_nothing(PrepareContext&) {}
void prepare_u64_bounds(PrepareContext& context) {
  context.add_u64(context.u64(0));
  context.add_u64(context.u64(1));
}
void prepare_f64_bounds(PrepareContext& context) {
  context.add_f64(context.f64(0));
  context.add_f64(context.f64(1));
}

constexpr std::string_view kDoc = "The input; fails when it breaks the constraint of the port behind it.";
constexpr std::string_view kOutside = "{parameter} of {function} must lie in {lo}..={hi}";

enum GuardRow : std::size_t { kNonzero, kU64Range, kF64Range, kNonEmpty, kParses };
constexpr NodeDef kRows[] = {
    native_row<&n::is_positive>({.signature = "assert_u64_nonzero(input: u64, const parameter: str, const function: str) -> u64",
                                 .family = "guards",
                                 .doc = kDoc,
                                 .example = {},
                                 .failures = {"{parameter} of {function} must not be 0"},
                                 .prepare = prepare_nothing}),
    native_row<&n::in_range>(
        {.signature = "assert_u64_range(input: u64, const lo: u64, const hi: u64, const parameter: str, const function: str) -> u64",
         .family = "guards",
         .doc = kDoc,
         .example = {},
         .failures = {kOutside},
         .prepare = prepare_u64_bounds}),
    native_row<&n::f64_in_range>(
        {.signature = "assert_f64_range(input: f64, const lo: f64, const hi: f64, const parameter: str, const function: str) -> f64",
         .family = "guards",
         .doc = kDoc,
         .example = {},
         .failures = {kOutside},
         .prepare = prepare_f64_bounds}),
    closure_row<&str_non_empty>({.signature = "assert_str_non_empty(input: str, const parameter: str, const function: str) -> str",
                                 .family = "guards",
                                 .doc = kDoc,
                                 .example = {},
                                 .failures = {"{parameter} of {function} must not be empty"},
                                 .why_closure = "copies text",
                                 .prepare = prepare_nothing}),
    closure_row<&str_parses>({.signature = "assert_str_parses(input: str, const parameter: str, const function: str) -> str",
                              .family = "guards",
                              .doc = kDoc,
                              .example = {},
                              .failures = {"{parameter} of {function} must be an integer in decimal"},
                              .why_closure = "parses text",
                              .prepare = prepare_nothing}),
};

Literal integer(std::uint64_t v) { return {Literal::Kind::U64, v, 0, {}}; }
Literal number(double v) { return {Literal::Kind::F64, 0, v, {}}; }
Literal text(std::string_view v) { return {Literal::Kind::Str, 0, 0, std::string(v)}; }

}  // namespace

std::string broken_constraint(const Parameter& parameter, const Literal& value) {
  if (value.kind == Literal::Kind::Str) {
    if (parameter.constraint == Constraint::Filled && value.text.empty()) return "must not be empty";
    if (parameter.constraint == Constraint::Digits && !is_decimal(value.text)) return "must be an integer in decimal";
    return {};
  }
  const double v = value.kind == Literal::Kind::F64 ? value.number : static_cast<double>(value.integer);
  switch (parameter.constraint) {
    case Constraint::None:
    case Constraint::Filled:
    case Constraint::Digits: return {};
    case Constraint::Nonzero: return v == 0 ? "must not be 0" : "";
    case Constraint::Positive: return std::isfinite(v) && v > 0 ? "" : "must be finite and above 0";
    case Constraint::Finite: return std::isfinite(v) ? "" : "must be finite";
    case Constraint::Probability: return v >= 0 && v <= 1 ? "" : "must lie in [0, 1]";
    case Constraint::Below:
      return value.kind == Literal::Kind::U64 && value.integer >= parameter.bound ? "must be below " + std::to_string(parameter.bound) : "";
  }
  return {};
}

bool is_always_checked(Constraint constraint) { return constraint == Constraint::Nonzero || constraint == Constraint::Below; }

Guard guard_of(const Signature& signature, const Parameter& parameter) {
  const Literal name = text(parameter.name), function = text(signature.name);
  constexpr double most = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();
  switch (parameter.constraint) {
    case Constraint::None: return {};
    case Constraint::Nonzero: return {&kRows[kNonzero], {name, function}};
    case Constraint::Below: return {&kRows[kU64Range], {integer(0), integer(parameter.bound - 1), name, function}};
    case Constraint::Positive: return {&kRows[kF64Range], {number(least), number(most), name, function}};
    case Constraint::Finite: return {&kRows[kF64Range], {number(-most), number(most), name, function}};
    case Constraint::Probability: return {&kRows[kF64Range], {number(0), number(1), name, function}};
    case Constraint::Filled: return {&kRows[kNonEmpty], {name, function}};
    case Constraint::Digits: return {&kRows[kParses], {name, function}};
  }
  return {};
}

std::span<const NodeDef> guard_nodes() { return kRows; }

}  // namespace polydat
