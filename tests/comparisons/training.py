# SPDX-License-Identifier: Apache-2.0
"""What the ranks of a job do in a step of training a transformer, as operators for the machine.

Each operator knows the calls of modules around it, the shapes of its kernel and, of the backward
pass, the operator that it belongs to.
"""

import dataclasses
import pathlib
import sys
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "findings"))

import machine  # noqa: E402

TOKENS, HIDDEN = 4096, 5120
DRAIN_NS = 30_000      # of the last operator of a step, after which the device is idle


@dataclass
class Work(machine.Op):
    """An operator and where it stands."""
    module: tuple = ()          # names of the calls around it, outermost first
    call: int = 0               # tells calls of one name apart that follow each other
    shapes: str = '"8,8"'
    forward: int = -1           # of the backward pass: the place of its forward operator
    is_autograd: bool = False   # runs on the thread of the backward pass


@dataclass
class Plan:
    """What may differ between two recordings of a job."""
    tensor: int = 1
    stages: int = 1
    data: int = 1
    layers: int = 4                  # of a stage
    micro_batches: int = 1
    scale: float = 1.0               # of all kernels
    perceptron: float = 1.0          # of the matrix products of the perceptrons
    host_ns: int = 12_000            # of an operator
    unfused: tuple = ()              # of norm, swiglu, attention: done by several operators
    has_router: bool = False
    is_asking: bool = False          # the router of each layer waits for the device
    back_ns: int = 80_000            # how long the host takes to go on after that
    is_overlapped: bool = True       # gradients are summed beside the backward pass
    is_tensor_overlapped: bool = False   # those of the perceptrons
    is_one_bucket: bool = False      # gradients are summed at the end
    recomputed: tuple = ()           # modules whose forward pass runs again; "layers": all
    is_pipelined: bool = True        # one forward one backward, else a micro-batch at a time
    data_bytes: int = 2 << 20        # of the gradients of a layer
    tensor_bytes: int = 400 << 10


@dataclass(frozen=True)
class Kernel:
    """An operator of a layer, before it is anywhere."""
    place: tuple
    name: str
    type: str
    ns: int
    core: str = "AI_VECTOR_CORE"
    width: int = HIDDEN
    is_split: bool = True            # the ranks of a tensor-parallel group share it


def norm(plan, place):
    """Operators of a norm, which every rank does alone."""
    steps = [("npu::npu_rms_norm", "RmsNorm", 40_000)]
    if "norm" in plan.unfused:
        steps = [("aten::pow", "Pow", 66_000), ("aten::mean", "ReduceMean", 38_000),
                 ("aten::rsqrt", "Rsqrt", 22_000), ("aten::mul", "Mul", 46_000)]
    return [Kernel(place + ("RMSNorm",), *step, is_split=False) for step in steps]


def attention(plan, place):
    """Operators of the attention."""
    inner = [("npu::npu_fusion_attention", "FlashAttentionScore", 200_000, "MIX_AIC")]
    if "attention" in plan.unfused:
        inner = [("aten::baddbmm", "BatchMatMulV3", 120_000, "AI_CORE"),
                 ("aten::softmax", "SoftmaxV2", 260_000),
                 ("aten::bmm", "BatchMatMulV2", 110_000, "AI_CORE")]
    here = place + ("SelfAttention",)
    return [Kernel(here, "aten::matmul", "MatMulV3", 150_000, "AI_CORE", 3 * HIDDEN),
            *[Kernel(here + ("CoreAttention",), *step) for step in inner],
            Kernel(here, "aten::matmul", "MatMulV3", 80_000, "AI_CORE")]


def perceptron(plan, place):
    """Operators of the two matrix products and of what lies between them."""
    here = place + ("MLP",)
    between = [("npu::npu_swiglu", "SwiGlu", 50_000)]
    if "swiglu" in plan.unfused:
        between = [("aten::silu", "Swish", 75_000), ("aten::mul", "Mul", 100_000)]
    up, down = round(240_000 * plan.perceptron), round(130_000 * plan.perceptron)
    return [Kernel(here, "aten::linear", "MatMulV2", up, "AI_CORE", 4 * HIDDEN),
            *[Kernel(here + ("SwiGLU",), *step, width=2 * HIDDEN) for step in between],
            Kernel(here, "aten::linear", "MatMulV2", down, "AI_CORE")]


def work(plan, kernel, call):
    """A kernel as an operator of the forward pass."""
    parts = plan.tensor if kernel.is_split else 1
    return Work(kernel.name, plan.host_ns, f"aclnn{kernel.type}_{kernel.type}Common_{kernel.type}",
                round(kernel.ns * plan.scale / parts), kernel.core, module=kernel.place, call=call,
                shapes=f'"{TOKENS},{HIDDEN};{HIDDEN},{kernel.width // parts}"')


def collective(plan, group, size, module, call, **others):
    """A sum over a group."""
    return Work("c10d::allreduce_", plan.host_ns, group=group, kind="allReduce", size=size,
                module=module, call=call, **others)


class Step:
    """Writes down the step of a rank."""

    def __init__(self, profile, plan, rank):
        self.plan = plan
        self.rank = rank
        self.stage = rank // (plan.tensor * plan.data)
        self.tensor, self.data = profile.group("tp", rank), profile.group("dp", rank)
        self.chain = profile.group("pp", rank)
        self.ops = []

    def router(self, place, call):
        """Chooses experts; the host may want to know them."""
        here, plan = place + ("Router",), self.plan
        self.ops.append(work(plan, Kernel(here, "aten::topk", "TopKV2", 45_000), call))
        if plan.is_asking:
            self.ops.append(Work("aten::item", plan.host_ns, module=here, call=call, waits="host",
                                 back_ns=plan.back_ns))
        self.ops.append(work(plan, Kernel(here, "aten::index_select", "GatherV3", 60_000), call))

    def layer(self, place, call):
        """The forward pass of a layer; returns the places of its kernels."""
        plan, first = self.plan, len(self.ops)
        parts = [norm(plan, place) + attention(plan, place), norm(plan, place) +
                 perceptron(plan, place)]
        for number, part in enumerate(parts):
            for kernel in part:
                self.ops.append(work(plan, kernel, call + number))
            if self.tensor:
                self.ops.append(collective(
                    plan, self.tensor, plan.tensor_bytes, part[-1].place, call + number,
                    is_async=number == 1 and plan.is_tensor_overlapped))
            if number == 0 and plan.has_router:
                self.router(place, call)
        return [at for at in range(first, len(self.ops)) if self.ops[at].kernel]

    def again(self, places, call):
        """Runs the forward pass of recomputed operators again; returns where all are now."""
        now = []
        for at in places:
            op = self.ops[at]
            keep = next((depth for depth, name in enumerate(op.module)
                         if name.split(".")[0] in self.plan.recomputed), None)
            if keep is not None:
                self.ops.append(dataclasses.replace(op, module=op.module[keep:], call=call,
                                                    is_autograd=True))
                at = len(self.ops) - 1
            now.append(at)
        return now

    def backward(self, places, call, is_last):
        """The backward pass of a layer."""
        plan = self.plan
        for at in reversed(self.again(places, call)):
            op = self.ops[at]
            self.ops.append(dataclasses.replace(
                op, name=op.name + "_backward", kernel=op.kernel + "Grad",
                kernel_ns=2 * op.kernel_ns, module=(), forward=at, is_autograd=True))
        if self.tensor:
            self.ops.append(collective(plan, self.tensor, plan.tensor_bytes, (), call,
                                       is_autograd=True))
        if self.data and is_last and not plan.is_one_bucket:
            self.ops.append(collective(plan, self.data, plan.data_bytes, ("GradBuffer",), call,
                                       is_autograd=True, is_async=plan.is_overlapped))

    def message(self, kind, other, call, is_autograd):
        """Sends to, or receives from, another stage."""
        pair = (self.rank, other) if kind == "send" else (other, self.rank)
        self.ops.append(Work(f"c10d::{kind[:4]}_", self.plan.host_ns, group=pair, kind=kind,
                             size=1 << 20, module=("P2PCommunication",), call=call,
                             is_autograd=is_autograd))

    def order(self):
        """All passes: (is it backward, micro-batch)."""
        count = self.plan.micro_batches
        ahead = min(self.plan.stages - 1 - self.stage, count) if self.plan.is_pipelined else 0
        found = [(False, one) for one in range(ahead)]
        for one in range(count - ahead):
            found += [(False, ahead + one), (True, one)]
        return found + [(True, one) for one in range(count - ahead, count)]

    def passes(self):
        """All passes of all micro-batches."""
        plan, places = self.plan, {}
        for number, (is_backward, one) in enumerate(self.order()):
            call, is_last = 10 * number, one == plan.micro_batches - 1
            source, target = (1, -1) if is_backward else (-1, 1)
            if self.chain and 0 <= self.stage + source < plan.stages:
                self.message("receive", self.chain[self.stage + source], call, is_backward)
            if is_backward:
                for layer in reversed(range(plan.layers)):
                    self.backward(places[one][layer], call, is_last)
            else:
                places[one] = [self.layer(("GPTModel", f"layers.{layer}"), call)
                               for layer in range(plan.layers)]
            if self.chain and 0 <= self.stage + target < plan.stages:
                self.message("send", self.chain[self.stage + target], call, is_backward)

    def write(self):
        """All operators of the step."""
        plan = self.plan
        self.ops = [Work("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 40_000)]
        self.passes()
        if self.data and plan.is_one_bucket:
            self.ops.append(collective(plan, self.data, plan.layers * plan.data_bytes,
                                       ("GradBuffer",), 0))
        self.ops.append(Work("Optimizer.step#AdamW.step", plan.host_ns,
                             "aclnnApplyAdamWV2_ApplyAdamWV2", round(150_000 * plan.scale),
                             "AI_VECTOR_CORE", waits="stream"))
        self.ops.append(Work("aten::_local_scalar_dense", plan.host_ns, waits="host",
                             back_ns=DRAIN_NS))
        return self.ops


def scaled(op, factor):
    """An operator that takes so many times as long."""
    return dataclasses.replace(
        op, host_ns=round(op.host_ns * factor), kernel_ns=round(op.kernel_ns * factor),
        size=round(op.size * factor), back_ns=round(op.back_ns * factor))


def programs(profile, factors):
    """The steps of every rank, each as long as its factor says."""
    plan = profile.shape
    steps = [Step(profile, plan, rank).write() for rank in range(profile.world)]
    return [[[scaled(op, factor) for op in step] for factor in factors] for step in steps]
