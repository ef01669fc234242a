# mark_pipeline.py - marks the forward and backward steps of a pipeline in a profile
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Lanescope draws a pipeline from ranges around the steps of the framework. On Ascend devices,
profile with mstx=True and export as db; profiler_level Level_none is enough:

    import mark_pipeline

    mark_pipeline.mark()                  # once, before training, frameworks imported
    with torch_npu.profiler.profile(...) as prof:
        mark_pipeline.write_pp_info(prof)     # optional: schedule and micro-batches
        ...

Works with Megatron-LM (forward_step, backward_step) and MindSpeed's DualPipeV. Functions of your
own: my_step = mark_pipeline.wrap(my_step, "forward_step") or "backward_step",
"backward_input", "backward_weight", "forward_backward_overlapping".
"""
import functools
import importlib
import inspect
import json

import torch_npu

MODULES = (
    "megatron.core.pipeline_parallel.schedules",
    "mindspeed.core.pipeline_parallel.dualpipev.dualpipev_schedules",
)
STEPS = (
    "forward_step",
    "backward_step",
    "forward_step_with_model_graph",
    "forward_step_no_model_graph",
    "backward_step_with_model_graph",
)
POP = "WeightGradStore.pop"


class _range:
    """A range of the host and of the current stream of the device."""

    def __init__(self, message):
        self.message = message

    def __enter__(self):
        self.id = torch_npu.npu.mstx.range_start(str(self.message),
                                                 torch_npu.npu.current_stream())

    def __exit__(self, *_):
        torch_npu.npu.mstx.range_end(self.id)
        return False


def _arguments(signature, args, kwargs):
    """The arguments by name, whether they were given by name or by position."""
    found = {}
    if signature is not None:
        try:
            found.update(signature.bind_partial(*args, **kwargs).arguments)
        except TypeError:
            pass
    found.update(kwargs)
    return found


def _message(name, arguments):
    """What the range says: Lanescope reads name, current_microbatch and chunk."""
    message = {"name": name}
    if name == "forward_step_with_model_graph" and arguments.get("extra_block_kwargs") is not None:
        message["name"] = "forward_backward_overlapping"
    number = arguments.get("current_microbatch")
    if isinstance(number, int):
        message["current_microbatch"] = number
    for key in ("model_chunk_id", "vp_stage"):
        if isinstance(arguments.get(key), int):
            message["chunk"] = arguments[key]
            break
    return message


def wrap(function, name, has_work=None):
    """The function with a range of that name around each call.

    has_work: asked before each call; without work no range is recorded.
    """
    if getattr(function, "is_marked", False):
        return function
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        signature = None

    @functools.wraps(function)
    def marked(*args, **kwargs):
        if has_work is not None and not has_work():
            return function(*args, **kwargs)
        with _range(_message(name, _arguments(signature, args, kwargs))):
            return function(*args, **kwargs)

    marked.is_marked = True
    return marked


def _holds_work(container):
    if container is None:
        return False
    if hasattr(container, "qsize"):
        return container.qsize() > 0
    if isinstance(container, (list, tuple)) and container and hasattr(container[0], "qsize"):
        return any(queue.qsize() > 0 for queue in container)
    return len(container) > 0


def _store_has_work(store):
    """Weight gradients wait in a cache, in a queue or in one queue for each chunk."""
    return any(_holds_work(getattr(store, name, None))
               for name in ("cache", "weight_grad_queue", "funcs_queue"))


def _mark_module(module):
    count = 0
    for name in STEPS:
        function = getattr(module, name, None)
        if callable(function):
            setattr(module, name, wrap(function, name))
            count += 1
    store = getattr(module, "WeightGradStore", None)
    if callable(getattr(store, "pop", None)):
        store.pop = staticmethod(wrap(store.pop, POP, lambda: _store_has_work(store)))
        count += 1
    return count


def mark():
    """Marks the step functions of all frameworks that are there. Returns how many."""
    count = 0
    for name in MODULES:
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        count += _mark_module(module)
    if count == 0:
        print("mark_pipeline: no known framework found: wrap its step functions yourself")
    return count


def _known_pp_info():
    """Schedule and micro-batches as Megatron's arguments tell them."""
    try:
        from megatron.training import get_args
        args = get_args()
        count = args.global_batch_size // args.micro_batch_size // args.data_parallel_size
    except Exception:  # not Megatron, or not set up yet
        return None, None
    if getattr(args, "schedules_method", None):
        return args.schedules_method, count
    chunks = getattr(args, "virtual_pipeline_model_parallel_size", None) or 1
    return "interleaved" if chunks > 1 else "1f1b", count


def write_pp_info(prof, pp_type=None, micro_batches=None):
    """Writes the name of the schedule and the number of micro-batches into the profile."""
    known_type, known_count = _known_pp_info()
    info = {"pp_type": pp_type or known_type, "microbatch_num": micro_batches or known_count}
    if info["microbatch_num"] is not None:
        prof.add_metadata_json("pp_info", json.dumps(info))
    return info
