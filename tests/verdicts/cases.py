# SPDX-License-Identifier: Apache-2.0
"""Draws the runs that the judge plays: fault, schedule and machine from a seed and a number."""

import math
import random

import orders
import simulator
import writer

FAULTS = ("none", "slow_rank", "heavy_stage", "slow_link", "late_host", "host_or_link",
          "slow_collective", "host_gaps", "long_micro_batch", "pause", "clocks")

# How much a fault multiplies what it acts on: from hardly seen to plain.
STRENGTHS = {"slow_rank": (1.05, 1.6), "heavy_stage": (1.05, 1.6), "slow_link": (1.2, 2.5),
             "late_host": (1.05, 1.5), "slow_collective": (4.0, 25.0), "host_gaps": (1.05, 1.6),
             "long_micro_batch": (1.2, 3.0), "pause": (3.0, 14.0)}


def costs(draw, stages, head=0.0):
    """Costs of even stages; links differ a little."""
    forward = draw.uniform(1e6, 8e6)
    return simulator.Costs(
        forward_ns=int(forward), input_ns=int(forward * draw.uniform(0.8, 1.2)),
        weight_ns=int(forward * draw.uniform(0.6, 1.1)), head_share=head,
        overlap_gain=draw.choice((0.0, 0.1)), reduce_ns=int(forward * draw.uniform(0.3, 1.0)),
        latency_ns=tuple(int(draw.uniform(20e3, 120e3)) for _ in range(stages)))


def schedule(draw, name, largest=16):
    """A schedule of a name with sizes that it exists for, mostly small."""
    P = min(draw.choice((2, 3, 4, 4, 6, 8, 8, 12, 16)), largest)
    M = draw.choice((P, 2 * P, 2 * P + draw.randrange(P), 3 * P))
    return orders.build(name, P, min(M, 40), draw.choice((2, 2, 3, 4)))


def parallel(draw, stages, cause):
    """Tensor- and data-parallel sizes, at most 32 ranks in all; a collective needs tensor peers."""
    tensor, data = 1, 1
    if cause == "slow_collective" or draw.random() < 0.35:
        tensor = draw.choice((2, 2, 4, 3)) if cause == "slow_collective" else draw.choice((1, 2, 4))
        data = draw.choice((1, 1, 2, 3, 4))
    while tensor * data * stages > 32 and tensor * data > 1:
        tensor, data = (tensor, data - 1) if data > 1 else (tensor - 1, 1)
    return tensor, data


def fault(draw, cause, plan, tensor, data, steps):
    """A fault of a cause somewhere in a schedule, with a strength drawn log-evenly."""
    low, high = STRENGTHS.get(cause, (1.0, 1.0))
    strength = math.exp(draw.uniform(math.log(low), math.log(high)))
    stage = draw.randrange(plan.stages)
    made = simulator.Fault(cause, round(strength, 3), stage, replica=draw.randrange(data),
                           peer_rank=draw.randrange(tensor))
    if cause == "slow_link":
        made.stage = draw.randrange(plan.stages - 1)
        made.peer = made.stage + 1
    elif cause == "long_micro_batch":
        made.stage, made.micro_batch = -1, draw.randrange(plan.micro_batches)
    elif cause == "pause":
        made.step, made.index = draw.randrange(steps), draw.randrange(len(plan.ops[stage]))
    elif cause == "heavy_stage":
        made.more_kernels = draw.random() < 0.5
    elif cause in ("none", "clocks"):
        made.stage = -1
    return made


def clocks(draw, count, contradictory, span_ns):
    """Clocks of hosts up to 1 s and 200 ppm apart; a contradictory one jumps while it records."""
    hosts = [(0, 0.0, 0, 0)]
    for _ in range(count - 1):
        jump = draw.choice((-1, 1)) * int(draw.uniform(5e6, 50e6)) if contradictory else 0
        hosts.append((int(draw.uniform(-1e9, 1e9)), draw.uniform(-200e-6, 200e-6), jump,
                      int(span_ns * draw.uniform(0.3, 0.7))))
    return tuple(hosts)


def span(plan, cost, steps):
    """Rough length of a run in ns, to place what happens in its middle."""
    whole = cost.forward_ns + cost.input_ns + cost.weight_ns
    return steps * whole * (plan.micro_batches + plan.stages)


def draw_case(seed, number):
    """The run of a seed and number, and how it is recorded."""
    draw = random.Random(f"verdicts/{seed}/{number}")
    wanted = FAULTS[number % len(FAULTS)]
    name = tuple(orders.SCHEDULES)[number // len(FAULTS) % len(orders.SCHEDULES)]
    cause = "late_host" if wanted == "host_or_link" else wanted
    plan = schedule(draw, name, 8 if cause == "slow_collective" else 16)
    tensor, data = parallel(draw, plan.stages, cause)
    steps = draw.choice((2, 3, 3, 4))
    cost = costs(draw, plan.stages)
    contradictory = draw.random() < 0.5
    messages = {"late_host": wanted == "late_host", "clocks": contradictory}.get(
        cause, draw.random() < 0.6)
    run = simulator.Run(
        plan, cost, fault(draw, cause, plan, tensor, data, steps), tensor, data, steps,
        jitter=math.exp(draw.uniform(math.log(0.005), math.log(0.06))), seed=f"{seed}/{number}",
        messages=messages, kernels=draw.random() < 0.7,
        runs_ahead=draw.random() < 0.5)
    if messages and plan.stages > 3 and draw.random() < 0.2:
        # Two hosts whose clocks nearly agree: what messages put right should trouble no verdict.
        near = int(draw.uniform(-5e6, 5e6)), draw.uniform(-1e-5, 1e-5), 0, 0
        run.hosts = (0, 0.0, 0, 0), near
    if cause == "clocks":
        run.hosts = clocks(draw, min(plan.stages, draw.choice((2, 3, 4))), contradictory,
                           span(plan, cost, steps))
    # Numbered micro-batches are what a schedule with chunks needs to be told from a plain one.
    ids = plan.chunks > 1 and plan.length == plan.stages * plan.chunks and draw.random() < 0.7
    return run, writer.Recording(ids=ids)
