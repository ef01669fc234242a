/* lsc-histogram.c - how the durations of one name are spread
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "base/lsc-sort.h"
#include "base/lsc-stats.h"
#include "analyze/step/lsc-range-private.h"

/* Bins of quarter octaves: [2^(k/4), 2^((k+1)/4)), borders rounded up to whole ns, those that hold
 * no whole ns left out; durations of 0 have a bin of their own. From the bin of the shortest to
 * that of the longest all are there, also empty ones. */

#define BINS_PER_OCTAVE 4
#define N_BORDERS (63 * BINS_PER_OCTAVE + 1)

typedef struct
{
  guint32 name;
  LscInt64s durations;
} Collect;

static gboolean
collect (const LscRangePiece *piece, gpointer user_data)
{
  const LscLane *lane = piece->lane;
  Collect *self = user_data;

  for (guint32 i = piece->begin; i < piece->end; i++)
    if (lane->name[i] == self->name &&
        lsc_range_counts (piece->range, lane->start_ns[i], lsc_lane_get_end_ns (lane, i)))
      lsc_int64s_append (&self->durations, lsc_lane_get_duration_ns (lane, i));
  return TRUE;
}

static gint64
border_ns (guint k)
{
  double border = ceil (exp2 ((double) k / BINS_PER_OCTAVE));

  return border < 9.2e18 ? (gint64) border : G_MAXINT64;
}

static void
fill_bins (LscHistogram *self, const gint64 *sorted, gsize n)
{
  gsize i = 0;
  gint64 begin_ns = 0;

  for (guint k = 0; i < n && k <= N_BORDERS; k++)
    {
      gint64 end_ns = k < N_BORDERS ? border_ns (k) : G_MAXINT64;
      LscHistogramBin bin = { begin_ns, end_ns, 0, 0 };

      if (end_ns <= begin_ns)
        continue;
      for (; i < n && (sorted[i] < end_ns || k == N_BORDERS); i++)
        {
          bin.n++;
          bin.sum_ns += sorted[i];
        }
      begin_ns = end_ns;
      if (bin.n > 0 || self->bins->len > 0)
        g_array_append_val (self->bins, bin);
    }
}

static void
fill_figures (LscHistogram *self, const gint64 *sorted, gsize n)
{
  static const guint percents[] = { 0, 25, 50, 75, 90, 99, 100 };
  double squares = 0, sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += (double) sorted[i];
  self->n = n;
  self->mean_ns = sum / (double) n;
  for (gsize i = 0; i < n; i++)
    squares += ((double) sorted[i] - self->mean_ns) * ((double) sorted[i] - self->mean_ns);
  self->sigma_ns = sqrt (squares / (double) n);
  for (guint i = 0; i < G_N_ELEMENTS (percents); i++)
    self->percentile_ns[i] = sorted[lsc_nearest_rank (n, percents[i])];
}

/**
 * lsc_histogram_new_of:
 * @durations_ns: (array length=n) (nullable): none negative; are sorted
 *
 * Spreads durations as lsc_histogram_new() does.
 *
 * Returns: (transfer full): the bins, none without durations
 */
LscHistogram *
lsc_histogram_new_of (gint64 *durations_ns, gsize n)
{
  LscHistogram *self = g_new0 (LscHistogram, 1);

  self->bins = g_array_new (FALSE, FALSE, sizeof (LscHistogramBin));
  if (n > 0)
    {
      lsc_sort_radix ((guint64 *) durations_ns, n, 0);
      fill_bins (self, durations_ns, n);
      fill_figures (self, durations_ns, n);
    }
  return self;
}

/**
 * lsc_histogram_new:
 * @ranges: (array length=n_ranges): one for each rank
 * @name: the whole name
 * @job: (nullable): looked at every few thousand slices
 *
 * Spreads the whole durations of the slices of that name that count in the ranges. Percentiles are
 * by nearest rank, the deviation is that of the population.
 *
 * Cost: O(slices); 16 bytes for each of the name while it works.
 *
 * Returns: (transfer full) (nullable): the bins, none when nothing has that name; %NULL with
 *   %LSC_ERROR_CANCELLED
 */
LscHistogram *
lsc_histogram_new (const LscRange *ranges, gsize n_ranges, const char *name, LscJob *job,
                   GError **error)
{
  LscHistogram *self;
  Collect work = { 0 };

  for (gsize i = 0; i < n_ranges; i++)
    {
      work.name = lsc_intern_find (ranges[i].timeline->strings, name);
      if (work.name != LSC_STRING_NONE &&
          !_lsc_range_foreach (&ranges[i], collect, &work, job, error))
        {
          lsc_int64s_clear (&work.durations);
          return NULL;
        }
    }
  self = lsc_histogram_new_of (work.durations.items, work.durations.n);
  lsc_int64s_clear (&work.durations);
  return self;
}

void
lsc_histogram_free (LscHistogram *self)
{
  if (!self)
    return;
  g_array_unref (self->bins);
  g_free (self);
}
