#!/usr/bin/env python3
# test-headlines.py - the bold line of a report, and of communication, memory and compare, is short
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""test-headlines.py LANESCOPE-CLI: a test program that speaks TAP

The first line has at most twelve words, a figure being one with its unit, and at most thirty-six
characters where it is Chinese; a rate or a share in it is never rounded to 0, and what is not known
is said once. Recordings are those of all simulated worlds, of all faults that findings are judged
by, and the samples where they are there."""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
TESTS = pathlib.Path(__file__).resolve().parents[1]
CLI = pathlib.Path(sys.argv[1]).resolve()
SAMPLES = os.environ.get('LANESCOPE_SAMPLES')
SEED = 7
MOST_WORDS = 12
MOST_CHARACTERS = 36
UNITS = {'ns', 'µs', 'ms', 's', 'min', 'h', '%', 'B', 'KiB', 'MiB', 'GiB', 'GB/s'}
CHINESE = re.compile('[\u4e00-\u9fff]')
NOTHING = re.compile(r'(?<![\d.])0(\.0+)? (GB/s|%)')
TWICE = re.compile(r'not known, because [^.]*not known')

# Makers of recordings by the folder of the tests that they are of: (program, names).
WORLDS = ('worlds', 'import json, make, sys\n'
                    'make.make(sys.argv[1], int(sys.argv[2]), sys.argv[3])\n',
          'import make\nprint(*make.CLEAN, *make.FAULTS)\n')
FAULTS = ('findings', 'import cases, pathlib, recording, sys\n'
                      'name = None if sys.argv[1] == "clean" else sys.argv[1]\n'
                      'profile, played, truth = cases.draw_case(int(sys.argv[2]), 0, name)\n'
                      'recording.write(pathlib.Path(sys.argv[3]), profile, played)\n',
          'import cases\nprint(*cases.FAULTS, "clean")\n')


def count_words(line):
    words = line.split()
    return sum(1 for i, word in enumerate(words)
               if not (i > 0 and word.strip('.,;:()') in UNITS and re.search(r'\d', words[i - 1])))


def python(folder, program, *arguments):
    done = subprocess.run([sys.executable, '-B', '-c', program, *map(str, arguments)], check=True,
                          cwd=TESTS / folder, capture_output=True, text=True)
    return done.stdout.split()


def first_lines(path, scratch):
    """The bold lines of a recording: (of what, the line)."""
    for language in ('en', 'zh'):
        report = pathlib.Path(scratch, f'{language}.json')
        subprocess.run([CLI, 'report', path, '-q', f'--lang={language}', f'--report={report}'],
                       check=False, capture_output=True)
        if report.exists():
            yield f'report in {language}', json.loads(report.read_text())['verdict']
    for command in ('communication', 'memory'):
        done = subprocess.run([CLI, command, path], check=False, capture_output=True, text=True)
        lines = done.stdout.splitlines()
        if lines and not lines[0].startswith('?'):
            yield command, re.sub(r'^Rank \d+(, Rank \d+)*( and \d+ more)?: ', '', lines[0])


def judge(path, scratch):
    """What is wrong with the bold lines of a recording."""
    for what, line in first_lines(path, scratch):
        if CHINESE.search(line):
            if len(line) > MOST_CHARACTERS:
                yield f'{what}: {len(line)} characters: {line}'
        elif count_words(line) > MOST_WORDS:
            yield f'{what}: {count_words(line)} words: {line}'
        if NOTHING.search(line) or TWICE.search(line):
            yield f'{what}: {line}'


def judge_made(job):
    (folder, program, _), name = job
    with tempfile.TemporaryDirectory() as scratch:
        place = pathlib.Path(scratch, name)
        python(folder, program, name, SEED, place)
        return [f'{name}: {fault}' for fault in judge(place, scratch)]


def judge_sample(path):
    with tempfile.TemporaryDirectory() as scratch:
        return [f'{path.name}: {fault}' for fault in judge(path, scratch)]


def list_samples():
    root = pathlib.Path(SAMPLES)
    for pattern in ('ascend-*', 'pp-*', 'freq-ep', 'module-small', 'msprof-db', 'faults/*/',
                    'kineto/*.json*', 'h100/*.json.gz', 'h100/*.pickle'):
        yield from sorted(root.glob(pattern))


def tell(number, name, faults):
    for fault in faults:
        print(f'# {fault}')
    print(f"{'not ' if faults else ''}ok {number} {name}", flush=True)
    return not faults


def judge_pairs():
    """Of comparisons: who changed, and by how much."""
    root = pathlib.Path(SAMPLES)
    pairs = [('h100/base-1.json.gz', 'h100/fused-norm-1.json.gz', r'The step is 18\.\d % shorter'),
             ('h100/base-1.json.gz', 'h100/base-2.json.gz', r'not changed beyond the noise'),
             ('h100/base-1.json.gz', 'h100/base-1.json.gz', r'same recording')]
    for before, after, words in pairs:
        done = subprocess.run([CLI, 'compare', root / before, root / after], check=False,
                              capture_output=True, text=True)
        line = done.stdout.splitlines()[0]
        if count_words(line) > MOST_WORDS or not re.search(words, line):
            yield f'{before}, {after}: {count_words(line)} words: {line}'


def main():
    kinds = [('worlds', WORLDS), ('faults', FAULTS)]
    print(f'1..{len(kinds) + 2}')
    is_good = True
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, (name, kind) in enumerate(kinds, 1):
            jobs = [(kind, one) for one in python(kind[0], kind[2])]
            found = [fault for faults in pool.map(judge_made, jobs) for fault in faults]
            is_good = tell(number, name, found) and is_good
        if not SAMPLES:
            print('ok 3 samples # SKIP LANESCOPE_SAMPLES is not set')
            print('ok 4 pairs # SKIP LANESCOPE_SAMPLES is not set')
            return 0 if is_good else 1
        found = [fault for faults in pool.map(judge_sample, list_samples()) for fault in faults]
    is_good = tell(3, 'samples', found) and is_good
    return 0 if tell(4, 'pairs', list(judge_pairs())) and is_good else 1


if __name__ == '__main__':
    sys.exit(main())
