// From the literals of a call to the constant words its forms read. Runs once, at build: a constant that cannot work is an
// error at its argument, never a surprise in a row.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "nodes/scratch.h"
#include "polydat/limits.h"
#include "polydat/port_type.h"

namespace polydat {

// A literal given to a constant parameter, already of the parameter's kind (an integer for f64 is converted).
struct Literal {
  enum class Kind : std::uint8_t { U64, F64, Bool, Str };
  Kind kind = Kind::U64;
  std::uint64_t integer = 0;                    // U64, Bool
  double number = 0;                            // F64
  std::string text;                             // Str
  bool operator==(const Literal& other) const;  // floats by bits
};

// Constant words and what they point at. Immutable once built; shared by every engine.
struct ConstBlock {
  std::vector<std::uint64_t> words;
  std::vector<bool> is_address;  // parallel to words: an address that generated code must load, not bake (no address in code)
  static constexpr std::size_t kNoTable = ~std::size_t{0};
  std::vector<std::size_t> table_bytes;  // parallel to words: of the flat table at an address; kNoTable: an object, or no address
  std::vector<std::shared_ptr<const void>> owned;
  std::size_t bytes = 0;    // size of what is owned, against --max-const
  bool plain_text = false;  // what the constants can put into a text output is plain (nodes/plain_text.h)
};

class DataFiles;  // nodes/data_file.h

// What a node may look at outside the graph while it is built (design D13). Null members: not allowed.
struct OutsideWorld {
  std::shared_ptr<DataFiles> files;
  std::function<std::optional<std::string>(std::string_view variable, std::string& why)> read_env;
};

class PrepareContext {
 public:
  // `literals`: one a constant parameter in call order, defaults filled in, then the variadic ones.
  PrepareContext(std::span<const Literal> literals, std::span<const PortType> wires, const Limits& limits, const OutsideWorld& world)
      : literals_(literals), wires_(wires), limits_(limits), world_(world) {}

  std::size_t size() const { return literals_.size(); }
  const Literal& literal(std::size_t i) const { return literals_[i]; }
  std::uint64_t u64(std::size_t i) const { return literals_[i].integer; }
  double f64(std::size_t i) const { return literals_[i].number; }
  std::string_view str(std::size_t i) const { return literals_[i].text; }
  std::span<const PortType> wires() const { return wires_; }
  const Limits& limits() const { return limits_; }
  const OutsideWorld& world() const { return world_; }

  // Refuses the call at constant `i`. The first refusal counts; a long message loses its middle.
  void refuse(std::size_t i, std::string message);
  // Refuses with exit code 5: `what` would need `bytes`, more than --max-const. Call it before allocating.
  bool fits(std::size_t i, std::uint64_t bytes, std::string_view what);
  // The same for one run-time value and --max-value.
  bool fits_value(std::size_t i, std::uint64_t bytes, std::string_view what);
  // Refuses with exit code 5; the message names the limit, --max-const.
  void refuse_by_limit(std::size_t i, std::string message);
  void warn(std::string message) { warnings_.push_back(std::move(message)); }

  // Each adds words, in the order in which the node's function takes its constants.
  void add_u64(std::uint64_t v);
  void add_f64(double v);
  void add_str(std::string text);  // two words: address and length
  // Two words: address and element count.
  template <class T>
  void add_table(std::vector<T> elements) {
    auto owned = std::make_shared<const std::vector<T>>(std::move(elements));
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    add_address(address_of(owned->data()), owned->size() * sizeof(T));
    add_u64(owned->size());
    block_.bytes += owned->size() * sizeof(T);
    block_.owned.push_back(std::move(owned));
  }
  // One word: the address of an object the node's function takes as `const T&`.
  template <class T>
  void add_object(std::shared_ptr<const T> object) {
    add_address(address_of(object.get()));
    block_.owned.push_back(std::move(object));
  }
  void add_address(std::uint64_t address, std::size_t table_bytes = ConstBlock::kNoTable);
  // For nodes whose text is TextContent::OfParts.
  void set_plain_text(bool plain) { block_.plain_text = plain; }
  // What a null NodeDef::prepare does: every literal as its words, and the texts among them as parts.
  void add_all_literals();

  bool refused() const { return refused_at_.has_value(); }
  bool refused_by_limit() const { return !limit_option_.empty(); }
  std::string_view limit_option() const { return limit_option_; }
  std::size_t refused_at() const { return refused_at_.value_or(0); }
  const std::string& refusal() const { return refusal_; }
  const std::vector<std::string>& warnings() const { return warnings_; }
  ConstBlock take() { return std::move(block_); }

 private:
  bool fits(std::size_t i, std::uint64_t bytes, std::string_view what, std::uint64_t most, std::string_view option);

  std::span<const Literal> literals_;
  std::span<const PortType> wires_;
  const Limits& limits_;
  const OutsideWorld& world_;
  ConstBlock block_;
  std::optional<std::size_t> refused_at_;
  std::string_view limit_option_;  // empty: no limit was hit
  std::string refusal_;
  std::vector<std::string> warnings_;
};

using PrepareFn = void (*)(PrepareContext&);

}  // namespace polydat
