#!/usr/bin/env python3
# figures.py - one name, one number: window, command line, files and reports beside each other
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""figures.py --build DIR [--samples DIR] [--thousand]: a test program that speaks TAP

Needs of a build its programs alone: lanescope, lanescope-cli and lanescope-synth. Runs on a wide
screen: WRAP_SCREEN=7000x900x24 tests/wrap-display figures.py ...; without a display the window is
left out.
"""

import argparse
import concurrent.futures
import os
import pathlib
import sys
import tempfile
import traceback

import book
import checks
import doors
import options
import recordings
import sentences
import window

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
MOST_TOLD = 12


class Run:
    """What is known of all recordings once every door was opened."""

    def __init__(self, arguments, folder):
        self.build, self.folder = arguments.build.resolve(), folder
        self.commands = doors.Commands(self.build)
        self.patience_s = 1800 if arguments.thousand else 60
        self.pages = SOURCE / 'docs' / 'definitions'
        self.columns = book.read_columns(self.pages)
        self.figures = book.read_figures(self.pages)
        made = recordings.THOUSAND if arguments.thousand else recordings.MADE
        self.paths = recordings.make(self.commands.synth, folder, made)
        if not arguments.thousand:
            self.paths |= recordings.find_samples(arguments.samples)
        self.doors = {name: [] for name in self.paths}
        self.jobs = {}

    # ---- commands ----

    def ask(self, name, command, form):
        if command == 'report':
            return self.commands.report(self.folder / f'{name}-report.json', command, self.paths[name])
        options = recordings.OPTIONS.get((name, command), [])
        door = self.commands.ask(form, command, self.paths[name], *options)
        return doors.name_columns(door, command, self.columns)

    def start_commands(self, pool):
        for name in self.paths:
            for command, form in recordings.COMMANDS.get(name, []):
                self.jobs[name, command, form] = pool.submit(self.ask, name, command, form)
        if 'before' in self.paths:
            for form in ('json', 'csv', 'text'):
                self.jobs['pair', 'compare', form] = pool.submit(self.compare, form)
            self.jobs['pair', 'compare', None] = pool.submit(self.compare, None)
            self.doors['pair'] = []

    def compare(self, form):
        sides = self.paths['before'], self.paths['after']
        if form is None:
            return self.commands.report(self.folder / 'pair-report.json', 'compare', *sides)
        return self.commands.ask(form, 'compare', *sides)

    def finish_commands(self):
        """Puts what commands say before what the window does: it is not rounded."""
        for name, shown in self.doors.items():
            shown[:0] = [job.result() for (of, *_), job in self.jobs.items() if of == name]

    # ---- the window ----

    def look(self, screen, name):
        """Opens a recording in the window, looks at its pages and closes it."""
        screen.open(self.paths[name])
        for page, *tabs in recordings.PAGES[name]:
            if page == 'report':
                path = self.folder / f'{name}-window.json'
                screen.write_report(path)
                self.doors[name].append(doors.read_report('window report', path))
                continue
            screen.show(page)
            node = screen.read_page(page, tabs)
            self.doors[name].append(doors.read_page(f'{page} page', node, self.columns, tabs))
        screen.close(self.paths[name])

    def look_at_pair(self, screen):
        screen.open(self.paths['before'])
        screen.open(self.paths['after'])
        screen.show('compare')
        tabs = ('Ops', 'Communication', 'Modules')
        node = screen.read_page('compare', tabs)
        self.doors['pair'].append(doors.read_page('compare page', node, self.columns, tabs))
        for side in ('before', 'after'):
            screen.close(self.paths[side])

    def look_at_all(self):
        screen = window.Window(self.build, self.folder / 'settings', self.patience_s)
        try:
            for name in self.paths:
                if name in recordings.PAGES:
                    self.look(screen, name)
            if 'before' in self.paths:
                self.look_at_pair(screen)
            if 'bare' in self.paths:
                options.look(self, screen)
        finally:
            screen.stop()


def list_cases(run):
    """Of each case its name and what is wrong."""
    yield 'page: rows', book.check_rows(run.figures, run.columns)
    yield 'page: apart', book.check_apart(run.figures, run.columns)
    for section in sorted({figure.section for figure in run.figures}):
        yield f'names: {section}', book.check_names(
            [figure for figure in run.figures if figure.section == section], run.columns)
    yield 'page: names in Chinese', book.check_translations(
        run.columns, book.read_translations(SOURCE / 'po' / 'zh_CN.po'))
    for name, shown in run.doors.items():
        if not shown or name in options.OWN:
            continue
        yield f'{name}: columns', checks.check_columns(shown, run.figures)
        for what, check in (checks.CHECKS | sentences.CHECKS).items():
            yield f'{name}: {what}', check(shown)
    if 'slow' in run.paths:
        yield from options.list_cases(run)


def tell(run):
    cases = list(list_cases(run))
    print(f'1..{len(cases)}')
    for number, (name, wrong) in enumerate(cases, 1):
        print(f"{'not ok' if wrong else 'ok'} {number} - {name}")
        for sentence in wrong[:MOST_TOLD]:
            print(f'#   {sentence}')
        if len(wrong) > MOST_TOLD:
            print(f'#   … and {len(wrong) - MOST_TOLD} more')
    return sum(bool(wrong) for _, wrong in cases)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--build', type=pathlib.Path, required=True)
    parser.add_argument('--samples', type=pathlib.Path,
                        default=os.environ.get('LANESCOPE_SAMPLES') or None)
    parser.add_argument('--thousand', action='store_true')
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix='lanescope-figures-') as folder, \
            concurrent.futures.ThreadPoolExecutor(1) as pool:
        run = Run(arguments, pathlib.Path(folder))
        run.start_commands(pool)
        options.start(run, pool)
        if os.environ.get('DISPLAY'):
            run.look_at_all()
        run.finish_commands()
        return 1 if tell(run) else 0


if __name__ == '__main__':
    try:
        sys.exit(main())
    except Exception:  # pylint: disable=broad-except
        print('Bail out! ' + traceback.format_exc().splitlines()[-1])
        traceback.print_exc()
        sys.exit(1)
