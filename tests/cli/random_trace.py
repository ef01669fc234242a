# random_trace.py - the file of a plan of random_plan.py
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes a plan as a trace of PyTorch's profiler for GPUs, in one of the forms people bring."""

import gzip
import json
import pathlib

from random_plan import COMPUTE

PROCESS = 4000
OPS = ('aten::mm', 'aten::add', 'c10d::op')
WAITS = ('cudaDeviceSynchronize', 'cudaStreamSynchronize', 'hipDeviceSynchronize')
CALLS = ('cudaLaunchKernel', 'cudaLaunchKernelExC', 'cuLaunchKernel', 'hipLaunchKernel')


class Writer:
    """Writes the events of a plan, each with its time to sort by. Those of the host are late by the
    skew."""

    def __init__(self, plan):
        self.plan, self.draw = plan, plan.draw

    def time(self, ns):
        assert self.plan.unit != 1000 or ns % 1000 == 0
        text = str(ns // 1000) if self.plan.unit == 1000 else f'{ns // 1000}.{ns % 1000:03}'
        return f'"{text}"' if self.plan.texts else text

    def event(self, phase, cat, name, place, begin, end=None, args=None, **more):
        pid, tid = place
        ts = begin + (self.plan.skew if pid == PROCESS else 0)
        parts = [f'"ph": "{phase}", "cat": "{cat}", "name": {json.dumps(name)}',
                 f'"pid": {pid}, "tid": {tid}, "ts": {self.time(ts)}']
        if end is not None:
            parts.append(f'"dur": {self.time(end - begin)}')
        parts += [f'"{key}": {json.dumps(value)}' for key, value in more.items()]
        if args is not None:
            parts.append(f'"args": {json.dumps(args)}')
        return ts, '{' + ', '.join(parts) + '}'

    def slice(self, cat, name, place, begin, end, **args):
        return self.event('X', cat, name, place, begin, end, args or None)

    def device_slice(self, cat, name, work, begin, end, **args):
        args |= {'device': work.device, 'stream': work.stream}
        return self.event('X', cat, name, (work.device, work.stream), begin, end, args)

    def work(self, work):
        """The events of the host and those of the device."""
        plan, draw, host, device, args = self.plan, self.draw, [], [], {}
        category, name, call = 'kernel', work.name, draw.choice(CALLS)
        if work.kind == 'copy':
            category, name, call = work.name
        if work.follows or work.graph:
            args['graph node id'], call = work.begin % 1000, 'cudaGraphLaunch'
        ids = {'correlation': work.correlation, 'External id': work.correlation}
        if plan.link == 'arrows':
            ids = {}
        if work.linked:
            args |= ids
            if plan.link != 'ids':
                place = (work.device, work.stream)
                device.append(self.event('f', 'ac2g', 'ac2g', place, work.begin,
                                         id=work.correlation, bp='e'))
        if work.linked and not work.follows:
            thread, begin, end, around = work.launch
            place = (PROCESS, PROCESS + thread)
            if around != (begin, end) or end > begin and draw.random() < 0.8:
                host.append(self.slice('cpu_op', draw.choice(OPS), place, *around,
                                       **{'External id': work.correlation}))
            level = 'cuda_driver' if call == 'cuLaunchKernel' else 'cuda_runtime'
            host.append(self.slice(level, call, place, begin, end, **ids))
            if plan.link != 'ids':
                host.append(self.event('s', 'ac2g', 'ac2g', place, begin, id=work.correlation))
        at, text = self.device_slice(category, name, work, work.begin, work.end, **args)
        if plan.odd and draw.random() < 0.5:
            text = text.replace('"args": {', f'"args": {{"warps per SM": {plan.odd}, ')
        return host, device + [(at, text)]

    def marks(self):
        """Steps, or where there are none, a range that is as long as the recording."""
        plan, main = self.plan, (PROCESS, PROCESS)
        if plan.regime == 'capture':
            return [self.slice('user_annotation', 'run', main, *plan.marks[0])]
        first, twice = self.draw.choice((1, 10, 4711)), self.draw.random() < 0.1
        plan.first = first + (plan.stub == 'first')
        return [self.slice('user_annotation', f'ProfilerStep#{number}', place, *mark)
                for number, mark in enumerate(plan.marks, first)
                for place in [main] + [(PROCESS, PROCESS + 50)] * twice]

    def waits(self):
        """Calls that wait for the device; what streams wait for, which is no work."""
        events = [self.slice('cuda_runtime', self.draw.choice(WAITS), (PROCESS, PROCESS + thread),
                             begin, end, cbid=165) for thread, begin, end in self.plan.calls]
        for work in self.plan.works:
            if work.gap and work.gap.waited:
                events.append(self.device_slice('cuda_sync', 'Stream Wait Event', work,
                                                work.gap.begin, work.gap.end, wait_on_stream=99))
            elif self.draw.random() < 0.02:
                events.append(self.device_slice('gpu_user_annotation', 'forward', work, work.begin,
                                                work.end))
        return events

    def ranges(self):
        """Ranges of other threads, the profiler's own time, memory: no figure of a device."""
        begin, end, unit = self.plan.marks[0][0], self.plan.marks[-1][1], self.plan.unit
        events = [
            self.slice('user_annotation', 'enumerate(DataLoader)#_Iter.__next__',
                       (PROCESS, PROCESS + 40), begin, end),
            self.slice('python_function', 'nn.Module: Net_0', (PROCESS, PROCESS + 41), begin, end,
                       **{'Python id': 1, 'Python module id': 0}),
            self.slice('overhead', 'Buffer Flush', (-1, 0), begin + unit, begin + 2 * unit),
            self.event('i', 'cpu_instant_event', '[memory]', (PROCESS, PROCESS), begin,
                       args={'Bytes': 512, 'Addr': 1, 'Total Allocated': 512}, s='t')]
        return [event for event in events if self.draw.random() < 0.25]

    def names(self):
        if self.draw.random() < 0.2:
            return []
        names = [(PROCESS, 'process_name', {'name': 'python'})]
        for device in range(len(self.plan.devices)):
            names += [(device, 'process_name', {'name': 'python'}),
                      (device, 'process_labels', {'labels': f'GPU {device}'})]
        return [(0, json.dumps({'ph': 'M', 'name': name, 'pid': pid, 'tid': 0, 'args': args}))
                for pid, name, args in names]

    def all(self):
        """All events in the order of the file."""
        plan, draw = self.plan, self.draw
        works = [(work, *self.work(work)) for work in plan.works + plan.before]
        rest = self.names() + self.marks() + self.waits() + self.ranges()
        if plan.order == 'device':
            works.sort(key=lambda written: written[0].stream)
        events = rest + [event for _, host, device in works for event in host + device]
        if plan.kept:
            events = rest + [event for _, host, _ in works for event in host]
            events += [event for work, _, device in works for event in device
                       if work.step < plan.kept]
        elif plan.order == 'time':
            events.sort(key=lambda event: event[0])
        elif plan.order == 'ends':
            events.sort(key=lambda event: -event[0])
        elif plan.order == 'random':
            draw.shuffle(events)
        return [text for _, text in events]


def write_document(plan, events, told):
    """A document; what is told of the recording stands before or behind the events. A document
    behind another one is read only if it tells the base of its times in front of them."""
    listed = f'"traceEvents": [{", ".join(events)}]'
    is_behind = plan.draw.random() >= 0.7 and not (plan.base and plan.container == 'values')
    return '{' + (f'{listed}, {told}' if is_behind else f'{told}, {listed}') + '}'


def write_text(plan):
    draw, writer = plan.draw, Writer(plan)
    events = writer.all()
    head = {'schemaVersion': 1, 'displayTimeUnit': 'ms',
            'deviceProperties': [{'id': n, 'name': 'NVIDIA H100 80GB HBM3', 'numSms': 132}
                                 for n in range(len(plan.devices))],
            'distributedInfo': {'backend': 'nccl', 'rank': 0, 'world_size': 1}}
    if plan.base:
        head['baseTimeNanoseconds'] = plan.base
    told, gap = json.dumps(head)[1:-1], draw.choice((',\n  ', ',', ', '))
    half = draw.randint(1, len(events) - 1)
    if plan.container == 'list':
        return '[' + gap.join(events) + ']'
    if plan.container == 'joined':
        return '[' + gap.join(events[:half]) + '][' + gap.join(events[half:]) + ']'
    if plan.container == 'values':
        parts = events[:half], events[half:]
        return '\n'.join(write_document(plan, part, told) for part in parts)
    if plan.container == 'cut':
        lost = writer.slice('kernel', COMPUTE[0], (0, 7), plan.marks[0][0],
                            plan.marks[-1][1] + 10**9, device=0, stream=7)[1]
        lost = lost[:draw.randint(1, len(lost) - 2)]
        return f'{{{told}, "traceEvents": [{gap.join(events)},{lost}'
    text = write_document(plan, events, told)
    if plan.container == 'trailing':
        text += '\n' + draw.choice(('INFO: trace written\n', ']}', '2026-01-01 00:00:00 done'))
    return text


def write_file(plan, folder):
    """The trace in one of its containers; returns its path."""
    text = write_text(plan)
    path = pathlib.Path(folder, f'trace-{plan.number.split()[0]}.json')
    if plan.container != 'gzip':
        path.write_text(text)
        return path
    path = path.with_suffix('.json.gz')
    path.write_bytes(gzip.compress(text.encode(), 1))
    return path
