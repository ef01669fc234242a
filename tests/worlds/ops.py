# ops.py - what ranks do, in the order in which their hosts launch it
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Operations of a rank and the transfers that ranks share."""

KERNEL, COMM, WAIT, HOST, SYNC, COPY, OPEN, CLOSE, STEP, GRAPH = range(10)

# What a transfer moves over each edge, as a part of the size of the tensor, for n members: in a
# mesh over each edge between two members, in a ring over each edge to the next member.
MESH = {'allReduce': lambda n: 2 / n, 'allGather': lambda n: 1 / n,
        'reduceScatter': lambda n: 1 / n, 'alltoAllV': lambda n: 1 / n}
RING = {'allReduce': lambda n: 2 * (n - 1) / n, 'allGather': lambda n: (n - 1) / n,
        'reduceScatter': lambda n: (n - 1) / n, 'alltoAllV': lambda n: (n - 1) / n,
        'batchSendRecv': lambda n: 1.0, 'send': lambda n: 1.0}


class Op:
    """`kernel` is the entry of a recipe (model.py) or the name of a call; `span` the ns that the
    device, or for HOST the host, takes; `cost` what the host takes for the launch."""
    __slots__ = ('kind', 'kernel', 'span', 'cost', 'stream', 'transfer', 'step', 'tied', 'note')

    def __init__(self, kind, kernel=None, span=0.0, cost=0.0, *, stream='compute', transfer=None,
                 step=0, tied=True, note=None):
        self.kind, self.kernel, self.span, self.cost = kind, kernel, span, cost
        self.stream, self.transfer, self.step = stream, transfer, step
        self.tied, self.note = tied, note


class Group:
    """Ranks that communicate; `word` is tp, cp, dp, ep, pp or world."""

    def __init__(self, word, ranks, number):
        self.word, self.ranks, self.number = word, tuple(ranks), number
        self.name = f'10.20.{number // 200}.{number % 200}%eth0_60000_0_1760000000{number:06d}'

    def index(self, rank):
        return self.ranks.index(rank)


class Transfer:
    """One collective, or one message from `source` to `target`. What a run of the simulator finds
    is in `posts`, `begin`, `end` and `spans`."""
    __slots__ = ('group', 'word', 'size', 'noise', 'number', 'source', 'target', 'posts', 'begin',
                 'end', 'spans', 'waiting', 'members', 'near')

    def __init__(self, group, word, size, noise, number, source=None, target=None):
        self.group, self.word, self.size, self.noise = group, word, size, noise
        self.number, self.source, self.target = number, source, target
        self.members = group.ranks if source is None else (source, target)
        self.near = word == 'batchSendRecv'
        self.clear()

    def clear(self):
        self.posts, self.begin, self.end, self.spans, self.waiting = {}, {}, {}, {}, []

    def edges(self, cluster):
        """(from, to) and the part of the size that goes that way."""
        if self.source is not None:
            return [(self.source, self.target)], 1.0
        ranks, n = self.group.ranks, len(self.group.ranks)
        near = all(cluster.host(rank) == cluster.host(ranks[0]) for rank in ranks)
        if self.word in MESH and n <= 4 and near:
            return [(a, b) for a in ranks for b in ranks if a != b], MESH[self.word](n)
        return [(ranks[k], ranks[(k + 1) % n]) for k in range(n)], RING[self.word](n)
