# SPDX-License-Identifier: Apache-2.0
"""Runs on hosts whose clocks are apart, and how well a reader finds out by how much."""

import math
import random

import cases
import simulator
import writer

NEAR_NS = 60_000      # what an alignment by blocks or messages may miss without being called wrong
NEAR_RATIO = 0.005


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
        jitter=math.exp(draw.uniform(math.log(0.005), math.log(0.03))), messages=number % 2 == 0,
        delays=delays, hosts=cases.clocks(draw, min(plan.stages, draw.choice((2, 2, 3, 4))), False,
                                          cases.span(plan, cost, steps)))
    return run, writer.Recording(ids=plan.chunks > 1)


def offsets(run, time):
    """What each host's clock is ahead of the first host's at a time from the run's start, in ns."""
    return [run.clock_ns(host, time) - run.clock_ns(0, time)
            for host in range(max(1, len(run.hosts)))]


def truth(run, played):
    """The offsets at the begin and end of the recording, by host."""
    length = sum(step for _one, step in played) + (run.steps - 1) * simulator.OPTIMIZER_NS
    return {"beginNs": run.begin_ns, "lengthNs": length, "begin": offsets(run, 0),
            "end": offsets(run, length), "delaysNs": run.delays}


def line_at(row, time_ns):
    """What a PpClock row says of the offset at a moment of its rank's clock."""
    since = time_ns - (row.get("atNs") or time_ns)
    return row["offsetNs"] + since * (row.get("driftPpb") or 0) * 1e-9


def judge(run, played, rows):
    """Compares PpClock and PpMetric rows with the truth: a dictionary of what was found."""
    known = truth(run, played)
    errors, bounds, applied, refused = [0.0], [0.0], False, False
    for row in rows:
        if row.get("table") != "PpClock" or row.get("groupId"):
            continue
        host = run.host(row["rank"] // (run.tensor * run.data))
        applied |= bool(row.get("applied"))
        if row.get("offsetNs") is None:
            refused = True
            continue
        for moment, time in (("begin", 0), ("end", known["lengthNs"])):
            local = known["beginNs"] + time + run.clock_ns(host, time)
            errors.append(abs(line_at(row, local) - known[moment][host]))
            bounds.append(row.get("uncertaintyNs") or 0)
    ratio = [row["value"] for row in rows if row.get("table") == "PpMetric"
             and row.get("name") == "bubble_ratio_median" and row.get("rank") is None]
    true = sorted(simulator.bubble_ratio(one, 0, 0) for one, _length in played)[len(played) // 2]
    error = abs(ratio[0] - true) if ratio and ratio[0] is not None else None
    near = all(found <= max(NEAR_NS, bound) for found, bound in zip(errors, bounds))
    return {"applied": applied, "refused": refused, "near": near, "errorNs": max(errors),
            "uncertaintyNs": max(bounds), "ratioError": error,
            "ratioRight": error is None or error <= NEAR_RATIO}
