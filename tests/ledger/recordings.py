# recordings.py - the recordings of the ledger, and the commands that are run on them
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""MADE: name -> arguments of lanescope-synth. HARMED: name -> one of those, and statements that are
run on its databases. GROUPS: name -> recordings. PAGES: name -> commands; in them @name is a
recording, made or of the samples, and @GROUP/* each of a group in turn."""

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
    'interleaved-runs': '--preset pipeline --schedule interleaved --chunks 2 --pp 4 -M 8 '
                        '--run-length 8 --extra-warmup --chunk-mb-ids --costs F=2000000,B=4500000',
    'no-overlap': '--preset pipeline --schedule dualpipev --pp 4 -M 10 --no-overlap --dw-detach '
                  '--no-logits --empty-pops --straggler 1:1.2',
    'fused': '--preset pipeline --schedule dualpipev --pp 4 -M 10 --fused-middle --overlap-gain 0.2 '
             '--jitter 0.1 --steps 3',
    'zbv': '--preset pipeline --schedule zbv --pp 4 -M 8 --jitter 0.02 --no-p2p',
    'gpipe': '--preset pipeline --schedule gpipe --pp 4 -M 6 --record-no-weights --no-modules',
    'skew': '--preset pipeline --schedule 1f1b --pp 4 -M 8 --hosts 4 --clock-skew 3000000 '
            '--one-way-p2p --latency 400000 --delay 30000 --delay-jitter 50000 --steps 4',
    'tensor': '--preset pipeline --schedule 1f1b --pp 2 --tp 2 -M 4 --rank-offsets 1:2000000 '
              '--level 2 --schema 1.2',
    'traced': '--preset pipeline --schedule 1f1b --pp 2 -M 4 --kineto --no-db',
    'before': '--preset demo --pp 2 --steps 6',
    'after': '--preset demo --pp 2 --steps 6 --seed 77 --straggler 1:1.4',
}

# What real files come with: name -> the recording, and what is done to its databases.
HARMED = {
    'no-names': ('replicas', ['DELETE FROM STRING_IDS WHERE id % 3 = 0']),
    'odd-times': ('replicas', ['UPDATE TASK SET endNs = startNs - 5 WHERE rowid % 17 = 0',
                               'UPDATE TASK SET startNs = 0 WHERE rowid % 101 = 0',
                               'UPDATE PYTORCH_API SET endNs = 9223372036854775807 '
                               'WHERE rowid % 29 = 0',
                               'UPDATE CANN_API SET startNs = NULL WHERE rowid % 23 = 0']),
    'no-links': ('straggler', ['DELETE FROM COMPUTE_TASK_INFO WHERE rowid % 5 = 0',
                               'UPDATE CANN_API SET connectionId = -connectionId WHERE rowid % 7 = 0',
                               'DELETE FROM CONNECTION_IDS WHERE rowid % 11 = 0']),
    'far-ids': ('small', ['UPDATE CANN_API SET connectionId = connectionId * 3000017',
                          'UPDATE TASK SET connectionId = connectionId * 3000017',
                          'UPDATE CONNECTION_IDS SET connectionId = connectionId * 3000017, '
                          'id = id * 7001']),
    'no-steps': ('replicas', ['DELETE FROM STEP_TIME']),
    'no-tables': ('replicas', ['DROP TABLE COMMUNICATION_OP', 'DROP TABLE COMPUTE_TASK_INFO']),
    'no-host': ('small', ['DROP TABLE PYTORCH_API', 'DROP TABLE CANN_API']),
    'twice': ('straggler', ['INSERT INTO MSTX_EVENTS SELECT * FROM MSTX_EVENTS WHERE rowid % 3 = 0',
                            'INSERT INTO TASK SELECT * FROM TASK WHERE rowid % 13 = 0']),
    'lost-messages': ('straggler', ['DELETE FROM COMMUNICATION_OP WHERE rowid % 4 = 0',
                                    'DELETE FROM MSTX_EVENTS WHERE rowid % 31 = 0']),
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
SHORT = [command for command in WHOLE if not command.startswith(('info', 'report', 'cluster'))
         and command not in ('overview @{} --json', 'budget @{}')]
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
ROWS = [
    'overview @{}/* --json',
    'findings @{}/* --json',
    'waits @{}/* --json',
    'overlap @{}/* --json',
    'dispatch @{}/* --json',
    'budget @{}/* --json',
    'tree @{}/* --json',
    'convert @{}/* --to db --out all.db',
]
CHARTS = [
    'pp @{}/* --step all --json --what-if all',
    'pp @{}/* --align none --table tables.db',
    'pp @{}/* --group 0 --step 7 --theory stage --w-share 0.3 --overlap-gain 0.1 --latency 12us '
    '--what-if zbh1,zbv,interleaved:2,M=32,balanced --full-recompute --spread-lumps --json',
    'pp @{}/* --theory block --with-latency --what-if zbv,M=32 --json',
]
OPTIONS = [
    'tree @small --mfu peer --json',
    'tree @small --flops shapes --peak-tflops 100 --peak-basis fp16 --json',
    'tree @small --threads own --sort mfu_core --ascending --depth 3',
    'tree @small --threads merged --slack 100000 --step-id 8 --csv',
    'tree @text --module-source trace --view class --csv',
    'tree @small --module-source trace --csv',
    'tree @traces --view op --rank 1 --sort calls --csv',
    'cluster -m module_statistic -d @small -o . --backward --export_type csv',
    'cluster -m module_statistic -d @replicas -o . --rank-list 1,3 --step-id 8 --export_type json',
    'cluster -m operator_mfu -d @replicas -o . --chip Ascend910B1',
    'budget @replicas --step-id 8 --csv',
    'overlap @replicas --rank-list 0,2 --csv',
    'slices @small --name Mat.* --range 1ms:9ms --csv',
    'slices @small --lanes Device/*,Communication/* --json',
    'overview @replicas --layout dp=2,tp=2 --table tables.db',
    'overview @replicas --csv',
    'waits @replicas --table tables.db',
    'dispatch @replicas',
    'overlap @replicas',
    'waits @replicas',
    'check @replicas --init --budget limits.json',
    'compare @before @after --rank 1',
    'compare @before @before --json',
    'compare @after @before --csv',
    'compare @straggler @zbh1 --report report.json',  # of one step each
    'pp @straggler --host-passes',
    'pp @straggler --schedule gpipe',
    'pp @straggler --pp-groups 0,2;1,3 --what-if all --layers 4,4 --lumps',
    'pp @straggler --layers 8,8,7,9+2.5 --what-if balanced,zbv',
    'pp @straggler --compare @after --twin ghost',
    'info @replicas',
]
TABLES = ['ranks', 'lanes', 'steps', 'slices', 'links', 'gaps', 'breaks', 'syncs', 'dispatch',
          'kernels', 'collectives', 'launches', 'counters', 'modules', 'blocks', 'shapes']
WHERE = [
    'SELECT lane, count(*), sum(dur_ns), median(dur_ns), percentile(dur_ns, 90), min(rel_ns) FROM '
    'slices WHERE dur_ns > 1000 GROUP BY lane ORDER BY 3 DESC',
    'SELECT s.name, p.name, k.name FROM slices s JOIN slices p ON p.id = s.parent JOIN links l ON '
    'l.from_id = s.id JOIN slices k ON k.id = l.to_id',
    'SELECT * FROM slices WHERE start_ns BETWEEN (SELECT begin_ns + 1000000 FROM ranks) AND (SELECT '
    'begin_ns + 3000000 FROM ranks) AND row = 0',
    "SELECT name, args(id), bytes FROM slices WHERE name REGEXP '^(hcom|nccl|aclnn|Mat)' LIMIT 60",
    "SELECT lane, name, stream, self_ns FROM kernels WHERE lane LIKE 'Device/%' AND rank = 0 AND "
    'step IS NOT NULL ORDER BY start_ns DESC',
    'SELECT phase, sum(self_ns), sum(total_ns), max(mfu_core) FROM modules GROUP BY phase, kind',
    'SELECT count(*), sum(from_id), min(kind) FROM links WHERE to_id IN (SELECT id FROM kernels)',
    "SELECT count(*), sum(dur_ns) FROM slices WHERE start_ns > -1e19 AND start_ns < 1.9e18 AND id IN "
    "(1, 5, -3, 4294967297, 99999999999999) OR name = 'aclnnMm' OR start_ns <= '7'",
    'SELECT group_id, stage, kind, sum(end_ns - start_ns), sum(idle_ns) FROM blocks GROUP BY 1, 2, 3',
]
SCHEDULES = ['gpipe', 'gpipe-reversed', '1f1b', 'eager-1f1b', 'interleaved', 'breadth-first', 'zbh1',
             'zbh2', 'zbv', 'zbv-pytorch', 'zbv-greedy', 'dualpipe', 'dualpipev']

# Groups that generators of other tests play (played.py), and the pages of them.
PLAYED = ['findings', 'verdicts', 'comparisons']
GROUPS = {
    'variants': ['interleaved', 'zbh1', 'dualpipe', 'interleaved-runs', 'no-overlap', 'fused', 'zbv',
                 'gpipe', 'skew', 'tensor', 'traced'],
    'harmed': list(HARMED),
    # Samples: a page of what is not here is left out.
    'ranks': ['ascend-4rank-pp2dp2', 'ascend-db-level0', 'ascend-db-level1', 'ascend-db-level2',
              'ascend-text-level0', 'ascend-text-level1', 'ascend-text-level2', 'module-small',
              'msprof-db', 'pp-level-none'],
    'traces': [f'kineto/{name}.json.gz' for name in
               ('alexnet-train', 'bert-small-h100', 'bert-small-mi300', 'cpu-only',
                'event-sync-multi-stream', 'qwen1.5-0.5b-h100')],
    'pipelines': ['pp-1f1b-2x4-dp2-schema12', 'pp-1f1b-2x4-tp4-straggler', 'pp-dualpipev-4x10'],
    'faults': [f'faults/{name}' for name in
               ('bfs-4x8-v2', 'drift', 'drift-20ppm-messages', 'hostgaps', 'pause-in-step-6',
                'samehost-500ms', 'slowkernels', 'slowlink', 'slowmb', 'whatif-head')],
}


def on(commands, *names):
    return [command.format(*names) for command in commands]


PAGES = {
    'small': on(WHOLE + TREES + FORMS, 'small'),
    'replicas': on(WHOLE + TREES[:1], 'replicas'),
    'text': on(WHOLE + TREES[:1], 'text'),
    'traces': on(WHOLE + TREES, 'traces'),
    'log': on(SHORT, 'log'),
    'straggler': on(WHOLE + PIPELINE + FORMS, 'straggler'),
    'dualpipev': on(SHORT + PIPELINE, 'dualpipev'),
    'hosts': on(SHORT + PIPELINE, 'hosts'),
    'compare': on(COMPARE, 'before', 'after') + ['pp @before --compare @after --table tables.db'],
    'variants': on(ROWS + CHARTS, 'variants'),
    'harmed': on(ROWS + CHARTS[:1] + ['info @{}/* --json'], 'harmed'),
    'options': OPTIONS,
    'queries': [f'query @{name} "SELECT * FROM {table}" --json'
                for name in ('small', 'traced') for table in TABLES] +
               [f'query @{name} "{where}" --json'
                for name in ('small', 'straggler', 'traces', 'text') for where in WHERE],
    'findings': on(ROWS[:6], 'findings'),
    'verdicts': ['pp @verdicts/* --json', 'overview @verdicts/* --json'],
    'comparisons': ['compare @comparisons/*/before @comparisons/*/after --json',
                    'findings @comparisons/*/before --json'],
    'schedules': [f'schedule {name} -P 4 -M 8 --cost F=10,B=25,I=12,W=9 --latency 1{form}'
                  for name in SCHEDULES for form in ('', ' --json')],
    'sample-ranks': on(ROWS, 'ranks'),
    'sample-traces': on(ROWS, 'traces'),
    'sample-pipelines': on(ROWS + CHARTS, 'pipelines'),
    'sample-faults': on(ROWS[:3] + CHARTS, 'faults'),
    'sample-before-after': on(COMPARE, 'before-after/before', 'before-after/after'),
}
