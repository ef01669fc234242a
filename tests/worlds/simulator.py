# simulator.py - runs the operations of all ranks
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Each rank has a host thread, which launches one operation after another, and streams, each of
which runs one after another what was launched on it. A transfer moves when its last member has
come. A rank is carried on until it needs the end of a transfer whose other members have not come
so far: all is first in, first out, so the order in which ranks are carried on changes nothing."""

import collections

from cluster import LATENCY_NS
from noise import MASK
from ops import CLOSE, COMM, COPY, GRAPH, HOST, KERNEL, OPEN, STEP, SYNC, WAIT

LAUNCH_NS = 4500.0   # from the end of a launch to the earliest start on the device
BETWEEN_NS = 700.0   # from the end of a kernel to the start of the next one


class Rank:
    """Where a rank is; `seen` is what a profiler would have recorded of it."""

    def __init__(self, number, ops):
        self.number, self.ops, self.at = number, ops, 0
        self.host = 0.0
        self.free = collections.defaultdict(float)
        self.seen, self.steps, self.opened = [], [], []


class Stuck(Exception):
    """Ranks wait for each other: the job is wrong."""


def move(transfer, cluster, noise):
    """All members have come: when each begins to move bytes, and ends."""
    edges, part = transfer.edges(cluster)
    posts, size = transfer.posts, transfer.size * part
    spans = transfer.spans
    for n, (a, b) in enumerate(edges):
        factor = noise.transfer[(transfer.noise + n) & MASK]
        spans[a, b] = LATENCY_NS[cluster.kind(a, b)] + size / cluster.bandwidth(a, b) * factor
    if not transfer.near:
        begin = max(posts.values())
        end = begin + max(spans.values())
        for rank in transfer.members:
            transfer.begin[rank], transfer.end[rank] = begin, end
        return
    ranks = transfer.group.ranks
    for n, rank in enumerate(ranks):
        before, behind = ranks[n - 1], ranks[(n + 1) % len(ranks)]
        begin = max(posts[rank], posts[before], posts[behind])
        transfer.begin[rank] = begin
        transfer.end[rank] = begin + max(spans[before, rank], spans[rank, behind])


class Simulator:
    """One run of a job (job.py)."""

    def __init__(self, job):
        self.job, self.cluster, self.noise = job, job.cluster, job.noise
        self.ranks = [Rank(n, ops) for n, ops in enumerate(job.ops)]
        for rank in self.ranks:   # they come out of a barrier
            rank.host = 150e3 * abs(1 - self.noise.host[self.noise.place(rank.number)][0])
        self.ready = collections.deque(self.ranks)
        for transfer in job.transfers:
            transfer.clear()

    def run(self):
        while self.ready:
            self.carry_on(self.ready.popleft())
        if any(rank.at < len(rank.ops) for rank in self.ranks):
            raise Stuck([(rank.number, rank.at, len(rank.ops)) for rank in self.ranks])
        return self

    def carry_on(self, rank):
        ops, steps = rank.ops, STEPS
        count = len(ops)
        while rank.at < count:
            op = ops[rank.at]
            if not steps[op.kind](self, rank, op):
                return
            rank.at += 1

    def known(self, rank, stream):
        """When a stream is free, or None: the rank waits for a transfer then."""
        free = rank.free[stream]
        if free.__class__ is float:
            return free
        if rank.number in free.end:
            rank.free[stream] = end = free.end[rank.number]
            return end
        free.waiting.append(rank)
        return None

    def kernel(self, rank, op):
        host, free = rank.host, rank.free
        rank.host = launched = host + op.cost
        begin = max(launched + LAUNCH_NS if op.tied else 0.0, free['compute'] + BETWEEN_NS)
        free['compute'] = end = begin + op.span
        rank.seen.append((op, host, launched, begin, end))
        return True

    def copy(self, rank, op):
        return self.kernel(rank, op)

    def comm(self, rank, op):
        """Behind what its stream holds and, if tied, what was launched for computing."""
        free = self.known(rank, op.stream)
        if free is None:
            return False
        host, transfer = rank.host, op.transfer
        rank.host = launched = host + op.cost
        post = max(launched + LAUNCH_NS if op.note != 'graph' else 0.0, free + BETWEEN_NS)
        if op.tied:
            post = max(post, rank.free['compute'] + BETWEEN_NS)
        transfer.posts[rank.number] = post
        rank.free[op.stream] = transfer
        rank.seen.append((op, host, launched, post, transfer))
        if len(transfer.posts) == len(transfer.members):
            move(transfer, self.cluster, self.noise)
            self.ready.extend(transfer.waiting)
            transfer.waiting = []
        return True

    def wait(self, rank, op):
        """Computing waits for a transfer; without one, for all that its stream holds."""
        end = op.transfer.end.get(rank.number) if op.transfer else self.known(rank, op.stream)
        if end is None:
            if op.transfer:
                op.transfer.waiting.append(rank)
            return False
        rank.free['compute'] = max(rank.free['compute'], end)
        return True

    def on_host(self, rank, op):
        host = rank.host
        rank.host = host + op.span
        rank.seen.append((op, host, rank.host, 0.0, 0.0))
        return True

    def sync(self, rank, op):
        """The host waits for the device; `note` names the call that makes it."""
        host = rank.host
        rank.host = max(host, rank.free['compute'] + 3000.0) + op.cost
        rank.seen.append((op, host, rank.host, 0.0, 0.0))
        return True

    def open(self, rank, op):
        """A range of the pipeline opens or closes."""
        rank.seen.append((op, rank.host, rank.host, 0.0, 0.0))
        rank.host += 600.0
        return True

    def step(self, rank, op):
        rank.steps.append(rank.host)
        return True

    def graph(self, rank, op):
        """One call launches all that follows and is not tied."""
        host = rank.host
        rank.host = host + op.cost
        rank.free['compute'] = max(rank.free['compute'], rank.host + LAUNCH_NS)
        rank.seen.append((op, host, rank.host, 0.0, 0.0))
        return True

    def length(self):
        """From the start of the first step to the end of the last, ns."""
        ends = [rank.steps[-1] for rank in self.ranks]
        return max(ends) - min(rank.steps[0] for rank in self.ranks)


STEPS = {KERNEL: Simulator.kernel, COPY: Simulator.copy, COMM: Simulator.comm,
         WAIT: Simulator.wait, HOST: Simulator.on_host, SYNC: Simulator.sync,
         OPEN: Simulator.open, CLOSE: Simulator.open, STEP: Simulator.step,
         GRAPH: Simulator.graph}
