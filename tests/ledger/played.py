#!/usr/bin/env python3
# played.py - recordings of the generators that other tests judge the program by
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""played.py KIND FOLDER: writes recordings of the generator in tests/KIND, each into a folder"""

import pathlib
import sys

RUNS = 44  # of the verdicts: each fault with four schedules
PAIRS = 6  # of the comparisons without a known change

KIND, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
# The generators have modules of the same names, so a process imports but one of them.
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / KIND))


def write_findings():
    import cases
    import recording
    for fault in [*cases.FAULTS, None]:
        profile, played, _truth = cases.draw_case(1, 0, fault)
        recording.write(FOLDER / (fault or 'clean'), profile, played)


def write_verdicts():
    import cases
    import simulator
    import writer
    for number in range(RUNS):
        run, recording = cases.draw_case(1, number)
        target = FOLDER / f'{number:02}-{cases.FAULTS[number % len(cases.FAULTS)]}'
        target.mkdir(parents=True)
        writer.write(target, run, simulator.replay(run), recording)


def write_comparisons():
    import pairs
    for number, change in enumerate(pairs.KNOWN):
        pairs.draw_known(1, number).write(FOLDER / f'{number:02}-{change.kind}')
    for number in range(PAIRS):
        pairs.draw_same(1, number).write(FOLDER / f'same-{number}')
        pairs.draw_changed(1, number).write(FOLDER / f'changed-{number}')


{'findings': write_findings, 'verdicts': write_verdicts,
 'comparisons': write_comparisons}[KIND]()
