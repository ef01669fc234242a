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
LANESCOPE_RANDOM_ASK=all, or a list of kinds such as arrows,stub, asks what KNOWN leaves out,
LANESCOPE_RANDOM_KEEP=FOLDER keeps the traces that differ, LANESCOPE_RANDOM_BEND=1 moves a microsecond in each plan, so that all differ."""

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
    'open-first': 'of three steps of which the device places the last, the first is left out as well',
    'open-step': 'the last step still counts where the device places it',
    'stub': 'steps without work at the ends still count',
    'text-times': 'times as texts are still taken for those of another trace',
    'values': 'a second document in the file is not read yet',
}
ASK = (os.environ.get('LANESCOPE_RANDOM_ASK') or '').split(',')
KNOWN = {kind: reason for kind, reason in KNOWN.items() if 'all' not in ASK and kind not in ASK}

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
    follows: bool = False
    graph: bool = False


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
    origin: int
    devices: list = dataclasses.field(default_factory=list)
    marks: list = dataclasses.field(default_factory=list)
    works: list = dataclasses.field(default_factory=list)
    calls: list = dataclasses.field(default_factory=list)
    early: bool = False
    kept: int = 0
    twice: bool = False
    first: int = 0


def weighted(draw, **weights):
    return draw.choices(list(weights), list(weights.values()))[0]


def draw_length(draw, unit, low=8, high=300):
    return unit * draw.randint(low, high) + (draw.randrange(unit) if unit < 1000 else 0)


class Drawer:
    """Draws plans."""

    def __init__(self, number):
        self.draw = random.Random(number)
        self.plan = self.draw_kind(number)

    def draw_kind(self, number):
        draw = self.draw
        regime = weighted(draw, marks=5, ahead=4, capture=2)
        link = weighted(draw, ids=6, both=3, **({} if 'arrows' in KNOWN else {'arrows': 3}))
        containers = dict(object=8, list=2, gzip=1, cut=2, joined=1, trailing=1)
        if 'values' not in KNOWN:
            containers.update(values=1)
        stub = 'none'
        if regime != 'capture' and 'stub' not in KNOWN and draw.random() < 0.2:
            stub = draw.choice(('last', 'first') if regime == 'marks' else ('last',))
        base = draw.choice((0, 0, 0, 1735632360000000000))
        return Plan(number=number, regime=regime, unit=draw.choice((1000, 1000, 997)), link=link,
                    steady=draw.random() < 0.6, launched=regime == 'ahead' or draw.random() < 0.95,
                    container=weighted(draw, **containers),
                    order=weighted(draw, time=4, step=2, random=2, device=1, ends=1),
                    texts='text-times' not in KNOWN and draw.random() < 0.1,
                    base=base, stub=stub, origin=1000 * draw.choice(
                        (1000, 4_203_669_604_595) + (() if base else (3_000_000, 1_736_410_576_404_000))))

    # Segments.

    def draw_idle(self, first=False, last=False):
        """An idle span; `first` that it is the first of a step, so that its stream is not told."""
        draw, plan = self.draw, self.plan
        length = draw_length(draw, plan.unit, 20)
        if last:
            return Segment('idle', length)
        if not plan.launched or (not first and draw.random() < 0.1):
            return Segment('idle', length, None)
        kind = 'launched' if plan.early else weighted(draw, late=4, launched=3, all_late=1, just=1)
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
                if draw.random() < 0.4:
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
        if 'devices' not in KNOWN and draw.random() < 0.25:
            devices, plan.early = draw.randint(2, 3), plan.regime == 'ahead'
        plan.devices = [self.draw_device(count) for _ in range(devices)]
        if plan.container == 'cut' and count > 1 and draw.random() < 0.5:
            plan.kept = draw.randint(1, count - 1)
        now = plan.origin + plan.unit * draw.randint(50, 5000)
        if plan.stub == 'first':
            plan.marks.append((now - plan.unit * 40, now))
        if plan.early:
            self.place_early(now)
        elif plan.regime == 'ahead':
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
            begin = end + (plan.unit if limit - end > plan.unit and draw.random() < 0.2 else 0)
        if plan.stub == 'last':
            plan.marks.append((begin, begin + plan.unit * 30))

    def place_early(self, now):
        """All marks lie before all work, as several devices have only these in common."""
        draw, plan = self.draw, self.plan
        for _ in range(len(plan.devices[0]) + (plan.stub == 'last')):
            plan.marks.append((now, now + plan.unit * draw.randint(2000, 3000)))
            now = plan.marks[-1][1]
        for steps in plan.devices:
            begin = now + plan.unit * draw.randint(1, 200)
            for step in steps:
                begin = self.place_segments(step.all, begin)
                step.mark = plan.marks[0]

    # Works.

    def cover(self, begin, end, kind, place):
        """Events that cover a stretch, the first alone at its begin. Where steps are alike, they
        are for each `place` in a step."""
        draw = random.Random(f'{self.plan.number} {place}') if self.plan.steady else self.draw
        names = {'compute': COMPUTE, 'comm': COMMUNICATION, 'copy': COPIES}[kind]

        def at(share):
            ns = begin + int((end - begin) * share)
            return ns - ns % 1000 if self.plan.unit == 1000 else ns

        cuts = sorted(draw.random() for _ in range(draw.choice((0, 0, 1, 2, 4))))
        shares = [(a, min(b + draw.choice((0, 0, 0.4)) * draw.random(), 1))
                  for a, b in zip([0] + cuts, cuts + [1])]
        shares += [sorted((draw.random(), draw.random())) for _ in range(draw.choice((0, 0, 1, 2)))]
        pieces = [(at(a), at(b), draw.choice(names)) for a, b in shares]
        front = max(piece for piece in pieces if piece[0] == begin)
        return [Work(kind, a, b, 0, name=name) for a, b, name in
                [front] + [piece for piece in pieces if begin < piece[0] < piece[1]]]

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
        works += self.hide_copies(segments, device)
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

    def hide_copies(self, segments, device):
        """Copies beside work: they are in no sum."""
        draw, unit, hidden = self.draw, self.plan.unit, []
        for step, segment in segments:
            if segment.kind in ('compute', 'comm', 'both') and segment.length > 8 * unit \
                    and draw.random() < 0.1:
                begin = segment.begin + unit * draw.randint(1, 3)
                hidden.append(Work('copy', begin, begin + unit * draw.randint(1, 5), step,
                                   name=draw.choice(COPIES), device=device))
        return hidden

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

    def join_graphs(self, linked):
        """Lets one call start several works: those behind a kernel that were launched with it in
        time."""
        plan, draw = self.plan, self.draw
        if plan.link == 'arrows' or draw.random() < 0.7:
            return
        roots = [work for work in linked if work.kind != 'copy']
        for root in draw.sample(roots, min(len(roots), draw.randint(1, 3))):
            like = [work for work in linked if work.begin >= root.begin and work is not root
                    and (work.step, work.device) == (root.step, root.device) and not work.exact
                    and not work.follows and not work.graph and work.latest >= root.launch[2]]
            if like and not root.follows:
                root.graph = True
                for work in like[:draw.randint(1, 6)]:
                    work.follows, work.correlation, work.launch = True, root.correlation, root.launch

    def put_calls(self):
        """Calls of all launches; those that are told exactly come first."""
        plan, threads = self.plan, [[] for _ in range(12)]
        stubs = plan.stub == 'first'
        linked = [work for work in plan.works if work.linked]
        for number, work in enumerate(linked, 1):
            work.correlation = number
        for work in sorted(linked, key=lambda work: not work.exact):
            if not work.follows:
                self.put_call(threads, work, plan.marks[work.step + stubs])
        self.join_graphs(linked)
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
        if plan.regime == 'ahead' and plan.kept and not any(
                work.end > plan.marks[work.step][1] for work in plan.works if work.step < plan.kept):
            raise Again
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


def list_time(plan, steps, n):
    """What a device does from the first work of a step on, to the last, or to the next step where
    the device places it."""
    if plan.regime == 'ahead':
        return steps[n].body + (steps[n + 1].early if n + 1 < len(steps) else [])
    return steps[n].body


def tell_budget(plan, steps, n):
    """What the plan spends in a step of a device, every nanosecond once."""
    step, sums = steps[n], collections.Counter()
    parts = [('prepare', step.head), ('', list_time(plan, steps, n)), ('tail', step.tail)]
    for name, segments in parts:
        for segment in segments:
            if segment.kind == 'idle' and name:
                sums[name] += segment.length
                if name == 'prepare' and segment.late is not None:
                    sums['prepare_launched'] += segment.length - segment.late
            elif segment.kind == 'idle':
                add_idle(sums, segment)
            elif segment.kind == 'both':
                sums['compute'] += segment.length
                sums['hidden'] += segment.length
            else:
                sums['memcpy' if segment.kind == 'copy' else segment.kind] += segment.length
    return {name: sums[name] for name in CATEGORIES + ('hidden', 'prepare_launched')} | {
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


def row_of(plan, steps, work):
    """The step in whose time a launch is told: the one before where its work runs early."""
    return work.step - (plan.regime == 'ahead' and work.begin < steps[work.step].body[0].begin)


def tell_dispatch(plan, steps, n, device):
    """Sums of idle spans by class, within the step of the budget, and of launches."""
    sums = collections.Counter()
    for segment in list_time(plan, steps, n):
        if segment.kind == 'copy':
            sums['queued_task_ns'] += segment.length
        elif segment.kind == 'idle' and segment.late is None:
            sums['unknown_ns'] += segment.length
        elif segment.kind == 'idle':
            sums['host_sync_ns' if segment.synchronised else 'host_ns'] += segment.late
            sums['queued_idle_ns'] += segment.length - segment.late
    told = {name: sums[name] for name in
            ('host_sync_ns', 'host_ns', 'queued_task_ns', 'queued_idle_ns', 'unknown_ns')}
    if plan.regime == 'capture' and 'capture-launches' in KNOWN:
        return told
    waits = sorted(work.begin - work.launch[1] for work in plan.works
                   if work.linked and not work.follows and work.kind != 'copy' and work.device == device
                   and work.step < len(steps) and row_of(plan, steps, work) == n)
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
    """The events of the host and those of the device."""
    draw, host, device = plan.draw, [], []
    args = {'device': work.device, 'stream': work.stream}
    category, name, call = 'kernel', work.name, draw.choice(CALLS)
    if work.kind == 'copy':
        category, name, call = work.name
    told = {'correlation': work.correlation, 'External id': work.correlation} if plan.link != 'arrows' else {}
    if work.follows or work.graph:
        args['graph node id'], call = len(plan.works), 'cudaGraphLaunch'
    if work.linked:
        args |= told
        if plan.link != 'ids':
            device.append(write_event(plan, 'f', 'ac2g', 'ac2g', work.device, work.stream, work.begin,
                                      id=work.correlation, bp='e'))
    if work.linked and not work.follows:
        thread, begin, end, around = work.launch
        tid = PROCESS + thread
        if around != (begin, end) or draw.random() < 0.8:
            host.append(write_event(plan, 'X', 'cpu_op', draw.choice(('aten::mm', 'aten::add', 'c10d::op')),
                                    PROCESS, tid, *around, args={'External id': work.correlation}))
        host.append(write_event(plan, 'X', 'cuda_driver' if call == 'cuLaunchKernel' else 'cuda_runtime',
                                call, PROCESS, tid, begin, end, args=told))
        if plan.link != 'ids':
            host.append(write_event(plan, 's', 'ac2g', 'ac2g', PROCESS, tid, begin, id=work.correlation))
    device.append(write_event(plan, 'X', category, name, work.device, work.stream, work.begin, work.end,
                              args=args))
    return host, device


def write_rest(plan):
    """What moves no figure: marks, calls that wait, ranges, waits of streams, names."""
    draw, events = plan.draw, []
    first = draw.choice((1, 10, 4711))
    plan.first, plan.twice = first + (plan.stub == 'first'), draw.random() < 0.1
    if plan.regime != 'capture':
        for number, mark in enumerate(plan.marks, first):
            events.append(write_event(plan, 'X', 'user_annotation', f'ProfilerStep#{number}', PROCESS,
                                      PROCESS, *mark))
            if plan.twice:
                events.append(write_event(plan, 'X', 'user_annotation', f'ProfilerStep#{number}', PROCESS,
                                          PROCESS + 50, *mark))
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
        events.append(write_event(plan, 'X', 'overhead', 'Buffer Flush', -1, 0, begin + plan.unit,
                                  begin + 2 * plan.unit))
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
    works = [(work, *write_work(plan, work)) for work in plan.works]
    rest, names = write_rest(plan)
    if plan.order == 'device':
        works.sort(key=lambda written: written[0].stream)
    events = names + rest + [event for _, host, device in works for event in host + device]
    if plan.order == 'time':
        events.sort(key=lambda event: event[0])
    elif plan.order == 'ends':
        events.sort(key=lambda event: -event[0])
    elif plan.order == 'random':
        draw.shuffle(events)
    if plan.kept:
        events = names + rest + [event for _, host, _ in works for event in host]
        events += [event for work, _, device in works for event in device if work.step < plan.kept]
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
    partly = plan.container in ('cut', 'trailing') or (words[0] == 'overlap' and plan.stub != 'none')
    if done.returncode != (3 if partly else 0):
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
                                       'step': row['step'],
                                       'prepare_launched': row['refined']['prepare_launched_ns']} for row in ask(plan, 'budget', self.path)]
        overlap = ask(plan, 'overlap', self.path)
        dispatch = ask(plan, 'query', self.path, 'SELECT * FROM dispatch')
        devices = [steps[:plan.kept or None] for steps in plan.devices]
        for n in range(len(devices[0])):
            self.compare('budget', n, [tell_budget(plan, steps, n) for steps in devices],
                         self.rows_of(budget, n))
            self.compare('overlap', n, [tell_overlap(plan, steps[n]) for steps in devices],
                         self.rows_of(overlap, n))
            right = [tell_dispatch(plan, steps, n, device) for device, steps in enumerate(devices)]
            names = sorted(set.intersection(*(set(row) for row in right)))
            self.compare('dispatch', n, [{name: row[name] for name in names} for row in right],
                         self.rows_of(dispatch, n))

    def compare_overview(self):
        """The row of a device is that of one of its steps; of the one of median length where all
        are alike."""
        plan = self.plan
        if plan.kept or plan.regime == 'ahead' and (
                'open-step' in KNOWN or 'open-first' in KNOWN and len(plan.devices[0]) == 3):
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


    def compare_headline(self):
        """The largest part of the budget, and its share of the step."""
        plan = self.plan
        if len(plan.devices) > 1 or not plan.steady or plan.kept:
            return
        if plan.regime == 'ahead' and ('open-step' in KNOWN or 'open-first' in KNOWN
                                       and len(plan.devices[0]) == 3):
            return
        sums = collections.Counter()
        for n in tell_counted(plan):
            sums.update({name: ns for name, ns in tell_budget(plan, plan.devices[0], n).items()
                         if name in CATEGORIES})
        self.wrong += judge_headline(sums, run(plan, 'findings', self.path))


PARTS = {
    'comm': 'exposed communication', 'memcpy': 'copies', 'prepare': 'preparation before the first kernel',
    'free.host': 'waiting for the host', 'free.device': 'idle time although work was launched',
    'free.unlinked': 'idle time whose launch is not known',
    'tail': 'the end of the step after the last kernel'}


def is_share(text, ns, total):
    """Whether a text of three digits tells a share."""
    share = 100 * ns / total
    return abs(float(text) - share) <= (0.0501 if share >= 9.99 else 0.00501)


def judge_headline(sums, text):
    """What is wrong with the first line: it tells how much is computing, and the largest part
    beside it; this one first where it is larger. Below 2 % it may be left out."""
    line, total = text.splitlines()[0], sum(sums.values())
    part = max(PARTS, key=lambda name: sums[name])
    first = sums[part] > sums['compute']
    told = re.search(r'the largest (other )?part (?:of it )?is ([a-z ]+) \(([0-9.]+) %\)', line)
    computing = re.search(r'([0-9.]+) % (?:of [a-z0-9. µ]* )?is computing', line)
    if sums[part] < 0.02 * total and not told:
        told = True
    elif not told or told[2] != PARTS[part] or (told[1] is None) != first \
            or not is_share(told[3], sums[part], total):
        told = None
    if told and computing and is_share(computing[1], sums['compute'], total) \
            and line.startswith('Compute-bound') == (sums['compute'] >= 0.7 * total):
        return []
    return [f'headline: {part} of {dict(sums)}: {line}']


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
        comparison.compare_headline()
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
