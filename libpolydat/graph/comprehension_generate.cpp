// The named generators (language 4.7).
#include <cmath>

#include "graph/comprehension_source.h"
#include "nodes/native/runtime.h"

namespace polydat {

namespace {

__extension__ typedef unsigned __int128 Wide;

double number_of(const Value& value) {
  return value.type() == PortType::U64   ? static_cast<double>(value.as_u64())
         : value.type() == PortType::F64 ? value.as_f64()
                                         : std::nan("");
}

class GeneratorRun {
 public:
  GeneratorRun(const std::vector<Value>& arguments, std::uint64_t most, ComprehensionFault& fault)
      : arguments_(arguments), most_(most), fault_(fault) {}

  std::vector<Value> run(Generator generator) {
    switch (generator) {
      case Generator::Fib: fib(whole(0, 93), ~std::uint64_t{0}); break;
      case Generator::FibUntil: fib(93, whole(0, ~std::uint64_t{0})); break;
      case Generator::Pow2: pow2(whole(0, 64), ~std::uint64_t{0}); break;
      case Generator::Pow2Until: pow2(64, whole(0, ~std::uint64_t{0})); break;
      case Generator::Binomial: binomial(whole(0, 67)); break;
      case Generator::Geometric: geometric(); break;
      case Generator::GeometricUntil: geometric_until(); break;
      case Generator::LinearStarts: linear(false); break;
      case Generator::LinearSteps: linear(true); break;
      case Generator::LogSteps: log_steps(); break;
    }
    if (!fault_.message.empty()) out_.clear();
    return std::move(out_);
  }

 private:
  void fail(std::string message) {
    if (fault_.message.empty()) fault_.message = std::move(message);
  }
  std::uint64_t whole(std::size_t i, std::uint64_t most) {
    if (arguments_[i].type() != PortType::U64) {
      fail("a generator takes a whole number there");
      return 0;
    }
    if (arguments_[i].as_u64() > most) fail("the generator has at most " + std::to_string(most) + " terms that fit in 64 bits");
    return fault_.message.empty() ? arguments_[i].as_u64() : 0;
  }
  double number(std::size_t i) {
    const double value = number_of(arguments_[i]);
    if (!std::isfinite(value)) fail("a generator takes finite numbers");
    return value;
  }
  std::uint64_t count(std::size_t i) {
    const std::uint64_t n = whole(i, ~std::uint64_t{0});
    return fits(n) ? n : 0;
  }
  bool fits(std::uint64_t n) {
    if (n <= most_) return true;
    fault_.by_limit = true;
    fail("a generator of " + std::to_string(n) + " values is larger than --max-value allows");
    return false;
  }
  void add(std::uint64_t v) { out_.push_back(Value::u64(v)); }
  void add(double v) {
    if (!std::isfinite(v)) fail("a term of the generator is not finite");
    else out_.push_back(Value::f64(v));
  }

  void fib(std::uint64_t n, std::uint64_t most) {
    std::uint64_t a = 1, b = 1;
    for (std::uint64_t i = 0; i < n && a <= most; ++i) {
      add(a);
      const std::uint64_t next = a + b;
      a = b;
      b = next;
    }
  }
  void pow2(std::uint64_t n, std::uint64_t most) {
    for (std::uint64_t i = 0; i < n && (std::uint64_t{1} << i) <= most; ++i) add(std::uint64_t{1} << i);
  }
  void binomial(std::uint64_t n) {
    if (!fault_.message.empty()) return;
    Wide c = 1;
    for (std::uint64_t k = 0; k <= n; ++k) {
      add(static_cast<std::uint64_t>(c));
      c = c * (n - k) / (k + 1);
    }
  }
  void geometric() {
    const double start = number(0), factor = number(1);
    const std::uint64_t n = count(2);
    double term = start;
    for (std::uint64_t i = 0; i < n && fault_.message.empty(); ++i, term *= factor) add(term);
  }
  void geometric_until() {
    const double start = number(0), factor = number(1), most = number(2);
    if (fault_.message.empty() && (start <= 0 || factor <= 1)) fail("`geometric_until` starts above 0 and has a factor above 1");
    for (double term = start; fault_.message.empty() && term <= most; term *= factor)
      if (fits(out_.size() + 1)) add(term);
  }
  void linear(bool both_ends) {
    const double a = number(0), b = number(1);
    const std::uint64_t n = count(2);
    const double parts = static_cast<double>(both_ends && n > 1 ? n - 1 : n);
    for (std::uint64_t i = 0; i < n && fault_.message.empty(); ++i)
      add(both_ends && i + 1 == n && n > 1 ? b : a + static_cast<double>(i) * (b - a) / parts);
  }
  void log_steps() {
    const double a = number(0), b = number(1);
    const std::uint64_t n = count(2);
    if (fault_.message.empty() && (a <= 0 || b <= 0)) fail("`log_steps` takes ends above 0");
    for (std::uint64_t i = 0; i < n && fault_.message.empty(); ++i) {
      if (i == 0) add(a);
      else if (i + 1 == n) add(b);
      else add(polydat_exp(polydat_ln(a) + static_cast<double>(i) * (polydat_ln(b) - polydat_ln(a)) / static_cast<double>(n - 1)));
    }
  }

  const std::vector<Value>& arguments_;
  std::uint64_t most_;
  ComprehensionFault& fault_;
  std::vector<Value> out_;
};

}  // namespace

std::vector<Value> generate(Generator generator, const std::vector<Value>& arguments, std::uint64_t most, ComprehensionFault& fault) {
  return GeneratorRun(arguments, most, fault).run(generator);
}

}  // namespace polydat
