/* lsc-mode-step-trace.c - the profiler's own figures of steps, of ranks and stages
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "judge/overview/lsc-cluster-tables.h"
#include "session/modes/lsc-mode-text-private.h"

/* modes.md#step-trace */

#define N_FIGURES 9
#define N_PLACES 3
#define NOT_APPLICABLE "NA"

static const LscColumn columns[] = {
  LSC_MODE_TEXT ("step"),
  LSC_MODE_TEXT ("type"),
  LSC_MODE_TEXT ("index"),
  LSC_MODE_REAL ("computing"),
  LSC_MODE_REAL ("communication_not_overlapped"),
  LSC_MODE_REAL ("overlapped"),
  LSC_MODE_REAL ("communication"),
  LSC_MODE_REAL ("free"),
  LSC_MODE_REAL ("stage"),
  LSC_MODE_REAL ("bubble"),
  LSC_MODE_REAL ("communication_not_overlapped_and_exclude_receive"),
  LSC_MODE_REAL ("preparing"),
  LSC_MODE_INT ("dp_index"),
  LSC_MODE_INT ("pp_index"),
  LSC_MODE_INT ("tp_index"),
};

/** As they stand in the texts. */
static const char *const titles[] = {
  "Step",
  "Type",
  "Index",
  "Computing",
  "Communication(Not Overlapped)",
  "Overlapped",
  "Communication",
  "Free",
  "Stage",
  "Bubble",
  "Communication(Not Overlapped and Exclude Receive)",
  "Preparing",
};

/** A step of a rank; @place: of replica, stage and tensors, 0 where they are not known. */
typedef struct
{
  const char *step;
  gint64 rank;
  double us[N_FIGURES];
  gint64 place[N_PLACES];
} Row;

static void
find_place (const LscRankSet *set, gint64 rank, gint64 *place)
{
  static const LscDim dims[] = { LSC_DIM_DP, LSC_DIM_PP, LSC_DIM_TP };

  for (gsize i = 0; set && i < set->n; i++)
    if (set->digests[i]->rank == rank)
      for (guint k = 0; k < N_PLACES; k++)
        place[k] = MAX (set->places[i].at[dims[k]], 0);
}

static void
read_csv_row (const LscCsv *csv, Row *row)
{
  for (guint i = 0; i < N_FIGURES; i++)
    if (!lsc_csv_get_double (csv, lsc_csv_find (csv, titles[3 + i]), &row->us[i]))
      row->us[i] = LSC_REAL_NULL;
}

/* What the exporter of texts wrote, to the digit. */
static gboolean
read_csv (LscModeRun *run, const LscSource *source, const LscRankSet *set, GArray *rows)
{
  g_autoptr (LscTextFiles) files = lsc_text_files_new (source);
  g_autofree char *path = lsc_text_files_find (files, "step_trace_time.csv");
  g_autoptr (LscCsv) csv = path ? lsc_csv_open (path, run->job, NULL) : NULL;
  guint n_before = rows->len;

  while (csv && lsc_csv_next (csv, NULL))
    {
      Row row = { .rank = source->rank };
      gsize n;
      const char *step = lsc_csv_get_known (csv, lsc_csv_find (csv, titles[0]), &n);
      g_autofree char *text = g_strndup (step ? step : "", step ? n : 0);

      row.step = _lsc_mode_keep (run, text);
      read_csv_row (csv, &row);
      find_place (set, source->rank, row.place);
      g_array_append_val (rows, row);
    }
  return rows->len > n_before;
}

static gboolean
read_recorded (LscModeRun *run, guint index, const LscRankSet *set, GArray *rows)
{
  static const char *const needed[] = { "StepTraceTime", NULL };
  LscModeRank rank;
  sqlite3_stmt *stmt;
  guint n_before = rows->len;

  if (_lsc_mode_has_text (run->sources->pdata[index]))
    return read_csv (run, run->sources->pdata[index], set, rows);
  if (!((const LscSource *) run->sources->pdata[index])->analysis_db ||
      !_lsc_mode_rank_open_analysis (&rank, run, index, needed))
    return FALSE;
  stmt = _lsc_mode_rank_ask (
      &rank, "SELECT step, computing, communication_not_overlapped, overlapped, communication, "
             "free, stage, bubble, communication_not_overlapped_and_exclude_receive, preparing "
             "FROM StepTraceTime");
  while (_lsc_mode_rank_next (&rank, &stmt))
    {
      Row row = { .step = _lsc_mode_keep (run, (const char *) sqlite3_column_text (stmt, 0)),
                  .rank = rank.rank };

      for (int i = 0; i < N_FIGURES; i++)
        row.us[i] = sqlite3_column_type (stmt, 1 + i) == SQLITE_NULL
                        ? LSC_REAL_NULL
                        : sqlite3_column_double (stmt, 1 + i);
      find_place (set, rank.rank, row.place);
      g_array_append_val (rows, row);
    }
  _lsc_mode_rank_close (&rank);
  return rows->len > n_before;
}

/* Where the profiler has no figures of its own, those of the tasks, by the same rule. */
static void
take_computed (LscModeRun *run, guint index, const LscRankSet *set, const LscTable *table,
               GArray *rows)
{
  const LscSource *source = run->sources->pdata[index];
  g_autofree char *own = lsc_rank_to_text (source->rank);

  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    {
      LscValue step = lsc_table_get (table, i, 0), name = lsc_table_get (table, i, 2);
      Row row = { .rank = source->rank };

      if (strcmp (lsc_table_get (table, i, 1).text, "rank") != 0 || name.is_null || step.is_null ||
          strcmp (name.text, own) != 0)
        continue;
      row.step = _lsc_mode_keep (run, step.text);
      for (guint k = 0; k < N_FIGURES; k++)
        {
          LscValue value = lsc_table_get (table, i, 3 + k);

          row.us[k] = value.is_null ? LSC_REAL_NULL : value.real;
        }
      find_place (set, source->rank, row.place);
      g_array_append_val (rows, row);
    }
}

static void
write_row (LscTable *table, const char *type, const char *index, const Row *row)
{
  LscModeRow out = _lsc_mode_row (table);

  _lsc_mode_put_text (&out, row->step);
  _lsc_mode_put_text (&out, type);
  _lsc_mode_put_text (&out, index);
  for (guint i = 0; i < N_FIGURES; i++)
    _lsc_mode_put_real (&out, row->us[i]);
  for (guint i = 0; i < N_PLACES; i++)
    _lsc_mode_put_int (&out, row->place[i]);
}

/* The largest figures of the ranks of a stage, column by column: a row that does not add up. */
static void
write_stage (LscTable *table, const GArray *rows, gint64 stage, const char *step)
{
  g_autoptr (GString) ranks = g_string_new ("(");
  Row most = { .step = step };
  guint n = 0;

  for (guint i = 0; i < N_FIGURES; i++)
    most.us[i] = LSC_REAL_NULL;
  for (guint i = 0; i < N_PLACES; i++)
    most.place[i] = lsc_rank_name_add (NOT_APPLICABLE); /* a text in a column of numbers */
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);

      if (row->place[1] != stage || row->step != step)
        continue;
      g_string_append_printf (ranks, "%s%" PRId64, n++ > 0 ? "," : "", row->rank);
      for (guint k = 0; k < N_FIGURES; k++)
        if (!isnan (row->us[k]) && !(most.us[k] >= row->us[k]))
          most.us[k] = row->us[k];
    }
  g_string_append_c (ranks, ')');
  if (n > 1)
    write_row (table, "stage", ranks->str, &most);
}

static void
write_stages (LscTable *table, const GArray *rows)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_direct_hash, g_direct_equal);
  gint64 n_stages = 0;

  for (guint i = 0; i < rows->len; i++)
    n_stages = MAX (n_stages, g_array_index (rows, Row, i).place[1] + 1);
  for (guint i = 0; i < rows->len && n_stages > 1; i++)
    if (g_hash_table_add (seen, (gpointer) g_array_index (rows, Row, i).step))
      for (gint64 stage = 0; stage < n_stages; stage++)
        write_stage (table, rows, stage, g_array_index (rows, Row, i).step);
}

static void
append_text (GString *out, const char *text)
{
  gboolean is_quoted = strchr (text, ',') != NULL;

  g_string_append_printf (out, "%s%s%s", is_quoted ? "\"" : "", text, is_quoted ? "\"" : "");
}

/* A set of ranks has blanks here: (0, 1). */
static char *
space_out (const char *set)
{
  g_auto (GStrv) parts = g_strsplit (set, ",", -1);

  return g_strjoinv (", ", parts);
}

/* The rows of the table in the texts' form. */
static void
add_document (LscModeRun *run, const LscTable *table)
{
  GString *out = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (titles); i++)
    g_string_append_printf (out, "%s%s", i > 0 ? "," : "", titles[i]);
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      g_string_append_c (out, '\n');
      for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
        {
          LscValue value = lsc_table_get (table, row, i);
          g_autofree char *text = value.is_null                 ? g_strdup ("")
                                  : value.type != LSC_TYPE_TEXT ? _lsc_mode_real_text (value.real)
                                  : i == 2                      ? space_out (value.text)
                                                                : g_strdup (value.text);

          if (i > 0)
            g_string_append_c (out, ',');
          append_text (out, text);
        }
    }
  _lsc_mode_add_document (run, "cluster_step_trace_time.csv",
                          g_string_free (g_string_append_c (out, '\n'), FALSE));
}

/**
 * _lsc_mode_add_step_trace:
 * @map: the groups that communicate, named
 *
 * Adds ClusterStepTraceTime and ClusterBaseInfo; ranks with figures count as used.
 *
 * Returns: %FALSE with %LSC_ERROR_CANCELLED
 */
gboolean
_lsc_mode_add_step_trace (LscModeRun *run, const LscModeMap *map, GError **error)
{
  g_autoptr (GPtrArray) digests = lsc_session_get_digests (run->session, 0, run->job, NULL);
  g_autoptr (LscRankSet) set =
      digests ? lsc_session_make_rank_set (run->session, digests, NULL) : NULL;
  g_autoptr (LscTable) computed = set ? lsc_cluster_step_table (set) : NULL;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Row));
  LscTable *table = _LSC_MODE_ADD_TABLE (run, "ClusterStepTraceTime", columns);
  guint n_ranks = 0;

  if (!lsc_job_check (run->job, error))
    return FALSE;
  for (guint i = 0; i < run->sources->len; i++)
    if (!read_recorded (run, i, set, rows) && computed)
      take_computed (run, i, set, computed, rows);
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);
      g_autofree char *index = lsc_rank_to_text (row->rank);

      write_row (table, "rank", index, row);
      n_ranks += i == 0 || row[-1].rank != row->rank;
    }
  run->n_used = MAX (run->n_used, n_ranks);
  if (_lsc_mode_map_has_stages (map))
    write_stages (table, rows);
  if (rows->len > 0 && _lsc_mode_has_text (run->sources->pdata[0]))
    add_document (run, table);
  if (set)
    g_ptr_array_add (run->tables, lsc_cluster_base_table (set));
  return TRUE;
}
