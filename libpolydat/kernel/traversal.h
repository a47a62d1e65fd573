// A top-level `for` statement, compiled: what its tuples are, and the program that its body is (language 4.7).
//
//   const auto activations = traversal.open(outer_kernel, failure);
//   while (activations->next()) ... activations->coordinates(), activations->externs()
//
// Immutable; may be opened any number of times, also by several threads at once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graph/traversal_graph.h"
#include "graph/tuple_stream.h"
#include "polydat/kernel.h"

namespace polydat {

class Traversal;

// The tuples of one traversal from its beginning, and the body's program with the values that it reads from around.
class Activations {
 public:
  Activations(const Traversal& traversal, std::shared_ptr<const Program> program, std::vector<Value> read);

  const std::shared_ptr<const Program>& program() const { return program_; }
  // False: no more, or a failure of the comprehension.
  bool next() { return tuples_.next(); }
  const TupleStream& tuples() const { return tuples_; }
  TupleStream& tuples() { return tuples_; }

  // Elements that are coordinates of the program: which one element i drives. Others are externs, by input index.
  struct Route {
    bool is_coordinate = false;
    std::uint32_t input = 0;
  };
  std::span<const Route> routes() const { return routes_; }
  bool all_coordinates() const;

 private:
  std::shared_ptr<const Program> program_;
  TupleStream tuples_;
  std::vector<Route> routes_;
};

class Traversal {
 public:
  Traversal(TraversalGraph graph, const CompileOptions& options, GraphOptions passes);

  // The body as it was compiled, its captured values None: for the names and types of outputs.
  const std::shared_ptr<const Program>& body() const { return body_; }
  std::size_t visible_outputs() const { return graph_.visible_outputs; }
  const TraversalGraph& graph() const { return graph_; }
  const GraphOptions& passes() const { return passes_; }

  // Reads what the traversal needs from `outer`, whose inputs are set. Null and the failure when a value cannot be computed.
  std::unique_ptr<Activations> open(AnyKernel& outer, Failure& failure) const;

  // Plans the body with these values, one a captured wire. Null and a diagnostic when its engine cannot run here.
  std::shared_ptr<const Program> instantiate(const std::vector<Value>& captured, Diagnostics& diagnostics) const;
  // Done once, after construction.
  bool plan(Diagnostics& diagnostics);

 private:
  TraversalGraph graph_;
  CompileOptions options_;
  GraphOptions passes_;
  std::shared_ptr<const Program> body_;
};

}  // namespace polydat
