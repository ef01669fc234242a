/* lsc-digest-awaited.c - which member of a group its collectives wait for, recorded or not
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * findings.md#awaited. The tasks of a collective wait for one member each, all at the same time. Of
 * what they wait, each moment goes to the member that comes last. Worked example: tasks wait for
 * members 1, 2 and 3 from 0 on until 4, 9 and 7 ms: all 9 ms are waited for member 2. Were that as
 * late as member 3, 2 ms less would be waited.
 */
#include "config.h"

#include "analyze/digest/lsc-digest-parts-private.h"

#include <stdlib.h>

#include "base/lsc-sort.h"

/** What is waited for a member of a group. */
typedef struct
{
  gint64 ns;
  gint64 longest_ns;
  gint64 begin_ns;
  gint64 end_ns;
} Sum;

static int
compare_waits (const void *a, const void *b)
{
  const LscCommWait *x = a, *y = b;

  LSC_RETURN_ORDER (x->group, y->group);
  LSC_RETURN_ORDER (y->end_ns, x->end_ns);
  return LSC_ORDER (x->begin_ns, y->begin_ns);
}

/* Whether findings look at the step in which it begins. */
static gboolean
counts (const LscRankDigest *self, gint64 time_ns)
{
  for (gsize i = 0; i < self->counted.n; i++)
    {
      const LscBudgetStep *step = lsc_rank_digest_get_counted (self, i);

      if (time_ns >= step->begin_ns && time_ns < step->end_ns)
        return TRUE;
    }
  return FALSE;
}

static LscRankGroup *
find_group (LscRankDigest *self, const LscTimeline *timeline, guint32 group)
{
  guint32 name = lsc_intern_find (self->texts, lsc_timeline_text (timeline, group));

  for (gsize i = 0; name != LSC_STRING_NONE && i < self->groups.n; i++)
    if (self->groups.items[i].name == name)
      return &self->groups.items[i];
  return NULL;
}

/* Waits of one group, by end, falling: what of each ends after all others that cover it. */
static void
sum_up (const LscRankDigest *self, const LscCommWait *waits, gsize n, GArray *sums)
{
  gint64 low_ns = G_MAXINT64; /* from here on all is given away */

  for (gsize i = 0; i < n; i++)
    {
      const LscCommWait *wait = &waits[i];
      gint64 ns = MIN (wait->end_ns, low_ns) - wait->begin_ns;
      Sum *sum;

      low_ns = MIN (low_ns, wait->begin_ns);
      if (ns <= 0 || !counts (self, wait->begin_ns))
        continue;
      if (sums->len <= wait->peer)
        g_array_set_size (sums, wait->peer + 1);
      sum = &g_array_index (sums, Sum, wait->peer);
      sum->ns += ns;
      if (ns <= sum->longest_ns)
        continue;
      sum->longest_ns = ns;
      sum->begin_ns = wait->begin_ns;
      sum->end_ns = wait->begin_ns + ns;
    }
}

static void
take_most (LscRankGroup *group, const GArray *sums, guint32 own)
{
  group->own_place = own;
  for (guint i = 0; i < sums->len; i++)
    {
      const Sum *sum = &g_array_index (sums, Sum, i);

      group->awaited_sum_ns += sum->ns;
      if (sum->ns <= group->awaited_ns)
        continue;
      group->awaited_ns = sum->ns;
      group->awaited_place = i;
      group->awaited = (LscLossPlace){ sum->begin_ns, sum->end_ns, LSC_SLICE_NONE, LSC_SLICE_NONE };
    }
}

/**
 * _lsc_digest_take_awaited:
 * @self: with groups, and the steps that count
 *
 * Cost: O(n log n) of the waits. Thread: any.
 */
void
_lsc_digest_take_awaited (LscRankDigest *self, const LscTimeline *timeline)
{
  gsize n = timeline->comm_waits.n, end;
  g_autofree LscCommWait *waits = g_memdup2 (timeline->comm_waits.items, n * sizeof *waits);

  if (n > 1)
    qsort (waits, n, sizeof *waits, compare_waits);
  for (gsize begin = 0; begin < n; begin = end)
    {
      LscRankGroup *group = find_group (self, timeline, waits[begin].group);
      g_autoptr (GArray) sums = g_array_new (FALSE, TRUE, sizeof (Sum));

      for (end = begin + 1; end < n && waits[end].group == waits[begin].group;)
        end++;
      if (!group)
        continue;
      sum_up (self, &waits[begin], end - begin, sums);
      take_most (group, sums, waits[begin].own);
    }
}
