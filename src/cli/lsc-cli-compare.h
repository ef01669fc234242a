/* lsc-cli-compare.h - reading two recordings, and their comparison as JSON
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "cli/lsc-cli.h"
#include "judge/findings/lsc-findings-changes.h"
#include "session/lsc-session-pair.h"

G_BEGIN_DECLS

/**
 * LscCliCompare: what is compared
 * @paths: before and after
 * @runs: (nullable) (array zero-terminated=1): of sets of runs, of which @paths are the first, all
 * of each side
 * @options: which ranks, and how
 * @names: (nullable) (array zero-terminated=1): of the sides
 * @map: (nullable)
 * @has_sheets: what the reference tool shows beside it will be asked for
 * @peaks: of each side the FP16 peak of its chip in TFLOP/s, 0 = as recorded
 * @has_operators: groups of kernels will be asked for
 * @is_judged: the findings of each side, too
 * @draws_pipelines, @draws_timelines: likewise
 */
typedef struct
{
  const char *paths[LSC_N_SIDES];
  char *const *runs[LSC_N_SIDES];
  const LscCliOptions *options;
  char **names;
  const LscNameMap *map;
  gboolean has_sheets;
  double peaks[LSC_N_SIDES];
  gboolean has_operators;
  gboolean is_judged;
  gboolean draws_pipelines;
  gboolean draws_timelines;
} LscCliCompare;

LscNameMap *lsc_cli_compare_read_map (const char *path, GError **error);
LscExit lsc_cli_compare_open (const LscCliCompare *self, LscCliProject projects[LSC_N_SIDES],
                              LscFindings *findings[LSC_N_SIDES], LscSessionPair **pair);
GPtrArray *lsc_cli_compare_new_projects (void);
LscExit lsc_cli_compare_open_runs (const LscCliCompare *self, LscCliProject projects[LSC_N_SIDES],
                                   GPtrArray *others, LscFindings *findings[LSC_N_SIDES],
                                   LscSessionPair **pair);
char *lsc_cli_compare_to_json (const LscCompare *compare, const LscOpChanges *operators,
                               const GArray *findings, const LscChips *chips,
                               const GPtrArray *unknown);

G_END_DECLS
