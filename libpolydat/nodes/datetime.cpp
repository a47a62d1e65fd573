// Epoch milliseconds and calendar dates.
#include "nodes/families.h"
#include "nodes/native_row.h"
#include "nodes/number_text.h"

namespace polydat {
namespace {

namespace n = native;

char* put_padded(char* to, std::uint64_t v, unsigned digits) {
  for (unsigned i = digits; i-- > 0; v /= 10) to[i] = static_cast<char>('0' + v % 10);
  return to + digits;
}

// YYYY-MM-DDThh:mm:ss.mmmZ; years past 9999 have as many digits as they need, and no sign.
void to_timestamp(std::uint64_t input, StrOut& value) {
  std::uint64_t year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, millis = 0;
  n::date_components(input, year, month, day, hour, minute, second, millis);
  char text[64];
  char* end = year > 9999 ? put_u64(text, year) : put_padded(text, year, 4);
  *end++ = '-'; end = put_padded(end, month, 2);
  *end++ = '-'; end = put_padded(end, day, 2);
  *end++ = 'T'; end = put_padded(end, hour, 2);
  *end++ = ':'; end = put_padded(end, minute, 2);
  *end++ = ':'; end = put_padded(end, second, 2);
  *end++ = '.'; end = put_padded(end, millis, 3);
  *end++ = 'Z';
  value.append({text, static_cast<std::size_t>(end - text)});
}

constexpr NodeDef kRows[] = {
    native_row<&n::epoch_scale>({.signature = "epoch_scale(input: u64, const factor: u64 = 1) -> u64", .family = "datetime",
        .doc = "The input times a factor, wrapping: a row number as milliseconds, one row a factor.",
        .example = "input cycle: u64\nout := epoch_scale(cycle, 60000)\n"}),
    native_row<&n::epoch_offset>({.signature = "epoch_offset(input: u64, const base_epoch_ms: u64 = 0) -> u64", .family = "datetime",
        .doc = "The input plus a start in epoch milliseconds, wrapping.",
        .example = "input cycle: u64\nout := to_timestamp(epoch_offset(epoch_scale(cycle, 60000), 1704067200000))\n"}),
    native_row<&n::date_components>({.signature = "date_components(input: u64) -> (year: u64, month: u64, day: u64, hour: u64, "
                                                  "minute: u64, second: u64, millis: u64)",
        .family = "datetime",
        .doc = "The UTC date and time of a number of milliseconds since 1970-01-01, in the proleptic Gregorian calendar without leap "
               "seconds.",
        .example = "input cycle: u64\n(y, mo, d, h, mi, s, ms) := date_components(epoch_scale(cycle, 86400000))\n"}),
    closure_row<&to_timestamp>({.signature = "to_timestamp(input: u64) -> str", .family = "datetime",
        .doc = "The UTC date and time of a number of milliseconds since 1970-01-01 as YYYY-MM-DDThh:mm:ss.mmmZ. Years past 9999 have more "
               "digits; there are no leap seconds.",
        .example = "input cycle: u64\nout := to_timestamp(epoch_scale(cycle, 86400000))\n", .why_closure = "writes text"}),
};

}  // namespace

std::span<const NodeDef> datetime_nodes() { return kRows; }

}  // namespace polydat
