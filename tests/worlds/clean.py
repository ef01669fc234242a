# clean.py - worlds in which nothing is wrong
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Each function makes a plan of a seed. What looks uneven in them is meant so, differs anew each
step, or is what chips and networks are like."""

import model
from bases import (brisk, brisk_data, dense, draw, experts, interleaved, make, mixed, piped,
                   served, sharded, spread_out, tensor, wander, worse)
from job import same
from noise import Kind
from serving import Turn


def lengths(name, seed, spread=0.25, longest=6144, shortest=2048, level=4096):
    """Sequence lengths, drawn anew for each micro-batch."""
    rng = draw(f'lengths {name}', seed)
    table = {}
    for step in range(12):
        for replica in range(16):
            for micro in range(8):
                length = level * (1 + spread * rng.gauss(0, 1))
                table[step, replica, micro] = int(min(longest, max(shortest, length))) // 128 * 128
    return lambda step, replica, micro: table[step, replica, micro]


def dense_dp(seed):
    return dense('dense_dp', seed)


def tp_dp(seed):
    return tensor('tp_dp', seed)


def pp_1f1b(seed):
    """Layers so that the head makes the stages equal, or chunks of layers, or tensor parallel."""
    return (piped, interleaved, mixed)[seed % 3]('pp_1f1b', seed)


def pp_uneven_design(seed):
    """Embedding and head on the ends, with fewer layers there."""
    return piped('pp_uneven_design', seed, layers=[4, 5, 5, 4], micro=5, steps=4,
                 tokens=same(1536))


def zero3(seed):
    return sharded('zero3', seed)


def cp_ring(seed):
    """Context parallel: keys and values go round."""
    return make('cp_ring', seed, dp=2, cp=4, layers=[3], steps=6, tokens=same(16384), micro=1)


def experts_drift(seed):
    return experts('experts_drift', seed)


def lengths_anew(seed):
    return dense('lengths_anew', seed, tokens=lengths('lengths_anew', seed), also=['uneven_steps'])


def chips_1(seed):
    """Chips differ by 1.5 %."""
    return tensor('chips_1', seed, spread=0.015)


def chips_4(seed):
    """Chips differ by 4 %: as they come, none stands out."""
    plan = dense('chips_4', seed)
    rng = draw('chips_4', seed)
    plan.chips = [1 + rng.uniform(-0.04, 0.04) for _ in range(plan.ranks)]
    return plan


def frequency_wanders(seed):
    """Each chip's clock goes up and down by some per cent."""
    plan = dense('frequency_wanders', seed)
    rng = draw('frequency_wanders', seed)
    paths = [wander(rng, 64, 0.7, 0.02) for _ in range(plan.ranks)]
    return worse(plan, levels=lambda rank, step, micro: paths[rank][step * 4 + micro % 4],
                 clock=lambda rank, step: 1750 / paths[rank][step * 4])


def heavy_tails(seed):
    """One kernel in a hundred takes much longer."""
    return tensor('heavy_tails', seed, noise=Kind(spread=0.02, tail=0.01, tail_size=0.6,
                                                  transfer_spread=0.1, transfer_tail=0.03))


def noise_that_stays(seed):
    """What is slow stays so for a while."""
    return tensor('noise_that_stays', seed, noise=Kind(spread=0.03, memory=0.97))


def topology(seed):
    """Fast inside hosts, slow between them."""
    return spread_out('topology', seed)


def two_switches(seed):
    return make('two_switches', seed, dp=8, tp=2, a_host=2, a_switch=4, layers=[2], micro=1,
                steps=6)


def numa(seed):
    """The ranks of the second half of each host launch more slowly."""
    plan = brisk_data('numa', seed, a_host=8)
    return worse(plan, hosts={rank: 1.2 for rank in range(plan.ranks) if rank % 8 >= 4})


def warm_up(seed):
    """The first steps take longer, on all ranks."""
    extra = {0: 1.6, 1: 1.15}
    plan = dense('warm_up', seed, steps=7)
    return worse(plan, levels=lambda rank, step, micro: extra.get(step, 1.0),
                 host_levels=lambda rank, step: 4.0 * extra.get(step, 0.25))


def rare_pauses(seed):
    """Now and then a host stops for a while, any of them."""
    plan = worse(dense('rare_pauses', seed, steps=8))

    def pause(builder, step):
        rng = builder.job.noise.rng('pause', builder.rank, step, len(builder.ops))
        if rng.random() < 0.004:
            builder.on_host('pause', rng.uniform(1e6, 6e6), step, 'silent')
    plan.hooks['layer'].append(pause)
    return plan


def ramp(seed):
    """Batches grow from step to step."""
    return dense('ramp', seed, tokens=lambda step, *_: 2560 + 256 * step, steps=8)


def small_replica(seed):
    """The last replica has a smaller batch, as the number does not divide."""
    def tokens(_step, replica, _micro):
        return 3072 if replica == 7 else 4096
    return dense('small_replica', seed, dp=8, tokens=tokens)


def serve_graphs(seed):
    return served('serve_graphs', seed)


def serve_kernels(seed):
    """Each kernel has a launch of its own."""
    return served('serve_kernels', seed, graphs=False)


def serve_chunks(seed):
    """Prompts are read in chunks beside decoding."""
    rng = draw('serve_chunks', seed)
    turns = [Turn(48 + rng.randrange(16), 900 + n, rng.choice((0, 0, 256, 512))) for n in range(12)]
    return served('serve_chunks', seed, turns)


def serve_drafts(seed):
    """A small model proposes tokens, the large one checks them."""
    rng = draw('serve_drafts', seed)
    turns = [Turn(32 + rng.randrange(4), 900 + 3 * n, drafts=3) for n in range(10)]
    return served('serve_drafts', seed, turns, layers=6)


def rollout_train(seed):
    """Reinforcement learning: each rank generates, some longer than others, then all train."""
    plan = worse(brisk('rollout_train', seed, dp=8, tp=1, layers=[2], steps=6))

    def rollout(builder, step):
        rng = builder.job.noise.rng('rollout', builder.rank, step)
        recipe = [entry for entry in model.layer(plan.size, 256, 2048, 1, False)
                  if entry != model.COMM]
        builder.on_host('rollout', 400e3, step)
        for turn in range(rng.randint(5, 9)):
            builder.kernels(recipe, step, 50 + turn, 1)
        builder.sync('aten::item', step)
    plan.hooks['begin'].append(rollout)
    return plan


WORLDS = [dense_dp, tp_dp, pp_1f1b, pp_uneven_design, zero3, cp_ring, experts_drift, lengths_anew,
          chips_1, chips_4, frequency_wanders, heavy_tails, noise_that_stays, topology,
          two_switches, numa, warm_up, rare_pauses, ramp, small_replica, serve_graphs,
          serve_kernels, serve_chunks, serve_drafts, rollout_train]
