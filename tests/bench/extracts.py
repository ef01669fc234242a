#!/usr/bin/env python3
# extracts.py - what extracts of a large job cost: made, merged, opened, judged
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""extracts.py LANESCOPE-CLI LANESCOPE-SYNTH [RANKS...] [--keep DIR] [--job FILE]

Makes jobs of so many ranks (1024), extracts and merges them and asks the merged file. Wall time counts where
a limit is one of people who wait; on a busy machine the CPU time beside it tells more. With several sizes, what
merging and judging takes a rank must not grow. The exit status is 1 if a limit is exceeded.
--keep: merged files stay in DIR, and are taken from there the next time. --job: that file instead."""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

# by ranks: how they are arranged, and what merging and the first page may take: s of wall time, bytes
SHAPES = {
    64: (['--pp=8', '--dp=8', '--hosts=8', '--steps=3'], None, None),
    1024: (['--pp=16', '--dp=64', '--hosts=128', '--steps=3'], (20, 1e9), (3, 1e9)),
    4096: (['--pp=64', '--dp=64', '--hosts=512', '--steps=2'], (80, 1e9), (10, 2e9)),
    10240: (['--pp=16', '--dp=640', '--hosts=640', '--steps=2'], (200, 1e9), (30, 5e9)),
}
ASKED = (['overview'], ['findings', '--json'], ['pp', '--json'], ['communication', '--json'], ['stragglers', '--json'])
MOST_GROWTH = 1.5  # CPU time a rank, against the smaller job


class Cost:
    """What a command took."""

    def __init__(self, words):
        begin = time.monotonic()
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as child:
            self.said = child.stderr.read().decode(errors='replace')
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        self.code = child.returncode
        self.wall_s = time.monotonic() - begin
        self.cpu_s = usage.ru_utime + usage.ru_stime
        self.most_bytes = usage.ru_maxrss * 1024
        if self.code not in (0, 3):
            sys.exit(f'{" ".join(map(str, words))} ended with {self.code}: {self.said[-500:]}')


class Bench:
    """What was measured, and whether all limits were kept."""

    def __init__(self):
        self.is_kept = True

    def report(self, what, cost, limit=None):
        """Prints a line."""
        verdict = ''
        if limit:
            is_kept = cost.wall_s <= limit[0] and cost.most_bytes <= limit[1]
            self.is_kept &= is_kept
            verdict = f'(limit {limit[0]} s, {limit[1] / 1e9:g} GB) {"PASS" if is_kept else "FAIL"}'
        print(f'  {what:24} wall {cost.wall_s:7.2f} s  CPU {cost.cpu_s:7.2f} s  '
              f'{cost.most_bytes / 1e6:6.0f} MB  {verdict}', flush=True)

    def compare(self, what, costs):
        """Prints how the CPU time of a rank grows from one job to the next larger one."""
        sizes = sorted(costs)
        for few, many in zip(sizes, sizes[1:]):
            growth = costs[many] / many / (costs[few] / few)
            is_kept = growth <= MOST_GROWTH
            self.is_kept &= is_kept
            print(f'  {what:24} {many} ranks cost {growth:.2f} times as much a rank as {few} '
                  f'(limit {MOST_GROWTH}) {"PASS" if is_kept else "FAIL"}')


def make(bench, programs, n_ranks, place):
    """Returns the merged file of a job, and the CPU time of merging it."""
    cli, synth = programs
    options, merging, _ = SHAPES[n_ranks]
    recording, folder, job = place / 'job', place / 'extracts', place / f'{n_ranks}.lscope'
    if job.exists():
        return job, None
    Cost([synth, '--preset=small', '--schedule=1f1b', *options, f'--straggler={n_ranks // 3}:1.3', '--out', recording])
    bench.report('extract', Cost([cli, 'extract', recording, '-q', '-o', folder]))
    shutil.rmtree(recording)
    cost = Cost([cli, 'merge', folder, '-q', '-o', job])
    bench.report('merge', cost, merging)
    n_bytes = sum(path.stat().st_size for path in folder.iterdir())
    print(f'  {n_bytes / n_ranks / 1e3:.1f} kB a rank, {job.stat().st_size / n_ranks / 1e3:.1f} kB merged')
    shutil.rmtree(folder)
    return job, cost.cpu_s


def ask(bench, cli, job, limit=None):
    """Asks a merged file, and returns the CPU time of the first page."""
    first = None
    for words in ASKED:
        cost = Cost([cli, words[0], job, *words[1:]])
        bench.report(words[0], cost, limit if not first else None)
        first = first or cost
    return first.cpu_s


def main():
    """Measures all jobs."""
    parser = argparse.ArgumentParser()
    parser.add_argument('cli')
    parser.add_argument('synth')
    parser.add_argument('ranks', nargs='*', type=int, choices=[*SHAPES, []], default=[])
    parser.add_argument('--keep', type=pathlib.Path)
    parser.add_argument('--job', type=pathlib.Path)
    given = parser.parse_args()
    bench = Bench()
    if given.job:
        ask(bench, given.cli, given.job)
        return
    merging, judging = {}, {}
    with tempfile.TemporaryDirectory(prefix='lanescope-extracts-') as scratch:
        place = given.keep or pathlib.Path(scratch)
        place.mkdir(parents=True, exist_ok=True)
        for n_ranks in given.ranks or [1024]:
            print(f'{n_ranks} ranks ({" ".join(SHAPES[n_ranks][0])}):', flush=True)
            job, cpu_s = make(bench, (given.cli, given.synth), n_ranks, place)
            if cpu_s:
                merging[n_ranks] = cpu_s
            judging[n_ranks] = ask(bench, given.cli, job, SHAPES[n_ranks][2])
    bench.compare('merge', merging)
    bench.compare('overview', judging)
    sys.exit(0 if bench.is_kept else 1)


if __name__ == '__main__':
    main()
