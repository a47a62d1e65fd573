// The catalog is complete and tells the truth: every row has what its readers need, and its example runs.
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <thread>

#include "nodes/catalog.h"
#include "nodes/catalog_markdown.h"
#include "nodes/native/native_functions.h"
#include "nodes/native/native_id.h"
#include "nodes/native/word_codec.h"
#include "nodes/sample_files.h"
#include "polydat/kernel.h"
#include "polydat/program.h"

using namespace polydat;

namespace {

struct NativeWords {
  std::string name;
  std::size_t in, out;
  bool fallible;
};
const NativeWords kNatives[] = {
#define POLYDAT_WORDS(f)                                                                              \
  {#f, native::Shape<decltype(&native::f)>::in_words, native::Shape<decltype(&native::f)>::out_words, \
   native::Shape<decltype(&native::f)>::fallible},
    POLYDAT_NATIVE_FUNCTIONS(POLYDAT_WORDS)
#undef POLYDAT_WORDS
};

bool is_identifier(std::string_view name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) return false;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') return false;
  }
  return true;
}

}  // namespace

TEST_CASE("every row is complete") {
  CHECK(all_nodes().size() > 250);
  for (const NodeDef* row : all_nodes()) {
    const std::string_view name = name_of(*row);
    INFO("node " << name);
    CHECK(is_identifier(name));
    CHECK_FALSE(row->family.empty());
    CHECK(row->doc.size() > 5);
    CHECK((row->doc.empty() || row->doc.back() == '.'));
    CHECK_FALSE(row->example.empty());
    const bool has_closure = row->row != nullptr;
    CHECK(has_closure);
    CHECK((row->native_shape == NativeShape::None) == (row->native == NativeId::none));
    CHECK((row->native_shape == NativeShape::None) == !row->why_closure.empty());
    // Failure texts are dense: bit k has a text only when all lower bits have.
    CHECK((row->failures[1].empty() || !row->failures[0].empty()));
    CHECK((row->failures[2].empty() || !row->failures[1].empty()));
    CHECK(find_node(name) == row);
  }
}

TEST_CASE("every signature parses, and the catalog hands out one copy to all threads") {
  std::vector<std::vector<const Signature*>> seen(4);
  std::vector<std::thread> threads;
  for (auto& list : seen) {
    threads.emplace_back([&list] {
      for (const NodeDef* row : all_nodes()) list.push_back(&signature_of(*row));
    });
  }
  for (std::thread& t : threads) t.join();
  for (const auto& list : seen) CHECK(list == seen[0]);
  std::size_t i = 0;
  for (const NodeDef* row : all_nodes()) {
    const Signature& s = *seen[0][i++];
    INFO("node " << s.name);
    CHECK(s.name == name_of(*row));
    CHECK_FALSE(s.outputs.empty());
    std::set<std::string> names;
    for (const Parameter& p : s.parameters) {
      CHECK_MESSAGE(names.insert(p.name).second, "parameter " << p.name << " twice");
      if (p.constant) CHECK((p.type == PortType::U64 || p.type == PortType::F64 || p.type == PortType::Bool || p.type == PortType::Str));
    }
    // A `same` output needs a wire of any type, or a hook that knows.
    for (const OutputPort& o : s.outputs) {
      if (!o.same || row->infer != nullptr) continue;
      bool any = false;
      for (const Parameter& p : s.parameters) any = any || p.any;
      CHECK(any);
    }
  }
}

TEST_CASE("names and aliases are unique") {
  std::set<std::string_view> names;
  for (const NodeDef* row : all_nodes()) {
    CHECK_MESSAGE(names.insert(name_of(*row)).second, name_of(*row) << " twice");
    std::istringstream aliases{std::string(row->aliases)};
    for (std::string alias; aliases >> alias;) {
      const NodeDef* found = find_node(alias);
      CHECK_MESSAGE(found == row, "alias " << alias << " of " << name_of(*row));
      CHECK_MESSAGE(names.insert(*std::find(all_node_names().begin(), all_node_names().end(), alias)).second, alias << " twice");
    }
  }
  CHECK(names.size() == all_node_names().size());
  CHECK(find_node("no_such_node") == nullptr);
  CHECK(find_node("") == nullptr);
  CHECK(find_node("splitmix64") == find_node("hash"));
}

TEST_CASE("native functions have the words and the failures of their signatures") {
  for (const NodeDef* row : all_nodes()) {
    if (row->native_shape == NativeShape::None) continue;
    const Signature& s = signature_of(*row);
    const NativeWords& words = kNatives[static_cast<std::size_t>(row->native)];
    INFO("node " << s.name << ", function " << words.name);
    std::size_t out = 0, in = 0;
    const bool counted = row->prepare == nullptr;  // else prepare decides what the constants become
    for (const OutputPort& o : s.outputs) {
      CHECK_FALSE(o.same);
      CHECK_FALSE(o.repeated);
      out += words_of(o.type);
    }
    for (const Parameter& p : s.parameters) {
      CHECK_FALSE(p.any);
      CHECK((!p.variadic || p.constant || row->native_shape == NativeShape::Fold));
      if (!p.constant || counted) in += words_of(p.type);
      if (!p.constant) CHECK(color_of(p.type) != SlotColor::Ref2);
    }
    CHECK(out == words.out);
    CHECK(row->can_fail() == words.fallible);
    if (row->native_shape == NativeShape::Fold) {
      CHECK(words.in == 2);
      CHECK_FALSE(words.fallible);
    } else if (counted) {
      CHECK(in == words.in);
    } else {
      CHECK(in <= words.in);
    }
  }
}

TEST_CASE("conversions exist where the matrix says") {
  std::size_t automatic = 0, boundary = 0, registers = 0, dynamic = 0;
  for (std::size_t f = 0; f < kPortTypeCount; ++f) {
    for (std::size_t t = 0; t < kPortTypeCount; ++t) {
      const auto from = static_cast<PortType>(f), to = static_cast<PortType>(t);
      const NodeDef* a = automatic_conversion(from, to);
      const NodeDef* b = boundary_conversion(from, to);
      INFO(keyword(from) << " to " << keyword(to));
      if (a != nullptr) CHECK(a == b);
      if (b == nullptr) continue;
      const Signature& s = signature_of(*b);
      CHECK(s.outputs.at(0).type == to);
      if (from == PortType::Dyn) {  // unasked, and by the type of what it holds: it may fail
        CHECK(a == b);
        CHECK(s.parameters.at(0).type == from);
        ++dynamic;
        continue;
      }
      CHECK(s.parameters.size() == 1);
      CHECK((s.parameters.at(0).any || is_register(from) || s.parameters.at(0).type == from));
      if (a != nullptr) CHECK_FALSE(a->can_fail());
      if (is_register(from)) ++registers;
      else if (a != nullptr) ++automatic;
      else ++boundary;
    }
  }
  CHECK(automatic == 148);
  CHECK(boundary == 208);
  CHECK(registers == 8 * 7);
  CHECK(dynamic == 17 + 7);
}

// Names are read off the pages: code spans that are calls, and the spans of first columns of tables and heads of lists. What is written
// short there (`u64_eq ne lt`) is listed here in full.
TEST_CASE("every node of the node pages is in the catalog, or the catalog says why not") {
  std::set<std::string> named;
  for (const char* prefix : {"u64_", "f64_"})
    for (const char* relation : {"eq", "ne", "lt", "gt", "le", "ge"}) named.insert(std::string(prefix) + relation);
  for (const char* kind : {"floor_", "ceiling_", "closest_"})
    for (const char* base : {"base10", "decade", "fibonacci", "binomial"}) named.insert(std::string(kind) + base);
  named.insert({"fixed_values_u64", "fixed_values_f64", "fixed_values_str", "round_floor", "round_ceiling", "round_nearest", "log_debug",
                "log_info", "log_warn", "log_error", "vec_eq_f16", "vec_eq_f32", "vec_eq_f64", "vec_eq_i8", "vec_eq_i16", "vec_eq_i32",
                "vec_eq_i64"});
  for (const char* lane : {"i8", "i16", "i32", "i64", "f32", "f64"})
    for (const char* operation : {"splat", "add", "sub", "mul"}) named.insert(std::string("reg_") + operation + "_" + lane);
  // Functions of the pages' own notation, and the guards, which no program calls (nodes/constraint.h).
  const std::set<std::string> notation = {"wrap", "bits", "from_bits", "f64", "name", "if", "f"};
  const std::regex call("`([a-z_][a-z0-9_]*)\\("), span("`([a-z_][a-z0-9_]*)(\\([^`]*)?`");
  std::size_t read = 0;
  for (const char* page : {"nodes-numeric.md", "nodes-data.md"}) {
    std::ifstream in(std::string(POLYDAT_SHARED_DIR) + "/spec/" + page);
    REQUIRE(in.good());
    for (std::string line; std::getline(in, line);) {
      const auto take = [&](const std::string& text, const std::regex& pattern) {
        for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it) {
          named.insert((*it)[1].str());
          ++read;
        }
      };
      take(line, call);
      if (line.starts_with("| `")) take(line.substr(0, line.find('|', 2)), span);
    }
  }
  CHECK(read > 300);
  CHECK(named.size() > 280);
  for (const std::string& name : named) {
    if (notation.contains(name) || name.starts_with("assert_")) continue;
    if (!why_left_out(name).empty()) continue;
    CHECK_MESSAGE(find_node(name) != nullptr, name << " is not in the catalog");
  }
}

TEST_CASE("why a node of the reference is left out") {
  CHECK_FALSE(why_left_out("dataset_open").empty());
  CHECK_FALSE(why_left_out("fft_analyze").empty());
  CHECK_FALSE(why_left_out("emit_row").empty());
  CHECK_FALSE(why_left_out("debug_repr").empty());
  CHECK(why_left_out("hash").empty());
  for (const std::string_view name : all_node_names()) CHECK_MESSAGE(why_left_out(name).empty(), name);
}

TEST_CASE("every example compiles and runs") {
  for (const NodeDef* row : all_nodes()) {
    INFO("example of " << name_of(*row) << ":\n" << row->example);
    const Source source("example.polydat", std::string(row->example));
    CompileOptions options;
    options.engine = Engine::Closures;
    options.allow_env = true;
    for (const SampleFile& file : kSampleFiles) options.supplied_files.emplace_back(file.name, file.content);
    const Compiled compiled = compile(source, options);
    std::string errors;
    for (const Diagnostic& d : compiled.diagnostics.all()) {
      if (d.severity == Severity::Error) errors += d.message + "\n";
    }
    CHECK_MESSAGE(compiled.program != nullptr, errors);
    if (compiled.program == nullptr) continue;
    bool ok = false;
    const auto kernel = make_kernel(compiled.program, ok);
    CHECK(ok);
    if (!ok) continue;
    const std::uint32_t coordinates = compiled.program->coord_count();
    for (std::uint64_t row_number = 0; row_number < 10; ++row_number) {
      const std::vector<std::uint64_t> coords(coordinates, row_number);
      kernel->set_inputs(coords);
      const bool evaluated = kernel->eval();
      CHECK_MESSAGE(evaluated, "row " << row_number << ": " << kernel->failure().report);
      if (!evaluated) break;
    }
  }
}

// POLYDAT_UPDATE=1 writes the page instead of comparing it.
TEST_CASE("docs/nodes.md is the catalog's page") {
  const std::string path = std::string(POLYDAT_SOURCE_DIR) + "/docs/nodes.md";
  const std::string page = node_catalog_markdown();
  if (std::getenv("POLYDAT_UPDATE") != nullptr) {
    std::ofstream(path, std::ios::binary) << page;
    return;
  }
  std::ifstream in(path, std::ios::binary);
  std::stringstream have;
  have << in.rdbuf();
  const bool current = have.str() == page;
  CHECK_MESSAGE(current, "docs/nodes.md is stale: POLYDAT_UPDATE=1 nodes_catalog_test writes it");
}
