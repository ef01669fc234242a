# matrix.py - what commands say of recordings that lack something
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Every command over every kind of input that lacks something.

What a whole recording has and one that lacks something has nowhere (null, 0, empty in all rows) must be
named by `not_known`, with a code, a reason and a remedy; where there is no row at all, one object says
why; text says the same sentences; and the exit code is the documented one.
"""

import collections
import json
import os
import pathlib
import re
import subprocess
import tempfile

COMMANDS = ['overview', 'findings', 'tree', 'tree --view class', 'operators',
            'operators --by op,shapes,module', 'communication', 'communication --ops',
            'communication --links', 'communication --experts', 'memory', 'memory --growth',
            'memory --at peak', 'roofline', 'dispatch', 'waits', 'overlap', 'budget', 'pp',
            'stragglers']
# Tables of the reference tool, by mode, and the inputs that they are run on: what others lack is in
# none of them.
MODES = [f'-m {mode}' for mode in (
    'module_statistic', 'operator_mfu', 'pp_chart', 'cluster_time_summary', 'slow_rank',
    'compute_op_sum', 'hccl_sum', 'cann_api_sum', 'mstx_sum', 'free_analysis', 'slow_link',
    'freq_analysis', 'ep_load_balance', 'computational_op_masking', 'all', 'communication_time',
    'communication_matrix', 'communication_bottleneck', 'p2p_pairing', 'export_summary',
    'communication_group_map', 'communication_time_sum', 'communication_matrix_sum')]
OF_MODES = {'no-steps', 'no-launches', 'no-communication', 'no-comm-tasks', 'host-alone', 'one-rank',
            'cut-short', 'gpu-host-alone', 'no-events', 'empty', 'snapshot'}

# Keys that may be 0 or empty in a recording that lacks something, though the whole one has more: they
# are known.
KNOWN = {
    'rank', 'id', 'parent', 'depth', 'group_id', 'stage', 'dp', 'ep', 'tp', 'cp', 'flags', 'slice_id',
    'steps', 'cause_rank', 'longest_rank', 'excess', 'dst_rank', 'src_rank', 'phase', 'micro_batch',
    'unknown', 'uncertainty_ns', 'end_ns', 'begin_ns', 'le50', 'le100',
}
# Likewise of tables of modes, which are the reference tool's: it writes 0 and nothing by rules of
# its own (modes.md), and ranks have other names.
KNOWN |= {
    'rank_id', 'device_id', 'max_rank', 'min_rank', 'slow_rank_id', 'dp_index', 'pp_index', 'pg_name',
    'step_id', 'std_ns', 'dispersion(%)', 'cann_idle_time(us)', 'pytorch_idle_time(us)',
    'op_connection_id',
}
# Findings and figures of a kind that the reasons of the whole line explain.
FREE = {'findings'}

ASCEND = re.compile(r'NPU|mstx|Level1|aic_metrics|torch_npu|profiler_metadata')
GPU = re.compile(r'CUDA|Nsight|record_function|distributedInfo')


def snake(name):
    return re.sub(r'(?<=[a-z0-9])([A-Z])', r'_\1', name).lower().replace('.', '_')


def flatten(row, before=''):
    for key, value in row.items():
        if key == 'not_known':
            continue
        if isinstance(value, dict):
            yield from flatten(value, '')
        else:
            yield snake(key), value


def run(program, command, path, is_json):
    """Runs a command; tables of modes that are not printed go to a folder that is thrown away."""
    name, *options = command.split()
    environment = dict(os.environ, LC_ALL='C.UTF-8', LANGUAGE='en')
    with tempfile.TemporaryDirectory() as folder:
        words = [name, path, *options] + ['--json'] * is_json
        if name == '-m':
            form = ['--export_type', 'json', '-o', '-'] if is_json else ['-o', folder]
            words = [name, *options, '-d', path, *form]
        return subprocess.run([program, *words], capture_output=True, text=True, env=environment,
                              timeout=120)


class Answer:
    """What a command says of a recording: rows by kind and key, and what is not known."""

    def __init__(self, program, command, path):
        name = command.split()[0]
        self.run = run(program, command, path, True)
        self.values, self.reasons, self.n_rows = collections.defaultdict(set), [], 0
        for line in self.run.stdout.splitlines():
            row = json.loads(line)
            self.reasons += row.get('not_known') or []
            if set(row) == {'not_known'}:
                continue
            self.n_rows += 1
            kind = row.get('table') or (row.get('type') if name in ('dispatch', 'waits') else '')
            for key, value in flatten(row):
                kinds = ('none' if value is None else
                         'zero' if value in (0, '', []) and value is not False else 'some')
                self.values[kind, key].add(kinds)

    def list_some(self):
        return {key for key, kinds in self.values.items() if 'some' in kinds}

    def list_nothing(self):
        return {key for key, kinds in self.values.items() if 'some' not in kinds}

    def list_told(self):
        return {snake(key) for reason in self.reasons for key in reason['of']}


def check_served(program, name, path, is_gpu, codes):
    """Returns what is wrong with what an assistant hears of a recording, sentences."""
    faults = Faults(f'mcp of {name}')
    tools = ['open', 'overview', 'findings', 'tree', 'budget', 'pipeline']
    lines = [json.dumps({'jsonrpc': '2.0', 'id': i, 'method': 'tools/call', 'params': {
        'name': tool, 'arguments': {'path': str(path)} if i == 0 else {}}})
        for i, tool in enumerate(tools)]
    environment = dict(os.environ, LC_ALL='C.UTF-8', LANGUAGE='en')
    served = subprocess.run([program, 'mcp', pathlib.Path(path).parent], input='\n'.join(lines) + '\n',
                            capture_output=True, text=True, env=environment, timeout=120)
    for tool, line in zip(tools, served.stdout.splitlines(), strict=True):
        text = json.loads(line)['result']['content'][0]['text']
        if text.startswith('No recording is open'):
            continue
        answer = json.loads(text)
        reasons = [reason for row in answer['rows'] for reason in row.get('not_known') or []]
        check_reasons(faults, reasons, is_gpu, codes)
        if answer['exit_code'] == 2 and not reasons:
            faults.say(f'{tool} delivers nothing, without a reason')
    return faults


def check_merged(program, path, code, word):
    """Returns what is wrong with what merge says of a path without a whole extract, sentences."""
    faults = Faults(f'merge of {path}')
    environment = dict(os.environ, LC_ALL='C.UTF-8', LANGUAGE='en')
    with tempfile.TemporaryDirectory() as folder:
        merged = subprocess.run([program, 'merge', path, '-o', f'{folder}/all.lscope'],
                                capture_output=True, text=True, env=environment, timeout=120)
    if merged.returncode != code:
        faults.say(f'exit code {merged.returncode}')
    if word not in merged.stderr:
        faults.say(f'is not said: {word}')
    return faults


def list_commands(name):
    """The commands that are run on an input."""
    return COMMANDS + (MODES if name in OF_MODES else [])


class Faults(list):
    def __init__(self, where):
        super().__init__()
        self.where = where

    def say(self, text):
        self.append(f'{self.where}: {text}')


def check_reasons(faults, reasons, is_gpu, codes):
    for reason in reasons:
        for key in ('code', 'reason', 'remedy'):
            if not reason.get(key):
                faults.say(f'no {key} in {reason}')
        if reason.get('code') not in codes:
            faults.say(f"{reason.get('code')} is not in unknown.md")
        if (ASCEND if is_gpu else GPU).search(reason.get('remedy', '')):
            faults.say(f"{'a GPU' if is_gpu else 'an Ascend'} recording is advised: {reason['remedy']}")


def check_rows(faults, whole, answer, command):
    if command in FREE:
        return
    lost = {key for kind, key in whole.list_some() & answer.list_nothing()}
    for key in sorted(lost - answer.list_told() - KNOWN):
        kinds = set().union(*(kinds for (kind, name), kinds in answer.values.items() if name == key))
        faults.say(f"{key} is {'0' if 'zero' in kinds else 'null'} in all rows, without a reason")


def check_exit(faults, whole, answer):
    code = answer.run.returncode
    if answer.n_rows == 0 and (whole.n_rows > 0 or code == 2):
        if code == 0 and 'its input was recorded, and it found nothing' in answer.run.stderr:
            return
        if code not in (2, 3):
            faults.say(f'exit code {code} without a row')
        if not answer.reasons:
            faults.say('neither a row nor a reason')
    elif code not in ((0, 3) if answer.n_rows > 0 else (0, 2, 3)):
        faults.say(f'exit code {code} with {answer.n_rows} rows')


def check_text(faults, program, command, path, answer):
    words = run(program, command, path, False)
    said = words.stdout + words.stderr
    if not said.strip():
        faults.say('nothing is said in words')
    if words.returncode != answer.run.returncode:
        faults.say(f'exit code {words.returncode} in words, {answer.run.returncode} in JSON')
    for code, sentence in sorted({(reason['code'], f"not known, because {reason['reason']}. "
                                   f"{reason['remedy']}") for reason in answer.reasons}):
        if code == 'nothing_found' and any(f'lanescope-cli: {name}' in words.stderr
                                            for name in (path, os.path.basename(path))):
            continue # the error names the path, and is not said twice
        if sentence.lower() not in said.lower():
            faults.say(f'words do not say {code}: {sentence}')


def check(program, command, name, path, whole, is_gpu, codes):
    """Returns what is wrong with a command on a recording, sentences."""
    faults = Faults(f'{command} of {name}')
    answer = Answer(program, command, path)

    check_reasons(faults, answer.reasons, is_gpu, codes)
    check_rows(faults, whole, answer, command)
    check_exit(faults, whole, answer)
    if answer.reasons:
        check_text(faults, program, command, path, answer)
    return faults
