// Epoch milliseconds and calendar dates.
#include <cstring>

#include "nodes/families.h"
#include "nodes/native_row.h"
#include "nodes/number_text.h"
#include "nodes/text_row.h"

namespace polydat {
namespace {

namespace n = native;

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
  std::uint64_t year = 0, month = 0, day = 0;
  n::civil_date(days, year, month, day);
  const std::uint32_t millis = static_cast<std::uint32_t>(input - days * kDay), seconds = millis / 1000, minutes = seconds / 60;
  to = year > 9999 ? put_u64(to, year) : detail::put_full4(to, static_cast<std::uint32_t>(year));
  *to++ = '-';
  to = put2(to, static_cast<std::uint32_t>(month), '-');
  to = put2(to, static_cast<std::uint32_t>(day), 'T');
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
