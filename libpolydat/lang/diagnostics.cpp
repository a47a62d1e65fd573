// Diagnostics: the list of what is wrong, and the search for a near word.
#include <algorithm>
#include <tuple>

#include "polydat/diagnostic.h"

namespace polydat {

Diagnostic& Diagnostics::add(Diagnostic d) {
  list_.push_back(std::move(d));
  return list_.back();
}

namespace {

// A message quotes names and texts of the graph, and one of these may have a million bytes: the middle of such a message is left out.
std::string shortened(std::string message) {
  constexpr std::size_t most = 1000, head = 700, tail = 250;
  if (message.size() <= most) return message;
  const auto is_inside = [&](std::size_t at) { return (static_cast<unsigned char>(message[at]) & 0xc0) == 0x80; };
  std::size_t begin = head, end = message.size() - tail;
  while (begin > 0 && is_inside(begin)) --begin;
  while (end < message.size() && is_inside(end)) ++end;
  return message.replace(begin, end - begin, "...");
}

Diagnostic made(Severity severity, std::string_view code, SourceRange range, std::string message) {
  Diagnostic d;
  d.severity = severity;
  d.code = code;
  d.range = range;
  d.message = shortened(std::move(message));
  return d;
}

}  // namespace

Diagnostic& Diagnostics::error(std::string_view code, SourceRange range, std::string message) {
  ++errors_;
  return add(made(Severity::Error, code, range, std::move(message)));
}
Diagnostic& Diagnostics::warning(std::string_view code, SourceRange range, std::string message) {
  return add(made(Severity::Warning, code, range, std::move(message)));
}
Diagnostic& Diagnostics::note(std::string_view code, SourceRange range, std::string message) {
  return add(made(Severity::Note, code, range, std::move(message)));
}

Diagnostic& Diagnostics::limit(SourceRange range, std::string message, std::string_view option) {
  ++errors_;
  ++limits_;
  Diagnostic d = made(Severity::Error, "limit", range, std::move(message));
  d.kind = FailureKind::Limit;
  d.notes.push_back("the limit is raised with " + std::string(option));
  return add(std::move(d));
}

void Diagnostics::take(Diagnostics other) {
  errors_ += other.errors_;
  limits_ += other.limits_;
  for (Diagnostic& d : other.list_) list_.push_back(std::move(d));
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  const auto place = [](const Diagnostic& d) { return std::tuple(!d.has_range, d.range.begin, d.range.end); };
  std::vector<std::size_t> order(list_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto left = place(list_[a]), right = place(list_[b]);
    return left != right ? left < right : a < b;
  });
  std::vector<Diagnostic> unique;
  std::size_t same_place = 0;  // first of `unique` at the current place
  for (const std::size_t i : order) {
    const Diagnostic& d = list_[i];
    if (!unique.empty() && place(unique.back()) != place(d)) same_place = unique.size();
    const bool repeated = std::any_of(unique.begin() + static_cast<std::ptrdiff_t>(same_place), unique.end(), [&](const Diagnostic& u) {
      return u.severity == d.severity && u.code == d.code && u.message == d.message && u.label == d.label && u.notes == d.notes &&
             u.related == d.related && u.suggestion == d.suggestion;
    });
    if (!repeated) unique.push_back(d);
  }
  return unique;
}

namespace {

// Edits (insert, delete, replace, swap of neighbours) from `a` to `b`; any number above `most` when there are more.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most) {
  if (a.size() > b.size() + most || b.size() > a.size() + most) return most + 1;
  std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    std::size_t best = next[0];
    for (std::size_t j = 1; j <= b.size(); ++j) {
      next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) next[j] = std::min(next[j], before[j - 2] + 1);
      best = std::min(best, next[j]);
    }
    if (best > most) return most + 1;
    before.swap(row);
    row.swap(next);
  }
  return row[b.size()];
}

}  // namespace

std::string_view nearest_word(std::string_view word, const std::vector<std::string_view>& candidates) {
  // Longer words than any name of ours are not worth the quadratic search.
  if (word.size() > 100) return {};
  std::string_view nearest;
  std::size_t most = std::min<std::size_t>(3, word.size() / 3);
  if (most == 0 && word.size() >= 2) most = 1;
  for (const std::string_view candidate : candidates) {
    if (candidate == word) continue;
    const std::size_t distance = edit_distance(word, candidate, most);
    if (distance > most) continue;
    if (distance == most && !nearest.empty()) continue;  // the first of equals wins
    nearest = candidate;
    most = distance;
  }
  return nearest;
}

}  // namespace polydat
