# sentences.py - what doors tell in words
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Numbers that stand in sentences are those of tables, and one thing is told in one order and in
the same words by all. Each check returns sentences of what is not so."""

import re

from checks import find, is_same
from doors import Shown, shares, times

HEADED = 'overview', 'findings', 'report', 'window'  # doors that tell the step at their begin
UNPROVEN = ('possible', 'predicted')  # stand behind what was measured and is likely
LABEL = re.compile(r'^(?:\D{0,12} )?[\d.]+\s%$')     # of a finding, its share
UNIT = r'(ns|µs|ms|s)'
GAIN = re.compile(rf'^(?:\D{{0,12}} )?[\d.]+\s{UNIT} \([\d.]+\s%\)$')  # its time and its share
DEED = '→ '  # before what to do, below what it is
PREDICTED = ' is predicted to be faster than '  # in the card of another schedule
WAITED = re.compile(rf'\bwait\w* ([\d.]+) {UNIT} for other ranks|'
                    rf'([\d.]+) {UNIT},? (?:is|of it is) waiting for other ranks')
NOTIFIED = re.compile(rf'([\d.]+) {UNIT},? is notify wait')
WINDOW = re.compile(rf'\b(?:Step (\d+) · |median )window ([\d.]+) {UNIT}')
STEP = re.compile(rf'\b(?:Step (\d+) ·|median step) ([\d.]+) {UNIT}')
PEERS = {
    'overview': ('waited_ns', 'message_wait_ns'),
    'overview_waits': ('wait_ns', 'longest_ns'),
    'group-waits': ('wait_ns',),
    'waits': ('wait_ns',),
}


def list_told(sentences):
    """Findings with the share that stands behind each, and behind that how certain it is. What to do
    may stand between them."""
    told = []
    for i, text in enumerate(sentences):
        behind = [label for label in sentences[i + 1:i + 3] if not label.startswith(DEED)]
        if len(behind) == 2 and not text.startswith(DEED):
            behind = behind[:1]
        label = next((label for label in behind[:1]
                      if LABEL.match(label) or GAIN.match(label)), None)
        if label and len(text) > 20 and text.endswith('.') and PREDICTED not in text and \
                not text.startswith(DEED):
            told.append((text, label))
    return told


def fill_up(text, major):
    """What a card says of a finding is some of its sentences: returns the finding's text."""
    first = text.split('. ')[0].rstrip('.')
    return next((whole for whole in major if whole.startswith(first) and
                 all(part.rstrip('.') in whole for part in text.split('. '))), text)


def check_cards(door, rows, major):
    """Cards of the window, as far as they are shown."""
    predicted = [row['text'] for row in rows  # may stand behind
                 if row['certainty'] in UNPROVEN or row['severity'] == 'minor']
    told = [(fill_up(text, major), label) for text, label in list_told(door.sentences['page'])
            if fill_up(text, predicted) not in predicted]
    texts = [text for text, _ in told]
    wrong = [f'{door.name} tells {told}, findings {major}'] \
        if texts != major[:len(told)] or (major and not told) else []
    return wrong + [f"{door.name}: {label} of “{text}”, findings.share is {row['share']}"
                    for text, label in told for row in rows
                    if row['text'] == text and not is_same(shares(label)[0], row['share'])]


def is_bold_line(told, doors):
    """Whether a paper begins with the line that the command begins with."""
    lines = [door.sentences['text'][0] for door in doors
             if door.name == 'findings text' and door.sentences.get('text')]
    return len(told) == 1 and all(line.startswith(told[0].rstrip('.')) for line in lines)


def check_findings(doors):
    """Every door tells the findings in one order and in the same words."""
    wrong, rows = [], find(doors, 'findings')
    texts = [row['text'] for row in rows]
    major = [row['text'] for row in rows
             if row['severity'] == 'major' and row['certainty'] not in UNPROVEN]
    predicted = [row['text'] for row in rows if row['certainty'] == 'predicted']
    for door in doors:
        told = [text for text in door.sentences.get('text', []) if text in texts]
        if door.name == 'findings text' and told != texts:
            wrong.append(f'{door.name} tells {told}, --json {texts}')
        elif door.name == 'overview text' and told != (
                major[:len([text for text in told if text not in predicted])] + predicted)[:len(told)]:
            wrong.append(f'{door.name} tells {told}, findings {major}')
        elif 'report' in door.name and major and not is_bold_line(door.sentences['verdict'], doors):
            wrong.append(f"{door.name} begins with {door.sentences['verdict']}, not as findings do")
        elif door.name in ('overview page', 'findings page'):
            wrong += check_cards(door, rows, major)
    return wrong


def check_headlines(doors):
    """What stands above everything tells the step of the recording."""
    steps = [row['step_ns'] for row in find(doors, 'overview') if row['step_ns'] is not None]
    heads = [(door.name, ' '.join(text for place in ('text', 'verdict', 'detail', 'page')
                                  for text in door.sentences.get(place, [])))
             for door in doors if door.name.partition(' ')[0] in HEADED
             and any(door.sentences.get(place) for place in ('text', 'verdict', 'page'))]
    return [f'{name}: “{head}”, but the step is {max(steps)} ns' for name, head in heads
            if steps and not any(told.is_of(max(steps)) for told in times(head))]


def check_numbers(doors):
    """The sentence of a finding has its own gain and share."""
    return [f"“{row['text']}”, but gain_ns is {row['gain_ns']}, share {row['share']}"
            for row in find(doors, 'findings') if row['gain_ns']
            and not (any(told.is_of(row['gain_ns']) for told in times(row['text']))
                     and any(told.is_of(row['share']) for told in shares(row['text'])))]


def list_sentences(doors):
    """All that is told, with the door, each once."""
    return sorted({(door.name, sentence) for door in doors for texts in door.sentences.values()
                   for text in texts for sentence in re.split(r'(?<=[^.\d][.;]) ', text)})


def check_waits(doors):
    """What is said to be waited for other ranks comes from comparing ranks."""
    peers = [row[key] for table, keys in PEERS.items() for row in find(doors, table)
             for key in keys if row.get(key)]
    told = [(name, sentence, Shown(found[0] or found[2], found[1] or found[3]))
            for name, sentence in list_sentences(doors) for found in WAITED.findall(sentence)]
    return [f'{name}: “{sentence}”, but nobody waits {shown} for a rank that was recorded'
            for name, sentence, shown in told if not any(shown.is_of(value) for value in peers)]


def check_notify_waits(doors):
    """What Modules says of notify waits is a cell of its table."""
    known = [row['comm_wait_ns'] for row in find(doors, 'tree') if row.get('comm_wait_ns')]
    told = [(name, sentence, Shown(*found)) for name, sentence in list_sentences(doors)
            for found in NOTIFIED.findall(sentence) if name == 'modules page']
    return [f'{name}: “{sentence}”, but no module has {shown} of notify wait'
            for name, sentence, shown in told if not any(shown.is_of(value) for value in known)]


def check_steps(doors):
    """A step with its time is one of the budget, not the window of a pipeline."""
    steps = [(str(row['step']), row['step_ns']) for row in find(doors, 'budget')]
    told = [(name, sentence, found) for name, sentence in list_sentences(doors)
            for found in STEP.findall(sentence)]
    return [f'{name}: “{sentence}”, but no such step takes {time} {unit}'
            for name, sentence, (number, time, unit) in told
            if not any(number in (step, '') and Shown(time, unit).is_of(step_ns)
                       for step, step_ns in steps)]


def check_steps_of_windows(doors):
    """What is said of the window of a step is its metric."""
    windows = [(str(row['step']), row['value']) for row in find(doors, 'PpMetric')
               if row['name'] == 'window_ns']
    told = [(name, sentence, found) for name, sentence in list_sentences(doors)
            for found in WINDOW.findall(sentence)]
    return [f'{name}: “{sentence}”, but the window of that step is none of {windows}'
            for name, sentence, (number, time, unit) in told
            if windows and not any(number in (step, '') and Shown(time, unit).is_of(value)
                                   for step, value in windows)]


def check_windows(doors):
    """Verdicts tell times and shares of the window of a pipeline as such, and not as of the step."""
    wrong, window = [], re.compile(r"pipeline(?:'s)? window")
    for row in find(doors, 'PpVerdict'):
        sentence = row['text']
        if re.search(r'%[^.]*\bof the step\b', sentence):
            wrong.append(f'“{sentence}”: that is a share of the window')
        elif row['gain_ns'] and re.search(r'\bstep would be\b|\bper step\b', sentence) \
                and window.search(sentence):
            wrong.append(f'“{sentence}”: a time of the step, and a share of the window')
    return wrong + check_steps(doors) + check_steps_of_windows(doors)


CHECKS = {
    'findings': check_findings,
    'headlines': check_headlines,
    'numbers in sentences': check_numbers,
    'waits in sentences': lambda doors: check_waits(doors) + check_notify_waits(doors),
    'windows in sentences': check_windows,
}
