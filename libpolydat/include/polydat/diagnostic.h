// Sources, places in them, and what is wrong there. Detection code reports a range and a message; only render.h knows lines,
// columns, carets, colours and JSON.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace polydat {

// A half-open range of byte offsets: into the graph's own text, or past it into the files of modules (Sources). An empty range
// marks a place between characters.
struct SourceRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

struct Location {
  std::uint32_t line = 1;    // from 1
  std::uint32_t column = 1;  // from 1, in code points; a tab counts as one
};

// The text of one file. Immutable and cheap to copy; lines are indexed at construction.
// `name` is what messages show: the path as given, `<stdin>` or `<command line>`. `text` has no byte-order mark.
class Source {
 public:
  Source(std::string name, std::string text);
  const std::string& name() const { return content_->name; }
  std::string_view text() const { return content_->text; }
  // O(log lines).
  Location location(std::uint32_t offset) const;
  // The line (from 1) without its line end.
  std::string_view line(std::uint32_t number) const;

 private:
  struct Content {
    std::string name;
    std::string text;
    std::vector<std::uint32_t> line_starts;
    std::vector<std::uint32_t> columns_before;  // per kColumnStep bytes: how many of all bytes before begin a character
  };
  static constexpr std::uint32_t kColumnStep = 1024;
  std::uint32_t columns_to(std::uint32_t offset) const;
  std::shared_ptr<const Content> content_;
};

// A graph and the files of modules that it calls: each lies behind the one before, so that a range alone tells its file.
class Sources {
 public:
  Sources(Source graph = Source({}, {})) : files_{{0, std::move(graph)}} {}  // implicit: a graph without modules

  struct File {
    std::uint32_t base = 0;  // the offset at which its text begins
    Source source;
  };
  const Source& graph() const { return files_.front().source; }
  // The base of the new file, or of the one that has its name and text already: bodies of `for` read the files of their modules again.
  // Nothing, and no new file, when all would be larger than 4 GiB.
  std::optional<std::uint32_t> add(Source source);
  // The file in which an offset lies. O(log files).
  const File& file_at(std::uint32_t offset) const;

 private:
  std::vector<File> files_;                                    // by base
  std::unordered_multimap<std::string, std::size_t> by_name_;  // files_, but for the graph
};

enum class Severity : std::uint8_t { Note, Warning, Error };

// Which exit code of the command an error calls for (design section 4).
enum class FailureKind : std::uint8_t {
  Program,  // the graph, a constant, a coordinate or the command line is wrong: 2
  Value,    // a value could not be computed: 3
  Stream,   // the coordinate stream or an output cannot be read or written: 4
  Limit,    // a limit was hit: 5
};

// Another place of the same source that a message speaks of; a note "WHAT at LINE:COLUMN".
struct RelatedPlace {
  std::string what;
  SourceRange range;
  bool operator==(const RelatedPlace& other) const {
    return what == other.what && range.begin == other.range.begin && range.end == other.range.end;
  }
};

struct Diagnostic {
  Severity severity = Severity::Error;
  FailureKind kind = FailureKind::Program;
  std::string_view code;  // stable word such as "unknown-wire"; static storage
  SourceRange range;
  bool has_range = true;  // false: about the command line or the whole run
  std::string message;
  std::string label;               // short text under the caret; may be empty
  std::vector<std::string> notes;  // more lines
  std::vector<RelatedPlace> related;
  std::string suggestion;  // "did you mean": the replacement alone; empty when there is none
};

// Collects in any order; sorted() gives them by position. Not thread-safe.
class Diagnostics {
 public:
  Diagnostic& error(std::string_view code, SourceRange range, std::string message);
  Diagnostic& warning(std::string_view code, SourceRange range, std::string message);
  Diagnostic& note(std::string_view code, SourceRange range, std::string message);
  // An error of kind Limit; `option` is the option that raises the limit, with its dashes.
  Diagnostic& limit(SourceRange range, std::string message, std::string_view option);
  // Everything that another list holds.
  void take(Diagnostics other);
  bool has_errors() const { return errors_ != 0; }
  bool has_limit_error() const { return limits_ != 0; }
  const std::vector<Diagnostic>& all() const { return list_; }
  // Stable sort by range; exact repetitions removed.
  std::vector<Diagnostic> sorted() const;

 private:
  Diagnostic& add(Diagnostic d);
  std::vector<Diagnostic> list_;
  std::size_t errors_ = 0;
  std::size_t limits_ = 0;
};

// `file:line:col: error: message [PD0101]`, the source line (cut to fit), carets under the range, label, notes, "did you mean".
std::string render_text(const Diagnostic& d, const Sources& sources, bool color);
// One JSON object without a line end: severity, code, message, file, line, column, end_line, end_column, label, notes, suggestion.
std::string render_json(const Diagnostic& d, const Sources& sources);

// The candidate nearest to `word` by edit distance, or empty when none is near (at most a third of the length, and 3).
std::string_view nearest_word(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace polydat
