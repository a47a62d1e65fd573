// A grammar walked at random. Names are bound before they are read and mostly of a fitting type, so that most programs compile.
#include "support/random_program.h"

#include <span>
#include <string_view>
#include <vector>

#include "support/random_graph.h"

namespace polydat::testing {

namespace {

enum class Type : std::uint8_t { Whole, Fraction, Text };

struct Wire {
  std::string name;
  Type type = Type::Whole;
};

class ProgramWriter {
 public:
  explicit ProgramWriter(std::uint64_t seed) : random_(seed) {}

  std::string write() {
    if (random_.chance(10)) out_ += "pragma strict_types\n";
    inputs();
    for (std::uint64_t n = random_.below(3); n > 0; --n) external();
    for (std::uint64_t n = 2 + random_.below(8); n > 0; --n) statement("", true);
    binding("");
    if (random_.chance(35)) {
      for (std::uint64_t n = 1 + random_.below(2); n > 0; --n) loop("");
    }
    return std::move(out_);
  }

 private:
  template <std::size_t Count>
  std::string pick(const char* const (&words)[Count]) {
    return words[random_.below(Count)];
  }
  std::string fresh(std::string_view stem) { return std::string(stem) + std::to_string(next_name_++); }

  // ---- statements

  void inputs() {
    if (random_.chance(20)) {  // inferred
      return wires_.push_back({"x", Type::Whole});
    }
    if (random_.chance(30)) {
      out_ += "input (cycle: u64, other)\n";
      wires_.push_back({"other", Type::Whole});
    } else {
      out_ += random_.chance(50) ? "input cycle: u64\n" : "input cycle\n";
    }
    wires_.push_back({"cycle", Type::Whole});
  }

  void external() {
    const std::string name = fresh("e");
    static constexpr const char* kWhole[] = {"u64 = 7", "u64 = 0x1F", "u64 = 2K", "u64 = \" 12 \"", "u64"};
    static constexpr const char* kFraction[] = {"f64 = 2.5", "f64 = 3", "f64 = 1e-7", "f64"};
    static constexpr const char* kText[] = {"str = \"a{b}\"", "str = 'it\\'s'", "str"};
    static constexpr const char* kOther[] = {"bool = true", "bool = \"1\"", "dyn = 5", "dyn = \"x\"", "i32", "json"};
    switch (random_.below(4)) {
      case 0: out_ += "extern " + name + ": " + pick(kWhole) + "\n"; return wires_.push_back({name, Type::Whole});
      case 1: out_ += "extern " + name + ": " + pick(kFraction) + "\n"; return wires_.push_back({name, Type::Fraction});
      case 2: out_ += "extern " + name + ": " + pick(kText) + "\n"; return wires_.push_back({name, Type::Text});
      default: out_ += "extern " + name + ": " + pick(kOther) + "\n"; return;
    }
  }

  void statement(const std::string& indent, bool at_top) {
    const std::uint64_t kind = random_.below(at_top ? 13 : 6);
    switch (kind) {
      case 6: return module(indent);
      case 7: return tile(indent);
      case 8: return tile_call(indent);
      case 9: return cursor(indent);
      case 10: out_ += indent + fresh("g") + " := for " + comprehension() + "\n"; return;
      case 11: out_ += indent + fresh("l") + " := " + list() + "\n"; return;
      case 12:
        if (random_.chance(20)) out_ += indent + "pragma " + pick({"strict_types", "something_else"}) + "\n";
        return;
      default:
        if (random_.chance(15)) tuple(indent);
        else binding(indent);
    }
  }

  void binding(const std::string& indent) {
    const Type type = some_type();
    Wire made{random_.chance(5) ? fresh("__hidden") : fresh("v"), type};
    if (random_.chance(6)) made.name = "part__" + made.name;
    const std::uint64_t modifier = random_.below(20);
    std::string value;
    if (modifier < 2) {
      out_ += indent + "const " + made.name + " := " + constant(type) + "\n";
    } else if (modifier == 2) {
      const std::string annotation = random_.chance(50) ? (type == Type::Whole ? ": u64" : type == Type::Fraction ? ": f64" : ": str") : "";
      out_ += indent + pick({"shared ", "shared volatile ", "volatile shared "}) + made.name + annotation + " := " + constant(type) + "\n";
    } else if (modifier == 3) {
      value = expression(type, 3);
      out_ += indent + "volatile " + made.name + " := " + value + "\n";
    } else {
      value = expression(type, 4);
      out_ += indent + made.name + pick({" := ", ":=", "  :=\n      "}) + value + "\n";
    }
    wires_.push_back(made);
  }

  void tuple(const std::string& indent) {
    const std::string a = fresh("t"), b = fresh("t");
    out_ += indent + (random_.chance(20) ? "(" + a + ")" : "(" + a + ", " + b + ")") + " := mixed_radix(" + expression(Type::Whole, 2) +
            ", 10, 0)\n";
    wires_.push_back({a, Type::Whole});
  }

  void module(const std::string& indent) {
    const std::string name = fresh("m");
    std::vector<Wire> outside = std::move(wires_);
    wires_ = {{"x", Type::Whole}, {"y", Type::Fraction}};
    out_ += indent + name + pick({"(x: u64, y: f64)", "(x: u64 y: f64)"}) + " -> " + pick({"(r: u64)", "(r: u64, s: f64)"}) + " := {\n";
    for (std::uint64_t n = random_.below(3); n > 0; --n) binding(indent + "  ");
    if (random_.chance(15)) out_ += indent + "  tile doc : json := { \"x\": ${x}, \"t\": \"${y | .2}\" }\n";
    out_ += indent + "  r := " + expression(Type::Whole, 2) + "\n";
    out_ += indent + "  s := " + expression(Type::Fraction, 2) + "\n";
    out_ += indent + "}\n";
    wires_ = std::move(outside);
    modules_.push_back(name);
  }

  void cursor(const std::string& indent) {
    const std::string name = fresh("c");
    static constexpr const char* kOver[] = {"", " over \"25%..75%\"", " over \"10..20\"", " over '*/1'"};
    out_ += indent + "cursor " + name + " = range(0, " + std::to_string(40 + random_.below(100)) + ")" + pick(kOver) + "\n";
    wires_.push_back({name + ".ordinal", Type::Whole});
  }

  void tile(const std::string& indent) {
    const std::string name = fresh("doc");
    const std::string a = expression(Type::Whole, 1, true), b = some_wire(Type::Fraction), t = some_wire(Type::Text);
    static constexpr const char* kRepeat[] = {"@for k in 1..4 { ${k} }", "@for k in 1..4 sep \";\" { ${k} }",
                                              "@if cycle { 1 } @else { 2 }"};
    switch (random_.below(6)) {
      case 0: out_ += indent + "tile " + name + " := \"n=${" + a + "} \\\"q\\\" ${${\"\n"; break;
      case 1:
        out_ += indent + "tile " + name + " : json := {\n  " + indent + "\"a\": ${" + a + "},\n    \"b\": [" + pick(kRepeat) + ", ${" + b +
                "}]\n" + indent + "}\n";
        break;
      case 2: out_ += indent + "tile " + name + " : csv := <<<\n${" + a + "},${" + t + "!}\n>>>\n"; break;
      case 3:
        out_ += indent + "tile " + name + " (delims \"<%\" \"%>\", sigil \"#\") := \"<%" + a + "%> #for k in 1..3 { <%k%> }\"\n";
        break;
      case 4: out_ += indent + "tile " + name + " : json (instring) := \"x ${" + t + "} y\"\n"; break;
      default: out_ += indent + "tile " + name + " : text (strict) := [ ${" + a + " | 05} of ${" + b + ": f64 | .2} ]\n";
    }
    wires_.push_back({name, Type::Text});
  }

  void tile_call(const std::string& indent) {
    const std::string name = fresh("poly");
    if (random_.chance(50)) {
      out_ += indent + name + " := polytile(\"text\", \"v=<<" + some_wire(Type::Whole) + ">>\", open: \"<<\", close: \">>\")\n";
    } else {
      out_ += indent + name + " := polytile_json('{\"a\": \"${" + some_wire(Type::Whole) + "}\", \"b\": [\"@for k in 1..3\", \"${k}\"]}'" +
              pick({"", ", strict: true"}) + ")\n";
    }
  }

  void loop(const std::string& indent) {
    const std::vector<Wire> outside = wires_;
    out_ += indent + "for " + comprehension() + pick({" {\n", "\n{\n"});
    wires_.push_back({"i", Type::Whole});
    for (std::uint64_t n = random_.below(3); n > 0; --n) statement(indent + "  ", false);
    if (random_.chance(15)) cursor(indent + "  ");
    if (random_.chance(15)) tile(indent + "  ");
    out_ += indent + "  " + (loops_ == 0 ? std::string("row") : fresh("row")) + " := i + " + expression(Type::Whole, 2) + "\n";
    ++loops_;
    if (indent.empty() && random_.chance(15)) { out_ += "  for j in 0..2 {\n    inner := j + i\n  }\n"; }
    out_ += indent + "}\n";
    wires_ = outside;
  }

  std::string comprehension() {
    return pick({"i in 0..3", "i in 0..=9..3", "i in 0..10 step 4", "i in [3, 1, 2]", "i in 4, 5", "(i, k) in (0..3, 7..10)",
                 "i in 0..3, k in [0.5, 1.5]", "i in 0..9 where {i} % 2 == 1", "i in 0..9, k in 0..2 order shuffle(seed=7, count=5)",
                 "[ for i in 0..2 for i in 5..7 ]", "i in fib(5)", "i in 0..20 where {i} in [1, 2, 3] order reverse_lex/2",
                 "i in 0..3, w in red, blue", "i in pow2(4)", "i   in  0..2 ,k in  1,2 "});
  }

  std::string list() { return pick({"[]", "[1, 2.5, \"x\"]", "[1, -2, true]", "[0x10, 'a{b}', cycle]", "[1K]"}); }

  // ---- expressions

  Type some_type() { return static_cast<Type>(random_.below(3)); }

  std::string some_wire(Type type) {
    std::vector<std::string> fitting;
    for (const Wire& wire : wires_)
      if (wire.type == type) fitting.push_back(wire.name);
    if (fitting.empty()) return type == Type::Whole ? "(7)" : type == Type::Fraction ? "(7 / 2.0)" : "(7 as str)";
    return fitting[random_.below(fitting.size())];
  }

  std::string constant(Type type) {
    switch (type) {
      case Type::Whole: return pick({"0", "7", "0xFf", "007", "3K", "2Mi", "18446744073709551615", "(4)", "3 + 4"});
      case Type::Fraction: return pick({"0.0", "2.50", "1e3", "1.5E-3", "1000m", "1.2345K", "-2.5", "(1.0)", "2 * 1.5"});
      case Type::Text:
        return pick({"\"\"", "\"plain\"", "'single \"q\"'", "\"tab\\t nl\\n back\\\\ \\q\"", "\"{{braces}}\"", "<<<raw \"x\" \\n>>>",
                     "\"zo\xC3\xAB\""});
    }
    return {};
  }

  // `one_line`: without line ends and quotes, for places inside other text.
  std::string expression(Type type, unsigned depth, bool one_line = false) {
    if (depth == 0 || random_.chance(20)) {
      if (random_.chance(60) || (one_line && type == Type::Text)) return some_wire(type);
      return constant(type);
    }
    const auto sub = [&](Type of) { return expression(of, depth - 1, one_line); };
    if (random_.chance(12)) return "(" + sub(type) + ")";
    if (random_.chance(8)) {
      const std::string c = sub(Type::Whole), a = sub(type), b = sub(type);
      // `if (` begins a call.
      const bool call = one_line || c.front() == '(' || random_.chance(50);
      if (call) return "if(" + c + ", " + a + ", " + b + ")";
      if (random_.chance(30))
        return "if " + c + " { " + a + " } else if " + some_wire(Type::Whole) + " { " + b + " } else { " + sub(type) + " }";
      return "if " + c + " { " + a + " } else { " + b + " }";
    }
    switch (type) {
      case Type::Whole: return whole(sub, depth, one_line);
      case Type::Fraction:
        switch (random_.below(6)) {
          case 0: return sub(Type::Fraction) + " " + pick({"+", "-", "*", "/", "%"}) + " " + sub(Type::Whole);
          case 1: return "-" + sub(random_.chance(50) ? Type::Whole : Type::Fraction);
          case 2: return sub(Type::Whole) + " ** " + sub(Type::Fraction) + (random_.chance(30) ? " ** 2" : "");
          case 3: return sub(Type::Whole) + " as f64";
          case 4: return "unit_interval(" + sub(Type::Whole) + ")";
          default: return sub(Type::Fraction) + " " + pick({"+", "-", "*"}) + " " + sub(Type::Fraction);
        }
      case Type::Text:
        switch (random_.below(5)) {
          case 0: return sub(Type::Text) + " + " + sub(some_type());
          case 1: return sub(some_type()) + " as str";
          case 2:
            return one_line ? some_wire(Type::Text)
                            : "\"a{" + expression(some_type(), 1, true) + "}-{" + some_wire(Type::Whole) + "}{{}}\"";
          case 3: return one_line ? some_wire(Type::Text) : "printf(\"{:05}|{{}}|{}\", " + sub(Type::Whole) + ", " + sub(some_type()) + ")";
          default: return one_line ? some_wire(Type::Text) : "<<<\nheredoc {" + some_wire(Type::Whole) + "}\n>>>";
        }
    }
    return {};
  }

  template <class Sub>
  std::string whole(const Sub& sub, unsigned depth, bool one_line) {
    switch (random_.below(9)) {
      case 0: return sub(Type::Whole) + " " + pick({"&", "|", "^", "<<", ">>"}) + " " + sub(Type::Whole);
      case 1:
        return sub(Type::Whole) + " " + pick({"==", "!=", "<", ">", "<=", ">="}) + " " +
               sub(random_.chance(70) ? Type::Whole : Type::Fraction);
      case 2: return sub(Type::Whole) + " " + pick({"&&", "||"}) + " " + sub(random_.chance(70) ? Type::Whole : Type::Text);
      case 3: return "!" + sub(Type::Whole);
      case 4: return "hash(" + sub(Type::Whole) + ")";
      case 5: return pick({"mod(", "mod(input: "}) + sub(Type::Whole) + pick({", 10)", ", modulus: 64)"});
      case 6:
        if (modules_.empty()) return "hashed_id(" + sub(Type::Whole) + ", 100)";
        return modules_[random_.below(modules_.size())] + "(" + (random_.chance(50) ? "y: " + sub(Type::Fraction) + ", x: " : "x: 1, y: ") +
               expression(Type::Whole, depth - 1, one_line) + ")";
      default: return sub(Type::Whole) + " " + pick({"+", "-", "*", "/", "%"}) + " " + sub(Type::Whole);
    }
  }

  Random random_;
  std::string out_;
  std::vector<Wire> wires_;
  std::vector<std::string> modules_;
  unsigned next_name_ = 0, loops_ = 0;
};

}  // namespace

std::string random_program(std::uint64_t seed) { return ProgramWriter(seed).write(); }

}  // namespace polydat::testing
