// Which arguments of a call stand for constant parameters, where a string is its raw text and never an interpolation.
//
// Needs:   a Call expression of `program`, which outlives this and whose statements do not change.
// Ensures: one element an argument. A module of the program hides a function of its name; its parameter is what its body, and the
//          modules that it passes the parameter on to, make of it. Cost: linear in the program, then in the call.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "lang/ast.h"
#include "nodes/catalog.h"

namespace polydat::lang {

// For a call that means this function: one element an argument, the constant parameter it fills or null.
std::vector<const Parameter*> constant_arguments(const Expr& call, const NodeDef& node);

class ConstantArguments {
 public:
  struct Use {
    // The constant that it becomes, perhaps by way of modules; null: none that is known.
    const Parameter* constant = nullptr;
    // It is read as a value, or may be: what a definition outside of the program does is not known.
    bool value = true;
    bool known = true;
    bool is_constant() const { return constant != nullptr && !value; }
    // A string there is both its raw text and an interpolation, or may be.
    bool may_be_both() const { return value && (constant != nullptr || !known); }
  };

  explicit ConstantArguments(const Program& program);
  std::vector<Use> of(const Expr& call) const;

 private:
  struct Module {
    const Statement* statement;
    std::vector<Use> params;
  };
  std::vector<Use> of_module(const Expr& call, std::size_t module) const;
  // What `module` does with its parameters by itself; what it passes on goes to `passed`.
  struct Passing;
  void read_body(const Program& program, std::size_t module, std::vector<Passing>& passed);

  std::vector<Module> modules_;
  std::unordered_map<std::string_view, std::size_t> by_name_;  // views into the program
};

}  // namespace polydat::lang
