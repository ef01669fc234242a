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
#include "base/lsc-words.h"

/** Returns: (transfer full) (element-type gint64): numbers of all steps, rising */
GArray *
_lsc_overview_list_steps (const LscOverview *overview)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint n = 0;

  for (guint i = 0; i < overview->steps.n; i++)
    {
      const LscOverviewStep *step = &overview->steps.items[i];

      if (step->sums.step != LSC_INT_NULL)
        g_array_append_val (steps, step->sums.step);
    }
  lsc_sort_int64s ((gint64 *) (gpointer) steps->data, steps->len);
  for (guint i = 0; i < steps->len; i++)
    if (i == 0 || g_array_index (steps, gint64, i) != g_array_index (steps, gint64, n - 1))
      g_array_index (steps, gint64, n++) = g_array_index (steps, gint64, i);
  g_array_set_size (steps, n);
  return steps;
}

/* ---- where a rank is seen ---- */

/** Finds what a rank does more than its peers, else its usual step.
 * Returns: %FALSE if it has no times */
gboolean
_lsc_overview_find_place (const LscRankSummary *summary, gsize index, LscOverviewPlace *place)
{
  const LscOverviewRank *rank = lsc_overview_get_rank (summary->overview, index);

  *place = (LscOverviewPlace){ .source = g_ptr_array_index (summary->sources, index) };
  if (rank->verdict != LSC_RANK_SLOW || rank->excess.slice == LSC_SLICE_NONE)
    return lsc_rank_summary_find_step (summary, index, &place->begin_ns, &place->end_ns);
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
  lsc_facts_add_duration (facts, _ ("Step Time"), row->length_ns);
  lsc_facts_add_duration (facts, _ ("Host Step Time"), row->host_ns);
  lsc_facts_add_duration (facts, _ ("Shortest Step"), row->least_ns);
  lsc_facts_add_duration (facts, _ ("Longest Step"), row->most_ns);
  for (guint i = 0; row->has_ns && i < LSC_BUDGET_N_CATEGORIES; i++)
    {
      g_autofree char *time = lsc_format_duration (row->ns[i], LSC_TIME_UNIT_AUTO);
      g_autofree char *share =
          lsc_format_share ((double) row->ns[i] / (double) MAX (row->length_ns, 1));

      if (row->ns[i] > 0)
        lsc_facts_take (facts, _ (lsc_budget_get_title (i, row->is_of_ops)),
                        g_strdup_printf ("%s · %s", time, share));
    }
  lsc_facts_add_duration (facts, _ ("Wait Caused, Sum of Ranks"), row->caused_ns);
  lsc_facts_add_duration (facts, _ ("Wait for Peers, Hidden or Not"), row->waited_ns);
  if (row->is_slow)
    lsc_facts_take (facts, _ ("Slow rank"), g_strdup (C_ ("flag", "yes")));
}

static void
append_phrase (GString *text, const LscPhrase *phrase)
{
  g_autofree char *words = phrase != NULL ? lsc_phrase_to_words (phrase) : NULL;

  if (words != NULL)
    lsc_words_append (text, words);
}

/** Returns: (transfer full): how long a step is and how steady, of what it consists, who is slow
 * and why, and what is doubtful; may be empty */
char *
_lsc_overview_say_remark (const LscOverview *overview, const LscFindings *findings)
{
  GString *text = g_string_new (NULL);
  const LscFinding *largest = lsc_findings_get_told (findings, 0);
  g_autoptr (LscPhrase) below =
      lsc_findings_say_remark (findings, overview, largest ? largest->remedy : NULL);

  append_phrase (text, below);
  for (guint i = 1; i < overview->n_conclusions; i++)
    if (!lsc_findings_replaces_line (findings, overview, i)) /* those below have it */
      append_phrase (text, g_ptr_array_index (overview->lines, i));
  return g_string_free (text, FALSE);
}

/** Returns: (transfer full): why nobody is known to wait for anybody */
char *
_lsc_overview_say_no_waits (const LscOverview *overview)
{
  return overview->no_waits != NULL ? lsc_phrase_to_words (overview->no_waits)
                                    : g_strdup (_ ("No rank waits for another."));
}
