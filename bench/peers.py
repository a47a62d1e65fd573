#!/usr/bin/env python3
"""Compares the command with its peers, where scripts/get-peers could install them: one core, contenders in turns, the least of the rounds.

    peers.py --program build/release/bin/polydat --bench build/release/bin/polydat_bench --peers build/peers --json build/peers.json

Prints a table: what one row takes here and there. A peer that is not there, or that cannot do a work, has a row that says so. Before a
work is timed, rows of the reference are compared with ours; rows that differ are said too. A target is of the issue that asked for it.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import warnings

warnings.filterwarnings("ignore")
ROUNDS = 5
LADDER_ROWS = 20_000_000
LADDER_CHECKSUM = 0xD3A3D1E2DC41DFE7
CSV_ROWS = 10_000_000

USERS = "input cycle: u64\nhashed := hash(cycle)\nuser_id := mod(hashed, 1000000)\nbucket := mod(hashed, 64)\n"
LADDER = """input cycle: u64
input tenant_seed: u64
input operation_seed: u64
seeded_cycle := u64_add(cycle, tenant_seed)
identity_entropy := hash(seeded_cycle)
account_id := mod(identity_entropy, 10000000)
route_seed := u64_xor(account_id, operation_seed)
route_entropy := hash(route_seed)
shard := mod(route_entropy, 64)
payload_seed := u64_add(identity_entropy, operation_seed)
payload_entropy := hash(payload_seed)
payload_class := mod(payload_entropy, 8)
token_seed := u64_add(route_entropy, payload_entropy)
event_token := hash(token_seed)
"""
TEXTS = """input cycle: u64
h := hash(cycle)
id := hashed_uuid(h)
tier := weighted_strings(h, "free:70;pro:25;enterprise:5")
label := printf("user-{}-{}-{}", cycle, mod(h, 1000), mod(h, 7))
at := to_timestamp(u64_add(1700000000000, mod(h, 100000000)))
name := full_names(h)
words := number_to_words(mod(h, 1000))
price := format_f64(f64_div(to_f64(mod(h, 100000)), 100.0), 2)
"""
VECTORS = "input cycle: u64\nv := hash_vec(cycle, 128)\n"


def tile_of(holes):
    """A JSON document with that many holes: integers, numbers with three decimals, texts."""
    lines, fields = ["input cycle: u64"], []
    for i in range(holes):
        value, form = [
            (f"mod(hash(cycle + {i}), 1000)", ""),
            (f"unit_interval(hash(cycle + {i})) * 100.0", " | .3"),
            (f'"item-{{mod(hash(cycle + {i}), 1000)}}"', ""),
        ][i % 3]
        lines.append(f"k{i} := {value}")
        fields.append(f'"k{i}": ${{k{i}{form}}}')
    return "\n".join(lines) + "\ntile doc : json := { " + ", ".join(fields) + " }\n"


class Absent(Exception):
    """A peer that cannot do this work, and why."""


def seconds(action):
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


class Peers:
    def __init__(self, args, folder):
        self.program, self.bench, self.folder = args.program, args.bench, folder
        self.reference = args.peers / "bin" / "polydat"
        for site in (args.peers / "venv" / "lib").glob("python3*/site-packages"):
            sys.path.insert(0, str(site))

    def graph(self, name, text):
        path = self.folder / f"{name}.polydat"
        path.write_text(text)
        return str(path)

    def ours(self, graph, rows, *options):
        """Nanoseconds a row, from start to exit."""
        command = [self.program, "eval", graph, "--threads", "1", "--range", f"0..{rows}", *options]
        return lambda: seconds(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)) * 1e9 / rows

    def of_reference(self, graph, rows, *options):
        def run():
            if not self.reference.exists():
                raise Absent("not installed")
            command = [self.reference, "run", graph, "--quiet", "--cycles", str(rows), *options]
            begin = time.perf_counter()
            result = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            if result.returncode != 0:
                raise Absent(" ".join(result.stderr.split()))
            return (time.perf_counter() - begin) * 1e9 / rows
        return run

    def same_rows(self, graph, options, reference_options):
        """Whether the reference writes our first 1,000 rows; None when it is not there."""
        if not self.reference.exists():
            return None
        here = subprocess.run([self.program, "eval", graph, "--range", "0..1000", *options], check=True, capture_output=True).stdout
        there = subprocess.run([self.reference, "run", graph, "--quiet", "--cycles", "1000", *reference_options], capture_output=True).stdout
        return here.splitlines() == there.splitlines()

    def ladder_here(self):
        """The figure of the block-mode line: checksum of all outputs, in process."""
        report = self.folder / "bench.json"
        subprocess.run([self.bench, "--lines", "block-mode", "--json", report], check=True, stdout=subprocess.DEVNULL)
        for row in json.loads(report.read_text())["rows"]:
            if row["work"] == "ladder, block mode, hybrid":
                return row["figures"]["kernel ns"]
        raise Absent("this build has no native code")


def checked(checksum):
    if checksum != LADDER_CHECKSUM:
        raise Absent(f"wrong checksum {checksum:x}")


def mixer(u):
    """SplitMix64, the graph's `hash`, on one word or an array of the type `u`."""
    def mix(x):
        x = x + u(0x9E3779B97F4A7C15)
        x = (x ^ (x >> u(30))) * u(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> u(27))) * u(0x94D049BB133111EB)
        return x ^ (x >> u(31))
    return mix


def numba_ladder():
    import numba
    import numpy as np
    u = np.uint64

    mix = numba.njit(mixer(u))

    @numba.njit
    def ladder(rows):
        total = u(0)
        for i in range(rows):
            identity = mix(u(i) + u(7))
            account = identity % u(10000000)
            route = mix(account ^ u(11))
            payload = mix(identity + u(11))
            total ^= account ^ (route % u(64)) ^ (payload % u(8)) ^ mix(route + payload)
        return total

    ladder(10)
    return lambda: checked(int(ladder(LADDER_ROWS)))


def numpy_ladder():
    import numpy as np
    u = np.uint64
    np.seterr(over="ignore")

    mix = mixer(u)

    def ladder():
        total, block = u(0), 1 << 14
        for begin in range(0, LADDER_ROWS, block):
            identity = mix(np.arange(begin, min(LADDER_ROWS, begin + block), dtype=u) + u(7))
            account = identity % u(10000000)
            route, payload = mix(account ^ u(11)), mix(identity + u(11))
            total ^= np.bitwise_xor.reduce(account ^ (route % u(64)) ^ (payload % u(8)) ^ mix(route + payload))
        checked(int(total))

    return ladder


def sql_mix(name, x):
    return (f"toUInt64({x} + toUInt64(11400714819323198485)) AS {name}0, "
            f"toUInt64(bitXor({name}0, bitShiftRight({name}0, 30)) * toUInt64(13787848793156543929)) AS {name}1, "
            f"toUInt64(bitXor({name}1, bitShiftRight({name}1, 27)) * toUInt64(10723151780598845931)) AS {name}2, "
            f"bitXor({name}2, bitShiftRight({name}2, 31)) AS {name}")


def clickhouse_ladder():
    import chdb
    query = (f"WITH {sql_mix('e', 'number + toUInt64(7)')}, e % 10000000 AS a, {sql_mix('r', 'bitXor(a, toUInt64(11))')}, "
             f"{sql_mix('p', 'toUInt64(e + toUInt64(11))')}, {sql_mix('t', 'toUInt64(r + p)')} "
             f"SELECT groupBitXor(bitXor(bitXor(a, r % 64), bitXor(p % 8, t))) FROM numbers({LADDER_ROWS}) "
             "SETTINGS max_threads = 1, compile_expressions = 1, min_count_to_compile_expression = 0")
    return lambda: checked(int(str(chdb.query(query, "CSV"))))


def clickhouse_users():
    import chdb
    query = (f"WITH {sql_mix('h', 'number')} SELECT h, h % 1000000 AS u, h % 64 AS b FROM numbers({CSV_ROWS}) "
             "INTO OUTFILE '/dev/null' TRUNCATE FORMAT CSV SETTINGS max_threads = 1")
    return lambda: chdb.query(query)


def duckdb_users():
    import duckdb
    connection = duckdb.connect()
    connection.execute("PRAGMA threads = 1")
    query = (f"COPY (SELECT h, h % 1000000 u, h % 64 b FROM (SELECT hash(i) h FROM range({CSV_ROWS}) t(i))) "
             "TO '/dev/null' (FORMAT CSV)")
    return lambda: connection.execute(query)


def polars_users():
    import polars as pl
    return lambda: pl.select(i=pl.int_range(CSV_ROWS, dtype=pl.UInt64)).select(h=pl.col("i").hash(0)).select(
        "h", u=pl.col("h") % 1000000, b=pl.col("h") % 64).write_csv("/dev/null")


def library(make, rows):
    """A contender inside this process: made at its first turn, nanoseconds a row."""
    made = []

    def run():
        if not made:
            try:
                made.append(make())
            except ImportError as error:
                raise Absent(f"not installed: {error}")
        return seconds(made[0]) * 1e9 / rows
    return run


def works(peers):
    """(work, least factor that was asked for, ours, peers by name, what must be equal)"""
    users, ladder = peers.graph("users", USERS), peers.graph("ladder", LADDER)
    texts, vectors, tile = peers.graph("texts", TEXTS), peers.graph("vectors", VECTORS), peers.graph("tile", tile_of(20))
    columns = "id,tier,label,at,name,words,price"
    seeds = ("tenant_seed=7", "operation_seed=11")
    outputs = "account_id,shard,payload_class,event_token"
    yield ("ladder, checksum of all outputs, block mode", {}, peers.ladder_here, {
        "numba": library(numba_ladder, LADDER_ROWS), "numpy, blocks of 16,384": library(numpy_ladder, LADDER_ROWS),
        "ClickHouse, compiled": library(clickhouse_ladder, LADDER_ROWS),
        "reference, run without rows": peers.of_reference(ladder, 2_000_000, "--outputs", outputs, *seeds)}, None)
    yield ("users to CSV, /dev/null", {"reference": 45, "ClickHouse": 5, "polars (its own hash)": 5}, peers.ours(users, CSV_ROWS), {
        "ClickHouse": library(clickhouse_users, CSV_ROWS), "DuckDB (its own hash)": library(duckdb_users, CSV_ROWS),
        "polars (its own hash)": library(polars_users, CSV_ROWS),
        "reference": peers.of_reference(users, 1_000_000, "--emit", "csv")}, (users, ["--format", "csv"], ["--emit", "csv"]))
    yield ("seven text columns to JSONL", {"reference": 20},
           peers.ours(texts, 3_000_000, "--outputs", columns, "--format", "jsonl"),
           {"reference": peers.of_reference(texts, 200_000, "--outputs", columns, "--emit", "jsonl")},
           (texts, ["--outputs", columns, "--format", "jsonl"], ["--outputs", columns, "--emit", "jsonl"]))
    yield ("hash_vec(cycle, 128) to CSV", {"reference": 5}, peers.ours(vectors, 100_000),
           {"reference": peers.of_reference(vectors, 20_000, "--emit", "csv")}, (vectors, [], ["--emit", "csv"]))
    yield ("a JSON tile of 20 holes", {"reference": 4}, peers.ours(tile, 1_000_000, "--format", "tile:doc"),
           {"reference": peers.of_reference(tile, 200_000, "--emit", "tile:doc")},
           (tile, ["--format", "tile:doc"], ["--emit", "tile:doc"]))
    yield ("one row of users, start to exit", {}, peers.ours(users, 1),
           {"reference": peers.of_reference(users, 1, "--emit", "csv")}, None)


def main():
    parser = argparse.ArgumentParser()
    for name in ("--program", "--bench", "--peers", "--json"):
        parser.add_argument(name, required=True, type=pathlib.Path)
    args = parser.parse_args()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rows = []
    print("| work | peer | ours, ns a row | the peer's | times ours | asked for |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        peers = Peers(args, pathlib.Path(folder))
        for work, asked, ours, others, same in works(peers):
            least, absent = {}, {}
            for _ in range(ROUNDS):
                for name, run in {"": ours, **others}.items():
                    if name in absent:
                        continue
                    try:
                        least[name] = min(least.get(name, float("inf")), run())
                    except Absent as why:
                        absent[name] = str(why)
            equal = peers.same_rows(*same) if same else None
            for name in others:
                row = {"work": work, "peer": name}
                if name in absent or "" in absent:
                    row["skipped"] = absent.get(name, absent.get(""))
                    print(f"| {work} | {name} | | | skipped: {row['skipped']} | |", flush=True)
                else:
                    factor = least[name] / least[""]
                    row |= {"ours_ns": least[""], "peer_ns": least[name], "factor": factor, "asked": asked.get(name)}
                    if name == "reference" and equal is not None:
                        row["same_rows"] = equal
                    remark = " (its rows differ)" if row.get("same_rows") is False else ""
                    print(f"| {work} | {name}{remark} | {least['']:.4g} | {least[name]:.4g} | {factor:.3g} | "
                          f"{asked.get(name, '')} |", flush=True)
                rows.append(row)
    args.json.write_text(json.dumps({"rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
