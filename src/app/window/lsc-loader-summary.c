/* lsc-loader-summary.c - comparing the ranks of a cluster off the main loop
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-app.h"
#include "app/window/lsc-loader-private.h"

/* (transfer full) (nullable): the parallel sizes of the preferences */
static char *
read_layout (void)
{
  g_autoptr (GSettings) settings = g_settings_new (LSC_APP_ID);
  g_autofree char *text = g_strstrip (g_settings_get_string (settings, "parallel-sizes"));

  return *text != '\0' ? g_steal_pointer (&text) : NULL;
}

static gpointer
run_summary (gpointer data, LscJob *job, GError **error)
{
  const LscLoaderWork *work = data;

  return lsc_rank_summary_new (work->sources, work->layout, job, error);
}

static void
on_summary_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscLoaderWork *work = data;
  LscRankSummary *summary = result;

  if (summary)
    g_hash_table_replace (work->loader->wholes, g_ptr_array_ref (work->sources),
                          lsc_rank_summary_ref (summary));
  if (summary && summary->timeline) /* the only rank, which is wanted next */
    {
      LscTimeline *timeline = g_steal_pointer (&summary->timeline);

      g_hash_table_replace (work->loader->timelines, lsc_source_ref (timeline->source), timeline);
    }
  _lsc_loader_tell (owner, result, data, error);
}

/** lsc_loader_forget_summaries: the parallel sizes are others: what is in memory does not hold */
void
lsc_loader_forget_summaries (LscLoader *self)
{
  g_hash_table_remove_all (self->wholes);
}

/**
 * lsc_loader_load_summary:
 * @wish: gets an #LscRankSummary, or the errors of lsc_rank_summary_new()
 *
 * Reads every rank of a cluster, one after another as memory goes, and compares them, or takes
 * that from memory.
 */
void
lsc_loader_load_summary (LscLoader *self, LscCluster *cluster, const LscTaskWish *wish)
{
  LscRankSummary *summary;
  LscLoaderWork *work;

  g_return_if_fail (LSC_IS_LOADER (self));
  summary = g_hash_table_lookup (self->wholes, cluster->sources);
  work = _lsc_loader_work_new (self, wish);
  if (summary)
    {
      _lsc_loader_start_cached (work, lsc_rank_summary_ref (summary),
                                (GDestroyNotify) lsc_rank_summary_unref);
      return;
    }
  work->sources = g_ptr_array_ref (cluster->sources);
  work->layout = read_layout ();
  _lsc_loader_start (work, _ ("Comparing the ranks"), run_summary,
                     (GDestroyNotify) lsc_rank_summary_unref, on_summary_loaded);
}
