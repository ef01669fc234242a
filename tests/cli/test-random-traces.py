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
LANESCOPE_RANDOM_KEEP=FOLDER keeps the traces that differ, LANESCOPE_RANDOM_BEND=1 adds a
microsecond to each plan, so that all differ."""

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

from random_plan import KNOWN, draw_plan
from random_trace import write_file
from random_truth import CATEGORIES, tell_budget, tell_counted, tell_dispatch, tell_overlap

CLI = pathlib.Path(sys.argv[1]).resolve()
COUNT = int(os.environ.get('LANESCOPE_RANDOM_TRACES') or 300)
SEED = int(os.environ.get('LANESCOPE_RANDOM_SEED') or 1)
KEEP = os.environ.get('LANESCOPE_RANDOM_KEEP')
BEND = bool(os.environ.get('LANESCOPE_RANDOM_BEND'))


def run(plan, *words):
    done = subprocess.run([CLI, *words], capture_output=True, text=True, check=False)
    partly = plan.container in ('cut', 'trailing') or plan.small \
        or words[0] == 'overlap' and plan.stub != 'none'
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
            names = sorted({name for a, b in zip(right, given) for name in a if a[name] != b[name]})
            differences = (f'{name} {[row[name] for row in given]}, '
                           f'not {[row[name] for row in right]}' for name in names)
            self.wrong.append(f'{what}, step {n}: {len(given)} rows, not {len(right)}: '
                              + '; '.join(differences))

    def rows_of(self, rows, n):
        if self.plan.regime == 'capture':
            return rows
        return [row for row in rows if row['step'] == self.plan.first + n]

    def compare_steps(self):
        plan = self.plan
        told = ('step', 'step_ns', 'lead_begin_ns', 'lead_end_ns')
        budget = [row['categories'] | {name: row[name] for name in told} | {
                   'hidden': row['refined']['hidden_comm_ns'],
                   'prepare_launched': row['refined']['prepare_launched_ns']}
                  for row in ask(plan, 'budget', self.path)]
        overlap = ask(plan, 'overlap', self.path)
        dispatch = ask(plan, 'query', self.path, 'SELECT * FROM dispatch')
        devices = {device: plan.devices[device][:plan.kept or None] for device in plan.large}
        for n in range(len(plan.devices[0][:plan.kept or None])):
            self.compare('budget', n, [tell_budget(plan, steps, n) for steps in devices.values()],
                         self.rows_of(budget, n))
            self.compare('overlap', n, [tell_overlap(plan, steps[n]) for steps in devices.values()],
                         self.rows_of(overlap, n))
            right = [tell_dispatch(plan, steps, n, device) for device, steps in devices.items()]
            names = sorted(set.intersection(*(set(row) for row in right)))
            self.compare('dispatch', n, [{name: row[name] for name in names} for row in right],
                         self.rows_of(dispatch, n))

    def compare_overview(self):
        """The row of a device is that of its step of median length."""
        plan = self.plan
        rows = ask(plan, 'overview', self.path)
        named = {name: name.replace('.', '_') + '_ns' for name in CATEGORIES}
        named['step_ns'] = 'step_ns'
        given = [{name: row.get(column) or 0 for name, column in named.items()} for row in rows]
        for device in plan.large:
            right = [tell_budget(plan, plan.devices[device], n) for n in tell_counted(plan)]
            length = sorted(row['step_ns'] for row in right)[(len(right) - 1) // 2]
            right = [{name: row[name] for name in named} for row in right
                     if row['step_ns'] == length]
            if not any(row in right for row in given):
                self.wrong.append(f'overview: {given}, none of {right}')
        if len(rows) != len(plan.large):
            self.wrong.append(f'overview: {len(rows)} rows, not {len(plan.large)}')

    def compare_headline(self):
        """The largest part of the budget, and its share of the step."""
        plan = self.plan
        sums = collections.Counter()
        for n in tell_counted(plan):
            told = tell_budget(plan, plan.devices[plan.large[0]], n)
            sums.update({name: ns for name, ns in told.items() if name in CATEGORIES})
        self.wrong += judge_headline(sums, run(plan, 'findings', self.path))


PARTS = {
    'comm': 'exposed communication', 'memcpy': 'copying',
    'prepare': 'preparation before the first kernel',
    'free_host': 'waiting for the host',
    'free_device': 'idle time although work was launched',
    'free_unlinked': 'idle time whose launch is not known',
    'tail': 'the end of the step after the last kernel'}
UNMARKED = {**PARTS, 'prepare': 'time before the first kernel',
            'tail': 'time after the last kernel'}  # of a recording without steps


def is_share(text, ns, total):
    """Whether a text of three digits tells a share."""
    share = 100 * ns / total
    return abs(float(text) - share) <= (0.0501 if share >= 9.99 else 0.00501)


def judge_headline(sums, text):
    """What is wrong with the line that tells how much is computing, and the largest part
    beside it; this one first where it is larger. Below 2 % it may be left out."""
    lines, total = text.splitlines()[:3], sum(sums.values())
    line = next((line for line in reversed(lines) if 'omputation takes' in line), lines[0])
    names = UNMARKED if 'recording lasts' in line or 'of the recording' in line else PARTS
    part = max(PARTS, key=lambda name: sums[name])
    first = sums[part] > sums['compute']
    after = re.search(r'(?:next is ([a-z ]+)|[,;] ([a-z ]+) is next) \(([0-9.]+) %\)', line)
    before = re.search(r'[Mm]ost (?:of the (?:step|recording) )?is ([a-z ]+) \(([0-9.]+) %\)', line)
    told = (before[1], before[2], True) if before else \
        (after[1] or after[2], after[3], False) if after else None
    computing = re.search(r'omputation takes ([0-9.]+) %', line)
    if sums[part] < 0.02 * total and not told:
        told = True
    elif not told or told[0] != names[part] or told[2] != first \
            or not is_share(told[1], sums[part], total):
        told = None
    if told and computing and is_share(computing[1], sums['compute'], total) \
            and line.startswith('Compute-bound') == (
                sums['compute'] >= 0.7 * total and ' costs ' not in lines[0]):
        return []
    return [f'headline: {part} of {dict(sums)}: {line}']


def is_whole(plan):
    """Whether it is told which steps make up the recording: all are alike."""
    return plan.steady and not plan.kept


def check(number, folder):
    """What a trace gives that its plan does not have, in words."""
    plan = draw_plan(number)
    path = write_file(plan, folder)
    if BEND:
        next(s for s in plan.devices[0][0].body if s.kind != 'idle').length += 1000
    comparison = Comparison(plan, path)
    try:
        if plan.container in ('cut', 'trailing'):
            run(plan, 'info', path)
        comparison.compare_steps()
        if is_whole(plan):
            comparison.compare_overview()
        if is_whole(plan) and len(plan.large) == 1:
            comparison.compare_headline()
    except Wrong as wrong:
        comparison.wrong.append(str(wrong))
    if comparison.wrong and KEEP:
        pathlib.Path(KEEP, path.name).write_bytes(path.read_bytes())
    path.unlink()
    kind = f'{plan.regime} {plan.container} {plan.order} {plan.link}, ' \
        f'{len(plan.devices)} devices, {"steady" if plan.steady else "free"}, ' \
        f'stub {plan.stub}, kept {plan.kept}, skew {plan.skew}'
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
    print(f'{"not ok" if lines else "ok"} 1 {COUNT} traces, {len(lines)} differences in {traces}')
    return 1 if lines else 0


if __name__ == '__main__':
    sys.exit(main())
