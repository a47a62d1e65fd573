// Text into clauses, and the rules of form.
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "graph/comprehension_source.h"
#include "lang/lexer.h"

namespace polydat {

namespace {

struct StrategyWord {
  std::string_view word;
  OrderStrategy strategy;
};
constexpr StrategyWord kStrategies[] = {
    {"lex", OrderStrategy::Lex},           {"reverse_lex", OrderStrategy::ReverseLex},
    {"diagonal", OrderStrategy::Diagonal}, {"antidiagonal", OrderStrategy::Antidiagonal},
    {"extrema", OrderStrategy::Extrema},   {"shells", OrderStrategy::Shells},
    {"halton", OrderStrategy::Halton},     {"sobol", OrderStrategy::Sobol},
    {"lhs", OrderStrategy::Lhs},           {"shuffle", OrderStrategy::Shuffle},
};

const StrategyWord* find_strategy(std::string_view word) {
  for (const StrategyWord& row : kStrategies)
    if (row.word == word) return &row;
  return nullptr;
}

constexpr std::string_view kUnionNames = "the members of a union bind the same names in the same order";

class ComprehensionParser {
 public:
  explicit ComprehensionParser(const FindProducer& find) : find_(find) {}

  std::optional<Comprehension> parse(std::string_view text, bool allow_bare, ComprehensionFault& fault) {
    out_.text = canonical_text(text, map_);
    if (body(out_.text, allow_bare, 0, out_.root)) return std::move(out_);
    fault.message = std::move(fault_.message);
    fault.by_limit = fault_.by_limit;
    fault.place = place_of(fault_.part);
    return std::nullopt;
  }

 private:
  bool fail(std::string message, std::string_view part) {
    fault_.message = std::move(message);
    fault_.part = part;
    return false;
  }
  // Every piece that is looked at is a part of the canonical text; a piece without characters stands for the one around it.
  lang::TextRange place_of(std::string_view part) const {
    const auto begin = static_cast<std::uint32_t>(part.data() - out_.text.data());
    return map_.to_text({begin, begin + static_cast<std::uint32_t>(part.size())});
  }

  // `text` without its `where` and `order`.
  struct Tail {
    std::string_view where, order;
    bool has_where = false, has_order = false;
  };
  bool split_tail(std::string_view& text, Tail& tail) {
    const std::size_t where = find_word(text, "where");
    const std::size_t order = find_word(text, "order");
    if (where != npos && order != npos && order < where) return fail("`where` stands before `order`", text.substr(where, 5));
    const std::string_view whole = text;
    if (order != npos) {
      tail.has_order = true;
      tail.order = trimmed(whole.substr(order + 5));
      text = trimmed(whole.substr(0, order));
    }
    if (where != npos) {
      tail.has_where = true;
      tail.where = trimmed(whole.substr(where + 5, (order == npos ? whole.size() : order) - where - 5));
      text = trimmed(whole.substr(0, where));
    }
    if (tail.has_where && tail.where.empty()) return fail("`where` has no predicate", whole.substr(where, 5));
    if (tail.has_order && tail.order.empty()) return fail("`order` has no strategy", whole.substr(order, 5));
    return true;
  }

  bool body(std::string_view text, bool allow_bare, std::size_t depth, std::uint32_t& part) {
    Tail tail;
    if (!split_tail(text, tail)) return false;
    if (text.empty()) return fail("a comprehension has no source", text);
    if (lang::is_name(text)) {
      if (!tail.has_where && !tail.has_order && !allow_bare)
        return fail("the name of a producer alone is not a producer; add `where` or `order`", text);
      if (!derive(text, depth, part)) return false;
    } else if (text.front() == '[' && find_matching(text, 0) == text.size() - 1 && find_for(text.substr(1)) != npos) {
      if (!union_of(text.substr(1, text.size() - 2), depth, part)) return false;
    } else if (!product(text, part)) {
      return false;
    }
    return stages(tail, part);
  }

  // ---- producers

  bool derive(std::string_view name, std::size_t depth, std::uint32_t& part) {
    const Comprehension* base = find_(name);
    if (base == nullptr) return fail("no producer is called `" + std::string(name) + "`", name);
    if (base->parts.empty()) return fail({}, name);  // its mistake is reported already
    if (!out_.elements.empty() || depth > 0) {
      // A member of a union: its elements must be those that are there.
      if (out_.elements.size() != base->elements.size()) return fail(std::string(kUnionNames), name);
      for (std::size_t i = 0; i < base->elements.size(); ++i)
        if (out_.elements[i].name != base->elements[i].name) return fail(std::string(kUnionNames), name);
    } else {
      out_.elements = base->elements;
    }
    const auto part_shift = static_cast<std::uint32_t>(out_.parts.size());
    const auto reference_shift = static_cast<std::uint32_t>(out_.references.size());
    for (ComprehensionReference copy : base->references) {
      copy.place = place_of(name);
      known_.emplace(reference_key(copy), static_cast<std::uint32_t>(out_.references.size()));
      out_.references.push_back(std::move(copy));
    }
    for (ComprehensionPart copy : base->parts) {
      for (std::uint32_t& member : copy.members) member += part_shift;
      for (ComprehensionClause& clause : copy.clauses)
        for (ComprehensionSource& source : clause.sources) {
          source.place = place_of(name);
          shift_references(source, reference_shift);
        }
      for (ComprehensionStage& stage : copy.stages) shift_references(stage.predicate, reference_shift);
      out_.parts.push_back(std::move(copy));
    }
    part = part_shift + base->root;
    return true;
  }

  // ---- unions

  bool union_of(std::string_view text, std::size_t depth, std::uint32_t& part) {
    if (depth >= kMostUnionDepth) {
      fault_.by_limit = true;
      return fail("unions are nested deeper than " + std::to_string(kMostUnionDepth) + " levels", text.substr(0, 1));
    }
    std::vector<std::uint32_t> members;
    std::size_t at = find_for(text);

    if (const std::string_view before = trimmed(text.substr(0, at)); !before.empty())
      return fail("a union holds `for` members only", before);
    while (at != npos) {
      const std::size_t begin = at + 3;
      at = find_for(text.substr(begin));
      if (at != npos) at += begin;
      std::string_view member = trimmed(text.substr(begin, (at == npos ? text.size() : at) - begin));
      if (member.ends_with(',')) member = trimmed(member.substr(0, member.size() - 1));
      const std::size_t before = out_.elements.size();
      std::uint32_t index = 0;
      bound_.clear();
      in_union_ = before > 0;
      if (!body(member, true, depth + 1, index)) return false;
      if (in_union_ && bound_.size() != out_.elements.size() && !bound_.empty()) return fail(std::string(kUnionNames), member);
      members.push_back(index);
    }
    ComprehensionPart made;
    made.is_union = true;
    made.members = std::move(members);
    part = static_cast<std::uint32_t>(out_.parts.size());
    out_.parts.push_back(std::move(made));
    return check_discrete(out_.parts.back(), text);
  }

  // A source that is missing stands nowhere: the mistake is the clause.
  bool in_clause(std::string_view clause) {
    if (fault_.part.empty()) fault_.part = clause;
    return false;
  }

  bool check_discrete(const ComprehensionPart& made, std::string_view text) {
    for (const std::uint32_t member : made.members)
      for (const ComprehensionClause& clause : out_.parts[member].clauses)
        for (const ComprehensionSource& source : clause.sources)
          if (source.kind == ComprehensionSource::Kind::Continuous) return fail("the members of a union are discrete", text);
    return true;
  }

  // ---- products

  // The index of the element `name`; members of a union after the first must bind the same names in the same order.
  bool bind(std::string_view name, std::uint32_t& element) {
    if (!lang::is_name(name)) return fail("`" + std::string(name) + "` is not a name", name);
    const auto position = static_cast<std::uint32_t>(bound_.size());
    if (!bound_.emplace(std::string(name), position).second) return fail("the element `" + std::string(name) + "` is bound twice", name);
    if (!in_union_) {
      out_.elements.push_back({std::string(name), PortType::U64});
    } else if (position >= out_.elements.size() || out_.elements[position].name != name) {
      return fail(std::string(kUnionNames), name);
    }
    element = position;
    return true;
  }

  bool product(std::string_view text, std::uint32_t& part) {
    const std::vector<std::string_view> clauses = split_clauses(text);
    std::unordered_set<std::string_view> names;
    bool repeats = false;
    for (const std::string_view clause : clauses) {
      const std::size_t in = find_word(clause, "in");
      if (in == npos) return fail("a clause is `name in source`, not `" + std::string(clause) + "`", clause);
      const std::string_view target = trimmed(clause.substr(0, in));
      repeats = (lang::is_name(target) && !names.insert(target).second) || repeats;
    }
    if (!repeats) {
      ComprehensionPart made;
      for (const std::string_view clause : clauses)
        if (!read_clause(clause, made.clauses.emplace_back())) return false;
      part = static_cast<std::uint32_t>(out_.parts.size());
      out_.parts.push_back(std::move(made));
      return true;
    }
    ComprehensionPart all;
    all.is_union = true;
    for (const std::string_view clause : clauses) {
      if (all.members.size() > 0) {
        bound_.clear();
        in_union_ = true;
      }
      ComprehensionPart member;
      if (!read_clause(clause, member.clauses.emplace_back())) return false;
      if (bound_.size() != out_.elements.size()) return fail(std::string(kUnionNames), clause);
      all.members.push_back(static_cast<std::uint32_t>(out_.parts.size()));
      out_.parts.push_back(std::move(member));
    }
    part = static_cast<std::uint32_t>(out_.parts.size());
    out_.parts.push_back(std::move(all));
    return check_discrete(out_.parts.back(), text);
  }

  bool read_clause(std::string_view text, ComprehensionClause& clause) {
    const std::size_t in = find_word(text, "in");
    const std::string_view target = trimmed(text.substr(0, in));
    std::string_view source = trimmed(text.substr(in + 2));
    const FindReference find = [this](std::string_view name, bool) { return reference(name); };
    SourceReader reader(find, fault_);
    if (!target.starts_with('(')) {
      if (!reader.read(source, clause.sources.emplace_back())) return in_clause(text);
      clause.sources.back().place = place_of(source);
      return bind(target, clause.elements.emplace_back());
    }
    if (!target.ends_with(')')) return fail("the names of a zip stand in brackets", target);
    const std::vector<std::string_view> targets = split_commas(target.substr(1, target.size() - 2));
    for (const auto& [word, zip] : {std::pair{std::string_view("zip_truncate"), ComprehensionClause::Zip::Truncate},
                                    std::pair{std::string_view("zip_cycle"), ComprehensionClause::Zip::Cycle}}) {
      if (!source.starts_with(word)) continue;
      clause.zip = zip;
      source = trimmed(source.substr(word.size()));
    }
    if (!source.starts_with('(') || find_matching(source, 0) != source.size() - 1)
      return fail("the sources of a zip stand in brackets", source.empty() ? text : source);
    const std::vector<std::string_view> sources = split_commas(source.substr(1, source.size() - 2));
    if (targets.size() < 2 || targets.size() != sources.size())
      return fail("a zip binds " + std::to_string(targets.size()) + " names from " + std::to_string(sources.size()) + " sources", text);
    std::optional<std::uint64_t> size;
    for (const std::string_view text_of : sources) {
      ComprehensionSource& made = clause.sources.emplace_back();
      if (!reader.read(trimmed(text_of), made)) return in_clause(text);
      made.place = place_of(trimmed(text_of));
      if (made.kind == ComprehensionSource::Kind::Continuous) return fail("the sources of a zip are discrete", text_of);
      const std::optional<std::uint64_t> known = known_size(made);
      if (clause.zip == ComprehensionClause::Zip::Strict && size.has_value() && known.has_value() && *size != *known)
        return fail("a zip of sources of " + std::to_string(*size) + " and " + std::to_string(*known) +
                        " values; `zip_truncate` and `zip_cycle` take unequal ones",
                    source);
      if (known.has_value()) size = known;
    }
    for (const std::string_view name : targets)
      if (!bind(trimmed(name), clause.elements.emplace_back())) return false;
    return true;
  }

  // Whether the call reads an element of this comprehension; it is computed before the first tuple.
  bool reads_bound(std::string_view call) {
    for (std::size_t at = 0; at < call.size();) {
      if (call[at] == '"' || call[at] == '\'') {
        at = std::min(call.find(call[at], at + 1), call.size() - 1) + 1;
        continue;
      }
      if (!lang::is_name_start(call[at])) {
        ++at;
        continue;
      }
      std::size_t end = at;
      while (end < call.size() && lang::is_name_char(call[end])) ++end;
      const std::string_view word = call.substr(at, end - at);
      at = end;
      if (!bound_.contains(std::string(word))) continue;
      fail("a module that is called as a source cannot read the element `" + std::string(word) + "` of its own comprehension", word);
      return true;
    }
    return false;
  }

  std::uint32_t reference(std::string_view name) {
    if (name.find('(') != npos && reads_bound(name)) return 0;
    ComprehensionReference made;
    made.name = std::string(name);
    made.place = place_of(name);
    if (const auto bound = bound_.find(made.name); bound != bound_.end()) {
      made.is_element = true;
      made.element = bound->second;
    }
    return add(std::move(made));
  }
  using ReferenceKey = std::tuple<std::string, bool, std::uint32_t>;
  static ReferenceKey reference_key(const ComprehensionReference& r) { return {r.name, r.is_element, r.element}; }
  std::uint32_t add(ComprehensionReference made) {
    const auto [known, is_new] = known_.emplace(reference_key(made), static_cast<std::uint32_t>(out_.references.size()));
    if (is_new) out_.references.push_back(std::move(made));
    return known->second;
  }

  // ---- stages

  bool stages(const Tail& tail, std::uint32_t part) {
    if (tail.has_where) {
      // The elements of the part: all of them, whatever was bound on the way.
      std::unordered_map<std::string_view, std::uint32_t> elements;
      for (const Comprehension::Element& element : out_.elements)
        elements.emplace(element.name, static_cast<std::uint32_t>(elements.size()));
      const FindReference find = [&](std::string_view name, bool in_braces) -> std::optional<std::uint32_t> {
        if (!in_braces) return std::nullopt;  // a bare word is a name that nothing binds
        ComprehensionReference made;
        made.name = std::string(name);
        made.place = place_of(name);
        if (const auto element = elements.find(name); element != elements.end()) {
          made.is_element = true;
          made.element = element->second;
        }
        return add(std::move(made));
      };
      std::optional<ComprehensionExpression> predicate = parse_comprehension_expression(tail.where, find, fault_);
      if (!predicate.has_value()) return false;
      ComprehensionStage stage;
      stage.predicate = std::move(*predicate);
      out_.parts[part].stages.push_back(std::move(stage));
    }
    if (tail.has_order) {
      ComprehensionStage stage;
      stage.is_order = true;
      if (!read_order(tail.order, stage) || !check_order(out_.parts[part], stage, tail.order)) return false;
      out_.parts[part].stages.push_back(std::move(stage));
    }
    if (out_.parts[part].stages.size() > kMostStages) {
      fault_.by_limit = true;
      return fail("a producer is derived more than " + std::to_string(kMostStages) + " times", tail.has_order ? tail.order : tail.where);
    }
    return true;
  }

  bool read_order(std::string_view text, ComprehensionStage& stage) {
    std::string_view word = text.substr(0, text.find_first_of("/( "));
    std::string_view rest = trimmed(text.substr(word.size()));
    std::string_view chosen = word;
    std::vector<std::string_view> arguments;
    if (rest.starts_with('(')) {
      if (!rest.ends_with(')')) return fail("the arguments of an order are never closed", rest);
      arguments = split_commas(rest.substr(1, rest.size() - 2));
      if (word == "space_filling") {
        if (arguments.empty()) return fail("`space_filling` names a strategy", text);
        chosen = trimmed(arguments.front());
        arguments.erase(arguments.begin());
        if (chosen != "halton" && chosen != "sobol" && chosen != "lhs") return fail("`space_filling` takes halton, sobol or lhs", chosen);
      }
    } else if (rest.starts_with('/')) {
      const std::optional<std::uint64_t> count = read_count(rest.substr(1));
      if (!count.has_value())
        return fail("the count of an order is a whole number, not `" + std::string(trimmed(rest.substr(1))) + "`", rest);
      stage.count = count;
    } else if (!rest.empty()) {
      return fail("`" + std::string(rest) + "` is not expected after the order", rest);
    }
    const StrategyWord* strategy = find_strategy(chosen);
    if (strategy == nullptr) {
      std::vector<std::string_view> words;
      for (const StrategyWord& row : kStrategies) words.push_back(row.word);
      const std::string_view near = nearest_word(chosen, words);
      return fail("`" + std::string(chosen) + "` is not an order" + (near.empty() ? "" : "; did you mean `" + std::string(near) + "`?"),
                  chosen);
    }
    stage.strategy = strategy->strategy;
    for (const std::string_view argument : arguments)
      if (!order_argument(argument, stage)) return false;
    if (stage.seed.has_value() && stage.strategy != OrderStrategy::Shuffle && stage.strategy != OrderStrategy::Lhs)
      return fail("only `shuffle` and `lhs` take a seed", text);
    return true;
  }

  bool order_argument(std::string_view text, ComprehensionStage& stage) {
    const std::size_t equals = text.find('=');
    if (equals == npos) return fail("`" + std::string(trimmed(text)) + "` is not an argument of an order", trimmed(text));
    const std::string_view name = trimmed(text.substr(0, equals));
    const std::string_view value = trimmed(text.substr(equals + 1));
    if (name == "origin") return true;  // accepted, without effect
    const std::optional<std::uint64_t> number = read_count(value);
    if (!number.has_value())
      return fail("`" + std::string(name) + "` takes a whole number, not `" + std::string(value) + "`", trimmed(text));
    if (name == "seed") stage.seed = number;
    else if (name == "count" || name == "depth" || name == "strata") stage.count = number;
    else return fail("`" + std::string(name) + "` is not an argument of an order; they are count, depth, strata, seed and origin", name);
    return true;
  }

  static bool samples(OrderStrategy strategy) {
    return strategy == OrderStrategy::Halton || strategy == OrderStrategy::Sobol || strategy == OrderStrategy::Lhs ||
           strategy == OrderStrategy::Shuffle;
  }

  // Whether the part has positions that an order can rank.
  bool check_order(const ComprehensionPart& part, const ComprehensionStage& stage, std::string_view text) {
    bool continuous = false;
    std::size_t axes = 0;
    bool dependent = false;
    for (const ComprehensionClause& clause : part.clauses) {
      ++axes;
      for (const ComprehensionSource& source : clause.sources) {
        continuous = continuous || source.kind == ComprehensionSource::Kind::Continuous;
        dependent = dependent || reads_element(source);
      }
    }
    std::size_t filters = 0;
    for (const ComprehensionStage& before : part.stages) filters = before.is_order ? 0 : filters + 1;
    const bool ordered = std::any_of(part.stages.begin(), part.stages.end(), [](const ComprehensionStage& s) { return s.is_order; });
    if (continuous && !ordered) {
      if (!samples(stage.strategy) && stage.strategy != OrderStrategy::Extrema)
        return fail("a continuous source needs an order that samples it: halton, sobol, lhs, shuffle or extrema", text);
      if (!stage.count.has_value()) return fail("an order over a continuous source needs a count", text);
    }
    if (stage.strategy == OrderStrategy::Lex) return true;
    if (dependent) return fail("a product in which a source reads an earlier element has no positions: it takes no order but `lex`", text);
    if (filters > 1) return fail("an order but `lex` takes one filter at most before it", text);
    if (stage.strategy == OrderStrategy::Sobol && axes > kSobolAxes)
      return fail("`sobol` has at most " + std::to_string(kSobolAxes) + " axes", text);
    return true;
  }

  bool reads_element(const ComprehensionSource& source) const {
    bool found = false;
    for_each_reference(source, [&](std::uint32_t index) { found = found || out_.references[index].is_element; });
    return found;
  }

  const FindProducer& find_;
  PartFault fault_;
  lang::TextMap map_;  // of out_.text
  Comprehension out_;
  std::map<ReferenceKey, std::uint32_t> known_;           // out_.references, by what they mean
  std::unordered_map<std::string, std::uint32_t> bound_;  // names of the part being read, so far, and their positions
  bool in_union_ = false;                                 // the names are there already
};

}  // namespace

std::optional<Comprehension> parse_comprehension(std::string_view text, bool allow_bare, const FindProducer& find,
                                                 ComprehensionFault& fault) {
  std::optional<Comprehension> made = ComprehensionParser(find).parse(text, allow_bare, fault);
  if (!made.has_value()) return std::nullopt;
  for (const ComprehensionPart& part : made->parts) {
    if (std::any_of(part.stages.begin(), part.stages.end(), [](const ComprehensionStage& s) { return s.is_order; })) continue;
    for (const ComprehensionClause& clause : part.clauses)
      for (const ComprehensionSource& source : clause.sources) {
        // A producer may be ordered later; what is traversed may not.
        if (source.kind != ComprehensionSource::Kind::Continuous) continue;
        made->needs_order = true;
      }
  }
  return made;
}

}  // namespace polydat
