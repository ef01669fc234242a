# random_plan.py - plans of random GPU traces
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""What devices do, step by step, drawn at random; and events that show exactly this."""

import collections
import dataclasses
import os
import random

# Kinds of traces, and figures, that are not asked yet, each with the reason.
KNOWN = {}
ASK = (os.environ.get('LANESCOPE_RANDOM_ASK') or '').split(',')
KNOWN = {kind: reason for kind, reason in KNOWN.items() if 'all' not in ASK and kind not in ASK}
COMPUTE = ('ampere_bf16_s16816gemm_128x128', 'flash_fwd_kernel', 'triton_poi_fused_add_0',
           'layer_norm_kernel', 'nvjet_tst_128x64', 'moe_dispatch_permute_kernel',
           'combine_topk_kernel', 'send_logits_softmax',
           'void at::native::vectorized_elementwise_kernel<4>(int)')
COMMUNICATION = ('ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)',
                 'ncclKernel_AllGather_RING_LL_Sum_int8_t(ncclDevComm*)',
                 'void deep_ep::intranode::dispatch<8>(int4*)', 'rccl_main_kernel',
                 'void vllm::cross_device_reduce_1stage<__nv_bfloat16, 8>(vllm::RankData*)',
                 'void mscclpp::allreduce7<4>(int)', 'oneccl_allreduce_small',
                 'mori::moe::EpDispatchIntraNodeKernel<__hip_bfloat16>')
COPIES = (('gpu_memcpy', 'Memcpy HtoD (Pinned -> Device)', 'cudaMemcpyAsync'),
          ('gpu_memcpy', 'Memcpy DtoD (Device -> Device)', 'cudaMemcpyAsync'),
          ('gpu_memset', 'Memset (Device)', 'cudaMemsetAsync'))
ODD = ('nan', 'inf', '-inf', 'NaN', 'Infinity', '"N/A"', '1e400')
WORKING = {'compute': {'compute'}, 'comm': {'comm'}, 'both': {'compute', 'comm'}, 'copy': {'copy'}}


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
    before: list = dataclasses.field(default_factory=list)
    early: bool = False
    kept: int = 0
    twice: bool = False
    first: int = 0
    skew: int = 0
    odd: str = ''
    small: set = dataclasses.field(default_factory=set)

    @property
    def large(self):
        """Devices that are recordings; what is less than 5 % of another is left out, and told."""
        return [device for device in range(len(self.devices)) if device not in self.small]


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
        link = weighted(draw, ids=6, both=3, arrows=3)
        stub = 'none'
        if regime != 'capture' and draw.random() < 0.2:
            stub = draw.choice(('last', 'first') if regime == 'marks' else ('last',))
        container = weighted(draw, object=8, list=2, gzip=1, cut=2, joined=1, values=1, trailing=1)
        base = draw.choice((0, 0, 0, 1735632360000000000))
        if container in ('list', 'joined'):
            base = 0
        origins = (1000, 4_203_669_604_595) + (() if base else (3_000_000, 1_736_410_576_404_000))
        odd = draw.choice(ODD) if draw.random() < 0.1 else ''
        return Plan(number=number, regime=regime, unit=draw.choice((1000, 1000, 997)), link=link,
                    steady=draw.random() < 0.6,
                    launched=regime == 'ahead' or draw.random() < 0.95,
                    container=container,
                    order=weighted(draw, time=4, step=2, random=2, device=1, ends=1),
                    texts=draw.random() < 0.1,
                    base=base, stub=stub,
                    odd=odd, origin=1000 * draw.choice(origins))

    # Segments.

    def draw_idle(self, first=False, last=False):
        """An idle span; `first` that it is the first of a step, so that its stream is not told."""
        draw, plan = self.draw, self.plan
        lengths = (20, 300) if draw.random() < 0.97 else (10_000, 90_000)
        length = draw_length(draw, plan.unit, *lengths)
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
                kind = draw.choice(('compute', 'comm')) if first == 'any' else first
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
            before = [self.draw_idle(first=True)] * (draw.random() < 0.5)
            return before + [self.draw_segment('copy')] + rest if copy else rest
        length = draw_length(draw, unit, 20)
        first = [Segment('idle', length, unit * draw.randint(9, length // unit))
                 if self.plan.launched else Segment('idle', length, None)]
        behind = [self.draw_idle(first=True)] * (draw.random() < 0.7)
        return first + [self.draw_segment('copy')] + behind if copy else first

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
        if draw.random() < 0.25:
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
            for step, mark in zip(steps, plan.marks):
                begin = self.place_segments(step.all, begin)
                step.mark = mark

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
        """Whether nothing else is on the thread then; if so, it is taken. Neighbours are a unit
        apart: in whole microseconds what touches may lie in what it touches."""
        apart = self.plan.unit
        if any(begin < b + apart and a - apart < end for a, b in thread):
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
                    work.follows, work.launch = True, root.launch
                    work.correlation = root.correlation

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

    def put_before(self):
        """Work from before the recording: nobody knows its launch, and it is of no step."""
        plan, draw = self.plan, self.draw
        for device, steps in enumerate(plan.devices):
            now = plan.marks[0][0] if plan.regime == 'marks' else steps[0].body[0].begin
            for stream in range(90, 90 + draw.randint(1, 3)):
                end = now - plan.unit * draw.randint(0, 20)
                begin = end - plan.unit * draw.randint(1, 20)
                kind, names = draw.choice((('compute', COMPUTE), ('comm', COMMUNICATION)))
                plan.before.append(Work(kind, begin, end, 0, linked=False, stream=stream,
                                        name=draw.choice(names), device=device))

    def put_skew(self):
        """Lets the host's clock run late. How late is told by a kernel that starts as its call, of
        no length, begins; others follow their calls soon."""
        plan, draw = self.plan, self.draw
        calls = [work for work in plan.works if work.linked and not work.follows]
        soon = [work for work in calls if work.begin - work.launch[1] <= 50_000]
        marks = [(a, b) for a, b in plan.marks]
        free = [work for work in calls if not work.exact and work.gap is None and not work.graph
                and work.kind != 'copy' and marks[work.step][0] <= work.begin < marks[work.step][1]]
        skew = plan.unit * draw.randint(1, 40)
        if free and len(soon) > 4:
            work = draw.choice(free)
            work.launch = (11, work.begin, work.begin, (work.begin, work.begin))
            plan.skew = skew

    def draw_plan(self):
        plan = self.plan
        self.place()
        for device in range(len(plan.devices)):
            works = self.works_of(device)
            self.put_on_streams(works, device)
            plan.works += works
        kernels = collections.Counter(work.device for work in plan.works if work.kind != 'copy')
        shares = {device: n / max(kernels.values()) for device, n in kernels.items()}
        if any(0.04 < share < 0.06 for share in shares.values()):
            raise Again
        plan.small = {device for device in range(len(plan.devices))
                      if shares.get(device, 0) <= 0.04}
        kept = [work for work in plan.works if work.step < plan.kept]
        if plan.regime == 'ahead' and kept and all(work.end <= plan.marks[work.step][1]
                                                   for work in kept):
            raise Again
        self.put_calls()
        if not plan.kept and plan.regime != 'capture' and self.draw.random() < 0.15:
            self.put_before()
        if plan.regime == 'ahead' and not plan.kept and self.draw.random() < 0.15:
            self.put_skew()
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
