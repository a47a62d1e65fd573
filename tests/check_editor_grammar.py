#!/usr/bin/env python3
"""Holds the grammar for editors (docs/editor/polydat.tmLanguage.json) against the lexer.

Every program is scoped by the grammar, line by line as an editor does it, and read by `polydat explain FILE tokens --format json`.
Each token must have a scope of its kind from its first character to its last, and what lies between tokens must be blank or a
comment. Programs with a lexical mistake are left out: their tokens mean nothing.

    check_editor_grammar.py --program PROGRAM --grammar FILE PROGRAM.polydat...
"""
import argparse
import json
import re
import subprocess
import sys


class Grammar:
    """The part of the TextMate language that the grammar uses: match, begin/end, captures, include."""

    def __init__(self, path):
        self.root = json.load(open(path, encoding="utf-8"))
        self.repository = self.root["repository"]
        self.compiled = {}
        self.flat = {}

    def regex(self, text):
        if text not in self.compiled:
            self.compiled[text] = re.compile(text)
        return self.compiled[text]

    def rules(self, patterns):
        """The match and begin rules of a list of patterns, includes resolved, in order."""
        key = id(patterns)
        if key not in self.flat:
            out, seen = [], set()

            def walk(items):
                for item in items:
                    if "include" not in item:
                        out.append(item)
                        continue
                    name = item["include"].removeprefix("#")
                    if name in seen:
                        continue
                    seen.add(name)
                    rule = self.repository[name]
                    walk(rule["patterns"] if "match" not in rule and "begin" not in rule else [rule])

            walk(patterns)
            self.flat[key] = out
        return self.flat[key]

    def scopes(self, text):
        """For each character, its scopes, outermost first."""
        out = [[] for _ in text]
        stack = [(None, [])]  # (begin/end rule, names)
        at = 0
        for line in text.split("\n"):
            self.scan(line, at, out, stack)
            at += len(line) + 1
        return out

    def scan(self, line, offset, out, stack):
        position, last = 0, None  # last: a state that made no progress, so as to stop there
        while True:
            rule, names = stack[-1]
            best = None
            if rule is not None:
                found = self.regex(rule["end"]).search(line, position)
                if found:
                    best = (found.start(), "end", found, rule)
            for candidate in self.rules(rule.get("patterns", []) if rule is not None else self.root["patterns"]):
                found = self.regex(candidate.get("match") or candidate["begin"]).search(line, position)
                if found and (best is None or found.start() < best[0]):
                    best = (found.start(), "match" if "match" in candidate else "begin", found, candidate)
            stop = best[0] if best else len(line)
            self.paint(out, offset + position, offset + stop, names)
            if best is None:
                return
            _, kind, found, chosen = best
            inner = names + ([chosen["name"]] if "name" in chosen else [])
            begin, end = offset + found.start(), offset + found.end()
            if kind == "end":
                self.paint(out, begin, end, names)
                stack.pop()
            else:
                self.paint(out, begin, end, inner)
                for number, capture in chosen.get("beginCaptures" if kind == "begin" else "captures", {}).items():
                    first, past = found.span(int(number))
                    if "name" in capture:
                        self.paint(out, offset + first, offset + past, inner + [capture["name"]])
                    if "patterns" in capture:
                        self.scan_part(line[first:past], offset + first, out, capture, inner)
                if kind == "begin":
                    stack.append((chosen, inner))
            state = (found.end(), len(stack), kind)
            if found.end() == position and state == last:
                return
            position, last = found.end(), state
            if position >= len(line) and kind != "end" and kind != "begin":
                # Only an end that matches nothing can still follow.
                rule, names = stack[-1]
                if rule is None or not self.regex(rule["end"]).search(line, position):
                    return

    def scan_part(self, text, offset, out, capture, names):
        """A capture with patterns of its own; these are all of one line."""
        inner = Grammar.__new__(Grammar)
        inner.__dict__.update(self.__dict__)
        inner.root = capture
        part = [[] for _ in text]
        inner.scan(text, 0, part, [(None, [])])
        for i, scopes in enumerate(part):
            out[offset + i] = names + scopes

    @staticmethod
    def paint(out, begin, end, names):
        for i in range(begin, min(end, len(out))):
            out[i] = list(names)


# Words that the lexer takes for names and that mean more in their place.
CONTEXTUAL = {"if", "else", "as"}
WANTED = {
    "reserved": ("keyword.", "storage."),
    "integer": ("constant.numeric",),
    "float": ("constant.numeric",),
    "string": ("string.",),
    "heredoc": ("string.",),
    "tile-block": ("meta.tile-body",),
    "for": ("meta.for",),
    "operator": ("keyword.operator",),
    "punctuation": ("punctuation.",),
    "name": ("variable.", "entity.", "support."),
}


def check(grammar, text, tokens):
    """Mistakes of one program, as lines; and the kinds of tokens that it holds."""
    wrong, kinds = [], set()
    scopes = grammar.scopes(text)
    bytes_to_chars, position = {}, 0
    for i, c in enumerate(text):
        bytes_to_chars[position] = i
        position += len(c.encode("utf-8"))
    bytes_to_chars[position] = len(text)

    def has(i, prefixes):
        return any(s.startswith(prefixes) for s in scopes[i])

    at = 0
    for token in tokens:
        begin, end = bytes_to_chars[token["begin"]], bytes_to_chars[token["end"]]
        for i in range(at, begin):
            if not text[i].isspace() and not has(i, ("comment.",)):
                wrong.append(f"{token['line']}: {text[i]!r} before {token['text']!r} is no comment: {scopes[i]}")
                break
        kinds.add(token["kind"])
        wanted = WANTED[token["kind"]]
        if token["kind"] == "name" and token["text"] in CONTEXTUAL:
            wanted += ("keyword.control",)
        for i in range(begin, end):
            if text[i] == "\n":
                continue  # belongs to no scope
            if not has(i, wanted) or (has(i, ("comment.",)) and token["kind"] not in ("for", "tile-block")):
                wrong.append(f"{token['line']}:{token['column']}: {token['kind']} {token['text']!r}, at {text[i]!r}: {scopes[i]}")
                break
        if token["kind"] == "for" and not has(begin, ("keyword.control.for",)):
            wrong.append(f"{token['line']}:{token['column']}: the word 'for' is no keyword: {scopes[begin]}")
        at = end
    for i in range(at, len(text)):
        if not text[i].isspace() and not has(i, ("comment.",)):
            wrong.append(f"{text[i]!r} at the end is no comment: {scopes[i]}")
            break
    return wrong, kinds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--grammar", required=True)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    grammar = Grammar(options.grammar)
    checked, mistakes, all_kinds = 0, 0, set()
    for path in options.files:
        done = subprocess.run([options.program, "explain", path, "tokens", "--format", "json", "-q", "--graph-format", "dsl"],
                              capture_output=True, check=False)
        tokens = json.loads(done.stdout)["phases"][0]["facts"]
        if any("error" in token for token in tokens):
            continue
        text = open(path, encoding="utf-8", newline="").read().removeprefix("\ufeff")
        wrong, kinds = check(grammar, text, tokens)
        checked += 1
        all_kinds |= kinds
        for line in wrong:
            print(f"{path}:{line}")
        mistakes += bool(wrong)
    for kind in sorted(set(WANTED) - all_kinds):
        print(f"no program holds a token of the kind {kind}")
        mistakes += 1
    print(f"{checked} programs, {mistakes} with mistakes")
    return 1 if mistakes or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
