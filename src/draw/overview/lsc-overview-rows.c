/* lsc-overview-rows.c - the ranks of an overview as they are drawn
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/overview/lsc-overview-rows.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#define NOWHERE G_MAXUINT /* the place of a rank that is not shown */

/** lsc_overview_choice_has: Returns: whether a rank is shown */
gboolean
lsc_overview_choice_has (const LscOverviewChoice *choice, gint64 rank)
{
  gboolean is_found;

  g_return_val_if_fail (choice, FALSE);
  is_found = choice->ranks == NULL || choice->ranks->len == 0;
  for (guint i = 0; !is_found && i < choice->ranks->len; i++)
    is_found = g_array_index (choice->ranks, gint64, i) == rank;
  return is_found;
}

/* ---- in which order ---- */

typedef struct
{
  const LscOverview *overview;
  LscOverviewOrder order;
} Sorting;

/* What is not known comes last. */
static int
compare_falling (gint64 a, gint64 b)
{
  return (a < b) - (a > b);
}

static int
compare (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Sorting *sorting = user_data;
  const LscOverviewRank *x = lsc_overview_get_rank (sorting->overview, *(const gsize *) a);
  const LscOverviewRank *y = lsc_overview_get_rank (sorting->overview, *(const gsize *) b);
  int order = 0;

  if (sorting->order == LSC_OVERVIEW_BY_STAGE && x->has_stage && y->has_stage)
    order = (x->stage > y->stage) - (x->stage < y->stage);
  else if (sorting->order == LSC_OVERVIEW_BY_STAGE)
    order = y->has_stage - x->has_stage;
  else if (sorting->order == LSC_OVERVIEW_BY_LENGTH)
    order = compare_falling (x->step_ns, y->step_ns);
  else if (sorting->order == LSC_OVERVIEW_BY_CAUSED)
    order = compare_falling (x->caused_wait_ns, y->caused_wait_ns);
  return order != 0 ? order : lsc_rank_compare (x->rank, y->rank);
}

/* ---- as they are drawn ---- */

static char *
name_stage (const LscOverviewRank *rank)
{
  return rank->has_stage ? g_strdup_printf (_ ("Stage %" PRId64), rank->stage) : NULL;
}

/* Unless what is known of the parts is not all of the step: a bar without the rest would be wrong.
 */
static void
take_parts (LscRankRow *row, gint64 length_ns, const gint64 *ns)
{
  gint64 sum_ns = 0;

  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    {
      row->ns[i] = lsc_int_or_zero (ns[i]);
      sum_ns += row->ns[i];
    }
  row->length_ns = length_ns;
  row->has_ns = length_ns != LSC_INT_NULL && sum_ns == length_ns;
}

static void
add_rank (LscRankRows *rows, const LscOverview *overview, gsize index, gboolean with_stage)
{
  const LscOverviewRank *rank = lsc_overview_get_rank (overview, index);
  LscRankRow *row = lsc_rank_rows_add (rows, index, rank->rank);

  row->label = g_strdup (rank->label);
  row->group = with_stage ? name_stage (rank) : NULL;
  row->missing = rank->not_known != NULL ? lsc_phrase_to_words (rank->not_known) : NULL;
  row->least_ns = rank->least_ns;
  row->most_ns = rank->most_ns;
  row->host_ns = rank->steps_rule == LSC_STEPS_BY_DEVICE ? rank->host_step_ns : LSC_INT_NULL;
  row->caused_ns = rank->caused_wait_ns;
  row->waited_ns = rank->waited_ns;
  row->is_slow = rank->verdict == LSC_RANK_SLOW;
  row->is_of_ops = overview->is_of_ops;
  take_parts (row, rank->step_ns, rank->ns);
}

/* @at: of each rank, its place among the rows */
static void
add_points (LscRankRows *rows, const LscOverview *overview, const guint *at)
{
  for (guint i = 0; i < overview->steps.n; i++)
    {
      const LscOverviewStep *step = &overview->steps.items[i];
      LscRankPoint point = { step->sums.step, step->sums.step_ns };
      LscRankRow *row;

      if (at[step->index] == NOWHERE || step->sums.step == LSC_INT_NULL ||
          step->sums.step_ns == LSC_INT_NULL)
        continue;
      row = &g_array_index (rows->rows, LscRankRow, at[step->index]);
      if (row->points == NULL)
        row->points = g_array_new (FALSE, FALSE, sizeof (LscRankPoint));
      g_array_append_val (row->points, point);
    }
}

/* Instead of the median of all steps. */
static void
show_step (LscRankRow *row, const LscOverviewStep *step)
{
  take_parts (row, step->sums.step_ns, step->sums.ns);
  row->host_ns = step->sums.lead_begin_ns != LSC_INT_NULL ? step->sums.host_step_ns : LSC_INT_NULL;
  if (row->caused_ns != LSC_INT_NULL)
    row->caused_ns = step->waits.caused_ns;
  if (row->waited_ns != LSC_INT_NULL)
    row->waited_ns = step->waits.waited_ns;
}

static void
forget_median (LscRankRow *row)
{
  row->has_ns = FALSE;
  row->length_ns = row->least_ns = row->most_ns = row->host_ns = LSC_INT_NULL;
}

/* @at: of each rank, its place among the rows */
static void
show_only_step (LscRankRows *rows, const LscOverview *overview, const guint *at, gint64 wanted)
{
  for (guint i = 0; i < rows->rows->len; i++)
    forget_median (&g_array_index (rows->rows, LscRankRow, i));
  for (guint i = 0; i < overview->steps.n; i++)
    {
      const LscOverviewStep *step = &overview->steps.items[i];

      if (at[step->index] != NOWHERE && step->sums.step != LSC_INT_NULL &&
          step->sums.step == wanted)
        show_step (&g_array_index (rows->rows, LscRankRow, at[step->index]), step);
    }
}

/**
 * lsc_overview_rows_new:
 *
 * Makes a bar of each rank that is chosen.
 *
 * Returns: (transfer full): whose index is that of the overview
 */
LscRankRows *
lsc_overview_rows_new (const LscOverview *overview, const LscOverviewChoice *choice)
{
  LscRankRows *rows;
  guint n, n_shown = 0;
  g_autofree gsize *sorted = NULL;
  g_autofree guint *at = NULL;
  Sorting sorting;

  g_return_val_if_fail (overview && choice, NULL);
  rows = lsc_rank_rows_new ();
  n = rows->n_all = overview->ranks->len;
  sorted = g_new (gsize, MAX (n, 1));
  at = g_new (guint, MAX (n, 1));
  sorting = (Sorting){ overview, choice->order };
  for (guint i = 0; i < n; i++)
    {
      at[i] = NOWHERE;
      if (lsc_overview_choice_has (choice, lsc_overview_get_rank (overview, i)->rank))
        sorted[n_shown++] = i;
    }
  g_qsort_with_data (sorted, (int) n_shown, sizeof (gsize), compare, &sorting);
  for (guint i = 0; i < n_shown; i++)
    {
      at[sorted[i]] = i;
      add_rank (rows, overview, sorted[i], choice->order == LSC_OVERVIEW_BY_STAGE);
    }
  add_points (rows, overview, at);
  if (choice->step != NULL)
    show_only_step (rows, overview, at, *choice->step);
  lsc_rank_rows_seal (rows);
  return rows;
}
