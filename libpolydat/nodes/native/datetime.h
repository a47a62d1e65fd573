// Epoch milliseconds and their calendar fields: UTC, proleptic Gregorian, no leap seconds. Total over all of u64.
#pragma once

#include "nodes/native/kernel_subset.h"

POLYDAT_NATIVE_BEGIN

inline u64 epoch_scale(u64 input, u64 factor) { return input * factor; }
inline u64 epoch_offset(u64 input, u64 base_epoch_ms) { return input + base_epoch_ms; }

// Days become a date by the usual trick of years that begin in March (Howard Hinnant, "chrono-Compatible Low-Level Date
// Algorithms"): the leap day is the last of its year, and an era is 400 years of 146097 days.
inline void civil_date(u64 days, u64& year, u64& month, u64& day) {
  const u64 z = days + 719468;
  const u64 era = z / 146097;
  const u64 day_of_era = z % 146097;
  const u64 year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const u64 day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const u64 q = (5 * day_of_year + 2) / 153;
  day = day_of_year - (153 * q + 2) / 5 + 1;
  month = q < 10 ? q + 3 : q - 9;
  year = year_of_era + 400 * era + (month <= 2 ? 1 : 0);
}

inline void date_components(u64 input, u64& year, u64& month, u64& day, u64& hour, u64& minute, u64& second, u64& millis) {
  millis = input % 1000;
  const u64 seconds = input / 1000;
  second = seconds % 60;
  minute = seconds / 60 % 60;
  hour = seconds / 3600 % 24;
  civil_date(seconds / 86400, year, month, day);
}

POLYDAT_NATIVE_END

#define POLYDAT_NATIVE_DATETIME(X) X(epoch_scale) X(epoch_offset) X(date_components)
