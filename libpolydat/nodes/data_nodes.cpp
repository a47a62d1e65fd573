// Nodes of the family "data files": rows and fields of text, CSV and JSONL files, by number.
#include <string>
#include <vector>

#include "nodes/data_file.h"
#include "nodes/families.h"
#include "nodes/json_text.h"
#include "nodes/json_tree.h"
#include "nodes/native/hashing.h"
#include "nodes/native_row.h"
#include "nodes/number_parse.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

constexpr std::string_view kReadsFile = "reads a file";
constexpr std::string_view kChanged = "the file {filename} changed after the graph was compiled";

struct FileRows : Prepared {
  std::shared_ptr<const DataRows> rows;
  std::uint64_t column = 0;       // csv_field
  std::vector<std::string> path;  // jsonl_field
};

void refuse_file(PrepareContext& context, std::size_t i, const std::string& why) {
  context.refuse(i, "the file '" + std::string(context.str(i)) + "' cannot be used: " + why);
}

// The rows of the file that constant 0 names; null after a refusal.
std::shared_ptr<FileRows> rows_of_file(PrepareContext& context, RowKind kind, bool may_be_empty = false) {
  std::string why = "files may not be read here";
  auto file = std::make_shared<FileRows>();
  if (const auto& files = context.world().files) file->rows = files->rows(context.str(0), kind, why);
  if (file->rows != nullptr && (may_be_empty || file->rows->count() != 0)) return file;
  refuse_file(context, 0, file->rows == nullptr ? why : "it has no rows");
  return nullptr;
}

template <RowKind Kind>
void prepare_rows(PrepareContext& context) {
  if (auto file = rows_of_file(context, Kind)) context.add_object<FileRows>(std::move(file));
}
template <RowKind Kind>
void prepare_count(PrepareContext& context) {
  if (const auto file = rows_of_file(context, Kind, true)) context.add_u64(file->rows->count());
}

void prepare_csv_field(PrepareContext& context) {
  auto file = rows_of_file(context, RowKind::Records);
  if (file == nullptr) return;
  const auto column = csv_column(file->rows->header(), context.str(1));
  if (!column) {
    return context.refuse(1, "'" + std::string(context.str(0)) + "' has no column '" + std::string(context.str(1)) +
                                 "'; its first line is '" + std::string(file->rows->header().substr(0, 200)) + "'");
  }
  file->column = *column;
  context.add_object<FileRows>(std::move(file));
}
void prepare_jsonl_field(PrepareContext& context) {
  auto file = rows_of_file(context, RowKind::JsonLines);
  if (file == nullptr) return;
  for (std::string_view path = context.str(1);;) {
    const std::size_t dot = path.find('.');
    file->path.emplace_back(path.substr(0, dot));
    if (dot == std::string_view::npos) break;
    path.remove_prefix(dot + 1);
  }
  context.add_object<FileRows>(std::move(file));
}

RowPlace& place_of(State& state) {
  if (state.memo == nullptr) state.memo = std::make_shared<RowPlace>();
  return *static_cast<RowPlace*>(state.memo.get());
}
void check_intact(const DataRows& rows, std::uint32_t* err) { *err |= rows.intact() ? 0u : 1u; }

void row_of_file(std::uint64_t ordinal, const FileRows& file, StrOut& out, State& state, std::uint32_t* err) {
  out.append(file.rows->row(ordinal, place_of(state)));
  check_intact(*file.rows, err);
}

void csv_field(std::uint64_t ordinal, const FileRows& file, StrOut& out, State& state, std::uint32_t* err) {
  append_csv_field(out.buffer, csv_field_of(file.rows->row(ordinal, place_of(state)), file.column));
  check_intact(*file.rows, err);
}

void jsonl_field(std::uint64_t ordinal, const FileRows& file, StrOut& out, State& state, std::uint32_t* err) {
  JsonTree tree;
  std::string why;
  const bool read = read_json(file.rows->row(ordinal, place_of(state)), tree, why);
  check_intact(*file.rows, err);
  if (!read) *err |= 1;
  const JsonTree* at = &tree;
  for (const std::string& part : file.path) {
    if (at->is_array()) {
      const auto index = parse_integer<std::uint64_t>(part);
      at = index && *index < at->size() ? &(*at)[static_cast<std::size_t>(*index)] : nullptr;
    } else {
      at = at->is_object() ? find_member(*at, part) : nullptr;
    }
    if (at == nullptr) return;
  }
  if (at->is_string()) out.append(string_leaf(*at));
  else if (!at->is_null()) append_json_tree(out.buffer, *at);
}

std::uint64_t row_count(std::uint64_t count) { return count; }

// A text of which a row takes a piece by bytes, so it is ASCII.
struct LoremText : Prepared {
  std::shared_ptr<const MappedFile> file;
  std::uint64_t min_length = 0;
  native::u128 lengths = 1;  // how many lengths there are
};
void prepare_lorem(PrepareContext& context) {
  std::string why = "files may not be read here";
  auto lorem = std::make_shared<LoremText>();
  if (const auto& files = context.world().files) lorem->file = files->file(context.str(2), why);
  if (lorem->file == nullptr) return refuse_file(context, 2, why);
  for (const char c : lorem->file->content()) {
    if (static_cast<signed char>(c) < 0) return refuse_file(context, 2, "it is not ASCII, and cannot be cut at any byte");
  }
  lorem->min_length = context.u64(0);
  if (context.u64(1) > context.u64(0)) lorem->lengths = native::u128{context.u64(1) - context.u64(0)} + 1;
  context.add_object<LoremText>(std::move(lorem));
}
void hashed_lorem_extract(std::uint64_t input, const LoremText& lorem, StrOut& out, std::uint32_t* err) {
  const std::string_view text = lorem.file->content();
  const std::uint64_t length = lorem.min_length + static_cast<std::uint64_t>(input % lorem.lengths);
  const std::uint64_t most = length < text.size() ? text.size() - length : 0;
  out.append(text.substr(native::xxh3(input) % (most + 1), length));
  *err |= lorem.file->intact() ? 0u : 1u;
}

constexpr NodeDef file_row(NodeDef row) {
  row.why_closure = kReadsFile;
  return row;
}
constexpr NodeDef fallible_file_row(NodeDef row) {
  row.failures = {kChanged};
  row.private_scratch = 1;
  return file_row(row);
}

constexpr NodeDef kRows[] = {
    closure_row<&csv_field>(fallible_file_row(
        {.signature = "csv_field(ordinal: u64, const filename: str, const column: str) -> str",
         .family = "data files",
         .doc =
             "A field of a CSV file by record number, which wraps around, and by the column's name or number from 0. Blank records count.",
         .example = "input cycle: u64\nout := csv_field(cycle, \"people.csv\", \"name\")\n",
         .prepare = &prepare_csv_field})),
    closure_row<&row_of_file>(
        fallible_file_row({.signature = "csv_row(ordinal: u64, const filename: str) -> str",
                           .family = "data files",
                           .doc = "A record of a CSV file as it stands there, by number, which wraps around. Blank records do not count.",
                           .example = "input cycle: u64\nout := csv_row(cycle, \"people.csv\")\n",
                           .prepare = &prepare_rows<RowKind::FilledRecords>})),
    closure_row<&row_count>(file_row({.signature = "csv_row_count(const filename: str) -> u64",
                                      .family = "data files",
                                      .doc = "How many records behind the header a CSV file has, blank ones not counted.",
                                      .example = "input cycle: u64\nout := csv_row_count(\"people.csv\")\n",
                                      .prepare = &prepare_count<RowKind::FilledRecords>})),
    closure_row<&jsonl_field>(fallible_file_row(
        {.signature = "jsonl_field(ordinal: u64, const filename: str, const path: str) -> str",
         .family = "data files",
         .doc = "A value in a line of a JSONL file: the line's number wraps around, the path names keys and indexes with points between. "
                "A string is its text, null and what is not there are empty.",
         .example = "input cycle: u64\nout := jsonl_field(cycle, \"events.jsonl\", \"tags.0\")\n",
         .prepare = &prepare_jsonl_field})),
    closure_row<&row_of_file>(
        fallible_file_row({.signature = "jsonl_row(ordinal: u64, const filename: str) -> str",
                           .family = "data files",
                           .doc = "A line of a JSONL file as it stands there, by number, which wraps around. Blank lines do not count.",
                           .example = "input cycle: u64\nout := jsonl_row(cycle, \"events.jsonl\")\n",
                           .prepare = &prepare_rows<RowKind::FilledLines>})),
    closure_row<&row_count>(file_row({.signature = "jsonl_row_count(const filename: str) -> u64",
                                      .family = "data files",
                                      .doc = "How many lines a JSONL file has, blank ones not counted.",
                                      .example = "input cycle: u64\nout := jsonl_row_count(\"events.jsonl\")\n",
                                      .prepare = &prepare_count<RowKind::FilledLines>})),
    closure_row<&row_of_file>(fallible_file_row({.signature = "file_line_at(index: u64, const filename: str) -> str",
                                                 .family = "data files",
                                                 .doc = "A line of a text file by number, which wraps around. Blank lines count.",
                                                 .example = "input cycle: u64\nout := file_line_at(hash(cycle), \"lines.txt\")\n",
                                                 .prepare = &prepare_rows<RowKind::Lines>})),
    closure_row<&hashed_lorem_extract>(file_row(
        {.signature =
             "hashed_lorem_extract(input: u64, const min_len: u64, const max_len: u64, const filename: str = \"lorem.txt\") -> str",
         .family = "data files",
         .doc = "A piece of an ASCII text file, from a hashed place; its length, from min_len to max_len, goes with the input.",
         .example = "input cycle: u64\nout := hashed_lorem_extract(cycle, 5, 20, \"lorem.txt\")\n",
         .failures = {kChanged},
         .prepare = &prepare_lorem})),
};

}  // namespace

std::span<const NodeDef> data_file_nodes() { return kRows; }

}  // namespace polydat
