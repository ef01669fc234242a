# serving.py - operations of a server that generates text, tensor parallel
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Engine steps as vLLM runs them: the scheduler chooses sequences, a decode step is launched as
one graph, or kernel by kernel; steps with prompts are launched kernel by kernel; at the end the
host waits for the sampled tokens."""

import dataclasses
import typing

import model
from cluster import Cluster
from job import Builder, Job, Plan
from noise import MASK
from ops import COPY, GRAPH, HOST, KERNEL, STEP, Op


@dataclasses.dataclass(frozen=True)
class Turn:
    """One engine step: `decode` sequences of on average `keys` tokens, `prompt` new tokens;
    `drafts` how many tokens a small model proposes before."""
    decode: int
    keys: int = 1024
    prompt: int = 0
    drafts: int = 0

    def label(self):
        prompts = 1 if self.prompt else 0
        return f'execute_context_{prompts}({self.prompt})_generation_{self.decode}({self.decode})'


@dataclasses.dataclass
class Serving:
    """`prepare_ns` is what the host does before it launches: (rank, step)."""
    turns: list
    graphs: bool = True
    layers: int = 10
    prepare_ns: typing.Callable = lambda *_: 350e3


def plan(seed, serving, ranks=4, **words):
    words.setdefault('launch_ns', 6e3)
    words.setdefault('size', model.Size(hidden=4096, ffn=14336))
    return Plan(seed, dp=1, tp=ranks, steps=len(serving.turns), kind='serve', serving=serving,
                cluster=Cluster(ranks), **words)


class Engine(Builder):
    """One worker."""

    def kernels_of(self, recipe, step, *where, size, graph):
        """A recipe, launched by one call for all if `graph`."""
        plan, noise = self.plan, self.job.noise
        place = noise.place(self.rank, step, *where)
        factor = plan.chips[self.rank] * plan.levels(self.rank, step, 0)
        launch = 0.0 if graph else plan.launch_ns * self.pace(step)
        for n, entry in enumerate(recipe):
            if entry == model.COMM:
                self.join_all(size, step, graph)
                continue
            at = (place + n) & MASK
            slow, more = noise.host[at]
            span = entry.span * factor * noise.kernel[at]
            span *= plan.types.get((self.rank, entry.type), 1.0)
            self.ops.append(Op(KERNEL, entry, span, 0.0 if graph else launch * slow + more,
                               step=step, tied=not graph, note='graph' if graph else None))

    def join_all(self, size, step, graph):
        self.communicate(self.tensor, 'allReduce', size, step, note='graph' if graph else None)
        if graph:
            self.ops[-2].cost = 0.0

    def forward(self, turn, step, layers, draft=0):
        """All layers for the tokens of this turn."""
        plan, serving = self.plan, self.plan.serving
        graph = serving.graphs and not turn.prompt
        tokens = turn.decode + turn.prompt
        if turn.prompt:
            recipe = model.prefill_layer(plan.size, -(-tokens // 16) * 16, turn.keys, plan.tp)
        else:
            recipe = model.decode_layer(plan.size, tokens, turn.keys, plan.tp)
        if graph:
            self.ops.append(Op(GRAPH, 'cudaGraphLaunch', cost=60e3 * self.pace(step), step=step,
                               note=draft))
        for n in range(layers):
            self.kernels_of(recipe, step, n, draft, size=2 * tokens * plan.size.hidden, graph=graph)
            self.call('layer', step)

    def step(self, step):
        serving = self.plan.serving
        turn = serving.turns[step]
        self.ops.append(Op(STEP, step=step, note=turn.label()))
        self.call('begin', step)
        self.on_host('gpu_model_runner: preprocess',
                     serving.prepare_ns(self.rank, step) * self.pace(step), step)
        for n in range(turn.drafts):
            self.forward(dataclasses.replace(turn, prompt=0), step, 1, n + 1)
        self.forward(turn, step, serving.layers)
        self.call('end', step)
        self.ops.append(Op(COPY, 'cudaMemcpyAsync', 3e3, 9e3 * self.pace(step), step=step))
        self.sync('cudaEventSynchronize', step, 12e3)


def build(plan):
    job = Job(plan)
    for rank in range(plan.ranks):
        engine = Engine(job, rank)
        for step in range(plan.steps):
            engine.step(step)
        engine.ops.append(Op(STEP, step=plan.steps))
        job.ops.append(engine.ops)
    return job
