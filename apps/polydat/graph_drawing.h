// Drawings for dot and mermaid: boxes, arrows, groups and colours under names that need no quoting by the caller.
//
// Ensures: any label reads as it was given, line ends included; characters that would control a terminal are replaced.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace polydat::app {

class GraphDrawing {
 public:
  enum class Form : unsigned char { Dot, Mermaid };
  enum class Shape : unsigned char { Input, Box, Output };
  // Colours are numbered from 0, as many as are needed.
  using Color = std::optional<std::uint32_t>;

  explicit GraphDrawing(Form form);
  // `id` is made of letters, digits and `_`; `label` is any text.
  void box(std::string_view id, std::string_view label, Shape shape, Color color = {});
  void arrow(std::string_view from, std::string_view to);
  void begin_group(std::string_view id, std::string_view label);
  void end_group();
  // A group that says what the colours 0, 1, ... mean.
  void legend(std::string_view title, std::span<const std::string> meanings);
  std::string finish();

 private:
  Form form_;
  std::string text_;
  std::uint32_t colors_ = 0;  // used
};

}  // namespace polydat::app
