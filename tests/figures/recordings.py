# recordings.py - the recordings that are compared, and where they are looked at
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""How recordings are made, and which commands and pages they are seen in.

MADE: name -> arguments of lanescope-synth. BARE: name -> one of those without its metadata. SAMPLES:
name -> place in $LANESCOPE_SAMPLES. COMMANDS: what is asked of each, ALL of those that have most to
tell. PAGES: pages of the window with the tabs that are looked into; a "report" is written there too.
"""

import shutil
import sqlite3
import subprocess

SLOW = '--preset pipeline --pp 4 --dp 2 --steps 4 --micro-batches 8 --straggler 2:1.5'

MADE = {
    'demo': '--preset demo',
    'cluster': '--preset small --schedule 1f1b --pp 2 --tp 2 --dp 4 -M 4 --steps 3 --straggler 6:1.3',
    'wide': '--preset pipeline --pp 4 --dp 17 --steps 4 --micro-batches 8 --straggler 2:1.5',
    'slow': SLOW,
    'slow-trace': SLOW + ' --kineto --no-db',
    'slow-text': SLOW + ' --text --no-db',
    'before': '--preset demo --pp 2 --steps 6',
    'after': '--preset demo --pp 2 --steps 6 --seed 77 --straggler 1:1.4',
    'silent': SLOW + ' --no-p2p --level 0',
    'hosts': '--preset pipeline --schedule 1f1b --pp 2 --dp 2 --steps 2 --straggler 2:1.5 --hosts 2 '
             '--host-offsets 0,5000000 --drift 0,30 --latency 300000 --delay 20000,200000',
}
THOUSAND = {'thousand': '--preset small --schedule 1f1b --pp 8 --dp 125'}
BARE = {'bare': 'slow', 'bare-silent': 'silent'}
SAMPLES = {
    'level1': 'ascend-db-level1',
    'pp-sample': 'pp-1f1b-4x8',
    'four-ranks': 'ascend-4rank-pp2dp2',
    'text-level1': 'ascend-text-level1',
    'gpu': 'kineto/bert-small-h100.json.gz',
}

SOME = [('overview', 'json'), ('overview', 'text'), ('findings', 'json'), ('findings', 'text'),
        ('budget', 'json'), ('report', None)]
PIPELINE = SOME + [('pp', 'json')]
MOST = SOME + [('overview', 'csv'), ('findings', 'csv'), ('budget', 'csv'), ('overlap', 'json'),
               ('overlap', 'csv'), ('overlap', 'text'), ('dispatch', 'json'), ('waits', 'json'),
               ('waits', 'csv'), ('tree', 'json'), ('tree', 'csv')]
ALL = MOST + [('pp', 'json'), ('pp', 'text')]
COMMANDS = {
    'demo': ALL, 'pp-sample': ALL, 'level1': MOST, 'gpu': MOST, 'cluster': PIPELINE, 'wide': PIPELINE,
    'slow': PIPELINE + [('pp', 'text')], 'slow-trace': PIPELINE, 'slow-text': PIPELINE,
    'thousand': PIPELINE,
    'four-ranks': SOME, 'text-level1': SOME, 'before': SOME,
}

# The tree is of the slowest rank where none is named, the page of the window of the lowest.
OPTIONS = {('demo', 'tree'): ['--rank-list=0'], ('pp-sample', 'tree'): ['--rank-list=0']}

OVERVIEW = ('overview', 'Ranks', 'Waiting')
CHART = ('pipeline', 'Verdicts', 'Summary', 'Balance', 'From Ideal to Real', 'Critical Path')
PAGES = {
    'demo': [OVERVIEW, ('findings',), CHART, ('timeline', 'Dispatch'), ('modules',), ('report',)],
    'cluster': [OVERVIEW, ('findings',)],
    'wide': [OVERVIEW, ('findings',), ('report',)],
    'slow': [OVERVIEW, ('pipeline', 'Verdicts'), ('report',)],
    'slow-trace': [OVERVIEW, ('pipeline', 'Verdicts'), ('report',)],
    'slow-text': [OVERVIEW, ('pipeline', 'Verdicts'), ('report',)],
    'level1': [OVERVIEW, ('findings',), ('timeline', 'Dispatch'), ('modules',)],
    'pp-sample': [OVERVIEW, CHART],
    'four-ranks': [OVERVIEW],
    'text-level1': [OVERVIEW],
    'gpu': [OVERVIEW, ('modules',)],
    'thousand': [OVERVIEW, ('findings',), ('report',)],
}


def strip(source, folder):
    """A recording without what tells the parallel groups."""
    shutil.copytree(source, folder)
    for path in folder.rglob('profiler_metadata.json'):
        path.unlink()
    for path in folder.rglob('ascend_pytorch_profiler_*.db'):
        database = sqlite3.connect(path)
        with database:
            database.execute('DELETE FROM META_DATA WHERE name IN '
                             "('distributed_args', 'parallel_group_info', 'pp_info')")
        database.close()


def make(program, folder, made):
    for name, arguments in made.items():
        subprocess.run([program, *arguments.split(), '--out', folder / name], check=True,
                       stdout=subprocess.DEVNULL)
    for name, source in BARE.items():
        if source in made:
            strip(folder / source, folder / name)
    return {name: folder / name for name in [*made, *BARE] if (folder / name).exists()}


def find_samples(folder):
    return {name: folder / place for name, place in SAMPLES.items()
            if folder and (folder / place).exists()}
