// Equality of values, row by row of types page 6, and how it differs from "a write of an equal value is no change".
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "nodes/json_text.h"
#include "nodes/json_value.h"
#include "nodes/value_equality.h"
#include "polydat/kernel.h"
#include "polydat/program.h"

using namespace polydat;

namespace {

Value json(std::string_view text) {
  JsonTree tree;
  std::string why;
  REQUIRE(read_json(text, tree, why));
  return Value::json(make_json_box(std::move(tree)));
}
template <class T>
Value list(PortType type, std::vector<T> elements) {
  return Value::raw(type, std::string(reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof(T)));
}
Value f32(float v) { return Value::immediate(PortType::F32, std::bit_cast<std::uint32_t>(v)); }

std::vector<Value> results(const std::string& graph) {
  const Compiled compiled = compile(Source("equal.polydat", graph), {});
  std::vector<Value> values;
  REQUIRE(compiled.program != nullptr);
  bool ok = false;
  const auto kernel = make_kernel(compiled.program, ok);
  REQUIRE(ok);
  kernel->set_inputs(std::vector<std::uint64_t>(compiled.program->coord_count(), 0));
  REQUIRE(kernel->eval());
  for (std::uint32_t o = 0; o < compiled.program->outputs().size(); ++o) {
    values.emplace_back();
    REQUIRE(kernel->value(o, values.back()) == AccessError::None);
  }
  return values;
}

}  // namespace

TEST_CASE("equal values") {
  const double nan = std::nan("");
  struct Pair {
    Value a, b;
    bool equal;
  };
  const Pair kPairs[] = {
      {Value::u64(5), Value::u64(5), true},
      {Value::u64(5), Value::u64(6), false},
      {Value::u64(5), Value::i64(5), false},  // other types
      {Value::immediate(PortType::U128, 5, 1), Value::immediate(PortType::U128, 5, 1), true},
      {Value::immediate(PortType::U128, 5, 1), Value::immediate(PortType::U128, 5, 0), false},
      {Value::boolean(true), Value::boolean(true), true},
      {Value::f64(0.0), Value::f64(-0.0), true},
      {Value::f64(nan), Value::f64(nan), false},
      {f32(0.0f), f32(-0.0f), true},
      {f32(std::nanf("")), f32(std::nanf("")), false},
      {Value::immediate(PortType::F16, 0x8000), Value::immediate(PortType::F16, 0), true},
      {Value::immediate(PortType::F16, 0x7e00), Value::immediate(PortType::F16, 0x7e00), false},
      {Value::str("a"), Value::str("a"), true},
      {Value::str("a"), Value::raw(PortType::Bytes, "a"), false},
      {Value::immediate(PortType::RegI64x2, 1, 2), Value::immediate(PortType::RegI64x2, 1, 2), true},
      {Value::immediate(PortType::RegI64x2, 1, 2), Value::immediate(PortType::RegI32x4, 1, 2), false},
      {json("{\"a\":1,\"b\":[2,{}]}"), json("{\"b\":[2,{}],\"a\":1}"), true},
      {json("{\"a\":1}"), json("{\"a\":1.0}"), false},
      {json("{\"a\":1}"), json("{\"a\":1,\"b\":1}"), false},
      {json("[1,2]"), json("[2,1]"), false},
      {json("0.0"), json("-0.0"), true},
      {json("null"), json("null"), true},
      {list<double>(PortType::VecF64, {0.0, 1.0}), list<double>(PortType::VecF64, {-0.0, 1.0}), true},
      {list<double>(PortType::VecF64, {nan}), list<double>(PortType::VecF64, {nan}), false},
      {list<float>(PortType::VecF32, {1.0f}), list<float>(PortType::VecF32, {1.0f, 2.0f}), false},
      {list<std::uint16_t>(PortType::VecF16, {0x8000}), list<std::uint16_t>(PortType::VecF16, {0}), true},
      {list<std::int32_t>(PortType::VecI32, {1, 2}), list<std::int32_t>(PortType::VecI32, {1, 2}), true},
      {list<std::int32_t>(PortType::VecI32, {1, 2}), list<std::int32_t>(PortType::VecI32, {1, 3}), false},
      {Value::none(PortType::U64), Value::none(PortType::Str), true},
      {Value::none(PortType::U64), Value::u64(0), false},
  };
  for (const Pair& pair : kPairs) {
    CAPTURE(&pair - kPairs);
    CHECK(equal_values(pair.a, pair.b) == pair.equal);
    CHECK(equal_values(pair.b, pair.a) == pair.equal);
  }
}

TEST_CASE("objects are equal by type and display") {
  const std::vector<Value> v = results(
      "a := partition_at(partitions(\"50%,50%\", 10), 0)\nb := partition_at(partitions(\"5,5\", 10), 0)\nc := partition_at(partitions(\"50%,50%\", "
      "20), 0)\nd := partitions(\"50%,50%\", 10)\n");
  REQUIRE(v.size() == 4);
  CHECK(equal_values(v[0], v[1]));
  CHECK_FALSE(equal_values(v[0], v[2]));
  CHECK_FALSE(equal_values(v[0], v[3]));
}

TEST_CASE("a write goes by bits: what is equal may still be a change") {
  CHECK_FALSE(Value::f64(0.0).same_as(Value::f64(-0.0)));
  CHECK(Value::f64(std::nan("")).same_as(Value::f64(std::nan(""))));
  CHECK_FALSE(json("{\"a\":1,\"b\":2}").same_as(json("{\"b\":2,\"a\":1}")));
}
