// The activations of a traversal as rows of coordinates and elements: what a run over blocks reads (design D8).
//
// Without cursors a tuple is a row. With cursors a tuple is as many rows as its smallest domain has ordinals; the domains are computed for
// a block of tuples at once, by a program of their own.
//
// Ensures: rows in order; memory for one block of tuples, and for the values in it, whatever the number of tuples and ordinals.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "kernel/traversal.h"
#include "stream/coordinate_source.h"

namespace polydat {

class TraversalSource : public CoordinateSource {
 public:
  // After Status::Bad: the bounds of a cursor could not be computed, for a tuple of these values. Nothing: the tuples themselves failed.
  virtual const std::optional<Failure>& bounds_failure() const = 0;
  virtual const std::vector<Value>& failed_tuple() const = 0;
  // The inputs of the program that its columns drive, in order; the first are the elements.
  virtual const std::vector<std::uint32_t>& driven() const = 0;
};

// Over the tuples from where they are. `most_cycles`: of one activation. The tuples outlive the source.
std::unique_ptr<TraversalSource> make_traversal_source(const Traversal& traversal, BodyTuples& tuples, std::uint64_t most_cycles);

}  // namespace polydat
