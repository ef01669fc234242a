# SPDX-License-Identifier: Apache-2.0
"""Whether a low clock is named as a cause, in GPU traces whose truth is known.

usage: clocks.py CLI

The generator shares nothing with the rules: compute-bound kernels take longer by the factor of the
clock, memory-bound ones do not.
"""

import dataclasses
import json
import pathlib
import random
import subprocess
import sys
import tempfile

STEPS = range(1, 15)
HIGH, LOW = 1980, 1604
FACTOR = HIGH / LOW
SAMPLE_US = 250.0
BASE_NS = 1_700_000_000_000_000_000


@dataclasses.dataclass
class Plan:
    """Of a rank: its clock, and what its kernels do."""

    low: range = range(0)            # steps at the low clock
    factor: float = FACTOR           # by which compute-bound kernels take longer there
    counter: str | None = "SM Clock (MHz)"
    device: int = 0                  # whose counter that is
    late: bool = False               # the counter begins with the fourth step
    blocks: int = 132                # of the grid of products
    work: float = 1.0                # of products
    products: int = 30
    noise: float = 0.01
    clocks: dict = dataclasses.field(default_factory=dict)  # by step, instead of @low

    def mhz(self, step):
        """The clock of a step."""
        return self.clocks.get(step, LOW if step in self.low else HIGH)

    def product_us(self, step):
        """What a product takes there."""
        mhz = self.mhz(step)
        slower = HIGH / mhz if step in self.clocks else self.factor if mhz < HIGH else 1.0
        return 100.0 * self.work * slower


def event(**words):
    """A complete event."""
    return {"ph": "X"} | words


class Trace:
    """A rank's trace on its way."""

    def __init__(self, plan, seed):
        self.plan, self.random = plan, random.Random(seed)
        self.events, self.correlation = [], 0

    def kernel(self, name, launch_us, begin_us, dur_us, grid, **more):
        """A kernel with its launch."""
        self.correlation += 1
        args = {"device": 0, "stream": 7, "correlation": self.correlation,
                "grid": [grid, 1, 1], "block": [256, 1, 1]} | more
        self.events += [
            event(cat="cuda_runtime", name="cudaLaunchKernel", pid=100, tid=100, ts=launch_us,
                  dur=4, args={"correlation": self.correlation}),
            event(cat="kernel", name=name, pid=0, tid=7, ts=begin_us, dur=dur_us, args=args)]

    def step(self, number, begin_us, length_us):
        """Products and copies behind each other, then a collective until the step is over."""
        now, launch = begin_us + 50, begin_us + 5
        for i in range(self.plan.products):
            for name, usual, grid in (("sm90_gemm_bf16", self.plan.product_us(number),
                                       self.plan.blocks),
                                      ("vectorized_elementwise_kernel", 40.0, 4096)):
                if name.startswith("vector") and i % 3:
                    continue
                dur = usual * self.random.gauss(1, self.plan.noise)
                self.kernel(name, launch, round(now, 3), round(dur, 3), grid)
                now, launch = now + dur + 1, launch + 6
        if length_us:
            self.kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", launch, round(now, 3),
                        round(begin_us + length_us - 20 - now, 3), 16,
                        **{"Collective name": "allreduce", "Process Group Name": "0",
                           "Process Group Ranks": "[0, 1]", "Group size": 2, "dtype": "BFloat16",
                           "In msg nelems": 4096, "Out msg nelems": 4096})
            now = begin_us + length_us - 20
        self.events.append(event(cat="user_annotation", name=f"ProfilerStep#{number}", pid=100,
                                 tid=100, ts=round(begin_us, 3),
                                 dur=round(now + 20 - begin_us, 3), args={}))
        return now + 20

    def sample(self, number, begin_us, end_us):
        """The counter of a step."""
        plan, at = self.plan, begin_us
        while plan.counter and at < end_us and not (plan.late and number < 4):
            value = plan.mhz(number) * (1 if "MHz" in plan.counter else 1000)
            self.events.append({"ph": "C", "name": plan.counter, "ts": round(at, 3),
                                "pid": f"GPU {plan.device} Counters", "args": {"": value}})
            at += SAMPLE_US

    def write(self, path, rank, world):
        """The whole file."""
        top = {"schemaVersion": 1, "baseTimeNanoseconds": BASE_NS, "displayTimeUnit": "ms",
               "deviceProperties": [{"id": 0, "name": "NVIDIA H200", "numSms": 132}],
               "distributedInfo": {"backend": "nccl", "rank": rank, "world_size": world},
               "traceEvents": self.events}
        path.write_text(json.dumps(top))


def length_us(plan, number):
    """What a step takes at least: where ranks meet."""
    return 50 + plan.products * (plan.product_us(number) + 1) + plan.products / 3 * 41 + 400


def write(folder, plans, seed="clocks"):
    """Traces of all ranks."""
    for rank, plan in enumerate(plans):
        trace, now = Trace(plan, f"{seed} {rank}"), 1000.0
        for number in STEPS:
            together = max(length_us(other, number) for other in plans) if len(plans) > 1 else 0
            end = trace.step(number, now, together)
            trace.sample(number, now, end)
            now = end
        trace.write(pathlib.Path(folder, f"rank{rank}.json"), rank, len(plans))


def run(cli, *words):
    """What a command prints."""
    done = subprocess.run([cli, *words], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode in (0, 3), done.stderr
    return done.stdout


def ask(cli, plans):
    """The findings, as objects."""
    with tempfile.TemporaryDirectory() as folder:
        write(folder, plans)
        return [json.loads(line)
                for line in run(cli, "findings", "--json", "-q", folder).splitlines()]


def compare(cli, before, after):
    """What comparing two recordings says."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        write(one, [before])
        write(other, [after], "clocks again")
        return run(cli, "compare", one, other)


def find(rows):
    """That about the clock, None."""
    found = [row for row in rows if row["id"] == "frequency_drop"]
    assert len(found) <= 1, found
    return found[0] if found else None


LOWS = range(6, 11)
# name, plans, rank that is named, share that its kernels take longer
CASES = [
    ("some steps", [Plan(low=LOWS)], 0, FACTOR - 1),
    ("all but the first steps", [Plan(low=range(6, 15))], 0, FACTOR - 1),
    ("counter begins late", [Plan(low=range(8, 12), late=True)], 0, FACTOR - 1),
    ("kernels unchanged", [Plan(low=LOWS, factor=1.0)], None, 0),
    ("no counter", [Plan(low=LOWS, counter=None)], None, 0),
    ("another GPU", [Plan(low=LOWS, device=1)], None, 0),
    ("clock of the memory", [Plan(low=LOWS, counter="Memory Clock (MHz)")], None, 0),
    ("derived", [Plan(low=LOWS, counter="Cycles (Current Kernel)")], None, 0),
    ("longer by more than the clock", [Plan(low=LOWS, factor=1.8)], None, 0),
    ("steady", [Plan()], None, 0),
    ("steady, counter begins late", [Plan(late=True)], None, 0),
    ("wanders by little", [Plan(clocks={i: HIGH * (0.985 + 0.01 * (i % 3)) for i in STEPS})],
     None, 0),
    ("a rank", [Plan(), Plan(low=STEPS)], 1, FACTOR - 1),
    ("a rank with more work", [Plan(), Plan(low=STEPS, factor=1.0, blocks=264, work=1.4)],
     None, 0),
    ("a rank, no counter", [Plan(counter=None), Plan(low=STEPS, counter=None)], None, 0),
    ("a rank, counter of another", [Plan(), Plan(low=STEPS, device=1)], None, 0),
]


# name, the two recordings, what is said of their clocks
PAIRS = [
    ("after is lower", Plan(), Plan(low=STEPS),
     "longer after, while the clock is 19.0 % lower: 1980 MHz before, 1604 MHz after"),
    ("before was lower", Plan(low=STEPS), Plan(),
     "longer before, while the clock is 19.0 % lower: 1604 MHz before, 1980 MHz after"),
    ("kernels unchanged", Plan(), Plan(low=STEPS, factor=1.0),
     "The cores ran at 1980 MHz before and at 1604 MHz after"),
    ("the same clock", Plan(), Plan(), None),
    ("no counter after", Plan(), Plan(low=STEPS, counter=None), None),
    ("another GPU", Plan(), Plan(low=STEPS, device=1), None),
]


def check(rows, name, rank, longer):
    """One case."""
    row = find(rows)
    if rank is None:
        assert row is None, (name, row)
        return
    assert row is not None, (name, [item["id"] for item in rows])
    assert row["ranks"] == [rank], (name, row)
    words = row["text"]
    assert "the clock is 19.0 % lower" in words, (name, words)
    told = float(words.split("kernels take ")[1].split(" %")[0]) / 100
    assert abs(told - longer) < 0.01, (name, words)


def main():
    """Plays all cases."""
    for name, plans, rank, longer in CASES:
        rows = ask(sys.argv[1], plans)
        check(rows, name, rank, longer)
        row = find(rows)
        print(f"{name}: {row['text'] if row else 'silent'}")
    for name, before, after, expected in PAIRS:
        words = " ".join(compare(sys.argv[1], before, after).split())
        if expected:
            assert expected in words, (name, words)
        else:
            assert "MHz" not in words, (name, words)
        print(f"{name}: {expected or 'silent'}")


main()
