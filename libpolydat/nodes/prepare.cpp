// Building constant words (nodes/prepare.h).
#include "nodes/prepare.h"

#include <algorithm>
#include <bit>

#include "nodes/plain_text.h"

namespace polydat {

bool Literal::operator==(const Literal& other) const {
  return kind == other.kind && integer == other.integer &&
         std::bit_cast<std::uint64_t>(number) == std::bit_cast<std::uint64_t>(other.number) && text == other.text;
}

void PrepareContext::refuse(std::size_t i, std::string message) {
  if (refused()) return;
  refused_at_ = i;
  refusal_ = std::move(message);
}

bool PrepareContext::fits(std::size_t i, std::uint64_t bytes, std::string_view what) {
  return fits(i, bytes, what, limits_.max_const, "--max-const");
}
bool PrepareContext::fits_value(std::size_t i, std::uint64_t bytes, std::string_view what) {
  return fits(i, bytes, what, limits_.max_value, "--max-value");
}
bool PrepareContext::fits(std::size_t i, std::uint64_t bytes, std::string_view what, std::uint64_t most, std::string_view option) {
  if (bytes <= most) return true;
  if (!refused()) limit_option_ = option;
  refuse(i, std::string(what) + " would need " + std::to_string(bytes) + " bytes, more than " + std::string(option) + " " +
                std::to_string(most));
  return false;
}

void PrepareContext::refuse_by_limit(std::size_t i, std::string message) {
  if (!refused()) limit_option_ = "--max-const";
  refuse(i, std::move(message));
}

void PrepareContext::add_u64(std::uint64_t v) {
  block_.words.push_back(v);
  block_.is_address.push_back(false);
  block_.table_bytes.push_back(ConstBlock::kNoTable);
}

void PrepareContext::add_f64(double v) { add_u64(std::bit_cast<std::uint64_t>(v)); }

void PrepareContext::add_str(std::string text) {
  auto owned = std::make_shared<const std::string>(std::move(text));
  add_address(address_of(owned->data()), owned->size());
  add_u64(owned->size());
  block_.bytes += owned->size();
  block_.owned.push_back(std::move(owned));
}

void PrepareContext::add_address(std::uint64_t address, std::size_t table_bytes) {
  block_.words.push_back(address);
  block_.is_address.push_back(true);
  block_.table_bytes.push_back(table_bytes);
}

void PrepareContext::add_all_literals() {
  set_plain_text(std::all_of(literals_.begin(), literals_.end(), [](const Literal& l) { return is_plain_text(l.text); }));
  for (const Literal& l : literals_) {
    switch (l.kind) {
      case Literal::Kind::U64: add_u64(l.integer); break;
      case Literal::Kind::Bool: add_u64(l.integer != 0 ? 1 : 0); break;
      case Literal::Kind::F64: add_f64(l.number); break;
      case Literal::Kind::Str: add_str(l.text); break;
    }
  }
}

}  // namespace polydat
