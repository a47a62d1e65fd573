// Makes the row closure of a node from its C++ function, by the types of its parameters.
//
//   scalars, Table<T>           as in the kernel subset (native/word_codec.h)
//   std::string_view            a str wire or constant (bytes: Bytes)
//   Bytes, VecView<T>           a bytes or vector wire
//   const JsonTree&, const E&       a json wire, an ext wire (E derives from ExtBox): include row_form_json.h
//   ArgList                     all remaining wires, of any type (variadic and `any` ports)
//   const T&                    an object that prepare made (PrepareContext::add_object); T must derive from Prepared
//   State&                      the node's private word and memo, kept between runs of one kernel
//   Work&                       an empty buffer of the node's own, so that a row which needs one allocates nothing
// outputs, in port order, after the return value:
//   T& (scalar), StrOut&, BytesOut&, VecOut<T>&, AnyOut&; JsonOut&, ExtOut& with row_form_json.h
//   u32* err                    the error word
#pragma once

#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "nodes/call.h"
#include "nodes/native/word_codec.h"

namespace polydat {

struct Prepared {};

struct Bytes {
  std::string_view data;
};
template <class T>
using VecView = std::span<const T>;

// The wires of a variadic node, typed as the graph typed them.
class ArgList {
 public:
  ArgList(const std::uint64_t* words, const PortType* types, const std::uint8_t* none, std::uint32_t count)
      : words_(words), types_(types), none_(none), count_(count) {}
  struct Item {
    PortType type;
    bool none;
    const std::uint64_t* words;
  };
  std::uint32_t size() const { return count_; }
  const std::uint64_t* words() const { return words_; }  // of all of them, in order
  bool some_none() const { return none_ != nullptr; }    // false: none of them is None
  bool is_none(std::uint32_t index) const { return none_ != nullptr && none_[index] != 0; }
  PortType declared_type(std::uint32_t index) const { return types_[index]; }
  class Iterator {
   public:
    Iterator(const ArgList* list, std::uint32_t index) : list_(list), index_(index), words_(list->words_) {}
    // Of a `dyn` wire, what it holds.
    Item operator*() const {
      const Item item{list_->types_[index_], list_->none_ != nullptr && list_->none_[index_] != 0, words_};
      if (item.type != PortType::Dyn || item.none) return item;
      const DynWords held = held_by_dyn(words_);
      return {held.type, false, held.words};
    }
    Iterator& operator++() {
      words_ += words_of(list_->types_[index_]);
      ++index_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return index_ != other.index_; }

   private:
    const ArgList* list_;
    std::uint32_t index_;
    const std::uint64_t* words_;
  };
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, count_}; }
  Item operator[](std::uint32_t index) const {  // O(index)
    Iterator it = begin();
    while (index-- != 0) ++it;
    return *it;
  }

 private:
  const std::uint64_t* words_;
  const PortType* types_;
  const std::uint8_t* none_;
  std::uint32_t count_;
};

// A scalar wire of a node that accepts None.
template <class T>
struct Maybe {
  bool none;
  T value;
};

// Text or bytes being written; cleared before the call. See Buffer for the limit.
struct StrOut {
  Buffer& buffer;
  void append(std::string_view text) { buffer.append(text); }
  void push_back(char c) { buffer.push_back(c); }
};
struct BytesOut : StrOut {};
template <class T>
struct VecOut {
  Buffer& buffer;
  // Room for `count` elements, all of which the caller writes; null past the limit.
  T* resize(std::size_t count) {
    buffer.clear();
    constexpr std::size_t most = ~std::size_t{0} / 16;
    char* to = buffer.reserve(count < most ? count * sizeof(T) : most);
    if (to == nullptr) return nullptr;
    buffer.commit(count * sizeof(T));
    return static_cast<T*>(static_cast<void*>(to));
  }
};
struct State {
  std::uint64_t& word;
  std::shared_ptr<void>& memo;
};
struct Work {
  Buffer& buffer;
};
// An output of the type of a wire: a copy of one of the wires, or None.
struct AnyOut {
  PortType type;
  std::uint64_t* words;
  Scratch* scratch;  // null for immediates
  std::uint8_t* none;
  void copy(const ArgList::Item& item) {
    if (item.none) {
      *none = 1;
      return;
    }
    if (type == PortType::Dyn) return assign_dyn(*scratch, item.type, item.words);
    if (color_of(type) == SlotColor::Ref2) {
      scratch->assign(type, item.words);
      return;
    }
    for (std::uint32_t w = 0; w < words_of(type); ++w) words[w] = item.words[w];
  }
};

namespace detail {

// Walks the words of a call and its outputs while the parameters are decoded in order.
struct Cursor {
  const Call& call;
  const std::uint64_t* in;
  std::uint32_t wire = 0;
  std::uint32_t out_port = 0;
  std::uint64_t* out = nullptr;
  Scratch* own = nullptr;
  std::uint32_t error = 0;
};

template <class T>
struct Param;  // how a parameter type is decoded before the call and finished after it

// A scalar: from a wire or a constant, or an output when the parameter is a non-const reference.
template <class T>
  requires requires { native::Codec<T>::words; }
struct Param<T> {
  T value;
  explicit Param(Cursor& c) : value(native::Codec<T>::get(c.in)) {
    c.in += native::Codec<T>::words;
    ++c.wire;
  }
  T get() { return value; }
  void finish(Cursor&) {}
};
template <class T>
  requires requires { native::Codec<T>::words; }
struct Param<T&> {
  T value{};
  std::uint64_t* to;
  explicit Param(Cursor& c) : to(c.out) {
    c.out += native::Codec<T>::words;
    ++c.out_port;
  }
  T& get() { return value; }
  void finish(Cursor&) { native::Codec<T>::put(to, value); }
};
template <class T>
struct Param<Maybe<T>> {
  Maybe<T> value;
  explicit Param(Cursor& c) : value{c.call.in_none != nullptr && c.call.in_none[c.wire] != 0, native::Codec<T>::get(c.in)} {
    c.in += native::Codec<T>::words;
    ++c.wire;
  }
  Maybe<T> get() { return value; }
  void finish(Cursor&) {}
};
template <>
struct Param<std::string_view> {
  std::string_view value;
  explicit Param(Cursor& c) : value(view_text(c.in)) {
    c.in += 2;
    ++c.wire;
  }
  std::string_view get() { return value; }
  void finish(Cursor&) {}
};
template <>
struct Param<Bytes> {
  Bytes value;
  explicit Param(Cursor& c) : value{view_text(c.in)} {
    c.in += 2;
    ++c.wire;
  }
  Bytes get() { return value; }
  void finish(Cursor&) {}
};
template <class T>
struct Param<std::span<const T>> {
  std::span<const T> value;
  explicit Param(Cursor& c) : value(view_data<T>(c.in[0]), c.in[1]) {
    c.in += 2;
    ++c.wire;
  }
  std::span<const T> get() { return value; }
  void finish(Cursor&) {}
};
template <class T>
  requires std::is_base_of_v<Prepared, T>
struct Param<const T&> {
  const T* object;
  explicit Param(Cursor& c) : object(view_data<T>(c.in[0])) { c.in += 1; }
  const T& get() { return *object; }
  void finish(Cursor&) {}
};
template <>
struct Param<ArgList> {
  ArgList value;
  explicit Param(Cursor& c)
      : value(c.in, c.call.in_types + c.wire, c.call.in_none == nullptr ? nullptr : c.call.in_none + c.wire, c.call.wire_count - c.wire) {
    c.in = c.call.args + c.call.wire_words;
    c.wire = c.call.wire_count;
  }
  ArgList get() { return value; }
  void finish(Cursor&) {}
};
template <>
struct Param<State&> {
  State value;
  // Private entries follow the publishing ones; a stateful node declares its outputs before its state.
  explicit Param(Cursor& c) : value{c.own->state, c.own->memo} { ++c.own; }
  State& get() { return value; }
  void finish(Cursor&) {}
};
template <>
struct Param<Work&> {
  Work value;
  explicit Param(Cursor& c) : value{c.own->bytes} {
    value.buffer.clear();
    ++c.own;
  }
  Work& get() { return value; }
  void finish(Cursor&) {}
};
template <>
struct Param<std::uint32_t*> {
  std::uint32_t* value;
  explicit Param(Cursor& c) : value(&c.error) {}
  std::uint32_t* get() { return value; }
  void finish(Cursor&) {}
};

// Element sizes of the outputs that live in a Buffer; 0 for every other parameter.
template <class Out>
inline constexpr std::uint64_t bytes_each = 0;
template <>
inline constexpr std::uint64_t bytes_each<StrOut> = 1;
template <>
inline constexpr std::uint64_t bytes_each<BytesOut> = 1;
template <class T>
inline constexpr std::uint64_t bytes_each<VecOut<T>> = sizeof(T);

// A Ref2 output: hands out the cleared buffer of its scratch entry and publishes it afterwards.
template <class Out>
struct BufferParam {
  Scratch* own;
  std::uint64_t* to;
  Out value;
  explicit BufferParam(Cursor& c) : own(c.own), to(c.out), value{make(own->bytes)} {
    own->bytes.clear();
    ++c.own;
    c.out += 2;
    ++c.out_port;
  }
  static Out make(Buffer& buffer) {
    if constexpr (std::is_same_v<Out, BytesOut>) return Out{{buffer}};
    else return Out{buffer};
  }
  Out& get() { return value; }
  void finish(Cursor& c) {
    if (own->bytes.overflowed()) c.error |= kErrorValueLimit;
    const auto [address, count] = own->publish_elements(bytes_each<Out>);
    to[0] = address;
    to[1] = count;
  }
};
template <>
struct Param<StrOut&> : BufferParam<StrOut> {
  using BufferParam::BufferParam;
};
template <>
struct Param<BytesOut&> : BufferParam<BytesOut> {
  using BufferParam::BufferParam;
};
template <class T>
struct Param<VecOut<T>&> : BufferParam<VecOut<T>> {
  using BufferParam<VecOut<T>>::BufferParam;
};

template <>
struct Param<AnyOut&> {
  AnyOut value;
  explicit Param(Cursor& c) : value{c.call.out_types[c.out_port], c.out, c.own, c.call.out_none + c.out_port} {
    if (color_of(value.type) == SlotColor::Ref2) ++c.own;
    else value.scratch = nullptr;
    c.out += words_of(value.type);
    ++c.out_port;
  }
  AnyOut& get() { return value; }
  void finish(Cursor&) {
    if (value.scratch == nullptr) return;
    const auto [address, count] = value.scratch->publish(value.type);
    value.words[0] = address;
    value.words[1] = count;
  }
};

template <class T>
concept OnlyWords = std::is_same_v<T, std::uint32_t*> || requires { native::Codec<std::remove_reference_t<T>>::words; };

template <class F>
struct RowCaller;
template <class R, class... P>
struct RowCaller<R (*)(P...)> {
  // 0 unless there is one output, and it lives in a Buffer.
  static constexpr std::uint64_t only_output = [] {
    std::uint64_t each = 0, outputs = std::is_void_v<R> ? 0 : 1;
    ((std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>> && !std::is_same_v<P, State&> &&
              !std::is_same_v<P, Work&>
          ? (++outputs, each = bytes_each<std::remove_reference_t<P>>)
          : each),
     ...);
    return outputs == 1 ? each : 0;
  }();
  static constexpr bool cannot_throw = (OnlyWords<P> && ...);
  static std::uint32_t call(R (*f)(P...), const Call& call) {
    Cursor cursor{call, call.args};
    cursor.out = call.out;
    cursor.own = call.own;
    if constexpr (!std::is_void_v<R>) {
      cursor.out += native::Codec<R>::words;
      ++cursor.out_port;
    }
    std::tuple<Param<P>...> params{Param<P>(cursor)...};  // braces: decoded left to right
    return std::apply(
        [&](Param<P>&... p) -> std::uint32_t {
          if constexpr (std::is_void_v<R>) f(p.get()...);
          else native::Codec<R>::put(call.out, f(p.get()...));
          (p.finish(cursor), ...);
          return cursor.error;
        },
        params);
  }
};

}  // namespace detail

// The row closure of `F`. A library exception becomes kErrorException: nothing unwinds into generated code or a kernel.
template <auto F>
std::uint32_t row_form(const Call& call) noexcept {
  if constexpr (detail::RowCaller<decltype(F)>::cannot_throw) {
    return detail::RowCaller<decltype(F)>::call(F, call);
  } else {
    try {
      return detail::RowCaller<decltype(F)>::call(F, call);
    } catch (...) { return kErrorException; }
  }
}

// The column form of `F`: the same call, row after row, in one loop.
template <auto F>
std::uint32_t column_form(ColumnCall& column) noexcept {
  using Caller = detail::RowCaller<decltype(F)>;
  const Call& call = column.call;
  Buffer& buffer = call.own->bytes;
  try {
    while (column.done < column.rows) {
      for (const ColumnCall::Word& word : column.gather) *word.to = word.from[column.done];
      if (const std::uint32_t error = Caller::call(F, call); error != 0) return error;
      column.address[column.done] = call.out[0];
      column.count[column.done] = call.out[1];
      column.bytes += buffer.size();
      buffer.keep(Caller::only_output);
      ++column.done;
      if (column.bytes > column.most_bytes) break;
    }
    return 0;
  } catch (...) { return kErrorException; }
}

}  // namespace polydat
