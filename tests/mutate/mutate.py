#!/usr/bin/env python3
# mutate.py - do the tests notice when an operator is another?
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes random changes of one operator in the engine, one at a time, in a copy of the sources, and
runs the tests without the window on each. A change that makes no other machine code is not counted.

Exit status: 0 when every change was noticed, 1 when one was not."""

import argparse
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time

import operators

ROOMS = ['base', 'model', 'read', 'analyze', 'export']
SUITES = ['unit', 'golden', 'cli', 'draw']
LIKELY = 8  # how many tests are run before all others
BROAD = 'ledger'  # what notices most, for any source, is run after those
QUICK_S = 7  # what takes longer is run last


class Copy:
    """The sources as they are in the work tree, and a build of them."""

    def __init__(self, root, folder):
        self.source, self.build = folder / 'source', folder / 'build'
        self.seconds = {}
        self.refresh(root)
        if not (self.build / 'build.ninja').exists():
            if shutil.which('ld.lld'):
                os.environ['CC_LD'] = 'lld'  # most of the time goes into linking the tests
            run(['meson', 'setup', self.build, self.source, '-Dapp=false', '-Dc_args=-g0'], check=True)
        run(['ninja', '-C', self.build], check=True)
        tests = run(['meson', 'introspect', '--tests', self.build], check=True)[1]
        self.tests = [test['name'] for test in json.loads(tests)
                      if not set(SUITES).isdisjoint(suite.split(':')[-1] for suite in test['suite'])]

    def refresh(self, root):
        """Writes what differs only, so that a second run builds little."""
        names = subprocess.run(['git', 'ls-files', '-z', '--cached', '--others',
                                '--exclude-standard'], cwd=root, check=True, capture_output=True)
        names = [name for name in os.fsdecode(names.stdout).split('\0')
                 if name and (root / name).is_file()]
        for name in names:
            target = self.source / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.exists() or target.read_bytes() != (root / name).read_bytes():
                shutil.copy(root / name, target)
        for path in list(self.source.rglob('*')):
            if path.is_file() and str(path.relative_to(self.source)) not in set(names):
                path.unlink()

    def find_likely(self, name):
        """The tests whose names share most words with that of a source."""
        *folders, stem = pathlib.Path(name).with_suffix('').parts[2:]
        words = set(stem.split('-')[1:])

        def rate(test):
            parts = set(test.split('-')[1:])
            return 2 * len(parts & words) + len(parts & set(folders)) - len(parts - words) / 8

        rated = sorted(((rate(test), test) for test in self.tests), reverse=True)
        return [test for points, test in rated[:LIKELY] if points > 0]

    def find_batches(self, name):
        """All tests, in the order in which they are run: the likely ones, the broad ones, and those
        that took long without any change at the end."""
        likely = self.find_likely(name)
        broad = [test for test in self.tests if test.startswith(BROAD)]
        others = [test for test in self.tests if test not in likely + broad]
        quick = [test for test in others if self.seconds.get(test, 0) < QUICK_S]
        return [likely, broad, quick, [test for test in others if test not in quick]]

    def read_times(self):
        """Takes how long each test took from the log of the newest run."""
        for line in (self.build / 'meson-logs' / 'testlog.json').read_text().splitlines():
            result = json.loads(line)
            self.seconds[result['name'].split(' / ')[-1]] = result['duration']

    def find_object(self, name):
        layer, *rest = pathlib.Path(name).parts[1:]
        for folder in (self.build / 'src' / layer).rglob('*.p'):
            path = folder / ('_'.join(rest) + '.o')
            nested = folder / (rest[-1] + '.o')
            for candidate in (path, nested):
                if candidate.exists():
                    return candidate
        return None


def run(command, check=False, seconds=None):
    """Runs a command in a group of its own; (exit status or None at the limit, output)."""
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
                               errors='replace', start_new_session=True)
    try:
        output = process.communicate(timeout=seconds)[0]
    except (subprocess.TimeoutExpired, KeyboardInterrupt) as stop:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        if isinstance(stop, KeyboardInterrupt):
            raise
        return None, ''
    if check and process.returncode:
        sys.exit(output + f'\nmutate: {command[0]} failed')
    return process.returncode, output


def machine_code(path):
    """The sections that run, without the lines of the debugger."""
    stripped = path.with_suffix('.stripped')
    subprocess.run(['objcopy', '--strip-debug', str(path), str(stripped)], check=True)
    data = stripped.read_bytes()
    stripped.unlink()
    return data


def test(copy, names, seconds):
    """None when all these tests pass, or all of the suites, else what noticed the change. Builds
    what they need."""
    # A third of the time that a slow machine is given: a change may well make a loop endless.
    command = ['meson', 'test', '-C', copy.build, '--maxfail', '1', '--timeout-multiplier', '0.34']
    for suite in [] if names else SUITES:
        command += ['--suite', suite]
    status, output = run(command + names, seconds=seconds)
    if status is None:
        return f'no end within {seconds:.0f} s'
    if status == 0:
        return None
    if re.search(r'^(ninja: build stopped|FAILED:)', output, re.M):
        return 'the build of the tests'
    failed = re.search(r'lanescope:[\w+]+ / (\S+)\s+(FAIL|TIMEOUT|ERROR)\b', output)
    if not failed:
        return 'a failure without a name'
    return failed.group(1) + (', which does not end' if failed.group(2) == 'TIMEOUT' else '')


def describe(source, change):
    offset, length, text = change
    line = source.count('\n', 0, offset) + 1
    begin = source.rfind('\n', 0, offset) + 1
    end = source.find('\n', offset)
    return line, source[begin:end].strip(), f'"{source[offset:offset + length]}" becomes "{text}"'


def try_change(copy, name, change, seconds):
    """'same' when nothing else comes out of the compiler, else (whether, by what) it was noticed"""
    path = copy.source / name
    original = path.read_text()
    target = copy.find_object(name)
    before = machine_code(target)
    try:
        path.write_text(operators.apply(original, change))
        status, _output = run(['ninja', '-C', copy.build, target.relative_to(copy.build)])
        if status:
            return 'same', 'does not compile'
        if machine_code(target) == before:
            return 'same', 'the same machine code'
        tried = (test(copy, names, seconds) for names in copy.find_batches(name) if names)
        found = next(filter(None, tried), None)
        return found is not None, found
    finally:
        path.write_text(original)


def main():
    parser = argparse.ArgumentParser(prog='./dev mutate', description=__doc__)
    parser.add_argument('number', type=int, metavar='N', help='changes to make')
    parser.add_argument('--seed', type=int, help='make the same changes as another run')
    parser.add_argument('--only', metavar='TEXT', help='in files whose name contains TEXT')
    arguments = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parents[2]
    seed = arguments.seed if arguments.seed is not None else random.randrange(10**6)
    print(f'Seed {seed}. Building, and running the tests on what is not changed.', flush=True)
    copy = Copy(root, root / 'build-mutate')
    begin = time.monotonic()
    found = test(copy, [], 3600)
    if found:
        sys.exit(f'mutate: without any change {found} fails')
    seconds = 4 * (time.monotonic() - begin) + 60
    copy.read_times()

    places = []
    for room in ROOMS:
        for path in sorted((copy.source / 'src' / room).rglob('*.c')):
            name = str(path.relative_to(copy.source))
            if not arguments.only or arguments.only in name:
                places += [(name, change) for change in operators.find_changes(path.read_text())]
    random.Random(seed).shuffle(places)
    noticed, survivors = 0, []
    for name, change in places:
        if noticed + len(survivors) == arguments.number:
            break
        line, text, words = describe((copy.source / name).read_text(), change)
        result, by = try_change(copy, name, change, seconds)
        if result == 'same':
            continue
        print(f'{"noticed by " + by if result else "NOT NOTICED"}: {name}:{line}: {words} in: {text}',
              flush=True)
        noticed += result
        if not result:
            survivors.append((name, line))
    run(['ninja', '-C', copy.build], check=True)
    print(f'{noticed} of {noticed + len(survivors)} changes noticed')
    return 1 if survivors else 0


if __name__ == '__main__':
    sys.exit(main())
