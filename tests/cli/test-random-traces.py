#!/usr/bin/env python3
# test-random-traces.py - GPU traces made from a plan have the budget of that plan
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""test-random-traces.py LANESCOPE-CLI: a test program that speaks TAP

A plan says for each device and step what follows what: computing, communication, both, copies, and
idle spans that are divided at the launch of what follows. Events are drawn so that they show
exactly this, on whatever streams and threads; sums are taken over the plan alone, never over the
events. The command line must tell the same sums.

LANESCOPE_RANDOM_TRACES is how many traces (300), LANESCOPE_RANDOM_SEED the first of their numbers;
LANESCOPE_RANDOM_ALL=1 draws what KNOWN leaves out as well, LANESCOPE_RANDOM_KEEP=FOLDER keeps the
traces that differ, LANESCOPE_RANDOM_BEND=1 moves a microsecond in each plan, so that all differ."""

import collections
import concurrent.futures
import dataclasses
import gzip
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

CLI = pathlib.Path(sys.argv[1]).resolve()
COUNT = int(os.environ.get('LANESCOPE_RANDOM_TRACES') or 300)
SEED = int(os.environ.get('LANESCOPE_RANDOM_SEED') or 1)
KEEP = os.environ.get('LANESCOPE_RANDOM_KEEP')
BEND = bool(os.environ.get('LANESCOPE_RANDOM_BEND'))

# Kinds of traces, and figures, that are not asked yet, each with the reason.
KNOWN = {
    'arrows': 'arrows alone do not tell what launched what yet',
    'capture-launches': 'launches of a recording without steps are not counted yet',
    'devices': 'several devices of a trace are still one',
    'dispatch-split': 'dispatch still gives a whole gap to the host that launched late in it',
    'headline': 'the headline does not name the largest part yet',
    'joined': 'what stands behind the first list is not read yet',
    'open-step': 'the last step still counts where the device places it',
    'stub': 'steps without work at the ends still count',
    'text-times': 'times as texts are still taken for those of another trace',
    'trailing': 'text behind the document is not told yet',
}
if os.environ.get('LANESCOPE_RANDOM_ALL'):
    KNOWN = {}

PROCESS = 4000
CALLS = ('cudaLaunchKernel', 'cudaLaunchKernelExC', 'cuLaunchKernel', 'hipLaunchKernel')
COMPUTE = ('ampere_bf16_s16816gemm_128x128', 'void at::native::vectorized_elementwise_kernel<4>(int)',
           'flash_fwd_kernel', 'triton_poi_fused_add_0', 'layer_norm_kernel', 'nvjet_tst_128x64')
COMMUNICATION = ('ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)',
                 'ncclKernel_AllGather_RING_LL_Sum_int8_t(ncclDevComm*)',
                 'void deep_ep::intranode::dispatch<8>(int4*)', 'rccl_main_kernel')
COPIES = (('gpu_memcpy', 'Memcpy HtoD (Pinned -> Device)', 'cudaMemcpyAsync'),
          ('gpu_memcpy', 'Memcpy DtoD (Device -> Device)', 'cudaMemcpyAsync'),
          ('gpu_memset', 'Memset (Device)', 'cudaMemsetAsync'))
WORKING = {'compute': {'compute'}, 'comm': {'comm'}, 'both': {'compute', 'comm'}, 'copy': {'copy'}}
CATEGORIES = ('compute', 'comm', 'memcpy', 'prepare', 'free.host', 'free.device', 'free.unlinked',
              'tail')


# --- the plan ----------------------------------------------------------------------------------

@dataclasses.dataclass
class Segment:
    """A stretch of a device: 'compute', 'comm', 'both', 'copy' or 'idle'. An idle one is not
    launched for `late` and then launched, or nobody knows (`late` is None)."""
    kind: str
    length: int
    late: int | None = 0
    synchronised: bool = False
    waited: bool = False
    begin: int = 0

    @property
    def end(self):
        return self.begin + self.length


@dataclasses.dataclass
class Step:
    """What a device does that a step asked for, with the idle span in front of it. `head` and
    `tail` are what lies in front of the first and behind the last kernel, where marks are steps;
    `early` is what was asked for by this step and runs before its first kernel, in the time of
    the step before, where the host is ahead."""
    head: list = dataclasses.field(default_factory=list)
    early: list = dataclasses.field(default_factory=list)
    body: list = dataclasses.field(default_factory=list)
    tail: list = dataclasses.field(default_factory=list)
    mark: tuple = (0, 0)

    @property
    def all(self):
        return self.head + self.early + self.body + self.tail


@dataclasses.dataclass
class Work:
    """An event of the device; `latest` is when its launch must have ended, `exact` that it ends
    just then; `linked` whether its launch is known."""
    kind: str
    begin: int
    end: int
    step: int
    latest: int = 0
    exact: bool = False
    linked: bool = True
    gap: object = None
    launch: tuple | None = None
    stream: int = 0
    correlation: int | None = None
    name: object = None
    device: int = 0


@dataclasses.dataclass
class Plan:
    """All of a trace."""
    number: str
    regime: str
    unit: int
    link: str
    steady: bool
    launched: bool
    container: str
    order: str
    texts: bool
    base: int
    stub: str
    cut_step: bool
    origin: int
    devices: list = dataclasses.field(default_factory=list)
    marks: list = dataclasses.field(default_factory=list)
    works: list = dataclasses.field(default_factory=list)
    calls: list = dataclasses.field(default_factory=list)


def weighted(draw, **weights):
    return draw.choices(list(weights), list(weights.values()))[0]


def draw_length(draw, unit, low=8, high=300):
    return unit * draw.randint(low, high) + (draw.randrange(unit) if unit < 1000 else 0)


class Drawer:
    """Draws plans."""

    def __init__(self, number):
        self.draw = random.Random(number)
        self.plan = self.draw_kind(number)

    def allow(self, kind, name):
        return name if kind not in KNOWN else None

    def draw_kind(self, number):
        draw = self.draw
        regime = weighted(draw, marks=5, ahead=4, capture=2)
        link = weighted(draw, ids=6, both=3, **({} if 'arrows' in KNOWN else {'arrows': 3}))
        containers = dict(object=8, list=2, gzip=1, cut=2)
        if 'joined' not in KNOWN:
            containers.update(joined=2, values=1)
        if 'trailing' not in KNOWN:
            containers.update(trailing=1)
        stub = 'none'
        if regime != 'capture' and 'stub' not in KNOWN and draw.random() < 0.2:
            stub = draw.choice(('last', 'first') if regime == 'marks' else ('last',))
        return Plan(number=number, regime=regime, unit=draw.choice((1000, 1000, 997)), link=link,
                    steady=draw.random() < 0.6, launched=regime == 'ahead' or draw.random() < 0.95,
                    container=weighted(draw, **containers),
                    order=weighted(draw, time=4, step=2, random=2, device=1, ends=1),
                    texts='text-times' not in KNOWN and draw.random() < 0.1,
                    base=draw.choice((0, 0, 0, 1735632360000000000)), stub=stub, cut_step=False,
                    origin=draw.choice((1000, 3_000_000_000, 1_736_410_576_404_000, 4_203_669_604_595))
                    * 1000)

    # Segments.

    def draw_idle(self, first=False, last=False):
        """An idle span; `first` that it is the first of a step, so that its stream is not told."""
        draw, plan = self.draw, self.plan
        length = draw_length(draw, plan.unit, 20)
        if last:
            return Segment('idle', length)
        if not plan.launched or (not first and draw.random() < 0.1):
            return Segment('idle', length, None)
        kind = weighted(draw, late=4, launched=3, all_late=1, just=1)
        late = {'late': lambda: plan.unit * draw.randint(9, length // plan.unit - 1),
                'launched': lambda: 0, 'all_late': lambda: length, 'just': lambda: 0}[kind]()
        return Segment('idle', length, late, synchronised=late > 0 and draw.random() < 0.2,
                       waited=late == 0 and draw.random() < 0.1)

    def draw_segment(self, kind):
        return Segment(kind, draw_length(self.draw, self.plan.unit, 8))

    def draw_run(self, count, first='any', copies=True):
        """`count` segments, work first and last, no two idle spans side by side."""
        draw, segments = self.draw, []
        while len(segments) < count or segments[-1].kind in ('idle', 'copy'):
            if segments and segments[-1].kind != 'idle' and draw.random() < 0.45:
                segments.append(self.draw_idle())
                continue
            kind = weighted(draw, compute=5, comm=2, both=2, **({'copy': 1} if copies else {}))
            if not segments:
                kind = {'any': draw.choice(('compute', 'comm', 'both')), 'compute': 'compute'}[first]
            if kind == 'both' and (not segments or segments[-1].kind in ('idle', 'copy')):
                kind = 'compute'
            segments.append(self.draw_segment(kind))
        return segments

    def draw_edge(self, last):
        """What lies in front of the first kernel (an idle span, perhaps a copy and another one) or
        behind the last."""
        draw, copy, unit = self.draw, self.draw.random() < 0.2, self.plan.unit
        if last:
            rest = [self.draw_idle(last=True)] if draw.random() < 0.8 else []
            return ([self.draw_idle(first=True)] * (draw.random() < 0.5) + [self.draw_segment('copy')] + rest
                    if copy else rest)
        length = draw_length(draw, unit, 20)
        first = [Segment('idle', length, unit * draw.randint(9, length // unit))
                 if self.plan.launched else Segment('idle', length, None)]
        return first + [self.draw_segment('copy')] + [self.draw_idle(first=True)] * (draw.random() < 0.7) \
            if copy else first

    def draw_step(self, n):
        plan, draw = self.plan, self.draw
        count = weighted(draw, **{'1': 1, '3': 2, '6': 4, '12': 3, '25': 1})
        step = Step()
        if plan.regime == 'ahead':
            if n:
                idle = self.draw_idle(first=True)
                if draw.random() < 0.25:
                    step.early = [idle, self.draw_segment(draw.choice(('comm', 'copy', 'comm')))]
                    if draw.random() < 0.6:
                        step.early.append(self.draw_idle(first=True))
                else:
                    step.early = [idle]
            step.body = self.draw_run(int(count), 'compute')
        else:
            step.head, step.tail = self.draw_edge(False), self.draw_edge(True)
            step.body = self.draw_run(int(count))
        return step

    def vary(self, step):
        """The same step with lengths a little different."""
        def stretch(segment):
            share = 1 + self.draw.uniform(-0.02, 0.02)
            length = max(int(segment.length * share) // self.plan.unit, 1) * self.plan.unit
            late = segment.late
            if late:
                late = length if late == segment.length else min(late, length - self.plan.unit)
            return dataclasses.replace(segment, length=length, late=late)
        return Step(*([stretch(segment) for segment in part]
                      for part in (step.head, step.early, step.body, step.tail)))

    def draw_device(self, count):
        plan = self.plan
        steps = [self.draw_step(n) for n in range(count)]
        if plan.steady and count > 1:
            like = steps[1]
            steps = [self.vary(like) for _ in range(count)]
            steps[0].early = []
        return steps

    # Places.

    def place(self):
        """Gives each segment its time, and each step the host's mark around it."""
        draw, plan = self.draw, self.plan
        count = 1 if plan.regime == 'capture' else draw.randint(1, 6)
        devices = 1
        if 'devices' not in KNOWN and plan.regime != 'ahead' and draw.random() < 0.25:
            devices = draw.randint(2, 3)
        plan.devices = [self.draw_device(count) for _ in range(devices)]
        now = plan.origin + plan.unit * draw.randint(50, 5000)
        if plan.stub == 'first':
            plan.marks.append((now - plan.unit * 40, now))
        if plan.regime == 'ahead':
            self.place_ahead(now)
        else:
            self.place_marks(now)

    def place_segments(self, segments, now):
        for segment in segments:
            segment.begin = now
            now = segment.end
        return now

    def place_marks(self, now):
        draw, plan = self.draw, self.plan
        for steps in zip(*plan.devices):
            ends = [self.place_segments(step.all, now) for step in steps]
            end = max(ends)
            for step, own in zip(steps, ends):
                if own < end:
                    step.tail.append(Segment('idle', end - own, begin=own))
                step.mark = (now, end)
            plan.marks.append((now, end))
            now = end + (plan.unit * draw.randint(1, 50) if draw.random() < 0.3 else 0)
        if plan.stub == 'last':
            plan.marks.append((now, now + plan.unit * 30))

    def place_ahead(self, now):
        """The marks lie between the launches that two steps need, before their work is done."""
        draw, plan = self.draw, self.plan
        steps = plan.devices[0]
        begin = now
        now += plan.unit * draw.choice((40, 100, 2000))
        for step in steps:
            now = self.place_segments(step.all, now)
        for n, step in enumerate(steps):
            room = begin + plan.unit * 30
            exact = [segment.begin + segment.late for segment in step.all
                     if segment.kind == 'idle' and segment.late]
            if n + 1 < len(steps):
                idle = steps[n + 1].all[0]
                limit = idle.begin + (idle.late or 0) - plan.unit * 9
            else:
                limit = now - 1
            low = max(exact + [min(room, limit)])
            end = draw.choice((low, limit, draw.randint(low, max(low, limit))))
            end -= end % plan.unit if plan.unit == 1000 else 0
            if end < low or end <= begin:
                raise Again
            step.mark = (begin, end)
            plan.marks.append(step.mark)
            begin = end + (0 if draw.random() < 0.8 else max(min(plan.unit, limit - end), 0))
        if plan.stub == 'last':
            plan.marks.append((begin, begin + plan.unit * 30))

    # Works.

    def cover(self, begin, end, kind, place):
        """Events that cover a stretch, the first alone at its begin. Where steps are alike, they
        are for each `place` in a step."""
        draw = random.Random(f'{self.plan.number} {place}') if self.plan.steady else self.draw
        pieces, at = [], begin
        for _ in range(draw.choice((0, 0, 1, 2, 4))):
            if end - at < 4:
                break
            cut = draw.randint(at + 2, end - 1)
            pieces.append((at, min(end, cut + draw.choice((0, 0, draw.randint(0, end - cut))))))
            at = cut
        pieces.append((at, end))
        for _ in range(draw.choice((0, 0, 1, 2))):
            inner = sorted((draw.randint(begin + 1, end), draw.randint(begin + 1, end)))
            if inner[1] > inner[0]:
                pieces.append(tuple(inner))
        if self.plan.unit == 1000:
            pieces = [(a - a % 1000, b - b % 1000) for a, b in pieces]
        front = max(piece for piece in pieces if piece[0] == begin)
        names = {'compute': COMPUTE, 'comm': COMMUNICATION, 'copy': COPIES}[kind]
        return [Work(kind, a, b, 0, name=draw.choice(names))
                for a, b in [front] + [p for p in pieces if begin < p[0] < p[1]]]

    def works_of(self, device):
        """The events of a device: runs of each kind of work are covered, and what follows an idle
        span is launched as the plan says."""
        works, segments = [], [(n, s) for n, step in enumerate(self.plan.devices[device])
                               for s in step.all]
        for kind in ('compute', 'comm', 'copy'):
            run, count = None, collections.Counter()
            for n, segment in segments + [(None, Segment('idle', 0))]:
                works_here = kind in WORKING.get(segment.kind, ())
                if works_here and run and run[0] == n:
                    run = (n, run[1], segment.end)
                    continue
                if run:
                    count[run[0]] += 1
                    new = self.cover(run[1], run[2], kind, f'{device} {kind} {count[run[0]]}')
                    for work in new:
                        work.step, work.device = run[0], device
                    works += new
                run = (n, segment.begin, segment.end) if works_here else None
        works.sort(key=lambda work: (work.begin, work.end))
        idle = {segment.end: segment for _, segment in segments if segment.kind == 'idle'}
        for work in works:
            gap = idle.get(work.begin)
            work.latest, work.gap = work.begin, gap
            if gap is None:
                work.linked = self.plan.launched and self.draw.random() > 0.03
            elif gap.late is None:
                work.linked = False
            elif gap.late:
                work.exact, work.latest = True, gap.begin + gap.late
            else:
                work.latest = gap.begin
        return works

    def put_on_streams(self, works, device):
        """No two at once on a stream; one without a launch stands behind one that its step
        launched, since that is how its step is told."""
        draw, streams = self.draw, {}
        first = draw.choice((7, 0, 13))
        for work in works:
            free = [s for s, (end, _) in streams.items() if end <= work.begin]
            if not work.linked and self.plan.launched:
                free = [s for s in free if streams[s][1] == work.step]
                if not free:
                    gap = work.latest < work.begin
                    if gap:
                        raise Again
                    work.linked = True
                    free = [s for s, (end, _) in streams.items() if end <= work.begin]
            if free and draw.random() < 0.9:
                work.stream = draw.choice(free) if draw.random() < 0.3 else free[0]
            elif not work.linked and free:
                work.stream = free[0]
            else:
                work.stream = first + len(streams) * draw.choice((1, 1, 2))
                while work.stream in streams:
                    work.stream += 1
            known = work.step if work.linked else streams.get(work.stream, (0, None))[1]
            streams[work.stream] = (work.end, known)



    # The host.

    def take(self, thread, begin, end):
        """Whether nothing else is on the thread then; if so, it is taken."""
        if any(begin < b and a < end for a, b in thread):
            return False
        thread.append((begin, end))
        return True

    def put_call(self, threads, work, mark):
        """Places a call, and the operator around it, on the first thread with room."""
        draw, unit = self.draw, self.plan.unit
        for tries in range(40):
            length = unit * draw.randint(1, 8 if tries < 20 else 2)
            latest = min(work.latest, mark[1])
            if work.exact:
                end = latest
            elif tries < 20 and draw.random() < 0.7:
                end = latest - unit * draw.randint(0, 20)
            else:
                end = draw.randint(mark[0], latest)
                end -= end % unit if unit == 1000 else 0
            begin = end - length
            if begin < mark[0]:
                continue
            around = (max(begin - unit * draw.randint(0, 3), mark[0]),
                      min(end + unit * draw.randint(0, 3), mark[1]))
            for n, thread in enumerate(threads[:1 + tries // 4]):
                if self.take(thread, *around):
                    work.launch = (n, begin, end, around)
                    return
        raise Again

    def put_synchronise(self, threads, work):
        """A call that waits for the device until shortly after the idle span began, on the thread
        that launches."""
        unit, gap, call = self.plan.unit, work.gap, work.launch
        room = (call[3][0] - gap.begin) // unit
        if room < 2:
            return None
        end = gap.begin + unit * self.draw.randint(1, room - 1)
        begin = gap.begin - unit * self.draw.randint(1, 5)
        return (call[0], begin, end) if self.take(threads[call[0]], begin, end) else None

    def put_calls(self):
        """Calls of all launches; those that are told exactly come first."""
        plan, threads = self.plan, [[] for _ in range(12)]
        stubs = plan.stub == 'first'
        linked = [work for work in plan.works if work.linked]
        for number, work in enumerate(linked, 1):
            work.correlation = number
        for work in sorted(linked, key=lambda work: not work.exact):
            self.put_call(threads, work, plan.marks[work.step + stubs])
        plan.calls = []
        for work in linked:
            if work.gap and work.gap.synchronised:
                call = self.put_synchronise(threads, work) if len(plan.devices) == 1 else None
                work.gap.synchronised = call is not None
                if call:
                    plan.calls.append(call)
        used = {work.gap.end for work in linked if work.gap}
        for steps in plan.devices:
            for step in steps:
                for segment in step.all:
                    segment.synchronised &= segment.end in used

    def draw_plan(self):
        plan = self.plan
        self.place()
        for device in range(len(plan.devices)):
            works = self.works_of(device)
            self.put_on_streams(works, device)
            plan.works += works
        self.put_calls()
        return plan


class Again(Exception):
    """A draw that cannot be placed; another one is drawn."""


def draw_plan(number):
    for attempt in range(100):
        try:
            drawer = Drawer(f'{number} {attempt}')
            plan = drawer.draw_plan()
            plan.draw = drawer.draw
            return plan
        except Again:
            continue
    raise RuntimeError(f'no plan for {number}')


# --- its truth ---------------------------------------------------------------------------------

def add_idle(sums, segment):
    if segment.late is None:
        sums['free.unlinked'] += segment.length
    else:
        sums['free.host'] += segment.late
        sums['free.device'] += segment.length - segment.late


def tell_budget(plan, steps, n):
    """What the plan spends in a step of a device, every nanosecond once."""
    step, sums = steps[n], collections.Counter()
    parts = [('prepare', step.head), ('', step.body), ('tail', step.tail)]
    if plan.regime == 'ahead':
        parts = [('', step.body), ('', steps[n + 1].early if n + 1 < len(steps) else [])]
    for name, segments in parts:
        for segment in segments:
            if segment.kind == 'idle' and name:
                sums[name] += segment.length
            elif segment.kind == 'idle':
                add_idle(sums, segment)
            elif segment.kind == 'both':
                sums['compute'] += segment.length
                sums['hidden'] += segment.length
            else:
                sums['memcpy' if segment.kind == 'copy' else segment.kind] += segment.length
    return {name: sums[name] for name in CATEGORIES + ('hidden',)} | {
        'step_ns': sum(sums[name] for name in CATEGORIES)}


def list_gaps(segments):
    """Stretches without computing and communication between such."""
    gaps, gap = [], None
    for segment in segments:
        if segment.kind in ('idle', 'copy'):
            gap = gap + [segment] if gap is not None else None
        else:
            gaps += [gap] if gap else []
            gap = []
    return gaps


def tell_overlap(plan, step):
    segments = step.early + step.body
    sums = collections.Counter()
    for segment in segments:
        sums[segment.kind] += segment.length
    working = [segment for segment in segments if segment.kind in ('compute', 'comm', 'both')]
    free = sum(segment.length for gap in list_gaps(segments) for segment in gap)
    return {'computing_ns': sums['compute'] + sums['both'],
            'communication_ns': sums['comm'] + sums['both'],
            'communication_not_overlapped_ns': sums['comm'], 'overlapped_ns': sums['both'],
            'free_ns': free, 'e2e_ns': working[-1].end - working[0].begin,
            'begin_ns': plan.base + working[0].begin, 'end_ns': plan.base + working[-1].end}


def tell_dispatch(plan, step, n, device):
    """Sums of gaps by class, and of launches. Gaps with a copy inside tell only how long they are."""
    sums, mixed, free = collections.Counter(), False, 0
    for gap in list_gaps(step.early + step.body):
        free += sum(segment.length for segment in gap)
        mixed |= any(segment.kind == 'copy' for segment in gap)
        for segment in gap:
            if segment.kind == 'copy':
                continue
            if segment.late is None:
                sums['unknown_ns'] += segment.length
                continue
            late, rest = segment.late, segment.length - segment.late
            if 'dispatch-split' in KNOWN and late:
                late, rest = segment.length, 0
            sums['host_sync_ns' if segment.synchronised else 'host_ns'] += late
            sums['queued_task_ns' if segment.waited else 'queued_idle_ns'] += rest
    names = ('host_sync_ns', 'host_ns', 'queued_task_ns', 'queued_idle_ns', 'unknown_ns')
    told = {name: sums[name] for name in names} if not mixed else {}
    told['free'] = free
    if plan.regime == 'capture' and 'capture-launches' in KNOWN:
        return told
    waits = sorted(work.begin - work.launch[1] for work in plan.works
                   if work.linked and work.kind != 'copy' and (work.step, work.device) == (n, device))
    if waits:
        told |= {'launches': len(waits), 'max': waits[-1], 'p50': waits[(len(waits) + 1) // 2 - 1]}
        told |= {f'le{us}': sum(wait <= us * 1000 for wait in waits) for us in (20, 50, 100)}
    return told


def tell_counted(plan):
    """The steps that make up a recording: not the last where the device places it, then not the
    first of three or more."""
    steps = list(range(len(plan.devices[0])))
    if plan.regime == 'ahead' and len(steps) > 1:
        steps.pop()
    return steps[1:] if len(steps) > 2 else steps


# --- its file ----------------------------------------------------------------------------------

def format_time(plan, ns):
    assert plan.unit != 1000 or ns % 1000 == 0
    text = str(ns // 1000) if plan.unit == 1000 else f'{ns // 1000}.{ns % 1000:03}'
    return f'"{text}"' if plan.texts else text


def write_event(plan, phase, cat, name, pid, tid, begin, end=None, args=None, **more):
    parts = [f'"ph": "{phase}", "cat": "{cat}", "name": {json.dumps(name)}',
             f'"pid": {json.dumps(pid)}, "tid": {json.dumps(tid)}, "ts": {format_time(plan, begin)}']
    if end is not None:
        parts.append(f'"dur": {format_time(plan, end - begin)}')
    parts += [f'"{key}": {json.dumps(value)}' for key, value in more.items()]
    if args is not None:
        parts.append(f'"args": {json.dumps(args)}')
    return begin, '{' + ', '.join(parts) + '}'


def write_work(plan, work):
    draw, events = plan.draw, []
    args = {'device': work.device, 'stream': work.stream}
    ids = plan.link != 'arrows'
    category, name, call = 'kernel', work.name, draw.choice(CALLS)
    if work.kind == 'copy':
        category, name, call = work.name
    if work.linked:
        thread, begin, end, around = work.launch
        tid = PROCESS + thread
        told = {'correlation': work.correlation, 'External id': work.correlation} if ids else {}
        args |= told
        if around != (begin, end) or draw.random() < 0.8:
            events.append(write_event(plan, 'X', 'cpu_op', draw.choice(('aten::mm', 'aten::add', 'c10d::op')),
                                      PROCESS, tid, *around, args={'External id': work.correlation}))
        events.append(write_event(plan, 'X', 'cuda_driver' if call[:2] == 'cu' and call[2] == 'L' else
                                  'cuda_runtime', call, PROCESS, tid, begin, end, args=told))
        if plan.link != 'ids':
            events.append(write_event(plan, 's', 'ac2g', 'ac2g', PROCESS, tid, begin, id=work.correlation))
            events.append(write_event(plan, 'f', 'ac2g', 'ac2g', work.device, work.stream, work.begin,
                                      id=work.correlation, bp='e'))
    events.append(write_event(plan, 'X', category, name, work.device, work.stream, work.begin, work.end,
                              args=args))
    return events


def write_rest(plan):
    """What moves no figure: marks, calls that wait, ranges, waits of streams, names."""
    draw, events = plan.draw, []
    first = draw.choice((1, 10, 4711))
    plan.first = first + (plan.stub == 'first')
    if plan.regime != 'capture':
        for number, mark in enumerate(plan.marks, first):
            events.append(write_event(plan, 'X', 'user_annotation', f'ProfilerStep#{number}', PROCESS,
                                      PROCESS, *mark))
    else:
        begin, end = plan.marks[0]
        events += [write_event(plan, 'X', 'user_annotation', 'run', PROCESS, PROCESS, begin, end)]
    for thread, begin, end in plan.calls:
        events.append(write_event(plan, 'X', 'cuda_runtime', draw.choice(
            ('cudaDeviceSynchronize', 'cudaStreamSynchronize', 'hipDeviceSynchronize')), PROCESS,
            PROCESS + thread, begin, end, args={'cbid': 165}))
    for work in plan.works:
        if work.gap and work.gap.waited:
            events.append(write_event(plan, 'X', 'cuda_sync', 'Stream Wait Event', work.device, work.stream,
                                      work.gap.begin, work.gap.end,
                                      args={'device': work.device, 'stream': work.stream,
                                            'wait_on_stream': 99, 'cuda_sync_kind': 'Stream Wait Event'}))
        elif draw.random() < 0.02:
            events.append(write_event(plan, 'X', 'gpu_user_annotation', 'forward', work.device, work.stream,
                                      work.begin, work.end, args={'device': work.device,
                                                                  'stream': work.stream}))
    begin, end = plan.marks[0][0], plan.marks[-1][1]
    if draw.random() < 0.3:
        events.append(write_event(plan, 'X', 'user_annotation', 'enumerate(DataLoader)#_MultiProcessingDataLo'
                                  'aderIter.__next__', PROCESS, PROCESS + 40, begin, end))
    if draw.random() < 0.3:
        events.append(write_event(plan, 'X', 'python_function', 'nn.Module: Net_0', PROCESS, PROCESS + 41,
                                  begin, end, args={'Python id': 1, 'Python module id': 0}))
    if draw.random() < 0.2:
        events.append(write_event(plan, 'i', 'cpu_instant_event', '[memory]', PROCESS, PROCESS, begin,
                                  args={'Bytes': 512, 'Addr': 1, 'Total Allocated': 512}, s='t'))
    names = [f'{{"ph": "M", "name": "process_name", "pid": {PROCESS}, "tid": 0, "args": {{"name": "python"}}}}']
    for device in range(len(plan.devices)):
        names += [f'{{"ph": "M", "name": "process_name", "pid": {device}, "tid": 0, "args": {{"name": "python"}}}}',
                  f'{{"ph": "M", "name": "process_labels", "pid": {device}, "tid": 0, '
                  f'"args": {{"labels": "GPU {device}"}}}}']
    return events, [(begin, name) for name in names] if draw.random() < 0.8 else []


def write_list(plan):
    draw = plan.draw
    works = [(work, write_work(plan, work)) for work in plan.works]
    rest, names = write_rest(plan)
    if plan.order == 'device':
        works.sort(key=lambda pair: pair[0].stream)
    events = names + rest + [event for _, written in works for event in written]
    if plan.order == 'time':
        events.sort(key=lambda event: event[0])
    elif plan.order == 'ends':
        events.sort(key=lambda event: -event[0])
    elif plan.order == 'random':
        draw.shuffle(events)
    return [text for _, text in events]


def write_file(plan, folder):
    """The trace in one of its containers; returns its path."""
    draw, events = plan.draw, write_list(plan)
    head = {'schemaVersion': 1, 'displayTimeUnit': 'ms',
            'deviceProperties': [{'id': n, 'name': 'NVIDIA H100 80GB HBM3', 'numSms': 132}
                                 for n in range(len(plan.devices))],
            'distributedInfo': {'backend': 'nccl', 'rank': 0, 'world_size': 1}}
    kind = plan.container
    if kind in ('list', 'joined'):
        plan.base = 0
    if plan.base:
        head['baseTimeNanoseconds'] = plan.base
    told = json.dumps(head)[1:-1]
    gap = draw.choice((',\n  ', ',', ', '))
    path = pathlib.Path(folder, f'trace-{plan.number.split()[0]}.json')
    half = draw.randint(1, len(events) - 1)
    if kind == 'list':
        text = '[' + gap.join(events) + ']'
    elif kind == 'joined':
        text = '[' + gap.join(events[:half]) + '][' + gap.join(events[half:]) + ']'
    elif kind == 'values':
        text = '\n'.join(f'{{{told}, "traceEvents": [{gap.join(part)}]}}'
                         for part in (events[:half], events[half:]))
    elif kind == 'cut':
        last = write_event(plan, 'X', 'kernel', COMPUTE[0], 0, 7, plan.marks[0][0], plan.marks[-1][1] + 10**9,
                           args={'device': 0, 'stream': 7})[1]
        text = f'{{{told}, "traceEvents": [{gap.join(events)},{last[:draw.randint(1, len(last) - 2)]}'
    elif draw.random() < 0.7:
        text = f'{{{told}, "traceEvents": [{gap.join(events)}]}}'
    else:
        text = f'{{"traceEvents": [{gap.join(events)}], {told}}}'
    if kind == 'trailing':
        text += '\n' + draw.choice(('INFO: trace written\n', ']}', '2026-01-01 00:00:00 done'))
    if kind == 'gzip':
        path = path.with_suffix('.json.gz')
        path.write_bytes(gzip.compress(text.encode(), 1))
    else:
        path.write_text(text)
    return path


# --- what the command line says ------------------------------------------------------------------

def run(plan, *words):
    done = subprocess.run([CLI, *words, '-q'], capture_output=True, text=True, check=False)
    if done.returncode != (3 if plan.container in ('cut', 'trailing') else 0):
        raise Wrong(f'{words[0]}: exit code {done.returncode}: {done.stderr.strip()[:200]}')
    return done.stdout


class Wrong(Exception):
    """What the program does besides another figure."""


def ask(plan, *words):
    return [json.loads(line) for line in run(plan, *words, '--json').splitlines()]


def key(row):
    return json.dumps(row, sort_keys=True)


class Comparison:
    """Figures of a trace that differ from the plan."""

    def __init__(self, plan, path):
        self.plan, self.path, self.wrong = plan, path, []

    def compare(self, what, n, right, given):
        """One row a device: the same rows, in whatever order the devices come."""
        given = [{name: row.get(name) for name in right[0]} for row in given] if right else given
        right = [{name: row[name] for name in right[0]} for row in right]
        if sorted(map(key, given)) != sorted(map(key, right)):
            places = sorted({name for a, b in zip(right, given) for name in a if a[name] != b[name]})
            self.wrong.append(f'{what}, step {n}: {len(given)} rows, not {len(right)}: ' + '; '.join(
                f'{name} {[row[name] for row in given]}, not {[row[name] for row in right]}'
                for name in places))

    def rows_of(self, rows, n):
        if self.plan.regime == 'capture':
            return rows
        return [row for row in rows if row['step'] == self.plan.first + n]

    def compare_steps(self):
        plan = self.plan
        budget = [row['categories'] | {'hidden': row['refined']['hidden_comm_ns'], 'step_ns': row['step_ns'],
                                       'step': row['step']} for row in ask(plan, 'budget', self.path)]
        overlap = ask(plan, 'overlap', self.path)
        dispatch = ask(plan, 'query', self.path, 'SELECT * FROM dispatch')
        for row in dispatch:
            row['free'] = sum(row[name] for name in row if name.endswith('_ns') and row[name])
        for n in range(len(plan.devices[0])):
            self.compare('budget', n, [tell_budget(plan, steps, n) for steps in plan.devices],
                         self.rows_of(budget, n))
            self.compare('overlap', n, [tell_overlap(plan, steps[n]) for steps in plan.devices],
                         self.rows_of(overlap, n))
            right = [tell_dispatch(plan, steps[n], n, device)
                     for device, steps in enumerate(plan.devices)]
            names = set.intersection(*(set(row) for row in right))
            self.compare('dispatch', n, [{name: row[name] for name in sorted(names)} for row in right],
                         self.rows_of(dispatch, n))

    def compare_overview(self):
        """The row of a device is that of one of its steps; of the one of median length where all
        are alike."""
        plan = self.plan
        if plan.regime == 'ahead' and 'open-step' in KNOWN:
            return
        rows = ask(plan, 'overview', self.path)
        counted = tell_counted(plan) if plan.steady else range(len(plan.devices[0]))
        named = {name: name.replace('.', '_') + '_ns' for name in CATEGORIES} | {'step_ns': 'step_ns'}
        given = [{name: row.get(column) or 0 for name, column in named.items()} for row in rows]
        for steps in plan.devices:
            right = [tell_budget(plan, steps, n) for n in counted]
            if plan.steady:
                length = sorted(row['step_ns'] for row in right)[(len(right) - 1) // 2]
                right = [row for row in right if row['step_ns'] == length]
            right = [{name: row[name] for name in named} for row in right]
            if not any(row in right for row in given):
                self.wrong.append(f'overview: {given}, none of {right}')
        if len(rows) != len(plan.devices):
            self.wrong.append(f'overview: {len(rows)} rows, not {len(plan.devices)}')


def check(number, folder):
    """What a trace gives that its plan does not have, in words."""
    plan = draw_plan(number)
    path = write_file(plan, folder)
    if BEND:
        next(s for s in plan.devices[0][0].body if s.kind != 'idle').length += 1000
    comparison = Comparison(plan, path)
    try:
        comparison.compare_steps()
        comparison.compare_overview()
    except Wrong as wrong:
        comparison.wrong.append(str(wrong))
    if comparison.wrong and KEEP:
        pathlib.Path(KEEP, path.name).write_bytes(path.read_bytes())
    path.unlink()
    kind = f'{plan.regime} {plan.container} {plan.order} {plan.link} {len(plan.devices)} devices, ' \
        f'{"steady" if plan.steady else "free"}, stub {plan.stub}'
    return [f'trace {number} ({kind}): {line}' for line in comparison.wrong]


def main():
    numbers = range(SEED, SEED + COUNT)
    print('1..1')
    with tempfile.TemporaryDirectory() as folder:
        with concurrent.futures.ProcessPoolExecutor(2) as pool:
            lines = [line for found in pool.map(check, numbers, [folder] * COUNT, chunksize=8)
                     for line in found]
    for line in lines[:60]:
        print('#', line)
    for kind, reason in KNOWN.items():
        print(f'# not asked: {kind}: {reason}')
    traces = len({line.split()[1] for line in lines})
    print(f'{"not ok" if lines else "ok"} 1 {COUNT} traces, {traces} of them with {len(lines)} differences')
    return 1 if lines else 0


if __name__ == '__main__':
    sys.exit(main())
