# recordings.py - the recordings of the ledger, and the commands that are run on them
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""MADE: name -> arguments of lanescope-synth. PAGES: name -> commands; @name is a recording, made or
of the samples."""

import shlex


def split(command):
    return shlex.split(command)


MADE = {
    'small': '--preset small --modules --backward',
    'replicas': '--preset small --ranks 4 --dp 4 --steps 5 --straggler 2:1.3 --level 2 --schema 1.2',
    'text': '--preset small --ranks 2 --text --no-db --trace-modules',
    'traces': '--preset small --ranks 2 --tp 1 --kineto --no-db --gzip --modules --backward',
    'log': '--preset small --wal --level 0',
    'straggler': '--preset pipeline --schedule 1f1b --pp 4 -M 8 --straggler 2:1.25 --modules',
    'dualpipev': '--preset pipeline --schedule dualpipev --pp 4 -M 8',
    'interleaved': '--preset pipeline --schedule interleaved --chunks 2 --pp 4 -M 8 --jitter 0.05',
    'zbh1': '--preset pipeline --schedule zbh1 --pp 4 -M 8 --w-share 0.4 --no-mb-ids',
    'hosts': '--preset pipeline --schedule 1f1b --pp 2 --dp 2 --hosts 2 --host-offsets 0,5000000 '
             '--drift 0,30 --latency 300000 --delay 20000,200000 --steps 2',
    'dualpipe': '--preset pipeline --schedule dualpipe --pp 4 -M 8 --fused-first',
    'before': '--preset demo --pp 2 --steps 6',
    'after': '--preset demo --pp 2 --steps 6 --seed 77 --straggler 1:1.4',
}

WHOLE = [
    'info @{} --json',
    'overview @{}',
    'overview @{} --json',
    'findings @{} --json',
    'overlap @{} --json',
    'dispatch @{} --json',
    'budget @{} --json',
    'budget @{}',
    'waits @{} --json',
    'report @{} --report report.json',
    'convert @{} --to db --out all.db',
    'cluster -m all -d @{} -o .',
]
TREES = [f'tree @{{}} --view {view} --json'
         for view in ('path', 'call', 'variant', 'instance', 'class', 'op')]
PIPELINE = [
    'pp @{} --json',
    'pp @{} --table tables.db',
    'pp @{} --theory global --what-if all',
    'pp @{} --theory block --with-latency --what-if zbv,M=32 --table tables.db',
]
FORMS = [
    'report @{} --report report.html',
    'report @{} --report report.md',
    'report @{} --report report.xlsx',
    'cluster -m all -d @{} -o . --export_type xlsx',
    'cluster -m all -d @{} -o . --export_type text',
    'cluster -m all -d @{} -o . --export_type csv',
    'slices @{} --csv',
]
COMPARE = [
    'compare @{} @{}',
    'compare @{} @{} --json',
    'compare @{} @{} --findings --table tables.db',
    'compare @{} @{} --report report.json',
    'compare @{} @{} -o . --compat',
    'check @{1} --baseline @{0} --fail-above 0.03 --markdown',
]
SCHEDULES = ['gpipe', 'gpipe-reversed', '1f1b', 'eager-1f1b', 'interleaved', 'breadth-first', 'zbh1',
             'zbh2', 'zbv', 'zbv-pytorch', 'zbv-greedy', 'dualpipe', 'dualpipev']


# Samples: what is not in the project is left out where it is not here.
SAMPLES = ['ascend-4rank-pp2dp2', 'ascend-db-level0', 'ascend-db-level1', 'ascend-db-level2',
           'ascend-text-level0', 'ascend-text-level1', 'ascend-text-level2', 'module-small',
           'msprof-db', 'pp-level-none']
PIPELINE_SAMPLES = ['pp-1f1b-2x4-dp2-schema12', 'pp-1f1b-2x4-tp4-straggler', 'pp-dualpipev-4x10']
TRACES = ['alexnet-train', 'bert-small-h100', 'bert-small-mi300', 'cpu-only',
          'event-sync-multi-stream', 'qwen1.5-0.5b-h100']
FAULTS = ['bfs-4x8-v2', 'drift', 'drift-20ppm-messages', 'hostgaps', 'pause-in-step-6',
          'samehost-500ms', 'slowkernels', 'slowlink', 'slowmb', 'whatif-head']


def on(commands, *names):
    return [command.format(*names) for command in commands]


PAGES = {
    'small': on(WHOLE + TREES + FORMS, 'small'),
    'replicas': on(WHOLE + TREES[:1], 'replicas'),
    'text': on(WHOLE + TREES[:1], 'text'),
    'traces': on(WHOLE + TREES, 'traces'),
    'log': on(WHOLE, 'log'),
    'straggler': on(WHOLE + PIPELINE + FORMS, 'straggler'),
    'dualpipev': on(WHOLE + PIPELINE, 'dualpipev'),
    'interleaved': on(PIPELINE, 'interleaved'),
    'zbh1': on(PIPELINE, 'zbh1'),
    'hosts': on(WHOLE + PIPELINE, 'hosts'),
    'dualpipe': on(PIPELINE, 'dualpipe'),
    'compare': on(COMPARE, 'before', 'after') + ['pp @before --compare @after --table tables.db'],
    'schedules': [f'schedule {name} -P 4 -M 8 --cost F=10,B=25,I=12,W=9 --latency 1{form}'
                  for name in SCHEDULES for form in ('', ' --json')],
    **{f'sample-{name}': on(WHOLE + TREES[:1], name) for name in SAMPLES},
    **{f'sample-{name}': on(WHOLE + PIPELINE, name) for name in PIPELINE_SAMPLES},
    **{f'sample-{name}': on(WHOLE, f'kineto/{name}.json.gz') for name in TRACES},
    **{f'sample-{name}': on(WHOLE[1:3] + PIPELINE[:2], f'faults/{name}') for name in FAULTS},
    'sample-before-after': on(COMPARE, 'before-after/before', 'before-after/after'),
}
