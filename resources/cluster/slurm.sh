#!/bin/sh
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
#
# usage: slurm.sh PATTERN EXTRACTS JOB.lscope [TASKS]
#
# Submits an array of TASKS (64) that extract the ranks, and a job that merges what they wrote when all have ended. What
# is up to date is skipped: to repeat what failed, run it again. Options of sbatch go into its variables of the
# environment, such as SBATCH_PARTITION and SBATCH_ACCOUNT.
set -eu

if [ $# -lt 3 ]; then
  echo "usage: $0 PATTERN EXTRACTS JOB.lscope [TASKS]" >&2
  exit 1
fi
here=$(dirname "$0")
tasks=${4:-64}

array=$(sbatch --parsable --array=0-$((tasks - 1)) "$here/extract.sh" "$1" "$2" "$tasks")
array=${array%%;*} # of several clusters it names the cluster, too
merge=$(sbatch --parsable --dependency="afterany:$array" "$here/merge.sh" "$2" "$3")
echo "extract: job $array, $tasks tasks; merge: job ${merge%%;*}"
