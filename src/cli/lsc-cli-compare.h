/* lsc-cli-compare.h - reading two recordings, and their comparison as JSON
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-reference-rows.h"
#include "judge/findings/lsc-findings-changes.h"
#include "cli/lsc-cli-drawn.h"

G_BEGIN_DECLS

/**
 * LscCliCompare: what is compared
 * @options: which ranks, and how
 * @names: (nullable) (array zero-terminated=1): of the sides
 * @map: (nullable)
 * @drawn: (nullable) (array length=LSC_N_SIDES): zeroed; takes what documents draw, and is the
 *   caller's to clear
 * @rows: (out) (nullable) (transfer full): what the reference tool shows beside it, if it is wanted
 * @findings: (out) (nullable) (array length=LSC_N_SIDES): those of each side, if they are wanted;
 *   %NULL where the job was cancelled
 */
typedef struct
{
  const char *before;
  const char *after;
  const LscCliOptions *options;
  char **names;
  const LscNameMap *map;
  LscCliDrawn *drawn;
  LscReferenceRows **rows;
  LscFindings **findings;
} LscCliCompare;

LscExit lsc_cli_compare_open (const LscCliCompare *self, LscCliProject *project,
                              LscCompare **compare);
char *lsc_cli_compare_to_json (const LscCompare *compare, const GArray *findings);

G_END_DECLS
