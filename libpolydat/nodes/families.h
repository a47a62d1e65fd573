// The families of the node library: one function a file, each giving its rows from static storage. The catalog is their
// concatenation; adding a family is a line here and one in catalog.cpp.
#pragma once

#include <span>

#include "nodes/node_def.h"

namespace polydat {

std::span<const NodeDef> arithmetic_nodes();
std::span<const NodeDef> assertion_nodes();
std::span<const NodeDef> bracket_list_nodes();
std::span<const NodeDef> byte_nodes();
std::span<const NodeDef> comparison_nodes();
std::span<const NodeDef> constant_nodes();
std::span<const NodeDef> context_nodes();
std::span<const NodeDef> data_file_nodes();
std::span<const NodeDef> datetime_nodes();
std::span<const NodeDef> diagnostic_nodes();
std::span<const NodeDef> distribution_nodes();
std::span<const NodeDef> encoding_nodes();
std::span<const NodeDef> formatting_nodes();
std::span<const NodeDef> hashed_text_nodes();
std::span<const NodeDef> hashing_nodes();
std::span<const NodeDef> interpolation_nodes();
std::span<const NodeDef> json_nodes();
std::span<const NodeDef> math_nodes();
std::span<const NodeDef> name_nodes();
std::span<const NodeDef> noise_nodes();
std::span<const NodeDef> numeric_adapter_nodes();
std::span<const NodeDef> numeric_conversion_nodes();
std::span<const NodeDef> partition_nodes();
std::span<const NodeDef> permutation_nodes();
std::span<const NodeDef> probability_nodes();
std::span<const NodeDef> random_nodes();
std::span<const NodeDef> regex_nodes();
std::span<const NodeDef> register_nodes();
std::span<const NodeDef> round_number_nodes();
std::span<const NodeDef> string_nodes();
std::span<const NodeDef> text_conversion_nodes();
std::span<const NodeDef> variadic_nodes();
std::span<const NodeDef> vector_nodes();
std::span<const NodeDef> weighted_nodes();

}  // namespace polydat
