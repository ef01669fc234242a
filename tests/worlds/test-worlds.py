#!/usr/bin/env python3
# test-worlds.py - one run of each simulated world
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""test-worlds.py LANESCOPE-CLI: a test program that speaks TAP

Each run must have its truth, be read without a word of complaint, and have steps that are the sum
of their parts; the same seed must make the same run, and the simulator find what can be told
without it. What is said of all of them together must not
be worse than limits.json allows; how good it is only many runs tell (worlds.py)."""

import concurrent.futures
import json
import os
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True

import bases
import faults
import make
import ops
import scores
import worlds
from noise import Kind

SEED = 7
LIMITS = json.loads(pathlib.Path(__file__).with_name('limits.json').read_text())


def judge(cli):
    """(name, score or what went wrong), in the order of worlds."""
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        waiting = [(name, pool.submit(worlds.run, cli, name, SEED)) for name in worlds.WORLDS]
        for name, future in waiting:
            try:
                yield name, future.result()
            except Exception as error:  # whatever it is, it is this world's
                yield name, repr(error)


def content(folder):
    return {path.relative_to(folder): path.read_bytes()
            for path in pathlib.Path(folder).rglob('*') if path.is_file()}


def is_same():
    """Whether a seed makes the same bytes twice, in other folders."""
    with tempfile.TemporaryDirectory() as place:
        once, again = pathlib.Path(place, 'a', 'x'), pathlib.Path(place, 'b', 'x')
        for name in ('slow_device', 'serve_graphs'):
            for folder in (once, again):
                make.make(name, SEED, folder / name)
        return content(once) == content(again)


# ---- The simulator, where the answer is known --------------------------------------------------


QUIET = Kind(spread=0, tail=0, drift=0, host_spread=0, host_tail=0, transfer_spread=0,
             transfer_tail=0)


def pipeline_wrong():
    """1F1B of equal stages without noise, and with links that cost next to nothing, takes
    (micro-batches + stages - 1) times forward and backward."""
    plan = bases.piped('test', SEED, layers=[2] * 4, ends=False, noise=QUIET, steps=1)
    plan.chips = [1.0] * plan.ranks
    ranks = range(plan.ranks)
    plan.cluster.links = {(a, b): 1e-3 for a in ranks for b in ranks if a < b}
    run = make.simulate(plan)[1]
    seen = [row for row in run.ranks[0].seen if row[0].kind == ops.KERNEL and
            'Adam' not in row[0].kernel.name and 'Norm_ForeachNorm' not in row[0].kernel.name]
    took, busy = seen[-1][4] - seen[0][3], sum(row[4] - row[3] for row in seen)
    right = busy / plan.micro * (plan.micro + plan.pp - 1)
    return None if abs(took / right - 1) < 0.02 else f'{took / 1e6} ms, should be {right / 1e6} ms'


def waits_wrong():
    """Of each transfer, the member that comes last waits for none."""
    for name in ('tp_dp', 'pp_1f1b', 'serve_graphs'):
        for transfer in make.simulate(make.case_of(name, SEED).plan)[0].transfers:
            waits = [transfer.begin[rank] - post for rank, post in transfer.posts.items()]
            if min(waits) != 0:
                return f'{name}: {waits}'
    return None


def replay_wrong():
    """A change that changes nothing changes nothing."""
    for base in (bases.dense, bases.piped, bases.experts, bases.served):
        plan = base('test', SEED)
        once, again = make.simulate(plan)[1], make.simulate(faults.slower([0], 1.0)(plan))[1]
        if [rank.steps for rank in once.ranks] != [rank.steps for rank in again.ranks]:
            return base.__name__
    return None


def complaint(score):
    """What is wrong with a run, or nothing."""
    if isinstance(score, str):
        return score
    if not score['closes']:
        return 'the parts of a step are not the step'
    if not score['clean'] and not score['share'] > 0.005:
        return f'the fault costs {score["share"]:.2%} of the step'
    return None


class Tap:
    """Lines of a test program."""

    def __init__(self, count):
        self.number, self.failed = 0, False
        print(f'1..{count}', flush=True)

    def tell(self, name, wrong):
        self.number += 1
        self.failed |= bool(wrong)
        print(f'{"not ok" if wrong else "ok"} {self.number} {name}', flush=True)
        if wrong:
            print(f'# {wrong}', flush=True)


def main():
    cli = pathlib.Path(sys.argv[1]).resolve()
    tap = Tap(len(worlds.WORLDS) + len(LIMITS) + 4)
    found = []
    for name, score in judge(cli):
        tap.tell(name, complaint(score))
        if not isinstance(score, str):
            found.append(score)
    tap.tell('pipeline', pipeline_wrong())
    tap.tell('waits', waits_wrong())
    tap.tell('replay', replay_wrong())
    tap.tell('same-seed', None if is_same() else 'the same seed made other bytes')
    sums = scores.totals(found)
    for column, limit in LIMITS.items():
        right, count = sums[column]
        bad = right > limit['most'] if 'most' in limit else right < limit['least']
        tap.tell(f'total-{column}', f'{right} of {count}, limit {limit}' if bad else None)
    return 1 if tap.failed else 0


if __name__ == '__main__':
    sys.exit(main())
