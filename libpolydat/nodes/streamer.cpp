// The node streamer: a description of a comprehension, as an object.
#include <memory>
#include <string>

#include "nodes/compiler_families.h"
#include "nodes/json_text.h"
#include "nodes/json_tree.h"
#include "nodes/native_row.h"
#include "nodes/row_form_json.h"

namespace polydat {
namespace {

struct Streamer : ExtBox {
  explicit Streamer(JsonTree t) : tree(std::move(t)) {}
  std::string_view type_name() const override { return "streamer"; }
  std::string display() const override { return "for " + std::string(string_leaf(*find_member(tree, "for"))); }
  JsonTree to_json() const override { return tree; }

  const JsonTree tree;
};

struct PreparedStreamer : Prepared {
  std::shared_ptr<const Streamer> object;
};

// The compiler has read the comprehension and hands over its description: {"for": text, "elements": [names], "cardinality": text}.
void prepare_streamer(PrepareContext& context) {
  JsonTree tree;
  std::string why;
  const auto is_text = [&](std::string_view key) {
    const JsonTree* member = tree.is_object() ? find_member(tree, key) : nullptr;
    return member != nullptr && member->is_string();
  };
  if (!read_json(context.str(0), tree, why) || !is_text("for") || !is_text("cardinality")) {
    return context.refuse(0, "'" + std::string(context.str(0)) + "' is not a comprehension like `k in 1..4`");
  }
  auto prepared = std::make_shared<PreparedStreamer>();
  prepared->object = std::make_shared<const Streamer>(std::move(tree));
  context.add_object<PreparedStreamer>(std::move(prepared));
}
void streamer(const PreparedStreamer& prepared, ExtOut& out) { out.box = prepared.object; }

constexpr NodeDef kRows[] = {
    closure_row<&streamer>({.signature = "streamer(const spec: str) -> ext",
                            .family = "partitions",
                            .doc = "A comprehension as an object: its text, the names it binds, and how many elements it has.",
                            .example = "input cycle: u64\nout := to_json(streamer(\"k in 1..4\"))\n",
                            .why_closure = "gives an object",
                            .prepare = &prepare_streamer}),
};

}  // namespace

std::span<const NodeDef> streamer_nodes() { return kRows; }

}  // namespace polydat
