// The tuples of a comprehension, one after the other (language 4.7).
//
// Needs:   a comprehension that may be traversed (needs_order is not set) with the types of its elements; values for its references to
//          the scope around. Comprehension and options outlive the stream.
// Ensures: a lexicographic or geometric order over ranges keeps one tuple, whatever the number of tuples; lists, samples and what must
//          be turned round are kept, and refused past --max-value.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graph/comprehension.h"

namespace polydat {

struct TupleStreamState;

class TupleStream {
 public:
  // `outer`: one value a reference of the comprehension; those to elements are not looked at.
  TupleStream(const Comprehension& comprehension, const GraphOptions& options, std::vector<Value> outer);
  TupleStream(const Comprehension&, GraphOptions&&, std::vector<Value>) = delete;  // it must outlive the stream
  ~TupleStream();
  TupleStream(TupleStream&&) noexcept;
  TupleStream& operator=(TupleStream&&) noexcept;

  // A raised flag, either of the two, ends the stream, also where a filter lets nothing through for long. The flags outlive the stream.
  void set_stop(const std::atomic<bool>* stop, const std::atomic<bool>* also = nullptr);
  // More tuples than this, those that filters drop included, are a failure by a limit. Without it there is no end but the last tuple.
  void set_most_tuples(std::uint64_t most);
  // False: no more tuples, or a failure, or a raised flag.
  bool next();
  // As many calls of next(), up to `most` of them: the k-th tuple goes to row k of the columns, one a word of each element, in order. How
  // many tuples there were: fewer than `most` only where next() would have said false, and where ended_early().
  std::size_t fill(std::span<std::uint64_t* const> columns, std::size_t most);
  // For elements that are references, before the first tuple: the words of each fill() hold as long as somebody has its contents(). A block
  // ends early when its tuples take so much that no more should be held at once; where it ends does not depend on `most`.
  void keep_contents();
  std::vector<std::shared_ptr<const void>> contents() const;
  bool ended_early() const;
  // One cell an element; they hold until next() or fill().
  std::span<const Cell> tuple() const;

  bool failed() const;
  const std::string& failure() const;
  bool by_limit() const;  // of a failure

 private:
  std::unique_ptr<TupleStreamState> state_;
};

}  // namespace polydat
