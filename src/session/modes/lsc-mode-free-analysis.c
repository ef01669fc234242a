/* lsc-mode-free-analysis.c - free_analysis: the longest gaps of the device, and why they are there
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "base/lsc-interval.h"
#include "session/modes/lsc-mode-launches-private.h"
#include "session/modes/lsc-mode-private.h"

/* modes.md#free-analysis */

#define TOP_NUM 10
#define USUAL_QUEUE_NS 50000

static const LscColumn columns[] = {
  LSC_MODE_INT ("rankId"),
  LSC_MODE_TEXT ("startTime(us)"),
  LSC_MODE_TEXT ("endTime(us)"),
  LSC_MODE_REAL ("duration(us)"),
  LSC_MODE_REAL ("pytorchIdleTime(us)"),
  LSC_MODE_REAL ("cannIdleTime(us)"),
  LSC_MODE_TEXT ("reason"),
};
static const char *const headers[] = { "Rank ID",
                                       "Start Time(us)",
                                       "End Time(us)",
                                       "Duration(us)",
                                       "Pytorch Idle Time(us)",
                                       "Cann Idle Time(us)",
                                       "Reason",
                                       NULL };

static const LscModeTable tables[] = { { "FreeAnalysis", "free_analysis" } };

static void
take_intervals (LscModeRank *rank, const char *sql, LscIntervals *busy)
{
  sqlite3_stmt *stmt = _lsc_mode_rank_ask (rank, sql);

  while (_lsc_mode_rank_next (rank, &stmt))
    lsc_intervals_append (
        busy, (LscInterval){ sqlite3_column_int64 (stmt, 0), sqlite3_column_int64 (stmt, 1) });
}

/* The gaps between what computes or communicates. */
static GArray *
list_gaps (LscModeRank *rank)
{
  GArray *gaps = g_array_new (FALSE, FALSE, sizeof (LscInterval));
  LscIntervals busy = { 0 };

  take_intervals (rank,
                  "SELECT t.startNs, t.endNs FROM TASK t "
                  "JOIN COMPUTE_TASK_INFO c ON c.globalTaskId = t.globalTaskId",
                  &busy);
  take_intervals (rank, "SELECT startNs, endNs FROM COMMUNICATION_OP", &busy);
  lsc_intervals_merge (&busy);
  for (gsize i = 1; i < busy.n; i++)
    {
      LscInterval gap = { busy.items[i - 1].end_ns, busy.items[i].begin_ns };

      g_array_append_val (gaps, gap);
    }
  lsc_intervals_clear (&busy);
  return gaps;
}

/** How many tasks of a type run in a gap. */
typedef struct
{
  const char *type;
  gint64 n;
  guint place; /* in which they were met */
} Count;

static int
compare_counts (gconstpointer a, gconstpointer b)
{
  const Count *x = a, *y = b;

  if (x->n != y->n)
    return x->n > y->n ? -1 : 1;
  return x->place < y->place ? -1 : 1;
}

static void
count_type (GArray *counts, const char *type)
{
  Count one = { type, 1, counts->len };

  for (guint i = 0; i < counts->len; i++)
    if (g_array_index (counts, Count, i).type == type)
      {
        g_array_index (counts, Count, i).n++;
        return;
      }
  g_array_append_val (counts, one);
}

static gint64
get_longest (const LscIntervals *running, const LscInterval *gap)
{
  LscIntervals whole = { 0 }, left = { 0 };
  gint64 longest = 0;

  lsc_intervals_append (&whole, *gap);
  lsc_intervals_subtract (&whole, running, &left);
  for (gsize i = 0; i < left.n; i++)
    longest = MAX (longest, left.items[i].end_ns - left.items[i].begin_ns);
  lsc_intervals_clear (&whole);
  lsc_intervals_clear (&left);
  return longest;
}

/* Returns: (transfer full) (nullable): what runs in the gap that neither computes nor communicates
 */
static char *
tell_running (const LscModeLaunches *launches, const LscInterval *gap)
{
  g_autoptr (GArray) counts = g_array_new (FALSE, FALSE, sizeof (Count));
  GString *text = g_string_new ("Device task running: ");
  LscIntervals running = { 0 };
  gint64 longest;

  for (guint i = 0; i < launches->tasks->len; i++)
    {
      const LscModeLaunch *task = &g_array_index (launches->tasks, LscModeLaunch, i);

      if (task->start <= gap->begin_ns || task->end >= gap->end_ns)
        continue;
      count_type (counts, task->type);
      lsc_intervals_append (&running, (LscInterval){ task->start, task->end });
    }
  lsc_intervals_merge (&running);
  longest = get_longest (&running, gap);
  lsc_intervals_clear (&running);
  g_array_sort (counts, compare_counts);
  for (guint i = 0; i < counts->len; i++)
    g_string_append_printf (text, "%s%" PRId64 " %s tasks", i > 0 ? ", " : "",
                            g_array_index (counts, Count, i).n,
                            g_array_index (counts, Count, i).type);
  if (longest > 0)
    {
      g_string_append (text, ", max remaining free ");
      _lsc_mode_append_us (text, longest);
      g_string_append (text, " us");
    }
  else
    g_string_append_c (text, '.');
  return g_string_free (text, counts->len == 0);
}

/* The task that ended last before the gap, of equal ones the last that is recorded, and the one
 * that starts first behind it. */
static void
find_ends (const LscModeLaunches *launches, const LscInterval *gap, const LscModeLaunch **before,
           const LscModeLaunch **after)
{
  for (guint i = 0; i < launches->tasks->len; i++)
    {
      const LscModeLaunch *task = &g_array_index (launches->tasks, LscModeLaunch, i);

      if (task->end <= gap->begin_ns && (!*before || task->end >= (*before)->end))
        *before = task;
      if (task->start >= gap->end_ns && (!*after || task->start < (*after)->start))
        *after = task;
    }
}

static char *
tell_figure (const char *before, gint64 ns)
{
  GString *text = g_string_new (before);

  _lsc_mode_append_us (text, ns);
  return g_string_free (g_string_append (text, " us"), FALSE);
}

/* Which side of the host was late, between the launches of @before and @after the gap. */
static char *
tell_host (const LscModeLaunch *before, const LscModeLaunch *after, gint64 torch_idle)
{
  gint64 queue = (after->cann_start - after->torch_end) - (before->cann_start - before->torch_end);
  gint64 between = after->cann_start - before->cann_end;
  gint64 of_before = before->cann_end - before->cann_start;
  gint64 of_after = after->cann_end - after->cann_start;

  if (queue < USUAL_QUEUE_NS)
    return tell_figure ("Idle Pytorch layer: no task dispatched in ", torch_idle);
  if (between >= of_before && between >= of_after)
    return tell_figure ("Abnormal CANN layer: long time between two node@launch ", between);
  return tell_figure ("Abnormal CANN layer: long node@launch ", MAX (of_before, of_after));
}

static void
write_gap (LscTable *table, gint64 rank, const LscModeLaunches *launches, const LscInterval *gap)
{
  g_autoptr (GString) start = g_string_new (NULL), end = g_string_new (NULL);
  const LscModeLaunch *before = NULL, *after = NULL;
  gint64 torch_idle = LSC_INT_NULL, cann_idle = LSC_INT_NULL;
  g_autofree char *reason = tell_running (launches, gap);
  LscModeRow out = _lsc_mode_row (table);

  _lsc_mode_append_time_us (start, gap->begin_ns);
  _lsc_mode_append_time_us (end, gap->end_ns);
  find_ends (launches, gap, &before, &after);
  if (!reason && (!before || !after))
    reason = g_strdup ("Skip free analysis due to no prev or next task.");
  else if (!reason && (!before->has_torch || !after->has_torch))
    reason = g_strdup ("Skip free analysis due to no pytorch dispatch time.");
  else if (!reason)
    {
      torch_idle = after->torch_end - before->torch_end;
      cann_idle = after->cann_end - before->cann_end;
      reason = tell_host (before, after, torch_idle);
    }
  _lsc_mode_put_int (&out, rank);
  _lsc_mode_put_text (&out, start->str);
  _lsc_mode_put_text (&out, end->str);
  _lsc_mode_put_real (&out, (double) (gap->end_ns - gap->begin_ns) / 1000);
  _lsc_mode_put_real (&out,
                      torch_idle == LSC_INT_NULL ? LSC_REAL_NULL : (double) torch_idle / 1000);
  _lsc_mode_put_real (&out, cann_idle == LSC_INT_NULL ? LSC_REAL_NULL : (double) cann_idle / 1000);
  _lsc_mode_put_text (&out, reason);
}

static void
read_rank (LscModeRank *rank, LscTable *table)
{
  gint64 top_num = rank->run->options->top_num > 0 ? rank->run->options->top_num : TOP_NUM;
  g_autoptr (GArray) gaps = list_gaps (rank);
  g_autofree double *lengths = g_new (double, gaps->len + 1);
  g_autofree guint *order = NULL;
  LscModeLaunches launches;

  for (guint i = 0; i < gaps->len; i++)
    {
      const LscInterval *gap = &g_array_index (gaps, LscInterval, i);

      lengths[i] = (double) (gap->end_ns - gap->begin_ns);
    }
  order = _lsc_mode_list_largest (lengths, gaps->len);
  _lsc_mode_launches_init (&launches, rank);
  for (guint i = 0; i < gaps->len && i < top_num; i++)
    write_gap (table, rank->rank, &launches, &g_array_index (gaps, LscInterval, order[i]));
  _lsc_mode_launches_clear (&launches);
}

static gboolean
run_mode (LscModeRun *self, GError **error)
{
  static const char *const needed[] = { "TASK", "COMPUTE_TASK_INFO", "COMMUNICATION_OP", NULL };
  LscTable *table = _LSC_MODE_ADD_TABLE (self, tables[0].name, columns);
  LscModeRank rank;

  for (guint i = 0; i < self->sources->len; i++)
    if (_lsc_mode_rank_open (&rank, self, i, needed))
      {
        read_rank (&rank, table);
        self->n_used++;
        _lsc_mode_rank_close (&rank);
      }
  return TRUE;
}

const LscMode _lsc_mode_free_analysis = {
  .name = "free_analysis",
  .folder = "FreeAnalysis",
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .has_text = TRUE,
  .headers = headers,
  .run = run_mode,
};
