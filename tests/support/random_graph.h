// Random graphs and random scripts for the differential tests, as data that can be printed as a program and shrunk.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace polydat::testing {

// SplitMix64 as a generator: the same numbers from the same seed everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  // Uniform enough for tests: 0 .. bound - 1.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  bool chance(unsigned percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

struct RandomBinding {
  std::vector<std::string> targets;  // one, or several for a multi-output node
  std::string expression;            // names of inputs, externs and earlier bindings appear as $NAME$ in it
  bool is_volatile = false;
};

struct RandomExtern {
  std::string name;
  std::string type;
  std::string default_text;  // empty: none
};

struct RandomGraph {
  std::uint64_t seed = 0;
  std::uint32_t coordinates = 1;  // x0, x1, ...
  std::vector<RandomExtern> externs;
  std::vector<RandomBinding> bindings;
  std::vector<std::string> outputs;  // selected names
  std::string text() const;          // the program in the graph language
};

struct Operation {
  enum class Kind : std::uint8_t { SetInputs, SetExtern, ClearExtern, Pull, Eval, SlotRead, Get, Invalidate, Fork };
  Kind kind = Kind::Pull;
  std::vector<std::uint64_t> coords;  // SetInputs, SlotRead, Pull and Eval with coordinates
  bool with_coords = false;
  std::uint32_t target = 0;  // output or extern number
  std::uint64_t value = 0;   // SetExtern: seed of the value
};

struct GraphShape {
  std::uint32_t max_nodes = 60;
  std::uint32_t max_inputs = 130;
  unsigned fallible_percent = 30;
  bool with_externs = true;
  bool with_volatile = true;
};

RandomGraph make_random_graph(std::uint64_t seed, const GraphShape& shape);
std::vector<Operation> make_random_script(std::uint64_t seed, const RandomGraph& graph, std::size_t length);
std::string describe(const Operation& operation, const RandomGraph& graph);

// The graph without binding `index` and everything that reads it; nothing when no output would be left.
std::optional<RandomGraph> without_binding(const RandomGraph& graph, std::size_t index);

}  // namespace polydat::testing
