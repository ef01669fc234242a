/* lsc-cmd-compare.h - what compare was asked for, and the forms in which it delivers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "cli/lsc-cli-chips.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-compare.h"

G_BEGIN_DECLS

/** What --out draws other than bars. */
enum
{
  LSC_COMPARE_PARTS_TIMELINES = LSC_COMPARE_N_LISTS,
  LSC_COMPARE_PARTS_PIPELINES,
  LSC_COMPARE_PARTS_CHIPS,
  LSC_COMPARE_PARTS_OPERATORS,
};

/** Options of compare, and what is made of them */
typedef struct
{
  LscCliOptions common;
  char *rank;
  char *map;
  char *labels;
  char *table;
  char *out;
  char *folder;
  int parts; /* LscCompareList, or one of what follows them */
  gboolean is_dark;
  gboolean is_compat;
  gboolean is_judged;
  LscSessionPair *pair;
  LscOpChanges *operators;            /* (nullable): of --parts operators */
  LscReferenceRows *rows;             /* (nullable): of --compat */
  LscFindings *findings[LSC_N_SIDES]; /* (nullable) each: of --findings */
  GArray *changes;                    /* (nullable): what became of them */
  char **runs[LSC_N_SIDES];           /* (nullable): of sets of runs all of each side */
  GPtrArray *others;                  /* (nullable): LscCliProject of these but the first ones */
  int across;                         /* LscAcrossChips */
  char *peaks;
  double tflops[LSC_N_SIDES];
  LscChips *chips;  /* (nullable): where they are wanted */
  char *comparison; /* as the reference tool has it: -d AFTER -bp BEFORE */
  char *baseline;
} LscCompareOptions;

gboolean lsc_cmd_compare_is_twin (const LscCompareOptions *options);
char *lsc_cmd_compare_say (const LscCompareOptions *options, const LscCompare *compare);
gboolean lsc_cmd_compare_write_tables (LscCliRun *run, const LscCompare *compare, const char *path,
                                       GError **error);
gboolean lsc_cmd_compare_write_folder (LscCliRun *run, const LscCompare *compare,
                                       const char *folder, GError **error);
gboolean lsc_cmd_compare_write_picture (LscCliRun *run, const LscCompare *compare, GError **error);

G_END_DECLS
