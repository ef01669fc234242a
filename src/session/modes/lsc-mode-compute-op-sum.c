/* lsc-mode-compute-op-sum.c - compute_op_sum: durations of kernels by type and operator
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/modes/lsc-mode-private.h"

/* modes.md#compute-op-sum */

enum
{
  ALL_RANKS,
  BY_TYPE,
  BY_NAME,
  N_TABLES,
};

static const LscColumn all_columns[] = { LSC_MODE_TEXT ("OpType"), LSC_MODE_TEXT ("TaskType"),
                                         LSC_MODE_DESCRIBE };
static const LscColumn type_columns[] = { LSC_MODE_TEXT ("OpType"), LSC_MODE_TEXT ("TaskType"),
                                          LSC_MODE_DESCRIBE, LSC_MODE_INT ("Rank") };
static const LscColumn name_columns[] = { LSC_MODE_TEXT ("OpName"),   LSC_MODE_TEXT ("OpType"),
                                          LSC_MODE_TEXT ("TaskType"), LSC_MODE_TEXT ("InputShapes"),
                                          LSC_MODE_DESCRIBE,          LSC_MODE_INT ("Rank") };

static const LscModeTable tables[] = {
  { "ComputeOpAllRankStats", "all_stats" },
  { "ComputeOpPerRankStatsByOpType", "rank_stats_by_optype" },
  { "ComputeOpPerRankStatsByOpName", "rank_stats_by_opname" },
};

/** A row at work: the figures of a group. */
typedef struct
{
  const LscModeKey *key;
  LscModeFigures figures;
} Row;

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  double x = ((const Row *) a)->figures.sum, y = ((const Row *) b)->figures.sum;

  return (x < y) - (x > y);
}

static void
add_to (LscModeGroups *groups, const char *const *texts, guint n, gint64 rank, double duration)
{
  LscModeKey key = { .number = rank };

  for (guint i = 0; i < n; i++)
    if (!(key.texts[i] = texts[i]))
      return;
  _lsc_mode_group_add (_lsc_mode_groups_get (groups, &key), duration, rank);
}

static void
read_rank (LscModeRank *rank, LscModeGroups *groups)
{
  sqlite3_stmt *stmt = _lsc_mode_rank_ask (
      rank, "SELECT c.name, c.opType, c.taskType, c.inputShapes, t.startNs, t.endNs FROM TASK t "
            "JOIN COMPUTE_TASK_INFO c ON c.globalTaskId = t.globalTaskId");

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      gint64 start = sqlite3_column_int64 (stmt, 4);
      double duration = (double) (sqlite3_column_int64 (stmt, 5) - start);
      const char *texts[LSC_MODE_MOST_KEYS];

      if (start < rank->begin || start > rank->end)
        continue;
      for (int i = 0; i < LSC_MODE_MOST_KEYS; i++)
        texts[i] = _lsc_mode_rank_get_text_at (rank, stmt, i);
      add_to (&groups[ALL_RANKS], texts + 1, 2, 0, duration);
      add_to (&groups[BY_TYPE], texts + 1, 2, rank->rank, duration);
      if (!rank->run->options->leaves_out_op_names)
        add_to (&groups[BY_NAME], texts, 4, rank->rank, duration);
    }
}

static void
write_groups (LscTable *table, LscModeGroups *groups, guint n_texts, gboolean has_rank)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Row));

  for (guint i = 0; i < groups->list->len; i++)
    {
      const LscModeGroup *group = groups->list->pdata[i];
      Row row = { .key = &group->key };

      _lsc_mode_describe (group->values, &row.figures);
      g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare_rows);
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);
      LscModeRow out = _lsc_mode_row (table);

      for (guint k = 0; k < n_texts; k++)
        _lsc_mode_put_text (&out, row->key->texts[k]);
      _lsc_mode_put_figures (&out, &row->figures);
      if (has_rank)
        _lsc_mode_put_int (&out, row->key->number);
    }
}

static gboolean
run_mode (LscModeRun *self, GError **error)
{
  static const char *const needed[] = { "TASK", "COMPUTE_TASK_INFO", "STRING_IDS", NULL };
  LscModeGroups groups[N_TABLES];
  LscModeRank rank;

  for (guint i = 0; i < N_TABLES; i++)
    _lsc_mode_groups_init (&groups[i]);
  for (guint i = 0; i < self->sources->len; i++)
    if (_lsc_mode_rank_open (&rank, self, i, needed))
      {
        read_rank (&rank, groups);
        self->n_used++;
        _lsc_mode_rank_close (&rank);
      }
  write_groups (_LSC_MODE_ADD_TABLE (self, tables[ALL_RANKS].name, all_columns), &groups[ALL_RANKS],
                2, FALSE);
  write_groups (_LSC_MODE_ADD_TABLE (self, tables[BY_TYPE].name, type_columns), &groups[BY_TYPE], 2,
                TRUE);
  write_groups (_LSC_MODE_ADD_TABLE (self, tables[BY_NAME].name, name_columns), &groups[BY_NAME], 4,
                TRUE);
  for (guint i = 0; i < N_TABLES; i++)
    _lsc_mode_groups_clear (&groups[i]);
  return TRUE;
}

const LscMode _lsc_mode_compute_op_sum = {
  .name = "compute_op_sum",
  .folder = "ComputeOpSum",
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .has_text = TRUE,
  .text_ns = 1000,
  .run = run_mode,
};
