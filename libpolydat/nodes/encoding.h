// Bytes as text: base64, base32 and hex (RFC 4648).
#pragma once

#include <string_view>

#include "nodes/scratch.h"

namespace polydat {

// Standard alphabets, padded with `=`.
void append_base64(Buffer& to, std::string_view bytes);
void append_base32(Buffer& to, std::string_view bytes);
// Strict: padding as the encoder writes it, no blanks, unused bits zero, base32 in upper case. False: `to` is as it was.
bool decode_base64(Buffer& to, std::string_view text);
bool decode_base32(Buffer& to, std::string_view text);
// 0 to 15, or -1 when the character is no hex digit of either case.
int hex_digit(char c);
// Whole pairs of hex digits, either case. False: `to` is as it was.
bool decode_hex(Buffer& to, std::string_view text);

}  // namespace polydat
