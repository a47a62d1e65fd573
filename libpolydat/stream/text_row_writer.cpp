// Rows as text (row_writers.h).
//
// What a row consists of is decided once: the text before each cell (separator, key) and how the cell is written. Columns that
// stand still in a block become part of the text before the next cell, so they are formatted once a block. Rows are then one loop
// with a switch a cell, into room that is reserved for many rows at a time; long texts and lists go through the buffer.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "nodes/json_text.h"
#include "nodes/number_text.h"
#include "nodes/text_forms.h"
#include "stream/cell_text.h"
#include "stream/row_writers.h"

namespace polydat {
namespace {

constexpr std::size_t kMove = 32;           // bytes of one copy of a cell's lead
constexpr std::size_t kLongText = 16 << 10; // past this, no room for the widest form of a text is reserved
constexpr std::size_t kReserve = 64 << 10;  // asked for at a time, at least

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

// How a cell of one column is written.
struct CellPlan {
  CellForm form;
  PortType type;
  bool scanned;             // csv, tsv: Other whose text may need quoting
  std::uint32_t column;
  std::uint32_t lead_at;    // in the leads: the text before the cell
  std::uint32_t lead_size;
};

// A row of the loop: the cells that move, with the text around them.
struct RowPlan {
  std::vector<CellPlan> cells;
  std::string leads;           // then `end`, then kMove bytes
  std::uint32_t end_at = 0;    // behind the last cell
  std::uint32_t end_size = 0;
  std::size_t room = 0;        // the widest row without its texts and lists
  bool short_leads = false;    // csv, tsv: each lead but the first is the separator alone, and the end an LF
  bool numbers = false;        // ... and each cell an unsigned number

  void finish() {
    end_size = static_cast<std::uint32_t>(leads.size()) - end_at;
    leads.append(kMove, '\0');
    room += leads.size() + kMove;
  }
};

// Where rows are being written: room reserved in a buffer, filled without asking the buffer for each cell.
class Cursor {
 public:
  explicit Cursor(Buffer& out) : out_(out) {}
  char* to = nullptr;

  void need(std::size_t room) {
    if (static_cast<std::size_t>(end_ - to) < room) refill(room);
  }
  // What was written becomes part of the buffer, which others may then append to; need() again before the next byte.
  void close() {
    if (begin_ != nullptr) out_.commit(static_cast<std::size_t>(to - begin_));
    begin_ = to = end_ = nullptr;
  }
  // Bytes in the buffer, with those just written.
  std::size_t size() const { return out_.size() + static_cast<std::size_t>(to - begin_); }
  Buffer& out() { return out_; }  // after close()

 private:
  void refill(std::size_t room) {
    close();
    const std::size_t asked = std::max(room, kReserve);
    begin_ = to = out_.reserve(asked);
    if (begin_ == nullptr) throw std::bad_alloc();  // past the buffer's limit, which is far past any row
    end_ = begin_ + asked;
  }

  Buffer& out_;
  char* begin_ = nullptr;
  char* end_ = nullptr;
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
    cell_.set_limit(std::size_t{1} << 46);  // display forms of lists are longer than the lists
    all_move_ = plan_row({});
  }

  void write_header(Buffer& out) override {
    if (!header_ || !kSeparated) return;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (i != 0) out.push_back(kSeparator);
      append_separated(out, columns_[i].name);
    }
    out.push_back('\n');
  }

  std::size_t write_block(std::span<const ColumnView> columns, RowSelection rows, Buffer& out, std::size_t enough) override {
    columns = columns.first(columns_.size());
    const bool some_stand = std::any_of(columns.begin(), columns.end(), [](const ColumnView& c) { return c.stride == 0; });
    const bool some_none = std::any_of(columns.begin(), columns.end(), [](const ColumnView& c) { return c.none != nullptr; });
    if (some_stand) some_move_ = plan_row(columns);
    const RowPlan& plan = some_stand ? some_move_ : all_move_;
    const auto with = [&](const auto& row_of) {
      Cursor cursor(out);
      return plan.numbers && !some_none ? write_numbers(plan, columns, row_of, rows.count, cursor, enough)
                                        : write_rows(plan, columns, row_of, rows.count, cursor, enough);
    };
    if (rows.indexes == nullptr) return with([first = rows.first](std::size_t i) { return first + i; });
    return with([indexes = rows.indexes + rows.first](std::size_t i) { return std::size_t{indexes[i]}; });
  }

 private:
  // Any scalar in any form, with the quotes of a non-finite float.
  static constexpr std::size_t kCellRoom = std::max(kScalarTextRoom, kShortestTextRoom) + kQuotesRoom;

  // With the columns of a block: those that stand still are written into the leads.
  RowPlan plan_row(std::span<const ColumnView> block) {
    RowPlan plan;
    plan.numbers = kSeparated && !columns_.empty();
    Buffer lead;
    lead.set_limit(std::size_t{1} << 46);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const PortType type = columns_[i].type;
      CellPlan cell{form_of(type), type, kSeparated && !never_quoted(type), static_cast<std::uint32_t>(i), 0, 0};
      append_lead(lead, columns_[i].name, i == 0);
      if (!block.empty() && block[i].stride == 0) {
        Cursor cursor(lead);
        cursor.need(kCellRoom);
        put_cell(cell, block[i], 0, cursor);
        cursor.close();
        continue;
      }
      cell.lead_at = static_cast<std::uint32_t>(plan.leads.size());
      cell.lead_size = static_cast<std::uint32_t>(lead.size());
      plan.leads += lead.view();
      plan.room += kMove + kCellRoom;
      plan.numbers = plan.numbers && cell.form == CellForm::Unsigned;
      plan.cells.push_back(cell);
      lead.clear();
    }
    plan.end_at = static_cast<std::uint32_t>(plan.leads.size());
    plan.leads += lead.view();
    plan.leads += kJson ? (columns_.empty() ? "{}\n" : "}\n") : "\n";
    plan.finish();
    plan.short_leads = kSeparated && plan.cells.size() == columns_.size();
    plan.numbers = plan.numbers && plan.short_leads;
    return plan;
  }

  void append_lead(Buffer& to, std::string_view name, bool first) const {
    if constexpr (kSeparated) {
      if (!first) to.push_back(kSeparator);
    } else if constexpr (kJson) {
      to.push_back(first ? '{' : ',');
      append_json_string(to, name);
      to.push_back(':');
    } else {
      if (!first) to.push_back(' ');
      to.append(name);
      to.push_back('=');
    }
  }

  static char* put_fragment(char* to, const RowPlan& plan, std::uint32_t at, std::uint32_t size) {
    const char* const from = plan.leads.data() + at;
    std::size_t copied = 0;
    do {
      std::memcpy(to + copied, from + copied, kMove);
      copied += kMove;
    } while (copied < size);
    return to + size;
  }

  template <class RowOf>
  std::size_t write_numbers(const RowPlan& plan, std::span<const ColumnView> columns, const RowOf& row_of, std::size_t count,
                            Cursor& cursor, std::size_t enough) const {
    const std::size_t cells = columns.size();
    std::size_t done = 0;
    while (done < count) {
      cursor.need(plan.room);
      char* to = cursor.to;
      const std::size_t row = row_of(done++);
      for (std::size_t i = 0; i < cells; ++i) {
        to = put_u64(to, columns[i].words[0][row * columns[i].stride]);
        *to++ = kSeparator;
      }
      to[-1] = '\n';
      cursor.to = to;
      if (cursor.size() >= enough) break;
    }
    cursor.close();
    return done;
  }

  template <class RowOf>
  std::size_t write_rows(const RowPlan& plan, std::span<const ColumnView> columns, const RowOf& row_of, std::size_t count,
                         Cursor& cursor, std::size_t enough) {
    std::size_t done = 0;
    while (done < count) {
      const std::size_t row = row_of(done++);
      cursor.need(plan.room);
      for (const CellPlan& cell : plan.cells) {
        if (plan.short_leads) {
          *cursor.to = kSeparator;
          cursor.to += cell.column == 0 ? 0 : 1;
        } else {
          cursor.to = put_fragment(cursor.to, plan, cell.lead_at, cell.lead_size);
        }
        if (put_cell(cell, columns[cell.column], row, cursor)) cursor.need(plan.room);
      }
      if (plan.short_leads) *cursor.to++ = '\n';
      else cursor.to = put_fragment(cursor.to, plan, plan.end_at, plan.end_size);
      if (cursor.size() >= enough) break;
    }
    cursor.close();
    return done;
  }

  // One cell where there is room for any scalar (kCellRoom); whether it took more than that.
  bool put_cell(const CellPlan& cell, const ColumnView& column, std::size_t row, Cursor& cursor) {
    const std::size_t at = row * column.stride;
    if (column.none != nullptr && column.none[at] != 0) {
      cursor.to = put_none(cursor.to);
      return false;
    }
    switch (cell.form) {
      case CellForm::Unsigned:
      case CellForm::Signed:
      case CellForm::Float64:
      case CellForm::Scalar:
        cursor.to = put_scalar(cursor.to, cell, column.words[0][at]);
        return false;
      case CellForm::Text: {
        const std::uint64_t words[2] = {column.words[0][at], column.words[1][at]};
        const std::string_view text = view_text(words);
        if (text.size() <= kLongText) {
          cursor.need(text.size() * kTextFactor + kMove);
          cursor.to = put_text(cursor.to, text);
        } else {
          cursor.close();
          append_text(cursor.out(), text);
        }
        return true;
      }
      case CellForm::Other: {
        const std::uint64_t words[2] = {column.words[0][at], column.words[1][at]};
        cursor.close();
        append_other(cursor.out(), cell, words);
        return true;
      }
    }
    return false;
  }

  char* put_none(char* to) const {
    if constexpr (kJson) {
      std::memcpy(to, "null", 4);
      return to + 4;
    } else if constexpr (Format == RowFormat::Csv) {
      return put_csv_text(to, {}, columns_.size() == 1);
    } else {
      return to;
    }
  }

  char* put_text(char* to, std::string_view text) const {
    if constexpr (Format == RowFormat::Csv) return put_csv_text(to, text, columns_.size() == 1);
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

  void append_separated(Buffer& out, std::string_view text) const {
    if constexpr (Format == RowFormat::Csv) append_csv_text(out, text, columns_.size() == 1);
    else append_tsv_text(out, text);
  }

  void append_text(Buffer& out, std::string_view text) const {
    if constexpr (kSeparated) append_separated(out, text);
    else if constexpr (kJson) append_json_string(out, text);
    else out.append(text);
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
  RowPlan all_move_;   // no column stands still
  RowPlan some_move_;  // of the block at hand
  Buffer cell_;        // display form of a cell that may need quoting
};

}  // namespace

std::unique_ptr<RowWriter> make_text_row_writer(std::vector<Column> columns, const RowOptions& options) {
  switch (options.format) {
    case RowFormat::Csv: return std::make_unique<TextRowWriter<RowFormat::Csv>>(std::move(columns), options);
    case RowFormat::Tsv: return std::make_unique<TextRowWriter<RowFormat::Tsv>>(std::move(columns), options);
    case RowFormat::Jsonl: return std::make_unique<TextRowWriter<RowFormat::Jsonl>>(std::move(columns), options);
    case RowFormat::Map: return std::make_unique<TextRowWriter<RowFormat::Map>>(std::move(columns), options);
    case RowFormat::Raw: break;  // not text
  }
  return nullptr;
}

}  // namespace polydat
