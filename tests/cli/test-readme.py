#!/usr/bin/env python3
# test-readme.py - the commands of the README do what it says, each as the first one
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""test-readme.py SOURCE-DIR LANESCOPE-CLI LANESCOPE-SYNTH: a test program that speaks TAP

Every line of the README that begins with lanescope-cli runs in a folder of its own that holds the
profiles it names and nothing else. What it is told to write has to be there."""

import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE, CLI, SYNTH = (pathlib.Path(arg).resolve() for arg in sys.argv[1:4])

# A reader sees that some waits are not known from the status, too.
MAY_END_WITH = {'waits': (0, 3)}
# What a command needs beside the profiles, and the command that writes it.
NEEDS = {'limits.json': 'lanescope-cli check result --init --budget limits.json',
         'merge extracts': 'lanescope-cli extract result -o extracts',
         'job.lscope': 'lanescope-cli extract result -o extracts && '
                       'lanescope-cli merge extracts -o job.lscope'}
# A run on a GPU, and what it is compared with, of the same model.
CHIPS = ('gpu.json.gz', 'npu')
OUTPUT = re.compile(r'(?:--(?:out|table|report)|-o) (\S+)')


def commands():
    for line in (SOURCE / 'README.md').read_text().splitlines():
        if line.startswith('    lanescope-cli '):
            yield line.split(' #')[0].strip()


def write_profiles(folder):
    changes = {'before': [], 'after': ['--seed', '77', '--straggler', '2:1.0']}
    for name, change in changes.items():
        subprocess.run([SYNTH, '--preset', 'demo', '--memory', '--dp', '2', '--steps', '5',
                        *change, '--out', folder / name], check=True, stdout=subprocess.DEVNULL)


def write_chips(folder):
    """The same small job as a trace of GPUs and as a result of NPUs."""
    common = [SYNTH, '--preset', 'small', '--steps', '3']
    subprocess.run([*common, '--kineto', '--no-db', '--out', folder / 'traces'], check=True,
                   stdout=subprocess.DEVNULL)
    trace = sorted(path for path in (folder / 'traces').rglob('*.json*')
                   if b'traceEvents' in path.read_bytes()[:4096] or path.suffix == '.gz')[0]
    data = trace.read_bytes()
    (folder / CHIPS[0]).write_bytes(data if trace.suffix == '.gz' else gzip.compress(data))
    subprocess.run([*common, '--out', folder / CHIPS[1]], check=True, stdout=subprocess.DEVNULL)


def run(line, folder):
    path = str(CLI.parent) + os.pathsep + os.environ['PATH']
    return subprocess.run(line, shell=True, cwd=folder, env={**os.environ, 'PATH': path},
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300)


def fault(line, profiles):
    """What is wrong with a command, or nothing."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        for name, profile in (('result', 'before'), ('before', 'before'), ('after', 'after')):
            (folder / name).symlink_to(profiles / profile)
        if any(name in line.split() for name in CHIPS):
            write_chips(folder)
        for name, maker in NEEDS.items():
            if name in line and not maker.endswith(line):
                run(maker, folder)
        done = run(line, folder)
        if done.returncode not in MAY_END_WITH.get(line.split()[1], (0,)):
            return f'it ended with {done.returncode}: {done.stderr}'
        for name in OUTPUT.findall(line):
            if not (folder / name).exists():
                return f'it wrote no {name}'
        if not OUTPUT.search(line) and not done.stdout + done.stderr and '--init' not in line:
            return 'it printed nothing'
        shutil.rmtree(folder / 'result' / 'cluster_analysis_output', ignore_errors=True)
    return None


def main():
    lines = list(dict.fromkeys(commands()))
    failed = 0
    print(f'1..{len(lines)}')
    with tempfile.TemporaryDirectory() as place:
        profiles = pathlib.Path(place)
        write_profiles(profiles)
        for number, line in enumerate(lines, 1):
            wrong = fault(line, profiles)
            failed += wrong is not None
            print(f'{"not ok" if wrong else "ok"} {number} - {line}')
            if wrong:
                print('# ' + wrong.replace('\n', '\n# '))
    return 1 if failed or not lines else 0


sys.exit(main())
