// JSON text: the reader, the JSON library's event parser (iterative) with our rules for depth, numbers and duplicate keys.
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "nodes/json_text.h"

namespace polydat {
namespace {

using Object = JsonTree::object_t;

bool has_duplicates(const Object& members) {
  if (members.size() <= 16) {
    for (std::size_t k = 1; k < members.size(); ++k) {
      for (std::size_t j = 0; j < k; ++j) {
        if (members.data()[j].first == members.data()[k].first) return true;
      }
    }
    return false;
  }
  std::unordered_set<std::string_view> seen;
  for (const auto& member : members) {
    if (!seen.insert(member.first).second) return true;
  }
  return false;
}

// First place, last value of each key. Linear: the library's own insertion compares with every member.
void merge_duplicates(Object& members) {
  if (!has_duplicates(members)) return;
  std::unordered_map<std::string_view, std::size_t> place;
  Object kept;
  kept.reserve(members.size());
  for (auto& member : members) {
    // `kept` copies the key; `place` looks at the one in `members`, which outlives it.
    const auto [at, fresh] = place.try_emplace(member.first, kept.size());
    if (fresh) kept.Object::Container::emplace_back(member.first, std::move(member.second));
    else kept.data()[at->second].second = std::move(member.second);
  }
  members = std::move(kept);
}

// Takes every text that is well formed and not nested too deep, and keeps nothing of it.
class Checker : public nlohmann::json_sax<JsonTree> {
 public:
  explicit Checker(std::string& why) : why_(why) {}
  std::size_t failed_at() const { return at_; }

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(JsonTree::number_integer_t) override { return true; }
  bool number_unsigned(JsonTree::number_unsigned_t) override { return true; }
  bool number_float(JsonTree::number_float_t, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(JsonTree::binary_t&) override { return false; }
  bool key(std::string&) override { return true; }
  bool start_object(std::size_t) override { return enter(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& e) override {
    // The library's text is "[json.exception...] parse error at line 1, column 2: ...".
    const std::string_view text = e.what();
    const std::size_t from = text.find("] ");
    at_ = position == 0 ? 0 : position - 1;
    why_ = from == std::string_view::npos ? "syntax error at byte " + std::to_string(position) : std::string(text.substr(from + 2));
    return false;
  }

 protected:
  bool enter() {
    if (depth_ == kJsonReadDepth) {
      why_ = "nested more than " + std::to_string(kJsonReadDepth) + " levels deep";
      return false;
    }
    ++depth_;
    return true;
  }
  bool leave() {
    --depth_;
    return true;
  }

 private:
  std::string& why_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
};

class TreeBuilder : public Checker {
 public:
  using Checker::Checker;
  JsonTree take() { return std::move(root_); }

  bool null() override { return add(JsonTree(nullptr)); }
  bool boolean(bool v) override { return add(JsonTree(v)); }
  // The library calls this for literals with a minus sign only, so 0 is `-0`.
  bool number_integer(JsonTree::number_integer_t v) override { return v == 0 ? add(JsonTree(-0.0)) : add(JsonTree(v)); }
  bool number_unsigned(JsonTree::number_unsigned_t v) override { return add(JsonTree(v)); }
  bool number_float(JsonTree::number_float_t v, const std::string&) override { return add(JsonTree(v)); }
  bool string(std::string& v) override { return add(JsonTree(std::move(v))); }
  bool start_object(std::size_t) override { return open(JsonTree::object()); }
  bool start_array(std::size_t) override { return open(JsonTree::array()); }
  bool end_object() override {
    merge_duplicates(*open_.back()->get_ptr<Object*>());
    open_.pop_back();
    return leave();
  }
  bool end_array() override {
    open_.pop_back();
    return leave();
  }
  bool key(std::string& v) override {
    key_ = std::move(v);
    return true;
  }

 private:
  JsonTree* place(JsonTree&& node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return &root_;
    }
    JsonTree& parent = *open_.back();
    if (parent.is_array()) {
      auto& elements = *parent.get_ptr<JsonTree::array_t*>();
      elements.push_back(std::move(node));
      return &elements.back();
    }
    auto& members = *parent.get_ptr<Object*>();
    members.Object::Container::emplace_back(std::move(key_), std::move(node));
    return &members.back().second;
  }
  bool add(JsonTree&& leaf) {
    place(std::move(leaf));
    return true;
  }
  // A pointer to an open container stays good: its parent gets no new element before it is closed.
  bool open(JsonTree&& container) {
    if (!enter()) return false;
    open_.push_back(place(std::move(container)));
    return true;
  }

  JsonTree root_;
  std::vector<JsonTree*> open_;
  std::string key_;
};

}  // namespace

namespace {

bool parse(std::string_view text, Checker& events, std::string& why) {
  if (text.starts_with("\xef\xbb\xbf")) {
    why = "parse error at line 1, column 1: a byte-order mark is not JSON";
    return false;
  }
  return JsonTree::sax_parse(text.begin(), text.end(), &events);
}

}  // namespace

bool read_json(std::string_view text, JsonTree& tree, std::string& why, std::size_t* at) {
  TreeBuilder builder(why);
  if (!parse(text, builder, why)) {
    if (at != nullptr) {
      *at = builder.failed_at();
      if (why.starts_with("parse error at")) why.erase(0, why.find(": ") + 2);
    }
    return false;
  }
  tree = builder.take();
  return true;
}

bool check_json(std::string_view text, std::string& why) {
  Checker checker(why);
  return parse(text, checker, why);
}

}  // namespace polydat
