// A function that short, often called code calls now and then. The compiler leaves it out of line, and where it can the callee
// saves the registers, so that the caller needs none of its own for a call that does not happen.
#pragma once

#if defined(__clang__) && defined(__x86_64__)
#define POLYDAT_RARELY_CALLED [[gnu::noinline, clang::preserve_most]]
#else
#define POLYDAT_RARELY_CALLED [[gnu::noinline]]
#endif
