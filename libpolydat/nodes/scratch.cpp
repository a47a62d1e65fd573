// Growing, publishing and copying of what a step owns (nodes/scratch.h).
#include "nodes/scratch.h"

#include <algorithm>

#include "nodes/ext_value.h"
#include "nodes/json_value.h"

namespace polydat {
namespace {

constexpr std::size_t kAlignment = 64;

// The tree of an absent json value, so that a node that sees None may still look at its argument.
const JsonBox& absent_tree() {
  static const std::shared_ptr<const JsonBox> box = make_json_box(nullptr);
  return *box;
}

}  // namespace

alignas(kAlignment) const char kNothing[64] = {};
static_assert(sizeof kNothing == Buffer::slack);

bool Buffer::grow(std::size_t more) {
  if (more > limit_ || size_ > limit_ - more) {
    overflowed_ = true;
    return false;
  }
  extend(more);
  return true;
}

void Buffer::extend(std::size_t more) {
  const std::size_t needed = size_ + more + slack;
  const auto kept = static_cast<std::size_t>(data_ - chunk_);
  const std::size_t doubled = kept != 0 ? 2 * (kept + capacity_) : std::min(2 * capacity_, limit_ + slack);
  const std::size_t wanted = std::max({needed, doubled, std::size_t{2} * kAlignment});
  const std::size_t capacity = (wanted + kAlignment - 1) / kAlignment * kAlignment;
  char* data = static_cast<char*>(std::aligned_alloc(kAlignment, capacity));
  if (data == nullptr) throw std::bad_alloc();
  if (size_ != 0) std::memcpy(data, data_, size_);
  if (kept != 0) full_.push_back(chunk_);
  else std::free(chunk_);
  chunk_ = data_ = data;
  capacity_ = capacity;
}

void Buffer::release_kept() {
  capacity_ += static_cast<std::size_t>(data_ - chunk_);
  data_ = chunk_;
  clear();
  for (char* chunk : full_) std::free(chunk);
  full_.clear();
}

std::pair<std::uint64_t, std::uint64_t> Scratch::publish(PortType type) const {
  if (type == PortType::Json) {
    return json == nullptr ? std::pair{address_of(&absent_tree()), std::uint64_t{0}} : std::pair{address_of(json.get()), std::uint64_t{1}};
  }
  const std::uint32_t size = element_size(type);
  if (size == 0) {
    return ext == nullptr ? std::pair{address_of(&kNothing[0]), std::uint64_t{0}} : std::pair{address_of(ext.get()), std::uint64_t{1}};
  }
  return publish_elements(size);
}

void Scratch::assign(PortType type, const std::uint64_t* words) {
  if (type == PortType::Json) {
    json = words[1] == 0 ? nullptr : view_data<JsonBox>(words[0])->shared_from_this();
    return;
  }
  const std::uint32_t size = element_size(type);
  if (size == 0) {
    ext = words[1] == 0 ? nullptr : view_data<ExtBox>(words[0])->shared_from_this();
    return;
  }
  bytes.clear();
  bytes.append({view_data<char>(words[0]), words[1] * size});
}

}  // namespace polydat
