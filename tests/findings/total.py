# SPDX-License-Identifier: Apache-2.0
"""What a step gains, against two recordings of which one has the fault: each thing counts once.

usage: total.py CLI SYNTH
"""

import json
import pathlib
import subprocess
import sys
import tempfile

LAYOUT = ["--preset", "demo", "--pp", "4", "--tp", "2", "--dp", "2", "--hosts", "2",
          "--steps", "4", "--seed", "9111"]
MOST_OFF = 0.1  # of the truth


def make(synth, folder, factor):
    """A job with a slow rank, of a tensor-parallel pair."""
    subprocess.run([synth, "--out", folder, *LAYOUT, "--straggler", f"5:{factor}"], check=True,
                   capture_output=True, timeout=300)


def ask(cli, *words):
    """What a command prints."""
    done = subprocess.run([cli, *words], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode in (0, 3), done.stderr
    return done.stdout


def get_step_ns(cli, folder):
    """The longest step of the ranks."""
    lines = ask(cli, "overview", "--json", folder).splitlines()
    return max(json.loads(line)["step_ns"] for line in lines)


def check_order(rows):
    """Effects stand behind their cause, which has none itself."""
    root = None
    for row in rows:
        if row["cause"] is None:
            root = row
        else:
            assert root is not None and root["id"] == row["cause"], row


def main():
    """Checks a job with a slow rank against the same without."""
    cli, synth = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as scratch:
        slow, clean = (str(pathlib.Path(scratch, name)) for name in ("slow", "clean"))
        make(synth, slow, 1.25)
        make(synth, clean, 1.0)
        step_ns = get_step_ns(cli, slow)
        truth_ns = step_ns - get_step_ns(cli, clean)
        rows = [json.loads(line) for line in ask(cli, "findings", "--json", slow).splitlines()]
        words = ask(cli, "findings", slow)
    first = rows[0]
    assert first["id"] == "slow_rank" and first["ranks"] == [4, 5], first
    assert abs(first["gain_ns"] - truth_ns) <= MOST_OFF * truth_ns, (first["gain_ns"], truth_ns)
    check_order(rows)
    roots = [row for row in rows if row["cause"] is None and row["severity"] == "major"
             and row["certainty"] not in ("possible", "predicted")]
    total_ns = first["total_gain_ns"]
    assert all(row["total_gain_ns"] == total_ns for row in rows)
    assert first["gain_ns"] <= total_ns <= min(step_ns, sum(row["gain_ns"] for row in roots) + 1)
    assert all(row["gain_ns"] is None or row["share"] >= 5e-5 for row in rows)
    assert "Fixing all findings would save up to " in words
    assert "(0.00 %)" not in words
    print(f"gain {first['gain_ns'] / 1e6:.2f} ms, truth {truth_ns / 1e6:.2f} ms, "
          f"total {total_ns / 1e6:.2f} of {step_ns / 1e6:.2f} ms")


main()
