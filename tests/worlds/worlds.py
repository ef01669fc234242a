#!/usr/bin/env python3
# worlds.py - judges what is said of simulated runs whose truth is known
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes runs of clean worlds and of worlds with a fault, asks the program what it finds, and tells
how often it is right. See README.md."""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import make
import page
import scores

WORLDS = [*make.CLEAN, *make.FAULTS]


class Failed(Exception):
    """The program did not read a run."""


def ask(cli, command, folder):
    """Rows of a command."""
    done = subprocess.run([cli, command, '-q', '-j', '1', '--json', folder], capture_output=True,
                          text=True, check=False)
    if done.returncode or done.stderr:
        raise Failed(f'{command} {folder}: exit code {done.returncode}, {done.stderr[:300]}')
    return [json.loads(line) for line in done.stdout.splitlines()]


def run(cli, name, seed, keep=None):
    """The score of one run."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(keep or place, f'{name}-{seed}')
        truth = make.make(name, seed, folder)
        found, rows = ask(cli, 'findings', folder), ask(cli, 'overview', folder)
    return scores.score(truth, found, rows) | {'closes': closes(rows)}


def closes(rows):
    """Whether the parts of each rank's step are the step, and waits are not negative."""
    parts = ('compute_ns', 'comm_transfer_ns', 'comm_wait_ns', 'comm_other_ns', 'comm_ns',
             'bubble_ns', 'memcpy_ns', 'prepare_ns', 'free_host_ns', 'free_device_ns',
             'free_unlinked_ns', 'tail_ns')
    return bool(rows) and all(
        abs(sum(row.get(part) or 0 for part in parts) - row['step_ns']) <= 0.001 * row['step_ns']
        and min(row.get('comm_wait_ns') or 0, row.get('waited_ns') or 0) >= 0 for row in rows)


def run_all(cli, wanted, jobs, keep=None):
    """Scores of (world, seed), in this order, whatever ends first."""
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(run, cli, name, number, keep) for name, number in wanted]
        for future in waiting:
            yield future.result()


def report(found):
    print('\n'.join(scores.table(found)))
    print('\nHow certain, and how often it is so:')
    print('\n'.join(scores.calibration(found)) or 'nothing was said')
    print('\nSaid most often, and wrong:')
    print('\n'.join(scores.frequent(found)) or 'nothing')
    unknown = sorted({name for one in found for name in one['unknown']})
    if unknown:
        print('\nIds that causes.py does not know, taken for a fault:', ', '.join(unknown))
    if not all(one['closes'] for one in found):
        print('\nParts that are not the step:',
              ', '.join(sorted({one['world'] for one in found if not one['closes']})))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('cli', metavar='CLI', help='lanescope-cli')
    parser.add_argument('--n', type=int, default=10, help='runs of each world (10)')
    parser.add_argument('--seed', type=int, default=1, help='which runs (1)')
    parser.add_argument('--only', action='append', metavar='NAME', choices=WORLDS,
                        help='this world only; can be given again')
    parser.add_argument('--jobs', type=int, default=os.cpu_count(), help='processes')
    parser.add_argument('--out', metavar='FILE', help='one JSON object a run')
    parser.add_argument('--keep', metavar='FOLDER', help='keep the recordings there')
    parser.add_argument('--page', type=pathlib.Path, metavar='FILE',
                        help='write what was said and what is true as a page')
    words = parser.parse_args()
    cli = pathlib.Path(words.cli).resolve()
    wanted = [(name, words.seed * 1000 + n) for n in range(words.n)
              for name in words.only or WORLDS]
    found = []
    with open(words.out or os.devnull, 'w', encoding='utf-8') as out:
        for one in run_all(cli, wanted, words.jobs, words.keep):
            found.append(one)
            print(json.dumps(one), file=out, flush=True)
    found.sort(key=lambda one: WORLDS.index(one['world']))
    report(found)
    if words.page:
        page.write(words.page, found, words.n, words.seed)


if __name__ == '__main__':
    main()
