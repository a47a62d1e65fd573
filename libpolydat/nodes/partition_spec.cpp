// Reading partition specs (nodes/partition_spec.h).
#include "nodes/partition_spec.h"

#include <algorithm>

#include "nodes/number_parse.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

using Kind = PartitionDelta::Kind;

std::vector<std::string_view> words_of_text(std::string_view text) {
  std::vector<std::string_view> words;
  const char* at = text.data();
  const char* const end = at + text.size();
  const char* start = nullptr;
  while (at != end) {
    const Utf8Step step = decode_utf8(at, end);
    if (is_white_space(step.code_point)) {
      if (start != nullptr) words.emplace_back(start, static_cast<std::size_t>(at - start));
      start = nullptr;
    } else if (start == nullptr) {
      start = at;
    }
    at += step.length;
  }
  if (start != nullptr) words.emplace_back(start, static_cast<std::size_t>(end - start));
  return words;
}

bool is_word(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; });
}

// The words of one side of `in` as one text, without brackets.
std::string joined(const std::string_view* from, const std::string_view* to) {
  std::string text;
  for (; from != to; ++from) {
    for (const char c : *from) {
      if (c != '[' && c != ']' && c != '(' && c != ')') text += c;
    }
  }
  return text;
}

class Reader {
 public:
  Reader(std::uint64_t most, PartitionFault& fault) : most_(most), fault_(fault) {}

  bool read(std::string_view text) {
    std::vector<std::string_view> words = words_of_text(text);
    if (words.empty()) return refuse("the partition spec is empty");
    if (words.size() >= 2 && words.back() != "in" && is_word(words.back())) {
      if (!read_order(words.back())) return false;
      words.pop_back();
    }
    const auto in = std::find(words.begin(), words.end(), "in");
    const std::string chunking = joined(words.data(), words.data() + (in - words.begin()));
    if (in != words.end()) {
      if (std::find(in + 1, words.end(), "in") != words.end()) return refuse("a partition spec has one 'in'");
      const std::string window = joined(words.data() + (in - words.begin()) + 1, words.data() + words.size());
      if (!read_range(window, spec.window)) return false;
    }
    return read_chunking(chunking);
  }

  PartitionSpec spec;

 private:
  bool refuse(std::string message) {
    fault_.message = std::move(message);
    return false;
  }
  bool refuse_count(std::uint64_t count) {
    fault_.by_limit = true;
    return refuse("the spec asks for " + std::to_string(count) + " partitions");
  }

  bool read_order(std::string_view word) {
    if (word == "unchanged") spec.order = PartitionOrder::Unchanged;
    else if (word == "smallest_first") spec.order = PartitionOrder::SmallestFirst;
    else if (word == "largest_first") spec.order = PartitionOrder::LargestFirst;
    else if (word == "random") spec.order = PartitionOrder::Random;
    else return refuse("'" + std::string(word) + "' is no order: unchanged, smallest_first, largest_first, random");
    return true;
  }

  bool read_bound(std::string_view text, PartitionBound& bound) {
    if (text.ends_with('%')) {
      const auto part = parse_f64(text.substr(0, text.size() - 1));
      if (!part || !(*part >= 0.0 && *part <= 100.0)) return refuse("'" + std::string(text) + "' is not a percentage from 0% to 100%");
      bound = {PartitionBound::Kind::Percent, *part, 0};
      return true;
    }
    if (text.find('.') != std::string_view::npos) {
      const auto part = parse_f64(text);
      if (!part || !(*part >= 0.0 && *part <= 1.0)) return refuse("'" + std::string(text) + "' is not a fraction from 0.0 to 1.0");
      bound = {PartitionBound::Kind::Fraction, *part, 0};
      return true;
    }
    const auto ordinal = parse_integer<std::uint64_t>(text);
    if (!ordinal) return refuse("'" + std::string(text) + "' is not a size: a number, a fraction from 0.0 to 1.0 or a percentage");
    bound = {PartitionBound::Kind::Ordinal, 0, *ordinal};
    return true;
  }

  bool read_range(std::string_view text, std::optional<PartitionSpec::Range>& to) {
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos) return refuse("'" + std::string(text) + "' is not a range A..B");
    PartitionSpec::Range range;
    if (!read_bound(text.substr(0, dots), range.start) || !read_bound(text.substr(dots + 2), range.end)) return false;
    to = range;
    return true;
  }

  bool read_chunking(std::string_view text) {
    if (text.empty()) return refuse("nothing says how to partition");
    const std::size_t colon = text.find(':');
    if (colon != std::string_view::npos && is_word(text.substr(0, colon))) {
      for (const double percent : partition_recipe(text.substr(0, colon), text.substr(colon + 1), most_, fault_)) {
        spec.deltas.push_back({Kind::Sized, {PartitionBound::Kind::Percent, percent, 0}, 0, {}});
      }
      return fault_.message.empty();
    }
    if (text == "...") return refuse("'...' repeats the size before it: there is none");
    if (text.starts_with("*/") || text.find(',') != std::string_view::npos) return read_deltas(text);
    if (text.find("..") != std::string_view::npos) return read_range(text, spec.range);
    return read_deltas(text);
  }

  bool read_deltas(std::string_view text) {
    std::optional<std::string_view> tail;
    std::optional<std::string_view> head = text;
    if (text.starts_with("*/")) {
      tail = text.substr(2);
      head.reset();
    } else if (const std::size_t at = text.find(",*/"); at != std::string_view::npos) {
      tail = text.substr(at + 3);
      head = text.substr(0, at);
    }
    while (head) {
      const std::size_t comma = head->find(',');
      if (!read_entry(head->substr(0, comma))) return false;
      if (comma == std::string_view::npos) head.reset();
      else head->remove_prefix(comma + 1);
    }
    if (tail && !read_tail(*tail)) return false;
    return check_deltas();
  }

  bool read_entry(std::string_view text) {
    if (text.empty()) return refuse("an entry of the list is empty");
    if (text == "*" || text == "*%") return add({Kind::Star, {}, 0, {}}, 1);
    if (text == "...") return add({Kind::Fill, {}, 0, {}}, 1);
    const bool gap = text.front() == '~';
    if (gap) text.remove_prefix(1);
    std::uint64_t repeats = 1;
    const std::size_t x = text.rfind('x');
    if (x != std::string_view::npos && x + 1 < text.size() && text.find_first_not_of("0123456789", x + 1) == std::string_view::npos) {
      if (gap) return refuse("a gap is not repeated: '~" + std::string(text) + "'");
      const auto count = parse_integer<std::uint64_t>(text.substr(x + 1));
      if (count == 0) return refuse("'" + std::string(text) + "' repeats nothing");
      if (!count || *count > most_) return refuse_count(count.value_or(~std::uint64_t{0}));
      repeats = *count;
      text = text.substr(0, x);
    }
    PartitionDelta delta;
    delta.kind = gap ? Kind::Gap : Kind::Sized;
    return read_bound(text, delta.size) && add(std::move(delta), repeats);
  }

  bool read_tail(std::string_view text) {
    const std::size_t colon = text.find(':');
    PartitionDelta delta;
    if (colon != std::string_view::npos) {
      const std::string_view name = text.substr(0, colon);
      if (name == "linear") return refuse("'*/linear:N' is written '*/N'");
      delta.kind = Kind::Shaped;
      delta.weights = partition_recipe(name, text.substr(colon + 1), most_, fault_);
      return fault_.message.empty() && add(std::move(delta), 1);
    }
    if (text.find(',') != std::string_view::npos) return refuse("'*/" + std::string(text) + "' must come last");
    const auto parts = parse_integer<std::uint64_t>(text);
    if (!parts || *parts == 0) return refuse("'*/" + std::string(text) + "' does not split into a whole number of partitions");
    if (*parts > most_) return refuse_count(*parts);
    delta.kind = Kind::Split;
    delta.parts = *parts;
    return add(std::move(delta), 1);
  }

  bool add(PartitionDelta delta, std::uint64_t repeats) {
    if (repeats > most_ - std::min<std::uint64_t>(most_, spec.deltas.size())) return refuse_count(spec.deltas.size() + repeats);
    spec.deltas.insert(spec.deltas.end(), repeats, std::move(delta));
    return true;
  }

  bool check_deltas() {
    std::size_t takes_rest = 0;
    bool all_gaps = true;
    for (std::size_t i = 0; i < spec.deltas.size(); ++i) {
      const Kind kind = spec.deltas[i].kind;
      if (kind == Kind::Gap) continue;
      all_gaps = false;
      if (kind == Kind::Sized) continue;
      if (++takes_rest > 1) return refuse("only one of '*', '...' and '*/' can take the rest");
      if (kind != Kind::Star && i + 1 != spec.deltas.size()) return refuse("'...' and '*/' must come last");
      if (kind == Kind::Fill && (i == 0 || spec.deltas[i - 1].kind != Kind::Sized))
        return refuse("'...' repeats the size before it: there is none");
    }
    return !all_gaps || refuse("the list has gaps only");
  }

  std::uint64_t most_;
  PartitionFault& fault_;
};

}  // namespace

std::optional<PartitionSpec> parse_partition_spec(std::string_view text, std::uint64_t most, PartitionFault& fault) {
  Reader reader(most, fault);
  if (!reader.read(text)) return std::nullopt;
  return std::move(reader.spec);
}

}  // namespace polydat
