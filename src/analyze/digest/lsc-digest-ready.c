/* lsc-digest-ready.c - until when a rank computed what it had been given before each operator
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-digest-private.h"

/* replay.md#ready. A collective takes what was computed before it was launched. Where its stream
 * was not free then, its begin does not tell by when that was there; the launches do. */

static guint8
get_kind (const LscTimeline *timeline, guint32 slice)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, slice);

  return spot.node == LSC_SLICE_NONE
             ? LSC_SLICE_OTHER
             : lsc_timeline_get_node (timeline, spot.node)->lane->kind[spot.slice];
}

/* Operators by the number of their event, 1 + index. */
static GHashTable *
list_ops (const LscRankDigest *digest)
{
  GHashTable *ops = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < digest->ops.n; i++)
    if (digest->ops.items[i].slice != LSC_SLICE_NONE)
      g_hash_table_insert (ops, GUINT_TO_POINTER (digest->ops.items[i].slice),
                           GUINT_TO_POINTER (i + 1));
  return ops;
}

/**
 * _lsc_digest_list_ready:
 * @digest: with operators
 *
 * Cost: O(launches * log lanes). Thread: any.
 *
 * Returns: (transfer full) (array): of each operator when the device had computed all that was
 *   launched before it; %LSC_INT_NULL: not known, or it did not wait for that
 */
gint64 *
_lsc_digest_list_ready (const LscRankDigest *digest, const LscTimeline *timeline)
{
  const LscTimelineAnalysis *analysis = lsc_timeline_get_analysis (timeline);
  g_autoptr (GHashTable) ops = list_ops (digest);
  gint64 *ready_ns = g_new (gint64, digest->ops.n + 1), computed_ns = LSC_INT_NULL;

  for (gsize i = 0; i < digest->ops.n; i++)
    ready_ns[i] = LSC_INT_NULL;
  for (gsize i = 0; analysis && analysis->dispatch && i < analysis->dispatch->launches.n; i++)
    {
      const LscLaunch *launch = &analysis->dispatch->launches.items[i];
      guint op = GPOINTER_TO_UINT (g_hash_table_lookup (ops, GUINT_TO_POINTER (launch->device)));

      if (op > 0 && computed_ns <= digest->ops.items[op - 1].begin_ns)
        ready_ns[op - 1] = computed_ns;
      else if (op == 0 && lsc_slice_kind_is_computing (get_kind (timeline, launch->device)))
        computed_ns = MAX (computed_ns, launch->end_ns);
    }
  return ready_ns;
}
