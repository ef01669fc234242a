# operators.py - the places of a C source where one operator can be another
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""A change is (offset, length, text): the text that takes the place of an operator. Only bodies of
functions are looked at; comments, strings, assertions and preprocessor lines are not."""

import re

# What each operator becomes. A change that cannot compile costs time, so the table leaves out what
# mostly is a pointer, an address or a type.
OTHERS = {
    '<': ['<=', '>='], '<=': ['<', '>'], '>': ['>=', '<='], '>=': ['>', '<'],
    '==': ['!='], '!=': ['=='], '&&': ['||'], '||': ['&&'],
    '+': ['-'], '-': ['+'], '*': ['/'], '/': ['*'], '%': ['*'],
    '+=': ['-='], '-=': ['+='], '*=': ['/='], '/=': ['*='], '|=': ['&='], '&=': ['|='],
    '<<': ['>>'], '>>': ['<<'], '|': ['&'], '&': ['|'], '!': [''],
    '++': ['--'], '--': ['++'],
    'MIN': ['MAX'], 'MAX': ['MIN'],
}

TOKEN = re.compile(r'''
    /\*.*?\*/ | //[^\n]* | ^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*   # comments, preprocessor lines
  | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
  | [A-Za-z_]\w* | \.?\d(?:[eEpP][+-]|[\w.])*
  | ->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=
  | \S''', re.X | re.M | re.S)

OPERAND_END = re.compile(r'[\w"\')\]]$')
NO_OPERAND = {'return', 'case', 'else', 'do', 'sizeof', 'goto', 'in'}
# A pointer's declaration looks like a product: "LscLane *lane".
TYPE = re.compile(r'(const|struct|enum|unsigned|char|int|long|void|double|float|gpointer|gboolean|'
                  r'g?u?int\d*|gs?size|gsize|gchar|Lsc\w+|G[A-Z]\w+|Json\w+|cairo_\w+|sqlite3\w*)$')


def is_binary(before, text):
    """Whether an operator that may have one operand has two here."""
    if text not in ('+', '-', '*', '&'):
        return True
    if not before or before[-1] in NO_OPERAND or not OPERAND_END.search(before[-1]):
        return False
    if text == '*' and (TYPE.match(before[-1]) or before[-1] == ')'):
        return False
    # "(guint8) -x": a cast ends like an operand
    return not (before[-1] == ')' and len(before) > 2 and TYPE.match(before[-2]))


def find_changes(source):
    """All changes of a file, in the order of their places."""
    changes, before, depth, in_assertion = [], [], 0, 0
    for match in TOKEN.finditer(source):
        text = match.group()
        if text.startswith(('/*', '//', '#')) or text.lstrip().startswith('#'):
            continue
        if match.start() == 0 or source[match.start() - 1] == '\n':
            depth = 0  # what begins in the first column is outside of every function ...
        if text == '{':
            depth += 1
        elif text == '}':
            depth -= 1
        if re.match(r'g_(assert|return)', text):
            in_assertion = 1  # to weaken an assertion changes nothing that can be noticed
        elif text == ';':
            in_assertion = 0
        if depth > 0 and not in_assertion and text in OTHERS and is_binary(before, text):
            changes += [(match.start(), len(text), other) for other in OTHERS[text]]
        before = (before + [text])[-3:]
    return changes


def apply(source, change):
    offset, length, text = change
    return source[:offset] + text + source[offset + length:]
