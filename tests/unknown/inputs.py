# inputs.py - recordings that lack something, each made of one that has all
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Recordings that lack something.

FULL: what is recorded where nothing lacks. LACKS: name -> statements that are run on each database of
it. The others are made by functions of their own. make() returns name -> (path, the full one that it
is compared with).
"""

import json
import pathlib
import shutil
import sqlite3
import subprocess

FULL = ('--preset pipeline --schedule 1f1b --pp 2 --dp 2 -M 4 --steps 5 --level 2 --memory --modules '
        '--backward --straggler 1:1.3 --unit 400')
GPU = '--preset pipeline --schedule 1f1b --pp 2 --dp 2 -M 4 --steps 5 --kineto --no-db'

LACKS = {
    'no-steps': ['DELETE FROM STEP_TIME'],
    'no-launches': ['DELETE FROM CANN_API', 'DELETE FROM CONNECTION_IDS',
                    'UPDATE TASK SET connectionId = 4294967295',
                    'UPDATE COMMUNICATION_OP SET connectionId = 4294967295'],
    'no-shapes': ['UPDATE COMPUTE_TASK_INFO SET inputShapes = NULL, outputShapes = NULL',
                  'UPDATE PYTORCH_API SET inputShapes = NULL'],
    'no-modules': ["DELETE FROM MSTX_EVENTS"],
    'no-memory': ['DROP TABLE OP_MEMORY', 'DROP TABLE MEMORY_RECORD', 'DROP TABLE NPU_MEM'],
    'no-comm-tasks': ['DROP TABLE COMMUNICATION_TASK_INFO'],
    'no-communication': ['DROP TABLE COMMUNICATION_TASK_INFO', 'DROP TABLE COMMUNICATION_OP'],
    'host-alone': ['DROP TABLE TASK', 'DROP TABLE COMPUTE_TASK_INFO', 'DROP TABLE COMMUNICATION_OP',
                   'DROP TABLE COMMUNICATION_TASK_INFO', 'DROP TABLE TASK_PMU_INFO',
                   'DROP TABLE COMMUNICATION_SCHEDULE_TASK_INFO'],
    'device-alone': ['DROP TABLE PYTORCH_API', 'DROP TABLE CANN_API', 'DROP TABLE CONNECTION_IDS',
                     'DROP TABLE MSTX_EVENTS'],
    'no-groups': ["DELETE FROM META_DATA WHERE name IN ('distributed_args', 'parallel_group_info', "
                  "'pp_info')"],
}


def synth(program, folder, arguments):
    subprocess.run([program, *arguments.split(), '--out', folder], check=True,
                   stdout=subprocess.DEVNULL)
    return folder


def databases(folder):
    return sorted(folder.rglob('ascend_pytorch_profiler_*.db'))


def lack(source, folder, statements):
    shutil.copytree(source, folder)
    for path in databases(folder):
        database = sqlite3.connect(path)
        there = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        with database:
            for statement in statements:
                if statement.startswith('DROP TABLE ') and statement.split()[2] not in there:
                    continue
                database.execute(statement)
        database.close()
    if any('META_DATA' in statement for statement in statements):
        for path in folder.rglob('profiler_metadata.json'):
            path.unlink()
    return folder


def cut(source, folder, percent):
    """The end of each database is gone, as after a copy that broke off."""
    shutil.copytree(source, folder)
    for path in databases(folder):
        with path.open('r+b') as file:
            file.truncate(path.stat().st_size * percent // 100)
    return folder


def one_rank(source, folder):
    shutil.copytree(source, folder)
    for place in sorted(folder.glob('*_ascend_pt'))[1:]:
        shutil.rmtree(place)
    return folder


def no_events(folder):
    folder.mkdir()
    (folder / 'trace.json').write_text(json.dumps({
        'schemaVersion': 1, 'deviceProperties': [], 'traceEvents': [],
        'distributedInfo': {'rank': 0, 'world_size': 1}}))
    return folder


def empty(folder):
    folder.mkdir()
    return folder


def pick_events(source, folder, keep):
    """GPU traces with those events alone that @keep takes."""
    shutil.copytree(source, folder)
    for path in folder.rglob('*.json'):
        trace = json.loads(path.read_text())
        if 'traceEvents' in trace:
            trace['traceEvents'] = [event for event in trace['traceEvents'] if keep(event)]
            path.write_text(json.dumps(trace))
    return folder


DEVICE = ('kernel', 'gpu_memcpy', 'gpu_memset', 'gpu_user_annotation')


SAMPLES = {'snapshot': ('snapshots/train.pickle', 'gpu'), 'gpu-cpu-only': ('kineto/cpu-only.json.gz', 'gpu')}


def make(program, folder, samples=None):
    """@samples: the folder of the samples, which are looked at, too; they are not changed."""
    full = synth(program, folder / 'full', FULL)
    gpu = synth(program, folder / 'gpu', GPU)
    made = {'full': (full, None), 'gpu': (gpu, None)}

    for name, statements in LACKS.items():
        made[name] = (lack(full, folder / name, statements), 'full')
    made['level-0'] = (synth(program, folder / 'level-0', FULL.replace('--level 2', '--level 0')), 'full')
    made['one-rank'] = (one_rank(full, folder / 'one-rank'), 'full')
    made['cut'] = (cut(full, folder / 'cut', 95), 'full')
    made['cut-short'] = (cut(full, folder / 'cut-short', 60), 'full')
    made['gpu-host-alone'] = (pick_events(gpu, folder / 'gpu-host-alone',
                                          lambda event: event.get('cat') not in DEVICE), 'gpu')
    made['gpu-device-alone'] = (pick_events(gpu, folder / 'gpu-device-alone', lambda event:
                                            event.get('ph') == 'M' or event.get('cat') in DEVICE), 'gpu')
    made['gpu-no-steps'] = (pick_events(gpu, folder / 'gpu-no-steps', lambda event:
                                        'ProfilerStep' not in event.get('name', '')), 'gpu')
    made['no-events'] = (no_events(folder / 'no-events'), 'gpu')
    made['empty'] = (empty(folder / 'empty'), 'full')
    for name, (place, base) in SAMPLES.items():
        if samples and (pathlib.Path(samples) / place).exists():
            made[name] = (pathlib.Path(samples) / place, base)
    return made
