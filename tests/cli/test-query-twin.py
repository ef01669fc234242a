#!/usr/bin/env python3
# test-query-twin.py - a condition selects from the tables of queries what it selects from a copy
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""test-query-twin.py LANESCOPE-CLI LANESCOPE-SYNTH: a test program that speaks TAP

The tables of queries look rows up in ways of their own for some conditions. All rows of a table,
copied into a plain database, know no such ways; conditions are drawn at random."""

import json
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile

CLI, SYNTH = (pathlib.Path(arg).resolve() for arg in sys.argv[1:3])
TABLES = ('slices', 'links', 'kernels', 'launches')
COLUMNS = ('id', 'rank', 'name', 'lane', 'start_ns', 'rel_ns', 'from_id', 'to_id', 'kind', 'row',
           'parent', 'step', 'device_ns')
CONDITIONS = 160


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f'{words}: {done.returncode}: {done.stderr}')
    return done.stdout


def ask(path, statement):
    """The rows that the program gives."""
    return [tuple(json.loads(line).values())
            for line in run(CLI, 'query', path, statement, '--json', '-q').splitlines()]


class Copy:
    """All rows of the tables in a plain database."""

    def __init__(self, path):
        self.database = sqlite3.connect(':memory:')
        self.rows = {}
        for table in TABLES:
            rows = [json.loads(line) for line in
                    run(CLI, 'query', path, f'SELECT * FROM {table}', '--json', '-q').splitlines()]
            names = list(rows[0])
            types = ['TEXT' if any(isinstance(row[name], str) for row in rows) else 'INTEGER'
                     for name in names]
            self.database.execute(f'CREATE TABLE {table} (' + ', '.join(
                f'"{name}" {type_}' for name, type_ in zip(names, types)) + ')')
            self.database.executemany(
                f'INSERT INTO {table} VALUES ({", ".join("?" * len(names))})',
                [tuple(row.values()) for row in rows])
            self.rows[table] = rows

    def ask(self, statement):
        return self.database.execute(statement).fetchall()


def quote(value):
    if value is None:
        return 'NULL'
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else str(value)


def draw_odd(draw, value):
    """Something near a number, of another kind or far off."""
    return draw.choice((value + 0.5, f'{value}.0', -value, 1e19, -1e19, 'NULL', f"'{value}'",
                        value + (1 << 40)))


def draw_term(draw, rows, row):
    """A condition on one column, most of them with values that occur, many with those of a row."""
    other = draw.choice(rows)
    name = draw.choice([name for name in COLUMNS if name in row])
    value = quote(row[name])
    if isinstance(row[name], int) and draw.random() < 0.2:
        value = draw_odd(draw, row[name])
    kind = draw.choice(('=', '=', '=', '=', '=', '=', '<', '>', '<=', '>=', 'IS', 'IN', 'BETWEEN'))
    if kind == 'IN':
        return f'{name} IN ({value}, {quote(other[name])})'
    if kind == 'BETWEEN':
        return f'{name} BETWEEN {value} AND {quote(other[name])}'
    return f'{name} {kind} {value}'


def draw_condition(draw, rows):
    row = draw.choice(rows)
    condition = draw_term(draw, rows, row)
    for _ in range(draw.randrange(3)):
        term = draw_term(draw, rows, row if draw.random() < 0.6 else draw.choice(rows))
        condition = f'({condition} {draw.choice(("AND", "OR"))} {term})'
    return condition


def key(row):
    return tuple((cell is not None, str(cell)) for cell in row)


def compare(path, copy, seed):
    """Prints each condition that selects other rows; returns how many."""
    draw, wrong = random.Random(seed), 0
    for _ in range(CONDITIONS):
        table = draw.choice(TABLES)
        statement = f'SELECT * FROM {table} WHERE {draw_condition(draw, copy.rows[table])}'
        given, right = ask(path, statement), copy.ask(statement)
        if sorted(given, key=key) != sorted(right, key=key):
            print(f'# {statement}: {len(given)} rows, not {len(right)}')
            wrong += 1
    return wrong


def main():
    wrong = 0
    print('1..2')
    with tempfile.TemporaryDirectory() as folder:
        recording, file = pathlib.Path(folder, 'recording'), pathlib.Path(folder, 'all.db')
        run(SYNTH, '--preset', 'small', '--out', recording)
        run(CLI, 'convert', recording, '--to', 'db', '--out', file)
        copy = Copy(recording)
        for number, path in enumerate((recording, file), 1):
            found = compare(path, copy, number)
            print(f'{"not ok" if found else "ok"} {number} {path.name}', flush=True)
            wrong += found
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
