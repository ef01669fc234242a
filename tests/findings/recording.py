# SPDX-License-Identifier: Apache-2.0
"""Writes what ranks played as the folders that the Ascend PyTorch profiler leaves behind."""

import collections
import json
import pathlib
import sqlite3
import zlib

NONE = 4294967295
BEGIN_NS = 1_760_000_000_000_000_000
USUAL_MHZ = 1800
MIB = 1 << 20
PLANES = 2

SCHEMA = """
CREATE TABLE TASK (startNs INTEGER,endNs INTEGER,deviceId INTEGER,connectionId INTEGER,
  globalTaskId INTEGER,globalPid INTEGER,taskType INTEGER,contextId INTEGER,streamId INTEGER,
  taskId INTEGER,modelId INTEGER);
CREATE TABLE STEP_TIME (id INTEGER, startNs INTEGER, endNs INTEGER);
CREATE TABLE META_DATA (name TEXT,value TEXT);
CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY,value TEXT);
CREATE TABLE RANK_DEVICE_MAP (rankId INTEGER, deviceId INTEGER);
CREATE TABLE HOST_INFO (hostUid TEXT,hostName TEXT);
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
CREATE TABLE CANN_API (startNs INTEGER,endNs INTEGER,type INTEGER,globalTid INTEGER,
  connectionId INTEGER PRIMARY KEY,name INTEGER);
CREATE TABLE PYTORCH_API (startNs TEXT, endNs TEXT, globalTid INTEGER, connectionId INTEGER,
  name INTEGER, sequenceNumber INTEGER, fwdThreadId INTEGER, inputDtypes INTEGER,
  inputShapes INTEGER, callchainId INTEGER, type INTEGER);
CREATE TABLE CONNECTION_IDS (id INTEGER, connectionId INTEGER);
CREATE TABLE AICORE_FREQ (deviceId INTEGER,timestampNs NUMERIC,freq INTEGER);
CREATE TABLE MEMORY_RECORD (component INTEGER, timestamp INTEGER, totalAllocated INTEGER,
  totalReserved INTEGER, totalActive INTEGER, streamPtr INTEGER, deviceId INTEGER);
CREATE TABLE SESSION_TIME_INFO (startTimeNs INTEGER,endTimeNs INTEGER);
CREATE TABLE ENUM_API_TYPE (id INTEGER PRIMARY KEY,name TEXT);
INSERT INTO ENUM_API_TYPE VALUES(5000,'runtime'),(5500,'hccl'),(10000,'node'),(15000,'model'),
  (20000,'acl'),(50001,'op'),(50002,'queue');
CREATE TABLE ENUM_HCCL_TRANSPORT_TYPE (id INTEGER PRIMARY KEY,name TEXT);
INSERT INTO ENUM_HCCL_TRANSPORT_TYPE VALUES(0,'SDMA'),(1,'RDMA'),(2,'LOCAL');
CREATE TABLE ENUM_HCCL_LINK_TYPE (id INTEGER PRIMARY KEY,name TEXT);
INSERT INTO ENUM_HCCL_LINK_TYPE VALUES(0,'ON_CHIP'),(1,'HCCS'),(2,'PCIE');
"""


class Strings(dict):
    """The pool of a database's strings."""

    def __missing__(self, text):
        self[text] = len(self)
        return self[text]


class RankFile:
    """The database of one rank."""

    schema = SCHEMA

    def __init__(self, rank, offset_ns):
        self.rank = rank
        self.offset_ns = offset_ns
        self.strings = Strings()
        self.rows = collections.defaultdict(list)
        self.pid = 41000 + 17 * rank
        self.tasks = 0
        self.counts = collections.Counter()
        self.size = 8

    def at(self, time):
        """The rank's clock."""
        return BEGIN_NS + self.offset_ns + round(time)

    def task(self, begin, end, link, kind, stream, context=NONE):
        """Adds a task of the device; returns its id."""
        self.rows["TASK"].append((self.at(begin), self.at(end), self.rank % 8, link, self.tasks,
                                  self.pid, self.strings[kind], context, stream, self.tasks, NONE))
        self.tasks += 1
        return self.tasks - 1

    def thread(self, _time):
        """The thread that runs at a time."""
        return self.pid << 32 | self.pid

    def shapes(self, _number):
        """The shapes of a kernel, by its place among all; a heavy stage has more to compute."""
        return f'"{self.size},8"'

    def call(self, kind, name, begin, end, link):
        """Adds a call of CANN."""
        self.rows["CANN_API"].append((self.at(begin), self.at(end), kind, self.thread(begin), link,
                                      self.strings[name]))

    def operators(self, played):
        """Operators of the framework."""
        for name, begin, end in played.ops:
            self.rows["PYTORCH_API"].append((str(self.at(begin)), str(self.at(end)),
                                             self.thread(begin), None, self.strings[name],
                                             None, None, None, None, None, 50001))

    def host(self, played):
        """Operators, launches and calls."""
        self.operators(played)
        for name, begin, end, link in played.launches:
            is_comm = name in ("allReduce", "send", "receive")
            self.call(5500 if is_comm else 10000, f"Hccl{name}" if is_comm else "launch", begin,
                      end, link)
        for number, (name, begin, end) in enumerate(played.calls):
            self.call(20000, name, begin, end, 900_000 + number)

    def device(self, played):
        """Kernels."""
        at = self.strings
        for number, (name, begin, end, core, link) in enumerate(played.kernels):
            task = self.task(begin, end, link, "AI_CPU" if core == "AI_CPU" else "KERNEL_AICORE", 2)
            layout = at["ND"], at["DT_BF16"], at[self.shapes(number)]
            self.rows["COMPUTE_TASK_INFO"].append(
                (at[name], task, 24, 0, at[core], at[name.split("_")[-1]], *layout, *layout,
                 at["N/A"]))

    def communication(self, played, level, names):
        """Collectives and messages, with their waits and transfers."""
        at = self.strings
        for number, (op, begin, there, end, link, pieces) in enumerate(played.comms):
            group, port = names[op.group if op.kind == "allReduce" else frozenset(op.group)]
            index = self.counts[group]
            self.counts[group] += 1
            name = at[f"hcom_{op.kind}__{port}_{index}_1"]
            self.rows["COMMUNICATION_OP"].append(
                (name, self.at(begin), self.at(end), link, at[group], number, 0, 0, 4, at["ring"],
                 op.size // 2, at[f"hcom_{op.kind}_"]))
            self.pieces(op, begin, there, end, link, pieces, (level, name, at[group], number))

    def pieces(self, op, begin, there, end, link, pieces, row):
        """The tasks of an operator on its planes."""
        level, name, group, number = row
        mine = {pair: ns for pair, ns in pieces.items()
                if pair[0] == self.rank or op.kind == "receive"}
        parts = [("Notify_Wait", "Notify Wait", begin, there, None, 0)]
        for pair, ns in mine.items():
            done = min(there + ns, end)
            parts.append(("Memcpy", "SDMA", there, done, pair, op.size))
            parts.append(("Notify_Wait", "Notify Wait", done, end, None, 0))
        for plane in range(PLANES):
            for kind, task_kind, start, stop, pair, size in parts:
                if stop <= start:
                    continue
                task = self.task(start, stop, link, task_kind, 10 + plane, plane)
                places = [op.group.index(one) for one in pair] if pair else (NONE, NONE)
                if level > 0:
                    self.rows["COMMUNICATION_TASK_INFO"].append(
                        (name, task, self.strings[kind], plane, group, 1000, 65535, *places, 0,
                         size // PLANES, 4, 1, number))

    def counters(self, played, pace, memory):
        """Frequency and memory."""
        for number, (begin, end) in enumerate(played.steps):
            slow = pace and pace[0] <= number < pace[1]
            mhz = round(USUAL_MHZ / pace[2] / 50) * 50 if slow else USUAL_MHZ
            for share in (0, 0.5):
                self.rows["AICORE_FREQ"].append(
                    (self.rank % 8, self.at(begin + share * (end - begin)), mhz))
            for share, peak in ((0, 0), (0.3, 900), (0.6, 1600), (0.9, 300), (0.99, 0)):
                size = (8000 + peak + memory * (number + (share > 0.5))) * MIB
                self.rows["MEMORY_RECORD"].append(
                    (self.strings["PTA"], self.at(begin + share * (end - begin)), size,
                     11000 * MIB, size, 1, self.rank % 8))

    def write(self, folder, metadata, host):
        """Writes the rank's folder."""
        self.rows["RANK_DEVICE_MAP"].append((self.rank, self.rank % 8))
        self.rows["HOST_INFO"].append((str(zlib.crc32(host.encode())), host))
        for name, value in metadata.items():
            self.rows["META_DATA"].append((name, json.dumps(value)))
        self.rows["STRING_IDS"] = [(number, text) for text, number in self.strings.items()]
        home = pathlib.Path(folder, f"{host}_{self.pid}_20251009085320{self.rank:03}_ascend_pt")
        output = home / "ASCEND_PROFILER_OUTPUT"
        output.mkdir(parents=True)
        with sqlite3.connect(":memory:") as connection:
            connection.executescript("PRAGMA page_size=4096;" + self.schema)
            for table, rows in self.rows.items():
                connection.executemany(
                    f"INSERT INTO {table} VALUES({','.join('?' * len(rows[0]))})", rows)
            connection.commit()
            (output / f"ascend_pytorch_profiler_{self.rank}.db").write_bytes(connection.serialize())
        (home / f"profiler_info_{self.rank}.json").write_text(json.dumps({"rank_id": self.rank}))
        (home / "profiler_metadata.json").write_text(json.dumps(metadata))


def write(folder, profile, played, file=RankFile):
    """Writes the ranks of a profile that were recorded; @file makes that of one."""
    names = {}
    for number, (kind, members) in enumerate(profile.groups):
        key = frozenset(members) if kind == "pp" else members
        names[key] = f"10.0.0.1%eth0_{60000 + number}_0_1760", str(100 + number)
        for pair in ((a, b) for a in members for b in members if kind == "pp" and a != b):
            names.setdefault(frozenset(pair), names[key])
    for rank in profile.recorded:
        one = file(rank, profile.offsets[rank])
        if profile.is_heavy(rank):
            one.size += 1
        one.host(played[rank])
        one.device(played[rank])
        one.communication(played[rank], profile.level, names)
        one.counters(played[rank], profile.machine.pace.get(rank), profile.memory.get(rank, 0))
        for number, (begin, end) in enumerate(played[rank].steps):
            one.rows["STEP_TIME"].append((number + 10, one.at(begin), one.at(end)))
        mine = {names[frozenset(members) if kind == "pp" else members][0]:
                {"group_name": kind, "group_rank": members.index(rank),
                 "global_ranks": list(members)}
                for kind, members in profile.groups if rank in members}
        one.write(folder, {"distributed_args": profile.sizes(rank), "parallel_group_info": mine},
                  "node0")
