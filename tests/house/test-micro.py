#!/usr/bin/env python3
# test-micro.py - one sign for micro: U+00B5, in all that people read
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""test-micro.py SOURCE-DIR: a test program that speaks TAP

The Greek letter looks the same and is found by no search for the sign; "us" is for files of the
reference tool and for what users may type."""

import pathlib
import re
import subprocess
import sys

SOURCE = pathlib.Path(sys.argv[1])
GREEK = '\u03bc'
TEXTS = ('.c', '.h', '.ui', '.md', '.po', '.py', '.1', '.xml', '.json', '.in')
# A text that is shown: _ ("..."), N_ ("..."), with pieces below each other.
SHOWN = re.compile(r'\bN?_ \(\s*((?:"(?:[^"\\\\]|\\\\.)*"\s*)+)\)')
UNIT = re.compile(r'(?:[0-9] |\(|%\S* )us\b|, us\.')


def names():
    """What git tracks; where this is no clone, or git refuses it, all but the build folders."""
    try:
        listed = subprocess.run(['git', 'ls-files', '-z'], cwd=SOURCE, capture_output=True, text=True,
                                check=True).stdout
        return [name for name in listed.split('\0') if name]
    except (OSError, subprocess.CalledProcessError):
        found = (path.relative_to(SOURCE) for path in SOURCE.rglob('*') if path.is_file())
        return [str(path) for path in found
                if not path.parts[0].startswith(('.', 'build', 'subprojects'))]


def files():
    for name in names():
        if name.endswith(TEXTS) and (SOURCE / name).is_file():
            yield name, (SOURCE / name).read_text(errors='replace')


def tell(number, name, wrong):
    print(f"{'not ok' if wrong else 'ok'} {number} - {name}")
    for line in wrong[:20]:
        print(f'# {line}')
    return bool(wrong)


def main():
    greek, units = [], []
    for name, text in files():
        if GREEK in text:
            greek.append(name)
        if name.endswith('.md') and name != 'CHANGELOG.md':
            units += [f'{name}: {line.strip()}' for line in text.splitlines()
                      if re.search(r'[0-9] us\b', line)]
        if name.startswith('src/') and name.endswith(('.c', '.h')):
            units += [f'{name}: {found.group(1).strip()}' for found in SHOWN.finditer(text)
                      if UNIT.search(found.group(1))]
    print('1..2')
    failed = tell(1, 'no Greek letter', greek)
    return 1 if tell(2, 'no us', units) or failed else 0


sys.exit(main())
