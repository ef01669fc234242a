# options.py - what options and forms of a recording change
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""An option, or the form of a recording, changes what every door says, or none: figures.md#options."""

import book
import checks
import doors
import sentences

# Recordings that are seen with an option alone: which, and the preference that is the same.
OWN = {'bare', 'bare-silent', 'hosts', 'silent'}
LAYOUT = '--layout=pp=4,dp=2'
GROUPS = '--pp-groups=0,2,4,6;1,3,5,7'
ASKED = {
    'layout': ('bare', LAYOUT, {'parallel_sizes': 'pp=4,dp=2'}),
    'pipeline groups': ('bare-silent', GROUPS, {'pipeline_groups': '0,2,4,6;1,3,5,7'}),
    'alignment': ('hosts', '--align=none', None),
}
FORMS = ('slow', 'slow-trace', 'slow-text')


def ask(run, name, option):
    """What the commands say with an option; a command that does not know it says nothing."""
    found = []
    for command in ('overview', 'findings', 'pp'):
        try:
            found.append(run.commands.ask('json', command, run.paths[name], option))
        except RuntimeError as error:
            found.append(str(error).splitlines()[0])
    try:
        path = run.folder / f'{name}-option.json'
        found.append(run.commands.report(path, 'report', run.paths[name], option))
    except RuntimeError as error:
        found.append(str(error).splitlines()[0])
    return found


def start(run, pool):
    run.asked, run.seen = {}, {}
    if 'bare' in run.paths:
        run.asked = {what: pool.submit(ask, run, name, option)
                     for what, (name, option, _) in ASKED.items()}
        run.help = {command: pool.submit(run.commands.run, command, '--help')
                    for commands in book.read_options(run.pages).values() for command in commands}


def look(run, screen):
    """Writes a report with a preference in the window, before its Overview was looked at."""
    for what, (name, _, setting) in ASKED.items():
        if setting is None:
            continue
        screen.act('show-page', 's', 'query')
        screen.set(**setting)
        screen.bus.wait(0.3)
        screen.open(run.paths[name])
        path = run.folder / f'{name}-window.json'
        screen.write_report(path)
        run.seen[what] = doors.read_report('window report', path)
        screen.close(run.paths[name])
        screen.set(**{key: '' for key in setting})
    screen.act('show-page', 's', 'overview')


def check_option(run, what):
    """All commands know it, and say the same by it; so does the window."""
    said = run.asked[what].result() + ([run.seen[what]] if what in run.seen else [])
    known = [door for door in said if not isinstance(door, str)]
    wrong = [door for door in said if isinstance(door, str)]
    for check in (checks.check_tables, checks.check_verdicts, checks.check_chapters,
                  sentences.check_findings):
        wrong += check(known)
    return wrong


def check_help(run):
    return [f'{command} has no {option}' for option, commands in book.read_options(run.pages).items()
            for command in commands if option not in run.help[command].result()]


def find_slow(rows, key):
    return [(row[key], str(row.get('ranks', row['rank']))) for row in rows
            if row.get('id', row.get('cause')) == 'slow_rank']


def check_forms(run):
    """One run has one slow rank, whichever files it was written into, with the pipeline's gain."""
    wrong = []
    for name in FORMS:
        verdicts = find_slow(checks.find(run.doors[name], 'PpVerdict'), 'gain_ns')
        findings = find_slow(checks.find(run.doors[name], 'findings'), 'gain_ns')
        if not verdicts or not set(verdicts) <= set(findings):
            wrong.append(f'{name}: gain and rank {verdicts} in PpVerdict, {findings} in findings')
    return wrong


def list_cases(run):
    yield 'forms: slow rank', check_forms(run)
    if run.asked:
        yield 'options: known to commands', check_help(run)
        for what in run.asked:
            yield f'options: {what}', check_option(run, what)
