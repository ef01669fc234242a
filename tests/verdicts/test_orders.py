#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The orders that `schedule --json` prints against those of the simulator, block by block."""

import json
import subprocess
import sys

import orders

# The command line's name of each of them.
NAMES = {"gpipe": "gpipe", "gpipe-reversed": "gpipe-reversed", "1f1b": "1f1b",
         "eager-1f1b": "eager-1f1b", "interleaved": "interleaved",
         "breadth-first": "breadth-first", "all-warm-up": "all-warm-up", "zbh1": "zbh1",
         "zbh2": "zbh2", "zbv-paper": "zbv-greedy", "zbv-pytorch": "zbv-pytorch",
         "dualpipe": "dualpipe"}
LOOPED = ("interleaved", "breadth-first", "all-warm-up")


def printed(cli, name, schedule):
    """The order of each device as the command line has it."""
    words = ["schedule", NAMES[name], "-P", str(schedule.stages), "-M",
             str(schedule.micro_batches), "--json"]
    if name in LOOPED:
        words += ["--chunks", str(schedule.chunks)]
    done = subprocess.run([cli, *words], capture_output=True, text=True, check=True)
    found = [[] for _ in range(schedule.stages)]
    for line in done.stdout.splitlines():
        row = json.loads(line)
        found[row["rank"]].append((row["kind"], row["mb"], row["chunk"]))
    return found


def main():
    """Compares all of them at some sizes, in the test protocol."""
    cli = sys.argv[1]
    cases = [(name, P, M, v) for name in NAMES for P in (2, 3, 4) for M in (P, 2 * P, 2 * P + 1)
             for v in ((2, 3) if name in LOOPED else (2,))]
    failed = 0
    print(f"1..{len(cases)}")
    for number, (name, P, M, v) in enumerate(cases, 1):
        schedule = orders.build(name, P, M, v)
        # An overlapped pair is told by its forward, as the first of its parts.
        wanted = [[(op.kind, op.parts[0].mb, op.parts[0].chunk) for op in device]
                  for device in schedule.ops]
        same = printed(cli, name, schedule) == wanted
        failed += not same
        print(f"{'ok' if same else 'not ok'} {number} {name} P {P} M {M} v {v}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
