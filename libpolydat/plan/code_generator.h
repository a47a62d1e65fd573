// The boundary between libpolydat and the JIT object (design D1): a compile request as plain data goes in, entry points come
// out. Nothing here names LLVM, and nothing here needs a symbol of libpolydat, so the JIT object carries no second copy of it.
//
// A native function is straight-line code over words: operations in order, each one call of a native function of the catalog
// (NativeId) on words that are earlier results, slots, or constants.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polydat {

// One word that an operation reads.
struct WordOperand {
  enum class Kind : std::uint8_t {
    Slot,       // slots[index], loaded once at the start of the function
    Result,     // result word `index` of this function (results are numbered in order of the operations, word by word)
    Immediate,  // `value`, baked into the code
    Address,    // consts[index], a word that must not be baked: it is an address
    Column,     // block functions: columns[index][row]; a Slot is there the same in every row
  };
  Kind kind = Kind::Immediate;
  std::uint32_t index = 0;
  std::uint64_t value = 0;
};

struct NativeOp {
  std::uint16_t native = 0;         // NativeId
  std::uint32_t first_operand = 0;  // into NativeFunction::operands
  std::uint32_t operand_count = 0;
  std::uint32_t result_words = 1;
  bool fallible = false;
};

struct NativeStore {
  std::uint32_t slot = 0;
  WordOperand word;  // stored to slots[slot] at the end of the function; block functions: to columns[slot][row]
};

struct NativeFunction {
  std::vector<WordOperand> operands;
  std::vector<NativeOp> ops;
  std::vector<NativeStore> stores;  // in slot order where slots are dense
  // Row code that is wide (many equal chains) is packed into vectors by the SLP pass; see jit-notes 5.2.
  bool pack = false;
  // A block function: one loop over rows. No column is both read and stored.
  bool block = false;
};

// Row function: runs all operations, then stores, also when one failed; returns the sticky error word (0 = ok).
// `consts` is the program's table of addresses, `slots` the kernel's buffer.
using RowFunction = std::uint32_t (*)(const std::uint64_t* consts, std::uint64_t* slots);

// Block function: runs all operations for rows 0 to `rows`, rounded up to a multiple of kBlockGroup, so every column has room for that;
// returns the OR of the error words, those of the surplus rows included. `columns` is indexed by slot.
using BlockFunction = std::uint32_t (*)(const std::uint64_t* consts, const std::uint64_t* slots, std::uint64_t* const* columns,
                                        std::uint64_t rows);
inline constexpr std::uint64_t kBlockGroup = 64;

struct CompileRequest {
  std::vector<NativeFunction> functions;
  std::string cpu;  // empty: the host, as LLVM finds it; else a name LLVM knows ("x86-64-v3")
  std::uint32_t max_seconds = 60;
  const std::atomic<bool>* cancel = nullptr;             // raised by another thread: the compile ends soon, with an error; null: never
  std::string cache_folder;                              // where objects of earlier compiles are kept; empty: nowhere
  std::uint64_t cache_bytes = std::uint64_t{256} << 20;  // the oldest are removed when there are more
  bool want_ir = false, want_optimized_ir = false, want_assembly = false;  // for dump-plan
};

// Code that runs without polydat: the C functions NAME_row and NAME_block (jit/export_code.h says what they do).
struct ExportRequest {
  enum class Form : std::uint8_t { Object, Assembly, Ir };
  struct OutputWord {
    std::uint32_t slot = 0;
    bool moves = false;  // it has a column; else it is the same in every row
  };
  std::string name;                        // a C identifier
  std::vector<NativeFunction> row;         // in order
  std::vector<NativeFunction> block;       // in order
  std::vector<std::string> tables;         // the content of what WordOperand::Address indexes
  std::vector<std::uint64_t> slots;        // first values; what depends on no input has its value
  std::vector<std::uint32_t> input_slots;  // of the inputs, in order
  std::vector<OutputWord> output_words;    // of the outputs, in order, word by word
  std::vector<std::uint32_t> column_of;    // per slot: its column in a block, or kNoColumn
  std::uint32_t columns = 0;
  static constexpr std::uint32_t kNoColumn = ~0u;
  std::string cpu;  // as CompileRequest has it
  std::uint32_t max_seconds = 60;
  Form form = Form::Object;
};

struct ExportedCode {
  std::string file;            // the bytes of an object file, or text
  bool calls_runtime = false;  // it calls functions of nodes/native/runtime.h: link it with runtime_object()
};

struct CompileTimes {
  double load_ms = 0;     // set up, read bitcode
  double ir_ms = 0;       // emit, inline, passes
  double codegen_ms = 0;  // machine code, link
  bool cached = false;    // the machine code came out of the cache

  // Of several compiles together: sums, and whether any came out of the cache.
  CompileTimes& operator+=(const CompileTimes& more) {
    load_ms += more.load_ms;
    ir_ms += more.ir_ms;
    codegen_ms += more.codegen_ms;
    cached |= more.cached;
    return *this;
  }
};

// Executable code. Released when the last owner drops it; entry points live exactly as long.
class CodeImage {
 public:
  virtual ~CodeImage() = default;
  // In the order of the request; of the shape that was asked for.
  virtual RowFunction row_function(std::size_t index) const = 0;
  virtual BlockFunction block_function(std::size_t index) const = 0;
  virtual std::size_t code_bytes() const = 0;
  virtual const CompileTimes& times() const = 0;
  virtual const std::string& ir() const = 0;
  virtual const std::string& optimized_ir() const = 0;
  virtual const std::string& assembly() const = 0;
};

// One helper that generated code may call by name (libm functions and the like).
struct RuntimeSymbol {
  const char* name;
  void* address;
};

class CodeGenerator {
 public:
  virtual ~CodeGenerator() = default;
  // Compiles all functions as one module. Null and a reason in `error` when it cannot. Thread-safe.
  virtual std::shared_ptr<CodeImage> compile(const CompileRequest& request, std::string& error) = 0;
  // Nothing and a reason in `error` when it cannot. Thread-safe.
  virtual std::optional<ExportedCode> export_code(const ExportRequest& request, std::string& error) = 0;
  // An object file with the functions of nodes/native/runtime.h.
  virtual std::string_view runtime_object() = 0;
  // Name and feature string of the CPU that code is made for when `cpu` is that; empty name: unknown CPU or below the floor
  // (x86-64-v3), with the reason in `error`.
  virtual std::string describe_cpu(const std::string& cpu, std::string& error) = 0;
  // Whether a loop over this native function (a NativeId) becomes vector code: no loop and no call inside, nothing wider than 64 bits.
  // One that does not would keep its whole block function scalar.
  virtual bool vectorizes(std::uint16_t native) = 0;
  virtual const char* llvm_version() const = 0;
  // Hidden LLVM options that this object relies on for compile time and that its LLVM does not have; empty with LLVM 19.
  virtual const std::vector<std::string>& missing_settings() const = 0;
};

// The one symbol of the JIT object. `abi` must be kCodeGeneratorAbi, else null. The symbols must outlive the generator.
// The generator lives until the process ends.
inline constexpr std::uint32_t kCodeGeneratorAbi = 4;
using CodeGeneratorEntry = CodeGenerator* (*)(std::uint32_t abi, const RuntimeSymbol* symbols, std::size_t symbol_count);
inline constexpr const char* kCodeGeneratorSymbol = "polydat_code_generator";

}  // namespace polydat
