// Nodes of the family "diagnostic": what a wire is, and watching values pass.
#include "nodes/diagnostic.h"

#include <utility>

#include "nodes/families.h"
#include "nodes/native_row.h"
#include "nodes/text_forms.h"

namespace polydat {
namespace {

LogSink& log_sink() {
  static LogSink sink;
  return sink;
}

constexpr std::string_view kSeesNone = "sees None and any type";

void type_of(ArgList wires, StrOut& out) { out.append(display_name(wires.declared_type(0))); }

void identity(ArgList wires, AnyOut& out) { out.copy(wires[0]); }

void report(LogLevel level, std::string_view before, std::string_view label, std::string_view after, const ArgList::Item& item) {
  if (!log_sink()) return;
  Buffer line;
  line.append(before);
  line.append(label);
  line.append(after);
  append_display(line, item.type, item.words, item.none);
  write_log_line(level, line.view());
}

void inspect(ArgList wires, std::string_view label, AnyOut& out) {
  report(LogLevel::Inspect, "[inspect:", label, "] ", wires[0]);
  out.copy(wires[0]);
}

template <LogLevel Level>
void log_value(ArgList wires, AnyOut& out) {
  constexpr std::string_view name = Level == LogLevel::Debug  ? "log_debug"
                                    : Level == LogLevel::Info ? "log_info"
                                    : Level == LogLevel::Warn ? "log_warn"
                                                              : "log_error";
  report(Level, "", name, ": ", wires[0]);
  out.copy(wires[0]);
}

template <LogLevel Level>
constexpr NodeDef log_row(std::string_view signature, std::string_view example) {
  return closure_row<&log_value<Level>>({.signature = signature,
                                         .family = "diagnostic",
                                         .doc = "The input; sends its display text to the host's log at this level.",
                                         .example = example,
                                         .purity = Purity::SideChannel,
                                         .accepts_none = true,
                                         .why_closure = "writes a log line"});
}

constexpr NodeDef kRows[] = {
    closure_row<&type_of>({.signature = "type_of(input: any) -> str",
                           .family = "diagnostic",
                           .doc = "The declared type of the wire, as messages spell it.",
                           .example = "input cycle: u64\nout := type_of(to_f64(cycle))\n",
                           .text = TextContent::Plain,
                           .accepts_none = true,
                           .why_closure = kSeesNone}),
    closure_row<&identity>({.signature = "identity(input: any) -> same",
                            .family = "diagnostic",
                            .doc = "The input, whatever its type.",
                            .example = "input cycle: u64\nout := identity(cycle)\n",
                            .text = TextContent::OfParts,
                            .accepts_none = true,
                            .why_closure = kSeesNone}),
    closure_row<&inspect>({.signature = "inspect(input: any, const label: str = \"inspect\") -> same",
                           .family = "diagnostic",
                           .doc = "The input; sends a line [inspect:LABEL] with its display text to standard error.",
                           .example = "input cycle: u64\nout := inspect(cycle, \"row\")\n",
                           .purity = Purity::SideChannel,
                           .accepts_none = true,
                           .why_closure = "writes a line"}),
    log_row<LogLevel::Debug>("log_debug(value: any) -> same", "input cycle: u64\nout := log_debug(cycle)\n"),
    log_row<LogLevel::Info>("log_info(value: any) -> same", "input cycle: u64\nout := log_info(cycle)\n"),
    log_row<LogLevel::Warn>("log_warn(value: any) -> same", "input cycle: u64\nout := log_warn(cycle)\n"),
    log_row<LogLevel::Error>("log_error(value: any) -> same", "input cycle: u64\nout := log_error(cycle)\n"),
};

}  // namespace

void set_log_sink(LogSink sink) { log_sink() = std::move(sink); }
void write_log_line(LogLevel level, std::string_view line) {
  if (log_sink()) log_sink()(level, line);
}

std::span<const NodeDef> diagnostic_nodes() { return kRows; }

}  // namespace polydat
