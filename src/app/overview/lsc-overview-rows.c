/* lsc-overview-rows.c - the ranks as they are drawn, and their steps in words
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/overview/lsc-overview-page-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "app/parts/lsc-facts.h"
#include "base/lsc-stats.h"
#include "base/lsc-time.h"

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
  return order != 0 ? order : (x->rank > y->rank) - (x->rank < y->rank);
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
      row->ns[i] = ns[i] != LSC_INT_NULL ? ns[i] : 0;
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
  row->caused_ns = rank->caused_wait_ns;
  row->waited_ns = rank->waited_ns;
  row->is_slow = rank->verdict == LSC_RANK_SLOW;
  take_parts (row, rank->step_ns, rank->ns);
}

/* @at: of each rank, its place among the rows */
static void
add_points (LscRankRows *rows, const LscOverview *overview, const guint *at)
{
  for (guint i = 0; i < overview->steps->len; i++)
    {
      const LscOverviewStep *step = &g_array_index (overview->steps, LscOverviewStep, i);
      LscRankRow *row = &g_array_index (rows->rows, LscRankRow, at[step->index]);
      LscRankPoint point = { step->sums.step, step->sums.step_ns };

      if (!step->sums.has_step || step->sums.step_ns == LSC_INT_NULL)
        continue;
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
  if (row->caused_ns != LSC_INT_NULL)
    row->caused_ns = step->waits.caused_ns;
  if (row->waited_ns != LSC_INT_NULL)
    row->waited_ns = step->waits.waited_ns;
}

static void
forget_median (LscRankRow *row)
{
  row->has_ns = FALSE;
  row->length_ns = row->least_ns = row->most_ns = LSC_INT_NULL;
}

/* @at: of each rank, its place among the rows */
static void
show_only_step (LscRankRows *rows, const LscOverview *overview, const guint *at, gint64 wanted)
{
  for (guint i = 0; i < rows->rows->len; i++)
    forget_median (&g_array_index (rows->rows, LscRankRow, i));
  for (guint i = 0; i < overview->steps->len; i++)
    {
      const LscOverviewStep *step = &g_array_index (overview->steps, LscOverviewStep, i);

      if (step->sums.has_step && step->sums.step == wanted)
        show_step (&g_array_index (rows->rows, LscRankRow, at[step->index]), step);
    }
}

/** Returns: (transfer full) (element-type gint64): numbers of all steps, rising */
GArray *
_lsc_overview_list_steps (const LscOverview *overview)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint n = 0;

  for (guint i = 0; i < overview->steps->len; i++)
    {
      const LscOverviewStep *step = &g_array_index (overview->steps, LscOverviewStep, i);

      if (step->sums.has_step)
        g_array_append_val (steps, step->sums.step);
    }
  lsc_sort_int64s ((gint64 *) (gpointer) steps->data, steps->len);
  for (guint i = 0; i < steps->len; i++)
    if (i == 0 || g_array_index (steps, gint64, i) != g_array_index (steps, gint64, n - 1))
      g_array_index (steps, gint64, n++) = g_array_index (steps, gint64, i);
  g_array_set_size (steps, n);
  return steps;
}

/**
 * _lsc_overview_rows_new:
 * @step: (nullable): number of the step that is shown; %NULL: the median
 *
 * Returns: (transfer full): all ranks; their index is that of the overview
 */
LscRankRows *
_lsc_overview_rows_new (const LscOverview *overview, LscOverviewOrder order, const gint64 *step)
{
  LscRankRows *rows = lsc_rank_rows_new ();
  guint n = overview->ranks->len;
  g_autofree gsize *sorted = g_new (gsize, MAX (n, 1));
  g_autofree guint *at = g_new (guint, MAX (n, 1));
  Sorting sorting = { overview, order };

  for (guint i = 0; i < n; i++)
    sorted[i] = i;
  g_qsort_with_data (sorted, (int) n, sizeof (gsize), compare, &sorting);
  for (guint i = 0; i < n; i++)
    {
      at[sorted[i]] = i;
      add_rank (rows, overview, sorted[i], order == LSC_OVERVIEW_BY_STAGE);
    }
  add_points (rows, overview, at);
  if (step != NULL)
    show_only_step (rows, overview, at, *step);
  lsc_rank_rows_seal (rows);
  return rows;
}

/* ---- where a rank is seen ---- */

/* The step of median length. */
static gboolean
find_step (const LscOverview *overview, gsize index, LscOverviewPlace *place)
{
  gsize n = 0;

  for (guint i = 0; i < overview->steps->len; i++)
    {
      const LscOverviewStep *step = &g_array_index (overview->steps, LscOverviewStep, i);

      if (step->index == index && n++ == lsc_overview_get_rank (overview, index)->median_step)
        {
          place->begin_ns = step->sums.begin_ns;
          place->end_ns = step->sums.end_ns;
          return place->end_ns > place->begin_ns;
        }
    }
  return FALSE;
}

/** Finds what a rank does more than its peers, else its usual step.
 * Returns: %FALSE if it has no times */
gboolean
_lsc_overview_find_place (const LscRankSummary *summary, gsize index, LscOverviewPlace *place)
{
  const LscOverviewRank *rank = lsc_overview_get_rank (summary->overview, index);

  *place = (LscOverviewPlace){ .source = g_ptr_array_index (summary->sources, index) };
  if (rank->verdict != LSC_RANK_SLOW || rank->excess.slice == LSC_SLICE_NONE)
    return find_step (summary->overview, index, place);
  place->begin_ns = rank->excess.begin_ns;
  place->end_ns = rank->excess.end_ns;
  place->name = rank->excess.kernel;
  return TRUE;
}

/** Finds the longest time that the rank of row @pair waited for the other.
 * Returns: %FALSE if it has no times */
gboolean
_lsc_overview_find_wait (const LscRankSummary *summary, gsize pair, LscOverviewPlace *place)
{
  const LscRankWaits *waits = summary->overview->waits;
  const LscWaitPair *wait = &waits->pairs.items[pair];

  *place = (LscOverviewPlace){ g_ptr_array_index (summary->sources, wait->waiter), wait->begin_ns,
                               wait->end_ns, lsc_intern_text (waits->texts, wait->name) };
  return wait->slice != LSC_SLICE_NONE && wait->end_ns > wait->begin_ns;
}

/* ---- in words ---- */

/* Facts about a rank, for the details. */
void
_lsc_overview_describe_row (GPtrArray *facts, const LscRankRow *row)
{
  lsc_facts_take (facts, _ ("Rank"), g_strdup (row->label));
  lsc_facts_take (facts, _ ("Stage"), g_strdup (row->group));
  lsc_facts_take (facts, _ ("Not available"), g_strdup (row->missing));
  lsc_facts_add_duration (facts, _ ("Step"), row->length_ns);
  lsc_facts_add_duration (facts, _ ("Shortest step"), row->least_ns);
  lsc_facts_add_duration (facts, _ ("Longest step"), row->most_ns);
  for (guint i = 0; row->has_ns && i < LSC_BUDGET_N_CATEGORIES; i++)
    {
      g_autofree char *time = lsc_format_duration (row->ns[i], LSC_TIME_UNIT_AUTO);
      g_autofree char *share =
          lsc_format_share ((double) row->ns[i] / (double) MAX (row->length_ns, 1));

      if (row->ns[i] > 0)
        lsc_facts_take (facts, _ (lsc_budget_words[i].title),
                        g_strdup_printf ("%s · %s", time, share));
    }
  lsc_facts_add_duration (facts, _ ("Waiting that it causes"), row->caused_ns);
  lsc_facts_add_duration (facts, _ ("Waiting for others"), row->waited_ns);
  if (row->is_slow)
    lsc_facts_take (facts, _ ("Slow rank"), g_strdup (C_ ("flag", "yes")));
}

static void
append_phrase (GString *text, const LscPhrase *phrase)
{
  g_autofree char *words = phrase != NULL ? lsc_phrase_to_words (phrase) : NULL;

  if (words != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", words);
}

/** Returns: (transfer full): how long a step is and how steady */
char *
_lsc_overview_say_step (const LscOverview *overview)
{
  return overview->lines->len > 0 ? lsc_phrase_to_words (g_ptr_array_index (overview->lines, 0))
                                  : g_strdup ("");
}

/** Returns: (transfer full): who is slow, who waits for whom, and what is doubtful; may be empty */
char *
_lsc_overview_say_remark (const LscOverview *overview)
{
  GString *text = g_string_new (NULL);

  for (guint i = 1; i < overview->lines->len; i++)
    append_phrase (text, g_ptr_array_index (overview->lines, i));
  append_phrase (text, overview->doubt);
  return g_string_free (text, FALSE);
}

/** Returns: (transfer full): why nobody is known to wait for anybody */
char *
_lsc_overview_say_no_waits (const LscOverview *overview)
{
  return overview->no_waits != NULL ? lsc_phrase_to_words (overview->no_waits)
                                    : g_strdup (_ ("No rank waits for another."));
}
