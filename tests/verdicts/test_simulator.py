#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The simulator against closed forms and against itself; run alone, no build needed."""

import collections
import dataclasses
import hashlib
import json
import pathlib
import sqlite3
import tempfile
import unittest

import cases
import clocks
import disturb
import judge
import orders
import simulator
import writer

EVEN = simulator.Costs(1_000_000, 1_000_000, 1_000_000)


def run_of(schedule, **values):
    """A run without noise and latency unless said otherwise."""
    values = {"costs": EVEN, "jitter": 0.0, "steps": 1, **values}
    return simulator.Run(schedule, **values)


def window(run):
    """Length of the first step in ns."""
    return simulator.replay(run)[0][1]


class Orders(unittest.TestCase):
    """What each schedule's order must hold."""

    def test_every_op_once_without_deadlock(self):
        for name in orders.SCHEDULES:
            for P in range(2, 17):
                v = 2 + P % 3 if name in ("interleaved", "breadth-first", "all-warm-up") else 2
                schedule = orders.build(name, P, P + P % 3, v)
                self.check(schedule)

    def check(self, schedule):
        """Each part once, and an end of every device's order under unit costs."""
        count = collections.Counter(orders.produced(part) for device in schedule.ops
                                    for op in device for part in op.parts)
        self.assertEqual(set(count.values()), {1}, schedule.name)
        whole = schedule.micro_batches * schedule.length
        for role in "FB":
            self.assertEqual(sum(key[0] == role for key in count), whole, schedule.name)
        split = sum(part.role == "I" for device in schedule.ops for op in device
                    for part in op.parts)
        self.assertEqual(sum(key[0] == "W" for key in count), split, schedule.name)
        done, at = set(), [0] * schedule.stages
        moved = True
        while moved:
            moved = False
            for stage, ops in enumerate(schedule.ops):
                while at[stage] < len(ops) and all(
                        key in done for part in ops[at[stage]].parts
                        for key in schedule.needs(part)):
                    done.update(map(orders.produced, ops[at[stage]].parts))
                    at[stage] += 1
                    moved = True
        self.assertEqual(at, list(map(len, schedule.ops)), schedule.name)

    def test_in_flight(self):
        """1F1B holds P - r activations, its eager form 2 (P - 1 - r) + 1, GPipe all of them."""
        for schedule, peak in ((orders.one_f_one_b(6, 12), lambda r: 6 - r),
                               (orders.one_f_one_b(6, 12, 2), lambda r: 2 * (5 - r) + 1),
                               (orders.gpipe(6, 12), lambda r: 12)):
            for stage, device in enumerate(schedule.ops):
                held = most = 0
                for op in device:
                    held += 1 if op.kind == "F" else -1
                    most = max(most, held)
                self.assertEqual(most, peak(stage), schedule.name)

    def test_zero_bubble_memory(self):
        """ZB-V holds at most 2P chunk activations on each device."""
        for device in orders.zbv_paper(8, 24).ops + orders.zbv_pytorch(8, 24).ops:
            held = 0
            for op in device:
                held += {"F": 1, "W": -1}.get(op.kind, 0)
                self.assertLessEqual(held, 16)

    def test_leading_forwards(self):
        """What the definitions say runs before the first backward."""
        def leading(device):
            return next(index for index, op in enumerate(device) if op.kind != "F")
        for stage in range(4):
            self.assertEqual(leading(orders.interleaved(4, 16, 3).ops[stage]),
                             2 * (3 - stage) + 2 * 4 + 1)
            self.assertEqual(leading(orders.zbv_pytorch(4, 16).ops[stage]), 8)
            self.assertEqual(leading(orders.all_warm_up(4, 3).ops[stage]), 12)


class Windows(unittest.TestCase):
    """Lengths of a step against the papers' formulas."""

    def check(self, name, P, M, ideal_ms, v=1):
        """The window of a schedule with F = I = W = 1 ms a device."""
        schedule = orders.build(name, P, M, v)
        self.assertEqual(schedule.micro_batches, M)
        self.assertAlmostEqual(window(run_of(schedule)) / 1e6, ideal_ms, 3, (name, P, M))

    def test_closed_forms(self):
        for P, M in ((2, 4), (4, 8), (8, 16), (5, 10)):
            for name in ("gpipe", "1f1b"):
                self.check(name, P, M, 3 * M + 3 * (P - 1))
            for v in (2, 4):
                self.check("interleaved", P, M, 3 * M + 3 * (P - 1) / v, v)
            self.check("zbh1", P, M, 3 * M + P - 1)
            self.check("zbh2", P, M, 3 * M + P - 1)
            for name in ("zbv-paper", "zbv-pytorch"):
                self.check(name, P, M, 3 * M + (P - 1) / 2)
            # MindSpeed's: (P - 1)(2B - W) a chunk, hence half of that for half the layers.
            self.check("dualpipev-plain", P, M, 3 * M + 3 * (P - 1) / 2)
        for P, M in ((4, 8), (8, 20)):
            # Two copies of the model a device: twice the work; (P / 2 - 1)(X + B - 3 W), X = 3.
            schedule = orders.build("dualpipe", P, M)
            self.assertAlmostEqual(window(run_of(schedule)) / 1e6, 3 * M + (P // 2 - 1) * 2, 3)

    def test_zbh2_has_no_gap_on_a_device(self):
        one = simulator.replay(run_of(orders.build("zbh2", 6, 12)))[0][0]
        ends = {}
        for block in one.blocks:
            self.assertEqual(ends.get(block.stage, block.starts[0]), block.starts[0])
            ends[block.stage] = block.ends[0]

    def test_latency(self):
        """Latency d on each edge of 1F1B costs d (2 (P - 1) M / P + 2 (P - 2)), P dividing M."""
        P, M, d = 4, 12, 10_000
        slow = dataclasses.replace(EVEN, latency_ns=(d,) * P)
        schedule = orders.one_f_one_b(P, M)
        grown = window(run_of(schedule, costs=slow)) - window(run_of(schedule))
        expected = d * (2 * (P - 1) * M / P + 2 * (P - 2))
        # Latency varies by message, by a tenth: the formula holds within that.
        self.assertLess(abs(grown / expected - 1), 0.25)


class Replays(unittest.TestCase):
    """Conservation, causality and faults."""

    def test_order_and_needs(self):
        run = run_of(orders.build("zbv-paper", 4, 8), jitter=0.05, tensor=2, data=2, kernels=True,
                     costs=dataclasses.replace(EVEN, latency_ns=(20_000,) * 4))
        one, length = simulator.replay(run)[0]
        last, busy = {}, collections.Counter()
        for block in one.blocks:
            for peer in range(2):
                key = block.stage, block.replica, peer
                self.assertGreaterEqual(block.starts[peer], last.get(key, 0))
                last[key] = block.ends[peer]
                busy[key] += block.ends[peer] - block.starts[peer]
                for _key, source, times in block.arrivals:
                    self.assertGreaterEqual(block.starts[peer], times[peer])
                    del source
        self.assertEqual(max(end for _begins, end in one.reduces.values()), length)
        for begins, end in one.reduces.values():
            self.assertEqual(end - run.costs.reduce_ns, max(begins))
        for replica in range(2):
            blocks = [block for block in one.blocks if block.replica == replica]
            span = max(b.ends[0] for b in blocks) - min(b.starts[0] for b in blocks)
            idle = 4 * span - sum(busy[stage, replica, 0] for stage in range(4))
            self.assertAlmostEqual(simulator.bubble_ratio(one, replica, 0), idle / (4 * span))

    def test_strength_one_gains_nothing(self):
        for cause in cases.FAULTS:
            schedule = orders.build("1f1b", 4, 8)
            fault = simulator.Fault(cause, 1.0, 1, 2, micro_batch=3, step=0, index=5,
                                    more_kernels=True)
            fault.more_kernels = False
            run = run_of(schedule, fault=fault, jitter=0.03, tensor=2)
            self.assertEqual(window(run), simulator.replay(run, simulator.Fault())[0][1], cause)

    def test_plain_faults_count(self):
        for number in range(2 * len(cases.FAULTS)):
            run, _recording = cases.draw_case(7, number)
            run.fault.strength = 30.0 if run.fault.cause == "slow_collective" else 3.0
            known = simulator.truth(run, simulator.replay(run))
            self.assertGreaterEqual(known["gain_ns"], 0)
            if run.fault.cause in ("slow_rank", "heavy_stage", "slow_link", "host_gaps"):
                self.assertTrue(known["counts"], known["words"])

    def test_gain_of_a_slow_stage_of_1f1b(self):
        """A stage k times slower sets the pace of 1F1B: M - 1 micro-batches and itself, k F + B."""
        fault = simulator.Fault("heavy_stage", 2.0, 2)
        schedule = orders.one_f_one_b(4, 64)
        run = run_of(schedule, fault=fault)
        known = simulator.truth(run, simulator.replay(run))
        self.assertAlmostEqual(known["gain_ns"] / 3e6, 64, delta=1)


    def test_gain_of_a_late_host(self):
        """The last stage of 1F1B never waits inside: each of its blocks' lateness is lost."""
        fault = simulator.Fault("late_host", 1.25, 3)
        run = run_of(orders.one_f_one_b(4, 16), fault=fault)
        known = simulator.truth(run, simulator.replay(run))
        self.assertEqual(known["gain_ns"], 2 * 16 * 250_000)


class Profiles(unittest.TestCase):
    """What is written."""

    def test_same_seed_same_bytes(self):
        def digest():
            run, recording = cases.draw_case(3, 3)
            with tempfile.TemporaryDirectory() as folder:
                writer.write(folder, run, simulator.replay(run), recording)
                files = sorted(pathlib.Path(folder).rglob("*.*"))
                content = [(str(file.relative_to(folder)), file.read_bytes())
                           for file in files if file.is_file()]
            return hashlib.sha256(repr(content).encode()).hexdigest()
        self.assertEqual(digest(), digest())

    def test_rows(self):
        run = run_of(orders.one_f_one_b(2, 4), steps=2, tensor=2, kernels=True)
        with tempfile.TemporaryDirectory() as folder:
            writer.write(folder, run, simulator.replay(run))
            paths = sorted(pathlib.Path(folder).rglob("*.db"))
            self.assertEqual(len(paths), 4)
            with sqlite3.connect(paths[0]) as connection:
                def count(text):
                    return connection.execute("SELECT count(*) FROM " + text).fetchone()[0]
                self.assertEqual(count("MSTX_EVENTS"), 16)
                self.assertEqual(count("STEP_TIME"), 2)
                self.assertEqual(count("COMPUTE_TASK_INFO"), 16 * simulator.SEGMENTS)
                # Four forwards sent and four backwards received a step; three collectives a block.
                self.assertEqual(count("COMMUNICATION_OP"), 16 + 16 * simulator.SEGMENTS)
                self.assertEqual(count("MSTX_EVENTS m JOIN TASK t USING (connectionId) "
                                       "WHERE t.endNs > t.startNs"), 16)
            known = json.loads(pathlib.Path(folder, "truth.json").read_text())
            self.assertEqual(known["words"], "nothing is wrong")

    def test_group_hash(self):
        self.assertEqual(writer.group_hash("hccl_world_group"), 7415574198778220483)

    def test_disturbances(self):
        plain = {}
        for kind in disturb.DISTURBANCES:
            run, played, recording = disturb.prepare("1f1b", kind, 1)
            self.assertEqual(len(played), run.steps)
            marks = writer.marks_of(played[1][0], 0)[0, 0]
            micro_batches = run.schedule.micro_batches
            edited = recording.edit(marks, 0, 1) if recording.edit else marks
            plain[kind] = len(edited) - len(marks)
            if kind == "recomputation":
                # 1F1B ends in backwards: before the last one stands its recomputation.
                self.assertEqual([mark.kind for mark in edited[-2:]], ["F", "B"])
        self.assertEqual(plain["extra-range"], 1)
        self.assertEqual(plain["recomputation"], micro_batches)
        run, played, _recording = disturb.prepare("dualpipev", "evaluation", 1)
        self.assertEqual({block.op.kind for block in played[1][0].blocks}, {"F"})
        self.assertEqual({part.role for block in played[1][0].blocks for part in block.op.parts},
                         {"F"})

    def test_clock_truth(self):
        run, _recording = clocks.draw_case(1, 0)
        known = clocks.truth(run, simulator.replay(run))
        self.assertEqual(known["begin"][0], 0)
        drift = run.hosts[1][1] * known["lengthNs"]
        self.assertAlmostEqual(known["end"][1] - known["begin"][1], drift, delta=2)


class Judging(unittest.TestCase):
    """The judge's own rules, on verdicts made up here."""

    def known(self, cause, **values):
        """The truth of a small run with a plain fault."""
        fault = simulator.Fault(cause, 2.0, 1, **values)
        run = run_of(orders.one_f_one_b(4, 8), fault=fault, kernels=True)
        return simulator.truth(run, simulator.replay(run))

    def test_outcomes(self):
        known = self.known("slow_link", peer=2)
        right = {"cause": "slow-link", "stage": 2, "peer_stage": 1, "certainty": "sure"}
        self.assertEqual(judge.outcome(right, known), "right-sure")
        self.assertEqual(judge.outcome({**right, "peer_stage": 3}, known), "wrong-sure")
        self.assertEqual(judge.outcome(None, known), "silence")
        likely = {"cause": "host_gaps", "stage": 1, "certainty": "likely"}
        self.assertEqual(judge.outcome(likely, known), "wrong-likely")
        self.assertEqual(judge.outcome(likely, self.known("host_gaps")), "right-likely")

    def test_clean_accepts_nothing_sure(self):
        known = self.known("none")
        self.assertEqual(judge.outcome({"cause": "slow_link", "certainty": "sure"}, known),
                         "wrong-sure")


if __name__ == "__main__":
    unittest.main()
