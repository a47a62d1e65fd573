// Values as JSON trees.
#include "nodes/json_tree.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <string>

#include "nodes/encoding.h"
#include "nodes/ext_value.h"
#include "nodes/native/half.h"
#include "nodes/text_forms.h"

namespace polydat {
namespace {

template <class T>
JsonTree number_tree(T v) {
  if constexpr (std::is_same_v<T, native::f16>) return number_tree(native::half_to_double(v));
  else if constexpr (std::is_floating_point_v<T>) return std::isfinite(v) ? JsonTree(static_cast<double>(v)) : JsonTree(nullptr);
  else if constexpr (std::is_signed_v<T>) return v < 0 ? JsonTree(static_cast<std::int64_t>(v)) : JsonTree(static_cast<std::uint64_t>(v));
  else return JsonTree(static_cast<std::uint64_t>(v));
}

template <class T>
JsonTree list_tree(const char* elements, std::size_t count) {
  JsonTree::array_t list;
  list.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    T element;
    std::memcpy(&element, elements + k * sizeof(T), sizeof(T));
    list.push_back(number_tree(element));
  }
  return JsonTree(std::move(list));
}

JsonTree vector_tree(PortType type, const char* elements, std::size_t count) {
  if (type == PortType::VecI8) return list_tree<std::int8_t>(elements, count);
  if (type == PortType::VecI16) return list_tree<std::int16_t>(elements, count);
  if (type == PortType::VecI32) return list_tree<std::int32_t>(elements, count);
  if (type == PortType::VecI64) return list_tree<std::int64_t>(elements, count);
  if (type == PortType::VecF16) return list_tree<native::f16>(elements, count);
  if (type == PortType::VecF32) return list_tree<float>(elements, count);
  return list_tree<double>(elements, count);
}

JsonTree register_tree(PortType type, const std::uint64_t* words) {
  char lanes[16];
  std::memcpy(lanes, words, 16);
  if (type == PortType::RegI8x16) return list_tree<std::int8_t>(lanes, 16);
  if (type == PortType::RegI16x8) return list_tree<std::int16_t>(lanes, 8);
  if (type == PortType::RegI32x4) return list_tree<std::int32_t>(lanes, 4);
  if (type == PortType::RegI64x2) return list_tree<std::int64_t>(lanes, 2);
  if (type == PortType::RegF16x8) return list_tree<native::f16>(lanes, 8);
  if (type == PortType::RegF32x4) return list_tree<float>(lanes, 4);
  return list_tree<double>(lanes, 2);
}

JsonTree scalar_tree(PortType type, std::uint64_t word) {
  if (type == PortType::Bool) return JsonTree(word != 0);
  if (type == PortType::F64) return number_tree(std::bit_cast<double>(word));
  if (type == PortType::F32) return number_tree(native::Codec<float>::get(&word));
  if (type == PortType::F16) return number_tree(native::Codec<native::f16>::get(&word));
  if (is_signed_int(type)) return number_tree(static_cast<std::int64_t>(word));
  return number_tree(word);
}

}  // namespace

JsonTree value_tree(const ArgList::Item& item) {
  if (item.none || item.type == PortType::Handle) return JsonTree(nullptr);
  if (color_of(item.type) == SlotColor::Imm1) return scalar_tree(item.type, item.words[0]);
  if (item.type == PortType::Str) return JsonTree(std::string(view_text(item.words)));
  if (is_vector(item.type)) return vector_tree(item.type, view_data<char>(item.words[0]), item.words[1]);
  if (is_register(item.type) && item.type != PortType::Reg128) return register_tree(item.type, item.words);
  if (item.type == PortType::Json) return tree_of(item.words);
  if (item.type == PortType::Ext) return item.words[1] == 0 ? JsonTree(nullptr) : view_data<ExtBox>(item.words[0])->to_json();
  Buffer text;  // bytes, 128-bit integers and raw words are strings
  if (item.type == PortType::Bytes) append_base64(text, view_text(item.words));
  else append_display(text, item.type, item.words);
  return JsonTree(std::string(text.view()));
}

const JsonTree& tree_of(const std::uint64_t* words) {
  static const JsonTree null_tree;
  return words[1] == 0 ? null_tree : view_data<JsonBox>(words[0])->tree;
}

std::optional<std::uint64_t> unsigned_leaf(const JsonTree& leaf) {
  if (leaf.is_number_unsigned()) return leaf.get<std::uint64_t>();
  if (leaf.is_number_integer() && leaf.get<std::int64_t>() >= 0) return leaf.get<std::uint64_t>();
  return std::nullopt;
}
std::optional<std::int64_t> signed_leaf(const JsonTree& leaf) {
  if (leaf.is_number_unsigned()) {
    const std::uint64_t v = leaf.get<std::uint64_t>();
    return v >> 63 != 0 ? std::nullopt : std::optional(static_cast<std::int64_t>(v));
  }
  if (leaf.is_number_integer()) return leaf.get<std::int64_t>();
  return std::nullopt;
}
std::optional<double> number_leaf(const JsonTree& leaf) {
  if (!leaf.is_number()) return std::nullopt;
  return leaf.get<double>();
}
std::string_view string_leaf(const JsonTree& leaf) { return *leaf.get_ptr<const std::string*>(); }

const JsonTree* find_member(const JsonTree& object, std::string_view key) {
  const auto* members = object.get_ptr<const JsonTree::object_t*>();
  if (members == nullptr) return nullptr;
  for (const auto& member : *members) {
    if (member.first == key) return &member.second;
  }
  return nullptr;
}

void set_member(JsonTree& object, std::string_view key, JsonTree value) {
  auto& members = *object.get_ptr<JsonTree::object_t*>();
  for (auto& member : members) {
    if (member.first == key) {
      member.second = std::move(value);
      return;
    }
  }
  members.JsonTree::object_t::Container::emplace_back(std::string(key), std::move(value));
}

}  // namespace polydat
