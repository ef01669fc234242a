# checks.py - what must be equal between the doors of a recording
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Tables, columns, and figures that follow from others. Each check returns sentences of what is not
equal; sentences.py has those of what is told in words."""

import collections
import re

from doors import Shown

# By what the rows of a table belong together; of others by their order.
KEYS = {
    'overview': ['rank'],
    'overview_steps': ['rank', 'step'],
    'overview_waits': ['rank', 'waits_for', 'group'],
    'budget': ['rank', 'step'],
    'overlap': ['rank', 'step'],
    'summary': ['rank', 'step'],
    'group-waits': ['group', 'rank'],
    'waits': ['group', 'operation', 'index', 'rank'],
    'tree': ['name', 'calls'],
    'PpMetric': ['group_id', 'step', 'rank', 'name'],
    'PpVerdict': ['cause', 'stage', 'rank'],
    'PpSummary': ['title', 'rank'],
    'PpBalance': ['stage', 'rank', 'kind'],
    'CompareCategory': ['category'],
    'CompareModule': ['name'],
    'CompareOp': ['name', 'category'],
    'CompareStep': ['side', 'step'],
}
PARTS = {'tree', 'PpPath', 'PpLadder', 'PpSummary', 'PpBalance'}  # of which a door shows some
CATEGORIES = ('compute comm_transfer comm_wait comm_other comm bubble memcpy prepare free_host '
              'free_device free_unlinked tail').split()
LISTS = 'StepCategory', 'StepModule', 'StepOp'


def is_same(value, other):
    """Whether two doors say the same; words of people and codes of files are not compared."""
    if {type(value), type(other)} == {Shown, str}:
        return re.sub(r'\s', '', str(value)) == re.sub(r'\s', '', str(other))
    if isinstance(value, Shown) or isinstance(other, Shown):
        shown, exact = (value, other) if isinstance(value, Shown) else (other, value)
        if isinstance(exact, Shown):
            return abs(shown.value - exact.value) <= shown.slack + exact.slack
        return isinstance(exact, (int, float)) and shown.is_of(exact)
    if isinstance(value, str) or isinstance(other, str):
        return True
    if value is None or other is None:
        return value is other
    return value == other or abs(value - other) <= 1e-9 * abs(value)


def find(doors, table):
    """Rows as the most exact door has them."""
    return next((door.tables[table] for door in doors if door.tables.get(table)), [])


# ---- one table in several doors ----

def read_key(row, keys):
    values = [row.get(key) for key in keys]
    return tuple(int(value.value) if isinstance(value, Shown) else value for value in values)


def is_since_begin(value, exact):
    """A time of day in a file, which the window counts from the begin of the recording."""
    return isinstance(value, Shown) and isinstance(exact, int) and exact > 1e17 > abs(value.value)


def compare_row(row, known):
    return [(column, known[column], value) for column, value in row.items()
            if column in known and not is_since_begin(value, known[column])
            and not is_same(known[column], value)]


def compare_rows(table, first, second):
    """Each row beside the one of the same key, of several the one that is most like it."""
    rows, others, wrong = first.tables[table], second.tables[table], []
    keys = [key for key in KEYS.get(table, []) if key in rows[0] and key in others[0]]
    is_part = second.name.endswith('page') or table in PARTS
    if len(others) != len(rows) and not is_part:
        wrong.append(f'{table}: {len(rows)} rows in {first.name}, {len(others)} in {second.name}')
    for number, row in enumerate(others):
        place = f'{table} {read_key(row, keys) or number}'
        near = [known for known in rows if read_key(known, keys) == read_key(row, keys)]
        if not keys and not is_part:
            near = rows[number:number + 1]
        if not near:
            wrong.append(f'{place}: only {second.name} has it, not {first.name}')
            continue
        worst = min((compare_row(row, known) for known in near), key=len)
        wrong += [f'{place}, `{column}`: {known} in {first.name}, {value} in {second.name}'
                  for column, known, value in worst]
    return wrong


def check_tables(doors):
    """A table says the same wherever it is shown."""
    wrong = []
    for table in sorted({table for door in doors for table in door.tables}):
        shown = [door for door in doors if door.tables.get(table)]
        for door in shown[1:]:
            wrong += compare_rows(table, shown[0], door)
    return wrong


# ---- one figure in several tables ----

def compare_columns(doors, key, source, other):
    """Two columns for the ranks and steps that both tables have, each once."""
    ours, theirs = find(doors, source[0]), find(doors, other[0])
    if not ours or not theirs:
        return []
    keys = [name for name in ('rank', 'step') if name in ours[0] and name in theirs[0]]
    known = {read_key(row, keys): row.get(source[1]) for row in ours}
    others = {read_key(row, keys): row.get(other[1]) for row in theirs}
    if not keys or len(known) < len(ours) or len(others) < len(theirs):
        return []
    return [f'`{key}` {place}: {known[place]} in {".".join(source)}, {value} in {".".join(other)}'
            for place, value in others.items() if place in known and not is_same(known[place], value)]


def check_columns(doors, figures):
    """Columns of one figure have one number for a rank and a step."""
    return [sentence for figure in figures for other in figure.columns[1:]
            for sentence in compare_columns(doors, figure.key, figure.columns[0], other)]


# ---- figures that follow from others ----

def list_counted(doors):
    """Of each rank the steps that count, as the budget has them."""
    ranks = collections.defaultdict(list)
    for row in find(doors, 'budget'):
        if row['step_ns'] is not None:
            ranks[row['rank']].append(row)
    return {rank: rows[1:] if len(rows) > 2 else rows for rank, rows in ranks.items()}


def mean(values):
    return sum(values) / len(values)


def check_median(doors):
    """The row of a rank is its step of median length, with the parts of that step."""
    wrong, counted = [], list_counted(doors)
    for row in find(doors, 'overview'):
        steps = sorted(counted.get(row['rank'], []), key=lambda step: step['step_ns'])
        if not steps:
            continue
        median_ns = steps[(len(steps) - 1) // 2]['step_ns']
        if row['step_ns'] != median_ns:
            wrong.append(f"overview.step_ns of rank {row['rank']}: {row['step_ns']}, of the steps "
                         f'that count the budget has {median_ns}')
        elif not any(all(row[f'{part}_ns'] == step.get(f'{part}_ns') for part in CATEGORIES)
                     for step in steps if step['step_ns'] == row['step_ns']):
            wrong.append(f"overview of rank {row['rank']} has the parts of another step")
    return wrong


def check_lists(doors):
    """The lists of a report add up to the mean of the steps that count."""
    counted = list_counted(doors)
    rows = [row for steps in counted.values() for row in steps]
    if not rows or len({len(steps) for steps in counted.values()}) > 1:
        return []
    step_ns, n = mean([row['step_ns'] for row in rows]), len(rows) // len(counted)
    sums = [(table, door.name, sum(part['ns'] for part in door.tables[table]))
            for door in doors for table in LISTS if door.tables.get(table)]
    return [f'{table}.ns of {name} adds up to {total}, the mean of the {n} steps that count is '
            f'{step_ns:.0f}' for table, name, total in sums if abs(total - step_ns) > 1]


def check_gains(doors):
    """Shares of findings are of one step: the one that overview tells, or the longest mean of the ranks
    where the two differ by more than a hundredth."""
    findings = [row for row in find(doors, 'findings') if row['share']]
    counted = [[row['step_ns'] for row in rows] for rows in list_counted(doors).values()]
    told = [row['step_ns'] for row in find(doors, 'overview') if row['step_ns'] is not None]
    bases = [max(steps) for steps in (told, [mean(steps) for steps in counted]) if steps]
    wrong = [[f"{row['id']}: gain_ns is {row['gain_ns']}, share {row['share']:.6f} of a step of "
              f'{base:.0f}' for row in findings if abs(row['gain_ns'] - row['share'] * base) > 1]
             for base in bases]
    return min(wrong, key=len, default=[])


def check_peers(doors):
    """What was waited in messages is a part of what was waited for peers."""
    return [f"budget, rank {row['rank']}, step {row['step']}: peer_bubble_ns {row['peer_bubble_ns']} "
            f"is more than peer_wait_ns {row['peer_wait_ns']}" for row in find(doors, 'budget')
            if row.get('peer_wait_ns') is not None and row['peer_bubble_ns'] > row['peer_wait_ns']]


def check_free(doors):
    """The free share of dispatch is that of overlap."""
    known = {(row['rank'], row['step']): row for row in find(doors, 'overlap')}
    pairs = [(row, known[row['rank'], row['step']]) for row in find(doors, 'summary')
             if row['free_share'] is not None and (row['rank'], row['step']) in known]
    return [f"rank {row['rank']}, step {row['step']}: summary.free_share {row['free_share']}, "
            f"overlap.free_ns {of['free_ns']} of {of['e2e_ns']}" for row, of in pairs
            if abs(row['free_share'] * of['e2e_ns'] - of['free_ns']) > 1]


def check_verdicts(doors):
    """What makes a pipeline longer is a finding of the same gain."""
    gains = {row['gain_ns'] for row in find(doors, 'findings')}
    verdicts = find(doors, 'PpVerdict') if find(doors, 'findings') else []
    return [f"PpVerdict.gain_ns {row['gain_ns']} is no findings.gain_ns: “{row['text']}”"
            for row in verdicts if row['gain_ns'] and row['gain_ns'] not in gains
            and row['cause'] != 'clocks' and row.get('step') is None]


def check_chapters(doors):
    """A pipeline with verdicts has its chapter in every report."""
    has = any(door.tables.get('PpVerdict') for door in doors if door.name.startswith('pp '))
    return [f'{door.name} has no Pipeline chapter' for door in doors
            if has and 'report' in door.name and 'pipeline' not in door.sentences]


CHECKS = {
    'tables': check_tables,
    'median step': check_median,
    'lists': check_lists,
    'gains': check_gains,
    'peers': check_peers,
    'free time': check_free,
    'verdicts': check_verdicts,
    'chapters': check_chapters,
}
