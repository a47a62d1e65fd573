// Equality of values (nodes/value_equality.h).
#include "nodes/value_equality.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

#include "nodes/ext_value.h"
#include "nodes/json_value.h"
#include "nodes/native/half.h"

namespace polydat {

namespace {

std::vector<const JsonTree::object_t::value_type*> by_key(const JsonTree& object) {
  std::vector<const JsonTree::object_t::value_type*> members;
  for (const auto& member : object.get_ref<const JsonTree::object_t&>()) members.push_back(&member);
  std::sort(members.begin(), members.end(), [](const auto* a, const auto* b) { return a->first < b->first; });
  return members;
}

bool equal_trees(const JsonTree& a, const JsonTree& b) {
  std::vector<std::pair<const JsonTree*, const JsonTree*>> open{{&a, &b}};
  while (!open.empty()) {
    const auto [x, y] = open.back();
    open.pop_back();
    if (x->type() != y->type() || x->size() != y->size()) return false;
    if (x->is_object()) {
      const auto left = by_key(*x), right = by_key(*y);
      for (std::size_t i = 0; i < left.size(); ++i) {
        if (left[i]->first != right[i]->first) return false;
        open.emplace_back(&left[i]->second, &right[i]->second);
      }
    } else if (x->is_array()) {
      for (std::size_t i = 0; i < x->size(); ++i) open.emplace_back(&(*x)[i], &(*y)[i]);
    } else if (*x != *y) {
      return false;
    }
  }
  return true;
}

double f16_at(std::string_view storage, std::size_t i) {
  std::uint16_t bits = 0;
  std::memcpy(&bits, storage.data() + 2 * i, 2);
  return native::half_to_double(native::f16{bits});
}
template <class T>
T element_at(std::string_view storage, std::size_t i) {
  T element = 0;
  std::memcpy(&element, storage.data() + sizeof(T) * i, sizeof(T));
  return element;
}
// By `element` of either storage, which have one size.
template <class Element>
bool equal_elements(std::string_view a, std::string_view b, std::size_t bytes, Element element) {
  for (std::size_t i = 0; i < a.size() / bytes; ++i)
    if (element(a, i) != element(b, i)) return false;
  return true;
}

}  // namespace

bool equal_values(const Value& a, const Value& b) {
  if (a.is_none() || b.is_none()) return a.is_none() && b.is_none();
  const PortType type = a.type();
  if (type != b.type()) return false;
  if (type == PortType::F64) return a.as_f64() == b.as_f64();
  if (type == PortType::F32)
    return std::bit_cast<float>(static_cast<std::uint32_t>(a.low())) == std::bit_cast<float>(static_cast<std::uint32_t>(b.low()));
  if (type == PortType::F16)
    return native::half_to_double(native::f16{static_cast<std::uint16_t>(a.low())}) ==
           native::half_to_double(native::f16{static_cast<std::uint16_t>(b.low())});
  if (type == PortType::Json) return equal_trees(a.json_box()->tree, b.json_box()->tree);
  const std::string_view x = a.text(), y = b.text();
  if (type == PortType::VecF64) return x.size() == y.size() && equal_elements(x, y, 8, element_at<double>);
  if (type == PortType::VecF32) return x.size() == y.size() && equal_elements(x, y, 4, element_at<float>);
  if (type == PortType::VecF16) return x.size() == y.size() && equal_elements(x, y, 2, f16_at);
  return a.same_as(b);
}

}  // namespace polydat
