# scores.py - what was said of a run, against its truth
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""One score a run, and sums of them."""

import re

from causes import KNOWN, SLOW_RANKS, by_design, follows, is_makeup, is_right

SMALL = 0.03   # of a step: what costs less may be said in a minor finding


def certainty(found):
    """How certain the program says it is; findings without a word are so if major."""
    return found.get('certainty') or ('sure' if found['severity'] == 'major' else 'possible')


def counts(found, minor=False):
    """Whether a finding names a fault, firmly enough and large enough to be judged."""
    return (certainty(found) in ('sure', 'likely') or minor) and not is_makeup(found) \
        and (found['severity'] == 'major' or minor and found['gain_ns'] is not None)


def plain(text):
    """A sentence without what differs from run to run."""
    text = re.sub(r'\d+(?:[.,]\d+)*', 'N', text.split(' Fixing this')[0])
    text = re.sub(r'N(, N)+|N of N', 'N', text)
    return re.sub(r'(every rank|ranks? N)', 'rank N', text)


def explained(found, truth):
    """Whether a fault of the truth is what a finding says, or leads to it."""
    return any(is_right(found, fault) or follows(found, fault) for fault in truth['faults']) \
        or by_design(found, truth)


def slow_ranks(rows):
    """Those that the overview calls slow; None if it cannot tell."""
    if not rows or all(row.get('slow') is None for row in rows):
        return None
    return sorted(row['rank'] for row in rows if row.get('slow'))


def judge_clean(said):
    return {'quiet': not said['counted'], 'blamed': said['blamed']}


def naming(found, fault, truth):
    """Findings that count for a fault, right or not."""
    small = fault['share'] < SMALL
    return [item for item in found if is_right(item, fault) and item['severity'] == 'major'
            or counts(item, small) and not by_design(item, truth)]


def is_named(found, fault, truth):
    return any(is_right(item, fault) for item in naming(found, fault, truth))


def judge_fault(found, truth, said):
    """The first fault of the truth is the larger one."""
    fault = truth['faults'][0]
    named = naming(found, fault, truth)
    first = named[0] if named else None
    right = bool(first) and is_right(first, fault)
    gain = first['gain_ns'] if right else None
    near = gain is not None and abs(gain - fault['gain_ns']) <= 0.25 * fault['gain_ns']
    missed = [one['cause'] for one in truth['faults'] if not is_named(found, one, truth)]
    return {'first': right, 'found': is_named(found, fault, truth),
            'both': not missed if len(truth['faults']) > 1 else None,
            'missed': missed, 'beside': said['blamed'],
            'gain': near if right else None, 'said_gain': gain, 'true_gain': fault['gain_ns'],
            'share': fault['share'], 'cause': fault['cause'], 'note': fault['note']}


def score(truth, found, rows):
    """A run: its findings in the order of the program, and the rows of its overview."""
    counted = [item for item in found if counts(item)]
    wrong = [item for item in counted if not explained(item, truth)]
    blamed = [item for item in wrong if certainty(item) == 'sure']
    said = {'counted': wrong, 'blamed': bool(blamed)}
    result = judge_clean(said) if truth['clean'] else judge_fault(found, truth, said)
    slow = slow_ranks(rows)
    true = sorted({rank for fault in truth['faults'] if fault['cause'] in SLOW_RANKS
                   for rank in fault['ranks']})
    if any(fault['when'] != 'always' for fault in truth['faults']):
        slow = None
    result |= {'world': truth['world'], 'seed': truth['seed'], 'clean': truth['clean'],
               'slow': None if slow is None else slow == true, 'slow_said': slow,
               'slow_true': true,
               'wrong': [(item['id'], plain(item['text']), item['text']) for item in wrong],
               'claims': [(certainty(item), item['share'], explained(item, truth), item['id'])
                          for item in found
                          if not is_makeup(item) and item['severity'] == 'major'],
               'said': [[item['id'], item['severity'], certainty(item), item['gain_ns'],
                         item['ranks']] for item in found],
               'unknown': sorted({item['id'] for item in counted} - KNOWN)}
    return result


# ---- Sums -------------------------------------------------------------------------------------

COLUMNS = ('quiet', 'blamed', 'first', 'found', 'both', 'beside', 'gain', 'slow')


def share(scores, column):
    """(true ones, those that can be told)."""
    known = [one[column] for one in scores if one.get(column) is not None]
    return sum(known), len(known)


def totals(scores):
    """By column, over worlds of both kinds."""
    return {column: share(scores, column) for column in COLUMNS}


def is_judged(score):
    """Whether a run has a fault that costs enough to be promised."""
    return not score['clean'] and score['share'] >= SMALL


def table(scores):
    """Lines, one a world."""
    names = list(dict.fromkeys(one['world'] for one in scores))
    yield f'{"world":20}' + ''.join(f'{column:>10}' for column in COLUMNS) + '   gain (median)'
    for name in names:
        mine = [one for one in scores if one['world'] == name]
        yield f'{name:20}' + ''.join(cell(mine, column) for column in COLUMNS) + gains(mine)
    for word, mine in (('all clean', [one for one in scores if one['clean']]),
                       ('all faults', [one for one in scores if not one['clean']]),
                       ('faults from 3 % on', [one for one in scores if is_judged(one)])):
        if mine:
            yield f'{word:20}' + ''.join(cell(mine, column) for column in COLUMNS)


def cell(scores, column):
    right, count = share(scores, column)
    return f'{"-" if not count else f"{right}/{count}":>10}'


def gains(scores):
    """Shares of the step that faults cost."""
    costs = sorted(one['share'] for one in scores if 'share' in one)
    return f'   {costs[len(costs) // 2]:6.1%}' if costs else ''


def calibration(scores):
    """How often what is said is so, by how certain it is said and by how much it is to cost."""
    claims = [claim for one in scores for claim in one['claims']]
    for word in ('sure', 'likely', 'possible'):
        mine = [claim for claim in claims if claim[0] == word]
        if mine:
            yield f'{word:10} said {len(mine):5}, so {sum(c[2] for c in mine) / len(mine):6.1%}'
        for low, high in ((0, 0.03), (0.03, 0.06), (0.06, 0.12), (0.12, 0.25), (0.25, 9)):
            part = [c for c in mine if c[1] is not None and low <= c[1] < high]
            if part:
                yield (f'    at {low:4.0%} to {min(high, 1):4.0%} of the step: {len(part):5}, so '
                       f'{sum(c[2] for c in part) / len(part):6.1%}')


def frequent(scores, count=5):
    """Wrong sentences: how often, id, where, and one of them as it was said."""
    seen = {}
    for one in scores:
        for name, text, whole in one['wrong']:
            entry = seen.setdefault((name, text[:45]), [0, {}, whole])
            entry[0] += 1
            entry[1][one['world']] = entry[1].get(one['world'], 0) + 1
    ranked = sorted(seen.items(), key=lambda item: -item[1][0])[:count]
    for (name, _), (times, where, whole) in ranked:
        worlds = ', '.join(f'{world} {n}' for world, n in
                           sorted(where.items(), key=lambda item: -item[1])[:8])
        yield f'{times:4} {name}: {whole[:200]}\n       in {worlds}'
