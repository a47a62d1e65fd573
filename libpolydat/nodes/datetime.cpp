// Epoch milliseconds and calendar dates.
#include <cstring>

#include "nodes/families.h"
#include "nodes/native_row.h"
#include "nodes/number_text.h"
#include "nodes/text_row.h"

namespace polydat {
namespace {

namespace n = native;

struct CivilDate {
  std::uint64_t year;
  std::uint32_t month, day;
};

// As native::civil_date; for days of the next millions of years by multiplications of 32 bits (Neri and Schneider, "Euclidean affine
// functions and their application to calendar algorithms").
CivilDate civil_date(std::uint64_t days) {
  constexpr std::uint64_t kFewDays = std::uint64_t{1} << 29;
  if (days >= kFewDays) [[unlikely]] {
    std::uint64_t year = 0, month = 0, day = 0;
    n::civil_date(days, year, month, day);
    return {year, static_cast<std::uint32_t>(month), static_cast<std::uint32_t>(day)};
  }
  const std::uint32_t quarters = 4 * (static_cast<std::uint32_t>(days) + 719468) + 3;  // of days since 1 March of year 0
  const std::uint32_t century = quarters / 146097, day_of_century = quarters % 146097 / 4;
  const std::uint64_t product = std::uint64_t{2939745} * (4 * day_of_century + 3);
  const auto year_of_century = static_cast<std::uint32_t>(product >> 32);
  const std::uint32_t day_of_year = static_cast<std::uint32_t>(product) / 2939745 / 4;
  const std::uint32_t month_and_day = 2141 * day_of_year + 197913;
  const std::uint32_t next_year = day_of_year >= 306 ? 1 : 0;  // January and February
  return {100 * century + year_of_century + next_year, (month_and_day >> 16) - 12 * next_year, (month_and_day & 0xffff) / 2141 + 1};
}

// Two digits and the separator behind them.
char* put2(char* to, std::uint32_t v, char separator) {
  std::memcpy(to, detail::digit_tables.full[v] + 2, 2);
  to[2] = separator;
  return to + 3;
}

// YYYY-MM-DDThh:mm:ss.mmmZ; years past 9999 have as many digits as they need, and no sign.
constexpr std::size_t kTimestampRoom = 64;
char* put_timestamp(char* to, std::uint64_t input) {
  constexpr std::uint64_t kDay = 86400000;
  const std::uint64_t days = input / kDay;
  const CivilDate date = civil_date(days);
  const std::uint32_t millis = static_cast<std::uint32_t>(input - days * kDay), seconds = millis / 1000, minutes = seconds / 60;
  to = date.year > 9999 ? put_u64(to, date.year) : detail::put_full4(to, static_cast<std::uint32_t>(date.year));
  *to++ = '-';
  to = put2(to, date.month, '-');
  to = put2(to, date.day, 'T');
  to = put2(to, minutes / 60, ':');
  to = put2(to, minutes % 60, ':');
  to = put2(to, seconds % 60, '.');
  std::memcpy(to, detail::digit_tables.full[millis % 1000] + 1, 3);
  to[3] = 'Z';
  return to + 4;
}

constexpr NodeDef kRows[] = {
    native_row<&n::epoch_scale>({.signature = "epoch_scale(input: u64, const factor: u64 = 1) -> u64",
                                 .family = "datetime",
                                 .doc = "The input times a factor, wrapping: a row number as milliseconds, one row a factor.",
                                 .example = "input cycle: u64\nout := epoch_scale(cycle, 60000)\n"}),
    native_row<&n::epoch_offset>(
        {.signature = "epoch_offset(input: u64, const base_epoch_ms: u64 = 0) -> u64",
         .family = "datetime",
         .doc = "The input plus a start in epoch milliseconds, wrapping.",
         .example = "input cycle: u64\nout := to_timestamp(epoch_offset(epoch_scale(cycle, 60000), 1704067200000))\n"}),
    native_row<&n::date_components>(
        {.signature = "date_components(input: u64) -> (year: u64, month: u64, day: u64, hour: u64, "
                      "minute: u64, second: u64, millis: u64)",
         .family = "datetime",
         .doc = "The UTC date and time of a number of milliseconds since 1970-01-01, in the proleptic Gregorian calendar without leap "
                "seconds.",
         .example = "input cycle: u64\n(y, mo, d, h, mi, s, ms) := date_components(epoch_scale(cycle, 86400000))\n"}),
    text_row<&put_timestamp, kTimestampRoom>(
        {.signature = "to_timestamp(input: u64) -> str",
         .family = "datetime",
         .doc = "The UTC date and time of a number of milliseconds since 1970-01-01 as YYYY-MM-DDThh:mm:ss.mmmZ. Years past 9999 have more "
                "digits; there are no leap seconds.",
         .example = "input cycle: u64\nout := to_timestamp(epoch_scale(cycle, 86400000))\n",
         .text = TextContent::Plain,
         .why_closure = "writes text"}),
};

}  // namespace

std::span<const NodeDef> datetime_nodes() { return kRows; }

}  // namespace polydat
