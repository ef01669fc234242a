#!/usr/bin/env python3
# modes.py - what each mode of the reference tool costs, beside a bare scan of what it reads
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""modes.py LANESCOPE-CLI LANESCOPE-SYNTH [--ranks N] [--tasks N] [--check]

Makes a recording and tells the CPU seconds of each mode on it, least of three, and of a scan that
opens the same databases and sums the columns that the mode reads. --check: the exit status is 1 if a
mode costs more than its limit, 2 times the scan, or 3 where it joins or sorts all rows. What either
program takes to start does not count."""
import argparse
import os
import pathlib
import resource
import sqlite3
import subprocess
import sys
import tempfile

TASKS = 'SELECT sum(startNs % 7), sum(endNs % 7), sum(globalTaskId), sum(connectionId), sum(taskType) FROM TASK'
KERNELS = 'SELECT sum(globalTaskId), sum(name), sum(opType), sum(taskType) FROM COMPUTE_TASK_INFO'
SHAPES = 'SELECT sum(inputShapes) FROM COMPUTE_TASK_INFO'
OPS = 'SELECT sum(opName), sum(opType), sum(startNs % 7), sum(endNs % 7), sum(groupName), sum(connectionId) FROM COMMUNICATION_OP'
CALLS = 'SELECT sum(name), sum(startNs % 7), sum(endNs % 7), sum(connectionId) FROM CANN_API'
FRAMEWORK = 'SELECT sum(name), sum(startNs % 7), sum(endNs % 7), sum(connectionId) FROM PYTORCH_API'
TEXTS = 'SELECT sum(length(value)) FROM STRING_IDS'
STEPS = 'SELECT count(*), sum(startNs % 7) FROM STEP_TIME'
LINKS = 'SELECT sum(id), sum(connectionId) FROM CONNECTION_IDS'

# mode -> what it reads, and how many times the scan it may cost
MODES = {
    'cluster_time_summary': ([TASKS, KERNELS, OPS, CALLS, TEXTS], 2),
    'slow_rank': ([OPS, TEXTS], 2),
    'compute_op_sum': ([TASKS, KERNELS, SHAPES, TEXTS], 3),
    'hccl_sum': ([OPS, TEXTS], 2),
    'cann_api_sum': ([CALLS, TEXTS], 2),
    'free_analysis': ([TASKS, KERNELS, OPS, CALLS, FRAMEWORK, LINKS, TEXTS], 3),
    'slow_link': ([OPS, TEXTS], 2),
    'computational_op_masking': ([TASKS, KERNELS, OPS], 2),
    'communication_bottleneck': ([OPS, TASKS, CALLS, FRAMEWORK], 3),
    'all': ([STEPS], None),  # most of it is opening files
    'export_summary': ([TASKS, KERNELS, SHAPES, OPS, CALLS], None),  # most of it is writing
}
REPEATS = 3


def cpu_of(words):
    """CPU seconds of a command, least of several runs."""
    least = None
    for _ in range(REPEATS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        least = took if least is None else min(least, took)
    return least


def scan(folder, statements):
    for path in sorted(pathlib.Path(folder).rglob('ascend_pytorch_profiler_*.db')):
        with sqlite3.connect(f'file:{path}?mode=ro', uri=True) as database:
            for statement in statements:
                try:
                    database.execute(statement).fetchall()
                except sqlite3.OperationalError:  # a table that was not recorded
                    pass
        database.close()


def main():
    if sys.argv[1:2] == ['--scan']:
        scan(sys.argv[2], sys.argv[3:])
        return 0
    parser = argparse.ArgumentParser()
    parser.add_argument('cli')
    parser.add_argument('synth')
    parser.add_argument('--ranks', type=int, default=16)
    parser.add_argument('--tasks', type=int, default=100000)
    parser.add_argument('--check', action='store_true')
    options = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, 'data')
        subprocess.run([options.synth, '--preset=bench', f'--ranks={options.ranks}',
                        f'--tasks={options.tasks}', '--out', data], check=True)
        nothing = cpu_of([sys.executable, __file__, '--scan', folder + '/none'])
        start = cpu_of([options.cli, '--version'])
        print(f'{options.ranks} ranks, {options.tasks} tasks each; CPU seconds\n')
        print(f'{"mode":28} {"scan":>7} {"mode":>7} {"ratio":>6}  limit')
        for mode, (statements, limit) in MODES.items():
            bare = cpu_of([sys.executable, __file__, '--scan', data, *statements]) - nothing
            own = cpu_of([options.cli, '-q', '-j1', '-m', mode, '-d', data, '-o', folder + '/out']) - start
            is_over = limit is not None and own > limit * bare
            failed |= is_over
            print(f'{mode:28} {bare:7.2f} {own:7.2f} {own / bare:6.2f}  {limit or ""}'
                  f'{"  OVER" if is_over else ""}')
    return 1 if failed and options.check else 0


if __name__ == '__main__':
    sys.exit(main())
