#!/usr/bin/env python3
# ledger.py - is every figure that the commands print what it was?
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""ledger.py LANESCOPE-CLI LANESCOPE-SYNTH [--made | --played | --samples] [--write]: a test
program that speaks TAP

Other tests say what is right; this one notices what is no longer the same, in every table of every
command, for the recordings of recordings.py. A page of the ledger has one line for each table, and
in it of each column the sum of its cells (of texts: how many differ) and a mark that changes with
any cell and with their order. What is not a table, it has as it was printed.

--write writes the pages anew. Their change belongs to the commit that causes it: a reader sees
there which figures it moved. --stop ends with the first page that differs."""

import csv
import difflib
import hashlib
import io
import json
import math
import os
import pathlib
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import zipfile

import recordings

HERE = pathlib.Path(__file__).resolve().parent
MOST_TOLD = 12  # lines of a difference that a failure shows
MOST_LINES = 60  # of a text that a page has as it was printed
INTEGER = re.compile(r'-?\d+')
PLAYED = re.compile(r'@(\w+)/\*')
BETWEEN = '; '  # columns of a table
CELL = re.compile(r'<(?:v|t)(?: [^>]*)?>([^<]*)<')
PICTURE = re.compile(r'<svg.*?</svg>|base64,[^"]*', re.S)  # others with another version of cairo
DATE = re.compile(r'20\d\d-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?|(?<=_)20\d{12}(?=\.)')


def rounded(number):
    """A number without the last digits, in which processors differ."""
    return float(f'{float(number):.9g}')


def read_json(text):
    return json.loads(text, parse_float=rounded)


def mark(values):
    """Eight digits that are others when a value or the order is another."""
    digest = hashlib.sha256()
    for value in values:
        digest.update(f'{value}\0'.encode())
    return digest.hexdigest()[:8]


def column_words(name, values):
    known = [value for value in values if value is not None]
    if not known:
        return f'{name} unknown'
    if all(isinstance(value, (int, float)) for value in known):
        total = sum(known)
        total = f'{math.fsum(known):.9g}' if isinstance(total, float) else total
        return f'{name} {total} {mark(values)}'
    return f'{name} {len(set(map(str, known)))} different {mark(values)}'


def table_line(name, columns, rows):
    """rows: lists of cells"""
    words = [column_words(column, [row[at] for row in rows]) for at, column in enumerate(columns)]
    return BETWEEN.join([f'{name}: {len(rows)} rows', *words])


def objects_lines(name, items):
    """A list of JSON objects as tables, one for each set of members and name of a table."""
    kinds = {}
    for item in items:
        kinds.setdefault((item.get('table', name), *item), []).append(item)
    lines = []
    for (title, *keys), found in kinds.items():
        rows = [[cell if isinstance(cell, (int, float, str, type(None))) else json.dumps(cell)
                 for cell in item.values()] for item in found]
        lines.append(table_line(title, keys, rows))
    return lines


def json_lines(name, value):
    """A JSON document: its lists of objects as tables, the rest as it stands."""
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        nested = [key for key, cell in value[0].items()
                  if isinstance(cell, list) and cell and isinstance(cell[0], dict)]
        if not nested:
            return objects_lines(name, value)
        lines = []
        for number, item in enumerate(value):
            lines += json_lines(f'{name}[{number}]', item)
        return lines
    if isinstance(value, dict):
        plain = [f'{key} {json.dumps(cell, ensure_ascii=False)}' for key, cell in value.items()
                 if not isinstance(cell, (list, dict))]
        lines = [BETWEEN.join([f'{name or "document"}:', *plain])] if plain else []
        for key, cell in value.items():
            if key == 'columns':  # of a report: their names stand in its rows
                lines.append(f'{name}.columns: {mark([json.dumps(cell)])}')
            elif isinstance(cell, (list, dict)):
                lines += json_lines(f'{name}.{key}' if name else key, cell)
        return lines
    return [f'{name}: {json.dumps(value, ensure_ascii=False)}']


def objects_of(text):
    """The objects that were printed as JSON; lists in a document are tables of their own."""
    try:
        items = [read_json(text)]
    except json.JSONDecodeError:  # one object a line
        return [read_json(line) for line in text.splitlines()]
    for item in items:
        for key in [key for key, cell in item.items()
                    if isinstance(cell, list) and cell and isinstance(cell[0], dict)]:
            items += [{'table': key, **row} for row in item.pop(key)]
    return items


def database_tables(path, clean):
    """name, columns and rows of each table"""
    database = sqlite3.connect(f'file:{path}?mode=ro', uri=True)
    database.text_factory = lambda data: clean(data.decode(errors='replace'))
    names = database.execute('SELECT name FROM sqlite_master WHERE type = "table" '
                             'AND name NOT LIKE "sqlite_%" ORDER BY name').fetchall()
    for (name,) in names:
        found = database.execute(f'SELECT * FROM "{name}"')
        rows = [[rounded(cell) if isinstance(cell, float) else cell for cell in row]
                for row in found.fetchall()]
        yield name, [column[0] for column in found.description], rows
    database.close()


def file_lines(path, clean):
    """What a written file holds, without what differs from run to run."""
    if path.suffix == '.db':
        return [table_line(*table) for table in database_tables(path, clean)]
    if path.suffix == '.xlsx':
        with zipfile.ZipFile(path) as book:
            parts = {part: clean(book.read(part).decode()) for part in sorted(book.namelist())}
        found = {part: list(map(number_of, CELL.findall(text))) for part, text in parts.items()}
        return [f'{part}: {len(cells)} cells, {mark(cells)}' for part, cells in found.items() if cells]
    text = clean(path.read_text(errors='replace'))
    text = PICTURE.sub('', text)
    if path.suffix == '.csv':
        return text_lines(text, True)
    if path.suffix == '.json':
        try:
            return json_lines('', read_json(text))
        except json.JSONDecodeError:  # one object a line
            return objects_lines('lines', [read_json(line) for line in text.splitlines()])
    return [f'{text.count(chr(10))} lines, {mark([text])}']


def number_of(text):
    """A cell of CSV."""
    try:
        return int(text) if INTEGER.fullmatch(text) else rounded(text) if text else None
    except ValueError:
        return text


def text_lines(text, is_csv=False):
    """What was printed: objects and CSV as tables, texts as they are."""
    lines = text.splitlines()
    if is_csv and lines:
        head, *rows = csv.reader(io.StringIO(text))
        return [table_line('rows', head, [[number_of(cell) for cell in row] for row in rows])]
    try:
        if lines and lines[0].startswith('{'):
            return objects_lines('lines', [read_json(line) for line in lines])
    except json.JSONDecodeError:
        return json_lines('', read_json(text))
    if len(lines) <= MOST_LINES:
        return [f'| {line}'.rstrip() for line in lines]
    kept = [f'| {line}'.rstrip() for line in lines[:MOST_LINES]]
    return kept + [f'and {len(lines) - MOST_LINES} lines, {mark(lines[MOST_LINES:])}']


def differences(kept, lines):
    """What differs: columns of tables and lines of texts, each behind its command."""
    def pieces(page):
        command = ''
        for line in page:
            if line.startswith('$ '):
                command = line
            head, *columns = line.split(BETWEEN)
            yield f'{command}: {head}'
            for column in columns:
                yield f'{command}: {head.split(":")[0]}: {column}'

    told = difflib.unified_diff(list(pieces(kept)), list(pieces(lines)), lineterm='', n=0)
    return [line for line in told if not line.startswith(('---', '+++', '@@'))]


class Ledger:
    def __init__(self, cli, synth, folder):
        self.cli, self.synth, self.folder = cli, synth, folder
        self.made = {}
        self.environment = {**os.environ, 'LC_ALL': 'C.UTF-8', 'LANGUAGE': 'en', 'TZ': 'UTC'}
        self.version = self.run(cli, ['--version'], folder).stdout.split()[1]

    def run(self, program, words, cwd):
        return subprocess.run([program, *words], cwd=cwd, env=self.environment, text=True,
                              capture_output=True, errors='replace', check=False)

    def make(self, name):
        """The folder of a recording, written when it is first asked for."""
        if name not in self.made:
            target = self.folder / 'recordings' / name
            words = recordings.MADE.get(name)
            if name in recordings.HARMED:
                self.harm(target, *recordings.HARMED[name])
            elif words is None:
                samples = os.environ.get('LANESCOPE_SAMPLES')
                target = pathlib.Path(samples, name) if samples else None
                target = target if target and target.exists() else None
            else:
                done = self.run(self.synth, [*words.split(), '--out', target], self.folder)
                if done.returncode:
                    raise RuntimeError(f'{name}: {done.stderr}')
            self.made[name] = target
        return self.made[name]

    def harm(self, target, name, statements):
        """Copies a recording and changes its databases."""
        shutil.copytree(self.make(name), target)
        for path in target.rglob('ascend_pytorch_profiler_*.db'):
            with sqlite3.connect(path) as database:
                for statement in statements:
                    database.execute(statement)
            database.close()

    def clean(self, text):
        for name, path in self.made.items():
            if path:
                text = text.replace(str(path), name)
        text = text.replace(str(self.folder), 'FOLDER').replace(self.version, 'VERSION')
        return DATE.sub('DATE', text)

    def play(self, kind):
        """name -> folder of the recordings that a generator of other tests makes"""
        folder = self.folder / 'recordings' / kind
        if not folder.exists():
            folder.mkdir(parents=True)
            done = subprocess.run([sys.executable, HERE / 'played.py', kind, folder], check=False,
                                  capture_output=True, text=True)
            if done.returncode:
                raise RuntimeError(f'{kind}: {done.stderr}')
        return {path.name: path for path in sorted(folder.iterdir())}

    def members(self, group):
        """name -> folder of the recordings of a group; None where one is not here"""
        if group not in recordings.GROUPS:
            return self.play(group)
        found = {name: self.make(name) for name in recordings.GROUPS[group]}
        return found if None not in found.values() else None

    def gather(self, command, group):
        """The lines of a command that is run on each recording of a group, @GROUP/*: one with a
        mark of each, and the rows of all, put one below the other, as tables."""
        members = self.members(group)
        if members is None:
            return None
        items, marks = [], []
        for name, folder in members.items():
            place = self.folder / 'out'
            place.mkdir()
            done = self.run(self.cli, [word.replace(f'@{group}/*', str(folder)) for word in
                                       shlex.split(command)], place)
            text = self.clean(done.stdout)
            found = objects_of(text) if text.startswith('{') else []
            for path in place.rglob('*.db'):
                found += [{'table': table, **dict(zip(columns, row))} for table, columns, rows in
                          database_tables(path, self.clean) for row in rows]
            shutil.rmtree(place)
            told = f'{done.returncode} {self.clean(done.stderr)} {found or text}'
            marks.append(f'{name} {mark([told])}')
            items += found
        return [f'$ {command}', BETWEEN.join(['recordings:', *marks])] + objects_lines('row', items)

    def entry(self, command, number):
        """The lines of one command; None where its recording is not here. In a command @name is the
        folder of a recording."""
        played = PLAYED.search(command)
        if played:
            return self.gather(command, played.group(1))
        names = re.findall(r'@(\S+)', command)
        paths = {name: self.make(name) for name in names}
        if None in paths.values():
            return None
        place = self.folder / f'out{number}'
        place.mkdir()
        words = [str(paths[word[1:]]) if word.startswith('@') else word
                 for word in shlex.split(command)]
        done = self.run(self.cli, words, place)
        lines = [f'$ {command}'] + ([f'exit {done.returncode}'] if done.returncode else [])
        lines += text_lines(self.clean(done.stdout), words[-1] == '--csv')
        lines += [f'! {line}' for line in self.clean(done.stderr).splitlines()[:MOST_LINES]]
        for path in sorted(place.rglob('*')):
            if path.is_file():
                lines.append(self.clean(f'> {path.relative_to(place)}'))
                lines += file_lines(path, self.clean)
        shutil.rmtree(place)
        return lines

    def page(self, commands):
        lines = []
        for number, command in enumerate(commands):
            found = self.entry(command, number)
            if found is None:
                return None
            lines += found + ['']
        return lines


def kind_of(page):
    """The option that asks for a page."""
    if page.startswith('sample-'):
        return '--samples'
    return '--played' if page in recordings.PLAYED else '--made'


def get_pages(options):
    """name -> commands: of recordings made for this, of played ones, of samples, or all"""
    kinds = options & {'--made', '--played', '--samples'}
    return {name: commands for name, commands in recordings.PAGES.items()
            if not kinds or kind_of(name) in kinds}


def main():
    options = {word for word in sys.argv[1:] if word.startswith('--')}
    cli, synth = (pathlib.Path(word).resolve() for word in sys.argv[1:] if word not in options)
    pages = get_pages(options)
    failed = False
    print(f'1..{len(pages)}', flush=True)
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(cli, synth, pathlib.Path(folder).resolve())
        for number, (name, commands) in enumerate(pages.items(), 1):
            path = HERE / 'pages' / f'{name}.txt'
            lines = ledger.page(commands)
            if lines is None:
                print(f'ok {number} {name} # SKIP its recording is not here', flush=True)
                continue
            if '--write' in options:
                path.parent.mkdir(exist_ok=True)
                path.write_text('\n'.join(lines) + '\n')
            told = differences(path.read_text().splitlines() if path.exists() else [], lines)
            for line in told[:MOST_TOLD]:
                print(f'# {line}')
            if len(told) > MOST_TOLD:
                print(f'# and {len(told) - MOST_TOLD} lines')
            print(f'{"not ok" if told else "ok"} {number} {name}', flush=True)
            failed |= bool(told)
            if failed and '--stop' in options:
                break
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
