#!/usr/bin/env python3
# test-completions.py - completions and manual page have what --help has, of each command
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""test-completions.py SOURCE-DIR LANESCOPE-CLI: a test program that speaks TAP

The completions are those that make-completions.py makes of --help. Of the manual page, the section
of a command, or one on options of several commands, has each of its options."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE, CLI = (pathlib.Path(arg).resolve() for arg in sys.argv[1:3])
SHELLS = ('bash', 'zsh', 'fish')


def ask(*words):
    env = {**os.environ, 'LC_ALL': 'C.UTF-8', 'LANGUAGE': ''}
    return subprocess.run([CLI, *words], check=True, env=env, stdout=subprocess.PIPE,
                          text=True).stdout


def find_old_completions():
    """Shells whose completion is not what --help says."""
    folder = SOURCE / 'data' / 'completions'
    with tempfile.TemporaryDirectory() as place:
        subprocess.run([sys.executable, folder / 'make-completions.py', CLI, place], check=True)
        return [shell for shell in SHELLS
                if (folder / f'lanescope-cli.{shell}').read_bytes() !=
                (pathlib.Path(place) / f'lanescope-cli.{shell}').read_bytes()]


def read_sections():
    """The texts of the manual page: of commands by their names, and of options of several."""
    page = (SOURCE / 'data' / 'lanescope-cli.1').read_text().replace('\\-', '-')
    heads = re.split(r'^(\.S[HS] .*)$', page, flags=re.M)
    own, shared = {'cluster': ''}, ''
    for head, text in zip(heads[1::2], heads[2::2]):
        if head.startswith('.SS '):
            own[head.split()[1]] = text
        elif head.startswith('.SH OPTIONS'):
            shared += text
        elif head == '.SH ANALYSES':
            own['cluster'] += text
    return own, shared


def find_missing_in_manual():
    """Options that the section of their command lacks."""
    own, shared = read_sections()
    commands = re.findall(r'^  ([a-z]+) {3,}', ask('--help'), re.M) + ['cluster']
    missing = [f'{command} has no section' for command in commands if command not in own]
    for command in commands:
        text = own.get(command, '') + shared
        for name in re.findall(r'^  (?:-\w, )?--([a-z-]+)', ask('help', command), re.M):
            if name != 'help' and not re.search(rf'--{name}(?![a-z-])', text):
                missing.append(f'{command} --{name}')
    return missing


def main():
    failed = 0
    print('1..2')
    checks = (('completions', find_old_completions,
               'make them anew: data/completions/make-completions.py LANESCOPE-CLI data/completions'),
              ('manual page', find_missing_in_manual, 'data/lanescope-cli.1'))
    for number, (name, find, remedy) in enumerate(checks, 1):
        wrong = find()
        failed += bool(wrong)
        print(f'{"not ok" if wrong else "ok"} {number} - {name}')
        for line in wrong + ([remedy] if wrong else []):
            print(f'# {line}')
    return 1 if failed else 0


sys.exit(main())
