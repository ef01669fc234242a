# noise.py - the draws of a world, found again by what they are for
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""A draw belongs to a place in the job (rank, step, micro-batch, layer, direction) and not to the
order in which it is asked for. So a job with a fault and the same job without it meet the very
same noise, though the one may run more work than the other."""

import dataclasses
import math
import random

SIZE = 1 << 12
MASK = SIZE - 1


@dataclasses.dataclass
class Kind:
    """What durations look like: the spread of kernels, how often one is much longer and how much,
    how much of its deviation a kernel hands on to the next; the same of the launching thread."""
    spread: float = 0.012
    tail: float = 0.0005
    tail_size: float = 0.5
    memory: float = 0.0
    drift: float = 0.003     # of a chip, from step to step
    host_spread: float = 0.25
    host_tail: float = 0.002
    host_tail_ns: float = 60e3
    transfer_spread: float = 0.04
    transfer_tail: float = 0.01


def pareto(rng, shape=1.8):
    """Heavy, with mean near one."""
    return min((1 - rng.random()) ** (-1 / shape) - 1, 12.0)


class Noise:
    """Tables of factors; a place of the job is where to begin to read them."""

    def __init__(self, seed, kind=None):
        self.seed, self.kind = seed, kind or Kind()
        rng = random.Random(f'noise {seed}')
        self.kernel = self._kernel(rng)
        self.host = self._host(rng)
        self.transfer = self._transfer(rng)
        self.drift = [math.exp(self.kind.drift * rng.gauss(0, 1)) for _ in range(SIZE)]

    def _kernel(self, rng):
        kind, table, level = self.kind, [], 0.0
        fresh = math.sqrt(1 - kind.memory ** 2)
        for _ in range(SIZE):
            level = kind.memory * level + fresh * rng.gauss(0, 1)
            factor = math.exp(kind.spread * level)
            if rng.random() < kind.tail:
                factor *= 1 + kind.tail_size * pareto(rng)
            table.append(factor)
        return table

    def _host(self, rng):
        """Of a launch: factor, and what an interruption adds (ns)."""
        kind, table = self.kind, []
        for _ in range(SIZE):
            more = kind.host_tail_ns * pareto(rng) if rng.random() < kind.host_tail else 0.0
            table.append((math.exp(kind.host_spread * rng.gauss(0, 1)), more))
        return table

    def _transfer(self, rng):
        kind, table = self.kind, []
        for _ in range(SIZE):
            factor = math.exp(kind.transfer_spread * rng.gauss(0, 1))
            if rng.random() < kind.transfer_tail:
                factor *= 1 + 0.5 * min(pareto(rng), 3.0)
            table.append(factor)
        return table

    def place(self, *where):
        """Where in the tables the draws of this place begin."""
        value = self.seed & 0xffffffff
        for part in where:
            value = ((value ^ (part + 0x9e37)) * 0x9e3779b1 + 0x7f4a7c15) & 0xffffffffffff
            value ^= value >> 17
        return value & MASK

    def rng(self, *where):
        """For rare draws: a generator of this place alone."""
        return random.Random(f'{self.seed} {where}')
