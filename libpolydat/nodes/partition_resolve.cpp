// Cutting a range by a partition spec (nodes/partition_spec.h). Every boundary is the running exact sum, in doubles, rounded half
// away from zero: sizes never accumulate error.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cmath>

#include "nodes/native/doubles.h"
#include "nodes/native/hashing.h"
#include "nodes/number_text.h"
#include "nodes/partition_spec.h"

namespace polydat {
namespace {

using Kind = PartitionDelta::Kind;

std::string number(std::uint64_t v) { return std::to_string(v); }
std::string number(double v) {
  char text[kShortestTextRoom];
  return {text, put_f64(text, v)};
}

std::uint64_t add_saturating(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? ~std::uint64_t{0} : sum;
}

struct Extent {
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  double size() const { return static_cast<double>(end - start); }
  std::uint64_t at(double offset) const { return std::min(add_saturating(start, native::saturate(native::round_half_away(offset))), end); }
  double size_of(const PartitionBound& b) const {
    switch (b.kind) {
      case PartitionBound::Kind::Percent: return b.part / 100.0 * size();
      case PartitionBound::Kind::Fraction: return b.part * size();
      case PartitionBound::Kind::Ordinal: return static_cast<double>(b.ordinal);
    }
    return 0;
  }
  std::uint64_t at(const PartitionBound& b) const {
    return b.kind == PartitionBound::Kind::Ordinal ? std::min(add_saturating(start, b.ordinal), end) : at(size_of(b));
  }
};

class Resolver {
 public:
  Resolver(const PartitionSpec& spec, Extent base, std::uint64_t most, PartitionFault& fault)
      : spec_(spec), base_(base), domain_(base), most_(most), fault_(fault) {}

  bool run() {
    if (spec_.window) {
      domain_ = {base_.at(spec_.window->start), base_.at(spec_.window->end)};
      if (domain_.start > domain_.end) return refuse("the window runs backwards: " + number(domain_.start) + ".." + number(domain_.end));
    }
    return spec_.range ? single_range(*spec_.range) : deltas();
  }

  std::vector<PartitionFields> take() {
    for (std::size_t i = 0; i < made_.size(); ++i) {
      PartitionFields& p = made_[i];
      p.index = i;
      p.count = made_.size();
      p.base_extent = base_.end - base_.start;
      p.start_percent = percent(p.start);
      p.end_percent = percent(p.end);
    }
    return std::move(made_);
  }

 private:
  bool refuse(std::string message) {
    fault_.message = std::move(message);
    return false;
  }
  double percent(std::uint64_t ordinal) const {
    return base_.end == base_.start ? 0.0 : static_cast<double>(ordinal - base_.start) * 100.0 / base_.size();
  }
  bool emit(std::uint64_t end) {
    if (made_.size() == most_) {
      fault_.by_limit = true;
      return refuse("the spec asks for more than " + number(most_) + " partitions");
    }
    PartitionFields p;
    p.start = cursor_;
    p.end = end;
    made_.push_back(p);
    cursor_ = end;
    return true;
  }

  bool single_range(const PartitionSpec::Range& range) {
    cursor_ = domain_.at(range.start);
    const std::uint64_t end = domain_.at(range.end);
    if (end <= cursor_)
      return refuse("the range " + number(cursor_) + ".." + number(end) + " is " + (end == cursor_ ? "empty" : "reversed"));
    return emit(end);
  }

  bool deltas() {
    double total = 0.0;
    for (const PartitionDelta& d : spec_.deltas) {
      if (d.kind == Kind::Sized || d.kind == Kind::Gap) total += domain_.size_of(d.size);
    }
    if (total > domain_.size() + 1e-6 * std::max(domain_.size(), 1.0)) {
      return refuse("the sizes add up to " + number(total) + ", more than the " + number(domain_.end - domain_.start) + " there are");
    }
    cursor_ = domain_.start;
    double position = 0.0;
    double previous = 0.0;
    for (const PartitionDelta& d : spec_.deltas) {
      switch (d.kind) {
        case Kind::Sized:
          previous = domain_.size_of(d.size);
          position += previous;
          if (!emit(domain_.at(position))) return false;
          break;
        case Kind::Gap:
          position += domain_.size_of(d.size);
          cursor_ = domain_.at(position);
          break;
        case Kind::Star:
          position += domain_.size() - total;
          if (!emit(std::max(cursor_, domain_.at(position)))) return false;
          break;
        case Kind::Fill:
          if (!fill(position, previous)) return false;
          break;
        case Kind::Split:
          if (!split(d.parts)) return false;
          break;
        case Kind::Shaped:
          if (!shape(d.weights)) return false;
          break;
      }
    }
    return true;
  }

  bool fill(double position, double size) {
    if (size < 1.0) return refuse("the size that '...' repeats is below 1");
    while (cursor_ < domain_.end) {
      position += size;
      const std::uint64_t next = domain_.at(position);
      if (next <= cursor_) return refuse("the size that '...' repeats is too small beside " + number(cursor_));
      if (!emit(next)) return false;
    }
    return true;
  }

  bool split(std::uint64_t parts) {
    const std::uint64_t start = cursor_;
    const std::uint64_t rest = domain_.end - start;
    if (parts > rest) return refuse("'*/" + number(parts) + "' cannot split the " + number(rest) + " that are left");
    for (std::uint64_t i = 1; i <= parts; ++i) {
      if (!emit(even_boundary(start, domain_.end, i, parts))) return false;
    }
    return true;
  }

  bool shape(const std::vector<double>& weights) {
    const Extent rest{cursor_, domain_.end};
    if (rest.start == rest.end) return refuse("nothing is left for '*/'");
    double sum = 0.0;
    for (const double weight : weights) {
      sum += weight;
      const std::uint64_t next = rest.at(sum / 100.0 * rest.size());
      if (next <= cursor_) return refuse("too little is left for " + number(weights.size()) + " partitions: one would be empty");
      if (!emit(next)) return false;
    }
    return true;
  }

  const PartitionSpec& spec_;
  Extent base_;
  Extent domain_;
  std::uint64_t most_;
  PartitionFault& fault_;
  std::vector<PartitionFields> made_;
  std::uint64_t cursor_ = 0;
};

// The text whose hash seeds the random order; its wording is fixed by the recorded results.
std::string seed_text(const PartitionBound& b) {
  switch (b.kind) {
    case PartitionBound::Kind::Percent: return "Pct(" + number(b.part) + ")";
    case PartitionBound::Kind::Fraction: return "Frac(" + number(b.part) + ")";
    case PartitionBound::Kind::Ordinal: return "Ord(" + number(b.ordinal) + ")";
  }
  return {};
}
std::string seed_text(const PartitionDelta& d) {
  switch (d.kind) {
    case Kind::Sized: return seed_text(d.size);
    case Kind::Gap: return "Gap(" + seed_text(d.size) + ")";
    case Kind::Star: return "Star";
    case Kind::Fill: return "Fill";
    case Kind::Split: return "StarSplit(" + number(d.parts) + ")";
    case Kind::Shaped: break;
  }
  std::string text = "StarShaped([";
  for (std::size_t i = 0; i < d.weights.size(); ++i) text += (i == 0 ? "" : ", ") + number(d.weights[i]);
  return text + "])";
}
std::string seed_text(const PartitionSpec& spec) {
  std::string text = "PartitionSpec { chunking: ";
  if (spec.range) {
    text += "SingleRange { start: " + seed_text(spec.range->start) + ", end: " + seed_text(spec.range->end) + " }";
  } else {
    text += "DeltaList { deltas: [";
    for (std::size_t i = 0; i < spec.deltas.size(); ++i) text += (i == 0 ? "" : ", ") + seed_text(spec.deltas[i]);
    text += "] }";
  }
  text += ", window: ";
  if (spec.window) text += "Some((" + seed_text(spec.window->start) + ", " + seed_text(spec.window->end) + "))";
  else text += "None";
  return text + ", order: Random }";
}

void put_in_order(std::vector<PartitionFields>& list, const PartitionSpec& spec) {
  switch (spec.order) {
    case PartitionOrder::Unchanged: return;
    case PartitionOrder::SmallestFirst:
      std::stable_sort(list.begin(), list.end(), [](const PartitionFields& a, const PartitionFields& b) { return a.size() < b.size(); });
      return;
    case PartitionOrder::LargestFirst:
      std::stable_sort(list.begin(), list.end(), [](const PartitionFields& a, const PartitionFields& b) { return a.size() > b.size(); });
      return;
    case PartitionOrder::Random: break;
  }
  const std::string seed = seed_text(spec);
  std::uint64_t state = XXH3_64bits(seed.data(), seed.size());
  for (std::size_t i = list.size(); i-- > 1;) {
    const std::uint64_t drawn = native::hash(state);  // which adds the increment itself
    state += 0x9e3779b97f4a7c15ull;
    std::swap(list[i], list[drawn % (i + 1)]);
  }
}

}  // namespace

std::shared_ptr<const PartitionList> resolve_partitions(const PartitionSpec& spec, std::uint64_t base_start, std::uint64_t base_end,
                                                        std::uint64_t most, PartitionFault& fault) {
  Resolver resolver(spec, {base_start, base_end}, most, fault);
  if (!resolver.run()) return nullptr;
  std::vector<PartitionFields> made = resolver.take();
  put_in_order(made, spec);
  return make_partition_list(made);
}

}  // namespace polydat
