# bus.py - as much of D-Bus as a test takes
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""As much of D-Bus as it takes to press what a program shows and to read what it says.

Python's own library has no D-Bus, and bindings of it are one more package for a test. Only calls are
made, one at a time; the program under test is served as the registry of accessibility, where nobody
listens and whose desktop is empty.
"""

import functools
import os
import socket
import struct
import time

CALL, RETURN, ERROR, SIGNAL = 1, 2, 3, 4
SIZES = {'y': 1, 'b': 4, 'n': 2, 'q': 2, 'i': 4, 'u': 4, 'h': 4, 'x': 8, 't': 8, 'd': 8}
FORMATS = {'y': 'B', 'b': 'I', 'n': 'h', 'q': 'H', 'i': 'i', 'u': 'I', 'h': 'I', 'x': 'q', 't': 'Q',
           'd': 'd'}


class BusError(Exception):
    pass


@functools.cache
def split(signature):
    """The complete types of a signature."""
    types, at = [], 0
    while at < len(signature):
        begin = at
        while signature[at] == 'a':
            at += 1
        if signature[at] in '({':
            depth = 0
            while True:
                depth += {'(': 1, '{': 1, ')': -1, '}': -1}.get(signature[at], 0)
                at += 1
                if depth == 0:
                    break
        else:
            at += 1
        types.append(signature[begin:at])
    return tuple(types)


def alignment(kind):
    if kind in SIZES:
        return SIZES[kind]
    return {'s': 4, 'o': 4, 'a': 4, '(': 8, '{': 8}.get(kind[0], 1)


class Reader:
    def __init__(self, data, order):
        self.data, self.order, self.at = data, order, 0

    def align(self, n):
        self.at = (self.at + n - 1) // n * n

    def fixed(self, kind):
        size = SIZES[kind]
        self.align(size)
        self.at += size
        return struct.unpack_from(self.order + FORMATS[kind], self.data, self.at - size)[0]

    def text(self, n):
        self.at += n + 1
        return self.data[self.at - n - 1:self.at - 1].decode()

    def value(self, kind):
        if kind in SIZES:
            return self.fixed(kind)
        if kind in 'so':
            return self.text(self.fixed('u'))
        if kind == 'g':
            return self.text(self.fixed('y'))
        if kind == 'v':
            return self.value(self.text(self.fixed('y')))
        if kind[0] == 'a':
            return self.array(kind[1:])
        self.align(8)
        return tuple(self.value(part) for part in split(kind[1:-1]))

    def array(self, kind):
        size = self.fixed('u')
        self.align(alignment(kind))
        end, items = self.at + size, []
        while self.at < end:
            items.append(self.value(kind))
        return dict(items) if kind[0] == '{' else items


class Writer:
    def __init__(self):
        self.data = bytearray()

    def align(self, n):
        self.data += b'\0' * (-len(self.data) % n)

    def fixed(self, kind, value):
        self.align(SIZES[kind])
        self.data += struct.pack('<' + FORMATS[kind], value)

    def value(self, kind, value):
        if kind in SIZES:
            self.fixed(kind, value)
        elif kind in 'sog':
            data = value.encode()
            self.fixed('y' if kind == 'g' else 'u', len(data))
            self.data += data + b'\0'
        elif kind == 'v':
            self.value('g', value[0])
            self.value(*value)
        elif kind[0] == 'a':
            self.array(kind[1:], value)
        else:
            self.align(8)
            for part, item in zip(split(kind[1:-1]), value):
                self.value(part, item)

    def array(self, kind, items):
        self.fixed('u', 0)
        size_at = len(self.data) - 4
        self.align(alignment(kind))
        begin = len(self.data)
        for item in items:
            self.value(kind, item)
        struct.pack_into('<I', self.data, size_at, len(self.data) - begin)


class Bus:
    """A connection to the bus at `address`."""

    def __init__(self, address):
        _, _, words = address.partition(';')[0].partition(':')
        options = dict(part.split('=', 1) for part in words.split(','))
        place = options.get('path') or '\0' + options['abstract']
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(place)
        self.socket.sendall(b'\0AUTH EXTERNAL ' + str(os.getuid()).encode().hex().encode() + b'\r\n')
        if not self.socket.recv(4096).startswith(b'OK'):
            raise BusError('the bus does not know us')
        self.socket.sendall(b'BEGIN\r\n')
        self.serial, self.rest, self.served = 0, b'', None
        self.call_bus('Hello')

    def close(self):
        self.socket.close()

    def send(self, kind, fields, signature='', args=()):
        serial, message = self.write(kind, fields, signature, args)
        self.socket.sendall(message)
        return serial

    def write(self, kind, fields, signature='', args=()):
        """A message that is to be sent: its serial number, its bytes."""
        self.serial += 1
        body, head = Writer(), Writer()
        for part, value in zip(split(signature), args):
            body.value(part, value)
        if signature:
            fields = fields + [(8, ('g', signature))]
        head.data += bytes([ord('l'), kind, 0, 1])
        head.fixed('u', len(body.data))
        head.fixed('u', self.serial)
        head.value('a(yv)', fields)
        head.align(8)
        return self.serial, bytes(head.data + body.data)

    def take(self, n):
        while len(self.rest) < n:
            more = self.socket.recv(1 << 20)
            if not more:
                raise BusError('the bus has gone')
            self.rest += more

    def receive(self):
        """The next message: its kind, its serial number, its fields, its values."""
        self.take(16)
        order = '<' if self.rest[:1] == b'l' else '>'
        n_body, serial, n_fields = struct.unpack_from(order + 'III', self.rest, 4)
        begin = (16 + n_fields + 7) // 8 * 8
        self.take(begin + n_body)
        data, self.rest = self.rest[:begin + n_body], self.rest[begin + n_body:]
        reader = Reader(data[:begin], order)
        reader.at = 12
        fields = dict(reader.array('(yv)'))
        body = Reader(data[begin:], order)
        return data[1], serial, fields, [body.value(part) for part in split(fields.get(8, ''))]

    def serve(self, serial, fields):
        """Whoever calls us looks for the registry of accessibility."""
        self.served = fields[7]
        answer = ('(so)', [('', '/org/a11y/atspi/null')])
        if fields.get(3) == 'GetRegisteredEvents':
            answer = ('a(ss)', [[]])
        self.send(RETURN, [(5, ('u', serial)), (6, ('s', fields[7]))], *answer)

    def call(self, name, path, interface, method, signature='', args=(), timeout_s=120):
        asked = self.send(CALL, [(1, ('o', path)), (2, ('s', interface)), (3, ('s', method)),
                                 (6, ('s', name))], signature, args)
        self.socket.settimeout(timeout_s)
        while True:
            kind, serial, fields, values = self.receive()
            if kind == CALL:
                self.serve(serial, fields)
            elif fields.get(5) == asked:
                if kind == ERROR:
                    raise BusError(f'{method} at {path}: {fields.get(4)}: {values}')
                return values[0] if len(values) == 1 else values

    def call_bus(self, method, signature='', args=()):
        return self.call('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus',
                         method, signature, args)

    def own(self, name):
        return self.call_bus('RequestName', 'su', [name, 4])

    def has(self, name):
        return bool(self.call_bus('NameHasOwner', 's', [name]))

    def wait(self, seconds):
        """Serves whoever calls for that long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                kind, serial, fields, _ = self.receive()
            except TimeoutError:
                return
            if kind == CALL:
                self.serve(serial, fields)
