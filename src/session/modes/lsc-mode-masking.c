/* lsc-mode-masking.c - computational_op_masking: how much of the communication of a kind of groups
 * computing covers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-interval.h"
#include "session/modes/lsc-mode-private.h"

/* modes.md#computational-op-masking */

#define USUAL_TYPES "dp,edp;edp;dp;ep;pp;mp;tp"

static const LscColumn columns[] = {
  LSC_MODE_INT ("stepId"),
  LSC_MODE_TEXT ("parallelType"),
  LSC_MODE_INT ("stepStartTime"),
  LSC_MODE_INT ("stepEndTime"),
  LSC_MODE_INT ("totalCommunicationOperatorTime"),
  LSC_MODE_REAL ("timeRatioOfStepCommunicationOperator"),
  LSC_MODE_INT ("totalTimeWithoutCommunicationBlackout"),
  LSC_MODE_REAL ("ratioOfUnmaskedCommunication"),
};

static const LscModeTable tables[] = {
  { "ComputationalOperatorMaskingLinearity", "computational_operator_masking_linearity" },
};

/** An op or a task, and the kind of its group. */
typedef struct
{
  LscInterval at;
  const char *type;
} Item;

/** A step with its number. */
typedef struct
{
  gint64 id;
  LscInterval at;
} Step;

/** What is read of a rank. */
typedef struct
{
  GArray *ops;
  GArray *tasks;
  GArray *steps;
} Facts;

static const char *
find_type (const GPtrArray *groups, const char *name)
{
  for (guint i = 0; i < groups->len; i++)
    if (((const LscModeParallel *) groups->pdata[i])->id == name)
      return ((const LscModeParallel *) groups->pdata[i])->name;
  return NULL;
}

static void
read_facts (LscModeRank *rank, const GPtrArray *groups, Facts *facts)
{
  sqlite3_stmt *stmt =
      _lsc_mode_rank_ask (rank, "SELECT startNs, endNs, groupName FROM COMMUNICATION_OP");

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      Item item = { { sqlite3_column_int64 (stmt, 0), sqlite3_column_int64 (stmt, 1) },
                    find_type (groups, _lsc_mode_rank_get_text_at (rank, stmt, 2)) };

      if (item.type)
        g_array_append_val (facts->ops, item);
    }
  stmt = _lsc_mode_rank_ask (rank, "SELECT t.startNs, t.endNs FROM TASK t "
                                   "JOIN COMPUTE_TASK_INFO c ON c.globalTaskId = t.globalTaskId");
  while (_lsc_mode_rank_next (rank, &stmt))
    {
      Item item = { { sqlite3_column_int64 (stmt, 0), sqlite3_column_int64 (stmt, 1) }, NULL };

      g_array_append_val (facts->tasks, item);
    }
  stmt = _lsc_mode_rank_ask (rank, "SELECT id, startNs, endNs FROM STEP_TIME ORDER BY startNs");
  while (_lsc_mode_rank_next (rank, &stmt))
    {
      Step step = { sqlite3_column_int64 (stmt, 0),
                    { sqlite3_column_int64 (stmt, 1), sqlite3_column_int64 (stmt, 2) } };

      if (step.at.end_ns > step.at.begin_ns)
        g_array_append_val (facts->steps, step);
    }
}

/* Those that overlap the step, not clipped; with a step that was asked for, those inside of it. */
static void
pick (const GArray *items, const char *const *types, const Step *step, gboolean is_inside,
      LscIntervals *out)
{
  for (guint i = 0; i < items->len; i++)
    {
      const Item *item = &g_array_index (items, Item, i);
      gboolean is_in =
          is_inside ? item->at.begin_ns >= step->at.begin_ns && item->at.end_ns <= step->at.end_ns
                    : item->at.end_ns > step->at.begin_ns && item->at.begin_ns < step->at.end_ns;

      if (is_in && (!types || g_strv_contains (types, item->type)))
        lsc_intervals_append (out, item->at);
    }
  lsc_intervals_merge (out);
}

static void
write_step (LscTable *table, const Facts *facts, const char *const *types, const Step *step,
            gboolean is_inside)
{
  g_autofree char *name = g_strjoinv ("+", (char **) types);
  LscIntervals ops = { 0 }, tasks = { 0 }, bare = { 0 };
  double length = (double) (step->at.end_ns - step->at.begin_ns);
  gint64 total, uncovered;
  LscModeRow out = _lsc_mode_row (table);

  pick (facts->ops, types, step, is_inside, &ops);
  pick (facts->tasks, NULL, step, is_inside, &tasks);
  lsc_intervals_subtract (&ops, &tasks, &bare);
  total = lsc_intervals_length (&ops);
  uncovered = lsc_intervals_length (&bare);
  _lsc_mode_put_int (&out, step->id);
  _lsc_mode_put_text (&out, name);
  _lsc_mode_put_int (&out, step->at.begin_ns);
  _lsc_mode_put_int (&out, step->at.end_ns);
  _lsc_mode_put_int (&out, total);
  _lsc_mode_put_real (&out, (double) total / length);
  _lsc_mode_put_int (&out, uncovered);
  _lsc_mode_put_real (&out, _lsc_mode_round ((double) uncovered / length, 5));
  lsc_intervals_clear (&ops);
  lsc_intervals_clear (&tasks);
  lsc_intervals_clear (&bare);
}

static gboolean
has_ops (const Facts *facts, const char *const *types)
{
  for (guint i = 0; i < facts->ops->len; i++)
    if (g_strv_contains (types, g_array_index (facts->ops, Item, i).type))
      return TRUE;
  return FALSE;
}

static void
read_rank (LscModeRank *rank, const GPtrArray *groups, LscTable *table)
{
  const LscModeOptions *options = rank->run->options;
  g_auto (GStrv) kinds =
      g_strsplit (options->parallel_types ? options->parallel_types : USUAL_TYPES, ";", -1);
  Facts facts = { g_array_new (FALSE, FALSE, sizeof (Item)),
                  g_array_new (FALSE, FALSE, sizeof (Item)),
                  g_array_new (FALSE, FALSE, sizeof (Step)) };

  read_facts (rank, groups, &facts);
  for (guint i = 0; kinds[i]; i++)
    {
      g_auto (GStrv) types = g_strsplit (kinds[i], ",", -1);

      for (guint k = 0; types[k]; k++)
        g_strstrip (types[k]);
      if (!*kinds[i] || !has_ops (&facts, (const char *const *) types))
        continue;
      for (guint k = 0; k < facts.steps->len; k++)
        if (!options->has_step || g_array_index (facts.steps, Step, k).id == options->step)
          write_step (table, &facts, (const char *const *) types,
                      &g_array_index (facts.steps, Step, k), options->has_step);
    }
  g_array_unref (facts.ops);
  g_array_unref (facts.tasks);
  g_array_unref (facts.steps);
}

static gboolean
run_mode (LscModeRun *self, GError **error)
{
  static const char *const needed[] = {
    "COMMUNICATION_OP", "TASK", "COMPUTE_TASK_INFO", "STRING_IDS", "STEP_TIME", "META_DATA", NULL
  };
  LscTable *table = _LSC_MODE_ADD_TABLE (self, tables[0].name, columns);
  LscModeRank rank;

  for (guint i = 0; i < self->sources->len; i++)
    if (_lsc_mode_rank_open (&rank, self, i, needed))
      {
        g_autoptr (GPtrArray) groups = _lsc_mode_rank_need_parallel (&rank);

        if (groups)
          {
            read_rank (&rank, groups, table);
            self->n_used++;
          }
        _lsc_mode_rank_close (&rank);
      }
  return TRUE;
}

const LscMode _lsc_mode_computational_op_masking = {
  .name = "computational_op_masking",
  .folder = "ComputationalOpMasking",
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .has_text = TRUE,
  .run = run_mode,
};
