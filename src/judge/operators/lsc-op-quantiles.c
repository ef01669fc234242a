/* lsc-op-quantiles.c - medians and 95th percentiles of groups of kernels, exact
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-sort.h"
#include "base/lsc-stats.h"
#include "judge/operators/lsc-operators-private.h"

/* Durations are put beside those of the same group, and of each group the wanted ones are selected
 * (operators.md#quantiles: nearest rank). */

/** @begin: of each group where its durations are; @longs: of all groups, by group and length */
typedef struct
{
  LscOpGroups *groups;
  LscOpScan *scans;
  gsize **places;
  LscOpLongs *scan_longs;
  guint32 *durations;
  gsize *begin;
  LscOpLongs longs;
} Quantiles;

/* Moves the item of rank @k of [@low, @high) to its place; smaller ones stand before it. */
static guint32
select_nth (guint32 *items, gsize low, gsize high, gsize k)
{
  while (high - low > 1)
    {
      guint32 a = items[low], b = items[low + (high - low) / 2], c = items[high - 1];
      guint32 pivot = MAX (MIN (a, b), MIN (MAX (a, b), c));
      gsize below = low, at = low, above = high;

      while (at < above)
        {
          guint32 item = items[at];

          if (item < pivot)
            {
              items[at++] = items[below];
              items[below++] = item;
            }
          else if (item > pivot)
            {
              items[at] = items[--above];
              items[above] = item;
            }
          else
            at++;
        }
      if (k < below)
        high = below;
      else if (k >= above)
        low = above;
      else
        return pivot;
    }
  return items[low];
}

/* Of a group; @k counts its kernels by length. Long ones stand behind all others. */
static gint64
find_nth (const Quantiles *self, guint32 group, gsize k)
{
  const LscOpLongs *longs = &self->longs;
  gsize n = (gsize) self->groups->groups.items[group].sums.n;
  guint32 *items = self->durations + self->begin[group];
  gsize first = LSC_BISECT (i, 0, longs->n, longs->items[i].group < group);
  gsize end = LSC_BISECT (i, first, longs->n, longs->items[i].group == group);
  gsize n_short = n - (end - first);

  return k < n_short ? (gint64) select_nth (items, 0, n, k) : longs->items[first + k - n_short].ns;
}

static void
find_group (gsize index, gpointer user_data)
{
  const Quantiles *self = user_data;
  LscOpGroup *group = &self->groups->groups.items[index];
  gsize n = (gsize) group->sums.n;

  if (n == 0)
    return;
  group->median_ns = find_nth (self, (guint32) index, lsc_nearest_rank (n, 50));
  group->p95_ns = find_nth (self, (guint32) index, lsc_nearest_rank (n, 95));
}

static void
gather_scan (gsize index, gpointer user_data)
{
  Quantiles *self = user_data;

  _lsc_op_scan_gather (&self->scans[index], self->places[index], self->durations,
                       &self->scan_longs[index]);
}

static int
compare_longs (gconstpointer a, gconstpointer b)
{
  const LscOpLong *x = a, *y = b;

  LSC_RETURN_ORDER (x->group, y->group);
  return LSC_ORDER (x->ns, y->ns);
}

/* Where durations of each rank and group go. Returns: how many there are */
static gsize
place_all (Quantiles *self, guint n_scans)
{
  gsize n_groups = self->groups->groups.n, n = 0;
  g_autofree gsize *next = g_new0 (gsize, n_groups + 1);

  for (gsize i = 0; i < n_groups; i++)
    {
      self->begin[i] = next[i] = n;
      n += (gsize) self->groups->groups.items[i].sums.n;
    }
  for (guint i = 0; i < n_scans; i++)
    {
      const LscOpScan *scan = &self->scans[i];

      self->places[i] = g_new0 (gsize, scan->n + 1);
      for (gsize k = 0; k < scan->n; k++)
        if (scan->group_of[k] != LSC_OP_ANY)
          {
            self->places[i][k] = next[scan->group_of[k]];
            next[scan->group_of[k]] += (gsize) scan->sums[k].n;
          }
    }
  return n;
}

static void
take_longs (Quantiles *self, guint n_scans)
{
  for (guint i = 0; i < n_scans; i++)
    {
      for (gsize k = 0; k < self->scan_longs[i].n; k++)
        lsc_op_longs_append (&self->longs, self->scan_longs[i].items[k]);
      lsc_op_longs_clear (&self->scan_longs[i]);
      g_free (self->places[i]);
    }
  if (self->longs.n > 1)
    qsort (self->longs.items, self->longs.n, sizeof (LscOpLong), compare_longs);
}

/**
 * _lsc_op_groups_find_quantiles:
 * @scans: merged
 *
 * Cost: O(kernels), 4 bytes of each for a while.
 *
 * Returns: %FALSE with %LSC_ERROR_CANCELLED
 */
gboolean
_lsc_op_groups_find_quantiles (LscOpGroups *self, LscOpScan *scans, guint n_scans, LscJob *job,
                               GError **error)
{
  guint n_threads = self->operators->n_threads;
  g_autofree gsize **places = g_new0 (gsize *, n_scans + 1);
  g_autofree LscOpLongs *longs = g_new0 (LscOpLongs, n_scans + 1);
  g_autofree gsize *begin = g_new0 (gsize, self->groups.n + 1);
  g_autofree guint32 *durations = NULL;
  Quantiles all = { self, scans, places, longs, NULL, begin, { 0 } };

  durations = all.durations = g_new (guint32, place_all (&all, n_scans) + 1);
  lsc_job_run_parallel (n_threads, n_scans, gather_scan, &all);
  take_longs (&all, n_scans);
  if (lsc_job_check (job, NULL))
    lsc_job_run_parallel (n_threads, self->groups.n, find_group, &all);
  lsc_op_longs_clear (&all.longs);
  return lsc_job_check (job, error);
}
