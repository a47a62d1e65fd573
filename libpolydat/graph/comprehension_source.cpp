// Reading sources.
#include "graph/comprehension_source.h"

#include <algorithm>
#include <cmath>

#include "lang/lexer.h"
#include "lang/number_literal.h"
#include "nodes/catalog.h"

namespace polydat {

namespace {

using Kind = ComprehensionSource::Kind;

// More values of a generator are not made only to be counted or checked.
constexpr std::uint64_t kCountedValues = std::uint64_t{1} << 16;

// Calls visit(offset) for each character outside brackets and quotes; visit returns true to stop. The offset it stopped at, or npos.
template <class Visit>
std::size_t walk_outside(std::string_view text, const Visit& visit) {
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      const char quote = c;
      for (++at; at < text.size() && text[at] != quote; ++at)
        if (text[at] == '\\') ++at;
      continue;
    }
    if (depth == 0 && visit(at)) return at;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && depth > 0) --depth;
  }
  return npos;
}

bool word_at(std::string_view text, std::size_t at, std::string_view word) {
  return text.substr(at).starts_with(word) && (at == 0 || text[at - 1] == ' ') &&
         (at + word.size() == text.size() || text[at + word.size()] == ' ');
}

// A number with an optional minus, whole or not; whole ones have `is_float` false.
struct Number {
  bool is_float = false;
  bool negative = false;
  std::uint64_t integer = 0;
  double number = 0;
  double as_f64() const {
    const double magnitude = is_float ? number : static_cast<double>(integer);
    return negative ? -magnitude : magnitude;
  }
};
std::optional<Number> read_number(std::string_view text) {
  text = trimmed(text);
  Number out;
  if (text.starts_with('-')) {
    out.negative = true;
    text = trimmed(text.substr(1));
  }
  if (text.empty() || !lang::is_digit(text.front())) return std::nullopt;
  const lang::NumberLiteral literal = lang::read_number_literal(text);
  if (!literal.error_code.empty() || literal.size != text.size()) return std::nullopt;
  out.is_float = literal.is_float;
  out.integer = literal.integer;
  out.number = literal.number;
  return out;
}

// The text of a quoted literal that is all of `text`; nothing when it is something else.
std::optional<std::string> quoted_text(std::string_view text) {
  if (text.size() < 2 || (text.front() != '"' && text.front() != '\'') || text.back() != text.front()) return std::nullopt;
  std::string out;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    char c = text[i];
    if (c == text.front()) return std::nullopt;
    if (c == '\\' && i + 2 < text.size()) {
      const char next = text[++i];
      c = next == 'n' ? '\n' : next == 't' ? '\t' : next;
      if (next != 'n' && next != 't' && next != '\\' && next != text.front()) out += '\\';
    }
    out += c;
  }
  return out;
}

struct MeasureWord {
  std::string_view word;
  Measure measure;
  std::vector<double> defaults;
};
const std::vector<MeasureWord>& measures() {
  static const std::vector<MeasureWord> table = {
      {"normal", Measure::Normal, {0, 1}}, {"exponential", Measure::Exponential, {1}}, {"pareto", Measure::Pareto, {1, 1}},
      {"beta", Measure::Beta, {1, 1}},     {"log_normal", Measure::LogNormal, {0, 1}}, {"gamma", Measure::Gamma, {1, 1}},
      {"uniform01", Measure::Uniform, {}},
  };
  return table;
}

struct GeneratorWord {
  std::string_view word;
  Generator generator;
  std::size_t arity;
};
constexpr GeneratorWord kGenerators[] = {
    {"fib", Generator::Fib, 1},
    {"fib_until", Generator::FibUntil, 1},
    {"pow2", Generator::Pow2, 1},
    {"pow2_until", Generator::Pow2Until, 1},
    {"binomial", Generator::Binomial, 1},
    {"geometric", Generator::Geometric, 3},
    {"geometric_until", Generator::GeometricUntil, 3},
    {"linear_starts", Generator::LinearStarts, 3},
    {"linear_steps", Generator::LinearSteps, 3},
    {"log_steps", Generator::LogSteps, 3},
};

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t' || text.front() == '\n' || text.front() == '\r'))
    text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

std::string canonical_text(std::string_view text, lang::TextMap& map) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    map.add(static_cast<std::uint32_t>(out.size()), static_cast<std::uint32_t>(at));
    if (c == '"' || c == '\'') {
      const std::size_t begin = at;
      for (++at; at < text.size() && text[at] != c; ++at)
        if (text[at] == '\\') ++at;
      out += text.substr(begin, at + 1 - begin);
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f') {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else {
      out += c;
    }
  }
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

std::size_t find_word(std::string_view text, std::string_view word) {
  return walk_outside(text, [&](std::size_t at) { return word_at(text, at, word); });
}

std::size_t find_for(std::string_view text) {
  return walk_outside(
      text, [&](std::size_t at) { return text.substr(at).starts_with("for ") && (at == 0 || !lang::is_name_char(text[at - 1])); });
}

std::size_t find_matching(std::string_view text, std::size_t open) {
  const std::string_view inside = text.substr(open + 1);
  const std::size_t at = walk_outside(inside, [&](std::size_t i) { return inside[i] == ')' || inside[i] == ']' || inside[i] == '}'; });
  return at == npos ? npos : open + 1 + at;
}

std::vector<std::string_view> split_commas(std::string_view text) {
  std::vector<std::string_view> pieces;
  std::size_t begin = 0;
  walk_outside(text, [&](std::size_t at) {
    if (text[at] == ',') {
      pieces.push_back(trimmed(text.substr(begin, at - begin)));
      begin = at + 1;
    }
    return false;
  });
  const std::string_view last = trimmed(text.substr(begin));
  if (!last.empty() || !pieces.empty()) pieces.push_back(last);
  return pieces;
}

std::vector<std::string_view> split_clauses(std::string_view text) {
  std::vector<std::string_view> pieces;
  std::size_t begin = 0;
  walk_outside(text, [&](std::size_t at) {
    if (text[at] != ',') return false;
    const std::string_view rest = trimmed(text.substr(at + 1));
    std::size_t end = 0;
    if (rest.starts_with('(')) {
      end = find_matching(rest, 0);
      end = end == npos ? 0 : end + 1;
    } else {
      while (end < rest.size() && lang::is_name_char(rest[end])) ++end;
    }
    if (end > 0 && rest.substr(end).starts_with(" in ")) {
      pieces.push_back(trimmed(text.substr(begin, at - begin)));
      begin = at + 1;
    }
    return false;
  });
  pieces.push_back(trimmed(text.substr(begin)));
  return pieces;
}

std::optional<std::uint64_t> read_count(std::string_view text) {
  const std::optional<Number> number = read_number(text);
  if (!number.has_value() || number->is_float || number->negative) return std::nullopt;
  return number->integer;
}

std::vector<Value> split_text(std::string_view text, bool typed) {
  std::vector<Value> values;
  constexpr std::string_view separators = ",; \t\r\n";
  for (std::size_t at = text.find_first_not_of(separators); at != npos; at = text.find_first_not_of(separators, at)) {
    const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
    const std::string_view token = text.substr(at, end - at);
    at = end;
    const std::optional<Number> number = typed ? read_number(token) : std::nullopt;
    if (number.has_value() && !number->negative && !number->is_float) values.push_back(Value::u64(number->integer));
    else if (number.has_value()) values.push_back(Value::f64(number->as_f64()));
    else if (typed && (token == "true" || token == "false")) values.push_back(Value::boolean(token == "true"));
    else values.push_back(Value::str(std::string(token)));
  }
  return values;
}

bool SourceReader::fail(std::string message, std::string_view part) {
  fault_.message = std::move(message);
  fault_.part = part;
  return false;
}

bool SourceReader::read(std::string_view text, ComprehensionSource& source, std::size_t depth) {
  text = trimmed(text);
  if (text.empty()) return fail("a clause has no source", text);
  if (const std::optional<std::string> whole = quoted_text(text)) {
    if (text.front() == '"') {
      for (Value& value : split_text(*whole, true)) source.items.push_back({std::move(value), std::nullopt});
    } else {
      source.items.push_back({Value::str(*whole), std::nullopt});
    }
    return true;
  }
  if (text.front() == '[' && find_matching(text, 0) == text.size() - 1) return list(text.substr(1, text.size() - 2), true, source);
  if (text.front() == '{' && find_matching(text, 0) == text.size() - 1) {
    const std::string_view name = trimmed(text.substr(1, text.size() - 2));
    if (!lang::is_name(name)) return fail("`{" + std::string(name) + "}` is not a reference", text);
    source.kind = Kind::Wire;
    source.reference = find_(name, true).value_or(0);
    return true;
  }
  if (walk_outside(text, [&](std::size_t at) { return text.substr(at).starts_with(".."); }) != npos) {
    const std::string_view word = text.substr(0, text.find('('));
    for (const MeasureWord& row : measures())
      if (row.word == word) return measure(word, text, source);
    if (const std::vector<std::string_view> pieces = split_commas(text); pieces.size() > 1)
      return fail("a clause is `name in source`, not `" + std::string(pieces.back()) + "`", pieces.back());
    return range(text, source);
  }
  if (split_commas(text).size() > 1) return list(text, false, source);
  const std::size_t bracket = text.find('(');
  if (bracket != npos && lang::is_name(trimmed(text.substr(0, bracket))) && find_matching(text, bracket) == text.size() - 1) {
    const std::string_view word = trimmed(text.substr(0, bracket));
    for (const MeasureWord& row : measures())
      if (row.word == word) return measure(word, text, source);
    const std::string_view arguments = text.substr(bracket + 1, text.size() - bracket - 2);
    for (const GeneratorWord& row : kGenerators)
      if (row.word == word) return generator(arguments, row.generator, row.arity, source);
    if (word == "concat") {
      if (depth >= kMostUnionDepth) {
        fault_.by_limit = true;
        return fail("`concat` is nested deeper than " + std::to_string(kMostUnionDepth) + " levels", word);
      }
      source.kind = Kind::Concat;
      for (const std::string_view part : split_commas(arguments)) {
        if (!read(part, source.parts.emplace_back(), depth + 1)) return false;
        if (source.parts.back().kind == Kind::Continuous) return fail("`concat` joins discrete sources", part);
      }
      return !source.parts.empty() || fail("`concat` joins at least one source", text);
    }
    if (find_node(word) == nullptr) {
      const std::uint32_t reference = find_(text, true).value_or(0);
      if (!fault_.message.empty()) return false;
      source.kind = Kind::Call;
      source.expression.steps.push_back({ExpressionOp::Reference, reference, 0});
      source.expression.most_values = 1;
      return true;
    }
    std::optional<ComprehensionExpression> call = parse_comprehension_expression(text, find_, fault_);
    if (!call.has_value()) return false;
    source.kind = Kind::Call;
    source.expression = std::move(*call);
    return true;
  }
  if (lang::is_name(text) && text != "true" && text != "false") {
    source.kind = Kind::Wire;
    source.reference = find_(text, true).value_or(0);
    return true;
  }
  return list(text, false, source);
}

bool SourceReader::list(std::string_view text, bool bracketed, ComprehensionSource& source) {
  for (const std::string_view piece : split_commas(text))
    if (!item(piece, bracketed, source)) return false;
  // Whole numbers among fractions are fractions (deviation D-21).
  bool fraction = false, text_seen = false, number = false, truth = false;
  for (const ComprehensionSource::Item& i : source.items) {
    if (i.reference.has_value()) continue;
    number = number || i.value.type() == PortType::U64 || i.value.type() == PortType::F64;
    text_seen = text_seen || i.value.type() == PortType::Str;
    truth = truth || i.value.type() == PortType::Bool;
  }
  if (int{number} + int{text_seen} + int{truth} > 1)
    return fail("a list of values of one kind: text, numbers and truth values do not mix", text);
  fraction = fractions_ > 0;
  fractions_ = 0;
  if (fraction) {
    for (ComprehensionSource::Item& i : source.items)
      if (!i.reference.has_value() && i.value.type() == PortType::U64) i.value = Value::f64(static_cast<double>(i.value.as_u64()));
  }
  for (const std::string_view negative : negatives_) {
    if (fraction) continue;
    return fail("`" + std::string(negative) + "` is no value of an element of type `u64`", negative);
  }
  negatives_.clear();
  return true;
}

bool SourceReader::item(std::string_view text, bool bracketed, ComprehensionSource& source) {
  text = trimmed(text);
  if (text.empty()) return fail("a value is missing in a list", text);
  if (const std::optional<std::string> quoted = quoted_text(text)) {
    source.items.push_back({Value::str(*quoted), std::nullopt});
    return true;
  }
  if (const std::optional<Number> number = read_number(text)) {
    if (number->is_float) {
      if (!std::isfinite(number->number)) return fail("the number `" + std::string(text) + "` is out of the range of f64", text);
      ++fractions_;
      source.items.push_back({Value::f64(number->as_f64()), std::nullopt});
    } else if (number->negative && number->integer != 0) {
      negatives_.push_back(text);
      source.items.push_back({Value::f64(number->as_f64()), std::nullopt});
    } else {
      source.items.push_back({Value::u64(number->integer), std::nullopt});
    }
    return true;
  }
  if (text == "true" || text == "false") {
    source.items.push_back({Value::boolean(text == "true"), std::nullopt});
    return true;
  }
  const bool braced =
      text.size() > 2 && text.front() == '{' && text.back() == '}' && lang::is_name(trimmed(text.substr(1, text.size() - 2)));
  if (braced || (bracketed && lang::is_name(text))) {
    source.items.push_back({Value(), find_(braced ? trimmed(text.substr(1, text.size() - 2)) : text, true)});
    return true;
  }
  for (const char c : text) {
    if (lang::is_name_char(c) || c == '-' || c == '.' || c == '/' || c == '@' || c == '+' || (static_cast<unsigned char>(c) & 0x80u) != 0)
      continue;
    return fail("`" + std::string(text) + "` is neither a value nor a source", text);
  }
  source.items.push_back({Value::str(std::string(text)), std::nullopt});
  return true;
}

bool SourceReader::range(std::string_view text, ComprehensionSource& source) {
  const std::string_view whole = text;
  std::string_view step;
  if (const std::size_t at = find_word(text, "step"); at != npos) {
    step = trimmed(text.substr(at + 4));
    text = trimmed(text.substr(0, at));
    if (step.empty()) return fail("`step` has no number", whole.substr(at, 4));
  }
  const std::size_t dots = text.find("..");
  if (dots == npos) return fail("a range needs both ends", whole);
  const std::string_view low = trimmed(text.substr(0, dots));
  std::string_view high = trimmed(text.substr(dots + 2));
  const bool included = high.starts_with('=');
  if (included) high = trimmed(high.substr(1));
  if (const std::size_t second = high.find(".."); second != npos) {  // a..b..step
    if (!step.empty()) return fail("a range has one step", whole);
    step = trimmed(high.substr(second + 2));
    high = trimmed(high.substr(0, second));
    if (step.empty()) return fail("a range `a..b..step` lacks its step", whole);
  }
  if (low.empty() || high.empty()) return fail("a range needs both ends", whole);
  const std::optional<Number> a = read_number(low), b = read_number(high);
  if (!a.has_value() || !b.has_value())
    return fail("the ends of a range are numbers, not `" + std::string(a.has_value() ? high : low) + "`", a.has_value() ? high : low);
  if (!a->is_float && !b->is_float) return integers(whole, low, high, included, step, source);
  if (!step.empty()) return fail("a range of fractions has no step; `linear_steps` gives evenly spaced ones", step);
  source.kind = Kind::Continuous;
  source.bounded = true;
  source.low = a->as_f64();
  source.high = b->as_f64();
  source.high_included = included;
  if (!std::isfinite(source.low) || !std::isfinite(source.high)) return fail("an end of the range is out of the range of f64", whole);
  if (source.low > source.high || (source.low == source.high && !included))
    return fail("the interval `" + std::string(text) + "` is empty", whole);
  return true;
}

bool SourceReader::integers(std::string_view whole, std::string_view low, std::string_view high, bool included, std::string_view step,
                            ComprehensionSource& source) {
  const Number a = *read_number(low), b = *read_number(high);
  if ((a.negative && a.integer != 0) || (b.negative && b.integer != 0))
    return fail("`" + std::string(a.negative ? low : high) + "` is no value of an element of type `u64`", a.negative ? low : high);
  source.kind = Kind::Integers;
  source.first = a.integer;
  if (!step.empty()) {
    const std::optional<std::uint64_t> by = read_count(step);
    if (!by.has_value() || *by == 0) return fail("a step is a whole number above 0, not `" + std::string(step) + "`", step);
    source.step = *by;
  }
  if (a.integer > b.integer || (a.integer == b.integer && !included)) return true;  // empty
  const std::uint64_t last = included ? b.integer : b.integer - 1;
  const std::uint64_t steps = (last - a.integer) / source.step;
  if (steps == ~std::uint64_t{0}) {
    fault_.by_limit = true;
    return fail("a range has at most 2^64 - 1 values", whole);
  }
  source.size = steps + 1;
  return true;
}

bool SourceReader::measure(std::string_view word, std::string_view text, ComprehensionSource& source) {
  source.kind = Kind::Continuous;
  const std::size_t open = text.find('(');
  const std::size_t close = open == npos ? npos : find_matching(text, open);
  if (close == npos) return fail("the measure `" + std::string(word) + "` has no brackets", word);
  const MeasureWord* row = nullptr;
  for (const MeasureWord& candidate : measures())
    if (candidate.word == word) row = &candidate;
  source.measure = row->measure;
  source.parameters = row->defaults;
  const std::vector<std::string_view> given = split_commas(text.substr(open + 1, close - open - 1));
  if (!given.empty()) {
    if (given.size() != row->defaults.size())
      return fail("`" + std::string(word) + "` takes all of its " + std::to_string(row->defaults.size()) + " parameters or none",
                  text.substr(0, close + 1));
    for (std::size_t i = 0; i < given.size(); ++i) {
      const std::optional<Number> number = read_number(given[i]);

      if (!number.has_value())
        return fail("a parameter of `" + std::string(word) + "` is a number, not `" + std::string(given[i]) + "`", given[i]);
      source.parameters[i] = number->as_f64();
      const bool location = i == 0 && (row->measure == Measure::Normal || row->measure == Measure::LogNormal);
      if (!std::isfinite(source.parameters[i]) || (!location && source.parameters[i] <= 0))
        return fail("a parameter of `" + std::string(word) + "` is finite" + (location ? "" : " and above 0"), given[i]);
    }
  }
  const std::string_view rest = trimmed(text.substr(close + 1));
  if (rest.empty()) return true;
  if (!rest.starts_with("on ")) return fail("`" + std::string(rest) + "` is not expected after a measure", rest);
  ComprehensionSource interval;
  if (!range(trimmed(rest.substr(3)), interval)) return false;
  if (interval.kind != Kind::Continuous)
    return fail("the interval of a measure has fractions as its ends, as in `0.0..1.0`", trimmed(rest.substr(3)));
  source.bounded = true;
  source.low = interval.low;
  source.high = interval.high;
  source.high_included = interval.high_included;
  return true;
}

bool SourceReader::generator(std::string_view text, Generator generator, std::size_t arity, ComprehensionSource& source) {
  source.kind = Kind::Generator;
  source.generator = generator;
  const std::vector<std::string_view> given = split_commas(text);
  if (given.size() != arity)
    return fail("the generator takes " + std::to_string(arity) + (arity == 1 ? " argument" : " arguments") + ", not " +
                    std::to_string(given.size()),
                text);
  bool known = true;
  std::vector<Value> values;
  for (const std::string_view argument : given) {
    if (argument.size() > 2 && argument.front() == '{' && argument.back() == '}') {
      source.items.push_back({Value(), find_(trimmed(argument.substr(1, argument.size() - 2)), true)});
      known = false;
      continue;
    }
    const std::optional<Number> number = read_number(argument);
    if (!number.has_value())
      return fail("an argument of a generator is a number or a reference, not `" + std::string(argument) + "`", argument);
    Value value = number->is_float || number->negative ? Value::f64(number->as_f64()) : Value::u64(number->integer);
    values.push_back(value);
    source.items.push_back({std::move(value), std::nullopt});
  }
  if (!known) return true;
  ComprehensionFault fault;
  generate(generator, values, kCountedValues, fault);
  return fault.message.empty() || fault.by_limit || fail(fault.message, text);
}

std::optional<std::uint64_t> known_size(const ComprehensionSource& source) {
  switch (source.kind) {
    case Kind::Integers: return source.size;
    case Kind::Values: return source.items.size();
    case Kind::Continuous:
    case Kind::Wire:
    case Kind::Call: return std::nullopt;
    case Kind::Generator: {
      std::vector<Value> arguments;
      for (const ComprehensionSource::Item& item : source.items) {
        if (item.reference.has_value()) return std::nullopt;
        arguments.push_back(item.value);
      }
      ComprehensionFault fault;
      const std::vector<Value> values = generate(source.generator, arguments, kCountedValues, fault);
      return fault.message.empty() ? std::optional<std::uint64_t>(values.size()) : std::nullopt;
    }
    case Kind::Concat: {
      std::uint64_t sum = 0;
      for (const ComprehensionSource& part : source.parts) {
        const std::optional<std::uint64_t> size = known_size(part);
        if (!size.has_value() || __builtin_add_overflow(sum, *size, &sum)) return std::nullopt;
      }
      return sum;
    }
  }
  return std::nullopt;
}

void shift_references(ComprehensionExpression& expression, std::uint32_t by) {
  for (ExpressionStep& step : expression.steps)
    if (step.op == ExpressionOp::Reference) step.index += by;
}

void shift_references(ComprehensionSource& source, std::uint32_t by) {
  if (source.kind == Kind::Wire) source.reference += by;
  for (ComprehensionSource::Item& item : source.items)
    if (item.reference.has_value()) *item.reference += by;
  shift_references(source.expression, by);
  for (ComprehensionSource& part : source.parts) shift_references(part, by);
}

}  // namespace polydat
