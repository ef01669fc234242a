#!/usr/bin/env python3
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes analysis-1000.txt.gz: who waited for whom, critical path and numbers of 1,000 pipelines.

    python3 make-analysis.py PATH/TO/REFERENCE_GENERATORS.py analysis-1000.txt.gz

Lengths and times are not in the file: both sides compute them from the seed with mix(), whole
numbers only, so that they have to agree to the nanosecond. Lines of a seed:

    S seed schedule P M v N flags latency max_link   (flags: overlap, late weights, first pair
                                                     unfused, weights in the middle; - is none)
    T window
    R busy ramp inner tail warm-up steady cool-down peak            one per rank
    W cause:value ...                                               one per rank, see waits()
    E sender:receiver:value ...
    P rank:index:why ...
    L forward:full ...                                              by micro-batch
"""
import gzip
import importlib.util
import random
import sys

SEEDS = 1000
KINDS = {"F": 1000, "B": 2100, "I": 900, "W": 1200, "X": 2900}


def load(path):
    spec = importlib.util.spec_from_file_location("reference", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def mix(seed, a, b):
    x = (seed * 2654435761 + a * 40503 + b * 2246822519 + 374761393) & 0xFFFFFFFF
    x ^= x >> 15
    x = x * 2246822519 & 0xFFFFFFFF
    x ^= x >> 13
    x = x * 3266489917 & 0xFFFFFFFF
    return x ^ x >> 16


def length(seed, rank, position, kind):
    """Equal lengths by kind, tiny ones with many ties and zeros, or all different; one slow rank."""
    h = mix(seed, rank, position)
    mode = seed % 3
    value = KINDS[kind] if mode == 0 else h % 4 if mode == 1 else 500 + h % 1500
    return value * 2 if seed % 5 == 0 and rank == seed % 7 else value


def gap(seed, rank, position):
    """Time for which a measured op was not started although it could have been."""
    if seed % 2 == 0:
        return 0
    h = mix(seed + 7919, rank, position)
    return 0 if h % 3 else h // 3 % (3 if seed % 3 == 1 else 700)


def shift(seed, rank):
    """Error of a rank's clock."""
    if seed % 4 != 3:
        return 0
    return mix(seed + 104729, rank, 0) % (4 if seed % 3 == 1 else 1500)


def choose(ref, seed):
    r = random.Random(seed)
    tiny = seed % 3 == 1
    latency = 0 if r.random() < 0.3 else r.randint(1, 3 if tiny else 400)
    max_link = -1 if r.random() < 0.4 else r.randint(0, 4 if tiny else 600)
    P = 16 if seed % 50 == 49 else r.randint(1, 8)
    name = r.choice(["gpipe", "1f1b", "interleaved", "zbh1", "dualpipev", "dualpipe", "zbv"])
    v, N, flags = 1, P, "-"
    if name == "interleaved":
        v = r.randint(1, 3)
        N = P + r.choice([0, 0, 1])
        M = N * r.randint(1, 3)
        s = ref.gen_interleaved(P, M, v, N)
    elif name == "dualpipev":
        M = 2 * P + r.randint(0, 6)
        bits = [r.random() < 0.6 for _ in range(4)]
        flags = "".join("01"[b] for b in bits)
        s = ref.gen_dualpipev(P, M, *bits)
    elif name == "dualpipe":
        P += P % 2
        N = P
        M = 2 * P + 2 * r.randint(0, 3)
        s = ref.gen_dualpipe(P, M)
    elif name == "zbv":
        M = 2 * P + r.randint(0, 6)
        s = ref.gen_zbv(P, M)
    else:
        M = r.randint(1, 14)
        s = {"gpipe": ref.gen_gpipe, "1f1b": ref.gen_1f1b, "zbh1": ref.gen_zbh1}[name](P, M)
    head = "S %d %s %d %d %d %d %s %d %d" % (seed, name, P, M, v, N, flags, latency, max_link)
    return s, head, latency, max_link


def run(ref, s, seed, latency):
    """A gap is the first part of an op while it is replayed, and is cut off again afterwards."""
    cost = ref.MeasuredCost(
        lambda r, j, o: length(seed, r, j, o[0]) + gap(seed, r, j), latency)
    return [[(a + gap(seed, r, j) + shift(seed, r), e + shift(seed, r), o)
             for j, (a, e, o) in enumerate(row)] for r, row in enumerate(ref.replay(s, cost))]


def number(value):
    assert value == int(value), value
    return str(int(value))


def waits(wait):
    """rank:kind, h:rank (host), c:rank (clock), l:sender:receiver, e."""
    out = []
    for key, value in wait.items():
        if not value:
            continue
        if key[0] == "link":
            text = "l:%d:%d" % key[1:]
        elif key[0] == "end":
            text = "e"
        elif key[1] in ("host", "clock"):
            text = "%s:%d" % (key[1][0], key[0])
        else:
            text = "%d:%s" % key
        out.append(text + ":" + number(value))
    return " ".join(sorted(out))


def write(ref, seed, out):
    s, head, latency, max_link = choose(ref, seed)
    tl = run(ref, s, seed, latency)
    st = ref.stats(tl)
    wait, link = ref.blame(s, tl, float("inf") if max_link < 0 else max_link)
    peak = ref.peak_in_flight(s, tl)
    out.append(head)
    out.append("T " + number(st["makespan"]))
    for r, row in enumerate(tl):
        k = st["ranks"][r]
        cells = [k["busy"], k["ramp"], k["inner"], k["tail"]]
        cells += ref.phase_bubbles(row, st["t0"], st["t1"]) + [peak[r]]
        assert sum(wait[r].values()) == k["bubble"]
        out.append("R " + " ".join(number(c) for c in cells))
    for w in wait:
        out.append("W " + waits(w))
    out.append("E " + " ".join("%d:%d:%s" % (k + (number(x),)) for k, x in sorted(link.items()) if x))
    path = ref.critical_path(s, tl, latency, 0)
    out.append("P " + " ".join("%d:%d:%s" % (r, j, why[0]) for r, j, why in path))
    latencies = ref.microbatch_latency(s, tl)
    out.append("L " + " ".join(number(latencies[m][0]) + ":" + number(latencies[m][1])
                               for m in range(s.M)))


def main(reference, target):
    ref = load(reference)
    out = []
    for seed in range(SEEDS):
        write(ref, seed, out)
    data = ("\n".join(out) + "\n").encode()
    with open(target, "wb") as f:
        f.write(gzip.compress(data, 9, mtime=0))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
