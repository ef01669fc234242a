# SPDX-License-Identifier: Apache-2.0
"""Plays machines with one slow device under 1F1B, and says whether what another schedule is said to
save together with fixing that device is what the repaired machine saves under it."""

import copy
import math
import random
import statistics

import orders
import simulator

# The schedules that are said to be the fastest, as the verdict's JSON names them.
SCHEDULES = {
    "gpipe": orders.gpipe, "zbh1": lambda P, M: orders.zero_bubble_h(P, M, 1),
    "zbh2": lambda P, M: orders.zero_bubble_h(P, M, 2), "zbv": orders.zbv_paper,
    "dualpipe": orders.dualpipe, "dualpipev": lambda P, M: orders.dualpipev(P, M, split=True),
}
GROUPS = ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2))  # tensor, data
MOST_BEYOND = 0.01   # of the step: by how much a machine may save more than "up to"
MOST_TOO_MUCH = 0.1  # of the step: by how much it may save less
MEDIAN_TOO_MUCH = 0.02
HELD = 0.95          # of the runs


def draw_machine(seed, number, costs):
    """A machine that runs 1F1B with one slow device."""
    draw = random.Random(f"repairs/{seed}/{number}")
    P = draw.choice((2, 3, 4, 4, 6, 8, 8))
    cost = costs(draw, P)
    cost.overlap_gain = 0.0  # what pairs of blocks save nobody can tell from a run without any
    tensor, data = draw.choice(GROUPS)
    fault = simulator.Fault(
        "slow_rank", round(math.exp(draw.uniform(math.log(1.05), math.log(1.6))), 3),
        draw.randrange(P), replica=draw.randrange(data), peer_rank=draw.randrange(tensor))
    return simulator.Run(
        orders.build("1f1b", P, P * draw.choice((2, 3, 4))), cost, fault, tensor, data, 3,
        jitter=math.exp(draw.uniform(math.log(0.005), math.log(0.03))), seed=f"{seed}/{number}",
        messages=draw.random() < 0.7, kernels=True)


def length_ns(played):
    """Median length of the steps."""
    return statistics.median(length for _step, length in played)


def repaired(run, name):
    """The same machine under another schedule, with its device fixed and with noise of its own."""
    other = copy.copy(run)
    other.__dict__.pop("_noise", None)
    other.seed = f"{run.seed}/{name}"
    other.fault = simulator.Fault()
    other.schedule = SCHEDULES[name](run.schedule.stages, run.schedule.micro_batches)
    return other


def judge(run, played, rows):
    """The verdict of the schedule against what was played."""
    said = [row for row in rows if row.get("table") == "PpVerdict" and row["cause"] == "schedule"]
    if not said or said[0]["gain_ns"] is None or said[0]["other"] not in SCHEDULES:
        return {"outcome": "silence"}
    row = said[0]
    if "Together with fixing the slow device" not in row["text"]:
        return {"outcome": "alone", "other": row["other"],
                "causes": [one["cause"] for one in rows if one.get("table") == "PpVerdict"]}
    now = length_ns(played)
    true = now - length_ns(simulator.replay(repaired(run, row["other"])))
    error = (row["gain_ns"] - true) / now
    return {"outcome": "right" if -MOST_BEYOND <= error <= MOST_TOO_MUCH else "wrong",
            "other": row["other"], "error": error, "gain": row["gain_ns"] / now,
            "true": true / now}


def report(found):
    """Prints, by the other schedule, how far what is said is from what was played."""
    print(f"{'':<12}{'right':>7}{'of':>5}{'median':>9}{'least':>9}{'most':>9}  of the step")
    both = [one for one in found if "error" in one]
    for other in dict.fromkeys(one["other"] for one in both):
        errors = sorted(one["error"] for one in both if one["other"] == other)
        right = sum(one["outcome"] == "right" for one in both if one["other"] == other)
        print(f"{other:<12}{right:>7}{len(errors):>5}{100 * statistics.median(errors):>+8.2f}%"
              f"{100 * errors[0]:>+8.2f}%{100 * errors[-1]:>+8.2f}%")
    for word in ("alone", "silence"):
        print(f"{word}: {sum(one['outcome'] == word for one in found)}")


def failures(found):
    """What falls short of what is promised, in sentences."""
    both = [one for one in found if "error" in one]
    right = sum(one["outcome"] == "right" for one in both)
    failed = []
    if not both or right < HELD * len(both):
        failed.append(f"what both save held in {right} of {len(both)}")
    if both and abs(statistics.median(one["error"] for one in both)) > MEDIAN_TOO_MUCH:
        failed.append("the median of what both save is too far from what was played")
    return failed
