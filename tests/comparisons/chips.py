#!/usr/bin/env python3
# chips.py - one model on two chips: what of the device time is paired
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the samples of one model on two GPUs, and each of them with what an NPU would have
recorded of it (ascend_twin.py): nine tenths of the device time of each side have a counterpart,
kernels stay each side's own, nothing is counted twice, and equal products have equal FLOPs.

    chips.py LANESCOPE-CLI      with LANESCOPE_SAMPLES, else it is skipped
"""

import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SAMPLES = os.environ.get('LANESCOPE_SAMPLES')
NAMES = ('h100', 'mi300')
LEAST_PAIRED = 0.9
failures = []


def check(is_right, *about):
    if not is_right:
        failures.append(' '.join(map(str, about)))


def run(cli, *arguments):
    result = subprocess.run([cli, 'compare', *map(str, arguments)], capture_output=True, text=True,
                            check=False, env={**os.environ, 'LC_ALL': 'C.UTF-8'})
    return result.returncode, result.stdout, result.stderr


def make_twin(source, folder, *options):
    subprocess.run([sys.executable, HERE / 'ascend_twin.py', source, folder, *options], check=True)
    return folder


def check_pair(cli, name, before, after):
    _, out, err = run(cli, before, after, '--json')
    chips = json.loads(out).get('chips')
    check(chips, name, 'not recognised as different chips', err)
    if not chips:
        return None
    for number, side in enumerate(chips['sides']):
        check(side['paired_share'] >= LEAST_PAIRED, name, side['side'], 'paired only',
              side['paired_share'])
        for rows in ('kinds', 'modules', 'ops'):
            total = sum(row[('before_ns', 'after_ns')[number]] or 0 for row in chips[rows])
            check(total == side['device_ns'] == side['total_ns'] // side['steps'],
                  name, side['side'], rows, total, side)
    for row in chips['ops']:
        if row['shapes'] == 'equal':
            check(abs(row['before_flops'] - row['after_flops']) <= 1e-6 * row['before_flops'],
                  name, row)
    check(any(row['shapes'] == 'equal' for row in chips['ops']), name, 'no equal shapes')
    print(f"{name}: {[round(side['paired_share'], 4) for side in chips['sides']]}; "
          f"{chips['text']}")
    return chips


def check_traces(cli, traces, folder):
    gpus = check_pair(cli, 'two GPUs', *traces)
    check(gpus and 'BertSdpaSelfAttention: it reaches 24.9 % of the share' in gpus['text'],
          'two GPUs: attention is not what MI300X is behind at')
    check(gpus and all(row['match'] == 'exact' for row in gpus['ops']), 'two GPUs: not by name')
    for name, trace in zip(NAMES, traces):
        twin = make_twin(trace, folder / name)
        there = check_pair(cli, f'{name} and its twin', trace, twin)
        check_pair(cli, f'the twin and {name}', twin, trace)
        kernels = [row['after_kernels'] for row in there['ops']] if there else []
        check('MatMulV2' in kernels and 'AddLayerNorm' in kernels, name, kernels)
    twin = make_twin(traces[0], folder / 'plain', '--drop-shapes')
    _, out, _ = run(cli, traces[0], twin)
    check('of its peak is not known, because no shapes' in out, 'without shapes:', out)


def check_documents(cli, traces, folder):
    picture, report, book = folder / 'chips.svg', folder / 'chips.md', folder / 'chips.db'
    code, _, err = run(cli, *traces, '--out', picture, '--parts', 'chips', '--report', report,
                       '--table', book)
    check(code == 0, 'documents', code, err)
    check('of its peak' in picture.read_text() if picture.exists() else False, 'picture')
    check('Both chips' in report.read_text() if report.exists() else False, 'report')
    tables = {row[0] for row in sqlite3.connect(book).execute('SELECT name FROM sqlite_master')}
    check({'ChipSides', 'ChipKinds', 'ChipModules', 'ChipOps'} <= tables, 'tables', tables)
    code, _, err = run(cli, traces[0], traces[0], '--out', folder / 'none.svg', '--parts', 'chips')
    check(code != 0 and 'different chips' in err, 'a picture of one chip', code, err)


def check_options(cli, traces):
    _, out, _ = run(cli, *traces, '--across-chips', 'no')
    check('against its own peak' not in out, '--across-chips no is not obeyed')
    _, out, _ = run(cli, traces[0], traces[0])
    check('against its own peak' not in out, 'one chip is taken for two')
    _, out, _ = run(cli, traces[0], traces[0], '--across-chips', 'yes')
    check('against its own peak' in out, '--across-chips yes is not obeyed')
    _, out, _ = run(cli, *traces, '--peaks', '100,', '--json')
    sides = json.loads(out)['chips']['sides']
    check([side['peak_flops_per_s'] for side in sides] == [1e14, 1307.4e12], '--peaks', sides)
    code, _, err = run(cli, *traces, '--peaks', 'fast')
    check(code == 1 and '--peaks' in err, 'a bad --peaks', code, err)


def main():
    if not SAMPLES:
        print('LANESCOPE_SAMPLES is not set')
        sys.exit(77)
    cli = sys.argv[1]
    traces = [pathlib.Path(SAMPLES) / 'kineto' / f'bert-small-{name}.json.gz' for name in NAMES]
    with tempfile.TemporaryDirectory() as folder:
        check_traces(cli, traces, pathlib.Path(folder))
        check_documents(cli, traces, pathlib.Path(folder))
    check_options(cli, traces)
    for failure in failures:
        print('FAILED:', failure)
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    main()
