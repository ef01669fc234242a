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
import re
import subprocess

COMMANDS = ['overview', 'findings', 'tree', 'tree --view class', 'operators',
            'operators --by op,shapes,module', 'communication', 'communication --ops',
            'communication --links', 'communication --experts', 'memory', 'memory --growth',
            'memory --at peak', 'roofline', 'dispatch', 'waits', 'overlap', 'budget', 'pp',
            'stragglers']

# Keys that may be 0 or empty in a recording that lacks something, though the whole one has more: they
# are known.
KNOWN = {
    'rank', 'id', 'parent', 'depth', 'group_id', 'stage', 'dp', 'ep', 'tp', 'cp', 'flags', 'slice_id',
    'steps', 'cause_rank', 'longest_rank', 'excess', 'dst_rank', 'src_rank', 'phase', 'micro_batch',
    'unknown', 'uncertainty_ns', 'end_ns', 'begin_ns', 'le50', 'le100',
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


class Answer:
    """What a command says of a recording: rows by kind and key, and what is not known."""

    def __init__(self, program, command, path):
        name, *options = command.split()
        environment = dict(os.environ, LC_ALL='C.UTF-8', LANGUAGE='en')
        self.run = subprocess.run([program, name, path, *options, '--json'], capture_output=True,
                                  text=True, env=environment, timeout=120)
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
    if answer.n_rows == 0 and whole.n_rows > 0:
        if code not in (2, 3):
            faults.say(f'exit code {code} without a row')
        if not answer.reasons:
            faults.say('neither a row nor a reason')
    elif code not in ((0, 3) if answer.n_rows > 0 else (0, 2, 3)):
        faults.say(f'exit code {code} with {answer.n_rows} rows')


def check_text(faults, program, command, path, answer):
    name, *options = command.split()
    environment = dict(os.environ, LC_ALL='C.UTF-8', LANGUAGE='en')
    run = subprocess.run([program, name, path, *options], capture_output=True, text=True,
                         env=environment, timeout=120)
    said = run.stdout + run.stderr
    if not said.strip():
        faults.say('nothing is said in words')
    if run.returncode != answer.run.returncode:
        faults.say(f'exit code {run.returncode} in words, {answer.run.returncode} in JSON')
    for code, sentence in sorted({(reason['code'], f"not known, because {reason['reason']}. "
                                   f"{reason['remedy']}") for reason in answer.reasons}):
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
