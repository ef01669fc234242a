# SPDX-License-Identifier: Apache-2.0
"""Plays pairs of recordings, lets the program compare them, and counts how often it is right.

usage: judge.py CLI [--check] [--pairs N] [--null N] [--changed N] [--seed S] [--jobs N]
                [--keep DIR]

--pairs: with a known change; --null: the same work twice, with noise; --changed: with the same
noise and 5 % faster or slower.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import pairs

MOST_FALSE = 0.05       # of pairs without a change may get another word
LEAST_RIGHT = 0.95      # of pairs with one must get the right word
NEAR_SHARE, NEAR_NS = 0.02, 5_000
WORDS = {"Outside modules", "Nothing recorded on the host", "Idle: Already Launched",
         "Idle: Launch Not Recorded", "After Last Kernel"}      # rows of what has no name
LISTS = {"category": "categories", "module": "modules", "op": "ops"}
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": ""}


def ask(cli, before, after):
    """What the program says of two folders."""
    done = subprocess.run([cli, "compare", before, after, "--json"], capture_output=True,
                          text=True, check=False, timeout=120, env=ENVIRONMENT)
    if done.returncode != 0:
        raise RuntimeError(f"{before}: {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


# ---- what must hold ------------------------------------------------------------------------------

def check_sums(said):
    """The rows of every list add up, whole and of each rank."""
    for part in [said, *said["ranks"]]:
        where = "whole" if part is said else f"rank {part['rank']}"
        for name in LISTS.values():
            for key, total in (("delta_ns", "step_delta_ns"), ("a_ns", "a_step_ns"),
                               ("b_ns", "b_step_ns")):
                found = sum(row[key] for row in part[name])
                if found != part[total]:
                    yield f"{where}: {key} of {name} add up to {found}, not {part[total]}"


def check_word(said, truth):
    """The verdict is the right one."""
    word = said["verdict"]["word"]
    if word != truth["word"]:
        yield f"verdict is {word}, not {truth['word']}"


def check_step(said, truth):
    """The step changed as it was played; means are cut to ns."""
    if abs(said["step_delta_ns"] - truth["step_ns"]) > 2:
        yield f"step changed by {said['step_delta_ns']}, not {truth['step_ns']:.0f}"


def plain(name, kind):
    """The name of a module without those around it."""
    return name.split("/")[-1].split(".")[0] if kind == "module" else name


def check_first(said, truth, kind):
    """What changed most stands first, with the right time."""
    if kind not in truth:
        return
    rows = [row for row in said[LISTS[kind]] if row["name"] not in WORDS]
    most = max(rows, key=lambda row: abs(row["delta_ns"]))
    name, ns = truth[kind]["name"], truth[kind]["ns"]
    if plain(most["name"], kind) != name:
        yield f"most changed {kind} is {most['name']}, not {name}"
    if kind != "category" and abs(rows[0]["delta_ns"]) != abs(most["delta_ns"]):
        yield f"first {kind} is {rows[0]['name']}, though {most['name']} changed more"
    found = most["delta_ns"] if kind == "module" else sum(
        row["delta_ns"] for row in rows if row["name"] == name)
    if abs(found - ns) > NEAR_SHARE * abs(ns) + NEAR_NS:
        yield f"{kind} {name} changed by {found}, not {ns:.0f}"


def check_unmatched(said, truth):
    """What one side alone has is listed, and nothing else."""
    listed = {(row["type"], row["name"], row["match"]) for row in said["unmatched"]}
    flagged = {(kind, row["name"], row["match"]) for kind in ("module", "op")
               for row in said[LISTS[kind]] if row["match"].startswith("only")}
    for type_, name, match in sorted(listed ^ flagged):
        yield f"{type_} {name} is {match} in a list or in unmatched, not in both"
    for match in ("only_before", "only_after"):
        for name in truth[match]:
            if ("op", name, match) not in listed:
                yield f"op {name} is not {match}"


def check_ranks(said, truth):
    """The category that changed most on each rank."""
    for part, (name, ns) in zip(said["ranks"], truth["ranks"], strict=True):
        most = max(part["categories"], key=lambda row: abs(row["delta_ns"]))
        if most["name"] != name or abs(most["delta_ns"] - ns) > NEAR_SHARE * abs(ns) + NEAR_NS:
            yield (f"rank {part['rank']}: {most['name']} changed most, by {most['delta_ns']}, "
                   f"not {name} by {ns:.0f}")


def complaints(said, pair):
    """All that is wrong."""
    yield from check_sums(said)
    yield from check_word(said, pair.truth)
    if "step_ns" in pair.truth:
        yield from check_step(said, pair.truth)
        for kind in LISTS:
            yield from check_first(said, pair.truth, kind)
        yield from check_unmatched(said, pair.truth)
        yield from check_ranks(said, pair.truth)


# ---- playing and counting ------------------------------------------------------------------------

def draw(family, seed, number):
    """A pair of a family."""
    if family == "same":
        return pairs.draw_same(seed, number)
    if family == "changed":
        return pairs.draw_changed(seed, number)
    return pairs.draw_known(seed + number // len(pairs.KNOWN), number % len(pairs.KNOWN))


def play(job):
    """Plays, writes and judges a pair."""
    options, family, number = job
    pair = draw(family, options.seed, number)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(options.keep or scratch, f"{family}-{number}")
        before, after = pair.write(folder)
        (folder / "truth.json").write_text(json.dumps(pair.truth, indent=1))
        said = ask(options.cli, before, after)
    return (family, pair.kind, number, said["verdict"]["word"], list(complaints(said, pair)),
            said["verdict"]["text"])


def jobs_of(options):
    """All pairs that are played."""
    for family, count in (("known", options.pairs), ("same", options.null),
                          ("changed", options.changed)):
        for number in range(count):
            yield options, family, number


def line_of(name, rows):
    """Prints how many of some pairs are right; returns that share."""
    right = sum(not row[4] for row in rows)
    words = collections.Counter(row[3] for row in rows)
    said = ", ".join(f"{word} {count}" for word, count in words.most_common())
    print(f"{name:18} {right:5} of {len(rows):5}  {100 * right / len(rows):5.1f} %   {said}")
    return right / len(rows)


def report(found):
    """Prints the table and each wrong pair; returns which limits do not hold."""
    bad, families = [], collections.defaultdict(list)
    for row in found:
        families[row[0]].append(row)
    print(f"{'pairs':18} {'right':>5}    {'all':>5}           verdicts")
    for family, least in (("known", 1), ("same", 1 - MOST_FALSE), ("changed", LEAST_RIGHT)):
        rows = families[family]
        for kind in dict.fromkeys(row[1] for row in rows if family == "known"):
            line_of("  " + kind, [row for row in rows if row[1] == kind])
        if rows and line_of(family, rows) < least:
            bad.append(f"{family} ({100 * least:.0f} % is the least)")
    for family, kind, number, _word, wrong, text in found:
        if wrong:
            print(f"{family} {number} ({kind}): {text}", *wrong, sep="\n    ")
    if any("add up" in one for row in found for one in row[4]):
        bad.append("sums")
    return bad


def main():
    """Returns 0 when every limit holds."""
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("--check", action="store_true", help="few pairs, for the test")
    parser.add_argument("--pairs", type=int, default=len(pairs.KNOWN))
    parser.add_argument("--null", type=int, default=1000)
    parser.add_argument("--changed", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep")
    options = parser.parse_args()
    if options.check:
        options.null, options.changed = 20, 20
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        found = list(pool.map(play, jobs_of(options)))
    bad = report(found)
    print("all limits hold" if not bad else "below the limit: " + ", ".join(bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
