#!/usr/bin/env python3
"""Runs text cases: a command over small files, with its exact standard output, standard error and exit code.

A case file holds one or more cases, separated by lines of `========`. A case is headers, then sections:

    # name: what must hold
    # run: polydat eval g.polydat --range 0..2     (a bash command; several lines make a script)
    # exit: 2                                      (default 0)
    # setup: seq 100000 > rows                     (run before; several lines make a script)
    # engines: all                                 (the command holds $ENGINE and is run for each engine, folded and not; all must agree)
    # needs: native                                (left out, and counted, where no native code can be made; `jit-build`: in
                                                    a build without the JIT; `memory-limit`: in one that cannot start in a
                                                    small address space, such as one with sanitizers)
    # timeout: 5                                   (seconds, default 60)
    ---- file g.polydat
    ...
    ---- stdin
    ...
    ---- stdout
    ...
    ---- stderr
    ...

Missing stdout or stderr sections mean empty. `no-newline` after a section's name: the text has no last line end. A case without
`# run` is a preamble: its files and setup belong to every case of the file. Commands run in an empty folder, with `polydat` first
on the PATH, in the C locale, without colours.

    run_text_cases.py --program PROGRAM FILE...      compares; exit 1 when a case differs
    run_text_cases.py --program PROGRAM --rewrite FILE...     writes what came out into the files
"""
import argparse
import difflib
import os
import shutil
import signal
import subprocess
import sys
import tempfile

SEPARATOR = "========"


class Case:
    def __init__(self):
        self.headers = []   # [(key, value)] in order
        self.sections = []  # [[title, text]] in order; text as bytes
        self.comments = []

    def get(self, key, default=None):
        values = [v for k, v in self.headers if k == key]
        return "\n".join(values) if values else default

    def section(self, title):
        for t, text in self.sections:
            if t == title:
                return text
        return b""

    def set_section(self, title, text):
        for s in self.sections:
            if s[0] == title:
                s[1] = text
                return
        self.sections.append([title, text])

    def text(self):
        out = [f"# {k}: {v}\n".encode() if k else b"#\n" for k, v in self.headers]
        for title, text in self.sections:
            if title in ("stdout", "stderr") and not text:
                continue
            bare = text and not text.endswith(b"\n")
            out.append(f"---- {title}{' no-newline' if bare else ''}\n".encode() + text + (b"\n" if bare else b""))
        return b"".join(out)


def parse_case(block, where):
    case = Case()
    title, bare, lines = None, False, []

    def close():
        if title is not None:
            text = b"".join(lines)
            case.sections.append([title, text[:-1] if bare else text])

    for line in block:
        if line.startswith(b"---- "):
            close()
            title, bare, lines = line[5:].decode().strip(), False, []
            if title.endswith(" no-newline"):
                title, bare = title[: -len(" no-newline")], True
        elif title is None:
            text = line.decode().rstrip("\n")
            if not text.startswith("# "):
                sys.exit(f"{where}: expected a `# key: value` line, found {text!r}")
            key, colon, value = text[2:].partition(": ")
            case.headers.append((key, value) if colon else (key.rstrip(":"), ""))
        else:
            lines.append(line)
    close()
    return case


def parse_file(path):
    with open(path, "rb") as f:
        lines = f.readlines()
    blocks, block = [], []
    for line in lines:
        if line.rstrip(b"\n") == SEPARATOR.encode():
            blocks.append(block)
            block = []
        else:
            block.append(line)
    blocks.append(block)
    return [parse_case(b, path) for b in blocks]


NEEDS = {"native", "jit-build", "memory-limit"}


def abilities(program):
    """What of `# needs` this program has here."""
    small = subprocess.run(["bash", "-c", 'ulimit -v 400000; "$0" --version', program], capture_output=True)
    return native_abilities(program) | ({"memory-limit"} if small.returncode == 0 else set())


def native_abilities(program):
    probe = subprocess.run([program, "eval", "-e", "a := hash(cycle)", "--engine", "hybrid", "--range", "0..1", "--no-cache"], capture_output=True)
    if probe.returncode == 0:
        return {"native", "jit-build"}
    return set() if b"this build has no JIT" in probe.stderr else {"jit-build"}


def run_once(case, preamble, program, engine):
    with tempfile.TemporaryDirectory() as top:
        bin_dir = os.path.join(top, "bin")
        work = os.path.join(top, "work")
        os.mkdir(bin_dir)
        os.mkdir(work)
        os.symlink(program, os.path.join(bin_dir, "polydat"))
        for source in (preamble, case):
            for title, text in source.sections if source else []:
                if title.startswith("file "):
                    path = os.path.join(work, title[5:])
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                    with open(path, "wb") as f:
                        f.write(text)
        env = {k: v for k, v in os.environ.items() if k.startswith("POLYDAT_") or k in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LD_LIBRARY_PATH")}
        env.update(ROOT=os.path.dirname(os.path.dirname(os.path.realpath(__file__))), PATH=bin_dir + ":" + os.environ["PATH"], LC_ALL="C", HOME=work, ENGINE=engine)
        for source in (preamble, case):
            if source and source.get("setup"):
                subprocess.run(["bash", "-ec", source.get("setup")], cwd=work, env=env, check=True)
        # A session of its own, so that a timeout ends everything that the case started.
        with subprocess.Popen(["bash", "-c", case.get("run")], cwd=work, env=env, start_new_session=True, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            try:
                out, err = process.communicate(case.section("stdin"), float(case.get("timeout", "60")))
                return (out, err, str(process.returncode))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                out, err = process.communicate()
                return (out, err, "timeout")


def show_difference(title, expected, actual):
    text = difflib.unified_diff(expected.decode(errors="backslashreplace").splitlines(), actual.decode(errors="backslashreplace").splitlines(),
                                f"{title} expected", f"{title} actual", lineterm="")
    print("\n".join("    " + line for line in list(text)[:60]))


def run_file(path, program, able, rewrite):
    cases = parse_file(path)
    preamble = cases[0] if cases and cases[0].get("run") is None else None
    ran = failed = left_out = 0
    for case in cases:
        if case.get("run") is None:
            if case is not preamble:
                sys.exit(f"{path}: a case without `# run`")
            continue
        needs = case.get("needs")
        if needs is not None and needs not in NEEDS:
            sys.exit(f"{path}: unknown need {needs!r}")
        if needs is not None and needs not in able:
            left_out += 1
            continue
        engines = [""]
        if case.get("engines") == "all":
            names = ["closures", "interpreter"] + (["hybrid"] if "native" in able else [])
            engines = [f"--engine {n}{fold}" for n in names for fold in ("", " --no-fold")]
        for i, engine in enumerate(engines):
            expected = (case.section("stdout"), case.section("stderr"), case.get("exit", "0"))
            actual = run_once(case, preamble, program, engine)
            ran += 1
            if actual == expected:
                continue
            if rewrite and i == 0:
                case.set_section("stdout", actual[0])
                case.set_section("stderr", actual[1])
                case.headers = [h for h in case.headers if h[0] != "exit"]
                if actual[2] != "0":
                    case.headers.append(("exit", actual[2]))
                print(f"{os.path.basename(path)}: {case.get('name')}: rewritten")
                continue
            failed += 1
            print(f"FAILED {os.path.basename(path)}: {case.get('name')} {engine}")
            if actual[2] != expected[2]:
                print(f"    exit {actual[2]}, expected {expected[2]}")
            for title, e, a in (("stdout", expected[0], actual[0]), ("stderr", expected[1], actual[1])):
                if e != a:
                    show_difference(title, e, a)
    if rewrite:
        with open(path, "wb") as f:
            f.write((SEPARATOR + "\n").encode().join(c.text() for c in cases))
    return ran, failed, left_out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--rewrite", action="store_true")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    program = os.path.realpath(args.program)
    if shutil.which("bash") is None:
        sys.exit("text cases need bash")
    able = abilities(program)
    ran = failed = left_out = 0
    for path in args.files:
        r, f, o = run_file(path, program, able, args.rewrite)
        ran, failed, left_out = ran + r, failed + f, left_out + o
    hybrid = "the hybrid engine and " if "native" not in able else ""
    out = f"; no {', no '.join(sorted(NEEDS - able))} here: {hybrid}{left_out} cases were left out" if able != NEEDS else ""
    print(f"{ran} runs, {failed} failed{out}")
    sys.exit(1 if failed or ran + left_out == 0 else 0)


if __name__ == "__main__":
    main()
