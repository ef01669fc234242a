/* lsc-rank-summary.c - what is concluded from all ranks of a recording, for pages that show it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-rank-summary.h"

/* A rank that could not be read when ranks were judged may have been read since, for another page:
 * it has no place among those that were judged. */
static void
keep_judged (GPtrArray *sources, const LscOverview *overview)
{
  if (sources->len == overview->ranks->len)
    return;
  for (guint i = 0; i < sources->len;)
    if (i < overview->ranks->len &&
        lsc_overview_get_rank (overview, i)->rank == ((LscSource *) sources->pdata[i])->rank)
      i++;
    else
      g_ptr_array_remove_index (sources, i);
}

/* With thousands of ranks, a look through all of them for each would keep the window waiting. */
static GHashTable *
list_places (const GPtrArray *sources)
{
  GHashTable *places = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < sources->len; i++)
    g_hash_table_insert (places, sources->pdata[i], GUINT_TO_POINTER (i + 1));
  return places;
}

/**
 * lsc_rank_summary_new:
 *
 * Errors: those of lsc_session_get_findings(). Thread: any.
 *
 * Returns: (transfer full) (nullable): overview and findings of the session
 */
LscRankSummary *
lsc_rank_summary_new (LscSession *session, LscJob *job, GError **error)
{
  g_autoptr (LscFindings) findings = NULL;
  g_autoptr (LscOverview) overview = NULL;
  LscRankSummary *self;

  g_return_val_if_fail (session, NULL);
  findings = lsc_session_get_findings (session, job, error);
  overview = findings ? lsc_session_get_overview (session, job, error) : NULL;
  if (!overview)
    return NULL;
  self = g_new0 (LscRankSummary, 1);
  g_atomic_ref_count_init (&self->refs);
  self->findings = g_steal_pointer (&findings);
  self->overview = g_steal_pointer (&overview);
  self->sources = lsc_session_list_read (session);
  keep_judged (self->sources, self->overview);
  self->places = list_places (self->sources);
  self->notices = lsc_notices_ref (lsc_session_get_notices (session));
  return self;
}

LscRankSummary *
lsc_rank_summary_ref (LscRankSummary *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * lsc_rank_summary_unref:
 * @self: (transfer full):
 */
void
lsc_rank_summary_unref (LscRankSummary *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_hash_table_unref (self->places);
  g_ptr_array_unref (self->sources);
  lsc_overview_unref (self->overview);
  lsc_findings_unref (self->findings);
  lsc_notices_unref (self->notices);
  g_free (self);
}

/**
 * lsc_rank_summary_find_source:
 * @index: (out): into the sources and the ranks of the overview
 *
 * Cost: O(1).
 *
 * Returns: %FALSE if it is none of them
 */
gboolean
lsc_rank_summary_find_source (const LscRankSummary *self, const LscSource *source, guint *index)
{
  guint place;

  g_return_val_if_fail (self && source && index, FALSE);
  place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, source));
  if (place > 0)
    *index = place - 1;
  return place > 0;
}

/**
 * lsc_rank_summary_find_step:
 * @index: of a rank
 * @begin_ns, @end_ns: (out): by its clock
 *
 * Finds its step of median length.
 *
 * Returns: %FALSE if it has no times
 */
gboolean
lsc_rank_summary_find_step (const LscRankSummary *self, gsize index, gint64 *begin_ns,
                            gint64 *end_ns)
{
  const LscOverview *overview;
  gsize n = 0;

  g_return_val_if_fail (self && begin_ns && end_ns, FALSE);
  overview = self->overview;
  for (guint i = 0; i < overview->steps.n; i++)
    {
      const LscOverviewStep *step = &overview->steps.items[i];

      if (step->index == index && n++ == lsc_overview_get_rank (overview, index)->median_step)
        {
          *begin_ns = step->sums.begin_ns;
          *end_ns = step->sums.end_ns;
          return *end_ns > *begin_ns;
        }
    }
  return FALSE;
}
