#!/bin/sh
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
#SBATCH --job-name=lanescope-extract
#SBATCH --output=lanescope-extract-%A_%a.log
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem=4G
#
# usage: extract.sh PATTERN EXTRACTS TASKS
#
# One task of an array: extracts every TASKS-th of the paths that PATTERN matches. The scheduler says which task this
# is, from 0: Slurm (sbatch --array) or Kubernetes (an Indexed Job). A path is a rank's recording or a folder of some.
# Ranks of a task are read beside each other on the cores that Slurm gives it (--cpus-per-task).
#
# Exit code: 0 all extracted or up to date; 2 nothing was; 3 some were not, and the log names them; else that of
# lanescope-cli, which could not go on.
set -u

if [ $# -ne 3 ]; then
  echo "usage: $0 PATTERN EXTRACTS TASKS" >&2
  exit 1
fi
pattern=$1
extracts=$2
tasks=$3
task=${SLURM_ARRAY_TASK_ID:-${JOB_COMPLETION_INDEX:-}}
if [ -z "$task" ] || [ "$task" -ge "$tasks" ]; then
  echo "$0: there is no task '$task' of $tasks: number the array from 0 to $((tasks - 1))" >&2
  exit 1
fi

IFS= # the pattern is expanded, a blank in it divides nothing
number=0
set --
for path in $pattern; do
  [ $((number % tasks)) -ne "$task" ] || set -- "$@" "$path"
  number=$((number + 1))
done

[ $# -gt 0 ] || exit 0
exec "${LANESCOPE_CLI:-lanescope-cli}" extract "$@" --quiet -j "${SLURM_CPUS_PER_TASK:-1}" -o "$extracts"
