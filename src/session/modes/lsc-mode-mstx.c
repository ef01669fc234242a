/* lsc-mode-mstx.c - the marks and ranges of a rank, named and measured for mstx_sum
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/modes/lsc-mode-mstx-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* modes.md#mstx-sum */

#define MOST_DEPTH 100
#define START "_start"
#define STOP "_stop"

/** A range with one of its tasks. */
typedef struct
{
  gint64 start;
  gint64 end;
  const char *message;
  gboolean has_task;
  gint64 task_start;
  gint64 task_end;
} Range;

/** A step, or a mark that waits for its end. */
typedef struct
{
  gint64 id;
  gint64 start;
  gint64 end;
} Step;

static GArray *
list_steps (LscModeRank *rank)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (Step));
  sqlite3_stmt *stmt =
      lsc_db_has_table (rank->db, "STEP_TIME")
          ? _lsc_mode_rank_ask (rank, "SELECT id, startNs, endNs FROM STEP_TIME ORDER BY startNs")
          : NULL;

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      Step step = { sqlite3_column_int64 (stmt, 0), sqlite3_column_int64 (stmt, 1),
                    sqlite3_column_int64 (stmt, 2) };

      g_array_append_val (steps, step);
    }
  return steps;
}

static gint64
find_step (const GArray *steps, gint64 start)
{
  for (guint i = 0; i < steps->len; i++)
    if (g_array_index (steps, Step, i).start <= start &&
        start <= g_array_index (steps, Step, i).end)
      return g_array_index (steps, Step, i).id;
  return 0;
}

static void
add_mark (LscModeRank *rank, GArray *marks, const GArray *steps, const char *name, gint64 start,
          double cann, double device)
{
  LscModeMark mark = { .name = name,
                       .rank = rank->rank,
                       .start = start,
                       .step = find_step (steps, start),
                       .durations = { 0, cann, device } };

  g_array_append_val (marks, mark);
}

/* The starts of a thread and a name that wait for their stop, the latest last. */
static GArray *
get_open (GHashTable *open, LscModeRank *rank, gint64 thread, const char *name)
{
  LscModeKey key = { .texts = { name }, .number = thread };
  GArray *starts = g_hash_table_lookup (open, &key);

  if (!starts)
    {
      starts = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_hash_table_insert (open, g_memdup2 (&key, sizeof key), starts);
    }
  return starts;
}

/* Marks whose messages are NAME_start and NAME_stop; a stop ends the latest start. */
static void
read_pairs (LscModeRank *rank, GArray *marks, const GArray *steps)
{
  g_autoptr (GHashTable) open = g_hash_table_new_full (_lsc_mode_key_hash, _lsc_mode_key_equal,
                                                       g_free, (GDestroyNotify) g_array_unref);
  sqlite3_stmt *stmt =
      _lsc_mode_rank_ask (rank, "SELECT startNs, message, globalTid FROM MSTX_EVENTS "
                                "WHERE eventType = 3 ORDER BY startNs");

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      gint64 time = sqlite3_column_int64 (stmt, 0);
      const char *message = _lsc_mode_rank_get_text_at (rank, stmt, 1);
      gboolean is_start = message && g_str_has_suffix (message, START);
      gboolean is_stop = message && g_str_has_suffix (message, STOP);
      g_autofree char *stem = NULL;
      const char *name;
      GArray *starts;

      if ((!is_start && !is_stop) || time < rank->begin || time > rank->end)
        continue;
      stem = g_strndup (message, strlen (message) - strlen (is_start ? START : STOP));
      name = _lsc_mode_keep (rank->run, stem);
      starts = get_open (open, rank, sqlite3_column_int64 (stmt, 2), name);
      if (is_start)
        g_array_append_val (starts, time);
      else if (starts->len > 0)
        {
          gint64 start = g_array_index (starts, gint64, starts->len - 1);

          g_array_set_size (starts, starts->len - 1);
          add_mark (rank, marks, steps, name, start, (double) (time - start), 0);
        }
    }
}

static GArray *
list_ranges (LscModeRank *rank)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (Range));
  sqlite3_stmt *stmt = _lsc_mode_rank_ask (
      rank, "SELECT m.startNs, m.endNs, m.message, t.startNs, t.endNs FROM MSTX_EVENTS m "
            "LEFT JOIN TASK t ON t.connectionId = m.connectionId "
            "WHERE m.eventType = 2 AND m.connectionId <> 4294967295");

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      Range range = { .start = sqlite3_column_int64 (stmt, 0),
                      .end = sqlite3_column_int64 (stmt, 1),
                      .message = _lsc_mode_rank_get_text_at (rank, stmt, 2),
                      .has_task = sqlite3_column_type (stmt, 3) != SQLITE_NULL,
                      .task_start = sqlite3_column_int64 (stmt, 3),
                      .task_end = sqlite3_column_int64 (stmt, 4) };

      if (range.message && range.start >= rank->begin && range.start <= rank->end)
        g_array_append_val (ranges, range);
    }
  return ranges;
}

static int
compare_nesting (gconstpointer a, gconstpointer b)
{
  const Range *x = *(const Range *const *) a, *y = *(const Range *const *) b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  if (x->end != y->end)
    return x->end > y->end ? -1 : 1;
  return x < y ? -1 : x > y;
}

static LscModeKey
key_of (const Range *range)
{
  return (LscModeKey){ .texts = { GSIZE_TO_POINTER ((gsize) range->start) }, .number = range->end };
}

/** A range in which others may lie, with its full name. */
typedef struct
{
  const Range *range;
  const char *name;
} Level;

/* Names by begin and end: a range inside of others has their names in front. Of equal ranges each
 * lies in the one before, and all get the name of the last. */
static GHashTable *
name_ranges (LscModeRank *rank, const GArray *ranges)
{
  GHashTable *names = g_hash_table_new_full (_lsc_mode_key_hash, _lsc_mode_key_equal, g_free, NULL);
  g_autofree const Range **order = g_new (const Range *, ranges->len + 1);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Level));

  for (guint i = 0; i < ranges->len; i++)
    order[i] = &g_array_index (ranges, Range, i);
  if (ranges->len > 0)
    qsort (order, ranges->len, sizeof *order, compare_nesting);
  for (guint i = 0; i < ranges->len; i++)
    {
      const Range *range = order[i];
      Level level = { range, range->message };
      LscModeKey key = key_of (range);

      while (stack->len > 0)
        {
          const Level *top = &g_array_index (stack, Level, stack->len - 1);

          if (top->range->start <= range->start && top->range->end >= range->end)
            {
              g_autofree char *name = g_strconcat (top->name, "::", range->message, NULL);

              if (stack->len < MOST_DEPTH)
                level.name = _lsc_mode_keep (rank->run, name);
              break;
            }
          g_array_set_size (stack, stack->len - 1);
        }
      g_array_append_val (stack, level);
      g_hash_table_replace (names, g_memdup2 (&key, sizeof key), (gpointer) level.name);
    }
  return names;
}

/* Returns: whether any has a task, without which the reference makes nothing. One without makes it
 * take all times of tasks for doubles before it subtracts them. */
static gboolean
read_ranges (LscModeRank *rank, GArray *marks, const GArray *steps)
{
  g_autoptr (GArray) ranges = list_ranges (rank);
  g_autoptr (GHashTable) names = name_ranges (rank, ranges);
  guint n_with = 0;

  for (guint i = 0; i < ranges->len; i++)
    n_with += g_array_index (ranges, Range, i).has_task;
  for (guint i = 0; i < ranges->len && n_with > 0; i++)
    {
      const Range *range = &g_array_index (ranges, Range, i);
      LscModeKey key = key_of (range);
      double device = !range->has_task       ? LSC_REAL_NULL
                      : n_with < ranges->len ? (double) range->task_end - (double) range->task_start
                                             : (double) (range->task_end - range->task_start);

      add_mark (rank, marks, steps, g_hash_table_lookup (names, &key), range->start,
                (double) (range->end - range->start), device);
    }
  return n_with > 0;
}

/* Names that occur several times in a step are numbered. */
static void
number_names (LscModeRank *rank, GArray *marks, guint first)
{
  LscModeGroups groups;

  _lsc_mode_groups_init (&groups);
  for (guint i = first; i < marks->len; i++)
    {
      const LscModeMark *mark = &g_array_index (marks, LscModeMark, i);
      LscModeKey key = { .texts = { mark->name }, .number = mark->step };

      _lsc_mode_group_add (_lsc_mode_groups_get (&groups, &key), i, 0);
    }
  for (guint i = 0; i < groups.list->len; i++)
    {
      const LscModeGroup *group = groups.list->pdata[i];

      for (guint k = 0; k < group->values->len && group->values->len > 1; k++)
        {
          guint place = (guint) g_array_index (group->values, double, k);
          g_autofree char *name = g_strdup_printf ("%s_%u", group->key.texts[0], k);

          g_array_index (marks, LscModeMark, place).name = _lsc_mode_keep (rank->run, name);
        }
    }
  _lsc_mode_groups_clear (&groups);
}

static void
set_ratios (GArray *marks, guint first)
{
  for (guint side = 0; side < LSC_MODE_N_SIDES; side++)
    {
      double sum = 0;

      for (guint i = first; i < marks->len; i++)
        if (!isnan (g_array_index (marks, LscModeMark, i).durations[side]))
          sum += g_array_index (marks, LscModeMark, i).durations[side];
      for (guint i = first; i < marks->len; i++)
        {
          LscModeMark *mark = &g_array_index (marks, LscModeMark, i);

          mark->ratios[side] = sum == 0 ? 0 : 100 * mark->durations[side] / sum;
        }
    }
}

/**
 * _lsc_mode_rank_list_marks:
 * @marks: (element-type LscModeMark): appended to
 *
 * Returns: whether the rank has what the mode needs: a range with a task
 */
gboolean
_lsc_mode_rank_list_marks (LscModeRank *rank, GArray *marks)
{
  g_autoptr (GArray) steps = list_steps (rank);
  guint first = marks->len;

  read_pairs (rank, marks, steps);
  if (!read_ranges (rank, marks, steps))
    {
      g_array_set_size (marks, first);
      lsc_lacks_add (&rank->run->lacks, LSC_UNKNOWN_NO_MARKS);
      _lsc_mode_tell (rank->run, rank->rank, LSC_SEVERITY_NOTE,
                      _ ("No range of a program has a task on the device."));
      return FALSE;
    }
  number_names (rank, marks, first);
  set_ratios (marks, first);
  return TRUE;
}
