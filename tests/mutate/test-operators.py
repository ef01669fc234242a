#!/usr/bin/env python3
# test-operators.py - which operators are found, and what they become
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""A test program that speaks TAP"""

import sys

import operators

# (text of a body, what "A becomes B" is found in it)
CASES = [
    ('a < b;', '< <=, < >='),
    ('return -1;', ''),
    ('x = a - b;', '- +'),
    ('x = f (a) - b [1] * 2;', '- +, * /'),
    ('LscLane *lane = &lanes[0];', ''),
    ('n += (guint8) -x;', '+= -='),
    ('p->n++;', '++ --'),
    ('/* a + b */ s = "a + b"; c = \'+\';', ''),
    ('if (!a && *b == c)', '! , && ||, == !='),
    ('g_assert (a < b); c = d % e;', '% *'),
    ('flags = MAX (a, b) << 2;', 'MAX MIN, << >>'),
]


def found(text):
    source = f'int\nf (int a)\n{{\n  {text}\n}}\n'
    return ', '.join(f'{source[offset:offset + length]} {other}'
                     for offset, length, other in operators.find_changes(source))


def main():
    failed = 0
    print(f'1..{len(CASES) + 2}')
    for number, (text, expected) in enumerate(CASES, 1):
        got = found(text)
        failed += got != expected
        if got != expected:
            print(f'# found "{got}", expected "{expected}"')
        print(f'{"ok" if got == expected else "not ok"} {number} - {text}')
    outside = operators.find_changes('#define A (1 + 2)\nstatic int a = 1 + 2;\n')
    failed += outside != []
    print(f'{"not ok" if outside else "ok"} {len(CASES) + 1} - outside of functions')
    changed = operators.apply('a < b', (2, 1, '>='))
    failed += changed != 'a >= b'
    print(f'{"ok" if changed == "a >= b" else "not ok"} {len(CASES) + 2} - a change is applied')
    return 1 if failed else 0


sys.exit(main())
