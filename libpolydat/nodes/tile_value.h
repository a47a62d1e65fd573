// The text of a value in a hole of a tile (language 4.8; data nodes page, tile_encode).
#pragma once

#include "nodes/row_form.h"
#include "nodes/tile_program.h"

namespace polydat {

// Whether a value selects the first arm: a number that is not 0, true, a text that is not empty, `0` or `false`. None does not.
bool tile_truth(const ArgList::Item& item);

// One hole. `work` is for forms that are escaped after they were made.
void append_tile_value(Buffer& to, const ArgList::Item& item, const TilePiece& hole, Buffer& work);

// What None is there: `null`, or nothing.
std::string_view tile_none(const TilePiece& hole);

}  // namespace polydat
