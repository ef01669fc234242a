/* lsc-pipeline-clock-common.c - two clocks by the ends of common collectives
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>

#include "analyze/pipeline/lsc-pipeline-clock.h"
#include "analyze/pipeline/lsc-pipeline-metadata.h"
#include "analyze/pipeline/lsc-pipeline-p2p.h"

static int
compare_int64 (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Whether a group may hold a rank: not if its members are known and it is none. */
static gboolean
may_hold (const LscRun *run, guint32 group, gint64 rank, GHashTable *cache)
{
  gpointer key = GUINT_TO_POINTER (group), found;
  g_autoptr (GArray) members = NULL;
  gboolean holds;

  if (g_hash_table_lookup_extended (cache, key, NULL, &found))
    return found != NULL;
  members = lsc_metadata_members (run->metadata, lsc_run_text (run, group));
  holds = members == NULL;
  for (guint i = 0; members && i < members->len; i++)
    holds |= g_array_index (members, gint64, i) == rank;
  g_hash_table_insert (cache, key, GINT_TO_POINTER (holds));
  return holds;
}

static gboolean
is_stray (const LscPipelineRank *rank, const LscCommOp *op)
{
  return rank->has_strays && (op->start_ns < rank->main.begin_ns || op->end_ns > rank->main.end_ns);
}

static GHashTable *
index_collectives (const LscPipelineRank *rank, gint64 other_rank)
{
  const LscRun *run = rank->run;
  GHashTable *ends = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) cache = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; i < run->comm_ops.n; i++)
    {
      const LscCommOp *op = &run->comm_ops.items[i];
      const char *name = lsc_run_text (run, op->op_name);
      char *key;

      if (op->end_ns < op->start_ns || is_stray (rank, op) ||
          lsc_p2p_type (name, NULL) != LSC_P2P_NONE ||
          !may_hold (run, op->group, other_rank, cache))
        continue;
      key = g_strdup_printf ("%s\n%s", lsc_run_text (run, op->group), name);
      /* A name that comes twice tells nothing. */
      if (g_hash_table_contains (ends, key))
        g_hash_table_insert (ends, key, GSIZE_TO_POINTER (0));
      else
        g_hash_table_insert (ends, key, GSIZE_TO_POINTER (i + 1));
    }
  return ends;
}

/**
 * lsc_clock_common_ends:
 * @a: a rank's recording
 * @b: another one's
 * @edge: its theta is set
 *
 * A collective ends on all its ranks at about the same time (pipeline chart 8.2). Its name holds
 * the group and the index. How unequal the ends are is seen from how they differ; twice that is
 * the uncertainty.
 *
 * Returns: %FALSE if they have none in common
 */
gboolean
lsc_clock_common_ends (const LscPipelineRank *a, const LscPipelineRank *b, LscClockEdge *edge)
{
  g_autoptr (GHashTable) of_a = index_collectives (a, b->rank);
  g_autoptr (GHashTable) of_b = index_collectives (b, a->rank);
  LscInt64s diffs = { NULL, 0, 0 };
  GHashTableIter iter;
  gpointer key, value;
  gint64 median;
  gsize n;

  g_hash_table_iter_init (&iter, of_a);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      gsize i = GPOINTER_TO_SIZE (value), k = GPOINTER_TO_SIZE (g_hash_table_lookup (of_b, key));

      if (i > 0 && k > 0)
        {
          edge->at_ns = b->run->comm_ops.items[k - 1].end_ns;
          lsc_int64s_append (&diffs, edge->at_ns - a->run->comm_ops.items[i - 1].end_ns);
        }
    }
  n = diffs.n;
  if (n == 0)
    return FALSE;
  qsort (diffs.items, n, sizeof (gint64), compare_int64);
  median = diffs.items[n / 2];
  edge->drift = 0;
  edge->uncertainty_ns =
      n > 1 ? 2 * MAX (diffs.items[n - 1] - median, median - diffs.items[0]) + 1 : -1;
  lsc_int64s_clear (&diffs);
  edge->source = LSC_CLOCK_COLLECTIVES;
  edge->theta_ns = median;
  edge->delta_ns = -1;
  edge->n_messages = n;
  return TRUE;
}
