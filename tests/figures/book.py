# book.py - the pages of the definitions that name figures and columns
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""What docs/definitions/figures.md says of figures, and columns.md of columns."""

import collections
import re

ROW = re.compile(r'^\| `([^`]+)` \| (.+?) \| ([^|]+) \| ([^|]+) \| (.+?) \| (.+?) \|$')
COLUMN = re.compile(r'`(?:\{([^}]+)\}|([\w-]+))\.([\w.]+)`')
LISTED = re.compile(r'^\| `([^`]+)` \| ([^|]*) \| ([^|]*) \| (.*)')
OPTION = re.compile(r'^\| `(--[\w-]+)` \| .*? \| (.*?) \|$', re.M)
CODE = re.compile(r'`([^`]+)` ([^;]+?)(?=[;.])')
SCOPES = {'step', 'host step', 'profiled step', 'pipeline window', 'kernels of a rank'} | set(
    'recording rank pair finding category replay prediction module call wait collective group slice '
    'fact limit path stage block bubble micro-batch break name unmatched replica kind operator '
    'instance member link packet kernels kernel curve component segment hint holder keeper '
    'allocation dispatch sync compile direction roof stream chip'.split())
STEPS = ('each', 'median', 'mean', 'counted', 'all', 'paired', '–')

Figure = collections.namedtuple('Figure', 'key name scope steps columns section')


def read_figures(folder):
    figures, section = [], ''
    for line in (folder / 'figures.md').read_text().splitlines():
        section = line[3:].lower() if line.startswith('## ') else section
        if found := ROW.match(line):
            key, name, scope, steps, columns, _ = (part.strip() for part in found.groups())
            tables = [(table, column) for several, one, column in COLUMN.findall(columns)
                      for table in (several.split(',') if several else [one])]
            figures.append(Figure(key, name, scope, steps, tables, section))
    return figures


def read_columns(folder):
    """Of each table its columns: name -> (title, unit, codes by their words)."""
    tables, table = {}, None
    for line in (folder / 'columns.md').read_text().splitlines():
        if line.startswith('## '):
            table = tables.setdefault({'The tree of modules': 'tree'}.get(line[3:], line[3:]), {})
        elif table is not None and (found := LISTED.match(line)):
            codes = {words: code for code, words in CODE.findall(found[4].partition('Codes:')[2])}
            table[found[1]] = found[2], found[3].split(',')[0], codes
    return tables


def read_options(folder):
    """Of each option the commands that take it."""
    options, section = {}, (folder / 'figures.md').read_text().partition('id="options"')[2]
    for option, commands in OPTION.findall(section):
        options[option] = re.findall(r'`([\w-]+)`', commands)
    return options


def read_translations(path):
    """The messages of a catalogue."""
    text = re.sub(r'"\n"', '', path.read_text())
    return dict(re.findall(r'^msgid "(.+)"\nmsgstr "(.+)"$', text, re.M))


def is_number(unit):
    return unit in ('ns', 'count', 'share', 'bytes', 'Hz', 'FLOPs', '')


def check_rows(figures, columns):
    """What the page itself gets wrong."""
    wrong, listed = [], collections.Counter(column for figure in figures for column in figure.columns)
    for figure in figures:
        if figure.scope not in SCOPES or figure.steps not in STEPS:
            wrong.append(f'`{figure.key}` {figure.name}: unknown {figure.scope} or {figure.steps}')
        if figure.columns[0][1].split('.')[-1] != figure.key:
            wrong.append(f'`{figure.key}` {figure.name} comes from another key, {figure.columns[0]}')
        wrong += [f'`{figure.key}` {figure.name}: there is no column {table}.{column}'
                  for table, column in figure.columns if table in columns
                  and column not in columns[table] and not column.startswith('refined.')]
    wrong += [f'{table}.{column} stands in two rows' for (table, column), n in listed.items() if n > 1]
    tables = collections.defaultdict(list)
    for table, known in columns.items():
        for column, (_, unit, _) in known.items():
            if is_number(unit):
                tables[column].append(table)
    for column, where in tables.items():
        wrong += [f'{table}.{column} has no row, although {column} stands in several tables'
                  for table in where if len(where) > 1 and (table, column) not in listed
                  and not table.startswith('Cluster')]
    return wrong


def check_apart(figures, columns):
    """Rows of one key, or of one name and unit, must differ in what they are of, or in the steps."""

    def unit(figure):
        table, column = figure.columns[0]
        return columns.get(table, {}).get(column, ('', 'ns', {}))[1]

    wrong = []
    for what in ('key', 'name'):
        seen = collections.defaultdict(list)
        for figure in figures:
            seen[getattr(figure, what), figure.scope, figure.steps].append(figure)
        wrong += [f'{what} {words[0]}: {words[1]}, {words[2]}: ' +
                  ' and '.join('.'.join(figure.columns[0]) for figure in rows)
                  for words, rows in seen.items() if len(rows) > 1
                  and (what == 'key' or len({unit(figure) for figure in rows}) < len(rows))]
    return wrong


def check_names(figures, columns):
    """A figure has the name of the page in each table that shows it."""
    named = [(f'{table}.{column}', columns[table][column][0], figure.name)
             for figure in figures for table, column in figure.columns
             if column in columns.get(table, {})]
    return [f'{place} is called “{title}”, and means “{name}”' for place, title, name in named
            if title.casefold() != name.casefold()]


def check_translations(columns, translations):
    """Titles that differ in a table, or are of one key in several, differ in Chinese too."""
    seen = collections.defaultdict(lambda: collections.defaultdict(set))
    for table, known in columns.items():
        for column, (title, unit, _) in known.items():
            if unit in ('ns', 'share') and title in translations:
                seen[table][translations[title]].add(title)
    return [f"{table}: “{'”, “'.join(sorted(titles))}” are all {words}"
            for table, texts in seen.items() for words, titles in texts.items() if len(titles) > 1]
