#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plays runs whose fault is known, asks the command line what is wrong, and counts how often it is
right: judge.py [--count N] [--seed S] [--jobs 2] [--check] [--recognition | --clocks | --predictions |
--pauses]"""

import argparse
import collections
import functools
import json
import math
import multiprocessing
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import cases
import clocks
import disturb
import orders
import pauses
import predictions
import repairs
import simulator
import writer

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLI = ROOT / "build" / "src" / "cli" / "lanescope-cli"


def ask(cli, folder, *options):
    """The rows that the command line prints of a folder, and what it says besides."""
    done = subprocess.run(
        [cli, "pp", folder, "--json", *options], capture_output=True, text=True, check=False,
        env={"LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}, timeout=120)
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    # A schedule that is not recognised ends with an error too, but with its rows printed.
    if done.returncode < 0 or not rows:
        raise RuntimeError(f"ended with {done.returncode}: {done.stderr}")
    return rows, done.stderr


def with_profile(run, played, recording, options, then, keep=None, number=0):
    """Writes a profile to a folder of its own, and hands it to a function."""
    if keep:
        folder = pathlib.Path(keep, f"{number:05}")
        folder.mkdir(parents=True)
        return then(folder, writer.write(folder, run, played, recording), options)
    # Hundreds of small files a run: memory spares the disk.
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="verdicts-", dir=memory) as folder:
        return then(folder, writer.write(folder, run, played, recording), options)


# The reader's words for a cause, where they are not the simulator's own.
SYNONYMS = {
    "stage": "heavy_stage", "rank": "slow_rank", "link": "slow_link", "host": "late_host",
    "kernels": "slow_rank", "collective": "slow_collective", "gaps": "host_gaps",
    "micro_batch": "long_micro_batch", "microbatch": "long_micro_batch", "clock": "clocks",
    "slow_stage": "heavy_stage", "long_microbatch": "long_micro_batch",
    "slow_kernels": "slow_rank", "unbalanced_stage": "heavy_stage",
}


def cause_of(row):
    """A verdict's cause in the simulator's words."""
    word = str(row.get("cause") or "").lower().replace("-", "_").replace(" ", "_")
    return SYNONYMS.get(word, word)


def is_right(row, known):
    """Whether a verdict names a cause and a place that the truth allows."""
    fault = known["fault"]
    if cause_of(row) not in known["causes"]:
        return False
    if fault["cause"] == "long_micro_batch":
        return row.get("microbatch") == fault["micro_batch"]
    ends = {row.get("stage"), row.get("peer_stage")}
    if fault["cause"] == "slow_link":
        link = {fault["stage"], fault["peer"]}
        return bool(ends & link) if cause_of(row) == "host_or_link" else ends == link
    if fault["cause"] in ("none", "clocks"):
        return True
    if fault["cause"] == "pause" and row.get("step") not in (
            None, writer.FIRST_STEP + fault["step"]):
        return False
    if cause_of(row) == "slow_link" and fault["stage"] in ends:
        return True  # accepted for a late host without messages: a link that leads to it
    if row.get("stage") != fault["stage"]:
        return False
    # With peers it is the rank that must be found: its stage alone sends the user to all of them.
    # Without kernels collectives make all of them equal: then it must be said that it is not known.
    if cause_of(row) != "slow_rank" or fault["cause"] != "slow_rank":
        return True
    is_known = known["kernels"] or known["tensor"] == 1
    return row.get("rank") == (known["rank"] if is_known else None)


def verdict_of(rows):
    """The first verdict, or None for silence; that the schedule has a bubble is no fault."""
    return next((row for row in rows if row.get("table") == "PpVerdict"
                 and row["cause"] != "schedule"), None)


def schedules_of(rows):
    """What is said of the schedule of the first pipeline."""
    return [row for row in rows if row.get("table") == "PpSchedule" and not row.get("group_id")]


def outcome(row, known):
    """One word for a verdict against the truth; a fault too small to count need not be named."""
    if row is None:
        return "silence"
    certainty = str(row.get("certainty") or "likely").lower()
    if is_right(row, known):
        return f"right-{'sure' if certainty == 'sure' else 'likely'}"
    return "wrong-sure" if certainty == "sure" else "wrong-likely"


def bubble_error(rows, known):
    """The largest difference between a bubble ratio read and the true one, or None without one."""
    ranks = {row["group_id"]: row["ranks"] for row in rows if row.get("table") == "PpSchedule"}
    true = {"(" + ",".join(map(str, group["ranks"])) + ")": group["bubble_ratio"]
            for group in known["groups"]}
    errors = []
    for row in rows:
        if row.get("table") == "PpMetric" and row.get("name") == "bubble_ratio" and (
                row.get("rank") is None and row.get("step") is not None) and (
                row["value"] is not None):
            group = true.get(ranks.get(row["group_id"]))
            if group:
                errors.append(abs(row["value"] - group[row["step"] - writer.FIRST_STEP]))
    return max(errors, default=None)


def play_fault(job, number):
    """Plays and judges one drawn run."""
    run, recording = cases.draw_case(job.seed, number)

    def then(folder, known, _options):
        rows, errors = ask(job.cli, folder)
        row = verdict_of(rows)
        said = cause_of(row) if row else "silence"
        shown = schedules_of(rows)
        return {"number": number, "fault": cases.FAULTS[number % len(cases.FAULTS)],
                "schedule": run.schedule.name, "counts": known["counts"], "said": said,
                "outcome": outcome(row, known), "share": known["gain_ns"] / known["step_ns"][0],
                "gain": known["gain_ns"], "saidGain": row.get("gain_ns") if row else None,
                "read": bool(shown), "bubbleError": bubble_error(rows, known),
                "recognised": disturb.judge(run, recording, shown), "words": known["words"],
                "errors": errors[:300],
                "text": row.get("text") if row else None}
    return with_profile(run, simulator.replay(run), recording, None, then, job.keep, number)


def play_recognition(job, number):
    """Plays and judges one disturbed run of a schedule."""
    names, kinds = tuple(orders.SCHEDULES), disturb.DISTURBANCES
    name = names[number % len(names)]
    kind = kinds[number // len(names) % len(kinds)]
    turn = number // len(names) // len(kinds)
    run, played, recording = disturb.prepare(name, kind, job.seed * 1000 + turn)

    def then(folder, _known, _options):
        rows, _errors = ask(job.cli, folder)
        shown = schedules_of(rows)
        return {"number": number, "schedule": name, "fault": kind,
                "outcome": disturb.judge(run, recording, shown),
                "said": next((row["schedule"] for row in shown if row.get("is_reported")), None)}
    return with_profile(run, played, recording, None, then, job.keep, number)


def play_clocks(job, number):
    """Plays and judges one run on hosts whose clocks are apart."""
    run, recording = clocks.draw_case(job.seed, number)
    played = simulator.replay(run)

    def then(folder, known, _options):
        pathlib.Path(folder, "truth.json").write_text(
            json.dumps({**known, "clocks": clocks.truth(run, played)}, indent=1))
        rows, errors = ask(job.cli, folder)
        found = clocks.judge(run, played, rows)
        row = verdict_of(rows)
        # The way between hosts is longer indeed.
        borders = bool(row) and cause_of(row) == "slow_link" and (
            run.host(row["stage"]) != run.host(row["peer_stage"]))
        accused = bool(row) and row.get("certainty") == "sure" and cause_of(row) != "clocks" and (
            not borders or not any(run.delays))
        warned = "clock" in errors.lower()
        found["outcome"] = ("wrong-sure" if accused else "right" if found["ratioRight"]
                            else "warned" if warned else "wrong")
        return {"number": number, "schedule": run.schedule.name, **found,
                "fault": ("messages" if run.messages else "no messages")
                + (", equal" if run.delays[0] == run.delays[1] else ", unequal")}
    return with_profile(run, played, recording, None, then, job.keep, number)


def play_prediction(job, number):
    """Compares what is predicted of other schedules with the same machine running them."""
    condition, run = predictions.draw_machine(job.seed, number, cases.costs)
    given = predictions.is_given(number)
    targets, inputs = predictions.options(run, given)

    def then(folder, _known, _options):
        rows, _errors = ask(job.cli, folder, "--what-if", ",".join(targets), *inputs)
        judged = predictions.judge(run, rows, targets)
        worst = {row["outcome"] for row in judged.values()}
        return {"number": number, "schedule": run.schedule.name, "fault": condition,
                "given": given, "stages": run.schedule.stages, "rows": judged,
                "micro_batches": run.schedule.micro_batches, "jitter": run.jitter,
                "stage": run.fault.stage, "strength": run.fault.strength,
                "head": run.costs.head_share, "gain": run.costs.overlap_gain,
                "outcome": next(word for word in ("wrong", "silence", "right") if word in worst)}
    return with_profile(run, simulator.replay(run), None, None, then, job.keep, number)


def play_pauses(job, number):
    """Compares ranges of predictions with a machine that pauses and whose hosts are late."""
    condition, run = pauses.draw_machine(job.seed, number, cases.costs)
    targets, inputs = pauses.options(run)

    def then(folder, _known, _options):
        rows, _errors = ask(job.cli, folder, "--what-if", ",".join(targets), *inputs)
        judged = pauses.judge(run, rows)
        worst = {row["outcome"] for row in judged.values()}
        return {"number": number, "schedule": run.schedule.name, "fault": condition,
                "stages": run.schedule.stages, "micro_batches": run.schedule.micro_batches,
                "steps": run.steps, "jitter": run.jitter, "events": vars(run.events),
                "forward": run.costs.forward_ns, "rows": judged,
                "outcome": next(word for word in ("wrong", "silence", "right") if word in worst)}
    return with_profile(run, pauses.replay(run), None, None, then, job.keep, number)


def play_repair(job, number):
    """Compares what another schedule is said to save with a slow device fixed, too."""
    run = repairs.draw_machine(job.seed, number, cases.costs)
    played = simulator.replay(run)

    def then(folder, _known, _options):
        rows, _errors = ask(job.cli, folder)
        return {"number": number, "schedule": run.schedule.name, "fault": run.fault.cause,
                "stages": run.schedule.stages, "stage": run.fault.stage,
                "strength": run.fault.strength, **repairs.judge(run, played, rows)}
    return with_profile(run, played, None, None, then, job.keep, number)


def table(found, row_of, column_of, title):
    """Prints counts by two keys."""
    counts = collections.Counter((row_of(one), column_of(one)) for one in found)
    rows = list(dict.fromkeys(row_of(one) for one in found))
    columns = sorted({column for _row, column in counts})
    widths = [max(6, len(str(column))) for column in columns]
    print(f"\n{title}\n{'':<24}" + " ".join(f"{c:>{w}}" for c, w in zip(columns, widths)))
    for row in rows:
        print(f"{row:<24}" + " ".join(
            f"{counts[row, c] or '.':>{w}}" for c, w in zip(columns, widths)))


def kind_of_fault(one):
    """A fault, marked when it is too small to count."""
    small = not one["counts"] and one["fault"] not in ("none", "clocks")
    return one["fault"] + (" (too small)" if small else "")


def report_faults(found):
    """Prints the confusion matrix and how often verdicts are right, by fault and by schedule."""
    table(found, kind_of_fault, lambda one: one["said"], "Fault put in (rows), cause named first:")
    table(found, kind_of_fault, lambda one: one["outcome"], "By fault:")
    counting = [one for one in found if one["counts"]]
    if counting:
        table(counting, lambda one: one["schedule"], lambda one: one["outcome"],
              "By schedule, faults that count:")
        share(counting, "faults that count")
    gains = sorted(one["saidGain"] / one["gain"] for one in counting
                   if one["outcome"].startswith("right") and one["saidGain"] is not None)
    if gains:
        print(f"gain said / true: median {statistics.median(gains):.2f}, "
              f"from {gains[len(gains) // 10]:.2f} to {gains[-1 - len(gains) // 10]:.2f} for 80 %")
    share([one for one in found if one["fault"] == "none"], "clean runs")
    share([one for one in found if one["fault"] == "clocks"], "runs with wrong clocks")
    unread = [one["number"] for one in found if not one["read"]]
    errors = [one["bubbleError"] for one in found
              if one["bubbleError"] is not None and one["fault"] != "clocks"]
    near = sum(error < 1e-6 for error in errors)
    worst = max(errors, default=0)
    print(f"\nbubble ratio as played: {near} of {len(errors)}, the worst {worst:.6f} away")
    table(found, lambda one: one["schedule"], lambda one: one["recognised"], "Schedule recognised:")
    print(f"\n{len(unread)} profiles without a pipeline in the answer {unread[:10]}")


def share(found, title):
    """Prints one line of shares of outcomes."""
    counts = collections.Counter(one["outcome"] for one in found)
    print(f"{title}: {len(found)}; " + ", ".join(
        f"{name} {count} ({100 * count / len(found):.1f} %)"
        for name, count in counts.most_common()))


def report_recognition(found):
    """Prints recognition by schedule and by disturbance."""
    table(found, lambda one: one["schedule"], lambda one: one["outcome"], "By schedule:")
    table(found, lambda one: one["fault"], lambda one: one["outcome"], "By disturbance:")
    table(found, lambda one: one["schedule"], lambda one: one["said"] or "-", "Said of a schedule:")
    share(found, "all")


def microseconds(values):
    """Median and worst of some nanoseconds, in words."""
    if not values:
        return "none"
    return f"median {statistics.median(values) / 1e3:.1f} us, worst {max(values) / 1e3:.1f} us"


def report_clocks(found):
    """Prints how often clocks are called aligned, whether the truth is inside what is stated then,
    and whether the bubble ratio came out."""
    table(found, lambda one: one["fault"], lambda one: one["outcome"], "Bubble ratio:")
    table(found, lambda one: one["fault"],
          lambda one: "not aligned" if not one["aligned"]
          else "truth inside" if one["inside"] else "TRUTH OUTSIDE",
          "Offsets against the stated uncertainty, over the whole recording:")
    for kind in dict.fromkeys(one["fault"] for one in found):
        here = [one for one in found if one["fault"] == kind and one["aligned"]]
        print(f"{kind}: error {microseconds([one['errorNs'] for one in here])}; uncertainty "
              f"{microseconds([one['uncertainty_ns'] for one in here])}")
    aligned = [one for one in found if one["aligned"]]
    inside = sum(one["inside"] for one in aligned)
    print(f"\n{len(aligned)} of {len(found)} called aligned; "
          f"truth inside the stated uncertainty in {inside} of {len(aligned)}")
    widths = sorted(one["ratioWidth"] for one in aligned if one["ratioWidth"] is not None)
    if widths:
        print(f"range of the bubble ratio: median {100 * statistics.median(widths):.2f}, "
              f"widest {100 * widths[-1]:.2f} percentage points")
    share(found, "all")


MODES = {"faults": (play_fault, report_faults),
         "recognition": (play_recognition, report_recognition),
         "clocks": (play_clocks, report_clocks),
         "predictions": (play_prediction, predictions.report),
         "pauses": (play_pauses, pauses.report),
         "repairs": (play_repair, repairs.report)}


# What share of the runs has to be right, and how many may be wrong.
# Rows of pauses are judged by condition: a run with one wrong of four is not judged as a whole.
MOST_WRONG = {"faults": 0.01, "recognition": 0.0, "clocks": 0.0, "predictions": 0.05, "pauses": 1,
              "repairs": 0.05}
LEAST_RIGHT = {"faults": 0.95, "recognition": 0.95, "clocks": 0.0, "predictions": 0.95,
               "pauses": 0.0, "repairs": 0.0}
LEAST_QUIET = 0.98
ENOUGH = 60  # runs of a fault to judge it alone, the order that nobody knows included


def failures(mode, found):
    """What falls short of what is promised, in sentences."""
    judged_alone = {"predictions": predictions, "pauses": pauses, "repairs": repairs}
    failed = judged_alone[mode].failures(found) if mode in judged_alone else []
    judged = [one for one in found if mode != "faults" or one["counts"]]
    # Of an order that nobody knows less can be said; without metadata little.
    named = [one for one in judged if one["fault"] != "no-metadata"
             and (mode != "faults" or one["schedule"] != "unknown")]
    right = sum(one["outcome"].startswith("right") for one in named) / max(1, len(named))
    wrong = sum(one["outcome"] in ("wrong", "wrong-sure") for one in judged) / max(1, len(judged))
    clean = [one for one in found if mode == "faults" and one["fault"] == "none"]
    quiet = sum(one["outcome"] == "silence" for one in clean)
    if right < LEAST_RIGHT[mode]:
        failed.append(f"right in {100 * right:.1f} %, at least {100 * LEAST_RIGHT[mode]:.0f} % wanted")
    if wrong > MOST_WRONG[mode]:
        failed.append(f"wrong in {100 * wrong:.1f} %, at most {100 * MOST_WRONG[mode]:.0f} % wanted")
    for fault in dict.fromkeys(one["fault"] for one in judged if mode == "faults"):
        right = [one["outcome"].startswith("right") for one in judged if one["fault"] == fault]
        if len(right) >= ENOUGH and sum(right) < LEAST_RIGHT[mode] * len(right):
            failed.append(f"{fault} right in {100 * sum(right) / len(right):.1f} % of all orders")
    misnamed = [one["number"] for one in found if one.get("recognised") == "wrong"]
    if misnamed:
        failed.append(f"schedules named wrongly in runs {misnamed}")
    if quiet < math.floor(LEAST_QUIET * len(clean)):
        failed.append(f"{quiet} of {len(clean)} clean runs without a verdict")
    return failed


def guarded(play, job, number):
    """Plays one run; says which one when it fails."""
    try:
        return play(job, number)
    except Exception as error:
        raise RuntimeError(f"run {number} of seed {job.seed}: {error!r}") from error


def arguments():
    """The options."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=165, help="runs to play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="number of the first run")
    parser.add_argument("--cli", default=os.environ.get("LANESCOPE_CLI", str(CLI)))
    parser.add_argument("--keep", help="leave the profiles in this new folder")
    parser.add_argument("--list", metavar="OUTCOME", help="print the runs with an outcome")
    parser.add_argument("--json", help="write what was found to a file")
    parser.add_argument("--check", action="store_true", help="fail below what is promised")
    for mode in MODES:
        parser.add_argument(f"--{mode}", dest="mode", action="store_const", const=mode)
    return parser.parse_args()


def main():
    """Plays the runs of a mode and prints the report."""
    job = arguments()
    play, report = MODES[job.mode or "faults"]
    os.nice(10)
    begin = time.monotonic()
    numbers = range(job.first, job.first + job.count)
    with multiprocessing.Pool(job.jobs) as pool:
        found = pool.map(functools.partial(guarded, play, job), numbers, chunksize=4)
    took = time.monotonic() - begin
    report(found)
    print(f"{len(found)} runs in {took:.1f} s, {took * job.jobs / len(found):.3f} s of a core each")
    for one in found:
        if job.list and one["outcome"].startswith(job.list):
            print(json.dumps(one))
    if job.json:
        pathlib.Path(job.json).write_text(json.dumps(found, indent=1))
    failed = failures(job.mode or "faults", found) if job.check else []
    for sentence in failed:
        print(f"FAIL: {sentence}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
