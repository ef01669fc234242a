# make.py - makes a run of a world, and its truth
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""What a fault costs is the length of the run with it less that of the same run without it, under
the same draws; a step's share of that is its gain."""

import json
import pathlib
import statistics

import clean
import faults
import job
import serving
import write_ascend
import write_kineto
from simulator import Simulator

CLEAN = {world.__name__: world for world in clean.WORLDS}
FAULTS = {world.__name__: world for world in faults.WORLDS}


def simulate(plan):
    built = (serving if plan.kind == 'serve' else job).build(plan)
    return built, Simulator(built).run()


def case_of(name, seed):
    return faults.Case(CLEAN[name](seed), []) if name in CLEAN else FAULTS[name](seed)


def measure(case, fault, run):
    """The truth of a fault."""
    length, steps = run.length(), len(run.ranks[0].steps) - 1
    other = simulate(case.with_all(but=fault))[1]
    gain = length - other.length()
    return {'cause': fault.cause, 'ranks': fault.ranks, 'hosts': fault.hosts,
            'stages': fault.stages, 'links': fault.links, 'switches': fault.switches,
            'when': fault.when, 'steps': [write_ascend.FIRST_STEP + n for n in fault.steps],
            'gain_ns': round(gain / steps), 'share': gain / length,
            'gain_median_ns': round(typical(run) - typical(other)), 'note': fault.note}


def make(name, seed, folder):
    """Writes a run below `folder` and tells its truth, which lies beside it."""
    case = case_of(name, seed)
    plan = case.with_all()
    built, run = simulate(plan)
    length = run.length()
    truth = {'world': name, 'seed': seed, 'clean': not case.faults, 'kind': plan.kind,
             'ranks': plan.ranks, 'steps': plan.steps, 'step_ns': round(length / plan.steps),
             'tasks': max(len(rank.seen) for rank in run.ranks),
             'waited_ns': [round(waited(rank)) for rank in run.ranks],
             'also': plan.also + (['slow_host', 'syncs'] if plan.kind == 'serve' else []),
             'faults': []}
    folder = pathlib.Path(folder)
    (write_kineto if plan.kind == 'serve' else write_ascend).write(built, run.ranks, folder)
    truth['faults'] = sorted((measure(case, fault, run) for fault in case.faults),
                             key=lambda fault: -fault['gain_ns'])
    (folder / 'truth.json').write_text(json.dumps(truth))
    return truth


def typical(run):
    """The median step, ns."""
    steps = run.ranks[0].steps
    return statistics.median(end - begin for begin, end in zip(steps, steps[1:]))


def waited(rank):
    """How long a rank stood in transfers before the last member came, ns a step."""
    total = 0.0
    for op, _, _, post, transfer in rank.seen:
        if op.transfer is not None:
            total += max(transfer.begin[rank.number] - post, 0)
    return total / max(1, len(rank.steps) - 1)
