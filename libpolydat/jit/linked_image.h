// The CodeImage that owns linked objects.
#pragma once

#include <string>
#include <vector>

#include "jit/link_session.h"
#include "plan/code_generator.h"

namespace polydat::jit {

// Texts and figures of a compile, filled while it runs.
struct CompileOutcome {
  std::size_t code_bytes = 0;
  CompileTimes times;
  std::string ir, optimized_ir, assembly;
};

class LinkedImage final : public CodeImage {
 public:
  LinkedImage(LinkSession& session, LinkedObjects objects, CompileOutcome outcome)
      : session_(session), objects_(std::move(objects)), outcome_(std::move(outcome)) {}
  ~LinkedImage() override { session_.release(*objects_.dylib); }
  LinkedImage(const LinkedImage&) = delete;
  LinkedImage& operator=(const LinkedImage&) = delete;

  RowFunction row_function(std::size_t index) const override { return reinterpret_cast<RowFunction>(objects_.addresses.at(index)); }
  BlockFunction block_function(std::size_t index) const override { return reinterpret_cast<BlockFunction>(objects_.addresses.at(index)); }
  std::size_t code_bytes() const override { return outcome_.code_bytes; }
  const CompileTimes& times() const override { return outcome_.times; }
  const std::string& ir() const override { return outcome_.ir; }
  const std::string& optimized_ir() const override { return outcome_.optimized_ir; }
  const std::string& assembly() const override { return outcome_.assembly; }

 private:
  LinkSession& session_;
  LinkedObjects objects_;
  CompileOutcome outcome_;
};

}  // namespace polydat::jit
