#!/usr/bin/env python3
"""Attacks the command from outside: the programs of the language cases (--wide: of the text cases and the examples too) with tokens
deleted, doubled, swapped, numbers at their extremes, odd bytes and cut ends, in both formats, through every subcommand that reads a graph.

Whatever the program, each command must end in time, with an exit code that the command's page knows, never by a signal; a refusal has a
coded message whose range lies inside the text, and no rows; what `check` accepts compiles everywhere; every engine ends with the same
code and the same rows; and both `fmt` and `convert` keep the graph.

    attack_command.py --program PROGRAM --cases FOLDER [--wide] [--seed N] [--mutants N] [--keep FOLDER] [--timeout SECONDS]

Each mutant depends on the seed, its number and the programs alone; --keep writes those that fail into a folder.
"""
import argparse
import json
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile

import run_text_cases

MOST_OUTPUT = 1 << 20
# Values that another run need not have again.
UNSTABLE = re.compile(r"random_|_random|now|time|thread|counter|elapsed|session|uuid|env|inspect|log")
CODED = re.compile(r'\[PD\d{4}\]|"code":"PD\d{4}"')
WORDS = """( ) { } [ ] := -> , : . .. ..= " ' <<< >>> ${ @for @if @else for tile cursor over pragma input extern const shared volatile if else
as in where order step sep strict instring 0 1 -1 2 63 64 65 255 256 65535 65536 2147483648 4294967296 9223372036854775807 9223372036854775808
18446744073709551615 18446744073709551616 340282366920938463463374607431768211456 1e308 1e309 1e-400 0.0 -0.0 nan inf 0x 0xffffffffffffffff 3K 9Ei 1_000
# // /* */ + - * / % ** & && | || ^ << >> == != <= >= ! ~ true false null cycle x _ __ u8 u16 u32 u64 u128 i8 i64 i128 f16 f32 f64 bool str bytes json
dyn vec_f32 reg128 hash(cycle) mod(cycle,0) counter() to_json(cycle) printf("{:05}", interleave( weighted_strings( date_components(
""".split() + ["\n", " ", "\t", "\r\n", "\0", "\x7f", "\u00e9", "\u2028", "\U0001f600", "\ufeff", "\udcff", "\udcc0\udc80", "\\", "\\u0000", '"""', "{cycle}"]


def seeds(cases, tests, wide):
    """The programs, as (name, text), in an order that does not depend on the file system."""
    out = [(p.name, p.read_text(errors="surrogateescape")) for p in sorted((cases / "lang").glob("*.polydat"))]
    if not wide:
        return out
    for file in sorted((tests / "text").glob("*.test")):
        for case in run_text_cases.parse_file(file):
            for title, text in case.sections:
                if title.startswith("file ") and title.endswith((".polydat", ".json")) and len(text) < 20000:
                    out.append((f"{file.name}:{title[5:]}", text.decode(errors="surrogateescape")))
    out += [(p.name, p.read_text()) for p in sorted((tests.parent / "graphs").glob("*.polydat"))]
    return out


def pieces_of(text):
    return re.findall(r"\w+|\s+|.", text, re.DOTALL)


def mutated(text, others, rng):
    pieces = pieces_of(text)
    for _ in range(rng.choice([1, 1, 1, 2, 2, 3, 6])):
        if not pieces:
            break
        at = rng.randrange(len(pieces))
        kind = rng.randrange(14)
        if kind == 0:
            del pieces[at]
        elif kind == 1:
            pieces.insert(at, pieces[at])
        elif kind == 2:
            to = rng.randrange(len(pieces))
            pieces[at], pieces[to] = pieces[to], pieces[at]
        elif kind == 3:
            pieces.insert(at, rng.choice(WORDS))
        elif kind == 4:
            pieces[at] = rng.choice(WORDS)
        elif kind == 5:
            pieces[at] = rng.choice(pieces)
        elif kind == 6:
            del pieces[at:at + rng.randrange(20)]
        elif kind == 7:
            other = pieces_of(rng.choice(others)[1])
            begin = rng.randrange(len(other) + 1)
            pieces[at:at] = other[begin:begin + rng.randrange(25)]
        elif kind == 8:  # a number becomes another
            numbers = [i for i, p in enumerate(pieces) if p[0].isdigit()]
            if numbers:
                pieces[rng.choice(numbers)] = rng.choice([w for w in WORDS if w[0].isdigit()])
        elif kind == 9:  # a line doubled, or moved
            lines = "".join(pieces).split("\n")
            line = lines[rng.randrange(len(lines))]
            lines.insert(rng.randrange(len(lines) + 1), line)
            pieces = pieces_of("\n".join(lines))
        elif kind == 10:  # a name becomes another of this program
            names = [i for i, p in enumerate(pieces) if p[0].isalpha()]
            if names:
                pieces[rng.choice(names)] = pieces[rng.choice(names)]
        elif kind == 11:  # or one of another program
            names = [i for i, p in enumerate(pieces) if p[0].isalpha()]
            other = [p for p in pieces_of(rng.choice(others)[1]) if p[0].isalpha()]
            if names and other:
                pieces[rng.choice(names)] = rng.choice(other)
        elif kind == 12:  # a statement of another program at the end of a line
            lines = "".join(pieces).split("\n")
            lines.insert(rng.randrange(len(lines) + 1), rng.choice(rng.choice(others)[1].split("\n")))
            pieces = pieces_of("\n".join(lines))
        elif rng.random() < 0.3:
            del pieces[at:]
        else:
            byte = chr(0xDC80 + rng.randrange(128)) if rng.random() < 0.3 else chr(rng.randrange(128))
            pieces[at] = pieces[at][:-1] + byte
    return "".join(pieces)


NUMBERS = "0 1 2 3 7 10 0x10 4K 1Mi 1E 15Ei 16Ei 18446744073709551615 18446744073709551616 -1 1.5 abc".split() + ["", " 1", "\u0661"]
TEXTS = ["", "x", "cycle", "a", "a,a", "cycle,a", "=", "a=", "=1", "cycle=1", "cycle=1,cycle=2", "a=1,b", ",", "\u00e9", "\udcff", "-", "--", "a" * 300]
RANGES = ["0..3", "0..", "3..1", "0..=0", "0..0", "5..=18446744073709551615", "0..18446744073709551616:4611686018427387904", "0..10:0", "..", "1",
          "cycle=0..3", "x=0..2", "x=0..2,y=1..3", "0..9:18446744073709551615", "18446744073709551615..=18446744073709551615", "0..2..3"]
OPTIONS = {
    "--range": RANGES, "--start": NUMBERS, "--count": NUMBERS, "--at": TEXTS, "--grid": RANGES + TEXTS, "--shard": ["1/1", "1/3", "3/3", "0/1", "4/3", "1/0",
    "18446744073709551615/18446744073709551615", "a", "1/"], "--outputs": TEXTS, "--where": TEXTS, "--format": "csv tsv jsonl map raw tile:t tile: x".split(),
    "--no-header": None, "--json-nonfinite": ["null", "string", "x"], "--engine": "auto hybrid closures interpreter x".split(),
    "--provenance": "auto raw pull push-pull push".split(), "--cpu": ["x86-64-v3", "x86-64", "native", "", "skylake", "\udcff"], "--threads": ["1", "2", "0", "256", "257", "x"],
    "--unordered": None, "--partition": NUMBERS, "--set": TEXTS, "--no-fold": None, "--strict": None, "--allow-env": None, "--stats": None, "-q": None,
    "-v": None, "--diagnostics": ["json", "text", "x"], "--color": ["always", "x"], "--max-nodes": NUMBERS, "--max-nesting": NUMBERS, "--max-const": NUMBERS,
    "--max-value": NUMBERS, "--max-line": NUMBERS, "--max-file": NUMBERS, "--max-compile": NUMBERS, "--coords": ["-", "g.polydat", "/", "", "none"],
    "--coords-format": ["text", "bin", "x"], "--lib": [".", "none", ""], "--expect": ["g.polydat", "none", "/"], "--graph-format": ["dsl", "json", "x"],
    "--no-such": None, "cycle=3": None, "a=1": None, "=": None, "": None}
COORDINATES = [b"", b"1\n2\n", b"cycle\n1\n", b"1,2\n3,4\n", b"x\n", b"1 2", b"\xff\n", b"-1\n", b"18446744073709551616\n", b"\0" * 16, b"\xef\xbb\xbf1\r\n\r\n2"]


class Attack:
    def __init__(self, program, folder, seconds, memory):
        self.program, self.folder, self.seconds, self.memory = program, folder, seconds, memory
        self.found = []
        self.runs = 0

    def limit(self):
        if self.memory:
            resource.setrlimit(resource.RLIMIT_AS, (self.memory, self.memory))

    def run(self, *args, stdin=b""):
        """The exit code and both outputs. Of an endless standard output only the begin: the reader then goes away."""
        self.runs += 1
        env = {k: v for k, v in os.environ.items() if k.startswith("POLYDAT_") or k in ("ASAN_OPTIONS", "UBSAN_OPTIONS")}
        env.update(HOME=str(self.folder), LC_ALL="C", PATH="/usr/bin:/bin")
        errors = open(self.folder / "stderr", "w+b")
        given = open(self.folder / "stdin", "w+b")
        given.write(stdin)
        given.seek(0)
        process = subprocess.Popen([self.program, *args], stdin=given, stdout=subprocess.PIPE, stderr=errors, cwd=self.folder, env=env,
                                   preexec_fn=self.limit)
        watchdog = subprocess_timer(process, self.seconds)
        out = process.stdout.read(MOST_OUTPUT)
        process.stdout.close()
        code = process.wait()
        watchdog.cancel()
        errors.seek(0)
        err = errors.read().decode(errors="surrogateescape")
        errors.close()
        given.close()
        what = "polydat " + " ".join(a if isinstance(a, str) else repr(a)[1:] for a in args)
        if code == -9 and watchdog.fired:
            self.fail(f"{what}: runs for more than {self.seconds} s")
        elif code not in (0, 1, 2, 3, 4, 5):
            self.fail(f"{what}: exit {code}\n{err[-3000:]}")
        elif code in (2, 3, 5) and not CODED.search(err):
            self.fail(f"{what}: exit {code} without a coded message\n{err[-1000:]}")
        return code, out, err

    def fail(self, message):
        self.found.append(message)

    def expect(self, holds, message):
        if not holds:
            self.fail(message)

    def check_carets(self, what, err):
        """Below a source line that is shown, the carets stand under it (or just past its end)."""
        lines = err.split("\n")
        for shown, carets in zip(lines, lines[1:]):
            mark = re.fullmatch(r"    ( *)(\^+)( .*)?", carets)
            if mark and shown.startswith("    "):
                end = len(mark[1]) + len(mark[2])
                self.expect(end <= max(len(shown) - 4, len(mark[1]) + 1) and len(mark[1]) <= len(shown) - 4,
                            f"{what}: carets outside the line\n{shown}\n{carets}")

    def check_ranges(self, what, err, name, text):
        lines = text.split("\n")
        for line in filter(None, err.split("\n")):
            d = json.loads(line)
            if d["file"] != name or d["line"] in (0, None):
                continue
            begin, end = (d["line"], d["column"]), (d["end_line"], d["end_column"])
            inside = all(1 <= l <= len(lines) and 1 <= c <= len(lines[l - 1]) + 1 for l, c in (begin, end)) and begin <= end
            self.expect(inside, f"{what}: range outside the text: {line}")

    def attack(self, name, text, engines):
        data = text.encode(errors="surrogateescape")
        (self.folder / name).write_bytes(data)
        form = "json" if name.endswith(".json") else "dsl"
        code, out, err = self.run("check", name)
        self.check_carets("check", err)
        self.expect(not out, "check: writes to standard output")
        json_code, _, objects = self.run("check", name, "--diagnostics", "json", "-v")
        self.expect(json_code == code, f"check: exit {code}, with JSON messages {json_code}")
        self.check_ranges("check", objects, name, text)
        for command in (["explain", name], ["dump-plan", name], ["viz", name], ["viz", name, "--of", "plan", "--format", "mermaid"]):
            other, out, err = self.run(*command)
            self.check_carets(command[0], err)
            # A graph with mistakes is still shown as far as it can be.
            self.expect((other == 0) == (code == 0) or command[0] in ("explain", "viz"), f"{command}: exit {other}, check {code}\n{err[-600:]}")
        self.forms(name, text, form, code)
        self.rows(name, text, code, engines)
        return code

    def forms(self, name, text, form, code):
        data = text.encode(errors="surrogateescape")
        parsed, other, err = self.run("convert", name)
        self.check_carets("convert", err)
        self.expect(parsed == 0 or code != 0, "check accepts what convert refuses\n" + err[-600:])
        if form == "dsl":
            formatted, canonical, err = self.run("fmt", "-", stdin=data)
            self.expect(formatted == parsed, f"fmt: exit {formatted}, convert {parsed}\n{err[-600:]}")
            if formatted == 0 and parsed == 0:
                again = self.run("convert", "--from", "dsl", "-", stdin=canonical)
                self.expect(again[:2] == (0, other), f"fmt changes the graph\n{again[2][-600:]}\n{canonical.decode(errors='replace')}")
                twice = self.run("fmt", "-", stdin=canonical)
                self.expect(twice[:2] == (0, canonical), f"fmt is not idempotent\n{canonical.decode(errors='replace')}")
        if parsed == 0 and len(other) < MOST_OUTPUT:
            back = self.run("convert", "--from", "json" if form == "dsl" else "dsl", "-", stdin=other)
            self.expect(back[0] == 0, f"convert does not read what it wrote\n{back[2][-600:]}\n{other.decode(errors='replace')}")
            if form == "dsl":
                settled = self.run("convert", "--from", "dsl", "-", stdin=back[1])
                self.expect(settled[:2] == (0, other), f"convert loses something\n{settled[2][-600:]}\n{back[1].decode(errors='replace')}")
            twin = "twin.polydat" if form == "json" else "twin.json"
            (self.folder / twin).write_bytes(other)
            accepted, _, err = self.run("check", twin)
            self.expect(accepted == code, f"check: exit {code}, of the other format {accepted}\n{err[-600:]}\n{other.decode(errors='replace')}")

    def rows(self, name, text, code, engines):
        first = None
        for engine in engines:
            args = ["eval", name, "--count", "3", "--format", "jsonl", "--no-cache", "--engine", *engine.split()]
            result = self.run(*args)
            self.check_carets("eval", result[2])
            if code != 0:
                self.expect(result[0] == code, f"eval --engine {engine}: exit {result[0]}, check {code}\n{result[2][-600:]}")
                self.expect(not result[1], f"eval --engine {engine}: rows of a wrong graph\n{result[1][:300]}")
            if b"\n" in result[1]:
                self.expect(result[1].endswith(b"\n") or len(result[1]) == MOST_OUTPUT, "eval: half a row")
            if first is None:
                first = result
            elif not UNSTABLE.search(text):
                self.expect(result[0] == first[0], f"eval: exit {result[0]} with {engine}, {first[0]} with {engines[0]}\n{result[2][-600:]}\n{first[2][-600:]}")
                if result[0] == first[0]:
                    self.expect(result[1] == first[1], f"eval: other rows with {engine}\n{result[1][:600]}\n{first[1][:600]}")
                    self.expect(result[2] == first[2], f"eval: other messages with {engine}\n{result[2][:900]}\n{first[2][:900]}")


    def options(self, name, text, rng):
        """Any options, also those that contradict each other."""
        (self.folder / name).write_bytes(text.encode(errors="surrogateescape"))
        command = rng.choice(["eval"] * 6 + ["check", "explain", "dump-plan", "viz", "provenance", "convert", "fmt", "nodes", "completions", "bench", "golden", ""])
        args = [command, name]
        for option in rng.sample(list(OPTIONS), rng.randrange(1, 5)):
            args.append(option)
            if OPTIONS[option] is not None:
                args.append(rng.choice(OPTIONS[option]))
        if command in ("eval", "bench") and not any(a in args for a in ("--range", "--count", "--coords", "--at", "--grid")):
            args += ["--count", "3"]
        endless = command == "bench" or (any(a in args for a in ("--where", "--expect", "-q")) and any(a in args for a in ("--range", "--count", "--grid")))
        if endless:
            return
        code, _, err = self.run(*[a.encode(errors="surrogateescape").replace(b"\0", b"") for a in args], stdin=rng.choice(COORDINATES))
        if "--diagnostics" not in args and "--color" not in args:
            self.check_carets(" ".join(args), err)


class subprocess_timer:
    """Kills a process that takes too long."""

    def __init__(self, process, seconds):
        import threading
        self.fired = False
        self.process = process
        self.timer = threading.Timer(seconds, self.fire)
        self.timer.daemon = True
        self.timer.start()

    def fire(self):
        self.fired = True
        self.process.kill()

    def cancel(self):
        self.timer.cancel()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True, type=os.path.realpath)
    parser.add_argument("--cases", required=True, type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--wide", action="store_true")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--mutants", type=int, default=100)
    parser.add_argument("--timeout", type=float, default=10)
    parser.add_argument("--memory", type=int, default=4 << 30, help="bytes of address space of each process; not with sanitizers")
    parser.add_argument("--engines", default="closures,interpreter", help="what is compared: values of --engine, other options behind each")
    parser.add_argument("--match", default="", help="only programs in which this regular expression is found")
    parser.add_argument("--keep", type=pathlib.Path)
    args = parser.parse_args()
    if "memory-limit" not in run_text_cases.abilities(args.program):
        args.memory = 0
    tests = pathlib.Path(__file__).resolve().parent
    programs = [p for p in seeds(args.cases, tests, args.wide) if re.search(args.match, p[1])]
    accepted = failed = 0
    with tempfile.TemporaryDirectory() as top:
        attack = Attack(args.program, pathlib.Path(top), args.timeout, args.memory)
        for n in range(args.first, args.first + args.mutants):
            rng = random.Random(args.seed * 1000003 + n)
            title, text = rng.choice(programs)
            is_json = title.endswith(".json")
            if not is_json and rng.random() < 0.3:
                code, out, _ = attack.run("convert", "--from", "dsl", "-", stdin=text.encode(errors="surrogateescape"))
                if code == 0:
                    text, is_json = out.decode(), True
            mutant = mutated(text, programs, rng)
            name = "g.json" if is_json else "g.polydat"
            attack.found = []
            attack.options("g.polydat", rng.choice(programs)[1], rng)
            accepted += attack.attack(name, mutant, args.engines.split(",")) == 0
            if attack.found:
                failed += 1
                print(f"==== mutant {n} of {title}")
                for message in attack.found:
                    print(message.encode(errors="backslashreplace").decode())
                sys.stdout.flush()
                if args.keep:
                    (args.keep / f"{n}-{name}").write_bytes(mutant.encode(errors="surrogateescape"))
    print(f"{args.mutants} mutants, {accepted} of them correct, {attack.runs} runs, {failed} mutants failed")
    sys.exit(1 if failed or accepted == 0 or accepted == args.mutants else 0)


if __name__ == "__main__":
    main()
