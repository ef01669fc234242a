#!/usr/bin/env python3
# test-unknown-matrix.py - every command over recordings that lack something
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: test-unknown-matrix.py LANESCOPE-CLI LANESCOPE-SYNTH PAGE [INPUT…]

import concurrent.futures
import os
import pathlib
import re
import sys
import tempfile

import inputs
import matrix


def list_codes(page):
    return set(re.findall(r'^\| `(\w+)` \|', pathlib.Path(page).read_text(encoding='utf-8'), re.M))


def main():
    program, synth, page, *wanted = sys.argv[1:]
    codes = list_codes(page)
    with tempfile.TemporaryDirectory() as folder:
        made = inputs.make(synth, pathlib.Path(folder), os.environ.get('LANESCOPE_SAMPLES'))
        names = [name for name, (path, whole) in made.items() if whole and (not wanted or name in wanted)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            bases = {base: list(pool.map(lambda command: matrix.Answer(program, command, made[base][0]),
                                         matrix.COMMANDS + matrix.MODES))
                     for base in sorted({made[name][1] for name in names})}
            print(f'1..{len(names)}')
            for i, name in enumerate(names, 1):
                path, base = made[name]
                results = pool.map(
                    lambda command, whole: matrix.check(program, command, name, path, whole,
                                                        base == 'gpu', codes),
                    matrix.list_commands(name), bases[base])
                faults = [fault for found in results for fault in found]
                if name in matrix.OF_MODES:
                    faults += matrix.check_served(program, name, path, base == 'gpu', codes)
                if name == 'empty':
                    faults += matrix.check_merged(program, path, 2, 'There is no .lscope file in')
                if name == 'no-events':
                    faults += matrix.check_merged(program, path / 'trace.json', 2,
                                                  'it has no SQLite header')
                for fault in faults:
                    print(f'# {fault}')
                print(f"{'not ok' if faults else 'ok'} {i} {name}", flush=True)


main()
