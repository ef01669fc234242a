# SPDX-License-Identifier: Apache-2.0
"""The twelve ways in which a recording of a known schedule is less than perfect."""

import dataclasses
import math
import random

import cases
import orders
import simulator
import writer

DISTURBANCES = ("none", "ids", "no-step-times", "cut-front", "cut-end", "missing-block", "uneven",
                "evaluation", "wrong-type", "no-metadata", "extra-range", "recomputation")
EVALUATED = 1   # the step that only runs forwards
SIZES = (2, 3, 4, 4, 5, 6, 8, 8, 12, 16)


def forwards_only(schedule):
    """The schedule of an evaluation: what is left when nothing runs backward."""
    ops = [[orders.Op("F", (part,)) for op in device for part in op.parts if part.role == "F"]
           for device in schedule.ops]
    return orders.Schedule(schedule.name, schedule.stages, schedule.micro_batches,
                           schedule.chunks, ops, schedule.length)


def cut(at_ns, step_cut, keeps_after):
    """An edit that drops the ranges of a step which lie before, or after, the moment of the cut."""
    def edit(marks, _stage, step):
        if step != step_cut:
            return marks
        return [one for one in marks if (one.start >= at_ns if keeps_after else one.end <= at_ns)]
    return edit


def missing(stage_hit, step_hit, draw):
    """An edit that loses one range."""
    index = draw.random()

    def edit(marks, stage, step):
        if (stage, step) != (stage_hit, step_hit):
            return marks
        lost = int(index * len(marks))
        return marks[:lost] + marks[lost + 1:]
    return edit


def extra(marks, stage, _step):
    """An edit that ends each step of the first stage with one range more, named like a forward."""
    if stage:
        return marks
    end = marks[-1].end + 500_000
    return marks + [writer.Mark("forward_loss", None, end - 200_000, end, end + 400_000)]


def recomputed(marks, _stage, _step):
    """An edit that records the first third of each backward as a forward, as recomputation is."""
    found = []
    for mark in marks:
        if mark.kind not in ("B", "I"):
            found.append(mark)
            continue
        turn = mark.start + (mark.end - mark.start) // 3
        found.append(mark._replace(kind="F", end=turn))
        found.append(mark._replace(start=turn, launch=turn - simulator.LEAD_NS))
    return found


def prepare(name, disturbance, seed):
    """A disturbed run of a schedule: (run, what was played, how it is recorded)."""
    draw = random.Random(f"disturb/{name}/{disturbance}/{seed}")
    P = draw.choice(SIZES)
    schedule = orders.build(name, P, draw.choice((P, 2 * P, 3 * P)), draw.choice((2, 2, 3, 4)))
    run = simulator.Run(
        schedule, cases.costs(draw, schedule.stages), messages=draw.random() < 0.3, seed=seed,
        jitter=math.exp(draw.uniform(math.log(0.005), math.log(0.03))))
    recording = writer.Recording(
        ids=disturbance == "ids", step_times=disturbance != "no-step-times",
        metadata=disturbance != "no-metadata")
    if disturbance == "uneven":
        run.costs.stage_factors = tuple(draw.uniform(0.6, 1.4) for _ in range(schedule.stages))
    played = simulator.replay(run)
    length = played[0][1]
    if disturbance == "evaluation":
        evaluation = dataclasses.replace(run, schedule=forwards_only(schedule))
        played[EVALUATED] = simulator.replay(evaluation)[EVALUATED]
    if disturbance == "wrong-type":
        others = sorted(set(orders.SCHEDULES) - {name, "unknown"})
        recording.pp_type = draw.choice(others)
    recording.edit = {
        "cut-front": cut(length * draw.uniform(0.3, 0.7), 0, True),
        "cut-end": cut(length * draw.uniform(0.3, 0.7), run.steps - 1, False),
        "missing-block": missing(draw.randrange(schedule.stages), 1, draw),
        "extra-range": extra, "recomputation": recomputed}.get(disturbance)
    return run, played, recording


# What a reader may call a schedule; a name beginning with one of these is right.
NAMES = {
    "gpipe": ("gpipe",), "gpipe-reversed": ("gpipe",), "1f1b": ("1f1b",),
    "eager-1f1b": ("eager", "1f1b-eager"), "interleaved": ("interleaved",),
    "breadth-first": ("breadth-first", "bfs", "interleaved"),
    "all-warm-up": ("all-warm-up", "interleaved", "breadth-first", "bfs"),
    "zbh1": ("zbh1", "zb-h1"), "zbh2": ("zbh2", "zb-h2"), "zbv-paper": ("zbv", "zb-v"),
    "zbv-pytorch": ("zbv", "zb-v"), "dualpipe": ("dualpipe",),
    "dualpipev": ("dualpipev",), "dualpipev-plain": ("dualpipev",), "unknown": (),
}


def kinds(schedule):
    """The order of each device as far as ranges without ids show it."""
    return [[op.kind for op in device] for device in schedule.ops]


def right_names(schedule):
    """The beginnings of names that are right: at small sizes some schedules are the same order."""
    names = NAMES[schedule.name]
    for other in orders.SCHEDULES if schedule.chunks == 1 else ():
        twin = orders.build(other, schedule.stages, schedule.micro_batches)
        if twin.chunks == 1 and kinds(twin) == kinds(schedule):
            names += NAMES[other]
    return names


def twins(schedule):
    """Schedules of other names, micro-batches and chunks with the same blocks on every device."""
    P, M, v = schedule.stages, schedule.micro_batches, schedule.chunks
    one = orders.gpipe(P, M * v)
    others = [orders.breadth_first(P, one.micro_batches // chunks, chunks)
              for chunks in range(2, one.micro_batches + 1) if one.micro_batches % chunks == 0]
    return [other for other in (one, *others) if kinds(other) == kinds(schedule)
            and (other.micro_batches, other.chunks) != (M, v)]


def is_open(run, recording, rows):
    """Whether it is said that the true schedule is one of those that nothing recorded tells apart:
    that holds where another one has the same blocks, and neither ids, messages nor sizes are there.
    """
    schedule = run.schedule
    if recording.ids or run.messages or recording.pp_type or not twins(schedule):
        return False
    sizes = {(row["micro_batches"], row["chunks"]) for row in rows if not row.get("is_reported")
             and (row.get("schedule") or "").startswith(NAMES[schedule.name])}
    others = {(other.micro_batches, other.chunks) for other in twins(schedule)}
    said = {(row["micro_batches"], row["chunks"]) for row in rows if row.get("schedule")}
    return (schedule.micro_batches, schedule.chunks) in sizes and bool(said & others)


def judge(run, recording, rows):
    """Whether the PpSchedule rows of a pipeline say what was run: "right", "right-open" where they
    say rightly that it cannot be told, "silence" or "wrong"."""
    schedule = run.schedule
    row = next((row for row in rows if row.get("schedule") and row.get("is_reported")), None)
    if not row and is_open(run, recording, rows):
        return "right-open"
    said = (row or {}).get("schedule")
    if not said:
        return "right" if schedule.name == "unknown" else "silence"
    named = said.startswith(right_names(schedule)) and not (
        schedule.name == "dualpipe" and said.startswith("dualpipev"))
    sizes = row.get("micro_batches"), row.get("chunks")
    return "right" if named and sizes == (schedule.micro_batches, schedule.chunks) else "wrong"
