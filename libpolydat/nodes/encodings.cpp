// Nodes of the family "encodings": digests, base64 and base32, HTML and URL escapes.
#include <nettle/md5.h>
#include <nettle/sha2.h>

#include <algorithm>
#include <cstdint>

#include "nodes/encoding.h"
#include "nodes/families.h"
#include "nodes/native_row.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

constexpr std::string_view kText = "works on text in memory";
constexpr std::string_view kDigest = "calls the digest library";

const std::uint8_t* bytes_of(Bytes input) { return static_cast<const std::uint8_t*>(static_cast<const void*>(input.data.data())); }

void sha256(Bytes input, BytesOut& out) {
  std::uint8_t digest[SHA256_DIGEST_SIZE];
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, input.data.size(), bytes_of(input));
  sha256_digest(&context, sizeof(digest), digest);
  out.append({static_cast<const char*>(static_cast<const void*>(digest)), sizeof(digest)});
}
void md5(Bytes input, BytesOut& out) {
  std::uint8_t digest[MD5_DIGEST_SIZE];
  md5_ctx context;
  md5_init(&context);
  md5_update(&context, input.data.size(), bytes_of(input));
  md5_digest(&context, sizeof(digest), digest);
  out.append({static_cast<const char*>(static_cast<const void*>(digest)), sizeof(digest)});
}

void to_base64(Bytes input, StrOut& out) { append_base64(out.buffer, input.data); }
void to_base32(Bytes input, StrOut& out) { append_base32(out.buffer, input.data); }
void from_base64(std::string_view input, BytesOut& out) { decode_base64(out.buffer, input); }
void from_base32(std::string_view input, BytesOut& out) { decode_base32(out.buffer, input); }

struct Entity {
  char character;
  std::string_view text;
};
// The last one is read, never written.
constexpr Entity kEntities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#x27;"}, {'\'', "&#39;"}};

void html_encode(std::string_view input, StrOut& out) {
  while (!input.empty() && !out.buffer.overflowed()) {
    const std::size_t run = std::min(input.find_first_of("&<>\"'"), input.size());
    out.append(input.substr(0, run));
    input.remove_prefix(run);
    if (input.empty()) return;
    for (const Entity& entity : kEntities) {
      if (entity.character != input.front()) continue;
      out.append(entity.text);
      break;
    }
    input.remove_prefix(1);
  }
}
// One pass: what a replacement gives is not looked at again.
void html_decode(std::string_view input, StrOut& out) {
  while (!input.empty() && !out.buffer.overflowed()) {
    const std::size_t run = std::min(input.find('&'), input.size());
    out.append(input.substr(0, run));
    input.remove_prefix(run);
    if (input.empty()) return;
    std::size_t taken = 0;
    for (const Entity& entity : kEntities) {
      if (!input.starts_with(entity.text)) continue;
      out.push_back(entity.character);
      taken = entity.text.size();
      break;
    }
    if (taken == 0) out.push_back('&');
    input.remove_prefix(taken == 0 ? 1 : taken);
  }
}

bool is_unreserved(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == '~';
}
void url_encode(std::string_view input, StrOut& out) {
  for (const char c : input) {
    char* to = out.buffer.reserve(3);
    if (to == nullptr) return;
    const unsigned char byte = static_cast<unsigned char>(c);
    to[0] = is_unreserved(c) ? c : '%';
    to[1] = "0123456789ABCDEF"[byte >> 4];
    to[2] = "0123456789ABCDEF"[byte & 15];
    out.buffer.commit(is_unreserved(c) ? 1 : 3);
  }
}

// The byte that two characters spell: two hex digits, or `+` and one.
int url_byte(char high, char low) {
  if (hex_digit(low) < 0) return -1;
  if (high == '+') return hex_digit(low);
  return hex_digit(high) < 0 ? -1 : hex_digit(high) * 16 + hex_digit(low);
}
void url_decode(std::string_view input, StrOut& out) {
  Buffer& to = out.buffer;
  for (std::size_t k = 0; k < input.size(); ++k) {
    const int byte = input[k] == '%' && k + 2 < input.size() ? url_byte(input[k + 1], input[k + 2]) : -1;
    to.push_back(byte < 0 ? input[k] : static_cast<char>(static_cast<unsigned char>(byte)));
    if (byte >= 0) k += 2;
  }
  if (is_valid_utf8(to.view())) return;
  Buffer valid;
  append_valid_utf8(valid, to.view());
  to.clear();
  to.append(valid.view());
}

constexpr NodeDef kRows[] = {
    closure_row<&sha256>({.signature = "sha256(input: bytes) -> bytes",
                          .family = "encodings",
                          .doc = "The SHA-256 digest.",
                          .example = "input cycle: u64\nout := sha256(u64_to_bytes(cycle))\n",
                          .why_closure = kDigest}),
    closure_row<&md5>({.signature = "md5(input: bytes) -> bytes",
                       .family = "encodings",
                       .doc = "The MD5 digest.",
                       .example = "input cycle: u64\nout := md5(u64_to_bytes(cycle))\n",
                       .why_closure = kDigest}),
    closure_row<&to_base64>({.signature = "to_base64(input: bytes) -> str",
                             .family = "encodings",
                             .doc = "Base64 in the standard alphabet, padded.",
                             .example = "input cycle: u64\nout := to_base64(u64_to_bytes(cycle))\n",
                             .text = TextContent::Plain,
                             .why_closure = kText}),
    closure_row<&from_base64>({.signature = "from_base64(input: str) -> bytes",
                               .family = "encodings",
                               .doc = "What strict, padded base64 stands for; empty when the text is none.",
                               .example = "input cycle: u64\nout := from_base64(\"AQID\")\n",
                               .why_closure = kText}),
    closure_row<&to_base32>({.signature = "to_base32(input: bytes) -> str",
                             .family = "encodings",
                             .doc = "Base32 in upper case, padded.",
                             .example = "input cycle: u64\nout := to_base32(u64_to_bytes(cycle))\n",
                             .text = TextContent::Plain,
                             .why_closure = kText}),
    closure_row<&from_base32>({.signature = "from_base32(input: str) -> bytes",
                               .family = "encodings",
                               .doc = "What strict, padded base32 stands for; empty when the text is none.",
                               .example = "input cycle: u64\nout := from_base32(\"AEBAG===\")\n",
                               .why_closure = kText}),
    closure_row<&html_encode>({.signature = "html_encode(input: str) -> str",
                               .family = "encodings",
                               .doc = "The text with & < > \" ' as character references.",
                               .example = "input cycle: u64\nout := html_encode(\"a < b\")\n",
                               .why_closure = kText}),
    closure_row<&html_decode>({.signature = "html_decode(input: str) -> str",
                               .family = "encodings",
                               .doc = "The text with the references of html_encode, and &#39;, replaced in one pass.",
                               .example = "input cycle: u64\nout := html_decode(\"a &lt; b\")\n",
                               .why_closure = kText}),
    closure_row<&url_encode>({.signature = "url_encode(input: str) -> str",
                              .family = "encodings",
                              .doc = "The text with every byte but letters, digits and -_.~ as %XX.",
                              .example = "input cycle: u64\nout := url_encode(\"a b/c\")\n",
                              .text = TextContent::Plain,
                              .why_closure = kText}),
    closure_row<&url_decode>({.signature = "url_decode(input: str) -> str",
                              .family = "encodings",
                              .doc = "The text with %XX replaced by its byte; what is then no UTF-8 becomes U+FFFD.",
                              .example = "input cycle: u64\nout := url_decode(\"a%20b\")\n",
                              .why_closure = kText}),
};

}  // namespace

std::span<const NodeDef> encoding_nodes() { return kRows; }

}  // namespace polydat
