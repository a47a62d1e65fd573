// Opening sources and reading them by position.
#include "graph/tuple_axis.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <tuple>

#include "graph/comprehension_source.h"
#include "graph/measure_quantile.h"
#include "nodes/partition.h"

namespace polydat {

namespace {

using Kind = ComprehensionSource::Kind;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// What one kept value takes, for limits.
constexpr std::uint64_t kValueBytes = sizeof(Value);

}  // namespace

TupleContext::TupleContext(const Comprehension& c, const GraphOptions& o, std::vector<Value> outer_values)
    : comprehension(c), options(o), outer(std::move(outer_values)) {
  std::uint32_t column = 0;
  for (const Comprehension::Element& element : c.elements) {
    tuple.push_back(Cell{element.type, true, 0, nullptr});
    column_of.push_back(column);
    column += words_of(element.type);
  }
  for (std::uint32_t r = 0; r < c.references.size(); ++r) {
    const bool is_element = c.references[r].is_element;
    cells.push_back(is_element ? tuple[c.references[r].element] : Cell::of(outer[r]));
    if (is_element) element_references.push_back(r);
  }
}

std::shared_ptr<OpenedValues> TupleContext::hold(std::vector<Value> values) {
  auto held = std::make_shared<OpenedValues>();
  held->items = std::move(values);
  if (keeps && !held->items.empty() && color_of(held->items.front().type()) == SlotColor::Ref2) {
    for (const Value& value : held->items) opened_bytes += kValueBytes + value.text().size();
    opened.push_back(held);
  }
  return held;
}

std::span<const Cell> TupleContext::references() {
  for (const std::uint32_t r : element_references) cells[r] = tuple[comprehension.references[r].element];
  return cells;
}

TupleAxis::TupleAxis(TupleContext& context, const ComprehensionClause& clause) : context_(context), clause_(&clause) {
  for (const ComprehensionSource& source : clause.sources)
    for_each_reference(source, [&](std::uint32_t r) { dependent_ = dependent_ || context.comprehension.references[r].is_element; });
}

bool TupleAxis::is_continuous() const { return clause_ != nullptr && clause_->sources.front().kind == Kind::Continuous; }

bool TupleAxis::check_size(std::uint64_t values) {
  if (values <= context_.options.limits.max_value / kValueBytes) return true;
  context_.by_limit = true;
  return context_.fail("a source of " + std::to_string(values) + " values takes more than --max-value allows");
}

void TupleAxis::close() {
  for (const OpenSource& source : sources_)
    if (source.values != nullptr) source.values->is_open = false;
  for (const std::shared_ptr<OpenedValues>& column : kept_) column->is_open = false;
  sources_.clear();
  kept_.clear();
}

bool TupleAxis::open() {
  open_ = true;
  close();
  if (is_continuous()) {
    const ComprehensionSource& source = clause_->sources.front();
    if (source.measure != Measure::Uniform && source.bounded) {
      below_low_ = measure_below(source.measure, source.parameters, source.low);
      below_high_ = measure_below(source.measure, source.parameters, source.high);
    }
    return true;
  }
  bool first = true;
  for (const ComprehensionSource& source : clause_->sources) {
    OpenSource& opened = sources_.emplace_back();
    if (!open_source(source, opened)) return false;
    if (first) size_ = opened.size;
    else if (clause_->zip == ComprehensionClause::Zip::Truncate) size_ = std::min(size_, opened.size);
    else if (clause_->zip == ComprehensionClause::Zip::Cycle) size_ = size_ == 0 || opened.size == 0 ? 0 : std::max(size_, opened.size);
    else if (size_ != opened.size)
      return context_.fail("a zip of sources of " + std::to_string(size_) + " and " + std::to_string(opened.size) + " values");
    first = false;
  }
  return true;
}

bool TupleAxis::open_source(const ComprehensionSource& source, OpenSource& out) {
  if (source.kind == Kind::Integers) {
    out.is_integers = true;
    out.first = source.first;
    out.step = source.step;
    out.size = source.size;
    return true;
  }
  std::vector<Value> values;
  if (!make_values(source, values)) return false;
  out.size = values.size();
  out.values = context_.hold(std::move(values));
  return true;
}

// Appends the values of a source.
bool TupleAxis::make_values(const ComprehensionSource& source, std::vector<Value>& values) {
  switch (source.kind) {
    case Kind::Integers:
      if (source.size > ~std::uint64_t{0} / 2 || !check_size(values.size() + source.size)) return false;
      for (std::uint64_t i = 0; i < source.size; ++i) values.push_back(Value::u64(source.first + i * source.step));
      return true;
    case Kind::Continuous: return context_.fail("a continuous source has no positions");
    case Kind::Values:
      for (const ComprehensionSource::Item& item : source.items) {
        if (!item.reference.has_value()) {
          values.push_back(item.value);
          continue;
        }
        const Cell cell = context_.references()[*item.reference];
        if (!cell.none) values.push_back(cell.to_value());
      }
      break;
    case Kind::Wire: {
      const Cell cell = context_.references()[source.reference];
      if (!cell.none && !add_items(cell.to_value(), true, values)) return false;
      break;
    }
    case Kind::Call: {
      ExpressionEvaluator evaluator(source.expression, context_.options);
      std::string why;
      if (!evaluator.evaluate(context_.references(), why)) return context_.fail(why);
      const Value value = evaluator.value();
      if (!value.is_none() && !add_items(value, false, values)) return false;
      break;
    }
    case Kind::Generator: {
      std::vector<Value> arguments;
      for (const ComprehensionSource::Item& item : source.items) {
        arguments.push_back(item.reference.has_value() ? context_.references()[*item.reference].to_value() : item.value);
        if (arguments.back().is_none()) return true;  // a source that reads None yields nothing
      }
      ComprehensionFault fault;
      std::vector<Value> made = generate(source.generator, arguments, context_.options.limits.max_value / kValueBytes, fault);
      if (!fault.message.empty()) {
        context_.by_limit = fault.by_limit;
        return context_.fail(fault.message);
      }
      values.insert(values.end(), std::make_move_iterator(made.begin()), std::make_move_iterator(made.end()));
      break;
    }
    case Kind::Concat:
      for (const ComprehensionSource& part : source.parts)
        if (!make_values(part, values)) return false;
      break;
  }
  return check_size(values.size());
}

bool TupleAxis::add_items(const Value& value, bool from_wire, std::vector<Value>& values) {
  if (value.type() == PortType::Str && from_wire) {
    if (!check_size(value.text().size() / 2)) return false;
    for (Value& item : split_text(value.text(), false)) values.push_back(std::move(item));
    return true;
  }
  if (value.type() == PortType::Ext) {
    const auto* list = dynamic_cast<const PartitionList*>(value.ext_box().get());
    if (list == nullptr) {
      values.push_back(value);
      return true;
    }
    for (const auto& item : list->items) values.push_back(Value::ext(PortType::Ext, item));
    return true;
  }
  const std::uint32_t size = is_vector(value.type()) ? element_size(value.type()) : 0;
  if (size == 0) {
    values.push_back(value);
    return true;
  }
  if (!check_size(value.text().size() / size)) return false;
  static constexpr PortType kItems[] = {PortType::I8,  PortType::I16, PortType::I32, PortType::I64,
                                        PortType::F16, PortType::F32, PortType::F64};
  // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): a vector type is one of these seven
  const PortType type = kItems[static_cast<std::size_t>(value.type()) - static_cast<std::size_t>(PortType::VecI8)];
  for (std::size_t at = 0; at < value.text().size(); at += size) {
    std::uint64_t word = 0;
    std::memcpy(&word, value.text().data() + at, size);
    if (is_signed_int(type) && size < 8) {
      const unsigned unused = 64 - 8 * size;
      word = static_cast<std::uint64_t>(static_cast<std::int64_t>(word << unused) >> unused);
    }
    values.push_back(Value::immediate(type, word));
  }
  return true;
}

bool TupleAxis::keep_all(const std::function<bool()>& next) {
  open_ = true;
  std::vector<std::vector<Value>> columns(context_.tuple.size());
  for (size_ = 0; next(); ++size_) {
    if (!check_size((size_ + 1) * context_.tuple.size())) return false;
    for (std::size_t e = 0; e < columns.size(); ++e) columns[e].push_back(context_.tuple[e].to_value());
  }
  for (std::vector<Value>& column : columns) kept_.push_back(context_.hold(std::move(column)));
  return !context_.failed();
}

void TupleAxis::set(std::uint64_t position) {
  if (clause_ == nullptr) {
    for (std::size_t e = 0; e < kept_.size(); ++e) context_.tuple[e] = Cell::of(kept_[e]->items[position]);
    return;
  }
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const OpenSource& source = sources_[i];
    context_.tuple[clause_->elements[i]] = source.at(source.size == size_ ? position : position % source.size);
  }
}

void TupleAxis::fill(std::uint64_t position, std::size_t count, std::span<std::uint64_t* const> columns, std::size_t row) const {
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const OpenSource& source = sources_[i];
    const std::uint32_t element = clause_->elements[i];
    std::uint64_t* const* const to = columns.data() + context_.column_of[element];
    if (source.is_integers && source.size == size_) {
      const std::uint64_t first = source.first + position * source.step;
      for (std::size_t k = 0; k < count; ++k) to[0][row + k] = first + k * source.step;
      continue;
    }
    const bool pairs = words_of(context_.tuple[element].type) == 2;
    std::uint64_t at = position % source.size;
    for (std::size_t k = 0; k < count; ++k) {
      if (pairs) std::tie(to[0][row + k], to[1][row + k]) = source.values->items[at].words();
      else to[0][row + k] = source.at(at).word;
      if (++at == source.size) at = 0;
    }
  }
}

double TupleAxis::at_end(bool upper) const {
  const ComprehensionSource& source = clause_->sources.front();
  if (!source.bounded) return measure_quantile(source.measure, source.parameters, upper ? 1 : 0);
  if (!upper) return source.low;
  return source.high_included ? source.high : std::nextafter(source.high, -kInfinity);
}

double TupleAxis::at_unit(double u) const {
  const ComprehensionSource& source = clause_->sources.front();
  if (source.measure == Measure::Uniform) return source.bounded ? source.low + u * (source.high - source.low) : u;
  const double x = measure_quantile(source.measure, source.parameters, below_low_ + u * (below_high_ - below_low_));
  return source.bounded ? std::clamp(x, source.low, at_end(true)) : x;
}

void TupleAxis::set(const LatticePoint& point, std::size_t j) {
  if (!is_continuous()) return set(point.index[j]);
  const double value = point.unit.empty() ? at_end(point.index[j] != 0) : at_unit(point.unit[j]);
  context_.tuple[clause_->elements.front()] = {PortType::F64, false, std::bit_cast<std::uint64_t>(value), nullptr};
}

}  // namespace polydat
