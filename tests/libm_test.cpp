// The runtime functions (nodes/native/runtime.h) against MPFR: the worst error of each, in units of the last place.
// POLYDAT_ARGUMENTS: how many arguments a function (100,000).
#include <doctest/doctest.h>
#include <mpfr.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "nodes/native/runtime.h"

namespace {

using Random = std::mt19937_64;

double between(Random& random, double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); }

// Any finite double: all signs and exponents are as likely.
double any_double(Random& random) {
  for (;;) {
    const double x = std::bit_cast<double>(random());
    if (std::isfinite(x)) return x;
  }
}

// The distance of `value` from the exact result (given with 200 bits) in units of the last place of the rounded exact result.
double error_in_ulp(double value, mpfr_t exact) {
  const double rounded = mpfr_get_d(exact, MPFR_RNDN);
  if (std::isnan(rounded) || std::isinf(rounded) || std::isnan(value) || std::isinf(value))
    return (std::isnan(rounded) && std::isnan(value)) || rounded == value ? 0 : std::numeric_limits<double>::infinity();
  const double magnitude = std::fabs(rounded);
  const double ulp = std::nextafter(magnitude, std::numeric_limits<double>::infinity()) - magnitude;
  mpfr_t difference;
  mpfr_init2(difference, 200);
  mpfr_sub_d(difference, exact, value, MPFR_RNDN);
  const double error = std::fabs(mpfr_get_d(difference, MPFR_RNDN)) / ulp;
  mpfr_clear(difference);
  return error;
}

struct Check {
  const char* name;
  double (*one)(double);
  double (*two)(double, double);
  int (*exact_one)(mpfr_t, const mpfr_t, mpfr_rnd_t);
  int (*exact_two)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);
  double low, high;  // where half of the arguments are; the others are near 1 and anywhere
  double most;       // allowed error: 0.5 and a hair is correct rounding
};

// MPFR's own remainder, as fmod: the sign is the first operand's.
int exact_fmod(mpfr_t result, const mpfr_t a, const mpfr_t b, mpfr_rnd_t round) { return mpfr_fmod(result, a, b, round); }

constexpr double kRounded = 0.5000001;
const Check kChecks[] = {
    {"sin", polydat_sin, nullptr, mpfr_sin, nullptr, -10, 10, kRounded},
    {"cos", polydat_cos, nullptr, mpfr_cos, nullptr, -10, 10, kRounded},
    {"tan", polydat_tan, nullptr, mpfr_tan, nullptr, -10, 10, kRounded},
    {"asin", polydat_asin, nullptr, mpfr_asin, nullptr, -1, 1, kRounded},
    {"acos", polydat_acos, nullptr, mpfr_acos, nullptr, -1, 1, kRounded},
    {"atan", polydat_atan, nullptr, mpfr_atan, nullptr, -10, 10, kRounded},
    {"atan2", nullptr, polydat_atan2, nullptr, mpfr_atan2, -10, 10, kRounded},
    {"exp", polydat_exp, nullptr, mpfr_exp, nullptr, -50, 50, kRounded},
    {"ln", polydat_ln, nullptr, mpfr_log, nullptr, 0, 100, kRounded},
    {"pow", nullptr, polydat_pow, nullptr, mpfr_pow, 0, 20, 0.51},
    {"fmod", nullptr, polydat_fmod, nullptr, exact_fmod, -1000, 1000, kRounded},
};

std::uint64_t arguments() {
  const char* const asked = std::getenv("POLYDAT_ARGUMENTS");
  return asked == nullptr ? 100'000 : std::strtoull(asked, nullptr, 10);
}

}  // namespace

TEST_CASE("the runtime functions are within their stated error of the exact value") {
  // Subnormal results are rounded once more than MPFR rounds: its exponents are those of doubles here.
  mpfr_set_emin(-1100);
  mpfr_set_emax(1100);
  for (const Check& check : kChecks) {
    Random random(20261130);
    mpfr_t x, y, exact;
    mpfr_init2(x, 53);
    mpfr_init2(y, 53);
    mpfr_init2(exact, 200);
    double worst = 0, worst_x = 0, worst_y = 0;
    std::uint64_t misrounded = 0;
    const std::uint64_t count = arguments();
    for (std::uint64_t i = 0; i < count; ++i) {
      const bool near = i % 2 == 0;
      // Every fourth first operand is close to 1: where a logarithm is small and a power turns to huge exponents.
      const double a = near         ? between(random, check.low, check.high)
                       : i % 4 == 1 ? 1 + std::ldexp(between(random, -1, 1), -static_cast<int>(random() % 53))
                                    : any_double(random);
      const double b = near ? between(random, check.low, check.high) : any_double(random);
      mpfr_set_d(x, a, MPFR_RNDN);
      mpfr_set_d(y, b, MPFR_RNDN);
      double value;
      if (check.one != nullptr) {
        value = check.one(a);
        check.exact_one(exact, x, MPFR_RNDN);
      } else {
        value = check.two(a, b);
        check.exact_two(exact, x, y, MPFR_RNDN);
      }
      const double error = error_in_ulp(value, exact);
      if (error > kRounded) ++misrounded;
      if (error > worst) worst = error, worst_x = a, worst_y = b;
    }
    MESSAGE(std::string(check.name) << ": worst error " << worst << " ulp at " << worst_x << ", " << worst_y << "; " << misrounded << " of "
                                    << count << " not correctly rounded");
    CHECK_MESSAGE(worst <= check.most, std::string(check.name));
    mpfr_clear(x);
    mpfr_clear(y);
    mpfr_clear(exact);
  }
  mpfr_free_cache();
}

TEST_CASE("special values are as IEEE 754 has them") {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(polydat_sin(inf)));
  CHECK(std::signbit(polydat_sin(-0.0)));
  CHECK(polydat_exp(-inf) == 0);
  CHECK(polydat_exp(710) == inf);
  CHECK(polydat_ln(0) == -inf);
  CHECK(std::isnan(polydat_ln(-1)));
  CHECK(polydat_pow(nan, 0) == 1);
  CHECK(polydat_pow(1, nan) == 1);
  CHECK(std::isnan(polydat_pow(-8, 1.0 / 3)));
  CHECK(std::signbit(polydat_atan2(-0.0, 1)));
  CHECK(std::signbit(polydat_atan(-0.0)));
  CHECK(polydat_atan(inf) == polydat_atan2(1, 0));
  CHECK(std::isnan(polydat_fmod(1, 0)));
  CHECK(polydat_fmod(-7, 3) == -1);
}
