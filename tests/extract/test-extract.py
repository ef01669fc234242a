# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Extracts say what their recordings say, to the byte, in whatever order they are merged.

usage: test-extract.py CLI SYNTH [--large]

--large: 16 and 64 ranks with many steps, in place of the small jobs
"""

import contextlib
import io
import os
import pathlib
import pty
import random
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import traceback

CLI, SYNTH = sys.argv[1:3]
IS_LARGE = "--large" in sys.argv[3:]
COMMANDS = ("overview", "findings", "budget", "pp", "communication", "stragglers")
# What needs single events, and takes them from the recordings where these are.
OF_EVENTS = ("tree", "operators", "roofline", "waits", "overlap", "dispatch")
SAMPLES = ("ascend-4rank-pp2dp2", "ascend-db-level0", "ascend-db-level2", "ascend-text-level2",
           "faults/slowkernels", "pp-dualpipev-4x10", "quirks/backward", "freq-ep",
           "kineto/qwen1.5-0.5b-h100.json.gz")
N_DAMAGED = 120


def run(*words):
    """What a command says, and how it ends."""
    return subprocess.run([CLI, *map(str, words)], capture_output=True, check=False)


def expect(code, *words):
    """Runs a command that must end so."""
    done = run(*words)
    assert done.returncode == code, (words, done.returncode, done.stderr[-600:])
    return done


def record(place, *options):
    """Writes a small recording."""
    subprocess.run([SYNTH, "--preset=small", "--schedule=1f1b", *options, "--out", place], check=True,
                   stdout=subprocess.DEVNULL)
    return place


def extract(recording, folder, *options):
    """A file of each rank, and one of all."""
    done = run("extract", recording, "-q", "-o", folder, *options)
    assert done.returncode in (0, 3), done.stderr
    job = folder.with_suffix(".lscope")
    expect(0, "merge", folder, "-q", "-o", job)
    return job


def same(recording, other):
    """Both say the same."""
    for command in COMMANDS:
        ours, theirs = run(command, other, "--json"), run(command, recording, "--json")
        assert ours.returncode == theirs.returncode, (command, recording, ours.stderr[-300:])
        assert ours.stdout == theirs.stdout, (command, recording)


def test_equal(scratch):
    """One run over the recordings and one over the file say the same, with any number of threads."""
    for name, options in (("plain", ["--ranks=4", "--pp=4", "--straggler=2:1.3"]),
                          ("replicas", ["--pp=2", "--dp=2", "--tp=2", "--hosts=2", "--steps=3"]),
                          ("memory", ["--ranks=2", "--pp=2", "--memory"])):
        recording = record(scratch / name, *options)
        job = extract(recording, scratch / (name + "-x"))
        same(recording, job)
        same(recording, scratch / (name + "-x"))
        ours = run("findings", job, "--json", "-j1").stdout
        assert ours == run("findings", job, "--json", "-j8").stdout


def test_pairs(scratch):
    """Comparisons and limits, too."""
    before = record(scratch / "before", "--ranks=4", "--pp=4", "--straggler=2:1.3", "--steps=4")
    after = record(scratch / "after", "--ranks=4", "--pp=4", "--steps=4", "--seed=77")
    jobs = [extract(before, scratch / "before-x"), extract(after, scratch / "after-x")]
    assert run("compare", *jobs, "--json").stdout == \
        run("compare", before, after, "--json").stdout != b""
    for one, two in ((jobs[0], jobs[1]), (before, after)):
        expect(5, "check", one, "--baseline", two, "--fail-above=1")
    expect(0, "report", jobs[0], "--report", scratch / "r.html", "-q")


def test_several(scratch):
    """Several paths at once; one that is no recording, is not parsed or is another job's rank is named."""
    recording = record(scratch / "several", "--ranks=4", "--pp=4")
    paths = sorted(recording.glob("*_ascend_pt"))
    whole = extract(recording, scratch / "several-x")
    folder = scratch / "several-y"
    done = expect(0, "extract", *reversed(paths), "-j1", "-o", folder)
    assert b"4 ranks written" in done.stdout, done.stdout
    expect(0, "merge", folder, "-q", "-o", scratch / "again.lscope")
    assert (scratch / "again.lscope").read_bytes() == whole.read_bytes()
    done = expect(0, "extract", paths[2], recording, paths[0], "--rank-list", "0,2", "-q", "-o", scratch / "two")
    assert sorted(os.listdir(scratch / "two")) == ["rank_00000.lscope", "rank_00002.lscope"] and not done.stderr
    other = record(scratch / "other", "--ranks=2", "--pp=2")
    shutil.rmtree(paths[3] / "ASCEND_PROFILER_OUTPUT")
    done = expect(3, "extract", *paths, scratch / "nowhere", other, "-j8", "-o", scratch / "some")
    assert b"5 failed" not in done.stdout and b"4 failed" in done.stdout, done.stdout
    for word in (b"nowhere was not extracted", b"parse", b"Rank 0 of ", b"Rank 1 of "):
        assert word in done.stderr, (word, done.stderr)
    assert sorted(os.listdir(scratch / "some")) == [f"rank_0000{n}.lscope" for n in range(3)]
    expect(2, "extract", scratch / "nowhere", paths[3], "-q", "-o", scratch / "none")
    expect(1, "extract", "-o", scratch / "none")


def one_sentence(code, *words):
    """Runs what must fail, and returns its one sentence."""
    said = expect(code, *words).stderr.decode().strip().splitlines()
    assert len(said) == 1, said
    return said[0]


def change(path, target, statement):
    """A copy of an extract in which somebody changed something."""
    shutil.copy(path, target)
    with contextlib.closing(sqlite3.connect(target)) as database:
        database.execute(statement)
        database.commit()
    return target


def test_refused(scratch):
    """What cannot be merged is said in a sentence that names the file, and nothing is written."""
    recording = record(scratch / "job", "--ranks=2", "--pp=2")
    extract(recording, scratch / "job-x")
    first, second = sorted((scratch / "job-x").iterdir())
    out, bad = scratch / "out.lscope", scratch / "bad.lscope"
    bad.write_bytes(second.read_bytes()[:5000])
    assert "bad.lscope" in one_sentence(2, "merge", first, bad, "-o", out)
    for statement, word in (("PRAGMA user_version=77", "another version"), ("DROP TABLE part", "damaged"),
                            ("UPDATE rank SET rank=-7", "damaged"), ("UPDATE rank SET origin=NULL", "damaged"),
                            ("DELETE FROM rank", "damaged"), ("UPDATE part SET rank=1", "damaged"), ("UPDATE rank SET rank=0", "twice")):
        said = one_sentence(1 if word == "twice" else 2, "merge", first, change(second, bad, statement), "-o", out)
        assert word in said and "bad.lscope" in said, said
        assert not out.exists()
    change(second, bad, "PRAGMA user_version=77")
    said = run("info", bad).stderr.decode()
    assert "None of its ranks is shown" in said and "again with this version" in said, said
    assert "first recording" not in said, said
    for statement in ("UPDATE part SET bytes=zeroblob(900000)", "UPDATE part SET n=1000000000000",
                      "UPDATE part SET bytes=(SELECT bytes FROM part WHERE name='digest.texts')",
                      "UPDATE part SET name='digest'", "DELETE FROM part WHERE name='digest.ops'"):
        change(second, bad, statement)
        expect(0, "merge", first, bad, "-q", "-o", out)
        done = expect(3, "overview", out, "--json")
        assert b"out.lscope" in done.stderr and done.stdout.strip(), (statement, done.stderr)
        out.unlink()


def test_two_runs(scratch):
    """Ranks of another layout, or of another time, are told; they may be of two jobs."""
    one = record(scratch / "one", "--pp=2", "--dp=2")
    extract(one, scratch / "one-x")
    done = expect(0, "merge", scratch / "one-x", "-o", scratch / "a.lscope")
    assert not done.stderr, done.stderr
    extract(record(scratch / "two", "--pp=4", "--dp=1"), scratch / "two-x")
    extract(record(scratch / "late", "--pp=2", "--dp=2", f"--rank-offsets=3:{3600 * 10**9}"), scratch / "late-x")
    rank = "rank_00003.lscope"
    for folder, word in (("two-x", b"layouts differ"), ("late-x", b"two runs")):
        mixed = scratch / ("mixed-" + folder)
        shutil.copytree(scratch / "one-x", mixed)
        shutil.copy(scratch / folder / rank, mixed / rank)
        done = expect(0, "merge", mixed, "-o", scratch / "b.lscope")
        assert done.stderr.count(b"\n") == 1 and word in done.stderr, done.stderr


def test_large(scratch):
    """Larger jobs, in random trees of merges."""
    rng = random.Random(5)
    for name, options in (("r16", ["--pp=8", "--dp=2", "--hosts=2", "--steps=12", "--straggler=5:1.2", "--memory"]),
                          ("r64", ["--pp=8", "--tp=2", "--dp=4", "--hosts=8", "--steps=6", "--straggler=37:1.3"])):
        recording = record(scratch / name, *options)
        job = extract(recording, scratch / (name + "-x"))
        same(recording, job)
        files = sorted((scratch / (name + "-x")).iterdir())
        while len(files) > 1:
            taken = rng.sample(files, min(rng.randint(2, 5), len(files)))
            target = scratch / f"tree-{len(files)}-{name}.lscope"
            expect(0, "merge", *taken, "-q", f"-j{rng.choice((1, 8))}", "-o", target)
            files = [file for file in files if file not in taken] + [target]
        assert files[0].read_bytes() == job.read_bytes()
        for threads in ("-j1", "-j8"):
            expect(0, "extract", recording, "-q", threads, "-o", scratch / (name + threads))
            expect(0, "merge", scratch / (name + threads), "-q", "-o", scratch / "again.lscope")
            assert (scratch / "again.lscope").read_bytes() == job.read_bytes()
        shutil.rmtree(recording)


def test_merge(scratch):
    """Any order and any tree of merges writes the same bytes."""
    recording = record(scratch / "order", "--ranks=4", "--pp=4")
    job = extract(recording, scratch / "order-x")
    files = sorted((scratch / "order-x").iterdir())
    assert len(files) == 4
    expect(0, "merge", *reversed(files), "-q", "-o", scratch / "a.lscope")
    expect(0, "merge", files[3], files[1], "-q", "-o", scratch / "b.lscope")
    done = expect(0, "merge", files[0], files[2], "-o", scratch / "c.lscope")
    assert b"1, 3" in done.stderr, done.stderr
    expect(0, "merge", scratch / "c.lscope", scratch / "b.lscope", "-q", "-o", scratch / "d.lscope")
    bytes_of = {path: (scratch / path).read_bytes() for path in ("a.lscope", "d.lscope")}
    assert bytes_of["a.lscope"] == bytes_of["d.lscope"] == job.read_bytes()
    expect(1, "merge", files[0], scratch / "c.lscope", "-o", scratch / "e.lscope")
    assert not (scratch / "e.lscope").exists()
    other = extract(record(scratch / "six", "--ranks=6", "--pp=6"), scratch / "six-x")
    done = expect(1, "merge", files[0], scratch / "six-x" / "rank_00005.lscope", "-o",
                  scratch / "e.lscope")
    assert b"job of" in done.stderr and other.exists()


def test_fresh(scratch):
    """What is up to date stays, what is stale is replaced, and one that fails is named."""
    recording = record(scratch / "fresh", "--ranks=3", "--pp=3")
    folder = scratch / "fresh-x"
    extract(recording, folder)
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    done = expect(0, "extract", recording, "-o", folder)
    assert b"0 ranks written, 3 up to date" in done.stdout
    assert before == {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    databases = sorted(recording.rglob("ascend_pytorch_profiler_*.db"))
    newer = record(scratch / "newer", "--ranks=3", "--pp=3", "--seed=5", "--steps=5")
    shutil.copy(sorted(newer.rglob("ascend_pytorch_profiler_*.db"))[0], databases[0])
    databases[2].write_bytes(databases[2].read_bytes()[:3000])
    done = expect(3, "extract", recording, "-o", folder)
    assert b"1 ranks written, 1 up to date, 1 failed" in done.stdout, done.stdout
    assert b"Rank 2" in done.stderr, done.stderr
    assert b"rank_00002.lscope is from an earlier run" in done.stderr, done.stderr
    text = scratch / "note.txt"
    text.write_text("mine")
    expect(1, "extract", recording)
    expect(1, "merge", folder, "-o", text)
    (scratch / "note.lscope").write_text("mine")
    expect(4, "merge", folder, "-o", scratch / "note.lscope")
    assert (scratch / "note.lscope").read_text() == "mine"


def test_stream(scratch):
    """A tar archive on standard output has the files, byte by byte, and nothing else is printed there."""
    recording = record(scratch / "stream", "--ranks=4", "--pp=4")
    extract(recording, scratch / "stream-x")
    done = expect(0, "extract", recording, "-o", "-", "-j4")
    assert b"4 ranks written" in done.stderr, done.stderr
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        found = {member.name: archive.extractfile(member).read() for member in archive}
    assert found == {path.name: path.read_bytes() for path in (scratch / "stream-x").iterdir()}
    subprocess.run(["tar", "-x"], input=done.stdout, cwd=scratch, check=True)
    assert (scratch / "rank_00003.lscope").read_bytes() == found["rank_00003.lscope"]
    database = sorted(recording.rglob("ascend_pytorch_profiler_*.db"))[2]
    database.write_bytes(database.read_bytes()[:3000])
    done = expect(3, "extract", recording, "-o", "-", "-q")
    assert b"Rank 2 was not extracted" in done.stderr and b"earlier" not in done.stderr, done.stderr
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        assert sorted(archive.getnames()) == sorted(set(found) - {"rank_00002.lscope"})
    assert not (scratch / "-").exists() and not pathlib.Path("-").exists()
    with open("/dev/full", "wb") as full:
        done = subprocess.run([CLI, "extract", recording, "-q", "-o", "-"], stdout=full, stderr=subprocess.PIPE,
                              check=False)
    assert done.returncode == 4 and done.stderr.count(b"could not be written") == 1, done.stderr


def test_events(scratch):
    """What needs events says where they are, and opens them there."""
    recording = record(scratch / "events", "--ranks=2", "--pp=2")
    job = extract(recording, scratch / "events-x", "--detail=0")
    assert run("slices", job, "--json").stdout == run("slices", recording, "--json").stdout
    for command in OF_EVENTS:
        ours, theirs = run(command, job, "--json"), run(command, recording, "--json")
        assert ours.stdout == theirs.stdout != b"", (command, ours.stderr)
    recording.rename(scratch / "elsewhere")
    done = run("slices", job, "--json")
    assert done.returncode == 2 and str(recording).encode() in done.stderr, done.stderr
    assert b"Not known" not in done.stderr, done.stderr
    for command in ("operators", "tree", "roofline"):
        done = run(command, job)
        assert done.returncode == 2 and b"xtract" in done.stderr and b"recorded" not in done.stderr, done.stderr
        assert str(recording).encode() in done.stderr, done.stderr
    done = run("roofline", job)
    assert done.stderr.count(b"hold no single events") <= 1, done.stderr


def slices(path, *options):
    """Events as a set of lines, and how that ended."""
    done = run("slices", path, "--csv", *options)
    return done, set(done.stdout.decode().splitlines()[1:])


def test_excerpt(scratch):
    """Without the recording its largest instances and what is around them are there, as they were recorded."""
    recording = record(scratch / "whole", "--ranks=2", "--pp=2")
    job = extract(recording, scratch / "whole-x")
    bare = extract(recording, scratch / "bare-x", "--detail=0")
    assert bare.stat().st_size < job.stat().st_size
    done = expect(0, "extract", recording, "-o", scratch / "whole-x")
    assert b"2 up to date" in done.stdout, done.stdout
    done = expect(0, "extract", recording, "-o", scratch / "whole-x", "--detail=0")
    assert b"2 ranks written" in done.stdout, done.stdout
    expect(1, "extract", recording, "-o", scratch / "none", "--detail=2")
    done, whole = slices(recording)
    places = run("findings", recording, "--json").stdout
    recording.rename(scratch / "elsewhere")
    assert run("findings", job, "--json").stdout == places
    done, kept = slices(job)
    assert done.returncode == 3 and b"excerpt" in done.stderr, done.stderr
    assert done.stderr.count(str(recording).encode()) >= 1, done.stderr
    about = {line for line in kept if "Not in this extract" in line or ",Excerpt," in line}
    rest = kept - about # of a slice that sticks out how long it runs itself is not known
    known = {",".join(line.split(",")[:-2]) + ",," + line.split(",")[-1] for line in whole} | whole
    assert about and rest & whole and not rest - known, sorted(rest - known)[:5]
    done, named = slices(job, "--lanes", "Device/*")
    assert named and named < kept, (len(named), len(kept))
    expect(3, "timeline", job, "-q", "--out", scratch / "x.svg")
    assert b"Not in this extract" in (scratch / "x.svg").read_bytes()
    done = run("slices", bare)
    assert done.returncode == 2 and str(recording).encode() in done.stderr, done.stderr
    change(job, scratch / "anywhere.lscope", "UPDATE rank SET folder='/'") # no disk is looked through for it
    assert slices(scratch / "anywhere.lscope")[1] == kept
    for command in OF_EVENTS: # nothing is summed up over an excerpt
        assert run(command, job).returncode == 2, command


def test_progress(scratch):
    """On a terminal the share of the ranks that were read is shown, and then what is concluded from them."""
    job = extract(record(scratch / "shown", "--ranks=4", "--pp=4"), scratch / "shown-x")
    ours, theirs = pty.openpty()
    with subprocess.Popen([CLI, "overview", job], stdout=subprocess.DEVNULL, stderr=theirs) as child:
        os.close(theirs)
        said = b""
        with contextlib.suppress(OSError): # how a terminal ends
            while piece := os.read(ours, 4096):
                said += piece
        os.close(ours)
    assert child.returncode == 0 and b" %" in said, said
    lines = [line for line in said.decode().replace("\033[K", "").split("\r") if line.strip()]
    shares = [int(line.split("%")[0]) for line in lines]
    assert shares == sorted(shares), lines # what was read does not begin anew for each conclusion
    assert any(line.startswith("100 %  Judging: ") for line in lines), lines


def test_damaged(scratch):
    """Cut and changed files get a sentence; none ends the program."""
    recording = record(scratch / "damaged", "--ranks=2", "--pp=2", "--memory")
    job = extract(recording, scratch / "damaged-x").read_bytes()
    recording.rename(scratch / "elsewhere") # so that events are those of the extract
    bad = scratch / "bad.lscope"
    rng = random.Random(20261129)
    for number in range(N_DAMAGED):
        changed = bytearray(job)
        if number % 4 == 0:
            del changed[rng.randrange(len(changed)):]
        else:
            for _ in range(rng.choice((1, 4, 40))):
                changed[rng.randrange(len(changed))] = rng.randrange(256)
        bad.write_bytes(changed)
        for command in ("overview", "pp", "slices"):
            done = run(command, bad, "--json")
            assert done.returncode in (0, 2, 3, 4), (number, command, done.returncode,
                                                     done.stderr[-300:])
            assert done.returncode == 0 or done.stderr.strip(), (number, command)


def test_samples(scratch):
    """Real recordings say the same as their extracts."""
    samples = pathlib.Path(os.environ["LANESCOPE_SAMPLES"])
    for number, name in enumerate(SAMPLES):
        if (samples / name).exists():
            same(samples / name, extract(samples / name, scratch / f"sample-{number}"))


def main():
    """Runs the tests and reports them."""
    tests = [test_equal, test_pairs, test_several, test_merge, test_refused, test_two_runs, test_fresh, test_stream,
             test_events, test_excerpt, test_progress, test_damaged]
    if IS_LARGE:
        tests = [test_large]
    if os.environ.get("LANESCOPE_SAMPLES") and not IS_LARGE:
        tests.append(test_samples)
    print(f"1..{len(tests)}")
    failures = 0
    for number, test in enumerate(tests, 1):
        with tempfile.TemporaryDirectory() as text:
            try:
                test(pathlib.Path(text).resolve())
                print(f"ok {number} {test.__name__}", flush=True)
            except (AssertionError, ValueError, OSError) as error:
                failures += 1
                for line in traceback.format_exc().splitlines()[-6:]:
                    print("#", line[:1500])
                print(f"not ok {number} {test.__name__} {type(error).__name__}", flush=True)
    sys.exit(failures > 0)


main()
