// Orders that sample: halton, sobol, lhs, shuffle.
#include "graph/tuple_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "graph/comprehension_source.h"
#include "graph/tuple_order_parts.h"

namespace polydat {

namespace {

__extension__ typedef unsigned __int128 Wide;

constexpr std::uint64_t kShuffleSeed = 0xD1CE5EEDC0FFEE42u;
constexpr std::uint64_t kLhsSeed = 0x1A5045773EEDBEEFu;

// PCG-RXS-M-XS 64, from the state `seed` on.
class PcgStream {
 public:
  explicit PcgStream(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    const std::uint64_t word = ((state_ >> ((state_ >> 59) + 5)) ^ state_) * 12605985483714917081u;
    state_ = state_ * 6364136223846793005u + 1;
    return word ^ (word >> 43);
  }
  std::uint64_t bounded(std::uint64_t n) {
    const std::uint64_t least = (0 - n) % n;  // 2^64 mod n
    for (;;)
      if (const std::uint64_t v = next(); v >= least) return v % n;
  }
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

void shuffle_all(std::vector<std::uint64_t>& values, PcgStream& random) {
  for (std::uint64_t i = 0; i < values.size(); ++i) values[i] = i;
  for (std::uint64_t i = values.size(); i-- > 1;) std::swap(values[i], values[random.bounded(i + 1)]);
}

// Row-major position -> indices.
void split_position(std::uint64_t position, const std::vector<AxisShape>& axes, std::vector<std::uint64_t>& index) {
  index.resize(axes.size());
  for (std::size_t j = axes.size(); j-- > 0;) {
    index[j] = position % axes[j].size;
    position /= axes[j].size;
  }
}

// The axes in the order of a point's coordinates: discrete ones first.
std::vector<std::size_t> coordinate_order(const std::vector<AxisShape>& axes) {
  std::vector<std::size_t> order;
  for (const bool continuous : {false, true})
    for (std::size_t j = 0; j < axes.size(); ++j)
      if (axes[j].continuous == continuous) order.push_back(j);
  return order;
}

struct Fraction {
  Wide numerator = 0, denominator = 1;
};

// Points of a low-discrepancy sequence; on a lattice alone each tuple once.
class LowDiscrepancyPoints : public PointSequence {
 public:
  LowDiscrepancyPoints(std::vector<AxisShape> axes, std::uint64_t wanted, std::uint64_t tries, bool skip_repeated)
      : axes_(std::move(axes)), order_(coordinate_order(axes_)), wanted_(wanted), tries_(tries), skip_repeated_(skip_repeated) {}

  bool next(LatticePoint& point) override {
    while (given_ < wanted_ && number_ < tries_) {
      ++number_;
      start(number_);
      point.index.assign(axes_.size(), 0);
      point.unit.assign(axes_.size(), 0);
      std::uint64_t position = 0;
      for (std::size_t c = 0; c < order_.size(); ++c) {
        const std::size_t j = order_[c];
        const Fraction at = coordinate(c);
        if (axes_[j].continuous) {
          point.unit[j] = static_cast<double>(static_cast<std::uint64_t>((at.numerator << 53) / at.denominator)) * 0x1p-53;
        } else {
          point.index[j] = static_cast<std::uint64_t>(at.numerator * axes_[j].size / at.denominator);
        }
      }
      for (std::size_t j = 0; j < axes_.size(); ++j) position = position * axes_[j].size + point.index[j];
      if (skip_repeated_ && !seen_.insert(position).second) continue;
      ++given_;
      return true;
    }
    return false;
  }

 protected:
  virtual void start(std::uint64_t number) = 0;
  virtual Fraction coordinate(std::size_t c) = 0;

 private:
  std::vector<AxisShape> axes_;
  std::vector<std::size_t> order_;
  std::uint64_t wanted_, tries_;
  bool skip_repeated_;
  std::uint64_t given_ = 0, number_ = 0;
  std::unordered_set<std::uint64_t> seen_;
};

class HaltonPoints : public LowDiscrepancyPoints {
 public:
  HaltonPoints(std::vector<AxisShape> axes, std::uint64_t wanted, std::uint64_t tries, bool skip_repeated)
      : LowDiscrepancyPoints(axes, wanted, tries, skip_repeated) {
    for (std::uint64_t candidate = 2; primes_.size() < axes.size(); ++candidate)
      if (std::none_of(primes_.begin(), primes_.end(), [&](std::uint64_t p) { return candidate % p == 0; })) primes_.push_back(candidate);
  }

 protected:
  void start(std::uint64_t number) override { number_ = number; }
  Fraction coordinate(std::size_t c) override {
    Fraction out;
    for (std::uint64_t rest = number_; rest > 0; rest /= primes_[c]) {
      out.numerator = out.numerator * primes_[c] + rest % primes_[c];
      out.denominator *= primes_[c];
    }
    return out;
  }

 private:
  std::vector<std::uint64_t> primes_;
  std::uint64_t number_ = 0;
};

// The direction numbers of new-joe-kuo-6 (s, a, m_1 ... m_s), dimensions 2 to 13.
struct SobolRow {
  std::uint32_t s, a;
  std::array<std::uint32_t, 5> m;
};
constexpr std::array<SobolRow, kSobolAxes - 1> kSobol{{
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
}};

class SobolPoints : public LowDiscrepancyPoints {
 public:
  SobolPoints(const std::vector<AxisShape>& axes, std::uint64_t wanted, std::uint64_t tries, bool skip_repeated)
      : LowDiscrepancyPoints(axes, wanted, tries, skip_repeated), directions_(axes.size()), at_(axes.size(), 0) {
    for (std::size_t c = 0; c < axes.size(); ++c) {
      std::array<std::uint32_t, 33>& v = directions_[c];
      for (std::uint32_t i = 1; i <= 32; ++i) {
        if (c == 0) {
          v[i] = std::uint32_t{1} << (32 - i);
          continue;
        }
        const SobolRow& row = kSobol[c - 1];
        if (i <= row.s) {
          v[i] = row.m[i - 1] << (32 - i);
          continue;
        }
        v[i] = v[i - row.s] ^ (v[i - row.s] >> row.s);
        for (std::uint32_t k = 1; k < row.s; ++k)
          if (((row.a >> (row.s - 1 - k)) & 1u) != 0) v[i] ^= v[i - k];
      }
    }
  }

 protected:
  void start(std::uint64_t number) override {
    const auto bit = static_cast<std::uint32_t>(std::countr_one(number - 1)) + 1;
    if (bit > 32) return;
    for (std::size_t c = 0; c < at_.size(); ++c) at_[c] ^= directions_[c][bit];
  }
  Fraction coordinate(std::size_t c) override { return {at_[c], Wide{1} << 32}; }

 private:
  std::vector<std::array<std::uint32_t, 33>> directions_;
  std::vector<std::uint32_t> at_;
};

class LhsPoints : public PointSequence {
 public:
  LhsPoints(std::vector<AxisShape> axes, std::uint64_t count, std::uint64_t seed)
      : axes_(std::move(axes)), order_(coordinate_order(axes_)), count_(count), random_(seed + count), ranks_(axes_.size()) {
    for (const std::size_t j : order_) {
      ranks_[j].resize(count);
      shuffle_all(ranks_[j], random_);
    }
  }
  bool next(LatticePoint& point) override {
    if (given_ == count_) return false;
    point.index.assign(axes_.size(), 0);
    point.unit.assign(axes_.size(), 0);
    for (const std::size_t j : order_) {
      const std::uint64_t q = ranks_[j][given_];
      if (axes_[j].continuous) {
        const double u = (static_cast<double>(q) + random_.unit()) / static_cast<double>(count_);
        point.unit[j] = std::floor(u * 0x1p53) * 0x1p-53;
      } else if (axes_[j].size >= count_) {
        point.index[j] = static_cast<std::uint64_t>(Wide{q} * axes_[j].size / count_);
      } else {
        point.index[j] = q % axes_[j].size;
      }
    }
    ++given_;
    return true;
  }

 private:
  std::vector<AxisShape> axes_;
  std::vector<std::size_t> order_;
  std::uint64_t count_;
  PcgStream random_;
  std::vector<std::vector<std::uint64_t>> ranks_;
  std::uint64_t given_ = 0;
};

class ShuffledPoints : public PointSequence {
 public:
  // All of them.
  ShuffledPoints(std::vector<AxisShape> axes, std::uint64_t total, std::uint64_t seed) : axes_(std::move(axes)), positions_(total) {
    PcgStream random(seed + total);
    shuffle_all(positions_, random);
  }
  // The first `count`, as if from a pool of `total` positions of which only those that moved are kept.
  ShuffledPoints(std::vector<AxisShape> axes, std::uint64_t total, std::uint64_t count, std::uint64_t seed) : axes_(std::move(axes)) {
    PcgStream random(seed + total);
    std::unordered_map<std::uint64_t, std::uint64_t> moved;
    const auto pool = [&](std::uint64_t i) {
      const auto found = moved.find(i);
      return found == moved.end() ? i : found->second;
    };
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t j = random.bounded(total - i);
      positions_.push_back(pool(j));
      moved[j] = pool(total - i - 1);
    }
  }
  bool next(LatticePoint& point) override {
    if (given_ == positions_.size()) return false;
    split_position(positions_[given_++], axes_, point.index);
    return true;
  }

 private:
  std::vector<AxisShape> axes_;
  std::vector<std::uint64_t> positions_;
  std::uint64_t given_ = 0;
};

// With a continuous axis every coordinate is drawn.
class DrawnPoints : public PointSequence {
 public:
  DrawnPoints(std::vector<AxisShape> axes, std::uint64_t count, std::uint64_t seed)
      : axes_(std::move(axes)), order_(coordinate_order(axes_)), count_(count), random_(seed + count) {}
  bool next(LatticePoint& point) override {
    if (given_ == count_) return false;
    ++given_;
    point.index.assign(axes_.size(), 0);
    point.unit.assign(axes_.size(), 0);
    for (const std::size_t j : order_) {
      const std::uint64_t bits = random_.next() >> 11;
      point.unit[j] = static_cast<double>(bits) * 0x1p-53;
      if (!axes_[j].continuous) point.index[j] = static_cast<std::uint64_t>(Wide{bits} * axes_[j].size >> 53);
    }
    return true;
  }

 private:
  std::vector<AxisShape> axes_;
  std::vector<std::size_t> order_;
  std::uint64_t count_;
  PcgStream random_;
  std::uint64_t given_ = 0;
};

class NoPoints : public PointSequence {
 public:
  bool next(LatticePoint&) override { return false; }
};

}  // namespace

std::unique_ptr<PointSequence> make_sampled_points(const OrderRequest& request, std::vector<AxisShape> axes, ComprehensionFault& fault) {
  std::uint64_t total = 1;
  bool continuous = false, past = false;
  for (const AxisShape& axis : axes) {
    continuous = continuous || axis.continuous;
    if (!axis.continuous && axis.size == 0) return std::make_unique<NoPoints>();
    if (!axis.continuous) past = __builtin_mul_overflow(total, axis.size, &total) || past;
  }
  const auto refuse = [&](std::uint64_t tuples) -> std::unique_ptr<PointSequence> {
    fault.by_limit = true;
    fault.message = "the order would keep " + (past ? std::string("more than 2^64") : std::to_string(tuples)) +
                    " positions, more than --max-value allows";
    return nullptr;
  };
  const std::uint64_t wanted = continuous ? request.count.value_or(0) : request.count.value_or(total);
  const std::uint64_t count = continuous || past ? wanted : std::min(wanted, total);
  if (count == 0) return std::make_unique<NoPoints>();
  constexpr std::uint64_t kPositionBytes = 48;  // a position in a hash table
  const std::uint64_t most = request.most / kPositionBytes;
  const bool low_discrepancy = request.strategy == OrderStrategy::Halton || request.strategy == OrderStrategy::Sobol;
  if (low_discrepancy) {
    if (!continuous && (past || count > most)) return refuse(count);
    const std::uint64_t tries = std::max<std::uint64_t>(wanted > ~std::uint64_t{0} / 8 ? ~std::uint64_t{0} : 8 * wanted, 256);
    const std::uint64_t given = request.filtered ? ~std::uint64_t{0} : continuous ? count : wanted;
    if (request.strategy == OrderStrategy::Halton) return std::make_unique<HaltonPoints>(std::move(axes), given, tries, !continuous);
    return std::make_unique<SobolPoints>(axes, given, tries, !continuous);
  }
  if (request.strategy == OrderStrategy::Lhs) {
    if (past && !request.count.has_value()) return refuse(wanted);
    const std::uint64_t samples = wanted;
    if (samples > request.most / 8 / axes.size()) return refuse(samples);
    return std::make_unique<LhsPoints>(std::move(axes), samples, request.seed.value_or(kLhsSeed));
  }
  const std::uint64_t seed = request.seed.value_or(kShuffleSeed);
  if (continuous) return std::make_unique<DrawnPoints>(std::move(axes), count, seed);
  if (past) return refuse(count);
  if (request.filtered || count == total) {
    if (total > request.most / 8) return refuse(total);
    return std::make_unique<ShuffledPoints>(std::move(axes), total, seed);
  }
  if (count > most) return refuse(count);
  return std::make_unique<ShuffledPoints>(std::move(axes), total, count, seed);
}

std::unique_ptr<PointSequence> make_points(const OrderRequest& request, std::vector<AxisShape> axes, ComprehensionFault& fault) {
  switch (request.strategy) {
    case OrderStrategy::Lex:
    case OrderStrategy::ReverseLex:
    case OrderStrategy::Diagonal:
    case OrderStrategy::Antidiagonal:
    case OrderStrategy::Extrema:
    case OrderStrategy::Shells: return make_geometric_points(request.strategy, std::move(axes));
    case OrderStrategy::Halton:
    case OrderStrategy::Sobol:
    case OrderStrategy::Lhs:
    case OrderStrategy::Shuffle: return make_sampled_points(request, std::move(axes), fault);
  }
  return nullptr;
}

}  // namespace polydat
