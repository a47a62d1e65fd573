// What is behind a Traversal (polydat/traversal.h): the compiled body, and its tuples as they come out of the comprehension.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graph/traversal_graph.h"
#include "graph/tuple_stream.h"
#include "polydat/traversal.h"

namespace polydat {

// The tuples of one traversal from its beginning, and the body's program with the values that it reads from around.
class BodyTuples {
 public:
  BodyTuples(const Traversal& traversal, std::shared_ptr<const Program> program, std::vector<Value> read);

  const std::shared_ptr<const Program>& program() const { return program_; }
  // False: no more, or a failure of the comprehension.
  bool next() { return stream_.next(); }
  const TupleStream& stream() const { return stream_; }
  TupleStream& stream() { return stream_; }

  // Elements that are coordinates of the program: which one element i drives. Others are externs, by input index.
  struct Route {
    bool is_coordinate = false;
    std::uint32_t input = 0;
  };
  std::span<const Route> routes() const { return routes_; }
  bool all_coordinates() const;

 private:
  std::shared_ptr<const Program> program_;
  TupleStream stream_;
  std::vector<Route> routes_;
};

struct TraversalState {
  TraversalGraph graph;  // its nested graphs moved to `nested`
  CompileOptions options;
  GraphOptions passes;
  std::shared_ptr<const Program> body;  // its captured values None: for the names and types of outputs
  std::vector<std::shared_ptr<const Traversal>> nested;

  // Plans the body with these values, one a captured wire. Null and a diagnostic when its engine cannot run here.
  std::shared_ptr<const Program> instantiate(const std::vector<Value>& captured, Diagnostics& diagnostics) const;
};

// Null and a diagnostic when the engine cannot run here.
std::shared_ptr<const Traversal> make_traversal(TraversalGraph graph, const CompileOptions& options, const GraphOptions& passes,
                                                Diagnostics& diagnostics);

// Reads what the traversal needs from `around`, whose inputs are set. Null and the failure when a value cannot be computed.
std::unique_ptr<BodyTuples> open_tuples(const Traversal& traversal, AnyKernel& around, Failure& failure);

// Why the tuples ended early.
Failure tuple_failure(const Traversal& traversal, const TupleStream& stream);

}  // namespace polydat
