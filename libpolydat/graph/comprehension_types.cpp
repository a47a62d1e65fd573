// Types of elements, and how many tuples there are.
#include <algorithm>

#include "graph/comprehension_source.h"
#include "nodes/catalog.h"

namespace polydat {

namespace {

using Kind = ComprehensionSource::Kind;
using OuterTypes = std::function<std::optional<PortType>(std::string_view)>;

// The type of one item of a value of `type`; partition lists hold partitions, which are of type ext too.
PortType item_type(PortType type) {
  switch (type) {
    case PortType::VecI8: return PortType::I8;
    case PortType::VecI16: return PortType::I16;
    case PortType::VecI32: return PortType::I32;
    case PortType::VecI64: return PortType::I64;
    case PortType::VecF16: return PortType::F16;
    case PortType::VecF32: return PortType::F32;
    case PortType::VecF64: return PortType::F64;
    case PortType::U8:
    case PortType::U16:
    case PortType::U32:
    case PortType::U64:
    case PortType::I8:
    case PortType::I16:
    case PortType::I32:
    case PortType::I64:
    case PortType::F16:
    case PortType::F32:
    case PortType::F64:
    case PortType::Bool:
    case PortType::U128:
    case PortType::I128:
    case PortType::Reg128:
    case PortType::RegI8x16:
    case PortType::RegI16x8:
    case PortType::RegI32x4:
    case PortType::RegI64x2:
    case PortType::RegF16x8:
    case PortType::RegF32x4:
    case PortType::RegF64x2:
    case PortType::Str:
    case PortType::Bytes:
    case PortType::Json:
    case PortType::Ext:
    case PortType::Handle:
    case PortType::Dyn: return type;
  }
  return type;
}

class Typer {
 public:
  Typer(Comprehension& comprehension, const OuterTypes& outer, ComprehensionFault& fault)
      : comprehension_(comprehension), outer_(outer), fault_(fault), known_(comprehension.elements.size(), false) {}

  bool run() {
    // Parts stand before those that hold them, and clauses before those that read their elements.
    for (const ComprehensionPart& part : comprehension_.parts)
      for (const ComprehensionClause& clause : part.clauses)
        for (std::size_t i = 0; i < clause.elements.size(); ++i)
          if (!set(clause.elements[i], source_type(clause.sources[i]))) {
            if (!fault_.message.empty()) fault_.place = clause.sources[i].place;
            return false;
          }
    return fault_.message.empty();
  }

 private:
  bool set(std::uint32_t element, std::optional<PortType> type) {
    if (!fault_.message.empty()) return false;
    if (!type.has_value()) return true;  // no value will come from there
    Comprehension::Element& e = comprehension_.elements[element];
    if (known_[element] && e.type != *type) {
      fault_.message = "the element `" + e.name + "` is " + std::string(keyword(e.type)) + " in one member and " +
                       std::string(keyword(*type)) + " in another";
      return false;
    }
    e.type = *type;
    known_[element] = true;
    return true;
  }

  std::optional<PortType> reference_type(std::uint32_t index) const {
    const ComprehensionReference& reference = comprehension_.references[index];
    if (reference.is_element) return comprehension_.elements[reference.element].type;
    const std::optional<PortType> type = outer_(reference.name);
    return type == PortType::Dyn ? PortType::Str : type;  // what a `dyn` extern holds is read as text
  }

  std::optional<PortType> source_type(const ComprehensionSource& source) {
    switch (source.kind) {
      case Kind::Integers: return PortType::U64;
      case Kind::Continuous: return PortType::F64;
      case Kind::Wire: {
        const std::optional<PortType> type = reference_type(source.reference);
        return type.has_value() ? std::optional(item_type(*type)) : std::nullopt;
      }
      case Kind::Call: return call_type(source.expression);
      case Kind::Generator: return source.generator <= Generator::Binomial ? PortType::U64 : PortType::F64;
      case Kind::Values: {
        std::optional<PortType> type;
        for (const ComprehensionSource::Item& item : source.items) {
          const std::optional<PortType> its = item.reference.has_value() ? reference_type(*item.reference) : item.value.type();
          if (its.has_value() && type.has_value() && *its != *type) {
            fault_.message = "a list holds a `" + std::string(keyword(*type)) + "` and a `" + std::string(keyword(*its)) + "`";
            return std::nullopt;
          }
          if (its.has_value()) type = its;
        }
        return type;
      }
      case Kind::Concat: {
        std::optional<PortType> type;
        for (const ComprehensionSource& part : source.parts) {
          const std::optional<PortType> its = source_type(part);
          if (its.has_value() && type.has_value() && *its != *type) {
            fault_.message =
                "`concat` joins a `" + std::string(keyword(*type)) + "` source and a `" + std::string(keyword(*its)) + "` source";
            return std::nullopt;
          }
          if (its.has_value()) type = its;
        }
        return type;
      }
    }
    return std::nullopt;
  }

  // By the signature of the call that is the whole expression.
  std::optional<PortType> call_type(const ComprehensionExpression& expression) {
    const ExpressionStep& last = expression.steps.back();
    if (expression.steps.size() == 1 && last.op == ExpressionOp::Reference) {
      const std::optional<PortType> type = reference_type(last.index);
      return type.has_value() ? std::optional(item_type(*type)) : std::nullopt;
    }
    if (last.op != ExpressionOp::Call) {
      fault_.message = "a source that is computed is one call";
      return std::nullopt;
    }
    const NodeDef& def = *expression.calls[last.index].def;
    const OutputPort& out = signature_of(def).outputs.front();
    if (def.infer == nullptr && !out.same) return item_type(out.type);
    fault_.message = "the type of what `" + std::string(name_of(def)) + "` gives depends on its arguments; it cannot be a source";
    return std::nullopt;
  }

  Comprehension& comprehension_;
  const OuterTypes& outer_;
  ComprehensionFault& fault_;
  std::vector<bool> known_;
};

std::optional<std::uint64_t> clause_size(const ComprehensionClause& clause) {
  std::optional<std::uint64_t> size;
  for (const ComprehensionSource& source : clause.sources) {
    const std::optional<std::uint64_t> its = known_size(source);
    if (!its.has_value()) return std::nullopt;
    if (!size.has_value()) size = its;
    else if (clause.zip == ComprehensionClause::Zip::Cycle) size = *size == 0 || *its == 0 ? 0 : std::max(*size, *its);
    else size = std::min(*size, *its);
  }
  return size;
}

std::optional<std::uint64_t> part_size(const Comprehension& comprehension, const ComprehensionPart& part) {
  std::optional<std::uint64_t> size = part.is_union ? 0 : 1;
  bool continuous = false;
  if (part.is_union) {
    for (const std::uint32_t member : part.members) {
      const std::optional<std::uint64_t> its = part_size(comprehension, comprehension.parts[member]);
      if (!its.has_value() || __builtin_add_overflow(*size, *its, &*size)) return std::nullopt;
    }
  }
  for (const ComprehensionClause& clause : part.clauses) {
    continuous = continuous || clause.sources.front().kind == Kind::Continuous;
    if (continuous) break;
    const std::optional<std::uint64_t> its = clause_size(clause);
    if (!its.has_value() || __builtin_mul_overflow(*size, *its, &*size)) return std::nullopt;
  }
  if (continuous) size = std::nullopt;
  for (const ComprehensionStage& stage : part.stages) {
    if (!stage.is_order) return std::nullopt;
    if (!stage.count.has_value() || stage.strategy == OrderStrategy::Extrema) continue;
    if (continuous) size = stage.count;
    else if (size.has_value()) size = std::min(*size, *stage.count);
  }
  return size;
}

}  // namespace

bool resolve_element_types(Comprehension& comprehension, const OuterTypes& outer, ComprehensionFault& fault) {
  return Typer(comprehension, outer, fault).run();
}

std::optional<std::uint64_t> known_cardinality(const Comprehension& comprehension) {
  return part_size(comprehension, comprehension.parts[comprehension.root]);
}

}  // namespace polydat
