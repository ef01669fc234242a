# SPDX-License-Identifier: Apache-2.0
"""The order of work on each device, for fifteen pipeline schedules.

Written from the papers' and the frameworks' definitions: GPipe, PipeDream-flush (1F1B), Megatron's
interleaving, breadth-first, the zero-bubble papers, PyTorch's ZB-V and DeepSeek's DualPipe.

A part is one role (F, B, I or W) of one micro-batch on one position of the chain that micro-batches
walk; an op is what a device runs without interruption: one part, or two where forward and backward
overlap (X). B stands for the whole backward, I for its input gradients, W for its weight gradients.
"""

from collections import namedtuple

Part = namedtuple("Part", "role mb chunk k")
Op = namedtuple("Op", "kind parts")


class Schedule:
    """The ops of each device and the geometry of the chain."""

    def __init__(self, name, stages, micro_batches, chunks, ops, length):
        self.name = name
        self.stages = stages
        self.micro_batches = micro_batches
        self.chunks = chunks
        self.ops = ops
        self.length = length

    def needs(self, part):
        """The (role, micro-batch, position) keys which must have run before a part."""
        if part.role == "F":
            return [("F", part.mb, part.k - 1)] if part.k else []
        if part.role == "W":
            return [("B", part.mb, part.k)]
        own = [("F", part.mb, part.k)]
        return own + ([("B", part.mb, part.k + 1)] if part.k + 1 < self.length else [])


def produced(part):
    """The key under which others wait for a part: I and B both end the wait for input gradients."""
    return ("B" if part.role == "I" else part.role, part.mb, part.k)


class Device:
    """Writes down one device's order, counting micro-batches per role and chunk."""

    def __init__(self, places, first=(0, 0, 0, 0)):
        self.places = places
        self.first = first
        self.next = {}
        self.ops = []
        self.late = []

    def part(self, role, chunk, mb=None):
        """The next part of a role on a chunk, or the one of a given micro-batch."""
        if mb is None:
            counter = ("B" if role == "I" else role, chunk)
            mb = self.next.get(counter, self.first[chunk])
            self.next[counter] = mb + 1
        return Part(role, mb, chunk, self.places[chunk])

    def run(self, role, chunk=0, mb=None):
        """Runs one part as an op of its own; an I leaves its W for later."""
        part = self.part(role, chunk, mb)
        if role == "I":
            self.late.append((part.mb, chunk))
        self.ops.append(Op(role, (part,)))

    def weights(self, chunk=None):
        """Runs the oldest weight gradients left over, of a chunk when given."""
        found = next((item for item in self.late if chunk in (None, item[1])), None)
        if found:
            self.late.remove(found)
            self.run("W", found[1], found[0])

    def all_weights(self):
        """Runs every weight gradient left over, oldest first."""
        while self.late:
            self.weights()

    def both(self, forward, backward, overlap=True):
        """Runs the next forward of one chunk and backward of another, overlapped or not."""
        parts = (self.part("F", forward), self.part("B", backward))
        if overlap:
            self.ops.append(Op("X", parts))
        else:
            self.ops += [Op("F", parts[:1]), Op("B", parts[1:])]


def linear(stages, micro_batches, write, name):
    """A schedule with one chunk a device, its order written by a function of the stage."""
    ops = []
    for stage in range(stages):
        device = Device([stage])
        write(device, stage)
        ops.append(device.ops)
    return Schedule(name, stages, micro_batches, 1, ops, stages)


def gpipe(P, M, reverse=False):
    """All forwards, then all backwards: first in first out, or last in first out."""
    def write(device, _stage):
        for mb in range(M):
            device.run("F", 0, mb)
        for mb in reversed(range(M)) if reverse else range(M):
            device.run("B", 0, mb)
    return linear(P, M, write, "gpipe-reversed" if reverse else "gpipe")


def one_f_one_b(P, M, per_stage=1, name="1f1b"):
    """1F1B: as many forwards ahead as stages follow; the eager form takes twice as many."""
    def write(device, stage):
        ahead = min(per_stage * (P - 1 - stage), M)
        for _ in range(ahead):
            device.run("F")
        for _ in range(M - ahead):
            device.run("F")
            device.run("B")
        for _ in range(ahead):
            device.run("B")
    return linear(P, M, write, name)


def bursts(P, M, size=2):
    """A schedule that nobody knows: 1F1B in bursts of micro-batches, the last one shorter."""
    def write(device, stage):
        ahead = min(-(-(P - 1 - stage) // size) * size, M)
        for _ in range(ahead):
            device.run("F")
        done = 0
        while done < M:
            for _ in range(min(size, M - ahead)):
                device.run("F")
                ahead += 1
            for _ in range(min(size, M - done)):
                device.run("B")
                done += 1
    return linear(P, M, write, "unknown")


def zero_bubble_h(P, M, hold):
    """ZB-H1 (hold 1) and ZB-H2 (hold 2): backward split, weights `hold` x stage backwards late."""
    def write(device, stage):
        ahead = min(hold * (P - 1 - stage), M)

        def backward():
            device.run("I")
            if len(device.late) > hold * stage:
                device.weights()
        for _ in range(ahead):
            device.run("F")
        for _ in range(M - ahead):
            device.run("F")
            backward()
        for _ in range(ahead):
            backward()
        device.all_weights()
    return linear(P, M, write, f"zbh{hold}")


def looped(P, M, v, group, ahead_of, name):
    """Chunks laid out in v rounds over the devices; `group` micro-batches run in a row a chunk."""
    table = [(mb, chunk) for low in range(0, M, group) for chunk in range(v)
             for mb in range(low, min(low + group, M))]
    ops = []
    for stage in range(P):
        device = Device([chunk * P + stage for chunk in range(v)])
        ahead = min(ahead_of(stage), M * v)
        for index in range(M * v + ahead):
            if index < M * v:
                device.run("F", table[index][1], table[index][0])
            if index >= ahead:
                mb, chunk = table[index - ahead]
                device.run("B", v - 1 - chunk, mb)
        ops.append(device.ops)
    return Schedule(name, P, M, v, ops, P * v)


def interleaved(P, M, v):
    """Megatron's interleaved 1F1B; M must be a multiple of P."""
    return looped(P, M, v, P, lambda r: 2 * (P - 1 - r) + (v - 1) * P, "interleaved")


def all_warm_up(P, v):
    """Megatron's interleaving with as many micro-batches as stages: all forwards come first."""
    return looped(P, P, v, P, lambda r: P * v, "all-warm-up")


def breadth_first(P, M, v):
    """Breadth-first: every micro-batch through a chunk before the next chunk begins."""
    return looped(P, M, v, M, lambda r: M * v, "breadth-first")


def zbv_pytorch(P, M):
    """ZB-V as torch.distributed.pipelining writes it, for M >= 2P - 1."""
    ops = []
    for rank in range(P):
        device = Device([rank, 2 * P - 1 - rank])
        for _ in range(2 * (P - rank) - 1):
            device.run("F", 0)
        for _ in range(rank):
            device.run("F", 1)
            device.run("F", 0)
        for _ in range(P - rank):
            device.run("F", 1)
            device.run("I", 1)
            device.weights(1)
        while device.next["F", 1] < device.next["F", 0] or device.next["F", 0] < M:
            if device.next["F", 0] < M:
                device.run("F", 0)
            for role, chunk in (("I", 0), ("F", 1), ("I", 1)):
                device.run(role, chunk)
                if role == "I":
                    device.weights(chunk)
        for _ in range(rank):
            device.run("I", 0)
            device.run("I", 1)
        for _ in range(P - rank):
            device.run("I", 0)
            device.weights(0)
        while any(chunk == 1 for _mb, chunk in device.late):
            device.weights(1)
        device.all_weights()
        ops.append(device.ops)
    return Schedule("zbv-pytorch", P, M, 2, ops, 2 * P)


def zbv_choice(rank, P, M, seen, now):
    """What the greedy search runs next on a device, as (role, chunk), or None when it must wait."""
    def ready(role, chunk):
        mb = seen["count"][rank][role, chunk]
        k = 2 * P - 1 - rank if chunk else rank
        if mb == M:
            return False
        needs = {"F": [("F", mb, k - 1)] if k else [],
                 "B": [("F", mb, k)] + ([("B", mb, k + 1)] if k + 1 < 2 * P else [])}[role]
        return all(seen["end"].get(key, now + 1) <= now for key in needs)
    late = seen["devices"][rank].late
    # Weights at once while forwards are left keep the steady state dense; later they fill waits.
    if late and min(seen["count"][rank]["F", chunk] for chunk in (0, 1)) < M:
        return "W", None
    for chunk in (1, 0):
        if ready("B", chunk):
            return "I", chunk
    # One place stays free for the second chunk: without it a full device could never turn round.
    for chunk, limit in ((1, 2 * P), (0, 2 * P - 1)):
        if seen["held"][rank] < limit and ready("F", chunk):
            return "F", chunk
    return ("W", None) if late else None


def zbv_paper(P, M):
    """ZB-V as the paper's search finds it for F = I = W: greedy, 2P activations a device."""
    count = [{(role, chunk): 0 for role in "FB" for chunk in (0, 1)} for _ in range(P)]
    seen = {"count": count, "end": {}, "held": [0] * P,
            "devices": [Device([r, 2 * P - 1 - r]) for r in range(P)]}
    now = 0
    while any(len(device.ops) < 6 * M for device in seen["devices"]):
        ended = {}
        for rank, device in enumerate(seen["devices"]):
            choice = zbv_choice(rank, P, M, seen, now)
            if choice is None:
                continue
            if choice[0] == "W":
                device.weights()
                seen["held"][rank] -= 1
                continue
            device.run(*choice)
            part = device.ops[-1].parts[0]
            ended[produced(part)] = now + 1
            count[rank]["B" if part.role == "I" else "F", part.chunk] += 1
            seen["held"][rank] += part.role == "F"
        seen["end"].update(ended)
        now += 1
    return Schedule("zbv-paper", P, M, 2, [device.ops for device in seen["devices"]], 2 * P)


def two_way(device, near, far, half, rank, micro_batches, options):
    """DeepSeek's eight steps for one device; `half` devices share a direction's way in."""
    after = half - 1 - rank
    overlap, split = options["overlap"], options["split"]
    for _ in range(2 * after):
        device.run("F", near)
    for _ in range(rank + 1):
        device.run("F", near)
        device.run("F", far)
    for _ in range(after):
        device.run("I", far)
        device.weights()
        device.run("F", far)
    for turn in range(micro_batches - 2 * half + rank + 1):
        # Where the way turns, the first forward feeds the first backward: they cannot overlap.
        device.both(near, far, overlap and not (turn == 0 and after == 0))
        device.both(far, near, overlap)
    for _ in range(after):
        device.run("B", far)
        device.both(far, near, overlap)
    for index in range(2 * (rank + 1)):
        device.run("I" if split and index >= rank + 1 else "B", (far, near)[index % 2])
    for _ in range(after):
        device.weights()
        device.run("I" if split else "B", near)
    device.all_weights()


def dualpipe(P, M):
    """DualPipe: both ends feed micro-batches in; P and M even, M >= 2P."""
    ops = []
    for stage in range(P):
        device = Device([stage, P - 1 - stage], (0, M // 2))
        near, far = (0, 1) if stage < P // 2 else (1, 0)
        two_way(device, near, far, P // 2, min(stage, P - 1 - stage), M // 2,
                {"overlap": True, "split": True})
        ops.append(device.ops)
    return Schedule("dualpipe", P, M, 2, ops, P)


def dualpipev(P, M, overlap=True, split=False):
    """DualPipeV as MindSpeed runs it, overlapped or not; DeepSeek's splits the last backwards."""
    ops = []
    for stage in range(P):
        device = Device([stage, 2 * P - 1 - stage])
        two_way(device, 0, 1, P, stage, M, {"overlap": overlap, "split": split})
        ops.append(device.ops)
    return Schedule("dualpipev" if overlap else "dualpipev-plain", P, M, 2, ops, 2 * P)


# Each entry: a builder of (P, M, v), and the least M for a P, which M must be a multiple of.
SCHEDULES = {
    "gpipe": (lambda P, M, v: gpipe(P, M), lambda P: (1, 1)),
    "gpipe-reversed": (lambda P, M, v: gpipe(P, M, True), lambda P: (1, 1)),
    "1f1b": (lambda P, M, v: one_f_one_b(P, M), lambda P: (1, 1)),
    "eager-1f1b": (lambda P, M, v: one_f_one_b(P, M, 2, "eager-1f1b"), lambda P: (1, 1)),
    "interleaved": (interleaved, lambda P: (2 * P, P)),
    "breadth-first": (breadth_first, lambda P: (P, 1)),
    "all-warm-up": (lambda P, M, v: all_warm_up(P, v), lambda P: (P, P)),
    "zbh1": (lambda P, M, v: zero_bubble_h(P, M, 1), lambda P: (P, 1)),
    "zbh2": (lambda P, M, v: zero_bubble_h(P, M, 2), lambda P: (2 * P, 1)),
    "zbv-paper": (lambda P, M, v: zbv_paper(P, M), lambda P: (2 * P, 1)),
    "zbv-pytorch": (lambda P, M, v: zbv_pytorch(P, M), lambda P: (2 * P, 1)),
    "dualpipe": (lambda P, M, v: dualpipe(P, M), lambda P: (2 * P, 2)),
    "dualpipev": (lambda P, M, v: dualpipev(P, M), lambda P: (2 * P, 1)),
    "dualpipev-plain": (lambda P, M, v: dualpipev(P, M, False), lambda P: (2 * P, 1)),
    "unknown": (lambda P, M, v: bursts(P, M), lambda P: (1, 1)),
}


def build(name, P, M, v=1):
    """The schedule of a name; M is raised to what the schedule needs, P made even for DualPipe."""
    builder, least_of = SCHEDULES[name]
    if name == "dualpipe":
        P += P % 2
    least, multiple = least_of(P)
    M = max(least, -(-M // multiple) * multiple)
    return builder(P, P if name == "all-warm-up" else M, v)
