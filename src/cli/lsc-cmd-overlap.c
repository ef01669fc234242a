/* lsc-cmd-overlap.c - overlap: computing, communication and free time of each rank and step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "cli/lsc-cli-picture.h"

/* Figures that a recording may lack; a row without one is delivered in part. */
static const char *const figures[] = {
  "computing_ns",  "communication_ns", "communication_not_overlapped_ns",
  "overlapped_ns", "free_ns",          "free_extended_ns",
};

static const char *const shown[] = {
  "rank",
  "step",
  "computing_ns",
  "communication_ns",
  "communication_not_overlapped_ns",
  "overlapped_ns",
  "free_ns",
  "free_extended_ns",
  "reason",
  NULL,
};

static LscTable *
get_overlap (LscCliRun *run, LscTimeline *timeline, GError **error)
{
  return lsc_overlap_get_table (timeline, lsc_timeline_get_analysis (timeline)->overlap);
}

static const LscCliTable tables[] = {
  { .get = get_overlap, .forms = LSC_CLI_TEXT, .columns = shown },
  { .get = get_overlap, .forms = LSC_CLI_CSV | LSC_CLI_JSON | LSC_CLI_XLSX, .is_summary = TRUE },
};

static gboolean
write_picture (LscCliRun *run, GError **error)
{
  return lsc_cli_picture_write_means (run, LSC_MEAN_OVERLAP, get_overlap, error);
}

static gboolean
lacks_figures (LscCliRun *run)
{
  for (guint i = 0; i < run->timelines->len; i++)
    {
      g_autoptr (LscTable) table = get_overlap (run, g_ptr_array_index (run->timelines, i), NULL);

      for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
        for (gsize k = 0; k < G_N_ELEMENTS (figures); k++)
          if (lsc_table_get_named (table, row, figures[k]).is_null)
            return TRUE;
    }
  return FALSE;
}

const LscCliCommand lsc_cmd_overlap = {
  .name = "overlap",
  .usage = "PATH [--json] [--out FILE]",
  .line = N_ ("  overlap   computing, communication and free time of each rank and step"),
  .arguments = "PATH",
  .summary = N_ ("Shows for each rank and step how long the device computes, communicates and "
                 "idles, and how much communication is overlapped."),
  .n_words = 1,
  .groups =
      LSC_CLI_GROUP_FORMAT | LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_PICTURE | LSC_CLI_GROUP_COMMON,
  .options_size = sizeof (LscCliOptions),
  .loads = LSC_CLI_LOADS_TIMELINES,
  .parts = LSC_TIMELINE_COMM | LSC_TIMELINE_EVENTS | LSC_TIMELINE_DRAWN,
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .prepare = write_picture,
  .is_of_devices = TRUE,
  .is_part = lacks_figures,
};
