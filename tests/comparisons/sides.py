# SPDX-License-Identifier: Apache-2.0
"""Writes a side of a comparison: a recording with modules, shapes and the forward operators of the
backward pass."""

import bisect

import training  # noqa: F401 (finds the folder of the generator)
import recording

AUTOGRAD_TID = 1
PAIRS_FROM = 50_000_000        # real ids of a forward operator and its backward one
LOCAL_FROM = 1_000_000         # ids of operators
START_END = 2
TABLES = """
CREATE TABLE NPU_INFO (id INTEGER,name TEXT);
CREATE TABLE MSTX_EVENTS (startNs INTEGER,endNs INTEGER,eventType INTEGER,rangeId INTEGER,
  category INTEGER,message INTEGER,globalTid INTEGER,endGlobalTid INTEGER,domainId INTEGER,
  connectionId INTEGER);
"""


class SideFile(recording.RankFile):
    """The database of a rank whose program is known."""

    schema = recording.SCHEMA + TABLES

    def __init__(self, rank, offset_ns, steps, chip):
        super().__init__(rank, offset_ns)
        self.steps = steps
        self.program = [op for step in steps for op in step]
        self.kernels = [op for op in self.program if op.kernel]
        self.begins = []
        self.rows["NPU_INFO"].append((rank % 8, chip))

    def thread(self, time):
        """The thread of autograd has its own operators."""
        at = bisect.bisect_right(self.begins, time) - 1
        is_autograd = at >= 0 and self.program[at].is_autograd
        return self.pid << 32 | self.pid + AUTOGRAD_TID * is_autograd

    def shapes(self, number):
        """The shapes of a kernel."""
        return self.kernels[number].shapes

    def operators(self, played):
        """Operators with their launches, and with those that they are the backward pass of."""
        self.begins = [begin for _name, begin, _end in played.ops]
        links = iter(link for _name, _begin, _end, link in played.launches)
        first = 0
        for step in self.steps:
            for number, op in enumerate(step):
                self.operator(first + number, op, played.ops[first + number],
                              next(links) if op.kernel or op.group else None)
                if op.forward >= 0:
                    self.pair(first + op.forward, first + number)
            self.modules(step, played.ops[first:first + len(step)])
            first += len(step)

    def operator(self, place, op, times, link):
        """A row of an operator, and of what it launched."""
        name, begin, end = times
        self.rows["PYTORCH_API"].append(
            (str(self.at(begin + 1_000)), str(self.at(end)), self.thread(begin), LOCAL_FROM + place,
             self.strings[name], None, 1 if op.forward >= 0 else 0, None, None, None, 50001))
        if link is not None:
            self.rows["CONNECTION_IDS"].append((LOCAL_FROM + place, link))

    def pair(self, forward, backward):
        """Joins the operators of both passes."""
        for place in (forward, backward):
            self.rows["CONNECTION_IDS"].append((LOCAL_FROM + place, PAIRS_FROM + backward))

    def modules(self, step, times):
        """The ranges of a step: a call goes on while operators name it."""
        stack = []
        for op, (_name, begin, end) in zip(step, times):
            keys = [(op.call, op.is_autograd, name) for name in op.module]
            common = 0
            while common < min(len(keys), len(stack)) and stack[common][0] == keys[common]:
                common += 1
            self.close(stack, common)
            for key in keys[common:]:
                stack.append([key, begin + 100 * (len(stack) + 1), end])
            for one in stack:
                one[2] = end
        self.close(stack, 0)

    def close(self, stack, depth):
        """Ends the calls from a depth on."""
        while len(stack) > depth:
            (_call, is_autograd, name), begin, end = stack.pop()
            thread = self.pid << 32 | self.pid + AUTOGRAD_TID * is_autograd
            self.rows["MSTX_EVENTS"].append(
                (self.at(begin), self.at(end + 90 - 10 * len(stack)), START_END, recording.NONE, 0,
                 self.strings[name], thread, thread, self.strings["Module"], recording.NONE))


def write(folder, profile, programs, played, chip):
    """Writes the recorded ranks of a side."""
    recording.write(folder, profile, played,
                    lambda rank, offset: SideFile(rank, offset, programs[rank], chip))
