# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""The manifest for Kubernetes has the fields of its schema, and its commands do what they should.

No cluster is needed: each task of the Indexed Job is played by its command, with the variable that Kubernetes sets.

usage: test-kubernetes.py CLI SYNTH
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import traceback

CLI, SYNTH = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:3])
CLUSTER = pathlib.Path(os.environ["LANESCOPE_SOURCE_DIR"]) / "resources" / "cluster"
MANIFEST = CLUSTER / "kubernetes.yaml"
RANKS, DAMAGED = 8, 5

# Of the API of Kubernetes (batch/v1, core/v1), as far as a manifest like ours uses it: the type of each field, those
# that must be there with "!". A dict is an object, [x] a list of x, a tuple one of these words.
NAME = re.compile(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")
QUANTITY = re.compile(r"\d+(\.\d+)?(m|[kMGT]|[KMGT]i)?")
RESOURCES = {"cpu": QUANTITY, "memory": QUANTITY}
CONTAINER = {
    "name!": NAME,
    "image": str,
    "imagePullPolicy": ("Always", "IfNotPresent", "Never"),
    "command": [str],
    "args": [str],
    "env": [{"name!": str, "value": str}],
    "resources": {"requests": RESOURCES, "limits": RESOURCES},
    "volumeMounts": [{"name!": NAME, "mountPath!": str, "readOnly": bool, "subPath": str}],
}
VOLUME = {
    "name!": NAME,
    "configMap": {"name": NAME, "defaultMode": int, "optional": bool},
    "persistentVolumeClaim": {"claimName!": NAME, "readOnly": bool},
    "hostPath": {"path!": str, "type": str},
    "emptyDir": {"medium": str, "sizeLimit": QUANTITY},
}
POD = {
    "restartPolicy!": ("Never", "OnFailure"),  # all that a Job may have
    "containers!": [CONTAINER],
    "initContainers": [CONTAINER],
    "nodeSelector": {"*": str},
    "serviceAccountName": str,
    "volumes": [VOLUME],
}
EXIT_CODES = {"containerName": NAME, "operator!": ("In", "NotIn"), "values!": [int]}
METADATA = {"name": NAME, "namespace": NAME, "labels": {"*": str}, "annotations": {"*": str}}
JOB = {
    "apiVersion!": ("batch/v1",),
    "kind!": ("Job",),
    "metadata!": METADATA,
    "spec!": {
        "activeDeadlineSeconds": int,
        "backoffLimit": int,
        "backoffLimitPerIndex": int,
        "completionMode": ("Indexed", "NonIndexed"),
        "completions": int,
        "maxFailedIndexes": int,
        "parallelism": int,
        "podFailurePolicy": {"rules!": [{"action!": ("FailJob", "FailIndex", "Ignore", "Count"),
                                         "onExitCodes": EXIT_CODES}]},
        "suspend": bool,
        "template!": {"metadata": METADATA, "spec": POD},
        "ttlSecondsAfterFinished": int,
    },
}


# ---- YAML, as far as the manifest uses it ---------------------------------------------------------


def read_scalar(text):
    """A list or a text as JSON writes them, a word, a number."""
    if text[:1] in ("[", '"') or re.fullmatch(r"-?\d+|true|false|null", text):
        return json.loads(text)
    assert text and text[0] not in "{&*!|>'%@`#" and ": " not in text and " #" not in text, text
    return text


def read_block(lines, indent):
    """A list or a map of lines with that indent; they are taken from @lines."""
    if lines[0][1].startswith("- "):
        items = []
        while lines and lines[0][0] == indent and lines[0][1].startswith("- "):
            lines[0] = (indent + 2, lines[0][1][2:])
            items.append(read_block(lines, indent + 2))
        return items
    found = {}
    while lines and lines[0][0] == indent and not lines[0][1].startswith("- "):
        key, colon, rest = lines.pop(0)[1].partition(":")
        assert colon and key not in found, key
        if rest:
            found[key] = read_scalar(rest.strip())
        else:
            assert lines[0][0] > indent or lines[0][1].startswith("- "), key
            found[key] = read_block(lines, lines[0][0])
    return found


def read_yaml(text):
    """Documents."""
    documents = []
    for part in re.split(r"^---\n", text, flags=re.M):
        lines = [(len(line) - len(line.lstrip()), line.strip()) for line in part.splitlines()
                 if line.strip() and not line.lstrip().startswith("#")]
        documents.append(read_block(lines, 0))
        assert not lines, lines[0]
    return documents


# ---- the schema -----------------------------------------------------------------------------------


def list_wrong(value, schema, place):
    """What does not fit."""
    if isinstance(schema, dict):
        if not isinstance(value, dict):
            return [f"{place} is no object"]
        wrong = [f"{place} has no {key[:-1]}" for key in schema if key.endswith("!") and key[:-1] not in value]
        for key, part in value.items():
            kind = schema.get(key, schema.get(key + "!", schema.get("*")))
            wrong += list_wrong(part, kind, f"{place}.{key}") if kind else [f"{place}.{key} is not a field"]
        return wrong
    if isinstance(schema, list):
        if not isinstance(value, list) or not value:
            return [f"{place} is no list of something"]
        return [line for i, part in enumerate(value) for line in list_wrong(part, schema[0], f"{place}[{i}]")]
    if isinstance(schema, tuple):
        return [] if value in schema else [f"{place} is {value!r}"]
    if isinstance(schema, re.Pattern):
        return [] if isinstance(value, str) and schema.fullmatch(value) else [f"{place} is {value!r}"]
    return [] if type(value) is schema else [f"{place} is {value!r}"]  # pylint: disable=unidiomatic-typecheck


def list_crossed(job):
    """Rules of the API between fields."""
    spec, wrong = job["spec"], []
    pod = spec["template"]["spec"]
    volumes = {volume["name"] for volume in pod["volumes"]}
    containers = {container["name"] for container in pod["containers"]}
    for container in pod["containers"]:
        wrong += [f"no volume {mount['name']}" for mount in container["volumeMounts"] if mount["name"] not in volumes]
    wrong += [f"{volume['name']} has not one source" for volume in pod["volumes"] if len(volume) != 2]
    if spec.get("completionMode") == "Indexed" and "completions" not in spec:
        wrong.append("Indexed needs completions")
    if "backoffLimitPerIndex" in spec and spec.get("completionMode") != "Indexed":
        wrong.append("backoffLimitPerIndex needs Indexed")
    if "podFailurePolicy" in spec and pod["restartPolicy"] != "Never":
        wrong.append("podFailurePolicy needs restartPolicy Never")
    for rule in spec.get("podFailurePolicy", {}).get("rules", []):
        codes = rule["onExitCodes"]
        if codes["values"] != sorted(set(codes["values"]) - {0}):
            wrong.append("exit codes must be in order, once, and not 0")
        if codes["containerName"] not in containers:
            wrong.append("exit codes of no container")
        if rule["action"] == "FailIndex" and "backoffLimitPerIndex" not in spec:
            wrong.append("FailIndex needs backoffLimitPerIndex")
    return wrong


def test_schema(scratch):
    """All fields are of the schema, and fit each other; changed ones are seen."""
    text = MANIFEST.read_text()
    jobs = read_yaml(text)
    try:
        import yaml  # pylint: disable=import-outside-toplevel
        assert jobs == list(yaml.safe_load_all(text))
    except ImportError:
        print("# read by our own reader of YAML alone")
    assert len(jobs) == 2
    for job in jobs:
        wrong = list_wrong(job, JOB, job["metadata"]["name"]) + list_crossed(job)
        assert not wrong, wrong
    spec = jobs[0]["spec"]
    assert spec["completions"] == spec["parallelism"] == int(command_of(jobs[0])[-1])
    for old, new in (("completionMode", "completionsMode"), ("completions: 64", 'completions: "64"'),
                     ("restartPolicy: Never", "restartPolicy: Always"), ("memory: 4Gi", "memory: 4GiB"),
                     ("  name: lanescope-extract", "  name: Lanescope"), ("      operator: In", "      operator: in"),
                     ("claimName: extracts", "claim: extracts"), ("- name: scripts", "- name: script")):
        changed = read_yaml(text.replace(old, new, 1))
        assert any(list_wrong(job, JOB, "job") + list_crossed(job) for job in changed), new


# ---- the commands ---------------------------------------------------------------------------------


def command_of(job):
    """Of its only container."""
    return job["spec"]["template"]["spec"]["containers"][0]["command"]


def play(job, scratch, **variables):
    """A pod: its command, with the places of its volumes in a folder."""
    words = [re.sub("^/(scripts|profiles|extracts)(?=/|$)", lambda match: str(scratch / match[1]), word)
             for word in command_of(job)]
    words[0] = CLI if words[0] == "lanescope-cli" else words[0]
    return subprocess.run(words, env=dict(os.environ, LANESCOPE_CLI=CLI, **variables), cwd="/", capture_output=True,
                          text=True, check=False)


def run(*words):
    """What a command of ours says."""
    return subprocess.run([CLI, *map(str, words)], capture_output=True, check=False).stdout


def test_play(scratch):
    """Each index takes its ranks; one with a damaged rank ends with 2 or 3; the merge has the others."""
    scratch = scratch / "a b"  # with a blank, like the places of some
    extract, merge = read_yaml(MANIFEST.read_text())
    subprocess.run([SYNTH, "--preset=small", "--schedule=1f1b", "--pp=4", "--dp=2", "--steps=3", "--out",
                    scratch / "profiles"], check=True, stdout=subprocess.DEVNULL)
    (scratch / "scripts").symlink_to(CLUSTER)
    (scratch / "good").mkdir()
    for number, rank in enumerate(sorted((scratch / "profiles").glob("*_ascend_pt"))):
        if number == DAMAGED:
            database = next(rank.rglob("ascend_pytorch_profiler_*.db"))
            database.write_bytes(database.read_bytes()[:3000])
        else:
            shutil.copytree(rank, scratch / "good" / rank.name)
    failing = extract["spec"]["podFailurePolicy"]["rules"][0]["onExitCodes"]["values"]
    for tasks, code in (64, 2), (3, 3):  # a rank of its own, or every third
        command_of(extract)[-1] = str(tasks)
        for index in range(tasks if tasks == 3 else RANKS + 1):
            done = play(extract, scratch, JOB_COMPLETION_INDEX=str(index))
            is_bad = index == DAMAGED % tasks
            assert done.returncode == (code if is_bad else 0), (tasks, index, done)
            assert not is_bad or (code in failing and f"Rank {DAMAGED} was not extracted" in done.stderr), done.stderr
        assert len(list((scratch / "extracts" / "ranks").iterdir())) == RANKS - 1
    for variables in {}, {"JOB_COMPLETION_INDEX": "3"}:
        done = play(extract, scratch, **variables)
        assert done.returncode == 1 and "number the array from 0 to 2" in done.stderr, done.stderr
    for _ in range(2):  # again: the merged file does not merge itself
        done = play(merge, scratch)
        assert done.returncode == 0 and f"1 of {RANKS} ranks are not among the extracts: {DAMAGED}" in done.stderr, done
    assert run("overview", scratch / "extracts" / "job.lscope", "--json") == \
        run("overview", scratch / "good", "--json") != b""


def main():
    """Runs the tests and reports them."""
    tests = [test_schema, test_play]
    print(f"1..{len(tests)}")
    failures = 0
    for number, test in enumerate(tests, 1):
        with tempfile.TemporaryDirectory() as text:
            try:
                test(pathlib.Path(text).resolve())
                print(f"ok {number} {test.__name__}", flush=True)
            except (AssertionError, ValueError, OSError, LookupError) as error:
                failures += 1
                for line in traceback.format_exc().splitlines()[-6:]:
                    print("#", line[:1500])
                print(f"not ok {number} {test.__name__} {type(error).__name__}", flush=True)
    sys.exit(failures > 0)


main()
