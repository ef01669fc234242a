# SPDX-License-Identifier: Apache-2.0
"""Replays pipeline-parallel training with at most one fault, and says what the fault costs.

Ranks lie as Megatron lays them: tensor-parallel fastest, then data-parallel, then pipeline. Times
are integer nanoseconds. A step ends when every rank has met the others (the norm of the gradients),
so that each step is replayed from an origin of its own.
"""

import math
import random
import statistics
import zlib
from dataclasses import asdict, dataclass, field

import orders

SEGMENTS = 3            # compute kernels of a block, each followed by a collective when tp > 1
LEAD_NS = 150_000       # how far the host normally runs ahead of the device
LATE_LEAD_NS = 15_000   # what is left of that for a host that launches late
OPTIMIZER_NS = 2_000_000


@dataclass
class Costs:
    """Mean times in ns of one device's work on one micro-batch, and shares relative to them."""
    forward_ns: int = 4_000_000
    input_ns: int = 4_000_000
    weight_ns: int = 4_000_000
    head_share: float = 0.0          # extra work where the chain ends, of a device's own
    overlap_gain: float = 0.0        # what an overlapped pair saves
    collective_share: float = 0.02   # of a block, each of its collectives
    stage_factors: tuple = ()        # uneven stages, as they were planned; () = even
    latency_ns: tuple = ()           # of the link above each device; the last leads to 0
    reduce_ns: int = 3_000_000

    def part_ns(self, part, schedule, stage):
        """Mean time of a part without noise and fault; chunks share the device's layers."""
        share = schedule.stages / schedule.length if schedule.name != "dualpipe" else 1.0
        share *= self.stage_factors[stage] if self.stage_factors else 1.0
        if part.k + 1 == schedule.length:
            share += self.head_share
        whole = {"F": self.forward_ns, "I": self.input_ns, "W": self.weight_ns,
                 "B": self.input_ns + self.weight_ns}
        return whole[part.role] * share

    def edge_ns(self, source, target):
        """Latency between two devices, the same in both directions."""
        if source == target or not self.latency_ns:
            return 0
        low, high = sorted((source, target))
        return self.latency_ns[low] if high - low == 1 else self.latency_ns[-1]


@dataclass
class Fault:
    """One thing that is wrong. Strength 1 changes nothing; what it multiplies lies in the cause."""
    cause: str = "none"
    strength: float = 1.0
    stage: int = -1
    peer: int = -1         # the other end of a link
    replica: int = 0       # data-parallel index
    peer_rank: int = 0     # tensor-parallel index
    micro_batch: int = -1
    step: int = -1
    index: int = -1        # which block of the stage's order pauses
    more_kernels: bool = False


@dataclass
class Run:
    """What is trained, on what, and what of it is recorded."""
    schedule: orders.Schedule
    costs: Costs
    fault: Fault = field(default_factory=Fault)
    tensor: int = 1
    data: int = 1
    steps: int = 3
    jitter: float = 0.01
    seed: int = 0
    messages: bool = True
    kernels: bool = False
    runs_ahead: bool = False   # the host launches before data are there
    hosts: tuple = ()      # per host (offset ns, drift, jump ns, time of the jump); () = exact
    eager: bool = False    # a send ends when the data have left, not when they are there
    delays: tuple = (0, 0)  # further latency between hosts in ns, upwards and downwards
    begin_ns: int = 1_760_000_000_000_000_000

    @property
    def world(self):
        """Number of ranks."""
        return self.schedule.stages * self.data * self.tensor

    def rank(self, stage, replica, peer):
        """Global rank of a place."""
        return (stage * self.data + replica) * self.tensor + peer

    def host(self, stage):
        """Index of the host that a stage runs on; hosts take equal runs of stages."""
        return stage * len(self.hosts) // self.schedule.stages if self.hosts else 0

    def clock_ns(self, host, time):
        """What a host's clock is ahead at a time, both counted from the run's start."""
        offset, drift, jump, jump_at = self.hosts[host] if self.hosts else (0, 0.0, 0, 0)
        return offset + int(time * drift) + (jump if time >= jump_at else 0)


class Block:
    """One executed op of one tensor-parallel group: lists by peer, times from the step's start."""
    __slots__ = ("stage", "replica", "op", "starts", "ends", "launches", "segments", "arrivals",
                 "posted")

    def __init__(self, stage, replica, op):
        self.stage = stage
        self.replica = replica
        self.op = op


class Noise:
    """Log-normal factors drawn per block: the same ones with the fault and without it."""

    def __init__(self, run, step):
        draw = random.Random(f"{run.seed}/{step}")
        self.factors = {}
        # Sorted by id and not by order of work: another schedule of the same costs meets them too.
        for stage in range(run.schedule.stages):
            keys = sorted((p.role, p.mb, p.k) for op in run.schedule.ops[stage] for p in op.parts)
            for replica in range(run.data):
                for key in keys:
                    self.factors[stage, replica, key] = [
                        math.exp(draw.gauss(0, run.jitter)) for _ in range(run.tensor)]
        self.link_factors = [math.exp(draw.gauss(0, 0.1)) for _ in range(257)]

    def link(self, key):
        """Factor of one message's latency."""
        return self.link_factors[zlib.crc32(repr(key).encode()) % len(self.link_factors)]


class Replay:
    """Runs one step: each device keeps its order, each part waits for what it needs."""

    def __init__(self, run, step, fault, noise):
        self.run = run
        self.step = step
        self.fault = fault
        self.noise = noise
        self.blocks = []
        self.done = {}

    def is_at_fault(self, cause, stage, replica):
        """Whether a fault of this cause sits on this stage's group of peers."""
        return self.fault.cause == cause and stage == self.fault.stage and (
            cause in ("heavy_stage", "slow_collective") or replica == self.fault.replica)

    def latency(self, source, target, key, replica):
        """Time of one message in ns, including a slow link and the way between hosts."""
        run, fault = self.run, self.fault
        latency = run.costs.edge_ns(source, target) * self.noise.link((key, source, replica))
        if fault.cause == "slow_link" and {source, target} == {fault.stage, fault.peer}:
            latency += (fault.strength - 1) * run.costs.forward_ns
        if run.host(source) != run.host(target):
            latency += run.delays[run.host(source) > run.host(target)]
        return int(latency)

    def arrivals(self, stage, replica, op):
        """The messages that an op waits for: (key, source device, arrival by peer), or None."""
        found = []
        own = {orders.produced(part) for part in op.parts}
        for part in op.parts:
            for key in self.run.schedule.needs(part):
                if key in own:
                    continue
                if (replica, key) not in self.done:
                    return None
                source, ends = self.done[replica, key]
                delay = self.latency(source, stage, key, replica) if source != stage else 0
                found.append((key, source, [end + delay for end in ends]))
        return found

    def compute(self, block, peer):
        """Mean length of a block's compute in ns on one peer, with noise and fault."""
        run, fault = self.run, self.fault
        total = 0.0
        for part in block.op.parts:
            key = part.role, part.mb, part.k
            time = run.costs.part_ns(part, run.schedule, block.stage)
            time *= self.noise.factors[block.stage, block.replica, key][peer]
            if fault.cause == "long_micro_batch" and part.mb == fault.micro_batch:
                time *= fault.strength
            total += time
        if block.op.kind == "X":
            total *= 1 - run.costs.overlap_gain
        if self.is_at_fault("slow_rank", block.stage, block.replica) and peer == fault.peer_rank:
            total *= fault.strength
        if self.is_at_fault("heavy_stage", block.stage, block.replica):
            total *= fault.strength
        return total

    def segments(self, block, index):
        """Runs a block's kernels and collectives on all peers: (begin, end, collective's end)."""
        run, fault = self.run, self.fault
        count = SEGMENTS
        if self.is_at_fault("heavy_stage", block.stage, block.replica) and fault.more_kernels:
            count += max(1, round(SEGMENTS * (fault.strength - 1)))
        work = [self.compute(block, peer) / count for peer in range(run.tensor)]
        gap = [0.0] * run.tensor
        if self.is_at_fault("host_gaps", block.stage, block.replica):
            gap = [time * (fault.strength - 1) for time in work]
        now = list(block.starts)
        block.segments = [[] for _ in now]
        collective = sum(run.costs.part_ns(part, run.schedule, block.stage)
                         for part in block.op.parts) * run.costs.collective_share
        for turn in range(count):
            ends = [int(at + time) for at, time in zip(now, work)]
            last = max(ends)
            if run.tensor > 1:
                slow = self.is_at_fault("slow_collective", block.stage, block.replica)
                # One of the collectives is slow, not all: that is what tells it from a slow stage.
                last += int(collective * (fault.strength if slow and turn == 1 else 1))
            for peer, end in enumerate(ends):
                left = last if run.tensor > 1 else end
                block.segments[peer].append((now[peer], end, left))
                now[peer] = int(left + gap[peer])
            if turn == 0 and self.is_pause(block, index):
                now = [at + int((fault.strength - 1) * run.costs.forward_ns) for at in now]
        block.ends = now

    def is_pause(self, block, index):
        """Whether this is the one block that pauses."""
        return (self.is_at_fault("pause", block.stage, block.replica)
                and index == self.fault.index and self.step == self.fault.step)

    def execute(self, stage, replica, index, free):
        """Runs one op if all it needs is there; returns whether it ran."""
        run, fault = self.run, self.fault
        block = Block(stage, replica, run.schedule.ops[stage][index])
        block.arrivals = self.arrivals(stage, replica, block.op)
        if block.arrivals is None:
            return False
        block.posted = free
        block.starts = [max([at] + [times[peer] for _key, _source, times in block.arrivals])
                        for peer, at in enumerate(free)]
        block.launches = [at - LEAD_NS for at in (free if run.runs_ahead else block.starts)]
        if self.is_at_fault("late_host", stage, replica) and fault.strength > 1:
            late = int((fault.strength - 1) * run.costs.forward_ns)
            block.starts = [at + late for at in block.starts]
            block.launches = [at - LATE_LEAD_NS for at in block.starts]
        self.segments(block, index)
        for part in block.op.parts:
            self.done[replica, orders.produced(part)] = stage, block.ends
        self.blocks.append(block)
        return True

    def go(self):
        """Replays the step; returns its length in ns up to the end of the gradients' reduction."""
        schedule, run = self.run.schedule, self.run
        reached = [0] * run.data
        ends = {}
        for replica in range(run.data):
            at = [0] * schedule.stages
            free = [[0] * run.tensor for _ in at]
            moved = True
            while moved:
                moved = False
                for stage in range(schedule.stages):
                    while at[stage] < len(schedule.ops[stage]) and self.execute(
                            stage, replica, at[stage], free[stage]):
                        free[stage] = self.blocks[-1].ends
                        at[stage] += 1
                        moved = True
            if any(done < len(ops) for done, ops in zip(at, schedule.ops)):
                raise ValueError(f"{schedule.name}: devices wait for each other")
            ends[replica] = free
            reached[replica] = max(max(times) for times in free)
        self.reduces = {}
        if run.data > 1:
            for stage in range(schedule.stages):
                for peer in range(run.tensor):
                    begins = [ends[replica][stage][peer] for replica in range(run.data)]
                    self.reduces[stage, peer] = begins, max(begins) + run.costs.reduce_ns
        return max(reached + [end for _begins, end in self.reduces.values()])


def replay(run, fault=None):
    """Replays all steps with a fault (the run's own by default): a list of (Replay, length ns)."""
    result = []
    for step in range(run.steps):
        one = Replay(run, step, fault or run.fault, noise_of(run, step))
        result.append((one, one.go()))
    return result


def noise_of(run, step):
    """The noise of a step, drawn once for a run."""
    cache = run.__dict__.setdefault("_noise", {})
    if step not in cache:
        cache[step] = Noise(run, step)
    return cache[step]


def bubble_ratio(one, replica, peer):
    """Share of window x ranks in which one pipeline's devices run no block."""
    blocks = [block for block in one.blocks if block.replica == replica]
    begin = min(block.starts[peer] for block in blocks)
    window = max(block.ends[peer] for block in blocks) - begin
    busy = sum(block.ends[peer] - block.starts[peer] for block in blocks)
    return 1 - busy / (window * one.run.schedule.stages)


# What may be said of a fault, when what was recorded cannot tell it from another.
BLOCK_CAUSES = ("slow_rank", "heavy_stage", "host_gaps", "slow_collective")


def accepted(run):
    """The causes that are right to name for a run, its own first."""
    cause = run.fault.cause
    if cause in BLOCK_CAUSES and not run.kernels:
        return [cause] + [other for other in BLOCK_CAUSES if other != cause]
    if cause in ("slow_rank", "heavy_stage") and run.tensor * run.data == 1:
        return [cause] + [other for other in BLOCK_CAUSES[:2] if other != cause]
    if cause == "late_host" and not run.messages:
        return ["host_or_link", "late_host", "slow_link"]
    if cause == "slow_link" and not run.messages:
        return ["slow_link", "host_or_link"]
    return [cause]


def truth(run, played):
    """What is known of a run, in words and numbers."""
    clean = [length for _one, length in replay(run, Fault())]
    faulty = [length for _one, length in played]
    gains = [with_it - without for with_it, without in zip(faulty, clean)]
    fault, step_ns = run.fault, statistics.median(faulty)
    gain = max(gains) if fault.cause == "pause" else statistics.median(gains)
    per_stage = max(len(ops) for ops in run.schedule.ops) * run.steps
    limit = max(0.03 * step_ns, 5 * run.jitter / math.sqrt(per_stage) * step_ns)
    groups = [{"ranks": [run.rank(stage, replica, peer) for stage in range(run.schedule.stages)],
               "bubble_ratio": [bubble_ratio(one, replica, peer) for one, _length in played]}
              for replica in range(run.data) for peer in range(run.tensor)]
    wide = fault.cause in ("heavy_stage", "slow_collective", "slow_link")
    rank = run.rank(fault.stage, fault.replica, fault.peer_rank) if fault.stage >= 0 else -1
    return {
        "schedule": run.schedule.name, "stages": run.schedule.stages,
        "micro_batches": run.schedule.micro_batches, "chunks": run.schedule.chunks,
        "tensor": run.tensor, "data": run.data, "steps": run.steps, "jitter": run.jitter,
        "seed": run.seed, "messages": run.messages, "kernels": run.kernels,
        "fault": asdict(fault), "causes": accepted(run), "words": words(run),
        "rank": -1 if wide else rank, "step_ns": faulty, "cleanStepNs": clean, "gainsNs": gains,
        "gain_ns": gain, "limitNs": limit,
        "counts": fault.cause not in ("none", "clocks") and gain >= limit,
        "groups": groups, "costs": asdict(run.costs),
    }


def words(run):
    """The fault in one sentence."""
    fault = run.fault
    times = f"{fault.strength:.2f} x"
    where = f"stage {fault.stage}"
    rank = f"rank {run.rank(fault.stage, fault.replica, fault.peer_rank)}"
    late = f"{(fault.strength - 1) * run.costs.forward_ns / 1e6:.2f} ms"
    return {
        "none": "nothing is wrong",
        "clocks": "nothing is wrong but the clocks of the hosts",
        "slow_rank": f"the kernels of {rank} on {where} take {times}",
        "heavy_stage": f"{where} has {times} the work",
        "slow_link": f"messages between stages {fault.stage} and {fault.peer} take {late} more",
        "late_host": f"host of {where}, replica {fault.replica}, launches each block {late} late",
        "slow_collective": f"one collective in each block of {where} takes {times}",
        "host_gaps": f"kernels of {where} are normal, blocks {times} for idle between them",
        "long_micro_batch": f"micro-batch {fault.micro_batch} takes {times} on every stage",
        "pause": f"block {fault.index} of {where} pauses for {late} in recorded step {fault.step}",
    }[fault.cause]
