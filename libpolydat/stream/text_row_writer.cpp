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

#include "nodes/cell_text.h"
#include "nodes/csv_text.h"
#include "nodes/json_text.h"
#include "nodes/number_text.h"
#include "nodes/text_forms.h"
#include "stream/row_writers.h"

namespace polydat {
namespace {

constexpr std::size_t kMove = 32;           // bytes of one copy of a cell's lead
constexpr std::size_t kReserve = 64 << 10;  // asked for at a time, at least

enum class CellForm : std::uint8_t {
  Unsigned,  // the word is the number
  Signed,
  Float64,
  Scalar,  // other one-word types
  Plain,   // str that needs no escape; in jsonl its quotes belong to the texts around it
  Text,    // str
  Other,   // two words or a reference: appended by the text forms
};

CellForm form_of(const Column& column, RowFormat format) {
  const PortType type = column.type;
  if (color_of(type) == SlotColor::Imm1) {
    if (is_unsigned_int(type)) return CellForm::Unsigned;
    if (is_signed_int(type)) return CellForm::Signed;
    return type == PortType::F64 ? CellForm::Float64 : CellForm::Scalar;
  }
  if (type != PortType::Str) return CellForm::Other;
  const bool is_plain = column.is_plain_text && !column.may_be_none;  // None has no quotes
  return is_plain || format == RowFormat::Map ? CellForm::Plain : CellForm::Text;
}

// Display forms that hold no separator, quote or line end, and are never empty.
bool never_quoted(PortType type) { return type == PortType::U128 || type == PortType::I128 || type == PortType::Reg128; }

// How a cell of one column is written.
struct CellPlan {
  CellForm form;
  PortType type;
  bool scanned;  // csv, tsv: Other whose text may need quoting
  std::uint32_t column;
  std::uint32_t lead_at;  // in the leads: the text before the cell
  std::uint32_t lead_size;
};

// A row of the loop: the cells that move, with the text around them.
struct RowPlan {
  std::vector<CellPlan> cells;
  std::string leads;  // then the text behind the last cell, then kMove bytes
  std::uint32_t end_at = 0;
  std::uint32_t end_size = 0;
  std::size_t room = 0;  // the widest row without its texts and lists
  bool numbers = false;  // csv, tsv: unsigned numbers with a separator between them, and nothing else

  void finish() {
    end_size = static_cast<std::uint32_t>(leads.size()) - end_at;
    leads.append(kMove, '\0');
    room += leads.size() + kMove;
  }
};

// A cell of the plan, and the column of the block at hand that it shows.
struct MovingCell {
  const char* lead;
  const std::uint64_t* low;
  const std::uint64_t* high;
  const std::uint8_t* none;
  std::size_t stride;
  std::uint32_t lead_size;
  CellForm form;
  PortType type;
  bool scanned;
};

// Room in a buffer, reserved for many cells at a time. What was written there becomes part of the buffer by close().
class Cursor {
 public:
  Cursor(Buffer& out, std::size_t enough) : out_(out), enough_(enough) {}

  // `to`, or where to go on once there is room.
  char* need(char* to, std::size_t room) {
    if (static_cast<std::size_t>(end_ - to) >= room) [[likely]]
      return to;
    return more(to, room);
  }
  [[gnu::noinline]] char* more(char* to, std::size_t room) {
    close(to);
    const std::size_t asked = std::max(room, kReserve);
    begin_ = out_.reserve(asked);
    if (begin_ == nullptr) throw std::bad_alloc();  // past the buffer's limit, which is far past any row
    end_ = begin_ + asked;
    stop_ = out_.size() >= enough_ ? begin_ : begin_ + std::min(asked, enough_ - out_.size());
    return begin_;
  }
  // As long as `to` is below this, a row of so much room fits and the buffer has not enough.
  const char* row_limit(std::size_t room) const { return std::min(stop_, end_ - room + 1); }
  // The buffer holds enough; asked between rows.
  bool full(const char* to) const { return begin_ != nullptr ? to >= stop_ && stop_ != end_ : out_.size() >= enough_; }
  // Others may then append to the buffer; need() again before the next byte, with null.
  void close(const char* to) {
    if (begin_ != nullptr) out_.commit(static_cast<std::size_t>(to - begin_));
    begin_ = end_ = stop_ = nullptr;
  }
  Buffer& out() { return out_; }

 private:
  Buffer& out_;
  std::size_t enough_;
  char* begin_ = nullptr;
  char* end_ = nullptr;
  char* stop_ = nullptr;  // from here on the buffer holds enough
};

template <RowFormat Format>
class TextRowWriter final : public RowWriter {
  static constexpr bool kSeparated = Format == RowFormat::Csv || Format == RowFormat::Tsv;
  static constexpr char kSeparator = Format == RowFormat::Csv ? ',' : '\t';
  static constexpr bool kJson = Format == RowFormat::Jsonl;
  static constexpr std::size_t kTextFactor = Format == RowFormat::Csv   ? kCsvTextFactor
                                             : Format == RowFormat::Tsv ? kTsvTextFactor
                                             : kJson                    ? kJsonTextFactor
                                                                        : 1;

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
    if (rows.count == 0) return 0;
    columns = columns.first(columns_.size());
    const bool some_stand = std::any_of(columns.begin(), columns.end(), [](const ColumnView& c) { return c.stride == 0; });
    const bool some_none = std::any_of(columns.begin(), columns.end(), [](const ColumnView& c) { return c.none != nullptr; });
    if (some_stand) some_move_ = plan_row(columns);
    const RowPlan& plan = some_stand ? some_move_ : all_move_;
    const bool numbers =
        plan.numbers && !some_none && std::all_of(columns.begin(), columns.end(), [](const ColumnView& c) { return c.stride == 1; });
    if (!numbers) take_columns(plan, columns);
    Cursor cursor(out, enough);
    const auto with = [&](const auto& row_of) {
      return numbers ? write_numbers(plan, columns, row_of, rows.count, cursor) : write_rows(plan, row_of, rows.count, cursor);
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
      CellPlan cell{form_of(columns_[i], Format), type, kSeparated && !never_quoted(type), static_cast<std::uint32_t>(i), 0, 0};
      append_lead(lead, columns_[i].name, i == 0);
      const bool in_quotes = kJson && cell.form == CellForm::Plain;
      if (in_quotes) lead.push_back('"');
      if (!block.empty() && block[i].stride == 0) {
        Cursor cursor(lead, no_limit);
        cursor.close(put_cell(cursor.need(nullptr, kCellRoom), moving_cell(cell, block[i], nullptr), 0, cursor, 0));
        if (in_quotes) lead.push_back('"');
        continue;
      }
      cell.lead_at = static_cast<std::uint32_t>(plan.leads.size());
      cell.lead_size = static_cast<std::uint32_t>(lead.size());
      plan.leads += lead.view();
      plan.room += kMove + kCellRoom;
      plan.numbers = plan.numbers && cell.form == CellForm::Unsigned;
      plan.cells.push_back(cell);
      lead.clear();
      if (in_quotes) lead.push_back('"');
    }
    plan.end_at = static_cast<std::uint32_t>(plan.leads.size());
    plan.leads += lead.view();
    plan.leads += kJson ? (columns_.empty() ? "{}\n" : "}\n") : "\n";
    plan.finish();
    plan.numbers = plan.numbers && plan.cells.size() == columns_.size();
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

  static MovingCell moving_cell(const CellPlan& cell, const ColumnView& column, const char* leads) {
    return {leads + cell.lead_at, column.words[0], column.words[1], column.none, column.stride,
            cell.lead_size,       cell.form,       cell.type,       cell.scanned};
  }

  void take_columns(const RowPlan& plan, std::span<const ColumnView> columns) {
    moving_.clear();
    for (const CellPlan& cell : plan.cells) moving_.push_back(moving_cell(cell, columns[cell.column], plan.leads.data()));
  }

  static char* put_fragment(char* to, const char* from, std::size_t size) {
    std::memcpy(to, from, kMove / 2);
    for (std::size_t copied = kMove / 2; copied < size; copied += kMove) std::memcpy(to + copied, from + copied, kMove);
    return to + size;
  }

  template <class RowOf>
  static std::size_t write_numbers(const RowPlan& plan, std::span<const ColumnView> columns, const RowOf& row_of, std::size_t count,
                                   Cursor& cursor) {
    switch (columns.size()) {  // the usual widths, unrolled
      case 1: return write_numbers<1>(plan, columns, row_of, count, cursor);
      case 2: return write_numbers<2>(plan, columns, row_of, count, cursor);
      case 3: return write_numbers<3>(plan, columns, row_of, count, cursor);
      case 4: return write_numbers<4>(plan, columns, row_of, count, cursor);
      default: return write_numbers<0>(plan, columns, row_of, count, cursor);
    }
  }

  // `Width` columns; 0: any number.
  template <std::size_t Width, class RowOf>
  static std::size_t write_numbers(const RowPlan& plan, std::span<const ColumnView> columns, const RowOf& row_of, std::size_t count,
                                   Cursor& cursor) {
    const std::size_t width = Width == 0 ? columns.size() : Width;
    std::array<const std::uint64_t*, Width> words{};
    for (std::size_t i = 0; i < Width; ++i) words[i] = columns[i].words[0];
    char* to = nullptr;
    std::size_t done = 0;
    do {
      to = cursor.need(to, plan.room);
      const char* const limit = cursor.row_limit(plan.room);
      do {
        const std::size_t row = row_of(done++);
        for (std::size_t i = 0; i < width; ++i) {
          to = put_u64(to, Width == 0 ? columns[i].words[0][row] : words[i][row]);
          *to++ = kSeparator;
        }
        to[-1] = '\n';
      } while (done < count && to < limit);
    } while (done < count && !cursor.full(to));
    cursor.close(to);
    return done;
  }

  template <class RowOf>
  std::size_t write_rows(const RowPlan& plan, const RowOf& row_of, std::size_t count, Cursor& cursor) {
    const char* const end = plan.leads.data() + plan.end_at;
    char* to = nullptr;
    std::size_t done = 0;
    do {
      const std::size_t row = row_of(done++);
      to = cursor.need(to, plan.room);
      for (const MovingCell& cell : moving_) {
        to = put_fragment(to, cell.lead, cell.lead_size);
        to = put_cell(to, cell, row, cursor, plan.room);
      }
      to = put_fragment(to, end, plan.end_size);
    } while (done < count && !cursor.full(to));
    cursor.close(to);
    return done;
  }

  // One cell, where there is room for any scalar (kCellRoom); texts and lists take what they need, and leave room for `more`.
  [[gnu::always_inline]] char* put_cell(char* to, const MovingCell& cell, std::size_t row, Cursor& cursor, std::size_t more) {
    const std::size_t at = row * cell.stride;
    if (cell.none != nullptr && cell.none[at] != 0) return put_none(to);
    switch (cell.form) {
      case CellForm::Unsigned: return put_u64(to, cell.low[at]);
      case CellForm::Signed: return put_i64(to, static_cast<std::int64_t>(cell.low[at]));
      case CellForm::Float64:
        if constexpr (!kJson) return put_f64(to, std::bit_cast<double>(cell.low[at]));
        return put_float_json(to, cell.type, cell.low[at]);
      case CellForm::Scalar:
        if constexpr (!kJson) return put_scalar_display(to, cell.type, cell.low[at]);
        return put_float_json(to, cell.type, cell.low[at]);
      case CellForm::Plain: {
        const std::string_view text(view_data<char>(cell.low[at]), cell.high[at]);
        to = cursor.need(to, text.size() + kQuotesRoom + kMove + more);
        if constexpr (Format == RowFormat::Csv) {
          if (text.empty() || has_blank_end(text)) return put_text(to, text);
        }
        return put_plain_text(to, text);
      }
      case CellForm::Text: {
        const std::string_view text(view_data<char>(cell.low[at]), cell.high[at]);
        if (text.size() <= kLongText) return put_text(cursor.need(to, text.size() * kTextFactor + kQuotesRoom + kMove + more), text);
        cursor.close(to);
        append_text(cursor.out(), text);
        return cursor.need(nullptr, more);
      }
      case CellForm::Other: {
        const std::uint64_t words[2] = {cell.low[at], cell.high[at]};
        cursor.close(to);
        append_other(cursor.out(), cell, words);
        return cursor.need(nullptr, more);
      }
    }
    return to;
  }

  char* put_none(char* to) const {
    if constexpr (kJson) {
      return std::copy_n("null", 4, to);
    } else if constexpr (Format == RowFormat::Csv) {
      return put_csv_text(to, {}, columns_.size() == 1);
    } else {
      return to;
    }
  }

  char* put_text(char* to, std::string_view text) const {
    if constexpr (Format == RowFormat::Csv) return put_csv_text(to, text, columns_.size() == 1);
    else if constexpr (Format == RowFormat::Tsv) return put_tsv_text(to, text);
    else return put_json_text(to, text);
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

  void append_separated(Buffer& out, std::string_view text) const {
    if constexpr (Format == RowFormat::Csv) append_csv_text(out, text, columns_.size() == 1);
    else append_tsv_text(out, text);
  }

  void append_text(Buffer& out, std::string_view text) const {
    if constexpr (kSeparated) append_separated(out, text);
    else append_json_string(out, text);
  }

  void append_other(Buffer& out, const MovingCell& cell, const std::uint64_t* words) {
    if constexpr (kJson) {
      if (!nonfinite_as_string_ || !append_floats(out, cell.type, words)) append_json(out, cell.type, words);
    } else if (cell.scanned) {
      cell_.clear();
      append_display(cell_, cell.type, words);
      append_separated(out, cell_.view());
    } else {
      append_display(out, cell.type, words);
    }
  }

  // Float lists and lanes as JSON with non-finite elements as strings. False for other types.
  bool append_floats(Buffer& out, PortType type, const std::uint64_t* words) const {
    struct Sequence {
      PortType list;
      PortType element;
      std::uint32_t bytes;
    };
    constexpr std::array<Sequence, 6> kSequences{{{PortType::VecF16, PortType::F16, 2},
                                                  {PortType::VecF32, PortType::F32, 4},
                                                  {PortType::VecF64, PortType::F64, 8},
                                                  {PortType::RegF16x8, PortType::F16, 2},
                                                  {PortType::RegF32x4, PortType::F32, 4},
                                                  {PortType::RegF64x2, PortType::F64, 8}}};
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
  RowPlan all_move_;                // no column stands still
  RowPlan some_move_;               // of the block at hand
  std::vector<MovingCell> moving_;  // likewise
  Buffer cell_;                     // display form of a cell that may need quoting
};

}  // namespace

std::unique_ptr<RowWriter> make_text_row_writer(std::vector<Column> columns, const RowOptions& options) {
  switch (options.format) {
    case RowFormat::Csv: return std::make_unique<TextRowWriter<RowFormat::Csv>>(std::move(columns), options);
    case RowFormat::Tsv: return std::make_unique<TextRowWriter<RowFormat::Tsv>>(std::move(columns), options);
    case RowFormat::Jsonl: return std::make_unique<TextRowWriter<RowFormat::Jsonl>>(std::move(columns), options);
    case RowFormat::Map: return std::make_unique<TextRowWriter<RowFormat::Map>>(std::move(columns), options);
    case RowFormat::Raw:
    case RowFormat::Tile: break;  // written by others
  }
  return nullptr;
}

}  // namespace polydat
