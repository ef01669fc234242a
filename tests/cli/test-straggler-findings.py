#!/usr/bin/env python3
# test-straggler-findings.py - findings of real jobs are what their owners found
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""test-straggler-findings.py LANESCOPE-CLI: a test program that speaks TAP

Two jobs whose causes are known: in ST the last stage is long, in SE micro-batches differ in length,
and the last stage is long, too. Of each: whole, cut to one step, to half of the replicas and to one,
and with ops under other names, which a table gives back. Jobs that are made here run without the
samples: even ones, and one with a slow worker."""

import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile

CLI = pathlib.Path(sys.argv[1]).resolve()
SAMPLES = os.environ.get('LANESCOPE_SAMPLES')
CAUSES = ('uneven_work', 'stage_imbalance', 'slow_rank', 'long_micro_batch', 'slow_link',
          'slow_collective', 'host_bound', 'pause')
MESSAGE = 100.0


def findings(path, *words):
    done = subprocess.run([CLI, 'findings', path, '--json', '-q', *words], capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f'exit code {done.returncode}: {done.stderr.strip()[:300]}')
    return [json.loads(line) for line in done.stdout.splitlines()]


def causes(rows):
    return [row['id'] for row in rows if row['id'] in CAUSES and row['severity'] == 'major']


def load(job):
    path = pathlib.Path(SAMPLES, 'stragglers', job, f'timeline-{job}.json.gz')
    return json.loads(gzip.open(path).read())


def write(folder, events):
    path = pathlib.Path(folder, 'timeline-part.json')
    path.write_text(json.dumps(events, separators=(',', ':')), encoding='utf-8')
    return path


# ---- what is kept of a job ----

def of_step(number):
    return lambda e: e['ph'] == 'M' or e['args']['step'] == number


def of_replicas(kept):
    return lambda e: e['pid'] in kept


def everything(_):
    return True


# ---- a job made here ----

def make_job(factor, n_replicas=4, n_stages=3, n_micro_batches=6, n_steps=4):
    """1F1B, of ops without messages' waiting; factor(step, replica, stage, micro_batch)"""
    events = []
    for step in range(n_steps):
        for d in range(n_replicas):
            add_pipeline(events, factor, step, d, n_stages, n_micro_batches)
    for p in range(n_stages):
        for d in range(n_replicas):
            for row, name in enumerate(('compute', 'pp-comm', 'tp-comm', 'dp-comm', 'misc')):
                events.append({'name': 'thread_name', 'pid': d, 'tid': 5 * (p * n_replicas + d) + row,
                               'ph': 'M', 'args': {'name': f'PP rank {p}, TP rank 0, {name}'}})
    return events


def add_pipeline(events, factor, step, d, n_stages, n_micro_batches):
    ends = {}
    free = [step * 2e6] * n_stages
    orders = [order_of(p, n_stages, n_micro_batches) for p in range(n_stages)]
    while any(orders):
        for p, order in enumerate(orders):
            while order and ready(order[0], p, n_stages, ends) is not None:
                kind, m = order.pop(0)
                begin = max(free[p], ready((kind, m), p, n_stages, ends))
                length = (10e3 if kind == 'forward' else 20e3) * factor(step, d, p, m)
                ends[kind, p, m] = free[p] = begin + length
                events.append(make_op(f'{kind}-compute', step, d, p, m, begin, length))
                to = p + 1 if kind == 'forward' else p - 1
                if 0 <= to < n_stages:
                    add_message(events, kind, step, d, (p, to), m, begin + length)
                    ends[kind, p, m] += MESSAGE


def add_message(events, kind, step, d, ends, m, begin):
    for p, end in zip(ends, ('send', 'recv')):
        event = make_op(f'{kind}-{end}', step, d, p, m, begin, MESSAGE)
        event['tid'] += 1
        event['args'].update(model_chunk=-1, mb_id=-1)
        events.append(event)


def order_of(p, n_stages, n_micro_batches):
    warm = min(n_stages - p - 1, n_micro_batches)
    order = [('forward', m) for m in range(warm)]
    for m in range(n_micro_batches - warm):
        order += [('forward', warm + m), ('backward', m)]
    return order + [('backward', m) for m in range(n_micro_batches - warm, n_micro_batches)]


def ready(op, p, n_stages, ends):
    kind, m = op
    if kind == 'forward':
        return 0 if p == 0 else ends.get(('forward', p - 1, m))
    if p == n_stages - 1:
        return ends.get(('forward', p, m))
    return ends.get(('backward', p + 1, m))


def make_op(name, step, d, p, m, begin, length):
    return {'name': name, 'cat': name, 'pid': d, 'tid': 5 * (p * 4 + d), 'ts': begin, 'dur': length,
            'ph': 'X', 'args': {'step': step, 'model_chunk': 0, 'mb_id': m, 'seq_id': m}}


# ---- cases ----

def check_job(job, keep, expected):
    with tempfile.TemporaryDirectory() as folder:
        found = causes(findings(write(folder, [e for e in load(job) if keep(e)])))
    assert found == expected, f'{found}, expected {expected}'


def check_renamed(job, expected):
    events = load(job)
    names = sorted({e['name'] for e in events if e['ph'] == 'X'})
    other = {name: f'Timer{i}' for i, name in enumerate(names)}
    for e in events:
        if e['ph'] == 'X':
            e['name'] = e['cat'] = other[e['name']]
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder, 'names.txt')
        table.write_text(''.join(f'{other[name]} {name}\n' for name in names), encoding='utf-8')
        found = causes(findings(write(folder, events), '--op-names', str(table)))
    assert found == expected, f'{found}, expected {expected}'


def check_made(factor, expected, ranks=None):
    with tempfile.TemporaryDirectory() as folder:
        rows = findings(write(folder, make_job(factor)))
    assert causes(rows) == expected, f'{causes(rows)}, expected {expected}'
    assert ranks is None or rows[0]['ranks'] == ranks, rows[0]['ranks']


def wobble(*place):
    """the same for the same place, within half a percent"""
    return 1 + (hash(place) % 1000 - 500) / 1e5


def uneven(step, d, _, m):
    return 1 + ((step * 7 + d * 5 + m * 3) % 11) / 10


ST = ['stage_imbalance']
SE = ['uneven_work', 'stage_imbalance']
MADE = (
    ('made, even', lambda: check_made(wobble, [])),
    ('made, the last stage is long',
     lambda: check_made(lambda s, d, p, m: wobble(s, d, p, m) * (1.4 if p == 2 else 1), ST)),
    ('made, one worker is slow',
     lambda: check_made(lambda s, d, p, m: wobble(s, d, p, m) * (1.3 if (d, p) == (2, 1) else 1),
                        ['slow_rank'], [6])),
    ('made, micro-batches differ', lambda: check_made(uneven, ['uneven_work'])),
)
REAL = (
    ('ST', lambda: check_job('ST', everything, ST)),
    ('ST, one step', lambda: check_job('ST', of_step(519), ST)),
    ('ST, its first step', lambda: check_job('ST', of_step(23), ST)),
    ('ST, one replica', lambda: check_job('ST', of_replicas({1}), ST)),
    ('ST, other names', lambda: check_renamed('ST', ST)),
    ('SE', lambda: check_job('SE', everything, SE)),
    ('SE, one step', lambda: check_job('SE', of_step(403), SE)),
    ('SE, half of the replicas', lambda: check_job('SE', of_replicas(set(range(16))), SE)),
    ('SE, other half', lambda: check_job('SE', of_replicas(set(range(1, 32, 2))), SE)),
    ('SE, other names', lambda: check_renamed('SE', SE)),
)


def main():
    cases = MADE + REAL
    failed = 0
    print(f'1..{len(cases)}')
    for i, (title, check) in enumerate(cases):
        if (title, check) in REAL and not SAMPLES:
            print(f'ok {i + 1} - {title} # SKIP the samples are not here', flush=True)
            continue
        try:
            check()
            print(f'ok {i + 1} - {title}', flush=True)
        except AssertionError as error:
            failed += 1
            print(f'not ok {i + 1} - {title}\n# {error}', flush=True)
    return 1 if failed else 0


sys.exit(main())
