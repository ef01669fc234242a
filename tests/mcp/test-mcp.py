# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""A client of the Model Context Protocol asks the server as an assistant would.

usage: test-mcp.py CLI SYNTH
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

CLI, SYNTH = sys.argv[1:3]
MOST_BYTES = 8192
MOST_CALLS = 5

# What a true answer says of each folder of known faults, in the words of a sentence or of a row:
# one of each tuple.
CAUSES = {
    "slowlink": [("link between stage 1", "stage 1 to 2")],
    "slowmb": [("micro-batch 1 ", "Micro-batch 1 ")],
    "bfs-4x8-v2": [("interleaved, 2 chunks on each rank, all warm-up",)],
    "drift": [("clock", "Clock")],
    "drift-20ppm-messages": [("aligned by p2p", "aligned by messages")],
    "samehost-500ms": [("aligned by p2p", "aligned by messages", "clock")],
    "pause-in-step-6": [("tep 6",), ("tage 5",)],
    "slowkernels": [("tage 2",), ("kernels", "computes")],
    "hostgaps": [("tage 2", "ank 2"), ("host", "launch")],
    "whatif-head": [("tage 7",)],
}


class Client:
    """Speaks to a server of its own."""

    def __init__(self, *folders, env=None):
        self.process = subprocess.Popen(  # pylint: disable=consider-using-with
            [CLI, "mcp", *map(str, folders)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=env)
        self.number = 0
        self.longest = 0

    def send(self, line):
        """Sends a line as it is."""
        self.process.stdin.write(line if isinstance(line, bytes) else line.encode())
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()

    def receive(self):
        """The next line that the server answers."""
        line = self.process.stdout.readline()
        self.longest = max(self.longest, len(line))
        return json.loads(line)

    def ask(self, method, params=None):
        """Sends a request and returns what came back."""
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method}
        if params is not None:
            message["params"] = params
        self.send(json.dumps(message))
        answer = self.receive()
        assert answer["jsonrpc"] == "2.0" and answer["id"] == self.number, answer
        return answer

    def call(self, tool, **arguments):
        """Calls a tool: whether it failed, and the text of its answer."""
        answer = self.ask("tools/call", {"name": tool, "arguments": arguments})
        content = answer["result"]["content"]
        assert len(content) == 1 and content[0]["type"] == "text", content
        assert len(json.dumps(answer, separators=(",", ":"), ensure_ascii=False).encode()) <= \
            MOST_BYTES, (tool, arguments)
        return answer["result"]["isError"], content[0]["text"]

    def get(self, tool, **arguments):
        """Calls a tool that must not fail: its answer."""
        failed, text = self.call(tool, **arguments)
        assert not failed, text
        return json.loads(text)

    def list_rows(self, tool, **arguments):
        """All rows of an answer, page after page."""
        rows, first = [], 0
        while first is not None:
            answer = self.get(tool, **arguments, first=first)
            assert "shortened" not in answer, answer
            rows += answer["rows"]
            first = answer.get("next_row")
        assert len(rows) == answer["n_rows"]
        return rows

    def close(self):
        """Ends the server, as a client does, and returns its exit code."""
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.stderr.close()
        return self.process.wait(timeout=60)


def lines_of(*words):
    """What the command line says, as objects."""
    done = subprocess.run([CLI, *map(str, words), "--json"], capture_output=True, check=False)
    assert done.returncode in (0, 3), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_protocol(folder):
    """Versions, tools, notifications, batches and what is no message."""
    client = Client(folder)
    for version in ("2024-11-05", "2025-03-26", "2025-06-18"):
        result = client.ask("initialize", {"protocolVersion": version, "capabilities": {},
                                           "clientInfo": {"name": "test", "version": "1"}})["result"]
        assert result["protocolVersion"] == version
        assert "tools" in result["capabilities"] and result["serverInfo"]["name"] == "lanescope"
    result = client.ask("initialize", {"protocolVersion": "1999-01-01"})["result"]
    assert result["protocolVersion"] == "2025-06-18"
    client.send('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    tools = client.ask("tools/list")["result"]["tools"]
    names = [tool["name"] for tool in tools]
    assert names[:1] == ["open"]
    assert {"overview", "findings", "tree", "query", "compare", "budget"} < set(names)
    for tool in tools:
        schema = tool["inputSchema"]
        assert schema["type"] == "object" and set(schema["required"]) <= set(schema["properties"])
    assert client.ask("ping")["result"] == {}
    assert client.ask("nothing/known")["error"]["code"] == -32601
    assert client.ask("tools/call", {"name": "remove"})["error"]["code"] == -32602
    for bad, code in ((b"{", -32700), (b"\xff\xfe", -32700), (b"[]", -32600), (b"3", -32600),
                      (b'{"id":{},"method":"ping"}', -32600), (b"x" * 3_000_000, -32700),
                      (b"[" * 100_000, -32700)):
        client.send(bad)
        assert client.receive()["error"]["code"] == code, bad[:40]
    client.send('[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},'
                '{"jsonrpc":"2.0","id":"b","method":"ping"}]')
    assert [answer["id"] for answer in client.receive()] == [1, "b"]
    client.send("\r")
    assert client.ask("ping")["result"] == {}
    assert client.close() == 0


def test_equal(folder):
    """Rows are those of the command line, page by page, at the first question and at the second."""
    client = Client(folder.parent)
    name = client.get("open", path=folder.name)["rows"][0]
    assert name["n_ranks"] == 4
    for _ in range(2):
        assert client.list_rows("findings") == lines_of("findings", folder)
        assert client.list_rows("overview") == lines_of("overview", folder)
        assert client.list_rows("budget") == lines_of("budget", folder)
        assert client.list_rows("tree", rank=1, depth=3) == \
            lines_of("tree", folder, "--rank=1", "--depth=3")
    sql = "SELECT name, count(*) AS n, sum(dur_ns) AS ns FROM slices GROUP BY name ORDER BY ns"
    assert client.list_rows("query", sql=sql) == lines_of("query", folder, sql)
    assert client.list_rows("overview", ranks="1,2") == \
        lines_of("overview", folder, "--rank-list=1,2")
    answer = client.get("findings")
    assert answer["says"] and answer["first_row_id"] == "findings/0"
    assert client.close() == 0


def test_pairs(before, after):
    """Two recordings beside each other, and parts of what is too large for an answer."""
    client = Client(before.parent)
    first = client.get("open", path=before.name)["rows"][0]["recording"]
    second = client.get("open", path=after.name)["rows"][0]["recording"]
    assert client.get("open", path=before.name)["rows"][0]["recording"] == first != second
    failed, text = client.call("findings")
    assert failed and "name one" in text, text
    truth, = lines_of("compare", before, after)
    answer = client.get("compare", before=first, after=second)
    assert answer["says"]
    for key, count in answer.get("shortened", {}).items():
        value = truth
        for part in key.split("."):
            value = value[part]
        assert len(value) == count, key
    for part in ("categories", "modules", "ops"):
        assert client.list_rows("compare", before=first, after=second, part=part) == truth[part]
    assert client.get("compare", before=first, after=second, part="verdict")["rows"] == \
        [truth["verdict"]]
    assert client.close() == 0


def test_doors(folder, scratch):
    """Nothing outside is read, nothing is written, and no argument becomes an option."""
    inside, outside = scratch / "inside", scratch / "outside"
    inside.mkdir()
    shutil.copytree(folder, outside)
    (inside / "way-out").symlink_to(outside)
    shutil.copytree(folder, inside / "mine")
    shutil.copytree(folder, scratch / "inside-not")
    before = sorted((path, path.stat().st_mtime_ns) for path in scratch.rglob("*"))
    client = Client(inside)
    for path in ("way-out", "../outside", str(outside), "/etc/passwd", "../inside-not", "nothing"):
        failed, text = client.call("open", path=path)
        assert failed and "is served" in text or "are served" in text, (path, text)
    client.get("open", path="mine")
    for tool, arguments in (("findings", {"ranks": "0 --xlsx=x"}), ("tree", {"depth": -1}),
                            ("tree", {"depth": "--json"}), ("findings", {"out": "x"}),
                            ("query", {}), ("query", {"sql": "ATTACH 'x.db' AS x"}),
                            ("query", {"sql": "CREATE TABLE t (a)"}), ("findings", {"ranks": []}),
                            ("query", {"sql": "--tables"}), ("findings", {"recording": "r7"}),
                            ("findings", {"recording": str(outside)}), ("open", {"path": ""})):
        failed, text = client.call(tool, **arguments)
        assert failed, (tool, arguments, text)
    assert client.close() == 0
    assert before == sorted((path, path.stat().st_mtime_ns) for path in scratch.rglob("*"))


def test_change(folder, scratch):
    """What changes on disk is read anew."""
    place = scratch / "changing"
    shutil.copytree(folder, place)
    client = Client(scratch)
    client.get("open", path="changing")
    first = client.get("findings")
    databases = sorted(place.rglob("ascend_pytorch_profiler_*.db"))
    shutil.copy(databases[0], databases[2])
    os.utime(databases[2])
    assert client.list_rows("findings") == lines_of("findings", place)
    assert client.get("findings") != first
    assert client.close() == 0


def test_speed(folder):
    """A second question takes 50 ms, as the session stays; here with room for a loaded machine."""
    client = Client(folder.parent)
    client.get("open", path=folder.name)
    tools = (("findings", {}), ("overview", {}), ("budget", {}), ("tree", {"depth": 2}))
    for tool, arguments in tools:
        client.get(tool, **arguments)
    best = {}
    for _ in range(5):
        for tool, arguments in tools:
            begin = time.monotonic()
            client.get(tool, **arguments)
            best[tool] = min(best.get(tool, 9), time.monotonic() - begin)
    print("#", {tool: f"{1000 * seconds:.1f} ms" for tool, seconds in best.items()})
    assert max(best.values()) < 0.05, best
    assert client.close() == 0


def find_cause(folder, name):
    """How many calls it takes until the cause is named, and by what."""
    client = Client(folder)
    opened = client.get("open", path=name)["rows"][0]
    n = 1
    seen = ""
    for tool in ("findings", "pipeline", "overview"):
        failed, text = client.call(tool, recording=opened["recording"])
        n += 1
        seen += "" if failed else json.loads(text).get("says", "") + text
        if all(any(word in seen for word in words) for words in CAUSES[name]):
            client.close()
            return n, tool
    client.close()
    return None, seen[:600]


def test_faults(folder):
    """The cause of each folder is found in a few calls."""
    for name in CAUSES:
        n, by = find_cause(folder, name)
        print(f"# {name}: {n} calls, {by if n else 'not found: ' + by}")
        assert n and n <= MOST_CALLS, name


def main():
    """Writes recordings, runs the tests and reports them."""
    samples = os.environ.get("LANESCOPE_SAMPLES")
    faults = pathlib.Path(samples, "faults") if samples else None
    with tempfile.TemporaryDirectory() as text:
        scratch = pathlib.Path(text).resolve()
        before, after = scratch / "before", scratch / "after"
        for place, slow in ((before, "2:1.25"), (after, "2:1.0")):
            subprocess.run([SYNTH, "--preset=small", "--ranks=4", "--pp=4", "--schedule=1f1b",
                            "--steps=4", f"--straggler={slow}", "--out", place], check=True,
                           stdout=subprocess.DEVNULL)
        tests = [("protocol", lambda: test_protocol(before)), ("equal", lambda: test_equal(before)),
                 ("pairs", lambda: test_pairs(before, after)),
                 ("doors", lambda: test_doors(before, scratch)),
                 ("change", lambda: test_change(before, scratch)),
                 ("speed", lambda: test_speed(before))]
        if faults and faults.is_dir():
            tests.append(("faults", lambda: test_faults(faults)))
        failures = 0
        print(f"1..{len(tests)}")
        for number, (name, test) in enumerate(tests, 1):
            try:
                test()
                print(f"ok {number} {name}", flush=True)
            except (AssertionError, ValueError, KeyError) as error:
                import traceback  # pylint: disable=import-outside-toplevel
                failures += 1
                for line in traceback.format_exc().splitlines()[-8:]:
                    print("#", line[:1500])
                print(f"not ok {number} {name} {str(error)[:200]!r}", flush=True)
    sys.exit(failures > 0)


main()
