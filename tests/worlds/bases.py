# bases.py - jobs that worlds begin with
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Plans in which all is well. What a seed chooses: chips, their differences, and the noise."""

import collections
import dataclasses
import math
import random

import model
import serving
from cluster import Cluster
from job import Plan, same
from serving import Serving, Turn

# The host is not far ahead; the head is worth one layer, there tensor parallel by two, with what
# layers reduce; a small head.
SMALL = model.Size(hidden=1024, ffn=4096, vocabulary=8192)
PIPED = model.Size(hidden=2048, ffn=8192, vocabulary=27648)
MIXED = model.Size(hidden=2048, ffn=8192, vocabulary=38912)
SMALL_HEAD = model.Size(hidden=2048, ffn=8192, vocabulary=1024)


def draw(name, seed):
    return random.Random(f'{name} {seed}')


def chips(rng, ranks, spread=0.005):
    """No two chips are alike."""
    return [math.exp(max(-2.5, min(2.5, rng.gauss(0, 1))) * spread) for _ in range(ranks)]


def skews(rng, cluster):
    """Clocks of hosts differ, by some 100 us where they are kept by NTP."""
    return [0.0] + [rng.gauss(0, 150e3) for _ in range(cluster.hosts() - 1)]


def make(name, seed, *, a_host=8, a_switch=0, spread=0.005, **words):
    """A plan with its own chips, clocks and level."""
    rng = draw(f'base {name}', seed)
    plan = Plan(rng.getrandbits(40), **words)
    cluster = Cluster(plan.ranks, a_host, a_switch)
    cluster.skew_ns = skews(rng, cluster)
    level = math.exp(rng.gauss(0, 0.02))
    return dataclasses.replace(plan, cluster=cluster,
                               chips=[level * chip for chip in chips(rng, plan.ranks, spread)])


def worse(plan, **changes):
    """The plan with a change; what it holds can be changed further without harm to the first."""
    copy = dataclasses.replace(plan, **changes)
    copy.chips = list(copy.chips)
    copy.types, copy.hosts = dict(copy.types), dict(copy.hosts)
    hooks = collections.defaultdict(list)
    hooks.update({name: list(found) for name, found in plan.hooks.items()})
    copy.hooks = hooks
    cluster = copy.cluster
    copy.cluster = dataclasses.replace(cluster, cards=dict(cluster.cards),
                                       links=dict(cluster.links), switches=dict(cluster.switches))
    return copy


# ---- Training ---------------------------------------------------------------------------------


def dense(name, seed, **words):
    """Data parallel, on one host or on two."""
    wide = draw(f'dense {name}', seed).random() < 0.25
    size = {'dp': 16, 'micro': 1} if wide else {'dp': 8}
    return make(name, seed, **{'layers': [3], 'steps': 6} | size | words)


def tensor(name, seed, **words):
    """Groups of four chips, data parallel; two groups, or four on two hosts."""
    wide = draw(f'tensor {name}', seed).random() < 0.3
    size = {'dp': 4, 'micro': 1} if wide else {'dp': 2}
    return make(name, seed, **{'tp': 4, 'layers': [3], 'steps': 6} | size | words)


def spread_out(name, seed, **words):
    """Four hosts of four chips: tensor parallel inside, data parallel between."""
    return make(name, seed, **{'dp': 4, 'tp': 4, 'a_host': 4, 'layers': [3], 'micro': 1,
                               'steps': 6} | words)


def piped(name, seed, **words):
    """Four stages, two replicas; the head makes the last stage equal to the others."""
    return make(name, seed, **{'dp': 2, 'pp': 4, 'layers': [3, 3, 3, 2], 'micro': 6, 'steps': 4,
                               'size': PIPED, 'tokens': same(2048)} | words)


def interleaved(name, seed, **words):
    """Two chunks of layers a stage; a small head."""
    return piped(name, seed, **{'layers': [1] * 4, 'chunks': 2, 'micro': 8,
                                'size': SMALL_HEAD} | words)


def mixed(name, seed, **words):
    """Two stages, two replicas, tensor parallel by two."""
    return make(name, seed, **{'dp': 2, 'tp': 2, 'pp': 2, 'layers': [4, 3], 'micro': 4, 'steps': 4,
                               'size': MIXED} | words)


def sharded(name, seed, **words):
    """ZeRO-3 over two hosts."""
    return make(name, seed, **{'dp': 8, 'a_host': 4, 'shards': True, 'layers': [4], 'micro': 1,
                               'steps': 6, 'tokens': same(8192)} | words)


def brisk(name, seed, **words):
    """Small kernels: the host is ahead, but by little."""
    return make(name, seed, **{'dp': 2, 'tp': 4, 'layers': [3], 'steps': 6, 'size': SMALL,
                               'tokens': same(4096), 'loader_ns': same(80e3)} | words)


def brisk_data(name, seed, **words):
    return brisk(name, seed, **{'dp': 8, 'tp': 1, 'a_host': 4, 'tokens': same(2048)} | words)


def experts(name, seed, **words):
    """Experts over eight chips, loads that drift."""
    rng = draw(f'loads {name}', seed)
    drift = [[wander(rng, 8, 0.9, 0.04) for _ in range(2)] for _ in range(8)]

    def loads(step, layer, place):
        shares = [drift[n][layer % 2][step] for n in range(8)]
        return shares[place] * 8 / sum(shares)
    return make(name, seed, **{'dp': 8, 'ep': 8, 'layers': [2], 'steps': 6, 'loads': loads,
                               'size': model.Size(experts=4)} | words)


def wander(rng, count, memory, spread):
    """Factors around one, each near the one before."""
    value, found = rng.gauss(0, 1), []
    for _ in range(count):
        value = memory * value + math.sqrt(1 - memory ** 2) * rng.gauss(0, 1)
        found.append(math.exp(spread * value))
    return found


# ---- Serving ----------------------------------------------------------------------------------


def served(name, seed, turns=None, *, graphs=True, layers=8, **words):
    """Two to eight chips; as a rule twelve decode steps."""
    rng = draw(f'serve {name}', seed)
    batch, keys = rng.choice((16, 32, 64, 128)), rng.randrange(500, 4000)
    ranks = rng.choice((2, 4, 8))
    turns = turns or [Turn(batch, keys + n) for n in range(12)]
    plan = serving.plan(rng.getrandbits(40), Serving(turns, graphs, layers), ranks, **words)
    plan.chips = chips(rng, plan.ranks)
    return plan
