// The sink over an open descriptor (output_sink.h).
#include "stream/output_sink.h"

#include <unistd.h>

#include <cerrno>

#include "stream/descriptor_writer.h"

namespace polydat {
namespace {

class DescriptorSink final : public OutputSink {
 public:
  explicit DescriptorSink(int fd) : fd_(fd), writer_(fd, fd == STDOUT_FILENO || fd < 0 ? "standard output" : "the output") {
    threshold_ = writer_.threshold();
  }

  // The descriptor belongs to the caller. Closing a copy of it makes file systems that report late (NFS, FUSE) report now.
  SinkStatus finish(bool) override {
    const SinkStatus status = flush();
    if (status != SinkStatus::Ok) return status;
    const int copy = dup(fd_);
    if (copy >= 0 && close(copy) != 0 && errno != EINTR) return writer_.fail("cannot be closed", errno);
    return status;
  }

  std::string_view message() const override { return writer_.message(); }

 private:
  SinkStatus write_out(std::string_view bytes) override { return writer_.write(bytes); }

  int fd_;
  DescriptorWriter writer_;
};

}  // namespace

std::unique_ptr<OutputSink> open_descriptor_sink(int fd) { return std::make_unique<DescriptorSink>(fd); }

}  // namespace polydat
