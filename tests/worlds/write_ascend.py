# write_ascend.py - what an Ascend profiler would have recorded of a run
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""One folder a rank. What ranks know of each other is only what such a profiler writes: each
rank's own clock, its tasks, and waits and copies inside its transfers."""

import json
import pathlib
import shutil
import sqlite3

from ascend_schema import INDEXES, make_template
from ops import CLOSE, COMM, COPY, HOST, KERNEL, OPEN, SYNC

START_NS = 1_760_000_000_000_000_000
NONE = 4294967295
NO_NOTIFY = 9223372036854775807
FIRST_STEP = 10
FRAMEWORK = 1 << 28      # where string ids of the framework begin
TORCH = {'allReduce': 'c10d::allreduce_', 'allGather': 'c10d::_allgather_base_',
         'reduceScatter': 'c10d::_reduce_scatter_base_', 'alltoAllV': 'c10d::alltoall_base_',
         'batchSendRecv': 'c10d::send', 'send': 'c10d::send', 'receive': 'c10d::recv_'}
CORES = {'AI_CORE': ('KERNEL_AICORE', 24), 'AI_VECTOR_CORE': ('KERNEL_AIVEC', 48),
         'MIX_AIC': ('KERNEL_AICORE', 24)}
PLURAL = {'world': 'default_group'}


def group_hash(name):
    a = b = 0
    for byte in name.encode():
        a, b = (a * 29 + byte) & 0xffffffff, (b * 131 + byte) & 0xffffffff
    return a << 32 | b


class Strings:
    """STRING_IDS of one file."""

    def __init__(self):
        self.ids = {}

    def __call__(self, text):
        return self.ids.setdefault(text, len(self.ids))

    def torch(self, text):
        key = ('torch', text)
        return self.ids.setdefault(key, FRAMEWORK + len(self.ids))

    def rows(self):
        for text, number in self.ids.items():
            yield number, text[1] if isinstance(text, tuple) else text


class Recording:
    """Rows of one rank."""

    def __init__(self, job, rank, template):
        self.job, self.rank, self.template = job, rank, template
        self.number = rank.number
        self.cluster = job.cluster
        host = self.cluster.host(self.number)
        skew = self.cluster.skew_ns
        self.zero = START_NS + (int(skew[host]) if skew else 0)
        self.device = self.number % self.cluster.a_host
        self.pid = 40000 + 17 * self.number
        self.main, self.autograd = (self.pid << 32 | self.pid + n for n in (0, 211))
        self.thread = self.main
        self.text = Strings()
        self.streams, self.counts = {'compute': 2}, {}
        self.tasks, self.computes, self.comms, self.parts = [], [], [], []
        self.calls, self.ops, self.links, self.marks = [], [], [], []
        self.collections, self.memory, self.opened = [], [], []
        self.next, self.mark, self.last = 100, 4000000001, 0.0

    def at(self, ns):
        return self.zero + int(ns)

    # ---- Rows --------------------------------------------------------------------------------

    def task(self, begin, end, link, kind, stream):
        number = len(self.tasks)
        self.tasks.append((begin, end, self.device, link, number, self.pid, self.text(kind), NONE,
                           stream, number & 0xffff, NONE))
        return number

    def launched(self, name, begin, end, kind=10000, call='launch', shapes=None, types=None):
        """An operator of the framework and the call in it that launches; the link of what runs."""
        self.next = link = self.next + 1
        span = end - begin
        self.calls.append((self.at(begin + 0.55 * span), self.at(begin + 0.92 * span), kind,
                           self.thread, link, self.text(call)))
        self.operator(name, begin, end, link, shapes, types)
        return link

    def operator(self, name, begin, end, link=None, shapes=None, types=None):
        row = None
        if link is not None:
            row = len(self.links)
            self.links.append((row, link))
        text = self.text.torch
        self.ops.append((str(self.at(begin)), str(self.at(end)), self.thread, row, text(name), -1,
                         0, types and text(types), shapes and text(shapes), None, 50001))

    def kernel(self, op, host, launched, begin, end):
        """A kernel of the recipes."""
        kernel, text = op.kernel, self.text
        shapes = kernel.inputs.replace(',', ', ').replace(';', ';\r\n')
        types = ';\r\n'.join(['c10::BFloat16'] * kernel.tensors)
        link = self.launched(kernel.torch, host, launched, shapes=shapes, types=types)
        kind, blocks = CORES[kernel.core]
        task = self.task(self.at(begin), self.at(end), link, kind, 2)
        formats = text(';'.join(['ND'] * kernel.tensors))
        data = text(';'.join(['DT_BF16'] * kernel.tensors))
        self.computes.append((text(kernel.name), task, blocks, 0, text(kernel.core),
                              text(kernel.type), formats, data, text(f'"{kernel.inputs}"'),
                              text('ND'), text('DT_BF16'), text(f'"{kernel.outputs}"'),
                              text('N/A')))
        self.last = end

    def copy(self, op, host, launched, begin, end):
        link = self.launched('aten::copy_', host, launched, 20000, op.kernel)
        self.task(self.at(begin), self.at(end), link, 'MEMCPY_ASYNC', 2)
        self.last = end

    def on_host(self, op, host, launched, *_):
        """What its note says decides who records it; 'silent' nobody does."""
        if op.note is None:
            self.operator(op.kernel, host, launched)
        elif op.note == 'gc':
            self.collections.append((self.at(host), self.at(launched), self.thread))
        elif op.note == 'acl':
            self.next += 1
            self.calls.append((self.at(host), self.at(launched), 20000, self.thread, self.next,
                               self.text(op.kernel)))
            held = (48 << 30) + (len(self.memory) % 7) * (1 << 28)
            self.memory.append((self.text.torch('PTA'), self.at(launched), held - (3 << 30), held,
                                held - (3 << 30), 1244527088, self.device))

    def sync(self, op, host, launched, *_):
        """The call returns soon after the device has come; what Python does then is not seen."""
        self.next += 1
        come = launched - op.cost
        self.calls.append((self.at(host + 800), self.at(come + min(op.cost, 5e3)), 20000,
                           self.thread, self.next, self.text('aclrtSynchronizeStreamWithTimeout')))
        self.operator(op.kernel, host, come + min(op.cost, 9e3), self.next)

    def open(self, op, host, *_):
        self.opened.append((op.kernel, host, len(self.tasks)))

    def close(self, _op, host, *_rest):
        """A range of the pipeline: as long on the device as what it launched."""
        name, begin, first = self.opened.pop()
        inside = [task for task in self.tasks[first:] if task[8] == 2]
        self.mark += 1
        message = self.text(f"{{'name': '{name}'}}")
        self.marks.append((self.at(begin), self.at(host), 2, NONE, 0, message, self.thread,
                           self.thread, self.text('default'), self.mark))
        self.task(inside[0][0], inside[-1][1], self.mark, 'MsTx', 2)

    # ---- Transfers ---------------------------------------------------------------------------

    def comm(self, op, host, launched, post, transfer):
        me, text, group = self.number, self.text, transfer.group
        word = transfer.word
        if transfer.source is not None and transfer.target == me:
            word = 'receive'
        count = self.counts[group] = self.counts.get(group, -1) + 1
        name = text(f'hcom_{word}__{group_hash(group.name) % 1000:03d}_{count}_1')
        link = self.launched(TORCH[word], host, launched, 5500, f'hcom_{word}_')
        end = transfer.end[me]
        stream = self.streams.setdefault(op.stream, 10 + len(self.streams))
        number = len(self.comms) + 1
        mesh = self.inside(transfer, post, end)
        self.comms.append((name, self.at(post), self.at(end), link, text(group.name), number, 0, 0,
                           11, text('MESH' if mesh[0] else 'RING'), max(1, transfer.size // 2),
                           text(f'hcom_{word}_')))
        base = group.index(me)
        for part in mesh[1]:
            self.part((name, number, group, link, stream, base), *part)

    def part(self, whole, plane, kind, begin, end, peer, size):
        """A task of a transfer."""
        name, number, group, link, stream, base = whole
        rdma = self.cluster.kind(self.number, peer) == 'between'
        moves = kind != 'Notify_Wait'
        if moves and rdma:
            kind = 'RDMASend'
        task = self.task(self.at(begin), self.at(end), link,
                         ('RDMA' if rdma else 'SDMA') if moves else 'Notify Wait', stream)
        link_type = (3 if rdma else 1) if moves else 65535
        self.parts.append((name, task, self.text(kind), plane, self.text(group.name),
                           NO_NOTIFY if moves else (plane + 1) << 32 | 60,
                           1 if moves and rdma else 65535,
                           base, group.index(peer), (1 if rdma else 0) if moves else 2,
                           int(size), 11 if moves else 65535, link_type, number))

    def inside(self, transfer, post, end):
        """Whether it is a mesh, and its tasks: (plane, kind, begin, end, peer, size). Each plane
        waits for its peer to come, moves bytes, and waits until the peer has done its own; in a
        ring all go at the pace of the slowest."""
        me, parts = self.number, []
        edges, share = transfer.edges(self.cluster)
        mine = [b for a, b in edges if a == me]
        from_me = set(mine)
        mesh = len(mine) > 1
        begin = transfer.begin[me]
        spans = transfer.spans
        done = {a: begin + max(span for edge, span in spans.items() if a in edge)
                for a in transfer.members} if mesh else {}
        peers = mine or [a for a, b in edges if b == me]
        before = {b: a for a, b in edges}.get(me) if not mesh else None
        for plane, peer in enumerate(peers):
            awaited = peer if before is None else before
            come = max(post, transfer.posts[peer]) if mesh else begin
            edge = (me, peer) if peer in from_me else (peer, me)
            moved = begin + spans[edge]
            parts.append((plane, 'Notify_Wait', post, come, awaited, 0))
            size = max(1, transfer.size * share)
            parts.append((plane, 'Memcpy', begin, moved, peer, size))
            if done.get(peer, end) > moved:
                parts.append((plane, 'Notify_Wait', moved, done.get(peer, end), awaited, 0))
        return mesh, parts

    # ---- The whole ---------------------------------------------------------------------------

    def collect(self):
        write = {KERNEL: self.kernel, COPY: self.copy, COMM: self.comm, HOST: self.on_host,
                 SYNC: self.sync, OPEN: self.open, CLOSE: self.close}
        for row in self.rank.seen:
            self.thread = self.autograd if row[0].note == 'back' else self.main
            write[row[0].kind](*row)
        self.thread = self.main
        steps = self.rank.steps
        self.steps = [(FIRST_STEP + n, self.at(steps[n]), self.at(steps[n + 1]))
                      for n in range(len(steps) - 1)]
        for n, begin, end in self.steps:
            self.ops.append((str(begin), str(end), self.thread, None,
                             self.text.torch(f'ProfilerStep#{n}'), -1, 0, None, None, None, 50001))
        return self

    def clocks(self):
        """AICORE_FREQ: a value at the start of each step."""
        clock = self.job.plan.clock
        return [(self.device, begin, int(clock(self.number, n - FIRST_STEP)))
                for n, begin, _ in self.steps]

    def metadata(self):
        plan = self.job.plan
        groups = {group.name: {'group_name': PLURAL.get(group.word, group.word),
                               'group_rank': group.index(self.number),
                               'global_ranks': list(group.ranks)}
                  for group in self.job.groups if self.number in group.ranks}
        data = {'distributed_args': {
            'tensor_model_parallel_size': plan.tp, 'pipeline_model_parallel_size': plan.pp,
            'data_parallel_size': plan.dp, 'context_parallel_size': plan.cp,
            'expert_model_parallel_size': plan.ep, 'sequence_parallel': False,
            'rank': self.number, 'world_size': plan.ranks}, 'parallel_group_info': groups}
        if plan.pp > 1:
            data['pp_info'] = {'pp_type': None if plan.chunks > 1 else '1f1b',
                               'microbatch_num': plan.micro}
        return data

    def write(self, folder):
        host = self.cluster.host(self.number)
        folder = pathlib.Path(folder, f'node-{host:02d}_{self.pid}_20251009085320'
                                      f'{self.number:03d}_ascend_pt')
        output = folder / 'ASCEND_PROFILER_OUTPUT'
        output.mkdir(parents=True)
        data = self.metadata()
        (folder / 'profiler_metadata.json').write_text(json.dumps(data))
        (folder / f'profiler_info_{self.number}.json').write_text(json.dumps(
            {'config': {'experimental_config': {'_profiler_level': 'Level1', '_export_type': 'db'},
                        'common_config': {'record_shapes': True, 'with_stack': False}},
             'rank_id': self.number}))
        path = output / f'ascend_pytorch_profiler_{self.number}.db'
        shutil.copyfile(self.template, path)
        self.fill(path, host, data)

    def fill(self, path, host, data):
        database = sqlite3.connect(path, isolation_level=None)
        for setting in ('journal_mode=OFF', 'synchronous=OFF', 'locking_mode=EXCLUSIVE'):
            database.execute(f'PRAGMA {setting}')
        database.execute('BEGIN')
        ends = max(max(row[1] for row in self.tasks), self.steps[-1][2])
        tables = {
            'NPU_INFO': [(self.device, 'Ascend910B')],
            'SESSION_TIME_INFO': [(self.zero - 10**7, ends + 10**7)],
            'HOST_INFO': [(str(7207006841845691000 + host), f'node-{host:02d}')],
            'RANK_DEVICE_MAP': [(self.number, self.device)],
            'META_DATA': [(name, json.dumps(value)) for name, value in data.items()],
            'STEP_TIME': self.steps, 'TASK': self.tasks, 'COMPUTE_TASK_INFO': self.computes,
            'COMMUNICATION_OP': self.comms, 'COMMUNICATION_TASK_INFO': self.parts,
            'CANN_API': self.calls, 'PYTORCH_API': self.ops, 'CONNECTION_IDS': self.links,
            'MSTX_EVENTS': self.marks, 'AICORE_FREQ': self.clocks(),
            'GC_RECORD': self.collections, 'MEMORY_RECORD': self.memory,
            'STRING_IDS': list(self.text.rows())}
        for table, rows in tables.items():
            if rows:
                marks = ','.join('?' * len(rows[0]))
                database.executemany(f'INSERT INTO {table} VALUES ({marks})', rows)
        for table in ('MSTX_EVENTS', 'GC_RECORD', 'MEMORY_RECORD'):
            if not tables[table]:
                database.execute(f'DROP TABLE {table}')
        for index in INDEXES:
            database.execute(index)
        database.execute('COMMIT')
        database.close()


def write(job, ranks, folder):
    """All ranks of a run."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True)
    template = folder.with_name(folder.name + '.template')
    make_template(template)
    for rank in ranks:
        Recording(job, rank, template).collect().write(folder)
    template.unlink()
