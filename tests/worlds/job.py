# job.py - a plan of a training job, and the operations that it gives each rank
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""A plan says what a job is; what is wrong with it is a change of the plan. Ranks are counted as
Megatron does: tensor, then context, data and pipeline parallel; experts lie within data."""

import collections
import dataclasses
import typing

import model
from cluster import Cluster
from noise import MASK, Kind, Noise
from ops import (CLOSE, COMM, COPY, HOST, KERNEL, OPEN, STEP, SYNC, WAIT, Group, Op, Transfer)

FORWARD, BACKWARD, TAIL = 1, 2, 3


def same(value):
    return lambda *_: value


@dataclasses.dataclass
class Plan:
    """Functions take (rank, step, ...) and give a factor or an amount. `hooks` are called where
    their name says, with (builder, step), and add what is not part of every job."""
    seed: int
    dp: int = 8
    tp: int = 1
    cp: int = 1
    ep: int = 1
    pp: int = 1
    size: model.Size = model.Size()
    layers: list = dataclasses.field(default_factory=lambda: [3])
    micro: int = 2
    chunks: int = 1                            # of layers a stage has, interleaved
    steps: int = 6
    tokens: typing.Callable = same(4096)       # (step, replica, micro)
    keys: typing.Callable = None               # (step, replica, micro), else as many as tokens
    ends: bool = True
    shards: bool = False                       # ZeRO-3: parameters are gathered layer by layer
    prefetch: bool = True
    loads: typing.Callable = None              # (step, layer, place in ep): 1 is an equal share
    chips: list = None
    levels: typing.Callable = same(1.0)        # (rank, step, micro)
    types: dict = dataclasses.field(default_factory=dict)  # (rank, type of kernel): factor
    hosts: dict = dataclasses.field(default_factory=dict)  # rank: factor of its launches
    host_levels: typing.Callable = same(1.0)   # (rank, step)
    launch_ns: float = 15e3
    loader_ns: typing.Callable = same(250e3)   # (rank, step)
    noise: Kind = dataclasses.field(default_factory=Kind)
    hooks: dict = dataclasses.field(default_factory=lambda: collections.defaultdict(list))
    cluster: Cluster = None
    clock: typing.Callable = same(1800)        # MHz as recorded, (rank, step)
    kind: str = 'train'
    serving: object = None
    also: list = dataclasses.field(default_factory=list)   # causes that are true by design

    def __post_init__(self):
        ranks = self.dp * self.tp * self.cp * self.pp
        self.cluster = self.cluster or Cluster(ranks)
        self.chips = self.chips or [1.0] * ranks

    @property
    def ranks(self):
        return self.cluster.ranks


class Job:
    """What the simulator runs and the writers write."""

    def __init__(self, plan):
        self.plan, self.cluster = plan, plan.cluster
        self.noise = Noise(plan.seed, plan.noise)
        self.ops, self.transfers, self.groups = [], [], []
        self._known, self._group = {}, {}

    def group(self, word, ranks):
        key = (word, tuple(ranks))
        if key not in self._group:
            group = self._group[key] = Group(word, ranks, len(self.groups) + 21)
            self.groups.append(group)
        return self._group[key]

    def transfer(self, key, group, word, size, *ends):
        """The same for all its members: the first one to ask makes it."""
        transfer = self._known.get(key)
        if transfer is None:
            place = self.noise.place(*(part if isinstance(part, int) else sum(map(ord, part))
                                       for part in key))
            transfer = Transfer(group, word, size, place, 0, *ends)
            self._known[key] = transfer
            self.transfers.append(transfer)
        return transfer


class Builder:
    """The operations of one rank."""

    def __init__(self, job, rank):
        self.job, self.plan, self.rank, self.ops = job, job.plan, rank, []
        plan = self.plan
        self.t, rest = rank % plan.tp, rank // plan.tp
        self.c, rest = rest % plan.cp, rest // plan.cp
        self.replica, self.stage = rest % plan.dp, rest // plan.dp
        self.counts = collections.Counter()
        self.host = plan.hosts.get(rank, 1.0)
        self.thread = None   # 'back' while autograd's thread launches
        self.world = job.group('world', range(plan.ranks))
        self.tensor = self._line('tp', 1, plan.tp, self.t)
        self.context = self._line('cp', plan.tp, plan.cp, self.c)
        self.data = self._line('dp', plan.tp * plan.cp, plan.dp, self.replica)
        self.pipe = self._line('pp', plan.tp * plan.cp * plan.dp, plan.pp, self.stage)
        self.expert = self._line('ep', plan.tp * plan.cp, plan.ep, self.replica % plan.ep)

    def _line(self, word, stride, count, at):
        first = self.rank - at * stride
        ranks = [first + n * stride for n in range(count)]
        return self.job.group(word, ranks) if count > 1 else None

    # ---- Single operations ------------------------------------------------------------------

    def call(self, event, step):
        for hook in self.plan.hooks[event]:
            hook(self, step)

    def on_host(self, name, span, step, note=None):
        self.ops.append(Op(HOST, name, span, step=step, note=note))

    def sync(self, name, step, span=9e3):
        self.ops.append(Op(SYNC, name, cost=span * self.host, step=step))

    def communicate(self, group, word, size, step, *, stream=None, wait=True, note=None):
        """A collective; the n-th of a group and stream in a step is the same one on all ranks."""
        stream = stream or group.word
        key = group.number, stream, step, self.counts[group, stream, step]
        self.counts[group, stream, step] += 1
        transfer = self.job.transfer(key, group, word, size)
        self._join(transfer, stream, step, note)
        if wait:
            self.ops.append(Op(WAIT, transfer=transfer, step=step))
        return transfer

    def message(self, source, target, way, number, step, size):
        """Between stages; who receives waits for it."""
        group = self.pipe
        transfer = self.job.transfer((group.number, way, *number), group, 'send', size, source,
                                     target)
        sends = source == self.rank
        self._join(transfer, f'{"to" if sends else "from"} {way}', step, None)
        if not sends:
            self.ops.append(Op(WAIT, transfer=transfer, step=step))

    def _join(self, transfer, stream, step, note):
        self.call('transfer', step)
        place = self.job.noise.place(transfer.noise, self.rank)
        factor, more = self.job.noise.host[place]
        cost = 1.3 * self.plan.launch_ns * self.pace(step) * factor + more
        self.ops.append(Op(COMM, transfer.word, 0.0, cost, stream=stream, transfer=transfer,
                           step=step, note=note or self.thread))

    def pace(self, step):
        return self.host * self.plan.host_levels(self.rank, step)

    # ---- Kernels ----------------------------------------------------------------------------

    def kernels(self, recipe, step, micro, *where, size=0):
        """A recipe; its entries that are words are transfers of `size` bytes."""
        plan, noise = self.plan, self.job.noise
        place = noise.place(self.rank, step, micro, *where)
        factor = plan.chips[self.rank] * plan.levels(self.rank, step, micro)
        factor *= noise.drift[noise.place(self.rank, step)]
        launch, spans, hosts = plan.launch_ns * self.pace(step), noise.kernel, noise.host
        types, rank, ops = plan.types, self.rank, self.ops
        for n, entry in enumerate(recipe):
            if entry.__class__ is str:
                self.between(entry, step, size)
                continue
            at = (place + n) & MASK
            slow, more = hosts[at]
            span = entry.span * factor * spans[at]
            if types:
                span *= types.get((rank, entry.type), 1.0)
            ops.append(Op(KERNEL, entry, span, launch * slow + more, step=step, note=self.thread))

    def between(self, entry, step, size):
        """What an entry of a recipe that is no kernel stands for."""
        if entry == model.COMM and self.tensor:
            self.communicate(self.tensor, 'allReduce', size, step)
        elif entry == 'ring':
            for _ in range(self.plan.cp - 1):
                self.communicate(self.context, 'batchSendRecv', 2 * size, step, wait=False)
        elif entry in ('dispatch', 'combine'):
            self.communicate(self.expert, 'alltoAllV', self.plan.size.top * size, step)

    def layer(self, step, micro, number, back):
        """One layer of this stage, forward or backward."""
        plan = self.plan
        tokens = plan.tokens(step, self.replica, micro)
        keys = (plan.keys or plan.tokens)(step, self.replica, micro)
        here = tokens // plan.cp
        size = 2 * here * plan.size.hidden
        if self.expert:
            share = plan.loads(step, number, self.replica % plan.ep)
            own = max(16, round(tokens * plan.size.top * share / 16) * 16)
            recipe = model.expert_layer(plan.size, here, keys, own, back)
        else:
            recipe = model.layer(plan.size, here, keys, plan.tp, back, plan.cp)
        self.kernels(recipe, step, micro, number, BACKWARD if back else FORWARD, size=size)
        self.call('layer', step)

    # ---- A step -----------------------------------------------------------------------------

    def gather(self, step, number):
        """Parameters of a layer come from all replicas."""
        h = self.plan.size.hidden
        return self.communicate(self.data, 'allGather', 24 * h * h, step, stream='gather',
                                wait=False)

    def through(self, step, micro, back, chunk):
        """All layers of this stage."""
        plan, count = self.plan, self.plan.layers[self.stage]
        order = [chunk * count + n for n in (range(count)[::-1] if back else range(count))]
        ahead = self.gather(step, 0) if plan.shards and plan.prefetch else None
        for n, number in enumerate(order):
            if plan.shards:
                come = ahead if plan.prefetch else self.gather(step, number)
                if plan.prefetch and n + 1 < count:
                    ahead = self.gather(step, number)
                self.ops.append(Op(WAIT, transfer=come, step=step))
            self.layer(step, micro, number, back)
            last = micro == plan.micro - 1
            if back and self.data and (last or plan.shards):
                self.reduce(step)

    def reduce(self, step):
        """Gradients of a layer, beside computing."""
        plan, h = self.plan, self.plan.size.hidden
        word = 'reduceScatter' if plan.shards else 'allReduce'
        self.communicate(self.data, word, 24 * h * h // plan.tp, step, stream='gradients',
                         wait=False)

    def block(self, step, micro, back, chunk):
        """Forward or backward of a micro-batch, with its messages. Chunks of layers lie behind each
        other on a ring of stages."""
        plan, at = self.plan, chunk * self.plan.pp + self.stage
        last = plan.pp * plan.chunks - 1
        tokens = plan.tokens(step, self.replica, micro)
        size = 2 * tokens // plan.cp * plan.size.hidden
        before, behind = (at + 1, at - 1) if back else (at - 1, at + 1)
        way = 'back' if back else 'on'
        if 0 <= before <= last:
            self.message(self.pipe.ranks[before % plan.pp], self.rank, way,
                         (step, micro, before), step, size)
        self.thread = 'back' if back else None
        if plan.pp > 1:
            self.ops.append(Op(OPEN, 'backward_step' if back else 'forward_step', step=step))
        self.ends(step, micro, back, True, at)
        self.through(step, micro, back, chunk)
        self.ends(step, micro, back, False, at)
        self.thread = None
        if plan.pp > 1:
            self.ops.append(Op(CLOSE, step=step))
        if 0 <= behind <= last:
            self.message(self.rank, self.pipe.ranks[behind % plan.pp], way, (step, micro, at),
                         step, size)

    def ends(self, step, micro, back, begins, at):
        """Embedding on the first stage, head on the last one."""
        plan = self.plan
        if not plan.ends:
            return
        here = plan.tokens(step, self.replica, micro) // plan.cp
        if at == 0 and begins != back:
            self.kernels(model.embedding(plan.size, here, back), step, micro, 90, back)
        if at == plan.pp * plan.chunks - 1 and begins == back:
            self.kernels(model.head(plan.size, here, plan.tp, back), step, micro, 91, back,
                         size=2 * here * plan.size.hidden)

    def order(self):
        """1F1B, interleaved if stages have several chunks: (micro-batch, backward, chunk)."""
        plan, p, v = self.plan, self.plan.pp, self.plan.chunks
        count = plan.micro * v
        warm = p - 1 - self.stage if v == 1 else 2 * (p - 1 - self.stage) + (v - 1) * p
        warm = min(warm, count)

        def block(n, back):
            chunk = n % (p * v) // p
            return n // (p * v) * p + n % p, back, v - 1 - chunk if back else chunk
        blocks = [block(n, False) for n in range(warm)]
        for n in range(count - warm):
            blocks += [block(warm + n, False), block(n, True)]
        return blocks + [block(count - warm + n, True) for n in range(warm)]

    def begin(self, step):
        """A batch comes and goes to the device."""
        plan = self.plan
        self.call('begin', step)
        factor, more = self.job.noise.host[self.job.noise.place(self.rank, step, 555)]
        self.on_host('enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__',
                     plan.loader_ns(self.rank, step) * factor + more, step)
        self.ops.append(Op(COPY, 'aclrtMemcpyAsync', 14e3, 20e3 * self.pace(step), step=step))

    def finish(self, step):
        """Gradients have come together; their norm, and the update."""
        plan = self.plan
        if self.data:
            self.ops.append(Op(WAIT, stream='gradients', step=step))
        shards = plan.dp if plan.shards else 1
        layers = plan.layers[self.stage] * plan.chunks
        norm, update = model.optimizer(plan.size, layers, plan.tp, shards)
        self.kernels((norm,), step, 99, TAIL)
        self.communicate(self.world, 'allReduce', 4, step)
        self.call('end', step)
        self.sync('aten::item', step)
        self.kernels(update, step, 98, TAIL)

    def step(self, step):
        self.ops.append(Op(STEP, step=step))
        self.begin(step)
        for micro, back, chunk in self.order():
            self.block(step, micro, back, chunk)
        self.finish(step)


def build(plan):
    """A job of a plan."""
    job = Job(plan)
    for rank in range(plan.ranks):
        builder = Builder(job, rank)
        for step in range(plan.steps):
            builder.step(step)
        builder.ops.append(Op(STEP, step=plan.steps))
        job.ops.append(builder.ops)
    return job
