# write_kineto.py - what PyTorch's profiler would have recorded of a server on GPUs
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""One JSON file a rank, as the profilers of vLLM's workers write them."""

import json
import pathlib

from ops import COMM, COPY, GRAPH, HOST, KERNEL, SYNC

BASE_NS = 1_760_000_000_000_000_000
REDUCE = 'void vllm::cross_device_reduce_1stage<__nv_bfloat16, 4>(vllm::RankData*)'
NCCL = 'ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)'
STREAM = 7


class Trace:
    """Events of one rank."""

    def __init__(self, job, rank):
        self.job, self.rank, self.number = job, rank, rank.number
        self.pid = 9000 + 13 * self.number
        self.events, self.next, self.graph = [], 1000, None
        self.node = 0

    def add(self, category, name, begin, end, pid, tid, args):
        self.events.append(
            f'{{"ph":"X","cat":"{category}","name":{json.dumps(name)},"pid":{pid},"tid":{tid},'
            f'"ts":{(100_000_000 + int(begin)) / 1000:.3f},"dur":{int(end - begin) / 1000:.3f},'
            f'"args":{json.dumps(args)}}}')

    def host(self, category, name, begin, end, **args):
        self.add(category, name, begin, end, self.pid, self.pid, args)

    def device(self, category, name, begin, end, link, **args):
        args |= {'device': self.number, 'context': 1, 'stream': STREAM, 'correlation': link}
        if self.graph and category == 'kernel' and link == self.graph[0]:
            self.node += 1
            args |= {'graph id': self.graph[1], 'graph node id': self.graph[1] << 32 | self.node}
        self.add(category, name, begin, end, self.number, STREAM, args)

    def launch(self, op, host, launched, call):
        """The link of what is launched: that of the graph, if it is part of one."""
        if op.note == 'graph':
            return self.graph[0]
        self.next += 1
        span = launched - host
        self.host('cpu_op', getattr(op.kernel, 'torch', 'vllm::all_reduce'), host, launched)
        self.host('cuda_runtime', call, host + 0.5 * span, host + 0.9 * span,
                  correlation=self.next)
        return self.next

    def kernel(self, op, host, launched, begin, end):
        link = self.launch(op, host, launched, 'cudaLaunchKernel')
        self.device('kernel', op.kernel.name, begin, end, link, grid=[128, 1, 1],
                    block=[256, 1, 1])

    def comm(self, op, host, launched, post, transfer):
        link = self.launch(op, host, launched, 'cudaLaunchKernelExC')
        args = {}
        if op.note != 'graph':
            group = transfer.group
            args = {'Collective name': 'allreduce', 'dtype': 'BFloat16',
                    'In msg nelems': int(transfer.size // 2), 'Group size': len(group.ranks),
                    'Out msg nelems': int(transfer.size // 2), 'Process Group Name': '3',
                    'Process Group Description': 'tp',
                    'Process Group Ranks': str(list(group.ranks))}
        self.device('kernel', REDUCE if op.note == 'graph' else NCCL, post,
                    transfer.end[self.number], link, grid=[24, 1, 1], block=[512, 1, 1], **args)

    def graph_launch(self, op, host, launched, *_):
        self.next += 1
        self.node = 0
        self.graph = (self.next, 11 + (op.note or 0))
        self.host('cuda_runtime', op.kernel, host, launched, correlation=self.next)

    def copy(self, op, host, launched, begin, end):
        self.next += 1
        self.host('cuda_runtime', op.kernel, host, launched, correlation=self.next)
        self.device('gpu_memcpy', 'Memcpy DtoH (Device -> Pinned)', begin, end, self.next,
                    bytes=512)

    def sync(self, op, host, launched, *_):
        self.next += 1
        self.host('cuda_runtime', op.kernel, host, launched, correlation=self.next)

    def on_host(self, op, host, launched, *_):
        if op.note is None:
            kind = 'user_annotation' if ':' in op.kernel else 'cpu_op'
            self.host(kind, op.kernel, host, launched)

    def write(self, folder):
        write = {KERNEL: self.kernel, COMM: self.comm, GRAPH: self.graph_launch, COPY: self.copy,
                 SYNC: self.sync, HOST: self.on_host}
        for row in self.rank.seen:
            write[row[0].kind](*row)
        steps = self.rank.steps
        turns = self.job.plan.serving.turns
        for n, turn in enumerate(turns):
            self.host('user_annotation', turn.label(), steps[n], steps[n + 1])
        ranks = list(range(self.job.plan.ranks))
        head = {'schemaVersion': 1,
                'deviceProperties': [{'id': n, 'name': 'NVIDIA H100 80GB HBM3', 'numSms': 132,
                                      'totalGlobalMem': 84929347584} for n in ranks],
                'distributedInfo': {'backend': 'nccl', 'rank': self.number,
                                    'world_size': len(ranks), 'pg_count': 1,
                                    'pg_config': [{'pg_name': '3', 'pg_desc': 'tp',
                                                   'pg_size': len(ranks), 'ranks': ranks}]},
                'displayTimeUnit': 'ms', 'baseTimeNanoseconds': BASE_NS}
        text = json.dumps(head)[:-1] + ', "traceEvents": [\n' + ',\n'.join(self.events) + ']}\n'
        name = (f'dp0_pp0_tp{self.number}_dcp0_ep{self.number}_rank{self.number}'
                '.1760000000.pt.trace.json')
        pathlib.Path(folder, name).write_text(text)


def write(job, ranks, folder):
    """All ranks of a run."""
    pathlib.Path(folder).mkdir(parents=True)
    for rank in ranks:
        Trace(job, rank).write(folder)
