/* lsc-mode-time-compare.c - cluster_time_compare_summary: two results of cluster_time_summary
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "session/modes/lsc-mode-private.h"

/* modes.md#cluster-time-compare-summary */

#define N_FIGURES 10
#define SOURCE "ClusterTimeSummary"

#define FIGURE(name) LSC_MODE_REAL (name), LSC_MODE_REAL (name "Base"), LSC_MODE_REAL (name "Diff")

static const LscColumn columns[] = {
  LSC_MODE_INT ("rank"),
  LSC_MODE_INT ("step"),
  FIGURE ("stepTime"),
  FIGURE ("computation"),
  FIGURE ("communicationNotOverlapComputation"),
  FIGURE ("communicationOverlapComputation"),
  FIGURE ("communication"),
  FIGURE ("free"),
  FIGURE ("communicationWaitStageTime"),
  FIGURE ("communicationTransmitStageTime"),
  FIGURE ("memory"),
  FIGURE ("memoryNotOverlapComputationCommunication"),
};

static const LscModeTable tables[] = {
  { "ClusterTimeCompareSummary", "cluster_time_compare_summary" },
};

static const LscModeTable summary_tables[] = {
  { SOURCE, "cluster_time_summary" },
};
static const char *const summary_headers[] = {
  "Rank",
  "Step",
  "Step Time(us)",
  "Computation(us)",
  "Communication Not Overlap Computation(us)",
  "Communication Overlap Computation(us)",
  "Communication(us)",
  "Free(us)",
  "Communication Wait Stage Time(us)",
  "Communication Transmit Stage Time(us)",
  "Memory(us)",
  "Memory Not Overlap Computation Communication(us)",
  NULL,
};

/** A row of a result. */
typedef struct
{
  gint64 rank;
  gint64 step;
  double us[N_FIGURES];
} Row;

/* Returns: (transfer full) (nullable): the rows of the result in @folder; why there are none is
 * told */
static GArray *
read_rows (LscModeRun *run, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "cluster_analysis.db", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscDb) db = lsc_db_open (path, run->job, &error);
  sqlite3_stmt *stmt;
  GArray *rows;

  if (!db || !lsc_db_has_table (db, SOURCE))
    {
      g_autofree char *text = g_strdup_printf (
          _ ("%s has no table %s: run cluster_time_summary there first."), path, SOURCE);

      lsc_lacks_add (&run->lacks, LSC_UNKNOWN_NO_BASE);
      _lsc_mode_tell (run, LSC_RANK_NONE, LSC_SEVERITY_ERROR, text);
      return NULL;
    }
  rows = g_array_new (FALSE, FALSE, sizeof (Row));
  stmt =
      lsc_db_ask (db,
                  "SELECT rank, step, stepTime, computation, communicationNotOverlapComputation, "
                  "communicationOverlapComputation, communication, free, "
                  "communicationWaitStageTime, communicationTransmitStageTime, memory, "
                  "memoryNotOverlapComputationCommunication FROM " SOURCE,
                  &error);
  while (lsc_db_next (db, &stmt, &error))
    {
      Row row = { sqlite3_column_int64 (stmt, 0), sqlite3_column_int64 (stmt, 1), { 0 } };

      for (int i = 0; i < N_FIGURES; i++)
        row.us[i] = sqlite3_column_type (stmt, 2 + i) == SQLITE_NULL
                        ? LSC_REAL_NULL
                        : sqlite3_column_double (stmt, 2 + i);
      if (!run->options->has_step || row.step == run->options->step)
        g_array_append_val (rows, row);
    }
  if (error)
    _lsc_mode_tell (run, LSC_RANK_NONE, LSC_SEVERITY_ERROR, error->message);
  return rows;
}

static void
write_row (LscTable *table, const Row *row, const Row *base)
{
  LscModeRow out = _lsc_mode_row (table);

  _lsc_mode_put_int (&out, row->rank);
  _lsc_mode_put_int (&out, row->step);
  for (guint i = 0; i < N_FIGURES; i++)
    {
      _lsc_mode_put_real (&out, row->us[i]);
      _lsc_mode_put_real (&out, base->us[i]);
      _lsc_mode_put_real (&out, row->us[i] - base->us[i]);
    }
}

static const Row *
find_row (const GArray *rows, const Row *like)
{
  for (guint i = 0; i < rows->len; i++)
    if (g_array_index (rows, Row, i).rank == like->rank &&
        g_array_index (rows, Row, i).step == like->step)
      return &g_array_index (rows, Row, i);
  return NULL;
}

static void
write_rows (LscModeRun *run, const GArray *rows, const GArray *base)
{
  LscTable *table = _LSC_MODE_ADD_TABLE (run, tables[0].name, columns);
  guint n_alone = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);
      const Row *other = find_row (base, row);

      if (other)
        write_row (table, row, other);
      n_alone += !other;
    }
  for (guint i = 0; i < base->len; i++)
    n_alone += !find_row (rows, &g_array_index (base, Row, i));
  if (n_alone > 0)
    {
      g_autofree char *text = g_strdup_printf (
          ngettext ("%u row of a rank and step is in one of the results alone, and was skipped.",
                    "%u rows of a rank and step are in one of the results alone, and were skipped.",
                    n_alone),
          n_alone);

      _lsc_mode_tell (run, LSC_RANK_NONE, LSC_SEVERITY_WARNING, text);
    }
}

static gboolean
run_mode (LscModeRun *self, GError **error)
{
  g_autofree char *base = NULL;
  g_autoptr (GArray) own_rows = NULL, base_rows = NULL;

  if (!self->options->base || !self->options->results)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("cluster_time_compare_summary needs --bp DIR, with what to compare"));
  base = g_build_filename (self->options->base, "cluster_analysis_output", NULL);
  own_rows = read_rows (self, self->options->results);
  base_rows = read_rows (self, base);
  if (!own_rows || !base_rows)
    return TRUE;
  write_rows (self, own_rows, base_rows);
  self->n_used = self->sources->len;
  return TRUE;
}

const LscMode _lsc_mode_cluster_time_compare_summary = {
  .name = "cluster_time_compare_summary",
  .folder = "ClusterTimeCompareSummary",
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .run = run_mode,
};

/* What is compared, as the reference writes it to text. */
const LscMode _lsc_mode_time_summary = {
  .name = "cluster_time_summary",
  .folder = "ClusterTimeSummary",
  .tables = summary_tables,
  .n_tables = G_N_ELEMENTS (summary_tables),
  .has_text = TRUE,
  .headers = summary_headers,
  .is_dated = TRUE,
};
