# faults.py - worlds in which something known is wrong
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Each function makes a case of a seed: the plan as it should be, and the faults as changes of
it, the larger one first. What a fault costs is measured: the case runs with and without it."""

import dataclasses
import typing

from bases import (brisk, brisk_data, dense, draw, experts, interleaved, mixed, piped, served,
                   sharded, spread_out, tensor, worse)
from clean import lengths
from job import same

MATRIX = ('MatMulV3', 'FlashAttentionScore', 'FlashAttentionScoreGrad')


@dataclasses.dataclass
class Fault:
    """`change` makes a plan with the fault of one without; the rest is what the truth says."""
    cause: str
    change: typing.Callable
    ranks: list = dataclasses.field(default_factory=list)
    hosts: list = dataclasses.field(default_factory=list)
    stages: list = dataclasses.field(default_factory=list)
    links: list = dataclasses.field(default_factory=list)
    switches: list = dataclasses.field(default_factory=list)
    when: str = 'always'
    steps: list = dataclasses.field(default_factory=list)
    note: str = ''


@dataclasses.dataclass
class Case:
    plan: object
    faults: list

    def with_all(self, but=None):
        plan = self.plan
        for fault in self.faults:
            if fault is not but:
                plan = fault.change(plan)
        return plan


# ---- Changes ----------------------------------------------------------------------------------


def slower(ranks, factor):
    """Chips of these ranks."""
    def change(plan):
        plan = worse(plan)
        for rank in ranks:
            plan.chips[rank] *= factor
        return plan
    return change


def slower_types(ranks, types, factor):
    def change(plan):
        plan = worse(plan)
        for rank in ranks:
            for kind in types:
                plan.types[rank, kind] = factor
        return plan
    return change


def in_steps(rank, steps, factor):
    """The chip of a rank, in some steps."""
    def change(plan):
        before = plan.levels
        return worse(plan, levels=lambda r, step, micro: before(r, step, micro)
                     * (factor if r == rank and step in steps else 1.0))
    return change


def warming(rank, more):
    """The chip of a rank, more and more from the first step to the last."""
    def change(plan):
        before, last = plan.levels, plan.steps - 1
        return worse(plan, levels=lambda r, step, micro: before(r, step, micro)
                     * (1 + more * step / last if r == rank else 1.0))
    return change


def between(rng, least, most):
    """Small ones as often as large ones."""
    return least * (most / least) ** rng.random()


def hooked(event, hook):
    def change(plan):
        plan = worse(plan)
        plan.hooks[event].append(hook)
        return plan
    return change


# ---- Chips ------------------------------------------------------------------------------------


def slow_device(seed):
    rng = draw('slow_device', seed)
    base = rng.choice((dense, tensor, mixed, piped, interleaved, sharded, experts, served))
    plan = base('slow_device', seed)
    rank, factor = rng.randrange(plan.ranks), 1 + rng.uniform(0.03, 0.25)
    return Case(plan, [Fault('slow_device', slower([rank], factor), [rank],
                             note=f'{base.__name__}, {factor:.3f}')])


def slow_devices(seed):
    rng = draw('slow_devices', seed)
    plan = rng.choice((dense, tensor, mixed, experts))('slow_devices', seed)
    ranks = sorted(rng.sample(range(plan.ranks), rng.choice((2, 3))))
    factor = 1 + rng.uniform(0.06, 0.25)
    return Case(plan, [Fault('slow_device', slower(ranks, factor), ranks, note=f'{factor:.3f}')])


def low_frequency(seed):
    """A chip runs at a lower clock, and the recording says so."""
    rng = draw('low_frequency', seed)
    plan = rng.choice((dense, tensor, mixed, sharded))('low_frequency', seed)
    rank, clock = rng.randrange(plan.ranks), rng.choice((1300, 1400, 1500, 1600))

    def change(plan):
        plan = slower_types([rank], MATRIX, 1800 / clock)(plan)
        return worse(plan, clock=lambda r, step: clock if r == rank else 1800)
    return Case(plan, [Fault('low_frequency', change, [rank], note=f'{clock} MHz')])


def slow_kernel(seed):
    rng = draw('slow_kernel', seed)
    plan = rng.choice((dense, tensor))('slow_kernel', seed)
    rank = rng.randrange(plan.ranks)
    kind, factor = rng.choice((('FlashAttentionScoreGrad', 1.8), ('SwiGlu', 4.0),
                               ('RmsNormGrad', 3.0), ('MatMulV3', 1.25)))
    return Case(plan, [Fault('slow_kernel', slower_types([rank], [kind], factor), [rank],
                             note=f'{kind} {factor}')])


def slow_now_and_then(seed):
    rng = draw('slow_now_and_then', seed)
    plan = rng.choice((dense, tensor))('slow_now_and_then', seed, steps=8)
    rank, steps = rng.randrange(plan.ranks), sorted(rng.sample(range(8), rng.choice((2, 3))))
    factor = 1 + rng.uniform(0.15, 0.5)
    return Case(plan, [Fault('slow_device', in_steps(rank, steps, factor), [rank], when='some',
                             steps=steps, note=f'{factor:.3f}')])


def one_step(seed):
    rng = draw('one_step', seed)
    plan = rng.choice((dense, tensor, mixed, piped))('one_step', seed)
    rank, step = rng.randrange(plan.ranks), rng.randrange(1, plan.steps)
    return Case(plan, [Fault('one_step', in_steps(rank, [step], rng.uniform(1.6, 2.5)), [rank],
                             when='one', steps=[step])])


def growing_device(seed):
    """A chip gets hot: each step it takes longer than in the one before."""
    rng = draw('growing_device', seed)
    plan = rng.choice((dense, tensor))('growing_device', seed, steps=8)
    rank, more = rng.randrange(plan.ranks), rng.uniform(0.1, 0.4)
    return Case(plan, [Fault('slow_device', warming(rank, more), [rank], when='growing',
                             note=f'up to {more:.3f}')])


# ---- Links ------------------------------------------------------------------------------------


def network_card(seed):
    """Of one host among four or eight."""
    rng = draw('network_card', seed)
    few = rng.random() < 0.5
    plan = spread_out('network_card', seed, **({} if few else {'dp': 8, 'tp': 2, 'a_host': 2}))
    host, factor = rng.randrange(plan.cluster.hosts()), between(rng, 1.4, 4)

    def change(plan):
        plan = worse(plan)
        plan.cluster.cards[host] = factor
        return plan
    return Case(plan, [Fault('slow_network_card', change, hosts=[host],
                             ranks=plan.cluster.members(host), note=f'{factor:.2f}')])


def slow_pair(pair, factor):
    def change(plan):
        plan = worse(plan)
        plan.cluster.links[pair] = factor
        return plan
    return change


def pair_link(seed):
    """One link inside a host."""
    rng = draw('pair_link', seed)
    plan = tensor('pair_link', seed, dp=2)
    pair = tuple(sorted(rng.sample(range(4), 2)))
    first = rng.choice((0, 4))
    pair, factor = (first + pair[0], first + pair[1]), between(rng, 1.6, 6)
    return Case(plan, [Fault('slow_link', slow_pair(pair, factor), links=[list(pair)],
                             ranks=list(pair), note=f'{factor:.2f}')])


def switch(seed):
    rng = draw('switch', seed)
    plan = spread_out('switch', seed, dp=8, tp=2, a_host=2, a_switch=4)
    number, factor = rng.randrange(2), between(rng, 1.3, 3)

    def change(plan):
        plan = worse(plan)
        plan.cluster.switches[number] = factor
        return plan
    hosts = [h for h in range(plan.cluster.hosts()) if h // 4 == number]
    ranks = [rank for host in hosts for rank in plan.cluster.members(host)]
    return Case(plan, [Fault('slow_switch', change, hosts=hosts, ranks=ranks, switches=[number],
                             note=f'{factor:.2f}')])


# ---- Hosts ------------------------------------------------------------------------------------


def slow_host(seed):
    """The launching thread of one rank is slow: its core, or its place in memory."""
    rng = draw('slow_host', seed)
    plan = rng.choice((brisk, brisk_data))('slow_host', seed)
    rank, factor = rng.randrange(plan.ranks), between(rng, 4, 8)

    def change(plan):
        plan = worse(plan)
        plan.hosts[rank] = factor
        return plan
    return Case(plan, [Fault('slow_host', change, [rank], note=f'{factor:.2f}')])


def growing_host(seed):
    """A list that a rank's program walks through at each launch grows from step to step."""
    rng = draw('growing_host', seed)
    plan = rng.choice((brisk, brisk_data))('growing_host', seed, steps=8)
    rank, more = rng.randrange(plan.ranks), between(rng, 6, 14)

    def change(plan):
        before, last = plan.host_levels, plan.steps - 1
        return worse(plan, host_levels=lambda r, step: before(r, step)
                     * (1 + more * step / last if r == rank else 1.0))
    return Case(plan, [Fault('slow_host', change, [rank], when='growing',
                             note=f'up to {more:.1f}')])


def busy_host(seed):
    """Other processes take the processors of a host, for milliseconds at a time."""
    rng = draw('busy_host', seed)
    plan = brisk_data('busy_host', seed)
    host, span = rng.randrange(plan.cluster.hosts()), between(rng, 0.8e6, 4e6)

    def pause(builder, step):
        draws = builder.job.noise.rng('busy', builder.rank, step, len(builder.ops))
        if plan.cluster.host(builder.rank) == host and draws.random() < 0.2:
            builder.on_host('busy', span * draws.uniform(0.5, 1.5), step, 'silent')
    return Case(plan, [Fault('busy_host', hooked('layer', pause), plan.cluster.members(host),
                             hosts=[host])])


def collector(every, least, most):
    """A hook: the garbage collector stops a rank at the start of every so many steps."""
    def collect(builder, step):
        draws = builder.job.noise.rng('gc', builder.rank, step)
        phase = builder.job.noise.rng('gc', builder.rank).randrange(every)
        if step % every == phase:
            builder.on_host('gc', draws.uniform(least, most), step, 'gc')
    return collect


def gc_some_steps(seed):
    """On each rank, but not on all in the same step."""
    plan = dense('gc_some_steps', seed, steps=8)
    span = between(draw('gc_some_steps', seed), 4e6, 25e6)
    return Case(plan, [Fault('gc', hooked('begin', collector(4, span, 1.5 * span)),
                             list(range(plan.ranks)), when='some')])


def gc_each_step(seed):
    plan = dense('gc_each_step', seed)
    span = between(draw('gc_each_step', seed), 2e6, 12e6)
    return Case(plan, [Fault('gc', hooked('begin', collector(1, span, 1.5 * span)),
                             list(range(plan.ranks)))])


def slow_loader(seed):
    rng = draw('slow_loader', seed)
    plan = rng.choice((dense, tensor, mixed))('slow_loader', seed)
    rank = rng.randrange(plan.ranks // plan.pp)  # of the first stage: later ones have time
    span = between(rng, 2e6, 20e6)

    def change(plan):
        before = plan.loader_ns
        return worse(plan, loader_ns=lambda r, step: span * (1 + 0.1 * (step % 3))
                     if r == rank else before(r, step))
    return Case(plan, [Fault('slow_loader', change, [rank], note=f'{span / 1e6:.1f} ms')])


def late_collectives(seed):
    """Before each collective, Python of one rank does something else first."""
    rng = draw('late_collectives', seed)
    plan = brisk('late_collectives', seed)
    rank, span = rng.randrange(plan.ranks), between(rng, 250e3, 600e3)

    def late(builder, step):
        if builder.rank == rank:
            builder.on_host('hooks.py: before_collective', span, step)
    return Case(plan, [Fault('late_collectives', hooked('transfer', late), [rank],
                             note=f'{span / 1e3:.0f} us')])


def item_syncs(seed):
    """.item() behind each layer, on all ranks."""
    plan = brisk('item_syncs', seed)

    span = between(draw('item_syncs', seed), 15e3, 100e3)

    def item(builder, step):
        builder.sync('aten::item', step, span)
    return Case(plan, [Fault('syncs', hooked('layer', item), list(range(plan.ranks)))])


def checkpoint(seed):
    """Every third step the first rank writes what it has, the others wait for it."""
    rng = draw('checkpoint', seed)
    plan = dense('checkpoint', seed, steps=8)
    span, phase = between(rng, 15e6, 120e6), rng.randrange(3)
    steps = [step for step in range(8) if step % 3 == phase]

    def save(builder, step):
        if builder.rank == 0 and step in steps:
            builder.sync('aten::item', step)
            builder.on_host('torch.save: checkpoint', span, step)
    return Case(plan, [Fault('checkpoint', hooked('begin', save), [0], when='some', steps=steps,
                             note=f'{span / 1e6:.0f} ms')])


def allocator(seed):
    """The pool is too small on one rank: blocks are given back and asked for anew."""
    rng = draw('allocator', seed)
    plan = brisk('allocator', seed)
    rank, often = rng.randrange(plan.ranks), between(rng, 0.08, 0.4)

    def ask(builder, step):
        draws = builder.job.noise.rng('alloc', builder.rank, step, len(builder.ops))
        if builder.rank == rank and draws.random() < often:
            builder.sync('aten::empty', step, 20e3)
            builder.on_host('aclrtFreePhysical', draws.uniform(0.3e6, 0.8e6), step, 'acl')
            builder.on_host('aclrtMallocPhysical', draws.uniform(0.5e6, 1.6e6), step, 'acl')
    return Case(plan, [Fault('allocator', hooked('layer', ask), [rank])])


# ---- Work -------------------------------------------------------------------------------------


def heavy_stage(seed):
    """A layer too many on one stage, which another one lacks."""
    rng = draw('heavy_stage', seed)
    plan = piped('heavy_stage', seed)
    stage = rng.randrange(4)
    layers = list(plan.layers)
    layers[stage] += 1
    layers[rng.choice([n for n in range(4) if n != stage])] -= 1
    ranks = list(range(stage * plan.dp, (stage + 1) * plan.dp))
    return Case(plan, [Fault('heavy_stage', lambda plan: worse(plan, layers=layers), ranks,
                             stages=[stage], note=str(layers))])


def hot_expert(seed):
    rng = draw('hot_expert', seed)
    plan = experts('hot_expert', seed)
    place, much = rng.randrange(8), rng.uniform(1.5, 2.2)
    before = plan.loads

    def loads(step, layer, at):
        rest = (8 - much) / 7
        return before(step, layer, at) * (much if at == place else rest)
    return Case(plan, [Fault('hot_expert', lambda plan: worse(plan, loads=loads), [place],
                             note=f'{much:.2f}')])


def slow_among_uneven(seed):
    """A slow chip where sequences differ anew in each step."""
    rng = draw('slow_among_uneven', seed)
    plan = dense('slow_among_uneven', seed, tokens=lengths('slow_among_uneven', seed, 0.15),
                 also=['uneven_steps'])
    rank, factor = rng.randrange(plan.ranks), rng.uniform(1.12, 1.25)
    return Case(plan, [Fault('slow_device', slower([rank], factor), [rank], note=f'{factor:.3f}')])


def larger_batch(seed):
    rng = draw('larger_batch', seed)
    plan = dense('larger_batch', seed, dp=8)
    at, factor = rng.randrange(8), rng.uniform(1.15, 1.5)
    larger = int(4096 * factor) // 128 * 128

    def tokens(_step, replica, _micro):
        return larger if replica == at else 4096
    return Case(plan, [Fault('larger_batch', lambda plan: worse(plan, tokens=tokens), [at],
                             note=f'{larger} tokens')])


def uneven_steps(seed):
    """Sequences are dealt out as they come; without that each micro-batch of a step is as long."""
    rng = draw('uneven_steps', seed)
    plan = dense('uneven_steps', seed)
    drawn = lengths('uneven_steps', seed, rng.uniform(0.1, 0.3))

    def even(step, *_):
        places = [(n, micro) for n in range(plan.dp) for micro in range(plan.micro)]
        return round(sum(drawn(step, *place) for place in places) / len(places) / 128) * 128
    return Case(worse(plan, tokens=even),
                [Fault('uneven_steps', lambda plan: worse(plan, tokens=drawn),
                       list(range(plan.ranks)))])


def long_micro_batch(seed):
    """One micro-batch of each step is long: the same one, or another one each time."""
    rng = draw('long_micro_batch', seed)
    plan = piped('long_micro_batch', seed)
    replica, which = rng.randrange(2), [rng.randrange(plan.micro) for _ in range(plan.steps)]
    longer = int(2048 * rng.uniform(1.6, 2.2)) // 128 * 128
    if rng.random() < 0.5:
        which = [which[0]] * plan.steps

    def tokens(step, at, micro):
        return longer if at == replica and micro == which[step] else 2048
    ranks = [rank for rank in range(plan.ranks) if rank % plan.dp == replica]
    return Case(plan, [Fault('long_micro_batch', lambda plan: worse(plan, tokens=tokens), ranks,
                             note=f'{longer} tokens')])


def not_prefetched(seed):
    """Parameters are gathered when they are needed, not before."""
    plan = sharded('not_prefetched', seed)
    return Case(plan, [Fault('no_prefetch', lambda plan: worse(plan, prefetch=False),
                             list(range(plan.ranks)))])


def loads_late(rank, span):
    def change(plan):
        before = plan.loader_ns
        return worse(plan, loader_ns=lambda r, step: span if r == rank else before(r, step))
    return change


def two_at_once(seed):
    """A slow chip and something else in one tensor-parallel group, so that what each costs adds
    up."""
    rng = draw('two_at_once', seed)
    plan = tensor('two_at_once', seed, dp=2, micro=2)
    slow, late, other = rng.sample(rng.choice((range(4), range(4, 8))), 3)
    factor, span = rng.uniform(1.25, 1.4), rng.uniform(2e6, 4e6)
    pair = (min(late, other), max(late, other))
    second = rng.choice((
        Fault('slow_loader', loads_late(late, span), [late], note=f'{span / 1e6:.1f} ms'),
        Fault('slow_link', slow_pair(pair, 1.6), list(pair), links=[list(pair)], note='1.6'),
        Fault('gc', hooked('begin', collector(1, span * 0.5, span)), list(range(plan.ranks)))))
    return Case(plan, [Fault('slow_device', slower([slow], factor), [slow], note=f'{factor:.2f}'),
                       second])


WORLDS = [slow_device, slow_devices, low_frequency, slow_kernel, network_card, pair_link, switch,
          slow_host, slow_now_and_then, one_step, gc_some_steps, gc_each_step, slow_loader,
          heavy_stage, hot_expert, slow_among_uneven, larger_batch, long_micro_batch,
          late_collectives, item_syncs, checkpoint, allocator, not_prefetched, busy_host,
          two_at_once, growing_device, growing_host, uneven_steps]
