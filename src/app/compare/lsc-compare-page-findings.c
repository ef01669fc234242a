/* lsc-compare-page-findings.c - what became of the findings of the recording before
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/compare/lsc-compare-page-private.h"

/** Forgets the findings of another pair. */
void
_lsc_compare_page_clear_findings (LscComparePage *self)
{
  LscCompareLosses *losses = &self->losses;

  g_clear_pointer (&losses->changes, g_array_unref);
  g_clear_pointer (&losses->missing, g_free);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      lsc_task_stop (&losses->tasks[side]);
      g_clear_pointer (&losses->summaries[side], lsc_rank_summary_unref);
    }
  losses->is_asked = FALSE;
}

static void
take_summary (LscComparePage *self, LscSide side, LscRankSummary *summary, const GError *error)
{
  LscCompareLosses *losses = &self->losses;

  losses->summaries[side] = summary;
  if (error && !losses->missing)
    losses->missing = g_strdup (error->message);
  if (losses->summaries[LSC_BEFORE] && losses->summaries[LSC_AFTER])
    losses->changes = lsc_findings_changes_new (losses->summaries[LSC_BEFORE]->findings,
                                                losses->summaries[LSC_AFTER]->findings);
  if (losses->changes || losses->missing)
    lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_COMPARE_ON_FINDINGS);
}

static void
on_before_read (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  take_summary (owner, LSC_BEFORE, result, error);
}

static void
on_after_read (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  take_summary (owner, LSC_AFTER, result, error);
}

/** Looks for what both recordings lose time to, unless that is there or on its way. */
void
_lsc_compare_page_read_findings (LscComparePage *self)
{
  static const LscTaskDone done[LSC_N_SIDES] = { on_before_read, on_after_read };
  LscCompareLosses *losses = &self->losses;
  LscCluster *clusters[LSC_N_SIDES];

  if (losses->is_asked || !self->comparison || !_lsc_compare_page_find_clusters (self, clusters))
    return;
  losses->is_asked = TRUE;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      LscTaskWish wish = { .owner = self, .slot = &losses->tasks[side], .done = done[side] };

      lsc_loader_load_summary (lsc_app_page_get_source (LSC_APP_PAGE (self))->loader,
                               clusters[side], &wish);
    }
}

/** Returns: (transfer full) (nullable): what the first finding was, and what is first now */
char *
_lsc_compare_page_say_findings (LscComparePage *self)
{
  const LscCompareLosses *losses = &self->losses;
  g_autoptr (LscPhrase) said = NULL;

  if (!losses->changes)
    return NULL;
  said = lsc_findings_changes_say (losses->changes, losses->summaries[LSC_BEFORE]->findings,
                                   losses->summaries[LSC_AFTER]->findings);
  return lsc_phrase_to_words (said);
}
