// Makes the closures of a node whose text has a known longest form, from a function that writes it at a place with that much room.
//
//   char* F(char* to, parameters...)       returns the end of the text; may scribble kTextScribble bytes past it
//   Room                                   bytes: a number, or a function of the same parameters that looks at constants only
//
// The parameters are those of row_form.h without outputs. A column takes room for many rows at once and keeps the place it writes at
// in a register; a text is counted against --max-value after it was written.
#pragma once

#include <algorithm>
#include <array>

#include "nodes/node_def.h"
#include "nodes/row_form.h"

namespace polydat {

inline constexpr std::size_t kTextScribble = 32;
static_assert(kTextScribble <= Buffer::slack);

namespace detail {

// Words of a parameter's wires or constants.
template <class P>
inline constexpr std::size_t parameter_words = 1;
template <class P>
  requires requires { native::Codec<P>::words; }
inline constexpr std::size_t parameter_words<P> = native::Codec<P>::words;
template <>
inline constexpr std::size_t parameter_words<std::string_view> = 2;

template <auto F, auto Room, class Type = decltype(F)>
struct TextWriter;
template <auto F, auto Room, class... P>
struct TextWriter<F, Room, char* (*)(char*, P...)> {
  static constexpr bool lists_wires = (std::is_same_v<P, ArgList> || ...);
  static constexpr std::size_t word_count = (parameter_words<P> + ... + 0);

  template <class Use>
  [[gnu::always_inline]] static auto with_parameters(const Call& call, const std::uint64_t* words, const Use& use) {
    Cursor cursor{call, words};
    std::tuple<Param<P>...> parameters{Param<P>(cursor)...};  // braces: decoded left to right
    return std::apply([&](Param<P>&... p) { return use(p.get()...); }, parameters);
  }

  static std::size_t room(const Call& call) {
    if constexpr (std::is_integral_v<decltype(Room)>) return static_cast<std::size_t>(Room);
    else return with_parameters(call, call.args, [](P... p) -> std::size_t { return Room(p...); });
  }

  static std::uint32_t write_row(const Call& call) {
    Buffer& buffer = call.own->bytes;
    buffer.clear();
    char* const to = buffer.reserve_widest(room(call));
    buffer.commit(static_cast<std::size_t>(with_parameters(call, call.args, [to](P... p) { return F(to, p...); }) - to));
    buffer.check_limit();
    if (buffer.overflowed()) return kErrorValueLimit;
    const auto [address, count] = call.own->publish_elements(1);
    call.out[0] = address;
    call.out[1] = count;
    return 0;
  }

  // Rows `done` and on, `count` of them, from `to` on; the end.
  [[gnu::flatten]] static char* write_rows(ColumnCall& column, std::size_t count, char* to) {
    const Call& call = column.call;
    std::uint64_t* const addresses = column.address + column.done;
    std::uint64_t* const sizes = column.count + column.done;
    const auto write_at = [&](std::size_t row, const std::uint64_t* words) {
      char* const end = with_parameters(call, words, [to](P... p) { return F(to, p...); });
      addresses[row] = address_of(to);
      sizes[row] = static_cast<std::uint64_t>(end - to);
      to = end;
    };
    if constexpr (lists_wires) {
      for (std::size_t row = 0; row < count; ++row) {
        for (const ColumnCall::Word& word : column.gather) *word.to = word.from[column.done + row];
        write_at(row, call.args);
      }
    } else {
      struct Source {
        const std::uint64_t* from;
        std::size_t step;  // 0: the same in every row
      };
      std::array<Source, word_count> sources;
      for (std::size_t w = 0; w < word_count; ++w) sources[w] = {call.args + w, 0};
      for (const ColumnCall::Word& word : column.gather)
        sources[static_cast<std::size_t>(word.to - call.args)] = {word.from + column.done, 1};
      std::array<std::uint64_t, word_count> words;
      for (std::size_t row = 0; row < count; ++row) {
        for (std::size_t w = 0; w < word_count; ++w) words[w] = sources[w].from[row * sources[w].step];
        write_at(row, words.data());
      }
    }
    return to;
  }

  static std::uint32_t write_column(ColumnCall& column) {
    constexpr std::size_t kAtOnce = std::size_t{64} << 10;
    Buffer& buffer = column.call.own->bytes;
    const std::size_t most = room(column.call), at_once = std::max<std::size_t>(kAtOnce / std::max<std::size_t>(most, 1), 1);
    while (column.done < column.rows) {
      const std::size_t count = std::min(at_once, column.rows - column.done);
      char* const to = buffer.reserve_widest(most * count);
      buffer.commit(static_cast<std::size_t>(write_rows(column, count, to) - to));
      column.bytes += buffer.size();
      buffer.keep(1);
      if (most > buffer.limit()) {
        const std::uint64_t* const sizes = column.count + column.done;
        const auto too_long = std::find_if(sizes, sizes + count, [&](std::uint64_t size) { return size > buffer.limit(); });
        column.done += static_cast<std::size_t>(too_long - sizes);
        if (too_long != sizes + count) return kErrorValueLimit;
      } else {
        column.done += count;
      }
      if (column.bytes > column.most_bytes) break;
    }
    return 0;
  }
};

}  // namespace detail

// A library exception, or want of memory, becomes kErrorException, as in row_form.h.
template <auto F, auto Room>
std::uint32_t text_row_form(const Call& call) noexcept {
  try {
    return detail::TextWriter<F, Room>::write_row(call);
  } catch (...) { return kErrorException; }
}
template <auto F, auto Room>
std::uint32_t text_column_form(ColumnCall& column) noexcept {
  try {
    return detail::TextWriter<F, Room>::write_column(column);
  } catch (...) { return kErrorException; }
}

template <auto F, auto Room>
constexpr NodeDef text_row(NodeDef row) {
  row.row = &text_row_form<F, Room>;
  row.column = &text_column_form<F, Room>;
  return row;
}

}  // namespace polydat
