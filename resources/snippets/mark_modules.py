# mark_modules.py - marks the calls of modules and of fused attention in a profile
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Lanescope sums time up by module from ranges around the calls of modules, and knows the FLOPs of
fused attention from marks with its arguments. Profile with mstx=True and export as db:

    import mark_modules

    mark_modules.mark_attention()             # once, before the model is built
    mark_modules.mark(model)
    with torch_npu.profiler.profile(...) as prof:
        ...

Without this file the profiler's own with_modules=True gives the modules as well, at a higher cost.
"""
import functools
import json

import torch_npu

DOMAIN = "Module"
ATTENTION_DOMAIN = "flash_attn_args"
ATTENTION = "npu_fusion_attention"
ARGUMENTS = ("input_layout", "sparse_mode", "actual_seq_qlen", "actual_seq_kvlen")


def mark(model):
    """Puts a range around the forward call of each module. Returns the handles of the hooks."""
    handles = []
    for module in model.modules():
        handles.append(module.register_forward_pre_hook(_begin))
        handles.append(module.register_forward_hook(_end))
    return handles


def _begin(module, _inputs):
    # a stack: a module may call itself
    ranges = module.__dict__.setdefault("_lanescope_ranges", [])
    ranges.append(torch_npu.npu.mstx.range_start(type(module).__name__, domain=DOMAIN))


def _end(module, _inputs, _output):
    ranges = module.__dict__.get("_lanescope_ranges")
    if ranges:
        torch_npu.npu.mstx.range_end(ranges.pop(), domain=DOMAIN)


def _as_list(value):
    return value.tolist() if hasattr(value, "tolist") else value


def mark_attention():
    """Writes the arguments of each call of the fused attention before it. Returns whether it is
    there."""
    function = getattr(torch_npu, ATTENTION, None)
    if function is None:
        print("mark_modules: torch_npu has no", ATTENTION)
        return False
    if getattr(function, "is_marked", False):
        return True

    @functools.wraps(function)
    def marked(query, key, value, head_num, input_layout, *args, **kwargs):
        if not args:  # what is given by position has no name here: rather no mark than a wrong one
            found = {name: _as_list(kwargs.get(name)) for name in ARGUMENTS}
            found["input_layout"] = input_layout
            found["sparse_mode"] = kwargs.get("sparse_mode", 0)
            torch_npu.npu.mstx.mark(json.dumps(found), domain=ATTENTION_DOMAIN)
        return function(query, key, value, head_num, input_layout, *args, **kwargs)

    marked.is_marked = True
    setattr(torch_npu, ATTENTION, marked)
    return True
