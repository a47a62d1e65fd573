// One axis of a product of sources: its values by position.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graph/comprehension.h"
#include "graph/tuple_order.h"

namespace polydat {

// Values that a source or a store of tuples made.
struct OpenedValues {
  std::vector<Value> items;
  bool is_open = true;  // of the tuple stream's thread
};

// What the parts of a tuple stream share: the tuple at hand, what references read, and the failure that ended the stream.
struct TupleContext {
  TupleContext(const Comprehension& c, const GraphOptions& o, std::vector<Value> outer_values);

  // One cell a reference, elements as they are in the tuple at hand.
  std::span<const Cell> references();
  bool failed() const { return !why.empty(); }
  // What a source has just opened. It is held as long as the source has it open and, where tuples are filled, until the end of the block.
  std::shared_ptr<OpenedValues> hold(std::vector<Value> values);
  // Whether someone asked to end the stream.
  bool stopped() const {
    for (const std::atomic<bool>* flag : stop)
      if (flag != nullptr && flag->load(std::memory_order_relaxed)) return true;
    return false;
  }
  // Counts a tuple that is looked at, whether or not a filter keeps it. False, and the failure, when there may be no more.
  bool look() {
    if (tuples_left-- != 0) return true;
    by_limit = true;
    return fail("more tuples than --max-value allows");
  }
  bool fail(std::string message) {
    if (why.empty()) why = std::move(message);
    return false;
  }

  const Comprehension& comprehension;
  const GraphOptions& options;
  std::vector<Value> outer;
  std::vector<Cell> tuple;
  std::vector<Cell> cells;
  std::vector<std::uint32_t> element_references;
  std::string why;
  bool by_limit = false;
  std::uint64_t tuples_left = ~std::uint64_t{0};
  const std::atomic<bool>* stop[2] = {nullptr, nullptr};
  // Where tuples are filled: per element, its first column; and what the words in the columns point into.
  std::vector<std::uint32_t> column_of;
  bool keeps = false;
  std::vector<std::shared_ptr<OpenedValues>> opened;
  std::uint64_t opened_bytes = 0;  // since a block was last ended for it
};

// A source with its values at hand.
struct OpenSource {
  bool is_integers = false;
  std::uint64_t first = 0, step = 1, size = 0;
  std::shared_ptr<OpenedValues> values;

  Cell at(std::uint64_t i) const { return is_integers ? Cell::u64(first + i * step) : Cell::of(values->items[i]); }
};

class TupleAxis {
 public:
  TupleAxis(TupleContext& context, const ComprehensionClause& clause);
  virtual ~TupleAxis() { close(); }
  TupleAxis(const TupleAxis&) = delete;
  TupleAxis& operator=(const TupleAxis&) = delete;

  bool is_dependent() const { return dependent_; }
  bool is_open() const { return open_; }
  bool is_continuous() const;
  std::uint64_t size() const { return size_; }

  // Makes its values; false after a failure.
  virtual bool open();
  // Puts the values of a position, or of axis `j` of a point, into the tuple at hand.
  void set(std::uint64_t position);
  void set(const LatticePoint& point, std::size_t j);
  // Writes the words of `count` positions from `position` on into the columns of the axis' elements (TupleContext::column_of), from row `row`
  // on. Of an axis of a product.
  void fill(std::uint64_t position, std::size_t count, std::span<std::uint64_t* const> columns, std::size_t row) const;

 protected:
  explicit TupleAxis(TupleContext& context) : context_(context) {}
  // Keeps every tuple that `next` makes: the positions of this axis are theirs.
  bool keep_all(const std::function<bool()>& next);

 private:
  void close();
  bool open_source(const ComprehensionSource& source, OpenSource& out);
  bool make_values(const ComprehensionSource& source, std::vector<Value>& values);
  bool add_items(const Value& value, bool from_wire, std::vector<Value>& values);
  bool check_size(std::uint64_t values);
  double at_unit(double u) const;
  double at_end(bool upper) const;

  TupleContext& context_;
  const ComprehensionClause* clause_ = nullptr;  // null: the tuples are kept
  std::vector<OpenSource> sources_;
  std::vector<std::shared_ptr<OpenedValues>> kept_;  // one column an element
  double below_low_ = 0, below_high_ = 1;            // of a measure, at the interval's ends
  std::uint64_t size_ = 0;
  bool open_ = false;
  bool dependent_ = false;
};

}  // namespace polydat
