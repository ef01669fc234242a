#!/usr/bin/env python3
# test-definitions.py - whatever is cited from docs/definitions is there
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""test-definitions.py SOURCE-DIR: a test program that speaks TAP"""

import collections
import pathlib
import re
import sys
import traceback

SOURCE = pathlib.Path(sys.argv[1])
PAGES = SOURCE / 'docs' / 'definitions'

# steps.md#free, and #overlap behind it: of the same page.
CITATION = re.compile(r'\b([a-z]+)\.md(#[a-z0-9-]+(?:,[\s*]+#[a-z0-9-]+)*)')
LINK = re.compile(r'\]\(([^)\s]+)\)')
ANCHOR = re.compile(r'<a id="([^"]+)"></a>')


def pages():
    return {path.stem: path.read_text() for path in sorted(PAGES.glob('*.md'))}


def anchors():
    return {name: ANCHOR.findall(text) for name, text in pages().items()}


def files():
    folders = [SOURCE / name for name in ('src', 'tests', 'ui')]
    for folder in folders:
        for path in sorted(folder.rglob('*')):
            if path.suffix in ('.c', '.h', '.py', '.ui', '.build') and path != pathlib.Path(__file__):
                yield path
    yield from (path for path in sorted(SOURCE.glob('*.md')))
    yield from sorted((SOURCE / 'docs').glob('*.md'))


def test_citations():
    """Every definition that a source cites exists"""
    known, wrong, n = anchors(), [], 0
    for path in files():
        for page, cited in CITATION.findall(path.read_text(errors='replace')):
            for anchor in re.findall(r'#([a-z0-9-]+)', cited):
                n += 1
                if page not in known:
                    wrong.append(f'{path}: there is no docs/definitions/{page}.md')
                elif anchor not in known[page]:
                    wrong.append(f'{path}: docs/definitions/{page}.md has no #{anchor}')
    print(f'# {n} citations')
    return wrong


# Sections of documents that are not here: definitions are cited instead.
SECTION = re.compile(r'\b(?:module[ _]statistic|pp-chart|pipeline chart|(?<!a )timeline|data formats?)(?:,? sections?)? '
                     r'\d+(?:\.\d+)?\b', re.IGNORECASE)
PROSE = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def test_sections():
    """No source cites a section of a document that is not here"""
    return [f'{path}: {found[0]}' for path in files() if path.suffix in ('.c', '.h')
            for prose in PROSE.findall(path.read_text(errors='replace'))
            for found in SECTION.finditer(re.sub(r'\s*\n\s*\*?\s*', ' ', prose))]


def test_links():
    """Every link between the definitions leads somewhere"""
    known, wrong = anchors(), []
    for name, text in pages().items():
        for link in LINK.findall(text):
            page, _, anchor = link.partition('#')
            target = page[:-len('.md')] if page else name
            if link.startswith('http'):
                continue
            if target not in known or (anchor and anchor not in known[target]):
                wrong.append(f'{name}.md: ({link}) leads nowhere')
    return wrong


def test_anchors():
    """No page has an anchor twice"""
    return [f'{name}.md: #{anchor}' for name, list in anchors().items()
            for anchor, n in collections.Counter(list).items() if n > 1]


def test_index():
    """The index names every page"""
    index = LINK.findall((PAGES / 'README.md').read_text())
    return [name for name in pages() if name != 'README' and f'{name}.md' not in index]


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
