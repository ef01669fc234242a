#!/usr/bin/env python3
# test-gpu-figures.py - figures that other tools give of GPU traces, worked out from the events
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""test-gpu-figures.py LANESCOPE-CLI: a test program that speaks TAP

Busy and idle device, time by kind, overlap of communication, and FLOP/s of matrix products, by
their public definitions over the events of the file, with nothing of the program but its answers.
Without LANESCOPE_SAMPLES it is skipped."""

import collections
import decimal
import gzip
import json
import os
import pathlib
import subprocess
import sys

CLI = pathlib.Path(sys.argv[1]).resolve()
SAMPLES = os.environ.get('LANESCOPE_SAMPLES')
DEVICE = ('kernel', 'gpu_memcpy', 'gpu_memset')
PRODUCTS = ('aten::mm', 'aten::addmm', 'aten::bmm')
TRACES = ('kineto/alexnet-train', 'kineto/bert-small-h100', 'kineto/bert-small-mi300',
          'kineto/qwen1.5-0.5b-h100', 'kineto/event-sync-multi-stream', 'h100/base-1',
          'h100/cuda-graph', 'h100/prefill-decode', 'h100/heavy-layer', 'graphs/eager/rank0')


def ask(*words):
    done = subprocess.run((CLI, *words, '--json', '-q'), capture_output=True, text=True,
                          check=False)
    if done.returncode not in (0, 4):
        raise RuntimeError(f'{words}: {done.returncode}: {done.stderr}')
    return [json.loads(line) for line in done.stdout.splitlines()]


def to_ns(text):
    return int(decimal.Decimal(text) * 1000)


class Span:
    """An event with its times in whole ns."""

    def __init__(self, event):
        self.event = event
        self.args = event.get('args', {})
        self.begin = to_ns(event['ts'])
        self.end = self.begin + to_ns(event.get('dur', 0))
        self.is_communication = 'nccl' in event['name'].lower()

    @property
    def length(self):
        return self.end - self.begin


def read(path):
    with gzip.open(path, 'rt', encoding='utf-8') as file:
        trace = json.load(file, parse_float=decimal.Decimal)
    base = int(trace.get('baseTimeNanoseconds', 0))
    spans = collections.defaultdict(list)
    for event in trace['traceEvents']:
        if event.get('ph') == 'X' and 'cat' in event:
            spans[event['cat']].append(Span(event))
    return spans, base


def union(spans):
    """Merged intervals."""
    merged = []
    for begin, end in sorted(spans):
        if merged and begin <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        elif end > begin:
            merged.append([begin, end])
    return merged


def measure(intervals):
    return sum(end - begin for begin, end in intervals)


def clip(spans, begin, end):
    return union((max(span.begin, begin), min(span.end, end)) for span in spans
                 if span.begin < end and span.end > begin)


def common(a, b):
    return measure(a) + measure(b) - measure(union([*map(tuple, a), *map(tuple, b)]))


def check_equal(name, ours, theirs, slack=0):
    if abs(ours - theirs) > slack:
        raise AssertionError(f'{name}: {ours} here, {theirs} of the events')


def check_busy(path, spans, base):
    """From the first start to the last end the device is busy or idle."""
    device = [span for cat in DEVICE for span in spans[cat]]
    begin, end = min(span.begin for span in device), max(span.end for span in device)
    busy = measure(clip(device, begin, end))
    row = ask('operators', path, '--streams', '--whole')[0]
    check_equal('busy', row['busy_ns'], busy, 1)
    check_equal('idle', row['idle_ns'], end - begin - busy, 1)
    check_equal('count', row['count'], len(device))
    return base


def check_kinds(path, spans, base):
    """All device time is of some kind, that of communication is told by the name of the kernel."""
    rows = ask('operators', path, '--by', 'family', '--device', '--whole')
    device = [span for cat in DEVICE for span in spans[cat]]
    ours = {row['family']: row for row in rows}
    theirs = [span for span in spans['kernel'] if span.is_communication]
    check_equal('count', sum(row['count'] for row in rows), len(device))
    check_equal('total', sum(row['total_ns'] for row in rows), sum(s.length for s in device))
    check_equal('communication', ours.get('communication', {'total_ns': 0})['total_ns'],
                sum(span.length for span in theirs))
    check_equal('shares', sum(row['share'] for row in rows), 1, 1e-9)
    return base


def check_overlap(path, spans, base):
    """Computing and communication of each step, and what of the latter is hidden."""
    kernels = spans['kernel']
    for row in ask('overlap', path):
        begin, end = row['begin_ns'] - base, row['end_ns'] - base
        parts = [clip([s for s in kernels if s.is_communication == kind], begin, end)
                 for kind in (False, True)]
        hidden = common(*parts)
        check_equal('computing', row['computing_ns'], measure(parts[0]), 1)
        check_equal('communication', row['communication_ns'], measure(parts[1]), 1)
        check_equal('overlapped', row['overlapped_ns'], hidden, 1)
        check_equal('exposed', row['communication_not_overlapped_ns'],
                    measure(parts[1]) - hidden, 1)


def get_flops(args):
    """2 * M * N * K of what the operator says of its inputs."""
    dims = [dim for dim in args.get('Input Dims', []) if len(dim) > 1]
    if len(dims) < 2:
        return None
    left, right = dims[-2:]
    batch = left[0] if len(left) == 3 else 1
    return 2 * batch * left[-2] * left[-1] * right[-1]


def find_op(ops, thread, time):
    """The innermost operator of a thread that runs then."""
    found = None
    for op in ops.get(thread, ()):
        if op.begin > time:
            break
        if op.end >= time:
            found = op
    return found


def check_products(path, spans, base):
    """FLOPs and time of matrix products, from the shapes of the operators that launched them."""
    ops = collections.defaultdict(list)
    for op in sorted(spans['cpu_op'], key=lambda span: (span.begin, -span.end)):
        ops[op.event['pid'], op.event['tid']].append(op)
    launches = {span.args.get('correlation'): span
                for cat in ('cuda_runtime', 'cuda_driver', 'hip_runtime') for span in spans[cat]
                if 'aunch' in span.event['name']}
    flops, time, seen = collections.Counter(), collections.Counter(), set()
    for kernel in spans['kernel']:
        launch = launches.get(kernel.args.get('correlation'))
        op = find_op(ops, (launch.event['pid'], launch.event['tid']),
                     launch.begin) if launch else None
        name = op.event['name'] if op else None
        if name not in PRODUCTS:
            continue
        time[name] += kernel.length
        if id(op) not in seen:
            seen.add(id(op))
            flops[name] += get_flops(op.args) or 0
    rows = {row['op']: row for row in ask('operators', path, '--by', 'op', '--whole')}
    for name, ours in rows.items():
        if name not in PRODUCTS:
            continue
        check_equal(f'time of {name}', ours['total_ns'], time[name])
        if ours['flops'] is not None:
            check_equal(f'FLOPs of {name}', ours['flops'], flops[name])
            check_equal(f'FLOP/s of {name}', ours['flops_per_s'], flops[name] / time[name] * 1e9,
                        1e-6 * ours['flops_per_s'])
    missing = [name for name in flops if flops[name] and not (rows.get(name) or {}).get('flops')]
    if missing:
        raise AssertionError(f'no FLOPs of {missing}')
    return base


def main():
    if not SAMPLES:
        print('1..0 # SKIP LANESCOPE_SAMPLES is not set')
        return
    print(f'1..{4 * len(TRACES)}')
    n = 0
    for trace in TRACES:
        path = pathlib.Path(SAMPLES, f'{trace}.json.gz')
        spans, base = read(path)
        for check in (check_busy, check_kinds, check_overlap, check_products):
            n += 1
            try:
                check(path, spans, base)
                print(f'ok {n} - {check.__name__[6:]} of {trace}')
            except (AssertionError, KeyError) as error:
                print(f'not ok {n} - {check.__name__[6:]} of {trace}')
                print(f'# {error!r}')


if __name__ == '__main__':
    main()
