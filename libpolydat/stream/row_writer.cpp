// Rows as text (row_writer.h).
//
// What a row consists of is decided when the writer is made: the text before each cell (separator, key) and how the cell is
// written. A row of scalars and short texts is then one reservation and one loop with a switch; rows with other values, or with
// long texts, go through the buffer cell by cell.
#include "stream/row_writer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "nodes/json_text.h"
#include "nodes/number_text.h"
#include "nodes/text_forms.h"
#include "stream/cell_text.h"

namespace polydat {
namespace {

constexpr std::size_t kMove = 32;           // bytes of one copy of a cell's lead
constexpr std::size_t kLongRow = 64 << 10;  // past this, no room for the widest form of a whole row is reserved

enum class CellForm : std::uint8_t {
  Unsigned,  // the word is the number
  Signed,
  Float64,
  Scalar,    // other one-word types
  Text,      // str
  Other,     // two words or a reference: appended by the text forms
};

CellForm form_of(PortType type) {
  if (color_of(type) == SlotColor::Imm1) {
    if (is_unsigned_int(type)) return CellForm::Unsigned;
    if (is_signed_int(type)) return CellForm::Signed;
    return type == PortType::F64 ? CellForm::Float64 : CellForm::Scalar;
  }
  return type == PortType::Str ? CellForm::Text : CellForm::Other;
}

// Display forms that hold no separator, quote or line end, and are never empty.
bool never_quoted(PortType type) { return type == PortType::U128 || type == PortType::I128 || type == PortType::Reg128; }

struct CellPlan {
  CellForm form;
  PortType type;
  bool scanned;             // csv, tsv: Other whose text may need quoting
  std::uint32_t lead_at;    // in leads_: the text before the cell
  std::uint32_t lead_size;
};

template <RowFormat Format>
class TextRowWriter final : public RowWriter {
  static constexpr bool kSeparated = Format == RowFormat::Csv || Format == RowFormat::Tsv;
  static constexpr char kSeparator = Format == RowFormat::Csv ? ',' : '\t';
  static constexpr bool kJson = Format == RowFormat::Jsonl;
  static constexpr std::size_t kTextFactor =
      Format == RowFormat::Csv ? kCsvTextFactor : Format == RowFormat::Tsv ? kTsvTextFactor : kJson ? kJsonTextFactor : 1;

 public:
  TextRowWriter(std::vector<Column> columns, const RowOptions& options)
      : columns_(std::move(columns)), header_(options.header), nonfinite_as_string_(options.nonfinite_as_string) {
    all_unsigned_ = kSeparated && !columns_.empty();
    for (const Column& column : columns_) {
      CellPlan plan{form_of(column.type), column.type, kSeparated && !never_quoted(column.type), 0, 0};
      plan.lead_at = static_cast<std::uint32_t>(leads_.size());
      append_lead(column.name, plans_.empty());
      plan.lead_size = static_cast<std::uint32_t>(leads_.size() - plan.lead_at);
      row_room_ += plan.lead_size + kMove + kCellRoom;
      all_unsigned_ = all_unsigned_ && plan.form == CellForm::Unsigned;
      has_text_ = has_text_ || plan.form == CellForm::Text;
      has_other_ = has_other_ || plan.form == CellForm::Other;
      plans_.push_back(plan);
    }
    leads_.append(kMove, '\0');
    cell_.set_limit(std::size_t{1} << 46);  // display forms of lists are longer than the lists
    row_room_ += kMove;
  }

  void write_header(Buffer& out) override {
    if (!header_ || !kSeparated) return;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (i != 0) out.push_back(kSeparator);
      append_separated(out, columns_[i].name);
    }
    out.push_back('\n');
  }

  void write_row(std::span<const Cell> cells, Buffer& out) override {
    std::size_t room = row_room_;
    if (has_text_) {
      for (std::size_t i = 0; i < plans_.size(); ++i) {
        if (plans_[i].form == CellForm::Text && !cells[i].none) room += cells[i].words[1] * kTextFactor;
      }
    }
    if (has_other_ || room > kLongRow) {
      write_mixed_row(cells, out);
      return;
    }
    char* const begin = out.reserve(room);
    if (begin == nullptr) return;
    char* end = begin;
    if constexpr (kSeparated) {
      end = all_unsigned_ ? put_unsigned_row(begin, cells) : put_row(begin, cells);
    } else {
      end = put_row(begin, cells);
    }
    out.commit(static_cast<std::size_t>(end - begin));
  }

 private:
  // Any scalar in any form, with the quotes of a non-finite float.
  static constexpr std::size_t kCellRoom = std::max(kScalarTextRoom, kShortestTextRoom) + kQuotesRoom;

  void append_lead(const std::string& name, bool first) {
    if constexpr (kSeparated) {
      if (!first) leads_ += kSeparator;
    } else if constexpr (kJson) {
      Buffer key;
      append_json_string(key, name);
      leads_ += first ? "{" : ",";
      leads_ += key.view();
      leads_ += ':';
    } else {
      if (!first) leads_ += ' ';
      leads_ += name;
      leads_ += '=';
    }
  }

  char* put_lead(char* to, const CellPlan& plan) const {
    const char* const from = leads_.data() + plan.lead_at;
    std::size_t copied = 0;
    do {
      std::memcpy(to + copied, from + copied, kMove);
      copied += kMove;
    } while (copied < plan.lead_size);
    return to + plan.lead_size;
  }

  char* put_end(char* to) const {
    if constexpr (kJson) *to++ = '}';
    *to++ = '\n';
    return to;
  }

  char* put_none(char* to) const {
    if constexpr (kJson) {
      std::memcpy(to, "null", 4);
      return to + 4;
    } else if constexpr (Format == RowFormat::Csv) {
      return put_csv_text(to, {}, plans_.size() == 1);
    } else {
      return to;
    }
  }

  char* put_text(char* to, std::string_view text) const {
    if constexpr (Format == RowFormat::Csv) return put_csv_text(to, text, plans_.size() == 1);
    else if constexpr (Format == RowFormat::Tsv) return put_tsv_text(to, text);
    else if constexpr (kJson) return put_json_text(to, text);
    else return put_plain_text(to, text);
  }

  // `null`, or the display form as a string where that is wanted.
  char* put_float_json(char* to, PortType type, std::uint64_t word) const {
    char* end = put_scalar_json(to, type, word);
    if (nonfinite_as_string_ && is_float(type) && *to == 'n') {
      *to = '"';
      end = put_scalar_display(to + 1, type, word);
      *end++ = '"';
    }
    return end;
  }

  char* put_scalar(char* to, const CellPlan& plan, std::uint64_t word) const {
    switch (plan.form) {
      case CellForm::Unsigned: return put_u64(to, word);
      case CellForm::Signed: return put_i64(to, static_cast<std::int64_t>(word));
      case CellForm::Float64:
        if constexpr (!kJson) return put_f64(to, std::bit_cast<double>(word));
        return put_float_json(to, plan.type, word);
      case CellForm::Scalar:
        if constexpr (!kJson) return put_scalar_display(to, plan.type, word);
        return put_float_json(to, plan.type, word);
      case CellForm::Text:
      case CellForm::Other: break;  // not scalars
    }
    return to;
  }

  char* put_row(char* to, std::span<const Cell> cells) const {
    for (std::size_t i = 0; i < plans_.size(); ++i) {
      const CellPlan& plan = plans_[i];
      const Cell& cell = cells[i];
      if constexpr (kSeparated) {
        *to = kSeparator;
        to += i == 0 ? 0 : 1;
      } else {
        to = put_lead(to, plan);
      }
      if (cell.none) to = put_none(to);
      else if (plan.form == CellForm::Text) to = put_text(to, view_text(cell.words));
      else to = put_scalar(to, plan, cell.words[0]);
    }
    return put_end(to);
  }

  char* put_unsigned_row(char* to, std::span<const Cell> cells) const {
    for (const Cell& cell : cells) {
      to = cell.none ? put_none(to) : put_u64(to, *cell.words);
      *to++ = kSeparator;
    }
    to[-1] = '\n';
    return to;
  }

  void append_separated(Buffer& out, std::string_view text) const {
    if constexpr (Format == RowFormat::Csv) append_csv_text(out, text, columns_.size() == 1);
    else append_tsv_text(out, text);
  }

  void append_text(Buffer& out, std::string_view text) const {
    if constexpr (kSeparated) append_separated(out, text);
    else if constexpr (kJson) append_json_string(out, text);
    else out.append(text);
  }

  void write_mixed_row(std::span<const Cell> cells, Buffer& out) {
    for (std::size_t i = 0; i < plans_.size(); ++i) {
      const CellPlan& plan = plans_[i];
      out.append(std::string_view(leads_).substr(plan.lead_at, plan.lead_size));
      if (plan.form == CellForm::Text && !cells[i].none) {
        append_text(out, view_text(cells[i].words));
      } else if (plan.form == CellForm::Other && !cells[i].none) {
        append_other(out, plan, cells[i].words);
      } else if (char* const begin = out.reserve(kCellRoom)) {
        char* const end = cells[i].none ? put_none(begin) : put_scalar(begin, plan, cells[i].words[0]);
        out.commit(static_cast<std::size_t>(end - begin));
      }
    }
    if (char* const begin = out.reserve(kQuotesRoom)) out.commit(static_cast<std::size_t>(put_end(begin) - begin));
  }

  void append_other(Buffer& out, const CellPlan& plan, const std::uint64_t* words) {
    if constexpr (kJson) {
      if (!nonfinite_as_string_ || !append_floats(out, plan.type, words)) append_json(out, plan.type, words);
    } else if (plan.scanned) {
      cell_.clear();
      append_display(cell_, plan.type, words);
      append_separated(out, cell_.view());
    } else {
      append_display(out, plan.type, words);
    }
  }

  // Float lists and lanes as JSON with non-finite elements as strings. False for other types.
  bool append_floats(Buffer& out, PortType type, const std::uint64_t* words) const {
    struct Sequence { PortType list; PortType element; std::uint32_t bytes; };
    constexpr std::array<Sequence, 6> kSequences{{{PortType::VecF16, PortType::F16, 2}, {PortType::VecF32, PortType::F32, 4},
                                                  {PortType::VecF64, PortType::F64, 8}, {PortType::RegF16x8, PortType::F16, 2},
                                                  {PortType::RegF32x4, PortType::F32, 4}, {PortType::RegF64x2, PortType::F64, 8}}};
    for (const Sequence& sequence : kSequences) {
      if (sequence.list != type) continue;
      const std::uint64_t count = is_register(type) ? 16 / sequence.bytes : words[1];
      const std::array<std::uint64_t, 2> lanes{words[0], words[1]};
      out.push_back('[');
      for (std::uint64_t i = 0; i < count; ++i) {
        if (i != 0) out.push_back(',');
        char* const begin = out.reserve(kCellRoom);
        if (begin == nullptr) return true;
        out.commit(static_cast<std::size_t>(put_float_json(begin, sequence.element, element_bits(sequence.bytes, lanes, type, i)) - begin));
      }
      out.push_back(']');
      return true;
    }
    return false;
  }

  // The i-th element's bits, zero-extended. Little-endian, as slots are.
  static std::uint64_t element_bits(std::uint32_t bytes, const std::array<std::uint64_t, 2>& words, PortType type, std::uint64_t i) {
    std::uint64_t bits = 0;
    if (is_register(type)) {
      const std::uint64_t at = i * bytes;
      bits = words[at / 8] >> (at % 8 * 8);
      return bytes == 8 ? bits : bits & ((std::uint64_t{1} << (bytes * 8)) - 1);
    }
    std::memcpy(&bits, view_data<char>(words[0]) + i * bytes, bytes);
    return bits;
  }

  std::vector<Column> columns_;
  bool header_;
  bool nonfinite_as_string_;
  std::vector<CellPlan> plans_;
  std::string leads_;          // with kMove bytes behind the last
  std::size_t row_room_ = 0;   // the widest row without its texts
  bool all_unsigned_ = false;
  bool has_text_ = false;
  bool has_other_ = false;
  Buffer cell_;                // display form of a cell that may need quoting
};

struct FormatName { std::string_view name; RowFormat format; };
constexpr std::array<FormatName, 6> kFormatNames{{{"csv", RowFormat::Csv}, {"tsv", RowFormat::Tsv}, {"jsonl", RowFormat::Jsonl},
                                                  {"json", RowFormat::Jsonl}, {"ndjson", RowFormat::Jsonl}, {"map", RowFormat::Map}}};

}  // namespace

std::optional<RowFormat> row_format_from_name(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  for (const FormatName& known : kFormatNames) {
    if (known.name == lower) return known.format;
  }
  return std::nullopt;
}

std::optional<RowFormat> row_format_from_path(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return std::nullopt;
  return row_format_from_name(path.substr(dot + 1));
}

std::unique_ptr<RowWriter> make_row_writer(std::vector<Column> columns, const RowOptions& options) {
  switch (options.format) {
    case RowFormat::Csv: return std::make_unique<TextRowWriter<RowFormat::Csv>>(std::move(columns), options);
    case RowFormat::Tsv: return std::make_unique<TextRowWriter<RowFormat::Tsv>>(std::move(columns), options);
    case RowFormat::Jsonl: return std::make_unique<TextRowWriter<RowFormat::Jsonl>>(std::move(columns), options);
    case RowFormat::Map: return std::make_unique<TextRowWriter<RowFormat::Map>>(std::move(columns), options);
  }
  return nullptr;
}

}  // namespace polydat
