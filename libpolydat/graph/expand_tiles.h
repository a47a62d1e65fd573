// Tiles as ordinary bindings: a call of `tile_render` with the fixed text as its constant and the holes as its values.
//
// Needs:   a tree without errors of form.
// Ensures: the program without Tile statements, and without Cursor statements outside modules; what a tile needs
//          beside its own binding stands before it as generated statements. Mistakes in templates are reported at the tile.
// Cost:    linear in the tree and its templates.
#pragma once

#include "graph/lower_repeat.h"
#include "graph/template_scope.h"
#include "lang/ast.h"

namespace polydat {

// What ForText expressions name by number: repeats of tiles, and producers.
// `scope`: what collect_scope says of the program's own statements, and other names that they may read.
std::vector<RepeatTemplate> expand_tiles(lang::Program& program, const TemplateScope& scope, const GraphOptions& options,
                                         Diagnostics& diagnostics);
// The same for a whole program, which has no scope around.
std::vector<RepeatTemplate> expand_tiles(lang::Program& program, const GraphOptions& options, Diagnostics& diagnostics);
// The same for the statements of a file of modules, whose expressions lie in `program`; `repeats` goes on.
void expand_file_tiles(lang::Program& program, std::vector<lang::Statement>& statements, std::vector<RepeatTemplate>& repeats,
                       const GraphOptions& options, Diagnostics& diagnostics);

}  // namespace polydat
