# SPDX-License-Identifier: Apache-2.0
"""Draws profiles: clean ones, and ones with a known fault that costs 3 to 20 % of the step."""

import dataclasses
import random
from dataclasses import dataclass, field

import machine as model
from machine import Machine, Op

FAULTS = ["slow_rank", "slow_link", "host_bound", "sync_calls", "uncovered_communication",
          "communication_wait", "stage_imbalance", "frequency_drop", "memory_growth", "compile",
          "small_kernels"]
LAYER = [("aten::linear", "aclnnAddmm_MatMulV3Common_MatMulV3", 300_000, "AI_CORE"),
         ("aten::layer_norm", "aclnnLayerNorm_LayerNormV4_LayerNormV4", 60_000, "AI_VECTOR_CORE"),
         ("npu::npu_fusion_attention", "aclnnFlashAttentionScore_FlashAttentionScore", 420_000,
          "MIX_AIC"),
         ("aten::matmul", "aclnnMm_MatMulV3Common_MatMulV3", 360_000, "AI_CORE"),
         ("aten::gelu", "aclnnGelu_GeluAiCore_Gelu", 70_000, "AI_VECTOR_CORE")]


@dataclass
class Shape:
    """What every step of a profile does; the fault changes some of it."""
    tensor: int
    stages: int
    data: int
    layers: int            # of a stage, forward
    micro_batches: int
    host_ns: int           # of an operator
    tensor_bytes: int
    data_bytes: int        # of a bucket
    is_overlapped: bool = True
    late_ns: int = 0       # more host time in each of the first operators of a step
    late_ranks: tuple = ()
    syncs: int = 0
    compiles: int = 0
    compile_ns: int = 0
    small: int = 0         # short kernels before the others
    heavy: tuple = ()      # (stage, factor of its kernels)


@dataclass
class Profile:
    """A run and what is recorded of it."""
    shape: Shape
    machine: Machine
    steps: int
    level: int
    recorded: list
    offsets: dict
    memory: dict = field(default_factory=dict)
    truth: dict = field(default_factory=dict)

    @property
    def world(self):
        """How many ranks run."""
        return self.shape.tensor * self.shape.stages * self.shape.data

    def is_heavy(self, rank):
        """Whether kernels of a rank have more to do than those of other stages."""
        return bool(getattr(self.shape, 'heavy', ())) \
            and rank // (self.shape.tensor * self.shape.data) == self.shape.heavy[0]

    def rank(self, stage, data, tensor):
        """The number of a rank: tensor-parallel ones stand together."""
        return (stage * self.shape.data + data) * self.shape.tensor + tensor

    @property
    def groups(self):
        """All communicators: (kind, ranks)."""
        shape = self.shape
        found = []
        if shape.tensor > 1:
            found += [("tp", tuple(self.rank(s, d, t) for t in range(shape.tensor)))
                      for s in range(shape.stages) for d in range(shape.data)]
        if shape.data > 1:
            found += [("dp", tuple(self.rank(s, d, t) for d in range(shape.data)))
                      for s in range(shape.stages) for t in range(shape.tensor)]
        if shape.stages > 1:
            found += [("pp", tuple(self.rank(s, d, t) for s in range(shape.stages)))
                      for d in range(shape.data) for t in range(shape.tensor)]
        return found

    def sizes(self, rank):
        """What the training script says of itself."""
        return {"tensor_model_parallel_size": self.shape.tensor,
                "pipeline_model_parallel_size": self.shape.stages,
                "data_parallel_size": self.shape.data, "context_parallel_size": 1,
                "expert_model_parallel_size": 1, "world_size": self.world, "rank": rank}

    def group(self, kind, rank):
        """The group of that kind which a rank is in, () without one."""
        return next((ranks for name, ranks in self.groups if name == kind and rank in ranks), ())


def layers(profile, rank, stage, is_backward, is_last):
    """The operators of a pass of one micro-batch through a stage."""
    shape = profile.shape
    factor = shape.heavy[1] if shape.heavy and shape.heavy[0] == stage else 1
    tensor, data = profile.group("tp", rank), profile.group("dp", rank)
    for layer in range(shape.layers):
        for name, kernel, ns, core in LAYER:
            yield Op(name + ("_backward" if is_backward else ""), shape.host_ns, kernel,
                     round(ns * factor * (2 if is_backward else 1)), core)
        if tensor:
            yield Op("c10d::allreduce_", shape.host_ns, group=tensor, kind="allReduce",
                     size=shape.tensor_bytes)
        if data and is_backward and is_last and layer % 2 == 1:
            yield Op("c10d::allreduce_", shape.host_ns, group=data, kind="allReduce",
                     size=shape.data_bytes, is_async=shape.is_overlapped)


def passes(profile, rank, stage):
    """All passes of a step of a stage, one forward one backward."""
    shape = profile.shape
    ahead = min(shape.stages - 1 - stage, shape.micro_batches)
    order = [(False, m) for m in range(ahead)]
    for m in range(shape.micro_batches - ahead):
        order += [(False, ahead + m), (True, m)]
    order += [(True, m) for m in range(shape.micro_batches - ahead, shape.micro_batches)]
    chain = profile.group("pp", rank)
    for is_backward, m in order:
        source, target = (stage + 1, stage - 1) if is_backward else (stage - 1, stage + 1)
        if chain and 0 <= source < shape.stages:
            yield Op("c10d::recv", shape.host_ns, group=(chain[source], rank), kind="receive",
                     size=1 << 20)
        yield from layers(profile, rank, stage, is_backward, m == shape.micro_batches - 1)
        if chain and 0 <= target < shape.stages:
            yield Op("c10d::send", shape.host_ns, group=(rank, chain[target]), kind="send",
                     size=1 << 20)


def program(profile, rank):
    """The operators of one step of a rank."""
    shape = profile.shape
    stage = rank // (shape.tensor * shape.data)
    ops = [Op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 60_000)]
    ops += [Op("aten::add_", shape.host_ns, "aclnnInplaceAdd_AddAiCore_Add", 4_000,
               "AI_VECTOR_CORE") for _ in range(shape.small)]
    body = list(passes(profile, rank, stage))
    if not shape.late_ranks or rank in shape.late_ranks:
        for op in [one for one in body if one.kernel][:12]:
            op.host_ns += shape.late_ns
    kernels = [at for at, one in enumerate(body) if one.kernel]
    for at in kernels[3:3 + shape.syncs]:
        body[at].waits = "host"
    for at in kernels[1:1 + shape.compiles]:
        body[at].call, body[at].call_ns = "aclopCompileAndExecute", shape.compile_ns
    ops += body
    ops += [Op("Optimizer.step#AdamW.step", shape.host_ns, "aclnnApplyAdamWV2_ApplyAdamWV2",
               400_000, "AI_VECTOR_CORE", waits="stream"),
            Op("aten::item", 20_000, "aclnnMuls_MulAiCore_Mul", 3_000, "AI_VECTOR_CORE",
               waits="host")]
    return ops


def play(profile):
    """Plays a profile; every rank, recorded or not."""
    steps = [[program(profile, rank)] * profile.steps for rank in range(profile.world)]
    return model.play(steps, profile.machine)


def draw_shape(draw, fault):
    """A layout that can have the fault."""
    sizes = {"slow_rank": [(1, 1, 4), (2, 1, 2), (4, 1, 1), (2, 2, 2), (1, 2, 4), (1, 1, 8)],
             "slow_link": [(4, 1, 1), (8, 1, 1), (4, 1, 2)],
             "uncovered_communication": [(2, 1, 1), (4, 1, 1), (1, 1, 4), (1, 1, 2)],
             "communication_wait": [(1, 1, 4), (1, 1, 8), (4, 1, 1)],
             "stage_imbalance": [(1, 2, 1), (1, 4, 1), (1, 2, 2), (2, 2, 1), (1, 3, 1)]}
    tensor, stages, data = draw.choice(sizes.get(fault, [(1, 1, 1), (1, 1, 2), (2, 1, 1),
                                                         (1, 1, 4), (1, 2, 2), (2, 2, 1)]))
    return Shape(tensor, stages, data, layers=draw.randint(3, 6) if stages == 1 else 2,
                 micro_batches=1 if stages == 1 else stages * draw.randint(2, 3),
                 host_ns=draw.randint(20, 40) * 1000,
                 tensor_bytes=draw.randint(32, 128) << 10, data_bytes=draw.randint(1, 4) << 20)


def draw_clean(seed, number, fault=None):
    """A profile without a fault."""
    draw = random.Random(f"{seed} {number} {fault}")
    shape = draw_shape(draw, fault)
    machine = Machine(draw.randrange(1 << 30), jitter=draw.uniform(0.005, 0.03))
    profile = Profile(shape, machine, draw.randint(4, 7), draw.choice([0, 1, 1, 1]), [], {})
    if fault == "slow_link":
        profile.level = 1      # level 0 does not record the ends of a transfer
    profile.recorded = list(range(profile.world))
    profile.offsets = {rank: draw.randrange(-5_000_000, 5_000_000) for rank in profile.recorded}
    return draw, profile


def apply(profile, fault, draw, strength):
    """A copy of a profile with the fault, 0 = hardly any; and the ranks that have it."""
    one = dataclasses.replace(profile, shape=dataclasses.replace(profile.shape),
                              machine=dataclasses.replace(profile.machine))
    shape, machine, every = one.shape, one.machine, list(range(one.world))
    rank = draw.randrange(one.world)
    some = [rank] if one.world > 1 and draw.random() < 0.5 else every
    if fault == "slow_rank":
        machine.slow = {rank: (1 + strength, draw.choice([None, LAYER[0][1]]))}
        return one, [rank]
    if fault == "communication_wait":
        machine.slow = {rank: (1 + strength, None)}
        one.recorded = [other for other in every if other != rank]
        return one, one.recorded
    if fault == "slow_link":
        members = draw.choice([ranks for kind, ranks in one.groups if kind == "tp"])
        at = draw.randrange(len(members))
        pair = members[at], members[(at + 1) % len(members)]
        shape.tensor_bytes *= 4
        machine.links = {pair: 1 + 20 * strength}
        return one, sorted(pair)
    if fault == "frequency_drop":
        half = one.steps // 2
        machine.pace = {other: (half, one.steps, 1 + 2 * strength) for other in some}
        return one, some
    if fault == "host_bound":
        shape.late_ns, shape.late_ranks = round(strength * 3_000_000), tuple(some)
        return one, some
    if fault == "stage_imbalance":
        stage = draw.randrange(shape.stages)
        shape.heavy = (stage, 1 + strength)
        return one, [r for r in every if r // (shape.tensor * shape.data) == stage]
    if fault == "sync_calls":
        shape.syncs, shape.host_ns = round(200 * strength), 60_000
    elif fault == "uncovered_communication":
        if shape.tensor > 1:
            shape.tensor_bytes = round(shape.tensor_bytes * (1 + 300 * strength))
        else:
            shape.is_overlapped = False
            shape.data_bytes = round(shape.data_bytes * (1 + 20 * strength))
    elif fault == "compile":
        shape.compiles, shape.compile_ns = draw.randint(1, 6), round(strength * 5_000_000)
    elif fault == "small_kernels":
        shape.small = 60 + round(800 * strength)
    elif fault == "memory_growth":
        size = draw.randint(50, 200)  # MiB a step, of 8 GiB: growth begins at 0.5 %
        one.memory = {other: size for other in some}
        return one, some
    return one, every


def draw_fault(seed, number, fault):
    """A profile with a fault of 3 to 20 % of the step, what was played, and its truth."""
    draw, clean = draw_clean(seed, number, fault)
    aim, state = draw.uniform(0.035, 0.19), draw.getstate()
    low, high, best = 0.0, 2.0, None
    for _ in range(14):
        strength = (low + high) / 2
        draw.setstate(state)
        profile, ranks = apply(clean, fault, draw, strength)
        draw.setstate(state)
        without, _same = apply(clean, fault, draw, 0)
        played = play(profile)
        cost = model.step_ns(played) - model.step_ns(play(without))
        share = cost / model.step_ns(played)
        best = profile, played, {"id": fault, "ranks": ranks, "cost_ns": round(cost),
                                 "share": share,
                                 "is_everywhere": len(ranks) == len(profile.recorded)}
        if fault == "memory_growth" or abs(share - aim) < 0.01:
            break
        low, high = (strength, high) if share < aim else (low, strength)
    return best


def draw_case(seed, number, fault):
    """A profile, what was played, and its truth."""
    if fault:
        return draw_fault(seed, number, fault)
    _draw, profile = draw_clean(seed, number)
    return profile, play(profile), {"id": None, "ranks": [], "cost_ns": 0, "share": 0.0}
