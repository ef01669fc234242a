#!/usr/bin/env python3
# make-fixtures.py - orders and times of schedules as the reference generators give them
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
#
# make-fixtures.py PP_SCHEDULES.PY writes digests.txt, tables-1000.txt.gz and refill-400.txt
# beside itself. README.md says what is in them.
import gzip
import hashlib
import importlib.util
import os
import random
import sys

LATENCIES = (0, 37)
KINDS = dict(f=1000, b=2100, i=900, w=1200, x=2900)


def load(path):
    spec = importlib.util.spec_from_file_location("reference", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["reference"] = module
    spec.loader.exec_module(module)
    return module


def hashed(seed, rank, seq):
    """0 to 999; test-plan-fixtures.c computes the same."""
    mask = 0xFFFFFFFF
    x = (seed * 0x9E3779B1 + rank * 0x85EBCA77 + seq * 0xC2B2AE3D) & mask
    x ^= x >> 15
    x = x * 0x2C1B3C6D & mask
    x ^= x >> 12
    x = x * 0x297A2D39 & mask
    x ^= x >> 15
    return x % 1000


def block_lines(timeline):
    for rank, row in enumerate(timeline):
        for seq, (start, end, (kind, parts)) in enumerate(row):
            ids = " ".join("%d %d" % (mb, chunk) for _, mb, chunk in parts)
            yield "%d %d %s %s %d %d\n" % (rank, seq, kind, ids, start, end)


def digest(*timelines):
    text = "".join(line for timeline in timelines for line in block_lines(timeline))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def window(ref, timeline):
    return int(ref.stats(timeline)["makespan"])


class Case:
    """Name, P, M, v, N, flags as written into the files; make() asks the generators."""

    def __init__(self, name, P, M, v=1, N=0, flags="-"):
        self.name, self.P, self.M, self.v, self.N, self.flags = name, P, M, v, N, flags

    def make(self, ref):
        if self.name == "interleaved":
            return ref.gen_interleaved(self.P, self.M, self.v, self.N)
        if self.name == "dualpipev":
            return ref.gen_dualpipev(self.P, self.M, "o" not in self.flags, "w" in self.flags,
                                     "f" not in self.flags, "m" not in self.flags)
        return getattr(ref, "gen_" + self.name)(self.P, self.M)

    def text(self):
        return "%s %d %d %d %d %s" % (self.name, self.P, self.M, self.v, self.N, self.flags)


def variants():
    for n in range(16):
        yield "".join(c for bit, c in enumerate("owfm") if n >> bit & 1) or "-"


def all_cases():
    for P in range(1, 17):
        for M in range(1, 4 * P + 1):
            for name in ("gpipe", "1f1b", "zbh1"):
                yield Case(name, P, M)
            for name in ("dualpipe", "zbv"):
                yield Case(name, P, M, 2)
            for flags in variants() if P <= 8 else ("w", "-"):
                yield Case("dualpipev", P, M, 2, 0, flags)
            for v in (2, 3):
                for N in sorted({P, P + 1, P + P // 2 + 1, 2 * P} if P <= 8 else {P}):
                    yield Case("interleaved", P, M, v, N)
        yield Case("interleaved", P, 2 * P, 1, P)


def write_digests(ref, path):
    with open(path, "w", encoding="ascii") as out:
        for case in all_cases():
            try:
                schedule = case.make(ref)
            except ValueError:
                continue
            times = [ref.replay(schedule, ref.Cost(comm=lat, **KINDS)) for lat in LATENCIES]
            windows = " ".join(str(window(ref, t)) for t in times)
            out.write("%s %s %s\n" % (case.text(), windows, digest(*times)))


def random_case(rnd, names):
    name = rnd.choice(names)
    P = rnd.choice((1, 2, 2, 3, 4, 4, 5, 6, 8))
    if name == "interleaved":
        N = P + rnd.choice((0, 0, 0, 1, 2))
        return Case(name, P, N * rnd.randint(1, 3), rnd.randint(1, 4), N)
    if name == "dualpipe":
        P += P % 2
        return Case(name, P, 2 * P + 2 * rnd.randint(0, 4), 2)
    if name == "zbv":
        return Case(name, P, 2 * P + rnd.randint(0, 6), 2)
    if name == "dualpipev":
        return Case(name, P, 2 * P + rnd.randint(0, 6), 2, 0, rnd.choice(list(variants())))
    return Case(name, P, rnd.randint(1, 3 * P + 2))


def hashed_cost(ref, schedule, seed, latency):
    """The op at a place of the given schedule keeps its cost wherever it is moved to."""
    lengths = [{op: hashed(seed, rank, seq) for seq, op in enumerate(row)}
               for rank, row in enumerate(schedule.rank_ops)]
    cost = ref.Cost(comm=latency)
    cost.of = lambda rank, op: lengths[rank][op]
    return cost


def write_tables(ref, path):
    names = ("gpipe", "1f1b", "1f1b", "zbh1", "interleaved", "interleaved", "dualpipe",
             "dualpipev", "dualpipev", "zbv")
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, 0) as out:
        for seed in range(1000):
            rnd = random.Random(seed)
            case = random_case(rnd, names)
            latency = rnd.choice((0, rnd.randint(1, 50), rnd.randint(50, 900)))
            schedule = case.make(ref)
            times = ref.replay(schedule, hashed_cost(ref, schedule, seed, latency))
            out.write(("%d %s %d %d %s\n" % (seed, case.text(), latency, window(ref, times),
                                             digest(times))).encode())
            for row in times:
                ends = [0] + [end for _, end, _ in row]
                gaps = ("%d" % (start - end) for (start, _, _), end in zip(row, ends))
                out.write((" ".join(gaps) + "\n").encode())


def write_refills(ref, path):
    with open(path, "w", encoding="ascii") as out:
        for seed in range(400):
            rnd = random.Random(seed)
            case = random_case(rnd, ("zbh1", "zbv", "zbv", "dualpipe", "dualpipev"))
            latency = rnd.choice((0, rnd.randint(1, 50), rnd.randint(50, 900)))
            schedule = case.make(ref)
            cost = hashed_cost(ref, schedule, seed, latency)
            peak = max(ref.peak_in_flight(schedule, ref.replay(schedule, cost)))
            cap = rnd.choice((0, peak - 1, peak, peak + 2)) if peak > 1 else 0
            fill = rnd.choice((0.0, 0.3, 0.5, 1.0))
            moved = ref.refill_w(schedule, cost, cap or None, fill)
            times = ref.replay(moved, cost)
            out.write("%d %s %d %d %.1f %d %s\n" % (seed, case.text(), latency, cap, fill,
                                                    window(ref, times), digest(times)))


def main(args):
    if len(args) != 1:
        sys.exit("usage: make-fixtures.py PATH-OF-THE-REFERENCE-GENERATORS")
    ref = load(args[0])
    here = os.path.dirname(os.path.abspath(__file__))
    write_digests(ref, os.path.join(here, "digests.txt"))
    write_tables(ref, os.path.join(here, "tables-1000.txt.gz"))
    write_refills(ref, os.path.join(here, "refill-400.txt"))


if __name__ == "__main__":
    main(sys.argv[1:])
