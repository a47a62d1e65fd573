// Streams over streams: a product or union at the bottom, then filters and orders.
#include "graph/tuple_stream.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <utility>

#include "graph/comprehension_source.h"
#include "graph/measure_quantile.h"
#include "graph/tuple_axis.h"
#include "graph/tuple_order.h"

namespace polydat {

namespace {

class Tuples {
 public:
  virtual ~Tuples() = default;
  virtual bool next() = 0;
  // After next() said true: the words of the tuple at hand and of up to most - 1 tuples behind it, which become the ones at hand.
  virtual std::size_t fill(const TupleContext& context, std::span<std::uint64_t* const> columns, std::size_t row, std::size_t) {
    write_tuple(context, columns, row, 1);
    return 1;
  }

 protected:
  // The tuple at hand, `count` times.
  static void write_tuple(const TupleContext& context, std::span<std::uint64_t* const> columns, std::size_t row, std::size_t count) {
    for (std::size_t e = 0; e < context.tuple.size(); ++e) {
      const Cell& cell = context.tuple[e];
      std::uint64_t* const* const to = columns.data() + context.column_of[e];
      const auto [low, high] = cell.value != nullptr ? cell.value->words() : std::pair{cell.word, std::uint64_t{0}};
      std::fill_n(to[0] + row, count, low);
      if (words_of(cell.type) == 2) std::fill_n(to[1] + row, count, high);
    }
  }
};

// Row-major, last axis fastest. Axes that read earlier elements are opened again whenever those change.
class ProductTuples : public Tuples {
 public:
  ProductTuples(TupleContext& context, const ComprehensionPart& part) : context_(context) {
    for (const ComprehensionClause& clause : part.clauses) axes_.push_back(std::make_unique<TupleAxis>(context, clause));
    index_.resize(axes_.size());
  }

  bool next() override {
    std::size_t level = axes_.size() - 1;
    if (!begun_) {
      begun_ = true;
      level = 0;
      if (!axes_[0]->open()) return false;
    } else {
      ++index_[level];
    }
    for (;;) {
      if (index_[level] < axes_[level]->size()) {
        axes_[level]->set(index_[level]);
        if (level + 1 == axes_.size()) return true;
        ++level;
        index_[level] = 0;
        if ((axes_[level]->is_dependent() || !axes_[level]->is_open()) && !axes_[level]->open()) return false;
        if (axes_[level]->size() == 0 && !goes_past_empty(level)) return false;
        continue;
      }
      if (level == 0) return false;
      --level;
      ++index_[level];
    }
  }

  // The last axis runs through its positions; the others stand still.
  std::size_t fill(const TupleContext& context, std::span<std::uint64_t* const> columns, std::size_t row, std::size_t most) override {
    TupleAxis& last = *axes_.back();
    std::uint64_t& index = index_.back();
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(most, last.size() - index));
    write_tuple(context, columns, row, count);
    last.fill(index, count, columns, row);
    index += count - 1;
    last.set(index);
    return count;
  }

 private:
  // An axis without values: no tuple at all where it stays so, else one that is looked at in vain.
  bool goes_past_empty(std::size_t level) const { return axes_[level]->is_dependent() && context_.look() && !context_.stopped(); }

  TupleContext& context_;
  std::vector<std::unique_ptr<TupleAxis>> axes_;
  std::vector<std::uint64_t> index_;
  bool begun_ = false;
};

class FilteredTuples : public Tuples {
 public:
  FilteredTuples(TupleContext& context, std::unique_ptr<Tuples> below, const ComprehensionExpression& predicate)
      : context_(context), below_(std::move(below)), predicate_(predicate, context.options) {}
  bool next() override {
    while (below_->next()) {
      if (!context_.look() || !predicate_.evaluate(context_.references(), context_.why)) return false;
      if (predicate_.is_true()) return true;
      if (context_.stopped()) return false;
    }
    return false;
  }

 private:
  TupleContext& context_;
  std::unique_ptr<Tuples> below_;
  ExpressionEvaluator predicate_;
};

class FirstTuples : public Tuples {
 public:
  FirstTuples(std::unique_ptr<Tuples> below, std::uint64_t count) : below_(std::move(below)), left_(count) {}
  bool next() override {
    if (left_ == 0) return false;
    --left_;
    return below_->next();
  }
  std::size_t fill(const TupleContext& context, std::span<std::uint64_t* const> columns, std::size_t row, std::size_t most) override {
    const std::size_t rows = below_->fill(context, columns, row, static_cast<std::size_t>(std::min<std::uint64_t>(most, left_ + 1)));
    left_ -= rows - 1;
    return rows;
  }

 private:
  std::unique_ptr<Tuples> below_;
  std::uint64_t left_;
};

// The axes under an order: those of a product, or one that holds all tuples of something else.
struct Lattice {
  std::vector<std::shared_ptr<TupleAxis>> axes;
  const ComprehensionExpression* predicate = nullptr;  // between them and the order
};

class RankedTuples : public Tuples {
 public:
  RankedTuples(TupleContext& context, Lattice lattice, const ComprehensionStage& stage)
      : context_(context), lattice_(std::move(lattice)), stage_(stage) {
    if (lattice_.predicate != nullptr) predicate_.emplace(*lattice_.predicate, context.options);
  }

  bool next() override {
    if (!begun_ && !begin()) return false;
    while (points_->next(point_)) {
      if (stage_.strategy == OrderStrategy::Extrema) {
        if (stage_.count.has_value() && strata_ == *stage_.count && point_.stratum != stratum_) return false;
      } else if (stage_.count.has_value() && given_ >= *stage_.count) {
        return false;
      }
      for (std::size_t j = 0; j < lattice_.axes.size(); ++j) lattice_.axes[j]->set(point_, j);
      if (predicate_.has_value()) {
        if (!context_.look() || !predicate_->evaluate(context_.references(), context_.why)) return false;
        if (!predicate_->is_true()) {
          if (context_.stopped()) return false;
          continue;
        }
      }
      if (strata_ == 0 || point_.stratum != stratum_) ++strata_;
      stratum_ = point_.stratum;
      ++given_;
      return true;
    }
    return false;
  }

 private:
  bool begin() {
    begun_ = true;
    std::vector<AxisShape> shapes;
    for (const std::shared_ptr<TupleAxis>& axis : lattice_.axes) {
      if (!axis->is_open() && !axis->open()) return false;
      shapes.push_back({axis->is_continuous() ? 2 : axis->size(), axis->is_continuous()});
    }
    OrderRequest request{stage_.strategy, stage_.count, stage_.seed, predicate_.has_value(), context_.options.limits.max_value};
    ComprehensionFault fault;
    points_ = make_points(request, std::move(shapes), fault);
    if (points_ != nullptr) return true;
    context_.by_limit = fault.by_limit;
    return context_.fail(fault.message);
  }

  TupleContext& context_;
  Lattice lattice_;
  const ComprehensionStage& stage_;
  std::optional<ExpressionEvaluator> predicate_;
  std::unique_ptr<PointSequence> points_;
  LatticePoint point_;
  bool begun_ = false;
  std::uint64_t given_ = 0, strata_ = 0, stratum_ = 0;
};

// Bytes of values that may be opened for one block of tuples before it ends early.
constexpr std::uint64_t kMostOpenedBytes = std::uint64_t{8} << 20;

std::unique_ptr<Tuples> make_tuples(TupleContext& context, std::uint32_t part);

class UnionTuples : public Tuples {
 public:
  UnionTuples(TupleContext& context, const ComprehensionPart& part) : context_(context), part_(part) {}
  bool next() override {
    for (;;) {
      if (current_ == nullptr) {
        if (member_ == part_.members.size()) return false;
        current_ = make_tuples(context_, part_.members[member_++]);
      }
      if (current_->next()) return true;
      if (context_.failed()) return false;
      current_.reset();
    }
  }
  std::size_t fill(const TupleContext& context, std::span<std::uint64_t* const> columns, std::size_t row, std::size_t most) override {
    return current_->fill(context, columns, row, most);
  }

 private:
  TupleContext& context_;
  const ComprehensionPart& part_;
  std::size_t member_ = 0;
  std::unique_ptr<Tuples> current_;
};

// Makes the axis of a union or of an earlier order when the order above begins.
class StoredAxis : public TupleAxis {
 public:
  StoredAxis(TupleContext& context, std::unique_ptr<Tuples> below) : TupleAxis(context), below_(std::move(below)) {}
  bool open() override {
    return keep_all([this] { return below_->next(); });
  }

 private:
  std::unique_ptr<Tuples> below_;
};

class TuplesBuilder {
 public:
  TuplesBuilder(TupleContext& context, const ComprehensionPart& part) : context_(context), part_(part) {}

  std::unique_ptr<Tuples> build() {
    bottom();
    for (const ComprehensionStage& stage : part_.stages) {
      if (stage.is_order) order(stage);
      else filter(stage);
    }
    return take();
  }

 private:
  void bottom() {
    bool dependent = false;
    if (!part_.is_union) {
      for (const ComprehensionClause& clause : part_.clauses) {
        lattice_.axes.push_back(std::make_shared<TupleAxis>(context_, clause));
        dependent = dependent || lattice_.axes.back()->is_dependent();
      }
    }
    has_lattice_ = !part_.is_union && !dependent;
    if (!has_lattice_) lattice_.axes.clear();
  }

  // What the stages so far give, as a stream.
  std::unique_ptr<Tuples> take() {
    if (stream_ == nullptr) {
      if (part_.is_union) stream_ = std::make_unique<UnionTuples>(context_, part_);
      else stream_ = std::make_unique<ProductTuples>(context_, part_);
    }
    for (const ComprehensionExpression* predicate : pending_)
      stream_ = std::make_unique<FilteredTuples>(context_, std::move(stream_), *predicate);
    pending_.clear();
    return std::move(stream_);
  }

  void filter(const ComprehensionStage& stage) { pending_.push_back(&stage.predicate); }

  void order(const ComprehensionStage& stage) {
    if (stage.strategy == OrderStrategy::Lex) {
      if (!stage.count.has_value()) {  // an order that changes nothing
        ordered_ = true;
        return;
      }
      stream_ = std::make_unique<FirstTuples>(take(), *stage.count);
      has_lattice_ = false;
      ordered_ = true;
      return;
    }
    // Beneath most strategies an order that kept everything has no effect; others act on its output.
    const bool acts_on_output =
        stream_ != nullptr && (stage.strategy == OrderStrategy::ReverseLex || stage.strategy == OrderStrategy::Shuffle);
    const ComprehensionExpression* predicate = pending_.empty() ? nullptr : pending_.front();
    if (!has_lattice_ || acts_on_output || (stream_ != nullptr && predicate != nullptr && lattice_.predicate != nullptr)) {
      pending_.clear();
      std::unique_ptr<Tuples> below = take();
      lattice_.axes.assign(1, std::make_shared<StoredAxis>(context_, std::move(below)));
      lattice_.predicate = predicate;
    } else if (predicate != nullptr) {
      lattice_.predicate = predicate;
    }
    pending_.clear();
    stream_ = std::make_unique<RankedTuples>(context_, lattice_, stage);
    has_lattice_ = !stage.count.has_value();
    ordered_ = true;
  }

  TupleContext& context_;
  const ComprehensionPart& part_;
  Lattice lattice_;
  bool has_lattice_ = false;
  bool ordered_ = false;
  std::unique_ptr<Tuples> stream_;                       // null: nothing but filters so far
  std::vector<const ComprehensionExpression*> pending_;  // filters since
};

std::unique_ptr<Tuples> make_tuples(TupleContext& context, std::uint32_t part) {
  return TuplesBuilder(context, context.comprehension.parts[part]).build();
}

}  // namespace

struct TupleStreamState {
  TupleStreamState(const Comprehension& comprehension, const GraphOptions& options, std::vector<Value> outer)
      : context(comprehension, options, std::move(outer)), tuples(make_tuples(context, comprehension.root)) {}
  TupleContext context;
  std::unique_ptr<Tuples> tuples;
  bool ended_early = false;
};

TupleStream::TupleStream(const Comprehension& comprehension, const GraphOptions& options, std::vector<Value> outer)
    : state_(std::make_unique<TupleStreamState>(comprehension, options, std::move(outer))) {}
TupleStream::~TupleStream() = default;
TupleStream::TupleStream(TupleStream&&) noexcept = default;
TupleStream& TupleStream::operator=(TupleStream&&) noexcept = default;

void TupleStream::set_stop(const std::atomic<bool>* stop, const std::atomic<bool>* also) {
  state_->context.stop[0] = stop;
  state_->context.stop[1] = also;
}

void TupleStream::set_most_tuples(std::uint64_t most) { state_->context.tuples_left = most; }

bool TupleStream::next() {
  TupleContext& context = state_->context;
  return !context.failed() && state_->tuples->next() && !context.failed() && context.look();
}
void TupleStream::keep_contents() { state_->context.keeps = true; }
std::size_t TupleStream::fill(std::span<std::uint64_t* const> columns, std::size_t most) {
  TupleContext& context = state_->context;
  std::erase_if(context.opened, [](const std::shared_ptr<OpenedValues>& values) { return !values->is_open; });
  state_->ended_early = false;
  std::size_t rows = 0;
  while (rows < most && !state_->ended_early && next()) {
    state_->ended_early = context.opened_bytes >= kMostOpenedBytes;
    if (state_->ended_early) context.opened_bytes = 0;
    rows += state_->tuples->fill(context, columns, rows, state_->ended_early ? 1 : most - rows);
  }
  return rows;
}
bool TupleStream::ended_early() const { return state_->ended_early; }
std::vector<std::shared_ptr<const void>> TupleStream::contents() const {
  return {state_->context.opened.begin(), state_->context.opened.end()};
}
std::span<const Cell> TupleStream::tuple() const { return state_->context.tuple; }
bool TupleStream::failed() const { return state_->context.failed(); }
const std::string& TupleStream::failure() const { return state_->context.why; }
bool TupleStream::by_limit() const { return state_->context.by_limit; }

}  // namespace polydat
