// Nodes of the family "bytes": byte strings from numbers, and cut out of images made at build.
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>

#include "nodes/charset.h"
#include "nodes/encoding.h"
#include "nodes/families.h"
#include "nodes/native/hashing.h"
#include "nodes/native_row.h"
#include "nodes/text_forms.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

constexpr std::string_view kBytes = "works on bytes in memory";

void u64_to_bytes(std::uint64_t input, BytesOut& out) {
  char bytes[8];
  std::memcpy(bytes, &input, 8);
  out.append({bytes, 8});
}

// The buffer's slack takes the last, cut word. Little-endian.
void fill_from_hash(char* to, std::uint64_t size, std::uint64_t seed) {
  for (std::uint64_t at = 0; at < size; at += 8) {
    const std::uint64_t word = native::hash(seed + at / 8);
    std::memcpy(to + at, &word, static_cast<std::size_t>(std::min<std::uint64_t>(8, size - at)));
  }
}
void prepare_bytes_from_hash(PrepareContext& context) {
  if (context.fits_value(0, context.u64(0), "each result")) context.add_u64(context.u64(0));
}
void bytes_from_hash(std::uint64_t input, std::uint64_t size, BytesOut& out) {
  char* to = out.buffer.reserve(size);
  if (to == nullptr) return;
  fill_from_hash(to, size, input);
  out.buffer.commit(size);
}

// Where a slice begins: `input` picks one of the places at which it lies whole in the image.
std::uint64_t slice_offset(std::uint64_t input, std::uint64_t image, std::uint64_t slice) {
  return image > slice ? input % (image - slice + 1) : 0;
}

void prepare_byte_image(PrepareContext& context) {
  const std::uint64_t size = context.u64(0);
  if (!context.fits(0, size, "the image")) return;
  std::string image(size, '\0');
  fill_from_hash(image.data(), size, context.u64(2));
  context.add_str(std::move(image));
  context.add_u64(context.u64(1));
}
void byte_image_extract(std::uint64_t input, Bytes image, std::uint64_t slice, BytesOut& out) {
  const std::uint64_t offset = slice_offset(input, image.data.size(), slice);
  out.append(image.data.substr(offset, slice));
}

struct CharImage : Prepared {
  std::string text;
  std::vector<std::uint32_t> starts;  // of each code point, and the end; empty when every code point is one byte
  std::uint64_t size = 0;             // in code points
  std::uint64_t slice = 0;
};
void prepare_char_image(PrepareContext& context) {
  const std::uint64_t size = context.u64(1);
  if (size == 0) return context.refuse(1, "the image is empty");
  // Four bytes of text and four of index a code point.
  if (!context.fits(1, size > ~std::uint64_t{0} / 8 ? ~std::uint64_t{0} : 8 * size, "the image")) return;
  const auto charset = parse_charset(context.str(0), 0x110000);
  if (!charset) return context.refuse(0, "the charset names more than 1114112 characters");
  if (charset->empty()) return context.refuse(0, "the charset is empty");
  auto image = std::make_shared<CharImage>();
  image->size = size;
  image->slice = context.u64(2);
  const bool ascii = std::all_of(charset->begin(), charset->end(), [](std::uint32_t c) { return c < 0x80; });
  if (!ascii) image->starts.reserve(size + 1);
  for (std::uint64_t i = 0; i < size; ++i) {
    if (!ascii) image->starts.push_back(static_cast<std::uint32_t>(image->text.size()));
    char bytes[4];
    const char* end = put_utf8(bytes, (*charset)[native::hash(context.u64(3) + i) % charset->size()]);
    image->text.append(bytes, static_cast<std::size_t>(end - bytes));
  }
  if (!ascii) image->starts.push_back(static_cast<std::uint32_t>(image->text.size()));
  context.add_object<CharImage>(std::move(image));
}
void char_image_extract(std::uint64_t input, const CharImage& image, StrOut& out) {
  const std::uint64_t from = slice_offset(input, image.size, image.slice);
  const std::uint64_t to = image.slice < image.size - from ? from + image.slice : image.size;
  const std::uint64_t first = image.starts.empty() ? from : image.starts[from];
  const std::uint64_t end = image.starts.empty() ? to : image.starts[to];
  out.append(std::string_view(image.text).substr(first, end - first));
}

void byte_slice(Bytes input, std::uint64_t offset, std::uint64_t length, BytesOut& out) {
  if (offset < input.data.size()) out.append(input.data.substr(offset, length));
}

void to_hex(Bytes input, StrOut& out) { append_hex(out.buffer, input.data.data(), input.data.size()); }

// Pairs that are not hex digits are left out, an odd last byte too.
void from_hex(std::string_view input, BytesOut& out) {
  char* to = out.buffer.reserve(input.size() / 2);
  if (to == nullptr) return;
  const char* const start = to;
  for (std::size_t k = 0; k + 1 < input.size(); k += 2) {
    const int high = hex_digit(input[k]);
    const int low = hex_digit(input[k + 1]);
    if (high >= 0 && low >= 0) *to++ = static_cast<char>(static_cast<unsigned char>(high * 16 + low));
  }
  out.buffer.commit(static_cast<std::size_t>(to - start));
}

constexpr NodeDef kRows[] = {
    closure_row<&u64_to_bytes>({.signature = "u64_to_bytes(input: u64) -> bytes",
                                .family = "bytes",
                                .doc = "The number's eight bytes, lowest first.",
                                .example = "input cycle: u64\nout := u64_to_bytes(cycle)\n",
                                .why_closure = kBytes}),
    closure_row<&bytes_from_hash>({.signature = "bytes_from_hash(input: u64, const size: u64 = 8) -> bytes",
                                   .family = "bytes",
                                   .doc = "size bytes of the hashes of input, input + 1, ...",
                                   .example = "input cycle: u64\nout := bytes_from_hash(cycle, 12)\n",
                                   .why_closure = kBytes,
                                   .prepare = prepare_bytes_from_hash}),
    closure_row<&byte_image_extract>(
        {.signature = "byte_image_extract(input: u64, const image_size: u64, const slice_size: u64, const seed: u64) -> bytes",
         .family = "bytes",
         .doc = "A slice of an image of hashed bytes made once from the seed; the input, not hashed, picks its place.",
         .example = "input cycle: u64\nout := byte_image_extract(hash(cycle), 1000, 8, 42)\n",
         .why_closure = kBytes,
         .prepare = prepare_byte_image}),
    closure_row<&char_image_extract>(
        {.signature = "char_image_extract(input: u64, const charset: str, const image_size: u64, const slice_size: u64, "
                      "const seed: u64 = 0) -> str",
         .family = "bytes",
         .doc = "A slice of an image of hashed characters made once from the seed; the input, not hashed, picks its place.",
         .example = "input cycle: u64\nout := char_image_extract(hash(cycle), \"A-Z\", 500, 10, 9)\n",
         .why_closure = kBytes,
         .prepare = prepare_char_image}),
    closure_row<&byte_slice>({.signature = "byte_slice(input: bytes, const offset: u64 = 0, const length: u64 = 8) -> bytes",
                              .family = "bytes",
                              .doc = "At most length bytes from the offset on.",
                              .example = "input cycle: u64\nout := byte_slice(bytes_from_hash(cycle, 16), 4, 4)\n",
                              .why_closure = kBytes}),
    closure_row<&to_hex>({.signature = "to_hex(input: bytes) -> str",
                          .family = "bytes",
                          .doc = "Two lower-case hex digits a byte.",
                          .example = "input cycle: u64\nout := to_hex(u64_to_bytes(cycle))\n",
                          .text = TextContent::Plain,
                          .why_closure = kBytes}),
    closure_row<&from_hex>({.signature = "from_hex(input: str) -> bytes",
                            .family = "bytes",
                            .doc = "A byte for each pair of hex digits, from the front; other pairs are left out.",
                            .example = "input cycle: u64\nout := from_hex(\"00ffzz10\")\n",
                            .why_closure = kBytes}),
};

}  // namespace

std::span<const NodeDef> byte_nodes() { return kRows; }

}  // namespace polydat
