# ascend_schema.py - tables of the Ascend PyTorch Profiler
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""The tables that a recording at level 1 has, in schema 1.0.0, and what never differs in them."""

import pathlib
import sqlite3

TABLES = '''
CREATE TABLE NPU_INFO (id INTEGER, name TEXT);
CREATE TABLE SESSION_TIME_INFO (startTimeNs INTEGER, endTimeNs INTEGER);
CREATE TABLE HOST_INFO (hostUid TEXT, hostName TEXT);
CREATE TABLE RANK_DEVICE_MAP (rankId INTEGER, deviceId INTEGER);
CREATE TABLE META_DATA (name TEXT, value TEXT);
CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE STEP_TIME (id INTEGER, startNs INTEGER, endNs INTEGER);
CREATE TABLE TASK (startNs INTEGER, endNs INTEGER, deviceId INTEGER, connectionId INTEGER,
  globalTaskId INTEGER, globalPid INTEGER, taskType INTEGER, contextId INTEGER, streamId INTEGER,
  taskId INTEGER, modelId INTEGER);
CREATE TABLE COMPUTE_TASK_INFO (name INTEGER, globalTaskId INTEGER PRIMARY KEY, blockDim INTEGER,
  mixBlockDim INTEGER, taskType INTEGER, opType INTEGER, inputFormats INTEGER,
  inputDataTypes INTEGER, inputShapes INTEGER, outputFormats INTEGER, outputDataTypes INTEGER,
  outputShapes INTEGER, attrInfo INTEGER);
CREATE TABLE COMMUNICATION_OP (opName INTEGER, startNs INTEGER, endNs INTEGER,
  connectionId INTEGER, groupName INTEGER, opId INTEGER PRIMARY KEY, relay INTEGER, retry INTEGER,
  dataType INTEGER, algType INTEGER, count NUMERIC, opType INTEGER);
CREATE TABLE COMMUNICATION_TASK_INFO (name INTEGER, globalTaskId INTEGER, taskType INTEGER,
  planeId INTEGER, groupName INTEGER, notifyId INTEGER, rdmaType INTEGER, srcRank INTEGER,
  dstRank INTEGER, transportType INTEGER, size INTEGER, dataType INTEGER, linkType INTEGER,
  opId INTEGER);
CREATE TABLE CANN_API (startNs INTEGER, endNs INTEGER, type INTEGER, globalTid INTEGER,
  connectionId INTEGER PRIMARY KEY, name INTEGER);
CREATE TABLE PYTORCH_API (startNs TEXT, endNs TEXT, globalTid INTEGER, connectionId INTEGER,
  name INTEGER, sequenceNumber INTEGER, fwdThreadId INTEGER, inputDtypes INTEGER,
  inputShapes INTEGER, callchainId INTEGER, type INTEGER);
CREATE TABLE CONNECTION_IDS (id INTEGER, connectionId INTEGER);
CREATE TABLE MSTX_EVENTS (startNs INTEGER, endNs INTEGER, eventType INTEGER, rangeId INTEGER,
  category INTEGER, message INTEGER, globalTid INTEGER, endGlobalTid INTEGER, domainId INTEGER,
  connectionId INTEGER);
CREATE TABLE AICORE_FREQ (deviceId INTEGER, timestampNs NUMERIC, freq INTEGER);
CREATE TABLE GC_RECORD (startNs INTEGER, endNs INTEGER, globalTid INTEGER);
CREATE TABLE MEMORY_RECORD (component INTEGER, timestamp INTEGER, totalAllocated INTEGER,
  totalReserved INTEGER, totalActive INTEGER, streamPtr INTEGER, deviceId INTEGER);
CREATE TABLE ENUM_API_TYPE (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE ENUM_HCCL_DATA_TYPE (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE ENUM_HCCL_LINK_TYPE (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE ENUM_HCCL_TRANSPORT_TYPE (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE ENUM_HCCL_RDMA_TYPE (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE ENUM_MSTX_EVENT_TYPE (id INTEGER PRIMARY KEY, name TEXT);
'''

ENUMS = {
    'ENUM_API_TYPE': {5000: 'runtime', 5500: 'hccl', 10000: 'node', 15000: 'model', 20000: 'acl',
                      50001: 'op', 50002: 'queue', 50003: 'trace', 50004: 'mstx'},
    'ENUM_HCCL_DATA_TYPE': dict(enumerate('INT8 INT16 INT32 FP16 FP32 INT64 UINT64 UINT8 UINT16 '
                                          'UINT32 FP64 BFP16 INT128'.split()))
    | {65534: 'N/A', 65535: 'INVALID_TYPE'},
    'ENUM_HCCL_LINK_TYPE': dict(enumerate('ON_CHIP HCCS PCIE ROCE SIO HCCS_SW STANDARD_ROCE '
                                          'RESERVED'.split()))
    | {65534: 'N/A', 65535: 'INVALID_TYPE'},
    'ENUM_HCCL_TRANSPORT_TYPE': {0: 'SDMA', 1: 'RDMA', 2: 'LOCAL', 65534: 'N/A',
                                 65535: 'INVALID_TYPE'},
    'ENUM_HCCL_RDMA_TYPE': dict(enumerate('RDMA_SEND_NOTIFY RDMA_SEND_PAYLOAD '
                                          'RDMA_PAYLOAD_PREPARE RDMA_PAYLOAD_CHECK '
                                          'RDMA_PAYLOAD_ACK RDMA_SEND_OP'.split()))
    | {65534: 'N/A', 65535: 'INVALID_TYPE'},
    'ENUM_MSTX_EVENT_TYPE': {0: 'marker', 1: 'push/pop', 2: 'start/end', 3: 'marker_ex'},
}

INDEXES = ('CREATE INDEX TaskIndex ON TASK (startNs, globalTaskId)',
           'CREATE INDEX CommunicationTaskIndex ON COMMUNICATION_TASK_INFO (globalTaskId)')


def make_template(path):
    """An empty recording; those of the ranks begin as copies of it."""
    pathlib.Path(path).unlink(missing_ok=True)
    database = sqlite3.connect(path)
    database.executescript('PRAGMA page_size=4096; PRAGMA journal_mode=OFF;' + TABLES)
    for table, values in ENUMS.items():
        database.executemany(f'INSERT INTO {table} VALUES (?, ?)', values.items())
    version = {'SCHEMA_VERSION': '1.0.0', 'SCHEMA_VERSION_MAJOR': '1', 'SCHEMA_VERSION_MINOR': '0',
               'SCHEMA_VERSION_MICRO': '0'}
    database.executemany('INSERT INTO META_DATA VALUES (?, ?)', version.items())
    database.commit()
    database.close()
