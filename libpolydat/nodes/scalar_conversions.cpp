// Conversions of numbers and bool from and to text, bytes and JSON (types page, 4.3).
#include <cmath>
#include <cstring>
#include <string>

#include "nodes/conversion_rows.h"
#include "nodes/conversion_types.h"
#include "nodes/json_tree.h"
#include "nodes/number_parse.h"
#include "nodes/number_text.h"
#include "nodes/row_form_json.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

using native::f16;

template <class T>
bool is_finite(T v) {
  if constexpr (is_float_type<T>) return std::isfinite(native::scalar_to_double(v));
  else return true;
}

template <class T>
char* put_text(char* to, T v) {
  if constexpr (std::is_same_v<T, bool>) {
    std::memcpy(to, v ? "true " : "false", 5);
    return to + (v ? 4 : 5);
  } else if constexpr (std::is_same_v<T, double>) {
    return put_f64_plain(to, v);
  } else if constexpr (std::is_same_v<T, float>) {
    return put_f32_plain(to, v);
  } else if constexpr (std::is_same_v<T, f16>) {
    return put_f16(to, v);
  } else if constexpr (std::is_same_v<T, native::u128>) {
    return put_u128(to, v);
  } else if constexpr (std::is_same_v<T, native::i128>) {
    return put_i128(to, v);
  } else if constexpr (std::is_signed_v<T>) {
    return put_i64(to, v);
  } else {
    return put_u64(to, v);
  }
}
template <class T>
void to_text(T v, StrOut& out) {
  if (char* at = out.buffer.reserve(kPlainTextRoom)) out.buffer.commit(static_cast<std::size_t>(put_text(at, v) - at));
}

std::optional<bool> parse_bool(std::string_view text) {
  if (text == "1") return true;
  if (text == "0") return false;
  std::string lower(text.substr(0, 6));
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  if (lower == "true") return true;
  if (lower == "false") return false;
  return std::nullopt;
}
template <class T>
std::optional<T> parse_scalar(std::string_view text) {
  if constexpr (std::is_same_v<T, bool>) {
    return parse_bool(text);
  } else if constexpr (std::is_same_v<T, double>) {
    return parse_f64(text);
  } else if constexpr (std::is_same_v<T, float>) {
    return parse_f32(text);
  } else if constexpr (std::is_same_v<T, f16>) {
    const auto v = parse_f32(text);
    return v ? std::optional(native::float_to_half(*v)) : std::nullopt;
  } else {
    return parse_integer<T>(text);
  }
}
template <class T>
T from_text(std::string_view input, std::uint32_t* err) {
  const std::optional<T> v = parse_scalar<T>(trim_white_space(input));
  *err |= v ? 0u : 1u;
  return v.value_or(T{});
}

template <class T>
void to_bytes(T v, BytesOut& out) {
  char storage[sizeof(T)];
  std::memcpy(storage, &v, sizeof(T));
  out.append({storage, sizeof(T)});
}
template <class T>
T from_bytes(Bytes input, std::uint32_t* err) {
  T v{};
  if (input.data.size() != sizeof(T)) {
    *err |= 1;
  } else if constexpr (std::is_same_v<T, bool>) {
    v = input.data[0] != 0;
  } else {
    std::memcpy(&v, input.data.data(), sizeof(T));
  }
  return v;
}

template <class T>
JsonTree tree_from(T v) {
  if constexpr (std::is_same_v<T, bool>) {
    return JsonTree(v);
  } else if constexpr (is_float_type<T>) {
    return JsonTree(native::scalar_to_double(v));
  } else if constexpr (is_wide_type<T>) {
    char text[kWideTextRoom];
    return JsonTree(std::string(text, put_text(text, v)));
  } else if constexpr (std::is_signed_v<T>) {
    return v < 0 ? JsonTree(static_cast<std::int64_t>(v)) : JsonTree(static_cast<std::uint64_t>(v));
  } else {
    return JsonTree(static_cast<std::uint64_t>(v));
  }
}
template <class T>
void to_json(T v, JsonOut& out) {
  out.set(tree_from(v));
}
template <class T>
void to_json_finite(T v, JsonOut& out, std::uint32_t* err) {
  *err |= is_finite(v) ? 0u : 1u;
  out.set(tree_from(v));
}

template <class T>
std::optional<T> scalar_from_tree(const JsonTree& tree) {
  if constexpr (std::is_same_v<T, bool>) {
    return tree.is_boolean() ? std::optional(tree.get<bool>()) : std::nullopt;
  } else if constexpr (is_float_type<T>) {
    const auto v = number_leaf(tree);
    return v ? std::optional(float_from_f64<T>(*v)) : std::nullopt;
  } else {
    if constexpr (is_wide_type<T>) {
      if (tree.is_string()) return parse_integer<T>(trim_white_space(string_leaf(tree)));
    }
    constexpr bool is_signed = native::ScalarTraits<T>::is_signed;
    if (const auto v = unsigned_leaf(tree)) {
      const T narrow = static_cast<T>(*v);
      const bool same = static_cast<std::uint64_t>(narrow) == *v && (is_wide_type<T> || !is_signed || narrow >= 0);
      return same ? std::optional(narrow) : std::nullopt;
    }
    if constexpr (is_signed) {
      if (const auto v = signed_leaf(tree)) {
        const T narrow = static_cast<T>(*v);
        return static_cast<std::int64_t>(narrow) == *v ? std::optional(narrow) : std::nullopt;
      }
    }
    return std::nullopt;
  }
}
template <class T>
T from_json(const JsonTree& input, std::uint32_t* err) {
  const std::optional<T> v = scalar_from_tree<T>(input);
  *err |= v ? 0u : 1u;
  return v.value_or(T{});
}

template <class T>
void add_scalar(ConversionRows& rows) {
  constexpr PortType type = kScalarPort<T>;
  const std::string word(keyword(type));
  rows.add(type, PortType::Str, &row_form<&to_text<T>>);
  rows.add(PortType::Str, type, &row_form<&from_text<T>>, "input does not spell a value of type " + word);
  rows.add(type, PortType::Bytes, &row_form<&to_bytes<T>>);
  rows.add(PortType::Bytes, type, &row_form<&from_bytes<T>>,
           "input is not " + std::to_string(sizeof(T)) + (sizeof(T) == 1 ? " byte" : " bytes") + " long");
  if constexpr (is_float_type<T>) rows.add(type, PortType::Json, &row_form<&to_json_finite<T>>, "input is not finite");
  else rows.add(type, PortType::Json, &row_form<&to_json<T>>);
  rows.add(PortType::Json, type, &row_form<&from_json<T>>, "input is not a JSON value of type " + word);
}

template <class... T>
void add_scalars(ConversionRows& rows) {
  (add_scalar<T>(rows), ...);
}

}  // namespace

void add_scalar_conversions(ConversionRows& rows) {
  using namespace native;
  add_scalars<u8, u16, u32, u64, u128, i8, i16, i32, i64, i128, f16, f32, f64, bool>(rows);
}

}  // namespace polydat
