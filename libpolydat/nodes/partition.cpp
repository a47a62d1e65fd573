// Partitions and partition lists (nodes/partition.h): their text and JSON forms, and even subdivision.
#include "nodes/partition.h"

#include "nodes/native/kernel_subset.h"
#include "nodes/number_text.h"

namespace polydat {
namespace {

void append_number(std::string& to, std::uint64_t v) {
  char text[kIntegerTextRoom];
  to.append(text, put_u64(text, v));
}
void append_percent(std::string& to, double v) {
  char text[kFixedTextRoom + 2];
  to.append(text, put_f64_fixed(text, v, 2));
  to += '%';
}
void append_extent(std::string& to, const PartitionFields& p) {
  to += '[';
  append_number(to, p.start);
  to += "..";
  append_number(to, p.end);
  to += ')';
}

}  // namespace

std::string Partition::display() const {
  std::string text = "Partition(";
  append_number(text, fields.index);
  text += '/';
  append_number(text, fields.count);
  text += ' ';
  append_extent(text, fields);
  text += " [";
  append_percent(text, fields.start_percent);
  text += "..";
  append_percent(text, fields.end_percent);
  text += "))";
  return text;
}

JsonTree Partition::to_json() const {
  JsonTree tree = JsonTree::object();
  tree["idx"] = fields.index;
  tree["count"] = fields.count;
  tree["start_ord"] = fields.start;
  tree["end_ord"] = fields.end;
  tree["start_pct"] = fields.start_percent;
  tree["end_pct"] = fields.end_percent;
  tree["base_extent"] = fields.base_extent;
  tree["cardinality"] = fields.size();
  return tree;
}

std::string PartitionList::display() const {
  std::string text = "PartitionList[";
  append_number(text, items.size());
  text += "]=";
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i != 0) text += ',';
    append_extent(text, items[i]->fields);
  }
  return text;
}

JsonTree PartitionList::to_json() const {
  JsonTree::array_t list;
  list.reserve(items.size());
  for (const auto& item : items) list.push_back(item->to_json());
  return JsonTree(std::move(list));
}

std::shared_ptr<const PartitionList> make_partition_list(const std::vector<PartitionFields>& fields) {
  auto list = std::make_shared<PartitionList>();
  list->items.reserve(fields.size());
  for (const PartitionFields& f : fields) list->items.push_back(std::make_shared<const Partition>(f));
  return list;
}

std::uint64_t even_boundary(std::uint64_t start, std::uint64_t end, std::uint64_t i, std::uint64_t parts) {
  const native::u128 scaled = static_cast<native::u128>(i) * (end - start) + parts / 2;
  return start + static_cast<std::uint64_t>(scaled / parts);
}

std::shared_ptr<const PartitionList> subdivide(const PartitionFields& p, std::uint64_t parts) {
  const double slope = p.end_percent - p.start_percent;
  const auto percent_at = [&](std::uint64_t ordinal) {
    return p.start_percent + static_cast<double>(ordinal - p.start) / static_cast<double>(p.size()) * slope;
  };
  std::vector<PartitionFields> pieces(parts);
  std::uint64_t start = p.start;
  for (std::uint64_t i = 0; i < parts; ++i) {
    const std::uint64_t end = even_boundary(p.start, p.end, i + 1, parts);
    pieces[i] = {i, parts, start, end, percent_at(start), percent_at(end), p.base_extent};
    start = end;
  }
  return make_partition_list(pieces);
}

}  // namespace polydat
