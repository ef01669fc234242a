/* lsc-turns.c - recordings that take turns on one device
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * overview.md#turns. Worked example: a trainer computes from 0 to 40 and from 60 to 100 ms, a
 * server on the same device from 42 to 58 ms: of 100 ms they are busy 80 and 16, never both at
 * once.
 */
#include "config.h"

#include "judge/overview/lsc-turns.h"

#include <string.h>

#define LEAST_BUSY 0.05   /* of the time in which both recorded: each is busy that much */
#define MOST_SHARED 0.02  /* of what the less busy one does: so much both may be */
#define LEAST_COMMON 0.5  /* of the shorter recording: so much both recorded */
#define LEAST_PIECES 2    /* each takes its turn more than once */
#define MOST_COMPARED 256 /* ranks without a number; among more each has its own device */

static LscInterval
get_extent (const LscIntervals *busy)
{
  return (LscInterval){ busy->items[0].begin_ns, busy->items[busy->n - 1].end_ns };
}

/* Members of one job are no two programs. */
static gboolean
share_group (const LscRankDigest *a, const LscRankDigest *b)
{
  for (gsize i = 0; i < a->groups.n; i++)
    for (gsize k = 0; k < b->groups.n; k++)
      if (a->groups.items[i].ranks.n > 1 && b->groups.items[k].ranks.n > 1 &&
          a->replica == LSC_STRING_NONE && b->replica == LSC_STRING_NONE &&
          strcmp (lsc_intern_text (a->texts, a->groups.items[i].name),
                  lsc_intern_text (b->texts, b->groups.items[k].name)) == 0)
        return TRUE;
  return FALSE;
}

static gboolean
may_share (const LscRankDigest *a, const LscRankDigest *b)
{
  const char *host = lsc_rank_digest_text (a, a->host), *other = lsc_rank_digest_text (b, b->host);

  return a->device >= 0 && a->device == b->device && a->busy.n >= LEAST_PIECES &&
         b->busy.n >= LEAST_PIECES && !(host && other && strcmp (host, other) != 0) &&
         !share_group (a, b);
}

static gint64
get_length_ns (const LscInterval *interval)
{
  return interval->end_ns - interval->begin_ns;
}

static gboolean
take_turns (const LscRankDigest *a, const LscRankDigest *b)
{
  LscInterval first = get_extent (&a->busy), second = get_extent (&b->busy);
  LscInterval common = { MAX (first.begin_ns, second.begin_ns), MIN (first.end_ns, second.end_ns) };
  LscIntervals x = { 0 }, y = { 0 }, both = { 0 };
  double common_ns = (double) get_length_ns (&common);
  gint64 x_ns, y_ns, shared_ns;

  if (common_ns <= 0 ||
      common_ns < LEAST_COMMON * (double) MIN (get_length_ns (&first), get_length_ns (&second)))
    return FALSE;
  lsc_intervals_clip (&a->busy, common.begin_ns, common.end_ns, &x);
  lsc_intervals_clip (&b->busy, common.begin_ns, common.end_ns, &y);
  lsc_intervals_unite (&x, &y, &both);
  x_ns = lsc_intervals_length (&x);
  y_ns = lsc_intervals_length (&y);
  shared_ns = x_ns + y_ns - lsc_intervals_length (&both);
  lsc_intervals_clear (&x);
  lsc_intervals_clear (&y);
  lsc_intervals_clear (&both);
  return (double) MIN (x_ns, y_ns) >= LEAST_BUSY * common_ns &&
         (double) shared_ns <= MOST_SHARED * (double) MIN (x_ns, y_ns);
}

/**
 * lsc_turns_find:
 * @self: (inout): receives the pairs
 * @digests: (array length=n): of the ranks
 */
void
lsc_turns_find (LscTurns *self, const LscRankDigest *const *digests, gsize n)
{
  LscIndexes found = { 0 }; /* without a number: others are each on a device of its own */

  g_return_if_fail (self && (digests || n == 0));
  for (gsize i = 0; i < n && found.n <= MOST_COMPARED; i++)
    if (digests[i]->rank < 0)
      lsc_indexes_append (&found, (guint32) i);
  for (gsize i = 0; found.n <= MOST_COMPARED && i < found.n; i++)
    for (gsize k = i + 1; k < found.n; k++)
      {
        gsize a = found.items[i], b = found.items[k];

        if (may_share (digests[a], digests[b]) && take_turns (digests[a], digests[b]))
          lsc_turns_append (self, (LscTurn){ a, b });
      }
  lsc_indexes_clear (&found);
}

/** Returns: ns of a span in which others are busy on the device of a rank */
gint64
lsc_turns_get_other_ns (const LscTurns *self, const LscRankDigest *const *digests, gsize index,
                        gint64 begin_ns, gint64 end_ns)
{
  gint64 ns = 0;

  g_return_val_if_fail (self && digests, 0);
  for (gsize i = 0; i < self->n; i++)
    {
      const LscTurn *turn = &self->items[i];
      gsize other = turn->a == index ? turn->b : turn->a;
      LscIntervals clipped = { 0 };

      if (turn->a != index && turn->b != index)
        continue;
      lsc_intervals_clip (&digests[other]->busy, begin_ns, end_ns, &clipped);
      ns += lsc_intervals_length (&clipped);
      lsc_intervals_clear (&clipped);
    }
  return MIN (ns, MAX (end_ns - begin_ns, 0));
}
