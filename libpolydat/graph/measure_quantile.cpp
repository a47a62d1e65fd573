// Distribution functions in closed form or by series; quantiles in closed form or by bisection of them.
#include "graph/measure_quantile.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace polydat {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double normal_below(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

// The regularised lower incomplete gamma function.
double gamma_below(double shape, double x) {
  if (x <= 0) return 0;
  const double front = std::exp(-x + shape * std::log(x) - std::lgamma(shape));
  if (x < shape + 1) {
    double term = 1 / shape, sum = term;
    for (double a = shape + 1; std::fabs(term) > std::fabs(sum) * 1e-17; a += 1) sum += term *= x / a;
    return front * sum;
  }
  double b = x + 1 - shape, c = 1e300, d = 1 / b, h = d;
  for (int i = 1; i < 10'000; ++i) {  // Lentz's continued fraction
    const double an = -i * (i - shape);
    b += 2;
    d = an * d + b;
    if (std::fabs(d) < 1e-300) d = 1e-300;
    c = b + an / c;
    if (std::fabs(c) < 1e-300) c = 1e-300;
    d = 1 / d;
    const double step = d * c;
    h *= step;
    if (std::fabs(step - 1) < 1e-16) break;
  }
  return 1 - front * h;
}

double beta_fraction(double a, double b, double x) {
  double c = 1, d = 1 - (a + b) * x / (a + 1);
  if (std::fabs(d) < 1e-300) d = 1e-300;
  d = 1 / d;
  double h = d;
  for (int m = 1; m < 10'000; ++m) {
    const double before = h;
    for (const bool odd : {false, true}) {
      const double numerator =
          odd ? -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)) : m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      d = 1 + numerator * d;
      if (std::fabs(d) < 1e-300) d = 1e-300;
      c = 1 + numerator / c;
      if (std::fabs(c) < 1e-300) c = 1e-300;
      d = 1 / d;
      h *= d * c;
    }
    if (std::fabs(h - before) < std::fabs(h) * 1e-16) break;
  }
  return h;
}

// The regularised incomplete beta function.
double beta_below(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

// The x in [low, high] with below(x) = u, to the last bit that halving reaches.
template <class Below>
double bisect(double low, double high, double u, const Below& below) {
  for (int i = 0; i < 2'000; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    if (below(middle) < u) low = middle;
    else high = middle;
  }
  return high;
}

double normal_quantile(double u) {
  if (u <= 0) return -kInfinity;
  if (u >= 1) return kInfinity;
  return bisect(-40, 40, u, normal_below);
}

}  // namespace

double measure_below(Measure measure, std::span<const double> p, double x) {
  switch (measure) {
    case Measure::Uniform: return x <= 0 ? 0 : x >= 1 ? 1 : x;
    case Measure::Normal: return normal_below((x - p[0]) / p[1]);
    case Measure::Exponential: return x <= 0 ? 0 : -std::expm1(-p[0] * x);
    case Measure::Pareto: return x <= p[0] ? 0 : 1 - std::pow(p[0] / x, p[1]);
    case Measure::Beta: return beta_below(p[0], p[1], x);
    case Measure::LogNormal: return x <= 0 ? 0 : normal_below((std::log(x) - p[0]) / p[1]);
    case Measure::Gamma: return gamma_below(p[0], x / p[1]);
  }
  return 0;
}

double measure_quantile(Measure measure, std::span<const double> p, double u) {
  switch (measure) {
    case Measure::Uniform: return u;
    case Measure::Normal: return p[0] + p[1] * normal_quantile(u);
    case Measure::Exponential: return -std::log1p(-u) / p[0];
    case Measure::Pareto: return p[0] / std::pow(1 - u, 1 / p[1]);
    case Measure::Beta: return u <= 0 ? 0 : u >= 1 ? 1 : bisect(0, 1, u, [&](double x) { return beta_below(p[0], p[1], x); });
    case Measure::LogNormal: return std::exp(p[0] + p[1] * normal_quantile(u));
    case Measure::Gamma: {
      if (u <= 0) return 0;
      if (u >= 1) return kInfinity;
      double high = p[0] + 1;
      while (gamma_below(p[0], high) < u && high < 1e300) high *= 2;
      return p[1] * bisect(0, high, u, [&](double x) { return gamma_below(p[0], x); });
    }
  }
  return 0;
}

}  // namespace polydat
