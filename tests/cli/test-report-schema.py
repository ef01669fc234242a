#!/usr/bin/env python3
# test-report-schema.py - reports as JSON are what docs/report.schema.json says
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""test-report-schema.py LANESCOPE-CLI LANESCOPE-SYNTH SCHEMA: a test program that speaks TAP

Reads as much of JSON Schema as that file uses, and refuses to overlook what it does not know. Then it
looks at what a schema cannot say: rows have the columns that are listed, charts have figures, and no
sentence stands twice."""

import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

CLI, SYNTH, SCHEMA = (pathlib.Path(arg).resolve() for arg in sys.argv[1:4])
KINDS = {'object': dict, 'array': list, 'string': str, 'boolean': bool, 'null': type(None)}
KNOWN = {'$schema', '$defs', '$ref', 'title', 'description', 'type', 'required', 'properties',
         'additionalProperties', 'propertyNames', 'items', 'enum', 'const', 'pattern', 'oneOf', 'anyOf'}


class Checker:
    """Each method yields what is wrong with a value at a path."""

    def __init__(self, schema):
        self.root = schema

    def follow(self, reference):
        found = self.root
        for part in reference.removeprefix('#/').split('/'):
            found = found[part]
        return found

    def is_kind(self, value, kind):
        if kind in ('number', 'integer'):
            kinds = (int, float) if kind == 'number' else int
            return isinstance(value, kinds) and not isinstance(value, bool)
        return isinstance(value, KINDS[kind])

    def check_plain(self, schema, value, path):
        kinds = schema.get('type', [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if kinds and not any(self.is_kind(value, kind) for kind in kinds):
            yield f'{path} is no {" or ".join(kinds)}'
        if 'enum' in schema and value not in schema['enum']:
            yield f'{path} is {value!r}'
        if 'const' in schema and value != schema['const']:
            yield f'{path} is {value!r}, not {schema["const"]!r}'
        if 'pattern' in schema and isinstance(value, str) and not re.search(schema['pattern'], value):
            yield f'{path} is {value!r}'

    def check_object(self, schema, value, path):
        properties = schema.get('properties', {})
        yield from (f'{path} lacks {key}' for key in schema.get('required', []) if key not in value)
        for key, member in value.items():
            if 'propertyNames' in schema:
                yield from self.check(schema['propertyNames'], key, f'the key {path}.{key}')
            if key in properties:
                yield from self.check(properties[key], member, f'{path}.{key}')
            elif schema.get('additionalProperties') is False:
                yield f'{path} has {key}'

    def check_choice(self, schema, value, path):
        for word in ('oneOf', 'anyOf'):
            faults = [list(self.check(choice, value, path)) for choice in schema.get(word, [])]
            n = sum(not fault for fault in faults)
            if faults and (n == 0 or (word == 'oneOf' and n > 1)):
                yield f'{path} is {n} of {word}: {min(faults, key=len)[:3]}'

    def check(self, schema, value, path=''):
        if unknown := set(schema) - KNOWN - {'minItems', 'maxItems', 'minimum', 'default'}:
            raise ValueError(f'this test does not know {unknown}')
        if '$ref' in schema:
            yield from self.check(self.follow(schema['$ref']), value, path)
        yield from self.check_plain(schema, value, path)
        yield from self.check_choice(schema, value, path)
        if isinstance(value, dict):
            yield from self.check_object(schema, value, path)
        for i, item in enumerate(value if isinstance(value, list) and 'items' in schema else []):
            yield from self.check(schema['items'], item, f'{path}[{i}]')


def check_slices(rows):
    """Of both sides, within the axis but for slices that began before it, and none covers more than all."""
    return (len({row['recording'] for row in rows}) == 2 and len({row['lane'] for row in rows}) > 1 and
            all(row['dur_ns'] >= 0 and 0 <= row['covered'] <= 1 and row['offset_ns'] + row['dur_ns'] >= 0
                for row in rows))


def check_charts(report):
    """Of each chart its figures."""
    for section in report['sections']:
        tables = {item.get('table') for item in section['items'] if item['type'] == 'table'}
        for item in section['items']:
            if item['type'] == 'chart' and 'table' not in item and item.get('figures') not in tables:
                yield f"{section['id']}: “{item.get('title')}” has no figures"
            if item.get('table') == 'TimelineSlices' and not check_slices(item['rows']):
                yield f"{section['id']}: “{item.get('title')}” has other slices than a step"
            names = [column['name'] for column in item.get('columns', [])]
            for row in item.get('rows', []):
                if missing := [name for name in names if name not in row]:
                    yield f"{item['table']}: a row lacks {missing}"
                    break


def check_sentences(report):
    """No sentence of the chapters stands twice."""
    said = collections.Counter()
    for section in report['sections']:
        said[section['message']] += 1
        for item in section['items']:
            for text in [item.get('text'), *item.get('points', [])]:
                said[text.rstrip('.') if text else None] += 1
            said[item['title'].rstrip('.') if item['type'] == 'points' and 'title' in item else None] += 1
    return [f'said {n} times: {text}' for text, n in said.items() if text and n > 1]


def run(command, out):
    out.unlink(missing_ok=True)
    done = subprocess.run([CLI, *command, '-q', '--report', out], capture_output=True, text=True, check=False)
    return json.loads(out.read_text()) if out.exists() else f'{command}: {done.stderr[-600:]}'


def look(checker, report):
    if isinstance(report, str):
        return [report]
    return [*checker.check(checker.root, report), *check_charts(report), *check_sentences(report)]


def break_report(report):
    """Copies with a fault each, which have to be noticed."""
    for fault in ({'schema_version': 2}, {'verdict': 3}, {'newKey': 1}, {'facts': [{'id': 'why'}]},
                  {'date': 'today'}, {'sections': [{'id': 'A b', 'title': None, 'message': None, 'items': []}]},
                  {'sections': [{'id': 'a', 'title': None, 'message': None, 'items': [{'type': 'film'}]}]},
                  {'sections': [{'id': 'a', 'title': None, 'message': 'b', 'items': [{'type': 'text', 'text': 'b.'}]}]},
                  {'sections': [{'id': 'a', 'title': None, 'message': None, 'items': [{'type': 'chart'}]}]}):
        yield {**report, **fault}, fault


def main():
    checker = Checker(json.loads(SCHEMA.read_text()))
    results = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for side, change in {'a': [], 'b': ['--straggler', '2:1.0']}.items():
            subprocess.run([SYNTH, '--preset', 'demo', '--memory', '--steps', '5', *change, '--out',
                            folder / side], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([SYNTH, '--preset', 'small', '--ranks', '1', '--out', folder / 'one'], check=True,
                       stdout=subprocess.DEVNULL)
        out = folder / 'out.json'
        commands = {'a recording': ['report', folder / 'a'], 'one rank': ['report', folder / 'one'],
                    'two recordings': ['compare', folder / 'a', folder / 'b'],
                    'two that are the same': ['compare', folder / 'a', folder / 'a']}
        reports = {what: run(command, out) for what, command in commands.items()}
        results += [(what, look(checker, report)) for what, report in reports.items()]
        whole = reports['a recording']
        results += [(f'notices {fault}', [] if look(checker, broken) else ['not noticed'])
                    for broken, fault in break_report(whole if isinstance(whole, dict) else {})]
    print(f'1..{len(results)}', flush=True)
    for number, (what, faults) in enumerate(results, 1):
        print(f"{'not ok' if faults else 'ok'} {number} - {what}")
        for fault in faults[:12]:
            print(f'# {fault}')
    return 1 if any(faults for _, faults in results) else 0


sys.exit(main())
