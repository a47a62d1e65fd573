// Mistakes on the command line, unreadable and unwritable streams, limits, and values that cannot be computed.
#include "lang/diagnostic_code_areas.h"

namespace polydat::lang {

namespace {

constexpr std::string_view kGraph = R"(a := hash(cycle)
)";

constexpr DiagnosticCode kRows[] = {
    {901,
     "usage",
     "the command line is wrong",
     "`polydat --help` lists the subcommands, `polydat SUBCOMMAND --help` the options, with examples that run.",
     {kGraph, "polydat eval example.polydat --rnage 0..5"},
     {kGraph, "polydat eval example.polydat --range 0..5"}},
    {902,
     "cannot-read",
     "a file cannot be read",
     "The message says why. Only regular files are read; relative paths begin in the working directory.",
     {"", "polydat check missing.polydat"},
     {kGraph, "polydat check example.polydat"}},
    {903,
     "unreadable-input",
     "standard input cannot be read",
     "`-` is standard input. It is closed, or a directory.",
     {"", "polydat check - < /"},
     {"", "echo 'a := 1' | polydat check -"}},
    {904,
     "limit",
     "a limit was hit",
     "Graphs from strangers are data: their size, nesting, constants, values and compile time are limited. The note names the option that raises the "
     "limit. The exit code is 5.",
     {R"(a := ((((cycle))))
)",
      "polydat check example.polydat --max-nesting 3"},
     {R"(a := ((((cycle))))
)",
      "polydat check example.polydat --max-nesting 4"}},
    {905,
     "value",
     "a value could not be computed",
     "A function failed for the values of one row. The message names the function, its inputs and the coordinate. The rows before it are written; "
     "the exit code is 3.",
     {R"(a := in_range(cycle, 0, 2)
)",
      "polydat eval example.polydat --range 0..5"},
     {R"(a := in_range(cycle, 0, 2)
)",
      "polydat eval example.polydat --range 0..3"}},
    {906,
     "coordinates",
     "a coordinate stream holds something that is no coordinate",
     "A coordinate is a whole number from 0 to 18446744073709551615, decimal or with 0x. Each line has one for every input that is not fixed.",
     {kGraph, "printf '1\\n-2\\n' | polydat eval example.polydat --coords -"},
     {kGraph, "printf '1\\n2\\n' | polydat eval example.polydat --coords -"}},
    {907,
     "coordinate-stream",
     "a coordinate stream cannot be read",
     "The message says why. The exit code is 4.",
     {kGraph, "polydat eval example.polydat --coords missing.txt"},
     {kGraph, "echo 7 | polydat eval example.polydat --coords -"}},
    {908,
     "output",
     "an output cannot be written",
     "The disk is full, the descriptor is closed, or the folder does not exist. Nothing is ever cut short silently; the exit code is 4. A reader that "
     "goes away (`| head`) is no error.",
     {kGraph, "polydat eval example.polydat --range 0..5 -o missing/rows.csv"},
     {kGraph, "polydat eval example.polydat --range 0..5 -o rows.csv"}},
    {909,
     "partial",
     "rows are left in a .partial file",
     "A warning. With -o the target is replaced only by complete rows. After a bad coordinate, a signal, a failed write or a limit what was written "
     "stays beside it.",
     {kGraph, "printf '1\\n-2\\n' | polydat eval example.polydat --coords - -o rows.csv 2>&1 | grep warning >&2"},
     {kGraph, "printf '1\\n2\\n' | polydat eval example.polydat --coords - -o rows.csv"}},
    {910,
     "engine-unavailable",
     "the engine asked for cannot run here",
     "An engine is refused, never replaced: only `auto` chooses. Native code needs the JIT object beside the program and a CPU of at least x86-64-v3.",
     {kGraph, "polydat eval example.polydat --engine hybrid --cpu no-such-cpu"},
     {kGraph, "polydat eval example.polydat --engine closures"}},
    {911,
     "jit-unavailable",
     "native code would pay but cannot be made",
     "A warning. The run goes on without native code and gives the same rows. The message says why the JIT object cannot be loaded.",
     {kGraph, "POLYDAT_JIT_OBJECT=./none polydat dump-plan example.polydat > /dev/null"},
     {kGraph, "polydat dump-plan example.polydat --engine closures > /dev/null"}},
    {912,
     "no-native-code",
     "there is no native code to show",
     "--ir, --opt-ir and --asm show the code of the hybrid engine.",
     {kGraph, "polydat dump-plan example.polydat --engine closures --asm"},
     {kGraph, "polydat dump-plan example.polydat --engine closures > /dev/null"}},
    {913,
     "bad-comparison",
     "a file is no result of an earlier benchmark",
     "`polydat bench --compare FILE` reads what `polydat bench --format json` wrote.",
     {kGraph, "echo '{}' > old.json; polydat bench example.polydat --range 0..10 --compare old.json > /dev/null"},
     {kGraph, "polydat bench example.polydat --range 0..10 > /dev/null"}},
    {914,
     "no-graphviz",
     "a drawing as SVG needs graphviz",
     "`polydat viz --format svg` lays its drawing out with graphviz's `dot`, which must be on the PATH. The formats dot and mermaid need no other "
     "program.",
     {kGraph, "program=$(command -v polydat); PATH=/none $program viz example.polydat --format svg"},
     {kGraph, "polydat viz example.polydat --format dot > /dev/null"}},
    {915,
     "differs",
     "rows are not those of the file they were compared with",
     "`eval --expect` and `golden check` compare the rows of a run with a file, line by line. The first ten rows that differ are shown with their "
     "coordinates, the first column that differs, and both values. The exit code is 1.",
     {kGraph,
      "polydat eval example.polydat --range 0..5 > rows.csv; sed -i s/7/8/ rows.csv; polydat eval example.polydat --range 0..5 --expect rows.csv"},
     {kGraph, "polydat eval example.polydat --range 0..5 > rows.csv; polydat eval example.polydat --range 0..5 --expect rows.csv"}},
    {916,
     "one-thread",
     "a run has one thread although more were asked for",
     "A warning. Nodes that count, draw random numbers, log or inspect see the rows in their order, so a program that has one of them runs on "
     "one thread. So does a run whose rows are compared with a file.",
     {"volatile n := counter()\n", "polydat eval example.polydat --range 0..5 --threads 2 --verbose > /dev/null"},
     {kGraph, "polydat eval example.polydat --range 0..5 --threads 2 --verbose > /dev/null"}},
    {917,
     "bad-golden",
     "a golden file does not say how its rows were made",
     "GRAPH.golden begins with `# eval OPTIONS`; its rows follow. `polydat golden record` writes it.",
     {kGraph, "echo a > example.polydat.golden; polydat golden check example.polydat"},
     {kGraph, "polydat golden record example.polydat && polydat golden check example.polydat"}},
    {918,
     "cannot-compile",
     "a graph cannot become code that runs without polydat",
     "`polydat compile` makes functions over numbers: every node needs a native form, every output is a number or a bool, and no value is\n"
     "None. `polydat nodes NAME` says whether a node has a native form, and --outputs leaves outputs out. A shared object (.so) also needs a\n"
     "C compiler on the PATH, which links it.",
     {"input cycle: u64\na := hash(cycle)\ntext := printf(\"{}\", a)\n", "polydat compile example.polydat -o example.o"},
     {"input cycle: u64\na := hash(cycle)\ntext := printf(\"{}\", a)\n", "polydat compile example.polydat --outputs a -o example.o"}},
};

}  // namespace

std::span<const DiagnosticCode> command_codes() { return kRows; }

}  // namespace polydat::lang
