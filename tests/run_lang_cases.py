#!/usr/bin/env python3
"""Runs the language cases (shared cases/lang, by its README) through the built command.

    run_lang_cases.py --program PROGRAM --cases FOLDER [--rewritten] [NAME...]

--rewritten: the rows must also be those of the program as JSON and as JSON turned back.
"""
import argparse
import json
import os
import re
import subprocess
import sys

# Results that pass through libm may differ in the last place (README of the cases).
LOOSE = {"006", "032", "033", "085", "086"}


class Number(str):
    """A JSON number as it was written."""


def parse_row(line):
    return json.loads(line, parse_int=Number, parse_float=Number, object_pairs_hook=lambda pairs: ("object", tuple(pairs)))


def same(a, b, loose):
    if isinstance(a, Number) and isinstance(b, Number):
        if re.search(r"[.eE]", a) or re.search(r"[.eE]", b):
            # A double and an integer are told apart by how they are written, as the README says.
            if bool(re.search(r"[.eE]", a)) != bool(re.search(r"[.eE]", b)):
                return False
            x, y = float(a), float(b)
            return x == y or (loose and abs(x - y) <= max(1e-12, 1e-12 * abs(y)))
        return a == b
    if type(a) is not type(b):
        return False
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(same(x, y, loose) for x, y in zip(a, b))
    return a == b


def check_rows(name, expected_path, done):
    if done.returncode != 0:
        return f"exit {done.returncode}: {done.stderr.decode(errors='replace').strip()}"
    expected = open(expected_path, encoding="utf-8").read().split("\n")
    actual = done.stdout.decode("utf-8").split("\n")
    expected = [line for line in expected if line]
    actual = [line for line in actual if line]
    if len(expected) != len(actual):
        return f"{len(actual)} rows, expected {len(expected)}"
    for i, (e, a) in enumerate(zip(expected, actual)):
        if not same(parse_row(a), parse_row(e), name[:3] in LOOSE):
            return f"row {i}: {a}, expected {e}"
    return None


def check_error(expected_path, done):
    phase, place, what = open(expected_path, encoding="utf-8").readline().strip().split(" ", 2)
    if place == "command" and what.startswith("line"):
        place = None
    if done.returncode == 0:
        return f"accepted, but: {what}"
    if done.returncode >= 128 or done.returncode < 0:
        return f"ended with {done.returncode}"
    if phase == "compile" and done.stdout:
        return "rows were written before the refusal"
    errors = [json.loads(line) for line in done.stderr.decode("utf-8").splitlines()]
    errors = [e for e in errors if e["severity"] == "error"]
    if place is None:
        return None if errors else "no message"
    line, column = map(int, place.split(":"))
    # A construct of a later tier refused as such, there, is no understanding of the mistake.
    if any(e["line"] == line and re.search("not (in|supported by) this version", e["message"]) for e in errors):
        return "not in this version"
    if not any(e["line"] == line for e in errors):
        return f"reported at {[(e['line'], e['column'], e['message']) for e in errors]}, expected {line}:{column} {what}"
    return None


def rewritten(program, name, folder):
    """The case in its other writings: a name, the text, and the options that read it. Or why one cannot be made."""
    def run(words, text=None):
        done = subprocess.run([program, *words], cwd=folder, input=text, capture_output=True, timeout=60)
        if done.returncode != 0:
            raise ValueError(f"{' '.join(words)} ends with {done.returncode}: {done.stderr.decode(errors='replace').strip()}")
        return done.stdout

    as_json = run(["convert", name + ".polydat", "--to", "json"])
    back = run(["convert", "-", "--from", "json", "--to", "dsl"], as_json)
    again = run(["convert", "-", "--from", "dsl", "--to", "json"], back)
    if json.loads(as_json) != json.loads(again):
        raise ValueError("JSON -> language -> JSON is not the same graph")
    return [("JSON", as_json, "json"), ("JSON and back", back, "dsl")]


def check_rewritten(program, name, base, folder, arguments):
    try:
        writings = rewritten(program, name, folder)
    except ValueError as error:
        return str(error)
    for what, text, form in writings:
        command = [program, "eval", "-", "--graph-format", form, *arguments, "--count", "10", "--format", "jsonl", "--quiet"]
        done = subprocess.run(command, cwd=folder, input=text, capture_output=True, timeout=60)
        why = check_rows(name, base + ".jsonl", done)
        if why is not None:
            return f"as {what}: {why}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rewritten", action="store_true")
    parser.add_argument("--program", required=True)
    parser.add_argument("--cases", required=True)
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    program = os.path.realpath(args.program)
    names = sorted(f[: -len(".polydat")] for f in os.listdir(args.cases) if re.match(r"\d{3}-.*\.polydat$", f))
    failed = []
    passed = 0
    for name in names:
        if args.names and name not in args.names and name[:3] not in args.names:
            continue
        base = os.path.join(args.cases, name)
        arguments = open(base + ".args", encoding="utf-8").read().split("\n") if os.path.exists(base + ".args") else []
        arguments = [a for a in arguments if a]
        command = [program, "eval", name + ".polydat", *arguments, "--count", "10", "--format", "jsonl", "--quiet"]
        command += ["--diagnostics", "json"]
        done = subprocess.run(command, cwd=args.cases, capture_output=True, timeout=60, stdin=subprocess.DEVNULL)
        if os.path.exists(base + ".jsonl"):
            why = check_rows(name, base + ".jsonl", done)
            if why is None and args.rewritten:
                why = check_rewritten(program, name, base, args.cases, arguments)
        else:
            why = check_error(base + ".error", done)
        if why is not None:
            failed.append(f"{name}: {why}")
        else:
            passed += 1
    for line in failed:
        print("FAILED", line)
    print(f"{passed} passed, {len(failed)} failed")
    sys.exit(1 if failed or passed == 0 else 0)


if __name__ == "__main__":
    main()
