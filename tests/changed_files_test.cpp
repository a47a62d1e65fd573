// Files that change between two compiles of one process, with a cache of machine code: the text that is there now is what runs.
#include <doctest/doctest.h>

#include <fstream>

#include "polydat/kernel.h"
#include "support/temporary_folder.h"

using namespace polydat;
using polydat::testing::TemporaryFolder;

namespace {

constexpr Engine kEngines[] = {Engine::Auto, Engine::Closures, Engine::Interpreter};

class Project {
 public:
  void write(std::string_view name, const std::string& text) const {
    std::ofstream(folder_.path / name, std::ios::binary | std::ios::trunc) << text;
  }

  // The value of `v` at coordinate 4, or the code of the first mistake.
  std::string value(const std::string& graph, Engine engine, const std::string& cpu = {}) const {
    CompileOptions options;
    options.engine = engine;
    options.cpu = cpu;
    options.expected_rows = 1u << 30;
    options.folder = folder_.path.string();
    options.cache_folder = folder_.file("cache");
    const Compiled compiled = compile(Source("graph.polydat", graph), options);
    if (!compiled.program) return std::string(compiled.diagnostics.sorted().front().code);
    bool ok = false;
    const auto kernel = make_kernel(compiled.program, ok);
    REQUIRE(ok);
    kernel->set_inputs(std::vector<std::uint64_t>{4});
    REQUIRE(kernel->eval());
    Value v;
    REQUIRE(kernel->value(*compiled.program->output_index("v"), v) == AccessError::None);
    return v.type() == PortType::Str ? std::string(v.text()) : std::to_string(v.as_u64());
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("B53: an edited module of a file wins over every earlier reading, a broken one and a mended one too") {
  const Project project;
  const std::string graph = "input n: u64\nv := scaled(n)\n";
  for (const Engine engine : kEngines) {
    CAPTURE(static_cast<int>(engine));
    project.write("scaled.polydat", "scaled(n: u64) -> (value: u64) := { value := n * 10 + offset() }\n");
    project.write("offset.polydat", "offset() -> (value: u64) := { value := 1 }\n");
    CHECK(project.value(graph, engine) == "41");
    CHECK(project.value(graph, engine) == "41");
    project.write("scaled.polydat", "scaled(n: u64) -> (value: u64) := { value := n * 20 + offset() }\n");
    CHECK(project.value(graph, engine) == "81");
    project.write("offset.polydat", "offset() -> (value: u64) := { value := 2 }\n");  // a file behind a file
    CHECK(project.value(graph, engine) == "82");
    CHECK(project.value(graph, engine, "x86-64-v3") == "82");
    project.write("offset.polydat", "offset() -> (value: u64) := { value := \n");
    CHECK(project.value(graph, engine) == "missing-operand");
    CHECK(project.value(graph, engine) == "missing-operand");
    project.write("offset.polydat", "offset() -> (value: u64) := { value := 2 }\n");
    CHECK(project.value(graph, engine) == "82");
  }
}

TEST_CASE("B53: an edited data file wins over every earlier reading") {
  const Project project;
  const std::string graph = "input n: u64\nv := csv_field(n, \"names.csv\", \"name\")\n";
  for (const Engine engine : kEngines) {
    CAPTURE(static_cast<int>(engine));
    project.write("names.csv", "name\nana\nben\n");
    CHECK(project.value(graph, engine) == "ana");
    project.write("names.csv", "name\neve\nben\n");
    CHECK(project.value(graph, engine) == "eve");
    project.write("names.csv", "other\neve\n");
    const std::string broken = project.value(graph, engine);
    CHECK(broken != "eve");
    project.write("names.csv", "name\nzoe\n");
    CHECK(project.value(graph, engine) == "zoe");
  }
}
