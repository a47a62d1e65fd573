// Rows as one text in memory: of small runs whose rows are shown or compared.
#pragma once

#include <string>
#include <string_view>

#include "stream/output_sink.h"

namespace polydat {

class TextSink final : public OutputSink {
 public:
  SinkStatus finish(bool) override { return flush(); }
  std::string_view message() const override { return {}; }
  // What was flushed.
  const std::string& text() const { return text_; }

 private:
  SinkStatus write_out(std::string_view bytes) override {
    text_ += bytes;
    return SinkStatus::Ok;
  }

  std::string text_;
};

}  // namespace polydat
