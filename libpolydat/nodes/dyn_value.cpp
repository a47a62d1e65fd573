#include "nodes/dyn_value.h"

#include <algorithm>

#include "nodes/catalog.h"
#include "nodes/json_tree.h"
#include "nodes/text_forms.h"

namespace polydat {

DynBox::DynBox(Value held) : value(std::move(held)) { std::tie(words[0], words[1]) = value.words(); }

std::string DynBox::display() const {
  Buffer text;
  append_display(text, value.type(), words);
  return std::string(text.view());
}
JsonTree DynBox::to_json() const { return value_tree({value.type(), false, words}); }

Value to_dyn(const Value& value) {
  if (value.is_none()) return Value::none(PortType::Dyn);
  return value.type() == PortType::Dyn ? value : Value::ext(PortType::Dyn, std::make_shared<DynBox>(value));
}

Value from_dyn(const Value& value) {
  if (value.type() != PortType::Dyn || value.is_none()) return value;
  return static_cast<const DynBox&>(*value.ext_box()).value;
}

DynWords held_by_dyn(const std::uint64_t* words) {
  const auto& box = static_cast<const DynBox&>(*view_data<ExtBox>(words[0]));
  return {box.value.type(), box.words};
}

void assign_dyn(Scratch& to, PortType type, const std::uint64_t* words) {
  to.ext = std::make_shared<DynBox>(Value::from_words(type, words, false));
}

std::uint32_t convert_dyn(const Call& call) {
  const DynWords held = held_by_dyn(call.args);
  const PortType to = call.out_types[0];
  if (held.type == to) {
    if (color_of(to) != SlotColor::Ref2) {
      std::copy_n(held.words, words_of(to), call.out);
      return 0;
    }
    call.own[0].assign(to, held.words);
    std::tie(call.out[0], call.out[1]) = call.own[0].publish(to);
    return 0;
  }
  const NodeDef* conversion = boundary_conversion(held.type, to);
  if (conversion == nullptr) return 1;
  Call inner = call;
  inner.args = held.words;
  inner.in_types = &held.type;
  inner.wire_words = words_of(held.type);
  const std::uint32_t error = conversion->row(inner);
  return (error & (kErrorValueLimit | kErrorException)) != 0 ? error : error != 0 ? 1 : 0;
}

}  // namespace polydat
