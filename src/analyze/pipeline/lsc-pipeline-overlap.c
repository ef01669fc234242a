/* lsc-pipeline-overlap.c - order, overlaps and lanes of a rank's blocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "analyze/pipeline/lsc-pipeline-rank-private.h"
#include "base/lsc-sort.h"

/* pipeline.md#overlap, #bad-input. Two blocks that overlap by no more than 1 us or 0.1 % of
 * the shorter one are neighbours. A larger overlap on two streams is concurrency: the blocks get
 * lanes. On one stream it is bad input: the later block begins where the earlier one ends. Not so
 * where a block is what its kernels span, on side streams too (pipeline.md#gpu): neighbours may
 * interleave. */

#define ROUNDING_NS 1000
#define MAX_LANES 64

static int
compare_by_start (gconstpointer a, gconstpointer b)
{
  const LscBlockRange *x = a, *y = b;

  LSC_RETURN_ORDER (x->start_ns, y->start_ns);
  LSC_RETURN_ORDER (y->end_ns, x->end_ns);
  return LSC_ORDER (x->host_start_ns, y->host_start_ns);
}

static gint64
tolerance_ns (const LscBlockRange *a, const LscBlockRange *b)
{
  gint64 shorter = MIN (a->end_ns - a->start_ns, b->end_ns - b->start_ns);

  return MAX (ROUNDING_NS, shorter / 1000);
}

/* Cuts blocks at the end of an earlier one of their stream; those of which nothing is left go. */
static void
cut_same_stream (LscBlockRanges *self, gint64 *n_cut, gint64 *n_gone)
{
  g_autoptr (GHashTable) last_of_stream = g_hash_table_new (NULL, NULL);
  gsize n = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      LscBlockRange *at = &self->items[i];
      gpointer key = GUINT_TO_POINTER (at->stream);
      gsize last = GPOINTER_TO_SIZE (g_hash_table_lookup (last_of_stream, key));
      LscBlockRange *before = last > 0 ? &self->items[last - 1] : NULL;

      if (before && at->stream != LSC_ID_NONE &&
          before->end_ns - at->start_ns > tolerance_ns (before, at))
        {
          before->flags |= LSC_BLOCK_CUT;
          ++*n_cut;
          if (at->end_ns <= before->end_ns)
            {
              ++*n_gone;
              continue;
            }
          at->start_ns = before->end_ns;
          at->flags |= LSC_BLOCK_CUT;
        }
      self->items[n++] = *at;
      g_hash_table_insert (last_of_stream, key, GSIZE_TO_POINTER (n));
    }
  self->n = n;
}

/* First lane that is free, by start. */
static void
give_lanes (LscBlockRanges *self)
{
  gsize last_of_lane[MAX_LANES];
  guint n_lanes = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      LscBlockRange *at = &self->items[i];
      guint lane;

      for (lane = 0; lane < n_lanes; lane++)
        {
          const LscBlockRange *before = &self->items[last_of_lane[lane]];

          if (before->end_ns - at->start_ns <= tolerance_ns (before, at))
            break;
        }
      lane = MIN (lane, MAX_LANES - 1);
      n_lanes = MAX (n_lanes, lane + 1);
      last_of_lane[lane] = i;
      at->sublane = (guint16) lane;
    }
}

/** Brings the ranges into block order, cuts and lays them out. */
void
_lsc_pipeline_place_blocks (const LscPipelineReading *reading, LscBlockRanges *ranges,
                            LscNotices *notices)
{
  gint64 n_cut = 0, n_gone = 0;

  if (ranges->n == 0)
    return;
  qsort (ranges->items, ranges->n, sizeof (LscBlockRange), compare_by_start);
  if (!reading->run->has_spanning_marks)
    cut_same_stream (ranges, &n_cut, &n_gone);
  if (n_cut > 0)
    {
      qsort (ranges->items, ranges->n, sizeof (LscBlockRange), compare_by_start);
      _lsc_pipeline_note (notices, LSC_SEVERITY_WARNING, "pp-stream-overlap", reading->rank, n_cut,
                          _ ("Blocks overlap others on their stream: they were cut "
                             "where the earlier one ends, and %" PRId64
                             " of which nothing was left dropped."),
                          _ ("One stream cannot run two blocks at once."), NULL, n_gone);
    }
  give_lanes (ranges);
}
