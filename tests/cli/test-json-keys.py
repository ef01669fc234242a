#!/usr/bin/env python3
# test-json-keys.py - keys of all JSON are small letters with _ between words
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""test-json-keys.py LANESCOPE-CLI LANESCOPE-SYNTH: a test program that speaks TAP

Each command with --json, each table and report as a file of JSON, over a profile and a pair."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

CLI, SYNTH = (pathlib.Path(arg).resolve() for arg in sys.argv[1:3])
PLAIN = re.compile(r'[a-z0-9]+(_[a-z0-9]+)*')

# Of the reference tool (renamed.md): rows that say so in "table", files by their names.
REFERENCE = {'ModuleStatistic', 'StepTaskInfo', 'P2PPairs', 'ClusterTimeSummary', 'SlowRank',
             'SlowOpStats', 'OperatorMFU'}
# Names that the recording brings, as keys: of tables, of kinds of ops, of workers.
BROUGHT = {'tables', 'by_kind', 'by_worker', 'by_stage', 'by_replica', 'args'}

COMMANDS = [
    'overview {a}', 'findings {a}', 'info {a}', 'tree {a}', 'pp {a}', 'pp {a} --what-if all',
    'pp {a} --compare {b}', 'budget {a}', 'compare {a} {b}', 'check {a} --fail-above 3% --baseline {b}',
    'schedule 1f1b --stages 4 --micro-batches 8', 'stragglers {a}', 'overlap {a}', 'dispatch {a}',
    'dispatch {a} --ops', 'dispatch {a} --calls', 'dispatch {a} --copies', 'waits {a}',
    'communication {a}', 'communication {a} --ops', 'communication {a} --links',
    'communication {a} --matrix', 'communication {a} --packets', 'operators {a}', 'memory {a}',
    'slices {a} --name MatMul', 'roofline {a}',
    'query {a} "SELECT * FROM slices LIMIT 3"', 'query {a} "SELECT * FROM blocks LIMIT 3"',
]
FILES = ['pp {a} --table {out}', 'report {a} --report {out}', 'compare {a} {b} --report {out}']


def values(text):
    decoder, at = json.JSONDecoder(), 0
    while (at := at + len(text[at:]) - len(text[at:].lstrip())) < len(text):
        value, at = decoder.raw_decode(text, at)
        yield value


def wrong_keys(value, path=''):
    if isinstance(value, list):
        for item in value:
            yield from wrong_keys(item, path + '[]')
    elif isinstance(value, dict) and value.get('table') not in REFERENCE:
        for key, item in value.items():
            if not PLAIN.fullmatch(key):
                yield f'{path}.{key}'
            if key not in BROUGHT:
                yield from wrong_keys(item, f'{path}.{key}')


def run(command, folder):
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', command)]
    out = folder / 'out.json'
    words = [word.format(a=folder / 'a', b=folder / 'b', out=out) for word in words]
    if '{out}' in command:
        out.unlink(missing_ok=True)
        done = subprocess.run([CLI, *words], capture_output=True, text=True, check=False)
        return done, out.read_text() if out.exists() else ''
    done = subprocess.run([CLI, *words, '--json'], capture_output=True, text=True, check=False)
    return done, done.stdout


def main():
    commands = COMMANDS + FILES
    print(f'1..{len(commands)}', flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for side, change in {'a': [], 'b': ['--seed', '77', '--straggler', '2:1.0']}.items():
            subprocess.run([SYNTH, '--preset', 'demo', '--memory', '--steps', '5', *change, '--out',
                            folder / side], check=True, stdout=subprocess.DEVNULL)
        failed = 0
        for number, command in enumerate(commands, 1):
            done, text = run(command, folder)
            found = sorted({key for value in values(text) for key in wrong_keys(value)})
            is_right = bool(text.strip()) and not found
            failed += not is_right
            print(f"{'ok' if is_right else 'not ok'} {number} - {command}", flush=True)
            if not is_right:
                print(f'# status {done.returncode}: {found or done.stderr[-600:]!r}', flush=True)
    return 1 if failed else 0


sys.exit(main())
