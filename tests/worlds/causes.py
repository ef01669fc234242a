# causes.py - which findings name which cause
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""The one table between the words of truth.json and the ids that the program says."""

import re

# RIGHT: what may be said first of a cause. BESIDE: what may be said as well, as it follows from the
# cause: neither right nor wrong. PLACE: how ranks of a finding must lie to those of the truth:
# 'same' all of them, 'inside' some of them and no others, 'touch' some of them, 'any'.
CAUSES = {
    # The chip: that it computes longer, or that the frequency is why.
    'slow_device': (('slow_rank',), ('G05', 'pause', 'frequency_drop'), 'inside'),
    'low_frequency': (('frequency_drop',), ('slow_rank', 'G05'), 'inside'),
    'slow_kernel': (('slow_rank', 'G05'), (), 'inside'),
    'one_step': (('slow_rank', 'pause'), ('G05',), 'inside'),
    # Links: ranks of both ends are named; those of a card or a switch talk to others.
    'slow_link': (('slow_link',), ('C07', 'slow_collective', 'uncovered_communication'), 'inside'),
    'slow_network_card': (('slow_host_link', 'slow_link', 'C07'),
                          ('slow_collective', 'uncovered_communication'),
                          'touch'),
    'slow_switch': (('slow_switch', 'slow_link', 'C07'),
                    ('slow_collective', 'uncovered_communication'),
                    'touch'),
    # Hosts: that launches are late, and, where it is recorded, what the host does instead.
    'slow_host': (('host_bound', 'small_kernels'), ('G05', 'slow_rank', 'S06', 'sync_calls'),
                  'inside'),
    'busy_host': (('slow_host', 'host_bound', 'pause'), ('G05', 'slow_rank', 'sync_calls'), 'inside'),
    'late_collectives': (('host_bound',), ('G05', 'slow_rank', 'sync_calls'), 'inside'),
    'gc': (('S04',), ('host_bound', 'pause'), 'inside'),
    'slow_loader': (('S06',), ('G05', 'host_bound'), 'inside'),
    'syncs': (('sync_calls',), ('host_bound',), 'inside'),
    'checkpoint': (('host_bound', 'checkpoint', 'tail'), ('pause', 'sync_calls', 'S06'), 'inside'),
    'allocator': (('S07',), ('sync_calls', 'host_bound', 'G05'), 'inside'),
    # Work: that it is more, or that the rank that has it computes longer; what names a micro-batch
    # names all its ranks.
    'heavy_stage': (('stage_imbalance',), ('P01', 'slow_rank'), 'inside'),
    'hot_expert': (('uneven_work', 'expert_load', 'slow_rank'), ('G05',), 'inside'),
    'larger_batch': (('slow_rank', 'uneven_work'), ('G05',), 'inside'),
    'long_micro_batch': (('long_micro_batch', 'slow_rank', 'uneven_work'), ('G05', 'pause'),
                         'touch'),
    # Who has most differs anew each step: all ranks wait, and none is to blame.
    'uneven_steps': (('uneven_work',), (), 'inside'),
    # Transfers that nothing hides: only here is that a fault.
    'no_prefetch': (('uncovered_communication',), (), 'any'),
}

# Ids that say of what a step consists, or give advice that names no fault. They never count, but
# where CAUSES takes one for right.
MAKEUP = re.compile(r'compute_bound|uncovered_communication|free_device|copies|tail|P\d+|K\d+|F\d+|'
                    r'C0[1-6]|E\d+|memory_\w+')

# Causes for which the ranks of the truth are the slow ones; of the others no rank is.
SLOW_RANKS = {'slow_device', 'low_frequency', 'slow_kernel', 'one_step', 'slow_host', 'busy_host',
              'late_collectives', 'slow_loader', 'checkpoint', 'allocator', 'hot_expert',
              'larger_batch', 'long_micro_batch'}

# Every id met so far; another one is told at the end, to be sorted in above.
KNOWN = {name for right, beside, _ in CAUSES.values() for name in right + beside}


def placed(found, fault):
    """Whether a finding names a place of the truth."""
    rule, ranks, true = CAUSES[fault['cause']][2], set(found['ranks'] or []), set(fault['ranks'])
    if rule == 'any':
        return True
    if rule == 'same':
        return ranks == true
    return bool(ranks & true) and (rule == 'touch' or ranks <= true)


def is_right(found, fault):
    return found['id'] in CAUSES[fault['cause']][0] and placed(found, fault)


def follows(found, fault):
    return found['id'] in CAUSES[fault['cause']][1] and placed(found, fault)


def is_makeup(found):
    return MAKEUP.fullmatch(found['id']) is not None


def by_design(found, truth):
    """What is true of all ranks in a world that is clean otherwise: servers wait for their host."""
    everywhere = len(found['ranks'] or []) == truth['ranks']
    return everywhere and any(found['id'] in CAUSES[cause][0] for cause in truth['also'])
