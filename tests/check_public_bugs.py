#!/usr/bin/env python3
"""Every report in public-bugs.md is named (B12) by a text case or a doctest case, or waits by name in public_bugs_later.txt.

    check_public_bugs.py --reports public-bugs.md --later public_bugs_later.txt --tests FOLDER
"""
import argparse
import pathlib
import re
import sys


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--reports", required=True, type=pathlib.Path)
    parser.add_argument("--later", required=True, type=pathlib.Path)
    parser.add_argument("--tests", required=True, type=pathlib.Path)
    args = parser.parse_args()
    reports = set(re.findall(r"^### (B\d+)", args.reports.read_text(), re.M))
    later = set(re.findall(r"^(B\d+)", args.later.read_text(), re.M))
    named = set()
    for path in args.tests.glob("text/*.test"):
        for title in re.findall(r"^# name: (.*)", path.read_text(errors="replace"), re.M):
            named.update(re.findall(r"\bB\d+\b", title))
    for path in args.tests.glob("*_test.cpp"):
        for title in re.findall(r'^TEST_CASE\("(.*?)"\)', path.read_text(), re.M):
            named.update(re.findall(r"\bB\d+\b", title))
    wrong = [f"{b}: no test names it" for b in sorted(reports - named - later)]
    wrong += [f"{b}: a test names it, so it no longer waits" for b in sorted(named & later)]
    wrong += [f"{b}: no such report" for b in sorted((named | later) - reports)]
    print("\n".join(wrong) or f"{len(reports)} reports: {len(named)} named by tests, {len(later)} wait")
    sys.exit(1 if wrong or not reports else 0)


if __name__ == "__main__":
    main()
