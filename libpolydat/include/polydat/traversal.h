// `for` statements, opened by a host: their tuples one after the other, each an activation with a kernel of the body (language 4.7).
//
//   for (const auto& traversal : compiled.traversals) {
//     polydat::Failure failure;
//     const auto activations = polydat::open_traversal(traversal, outer, failure);   // outer: a kernel of compiled.program, its inputs set
//     if (activations == nullptr) ...
//     while (activations->next()) {
//       for (std::uint64_t i = 0; i < activations->cycles(); ++i) {
//         activations->set_cycle(i);
//         if (!activations->kernel().eval()) ...                           // the outputs of the body are the row
//       }
//       for (const auto& nested : traversal->nested()) polydat::open_traversal(nested, activations->kernel(), failure) ...
//     }
//     if (activations->failed()) std::cerr << activations->failure().report;
//   }
//
// A Traversal is immutable and may be opened any number of times, also by several threads at once; Activations are one thread's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "polydat/kernel.h"

namespace polydat {

struct GraphOptions;     // graph/compile_graph.h
struct TraversalGraph;   // graph/traversal_graph.h
struct TraversalState;   // kernel/traversal.h
struct ActivationState;  // kernel/activations.cpp
class BodyTuples;        // kernel/traversal.h

struct ElementInfo {
  std::string name;
  PortType type;
};

class Traversal {
 public:
  explicit Traversal(std::unique_ptr<TraversalState> state);
  ~Traversal();
  Traversal(const Traversal&) = delete;
  Traversal& operator=(const Traversal&) = delete;

  // What a tuple binds, in the order of the clauses.
  std::vector<ElementInfo> elements() const;
  // The names and types of the body's outputs. The first visible_outputs() are its row; others serve cursors and nested statements.
  const std::shared_ptr<const Program>& body() const;
  std::size_t visible_outputs() const;
  // The `for` statements of the body, in order; empty when the program was compiled without CompileOptions::nested.
  std::span<const std::shared_ptr<const Traversal>> nested() const;

  const TraversalGraph& graph() const;
  const GraphOptions& passes() const;
  const TraversalState& state() const { return *state_; }

 private:
  std::unique_ptr<TraversalState> state_;
};

class Activations {
 public:
  explicit Activations(std::unique_ptr<ActivationState> state);
  ~Activations();
  Activations(Activations&&) noexcept;
  Activations& operator=(Activations&&) noexcept;

  // Goes to the next tuple: a fresh scope in which its elements are set, `const` bindings are computed, shared cells have their start and
  // `cycle` is 0. False: there are no more, or failed().
  bool next();
  // Of the current activation. One, or with cursors the smallest number of ordinals among them, which may be 0.
  std::uint64_t cycles() const;
  // Sets `cycle`, and each cursor's ordinal to the start of its domain plus `cycle`. Below cycles().
  void set_cycle(std::uint64_t cycle);
  // Of the current activation. What it reads from the scope around is as it was when the traversal was opened.
  AnyKernel& kernel();
  // The elements of the current activation, and as text: "k = 3, tag = red".
  std::vector<Value> tuple() const;
  std::string tuple_text() const;

  bool failed() const;
  const Failure& failure() const;

  BodyTuples& tuples();

 private:
  std::unique_ptr<ActivationState> state_;
};

// Reads what the traversal needs from the scope around it: `around` is a kernel of Compiled::program for the traversals there, and the
// kernel of an activation for nested ones. Null, and why, when a value cannot be computed.
std::unique_ptr<Activations> open_traversal(const std::shared_ptr<const Traversal>& traversal, AnyKernel& around, Failure& failure);

}  // namespace polydat
