/* lsc-run-from-timeline-lookup.c - what of the timeline is what of the run
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-around.h"
#include "read/facts/lsc-run-from-timeline-private.h"

/**
 * _lsc_run_build_name:
 * @name: string of the timeline
 *
 * Returns: the same text among the strings of the run
 */
guint32
_lsc_run_build_name (LscRunBuild *build, guint32 name)
{
  const char *text;

  if (build->shares_names)
    return name;
  if (name >= build->n_names)
    return LSC_STRING_NONE;
  if (build->name_of[name] != LSC_STRING_NONE)
    return build->name_of[name];
  text = lsc_intern_text (build->timeline->strings, name);
  build->name_of[name] = lsc_intern_add (build->run->strings, text ? text : "");
  return build->name_of[name];
}

/**
 * _lsc_run_build_global_tid:
 *
 * Returns: index of a thread in the run, which gets to know it
 */
guint32
_lsc_run_build_global_tid (LscRunBuild *build, gint64 tid)
{
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (build->threads, &tid));

  if (found == 0)
    {
      lsc_int64s_append (&build->run->threads, tid);
      found = (guint) build->run->threads.n;
      g_hash_table_insert (build->threads, g_memdup2 (&tid, sizeof tid), GUINT_TO_POINTER (found));
    }
  return found - 1;
}

/**
 * _lsc_run_build_thread:
 * @node: of a host thread
 *
 * Returns: index of its thread in the run
 */
guint32
_lsc_run_build_thread (LscRunBuild *build, const LscNode *node)
{
  return _lsc_run_build_global_tid (build, _lsc_run_build_tid (node));
}

/**
 * _lsc_run_build_find_node:
 * @table: by thread
 *
 * Returns: the node of the same thread as @node, %LSC_SLICE_NONE
 */
guint32
_lsc_run_build_find_node (GHashTable *table, const LscNode *node)
{
  gint64 tid = _lsc_run_build_tid (node);
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (table, &tid));

  return found == 0 ? LSC_SLICE_NONE : found - 1;
}

/**
 * _lsc_run_build_find_link:
 *
 * Returns: where the first link of a kind to a slice comes from, %LSC_SLICE_NONE
 */
guint32
_lsc_run_build_find_link (const LscTimeline *timeline, guint32 to, guint kind)
{
  gsize first;
  gsize n = lsc_links_find_to (&timeline->links, to, &first);

  for (gsize i = 0; i < n; i++)
    {
      const LscLink *link = lsc_links_get_to (&timeline->links, first + i);

      if (link->kind == kind)
        return link->from;
    }
  return LSC_SLICE_NONE;
}

/**
 * _lsc_run_build_find_frame:
 *
 * Returns: the innermost slice at a time of a kind that is wanted, %LSC_SLICE_NONE
 */
guint32
_lsc_run_build_find_frame (const LscLane *lane, gint64 time_ns, gboolean (*is_wanted) (guint8 kind))
{
  guint32 slice = lsc_lane_find_deepest (lane, time_ns);

  for (guint i = 0; i < LSC_AROUND_MOST_LEVELS && slice != LSC_SLICE_NONE; i++)
    {
      if (is_wanted (lane->kind[slice]))
        return slice;
      slice = lsc_lane_get_parent (lane, slice);
    }
  return LSC_SLICE_NONE;
}
