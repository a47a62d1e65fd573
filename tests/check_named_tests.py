#!/usr/bin/env python3
"""Every numbered requirement of a page is named (B12, D-3) by the title of a text case or of a doctest case, and no title names another.

    check_named_tests.py --page PAGE.md --number REGEX --tests FOLDER [--below HEADING]

REGEX is what starts a requirement's line, with the name as its one group; only lines below the line HEADING are read.
"""
import argparse
import pathlib
import re
import sys


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--page", required=True, type=pathlib.Path)
    parser.add_argument("--number", required=True)
    parser.add_argument("--below", default="")
    parser.add_argument("--tests", required=True, type=pathlib.Path)
    args = parser.parse_args()
    page = args.page.read_text()
    if args.below:
        page = page[page.index("\n" + args.below):]
    required = re.findall("^" + args.number, page, re.M)
    titles = []
    for path in args.tests.glob("text/*.test"):
        titles += re.findall(r"^# name: (.*)", path.read_text(errors="replace"), re.M)
    for path in args.tests.glob("*_test.cpp"):
        titles += re.findall(r'^TEST_CASE\("(.*?)"\)', path.read_text(), re.M)
    # B12 -> \bB\d+\b: a title names a requirement by its whole name.
    family = re.sub(r"\d+", r"\\d+", required[0]) if required else "$^"
    named = {name for title in titles for name in re.findall(rf"\b{family}\b", title)}
    wrong = [f"{name}: no test names it" for name in required if name not in named]
    wrong += [f"{name}: a test names it, but {args.page.name} does not" for name in sorted(named - set(required))]
    wrong += [f"{name}: twice in {args.page.name}" for name in sorted({name for name in required if required.count(name) > 1})]
    print("\n".join(wrong) or f"{len(required)} requirements of {args.page.name}, each named by a test")
    sys.exit(1 if wrong or not required else 0)


if __name__ == "__main__":
    main()
