// Distribution functions in closed form or by series; quantiles in closed form or by bisection of them.
#include "graph/measure_quantile.h"

#include <array>
#include <cmath>
#include <limits>

#include "nodes/native/runtime.h"

namespace polydat {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// exp, ln and pow are those of the nodes; what else is needed is made of them, so that no C library and no CPU decides a digit (design D5).

// ln(1 + x), also where 1 + x loses digits of x.
double ln_plus_one(double x) {
  const double sum = 1 + x;
  const double kept = sum - 1;
  return kept == 0 ? x : kept == x ? polydat_ln(sum) : polydat_ln(sum) * (x / kept);
}

// exp(x) - 1 for x <= 0.
double exp_minus_one(double x) {
  const double e = polydat_exp(x);
  if (e == 1) return x;
  return e < 0.5 ? e - 1 : (e - 1) * (x / polydat_ln(e));
}

// The logarithm of the gamma function, for x > 0: Lanczos' sum with g = 607/128.
double ln_gamma(double x) {
  constexpr std::array<double, 14> terms{
      57.1562356658629235,      -59.5979603554754912,     14.1360979747417471,      -0.491913816097620199,    0.339946499848118887e-4,
      0.465236289270485756e-4,  -0.983744753048795646e-4, 0.158088703224912494e-3,  -0.210264441724104883e-3, 0.217439618115212643e-3,
      -0.164318106536763890e-3, 0.844182239838527433e-4,  -0.261908384015814087e-4, 0.368991826595316234e-5};
  double sum = 0.999999999999997092;
  for (std::size_t i = 0; i < terms.size(); ++i) sum += terms[i] / (x + static_cast<double>(i + 1));
  const double t = x + 5.2421875;
  return (x + 0.5) * polydat_ln(t) - t + polydat_ln(2.5066282746310005 * sum / x);
}

// The regularised incomplete gamma function: the part below x, or the part above it. `front` is exp(-x) x^shape / gamma(shape).
double gamma_part(double shape, double x, double front, bool above) {
  if (x < shape + 1) {
    double term = 1 / shape, sum = term;
    for (double a = shape + 1; std::fabs(term) > std::fabs(sum) * 1e-17; a += 1) sum += term *= x / a;
    return above ? 1 - front * sum : front * sum;
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
  return above ? front * h : 1 - front * h;
}
double gamma_below(double shape, double x) {
  return x <= 0 ? 0 : gamma_part(shape, x, polydat_exp(-x + shape * polydat_ln(x) - ln_gamma(shape)), false);
}

double normal_below(double z) {
  constexpr double root_of_two_pi = 2.5066282746310005;
  const double x = z * z / 2;
  const double tail = 0.5 * gamma_part(0.5, x, polydat_exp(-x) * std::fabs(z) / root_of_two_pi, true);
  return z < 0 ? tail : 1 - tail;
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
  const double front = polydat_exp(ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * polydat_ln(x) + b * ln_plus_one(-x));
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
  // One half mirrors the other; 1 - u is exact in the upper one.
  if (u == 0.5) return 0;
  return u < 0.5 ? bisect(-40, 0, u, normal_below) : -bisect(-40, 0, 1 - u, normal_below);
}

}  // namespace

double measure_below(Measure measure, std::span<const double> p, double x) {
  switch (measure) {
    case Measure::Uniform: return x <= 0 ? 0 : x >= 1 ? 1 : x;
    case Measure::Normal: return normal_below((x - p[0]) / p[1]);
    case Measure::Exponential: return x <= 0 ? 0 : -exp_minus_one(-p[0] * x);
    case Measure::Pareto: return x <= p[0] ? 0 : 1 - polydat_pow(p[0] / x, p[1]);
    case Measure::Beta: return beta_below(p[0], p[1], x);
    case Measure::LogNormal: return x <= 0 ? 0 : normal_below((polydat_ln(x) - p[0]) / p[1]);
    case Measure::Gamma: return gamma_below(p[0], x / p[1]);
  }
  return 0;
}

double measure_quantile(Measure measure, std::span<const double> p, double u) {
  switch (measure) {
    case Measure::Uniform: return u;
    case Measure::Normal: return p[0] + p[1] * normal_quantile(u);
    case Measure::Exponential: return -ln_plus_one(-u) / p[0];
    case Measure::Pareto: return p[0] / polydat_pow(1 - u, 1 / p[1]);
    case Measure::Beta: return u <= 0 ? 0 : u >= 1 ? 1 : bisect(0, 1, u, [&](double x) { return beta_below(p[0], p[1], x); });
    case Measure::LogNormal: return polydat_exp(p[0] + p[1] * normal_quantile(u));
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
