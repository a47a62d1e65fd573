// Drawings for dot and mermaid: boxes and arrows under names that need no quoting by the caller.
#pragma once

#include <string>
#include <string_view>

namespace polydat::app {

class GraphDrawing {
 public:
  enum class Form : unsigned char { Dot, Mermaid };
  enum class Shape : unsigned char { Input, Box, Output };

  explicit GraphDrawing(Form form);
  // `id` is made of letters, digits and `_`; `label` is any text.
  void box(std::string_view id, std::string_view label, Shape shape);
  void arrow(std::string_view from, std::string_view to);
  void begin_group(std::string_view id, std::string_view label);
  void end_group();
  std::string finish();

 private:
  Form form_;
  std::string text_;
};

}  // namespace polydat::app
