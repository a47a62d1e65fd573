// Partitions: what the recorded vectors do not reach. Limits, objects of the wrong kind, and boundaries near 2^64.
#include <doctest/doctest.h>

#include "graph_support.h"
#include "node_runner.h"
#include "nodes/partition.h"
#include "nodes/partition_spec.h"

using namespace polydat;
using namespace polydat::testing;

namespace {

constexpr std::uint64_t kMost = 1000;
constexpr std::uint64_t kMax = ~std::uint64_t{0};

// The list's display, or the refusal; "limit: " in front when it is one.
std::string cut(std::string_view spec, std::uint64_t start, std::uint64_t end) {
  PartitionFault fault;
  const auto parsed = parse_partition_spec(spec, kMost, fault);
  const auto list = parsed ? resolve_partitions(*parsed, start, end, kMost, fault) : nullptr;
  if (list != nullptr) return list->display();
  CHECK_FALSE(fault.message.empty());
  return (fault.by_limit ? "limit: " : "") + fault.message;
}

}  // namespace

TEST_CASE("a spec that asks for too many partitions hits the limit before anything is made") {
  for (const char* spec : {"linear:99999999999999", "1%x99999999", "1,...", "*/1000000000000", "*/zipf:1,1000000000", "7x600,7x600"}) {
    CAPTURE(spec);
    CHECK(cut(spec, 0, kMax).starts_with("limit: "));
  }
  NodeRunner node("partitions", literals("7,...", kMax));
  CHECK(node.refused());
  CHECK(node.refused_by_limit());
  CHECK(node.refusal().find("--max-const") != std::string::npos);
}

TEST_CASE("a repeated size that doubles cannot tell apart is refused, not repeated for ever") {
  CHECK(cut("18446744073709500000,1,...", 0, kMax).find("too small") != std::string::npos);
}

TEST_CASE("ranges above zero: sizes count from the start, boundaries stay inside") {
  CHECK(cut("10,20%,*", 100, 200) == "PartitionList[3]=[100..110),[110..130),[130..200)");
  CHECK(cut("*/2", kMax - 3, kMax) ==
        "PartitionList[2]=[18446744073709551612..18446744073709551614),[18446744073709551614..18446744073709551615)");
  CHECK(cut("100%", 1, kMax) == "PartitionList[1]=[1..18446744073709551615)");
}

TEST_CASE("white space is Unicode's, brackets are decoration") {
  CHECK(cut("\xc2\xa0[0 ..\xe2\x80\x83 5)\t", 0, 10) == "PartitionList[1]=[0..5)");
  CHECK(cut("\xc2\xa0", 0, 10).find("empty") != std::string::npos);
}

TEST_CASE("arguments of recipes are checked") {
  for (const char* spec : {"fib:", "fib:-1", "fib:5,6", "geom:3", "geom:3,0", "zipf:1.1", "mul:", "mul:0", "mul:1,2,3", "mul:inf",
                           "ratios:0,0", "ratios:nan", "ratios:1,,2", "bin:2000", ":5", "linear:2:3"}) {
    CAPTURE(spec);
    CHECK_FALSE(cut(spec, 0, 100).starts_with("Part"));
  }
}

TEST_CASE("an object of the wrong kind fails the row") {
  for (const char* call : {"start_of(list)", "mod_in(3, list)", "at(list, 0)", "subdivide(list, 2)",
                           "partition_count(partition_at(list, 0))", "partition_at(partition_at(list, 0), 0)"}) {
    CAPTURE(call);
    const auto attempt = graph_test::compile("list := partitions(\"*/4\")\nout := " + std::string(call) + "\n");
    CHECK_FALSE(attempt.graph);
    CHECK(attempt.errors() == "2:8 fold-failure");
  }
}
