// Small data files that the catalog's examples read, so that every example runs everywhere.
#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace polydat {

struct SampleFile {
  std::string_view name;
  std::string_view content;
};

inline constexpr std::array<SampleFile, 4> kSampleFiles{{
    {"people.csv", "id,name,city\n1,Ann,Oslo\n2,\"Bo \"\"B\"\" Li\",\"Lima, Peru\"\n3,Cy,\n"},
    {"events.jsonl", "{\"id\":1,\"tags\":[\"new\",\"red\"]}\n{\"id\":2,\"tags\":[]}\n{\"id\":3,\"tags\":[\"old\"]}\n"},
    {"lines.txt", "first line\n\nthird line\n"},
    {"lorem.txt", "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor.\n"},
}};

// Those that an example names.
inline std::vector<SampleFile> sample_files_of(std::string_view example) {
  std::vector<SampleFile> named;
  for (const SampleFile& file : kSampleFiles) {
    if (example.find(file.name) != std::string_view::npos) named.push_back(file);
  }
  return named;
}

}  // namespace polydat
