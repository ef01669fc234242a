#!/usr/bin/env python3
# house.py - which file of src calls which, and where files call each other in a circle
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Reads the symbols of the object files of a build: a file that leaves a function undefined calls
the file that defines it. Alone it prints the circles of files: house.py BUILD-DIR"""

import collections
import pathlib
import subprocess
import sys


def objects(build):
    """The object file of each source file below src: 'read/ascend/lsc-ascend-db' -> path"""
    found = {}
    for path in sorted(pathlib.Path(build, 'src').rglob('*.c.o')):
        target = path.parent  # src/LAYER[/ROOM]/LIBRARY.p
        folder = target.parent.relative_to(pathlib.Path(build, 'src'))
        room_and_file = path.name[:-len('.c.o')].replace('_', '/')
        found[str(folder / room_and_file)] = path
    return found


def symbols(build):
    """Two dictionaries by source file: the global symbols that it defines, and those it uses."""
    defines, uses = {}, {}
    by_path = {str(path): source for source, path in objects(build).items()}
    lines = subprocess.run(['nm', '-A', '-P', *by_path], check=True, capture_output=True, text=True)
    for line in lines.stdout.splitlines():
        path, symbol = line.split(': ', 1)
        name, kind = symbol.split()[:2]
        source = by_path[path]
        if kind == 'U':
            uses.setdefault(source, set()).add(name)
        elif kind.isupper():
            defines.setdefault(source, set()).add(name)
    return defines, uses


def calls(build):
    """file -> file -> the functions that the first uses of the second"""
    defines, uses = symbols(build)
    home = {}
    for source, names in defines.items():
        if not source.endswith('main'):
            home.update((name, source) for name in names)
    graph = collections.defaultdict(lambda: collections.defaultdict(set))
    for source, names in uses.items():
        for name in names:
            if home.get(name, source) != source:
                graph[source][home[name]].add(name)
    return graph


def circles(graph):
    """The sets of more than one node that all reach each other (Tarjan), largest first."""
    index, low, on_stack, stack, found = {}, {}, set(), [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        on_stack.add(node)
        for other in graph.get(node, ()):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in on_stack:
                low[node] = min(low[node], index[other])
        if low[node] != index[node]:
            return
        members = []
        while not members or members[-1] != node:
            members.append(stack.pop())
            on_stack.discard(members[-1])
        if len(members) > 1:
            found.append(sorted(members))

    sys.setrecursionlimit(10000)
    for node in sorted(graph):
        if node not in index:
            visit(node)
    return sorted(found, key=lambda members: (-len(members), members))


def describe(graph, members):
    """The calls between the members of a circle, a line each."""
    lines = []
    for source in members:
        for target in sorted(graph.get(source, ())):
            if target in members:
                lines.append(f'{source} -> {target}: {", ".join(sorted(graph[source][target]))}')
    return lines


if __name__ == '__main__':
    found_graph = calls(sys.argv[1])
    found_circles = circles(found_graph)
    print(f'{sum(map(len, found_circles))} files in {len(found_circles)} circles')
    for circle in found_circles:
        print(f'\n{len(circle)}: {" ".join(circle)}')
        if '-v' in sys.argv:
            print('\n'.join('  ' + line for line in describe(found_graph, circle)))
