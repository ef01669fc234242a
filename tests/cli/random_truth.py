# random_truth.py - sums of a plan of random_plan.py
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""What the command line has to tell of a plan, taken from its segments and never from events."""

import collections


CATEGORIES = ('compute', 'comm', 'memcpy', 'prepare', 'free_host', 'free_device', 'free_unlinked',
              'tail')


def add_idle(sums, segment):
    if segment.late is None:
        sums['free_unlinked'] += segment.length
    else:
        sums['free_host'] += segment.late
        sums['free_device'] += segment.length - segment.late


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
    told = {name: sums[name] for name in CATEGORIES + ('hidden', 'prepare_launched')}
    told['step_ns'] = sum(sums[name] for name in CATEGORIES)
    if plan.regime == 'ahead':
        told['lead_begin_ns'] = step.body[0].begin - step.mark[0]
        told['lead_end_ns'] = step.body[-1].end - step.mark[1]
    return told


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
    waits = sorted(work.begin - work.launch[1] for work in plan.works
                   if work.linked and not work.follows and work.kind != 'copy'
                   and work.device == device
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
