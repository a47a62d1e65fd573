// Display and JSON forms of every value.
#include "nodes/text_forms.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

#include "nodes/ext_value.h"
#include "nodes/json_text.h"
#include "nodes/json_value.h"
#include "nodes/native/half.h"
#include "nodes/native/word_codec.h"
#include "nodes/number_text.h"

namespace polydat {
namespace {

using native::f16;

// One number in the display and in the JSON layout; the room for either is kScalarTextRoom.
struct Display {
  template <class T>
  static char* put(char* to, T v) {
    if constexpr (std::is_same_v<T, double>) return put_f64(to, v);
    else if constexpr (std::is_same_v<T, float>) return put_f32(to, v);
    else if constexpr (std::is_same_v<T, f16>) return put_f16(to, v);
    else if constexpr (std::is_signed_v<T>) return put_i64(to, v);
    else return put_u64(to, v);
  }
};
struct Json {
  template <class T>
  static char* put(char* to, T v) {
    if constexpr (std::is_same_v<T, double>) return put_f64_json(to, v);
    else if constexpr (std::is_same_v<T, float>) return put_f64_json(to, static_cast<double>(v));
    else if constexpr (std::is_same_v<T, f16>) return put_f64_json(to, static_cast<double>(native::half_to_float(v)));
    else return Display::put(to, v);
  }
};

char* put_literal(char* to, const char* text, std::size_t size) {
  std::memcpy(to, text, size);
  return to + size;
}

template <class Form>
char* put_scalar(char* to, PortType type, std::uint64_t word) {
  switch (type) {
    case PortType::U8:
    case PortType::U16:
    case PortType::U32:
    case PortType::U64: return put_u64(to, word);
    case PortType::I8:
    case PortType::I16:
    case PortType::I32:
    case PortType::I64: return put_i64(to, static_cast<std::int64_t>(word));
    case PortType::F16: return Form::put(to, native::Codec<f16>::get(&word));
    case PortType::F32: return Form::put(to, native::Codec<float>::get(&word));
    case PortType::F64: return Form::put(to, std::bit_cast<double>(word));
    case PortType::Bool: return word != 0 ? put_literal(to, "true", 4) : put_literal(to, "false", 5);
    case PortType::U128:
    case PortType::I128:
    case PortType::Reg128:
    case PortType::RegI8x16:
    case PortType::RegI16x8:
    case PortType::RegI32x4:
    case PortType::RegI64x2:
    case PortType::RegF16x8:
    case PortType::RegF32x4:
    case PortType::RegF64x2:
    case PortType::Str:
    case PortType::Bytes:
    case PortType::Json:
    case PortType::VecI8:
    case PortType::VecI16:
    case PortType::VecI32:
    case PortType::VecI64:
    case PortType::VecF16:
    case PortType::VecF32:
    case PortType::VecF64:
    case PortType::Ext:
    case PortType::Handle:
    case PortType::Dyn: break;
  }
  return to;
}

// Elements from raw storage, which need not be aligned. Room is taken for many at a time, as long as the limit is far.
template <class Form, class T>
void append_elements(Buffer& to, const char* elements, std::size_t count, bool blank) {
  constexpr std::size_t kAtOnce = 32, kRoom = kScalarTextRoom + 2;
  to.push_back('[');
  for (std::size_t k = 0; k < count;) {
    const std::size_t stop = k + (to.size() + kAtOnce * kRoom <= to.limit() ? std::min(kAtOnce, count - k) : 1);
    char* const begin = to.reserve((stop - k) * kRoom);
    if (begin == nullptr) return;
    char* end = begin;
    for (; k < stop; ++k) {
      if (k != 0) {
        *end++ = ',';
        if (blank) *end++ = ' ';
      }
      T element;
      std::memcpy(&element, elements + k * sizeof(T), sizeof(T));
      end = Form::put(end, element);
    }
    to.commit(static_cast<std::size_t>(end - begin));
  }
  to.push_back(']');
}

template <class Form>
void append_vector(Buffer& to, PortType type, const std::uint64_t* words) {
  const char* elements = view_data<char>(words[0]);
  const std::size_t count = words[1];
  if (type == PortType::VecI8) return append_elements<Form, std::int8_t>(to, elements, count, false);
  if (type == PortType::VecI16) return append_elements<Form, std::int16_t>(to, elements, count, false);
  if (type == PortType::VecI32) return append_elements<Form, std::int32_t>(to, elements, count, false);
  if (type == PortType::VecI64) return append_elements<Form, std::int64_t>(to, elements, count, false);
  if (type == PortType::VecF16) return append_elements<Form, f16>(to, elements, count, false);
  if (type == PortType::VecF32) return append_elements<Form, float>(to, elements, count, false);
  append_elements<Form, double>(to, elements, count, false);
}

// `blank`: the display form puts a blank behind each comma, the JSON form does not.
template <class Form>
void append_register(Buffer& to, PortType type, const std::uint64_t* words, bool blank) {
  char lanes[16];
  std::memcpy(lanes, words, 16);
  if (type == PortType::RegI8x16) return append_elements<Form, std::int8_t>(to, lanes, 16, blank);
  if (type == PortType::RegI16x8) return append_elements<Form, std::int16_t>(to, lanes, 8, blank);
  if (type == PortType::RegI32x4) return append_elements<Form, std::int32_t>(to, lanes, 4, blank);
  if (type == PortType::RegI64x2) return append_elements<Form, std::int64_t>(to, lanes, 2, blank);
  if (type == PortType::RegF16x8) return append_elements<Form, f16>(to, lanes, 8, blank);
  if (type == PortType::RegF32x4) return append_elements<Form, float>(to, lanes, 4, blank);
  if (type == PortType::RegF64x2) return append_elements<Form, double>(to, lanes, 2, blank);
  for (const std::uint64_t limb : {words[1], words[0]}) {  // raw: the word as one number, the high limb first
    char bytes[8];
    for (int k = 0; k < 8; ++k) bytes[k] = static_cast<char>(static_cast<unsigned char>(limb >> (56 - 8 * k)));
    append_hex(to, bytes, 8);
  }
}

void append_wide(Buffer& to, PortType type, const std::uint64_t* words) {
  char* const at = to.reserve(kWideTextRoom);
  if (at == nullptr) return;
  char* const end = type == PortType::U128 ? put_u128(at, native::Codec<native::u128>::get(words))
                                           : put_i128(at, native::Codec<native::i128>::get(words));
  to.commit(static_cast<std::size_t>(end - at));
}

// Handles are not reproducible; every one shows the same text.
constexpr std::string_view kHandleText = "<handle:0>";

}  // namespace

char* put_scalar_display(char* to, PortType type, std::uint64_t word) { return put_scalar<Display>(to, type, word); }
char* put_scalar_json(char* to, PortType type, std::uint64_t word) { return put_scalar<Json>(to, type, word); }

void append_hex(Buffer& to, const char* bytes, std::size_t count) {
  if (count > ~std::size_t{0} / 4) count = ~std::size_t{0} / 4;  // reserve refuses it
  char* at = to.reserve(2 * count);
  if (at == nullptr) return;
  for (std::size_t k = 0; k < count; ++k) {
    const unsigned char byte = static_cast<unsigned char>(bytes[k]);
    *at++ = "0123456789abcdef"[byte >> 4];
    *at++ = "0123456789abcdef"[byte & 15];
  }
  to.commit(2 * count);
}

void append_display(Buffer& to, PortType type, const std::uint64_t* words, bool none) {
  if (none) return;
  if (color_of(type) == SlotColor::Imm1) {
    if (char* at = to.reserve(kScalarTextRoom)) to.commit(static_cast<std::size_t>(put_scalar_display(at, type, words[0]) - at));
    return;
  }
  if (type == PortType::Str) return to.append(view_text(words));
  if (type == PortType::Bytes) return append_hex(to, view_data<char>(words[0]), words[1]);
  if (type == PortType::U128 || type == PortType::I128) return append_wide(to, type, words);
  if (is_register(type)) return append_register<Display>(to, type, words, true);
  if (is_vector(type)) return append_vector<Display>(to, type, words);
  if (words[1] == 0) return;  // an unset box
  if (type == PortType::Dyn) {
    const DynWords held = held_by_dyn(words);
    return append_display(to, held.type, held.words);
  }
  if (type == PortType::Json) return append_json_tree(to, view_data<JsonBox>(words[0])->tree);
  if (type == PortType::Handle) return to.append(kHandleText);
  to.append(view_data<ExtBox>(words[0])->display());
}

void append_json(Buffer& to, PortType type, const std::uint64_t* words, bool none) {
  if (none) return to.append("null");
  if (color_of(type) == SlotColor::Imm1) {
    if (char* at = to.reserve(kScalarTextRoom)) to.commit(static_cast<std::size_t>(put_scalar_json(at, type, words[0]) - at));
    return;
  }
  if (type == PortType::Str) return append_json_string(to, view_text(words));
  const bool quoted = type == PortType::Bytes || type == PortType::U128 || type == PortType::I128 || type == PortType::Reg128;
  if (quoted) {
    to.push_back('"');
    append_display(to, type, words);
    to.push_back('"');
    return;
  }
  if (is_register(type)) return append_register<Json>(to, type, words, false);
  if (is_vector(type)) return append_vector<Json>(to, type, words);
  if (words[1] == 0 || type == PortType::Handle) return to.append("null");
  if (type == PortType::Dyn) {
    const DynWords held = held_by_dyn(words);
    return append_json(to, held.type, held.words);
  }
  if (type == PortType::Json) return append_json_tree(to, view_data<JsonBox>(words[0])->tree);
  append_json_tree(to, view_data<ExtBox>(words[0])->to_json());
}

}  // namespace polydat
