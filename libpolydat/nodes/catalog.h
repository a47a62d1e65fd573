// The one table of nodes (design D3): the checker, the closures, the lowering, `polydat nodes`, the docs and the tests walk it.
// Built on first use, then immutable; safe from any thread.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "nodes/node_def.h"
#include "nodes/signature.h"

namespace polydat {

// The row of a name or alias; null when there is none.
const NodeDef* find_node(std::string_view name);
// All rows, sorted by name.
std::span<const NodeDef* const> all_nodes();
// Every name and alias, sorted; for suggestions.
const std::vector<std::string_view>& all_node_names();
// The parsed signature of a row (parsed once, cached).
const Signature& signature_of(const NodeDef& node);
std::string_view name_of(const NodeDef& node);
// Why a node of the reference is left out here (`dataset_open`, `fft_analyze`, ...); empty for others.
std::string_view why_left_out(std::string_view name);

// The node that converts `from` into `to`: automatic ones cannot fail, but for those from `dyn`; boundary ones may. Null when there is none.
const NodeDef* automatic_conversion(PortType from, PortType to);
const NodeDef* boundary_conversion(PortType from, PortType to);

}  // namespace polydat
