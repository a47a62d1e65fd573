#include "drained_pipe.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "rounds.h"

namespace polydat::bench {

DrainedPipe::DrainedPipe(std::string path) : path_(std::move(path)) {
  if (mkfifo(path_.c_str(), 0600) != 0 || (end_ = open(path_.c_str(), O_RDWR | O_CLOEXEC)) < 0) {
    std::perror(path_.c_str());
    std::exit(1);
  }
  reader_ = std::thread([this] {
    const OnAllCores anywhere;
    std::vector<char> bytes(1 << 20);
    while (!done_ && read(end_, bytes.data(), bytes.size()) >= 0) {}
  });
}

DrainedPipe::~DrainedPipe() {
  done_ = true;
  (void)!write(end_, "", 1);  // wakes the reader
  reader_.join();
  close(end_);
}

}  // namespace polydat::bench
