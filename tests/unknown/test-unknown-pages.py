#!/usr/bin/env python3
# test-unknown-pages.py - every page of the window over recordings that lack something
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: test-unknown-pages.py BUILD PAGE [INPUT…]: a page shows something, or says why it is not known
# with a reason of unknown.md; it advises nothing that another profiler has.

import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'figures'))
import inputs
import matrix
import window

PAGES = ['overview', 'findings', 'timeline', 'modules', 'pipeline', 'operators', 'communication', 'memory']
WANTED = ['no-steps', 'no-launches', 'no-shapes', 'no-memory', 'no-comm-tasks', 'no-communication',
          'host-alone', 'level-0', 'one-rank', 'gpu-host-alone', 'gpu-device-alone', 'no-events']
# What a tab of a page is empty of, and why: input and page -> tab, code.
TABS = {('level-0', 'operators'): ('Shapes', 'level_0'),
        ('no-shapes', 'operators'): ('Shapes', 'no_shapes')}
UNKNOWN = re.compile(r'[Nn]ot known, because ([^.]*)\. ')


def list_reasons(page):
    text = pathlib.Path(page).read_text(encoding='utf-8')
    return {row[1]: row[0] for row in re.findall(r'^\| `(\w+)` \| (.*?) \| ', text, re.M)}


def check(shown, page, name, reasons, is_gpu):
    texts = [text for text in shown.texts() if text.strip()]
    if not texts:
        yield f'{page} of {name}: nothing is said'
    for text in texts:
        for reason in UNKNOWN.findall(text):
            if 'see' not in reason and reason not in reasons and 'Not known, because' in text:
                yield f'{page} of {name}: not a reason of unknown.md: {text}'
        if (matrix.ASCEND if is_gpu else matrix.GPU).search(text) and 'Not known, because' in text:
            yield f"{page} of {name}: a recording of another profiler is advised: {text}"


def check_tab(shown, page, name, reasons):
    """What an empty tab says is the sentence of its code."""
    tab, code = TABS[name, page]
    shown.choose_tabs(page, [tab])
    reason = next(reason for reason, known in reasons.items() if known == code)
    texts = shown.read(shown.find_page(page)).texts()
    if not any(text.startswith(f'Not known, because {reason}. ') for text in texts):
        yield f'{tab} on {page} of {name}: does not say {code}'


def main():
    build, doc, *wanted = sys.argv[1:]
    reasons = list_reasons(doc)
    names = wanted or WANTED
    print(f'1..{len(names)}', flush=True)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        made = inputs.make(pathlib.Path(build) / 'src' / 'synth' / 'lanescope-synth', folder / 'made')
        (folder / 'home').mkdir()
        shown = window.Window(build, folder / 'home')
        for i, name in enumerate(names, 1):
            path, base = made[name]
            faults = []
            shown.open(path)
            for page in PAGES:
                try:
                    shown.act('show-page', 's', page)
                    shown.settle()
                    faults += check(shown.read(shown.find_page(page)), page, name, reasons, base == 'gpu')
                    if (name, page) in TABS:
                        faults += check_tab(shown, page, name, reasons)
                except (StopIteration, TimeoutError) as error:
                    faults.append(f'{page} of {name}: {error or "is not there"}')
            shown.close(path)
            shown.settle()
            for fault in faults:
                print(f'# {fault}')
            print(f"{'not ok' if faults else 'ok'} {i} {name}", flush=True)
        shown.stop()


main()
