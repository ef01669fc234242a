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
good=0
bad=0
for path in $pattern; do
  if [ $((number % tasks)) -eq "$task" ]; then
    "${LANESCOPE_CLI:-lanescope-cli}" extract "$path" --quiet -o "$extracts"
    code=$?
    case $code in
      0) good=$((good + 1)) ;;
      2) bad=$((bad + 1)) ;;
      3) good=$((good + 1)) bad=$((bad + 1)) ;;
      *) exit $code ;;
    esac
    [ $code -eq 0 ] || echo "$path: exit code $code" >&2
  fi
  number=$((number + 1))
done

[ $bad -eq 0 ] && exit 0
[ $good -eq 0 ] && exit 2
exit 3
