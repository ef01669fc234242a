# SPDX-License-Identifier: Apache-2.0
"""Plays faults, lets the program find them, and counts how often its first finding is right.

usage: judge.py CLI [--check] [--count N] [--clean N] [--seed S] [--jobs N] [--only FAULT] [--keep DIR]
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

import cases
import machine
import recording

LEAST_RIGHT = 0.95
MOST_FALSE = 0.02


def ask(cli, folder):
    """The findings of a folder, in order."""
    done = subprocess.run([cli, "findings", "--json", folder], capture_output=True, text=True,
                          check=False, timeout=120)
    if done.returncode not in (0, 3):
        raise RuntimeError(f"{folder}: {done.returncode}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def stands_out(row):
    """Whether a finding is said, and not folded as merely possible."""
    return row["severity"] == "major" and row["certainty"] not in ("possible", "predicted")


def outcome(rows, truth):
    """What the first finding is, against the truth."""
    first = rows[0] if rows else None
    if truth["id"] is None:
        return "clean" if not first or not stands_out(first) else "false " + first["id"]
    if not first or (not stands_out(first) and truth["id"] != "memory_growth"):
        return "silent"
    if first["id"] != truth["id"]:
        return first["id"]
    is_everywhere = truth["is_everywhere"] and truth["id"] != "slow_link"
    return "right" if is_everywhere or sorted(first["ranks"]) == sorted(truth["ranks"]) else "ranks"


def play(job):
    """Plays, writes and judges one profile."""
    options, number, fault = job
    profile, played, truth = cases.draw_case(options.seed, number, fault)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(options.keep or scratch, f"{fault}-{number}")
        recording.write(folder, profile, played)
        (folder / "truth.json").write_text(json.dumps(truth))
        rows = ask(options.cli, str(folder))
    result = outcome(rows, truth)
    detail = rows[0]["text"] if rows else ""
    return fault, number, result, truth, detail, machine.step_ns(played)


def jobs_of(options):
    """All profiles that are played."""
    faults = [options.only] if options.only else cases.FAULTS
    for fault in faults:
        for number in range(options.count):
            yield options, number, fault
    for number in range(options.clean):
        yield options, number, None


def report(found, is_loud):
    """Prints the table; returns what is below its limit."""
    table = collections.defaultdict(collections.Counter)
    for fault, _number, result, *_ in found:
        table[fault][result] += 1
    bad = []
    for fault, row in table.items():
        count = sum(row.values())
        good = row["right" if fault else "clean"]
        print(f"{fault or 'clean':26} {good:4} of {count:4}  " + ", ".join(
            f"{name} {n}" for name, n in row.most_common() if name not in ("right", "clean")))
        least = LEAST_RIGHT if fault else 1 - MOST_FALSE
        if good < least * count - (1 if count < 20 else 0):
            bad.append(fault or "clean")
    for fault, number, result, truth, detail, _step in found:
        if is_loud and result not in ("right", "clean"):
            print(f"  {fault} {number}: {result}; {truth['share']:.3f} on {truth['ranks']}: {detail}")
    return bad


def main():
    """Returns 0 when every limit holds."""
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("--check", action="store_true", help="few profiles, for the test")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--clean", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only")
    parser.add_argument("--keep")
    parser.add_argument("--loud", action="store_true")
    options = parser.parse_args()
    if options.check:
        options.count, options.clean = 4, 16
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        found = list(pool.map(play, jobs_of(options)))
    bad = report(found, options.loud or options.check)
    print("all limits hold" if not bad else "below the limit: " + ", ".join(bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
