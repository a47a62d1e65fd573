// The catalog rows of conversions that involve text, bytes, JSON and lists: their names and texts follow from the two types, so
// they are made when the catalog is built (types page, 4.1 to 4.3).
#pragma once

#include <deque>
#include <span>
#include <string>
#include <vector>

#include "nodes/node_def.h"

namespace polydat {

class ConversionRows {
 public:
  // `failure`: why a value does not convert; empty when every value does.
  void add(PortType from, PortType to, RowFn row, std::string failure = {});
  void add_from_dyn(PortType to);
  std::span<const NodeDef> rows() const { return rows_; }

 private:
  std::string_view own(std::string text) { return texts_.emplace_back(std::move(text)); }

  std::deque<std::string> texts_;  // a deque: texts keep their addresses
  std::vector<NodeDef> rows_;
};

// What a `dyn` wire can become: every type that has boundary conversions, but for registers.
std::span<const PortType> types_from_dyn();

void add_scalar_conversions(ConversionRows& rows);  // numbers and bool from and to text, bytes, JSON
void add_list_conversions(ConversionRows& rows);    // lists from and to text, bytes, JSON and other lists
void add_box_conversions(ConversionRows& rows);     // between text, bytes and JSON

}  // namespace polydat
