// The lines of the table, in its order. A line is a function in a file of its own under lines/; it adds one row or more.
#pragma once

#include "table.h"

namespace polydat::bench {

void ladder_row(Table& table);
void chain_pull(Table& table);
void all_outputs(Table& table);
void start_to_exit(Table& table);
void csv_rows(Table& table);
void string_rows(Table& table);
void tile_rows(Table& table);
void coordinate_text(Table& table);
void compile_times(Table& table);
void large_programs(Table& table);
void engine_costs(Table& table);
void block_mode(Table& table);

struct Line {
  const char* name;  // what --lines takes
  void (*measure)(Table& table);
};

inline constexpr Line kLines[] = {
    {"ladder-row", ladder_row}, {"chain-pull", chain_pull},       {"all-outputs", all_outputs},       {"start-to-exit", start_to_exit},
    {"csv-rows", csv_rows},     {"string-rows", string_rows},     {"tile-rows", tile_rows},           {"coordinate-text", coordinate_text},
    {"block-mode", block_mode}, {"compile-times", compile_times}, {"large-programs", large_programs}, {"engine-costs", engine_costs},
};

}  // namespace polydat::bench
