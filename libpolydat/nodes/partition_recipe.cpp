// Weights of partitions by recipe (nodes/partition_spec.h). Sums and products run in the order written, in doubles.
#include <cmath>
#include <limits>

#include "nodes/native/runtime.h"
#include "nodes/number_parse.h"
#include "nodes/partition_spec.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

// The arguments of one recipe call and the weights it gives.
class Recipe {
 public:
  Recipe(std::string_view name, std::string_view arguments, std::uint64_t most, PartitionFault& fault)
      : name_(name), most_(most), fault_(fault) {
    for (;;) {
      const std::size_t comma = arguments.find(',');
      arguments_.push_back(trim_white_space(arguments.substr(0, comma)));
      if (comma == std::string_view::npos) return;
      arguments.remove_prefix(comma + 1);
    }
  }

  std::vector<double> weights() {
    if (name_ == "linear") by_count([](double) { return 1.0; });
    else if (name_ == "front_heavy") by_count([this](double i) { return static_cast<double>(count_) - i; });
    else if (name_ == "back_heavy") by_count([](double i) { return i + 1.0; });
    else if (name_ == "ln") by_count([](double i) { return polydat_ln(1.0 + (i + 1.0)); });
    else if (name_ == "bin") binomial();
    else if (name_ == "fib") fibonacci();
    else if (name_ == "ratios") ratios();
    else if (name_ == "geom") geometric();
    else if (name_ == "zipf") power_law([](double i, double s) { return 1.0 / polydat_pow(i, s); });
    else if (name_ == "pareto") power_law([](double i, double a) { return polydat_pow(1.0 / i, a); });
    else if (name_ == "mul") multiplied();
    else
      refuse("'" + std::string(name_) + "' is no recipe: linear, ratios, bin, fib, ln, geom, zipf, pareto, front_heavy, back_heavy, mul");
    normalise();
    return std::move(weights_);
  }

 private:
  void refuse(std::string message) {
    if (fault_.message.empty()) fault_.message = std::move(message);
  }
  bool refused() const { return !fault_.message.empty(); }

  bool has_arguments(std::size_t least, std::size_t most, std::string_view form) {
    if (arguments_.size() >= least && arguments_.size() <= most) return true;
    refuse("the recipe is written " + std::string(form));
    return false;
  }
  bool read_count(std::size_t i) {
    const auto n = parse_integer<std::uint64_t>(arguments_[i]);
    if (!n || *n == 0) {
      refuse("'" + std::string(arguments_[i]) + "' is not a number of partitions of " + std::string(name_));
      return false;
    }
    if (*n > most_) {
      fault_.by_limit = true;
      refuse(std::string(name_) + " asks for " + std::to_string(*n) + " partitions");
      return false;
    }
    count_ = *n;
    return true;
  }
  bool read_positive(std::size_t i, double& to) {
    const auto v = parse_f64(arguments_[i]);
    if (v && std::isfinite(*v) && *v > 0.0) {
      to = *v;
      return true;
    }
    refuse("'" + std::string(arguments_[i]) + "' is not a number above 0, as " + std::string(name_) + " needs");
    return false;
  }

  template <class Weight>
  void by_count(Weight weight) {
    if (!has_arguments(1, 1, std::string(name_) + ":N") || !read_count(0)) return;
    weights_.reserve(count_);
    for (std::uint64_t i = 0; i < count_; ++i) weights_.push_back(weight(static_cast<double>(i)));
  }
  void binomial() {
    if (!has_arguments(1, 1, "bin:N") || !read_count(0)) return;
    double c = 1.0;
    weights_.push_back(c);
    for (std::uint64_t k = 1; k < count_; ++k) {
      c = c * static_cast<double>(count_ - k) / static_cast<double>(k);
      weights_.push_back(c);
    }
  }
  void fibonacci() {
    if (!has_arguments(1, 1, "fib:N") || !read_count(0)) return;
    std::uint64_t a = 1;
    std::uint64_t b = 2;
    for (std::uint64_t i = 0; i < count_; ++i) {
      weights_.push_back(static_cast<double>(a));
      std::uint64_t next = 0;
      if (__builtin_add_overflow(a, b, &next)) next = ~std::uint64_t{0};
      a = b;
      b = next;
    }
  }
  void ratios() {
    if (arguments_.size() > most_) {
      fault_.by_limit = true;
      return refuse("ratios lists " + std::to_string(arguments_.size()) + " partitions");
    }
    for (const std::string_view text : arguments_) {
      const auto v = parse_f64(text);
      if (!v) return refuse("'" + std::string(text) + "' is not a number");
      weights_.push_back(*v);
    }
  }
  void geometric() {
    double ratio = 0;
    if (!has_arguments(2, 2, "geom:N,R") || !read_count(0) || !read_positive(1, ratio)) return;
    double weight = 1.0;
    for (std::uint64_t i = 0; i < count_; ++i, weight *= ratio) weights_.push_back(weight);
  }
  template <class Weight>
  void power_law(Weight weight) {
    double exponent = 0;
    if (!has_arguments(2, 2, std::string(name_) + ":EXPONENT,N") || !read_positive(0, exponent) || !read_count(1)) return;
    for (std::uint64_t i = 1; i <= count_; ++i) weights_.push_back(weight(static_cast<double>(i), exponent));
  }
  // S, S*R, S*R*R, ...: up to the first term that is 1000 times S, or a thousandth of it; at most 64 terms.
  void multiplied() {
    if (!has_arguments(1, 2, "mul:R or mul:S,R")) return;
    double start = 1.0;
    double ratio = 0;
    if (arguments_.size() == 2 && !read_positive(0, start)) return;
    if (!read_positive(arguments_.size() - 1, ratio)) return;
    double c = start;
    for (int i = 0; i < 64; ++i) {
      if (!std::isfinite(c) || c <= 0.0) return;
      weights_.push_back(c);
      if (ratio < 1.0 && c < start * 0.001) return;
      c *= ratio;
      if (ratio >= 1.0 && c >= start * 1000.0) {
        if (std::isfinite(c)) weights_.push_back(c);
        return;
      }
    }
  }

  void normalise() {
    double sum = 0.0;
    for (const double w : weights_) {
      if (!std::isfinite(w) || w < 0.0) refuse("a weight of " + std::string(name_) + " is negative or not finite");
      sum += w;
    }
    if (!refused() && !(sum > 0.0 && std::isfinite(sum)))
      refuse("the weights of " + std::string(name_) + " do not have a finite sum above 0");
    if (refused()) {
      weights_.clear();
      return;
    }
    for (double& w : weights_) w = w / sum * 100.0;
  }

  std::string_view name_;
  std::uint64_t most_;
  PartitionFault& fault_;
  std::vector<std::string_view> arguments_;
  std::uint64_t count_ = 0;
  std::vector<double> weights_;
};

}  // namespace

std::vector<double> partition_recipe(std::string_view name, std::string_view arguments, std::uint64_t most, PartitionFault& fault) {
  return Recipe(name, arguments, most, fault).weights();
}

}  // namespace polydat
