#include "export_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace polydat::app {

namespace {

// How the words of a value are read in C.
std::string_view meaning(PortType type) {
  if (words_of(type) == 2) return "two words, the low one first";
  if (type == PortType::U64) return "uint64_t";
  if (type == PortType::I64) return "int64_t";
  if (type == PortType::F64) return "the bits of a double";
  if (type == PortType::F32) return "the bits of a float, in the low half";
  if (type == PortType::F16) return "the bits of a 16-bit float, in the low quarter";
  if (type == PortType::Bool) return "0 or 1";
  const bool is_signed = type == PortType::I8 || type == PortType::I16 || type == PortType::I32;
  return is_signed ? "a signed number, extended with its sign" : "a number, extended with zeros";
}

std::string value_lines(const std::string& name, std::string_view side, const std::vector<ExportedValue>& values) {
  std::string text;
  for (const ExportedValue& value : values) {
    const std::string line = fmt::format("#define {}_{}_{} {}", name, side, c_identifier(value.name), value.first_word);
    text += fmt::format("{:<48} /* {}: {} */\n", line, keyword(value.type), meaning(value.type));
  }
  return text;
}

// Text that cannot end a comment.
std::string in_comment(std::string text) {
  for (std::size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/", at)) text[at] = ' ';
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 32) c = ' ';
  return text;
}

std::uint32_t words(const std::vector<ExportedValue>& values) {
  return values.empty() ? 0 : values.back().first_word + words_of(values.back().type);
}

}  // namespace

std::string c_identifier(std::string_view text) {
  std::string name(text);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 || static_cast<unsigned char>(c) > 127) c = '_';
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0) name.insert(name.begin(), '_');
  return name;
}

std::string export_header(const ExportedProgram& program, const std::string& name, const std::string& graph, const std::string& cpu) {
  std::string guard = name + "_H";
  std::transform(guard.begin(), guard.end(), guard.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return fmt::format(
      "/* {0}: made by polydat {1} from {2}, for {3}. */\n"
      "#ifndef {4}\n#define {4}\n\n#include <stdint.h>\n\n"
      "/* Where each value lies: an index into `inputs` or `outputs`. */\n{5}#define {0}_INPUTS {6}\n\n{7}#define {0}_OUTPUT_WORDS {8}\n\n"
      "#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n"
      "/* One row. 0; or not 0 when a value could not be computed, and the outputs are undefined then. */\n"
      "uint32_t {0}_row(const uint64_t *inputs, uint64_t *outputs);\n\n"
      "/* Many rows: inputs[i] and outputs[w] are columns of `rows` words, of any alignment, none overlapping another. Returns the number of\n"
      "   rows before the first that could not be computed; the outputs of those are written. */\n"
      "uint64_t {0}_block(const uint64_t *const *inputs, uint64_t *const *outputs, uint64_t rows);\n\n"
      "#ifdef __cplusplus\n}}\n#endif\n\n#endif\n",
      name, POLYDAT_VERSION, in_comment(graph), in_comment(cpu), guard, value_lines(name, "in", program.inputs), program.inputs.size(),
      value_lines(name, "out", program.outputs), words(program.outputs));
}

}  // namespace polydat::app
