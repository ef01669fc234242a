# SPDX-License-Identifier: Apache-2.0
"""Draws pairs of recordings: with one known change, without any, and with one of a known size."""

import dataclasses
import math
import pathlib
import random
from dataclasses import dataclass, field

import sides
import tally
import training
import cases

STEPS = 20
NOISE = 0.01            # of a step
OFFSET = 0.005          # between two runs of the same work
CHANGE = 0.05
OF_LONGER = 0.8         # noise of the longer one of two ranks, of that of one
WARM_UP = 1.5           # how long the first step is where a run warms up
CLEAR = 0.9             # of two rows the first is more than the other by so much
CHIP, OTHER_CHIP = "Ascend910B3", "Ascend910B4"

COMPUTE = "compute"


@dataclass(frozen=True)
class Change:
    """A known change: of what job, what differs before and after, and by construction the module
    and category that change most (no category where two share the change)."""
    kind: str
    module: str
    category: str
    job: dict = field(default_factory=dict)
    before: dict = field(default_factory=dict)
    after: dict = field(default_factory=dict)


KNOWN = [
    Change("fused", "SwiGLU", COMPUTE, before={"unfused": ("swiglu",)}),
    Change("fused", "RMSNorm", COMPUTE, before={"unfused": ("norm",)}),
    Change("fused", "CoreAttention", COMPUTE, {"data": 2}, {"unfused": ("attention",)}),
    Change("sync", "Router", "free_host", {"has_router": True}, {"is_asking": True}),
    Change("sync", "Router", "free_host", {"has_router": True, "data": 2}, {"is_asking": True}),
    Change("sync", "Router", "free_host", {"has_router": True, "tensor": 2}, {"is_asking": True}),
    Change("overlap", "GradBuffer", "comm_transfer", {"data": 2}, {"is_overlapped": False}),
    Change("overlap", "GradBuffer", "comm_transfer", {"data": 2, "data_bytes": 5 << 20},
           {"is_overlapped": False}),
    Change("overlap", "MLP", "comm_transfer", {"tensor": 2, "tensor_bytes": 1_600 << 10}, {},
           {"is_tensor_overlapped": True}),
    Change("schedule", "P2PCommunication", "bubble",
           {"stages": 2, "micro_batches": 3, "layers": 2}, {"is_pipelined": False}),
    Change("schedule", "P2PCommunication", "bubble",
           {"stages": 2, "micro_batches": 6, "layers": 1}, {"is_pipelined": False}),
    Change("recompute", "CoreAttention", COMPUTE, before={"recomputed": ("CoreAttention",)}),
    Change("recompute", "MLP", COMPUTE, {"data": 2}, {"recomputed": ("layers",)}),
    Change("recompute", "MLP", COMPUTE, before={"recomputed": ("MLP",)}),
    Change("tensor", "MLP", COMPUTE, {}, {"tensor": 2, "data": 2}, {"tensor": 4, "data": 1}),
    Change("tensor", "MLP", COMPUTE, {}, {"tensor": 4, "data": 1}, {"tensor": 2, "data": 2}),
    Change("chip", "MLP", COMPUTE, after={"pace": 1.2}),
    Change("chip", "MLP", COMPUTE, {"data": 2}, {}, {"slow": (0, 1), "chip": OTHER_CHIP}),
    Change("mended", "GradBuffer", None, {"data": 2, "is_one_bucket": True}, {"slow": (1,)}),
    Change("mended", "GradBuffer", None, {"data": 2, "is_one_bucket": True}, {"slow": (0,)}),
]
OPS = {"sync": {tally.SYNC}, "overlap": {"allReduce @ dp", "allReduce @ tp"},
       "schedule": {"receive @ pp"}, "mended": {"allReduce @ dp"}}
FACTOR = 1.2            # of the kernels of a slow rank or chip


@dataclass
class Side:
    """A recording of a pair."""
    profile: cases.Profile
    programs: list
    played: list
    chip: str = CHIP
    first: int = 0      # step that counts


@dataclass
class Pair:
    """Two recordings and what is true of them."""
    kind: str
    number: int
    before: Side
    after: Side
    truth: dict = field(default_factory=dict)

    def write(self, folder):
        """Writes both sides; returns their folders."""
        for name, side in (("before", self.before), ("after", self.after)):
            sides.write(pathlib.Path(folder, name), side.profile, side.programs, side.played,
                        side.chip)
        return str(pathlib.Path(folder, "before")), str(pathlib.Path(folder, "after"))


@dataclass
class Run:
    """How a side is played."""
    plan: training.Plan
    noise: float = 0.004       # of whole steps
    jitter: float = 0.004      # of kernels
    offset: float = 0.0
    is_warming: bool = False
    slow: tuple = ()           # ranks whose kernels take longer
    pace: float = 0.0          # factor at which all ranks are slower, by their frequency
    chip: str = CHIP


def play(draw, run):
    """Plays a side; at most two ranks of it are recorded."""
    plan = run.plan
    engine = training.machine.Machine(draw.randrange(1 << 30), jitter=run.jitter)
    world = plan.tensor * plan.stages * plan.data
    engine.slow = {rank: (FACTOR, None) for rank in run.slow}
    if run.pace:
        engine.pace = {rank: (0, STEPS, run.pace) for rank in range(world)}
    profile = cases.Profile(plan, engine, STEPS, 1, list(range(min(world, 2))), {})
    profile.offsets = {rank: draw.randrange(-5_000_000, 5_000_000) for rank in range(world)}
    factors = [(1 + run.offset) * (1 + run.noise * draw.gauss(0, 1)) for _ in range(STEPS)]
    if run.is_warming:
        factors[0] *= WARM_UP
    programs = training.programs(profile, factors)
    played = training.machine.play(programs, engine)
    return Side(profile, programs, played, run.chip, int(run.is_warming))


# ---- known changes -------------------------------------------------------------------------------

def names_of(side):
    """The operators that reach the device, as a comparison calls them."""
    kinds = {members: kind for kind, members in side.profile.groups}
    found = set()
    for rank in side.profile.recorded:
        for op in side.programs[rank][0]:
            found |= {op.name} if op.kernel else set()
            found |= {f"{op.kind} @ {kinds.get(op.group, 'pp')}"} if op.group else set()
            found |= {tally.SYNC} if op.waits == "host" and op.kernel == "" and op.module else set()
    return found


def first_of(rows, allowed, what):
    """The first row of a list, which must be one that was changed and ahead of the others."""
    (name, ns), (_other, less) = rows[:2]
    if (allowed and name not in allowed) or abs(less) > CLEAR * abs(ns):
        raise ValueError(f"{what}: {rows[:3]} is not clear")
    return {"name": name, "ns": ns}


def word_of(kind, step):
    """Where ranks leave the data-parallel group for the tensor-parallel one, a step has fewer
    sequences: its length does not tell whether it became better."""
    return "other_work" if kind == "tensor" else "faster" if step < 0 else "slower"


def find_truth(pair, change):
    """What is true of a known change."""
    ranks = pair.before.profile.recorded
    before, after = ([tally.tally(side, rank) for rank in ranks]
                     for side in (pair.before, pair.after))
    whole = tally.mean(before), tally.mean(after)
    step = whole[1]["step", ""] - whole[0]["step", ""]
    names = names_of(pair.before), names_of(pair.after)
    ops = OPS.get(pair.kind) or {name for name in names[0] | names[1] if "::" in name}
    if pair.kind == "fused":
        ops = names[0] ^ names[1]
    truth = {"step_ns": step, "share": step / whole[0]["step", ""],
             "word": word_of(pair.kind, step),
             "module": first_of(tally.changes(*whole, "module"), {change.module}, pair.kind),
             "op": first_of(tally.changes(*whole, "op"), ops, pair.kind),
             "only_before": sorted(names[0] - names[1]), "only_after": sorted(names[1] - names[0]),
             "ranks": [tally.changes(one, other, "category")[0]
                       for one, other in zip(before, after)]}
    if change.category:
        truth["category"] = first_of(tally.changes(*whole, "category"), {change.category},
                                     pair.kind)
    return truth


def draw_known(seed, number):
    """A pair with a known change, and its truth."""
    change = KNOWN[number]
    draw = random.Random(f"known {seed} {number}")
    common = {"layers": draw.randint(3, 6), "scale": draw.uniform(0.8, 1.5),
              "host_ns": draw.randint(8, 14) * 1000, "back_ns": draw.randint(100, 160) * 1000,
              "data_bytes": 3_500 << 10, **change.job}
    found = []
    for own in (change.before, change.after):
        of_run = {key: own[key] for key in ("slow", "pace", "chip") if key in own}
        of_plan = {key: value for key, value in own.items() if key not in of_run}
        plan = training.Plan(**{**common, **of_plan})
        found.append(play(draw, Run(plan, is_warming=draw.random() < 0.3, **of_run)))
    pair = Pair(change.kind, number, *found)
    pair.truth = find_truth(pair, change)
    return pair


# ---- noise ---------------------------------------------------------------------------------------

def quiet(plan):
    """A run of a plan without noise."""
    return play(random.Random(0), Run(plan, noise=0, jitter=0))


def draw_run(draw):
    """A small job whose steps vary by 1 %, in whole or by kernel."""
    data = draw.randint(1, 2)
    plan = training.Plan(data=data, layers=draw.randint(1, 2), scale=draw.uniform(0.7, 2),
                         host_ns=draw.randint(8, 14) * 1000, data_bytes=1 << 20,
                         is_overlapped=draw.random() < 0.5)
    run = Run(plan, NOISE, 0.002, is_warming=draw.random() < 0.1)
    if draw.random() < 0.5:
        still = quiet(plan)
        lengths = [op.kernel_ns for op in still.programs[0][0] if op.kernel]
        run.noise = 0
        run.jitter = NOISE * training.machine.step_ns(still.played) / math.hypot(*lengths)
        run.jitter /= OF_LONGER if data == 2 else 1
    return run


def draw_same(seed, number):
    """Two recordings of the same work."""
    draw = random.Random(f"same {seed} {number}")
    run = draw_run(draw)
    other = dataclasses.replace(run, offset=draw.gauss(0, OFFSET),
                                is_warming=draw.random() < 0.1)
    return Pair("same", number, play(draw, run), play(draw, other), {"word": "same"})


def draw_changed(seed, number):
    """A recording and one whose step is 5 % longer or shorter, in all or in its largest module."""
    draw = random.Random(f"changed {seed} {number}")
    run, sign = draw_run(draw), -1 if number % 2 == 0 else 1
    offset = draw.gauss(0, OFFSET)
    other = dataclasses.replace(run, offset=offset)
    if draw.random() < 0.5:
        other.offset = (1 + offset) * (1 + sign * CHANGE) - 1
    else:
        still = quiet(run.plan)
        share = sum(op.kernel_ns for op in still.programs[0][0] if "MatMulV2" in op.kernel)
        factor = 1 + sign * CHANGE * training.machine.step_ns(still.played) / share
        other.plan = dataclasses.replace(run.plan, perceptron=factor)
    return Pair("changed", number, play(draw, run), play(draw, other),
                {"word": "faster" if sign < 0 else "slower"})
