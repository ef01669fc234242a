#!/usr/bin/env python3
# test-report-forms.py - what a workbook and a comment of a report hold, beside their figures
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""test-report-forms.py LANESCOPE-CLI LANESCOPE-SYNTH: a test program that speaks TAP

The workbook: answer, links, titles with units, formats, filters, frozen headers, charts whose axes
begin at 0, properties, equal bytes. The comment: four lines, bars, one fold, no more than fits."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
import zipfile

CLI, SYNTH = (pathlib.Path(arg).resolve() for arg in sys.argv[1:3])
MAIN = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
CHART = '{http://schemas.openxmlformats.org/drawingml/2006/chart}'
MOST_CHARACTERS = 65000


class Book:
    def __init__(self, path):
        self.file = zipfile.ZipFile(path)
        self.names = [sheet.get('name') for sheet in self.part('xl/workbook.xml').iter(f'{MAIN}sheet')]
        styles = self.part('xl/styles.xml')
        codes = {n.get('numFmtId'): n.get('formatCode') for n in styles.iter(f'{MAIN}numFmt')}
        self.formats = [codes.get(x.get('numFmtId'), x.get('numFmtId'))
                        for x in styles.find(f'{MAIN}cellXfs')]

    def part(self, name):
        return xml.fromstring(self.file.read(name))

    def sheet(self, name):
        return self.part(f'xl/worksheets/sheet{self.names.index(name) + 1}.xml')

    def charts(self):
        return [self.part(name) for name in sorted(self.file.namelist()) if 'xl/charts/chart' in name]


def text_of(cell):
    return ''.join(part.text or '' for part in cell.iter(f'{MAIN}t')) or cell.findtext(f'{MAIN}v')


def rows_of(sheet):
    return [{re.sub(r'\d', '', cell.get('r')): cell for cell in row.iter(f'{MAIN}c')}
            for row in sheet.iter(f'{MAIN}row')]


# ---- the workbook ----

def check_cover(book, report):
    sheet = book.sheet('Summary')
    said = [text_of(cell) for row in rows_of(sheet) for cell in row.values()]
    for text in [report['title'], report['verdict'], report['detail'],
                 *(fact[key] for fact in report['facts'] for key in ('title', 'text'))]:
        if text not in said:
            yield f'the cover lacks {text}'
    links = [link.get('location') for link in sheet.iter(f'{MAIN}hyperlink')]
    for name in book.names[1:]:
        if f"'{name}'!A1" not in links and f'{name}!A1' not in links:
            yield f'nothing leads to {name}'
    if len(links) != len(book.names) - 1:
        yield f'{len(links)} links, {len(book.names)} sheets'
    if sheet.find(f'{MAIN}drawing') is None:
        yield 'the cover has no chart'


def check_names(book, report):
    tables = {item['table'] for section in report['sections'] for item in section['items'] if 'table' in item}
    for name in book.names:
        if name in tables or len(name) > 31 or '_' in name or re.search('[a-z][A-Z]', name):
            yield f'{name} is no name in words'
    folded = {name.casefold() for name in book.names}
    if len(folded) < len(book.names):
        yield f'names stand twice: {book.names}'
    if len(book.names) < len(tables):
        yield 'tables are missing'


def check_sheet(book, name):
    sheet = book.sheet(name)
    rows = rows_of(sheet)
    pane = sheet.find(f'.//{MAIN}pane')
    if pane is None or (pane.get('topLeftCell'), pane.get('state')) != ('A2', 'frozen'):
        yield f'{name}: the header is not frozen'
    if len(rows) > 1 and (sheet.find(f'{MAIN}autoFilter') is None or
                          sheet.find(f'{MAIN}autoFilter').get('ref')[:3] != 'A1:'):
        yield f'{name} has no filter'
    titles = {column: text_of(cell) for column, cell in rows[0].items()}
    for column, title in titles.items():
        if re.fullmatch('[a-z]+(_[a-z]+)*', title) and '_' in title:
            yield f'{name}: {title} is a key'
        formats = {book.formats[int(row[column].get('s', 0))] for row in rows[1:]
                   if column in row and row[column].find(f'{MAIN}v') is not None and row[column].get('t') is None}
        if re.search(r'\((ms|s|µs)\)$', title) and formats and not any('0.000' in f for f in formats):
            yield f'{name}: {title} is written as {formats}'
        if '%' in title and formats and not all(f.endswith('%') for f in formats):
            yield f'{name}: {title} is written as {formats}'
        if re.search(r'\((B|MiB|GiB)\)$', title) and formats and not any('0.00' in f for f in formats):
            yield f'{name}: {title} is written as {formats}'


def check_widths(book):
    widths = {column.get('width') for name in book.names for column in book.sheet(name).iter(f'{MAIN}col')}
    if len(widths) < 8:
        yield f'columns are {widths} wide'


def check_charts(book):
    charts = book.charts()
    if len(charts) < 3:
        yield f'there are {len(charts)} charts'
    for number, chart in enumerate(charts, 1):
        titles = [''.join(title.itertext()).strip() for title in chart.iter(f'{CHART}title')]
        changes = 'What changed' in titles
        for axis in chart.iter(f'{CHART}valAx'):
            if chart.find(f'.//{CHART}scatterChart') is not None and axis.find(f'{CHART}axPos').get('val') == 'b':
                continue  # of moments and steps, which are no lengths
            least = axis.find(f'{CHART}scaling/{CHART}min')
            if (least is None) != changes or (least is not None and float(least.get('val')) != 0):
                yield f'chart {number} {titles}: its axis does not begin at 0'
        if not list(chart.iter(f'{CHART}ser')):
            yield f'chart {number} draws nothing'
        for place in chart.iter(f'{CHART}f'):
            if place.text.split('!')[0].strip("'") not in book.names:
                yield f'chart {number} draws {place.text}'


def check_ranks(book, report):
    """A rank's bar is as long as its step, in the unit of the header."""
    item = next(item for section in report['sections'] for item in section['items']
                if item.get('table') == 'RankBars')
    rows = rows_of(book.sheet('Rank Chart'))
    titles = {text_of(cell): column for column, cell in rows[0].items()}
    for row, known in zip(rows[1:], item['rows'], strict=True):
        step, compute = (float(text_of(row[titles[title]])) for title in ('Step Time (ms)', 'Computing (ms)'))
        if abs(step * 1e6 - known['step_ns']) > 0.5 or abs(compute * 1e6 - known['compute_ns']) > 0.5:
            yield f"{known['name']}: {step} and {compute} ms"
        if text_of(row['A']) != known['name'] + (' ◀' if known['slow'] else ''):
            yield f"{known['name']} is called {text_of(row['A'])}"
    if not any(row['slow'] for row in item['rows']):
        yield 'no bar is marked'


def check_properties(book, report):
    core = book.file.read('docProps/core.xml').decode()
    for tag, text in {'title': report['title'], 'subject': report['verdict']}.items():
        if f'<dc:{tag}>{text}</dc:{tag}>' not in core:
            yield f'{tag} of the document is not {text}'
    if '<dc:creator></dc:creator>' not in core and '<dc:creator/>' not in core:
        yield 'somebody is named as its author'


def check_folded(book):
    """What no page shows is there, but folded."""
    columns = list(book.sheet('Ranks').iter(f'{MAIN}col'))
    hidden = [column for column in columns if column.get('hidden') == '1']
    if not hidden or len(hidden) == len(columns) or columns[0].get('hidden') == '1':
        yield f'{len(hidden)} of {len(columns)} columns are folded'


# ---- the comment ----

def check_comment(text, report):
    head, _, rest = text.partition('<details>')
    lines = head.splitlines()
    if lines[0] != f"### {report['verdict']}":
        yield f'it begins with {lines[0]}'
    for fact in report['facts']:
        if f"- **{fact['title']}**: " not in head:
            yield f"{fact['title']} is folded"
    if not re.search('`█+▓*▒*░*`', head):
        yield 'there is no bar above the fold'
    if any(len(line) > 1200 for line in lines):
        yield 'a line is too long'
    if text.count('<details>') != text.count('</details>') or not text.rstrip().endswith('</details>'):
        yield 'folds are open'
    if '\\_' in re.sub('`[^`]*`', '', text):
        yield 'a name is escaped instead of being code'
    yield from check_tables(text)


def check_tables(text):
    """Rows of a table have as many cells as its head: no bar of a name ends a cell."""
    n = 0
    for line in text.splitlines():
        cells = len(re.findall(r'(?<!\\)\|', line)) if line.startswith('|') else 0
        if cells and n and cells != n:
            yield f'a row has {cells - 1} cells, not {n - 1}: {line[:120]}'
        n = cells


def check_limit(folder, profile):
    """Chapters without room are named, the others are whole."""
    pins = folder / 'pins.json'
    long = ', '.join(f"'{'x' * 200}' AS c{i}" for i in range(60))
    queries = [{'view': 'query/query', 'title': f'List {i}', 'arguments': {'sql': f'SELECT {what} FROM slices LIMIT 9'}}
               for i, what in enumerate(('name', long, 'id'))]
    pins.write_text(json.dumps({'version': 1, 'pins': queries}))
    text = write(folder, 'long.md', 'report', profile, '--pins', pins)
    if len(text) > MOST_CHARACTERS:
        yield f'{len(text)} characters'
    if 'Skipped, because a comment takes at most 65000 characters: List 1.' not in text:
        yield 'nothing says what is left out'
    for title, is_there in {'List 0': True, 'List 1': False, 'List 2': True}.items():
        if (f'<b>{title}</b>' in text) != is_there:
            yield f'{title} {"is missing" if is_there else "is there"}'
    if text.count('<details>') != text.count('</details>'):
        yield 'folds are open'


# ---- all of it ----

def write(folder, name, *command):
    path = folder / name
    done = subprocess.run([CLI, *command, '-q', '--report', path], capture_output=True, text=True, check=False)
    if not path.exists():
        raise RuntimeError(f'{command}: {done.stderr[-600:]}')
    return path.read_text() if path.suffix != '.xlsx' else path


def look_at(folder, what, *command):
    report = json.loads(write(folder, f'{what}.json', *command))
    book = Book(write(folder, f'{what}.xlsx', *command))
    again = write(folder, f'{what}-again.xlsx', *command, '--reproducible')
    same = write(folder, f'{what}-same.xlsx', *command, '--reproducible')
    yield 'cover', check_cover(book, report)
    yield 'names of sheets', check_names(book, report)
    yield 'sheets', (fault for name in book.names[2:] for fault in check_sheet(book, name))
    yield 'widths', check_widths(book)
    yield 'charts', check_charts(book)
    yield 'bars of ranks', check_ranks(book, report)
    yield 'properties', check_properties(book, report)
    yield 'folded columns', check_folded(book) if what == 'one' else []
    yield 'equal bytes', [] if again.read_bytes() == same.read_bytes() else ['bytes differ']
    yield 'comment', check_comment(write(folder, f'{what}.md', *command), report)


def main():
    results = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for side, change in {'a': [], 'b': ['--straggler', '2:1.0']}.items():
            subprocess.run([SYNTH, '--preset', 'demo', '--memory', '--steps', '5', *change, '--out',
                            folder / side], check=True, stdout=subprocess.DEVNULL)
        for what, command in {'one': ['report', folder / 'a'],
                              'two': ['compare', folder / 'a', folder / 'b']}.items():
            results += [(f'{what}: {about}', list(faults)) for about, faults in look_at(folder, what, *command)]
        results.append(('a comment that is too long', list(check_limit(folder, folder / 'a'))))
    print(f'1..{len(results)}', flush=True)
    for number, (what, faults) in enumerate(results, 1):
        print(f"{'not ok' if faults else 'ok'} {number} - {what}")
        for fault in faults[:12]:
            print(f'# {fault}')
    return 1 if any(faults for _, faults in results) else 0


sys.exit(main())
