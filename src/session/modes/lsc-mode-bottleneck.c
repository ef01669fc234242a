/* lsc-mode-bottleneck.c - communication_bottleneck: why a rank comes late to the longest operators
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "session/modes/lsc-mode-bottleneck-private.h"

/* modes.md#communication-bottleneck */

#define TOP_NUM 10
#define LEAST_DIFFERENCE 0.05
#define USUAL_QUEUE_NS 100000

static const LscColumn columns[] = {
  LSC_MODE_TEXT ("startTime(us)"),   LSC_MODE_TEXT ("endTime(us)"), LSC_MODE_REAL ("duration(us)"),
  LSC_MODE_TEXT ("communicationOp"), LSC_MODE_REAL ("slowRankId"),  LSC_MODE_REAL ("fastRankId"),
  LSC_MODE_TEXT ("reason"),
};
static const char *const headers[] = { "Start Time(us)", "End Time(us)",
                                       "Duration(us)",   "Communication Op",
                                       "Slow Rank ID",   "Fast Rank ID",
                                       "Reason",         NULL };

static const LscModeTable tables[] = {
  { "CommunicationBottleneck", "communication_bottleneck" },
};

/** An op of a rank. */
typedef struct
{
  guint index; /* of LscModeRun.sources */
  gint64 start;
  gint64 end;
  const char *name;
} Op;

static int
compare_lengths (gconstpointer a, gconstpointer b)
{
  const Op *x = a, *y = b;
  gint64 of_x = x->end - x->start, of_y = y->end - y->start;

  return (of_x < of_y) - (of_x > of_y);
}

static GArray *
list_longest (LscModeRank *rank, guint index)
{
  gint64 top_num = rank->run->options->top_num > 0 ? rank->run->options->top_num : TOP_NUM;
  GArray *ops = g_array_new (FALSE, FALSE, sizeof (Op));
  sqlite3_stmt *stmt =
      _lsc_mode_rank_ask (rank, "SELECT startNs, endNs, opName FROM COMMUNICATION_OP");

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      Op op = { index, sqlite3_column_int64 (stmt, 0), sqlite3_column_int64 (stmt, 1),
                _lsc_mode_rank_get_text_at (rank, stmt, 2) };

      if (op.name && op.start >= rank->begin && op.end <= rank->end)
        g_array_append_val (ops, op);
    }
  g_array_sort (ops, compare_lengths);
  g_array_set_size (ops, MIN (ops->len, (guint) top_num));
  return ops;
}

/* Of each rank one op of the name; a name that occurs again is told apart by nothing. */
static GArray *
list_same (LscModeRank *ranks, guint n, const char *name)
{
  GArray *same = g_array_new (FALSE, FALSE, sizeof (Op));

  for (guint i = 0; i < n; i++)
    {
      gboolean has_one = FALSE;
      sqlite3_stmt *stmt = ranks[i].db
                               ? _lsc_mode_rank_ask (&ranks[i], "SELECT startNs, endNs, opName "
                                                                "FROM COMMUNICATION_OP")
                               : NULL;

      while (ranks[i].db && _lsc_mode_rank_next (&ranks[i], &stmt))
        {
          Op op = { i, sqlite3_column_int64 (stmt, 0), sqlite3_column_int64 (stmt, 1),
                    _lsc_mode_rank_get_text_at (&ranks[i], stmt, 2) };

          if (op.name != name || has_one)
            continue;
          has_one = TRUE;
          g_array_append_val (same, op);
        }
    }
  return same;
}

/* Counts the launches of the slow rank between @begin and @end, and those that waited on the
 * device. */
static void
count_launches (LscModeRank *rank, gint64 begin, gint64 end, gint64 *n, gint64 *n_queued)
{
  sqlite3_stmt *stmt = _lsc_mode_rank_ask (
      rank, "SELECT t.startNs, t.endNs, a.startNs, a.endNs, p.endNs, e.name, a.name FROM TASK t "
            "JOIN CANN_API a ON a.connectionId = t.connectionId "
            "JOIN ENUM_API_TYPE e ON e.id = a.type "
            "JOIN CONNECTION_IDS c ON c.connectionId = t.connectionId "
            "JOIN PYTORCH_API p ON p.connectionId = c.id");

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      gint64 start = sqlite3_column_int64 (stmt, 0);
      const char *type = (const char *) sqlite3_column_text (stmt, 5);
      const char *name = _lsc_mode_rank_get_text_at (rank, stmt, 6);

      if (start <= begin || sqlite3_column_int64 (stmt, 1) >= end ||
          g_strcmp0 (type, "node") != 0 || g_strcmp0 (name, "launch") != 0)
        continue;
      (*n)++;
      *n_queued += (start - sqlite3_column_int64 (stmt, 3)) -
                       (sqlite3_column_int64 (stmt, 2) - sqlite3_column_int64 (stmt, 4)) >
                   USUAL_QUEUE_NS;
    }
}

/* Returns: (transfer full): what the slow rank did that the fast one did faster */
static char *
explain (LscModeRank *ranks, const Op *slow, const Op *fast)
{
  gint64 shift = fast->end - slow->end;
  gint64 n = 0, n_queued = 0;

  count_launches (&ranks[slow->index], fast->start - shift, slow->end, &n, &n_queued);
  if (n == 0)
    return g_strdup ("[Failed] Insufficient data for analyzing slow NPU bottleneck");
  if (2 * n_queued > n)
    return _lsc_mode_tell_device (&ranks[slow->index], &ranks[fast->index], shift);
  return _lsc_mode_tell_host (&ranks[slow->index], slow->start, &ranks[fast->index], fast->start,
                              shift);
}

static void
write_op (LscTable *table, LscModeRank *ranks, guint n, const Op *op)
{
  g_autoptr (GArray) same = list_same (ranks, n, op->name);
  g_autoptr (GString) start = g_string_new (NULL), end = g_string_new (NULL);
  g_autofree char *reason = NULL;
  const Op *fast = NULL, *slow = NULL;
  LscModeRow out = _lsc_mode_row (table);
  double longest, shortest;

  for (guint i = 0; i < same->len; i++)
    {
      const Op *one = &g_array_index (same, Op, i);

      if (!fast || one->end - one->start > fast->end - fast->start)
        fast = one;
      if (!slow || one->end - one->start < slow->end - slow->start)
        slow = one;
    }
  longest = fast ? (double) (fast->end - fast->start) : 0;
  shortest = slow ? (double) (slow->end - slow->start) : 0;
  _lsc_mode_append_time_us (start, op->start);
  _lsc_mode_append_time_us (end, op->end);
  if (longest <= 0 || (longest - shortest) / longest < LEAST_DIFFERENCE)
    {
      slow = fast = NULL;
      reason = g_strdup ("[Completed] No slow NPU detected: execution time difference is less "
                         "than 0.05%");
    }
  else
    reason = explain (ranks, slow, fast);
  _lsc_mode_put_text (&out, start->str);
  _lsc_mode_put_text (&out, end->str);
  _lsc_mode_put_real (&out, (double) (op->end - op->start) / 1000);
  _lsc_mode_put_text (&out, op->name);
  _lsc_mode_put_int (&out, slow ? ranks[slow->index].rank : LSC_INT_NULL);
  _lsc_mode_put_int (&out, fast ? ranks[fast->index].rank : LSC_INT_NULL);
  _lsc_mode_put_text (&out, reason);
}

static gboolean
run_mode (LscModeRun *self, GError **error)
{
  static const char *const needed[] = { "COMMUNICATION_OP", "STRING_IDS",        "TASK",
                                        "CANN_API",         "ENUM_API_TYPE",     "CONNECTION_IDS",
                                        "PYTORCH_API",      "COMPUTE_TASK_INFO", NULL };
  LscTable *table = _LSC_MODE_ADD_TABLE (self, tables[0].name, columns);
  g_autofree LscModeRank *ranks = g_new0 (LscModeRank, self->sources->len + 1);
  g_autoptr (GArray) longest = NULL;
  gboolean is_opened = FALSE; /* the rank that was asked for */

  for (guint i = 0; i < self->sources->len; i++)
    {
      self->n_used += _lsc_mode_rank_open (&ranks[i], self, i, needed);
      is_opened |= ((LscSource *) self->sources->pdata[i])->rank == self->options->rank;
      if (ranks[i].db && ranks[i].rank == self->options->rank)
        longest = list_longest (&ranks[i], i);
    }
  if (!longest)
    {
      self->n_used = 0;
      if (!is_opened)
        lsc_lacks_add (&self->lacks, LSC_UNKNOWN_RANK_MISSING);
      _lsc_mode_tell (self, LSC_RANK_NONE, LSC_SEVERITY_ERROR,
                      _ ("The rank of --rank-id is not recorded, or lacks what this needs."));
    }
  for (guint i = 0; longest && i < longest->len; i++)
    write_op (table, ranks, self->sources->len, &g_array_index (longest, Op, i));
  for (guint i = 0; i < self->sources->len; i++)
    if (ranks[i].db)
      _lsc_mode_rank_close (&ranks[i]);
  return TRUE;
}

const LscMode _lsc_mode_communication_bottleneck = {
  .name = "communication_bottleneck",
  .folder = "CommunicatonBottleneckAnalysis", /* as the reference spells it */
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .has_text = TRUE,
  .headers = headers,
  .run = run_mode,
};
