#!/bin/sh
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
#SBATCH --job-name=lanescope-merge
#SBATCH --output=lanescope-merge-%j.log
#SBATCH --ntasks=1
#SBATCH --mem=4G
#
# usage: merge.sh EXTRACTS JOB.lscope
#
# Makes one file of all extracts, and says which ranks of the job are not among them.
exec "${LANESCOPE_CLI:-lanescope-cli}" merge "$1" -o "$2"
