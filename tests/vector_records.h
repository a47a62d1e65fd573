// The recorded vectors (vectors/README.md): reading them, and what of differs.json applies to a record.
#pragma once

#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "polydat/port_type.h"

namespace vectors {

using Json = nlohmann::ordered_json;

inline std::string folder() { return std::string(POLYDAT_SHARED_DIR) + "/vectors"; }

inline std::vector<Json> read_records(const std::string& file) {
  std::vector<Json> records;
  std::ifstream in(folder() + "/" + file);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) records.push_back(Json::parse(line));
  }
  return records;
}

// What ours gives instead of the recorded results.
struct Difference {
  bool build_error = false;
  bool skip = false;
  std::map<std::size_t, Json> values;  // by case
};

inline std::map<std::string, Difference> read_differences() {
  std::map<std::string, Difference> differences;
  std::ifstream in(folder() + "/differs.json");
  for (const Json& group : Json::parse(in)) {
    for (const Json& record : group["records"]) {
      Difference& d = differences[record["id"].get<std::string>()];
      const Json& expect = record["expect"];
      if (expect.is_null()) d.skip = true;
      if (expect == "build-error") d.build_error = true;
      if (!expect.is_array()) continue;
      for (std::size_t i = 0; i < expect.size(); ++i) {
        const std::size_t index = record["indexes"].is_null() ? i : record["indexes"][i].get<std::size_t>();
        d.values[index] = expect[i];
      }
    }
  }
  // Two rows that show the list of `__vec_f32_to_vec_f16#1`, whose tie the group "ties" names, are missing there.
  constexpr const char* kTie = "[0.09729004,-0.4025879,-0.040039062]";
  differences["emit_map#15"].values[4] = std::string("x=") + kTie + " cycle=63";
  differences["emit_csv#15"].values[4] = std::string("\"") + kTie + "\",63";
  return differences;
}

}  // namespace vectors
