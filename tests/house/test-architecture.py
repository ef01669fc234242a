#!/usr/bin/env python3
# test-architecture.py - whether docs/architecture.md is still true
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""test-architecture.py SOURCE-DIR: a test program that speaks TAP"""

import pathlib
import re
import sys

SOURCE = pathlib.Path(sys.argv[1])
TEXT = (SOURCE / 'docs' / 'architecture.md').read_text()
STATION = re.compile(r'^\d+\. .*?`(\w+)/([\w/.-]+)`: `(\w+)`', re.M)


def bodies():
    """title -> text of each way"""
    parts = re.split(r'^### (.*)$', TEXT.split('\n## Where')[0], flags=re.M)[1:]
    return dict(zip(parts[::2], parts[1::2]))


def walks():
    """title -> its stations (layer, file, function)"""
    return {title: STATION.findall(body) for title, body in bodies().items()}


def test_functions():
    """Each station of a way is a function of the file that is named"""
    wrong = []
    for title, stations in walks().items():
        if len(stations) < 5:
            wrong.append(f'{title}: {len(stations)} stations were understood')
        for layer, name, function in stations:
            path = SOURCE / 'src' / layer / name
            if not path.is_file() or not re.search(rf'^{function} \(', path.read_text(), re.M):
                wrong.append(f'{title}: {layer}/{name} has no {function}')
    return wrong


def test_once():
    """No way passes a function twice"""
    wrong = []
    for title, stations in walks().items():
        names = [function for _layer, _name, function in stations]
        wrong += [f'{title}: {name}' for name in set(names) if names.count(name) > 1]
    return wrong


def test_forward():
    """No way comes back to a layer that it has left"""
    wrong = []
    for title, body in walks().items():
        # "after N" begins a second end of the same way, from station N on
        numbers = dict(re.findall(r'^(\d+)\. .*after (\d+)', bodies()[title], re.M))
        branches, path = [], []
        for number, station in enumerate(body, 1):
            if str(number) in numbers:
                branches.append(path)
                path = path[:int(numbers[str(number)])]
            path = path + [station[0]]
        for layers in branches + [path]:
            seen = [layer for i, layer in enumerate(layers) if i == 0 or layers[i - 1] != layer]
            if len(seen) != len(set(seen)):
                wrong.append(f'{title}: {" ".join(seen)}')
    return wrong


def test_places():
    """Every file and folder that is named is there"""
    wrong = []
    for name in re.findall(r'`((?:src/)?(?:base|model|read|analyze|judge|session|draw|export|cli|app|synth)/'
                           r'[\w/.-]+)`', TEXT):
        if not (SOURCE / 'src' / name).exists():
            wrong.append(name)
    return wrong


def main():
    tests = [value for name, value in globals().items() if name.startswith('test_')]
    print(f'1..{len(tests)}')
    for number, test in enumerate(tests, 1):
        wrong = test()
        for line in wrong:
            print('#', line)
        print(f'{"not " if wrong else ""}ok {number} - {test.__doc__}')


main()
