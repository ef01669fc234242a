#!/usr/bin/env python3
# repeat_job.py - a larger job: the replicas of an op timeline again and again
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""repeat_job.py TIMELINE.json[.gz] TIMES OUT.json[.gz]

Writes a job with TIMES as many replicas, in which each is like one of TIMELINE. With that the study of
stragglers is measured on more workers than were ever recorded.
"""
import gzip
import json
import sys


def opened(path, mode):
    if path.endswith(".gz"):
        return gzip.open(path, mode + "t", **({"compresslevel": 1} if mode == "w" else {}))
    return open(path, mode, encoding="utf-8")


def pieces(events):
    """Each event as text around its two numbers."""
    for event in events:
        event = dict(event)
        pid, tid = event.pop("pid"), event.pop("tid", None)
        if event.get("name") == "process_name":
            event["args"] = {"name": "DP rank [@]"}
        text = json.dumps(event, separators=(",", ":"))
        yield text[:-1], pid, tid


def main():
    source, times, target = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    with opened(source, "r") as file:
        events = list(pieces(json.load(file)))
    n_replicas = max(pid for _, pid, _ in events) + 1
    n_tids = (max(tid for _, _, tid in events if tid is not None) // 5 + 1) * 5
    with opened(target, "w") as out:
        out.write("[")
        for i in range(times):
            out.write("," if i > 0 else "")
            lines = []
            for text, pid, tid in events:
                replica = pid + i * n_replicas
                numbers = f',"pid":{replica}' + (f',"tid":{tid + i * n_tids}' if tid is not None else "")
                lines.append(text.replace("[@]", f"[{replica}]") + numbers + "}")
            out.write(",".join(lines))
        out.write("]")


if __name__ == "__main__":
    main()
