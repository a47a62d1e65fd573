#!/usr/bin/env python3
"""Runs the language cases (shared cases/lang, by its README) through the built command.

Cases named in the waiting list wait for a later tier: they must fail, so that the list cannot go stale. All others must pass.

    run_lang_cases.py --program PROGRAM --cases FOLDER --waiting FILE [NAME...]
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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--cases", required=True)
    parser.add_argument("--waiting", required=True)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    program = os.path.realpath(args.program)
    waiting = {}
    for line in open(args.waiting, encoding="utf-8"):
        line = line.split("#")[0].strip()
        if line:
            name, tier = line.split()
            waiting[name] = tier
    names = sorted(f[: -len(".polydat")] for f in os.listdir(args.cases) if re.match(r"\d{3}-.*\.polydat$", f))
    unknown = sorted(set(waiting) - set(names))
    failed = [f"{n}: is in the waiting list, but there is no such case" for n in unknown]
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
        else:
            why = check_error(base + ".error", done)
        if name in waiting:
            if why is None:
                failed.append(f"{name}: passes; take it off the waiting list")
            elif args.verbose:
                print(f"waiting {name}: {why}")
        elif why is not None:
            failed.append(f"{name}: {why}")
        else:
            passed += 1
    for line in failed:
        print("FAILED", line)
    print(f"{passed} passed, {len(failed)} failed, {len(waiting)} wait for a later tier")
    sys.exit(1 if failed or passed == 0 else 0)


if __name__ == "__main__":
    main()
