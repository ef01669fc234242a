# window.py - the window, driven and read from outside
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""The window, as somebody sees it who has only eyes and a menu: the program of a build is started, its
actions are called over the session bus, and what stands on a page is read through accessibility.

A page is read as sentences and tables. Tables are read as they are seen; cells are written when they
come into sight, so the screen has to be wide: tests/wrap-display takes WRAP_SCREEN.
"""

import os
import pathlib
import subprocess
import time

import bus

NAME = 'org.lanescope.Lanescope'
PATH = '/org/lanescope/Lanescope'
ROOT = '/org/a11y/atspi/accessible/root'
ATSPI = 'org.a11y.atspi.'
LABEL, TABS, BUTTON, CELL, ENTRY, TABLE, ROW = 29, 38, 43, 56, 61, 66, 90
GROUPS = 39, 99  # of GTK 4.8, of later ones
PATIENCE_S = 60
MOST_ROWS = 40
WIDTH, HEIGHT = 7000, 900  # px: all columns of a table


class Node:
    """Something on the screen: what it is (a role, or the name of its class), and what it says."""

    def __init__(self, path, role, name):
        self.path, self.role, self.name = path, role, name
        self.children = []

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()

    def find(self, name, *roles):
        return next((node for node in self.walk()
                     if node.name == name and node.role in roles), None)

    def is_said(self):
        """Whether it is a label with words; one without is called by its class."""
        return self.role == LABEL and self.name and not self.name.startswith(('Gtk', 'Lsc', 'Adw'))

    def texts(self):
        """What labels say, in the order of the page."""
        return [node.name for node in self.walk() if node.is_said()]


class Window:
    """One start of the program, with settings of its own in `home`."""

    def __init__(self, build, home, patience_s=PATIENCE_S):
        address = os.environ['DBUS_SESSION_BUS_ADDRESS']
        self.bus = bus.Bus(address)
        self.bus.own('org.a11y.atspi.Registry')
        self.settings = pathlib.Path(home) / 'glib-2.0' / 'settings' / 'keyfile'
        self.settings.parent.mkdir(parents=True, exist_ok=True)
        self.values, self.pages, self.roles, self.names = {}, {}, {}, {}
        self.patience_s = patience_s
        self.set(window_width=WIDTH, window_height=HEIGHT, timeline_panel=True, sidebar_visible=False,
                 details_visible=False)
        environment = dict(os.environ, GTK_A11Y='atspi', AT_SPI_BUS_ADDRESS=address,
                           GSETTINGS_BACKEND='keyfile', XDG_CONFIG_HOME=str(home), LANGUAGE='en',
                           LC_ALL='C.UTF-8', G_DEBUG='')
        self.program = subprocess.Popen([str(pathlib.Path(build) / 'src' / 'app' / 'lanescope')],
                                        env=environment, cwd=home)
        self.until(lambda: self.bus.has(NAME) and self.bus.served, 'the program has come up')
        self.reader = self.bus.served

    def set(self, **values):
        """Writes settings as the preferences do, which the program then takes over."""
        self.values.update(values)
        lines = ['[org/lanescope/Lanescope]']
        for key, value in self.values.items():
            text = str(value).lower() if isinstance(value, bool) else repr(value)
            lines.append(f"{key.replace('_', '-')}={text}")
        part = self.settings.with_suffix('.part')
        part.write_text('\n'.join(lines) + '\n')
        part.rename(self.settings)

    def until(self, holds, what):
        end = time.monotonic() + self.patience_s
        while True:
            try:
                if result := holds():
                    return result
            except bus.BusError:
                if self.program.poll() is not None:
                    raise
            if time.monotonic() > end:
                raise TimeoutError(f'still not: {what}')
            self.bus.wait(0.02)

    def is_asleep(self):
        """Whether no thread of the program runs, wants to, or waits for a file."""
        for path in pathlib.Path(f'/proc/{self.program.pid}/task').iterdir():
            try:
                state = (path / 'stat').read_text().rpartition(')')[2].split()[0]
            except FileNotFoundError:
                return False  # it has just come to its end
            if state in 'RD':
                return False
        return True

    def settle(self):
        """Waits until the program has nothing more to do, however busy the machine is."""
        end, n = time.monotonic() + self.patience_s, 0
        while n < 6 and time.monotonic() < end:
            n = n + 1 if self.is_asleep() else 0
            self.bus.wait(0.02)

    # ---- acting ----

    def act(self, action, *parameter):
        """Calls an action of the window, as a menu does; a parameter is a type and a value."""
        self.bus.call(NAME, f'{PATH}/window/1', 'org.gtk.Actions', 'Activate', 'sava{sv}',
                      [action, [parameter] if parameter else [], []])

    def is_enabled(self, action):
        return bool(self.bus.call(NAME, f'{PATH}/window/1', 'org.gtk.Actions', 'Describe', 's',
                                  [action])[0])

    def open(self, path):
        self.act('open-uri', 's', pathlib.Path(path).resolve().as_uri())
        self.until(lambda: self.is_enabled('copy-command'), f'{path} is open')
        self.settle()

    def close(self, path):
        self.act('close-project', 's', str(pathlib.Path(path).resolve()))

    def show(self, page):
        """Goes to a page and waits until it is ready."""
        self.act('show-page', 's', page)
        self.until(lambda: self.is_enabled('page-action'), f'the page {page} is ready')

    def choose_tabs(self, page, titles):
        """Looks into panels of a page, which fill their tables when they are seen."""
        tabs = next(node for node in self.read(self.find_page(page)).walk() if node.role == TABS)
        known = [' '.join(tab.texts()) for tab in tabs.children]  # and arrows
        for title in titles:
            self.ask(tabs.path, 'Selection', 'SelectChild', 'i', [known.index(title)])
            self.settle()

    def find_dialog(self):
        """The window that asks for a name, beside that of the program."""
        for path in self.ask_children([ROOT])[ROOT][1:]:
            if (dialog := self.read(path)).find('Name:', ENTRY):
                return dialog
        return None

    def write_report(self, path):
        """Writes a report of the page, as the menu of exports does."""
        self.act('report')
        dialog = self.until(self.find_dialog, 'a dialog asks for a name')
        button = next(node for node in dialog.walk()
                      if node.role == BUTTON and node.texts() == ['Export'])
        self.ask(dialog.find('Name:', ENTRY).path, 'EditableText', 'SetTextContents', 's', [str(path)])
        self.ask(button.path, 'Action', 'DoAction', 'i', [0])
        self.until(path.exists, f'{path} is written')

    def stop(self):
        self.program.terminate()
        self.program.wait()
        self.bus.close()

    # ---- reading ----

    def ask(self, path, interface, method, signature='', args=()):
        return self.bus.call(self.reader, path, ATSPI + interface, method, signature, args)

    def ask_all(self, paths, interface, method, signature='', args=()):
        """What each of them answers, all asked at once; what has gone meanwhile answers nothing."""
        answers, asked, messages = {}, {}, []
        for path in paths:
            fields = [(1, ('o', path)), (2, ('s', interface)), (3, ('s', method)),
                      (6, ('s', self.reader))]
            serial, message = self.bus.write(bus.CALL, fields, signature, args)
            asked[serial] = path
            messages.append(message)
        self.bus.socket.settimeout(self.patience_s)
        self.bus.socket.sendall(b''.join(messages))
        while asked:
            kind, serial, fields, values = self.bus.receive()
            if kind == bus.CALL:
                self.bus.serve(serial, fields)
            elif (path := asked.pop(fields.get(5), None)) is not None and kind == bus.RETURN:
                answers[path] = values[0]
        return answers

    def ask_children(self, paths):
        """Of a list the first rows: others are out of sight."""
        answers = self.ask_all(paths, ATSPI + 'Accessible', 'GetChildren')
        return {path: [child for _, child in children[:MOST_ROWS]]
                for path, children in answers.items()}

    def read(self, path=ROOT):
        """Everything below `path`. Words of labels change, what else there is does not."""
        children, level, all_paths = {}, [path], [path]
        while level:
            children.update(self.ask_children(level))
            level = [child for parent in level for child in children.get(parent, [])]
            all_paths += level
        self.roles |= self.ask_all([path for path in all_paths if path not in self.roles],
                                   ATSPI + 'Accessible', 'GetRole')
        self.names |= self.ask_all([path for path in all_paths
                                    if path not in self.names or self.roles.get(path) == LABEL],
                                   'org.freedesktop.DBus.Properties', 'Get', 'ss',
                                   [ATSPI + 'Accessible', 'Name'])
        nodes = {path: Node(path, self.roles.get(path), self.names.get(path, ''))
                 for path in all_paths}
        for parent, paths in children.items():
            nodes[parent].children = [nodes[child] for child in paths]
        return nodes[path]

    def find_page(self, page):
        name = page.capitalize()
        if page not in self.pages:
            self.pages[page] = self.until(lambda: self.read().find(name, *GROUPS),
                                          f'there is a page {name}').path
        return self.pages[page]

    def read_page(self, page, tabs=()):
        """A page with some of its panels, as soon as it has stopped to change."""
        last = None
        self.settle()
        if tabs:
            self.choose_tabs(page, tabs)
        while True:
            node = self.read(self.find_page(page))
            said = [part.name for part in node.walk()]
            if said == last:
                return node
            last = said
            self.settle()
