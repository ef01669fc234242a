# doors.py - commands, reports and pages, read into tables and sentences
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""The doors through which a recording is seen: commands, reports and pages of the window.

Each is read into tables, by the names that docs/definitions/columns.md has, and sentences. A value
is a number as files have it, or a Shown, which is one as people read it: rounded.
"""

import csv
import json
import re
import subprocess

import window

NS = {'ns': 1, 'µs': 1e3, 'us': 1e3, 'ms': 1e6, 's': 1e9}
NUMBER = r'[-−]?\d(?:[\d\u00a0\u2009\u202f]*\d)?(?:\.\d+)?'
TIME = re.compile(rf'(?<![\w.,#+-])({NUMBER}) ?(ns|µs|us|ms|s)\b')
SHARE = re.compile(rf'(?<![\w.,#+-])({NUMBER}) ?%')
HEAD = re.compile(r'^(.*?)(?: \((ns|µs|us|ms|s|%)\))?$')


class Shown:
    """A number that people read: what it may have been before it was rounded."""

    def __init__(self, digits, unit=''):
        text = re.sub(r'\s', '', digits).replace('−', '-')
        scale = NS.get(unit, 0.01 if unit == '%' else 1)
        decimals = len(text.partition('.')[2])
        self.text = f'{text} {unit}'.strip()
        self.value, self.slack = float(text) * scale, 0.500001 * 10 ** -decimals * scale

    def is_of(self, value):
        return abs(self.value - value) <= self.slack + 1e-12 * abs(value)

    def __repr__(self):
        return self.text


def times(text):
    return [Shown(*found) for found in TIME.findall(text)]


def shares(text):
    return [Shown(found, '%') for found in SHARE.findall(text)]


class Door:
    """What one of them shows: its name, tables (name -> rows), and sentences (place -> list)."""

    def __init__(self, name):
        self.name, self.tables, self.sentences = name, {}, {}

    def add(self, table, row):
        self.tables.setdefault(table, []).append(row)


# ---- commands ----

def flatten_budget(row):
    flat = {key: value for key, value in row.items() if key not in ('categories', 'refined')}
    flat |= {name.replace('.', '_') + '_ns': value for name, value in row['categories'].items()}
    return flat | {key: value for key, value in row['refined'].items() if not isinstance(value, dict)}


def flatten_finding(row):
    evidence = (row.pop('evidence', None) or [{}])[0]
    row['ranks'] = ', '.join(str(rank) for rank in row['ranks'])
    row['steps'] = ', '.join(str(step) for step in row['steps']) if row['steps'] else None
    return row | {key: evidence.get(key) for key in ('rank', 'name', 'start_ns', 'dur_ns')}


COMPARED = {'categories': 'CompareCategory', 'modules': 'CompareModule', 'ops': 'CompareOp',
            'communication': 'CompareCommunication'}
SIDES = {'a_': 'before_', 'b_': 'after_'}


def rename(row):
    """Keys of compare --json as its tables have them."""
    return {re.sub(r'^[ab]_', lambda found: SIDES[found[0]], key): value for key, value in row.items()}


def flatten_comparison(door, row):
    door.add('CompareVerdict', {'before_ns': row['a_step_ns'], 'after_ns': row['b_step_ns'],
                                'step_delta_ns': row['step_delta_ns'], 'comparable': row['comparable'],
                                'before_median_ns': row['a_steps']['median_ns'],
                                'after_median_ns': row['b_steps']['median_ns'],
                                'floor': row['verdict']['noise_floor'], 'p': row['verdict']['p'],
                                'low_ns': row['verdict']['low_ns'],
                                'high_ns': row['verdict']['high_ns']})
    for key, table in COMPARED.items():
        for item in row[key]:
            known = rename({name: value for name, value in item.items()
                            if not isinstance(value, dict)})
            if key == 'categories':
                known['category'] = known.pop('name')
            door.add(table, known)
    for side, key in (('before', 'a_steps'), ('after', 'b_steps')):
        for step, ns in zip(row[key]['steps'], row[key]['ns']):
            door.add('CompareStep', {'side': side, 'step': step, 'step_ns': ns})
    door.sentences['verdict'] = [row['verdict']['text']]
    for finding in row.get('findings') or []:
        door.add('FindingChange', finding)


TYPES = {('waits', 'group'): 'group-waits', ('waits', 'wait'): 'waits', ('dispatch', 'gap'): 'gaps',
         ('dispatch', 'break'): 'breaks', ('dispatch', 'summary'): 'summary'}


def read_json(door, command, text):
    for line in text.splitlines():
        row = json.loads(line)
        if list(row) == ['not_known']:  # nothing is delivered, and why
            continue
        if command == 'compare':
            flatten_comparison(door, row)
        elif command == 'pp':
            door.add(row.pop('table'), row)
        elif command in ('waits', 'dispatch'):
            door.add(TYPES[command, row.pop('type')], row)
        else:
            door.add(command, {'budget': flatten_budget, 'findings': flatten_finding}.get(
                command, lambda row: row)(row))


def read_csv(door, command, text):
    table = {'waits': 'waits', 'dispatch': 'gaps', 'compare': 'CompareCategory'}.get(command, command)
    for row in csv.DictReader(text.splitlines()):
        door.add(table, {key: parse(value) for key, value in row.items()})


def parse(text):
    try:
        return int(text) if re.fullmatch(r'-?\d+', text) else float(text)
    except ValueError:
        return text or None


def read_cell(text, unit):
    """A cell as people read it; None where it has no number."""
    found = re.fullmatch(rf'({NUMBER})(?: (ns|µs|us|ms|s|%))?', text.strip())
    return Shown(found[1], found[2] or unit) if found else None if text in ('-', '–', '') else text


def read_text(door, command, text):
    """Lines that begin a table in columns, and all others as sentences."""
    heads, sentences = None, []
    for line in text.splitlines():
        cells = re.split(r' {2,}', line.strip())
        if len(cells) > 3 and not re.search(r'\d', line):
            heads = cells
        elif heads and len(cells) == len(heads):
            door.add(command, {head: read_cell(cell, '') for head, cell in zip(heads, cells)})
        elif line.strip():
            heads = None
            sentences.append(re.sub(r'^\s*(?:•|→|\?|\d+\.) ', '', line).strip())
    door.sentences['text'] = sentences


class Commands:
    """The commands of a build."""

    def __init__(self, build):
        self.program = build / 'src' / 'cli' / 'lanescope-cli'
        self.synth = build / 'src' / 'synth' / 'lanescope-synth'

    def run(self, *arguments):
        done = subprocess.run([self.program, *map(str, arguments)], capture_output=True, text=True)
        if done.returncode not in (0, 2, 3, 5):  # 2: there is nothing to deliver
            raise RuntimeError(f"{' '.join(map(str, arguments))}: {done.stderr.strip()[-300:]}")
        return done.stdout

    def ask(self, form, command, *arguments):
        """What a command says: as "json", "csv" or "text"."""
        door = Door(f'{command} {form}')
        text = self.run(command, *arguments, *([] if form == 'text' else [f'--{form}']))
        {'json': read_json, 'csv': read_csv, 'text': read_text}[form](door, command, text)
        return door

    def report(self, path, command, *arguments):
        self.run(command, *arguments, '--report', path)
        return read_report(f'{command} --report', path)


# ---- reports ----

def read_report(name, path):
    """A report in JSON: its tables, and its sentences by chapter."""
    door, report = Door(name), json.loads(path.read_text())
    door.sentences['verdict'] = [report['verdict']]
    door.sentences['detail'] = [report['detail']] if report['detail'] else []
    for section in report['sections']:
        found = door.sentences.setdefault(section['id'], [])
        for item in section['items']:
            if item['type'] == 'table':
                door.tables.setdefault(item['table'], []).extend(item['rows'])
            else:
                found += [text for text in (item.get('title'), item.get('text')) if text]
                found += item.get('points', [])
    return door


# ---- the window ----

def read_table(node):
    """Heads and rows of a table of the window."""
    heads = node.children[0].texts() if node.children else []
    rows = [[' '.join(cell.texts()) for cell in row.children if cell.role == window.CELL]
            for part in node.children[1:] for row in part.children if row.role == window.ROW]
    return heads, [row for row in rows if any(row)]


def name_table(heads, columns):
    """The table that has these heads, of several the one with the fewest others: its name, and of
    each head column and unit."""
    parts = [HEAD.match(head).groups() for head in heads]
    fits = [(len(known), name) for name, known in columns.items()
            if heads and all(title in {words for words, *_ in known.values()} for title, _ in parts)]
    if not fits:
        return None, []
    known, used, found = columns[min(fits)[1]], set(), []
    for title, unit in parts:
        key = next((key for key, (words, *_) in known.items()
                    if words == title and key not in used), None)
        used.add(key)
        found.append((key, unit or ('%' if key and known[key][1] == 'share' else '')))
    return min(fits)[1], found


# The tab that shows a table. What is on another one may still be of the recording before, and a
# table of the same heads.
TABS = {
    'overview': 'Ranks', 'overview_waits': 'Waiting', 'gaps': 'Dispatch',
    'PpVerdict': 'Verdicts', 'PpSummary': 'Summary', 'PpWait': 'Waiting', 'PpBalance': 'Balance',
    'PpLadder': 'From Ideal to Real', 'PpPath': 'Critical Path', 'PpClock': 'Clock Offsets',
    'CompareCategory': None, 'CompareModule': 'Modules', 'CompareOp': 'Ops',
    'CompareCommunication': 'Communication', 'FindingChange': 'Findings',
}


def read_page(name, page, columns, tabs):
    """Tables whose heads are known, as far as they are in sight, and all other labels as sentences."""
    door, tables = Door(name), [node for node in page.walk() if node.role == window.TABLE]
    inside = {id(node) for table in tables for node in table.walk()}
    shown = {table: known for table, known in columns.items()
             if table not in TABS or TABS[table] in tabs}
    for table in tables:
        heads, rows = read_table(table)
        known, keys = name_table(heads, shown)
        if rows and known:
            shown = {other: titles for other, titles in shown.items() if other != known}
        for row in rows:
            if known and len(row) == len(keys) and row[0]:  # else it is out of sight
                door.add(known, {key: columns[known][key][2].get(cell, read_cell(cell, unit))
                                 for (key, unit), cell in zip(keys, row) if cell})
    door.sentences['page'] = [node.name for node in page.walk()
                              if id(node) not in inside and node.is_said()]
    return door


def name_columns(door, table, columns):
    """Gives columns of a text the names that files have."""
    rows = door.tables.pop(table, []) if door.name.endswith(' text') else []
    for row in rows:
        _, keys = name_table([head for head in row], {table: columns.get(table, {})})
        if keys:
            door.add(table, {key: value for (key, _), value in zip(keys, row.values())})
    return door
