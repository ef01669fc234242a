#!/usr/bin/env python3
# test-house.py - who may see, and who may call whom
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""test-house.py SOURCE-DIR BUILD-DIR: a test program that speaks TAP"""

import collections
import fnmatch
import json
import pathlib
import re
import shlex
import subprocess
import sys
import traceback

import house

SOURCE, BUILD = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])

LAYERS = ['base', 'model', 'read', 'analyze', 'judge', 'session', 'draw', 'export', 'cli', 'app', 'synth']

# What each layer may include beside its own headers.
MAY_SEE = {
    'base': [],
    'model': ['base'],
    'read': ['base', 'model'],
    'analyze': ['base', 'model'],
    'judge': ['base', 'model', 'analyze'],
    'session': ['base', 'model', 'read', 'analyze', 'judge'],
    'draw': ['base', 'model', 'analyze', 'judge'],
    'export': ['base', 'model', 'analyze', 'judge', 'session', 'draw'],
    'cli': ['base', 'model', 'analyze', 'judge', 'session', 'draw', 'export'],
    'app': ['base', 'model', 'analyze', 'judge', 'session', 'draw', 'export'],
    'synth': ['base'],
}

# A class, or another single thing, that several files hold, split by concern: they may call each
# other. Named by what their names have in common: all files STEM and STEM-*. A stem that many things
# share, such as lsc-pipeline, is no family.
FAMILIES = [
    'app/communication/lsc-communication',
    'app/operators/lsc-operators',
    'app/compare/lsc-compare-page',
    'app/memory/lsc-memory',
    'app/modules/lsc-modules',
    'app/parts/lsc-chart',
    'app/parts/lsc-table-view',
    'app/pipeline/lsc-pipeline-page',
    'app/pipeline/lsc-pipeline-chart',
    'app/query/lsc-query-page',
    'app/timeline/lsc-timeline-chart',
    'app/timeline/lsc-timeline-page',
    'app/window/lsc-window',
    'base/lsc-db',
    'draw/pipeline/lsc-pipeline-rows',
    'draw/timeline/lsc-timeline-layout',
    'model/lsc-timeline',
    'session/lsc-session',
    'read/trace/lsc-trace-worker',
]

# So many files of one class may call each other in a circle, below the window.
MOST_IN_A_CIRCLE = 3

# What is not yet as it should be, and why. Nothing is added here; what is mended is taken out.
CIRCLES_LEFT = {}  # all families of the circle match: why
CROSSINGS_LEFT = {}  # (private header, who includes it): why

# Who loads recordings, makes what is kept of ranks, and judges and compares it: the session alone,
# once for every door. Readers, analyses and judges make these of each other.
OF_THE_SESSION = re.compile(
    r'lsc_(timeline_load|run_load|runs_load|run_new_from_timeline|timeline_complete'
    r'|rank_digest_new|rank_digest_list_kernels|pipeline_rank_new'
    r'|pipeline_new|pipeline_new_from_ranks|verdicts_new\w*|overview_new|findings_new|compare_new|chips_new'
    r'|reference_rows_new|discover|run_summary_read|run_summary_glance)$')
MAKERS = ('read/', 'analyze/', 'judge/', 'session/')

# All that the painters may ask of a result: its fields are plain, these give words for codes, and
# read the cells of a table.
DRAW_MAY_CALL = re.compile(r'lsc_\w+_(title|from_name|words|names)$'
                           r'|lsc_table_(get|get_named|get_n_rows|find_column)$'
                           r'|lsc_table_labels_(new|get|free)$')


def sources(folder, *suffixes):
    return sorted(path for path in (SOURCE / folder).rglob('*') if path.suffix in suffixes)


def includes(path):
    return re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text(), re.M)


def test_includes():
    """An include names the layer, from there on the folder and the file"""
    wrong = []
    for path in sources('src', '.c', '.h'):
        for name in includes(path):
            named = name.split('/')[0] in LAYERS and (SOURCE / 'src' / name).is_file()
            if not named and name != 'config.h':
                wrong.append(f'{path}: "{name}"')
    for path in sources('tests', '.c', '.h'):
        wrong += [f'{path}: "{name}"' for name in includes(path) if '..' in name]
    return wrong


def functions(header):
    """The names of the functions that a header declares."""
    text = re.sub(r'/\*.*?\*/', '', header.read_text(), flags=re.S)
    return re.findall(r'^(?!#|typedef|static)[A-Za-z_][^;{}#]*?\b(_?lsc_\w+)\s*\(', text, re.M)


def test_underscores():
    """What begins with an underscore, and nothing else, is declared in a private header"""
    wrong = []
    for header in sources('src', '.h'):
        private = header.stem.endswith('-private')
        wrong += [f'{header}: {name}' for name in functions(header)
                  if name.startswith('_') != private]
    return wrong


def test_private_headers():
    """A private header is included in its own folder only"""
    wrong, needed = [], set()
    for path in sources('src', '.c', '.h'):
        file = path.relative_to(SOURCE / 'src')
        for name in includes(path):
            if not name.endswith('-private.h') or pathlib.Path(name).parent == file.parent:
                continue
            needed.add((name, str(file)))
            if (name, str(file)) not in CROSSINGS_LEFT:
                wrong.append(f'{file} includes {name}')
    return wrong + no_longer_needed(CROSSINGS_LEFT, needed)


def no_longer_needed(exceptions, needed):
    return [f'take this exception out of the test, it was mended: {exception}'
            for exception in exceptions if exception not in needed]


def family_of(source):
    stems = [stem for stem in FAMILIES if source == stem or source.startswith(stem + '-')]
    return max(stems, key=len, default=source)


def test_circles():
    """Files of different families do not call each other in circles"""
    graph = collections.defaultdict(lambda: collections.defaultdict(set))
    for source, targets in house.calls(BUILD).items():
        for target, names in targets.items():
            if family_of(source) != family_of(target):
                graph[family_of(source)][family_of(target)] |= names
    wrong, needed = [], set()
    for circle in house.circles(graph):
        left = [pattern for pattern in CIRCLES_LEFT
                if all(fnmatch.fnmatch(family, pattern) for family in circle)]
        needed.update(left)
        if not left:
            wrong += [f'a circle of {len(circle)}:'] + house.describe(graph, circle)
    built = {name.split('/')[0] for name in house.objects(BUILD)}
    return wrong + no_longer_needed(
        {name: why for name, why in CIRCLES_LEFT.items() if name.split('/')[0] in built}, needed)


def test_knots():
    """Below the window few files of one class call each other in a circle"""
    graph, wrong = house.calls(BUILD), []
    for circle in house.circles(graph):
        if len(circle) > MOST_IN_A_CIRCLE and not all(file.startswith('app/') for file in circle):
            wrong += [f'a circle of {len(circle)}:'] + house.describe(graph, circle)
    return wrong


def test_families():
    """Each family has several files"""
    files = [str(path.relative_to(SOURCE / 'src').with_suffix('')) for path in sources('src', '.c')]
    return [stem for stem in FAMILIES if sum(family_of(file) == stem for file in files) < 2]


def without_comments(path):
    return re.sub(r'/\*.*?\*/|//[^\n]*', '', path.read_text(), flags=re.S)


TYPE = re.compile(r'\btypedef\s+(?:struct|union|enum)\b[^{};]*\{(?P<body>[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}'
                  r'[^;]*?(?P<made>\w+)\s*;'
                  r'|\btypedef\s[^;{}(]*?(?P<plain>\w+)\s*;'
                  r'|\btypedef\s[^;{}]*?\(\s*\*\s*(?P<function>\w+)\s*\)'
                  r'|^(?:LSC_DEFINE_ARRAY|G_DECLARE_\w+)\s*\(\s*(?P<macro>\w+)', re.M)


def test_types():
    """One name of a type means one thing"""
    homes = collections.defaultdict(set)
    for path in sources('src', '.c', '.h'):
        for found in TYPE.finditer(without_comments(path)):
            name = found['made'] or found['plain'] or found['function'] or found['macro']
            if not re.fullmatch(rf'typedef\s+struct\s+_{name}\s+{name}\s*;', found[0]):
                homes[name].add(str(path.relative_to(SOURCE)))
    return [f'{name}: {", ".join(sorted(files))}' for name, files in sorted(homes.items())
            if name.startswith('Lsc') and len(files) > 1]


def members(header, struct):
    """The types and names of the members of a struct of a header."""
    body = re.search(rf'\bstruct _?{struct}\n\{{\n(.*?)\n\}}|\btypedef struct\n\{{\n([^}}]*)\n\}} {struct};',
                     without_comments(SOURCE / 'src' / header), re.S)
    return re.findall(r'^\s*((?:const )?\w+) (\**\w+)', body[1] or body[2], re.M)


def test_digest():
    """A digest refers to nothing outside, and its page tells every member and the version"""
    page = (SOURCE / 'docs/definitions/digest.md').read_text()
    header = 'analyze/digest/lsc-rank-digest.h'
    version = re.search(r'#define LSC_DIGEST_VERSION (\d+)', (SOURCE / 'src' / header).read_text())[1]
    wrong = [] if f'version {version} ' in page else [f'the page is not of version {version}']
    wrong += [f'the page does not name `{name}`' for _, name in members(header, 'LscRankDigest')
              if name.strip('*') not in ('refs', 'texts', 'parts') and f'`{name}`' not in page]
    structs = {'LscRankDigest': header, 'LscBudgetStep': 'analyze/budget/lsc-budget.h',
               'LscOverlapSums': 'analyze/step/lsc-overlap.h',
               'LscRankRecord': 'analyze/digest/lsc-rank-layout.h'}
    for path in sources('src/analyze/digest', '.h'):
        if path.stem.startswith('lsc-digest-') and not path.stem.endswith('-private'):
            name = str(path.relative_to(SOURCE / 'src'))
            structs.update((struct, name) for struct in re.findall(r'^\} (Lsc\w+);', path.read_text(), re.M)
                           if re.search(rf'^typedef struct\n\{{[^}}]*\}} {struct};', path.read_text(), re.M))
    for struct, name in structs.items():
        for kind, member in members(name, struct):
            if '*' in member and (kind, member) != ('LscIntern', '*texts') or kind.startswith(('GArray', 'GPtr')):
                wrong.append(f'{struct}.{member} is a pointer')
    return wrong


def test_formats():
    """Analyses and painters do not ask for a file format: a fact of the recording tells"""
    return [f'{path}: {name}' for folder in ('src/analyze', 'src/judge', 'src/draw')
            for path in sources(folder, '.c', '.h')
            for name in re.findall(r'\bLSC_FORMAT_\w+', without_comments(path))]


def test_missing():
    """What may be missing is added by functions that know it, not written out each time anew"""
    return [f'{path}: {text}' for folder in ('src/analyze', 'src/judge', 'src/session', 'src/draw',
                                             'src/export', 'src/cli', 'src/app')
            for path in sources(folder, '.c', '.h') if path.name != 'lsc-table.h'
            for text in re.findall(r'LSC_INT_NULL\s*\?\s*LSC_INT_NULL\s*:[^;]*?[-+]|'
                                   r'[-+]\s*LSC_INT_NULL\b|!= LSC_INT_NULL \? \w+(?:\[\w+\])? : 0\b',
                                   without_comments(path))]


def compiler_of(layer):
    """The command, without file and output, that shows most to a file of that layer."""
    best, folder = [], None
    for entry in json.loads((BUILD / 'compile_commands.json').read_text()):
        # a test may compile a file of the layer, too, with what a test may see
        if not entry.get('output', '').startswith(f'src/{layer}/'):
            continue
        words = shlex.split(entry['command'])
        compiler = words[1:2] if 'ccache' in words[0] else words[:1]
        command = compiler + [word for word in words[1:] if re.match(r'-[IDf]|-std', word)]
        if len(command) > len(best):
            best, folder = command, entry['directory']
    return best, folder


def finds(layer, header):
    command, folder = compiler_of(layer)
    if not command:
        return None
    text = f'#include "{header}"\n'
    run = subprocess.run(command + ['-x', 'c', '-E', '-o', '/dev/null', '-'], input=text, text=True,
                         cwd=folder, capture_output=True)
    return run.returncode == 0


def test_layers():
    """A file that includes what its layer may not see does not build"""
    wrong = []
    for layer in LAYERS:
        for other in LAYERS:
            header = sources(f'src/{other}', '.h')[0].relative_to(SOURCE / 'src')
            found = finds(layer, header)
            allowed = other == layer or other in MAY_SEE[layer]
            if found is not None and found != allowed:
                wrong.append(f'{layer} {"sees" if found else "does not see"} {header}')
        if finds(layer, 'gtk/gtk.h') not in (None, layer == 'app'):
            wrong.append(f'{layer} and GTK')
    return wrong


def test_painters():
    """Painters run no analysis"""
    graph = house.calls(BUILD)
    wrong = []
    for source in graph:
        for target, names in graph[source].items():
            if source.startswith('draw/') and target.startswith(('analyze/', 'judge/')):
                wrong += [f'{source} calls {name}' for name in names
                          if not DRAW_MAY_CALL.match(name)]
    return wrong


def test_doors():
    """Nobody but the session loads recordings, or judges and compares them"""
    graph = house.calls(BUILD)
    wrong = []
    for source in graph:
        for names in graph[source].values() if not source.startswith(MAKERS) else ():
            wrong += [f'{source} calls {name}' for name in names if OF_THE_SESSION.match(name)]
    return wrong


def test_names():
    """Each test has a name of its own: meson stops where two have one"""
    listed = (BUILD / 'meson-info' / 'intro-tests.json').read_text(encoding='utf-8')
    names = [test['name'] for test in json.loads(listed)]
    return sorted({f'two tests are called {name}' for name in names if names.count(name) > 1})


def main():
    tests = [value for name, value in globals().items() if name.startswith('test_')]
    print(f'1..{len(tests)}')
    for number, test in enumerate(tests, 1):
        try:
            wrong = test()
        except Exception:  # a test that breaks has failed; the others still run
            wrong = traceback.format_exc().splitlines()
        for line in wrong:
            print('#', line)
        print(f'{"not " if wrong else ""}ok {number} - {test.__doc__}')


main()
