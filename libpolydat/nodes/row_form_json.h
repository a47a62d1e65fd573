// row_form for nodes with json or ext ports. Apart, since the JSON library's header is heavy.
#pragma once

#include "nodes/ext_value.h"
#include "nodes/json_value.h"
#include "nodes/row_form.h"

namespace polydat {

struct JsonOut {
  std::shared_ptr<const JsonBox>& box;
  std::size_t limit;  // --max-value, for objects whose size a wire chooses
  void set(JsonTree tree) { box = make_json_box(std::move(tree)); }
};
struct ExtOut {
  std::shared_ptr<const ExtBox>& box;
  std::size_t limit;
};
namespace detail {

template <>
struct Param<const JsonTree&> {
  const JsonBox* box;
  explicit Param(Cursor& c) : box(view_data<JsonBox>(c.in[0])) {
    c.in += 2;
    ++c.wire;
  }
  const JsonTree& get() { return box->tree; }
  void finish(Cursor&) {}
};
template <class T>
  requires std::is_base_of_v<ExtBox, T>
struct Param<const T&> {
  const ExtBox* object;
  explicit Param(Cursor& c) : object(view_data<ExtBox>(c.in[0])) {
    c.in += 2;
    ++c.wire;
  }
  const T& get() { return static_cast<const T&>(*object); }
  void finish(Cursor&) {}
};
// A boxed output: hands out the box of its scratch entry and publishes it afterwards.
template <class Out, auto Box>
struct BoxParam {
  Scratch* own;
  std::uint64_t* to;
  PortType type;
  Out value;
  explicit BoxParam(Cursor& c) : own(c.own), to(c.out), type(c.call.out_types[c.out_port]), value{c.own->*Box, c.own->bytes.limit()} {
    ++c.own;
    c.out += 2;
    ++c.out_port;
  }
  Out& get() { return value; }
  void finish(Cursor&) {
    const auto [address, count] = own->publish(type);
    to[0] = address;
    to[1] = count;
  }
};
template <>
struct Param<JsonOut&> : BoxParam<JsonOut, &Scratch::json> {
  using BoxParam::BoxParam;
};
template <>
struct Param<ExtOut&> : BoxParam<ExtOut, &Scratch::ext> {
  using BoxParam::BoxParam;
};
}  // namespace detail
}  // namespace polydat
