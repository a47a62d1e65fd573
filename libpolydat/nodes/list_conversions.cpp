// Conversions of lists from and to text, bytes, JSON and other lists (types page, 4.3), and those between text, bytes and JSON.
#include <cmath>
#include <cstring>
#include <string>

#include "nodes/conversion_rows.h"
#include "nodes/conversion_types.h"
#include "nodes/encoding.h"
#include "nodes/json_text.h"
#include "nodes/json_tree.h"
#include "nodes/row_form_json.h"
#include "nodes/text_forms.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

constexpr std::string_view kNotFinite = "an element is not finite";

template <class T>
bool all_finite(VecView<T> list) {
  if constexpr (is_float_type<T>) {
    for (const T v : list) {
      if (!std::isfinite(native::scalar_to_double(v))) return false;
    }
  }
  return true;
}

template <class T>
void list_to_text(VecView<T> input, StrOut& out) {
  const std::uint64_t words[2] = {address_of(input.data()), input.size()};
  append_json(out.buffer, kListPort<T>, words);
}
template <class T>
void list_to_text_finite(VecView<T> input, StrOut& out, std::uint32_t* err) {
  *err |= all_finite<T>(input) ? 0u : 1u;
  list_to_text<T>(input, out);
}

template <class T>
bool element_from_leaf(const JsonTree& leaf, T& element) {
  if constexpr (is_float_type<T>) {
    const auto v = number_leaf(leaf);
    if (v) element = float_from_f64<T>(*v);
    return v.has_value();
  } else {
    const auto v = signed_leaf(leaf);
    if (!v || static_cast<std::int64_t>(static_cast<T>(*v)) != *v) return false;
    element = static_cast<T>(*v);
    return true;
  }
}
template <class T>
void list_from_json(const JsonTree& input, VecOut<T>& out, std::uint32_t* err) {
  if (!input.is_array()) {
    *err |= 1;
    return;
  }
  T* at = out.resize(input.size());
  if (at == nullptr) return;
  for (const JsonTree& leaf : input) {
    if (!element_from_leaf(leaf, *at++)) {
      *err |= 1;
      return;
    }
  }
}
template <class T>
void list_from_text(std::string_view input, VecOut<T>& out, std::uint32_t* err) {
  JsonTree tree;
  std::string why;
  if (!read_json(trim_white_space(input), tree, why)) *err |= 1;
  else list_from_json<T>(tree, out, err);
}

template <class T>
void list_to_json(VecView<T> input, JsonOut& out) {
  const std::uint64_t words[2] = {address_of(input.data()), input.size()};
  out.set(value_tree({kListPort<T>, false, words}));
}
template <class T>
void list_to_json_finite(VecView<T> input, JsonOut& out, std::uint32_t* err) {
  *err |= all_finite<T>(input) ? 0u : 1u;
  list_to_json<T>(input, out);
}

template <class T>
void list_to_bytes(VecView<T> input, BytesOut& out) {
  out.append({static_cast<const char*>(static_cast<const void*>(input.data())), input.size_bytes()});
}
template <class T>
void list_from_bytes(Bytes input, VecOut<T>& out, std::uint32_t* err) {
  if (input.data.size() % sizeof(T) != 0) {
    *err |= 1;
    return;
  }
  if (T* at = out.resize(input.data.size() / sizeof(T))) std::memcpy(at, input.data.data(), input.data.size());
}

template <class To, class From>
void list_to_list(VecView<From> input, VecOut<To>& out) {
  To* at = out.resize(input.size());
  if (at == nullptr) return;
  for (const From v : input) *at++ = native::convert<To>(v);
}
template <class To, class From>
void list_to_list_checked(VecView<From> input, VecOut<To>& out, std::uint32_t* err) {
  To* at = out.resize(input.size());
  if (at == nullptr) return;
  for (const From v : input) *at++ = native::convert_checked<To>(v, err);
}

// Whether every value of From has one in To, rounded or not.
template <class To, class From>
inline constexpr bool converts_always = is_float_type<To> || (!is_float_type<From> && sizeof(To) > sizeof(From));

template <class To, class From>
void add_pair(ConversionRows& rows) {
  if constexpr (std::is_same_v<To, From>) return;
  else if constexpr (converts_always<To, From>) rows.add(kListPort<From>, kListPort<To>, &row_form<&list_to_list<To, From>>);
  else
    rows.add(kListPort<From>, kListPort<To>, &row_form<&list_to_list_checked<To, From>>,
             "an element does not fit the target's element type");
}

template <class T>
void add_list(ConversionRows& rows) {
  using namespace native;
  constexpr PortType type = kListPort<T>;
  const std::string word(keyword(type));
  rows.add(PortType::Str, type, &row_form<&list_from_text<T>>, "input is not a JSON array of numbers for " + word);
  rows.add(PortType::Json, type, &row_form<&list_from_json<T>>, "input is not a JSON array of numbers for " + word);
  rows.add(type, PortType::Bytes, &row_form<&list_to_bytes<T>>);
  rows.add(PortType::Bytes, type, &row_form<&list_from_bytes<T>>,
           "the length of the input is not a multiple of " + std::to_string(sizeof(T)));
  if constexpr (is_float_type<T>) {
    rows.add(type, PortType::Str, &row_form<&list_to_text_finite<T>>, std::string(kNotFinite));
    rows.add(type, PortType::Json, &row_form<&list_to_json_finite<T>>, std::string(kNotFinite));
  } else {
    rows.add(type, PortType::Str, &row_form<&list_to_text<T>>);
    rows.add(type, PortType::Json, &row_form<&list_to_json<T>>);
  }
  add_pair<i8, T>(rows);
  add_pair<i16, T>(rows);
  add_pair<i32, T>(rows);
  add_pair<i64, T>(rows);
  add_pair<f16, T>(rows);
  add_pair<f32, T>(rows);
  add_pair<f64, T>(rows);
}

void bytes_to_text(Bytes input, StrOut& out) { append_hex(out.buffer, input.data.data(), input.data.size()); }
void text_to_bytes(std::string_view input, BytesOut& out, std::uint32_t* err) {
  *err |= decode_hex(out.buffer, trim_white_space(input)) || out.buffer.overflowed() ? 0u : 1u;
}
void bytes_to_json(Bytes input, JsonOut& out) {
  Buffer text;
  append_hex(text, input.data.data(), input.data.size());
  out.set(JsonTree(std::string(text.view())));
}
void json_to_bytes(const JsonTree& input, BytesOut& out, std::uint32_t* err) {
  *err |= input.is_string() && (decode_hex(out.buffer, string_leaf(input)) || out.buffer.overflowed()) ? 0u : 1u;
}
// Never fails: what is no JSON becomes an object that says so.
void text_to_json(std::string_view input, JsonOut& out) {
  JsonTree tree;
  std::string why;
  if (!read_json(input, tree, why)) {
    tree = JsonTree::object();
    set_member(tree, "error", "invalid JSON");
    set_member(tree, "message", std::move(why));
    set_member(tree, "raw", std::string(input));
  }
  out.set(std::move(tree));
}

}  // namespace

void add_list_conversions(ConversionRows& rows) {
  using namespace native;
  add_list<i8>(rows);
  add_list<i16>(rows);
  add_list<i32>(rows);
  add_list<i64>(rows);
  add_list<f16>(rows);
  add_list<f32>(rows);
  add_list<f64>(rows);
}

void add_box_conversions(ConversionRows& rows) {
  rows.add(PortType::Bytes, PortType::Str, &row_form<&bytes_to_text>);
  rows.add(PortType::Str, PortType::Bytes, &row_form<&text_to_bytes>, "input is not pairs of hex digits");
  rows.add(PortType::Bytes, PortType::Json, &row_form<&bytes_to_json>);
  rows.add(PortType::Json, PortType::Bytes, &row_form<&json_to_bytes>, "input is not a JSON string of pairs of hex digits");
  rows.add(PortType::Str, PortType::Json, &row_form<&text_to_json>);
}

}  // namespace polydat
