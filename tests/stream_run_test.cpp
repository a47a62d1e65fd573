// The row loop over real kernels: which rows are written, and how a run ends.
#include <doctest/doctest.h>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "stream/run_rows.h"

using namespace polydat;

namespace {

constexpr char kUsers[] = "input cycle: u64\nhashed := hash(cycle)\nuser_id := mod(hashed, 1000000)\nbucket := mod(hashed, 64)\n";

// A sink that keeps what was flushed, and fails when told to.
class MemorySink final : public OutputSink {
 public:
  SinkStatus finish(bool) override { return flush(); }
  std::string_view message() const override { return "no room"; }
  void write_out_from(std::size_t bytes) { threshold_ = bytes; }

  std::string text;
  int flushes = 0;
  SinkStatus answer = SinkStatus::Ok;

 private:
  SinkStatus write_out(std::string_view bytes) override {
    ++flushes;
    if (answer == SinkStatus::Ok) text += bytes;
    return answer;
  }
};

struct Run {
  RowRun what;
  MemorySink sink;
  std::atomic<bool> stop{false};

  explicit Run(const char* text, Engine engine = Engine::Closures, std::vector<std::string> outputs = {}) {
    CompileOptions options;
    options.engine = engine;
    options.outputs = std::move(outputs);
    const Source source("test.polydat", text);
    const Compiled compiled = compile(source, options);
    REQUIRE(compiled.program != nullptr);
    what.program = compiled.program;
    for (std::uint32_t i = 0; i < what.program->coord_count(); ++i) what.driven.push_back(i);
  }

  RunResult operator()(CoordinateSource& source) { return run_rows(what, source, sink, stop); }
};

std::unique_ptr<CoordinateSource> range(const char* text) {
  std::string error;
  const auto parsed = parse_range(text, error);
  REQUIRE(parsed);
  return make_range_source({*parsed}, parsed->count);
}

std::unique_ptr<CoordinateSource> text(int fd, std::vector<std::string> names) {
  return make_text_source(fd, true, "<stdin>", std::move(names), Limits{});
}

// The read end of a pipe that held `bytes` (few of them) and was closed.
int pipe_with(std::string_view bytes) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  REQUIRE(write(ends[1], bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  close(ends[1]);
  return ends[0];
}

}  // namespace

TEST_CASE("the users graph's first rows, on both engines") {
  for (const Engine engine : {Engine::Closures, Engine::Interpreter}) {
    Run run(kUsers, engine);
    const RunResult result = run(*range("0..5"));
    CHECK(result.status == RunStatus::Complete);
    CHECK(result.rows_written == 5);
    CHECK(run.sink.text ==
          "hashed,user_id,bucket\n16294208416658607535,607535,47\n10451216379200822465,822465,1\n10905525725756348110,348110,14\n"
          "2092789425003139053,139053,45\n7958955049054603978,603978,10\n");
  }
}

TEST_CASE("no rows: the header alone, and nothing in jsonl") {
  for (const RowFormat format : {RowFormat::Csv, RowFormat::Jsonl}) {
    Run run("input x: u64\ny := mod(x, 10)\n");
    run.what.rows.format = format;
    CHECK(run(*range("5..5")).status == RunStatus::Complete);
    CHECK(run.sink.text == (format == RowFormat::Csv ? "y\n" : ""));
  }
}

TEST_CASE("columns drive the inputs they are told to") {
  Run run("input a: u64\ninput b: u64\nd := a - b\ne := b\n");
  run.what.driven = {1, 0};
  const RunResult result = run(*make_range_source({{1, 1, 3}, {10, 10, 3}}, 3));
  CHECK(result.status == RunStatus::Complete);
  CHECK(run.sink.text == "d,e\n9,1\n18,2\n27,3\n");
}

TEST_CASE("constant outputs and programs without inputs give every row") {
  Run run("a := 7\nb := \"x,y\"\n");
  CHECK(run(*make_range_source({}, 3)).rows_written == 3);
  CHECK(run.sink.text == "a,b\n7,\"x,y\"\n7,\"x,y\"\n7,\"x,y\"\n");
}

TEST_CASE("texts and None follow their rows") {
  Run run("input x: u64\nextern e: u64\ns := \"n{x}\"\nn := e\nm := u64_add(e, x)\n");
  CHECK(run(*range("8..11")).status == RunStatus::Complete);
  CHECK(run.sink.text == "s,n,m\nn8,,\nn9,,\nn10,,\n");
}

TEST_CASE("the rows before a failing row are written, then the report") {
  Run run("input x: u64\ny := in_range(x, 0, 2)\n");
  const RunResult result = run(*range("0..10"));
  CHECK(result.status == RunStatus::RowFailed);
  CHECK(result.rows_written == 3);
  CHECK(run.sink.text == "y\n0\n1\n2\n");
  CHECK(result.message.find("in_range") != std::string::npos);
  CHECK(result.coordinates == std::vector<std::uint64_t>{3});
  Run first("input x: u64\ny := in_range(x, 0, 2)\n");
  CHECK(first(*range("3..4")).status == RunStatus::RowFailed);
  CHECK(first.sink.text == "y\n");
}

TEST_CASE("a bad line ends the run after the rows before it") {
  Run run("input x: u64\ny := x\n");
  const RunResult result = run(*text(pipe_with("1\n2\n-3\n4\n"), {"x"}));
  CHECK(result.status == RunStatus::CoordinatesBad);
  CHECK(run.sink.text == "y\n1\n2\n");
  CHECK(result.message.starts_with("<stdin>:3:1: "));
  Run closed("input x: u64\ny := x\n");
  CHECK(closed(*text(-1, {"x"})).status == RunStatus::CoordinatesFailed);
  CHECK(closed.sink.text == "y\n");
}

TEST_CASE("sinks that close or fail end an endless range") {
  for (const SinkStatus answer : {SinkStatus::Closed, SinkStatus::Failed}) {
    Run run("input x: u64\ny := x\n");
    run.sink.answer = answer;
    const RunResult result = run(*range("0.."));
    CHECK(result.status == (answer == SinkStatus::Closed ? RunStatus::Closed : RunStatus::SinkFailed));
    CHECK(result.message == (answer == SinkStatus::Closed ? "" : "no room"));
  }
}

TEST_CASE("bulk runs stay buffered") {
  Run run("input x: u64\ny := x\n");
  CHECK(run(*range("0..100000")).status == RunStatus::Complete);
  CHECK(run.sink.text.size() == 588'892);  // y, LF, and 0..99999 with LF
  CHECK(run.sink.flushes < 1000);
}

TEST_CASE("the stop flag ends a run with whole rows") {
  Run run("input x: u64\ny := x\n");
  run.sink.write_out_from(1 << 12);
  std::thread raiser([&] { run.stop = true; });
  const RunResult result = run(*range("0.."));
  raiser.join();
  CHECK(result.status == RunStatus::Interrupted);
  CHECK((run.sink.text.empty() || run.sink.text.back() == '\n'));
}

TEST_CASE("only rows in which the filter is true") {
  Run run("input x: u64\ny := x\nkeep := mod(x, 3)\n");
  run.what.outputs = {0};
  run.what.where_output = 1;
  const RunResult result = run(*range("0..7"));
  CHECK(result.rows_written == 4);
  CHECK(result.rows_evaluated == 7);
  CHECK(run.sink.text == "y\n1\n2\n4\n5\n");
}

TEST_CASE("what counts as true") {
  const auto truth = [](PortType type, std::uint64_t low, std::uint64_t high = 0) {
    const std::uint64_t words[2] = {low, high};
    return is_true(type, words);
  };
  CHECK(!truth(PortType::Bool, 0));
  CHECK(truth(PortType::Bool, 1));
  CHECK(truth(PortType::I64, ~std::uint64_t{0}));
  CHECK(!truth(PortType::U64, 0, 1));
  CHECK(truth(PortType::U128, 0, 1));
  CHECK(!truth(PortType::F64, 0x8000000000000000u));
  CHECK(!truth(PortType::F64, 0x7ff8000000000000u));
  CHECK(truth(PortType::F64, 0x7ff0000000000000u));
  CHECK(truth(PortType::F64, 1));
  CHECK(!truth(PortType::F32, 0x80000000u));
  CHECK(!truth(PortType::F32, 0xffc00000u));
  CHECK(truth(PortType::F32, 0xbf800000u));
  CHECK(!truth(PortType::F16, 0x7e00));
  CHECK(truth(PortType::F16, 0x7c00));
}

TEST_CASE("a slow producer gets each row at once, from one thread and from two") {
  std::signal(SIGPIPE, SIG_IGN);
  unsigned threads = 1;
  SUBCASE("one") {}
  SUBCASE("two") { threads = 2; }
  int in[2];
  int out[2];
  REQUIRE(pipe(in) == 0);
  REQUIRE(pipe(out) == 0);
  std::thread loop([&] {
    Run run("input x: u64\ny := x\n");
    const auto source = text(in[0], {"x"});
    const auto sink = open_descriptor_sink(out[1]);
    run.what.threads = threads;
    run_rows(run.what, *source, *sink, run.stop);
    close(out[1]);
  });
  const auto receive = [&](std::size_t bytes) {  // a row that is kept back would hang here
    std::string got;
    char c = 0;
    while (got.size() < bytes && read(out[0], &c, 1) == 1) got += c;
    return got;
  };
  REQUIRE(write(in[1], "1\n", 2) == 2);
  CHECK(receive(4) == "y\n1\n");
  REQUIRE(write(in[1], "2\n3", 3) == 3);
  CHECK(receive(2) == "2\n");
  REQUIRE(write(in[1], "\n\n", 2) == 2);
  CHECK(receive(2) == "3\n");
  close(in[1]);
  CHECK(receive(1).empty());
  loop.join();
  close(out[0]);
}
