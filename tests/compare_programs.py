#!/usr/bin/env python3
"""Compares what builds of the command write, byte for byte: two compilers, CPU levels, engines, locales and time zones must agree.

    compare_programs.py --program PROGRAM [--program OTHER...] [--graphs FOLDER...] [--nodes] [--vectors FILE...] [--each-cpu]

Runs every graph of the folders (with the options of its golden file, where it has one), the page and the example of every node, and
every program of the vectors; by each program, on each engine and under several environments. The first run of each is what the others are
compared with. Programs that are not deterministic are left out and counted. Exit 1 when anything differs.
"""
import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

NOT_REPRODUCIBLE = re.compile(r"\b(random_\w+|current_epoch_millis|thread_id|counter|env|env_or|tmp_dir|inspect|log_\w+)\(")
ENVIRONMENTS = [
    {"LC_ALL": "C", "TZ": "UTC"},
    {"LC_ALL": "C.utf8", "TZ": "Asia/Kathmandu"},
    {"LC_ALL": "de_DE.UTF-8", "LANG": "tr_TR.UTF-8", "TZ": "America/New_York"},
]


def run(command, folder, environment):
    env = dict(os.environ, **environment)
    done = subprocess.run(command, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.returncode, done.stdout, done.stderr


class Comparison:
    def __init__(self, programs, engines):
        runs = [(program, engine) for program in programs for engine in engines]
        self.variants = [(program, ["--engine", *engine], ENVIRONMENTS[i % len(ENVIRONMENTS)]) for i, (program, engine) in enumerate(runs)]
        self.programs = programs
        self.compared = self.skipped = self.different = 0

    def differs(self, what, variant, expected, got):
        self.different += 1
        print(f"{what}: {os.path.relpath(variant[0])} {' '.join(variant[1])} writes something else")
        for name, e, g in zip(("exit code", "output", "messages"), expected, got):
            if e == g:
                continue
            if isinstance(e, int):
                print(f"    {name} {e} and {g}")
                continue
            for line_e, line_g in zip(e.split(b"\n") + [b""], g.split(b"\n") + [b""]):
                if line_e != line_g:
                    print(f"    {name}: {line_e[:200]!r}\n    and {line_g[:200]!r}")
                    break

    # The same rows, messages and exit code from every variant.
    def rows(self, what, text, arguments, folder):
        if NOT_REPRODUCIBLE.search(text):
            self.skipped += 1
            return
        expected = None
        for variant in self.variants:
            program, options, environment = variant
            got = run([program, "eval", *arguments, *options, "--no-cache"], folder, environment)
            if expected is None:
                expected = got
            elif got != expected:
                self.differs(f"{what} ({' '.join(arguments)[:100]})", variant, expected, got)
            self.compared += 1

    def page(self, what, arguments):
        expected = None
        for i, program in enumerate(self.programs):
            for environment in ENVIRONMENTS:
                got = run([program, *arguments], ".", environment)
                if expected is None:
                    expected = got
                elif got != expected:
                    self.differs(what, (program, arguments, environment), expected, got)
                self.compared += 1


def golden_options(path):
    if not os.path.exists(path):
        return []
    first = open(path, encoding="utf-8").readline().strip()
    return first.removeprefix("# eval").split()


def nodes_of(program):
    listed = subprocess.run([program, "nodes"], stdout=subprocess.PIPE, check=True, text=True).stdout
    return re.findall(r"^  (\w+) ", listed, re.M)


def example_of(page):
    """The example of a node and the files it reads."""
    tail = page.split("\nexample:\n", 1)[1].split("\nrows:\n", 1)[0]
    graph, *files = re.split(r"\n\n(?=[\w.]+:\n)", tail)
    return graph + "\n", [file.split(":\n", 1) for file in files]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", action="append", required=True, type=os.path.abspath)
    parser.add_argument("--graphs", action="append", default=[])
    parser.add_argument("--vectors", action="append", default=[])
    parser.add_argument("--nodes", action="store_true")
    parser.add_argument("--each-cpu", action="store_true", help="hybrid for each CPU level that this machine has")
    parser.add_argument("--count", type=int, default=50, help="rows of examples and vectors")
    given = parser.parse_args()

    # Those that every program can run here.
    engines = [["closures"], ["interpreter"], ["hybrid"]]
    if given.each_cpu:
        engines += [["hybrid", "--cpu", cpu] for cpu in ("x86-64-v3", "x86-64-v4")]
    probe = ["eval", "-e", "a := hash(cycle)", "--no-cache", "--engine"]
    engines = [e for e in engines if all(run([program, *probe, *e], ".", {})[0] == 0 for program in given.program)]
    print("engines: " + ", ".join(" ".join(e) for e in engines))
    comparison = Comparison(given.program, engines)

    for folder in given.graphs:
        for path in sorted(glob.glob(os.path.join(folder, "*.polydat"))):
            name = os.path.basename(path)
            text = open(path, encoding="utf-8", errors="replace").read()
            options = golden_options(path + ".golden")
            for form in ([] if "--format" in options else ["csv", "jsonl", "raw"]) or [None]:
                comparison.rows(name, text, [name, *options, *(["--format", form] if form else [])], folder)
    if given.nodes:
        comparison.page("docs", ["nodes", "--markdown"])
        for node in nodes_of(given.program[0]):
            page = run([given.program[0], "nodes", node], ".", {})[1].decode()
            graph, files = example_of(page)
            if NOT_REPRODUCIBLE.search(graph):
                comparison.skipped += 1
                continue
            comparison.page(node, ["nodes", node])
            with tempfile.TemporaryDirectory() as folder:
                for name, content in files:
                    open(os.path.join(folder, name), "w", encoding="utf-8").write(content)
                open(os.path.join(folder, "g.polydat"), "w", encoding="utf-8").write(graph)
                coordinates = ["--count", str(given.count)] if "cycle" in graph else ["--count", "3"]
                comparison.rows(node, graph, ["g.polydat", *coordinates, "--format", "jsonl"], folder)
    for path in given.vectors:
        seen = set()
        for line in open(path, encoding="utf-8"):
            record = json.loads(line)
            if record["program"] in seen:
                continue
            seen.add(record["program"])
            with tempfile.TemporaryDirectory() as folder:
                os.symlink(os.path.join(os.path.dirname(os.path.abspath(path)), "files"), os.path.join(folder, "files"))
                open(os.path.join(folder, "g.polydat"), "w", encoding="utf-8").write(record["program"])
                allowed = ["--allow-read", os.path.dirname(os.path.abspath(path))]
                comparison.rows(record["id"], record["program"],
                                ["g.polydat", "--start", "1000", "--count", str(given.count), "--format", "jsonl", "-q", *allowed], folder)

    print(f"{comparison.compared} runs compared, {comparison.skipped} programs not reproducible, {comparison.different} differences")
    return 1 if comparison.different else 0


sys.exit(main())
