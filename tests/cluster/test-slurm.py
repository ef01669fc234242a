# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Ranks of a job are extracted by an array of Slurm and merged by a job that depends on it.

A cluster of one machine is started for it, as root, in a folder of its own; where that is not possible the test is
skipped with a reason.

usage: test-slurm.py CLI SYNTH
"""

import os
import pathlib
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

CLI, SYNTH = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:3])
CLUSTER = pathlib.Path(os.environ["LANESCOPE_SOURCE_DIR"]) / "resources" / "cluster"
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "srun", "scontrol", "sinfo", "runuser")
RANKS, TASKS = 64, 8
DAMAGED = (19, 42)
PATIENCE_S = 240
COMMANDS = ("overview", "findings", "pp")

CONF = """
ClusterName=lanescope
SlurmctldHost={host}(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket={place}/m/munge.sock
CryptoType=crypto/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
ReturnToService=2
SlurmctldPidFile={place}/slurmctld.pid
SlurmdPidFile={place}/slurmd.pid
SlurmdSpoolDir={place}/spool
StateSaveLocation={place}/state
SlurmctldLogFile={place}/slurmctld.log
SlurmdLogFile={place}/slurmd.log
SlurmctldPort={port}
SlurmdPort={node_port}
SlurmUser=root
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MaxArraySize=2000
MinJobAge=3600
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=16000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
"""


class Skipped(Exception):
    """The test cannot run here."""


def free_ports(number):
    """Ports that nobody listens at."""
    sockets = [socket.socket() for _ in range(number)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def last_line(path):
    """The end of a log."""
    lines = path.read_text(errors="replace").splitlines() if path.exists() else []
    return lines[-1] if lines else "no log"


def wait_for(what, seconds=30):
    """Whether something became true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.3)
    return False


class Slurm:
    """A cluster of this machine alone."""

    def __init__(self, place):
        self.place = place
        self.started = []
        self.env = dict(os.environ, SLURM_CONF=str(place / "slurm.conf"), LANESCOPE_CLI=CLI)

    def start(self):
        """Starts the three programs, each when the one before it is there."""
        self._start_munge()
        host = socket.gethostname().split(".")[0]
        port, node_port = free_ports(2)
        (self.place / "slurm.conf").write_text(
            CONF.format(host=host, place=self.place, port=port, node_port=node_port))
        for name in ("spool", "state"):
            (self.place / name).mkdir()
        self._start("slurmctld", ["slurmctld", "-D"])
        self._start("slurmd", ["slurmd", "-D", "-N", host])
        if not wait_for(lambda: self.ask("sinfo", "-h", "-o", "%T") == "idle", 60):
            raise Skipped("Slurm does not start here: " + last_line(self.place / "slurmctld.log"))

    def _start_munge(self):
        folder, key = self.place / "m", self.place / "m" / "key"
        folder.mkdir()
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        try:
            user = pwd.getpwnam("munge")
        except KeyError:
            raise Skipped("there is no user munge") from None
        for path in (folder, key):
            os.chown(path, user.pw_uid, user.pw_gid)
        self._start("munged", ["runuser", "-u", "munge", "--", "munged", "--foreground", f"--key-file={key}",
                               f"--socket={folder}/munge.sock", f"--pid-file={folder}/munged.pid",
                               f"--log-file={folder}/munged.log", f"--seed-file={folder}/seed"])
        if not wait_for((folder / "munge.sock").exists):
            raise Skipped("munged does not start here: " + last_line(self.place / "munged.out"))

    def _start(self, name, words):
        with (self.place / (name + ".out")).open("wb") as log:
            self.started.append(subprocess.Popen(  # pylint: disable=consider-using-with
                words, env=self.env, cwd=self.place, stdout=log, stderr=subprocess.STDOUT, start_new_session=True))

    def ask(self, *words):
        """What a command of Slurm prints."""
        done = subprocess.run(words, env=self.env, cwd=self.place, capture_output=True, text=True, check=False)
        return done.stdout.strip() if done.returncode == 0 else ""

    def states(self):
        """Of each job and task: its state and its exit code."""
        tasks = {}
        for line in self.ask("scontrol", "show", "job", "--oneliner").splitlines():
            words = dict(word.split("=", 1) for word in line.split() if "=" in word)
            if "JobId" not in words:  # "No jobs in the system"
                continue
            job, task = words.get("ArrayJobId", words["JobId"]), words.get("ArrayTaskId", "")
            tasks[job, task] = (words["JobState"], words["ExitCode"].split(":")[0])
        return tasks

    def stop(self):
        """Ends what was started, and the groups of processes that it made."""
        for one in reversed(self.started):
            one.terminate()
            try:
                one.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(one.pid, signal.SIGKILL)
                one.wait()


def check_possible():
    """What is needed."""
    if os.geteuid() != 0:
        raise Skipped("daemons of Slurm need root here")
    missing = [name for name in PROGRAMS if not shutil.which(name)]
    if missing:
        raise Skipped("not installed: " + ", ".join(missing))


def run(*words):
    """What a command of ours says, and how it ends."""
    return subprocess.run([CLI, *map(str, words)], capture_output=True, check=False)


def make_job(place):
    """A job of 64 ranks, two of them damaged, and the same without these."""
    subprocess.run([SYNTH, "--preset=small", "--schedule=1f1b", "--pp=8", "--dp=8", "--hosts=8", "--steps=3",
                    "--straggler=13:1.3", "--out", place / "result"], check=True, stdout=subprocess.DEVNULL)
    ranks = sorted((place / "result").glob("*_ascend_pt"))
    assert len(ranks) == RANKS
    (place / "good").mkdir()
    for number, rank in enumerate(ranks):
        database = next(rank.rglob("ascend_pytorch_profiler_*.db"))
        if number in DAMAGED:
            shutil.copy(database, database.with_suffix(".whole"))
            database.write_bytes(database.read_bytes()[:3000])
        else:
            (place / "good" / rank.name).symlink_to(rank)


def repair(place):
    """The two are copied again."""
    for number, rank in enumerate(sorted((place / "result").glob("*_ascend_pt"))):
        if number in DAMAGED:
            database = next(rank.rglob("ascend_pytorch_profiler_*.db"))
            shutil.copy(database.with_suffix(".whole"), database)


def submit(slurm, place):
    """Both jobs, and what became of them."""
    before = len(slurm.states())
    done = subprocess.run([CLUSTER / "slurm.sh", "result/*_ascend_pt", "extracts", "job.lscope", str(TASKS)],
                          env=slurm.env, cwd=place, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    print("#", done.stdout.strip())
    numbers = re.fullmatch(r"extract: job (\d+), \d+ tasks; merge: job (\d+)\n", done.stdout).groups()

    def ended():
        states = slurm.states()
        return len(states) > before + TASKS and all(state in ("COMPLETED", "FAILED") for state, _ in states.values())

    assert wait_for(ended, PATIENCE_S), slurm.states()
    return (*numbers, slurm.states())


def check_array(place, number, states):
    """The two are named with a reason by their tasks, which end with 3; the others end with 0."""
    bad = {str(rank % TASKS): rank for rank in DAMAGED}
    for task in map(str, range(TASKS)):
        log = (place / f"lanescope-extract-{number}_{task}.log").read_text()
        if task in bad:
            assert states[number, task] == ("FAILED", "3"), states
            assert f"Rank {bad[task]} was not extracted: " in log and "malformed" in log, log
            print(f"# task {task}: exit 3: {log.splitlines()[0][:150]}")
        else:
            assert states[number, task] == ("COMPLETED", "0") and log == "", (task, states, log)
    assert len(list((place / "extracts").glob("*.lscope"))) == RANKS - len(DAMAGED)


def check_merge(place, number, states):
    """The merge names who is missing, and says what the recordings of the others say."""
    assert states[number, ""] == ("COMPLETED", "0"), states
    log = (place / f"lanescope-merge-{number}.log").read_text()
    assert f"{len(DAMAGED)} of {RANKS} ranks" in log and ": 19, 42" in log, log
    for line in log.splitlines():
        print("# merge:", line)
    for command in COMMANDS:
        ours, theirs = run(command, place / "job.lscope", "--json"), run(command, place / "good", "--json")
        assert ours.returncode == theirs.returncode, (command, ours.stderr[-300:], theirs.stderr[-300:])
        assert ours.stdout == theirs.stdout != b"", command


def check_again(slurm, place):
    """When they were copied again, the same command brings the two, and nothing lacks."""
    repair(place)
    first = place / "extracts" / "rank_00000.lscope"
    written_ns = first.stat().st_mtime_ns
    array, merge, states = submit(slurm, place)
    assert all(state == ("COMPLETED", "0") for (job, _), state in states.items() if job in (array, merge)), states
    assert (place / f"lanescope-merge-{merge}.log").read_text() == f"{RANKS} ranks: job.lscope\n"
    assert first.stat().st_mtime_ns == written_ns


def check_nodes(slurm, place):
    """As for disks of nodes: one task on each extracts what is there."""
    slurm.ask("srun", "--ntasks-per-node=1", CLI, "extract", "good", "-q", "-o", "local")
    assert len(list((place / "local").glob("*.lscope"))) == RANKS - len(DAMAGED)


def test_slurm(place):
    """The whole way."""
    check_possible()
    slurm = Slurm(place)
    try:
        slurm.start()
        make_job(place)
        array, merge, states = submit(slurm, place)
        check_array(place, array, states)
        check_merge(place, merge, states)
        check_again(slurm, place)
        check_nodes(slurm, place)
    finally:
        slurm.stop()


def main():
    """Runs the test and reports it."""
    print("1..1")
    with tempfile.TemporaryDirectory(prefix="lanescope-slurm-") as text:
        place = pathlib.Path(text).resolve()
        place.chmod(0o755)
        try:
            test_slurm(place)
            print("ok 1 test_slurm")
        except Skipped as reason:
            print(f"ok 1 test_slurm # SKIP {reason}")
        except AssertionError as error:
            print("#", str(error)[:3000].replace("\n", "\n# "))
            print("not ok 1 test_slurm")
            sys.exit(1)


main()
