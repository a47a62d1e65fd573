// A value on its own: owned, typed, possibly None. What hosts write to externs and read from outputs, what the interpreter
// passes between nodes, and what a folded constant is.
//
// Guarantees: copying a Value copies its content (json trees and boxed objects are immutable and shared). A Value never
// points into a kernel. Thread-safe like an int: distinct objects may be used from distinct threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "polydat/port_type.h"

namespace polydat {

struct JsonBox;  // an immutable JSON tree (nodes/json_value.h)
struct ExtBox;   // an opaque library object with a display text and a JSON form (nodes/ext_value.h)

class Value {
 public:
  // None of type u64.
  Value() = default;

  static Value none(PortType type);
  // An immediate from its slot words (`high` only for Imm2).
  static Value immediate(PortType type, std::uint64_t low, std::uint64_t high = 0);
  static Value u64(std::uint64_t v) { return immediate(PortType::U64, v); }
  static Value i64(std::int64_t v) { return immediate(PortType::I64, static_cast<std::uint64_t>(v)); }
  static Value f64(double v);
  static Value boolean(bool v) { return immediate(PortType::Bool, v ? 1u : 0u); }
  static Value str(std::string text);
  // Bytes or a vector, from its raw little-endian storage; `storage.size()` is a multiple of the element size.
  static Value raw(PortType type, std::string storage);
  static Value json(std::shared_ptr<const JsonBox> tree);
  static Value ext(PortType type, std::shared_ptr<const ExtBox> object);

  PortType type() const { return type_; }
  bool is_none() const { return none_; }

  // Immediates: the slot words. Zero for None.
  std::uint64_t low() const { return low_; }
  std::uint64_t high() const { return high_; }
  std::uint64_t as_u64() const { return low_; }
  std::int64_t as_i64() const { return static_cast<std::int64_t>(low_); }
  double as_f64() const;
  bool as_bool() const { return low_ != 0; }
  // Text and bytes: the content. Vectors: the raw storage.
  std::string_view text() const { return storage_; }
  const std::shared_ptr<const JsonBox>& json_box() const { return json_; }
  const std::shared_ptr<const ExtBox>& ext_box() const { return ext_; }

  // The two (or one) slot words that denote this value. For Ref2 they point into this Value and hold as long as it is
  // neither changed, moved nor destroyed. A None Ref2 value is a non-null address with count zero.
  std::pair<std::uint64_t, std::uint64_t> words() const;
  // Copies what slot words denote. `none` wins over the words.
  static Value from_words(PortType type, const std::uint64_t* words, bool none);

  // The same value in the sense of "a write of an equal value is no change": equal type, floats by bits, references by
  // content, None equals None.
  bool same_as(const Value& other) const;

 private:
  PortType type_ = PortType::U64;
  bool none_ = true;
  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
  std::string storage_;
  std::shared_ptr<const JsonBox> json_;
  std::shared_ptr<const ExtBox> ext_;
};

}  // namespace polydat
