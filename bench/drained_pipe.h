// A named pipe whose reader throws everything away, on any core: what rows are written into to measure pipes.
#pragma once

#include <atomic>
#include <string>
#include <thread>

namespace polydat::bench {

class DrainedPipe {
 public:
  // Makes the pipe. Ends the benchmark where that fails.
  explicit DrainedPipe(std::string path);
  ~DrainedPipe();
  DrainedPipe(const DrainedPipe&) = delete;
  DrainedPipe& operator=(const DrainedPipe&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int end_;  // kept open, so that the reader never sees the end between two writers
  std::atomic<bool> done_ = false;
  std::thread reader_;
};

}  // namespace polydat::bench
