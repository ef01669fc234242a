# SPDX-License-Identifier: Apache-2.0
"""Plays one machine under the schedule that is recorded and under those that are predicted, and
says whether each range holds what was played, how wide it is, and whether its sign is right."""

import copy
import math
import random
import statistics

import orders
import simulator

SCHEDULES = {
    "gpipe": orders.gpipe, "zbh1": lambda P, M: orders.zero_bubble_h(P, M, 1),
    "zbv": orders.zbv_paper, "interleaved:2": lambda P, M: orders.interleaved(P, M, 2),
    "dualpipev": lambda P, M: orders.dualpipev(P, M, split=True),
}
VARIANTS = {"dualpipev": "dualpipev:w-split:overlap"}
CONDITIONS = ("plain", "head", "slow device", "jitter 10 %", "late host", "head, slow device")
HELD = 0.95     # of the ranges have to hold the truth
WIDEST = 0.1    # median width where inputs are given
LAYERS = 4  # of each stage, where they are given


def plain(P, M):
    """The schedule that is recorded."""
    return orders.build("1f1b", P, M)


def draw_machine(seed, number, costs):
    """A machine under one condition that runs the schedule which is recorded."""
    draw = random.Random(f"predictions/{seed}/{number}")
    condition = CONDITIONS[number % len(CONDITIONS)]
    P = draw.choice((2, 3, 4, 4, 6, 8, 8, 12, 16))
    M = P * draw.choice((2, 3, 4))
    cost = costs(draw, P, head=draw.uniform(0.1, 1.0) if "head" in condition else 0.0)
    cost.overlap_gain = (0.0, 0.1)[number // len(CONDITIONS) // 2 % 2]
    stage, fault = draw.randrange(P), simulator.Fault()
    if "slow device" in condition:
        fault = simulator.Fault("heavy_stage", draw.uniform(1.05, 1.6), stage)
    if condition == "late host":
        fault = simulator.Fault("late_host", draw.uniform(1.05, 1.5), stage)
    jitter = math.exp(draw.uniform(math.log(0.005), math.log(0.03)))
    run = simulator.Run(plain(P, M), cost, fault, seed=f"{seed}/{number}",
                        jitter=0.1 if "jitter" in condition else jitter,
                        messages=draw.random() < 0.7)
    return condition, run


def is_given(number):
    """Whether a run's inputs are given to the command line."""
    return number // len(CONDITIONS) % 2 == 1


def options(run, given):
    """What the command line is asked, as (targets, options)."""
    cost, P = run.costs, run.schedule.stages
    targets = (*SCHEDULES, f"M={2 * run.schedule.micro_batches}", "balanced")
    if not given:
        return targets, []
    share = cost.weight_ns / (cost.weight_ns + cost.input_ns)
    # Which DualPipeV it is is an input, too; nobody who asks for one means all of them.
    targets = tuple(VARIANTS.get(target, target) for target in targets)
    return targets, ["--overlap-gain", f"{cost.overlap_gain:.2f}", "--w-share", f"{share:.4f}",
                     "--layers", ",".join([str(LAYERS)] * P) + f"+{LAYERS * cost.head_share:.3f}"]


def balanced(run):
    """The costs of stages whose layers were moved until all take the same time."""
    cost, P = copy.copy(run.costs), run.schedule.stages
    slow = [1.0] * P
    if run.fault.cause == "heavy_stage":
        slow[run.fault.stage] = run.fault.strength
    time = (P + cost.head_share) / sum(1 / one for one in slow)
    work = [time / one for one in slow]
    work[-1] -= cost.head_share
    cost.stage_factors = tuple(max(0.0, one) for one in work)
    return cost


def under(run, target):
    """The same machine as it runs a target, with noise of its own."""
    P, M = run.schedule.stages, run.schedule.micro_batches
    other = copy.copy(run)
    other.__dict__.pop("_noise", None)
    other.seed = f"{run.seed}/{target}"
    if target == "balanced":
        other.costs = balanced(run)
    elif target.startswith("M="):
        other.schedule = plain(P, 2 * M)
    else:
        other.schedule = SCHEDULES[target](P, M)
    return other


def window_ns(played):
    """Median over the steps of the time from the first start to the last end of their blocks."""
    return statistics.median(
        max(max(block.ends) for block in one.blocks)
        - min(min(block.starts) for block in one.blocks) for one, _length in played)


def judge_row(row, true):
    """One prediction against what was played."""
    if not row or row.get("low_ns") is None:
        return {"outcome": "silence", "why": (row or {}).get("refusal")}
    low, high, said = row["low_ns"], row["high_ns"], row["window_ns"]
    now = said - row["change_ns"]
    wrong_sign = (low > now > true) or (high < now < true)
    return {"outcome": "right" if low <= true <= high else "wrong", "width": (high - low) / said,
            "error": said / true - 1, "low": low / true - 1, "high": high / true - 1,
            "excludes": not low <= now <= high, "wrongSign": wrong_sign, "true": true / now - 1}


def judge(run, rows, targets):
    """All predictions of a run against what was played, by target."""
    said = {row["target"]: row for row in rows if row.get("table") == "PpWhatIf"}
    plain_of = {variant: name for name, variant in VARIANTS.items()}
    judged = {}
    for target in targets:
        name = plain_of.get(target, target)
        judged[name.split("=")[0]] = judge_row(
            said.get(target), window_ns(simulator.replay(under(run, name))))
    return judged


def report(found):
    """Prints, by condition and target, how often the range held and how wide it was."""
    for given in (False, True):
        for condition in CONDITIONS:
            some = [one for one in found if one["fault"] == condition and one["given"] == given]
            if some:
                print(f"\n{condition}, inputs {'given' if given else 'not given'}: {len(some)} runs")
                print(f"{'':<16}{'held':>6}{'of':>5}{'%':>7}{'width':>9}{'error':>9}"
                      f"{'excl. 0':>9}{'wrong':>7}{'none':>6}")
                for target in some[0]["rows"]:
                    print_target(target, [one["rows"][target] for one in some])


def failures(found):
    """What falls short of what is promised of ranges, in sentences."""
    failed = []
    for condition in CONDITIONS:
        some = [one["rows"] for one in found if one["fault"] == condition]
        for target in some[0] if some else ():
            said = [rows[target] for rows in some if rows[target]["outcome"] != "silence"]
            held = sum(row["outcome"] == "right" for row in said)
            # Two standard deviations are left to chance: a condition has few runs.
            if held < HELD * len(said) - 2 * math.sqrt(HELD * (1 - HELD) * len(said)):
                failed.append(f"{condition}: {target} held in {held} of {len(said)}")
            if any(row["wrongSign"] for row in said):
                failed.append(f"{condition}: {target} has a wrong sign")
    widths = [row["width"] for one in found if one["given"] for row in one["rows"].values()
              if row["outcome"] != "silence"]
    if widths and statistics.median(widths) > WIDEST:
        failed.append(f"median width with inputs {100 * statistics.median(widths):.1f} %")
    return failed


def print_target(target, rows):
    """One line: of those predicted."""
    said = [row for row in rows if row["outcome"] != "silence"]
    held = sum(row["outcome"] == "right" for row in said)
    widths = statistics.median(row["width"] for row in said) if said else math.nan
    errors = statistics.median(row["error"] for row in said) if said else math.nan
    print(f"{target:<16}{held:>6}{len(said):>5}{100 * held / max(1, len(said)):>7.1f}"
          f"{100 * widths:>8.1f}%{100 * errors:>+8.2f}%"
          f"{sum(row['excludes'] for row in said):>9}{sum(row['wrongSign'] for row in said):>7}"
          f"{len(rows) - len(said):>6}")
