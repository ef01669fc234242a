/* lsc-report-pair-ranks.c - the first page of a comparison: who changed, and by how much
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-pair-ranks.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/lsc-time.h"
#include "base/lsc-words.h"
#include "draw/overview/lsc-rank-sheet.h"
#include "export/report/lsc-report-pair-next.h"
#include "export/report/lsc-report-pipeline.h"
#include "export/report/lsc-report-private.h"
#include "export/report/lsc-report-rank-bars.h"
#include "judge/compare/lsc-compare-same.h"
#include "model/lsc-rank-name.h"

#define MOST_WORDS 12
#define MOST_TITLE_WORDS 20
#define ALIKE 0.5      /* of the largest change: a rank changed, too */
#define LEAST 0.02     /* of what a rank computes: it changed at all */
#define MOST_CHANGED 4 /* ranks; where more changed, nobody stands out */
#define NAMED_RANKS 2  /* in the headline */
#define SHOWN_RANKS 5  /* of the chart, twice each */
#define AROUND_PX 120

/* ---- who changed ---- */

/* What a step of a rank computes on both sides. */
static void
sum_compute (const LscRankChange *rank, gint64 *ns)
{
  const GPtrArray *list = rank->lists[LSC_COMPARE_CATEGORIES];

  ns[LSC_BEFORE] = ns[LSC_AFTER] = 0;
  for (guint i = 0; i < list->len; i++)
    {
      const LscChange *change = list->pdata[i];

      for (LscSide side = LSC_BEFORE; side < LSC_N_SIDES; side++)
        if (change->category == LSC_BUDGET_COMPUTE)
          ns[side] += change->ns[side];
    }
}

static gint64
get_delta (const LscRankChange *rank)
{
  gint64 ns[LSC_N_SIDES];

  sum_compute (rank, ns);
  return ns[LSC_AFTER] - ns[LSC_BEFORE];
}

static gboolean
is_changed (const LscRankChange *rank, gint64 most_ns)
{
  gint64 ns[LSC_N_SIDES];

  sum_compute (rank, ns);
  return (double) ABS (ns[LSC_AFTER] - ns[LSC_BEFORE]) >
         MAX (ALIKE * (double) ABS (most_ns), LEAST * (double) ns[LSC_BEFORE]);
}

/**
 * lsc_report_list_changed:
 *
 * Returns: (transfer full) (element-type gint64): the ranks before whose own computing changed,
 * where these are few among others; empty where all changed, or none
 */
GArray *
lsc_report_list_changed (const LscCompare *compare)
{
  g_autoptr (GPtrArray) sorted = NULL;
  GArray *changed;

  g_return_val_if_fail (compare, NULL);
  changed = g_array_new (FALSE, FALSE, sizeof (gint64));
  sorted = lsc_compare_sort_ranks (compare);
  for (guint i = 0; i < sorted->len; i++)
    {
      const LscRankChange *rank = sorted->pdata[i];

      if (is_changed (rank, get_delta (sorted->pdata[0])))
        g_array_append_val (changed, rank->rank[LSC_BEFORE]);
    }
  if (changed->len > MOST_CHANGED || changed->len == sorted->len)
    g_array_set_size (changed, 0);
  return changed;
}

static char *
say_duration (gint64 ns)
{
  return lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);
}

/* Some languages write a word of ours small at the beginning of a sentence, too. */
static char *
capitalise (char *text)
{
  if (g_ascii_isupper (_ ("Rank %s")[0]))
    text[0] = g_ascii_toupper (text[0]);
  return text;
}

/**
 * lsc_report_say_who_changed:
 *
 * Returns: (transfer full) (nullable): which ranks compute longer or shorter, and how it is with
 * the others
 */
char *
lsc_report_say_who_changed (const LscCompare *compare)
{
  g_autoptr (GArray) changed = NULL;
  g_autoptr (GPtrArray) sorted = NULL;
  g_autofree char *before = NULL, *after = NULL;
  gint64 ns[LSC_N_SIDES];
  guint n_others;

  g_return_val_if_fail (compare, NULL);
  changed = lsc_report_list_changed (compare);
  sorted = lsc_compare_sort_ranks (compare);
  if (changed->len == 0)
    return g_strdup (_ ("No rank changed by itself: computing changed alike on all"));
  sum_compute (sorted->pdata[0], ns);
  before = say_duration (ns[LSC_BEFORE]);
  after = say_duration (ns[LSC_AFTER]);
  n_others = compare->ranks->len - changed->len;
  return changed->len == 1
             ? g_strdup_printf (ngettext ("Rank %" PRId64
                                          " changed: it computes %s → %s per step; %u other rank "
                                          "computes as before",
                                          "Rank %" PRId64
                                          " changed: it computes %s → %s per step; %u other "
                                          "ranks compute as before",
                                          n_others),
                                g_array_index (changed, gint64, 0), before, after, n_others)
             : g_strdup_printf (_ ("%u ranks changed, most of all rank %" PRId64
                                   ": it computes %s → %s per step"),
                                changed->len, g_array_index (changed, gint64, 0), before, after);
}

/**
 * lsc_report_say_main_category:
 *
 * Returns: (transfer full) (nullable): the part of the step that changed most
 */
char *
lsc_report_say_main_category (const LscCompare *compare)
{
  const GPtrArray *list;
  const LscChange *most = NULL;
  g_autofree char *name = NULL, *before = NULL, *after = NULL;

  g_return_val_if_fail (compare, NULL);
  list = compare->total->lists[LSC_COMPARE_CATEGORIES];
  for (guint i = 0; i < list->len; i++)
    {
      const LscChange *change = list->pdata[i];

      if (change->category >= 0 && (!most || ABS (change->delta_ns) > ABS (most->delta_ns)))
        most = change;
    }
  if (!most || most->delta_ns == 0)
    return NULL;
  name = capitalise (g_strdup (_ (lsc_budget_clauses[most->category])));
  before = say_duration (most->ns[LSC_BEFORE]);
  after = say_duration (most->ns[LSC_AFTER]);
  return g_strdup_printf (_ ("%s changed most: %s → %s per step and rank"), name, before, after);
}

/**
 * lsc_report_say_pipelines:
 * @sides: (array fixed-size=2): what is drawn
 *
 * Returns: (transfer full) (nullable): how long the pipelines take, and how much of that is idle
 */
char *
lsc_report_say_pipelines (const LscReportPipeline *sides)
{
  char *lengths[LSC_N_SIDES] = { NULL }, *idle[LSC_N_SIDES] = { NULL };
  const LscPipelineGroup *group = NULL;
  g_autofree char *name = NULL;
  char *text;

  g_return_val_if_fail (sides, NULL);
  for (guint side = LSC_N_SIDES; side-- > 0;)
    {
      const LscPipelineStep *step;

      group = lsc_report_find_group (sides[side].pipeline, sides[side].ranks);
      if (!group)
        continue;
      step = &group->steps[lsc_report_find_step (group, sides[side].counted)];
      if (!lsc_pipeline_step_is_compared (step))
        continue;
      lengths[side] = say_duration (step->t1_ns - step->t0_ns);
      idle[side] = lsc_format_share (step->bubble_ratio);
    }
  name = group ? lsc_report_name_pipeline (group) : NULL;
  text = lengths[LSC_BEFORE] && lengths[LSC_AFTER]
             ? g_strdup_printf (_ ("Pipeline %s takes %s → %s and is idle for %s → %s of it"), name,
                                lengths[LSC_BEFORE], lengths[LSC_AFTER], idle[LSC_BEFORE],
                                idle[LSC_AFTER])
             : NULL;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_free (lengths[side]);
      g_free (idle[side]);
    }
  return text;
}

/* ---- the chart ---- */

/* Means of the steps; the slower side of a rank that changed is marked. */
static void
add_row (LscRankRows *rows, const LscRankChange *rank, LscSide side, const char *name,
         gboolean is_marked)
{
  const GPtrArray *list = rank->lists[LSC_COMPARE_CATEGORIES];
  LscRankRow *row = lsc_rank_rows_add (rows, rows->rows->len, rank->rank[side]);
  g_autoptr (LscPhrase) phrase = lsc_rank_name_new (rank->rank[LSC_BEFORE], NULL);

  row->group = capitalise (lsc_phrase_to_words (phrase));
  row->label = g_strdup (name);
  row->is_slow = is_marked && (get_delta (rank) < 0) == (side == LSC_BEFORE);
  row->length_ns = 0;
  for (guint i = 0; i < list->len; i++)
    {
      const LscChange *change = list->pdata[i];

      if (change->category < 0)
        continue;
      row->ns[change->category] += change->ns[side];
      row->length_ns += change->ns[side];
    }
  row->has_ns = row->length_ns > 0;
}

static gboolean
has_rank (const GArray *ranks, gint64 rank)
{
  for (guint i = 0; i < ranks->len; i++)
    if (g_array_index (ranks, gint64, i) == rank)
      return TRUE;
  return FALSE;
}

static char *
say_shown (const LscCompare *compare, guint n)
{
  return n < compare->ranks->len
             ? g_strdup_printf (_ ("A step of each rank before and after, means: %u of %u ranks, "
                                   "those whose computing changed most"),
                                n, compare->ranks->len)
             : g_strdup (_ ("A step of each rank before and after, means"));
}

/**
 * lsc_report_add_rank_changes:
 *
 * Adds the bars of the ranks that changed most, each before and after; nothing for a single rank.
 */
void
lsc_report_add_rank_changes (LscReportSection *section, const LscCompare *compare)
{
  g_autoptr (GPtrArray) sorted = NULL;
  g_autoptr (GArray) changed = NULL;
  g_autofree char *title = NULL;
  LscRankRows *rows;
  guint n;

  g_return_if_fail (section && compare);
  if (compare->ranks->len < 2)
    return;
  sorted = lsc_compare_sort_ranks (compare);
  changed = lsc_report_list_changed (compare);
  n = MIN (sorted->len, SHOWN_RANKS);
  rows = lsc_rank_rows_new ();
  for (guint i = 0; i < n; i++)
    for (LscSide side = LSC_BEFORE; side < LSC_N_SIDES; side++)
      {
        const LscRankChange *rank = sorted->pdata[i];
        g_autofree char *name = _lsc_report_side_name (compare, side);

        add_row (rows, rank, side, name, has_rank (changed, rank->rank[LSC_BEFORE]));
      }
  lsc_rank_rows_seal (rows);
  title = say_shown (compare, n);
  lsc_report_take_rank_bars (section, title, rows, G_MAXDOUBLE, AROUND_PX);
}

/* ---- the answer ---- */

/* (nullable): the module of a rank that changed most as its op did */
static const LscChange *
find_module (const LscCompare *compare, gint64 rank, gboolean is_longer)
{
  for (guint i = 0; i < compare->ranks->len; i++)
    {
      const LscRankChange *change = compare->ranks->pdata[i];
      const GPtrArray *list = change->lists[LSC_COMPARE_MODULES];

      for (guint k = 0; change->rank[LSC_BEFORE] == rank && k < list->len; k++)
        {
          const LscChange *module = list->pdata[k];

          if (!module->is_word && module->match <= LSC_MATCH_MAPPED &&
              (module->delta_ns > 0) == is_longer)
            return fabs ((double) module->delta_ns) >= LEAST * (double) module->ns[LSC_BEFORE]
                       ? module
                       : NULL;
        }
    }
  return NULL;
}

/* (nullable): where in the model that is */
static char *
say_module (const LscCompare *compare, gint64 rank, gboolean is_longer)
{
  const LscChange *module = find_module (compare, rank, is_longer);
  g_autofree char *name = module ? _lsc_report_short_name (module->name) : NULL;
  g_autofree char *before = NULL, *after = NULL;

  if (!module)
    return NULL;
  before = say_duration (module->ns[LSC_BEFORE]);
  after = say_duration (module->ns[LSC_AFTER]);
  return g_strdup_printf (_ ("The module that changed most there: %s, %s → %s per step."), name,
                          before, after);
}

/* The op of the rank that changed most, called as often on both sides. (nullable) */
static char *
say_kernel (const LscCompare *compare)
{
  g_autoptr (LscTable) table = lsc_compare_get_rank_table (compare);
  LscValue rank, op, count, before, after;
  g_autofree char *name = NULL, *calls = NULL, *longer = NULL, *shorter = NULL, *module = NULL;
  g_autoptr (GString) words = NULL;

  if (lsc_table_get_n_rows (table) == 0)
    return NULL;
  rank = lsc_table_get_named (table, 0, "rank");
  op = lsc_table_get_named (table, 0, "op");
  count = lsc_table_get_named (table, 0, "count");
  before = lsc_table_get_named (table, 0, "before_each_ns");
  after = lsc_table_get_named (table, 0, "after_each_ns");
  if (rank.is_null || op.is_null || count.is_null || before.is_null || after.is_null)
    return NULL;
  name = _lsc_report_short_name (op.text);
  calls = g_strdup_printf ("%.0f", count.real);
  longer = say_duration (before.integer);
  shorter = say_duration (after.integer);
  module = say_module (compare, rank.integer, after.integer > before.integer);
  words = g_string_new (NULL);
  g_string_printf (words,
                   _ ("%s on rank %" PRId64 ": %s calls per step on both sides, %s → %s each."),
                   name, rank.integer, calls, longer, shorter);
  if (module)
    lsc_words_append (words, module);
  return g_string_free (g_steal_pointer (&words), FALSE);
}

static char *
say_certainty (const LscCompare *compare)
{
  const char *word = _ (lsc_compare_certainty_words[compare->certainty].title);
  g_autofree char *share = lsc_format_share (compare->score);
  g_autofree char *noise = isnan (compare->floor) ? NULL : lsc_format_share (compare->floor);
  g_autofree char *steps = NULL;
  guint a = compare->steps[LSC_BEFORE].ns.n, b = compare->steps[LSC_AFTER].ns.n;

  steps = a == b
              ? g_strdup_printf (ngettext ("%u step on each side", "%u steps on each side", a), a)
              : g_strdup_printf (_ ("%u and %u steps"), a, b);
  return noise ? g_strdup_printf (_ ("%s: %s; noise ±%s. Comparability %s."), word, steps, noise,
                                  share)
               : g_strdup_printf (_ ("%s: %s. Comparability %s."), word, steps, share);
}

/* ---- the headline ---- */

/* (transfer full): "rank 2 computes 20.0 % less" */
static char *
say_changed_ranks (const LscCompare *compare, const GArray *changed)
{
  gint64 ns[LSC_N_SIDES] = { 0, 0 }, own[LSC_N_SIDES];
  g_autofree char *share = NULL;
  gint64 first = g_array_index (changed, gint64, 0);

  for (guint i = 0; i < compare->ranks->len; i++)
    if (has_rank (changed, ((const LscRankChange *) compare->ranks->pdata[i])->rank[LSC_BEFORE]))
      {
        sum_compute (compare->ranks->pdata[i], own);
        ns[LSC_BEFORE] += own[LSC_BEFORE];
        ns[LSC_AFTER] += own[LSC_AFTER];
      }
  share = lsc_format_share (
      fabs ((double) (ns[LSC_AFTER] - ns[LSC_BEFORE]) / (double) MAX (ns[LSC_BEFORE], 1)));
  if (changed->len == 1 && lsc_compare_is_same_work (compare))
    return g_strdup_printf (ns[LSC_AFTER] < ns[LSC_BEFORE]
                                ? _ ("rank %" PRId64 " computes the same work in %s less time")
                                : _ ("rank %" PRId64 " computes the same work in %s more time"),
                            first, share);
  if (changed->len == 1)
    return g_strdup_printf (ns[LSC_AFTER] < ns[LSC_BEFORE]
                                ? _ ("rank %" PRId64 " computes %s less")
                                : _ ("rank %" PRId64 " computes %s more"),
                            first, share);
  return g_strdup_printf (ns[LSC_AFTER] < ns[LSC_BEFORE]
                              ? _ ("ranks %" PRId64 ", %" PRId64 " compute %s less")
                              : _ ("ranks %" PRId64 ", %" PRId64 " compute %s more"),
                          first, g_array_index (changed, gint64, 1), share);
}

/* (transfer full) (nullable): what became of the step, then who changed; %NULL where no step can be
 * compared, or nobody stands out */
static char *
say_headline (const LscCompare *compare)
{
  g_autoptr (GArray) changed = lsc_report_list_changed (compare);
  const gint64 *ns = compare->total->step_ns;
  g_autofree char *before = NULL, *after = NULL, *share = NULL, *who = NULL;

  if ((compare->word != LSC_COMPARE_FASTER && compare->word != LSC_COMPARE_SLOWER) ||
      changed->len == 0 || changed->len > NAMED_RANKS || ns[LSC_BEFORE] <= 0)
    return NULL;
  before = say_duration (ns[LSC_BEFORE]);
  after = say_duration (ns[LSC_AFTER]);
  share =
      lsc_format_share (fabs ((double) compare->total->step_delta_ns / (double) ns[LSC_BEFORE]));
  who = say_changed_ranks (compare, changed);
  return g_strdup_printf (compare->total->step_delta_ns < 0 ? _ ("Step %s → %s, %s shorter: %s")
                                                            : _ ("Step %s → %s, %s longer: %s"),
                          before, after, share, who);
}

/**
 * lsc_report_fill_change:
 * @digests: (array fixed-size=2): of the ranks of each side, each (nullable) and of LscRankDigest
 *
 * Fills in the answer of a comparison: by how much the step changed, and below it who changed, the
 * same kernel before and after, what to do next, and how certain that is.
 */
void
lsc_report_fill_change (LscReport *report, const LscCompare *compare, GPtrArray *const *digests)
{
  g_autoptr (GArray) changed = NULL;

  g_return_if_fail (report && compare);
  changed = lsc_report_list_changed (compare);
  report->headline = say_headline (compare);
  if (!report->headline)
    report->headline = lsc_phrase_to_words (compare->answer);
  lsc_report_take_fact (report, "who", _ ("Who Changed"),
                        compare->why ? capitalise (_lsc_report_sentence (compare->why))
                                     : _lsc_report_sentence (compare->head));
  lsc_report_take_fact (report, "kernel", _ ("The Same Op Before and After"), say_kernel (compare));
  lsc_report_take_fact (report, "next", _ ("What to Try Next"),
                        lsc_report_say_change_next (compare, changed, digests));
  lsc_report_take_fact (report, "certainty", _ ("How Certain"), say_certainty (compare));
  report->detail = _lsc_report_sentence (compare->head);
}
