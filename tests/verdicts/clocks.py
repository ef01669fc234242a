# SPDX-License-Identifier: Apache-2.0
"""Runs on hosts whose clocks are apart, and how well a reader finds out by how much."""

import math
import random

import cases
import simulator
import writer

NEAR_RATIO = 0.005    # what a bubble ratio without a range may miss
RANGE_RATIO = 1e-4    # what a range may miss: drifts that are not quite right change lengths of work


def draw_case(seed, number):
    """A run without fault on two to four hosts: every second one with messages."""
    draw = random.Random(f"clocks/{seed}/{number}")
    name = ("1f1b", "interleaved", "zbh1", "dualpipev")[number // 4 % 4]
    plan = cases.schedule(draw, name)
    cost = cases.costs(draw, plan.stages)
    steps = draw.choice((3, 3, 5, 10))
    delay = int(draw.uniform(5e3, 100e3))
    # Unequal ways up and down look like an offset to whoever takes them for equal.
    delays = (delay, delay if number % 4 < 2 else int(delay * draw.uniform(1.5, 4)))
    run = simulator.Run(
        plan, cost, simulator.Fault("clocks"), steps=steps, seed=f"{seed}/{number}",
        jitter=draw.choice((0.0, 1.0, 1.0)) * math.exp(draw.uniform(math.log(0.005),
                                                                    math.log(0.03))),
        messages=number % 2 == 0, eager=draw.random() < 0.5,
        delays=delays, hosts=cases.clocks(draw, min(plan.stages, draw.choice((2, 2, 3, 4))), False,
                                          cases.span(plan, cost, steps)))
    return run, writer.Recording(ids=plan.chunks > 1)


def offsets(run, time):
    """What each host's clock is ahead of the first host's at a time from the run's start, in ns."""
    return [run.clock_ns(host, time) - run.clock_ns(0, time)
            for host in range(max(1, len(run.hosts)))]


def truth(run, played):
    """The offsets at the first and last block of the recording, by host."""
    begin = writer.ORIGIN_NS
    length = sum(step for _one, step in played) + (run.steps - 1) * simulator.OPTIMIZER_NS
    return {"beginNs": run.begin_ns + begin, "lengthNs": length, "begin": offsets(run, begin),
            "end": offsets(run, begin + length), "delaysNs": run.delays}


def line_at(row, time_ns):
    """What a PpClock row says of the offset at a moment of its rank's clock."""
    since = time_ns - (row.get("at_ns") or time_ns)
    return row["offset_ns"] + since * (row.get("drift_ppb") or 0) * 1e-9


def misses(run, known, row):
    """By how much a PpClock row misses the truth at the ends of the recording, in ns."""
    host = run.host(row["rank"] // (run.tensor * run.data))
    for moment, since in (("begin", 0), ("end", known["lengthNs"])):
        local = known["beginNs"] + since + known[moment][host]
        yield abs(line_at(row, local) - known[moment][host])


def ratio_of(rows, name):
    """A figure of the whole group over its steps, None if it is not there or not told."""
    return next((row["value"] for row in rows if row.get("table") == "PpMetric"
                 and row.get("name") == name and row.get("rank") is None
                 and not row.get("group_id")), None)


def judge(run, played, rows):
    """Compares PpClock and PpMetric rows with the truth: a dictionary of what was found."""
    known = truth(run, played)
    shown = [row for row in rows if row.get("table") == "PpClock" and not row.get("group_id")]
    # Without an offset or without its uncertainty a clock is not called aligned.
    aligned = bool(shown) and all(
        row.get("offset_ns") is not None and row.get("uncertainty_ns") is not None for row in shown
    ) and any(row.get("applied") for row in shown)
    found = [(miss, row["uncertainty_ns"]) for row in shown if aligned
             for miss in misses(run, known, row)]
    ratio = ratio_of(rows, "bubble_ratio_median")
    true = sorted(simulator.bubble_ratio(one, 0, 0) for one, _length in played)
    middle = true[(len(true) - 1) // 2]
    low, high = ratio_of(rows, "bubble_ratio_low"), ratio_of(rows, "bubble_ratio_high")
    return {"aligned": aligned, "inside": all(miss <= bound for miss, bound in found),
            "errorNs": max((miss for miss, _bound in found), default=None),
            "uncertainty_ns": max((bound for _miss, bound in found), default=None),
            "ratioError": None if ratio is None else abs(ratio - middle),
            "ratioWidth": None if low is None or high is None else high - low,
            "ratioRight": ratio is None or (low - RANGE_RATIO <= true[0]
                                            and true[-1] <= high + RANGE_RATIO
                                            if low is not None and high is not None
                                            else abs(ratio - middle) <= NEAR_RATIO)}
