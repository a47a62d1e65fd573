// The text forms of every value (types page, section 2), appended to a buffer. Row writers, text nodes and failure reports all
// use these; nothing else turns a value into text.
//
// `words` are the slot words of a value of `type`; with `none` they are not looked at. A buffer whose limit is passed stays
// overflowed(): the callers need no checks in between.
#pragma once

#include <cstdint>

#include "nodes/scratch.h"
#include "polydat/port_type.h"

namespace polydat {

// Display form (2.2). None: nothing.
void append_display(Buffer& to, PortType type, const std::uint64_t* words, bool none = false);

// JSON form (2.3). None: `null`. Bytes are lowercase hex in rows, base64 inside json-making nodes.
void append_json(Buffer& to, PortType type, const std::uint64_t* words, bool none = false);

// The text that `printf("{}", x)` and "{x}" give (2.4): the display form of every type. None does not reach it.
inline void append_interpolated(Buffer& to, PortType type, const std::uint64_t* words) { append_display(to, type, words); }

// Lowercase hex, two digits a byte.
void append_hex(Buffer& to, const char* bytes, std::size_t count);

// Room for the display form of any type whose colour is Imm1, and the form itself: for writers with their own output area.
inline constexpr std::size_t kScalarTextRoom = 32;
char* put_scalar_display(char* to, PortType type, std::uint64_t word);
char* put_scalar_json(char* to, PortType type, std::uint64_t word);

}  // namespace polydat
