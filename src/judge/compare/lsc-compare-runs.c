/* lsc-compare-runs.c - the runs of two sets, and what they differ by
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-list.h"
#include "judge/compare/lsc-compare-private.h"

enum
{
  ROLE_LEVEL,
  ROLE_SHOWN,
  N_ROLES
};

static const LscWord role_words[N_ROLES] = {
  [ROLE_LEVEL] = { "level", N_ ("Level only") },
  [ROLE_SHOWN] = { "shown", N_ ("Level, lists and pictures") },
};

typedef struct
{
  int side;
  const char *run;
  gint64 median_ns;
  double off;
  int role;
} RunRow;

static const LscColumn run_columns[] = {
  LSC_CODES (RunRow, side, "side", N_ ("Side"), _lsc_side_words, "compare.md#runs",
             N_ ("Before or after.")),
  LSC_COLUMN (RunRow, run, "run", N_ ("Run"), LSC_UNIT_NONE, "compare.md#runs",
              N_ ("Folder or file of the run.")),
  LSC_COLUMN (RunRow, median_ns, "median_ns", N_ ("Median step"), LSC_UNIT_NS, "compare.md#runs",
              N_ ("Its median step, over the ranks that it has in common with the other side.")),
  LSC_COLUMN (RunRow, off, "off", N_ ("From mean"), LSC_UNIT_SHARE, "compare.md#runs",
              N_ ("Its median step against the mean of those of its side, which is 100 %.")),
  LSC_CODES (RunRow, role, "role", N_ ("Used for"), role_words, "compare.md#runs",
             N_ ("Lists and pictures are of the run of median level.")),
};

const LscTableInfo lsc_compare_runs_table_info =
    LSC_TABLE_INFO ("CompareRuns", RunRow, run_columns);

/** Returns: (transfer full): the runs of both sides; no rows where each side is one */
LscTable *
lsc_compare_get_runs_table (const LscCompare *self)
{
  LscTable *table = lsc_table_new_for (&lsc_compare_runs_table_info);

  for (guint side = 0; side < LSC_N_SIDES && self->runs.n[LSC_BEFORE] > 0; side++)
    for (gsize i = 0; i < self->levels[side].n; i++)
      {
        gint64 median_ns = self->levels[side].items[i], mean_ns = self->runs.level_ns[side];

        lsc_table_add (
            table, &(RunRow){ .side = (int) side,
                              .run = self->run_names[side] ? self->run_names[side][i] : NULL,
                              .median_ns = median_ns,
                              .off = mean_ns > 0 ? (double) (median_ns - mean_ns) / (double) mean_ns
                                                 : LSC_REAL_NULL,
                              .role = i == self->shown_run[side] ? ROLE_SHOWN : ROLE_LEVEL });
      }
  return table;
}
