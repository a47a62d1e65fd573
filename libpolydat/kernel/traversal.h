// What is behind a Traversal (polydat/traversal.h): the compiled body, and its tuples as they come out of the comprehension.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graph/traversal_graph.h"
#include "graph/tuple_stream.h"
#include "polydat/traversal.h"

namespace polydat {

// What of a body a program computes: everything, its visible outputs, or the bounds of its cursors.
enum class BodyPart : std::uint8_t { Whole, Rows, Bounds };

// The tuples of one traversal from its beginning, and the body's program with the values that it reads from around. The traversal outlives
// it.
class BodyTuples {
 public:
  BodyTuples(const Traversal& traversal, std::shared_ptr<const Program> program, std::vector<Value> captured, std::vector<Value> read);

  const std::shared_ptr<const Program>& program() const { return program_; }
  // With the inputs of program(), and those of its outputs that the part has, by name; Rows: in its order.
  std::shared_ptr<const Program> part(BodyPart part) const;
  // False: no more, or a failure of the comprehension.
  bool next() { return stream_.next(); }
  const TupleStream& stream() const { return stream_; }
  TupleStream& stream() { return stream_; }

  // The input of the program that element i is.
  struct Route {
    bool is_coordinate = false;
    std::uint32_t input = 0;
  };
  std::span<const Route> routes() const { return routes_; }

 private:
  const Traversal& traversal_;
  std::shared_ptr<const Program> program_;
  std::vector<Value> captured_;
  TupleStream stream_;
  std::vector<Route> routes_;
};

// Of all traversals of a program.
struct TraversalOptions {
  CompileOptions compile;
  GraphOptions passes;
};

struct TraversalState {
  TraversalGraph graph;  // its nested graphs moved to `nested`, its body to the program `body`
  std::shared_ptr<const TraversalOptions> options;
  std::shared_ptr<const Program> body;  // its captured values None: for the names and types of outputs
  std::vector<std::shared_ptr<const Traversal>> nested;

  // Plans a part of the body with these values, one a captured wire. Null and a diagnostic when its engine cannot run here.
  std::shared_ptr<const Program> instantiate(BodyPart part, const std::vector<Value>& captured, Diagnostics& diagnostics) const;
  std::shared_ptr<const Program> plan(Graph body, Diagnostics& diagnostics) const;

 private:
  bool is_bound(const std::string& output) const;  // of a cursor
};

// Null and a diagnostic when the engine cannot run here.
std::shared_ptr<const Traversal> make_traversal(TraversalGraph graph, std::shared_ptr<const TraversalOptions> options,
                                                Diagnostics& diagnostics);

// Reads what the traversal needs from `around`, whose inputs are set. Null and the failure when a value cannot be computed.
std::unique_ptr<BodyTuples> open_tuples(const Traversal& traversal, AnyKernel& around, Failure& failure);

// How many rows there are with so many cycles of an activation at most, when no filter and no value that is not known yet decides that.
std::optional<std::uint64_t> known_rows(const TraversalGraph& graph, const Graph& body, std::uint64_t most_cycles);

// Why the tuples ended early.
Failure tuple_failure(const Traversal& traversal, const TupleStream& stream);

}  // namespace polydat
