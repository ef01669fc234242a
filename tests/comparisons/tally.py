# SPDX-License-Identifier: Apache-2.0
"""Where the time of played steps went, slowly and plainly, from what was played."""

import collections

import training

MODULE_OUTSIDE = "outside"
REACH_NS = training.machine.REACH_NS
SHORT_GAP_NS = 1_000      # between two kernels of a full queue
SYNC = "aclrtSynchronizeStreamWithTimeout"


def module_of(step, op):
    """The name of an operator's module; of the backward pass that of its forward operator."""
    path = (step[op.forward] if op.forward >= 0 else op).module
    name = path[-1] if path else MODULE_OUTSIDE
    return name.split(".")[0]


def steps_of(program, played):
    """The operators, kernels and collectives of each step."""
    kernels, comms = iter(played.kernels), collections.defaultdict(list)
    for one in played.comms:
        comms[id(one[0])].append(one)
    for step, (begin, end) in zip(program, played.steps):
        events = []
        for op in step:
            if op.kernel:
                _name, start, stop, *_ = next(kernels)
                events.append((start, stop, op, None))
            if op.group:
                one = comms[id(op)].pop(0)
                events.append((one[1], one[3], op, one))
        yield step, begin, end, sorted(events, key=lambda event: event[:2])


def moves(comm, rank):
    """When an operator of communication moves data."""
    op, _begin, there, end, _link, pieces = comm
    return [(there, min(there + ns, end)) for pair, ns in pieces.items()
            if pair[0] == rank or op.kind == "receive"]


def category_of(op, is_moving):
    """What exposed communication is."""
    if is_moving:
        return "comm_transfer"
    return "comm_wait" if op.kind == "allReduce" else "bubble"


def add_step(sums, rank, step, begin, end, events, names):
    """Adds a step: each moment belongs to the kernel, else to the collective that began first,
    else to the work that ends the pause."""
    moving = [span for *_rest, comm in events if comm for span in moves(comm, rank)]
    edges = sorted({begin, end} | {time for event in events for time in event[:2]}
                   | {time for span in moving for time in span})
    for left, right in zip(edges, edges[1:]):
        running = [event for event in events if event[0] <= left and event[1] >= right]
        kernel = next((event for event in running if not event[3]), None)
        if kernel:
            add(sums, right - left, "compute", kernel[2].name, module_of(step, kernel[2]))
        elif running:
            op = running[0][2]
            is_moving = any(span[0] <= left and span[1] >= right for span in moving)
            add(sums, right - left, category_of(op, is_moving), names[id(op)], module_of(step, op))
        else:
            add_pause(sums, step, begin, left, right, events)


def add_pause(sums, step, begin, left, right, events):
    """Adds a pause of the device."""
    after = next((event for event in events if event[0] >= right), None)
    module = module_of(step, after[2]) if after else MODULE_OUTSIDE
    if not after or left == begin:
        add(sums, right - left, "tail" if not after else "prepare", None, module)
    elif right - left <= SHORT_GAP_NS:
        add(sums, right - left, "free_device", None, module)
    else:
        add(sums, right - left - REACH_NS, "free_host", SYNC, module)
        add(sums, REACH_NS, "free_device", None, module)


def add(sums, ns, category, op, module):
    """Adds some time to a row of each list."""
    sums["category", category] += ns
    sums["op", op] += ns
    sums["module", module] += ns
    sums["step", ""] += ns


def tally(side, rank):
    """The mean over the steps that count of a rank, by list and name."""
    sums, count = collections.Counter(), 0
    kinds = {members: kind for kind, members in side.profile.groups}
    for number, (step, *times) in enumerate(steps_of(side.programs[rank], side.played[rank])):
        if number < side.first:
            continue
        names = {id(op): f"{op.kind} @ {kinds.get(op.group, 'pp')}" for op in step if op.group}
        add_step(sums, rank, step, *times, names)
        count += 1
    return collections.Counter({key: ns / count for key, ns in sums.items()})


def mean(tallies):
    """The mean over ranks."""
    sums = collections.Counter()
    for one in tallies:
        sums.update(one)
    return {key: ns / len(tallies) for key, ns in sums.items()}


def changes(before, after, kind):
    """What changed in a list, the most first; without what has no name."""
    found = {name: after.get((kind, name), 0) - before.get((kind, name), 0)
             for one, name in {**before, **after} if one == kind}
    return sorted(((name, ns) for name, ns in found.items() if name not in (None, MODULE_OUTSIDE)),
                  key=lambda row: -abs(row[1]))
