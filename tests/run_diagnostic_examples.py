#!/usr/bin/env python3
"""Holds the table of mistakes (libpolydat/lang/diagnostic_codes.h) against the program.

 - Every code word in the sources has a row, and every row's word is used.
 - Every wrong example gives its code and no other; what it prints is in the file of expectations, byte for byte.
 - Every right example is free of errors and warnings.
 - The page of errors is what `polydat explain --codes --markdown` prints.

    run_diagnostic_examples.py --program PROGRAM               compares; exit 1 when something differs
    run_diagnostic_examples.py --program PROGRAM --rewrite     writes the expectations and the page
"""
import argparse
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile

from run_text_cases import abilities

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EXPECTATIONS = os.path.join(ROOT, "tests", "diagnostics.txt")
PAGE = os.path.join(ROOT, "docs", "errors.md")

# Functions that take the word of a code, and variables that hold one.
CALL = re.compile(r"\b(?:error|warning|note|refuse|report|fail|wrong|failed|unexpected|parse_name|stream_error|made|complain)\(")
VARIABLE = re.compile(r'\bcode\w* = "([a-z0-9]+(?:-[a-z0-9]+)*)"|\berror_code = "([a-z0-9-]+)"|"([a-z]+(?:-[a-z0-9]+)+)" : is_brace')
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
# What these examples print depends on native code: where none can be made they are left out, and counted.
NATIVE = {"engine-unavailable", "jit-unavailable", "cannot-compile"}
WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*$")


def arguments(text, begin):
    """The top-level arguments of the call whose `(` ends before `begin`."""
    depth, at, start, parts = 0, begin, begin, []
    while at < len(text):
        c = text[at]
        if c == '"':
            at = LITERAL.match(text, at).end()
            continue
        if c == "'":
            at += 4 if text[at + 1] == "\\" else 3
            continue
        if c in "([{":
            depth += 1
        elif c in ")]}":
            if depth == 0:
                break
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:at])
            start = at + 1
        at += 1
    return parts + [text[start:at]]


def without_comments(text):
    return re.sub(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*', lambda m: m.group(1) or "", text)


def words_in_sources():
    """{word: places} of every code word written in the sources."""
    found = {}
    for folder in ("libpolydat", "apps"):
        for where, _, files in os.walk(os.path.join(ROOT, folder)):
            for name in sorted(files):
                path = os.path.join(where, name)
                if not name.endswith((".cpp", ".h")) or name.startswith("diagnostic_codes_") or f"{os.sep}nodes" in os.path.relpath(where, ROOT):
                    continue
                text = without_comments(open(path, encoding="utf-8").read())
                for call in CALL.finditer(text):
                    for argument in arguments(text, call.end()):
                        if "+" in argument or "(" in argument.replace("(int", ""):
                            continue  # a message
                        for literal in LITERAL.findall(argument):
                            if WORD.match(literal):
                                found.setdefault(literal, []).append(os.path.relpath(path, ROOT))
                for variable in VARIABLE.finditer(text):
                    word = next(g for g in variable.groups() if g)
                    found.setdefault(word, []).append(os.path.relpath(path, ROOT))
    return found


class Runner:
    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.shims = tempfile.TemporaryDirectory()
        for name, more in (("text", ""), ("json", " --diagnostics json")):
            os.mkdir(os.path.join(self.shims.name, name))
            shim = os.path.join(self.shims.name, name, "polydat")
            with open(shim, "w") as f:
                f.write(f'#!/bin/sh\nexec {self.program} "$@"{more}\n')
            os.chmod(shim, 0o755)

    def run(self, example, form):
        """Exit code and standard error of the example, in an empty folder."""
        with tempfile.TemporaryDirectory() as folder:
            if example["graph"]:
                with open(os.path.join(folder, example["file"]), "w", encoding="utf-8") as f:
                    f.write(example["graph"])
            env = {"PATH": os.path.join(self.shims.name, form) + ":" + os.environ["PATH"], "LC_ALL": "C", "HOME": folder}
            done = subprocess.run(["bash", "-c", example["command"]], cwd=folder, env=env, capture_output=True, timeout=60)
            return done.returncode, done.stderr.decode("utf-8", "replace")

    def codes(self, example):
        code, text = self.run(example, "json")
        try:
            return code, [d["code"] for d in map(json.loads, text.splitlines()) if d["severity"] != "note"]
        except ValueError:
            return code, [f"not JSON: {text}"]


def expected_before(name):
    """The part of the file of expectations that is about this code."""
    parts = re.split("(?m)^(?=======)", open(EXPECTATIONS, encoding="utf-8").read())
    return next(part for part in parts if part.startswith(f"======== {name},"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--rewrite", action="store_true")
    options = parser.parse_args()
    runner = Runner(options.program)
    wrong = []

    def ask(*words):
        return subprocess.run([options.program, "explain", "--codes", *words], check=True, capture_output=True, text=True).stdout

    rows = json.loads(ask("--format", "json"))
    for key in ("code", "word"):
        values = [row[key] for row in rows]
        wrong += [f"{key} {v} is in the table twice" for v in sorted(set(values)) if values.count(v) > 1]
    if [r["code"] for r in rows] != sorted(r["code"] for r in rows):
        wrong.append("the rows are not in the order of their numbers")

    used = words_in_sources()
    known = {row["word"] for row in rows}
    for word in sorted(w for w in set(used) - known if "-" in w):  # one word alone may be anything
        wrong.append(f"the code '{word}' has no row in libpolydat/lang/diagnostic_codes_*.cpp (used in {', '.join(sorted(set(used[word])))})")
    for word in sorted(known - set(used)):
        wrong.append(f"the code '{word}' is used nowhere")

    # What this version refuses is no mistake of an example.
    unsupported = [row["code"] for row in rows if row["word"] == "unsupported"]
    expected = []
    left_out = set() if "native" in abilities(runner.program) else NATIVE
    for row in rows:
        name = f"{row['code']} {row['word']}"
        if row["word"] in left_out:
            expected.append(expected_before(name))
            continue
        exit_code, text = runner.run(row["wrong"], "text")
        expected.append(f"======== {name}, exit code {exit_code}\n{text}")
        _, codes = runner.codes(row["wrong"])
        if not codes or set(codes) != {row["code"]}:
            wrong.append(f"{name}: the wrong example gives {codes or 'nothing'}")
        exit_code, codes = runner.codes(row["right"])
        if set(codes) - set(unsupported) or (exit_code != 0 and not codes):
            wrong.append(f"{name}: the right example gives {codes}, exit code {exit_code}")

    for path, text in ((EXPECTATIONS, "".join(expected)), (PAGE, ask("--markdown"))):
        old = open(path, encoding="utf-8").read() if os.path.exists(path) else ""
        if old == text:
            continue
        if options.rewrite:
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
            continue
        wrong.append(f"{os.path.relpath(path, ROOT)} is not what the program prints:\n" + "".join(
            list(difflib.unified_diff(old.splitlines(True), text.splitlines(True), "expected", "printed"))[:60]))
    for line in wrong:
        print(line)
    print(f"{len(rows)} codes, {len(wrong)} mistakes" + (f"; no native code here: {len(left_out)} left out" if left_out else ""))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
