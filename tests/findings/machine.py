# SPDX-License-Identifier: Apache-2.0
"""Plays training steps on ranks with a host, a computing stream and a communication stream each.

The host launches operators one after the other; a kernel starts when its launch has reached the
device and its stream is free; a collective ends for all members when the last one has arrived and
the data has moved. Nothing here knows what the program under test computes.
"""

import random
from dataclasses import dataclass, field

LAUNCH_NS = 4_000      # the call that hands a kernel to the device
REACH_NS = 3_000       # from the end of that call to the device
SYNC_BACK_NS = 12_000  # from the device's end to the host's return
LINK_BYTES_PER_NS = 18.0


@dataclass
class Op:
    """One thing that the host does, and what it puts on the device."""
    name: str
    host_ns: int = 30_000
    kernel: str = ""
    kernel_ns: int = 0
    core: str = "AI_CORE"
    group: tuple = ()          # members of a collective, by rank
    kind: str = ""             # allReduce, send, receive
    size: int = 0
    is_async: bool = False     # computing goes on beside it
    waits: str = ""            # "stream": computing waits for all communication; "host": sync
    call: str = ""             # a call of CANN inside the operator
    call_ns: int = 0
    back_ns: int = SYNC_BACK_NS  # from the device's end to the return of "host"


@dataclass
class Machine:
    """What makes ranks differ."""
    seed: int
    jitter: float = 0.01
    slow: dict = field(default_factory=dict)       # rank -> (factor, kernel or None)
    host: dict = field(default_factory=dict)       # rank -> factor of the host's time
    links: dict = field(default_factory=dict)      # (source, target) -> factor
    pace: dict = field(default_factory=dict)       # rank -> (from share, to share, factor), by step


@dataclass
class Played:
    """What happened on a rank: all times in ns from the start of the run."""
    ops: list = field(default_factory=list)        # (name, begin, end)
    launches: list = field(default_factory=list)   # (name, begin, end, link)
    calls: list = field(default_factory=list)      # (name, begin, end)
    kernels: list = field(default_factory=list)    # (name, begin, end, core, link)
    comms: list = field(default_factory=list)      # (Op, begin, all there, end, link, pieces)
    steps: list = field(default_factory=list)      # (begin, end)


class Meeting:
    """A collective on its way: who has come, and when all leave."""

    def __init__(self, members):
        self.arrived = {}
        self.members = members
        self.result = None


class Rank:
    """One rank that plays its program as a coroutine; yields where it must wait for others."""

    def __init__(self, number, machine, meetings):
        self.number = number
        self.machine = machine
        self.meetings = meetings
        self.noise = random.Random(machine.seed * 1000 + number)
        self.played = Played()
        self.host = 0
        self.stream = 0       # computing is busy until then
        self.comm = 0         # communication
        self.links = 0
        self.counts = {}
        self.open = []        # meetings whose end computing must wait for

    def wobble(self, ns):
        """A time with the machine's noise."""
        return max(1_000, round(ns * (1 + self.machine.jitter * self.noise.gauss(0, 1))))

    def kernel_ns(self, op, step):
        """How long a kernel takes here."""
        ns = self.wobble(op.kernel_ns) if op.kernel_ns > 20_000 else max(
            1_500, round(op.kernel_ns * (1 + 0.3 * self.machine.jitter * self.noise.gauss(0, 1))))
        factor, only = self.machine.slow.get(self.number, (1, None))
        if only is None or only == op.kernel:
            ns = round(ns * factor)
        pace = self.machine.pace.get(self.number)
        if pace and pace[0] <= step < pace[1]:
            ns = round(ns * pace[2])
        return ns

    def launch(self, name, at):
        """A call that hands something to the device; returns its link and when it gets there."""
        self.links += 1
        self.played.launches.append((name, at, at + LAUNCH_NS, self.links))
        return self.links, at + LAUNCH_NS + REACH_NS

    def resolve(self, meeting):
        """Waits until a collective has an end."""
        while meeting.result is None:
            yield
        return meeting.result

    def settle(self):
        """Waits for all open collectives; returns when the last of them ends."""
        end = 0
        for op, meeting, link in self.open:
            begin = meeting.arrived[self.number]
            there, left, pieces = yield from self.resolve(meeting)
            self.played.comms.append((op, begin, there, left, link, pieces))
            end = max(end, left)
        self.open = []
        return end

    def message(self, op, reached, link):
        """Sends or receives: the sender waits for nobody."""
        index = self.counts[op.group, "p2p"] = self.counts.get((op.group, "p2p"), -1) + 1
        meeting = self.meetings.setdefault((op.group, "p2p", index), Meeting(op.group))
        arrival = max(reached, self.stream)
        if op.kind == "send":
            pieces = self.pieces(op, [op.group], op.size, arrival)
            meeting.result = arrival, arrival + pieces[op.group], pieces
            self.played.comms.append((op, arrival, arrival, meeting.result[1], link, pieces))
            return
        sent, there, pieces = yield from self.resolve(meeting)
        end = max(there, arrival + 2_000)
        self.played.comms.append((op, arrival, min(max(arrival, sent), end), end, link, pieces))
        self.stream = end

    def collective(self, op, reached, link):
        """Takes part in a collective."""
        index = self.counts[op.group] = self.counts.get(op.group, -1) + 1
        # one at a time on the stream of communication
        self.comm = max(self.comm, (yield from self.settle()))
        arrival = max(reached, self.comm, self.stream)
        meeting = self.meetings.setdefault((op.group, index), Meeting(op.group))
        meeting.arrived[self.number] = arrival
        if len(meeting.arrived) == len(op.group):
            meeting.result = self.meet(meeting, op)
        self.open.append((op, meeting, link))
        if not op.is_async:
            self.stream = max(self.stream, (yield from self.settle()))

    def pieces(self, op, pairs, size, at):
        """How long the data takes on each link."""
        draw = random.Random(f"{self.machine.seed} {op.group} {at}")
        return {pair: max(2_000, round(size / LINK_BYTES_PER_NS * self.machine.links.get(pair, 1) *
                                       (1 + 0.02 * draw.gauss(0, 1)))) for pair in pairs}

    def meet(self, meeting, op):
        """When all have come and when they leave, and how long each link takes."""
        there = max(meeting.arrived.values())
        pairs = list(zip(op.group, op.group[1:] + op.group[:1]))
        pieces = self.pieces(op, pairs, 2 * op.size * (len(pairs) - 1) / len(pairs), there)
        return there, there + max(pieces.values()), pieces

    def play(self, steps):
        """Plays the program of every step; a coroutine."""
        slower = self.machine.host.get(self.number, 1)
        for number, program in enumerate(steps):
            begin = self.host
            for op in program:
                at = self.host
                self.host += self.wobble(op.host_ns * slower)
                if op.call:
                    self.played.calls.append((op.call, self.host, self.host + op.call_ns))
                    self.host += op.call_ns
                if op.kernel:
                    link, reached = self.launch(op.kernel, self.host)
                    self.host += LAUNCH_NS
                    start = max(reached, self.stream)
                    self.stream = start + self.kernel_ns(op, number)
                    self.played.kernels.append((op.kernel, start, self.stream, op.core, link))
                    self.stream += 300
                if op.group:
                    link, reached = self.launch(op.kind, self.host)
                    self.host += LAUNCH_NS
                    act = self.collective if op.kind == "allReduce" else self.message
                    yield from act(op, reached, link)
                if op.waits:
                    self.stream = max(self.stream, (yield from self.settle()))
                if op.waits == "host":
                    called = self.host
                    self.host = max(self.host, self.stream) + op.back_ns
                    self.played.calls.append(("aclrtSynchronizeStreamWithTimeout", called,
                                              self.host))
                self.played.ops.append((op.name, at, self.host))
            self.played.steps.append((begin, self.host))
            self.host += 20_000
        yield from self.settle()


def play(programs, machine):
    """Plays programs: a list of steps for each rank. Returns what each rank did."""
    meetings = {}
    ranks = [Rank(number, machine, meetings) for number in range(len(programs))]
    running = {rank.number: rank.play(programs[rank.number]) for rank in ranks}
    stale = 0
    while running:
        moved = False
        for number in list(running):
            before = ranks[number].links
            try:
                next(running[number])
            except StopIteration:
                del running[number]
                moved = True
            moved = moved or ranks[number].links != before
        stale = 0 if moved else stale + 1
        if stale > 3:
            raise RuntimeError("the ranks wait for each other")
    return [rank.played for rank in ranks]


def step_ns(played, first=1):
    """The mean length of the steps from @first on, of the longest rank."""
    spans = [rank.steps[first:] for rank in played]
    return max((steps[-1][1] - steps[0][0]) / len(steps) for steps in spans)
