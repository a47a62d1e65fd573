// Owned values (include/polydat/value.h): conversion from and to slot words, and sameness.
#include "polydat/value.h"

#include <bit>
#include <vector>

#include "nodes/dyn_value.h"
#include "nodes/ext_value.h"
#include "nodes/json_value.h"
#include "nodes/scratch.h"

namespace polydat {

Value Value::none(PortType type) {
  Value v;
  v.type_ = type;
  return v;
}

Value Value::immediate(PortType type, std::uint64_t low, std::uint64_t high) {
  Value v;
  v.type_ = type;
  v.none_ = false;
  v.low_ = low;
  v.high_ = high;
  return v;
}

Value Value::f64(double v) { return immediate(PortType::F64, std::bit_cast<std::uint64_t>(v)); }

Value Value::str(std::string text) { return raw(PortType::Str, std::move(text)); }

Value Value::raw(PortType type, std::string storage) {
  Value v;
  v.type_ = type;
  v.none_ = false;
  v.storage_ = std::move(storage);
  return v;
}

Value Value::json(std::shared_ptr<const JsonBox> tree) {
  Value v;
  v.type_ = PortType::Json;
  v.none_ = tree == nullptr;
  v.json_ = std::move(tree);
  return v;
}

Value Value::ext(PortType type, std::shared_ptr<const ExtBox> object) {
  Value v;
  v.type_ = type;
  v.none_ = object == nullptr;
  v.ext_ = std::move(object);
  return v;
}

double Value::as_f64() const { return std::bit_cast<double>(low_); }

std::pair<std::uint64_t, std::uint64_t> Value::words() const {
  if (color_of(type_) != SlotColor::Ref2) return {low_, high_};
  if (none_) return Scratch{}.publish(type_);
  if (json_ != nullptr) return {address_of(json_.get()), 1};
  if (ext_ != nullptr) return {address_of(ext_.get()), 1};
  const std::uint32_t size = element_size(type_);
  return {address_of(storage_.data()), size == 0 ? 0 : storage_.size() / size};
}

Value Value::from_words(PortType type, const std::uint64_t* words, bool none) {
  if (none) return Value::none(type);
  switch (color_of(type)) {
    case SlotColor::Imm1: return immediate(type, words[0]);
    case SlotColor::Imm2: return immediate(type, words[0], words[1]);
    case SlotColor::Ref2: break;
  }
  if (const std::uint32_t size = element_size(type); size != 0) {
    return raw(type, words[1] == 0 ? std::string() : std::string(view_data<char>(words[0]), words[1] * size));
  }
  if (words[1] == 0) return Value::none(type);
  if (type == PortType::Json) return json(view_data<JsonBox>(words[0])->shared_from_this());
  return ext(type, view_data<ExtBox>(words[0])->shared_from_this());
}

bool Value::same_as(const Value& other) const {
  if (type_ != other.type_ || none_ != other.none_) return false;
  if (none_) return true;
  if (color_of(type_) != SlotColor::Ref2) return low_ == other.low_ && high_ == other.high_;
  if (type_ == PortType::Dyn) return from_dyn(*this).same_as(from_dyn(other));
  if (type_ == PortType::Json) return json_ == other.json_ || same_json(json_->tree, other.json_->tree);
  if (ext_ != nullptr && other.ext_ != nullptr) {
    return ext_ == other.ext_ || (ext_->type_name() == other.ext_->type_name() && ext_->display() == other.ext_->display());
  }
  return storage_ == other.storage_;
}

bool same_json(const JsonTree& a, const JsonTree& b) {
  std::vector<std::pair<const JsonTree*, const JsonTree*>> open{{&a, &b}};
  while (!open.empty()) {
    const auto [x, y] = open.back();
    open.pop_back();
    if (x->is_number_float() != y->is_number_float()) return false;
    if (x->is_number_float()) {
      if (std::bit_cast<std::uint64_t>(x->get<double>()) != std::bit_cast<std::uint64_t>(y->get<double>())) return false;
      continue;
    }
    if (!x->is_structured() || !y->is_structured()) {
      if (*x != *y) return false;
      continue;
    }
    if (x->type() != y->type() || x->size() != y->size()) return false;
    auto i = x->begin();
    auto j = y->begin();
    for (; i != x->end(); ++i, ++j) {
      if (x->is_object() && i.key() != j.key()) return false;
      open.emplace_back(&*i, &*j);
    }
  }
  return true;
}

}  // namespace polydat
