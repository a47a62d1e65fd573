// Every constant parameter of every node, given values that cannot work or ask for far too much: the build refuses at the argument, or the
// node works. No row fails because of a constant, nothing takes more memory than its limit, and nothing hangs (the ctest entry has a limit
// of time).
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <sstream>
#include <string>
#include <vector>

#include "nodes/catalog.h"
#include "nodes/sample_files.h"
#include "polydat/kernel.h"
#include "polydat/program.h"

using namespace polydat;

namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;
constexpr std::uint64_t kMost = ~std::uint64_t{0};

// The first call of `name` in a graph text: where each argument stands.
struct CallText {
  std::size_t open = 0, close = 0;  // the parentheses
  struct Argument {
    std::size_t begin = 0, end = 0;
  };
  std::vector<Argument> arguments;
};

// The parenthesis of a call of the node, by its name or an alias; npos when the text has none.
std::size_t find_call(const std::string& text, const NodeDef& node) {
  std::istringstream names(std::string(name_of(node)) + " " + std::string(node.aliases));
  for (std::string name; names >> name;) {
    for (std::size_t at = text.find(name + "("); at != std::string::npos; at = text.find(name + "(", at + 1)) {
      const char before = at == 0 ? ' ' : text[at - 1];
      if (std::isalnum(static_cast<unsigned char>(before)) == 0 && before != '_') return at + name.size();
    }
  }
  return std::string::npos;
}

CallText parse_call(const std::string& text, const NodeDef& node) {
  CallText call;
  call.open = find_call(text, node);
  REQUIRE_MESSAGE(call.open != std::string::npos, "the example does not call " << name_of(node));
  int depth = 0;
  char quote = 0;
  std::size_t begin = call.open + 1;
  const auto take = [&](std::size_t end) {
    while (begin < end && text[begin] == ' ') ++begin;
    if (begin < end) call.arguments.push_back({begin, end});
    begin = end + 1;
  };
  for (std::size_t i = call.open; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == '\\') ++i;
      else if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      if (--depth == 0) {
        take(i);
        call.close = i;
        break;
      }
    } else if (c == ',' && depth == 1) {
      take(i);
    }
  }
  return call;
}

// The example with one argument replaced, or added by name; and where the new argument stands.
struct Variant {
  std::string text;
  std::size_t begin = 0, end = 0;
  CallText call;  // of the new text
};

Variant with_argument(const NodeDef& node, std::size_t parameter, const std::string& literal) {
  const std::string example(node.example);
  const CallText call = parse_call(example, node);
  const Signature& signature = signature_of(node);
  Variant v;
  if (parameter < call.arguments.size()) {
    const auto [begin, end] = call.arguments[parameter];
    v.text = example.substr(0, begin) + literal + example.substr(end);
    v.begin = begin;
  } else {
    const std::string added = (call.arguments.empty() ? "" : ", ") + signature.parameters[parameter].name + ": ";
    v.text = example.substr(0, call.close) + added + literal + example.substr(call.close);
    v.begin = call.close + added.size();
  }
  v.end = v.begin + literal.size();
  v.call = parse_call(v.text, node);
  return v;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::vector<std::string> hostile_literals(PortType type) {
  if (type == PortType::U64)
    return {"0",    "1",     "18446744073709551615", "9223372036854775808", "1000000000", "4294967296", "65536", "-1", "1.5",
            "1e10", "\"7\"", "18446744073709551616"};
  if (type == PortType::F64)
    return {"0.0", "-0.0", "-1.0", "1.5", "1e308", "-1e308", "5e-324", "1e400", "18446744073709551615", "\"1\"", "nan", "inf"};
  if (type == PortType::Bool) return {"0", "1", "true", "2", "-1", "0.0", "\"true\""};
  std::vector<std::string> texts = {"",
                                    " ",
                                    "{",
                                    "}",
                                    "{}",
                                    "{:999999999}",
                                    "{:.999999999}",
                                    "{:q}",
                                    "%s%n%d%x",
                                    "é",
                                    "\xff",
                                    ":",
                                    ";",
                                    ",",
                                    "a:",
                                    ":1",
                                    "a:nan",
                                    "a:inf",
                                    "a:-1",
                                    "a:1e400",
                                    "a:0",
                                    "1:0;2:0",
                                    "1:1e308;2:1e308",
                                    "a:1;b",
                                    "nan nan",
                                    "1 inf",
                                    "(",
                                    "[z-a]",
                                    "(?=x)",
                                    "\\1",
                                    "(a+)+$",
                                    "((((((a{1000}){1000}){1000}){1000}){1000}){1000})",
                                    "x*y*z*",
                                    "..",
                                    ".",
                                    "-",
                                    "Z-A",
                                    "\\x00-\\U0010FFFF",
                                    "*/1000000000",
                                    "1000000000",
                                    "1%x1000000000",
                                    "1,...",
                                    "linear:1000000000",
                                    "fib:1000000000",
                                    "geom:1000000000,1.0",
                                    "zipf:nan,5",
                                    "mul:0.999999999",
                                    "ratios:",
                                    "0%..200%",
                                    "50..10",
                                    "k in 0..18446744073709551615",
                                    "k in 0..",
                                    "{\"for\":1}",
                                    "/etc/passwd",
                                    "../../../../etc/passwd",
                                    "/dev/zero",
                                    "/proc/self/mem",
                                    "missing.csv",
                                    "csv|value|u64|.999999999|",
                                    "json|value|u64|>999999999|",
                                    "a|b|c|d|e|f|g",
                                    "[\"hole\"",
                                    "[[[[",
                                    "999999999999999999999",
                                    "id"};
  texts.push_back(std::string(kMegabyte, 'a'));
  texts.push_back(std::string(kMegabyte, '('));
  std::string many;
  while (many.size() < kMegabyte) many += "a:1;";
  texts.push_back(many);
  many.clear();
  while (many.size() < kMegabyte) many += "1 ";
  texts.push_back(many);
  many.clear();
  while (many.size() < kMegabyte) many += "{}";
  texts.push_back(many);
  for (std::string& t : texts) t = quoted(t);
  texts.push_back("7");
  texts.push_back("-1.5");
  texts.push_back("true");
  return texts;
}

std::string shown(const std::string& literal) { return literal.size() <= 80 ? literal : literal.substr(0, 80) + "..."; }

// Whose purpose is to fail for the values of its wire: a constant may leave none.
bool is_assertion(const NodeDef& node) { return node.family == "assertions"; }

struct Outcome {
  int built = 0, refused = 0;
};

CompileOptions options_with_files() {
  CompileOptions options;
  options.engine = Engine::Closures;
  options.allow_env = true;
  for (const SampleFile& file : kSampleFiles) options.supplied_files.emplace_back(file.name, file.content);
  return options;
}

// The new argument, or one that it does not go with (a lower bound above the upper one).
bool is_at_argument(const Variant& v, SourceRange range) {
  if (range.begin >= v.begin && range.end <= v.end) return true;
  return std::any_of(v.call.arguments.begin(), v.call.arguments.end(),
                     [&](const CallText::Argument& a) { return range.begin == a.begin && range.end == a.end; });
}

// What is wrong with how the variant is treated; empty when nothing is.
std::string judge(const NodeDef& node, const Variant& v, bool by_constant, Outcome& outcome) {
  const Compiled compiled = compile(Source("hostile.polydat", v.text), options_with_files());
  if (compiled.program == nullptr) {
    ++outcome.refused;
    bool at_argument = false;
    std::string messages;
    for (const Diagnostic& d : compiled.diagnostics.all()) {
      if (d.severity != Severity::Error) continue;
      if (d.kind != FailureKind::Program && d.kind != FailureKind::Limit && by_constant) return "an error of another kind: " + d.message;
      if (d.message.size() > 1000) return "a message of " + std::to_string(d.message.size()) + " bytes";
      at_argument = at_argument || (d.has_range && is_at_argument(v, d.range));
      messages += d.message + " at " + std::to_string(d.range.begin) + ".." + std::to_string(d.range.end) + "; ";
    }
    if (messages.empty()) return "refused without an error";
    if (by_constant && !at_argument)
      return "not at the argument, " + std::to_string(v.begin) + ".." + std::to_string(v.end) + ": " + messages;
    return {};
  }
  ++outcome.built;
  bool ok = false;
  const auto kernel = make_kernel(compiled.program, ok);
  if (!ok) return is_assertion(node) || !by_constant ? "" : "the kernel cannot start: " + kernel->failure().report;
  const std::vector<std::uint64_t> rows = {0, 1, 2, 3, 7, 99, 12345, kMost / 3, kMost};
  std::string failure;
  std::size_t failed = 0;
  for (const std::uint64_t row : rows) {
    kernel->set_inputs(std::vector<std::uint64_t>(compiled.program->coord_count(), row));
    if (kernel->eval()) continue;
    ++failed;
    failure = kernel->failure().report;
  }
  if (by_constant && failed == rows.size() && !is_assertion(node)) return "builds, and fails at every row: " + failure;
  return {};
}

// The parameters of a node that are constants (or wires of type u64) with their places in a call.
std::vector<std::size_t> parameters_of(const NodeDef& node, bool constant) {
  std::vector<std::size_t> found;
  const Signature& signature = signature_of(node);
  for (std::size_t p = 0; p < signature.parameters.size(); ++p) {
    const Parameter& parameter = signature.parameters[p];
    if (parameter.constant == constant && (constant || (!parameter.any && parameter.type == PortType::U64))) found.push_back(p);
  }
  return found;
}

void try_all(bool constant) {
  Outcome outcome;
  std::size_t nodes = 0;
  for (const NodeDef* node : all_nodes()) {
    const std::vector<std::size_t> parameters = parameters_of(*node, constant);
    nodes += parameters.empty() ? 0 : 1;
    for (const std::size_t p : parameters) {
      const Parameter& parameter = signature_of(*node).parameters[p];
      const PortType type = parameter.type;
      for (const std::string& literal : hostile_literals(type)) {
        const std::string what = std::string(name_of(*node)) + ", " + parameter.name + " = " + shown(literal);
        const auto start = std::chrono::steady_clock::now();
        const std::string wrong = judge(*node, with_argument(*node, p, literal), constant, outcome);
        const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        if (seconds > 3) MESSAGE(what << " took " << seconds << " s");
        CHECK_MESSAGE(wrong.empty(), what << ": " << wrong.substr(0, 600));
      }
    }
  }
  MESSAGE(nodes << " nodes, " << outcome.refused << " calls refused, " << outcome.built << " built");
  CHECK(outcome.built > 100);
  CHECK(outcome.refused > 100);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  CHECK(usage.ru_maxrss < 1'500'000);  // KiB; a table may take 64 MiB, and every limit is near that
}

}  // namespace

TEST_CASE("hostile constants") { try_all(true); }
TEST_CASE("hostile literals on wires of type u64") { try_all(false); }
