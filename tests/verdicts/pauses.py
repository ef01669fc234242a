# SPDX-License-Identifier: Apache-2.0
"""Machines that pause and whose hosts are late now and then, under the recorded order and under
those predicted: do the ranges hold what such a machine may take?

What happens is drawn for each block by what it is, and for each step: by its number, not by the
order of work. A changed plan is played with draws of its own, since nobody can know when a machine
pauses next; a range has to hold the median of its steps, and one step as well as the other. A
recording that shows nothing of what is to come is drawn again: no range can know of it."""

import copy
import dataclasses
import math
import random
import statistics

import orders
import predictions
import simulator

CONDITIONS = ("quiet", "one pause", "pauses by block", "pauses by step", "pauses by second",
              "host late now and then", "host late in some steps", "one step recorded")
TARGETS = ("balanced", "double", "interleaved:2", "zbh1")
FRESH = 5       # steps that the changed plan is played for
HELD = 0.95     # of the ranges, the typical step and single ones
ENOUGH = 10     # runs of a condition to judge it alone


@dataclasses.dataclass
class Events:
    """What disturbs a machine; sizes in ns. `rank` -1 is all of them."""
    rank: int = -1
    size_ns: float = 0.0
    spread: float = 0.0     # of the logarithm of sizes
    by_block: float = 0.0   # how likely a block pauses
    by_step: float = 0.0    # pauses of a step
    by_second: float = 0.0  # pauses of a second of a rank
    late: float = 0.0       # how likely the host is late for a block
    late_steps: float = 0.0  # how likely for a whole step, each block then
    only: tuple = ()        # (step, stage, index): the one pause there is


class Replay(simulator.Replay):
    """A step in which blocks pause and hosts are late."""

    def __init__(self, run, step, noise):
        super().__init__(run, step, simulator.Fault(), noise)
        events = run.events
        draw = random.Random(f"events/{run.seed}/{step}")
        stages = range(run.schedule.stages)
        at = draw.choice(list(stages)) if events.rank < 0 else events.rank
        count = poisson(draw, events.by_step)
        self.of_step = [(at, draw.randrange(len(run.schedule.ops[at]))) for _ in range(count)]
        self.is_late = draw.random() < events.late_steps
        self.next_ns = [self.wait(draw) for _ in stages]
        self.draw = draw
        self.count = 0    # of what happened

    def wait(self, draw):
        """Time to the next pause that comes by the clock."""
        by_second = self.run.events.by_second
        return draw.expovariate(by_second / 1e9) if by_second else math.inf

    def size(self, draw):
        """What one pause takes."""
        return self.run.events.size_ns * math.exp(draw.gauss(0, self.run.events.spread))

    def segments(self, block, index):
        """The block itself, and what holds it up before or inside."""
        events, run = self.run.events, self.run
        part = block.op.parts[0]
        draw = random.Random(f"{run.seed}/{self.step}/{block.stage}/{part.role}/{part.mb}/{part.k}")
        here, pause = events.rank in (-1, block.stage), 0.0
        late = here and (self.is_late or draw.random() < events.late)
        if late:
            size = self.size(draw)
            block.starts = [at + int(size) for at in block.starts]
            self.count += 1
        super().segments(block, index)
        if here and draw.random() < events.by_block:
            pause += self.size(draw)
        pause += sum(self.size(draw) for found in self.of_step if found == (block.stage, index))
        if (self.step, block.stage, index) == events.only:
            pause += events.size_ns
        while here and self.next_ns[block.stage] < block.ends[0]:
            pause += self.size(draw)
            self.next_ns[block.stage] += self.wait(self.draw)
        self.count += pause > 0
        block.ends = [end + int(pause) for end in block.ends]


def poisson(draw, mean):
    """How many events of a mean number there are."""
    count, left = -1, mean
    while left >= 0:
        left -= draw.expovariate(1)
        count += 1
    return count


def replay(run):
    """All steps of a machine: (Replay, length ns)."""
    played = []
    for step in range(run.steps):
        one = Replay(run, step, simulator.noise_of(run, step))
        played.append((one, one.go()))
    return played


def shows(run, played):
    """Whether the steps recorded show what may happen: steps of both kinds, or any event."""
    if run.events.late_steps:
        return len({one.is_late for one, _length in played}) == 2
    return run.events == Events() or any(one.count for one, _length in played)


def draw_events(draw, condition, run):
    """What disturbs a machine under one condition, by its own forward times and numbers."""
    forward, stages = run.costs.forward_ns, run.schedule.stages
    blocks = 2 * run.schedule.micro_batches * stages
    stage, events = draw.randrange(stages), Events(spread=0.3)
    events.size_ns = forward * math.exp(draw.uniform(math.log(0.7), math.log(6)))
    if condition in ("one pause", "one step recorded"):
        step = draw.randrange(run.steps)
        events.only = step, stage, draw.randrange(len(run.schedule.ops[stage]))
        events.spread = 0.0
    elif condition == "pauses by block":
        events.rank = draw.choice((-1, -1, stage))
        events.by_block = draw.uniform(0.5, 4) / (blocks if events.rank < 0 else blocks / stages)
    elif condition == "pauses by step":
        events.by_step = draw.uniform(0.5, 2.5)
    elif condition == "pauses by second":
        window = 3 * forward * (run.schedule.micro_batches + stages)
        events.by_second = 1e9 * draw.uniform(0.5, 3) / window / stages
    elif condition == "host late now and then":
        events.rank, events.late = draw.choice((-1, stage)), draw.uniform(0.05, 0.4)
        events.size_ns = forward * draw.uniform(0.1, 0.8)
    elif condition == "host late in some steps":
        events.rank, events.late_steps = stage, draw.uniform(0.3, 0.7)
        events.size_ns, events.spread = forward * draw.uniform(0.1, 0.6), 0.1
    return events


def draw_machine(seed, number, costs):
    """A machine under one condition that runs the schedule which is recorded."""
    draw = random.Random(f"pauses/{seed}/{number}")
    condition = CONDITIONS[number % len(CONDITIONS)]
    P = draw.choice((2, 4, 4, 8))
    M = P * draw.choice((2, 3, 4))
    cost = costs(draw, P)
    cost.overlap_gain = 0.0
    if draw.random() < 0.5:
        cost.stage_factors = tuple(math.exp(draw.gauss(0, 0.05)) for _ in range(P))
    run = simulator.Run(predictions.plain(P, M), cost, seed=f"{seed}/{number}",
                        steps=1 if condition == "one step recorded" else draw.choice((3, 4, 6)),
                        jitter=math.exp(draw.uniform(math.log(0.005), math.log(0.03))),
                        messages=draw.random() < 0.7)
    run.events = draw_events(draw, condition, run) if condition != "quiet" else Events()
    for turn in range(100):
        if shows(run, replay(run)):
            break
        run.seed = f"{seed}/{number}/{turn}"
        run.__dict__.pop("_noise", None)
    return condition, run


def options(run):
    """What the command line is asked: targets and what is given."""
    cost, P = run.costs, run.schedule.stages
    share = cost.weight_ns / (cost.weight_ns + cost.input_ns)
    return [named(run, target) for target in TARGETS], [
        "--w-share", f"{share:.4f}", "--overlap-gain", "0", "--layers", ",".join(["8"] * P) + "+0"]


def named(run, target):
    """A target as the command line takes it."""
    return f"M={2 * run.schedule.micro_batches}" if target == "double" else target


def under(run, target, turn):
    """The machine as it runs a target, with draws of its own: the one pause comes back as likely
    as it came, at some block, of which there may be more."""
    P, M = run.schedule.stages, run.schedule.micro_batches
    other = copy.copy(run)
    other.__dict__.pop("_noise", None)
    other.seed, other.steps = f"{run.seed}/{target}/{turn}", FRESH
    if target == "balanced":
        # What the device takes more does not go away with its layers: they are moved.
        mean = P / sum(1 / one for one in run.costs.stage_factors or (1.0,) * P)
        other.costs = dataclasses.replace(run.costs, stage_factors=(mean,) * P)
    elif target == "double":
        other.schedule = orders.build("1f1b", P, 2 * M)
    else:
        other.schedule = predictions.SCHEDULES[target](P, M)
    if run.events.only:
        draw = random.Random(other.seed)
        rate = draw.choice((0.0, 1.0 / run.steps))  # whether it returns at all
        events = dataclasses.replace(run.events, only=())
        count = sum(len(ops) for ops in other.schedule.ops)
        if draw.random() < 0.5:
            events.by_step = rate
        else:
            events.by_block = rate / (count if target != "double" else count / 2)
        other.events = events
    return other


def windows(run):
    """Of each step."""
    return [max(max(block.ends) for block in one.blocks)
            - min(min(block.starts) for block in one.blocks) for one, _length in replay(run)]


def judge(run, rows, turns=1):
    """All predictions of a run against what was played, by target; a single step is judged by how
    many of all of them are inside."""
    said = {row["target"]: row for row in rows if row.get("table") == "PpWhatIf"}
    judged = {}
    for target in TARGETS:
        row = said.get(named(run, target))
        played = [windows(under(run, target, turn)) for turn in range(turns)]
        found = predictions.judge_row(row, statistics.median(played[0]))
        if found["outcome"] != "silence":
            low, high, now = row["low_ns"], row["high_ns"], row["window_ns"] - row["change_ns"]
            singles = [one for steps in played for one in steps]
            found["inside"] = sum(low <= one <= high for one in singles) / len(singles)
            found["said"] = row.get("direction")
            true = statistics.median(played[0])
            found["wrongSign"] = found["said"] == ("longer" if true < now else "shorter")
            found["unfounded"] = (found["said"] == "unknown") != (low <= now <= high)
        judged[target] = found
    return judged


def report(found):
    """Prints, by condition and target, how often the range held and how wide it was."""
    for condition in CONDITIONS:
        some = [one for one in found if one["fault"] == condition]
        if not some:
            continue
        print(f"\n{condition}: {len(some)} runs")
        print(f"{'':<16}{'held':>6}{'of':>5}{'%':>7}{'single':>9}{'width':>9}{'error':>9}"
              f"{'sign':>6}{'wrong':>7}{'none':>6}")
        for target in TARGETS:
            rows = [one["rows"][target] for one in some]
            said = [row for row in rows if row["outcome"] != "silence"]
            if not said:
                continue
            held = sum(row["outcome"] == "right" for row in said)
            print(f"{target:<16}{held:>6}{len(said):>5}{100 * held / len(said):>7.1f}"
                  f"{100 * statistics.mean(row['inside'] for row in said):>8.1f}%"
                  f"{100 * statistics.median(row['width'] for row in said):>8.1f}%"
                  f"{100 * statistics.median(row['error'] for row in said):>+8.2f}%"
                  f"{sum(row['excludes'] for row in said):>6}"
                  f"{sum(row['wrongSign'] for row in said):>7}{len(rows) - len(said):>6}")


def failures(found):
    """What falls short of what is promised of ranges, in sentences: of all runs, and of conditions
    with enough of them."""
    failed = failures_of("all", found)
    for condition in CONDITIONS:
        some = [one for one in found if one["fault"] == condition]
        if len(some) >= ENOUGH:
            failed += failures_of(condition, some)
    return failed


def failures_of(title, found):
    """What falls short in some runs."""
    failed, rows = [], [row for one in found for row in one["rows"].values()]
    said = [row for row in rows if row["outcome"] != "silence"]
    held = sum(row["outcome"] == "right" for row in said)
    # Two standard deviations are left to chance; rows of one run are not independent.
    least = HELD - 2 * math.sqrt(HELD * (1 - HELD) / len(found))
    if held < least * len(said):
        failed.append(f"{title}: held in {held} of {len(said)}")
    if said and statistics.mean(row["inside"] for row in said) < least:
        failed.append(f"{title}: single steps are outside too often")
    if any(row["wrongSign"] or row["unfounded"] for row in said):
        failed.append(f"{title}: a wrong or unfounded sign")
    if len(said) < 0.8 * len(rows):
        failed.append(f"{title}: {len(rows) - len(said)} of {len(rows)} not predicted")
    return failed
