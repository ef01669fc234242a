/* lsc-comm-pair.c - which collective of one rank is which of another
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * times.md#same-collective. Ranks of which one began to record later have recorded different ones:
 * the first of one is not the first of the other. Worked example: rank 0 has the steps 100 to 105,
 * rank 1 the steps 101 to 106, an all-reduce a step. The first of rank 0 and the last of rank 1
 * have no partner; the second of rank 0 is the first of rank 1.
 */
#include "config.h"

#include "analyze/step/lsc-comm-pair.h"

#include <stdlib.h>

#include "base/lsc-sort.h"
#include "base/lsc-stats.h"

/* Of the usual time between two ends: members that leave together end within it. */
#define CLOSE_SHARE 0.1
/* The same where the order says something else: clocks that are off may agree by chance. */
#define SURE_SHARE 0.05
/* Of the rank with the fewest: so many must have a partner on all ranks. */
#define LEAST_FOUND 0.5

/** The operators of a rank: items[begin, end) by begin; steps of those that are in one. */
typedef struct
{
  gsize begin;
  gsize end;
  gint64 first_step;
  gint64 last_step;
  gboolean has_steps;
} Run;

LSC_DEFINE_ARRAY (Runs, runs, Run)

static void
find_runs (const LscCommItem *items, gsize n, Runs *runs)
{
  for (gsize begin = 0, end; begin < n; begin = end)
    {
      Run run = { begin, begin, G_MAXINT64, G_MININT64, FALSE };

      for (end = begin; end < n && items[end].rank == items[begin].rank; end++)
        {
          if (items[end].step < 0)
            continue;
          run.has_steps = TRUE;
          run.first_step = MIN (run.first_step, items[end].step);
          run.last_step = MAX (run.last_step, items[end].step);
        }
      run.end = end;
      runs_append (runs, run);
    }
}

static gboolean
have_numbers (const LscCommItem *items, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (items[i].number < 0)
      return FALSE;
  return TRUE;
}

static gboolean
are_even (const Runs *runs)
{
  for (gsize i = 1; i < runs->n; i++)
    if (runs->items[i].end - runs->items[i].begin != runs->items[0].end - runs->items[0].begin)
      return FALSE;
  return TRUE;
}

static gboolean
have_steps (const Runs *runs)
{
  for (gsize i = 0; i < runs->n; i++)
    if (!runs->items[i].has_steps)
      return FALSE;
  return TRUE;
}

static gboolean
are_same_steps (const Runs *runs)
{
  for (gsize i = 1; i < runs->n; i++)
    if (runs->items[i].first_step != runs->items[0].first_step ||
        runs->items[i].last_step != runs->items[0].last_step)
      return FALSE;
  return TRUE;
}

static gboolean
share_a_step (const Runs *runs)
{
  gint64 first = G_MININT64, last = G_MAXINT64;

  for (gsize i = 0; i < runs->n; i++)
    {
      first = MAX (first, runs->items[i].first_step);
      last = MIN (last, runs->items[i].last_step);
    }
  return first <= last;
}

/* ---- keys ---- */

/* It is the only one. */
static void
key_apart (LscCommItem *item, gsize index)
{
  item->key_step = -1 - (gint64) item->rank;
  item->ordinal = (gint64) index;
}

static void
key_all_apart (LscCommItem *items, gsize n)
{
  for (gsize i = 0; i < n; i++)
    key_apart (&items[i], i);
}

static void
key_by_number (LscCommItem *items, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      items[i].key_step = 0;
      items[i].ordinal = items[i].number;
    }
}

static void
key_by_order (LscCommItem *items, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      items[i].key_step = 0;
      items[i].ordinal = i > 0 && items[i].rank == items[i - 1].rank ? items[i - 1].ordinal + 1 : 0;
    }
}

/* What is in no step has no partner that is known. */
static void
key_by_step (LscCommItem *items, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      gboolean is_next =
          i > 0 && items[i].rank == items[i - 1].rank && items[i].step == items[i - 1].step;

      items[i].key_step = items[i].step;
      items[i].ordinal = is_next ? items[i - 1].ordinal + 1 : 0;
    }
  for (gsize i = 0; i < n; i++)
    if (items[i].step < 0)
      key_apart (&items[i], i);
}

/* ---- ends that agree ---- */

/* Of the ends of a rank, what is usually between two. */
static gint64
find_spacing_ns (const LscCommItem *items, const Runs *runs)
{
  gint64 least_ns = G_MAXINT64;

  for (gsize i = 0; i < runs->n; i++)
    {
      const Run *run = &runs->items[i];
      gsize n = run->end - run->begin;
      g_autofree gint64 *gaps = g_new (gint64, n + 1);

      if (n < 2)
        continue;
      for (gsize k = 1; k < n; k++)
        gaps[k - 1] = ABS (items[run->begin + k].end_ns - items[run->begin + k - 1].end_ns);
      least_ns = MIN (least_ns, lsc_median_lower_int64 (gaps, n - 1));
    }
  return least_ns;
}

static int
compare_ends (const void *a, const void *b)
{
  const LscCommItem *x = *(LscCommItem *const *) a, *y = *(LscCommItem *const *) b;

  LSC_RETURN_ORDER (x->end_ns, y->end_ns);
  return LSC_ORDER (x->rank, y->rank);
}

/* Those that end within @close_ns of each other, one a rank. Returns: how many all ranks have */
static gsize
key_by_ends (LscCommItem *items, gsize n, gsize n_ranks, gint64 close_ns)
{
  g_autofree LscCommItem **order = g_new (LscCommItem *, n + 1);
  g_autofree gint64 *last = g_new0 (gint64, items[n - 1].rank + 1); /* of each rank: 1 + number */
  gsize n_found = 0;
  gint64 number = 0;

  for (gsize i = 0; i < n; i++)
    order[i] = &items[i];
  qsort (order, n, sizeof *order, compare_ends);
  for (gsize begin = 0, end; begin < n; begin = end, number++)
    {
      for (end = begin; end < n && order[end]->end_ns - order[begin]->end_ns <= close_ns &&
                        last[order[end]->rank] != number + 1;
           end++)
        {
          order[end]->key_step = 0;
          order[end]->ordinal = number;
          last[order[end]->rank] = number + 1;
        }
      n_found += end - begin == n_ranks;
    }
  return n_found;
}

static gboolean
pair_by_time (LscCommItem *items, gsize n, const Runs *runs, double share)
{
  gint64 spacing_ns = find_spacing_ns (items, runs);
  gsize fewest = G_MAXSIZE, n_found;

  if (spacing_ns == G_MAXINT64 || spacing_ns <= 0)
    return FALSE;
  for (gsize i = 0; i < runs->n; i++)
    fewest = MIN (fewest, runs->items[i].end - runs->items[i].begin);
  n_found = key_by_ends (items, n, runs->n, (gint64) (share * (double) spacing_ns));
  return n_found > 0 && (double) n_found >= LEAST_FOUND * (double) fewest;
}

/* Whether those at the same place of all ranks, as many on each, end together; @unknown: the answer
 * where there are too few to tell. */
static gboolean
order_agrees (const LscCommItem *items, const Runs *runs, gboolean unknown)
{
  gint64 spacing_ns = find_spacing_ns (items, runs);
  gsize n = runs->items[0].end - runs->items[0].begin, n_close = 0;

  if (spacing_ns == G_MAXINT64 || spacing_ns <= 0)
    return unknown;
  for (gsize k = 0; k < n; k++)
    {
      gint64 first_ns = G_MAXINT64, last_ns = G_MININT64;

      for (gsize i = 0; i < runs->n; i++)
        {
          gint64 end_ns = items[runs->items[i].begin + k].end_ns;

          first_ns = MIN (first_ns, end_ns);
          last_ns = MAX (last_ns, end_ns);
        }
      n_close += (double) (last_ns - first_ns) <= CLOSE_SHARE * (double) spacing_ns;
    }
  return 2 * n_close >= n;
}

static LscCommRule
pair_without_steps (LscCommItem *items, gsize n, const Runs *runs)
{
  gboolean is_even = are_even (runs);

  if (!(is_even && order_agrees (items, runs, TRUE)) &&
      pair_by_time (items, n, runs, is_even ? SURE_SHARE : CLOSE_SHARE))
    return LSC_COMM_BY_TIME;
  if (is_even) /* nothing contradicts: clocks may be of several hosts */
    {
      key_by_order (items, n);
      return LSC_COMM_BY_ORDER;
    }
  key_all_apart (items, n);
  return LSC_COMM_BY_NOTHING;
}

static LscCommRule
pair_in_steps (LscCommItem *items, gsize n, const Runs *runs)
{
  /* which step one at a border is in may differ: ends that agree say more */
  if (are_even (runs) && (are_same_steps (runs) || order_agrees (items, runs, FALSE)))
    {
      key_by_order (items, n);
      return LSC_COMM_BY_ORDER;
    }
  if (share_a_step (runs))
    {
      key_by_step (items, n);
      return LSC_COMM_BY_STEP;
    }
  if (pair_by_time (items, n, runs, SURE_SHARE))
    return LSC_COMM_BY_TIME;
  key_all_apart (items, n);
  return LSC_COMM_BY_NOTHING;
}

/**
 * lsc_comm_pair:
 * @items: (array length=n): operators of one kind in one group, by rank, then begin
 *
 * Finds which are the same: by recorded numbers, else by their order in steps of the same number,
 * else by ends that agree, and by their order alone only where nothing contradicts it.
 *
 * Formulas: times.md#same-collective. Cost: O(n log n). Thread: any.
 *
 * Returns: what told it
 */
LscCommRule
lsc_comm_pair (LscCommItem *items, gsize n)
{
  Runs runs = { 0 };
  LscCommRule rule;

  g_return_val_if_fail (items || n == 0, LSC_COMM_BY_NOTHING);
  find_runs (items, n, &runs);
  if (runs.n < 2)
    {
      key_by_order (items, n);
      rule = LSC_COMM_BY_ORDER;
    }
  else if (have_numbers (items, n))
    {
      key_by_number (items, n);
      rule = LSC_COMM_BY_NUMBER;
    }
  else if (have_steps (&runs))
    rule = pair_in_steps (items, n, &runs);
  else
    rule = pair_without_steps (items, n, &runs);
  runs_clear (&runs);
  return rule;
}
