// A folder for the files of one run of the benchmark: graphs, coordinates, rows. Removed at the end.
#pragma once

#include <string>

namespace polydat::bench {

class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  // Writes `text` and returns the path. Ends the benchmark where it cannot.
  std::string file(const std::string& name, const std::string& text) const;

 private:
  std::string folder_;
};

}  // namespace polydat::bench
