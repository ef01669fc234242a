#!/usr/bin/env python3
# clusters.py - judges which ranks of larger jobs are called slow
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes jobs of 16 to 64 ranks that are tensor, data and pipeline parallel, with no slow device, one
or more, and compares the ranks that are called slow with those that are. See README.md."""

import argparse
import concurrent.futures
import json
import pathlib
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import faults
import make
import worlds
from bases import MIXED
from bases import make as plan_of

LAYOUTS = ((2, 4, 2), (4, 2, 2), (2, 2, 4), (1, 4, 4), (4, 4, 2), (2, 8, 2), (2, 4, 4), (4, 2, 4),
           (4, 4, 4), (2, 8, 4))   # tp, dp, pp
SMALL = 0.01   # of the step: a rank that costs less is not what others wait for


def layer_counts(pp):
    """The head is worth a layer; more stages have fewer layers, so that runs stay small."""
    return [3] + [3] * (pp - 2) + [2] if pp < 4 else [2, 2, 2, 1]


# ---- Of the simulator -------------------------------------------------------------------------


def draw_plan(rng, seed):
    tp, dp, pp = rng.choice(LAYOUTS)
    words = {'micro': rng.choice((pp, 2 * pp)), 'layers': layer_counts(pp), 'steps': 4,
             'size': MIXED, 'a_host': rng.choice((4, 8))}
    plan = plan_of('clusters', seed, tp=tp, dp=dp, pp=pp, **words)
    return plan, f'tp {tp} dp {dp} pp {pp}'


def cost_alone(plan, rank, factor, clean_ns):
    """What the job would be longer if this rank alone were slow, of its length."""
    run = make.simulate(faults.slower([rank], factor)(plan))[1]
    return run.length() / clean_ns - 1


def simulate(seed, folder):
    """Writes a run; returns its truth."""
    rng = random.Random(f'clusters {seed}')
    plan, words = draw_plan(rng, seed)
    slow = {rank: round(rng.uniform(1.1, 1.5), 2)
            for rank in rng.sample(range(plan.ranks), rng.choice((0, 1, 1, 2, 2, 3)))}
    clean_ns = make.simulate(plan)[1].length() if slow else 0
    truth = {'words': words, 'ranks': plan.ranks, 'slow': slow,
             'costs': {rank: cost_alone(plan, rank, factor, clean_ns)
                       for rank, factor in slow.items()}}
    for rank, factor in slow.items():
        plan = faults.slower([rank], factor)(plan)
    built, run = make.simulate(plan)
    make.write_ascend.write(built, run.ranks, folder)
    return truth


# ---- Of lanescope-synth -----------------------------------------------------------------------


def generate(synth, seed, folder):
    """The same by the other generator, which knows one slow rank."""
    rng = random.Random(f'generated {seed}')
    tp, dp, pp = rng.choice(LAYOUTS)
    schedule = rng.choice(('1f1b', 'gpipe', 'zbh1', '1f1b'))
    rank, factor = rng.randrange(tp * dp * pp), round(rng.choice((1.0, rng.uniform(1.1, 1.5),
                                                                  rng.uniform(1.1, 1.5))), 2)
    words = ['--preset=small', '--waits', f'--tp={tp}', f'--dp={dp}', f'--pp={pp}', '--steps=3',
             f'--schedule={schedule}', f'--micro-batches={2 * pp}', f'--seed={seed}',
             f'--layers={rng.choice((1, 2))}', f'--straggler={rank}:{factor}',
             f'--jitter={rng.choice((0, 0.02))}']
    subprocess.run([synth, *words, f'--out={folder}'], check=True)
    slow = {rank: factor} if factor > 1 else {}
    return {'words': ' '.join(words[2:]), 'ranks': tp * dp * pp, 'slow': slow,
            'costs': {rank: None for rank in slow}}


# ---- Judged -----------------------------------------------------------------------------------


def judge(job):
    """Returns the truth of a cluster, with the ranks that are called slow."""
    cli, synth, seed, keep = job
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(keep or place, f'cluster-{"synth" if synth else "world"}-{seed}')
        truth = generate(synth, seed, folder) if synth else simulate(seed, folder)
        truth['seed'] = seed
        rows, found = worlds.ask(cli, 'overview', folder), worlds.ask(cli, 'findings', folder)
    truth['said'] = sorted(row['rank'] for row in rows if row.get('slow'))
    truth['found'] = sorted({rank for item in found for rank in item['ranks'] or ()
                             if item['id'] == 'slow_rank'})
    named = set(truth['said']), set(truth['found'])
    truth['exact'] = all(one == set(truth['slow']) for one in named)
    truth['enough'] = all(is_enough(truth, one) for one in named)
    return truth


def is_enough(truth, said):
    """Whether no other rank is named, and all that cost something are."""
    missing = set(truth['slow']) - said
    return said <= set(truth['slow']) and all(
        truth['costs'][rank] is not None and truth['costs'][rank] < SMALL for rank in missing)


def describe(truth):
    costs = ', '.join(f'{rank}: {factor} costs ' + (
        f'{truth["costs"][rank]:.1%}' if truth['costs'][rank] is not None else '?')
                      for rank, factor in sorted(truth['slow'].items()))
    word = 'exact' if truth['exact'] else 'small ones left out' if truth['enough'] else 'WRONG'
    return (f'{truth["seed"]:6} {truth["words"]}: {word}; slow {{{costs}}}, '
            f'said {truth["said"]}, findings {truth["found"]}')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('cli', metavar='CLI', help='lanescope-cli')
    parser.add_argument('--synth', metavar='SYNTH', help='make them with lanescope-synth instead')
    parser.add_argument('--n', type=int, default=20, help='clusters (20)')
    parser.add_argument('--seed', type=int, default=1, help='the first one (1)')
    parser.add_argument('--jobs', type=int, default=2, help='processes')
    parser.add_argument('--keep', metavar='FOLDER', help='keep the recordings there')
    words = parser.parse_args()
    cli = pathlib.Path(words.cli).resolve()
    jobs = [(cli, words.synth and pathlib.Path(words.synth).resolve(), words.seed + n, words.keep)
            for n in range(words.n)]
    with concurrent.futures.ProcessPoolExecutor(words.jobs) as pool:
        truths = []
        for truth in pool.map(judge, jobs):
            truths.append(truth)
            print(describe(truth), flush=True)
    right = sum(truth['exact'] or truth['enough'] for truth in truths)
    print(f'{right} of {len(truths)} right, {sum(truth["exact"] for truth in truths)} exact')
    return 0 if right >= 0.95 * len(truths) else 1


if __name__ == '__main__':
    sys.exit(main())
