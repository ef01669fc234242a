#!/usr/bin/env python3
# test-graph-names.py - kernels of replayed graphs are in the module that launched them, or in none
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""test-graph-names.py LANESCOPE-CLI: a test program that speaks TAP

Small traces that are written here, and where LANESCOPE_SAMPLES is set the folders of its `graphs`,
each with the module of every device task: 99 % of the device time in the right one, none in another."""

import contextlib
import json
import os
import pathlib
import pickle
import sqlite3
import subprocess
import sys
import tempfile

CLI = pathlib.Path(sys.argv[1]).resolve()
SAMPLES = os.environ.get('LANESCOPE_SAMPLES')
GRAPH = 5
KERNELS = [('gemm_a', 'layers.0.mlp', 'Layer_0/MLP_0'), ('gemm_b', 'layers.1.mlp', 'Layer_1/MLP_1'),
           ('Memset (Device)', 'layers.1', 'Layer_1'), ('gemm_a', 'head', 'Head_0')]
ENVIRONMENT = {**os.environ, 'LC_ALL': 'C.UTF-8'}


def run(command, path, *options):
    done = subprocess.run([CLI, command, path, '--json', *options], capture_output=True, text=True,
                          env=ENVIRONMENT, check=False)
    assert done.returncode in (0, 3), f'{command} {path}: {done.returncode} {done.stderr}'
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def count_ranks(path):
    done = subprocess.run([CLI, 'info', path, '--json'], capture_output=True, text=True,
                          env=ENVIRONMENT, check=False)
    return sum(len(cluster['ranks']) for cluster in json.loads(done.stdout)['clusters'])


def read_modules(path, *options):
    """Device time by (path of modules, kernel), and what was said. Where no module is known the
    tree shows the annotation of the step instead."""
    nodes, said = run('tree', path, '--view=instance', *options)
    by_id = {node['id']: node for node in nodes}
    times = {}
    for node in nodes:
        names, at = [], node
        while at['parent'] is not None:
            at = by_id[at['parent']]
            if at['kind'] == 'module' and not at['name'].startswith('step['):
                names.insert(0, at['name'])
        if node['kind'] == 'kernel':
            key = ('/'.join(names), node['name'])
            times[key] = times.get(key, 0) + node['total_ns']
    return times, said


def event(cat, title, ts, dur, tid, pid=1, **args):
    return {'ph': 'X', 'cat': cat, 'name': title, 'pid': pid, 'tid': tid, 'ts': ts, 'dur': dur,
            'args': args}


def write_trace(path, with_nodes=True, arguments=None, batch=8, moved=False, rank=0, around=()):
    """Two replays of one graph of four nodes, the last two on a second stream."""
    events = [event('user_annotation', f'step[DECODE bs={batch}]', 0, 1000, 1)]
    events += [event('python_function', f'nn.Module: {frame}', 1 + i, 990 - 2 * i, 1)
               for i, frame in enumerate(around)]
    for replay in range(2):
        begin = 10 + 200 * replay
        events.append(event('cuda_runtime', 'cudaGraphLaunch', begin, 20, 1, correlation=7 + replay))
        for i, (name, module, _) in enumerate(KERNELS):
            stream = 7 if i < 2 else 8
            more = {'stream': stream, 'device': 0}
            if with_nodes:
                more.update({'graph id': GRAPH, 'graph node id': GRAPH << 32 | 2 * i})
            if arguments:
                more.update(arguments(i, module))
            if moved:
                more.update({'stream': 60, 'original_stream': stream})
            cat = 'gpu_memset' if 'Memset' in name else 'kernel'
            events.append(event(cat, name, begin + 30 + 20 * i, 10 + i, 60 if moved else stream, pid=0,
                                correlation=7 + replay, **more))
    path.write_text(json.dumps({'distributedInfo': {'rank': rank, 'world_size': 2},
                                'traceEvents': events}))


def write_capture(path, kernels, with_kernel_names=False, mark=None):
    """The capture of a graph: its calls inside of the frames of their modules."""
    events = [event('cuda_runtime', 'cudaLaunchKernel', 1, 1, 1, correlation=1),
              event('cuda_runtime', 'cudaStreamBeginCapture', 5, 2, 1)]
    if mark:
        events.append(event('user_annotation', mark, 0, 1000, 1))
    for i, (name, _, classes) in enumerate(kernels):
        begin = 10 + 20 * i
        for depth, frame in enumerate(classes.split('/')):
            events.append(event('python_function', f'nn.Module: {frame}', begin + depth, 18 - 2 * depth, 1))
        call = 'cudaMemsetAsync' if 'Memset' in name else 'cudaLaunchKernel'
        more = {'kernel': name} if with_kernel_names and 'Memset' not in name else {}
        events.append(event('cpu_op', f'aten::op{i}', begin + 4, 8, 1))
        events.append(event('cuda_runtime', call, begin + 5, 2, 1, correlation=10 + i, **more))
    events.append(event('cuda_runtime', 'cudaStreamEndCapture', 10 + 20 * len(kernels), 2, 1))
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({'traceEvents': events}))


def annotate(graph=GRAPH, step=2, kernels=KERNELS):
    return {graph << 32 | step * i: [{'module_fqn': module}] for i, (_, module, _) in enumerate(kernels)}


def write_notes(path, notes):
    if path.suffix == '.pkl':
        path.write_bytes(pickle.dumps(notes, 4))
    else:
        path.write_text(json.dumps({str(key): value for key, value in notes.items()}))


def join_numbers(dotted):
    return dotted.replace('.', '/').replace('layers/', 'layers.')


def expect(found, column):
    wanted = {}
    for i, kernel in enumerate(KERNELS):
        path = join_numbers(kernel[1]) if column == 1 else kernel[2] if column == 2 else ''
        wanted[path, kernel[0]] = wanted.get((path, kernel[0]), 0) + 2000 * (10 + i)
    assert found == wanted, f'{found} instead of {wanted}'


# ---- traces that are written here ----

def check_arguments(folder):
    write_trace(folder / 'rank0.json', arguments=lambda i, module: {'module_fqn': module})
    times, _ = read_modules(folder)
    expect(times, 1)


def check_moved(folder):
    write_trace(folder / 'rank0.json', arguments=lambda i, module: {'module_fqn': module}, moved=True)
    times, _ = read_modules(folder)
    expect(times, 1)


def check_names(folder):
    """A name that the program gave is one module, whatever dots are in it."""
    write_trace(folder / 'rank0.json', arguments=lambda i, module: {'name': 'my.part'})
    times, _ = read_modules(folder)
    assert {path for path, _ in times} == {'my.part'}, times


def check_annotations(folder):
    for name in ('rank0.names.json', 'other.pkl'):
        write_trace(folder / 'rank0.json')
        write_notes(folder / name, annotate())
        times, said = read_modules(folder, '-v')
        expect(times, 1)
        assert f'{name} (8)' in said, said
        assert count_ranks(folder) == 1
        (folder / name).unlink()


def check_named_file(folder):
    """A file elsewhere is named; one that is no such file is refused."""
    write_trace(folder / 'rank0.json')
    elsewhere = folder / 'elsewhere'
    elsewhere.mkdir()
    write_notes(elsewhere / 'names.pkl', annotate())
    expect(read_modules(folder / 'rank0.json')[0], 0)
    expect(read_modules(folder / 'rank0.json', f'--names={elsewhere / "names.pkl"}')[0], 1)
    expect(read_modules(folder / 'rank0.json', f'--names={elsewhere}')[0], 1)
    (elsewhere / 'names.pkl').write_text('{"a": 1}')
    done = subprocess.run([CLI, 'tree', folder / 'rank0.json', f'--names={elsewhere / "names.pkl"}'],
                          capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert done.returncode == 1 and 'names.pkl' in done.stderr, done


def check_converted(folder):
    """A database has the names of the trace that it was made of, wherever they came from."""
    write_trace(folder / 'rank0.json')
    elsewhere = folder / 'elsewhere'
    elsewhere.mkdir()
    write_notes(elsewhere / 'names.pkl', annotate())
    for name, option, column in (('named', f'--names={elsewhere / "names.pkl"}', 1), ('bare', '-q', 0)):
        database = elsewhere / f'{name}.db'
        subprocess.run([CLI, 'convert', folder / 'rank0.json', option, '--out', database], check=True,
                       capture_output=True, env=ENVIRONMENT)
        expect(read_modules(database)[0], column)
    rows = run('compare', folder / 'rank0.json', elsewhere / 'named.db',
               f'--names={elsewhere / "names.pkl"}')[0]
    assert rows, 'compare takes names of graphs'


def check_beside_others(folder):
    """Of a trace that is opened alone a file of another one beside it names nothing."""
    for rank in range(2):
        write_trace(folder / f'rank{rank}.json')
    write_notes(folder / 'rank1.names.json', annotate())
    expect(read_modules(folder / 'rank0.json')[0], 0)
    expect(read_modules(folder / 'rank1.json')[0], 1)


def check_misfits(folder):
    changed = {
        'other graphs': (annotate(graph=9), 'other graphs'),
        'node above': ({**annotate(), GRAPH << 32 | 99: [{'module_fqn': 'x'}]}, 'graph 5'),
        'collective': ({**annotate(), GRAPH << 32: [{'module_fqn': 'x', 'Collective name': 'a'}]},
                       'no collective'),
        'two rows': ({**annotate(), GRAPH << 32: [{'module_fqn': 'x'}, {}]}, 'no annotation'),
    }
    for name, (notes, word) in changed.items():
        write_trace(folder / 'rank0.json')
        write_notes(folder / 'rank0.names.json', notes)
        times, said = read_modules(folder)
        expect(times, 0)
        assert 'rank0.names.json' in said and word in said, f'{name}: {said}'
    write_trace(folder / 'rank0.json', with_nodes=False)
    write_notes(folder / 'rank0.names.json', annotate())
    assert 'does not number' in read_modules(folder)[1]


def check_capture(folder):
    write_trace(folder / 'rank0.json')
    for size in (4, 8):
        write_capture(folder / 'capture_traces' / f'bs_{size}_rank0.json',
                      KERNELS if size == 8 else KERNELS[:2])
    times, said = read_modules(folder, '-v')
    expect(times, 2)
    assert count_ranks(folder) == 1
    assert '2 traces of captures (8)' in said, said
    expect(read_modules(folder / 'rank0.json')[0], 2)
    ops = {node['name'] for node in run('tree', folder)[0] if node['kind'] == 'op'}
    assert ops == {'aten::op0', 'aten::op1', 'aten::op2', 'aten::op3'}, ops


def check_ranks(folder):
    """Each rank is named by its own captures, by place in tensor parallelism or by rank."""
    other = [(name, module, f'Other_0/{classes}') for name, module, classes in KERNELS]
    for names in (('17-TP-0-decode.trace.json', '17-TP-1-decode.trace.json'), ('a.json', 'b.json')):
        for rank, name in enumerate(names):
            write_trace(folder / name, rank=rank)
            write_capture(folder / 'capture_traces' / f'bs_8_rank{rank}.json', other if rank else KERNELS)
        assert count_ranks(folder) == 2
        expect(read_modules(folder, '--rank-list=0')[0], 2)
        times, _ = read_modules(folder, '--rank-list=1')
        assert all(path.startswith('Other_0/') for path, _ in times), times
        for name in names:
            (folder / name).unlink()


def check_inside(folder):
    """Modules around the launch are not told twice."""
    inner = [(name, module, f'Model_0/{classes}') for name, module, classes in KERNELS]
    write_trace(folder / 'rank0.json', around=('Server_0', 'Model_3'))
    write_capture(folder / 'capture_traces' / 'bs_8_rank0.json', inner)
    times, _ = read_modules(folder)
    wanted = {f'Server_0/Model_3/{classes}' for _, _, classes in KERNELS}
    assert {path for path, _ in times} == wanted, times


def check_capture_alone(folder):
    """Without a trace above it a capture is a trace like any other."""
    write_capture(folder / 'capture_traces' / 'bs_8_rank0.json', KERNELS)
    assert count_ranks(folder) == 1


def check_capture_without_nodes(folder):
    """By name and order on two streams; where the calls do not name kernels nobody can tell."""
    write_trace(folder / 'rank0.json', with_nodes=False)
    file = folder / 'graph_capture_profile' / 'DecodeCudaGraphRunner_bs_8_rank0.json'
    kernels = [KERNELS[0], KERNELS[2], KERNELS[1], KERNELS[3]]
    write_capture(file, kernels, with_kernel_names=True)
    times, said = read_modules(folder)
    expect(times, 2)
    write_capture(file, [KERNELS[0], KERNELS[1], KERNELS[2], KERNELS[3]])
    times, said = read_modules(folder)
    expect(times, 2)
    write_capture(file, [KERNELS[2], KERNELS[0], KERNELS[3], KERNELS[1]])
    times, said = read_modules(folder)
    expect(times, 0)
    assert 'several streams' in said, said


def check_capture_misfits(folder):
    write_trace(folder / 'rank0.json')
    file = folder / 'capture_traces' / 'bs_8_rank0.json'
    for kernels, names, word in (
            (KERNELS + KERNELS, False, '8 nodes'), (KERNELS[::-1], False, 'a memory set'),
            ([KERNELS[1], KERNELS[0], KERNELS[2], KERNELS[3]], True, 'another kernel')):
        write_capture(file, kernels, with_kernel_names=names)
        times, said = read_modules(folder)
        expect(times, 0)
        assert 'bs_8_rank0.json' in said and word in said, said
    file.rename(file.with_name('bs_4_rank0.json'))
    assert 'batch of 8' in read_modules(folder)[1]


def check_pieces(folder):
    """The i-th launch of a step is of the i-th capture of its size."""
    write_trace(folder / 'rank0.json')
    file = folder / 'capture_traces' / 'graph_capture_rank_0.17.pt.trace.json'
    write_capture(file, KERNELS, mark='capture_8_PIECEWISE')
    expect(read_modules(folder)[0], 0)
    first = json.loads(file.read_text())['traceEvents']
    write_capture(file, KERNELS, mark='capture_8_PIECEWISE')
    later = json.loads(file.read_text())['traceEvents']
    for item in later:
        item['ts'] += 2000
    file.write_text(json.dumps({'traceEvents': first + later}))
    expect(read_modules(folder)[0], 2)


def check_said(folder):
    """Without names the tree says what to record."""
    write_trace(folder / 'rank0.json')
    times, said = read_modules(folder)
    expect(times, 0)
    assert '8 kernels of graphs (2 replays)' in said, said


def write_late_step(folder, by):
    """Eight steps of ten kernels; in step 5 the thread loses its processor for 3 ms to @by."""
    events, at, late = [], 0, 0
    for step in range(8):
        begin = at
        for kernel in range(10):
            late = at if (step, kernel) == (5, 4) else late
            at += 3000 if (step, kernel) == (5, 4) else 0
            number = 1 + step * 10 + kernel
            events.append(event('cuda_runtime', 'cudaLaunchKernel', at, 5, 4711, pid=4711, correlation=number))
            events.append(event('kernel', 'gemm', at + 6, 150, 7, pid=0, stream=7, device=0, correlation=number))
            at += 160
        events.append(event('user_annotation', f'ProfilerStep#{step}', begin, at - begin, 4711, pid=4711))
        events.append(event('cpu_op', 'aten::mm', begin + 1, at - begin - 2, 4711, pid=4711))
        at += 10
    (folder / 'rank0.json').write_text(json.dumps({'schemaVersion': 1, 'baseTimeNanoseconds': 0, 'traceEvents': events}))
    switch = ('  x-1 [002] d..2. {:.6f}: sched_switch: prev_comm={} prev_pid={} prev_prio=120 prev_state={} ==> '
              'next_comm={} next_pid={} next_prio=120\n').format
    times = [0.0, late / 1e6 + 1e-5, (late + 2990) / 1e6, at / 1e6]
    (folder / 'trace.txt').write_text(
        '  a-1 [003] ..... 0.000000: tracing_mark_write: trace_event_clock_sync: realtime_ts=0\n'
        + switch(times[0], 'swapper/2', 0, 'R', 'python', 4711) + switch(times[1], 'python', 4711, 'R', by, 99)
        + switch(times[2], by, 99, 'R', 'python', 4711) + switch(times[3], 'python', 4711, 'S', 'swapper/2', 0))


def check_preempted(folder):
    """A late launch whose thread another had the processor of says whose; without a trace of the
    scheduler the same trace does not."""
    write_late_step(folder, 'stress')
    with_trace = [row for row in run('findings', folder)[0] if row['id'] == 'host_bound']
    assert any('while stress pre-empts' in row['text'] for row in with_trace), with_trace
    assert any('taskset' in row['remedy'] for row in with_trace), with_trace
    assert not any('during Pre-empted' in row['text'] or 'in Pre-empted' in row['text'] for row in with_trace)
    (folder / 'trace.txt').unlink()
    without = [row for row in run('findings', folder)[0] if row['id'] == 'host_bound']
    assert without and not any('pre-empt' in row['text'] for row in without), without


# ---- the samples ----

def read_truth(root):
    truth = json.loads((root / 'truth.json').read_text())
    times = {}
    for name, run_of in truth['runs'].items():
        for row in run_of.get('by_module_and_kernel', []):
            for style in ('fqn', 'classes'):
                key = (row[style].replace('/', '.'), shorten(row['kernel']))
                found = times.setdefault(name, {}).setdefault(style, {})
                found[key] = found.get(key, 0) + row['total_ns']
    return times, truth['files']


def shorten(kernel):
    """One writer says the kind of a copy in its name, another does not."""
    return kernel.split(' ')[0] if kernel.startswith('Mem') else kernel


def check_sample(root, name):
    truth, files = read_truth(root)
    file = files[name]
    times, said = read_modules(root / name, '-v')
    wanted = truth[file['run']][file.get('style', 'fqn')]
    right = wrong = 0
    named = 'names' in file and file['names']
    found = {}
    for (path, kernel), ns in times.items():
        found[path, shorten(kernel)] = found.get((path, shorten(kernel)), 0) + ns
    for (path, kernel), ns in found.items():
        key = (path.replace('/', '.'), kernel)
        if path and (named or path.startswith('Sampler')):
            true = wanted.get(key, truth[file['run']]['classes'].get(key, 0))
            right += min(ns, true)
            wrong += max(0, ns - true)
        elif path:
            wrong += ns
    total = sum(wanted.values())
    assert wrong == 0, f'{wrong} ns of {total} in a wrong module'
    assert right >= 0.99 * total or not named, f'{right} of {total} ns in the right module'
    if not named:
        assert right < 0.02 * total
        assert 'graphs-without-modules' in said, said
    assert ('graph-names-refused' in said) == ('refuse' in file), said
    assert count_ranks(root / name) == 1


def check_twins(root):
    """By module and kernel the replays of a graph show what an eager run does."""
    eager, _ = read_modules(root / 'eager')
    for name in ('sglang', 'sglang-rocm', 'vllm'):
        assert read_modules(root / name)[0] == eager, name


def check_steps(root):
    """Whoever wrote the trace, its steps are the same: event nodes and overhead are no device time."""
    wanted = json.loads((root / 'truth.json').read_text())['runs']['graph']['steps']
    columns = ('step', 'computing_ns', 'communication_ns', 'overlapped_ns', 'free_ns')
    for name in ('plain', 'arguments', 'sglang-rocm', 'vllm', 'cuspy-json', 'cuspy-pftrace',
                 'nsys-node'):
        rows, _ = run('overlap', root / name)
        found = [tuple(row[column] for column in columns) for row in rows if row['step'] is not None]
        assert found == [tuple(row[column] for column in columns) for row in wanted], name


def check_comparison(root):
    """Modules are paired where both sides name them alike; else none of them changed."""
    done = [subprocess.run([CLI, 'compare', root / 'eager', root / name, '--all'],
                           capture_output=True, text=True, env=ENVIRONMENT, check=False).stdout
            for name in ('sglang', 'plain', 'arguments')]
    modules = [line for line in done[0].splitlines() if line.startswith('DecoderLM/')]
    assert modules and all(line.endswith('both') for line in modules), modules
    for text in done[1:]:
        assert 'DecoderLM' not in text.split('\n')[0], text
        assert 'named in one recording only' in text, text
    assert 'named in one recording only' not in done[0]


def check_whole(root):
    """Graphs that were recorded as a whole are device work without kernels, and that is said."""
    rows, said = run('overlap', root / 'nsys-graph')
    wanted = json.loads((root / 'truth.json').read_text())['runs']['graph']['steps']
    assert 'whole-graphs' in said and '--cuda-graph-trace=node' in said, said
    assert len([row for row in rows if row['step'] is not None]) == len(wanted), rows


def check_advice(root):
    """Who recorded with Nsight Systems is not advised settings of PyTorch's profiler."""
    settings = ('ProfilerActivity', 'with_stack', 'with_modules', 'record_function', 'Initialise torch.distributed',
                'Record with record_shapes', 'Record with profile_memory', 'Set profile_memory', 'step() of the profiler')
    commands = ('overview', 'findings', 'operators', 'roofline', 'memory', 'communication', 'tree')
    for command in commands:
        for name in ('nsys-node', 'nsys-graph'):
            done = subprocess.run([CLI, command, root / name, '-v'], capture_output=True, text=True, env=ENVIRONMENT,
                                  check=False)
            found = [word for word in settings if word in done.stdout + done.stderr]
            assert not found, f'{command} {name}: {found} {done.stdout[-400:]} {done.stderr}'


def check_converted_clock(root, folder):
    """A database has what proves it, and says the same."""
    subprocess.run([CLI, 'convert', root / 'clock', '-q', '--out', folder / 'clock.db'], check=True, env=ENVIRONMENT)
    wanted, found = (run('findings', path)[0] for path in (root / 'clock', folder / 'clock.db'))
    columns = ('id', 'text', 'gain_ns')
    assert [[row[column] for column in columns] for row in wanted] == \
        [[row[column] for column in columns] for row in found], found
    with contextlib.closing(sqlite3.connect(folder / 'clock.db')) as database:
        database.execute('ALTER TABLE kernel_kinds DROP COLUMN launch')
    older = run('findings', folder / 'clock.db')[0]  # as files of before are: read, without that finding
    assert {row['id'] for row in older} == {row['id'] for row in wanted} - {'frequency_drop'}, older


def check_clock(root):
    """A low clock is named where kernels take longer at it, and nowhere else."""
    for name, wanted in (('clock', True), ('cuspy-json', False), ('plain', False)):
        rows, _ = run('findings', root / name)
        assert any(row['id'] == 'frequency_drop' for row in rows) == wanted, name


def main():
    checks = [value for name, value in globals().items() if name.startswith('check_')
              and name not in ('check_sample', 'check_twins', 'check_steps', 'check_comparison',
                               'check_whole', 'check_clock', 'check_converted_clock',
                               'check_advice')]
    tests = [(check.__name__[6:], check) for check in checks]
    root = pathlib.Path(SAMPLES, 'graphs') if SAMPLES else None
    if root and (root / 'truth.json').exists():
        for name in ('eager', 'plain', 'arguments', 'sidecar-json', 'sidecar-pickle', 'sidecar-stacks',
                     'sglang', 'sglang-rocm', 'vllm', 'cuspy-json', 'cuspy-pftrace', 'nsys-node',
                     'misfit-ids', 'misfit-model', 'misfit-capture', 'misfit-order'):
            tests.append((f'sample {name}', lambda _, name=name: check_sample(root, name)))
        tests.append(('twins', lambda _: check_twins(root)))
        tests.append(('steps', lambda _: check_steps(root)))
        tests.append(('comparison', lambda _: check_comparison(root)))
        tests.append(('whole graphs', lambda _: check_whole(root)))
        tests.append(('clock', lambda _: check_clock(root)))
        tests.append(('advice', lambda _: check_advice(root)))
        tests.append(('converted clock', lambda scratch: check_converted_clock(root, scratch)))
    print(f'1..{len(tests)}')
    for n, (name, check) in enumerate(tests, 1):
        with tempfile.TemporaryDirectory() as scratch:
            try:
                check(pathlib.Path(scratch))
                print(f'ok {n} - {name}', flush=True)
            except (AssertionError, KeyError, ValueError) as error:
                print(f'not ok {n} - {name}', flush=True)
                print(f'# {error!r}'.replace('\\n', '\n# '), flush=True)


if __name__ == '__main__':
    main()
