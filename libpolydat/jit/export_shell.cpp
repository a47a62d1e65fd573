// The block function of exported code, around the graph's own functions. Compiled to bitcode by clang, as the node library is, and linked
// into the module that becomes a file (jit/export_code.h); the names declared here are defined there, for each graph.
//
// The caller's arrays have any alignment and any number of rows; the graph's block functions want aligned columns and whole groups of rows,
// so a chunk of rows is copied into columns of this function's own, and out again.
#include <stdint.h>

extern "C" {

struct PolydatOutputWord {
  uint32_t slot;
  uint32_t moves;
};

extern const uint32_t polydat_inputs, polydat_output_words, polydat_slots, polydat_columns, polydat_chunk_rows;
extern const uint32_t polydat_input_slot[];
extern const uint32_t polydat_column_of[];  // per slot; all ones: none
extern const uint64_t polydat_first_slots[];
extern const PolydatOutputWord polydat_output_word[];

uint32_t polydat_run_block(const uint64_t* slots, uint64_t* const* columns, uint64_t rows);
uint32_t polydat_row(const uint64_t* inputs, uint64_t* outputs);

// Row by row, to find the one that fails. Returns it, or `rows`.
__attribute__((noinline)) static uint64_t polydat_rows(const uint64_t* const* inputs, uint64_t* const* outputs, uint64_t first,
                                                       uint64_t rows) {
  uint64_t* in = static_cast<uint64_t*>(__builtin_alloca(polydat_inputs * sizeof(uint64_t) + 8));
  uint64_t* out = static_cast<uint64_t*>(__builtin_alloca(polydat_output_words * sizeof(uint64_t) + 8));
  for (uint64_t r = first; r < first + rows; ++r) {
    for (uint32_t i = 0; i < polydat_inputs; ++i) in[i] = inputs[i][r];
    if (polydat_row(in, out) != 0) return r - first;
    for (uint32_t w = 0; w < polydat_output_words; ++w) outputs[w][r] = out[w];
  }
  return rows;
}

uint64_t polydat_block(const uint64_t* const* inputs, uint64_t* const* outputs, uint64_t rows) {
  constexpr uint64_t kGroup = 64;
  uint64_t* space =
      static_cast<uint64_t*>(__builtin_alloca_with_align((polydat_columns * polydat_chunk_rows + kGroup) * sizeof(uint64_t), 512));
  uint64_t** columns = static_cast<uint64_t**>(__builtin_alloca(polydat_slots * sizeof(uint64_t*) + 8));
  for (uint32_t s = 0; s < polydat_slots; ++s)
    columns[s] = polydat_column_of[s] == UINT32_MAX ? nullptr : space + polydat_column_of[s] * polydat_chunk_rows;
  for (uint64_t done = 0; done < rows;) {
    const uint64_t n = rows - done < polydat_chunk_rows ? rows - done : polydat_chunk_rows;
    for (uint32_t i = 0; i < polydat_inputs; ++i) {
      uint64_t* column = columns[polydat_input_slot[i]];
      __builtin_memcpy(column, inputs[i] + done, n * sizeof(uint64_t));
      // Rows past the end are the last one again: they cannot fail where it does not.
      for (uint64_t r = n; r % kGroup != 0; ++r) column[r] = column[n - 1];
    }
    if (polydat_run_block(polydat_first_slots, columns, n) != 0) {
      const uint64_t good = polydat_rows(inputs, outputs, done, n);
      if (good != n) return done + good;
    } else {
      for (uint32_t w = 0; w < polydat_output_words; ++w) {
        const PolydatOutputWord word = polydat_output_word[w];
        if (word.moves != 0) __builtin_memcpy(outputs[w] + done, columns[word.slot], n * sizeof(uint64_t));
        else
          for (uint64_t r = 0; r < n; ++r) outputs[w][done + r] = polydat_first_slots[word.slot];
      }
    }
    done += n;
  }
  return rows;
}

}  // extern "C"
