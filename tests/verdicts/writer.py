# SPDX-License-Identifier: Apache-2.0
"""Writes a replayed run as the profile folders that the Ascend PyTorch profiler leaves behind.

The same run gives the same bytes. Databases are filled in memory from a template, which makes a
rank cost a few milliseconds.
"""

import collections
import functools
import json
import pathlib
import sqlite3
import zlib
from collections import namedtuple
from dataclasses import dataclass
from typing import Callable, Optional

import simulator

NONE = 4294967295
FIRST_STEP = 5
STEP_MARGIN_NS = 400_000
EAGER_NS = 2_000         # what a send takes that waits for nobody
ORIGIN_NS = 1_000_000    # from the run's start to its first block

SCHEMA = """
CREATE TABLE MSTX_EVENTS (startNs INTEGER,endNs INTEGER,eventType INTEGER,rangeId INTEGER,
  category INTEGER,message INTEGER,globalTid INTEGER,endGlobalTid INTEGER,domainId INTEGER,
  connectionId INTEGER);
CREATE TABLE TASK (startNs INTEGER,endNs INTEGER,deviceId INTEGER,connectionId INTEGER,
  globalTaskId INTEGER,globalPid INTEGER,taskType INTEGER,contextId INTEGER,streamId INTEGER,
  taskId INTEGER,modelId INTEGER);
CREATE TABLE STEP_TIME (id INTEGER, startNs INTEGER, endNs INTEGER);
CREATE TABLE META_DATA (name TEXT,value TEXT);
CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY,value TEXT);
CREATE TABLE RANK_DEVICE_MAP (rankId INTEGER, deviceId INTEGER);
CREATE TABLE HOST_INFO (hostUid TEXT,hostName TEXT);
CREATE TABLE ENUM_MSTX_EVENT_TYPE (id INTEGER PRIMARY KEY,name TEXT);
CREATE TABLE COMMUNICATION_OP (opName INTEGER,startNs INTEGER,endNs INTEGER,connectionId INTEGER,
  groupName INTEGER,opId INTEGER PRIMARY KEY,relay INTEGER,retry INTEGER,dataType INTEGER,
  algType INTEGER,count NUMERIC,opType INTEGER);
CREATE TABLE COMMUNICATION_TASK_INFO (name INTEGER,globalTaskId INTEGER,taskType INTEGER,
  planeId INTEGER,groupName INTEGER,notifyId INTEGER,rdmaType INTEGER,srcRank INTEGER,
  dstRank INTEGER,transportType INTEGER,size INTEGER,dataType INTEGER,linkType INTEGER,
  opId INTEGER);
CREATE TABLE COMPUTE_TASK_INFO (name INTEGER,globalTaskId INTEGER PRIMARY KEY,blockDim INTEGER,
  mixBlockDim INTEGER,taskType INTEGER,opType INTEGER,inputFormats INTEGER,inputDataTypes INTEGER,
  inputShapes INTEGER,outputFormats INTEGER,outputDataTypes INTEGER,outputShapes INTEGER,
  attrInfo INTEGER);
CREATE TABLE SESSION_TIME_INFO (startTimeNs INTEGER,endTimeNs INTEGER);
CREATE TABLE ENUM_API_TYPE (id INTEGER PRIMARY KEY,name TEXT);
INSERT INTO ENUM_MSTX_EVENT_TYPE VALUES(0,'marker'),(1,'push/pop'),(2,'start/end'),(3,'marker_ex');
"""

# One range as it is recorded, in ns from the step's start; forwards carry ids when asked for.
Mark = namedtuple("Mark", "kind part launch start end")
# A message or collective on one rank: the group's name, and the places in it that it joins.
Transfer = namedtuple("Transfer", "name group source target start end")


@dataclass
class Recording:
    """What the user's settings leave in the profile."""
    ids: bool = False
    step_times: bool = True
    metadata: bool = True
    pp_type: Optional[str] = None
    edit: Optional[Callable] = None    # (marks of a rank in a step, stage, step) -> marks


class Strings(dict):
    """The pool of a database's strings: text -> id, given out when first asked for."""

    def __missing__(self, text):
        self[text] = len(self)
        return self[text]


def template():
    """The bytes of a database with all tables and no recording, made once a process."""
    if not hasattr(template, "bytes"):
        with sqlite3.connect(":memory:") as connection:
            connection.executescript("PRAGMA page_size=1024;" + SCHEMA)
            template.bytes = connection.serialize()
    return template.bytes


@functools.lru_cache(maxsize=None)
def group_hash(name):
    """The 64-bit hash by which operators name their communicator."""
    low = high = 0
    for byte in name.encode():
        high = (high * 29 + byte) & 0xFFFFFFFF
        low = (low * 131 + byte) & 0xFFFFFFFF
    return high << 32 | low


def groups_of(run, stage, replica, peer):
    """The communicators of a rank: kind -> (name, place of the rank in it, global ranks)."""
    stages, replicas, peers = range(run.schedule.stages), range(run.data), range(run.tensor)
    at = {"pp": (replica * run.tensor + peer, stage, [run.rank(s, replica, peer) for s in stages])}
    if run.tensor > 1:
        at["tp"] = (100 + stage * run.data + replica, peer,
                    [run.rank(stage, replica, other) for other in peers])
    if run.data > 1:
        at["dp"] = (1000 + stage * run.tensor + peer, replica,
                    [run.rank(stage, other, peer) for other in replicas])
    return {kind: (f"10.0.0.1%eth0_{port}", place, ranks)
            for kind, (port, place, ranks) in at.items()}


def metadata(run, rank, groups, recording):
    """What the training script added to the profile."""
    schedule = run.schedule
    values = {
        "distributed_args": {
            "tensor_model_parallel_size": run.tensor,
            "pipeline_model_parallel_size": schedule.stages,
            "data_parallel_size": run.data, "context_parallel_size": 1, "rank": rank,
            "world_size": run.world},
        "parallel_group_info": {
            name: {"group_name": kind, "group_rank": place, "global_ranks": ranks}
            for kind, (name, place, ranks) in groups.items()}}
    if recording.pp_type:
        values["pp_info"] = {"pp_type": recording.pp_type,
                             "microbatch_num": schedule.micro_batches}
    return values


NAMES = {"F": "forward_step", "B": "backward_step", "I": "backward_input", "W": "backward_weight",
         "X": "forward_backward"}
MIND_SPEED = {"F": "forward_step_with_model_graph", "B": "backward_step_with_model_graph",
              "I": "backward_step_with_model_graph", "W": "WeightGradStore.pop",
              "X": "forward_backward_overlaping"}


def text_of(run, mark, recording):
    """The message of a range, as Python prints the dictionary; MindSpeed counts chunk 1 from M."""
    mind_speed = run.schedule.name.startswith("dualpipev")
    values = {"name": (MIND_SPEED if mind_speed else NAMES).get(mark.kind, mark.kind)}
    if recording.ids and mark.part and (mark.kind == "F" or not mind_speed):
        later = run.schedule.micro_batches * mark.part.chunk if mind_speed else 0
        values["current_microbatch"] = mark.part.mb + later
        if run.schedule.chunks > 1 and not mind_speed:
            values["chunk"] = mark.part.chunk
    return str(values)


def marks_of(one, peer):
    """The ranges of one step by (stage, replica), in order of time."""
    found = {}
    for block in one.blocks:
        mark = Mark(block.op.kind, block.op.parts[0], block.launches[peer], block.starts[peer],
                    block.ends[peer])
        found.setdefault((block.stage, block.replica), []).append(mark)
    return found


def transfers_of(run, one):
    """All messages and collectives of a step, by rank."""
    found = collections.defaultdict(list)

    @functools.lru_cache(maxsize=None)
    def name(kind, *place):
        return groups_of(run, *place)[kind][0]

    def add(rank, *values):
        found[rank].append(Transfer(*values))
    for block in one.blocks:
        for key, source, times in block.arrivals if run.messages else ():
            for peer, end in enumerate(times) if source != block.stage else ():
                group = name("pp", block.stage, block.replica, peer)
                sent = one.done[block.replica, key][1][peer]
                begin = min(block.posted[peer], end - 1000)
                left = min(sent + EAGER_NS, end) if run.eager else end
                add(run.rank(source, block.replica, peer), "send", group, source, block.stage,
                    sent, left)
                add(run.rank(block.stage, block.replica, peer), "receive", group, source,
                    block.stage, begin, end)
        for peer, segments in enumerate(block.segments if run.kernels and run.tensor > 1 else ()):
            group = name("tp", block.stage, block.replica, peer)
            for _begin, end, left in segments:
                add(run.rank(block.stage, block.replica, peer), "allReduce", group, NONE, NONE,
                    end, left)
    for (stage, peer), (begins, end) in one.reduces.items():
        for replica, begin in enumerate(begins if run.messages or run.kernels else ()):
            group = name("dp", stage, replica, peer)
            add(run.rank(stage, replica, peer), "allReduce", group, NONE, NONE, begin, end)
    return found


class RankWriter:
    """Collects the rows of one rank and writes its folder."""

    def __init__(self, run, stage, replica, peer, recording):
        self.run = run
        self.stage = stage
        self.rank = run.rank(stage, replica, peer)
        self.groups = groups_of(run, stage, replica, peer)
        self.recording = recording
        self.strings = Strings()
        self.rows = collections.defaultdict(list)
        self.pid = 41000 + 17 * self.rank
        self.tasks = 0
        self.links = 0
        self.counts = {}
        self.at_host = run.host(stage)
        self.host = "h" + "ABCDEFGHIJKLMNOP"[self.at_host] if run.hosts else "h0"

    def add(self, table, *row):
        """Adds a row to a table."""
        self.rows[table].append(row)

    def local(self, time):
        """The rank's own clock at a time counted from the run's start."""
        ahead = self.run.clock_ns(self.at_host, time) if self.run.hosts else 0
        return self.run.begin_ns + time + ahead

    def task(self, start, end, connection, kind, stream):
        """Adds a device task; returns its id."""
        self.add("TASK", start, end, self.rank % 8, connection, self.tasks, self.pid,
                 self.strings[kind], NONE, stream, self.tasks, NONE)
        self.tasks += 1
        return self.tasks - 1

    def mark(self, mark, origin):
        """Adds a range with its device extent."""
        connection = 4000000001 + len(self.rows["MSTX_EVENTS"])
        launch = self.local(origin + mark.launch)
        thread = self.pid << 32 | self.pid
        self.add("MSTX_EVENTS", launch, launch + 10_000, 2, NONE, 0,
                 self.strings[text_of(self.run, mark, self.recording)], thread, thread,
                 self.strings["default"], connection)
        self.task(self.local(origin + mark.start), self.local(origin + mark.end), connection,
                  "MsTx", 2)

    def kernel(self, start, end):
        """Adds a compute kernel; a little is left free around it, as devices do."""
        at = self.strings
        task = self.task(start + 200, max(end - 200, start + 400), 100_001 + self.tasks,
                         "KERNEL_AICORE", 2)
        layout = at["ND"], at["DT_BF16"], at['"8,8"']
        name = at["MatMul"]
        self.add("COMPUTE_TASK_INFO", name, task, 1, 0, at["AI_CORE"], name, *layout, *layout,
                 at["N/A"])

    def transfer(self, transfer, origin):
        """Adds a message or collective with its device task."""
        at = self.strings
        self.links += 1
        index = self.counts[transfer.group] = self.counts.get(transfer.group, -1) + 1
        name = at[f"hcom_{transfer.name}__{group_hash(transfer.group) % 1000}_{index}_1"]
        start, end = self.local(origin + transfer.start), self.local(origin + transfer.end)
        connection = 500_000 + self.links
        self.add("COMMUNICATION_OP", name, start, end, connection, at[transfer.group], self.links,
                 0, 0, 4, at["N/A"], 1000, at[f"hcom_{transfer.name}_"])
        # A receiver's tasks name itself first; the operator's name tells the direction.
        places = transfer.source, transfer.target
        if transfer.name == "receive":
            places = places[::-1]
        task = self.task(start, end, connection, "Notify Wait", 7)
        self.add("COMMUNICATION_TASK_INFO", name, task, at["Notify_Wait"], 0, at[transfer.group],
                 1000, 65535, *places, 0, 1000, 4, 1, self.links)

    def write(self, folder):
        """Writes the rank's folder below a folder."""
        run, recording = self.run, self.recording
        self.add("RANK_DEVICE_MAP", self.rank, self.rank % 8)
        self.add("HOST_INFO", str(1_000_000 + zlib.crc32(self.host.encode()) % 1000), self.host)
        values = metadata(run, self.rank, self.groups, recording) if recording.metadata else {}
        for name, value in values.items():
            self.add("META_DATA", name, json.dumps(value))
        self.rows["STRING_IDS"] = [(number, text) for text, number in self.strings.items()]
        with sqlite3.connect(":memory:") as connection:
            connection.deserialize(template())
            for table, rows in self.rows.items():
                if not rows:
                    continue
                places = ",".join("?" * len(rows[0]))
                connection.executemany(f"INSERT INTO {table} VALUES({places})", rows)
            connection.commit()
            content = connection.serialize()
        home = pathlib.Path(
            folder, f"{self.host}_{self.pid}_20251009085320{self.rank:03}_ascend_pt")
        output = home / "ASCEND_PROFILER_OUTPUT"
        output.mkdir(parents=True)
        (output / f"ascend_pytorch_profiler_{self.rank}.db").write_bytes(content)
        (home / f"profiler_info_{self.rank}.json").write_text(json.dumps({"rank_id": self.rank}))
        if values:
            (home / "profiler_metadata.json").write_text(json.dumps(values))


def add_step(writers, run, one, length, step, origin, recording):
    """Adds a replayed step to the rows of all ranks."""
    transfers = transfers_of(run, one)
    for peer in range(run.tensor):
        for (stage, replica), marks in marks_of(one, peer).items():
            writer = writers[run.rank(stage, replica, peer)]
            for mark in recording.edit(marks, stage, step) if recording.edit else marks:
                writer.mark(mark, origin)
            for transfer in sorted(transfers.get(writer.rank, ()), key=lambda one: one.start):
                writer.transfer(transfer, origin)
            if recording.step_times:
                writer.add("STEP_TIME", FIRST_STEP + step, writer.local(origin - STEP_MARGIN_NS),
                           writer.local(origin + length + 20_000))
    for block in one.blocks if run.kernels else ():
        for peer, segments in enumerate(block.segments):
            writer = writers[run.rank(block.stage, block.replica, peer)]
            for begin, end, _left in segments:
                writer.kernel(writer.local(origin + begin), writer.local(origin + end))


def write(folder, run, played, recording=None):
    """Writes the folders of all ranks and truth.json beside them; returns the truth."""
    recording = recording or Recording()
    writers = {}
    for stage in range(run.schedule.stages):
        for replica in range(run.data):
            for peer in range(run.tensor):
                writer = RankWriter(run, stage, replica, peer, recording)
                writers[writer.rank] = writer
    origin = ORIGIN_NS
    for step, (one, length) in enumerate(played):
        add_step(writers, run, one, length, step, origin, recording)
        origin += length + simulator.OPTIMIZER_NS
    for rank in sorted(writers):
        writers[rank].write(folder)
    known = simulator.truth(run, played)
    pathlib.Path(folder, "truth.json").write_text(json.dumps(known, indent=1))
    return known
