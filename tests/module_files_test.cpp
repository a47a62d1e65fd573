// Modules of files: which file a call means, what a file provides, and mistakes at their place in it. The files are in memory.
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <set>

#include "graph/standard_modules.h"
#include "graph_support.h"

using namespace polydat;
using namespace polydat::graph_test;

namespace {

class Folder {
 public:
  explicit Folder(std::map<std::string, std::string> files) : files_(std::move(files)) {
    options.modules.folder = "dir";
    options.modules.read = [this](const std::string& folder, const std::string& name, std::string& why) -> std::optional<std::string> {
      opened.push_back(folder + "/" + name);
      const auto it = files_.find(folder + "/" + name);
      if (it == files_.end()) return std::nullopt;
      if (it->second == "unreadable") {
        why = "it is a directory";
        return std::nullopt;
      }
      return it->second;
    };
    options.modules.list = [this](const std::string& folder) {
      std::vector<std::string> names;
      for (const auto& [path, text] : files_)
        if (path.starts_with(folder + "/")) names.push_back(path.substr(folder.size() + 1));
      return names;
    };
  }
  Folder(const Folder&) = delete;
  Attempt compile(const std::string& text) { return graph_test::compile(text, options); }
  // The value of `v`.
  std::uint64_t value(const std::string& text) {
    const Attempt a = compile(text);
    REQUIRE_MESSAGE(a.graph.has_value(), a.errors());
    return constant_of(*a.graph, "v").as_u64();
  }

  GraphOptions options;
  std::vector<std::string> opened;

 private:
  std::map<std::string, std::string> files_;
};

std::string adds(const std::string& name, int amount) {
  return name + "(n: u64) -> (value: u64) := { value := n + " + std::to_string(amount) + " }\n";
}

}  // namespace

TEST_CASE("a call means a module of the program, a function, a file beside it, a library, a standard module, in this order") {
  Folder f({{"dir/f.polydat", adds("f", 2)},
            {"dir/hash.polydat", adds("hash", 2)},
            {"dir/g.polydat", adds("g", 2)},
            {"lib/g.polydat", adds("g", 3)},
            {"lib/h.polydat", adds("h", 3)},
            {"lib/a_first.polydat", adds("h", 4) + adds("i", 4)},
            {"lib/b_second.polydat", adds("i", 5) + "j := n + 5\n"},
            {"lib/c_third.polydat", adds("j", 6) + adds("hex_id", 6) + adds("k", 6)},
            {"more/k.polydat", adds("k", 7)},
            {"more/only.polydat", adds("only", 7)}});
  f.options.modules.libraries = {"lib", "more"};
  CHECK(f.value(adds("f", 1) + "v := f(10)") == 11);
  CHECK(f.opened.empty());
  CHECK(f.value("v := f(10)") == 12);
  CHECK(f.opened == std::vector<std::string>{"dir/f.polydat"});
  CHECK(f.compile("v := hash(10)").graph.has_value());  // no file hides a function
  CHECK(f.opened.size() == 1);
  CHECK(f.value("v := g(10)") == 12);
  CHECK(f.value("v := h(10)") == 13);  // the file of its name goes first
  CHECK(f.value("v := i(10)") == 14);  // then the first file by name
  CHECK(f.value("v := j(10)") == 15);
  CHECK(f.value("v := k(10)") == 16);  // the first folder
  CHECK(f.value("v := only(10)") == 17);
  CHECK(f.value("v := hex_id(10)") == 16);  // libraries before the standard modules
}

TEST_CASE("files beside the program that it does not call are never opened, each other file once") {
  Folder f({{"dir/f.polydat", "f(n: u64) -> (value: u64) := { value := g(n) + g(n) }"},
            {"dir/g.polydat", adds("g", 1)},
            {"dir/x.polydat", "broken ("}});
  CHECK(f.value("v := f(1) + g(1) + f(2)") == 12);
  CHECK(f.opened == std::vector<std::string>{"dir/f.polydat", "dir/g.polydat"});
}

TEST_CASE("a call inside a file looks at that file's modules, then beside that file") {
  Folder f({{"lib/f.polydat", "f(n: u64) -> (value: u64) := { value := g(n) * 10 + h(n) }\n" + adds("g", 1)},
            {"lib/h.polydat", adds("h", 2)},
            {"dir/g.polydat", adds("g", 7)},
            {"dir/h.polydat", adds("h", 7)}});
  f.options.modules.libraries = {"lib"};
  CHECK(f.value("v := f(1)") == 23);
}

TEST_CASE("a binding of a file is a module without types: parameters by name, one output") {
  Folder f({{"dir/loose.polydat", "pragma strict_types\npart := x * 10\nunused := q\nloose := part + y\n"},
            {"dir/text.polydat", "text := regex_match(s, \"a{2}\")\n"},
            {"dir/pair.polydat", "(q, pair) := mixed_radix(n, 10, 0)\n"},
            {"dir/typed.polydat", "input n: u64\ntyped := n + 1\n"},
            {"dir/taken.polydat", "extern e: u64 = 4\ntaken := e + n\n"}});
  CHECK(f.value("v := loose(3, 4)") == 34);
  CHECK(f.value("v := loose(y: 3, x: 4)") == 43);
  CHECK(f.compile("v := loose(3)").errors() == "1:6 too-few-arguments");
  const Attempt types = f.compile("v := loose(1.5, 4)");
  REQUIRE(types.graph.has_value());
  CHECK(constant_of(*types.graph, "v").as_f64() == 19.0);
  const Attempt match = f.compile("v := text(\"aa\")");
  REQUIRE_MESSAGE(match.graph.has_value(), match.errors());
  CHECK(constant_of(*match.graph, "v").as_bool());
  CHECK(f.value("v := pair(57)") == 5);
  CHECK(f.value("v := typed(57)") == 58);
  CHECK(f.compile("v := taken(1)").errors() == "dir/taken.polydat:1:1 module-body");
}

TEST_CASE("mistakes in a file name the file, the line and the column") {
  Folder f({{"dir/f.polydat", "\nf(n: u64) -> (value: u64) := { value := n + nope }"},
            {"dir/g.polydat", "g(n: u64) -> (value: u64) := {\n  value := n +\n}"},
            {"dir/h.polydat", "h(n: u64) -> (value: u64) := { value := \"{n + \xC3\xA9}{n & 0.5}\" }"},
            {"dir/i.polydat", "other := 3"},
            {"dir/j.polydat", "unreadable"},
            {"dir/k.polydat", "k(n: u64) -> (value: u64) := { value := mod(n, 0) }"},
            {"dir/l.polydat", "l(n: u64) -> (value: u64) := { other := \"\n\n\" }"},
            {"dir/m.polydat", "m(n: u64) -> (value: u64) := { value := \"\xFF\" }"}});
  CHECK(f.compile("input x\nv := f(x) + \"\" + nope").errors() == "2:18 unknown-wire\ndir/f.polydat:2:45 unknown-wire");
  CHECK(f.compile("input x\nv := g(x) + g(x)").errors() == "dir/g.polydat:3:1 missing-operand");
  CHECK(f.compile("input x\nv := i(x)").errors() == "2:6 nothing-provided");
  CHECK(f.compile("input x\nv := j(x)").errors() == "2:6 cannot-read");
  CHECK(f.compile("input x\nv := k(x)").errors() == "dir/k.polydat:1:48 constraint");
  CHECK(f.compile("input x\nv := l(x)").errors() == "dir/l.polydat:1:15 output-not-bound");
  CHECK(f.compile("input x\nv := m(x)").errors() == "dir/m.polydat:1:42 invalid-utf8");
  // Where a mistake is shown.
  const Attempt a = f.compile("input x\nv := k(x)");
  CHECK(render_text(a.diagnostics.sorted().front(), a.sources, false) ==
        "dir/k.polydat:1:48: error: parameter `modulus` of `mod` must not be 0 [PD0306]\n"
        "    k(n: u64) -> (value: u64) := { value := mod(n, 0) }\n"
        "                                                   ^\n");
  CHECK(render_json(a.diagnostics.sorted().front(), a.sources).find("\"file\":\"dir/k.polydat\",\"line\":1,\"column\":48") !=
        std::string::npos);
}

TEST_CASE("other files of a library that do not parse are skipped; the one that is called by name is not") {
  Folder f({{"lib/a.polydat", "f(n: u64) -> ("}, {"lib/b.polydat", adds("f", 2)}, {"lib/c.polydat", "unreadable"}});
  f.options.modules.libraries = {"lib"};
  CHECK(f.value("v := f(1)") == 3);
  CHECK(f.compile("v := f(1) + a(1)").errors() == "lib/a.polydat:1:15 missing-name");
  CHECK(f.compile("v := c(1)").errors() == "1:6 cannot-read");
  CHECK(f.compile("v := nothing(1)").errors() == "1:6 unknown-function");
}

TEST_CASE("B84: import cycles are errors that print the chain; long chains and diamonds work") {
  Folder two({{"dir/a.polydat", "a(n: u64) -> (value: u64) := { value := b(n) }"},
              {"dir/b.polydat", "b(n: u64) -> (value: u64) := { value := a(n) }"}});
  const Attempt a = two.compile("v := a(1)");
  CHECK(a.errors() == "dir/b.polydat:1:41 recursion");
  CHECK(a.diagnostics.sorted().front().message == "modules call each other: a -> b -> a");
  Folder self({{"dir/s.polydat", "s(n: u64) -> (value: u64) := { value := s(n) }"}, {"dir/t.polydat", "t := t(n)"}});
  CHECK(self.compile("v := s(1)").errors() == "dir/s.polydat:1:41 recursion");
  CHECK(self.compile("v := t(1)").errors() == "dir/t.polydat:1:6 recursion");

  std::map<std::string, std::string> files;
  for (int i = 0; i < 2000; ++i) {
    const std::string name = "c" + std::to_string(i), next = "c" + std::to_string(i + 1);
    files["dir/" + name + ".polydat"] = name + "(n: u64) -> (value: u64) := { value := " + (i == 1999 ? "n" : next + "(n) + 1") + " }";
  }
  Folder chain(std::move(files));
  CHECK(chain.value("v := c0(1)") == 2000);
  CHECK(chain.opened.size() == 2000);

  Folder diamond({{"dir/top.polydat", "top(n: u64) -> (value: u64) := { value := left(n) + right(n) }"},
                  {"dir/left.polydat", "left(n: u64) -> (value: u64) := { value := base(n) }"},
                  {"dir/right.polydat", "right(n: u64) -> (value: u64) := { value := base(n) * 10 }"},
                  {"dir/base.polydat", adds("base", 1)}});
  CHECK(diamond.value("v := top(1)") == 22);
  CHECK(diamond.opened.size() == 4);
}

TEST_CASE("B77: a module's export that meets another of its name") {
  Folder f({{"dir/f.polydat", adds("f", 1) + adds("f", 2)},
            {"dir/g.polydat", "g := n + 1\ng := n + 2\n"},
            {"dir/h.polydat", "h := n + 1\n" + adds("h", 2)}});
  CHECK(f.compile("v := f(1)").errors() == "dir/f.polydat:2:1 duplicate-name");
  CHECK(f.compile("v := g(1)").errors() == "dir/g.polydat:2:1 duplicate-name");
  CHECK(f.value("v := h(1)") == 3);  // a module goes before a binding
  // A module and a wire are different things.
  CHECK(f.value("h := 5\nv := h(h)") == 7);
}

namespace {

// Language 6: a call, and what it computes.
struct Formula {
  std::string_view module;
  std::string_view formula;
};
constexpr Formula kFormulas[] = {
    {"hash_range_offset(input: X, base: 5000, range: 250)", "5000 + hash(X) % 250"},
    {"hashed_id(X, 512)", "hash(X) % 512"},
    {"shuffled_id(X, 1000)", "shuffle(X, 0, 1000)"},
    {"euler_circuit(X, 100, 7, 3)", "hash(interleave(X, 7)) % 100"},
    {"normal_sample(X, 10, 2.5)", "dist_normal(unit_interval(hash(X)), 10.0, 2.5)"},
    {"exponential_sample(X, 0.25)", "dist_exponential(unit_interval(hash(X)), 0.25)"},
    {"uniform_sample(X, -1.0, 3.0)", "hash_interval(X, -1.0, 3.0)"},
    {"zipf_sample(X, 50, 1.1)", "round_to_u64(clamp_f64(dist_zipf(unit_interval(hash(X)), 50, 1.1), 1.0, 50.0))"},
    {"bounded_normal_int(X, 40.0, 30.0, 18.0, 65.0)",
     "round_to_u64(clamp_f64(dist_normal(unit_interval(hash(X)), 40.0, 30.0), 18.0, 65.0))"},
    {"gaussian_latency(X, 1.0, 2.0)", "clamp_f64(dist_normal(unit_interval(hash(X)), 1.0, 2.0), 0.1, 999999.0)"},
    {"exponential_latency(X, 5.0)", "clamp_f64(dist_exponential(unit_interval(hash(X)), 5.0), 0.1, 999999.0)"},
    {"service_latency(X, 1.0, 2.0)", "clamp_f64(dist_normal(unit_interval(hash(X)), 1.0, 2.0), 0.1, 999999.0)"},
    {"bimodal_latency(X, 2.0, 0.5, 40.0, 9.0, 0.4)",
     "clamp_f64(if unfair_coin(X, 0.4) { dist_normal(unit_interval(hash(hash(X))), 40.0, 9.0) } else { dist_normal(unit_interval(hash(X)), 2.0, 0.5) }, 0.1, "
     "999999.0)"},
    {"service_model(X, 2.0, 40.0, 0.4, 0.5)", "bimodal_latency(X, 2.0, 0.5, 40.0, 5.0, 0.4)"},
    {"alpha_numeric(X, 12)", "char_buf(hash(X), \"0-9A-Za-z\", 12)"},
    {"padded_id(X, 5000, 7)", "printf(\"{:07}\", hash(X) % 5000)"},
    {"hex_id(X, 4096)", "printf(\"0x{:x}\", hash(X) % 4096)"},
    {"monotonic_ts(X, 1600000000000, 250)", "1600000000000 + X * 250"},
    {"jittered_ts(X, 1600000000000, 250, 40)", "1600000000000 + X * 250 + hash(X) % 40"},
    {"sawtooth(X, 8)", "(X % 8) as f64 / 8.0"},
    {"sine_wave(X, 8)", "sin(6.283185307179586 * ((X % 8) as f64 / 8.0))"},
    {"cosine_wave(X, 8)", "cos(6.283185307179586 * ((X % 8) as f64 / 8.0))"},
    {"sine_unit(X, 8)", "0.5 + 0.5 * sin(6.283185307179586 * ((X % 8) as f64 / 8.0))"},
    // What the modules share.
    {"phase_of(X, 8)", "(X % 8) as f64 / 8.0"},
    {"normal_latency_of(X, 1.0, 2.0)", "clamp_f64(dist_normal(unit_interval(X), 1.0, 2.0), 0.1, 999999.0)"},
};

}  // namespace

TEST_CASE("the standard modules are what their formulas say") {
  for (const Formula& f : kFormulas) {
    for (const char* x : {"0", "1", "2", "7", "12345", "18446744073709551615"}) {
      std::string text = "v := " + std::string(f.module) + "\nw := " + std::string(f.formula);
      for (std::size_t at = text.find('X'); at != std::string::npos; at = text.find('X', at)) text.replace(at, 1, x);
      CAPTURE(text);
      const Attempt a = compile(text);
      REQUIRE_MESSAGE(a.graph.has_value(), a.errors());
      const Value v = constant_of(*a.graph, "v"), w = constant_of(*a.graph, "w");
      CHECK(v.type() == w.type());
      CHECK(v.low() == w.low());
      CHECK(v.text() == w.text());
    }
  }
}

TEST_CASE("square and triangle waves are sums of harmonics") {
  for (std::uint64_t x = 0; x < 40; ++x) {
    const std::string input = std::to_string(x);
    const Attempt a = compile("v := square_wave(" + input + ", 10)\nw := triangle_wave(" + input + ", 10)");
    REQUIRE_MESSAGE(a.graph.has_value(), a.errors());
    const double p = static_cast<double>(x % 10) / 10.0;
    double square = 0, triangle = 0;
    for (int i = 0; i < 5; ++i) square += std::sin(2 * 3.141592653589793 * (2 * i + 1) * p) / (2 * i + 1);
    for (int i = 0; i < 4; ++i)
      triangle += (i % 2 == 0 ? 1 : -1) * std::sin(2 * 3.141592653589793 * (2 * i + 1) * p) / ((2 * i + 1) * (2 * i + 1));
    CHECK(constant_of(*a.graph, "v").as_f64() == doctest::Approx(square * 4 / 3.141592653589793).epsilon(1e-12));
    CHECK(constant_of(*a.graph, "w").as_f64() == doctest::Approx(triangle * 8 / (3.141592653589793 * 3.141592653589793)).epsilon(1e-12));
  }
}

TEST_CASE("D-28: the standard modules that the reference has broken") {
  // A permutation of [0, size), for every size.
  for (const std::uint64_t size : {1u, 2u, 3u, 10u, 100u, 257u}) {
    std::string text;
    for (std::uint64_t i = 0; i < size; ++i)
      text += "v" + std::to_string(i) + " := shuffled_id(" + std::to_string(i) + ", " + std::to_string(size) + ")\n";
    const Attempt a = compile(text);
    REQUIRE_MESSAGE(a.graph.has_value(), a.errors());
    std::vector<bool> seen(size, false);
    for (std::uint64_t i = 0; i < size; ++i) {
      const std::uint64_t value = constant_of(*a.graph, "v" + std::to_string(i)).as_u64();
      REQUIRE(value < size);
      CHECK_FALSE(seen[value]);
      seen[value] = true;
    }
  }
  CHECK(compile("input x\nv := shuffled_id(x, 0)").errors() == "2:21 constraint");
  const Attempt a = compile(
      "v := alpha_numeric(1, 23)\nw := sawtooth(6, 8)\nz := zipf_sample(3, 10, 1.5)\n(l, e) := service_model(5, 2.0, 40.0, 1.0, 1.0)\n"
      "(l2, e2) := service_model(5, 2.0, 40.0, 0.0, 0.0)\nb := bimodal_latency(5, 2.0, 0.5, 40.0, 1.0, 1.0)");
  REQUIRE_MESSAGE(a.graph.has_value(), a.errors());
  CHECK(constant_of(*a.graph, "v").text().size() == 23);
  CHECK(constant_of(*a.graph, "w").as_f64() == 0.75);
  CHECK(constant_of(*a.graph, "z").as_u64() >= 1);
  CHECK(constant_of(*a.graph, "z").as_u64() <= 10);
  CHECK(constant_of(*a.graph, "l").as_f64() > 20);
  CHECK(constant_of(*a.graph, "e").as_u64() == 1);
  CHECK(constant_of(*a.graph, "l2").as_f64() < 5);
  CHECK(constant_of(*a.graph, "e2").as_u64() == 0);
  CHECK(constant_of(*a.graph, "b").as_f64() > 35);
}

TEST_CASE("the second output of service_model is whether the call failed") {
  for (int x = 0; x < 40; ++x) {
    std::string text =
        "(l, v) := service_model(X, 2.0, 40.0, 0.4, 0.5)\nw := if unfair_coin(X, 0.4) { unfair_coin(hash(hash(X)), 0.5) } else { "
        "unfair_coin(hash(X), 0.5) }";
    for (std::size_t at = text.find('X'); at != std::string::npos; at = text.find('X', at)) text.replace(at, 1, std::to_string(x));
    const Attempt a = compile(text);
    REQUIRE_MESSAGE(a.graph.has_value(), a.errors());
    CHECK(constant_of(*a.graph, "v").as_u64() == constant_of(*a.graph, "w").as_u64());
  }
}

TEST_CASE("every standard module is free of mistakes and has its formula here") {
  std::set<std::string> tested = {"square_wave", "triangle_wave"};
  for (const Formula& f : kFormulas) tested.emplace(f.module.substr(0, f.module.find('(')));
  CHECK(standard_module_files().size() == 6);
  std::set<std::string> defined;
  for (const StandardModuleFile& file : standard_module_files()) {
    Diagnostics diagnostics;
    const lang::Program tree = lang::parse(Source(std::string(file.name), std::string(file.text)), {}, diagnostics);
    CHECK_FALSE(diagnostics.has_errors());
    for (const lang::Statement& s : tree.statements) {
      REQUIRE(s.kind == lang::StatementKind::Module);
      CHECK_MESSAGE(defined.insert(s.name.text).second, s.name.text);
      CHECK_MESSAGE(tested.contains(s.name.text), s.name.text);
    }
  }
  CHECK(tested == defined);
}
