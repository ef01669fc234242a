# test-snippets.py - the collection snippets, run with frameworks that are not there
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Usage: python3 test-snippets.py resources/snippets. Prints TAP."""
import importlib.util
import json
import os
import queue
import sys
import types

sys.dont_write_bytecode = True
FOLDER = sys.argv[1]
MEGATRON = "megatron.core.pipeline_parallel.schedules"
MINDSPEED = "mindspeed.core.pipeline_parallel.dualpipev.dualpipev_schedules"
ranges = []  # texts in the order of their ends
open_ranges = []


def add_module(name, **members):
    parts = name.split(".")
    for i in range(1, len(parts) + 1):
        sys.modules.setdefault(".".join(parts[:i]), types.ModuleType(".".join(parts[:i])))
    vars(sys.modules[name]).update(members)
    return sys.modules[name]


class Range:
    def __init__(self, text):
        self.text = text

    def __enter__(self):
        open_ranges.append(self.text)

    def __exit__(self, *_):
        ranges.append(open_ranges.pop())
        return False


def start(text, stream):
    assert stream == "stream"
    open_ranges.append(text)
    return len(open_ranges)


def end(number):
    assert number == len(open_ranges)
    ranges.append(open_ranges.pop())


def add_frameworks():
    mstx = types.SimpleNamespace(range_start=start, range_end=end)
    add_module("torch_npu", npu=types.SimpleNamespace(mstx=mstx, current_stream=lambda: "stream"))
    profiler = add_module("torch.profiler", record_function=Range)
    add_module("torch", profiler=profiler)

    def forward_step(func, data, current_microbatch=None, vp_stage=None):
        return func + data

    def backward_step(tensor):
        raise ValueError(tensor)

    add_module(MEGATRON, forward_step=forward_step, backward_step=backward_step)

    def forward_step_with_model_graph(func, model_chunk_id, data, current_microbatch=None,
                                      extra_block_kwargs=None):
        return func, model_chunk_id

    class WeightGradStore:
        cache = []
        weight_grad_queue = [queue.Queue(), queue.Queue()]

        @classmethod
        def pop(cls):
            return cls

        @classmethod
        def pop_single(cls):
            return cls.pop()

    return add_module(MINDSPEED, forward_step_with_model_graph=forward_step_with_model_graph,
                      WeightGradStore=WeightGradStore)


def load(name):
    spec = importlib.util.spec_from_file_location(name, os.path.join(FOLDER, name + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def take():
    taken = list(ranges)
    ranges.clear()
    assert not open_ranges
    return taken


def check_steps(snippet):
    mindspeed = add_frameworks()
    megatron = sys.modules[MEGATRON]
    assert snippet.mark() == 4
    assert snippet.mark() == 4  # twice does no harm
    assert megatron.forward_step(1, 2, 7) == 3
    assert take() == ["{'name': 'forward_step', 'current_microbatch': 7}"]
    assert megatron.forward_step(1, data=2, vp_stage=1) == 3
    assert take() == ["{'name': 'forward_step', 'chunk': 1}"]
    try:
        megatron.backward_step("wrong")
        assert False
    except ValueError:  # the range ends all the same
        assert take() == ["{'name': 'backward_step'}"]
    mindspeed.forward_step_with_model_graph(1, 0, 2, current_microbatch=3)
    mindspeed.forward_step_with_model_graph(1, 1, 2, 4, extra_block_kwargs={})
    assert take() == [
        "{'name': 'forward_step_with_model_graph', 'current_microbatch': 3, 'chunk': 0}",
        "{'name': 'forward_backward_overlapping', 'current_microbatch': 4, 'chunk': 1}"]


def check_pops(snippet):
    store = sys.modules[MINDSPEED].WeightGradStore
    assert store.pop() is store and store.pop_single() is store and store().pop() is store
    assert take() == []  # nothing was waiting
    store.cache = [1]
    assert store.pop_single() is store
    assert take() == ["{'name': 'WeightGradStore.pop'}"]
    store.cache = []
    store.weight_grad_queue[1].put([])
    store.pop()
    assert take() == ["{'name': 'WeightGradStore.pop'}"]


def check_wrap(snippet):
    def anything(*args, **kwargs):
        return kwargs

    mine = snippet.wrap(anything, "backward_input")
    assert mine(1, current_microbatch=5) == {"current_microbatch": 5}
    assert take() == ["{'name': 'backward_input', 'current_microbatch': 5}"]
    assert snippet.wrap(max, "forward")(1, 2) == 2
    assert take() == ["{'name': 'forward'}"]


def check_modules(snippet):
    events = []

    def begin(text, domain):
        events.append(("begin", text, domain))
        return len(events)

    sys.modules["torch_npu"].npu.mstx = types.SimpleNamespace(
        range_start=begin,
        range_end=lambda number, domain: events.append(("end", events[number - 1][1], domain)),
        mark=lambda text, domain: events.append((json.loads(text), domain)))

    class Module:
        def __init__(self, children=()):
            self.children, self.pre, self.post = children, [], []

        def modules(self):
            yield self
            for child in self.children:
                yield from child.modules()

        def register_forward_pre_hook(self, hook):
            self.pre.append(hook)

        def register_forward_hook(self, hook):
            self.post.append(hook)

        def __call__(self, depth=0):
            for hook in self.pre:
                hook(self, ())
            for child in self.children:
                child()
            if depth > 0:
                self(depth - 1)
            for hook in self.post:
                hook(self, (), None)

    class Linear(Module):
        pass

    model = Module([Linear()])
    assert len(snippet.mark(model)) == 4
    model(1)  # calls itself
    assert [(what, text) for what, text, _ in events] == [
        ("begin", "Module"), ("begin", "Linear"), ("end", "Linear"),
        ("begin", "Module"), ("begin", "Linear"), ("end", "Linear"), ("end", "Module"),
        ("end", "Module")]
    assert {domain for _, _, domain in events} == {"Module"}


def check_attention(snippet):
    events = []
    npu = sys.modules["torch_npu"]
    npu.npu.mstx = types.SimpleNamespace(mark=lambda text, domain: events.append((text, domain)))
    assert not snippet.mark_attention()  # an old torch_npu
    npu.npu_fusion_attention = lambda q, k, v, n, layout, *more, **others: (q, n, layout, others)
    assert snippet.mark_attention() and snippet.mark_attention()
    lengths = types.SimpleNamespace(tolist=lambda: [4, 8])
    assert npu.npu_fusion_attention(1, 2, 3, 4, "TND", sparse_mode=3, actual_seq_qlen=lengths)[1] == 4
    npu.npu_fusion_attention(1, 2, 3, 4, "TND", None, sparse_mode=3)  # what came by position?
    assert len(events) == 1 and events[0][1] == "flash_attn_args"
    assert json.loads(events[0][0]) == {"input_layout": "TND", "sparse_mode": 3,
                                        "actual_seq_qlen": [4, 8], "actual_seq_kvlen": None}


def check_info(snippet):
    written = {}
    prof = types.SimpleNamespace(add_metadata_json=written.__setitem__)
    snippet.write_pp_info(prof)
    assert written == {}  # nothing is known
    snippet.write_pp_info(prof, "zbv", 16)
    assert json.loads(written["pp_info"]) == {"pp_type": "zbv", "microbatch_num": 16}
    args = types.SimpleNamespace(global_batch_size=64, micro_batch_size=2, data_parallel_size=4,
                                 virtual_pipeline_model_parallel_size=None)
    add_module("megatron.training", get_args=lambda: args)
    assert snippet.write_pp_info(prof) == {"pp_type": "1f1b", "microbatch_num": 8}
    args.virtual_pipeline_model_parallel_size = 2
    assert snippet.write_pp_info(prof)["pp_type"] == "interleaved"
    args.schedules_method = "dualpipev"
    assert snippet.write_pp_info(prof)["pp_type"] == "dualpipev"
    del sys.modules["megatron.training"]


def main():
    tests = [(name, check) for name in ("mark_pipeline", "mark_pipeline_gpu")
             for check in (check_steps, check_pops, check_wrap, check_info)]
    tests += [("mark_modules", check_modules), ("mark_modules", check_attention)]
    print("1..%d" % len(tests))
    add_frameworks()
    failed = 0
    for i, (name, check) in enumerate(tests):
        try:
            if check in (check_steps, check_modules):
                snippet = load(name)
            check(snippet)
            print("ok %d %s %s" % (i + 1, name, check.__name__))
        except Exception as error:
            failed += 1
            print("not ok %d %s %s: %r" % (i + 1, name, check.__name__, error))
        open_ranges.clear()
        ranges.clear()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
