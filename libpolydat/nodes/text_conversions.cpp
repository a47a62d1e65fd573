// Rows of the conversions that involve text, bytes, JSON and lists, and of those from a `dyn` wire into every such type.
#include "nodes/conversion_rows.h"
#include "nodes/dyn_value.h"
#include "nodes/families.h"

namespace polydat {
namespace {

bool is_number(PortType t) { return is_integer(t) || is_float(t); }

std::string adapter_name(PortType from, PortType to) {
  const std::string_view target = to == PortType::Str && is_number(from) ? std::string_view("string") : keyword(to);
  return "__" + std::string(keyword(from)) + "_to_" + std::string(target);
}

// An expression of type `type` whose value converts into `to`.
std::string sample(PortType type, PortType to) {
  if (type == PortType::U64) return "cycle";
  if (type == PortType::F64) return "to_f64(cycle)";
  if (type == PortType::Bool || type == PortType::F32 || type == PortType::U128 || type == PortType::I128) {
    return "__u64_to_" + std::string(keyword(type)) + "(cycle)";
  }
  if (is_number(type)) return "__u64_to_" + std::string(keyword(type)) + "(mod(cycle, 100))";
  if (is_vector(type)) return "__str_to_" + std::string(keyword(type)) + "(\"[1,2,3]\")";
  if (type == PortType::Str) {
    if (to == PortType::Bytes) return "\"00ff\"";
    if (is_vector(to) || to == PortType::Json) return "\"[1,2,3]\"";
    return "__u64_to_string(mod(cycle, 2))";
  }
  if (type == PortType::Bytes) {
    if (is_vector(to)) return "bytes_from_hash(cycle, 8)";
    if (to == PortType::Str || to == PortType::Json) return "u64_to_bytes(cycle)";
    return "__" + std::string(keyword(to)) + "_to_bytes(" + sample(to, to) + ")";
  }
  if (is_vector(to)) return "str_to_json(\"[1,2,3]\")";
  if (to == PortType::Bytes) return "to_json(\"00ff\")";
  return "to_json(" + sample(to, to) + ")";
}

}  // namespace

void ConversionRows::add(PortType from, PortType to, RowFn row, std::string failure) {
  const std::string name = adapter_name(from, to);
  const std::string from_word(keyword(from));
  const std::string to_word(keyword(to));
  NodeDef def;
  def.signature = own(name + "(input: " + from_word + ") -> " + to_word);
  def.family = "adapters";
  def.doc = own("Converts " + from_word + " to " + to_word + (failure.empty() ? "; never fails." : "; fails when " + failure + "."));
  def.example = own("input cycle: u64\nout := " + name + "(" + sample(from, to) + ")\n");
  if (!failure.empty()) def.failures[0] = own(std::move(failure));
  if (to == PortType::Str && (is_number(from) || from == PortType::Bool)) def.text = TextContent::Plain;
  def.why_closure = "converts text, bytes, JSON or lists";
  def.row = row;
  rows_.push_back(def);
}

// `name`: the extern, for messages.
void ConversionRows::add_from_dyn(PortType to) {
  const std::string to_word(keyword(to));
  const std::string_view sample = is_vector(to) ? "\"[1,2,3]\"" : to == PortType::Bytes ? "\"00ff\"" : "1";
  NodeDef def;
  def.signature = own(adapter_name(PortType::Dyn, to) + "(input: dyn, const name: str = \"value\") -> " + to_word);
  def.family = "adapters";
  def.doc = own("Converts what a dyn extern holds to " + to_word +
                ", as the conversion from its type does; fails when there is none, or when it fails.");
  def.example = own("extern value: dyn = " + std::string(sample) + "\nout := " + adapter_name(PortType::Dyn, to) + "(value)\n");
  def.failures[0] = own("what {name} holds does not become " + to_word);
  def.why_closure = "the type of its input is known when it runs";
  def.row = convert_dyn;
  rows_.push_back(def);
}

std::span<const NodeDef> text_conversion_nodes() {
  static const ConversionRows rows = [] {
    ConversionRows made;
    add_scalar_conversions(made);
    add_list_conversions(made);
    add_box_conversions(made);
    for (const PortType to : types_from_dyn()) made.add_from_dyn(to);
    return made;
  }();
  return rows.rows();
}

}  // namespace polydat
