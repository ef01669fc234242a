#!/usr/bin/env python3
# ascend_twin.py - what an NPU would have recorded of a program that a GPU trace is of
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Reads a trace of PyTorch on a GPU and writes the folder that the Ascend PyTorch profiler would
leave behind of the same program: the same modules, framework operators and shapes, with the names
that torch_npu has for what it dispatches; kernels are those of an NPU, some of them split, some
fused, and take other times.

    ascend_twin.py TRACE.json[.gz] FOLDER [--drop-modules] [--drop-shapes]
"""

import argparse
import decimal
import gzip
import json
import pathlib
import sqlite3

NONE = 4294967295
PID = 41000
MAIN, QUEUE = PID << 32 | PID, PID << 32 | PID + 450
FRAMEWORK = 1 << 28      # where string ids of the framework begin
GAP_NS = 600             # between kernels, at least
LAUNCH_NS = 9000         # from a launch to its kernel
CORES, MHZ = 20, 1800

SCHEMA = """
CREATE TABLE TASK (startNs INTEGER,endNs INTEGER,deviceId INTEGER,connectionId INTEGER,
  globalTaskId INTEGER,globalPid INTEGER,taskType INTEGER,contextId INTEGER,streamId INTEGER,
  taskId INTEGER,modelId INTEGER);
CREATE TABLE STEP_TIME (id INTEGER, startNs INTEGER, endNs INTEGER);
CREATE TABLE META_DATA (name TEXT,value TEXT);
CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY,value TEXT);
CREATE TABLE RANK_DEVICE_MAP (rankId INTEGER, deviceId INTEGER);
CREATE TABLE HOST_INFO (hostUid TEXT,hostName TEXT);
CREATE TABLE NPU_INFO (id INTEGER,name TEXT);
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
CREATE TABLE SESSION_TIME_INFO (startTimeNs INTEGER,endTimeNs INTEGER);
CREATE TABLE ENUM_API_TYPE (id INTEGER PRIMARY KEY,name TEXT);
INSERT INTO ENUM_API_TYPE VALUES(5000,'runtime'),(5500,'hccl'),(10000,'node'),(15000,'model'),
  (20000,'acl'),(50001,'op'),(50002,'queue'),(50003,'trace');
"""

# Of an operator of PyTorch what torch_npu dispatches, and the kernels of that: type, core, share of
# the time. FACTORS: how much longer these take than on the GPU.
KERNELS = {
    'aten::addmm': ('aclnnAddmm', [('MatMulV2', 'AI_CORE', 1.0)]),
    'aten::mm': ('aclnnMm', [('MatMulV2', 'AI_CORE', 1.0)]),
    'aten::bmm': ('aclnnBatchMatMul', [('BatchMatMulV2', 'AI_CORE', 1.0)]),
    'aten::_flash_attention_forward': ('aclnnFlashAttentionScore',
                                       [('FlashAttentionScore', 'MIX_AIC', 1.0)]),
    'aten::native_layer_norm': ('aclnnLayerNorm', [('LayerNormV4', 'AI_VECTOR_CORE', 1.0)]),
    'aten::gelu': ('aclnnGelu', [('Gelu', 'AI_VECTOR_CORE', 1.0)]),
    'aten::index_select': ('aclnnEmbedding', [('GatherV2', 'AI_VECTOR_CORE', 1.0)]),
    'aten::add': ('aclnnAdd', [('Add', 'AI_VECTOR_CORE', 1.0)]),
    'aten::add_': ('aclnnInplaceAdd', [('Add', 'AI_VECTOR_CORE', 1.0)]),
    'aten::eq': ('aclnnEqScalar', [('Equal', 'AI_VECTOR_CORE', 1.0)]),
    'aten::all': ('aclnnAll', [('Cast', 'AI_VECTOR_CORE', 0.3), ('ReduceAll', 'MIX_AIV', 0.7)]),
}
SPLIT = ('aclnnAddmm', [('TransData', 'AI_VECTOR_CORE', 0.1), ('MatMulV3', 'AI_CORE', 0.9)])
FUSED = ('aclnnAddLayerNorm', [('AddLayerNorm', 'AI_VECTOR_CORE', 1.0)])
RENAMED = {'aten::_scaled_dot_product_flash_attention': 'npu::npu_fusion_attention',
           'aten::_flash_attention_forward': 'npu::npu_fusion_attention_forward'}
FACTORS = {'MatMulV2': 1.6, 'MatMulV3': 1.3, 'FlashAttentionScore': 1.9, 'LayerNormV4': 0.9,
           'AddLayerNorm': 0.7, 'Gelu': 1.5}
WIDE = 4096              # outputs of a product that is split
FUSES_IN = 'BertOutput'  # the module whose add and norm are one kernel


class Strings:
    """STRING_IDS: texts of the framework have ids of their own."""

    def __init__(self):
        self.ids = {}

    def __call__(self, text, first=0):
        return self.ids.setdefault((first, text), first + len(self.ids))

    def rows(self):
        return ((number, text) for (_, text), number in self.ids.items())


def read_trace(path):
    open_it = gzip.open if path.suffix == '.gz' else open
    with open_it(path, 'rt', encoding='utf-8') as file:
        return json.load(file, parse_float=decimal.Decimal)


def is_inside(event, around):
    return around['begin'] <= event['begin'] and event['end'] <= around['end']


def shapes_of(tensors):
    return '"' + ';'.join(','.join(map(str, dims)) for dims in tensors) + '"'


def shapes(kind, dims):
    """Inputs and outputs of a kernel by the dims of its operator."""
    tensors = [d for d in dims if d]
    if kind.startswith('MatMul') and len(tensors) == 3:
        bias, left, right = tensors
        return shapes_of([left, right, bias]), shapes_of([[left[0], right[1]]])
    if kind.startswith('MatMul') and len(tensors) == 2:
        return shapes_of(tensors), shapes_of([[tensors[0][0], tensors[1][1]]])
    return shapes_of(tensors), shapes_of(tensors[:1])


class Twin:
    """Rows of the database."""

    def __init__(self, trace, options):
        self.options = options
        self.base = int(trace.get('baseTimeNanoseconds', 0))
        self.text = Strings()
        self.rows = {name: [] for name in ('TASK', 'STEP_TIME', 'COMPUTE_TASK_INFO', 'CANN_API',
                                           'PYTORCH_API', 'CONNECTION_IDS')}
        events = [e for e in trace['traceEvents'] if e.get('ph') == 'X']
        for event in events:
            event['begin'] = self.base + int(decimal.Decimal(event['ts']) * 1000)
            event['end'] = event['begin'] + int(decimal.Decimal(event['dur']) * 1000)
        self.kernels = sorted((e for e in events if e.get('cat') in ('kernel', 'gpu_memcpy',
                                                                     'gpu_memset')),
                              key=lambda e: e['begin'])
        self.ops = sorted((e for e in events if e.get('cat') == 'cpu_op'),
                          key=lambda e: (e['begin'], -e['end']))
        self.modules = [e for e in events if e.get('cat') == 'python_function'
                        and e['name'].startswith('nn.Module: ')]
        self.steps = [e for e in events if e.get('cat') == 'user_annotation'
                      and e['name'].startswith('ProfilerStep#')]
        self.launches = {e['args']['correlation']: e for e in events
                         if e.get('cat') in ('cuda_runtime', 'cuda_driver')
                         and 'correlation' in e.get('args', {})}
        self.op_of = {e['args'].get('External id'): e for e in self.ops}
        self.next, self.task, self.done = 100, 0, 0

    def module_of(self, op):
        found = [m for m in self.modules if is_inside(op, m)]
        return max(found, key=lambda m: m['begin'])['name'] if found else ''

    def add_api(self, event, name, thread, kind, link=None):
        self.rows['PYTORCH_API'].append((str(event['begin']), str(event['end']), thread, link,
                                         self.text(name, FRAMEWORK), None, None, None, None, None,
                                         kind))

    def add_host(self):
        for step in self.steps:
            self.rows['STEP_TIME'].append((int(step['name'].split('#')[1]), step['begin'],
                                           step['end']))
        for op in self.ops:
            self.add_api(op, RENAMED.get(op['name'], op['name']), MAIN, 50001)
        for module in [] if self.options.drop_modules else self.modules:
            self.add_api(module, module['name'], MAIN, 50003)

    def add_task(self, launch, link, kind, core, length, dims):
        begin = max(launch + LAUNCH_NS, self.done + GAP_NS)
        self.done = begin + max(int(length), 1)
        self.rows['TASK'].append((begin, self.done, 0, link, self.task, PID,
                                  self.text('KERNEL_AICORE' if core else 'MEMCPY_ASYNC'), NONE, 2,
                                  self.task, NONE))
        if core:
            inputs, outputs = ('N/A', 'N/A') if self.options.drop_shapes else shapes(kind, dims)
            types = ';'.join(['DT_BF16'] * (inputs.count(';') + 1))
            text = self.text
            self.rows['COMPUTE_TASK_INFO'].append((
                text(f'{kind}_{self.task}'), self.task, CORES, 0, text(core), text(kind),
                text('ND'), text(types), text(inputs), text('ND'), text('DT_BF16'), text(outputs),
                text('')))
        self.task += 1

    def add_work(self, op, launch, name, kernels, length):
        """An operator of the queue with its kernels, each launched by a call of its own."""
        link = self.next
        self.add_api({'begin': launch['begin'], 'end': launch['end']}, name, QUEUE, 50001, link)
        self.next += 1
        for number, (kind, core, share) in enumerate(kernels):
            real = self.next
            self.next += 1
            self.rows['CONNECTION_IDS'].append((link, real))
            self.rows['CANN_API'].append((launch['begin'] + number, launch['end'], 10000, QUEUE,
                                          real, self.text('launch')))
            self.add_task(launch['begin'], real, kind, core, length * share * FACTORS.get(kind, 1.2),
                          op['args'].get('Input Dims', []))

    def add_kernel(self, event):
        op = self.op_of.get(event['args'].get('External id'))
        launch = self.launches.get(event['args'].get('correlation'))
        length = event['end'] - event['begin']
        if not op or not launch:
            return
        if event['cat'] != 'kernel':
            self.add_work(op, launch, 'aten::_local_scalar_dense', [('', None, 1.0)], length)
            return
        name, kernels = KERNELS[op['name']]
        dims = [d for d in op['args'].get('Input Dims', []) if d]
        if name == 'aclnnAddmm' and dims[-1][-1] > WIDE:
            name, kernels = SPLIT
        module = self.module_of(op)
        if f'nn.Module: {FUSES_IN}' in module and op['name'] == 'aten::add':
            name, kernels = FUSED
            length *= 3
        elif op['name'] == 'aten::native_layer_norm' and self.is_fused(op):
            return
        self.add_work(op, launch, name, kernels, length)

    def is_fused(self, op):
        around = [m['name'] for m in self.modules if is_inside(op, m)]
        return any(name.startswith(f'nn.Module: {FUSES_IN}_') for name in around)

    def write(self, folder):
        root = folder / 'node-00_41000_20251009085320000_ascend_pt'
        (root / 'ASCEND_PROFILER_OUTPUT').mkdir(parents=True)
        device = root / 'PROF_000001_20251009085320000_225178B156702996' / 'device_0'
        device.mkdir(parents=True)
        (root / 'profiler_info_0.json').write_text(json.dumps({
            'config': {'experimental_config': {'_profiler_level': 'Level1'}}, 'rank_id': 0}))
        (device / 'info.json.0').write_text(json.dumps({
            'rank_id': 0, 'devices': '0', 'DeviceInfo': [{
                'id': 0, 'ai_core_num': CORES, 'aiv_num': 2 * CORES,
                'aic_frequency': str(MHZ), 'aiv_frequency': str(MHZ)}]}))
        self.add_host()
        for event in self.kernels:
            self.add_kernel(event)
        database = sqlite3.connect(root / 'ASCEND_PROFILER_OUTPUT'
                                   / 'ascend_pytorch_profiler_0.db')
        database.executescript(SCHEMA)
        for name, rows in self.rows.items():
            marks = ','.join('?' * len(rows[0])) if rows else ''
            database.executemany(f'INSERT INTO {name} VALUES ({marks})', rows) if rows else None
        database.executemany('INSERT INTO STRING_IDS VALUES (?,?)', self.text.rows())
        database.execute("INSERT INTO META_DATA VALUES ('SCHEMA_VERSION','1.0.0')")
        database.execute("INSERT INTO NPU_INFO VALUES (0,'Ascend910B')")
        database.execute('INSERT INTO RANK_DEVICE_MAP VALUES (0,0)')
        database.execute("INSERT INTO HOST_INFO VALUES ('7207006841845691037','node-00')")
        database.commit()
        database.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('trace', type=pathlib.Path)
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--drop-modules', action='store_true', help='record no modules')
    parser.add_argument('--drop-shapes', action='store_true', help='record no shapes')
    options = parser.parse_args()
    Twin(read_trace(options.trace), options).write(options.folder)


if __name__ == '__main__':
    main()
