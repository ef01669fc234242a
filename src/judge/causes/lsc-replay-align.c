/* lsc-replay-align.c - the clocks of ranks, by what ends on them at the same moment
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-sort.h"
#include "base/lsc-stats.h"
#include "judge/causes/lsc-job-replay-private.h"

/* replay.md#clocks. Members leave a collective together: the median of how much later one of them
 * does by its own clock is how far the clocks are apart. */

/** @later_ns: by how much @b ended later than @a */
typedef struct
{
  guint32 a;
  guint32 b;
  guint32 is_message;
  gint64 later_ns;
} Pair;

LSC_DEFINE_ARRAY (Pairs, pairs, Pair)

/** Pairs of a job of @n_ranks. */
typedef struct
{
  const Pair *items;
  gint64 n_ranks;
} Keyed;

/* Messages behind collectives, each by ranks: numbers as small as can be are sorted fastest. */
static gint64
get_key (gsize index, gconstpointer data)
{
  const Keyed *keyed = data;
  const Pair *pair = &keyed->items[index];

  return (pair->is_message * keyed->n_ranks + pair->a) * keyed->n_ranks + pair->b;
}

static gboolean
is_same (const Pair *a, const Pair *b)
{
  return a->is_message == b->is_message && a->a == b->a && a->b == b->b;
}

static void
list_pairs (const LscJobReplay *self, Pairs *pairs)
{
  for (gsize i = 0; i < self->joints.n; i++)
    {
      const LscReplayOp *ops = &self->ops.items[self->joints.items[i].first];
      const LscRankOp *first = _lsc_replay_get_rank_op (self, &ops[0]);

      for (guint32 k = 1; k < self->joints.items[i].n; k++)
        pairs_append (pairs,
                      (Pair){ ops[0].rank, ops[k].rank, first->kind != LSC_RANK_OP_JOINT,
                              _lsc_replay_get_rank_op (self, &ops[k])->end_ns - first->end_ns });
    }
}

/* One of each pair, with the median. */
static void
keep_medians (Pairs *pairs, gsize n_ranks)
{
  const Keyed keyed = { pairs->items, (gint64) n_ranks };
  g_autofree guint32 *order = lsc_sort_indexes (pairs->n, get_key, NULL, &keyed);
  g_autofree gint64 *later_ns = lsc_array_alloc (pairs->n + 1, sizeof *later_ns);
  Pairs medians = { 0 };
  gsize end;

  for (gsize begin = 0; begin < pairs->n; begin = end)
    {
      Pair median = pairs->items[order[begin]];

      for (end = begin; end < pairs->n && is_same (&median, &pairs->items[order[end]]); end++)
        later_ns[end - begin] = pairs->items[order[end]].later_ns;
      median.later_ns = lsc_median_upper_int64 (later_ns, end - begin);
      pairs_append (&medians, median);
    }
  pairs_clear (pairs);
  *pairs = medians;
}

/* From ranks that are placed to those beside them, until no more can be. */
static void
spread (LscJobReplay *self, const Pairs *pairs, guint32 is_message, gboolean *is_placed)
{
  gboolean is_changed = TRUE;

  while (is_changed)
    {
      is_changed = FALSE;
      for (gsize i = 0; i < pairs->n; i++)
        {
          const Pair *pair = &pairs->items[i];

          if (pair->is_message > is_message || is_placed[pair->a] == is_placed[pair->b])
            continue;
          if (is_placed[pair->a])
            self->ranks[pair->b].shift_ns = self->ranks[pair->a].shift_ns - pair->later_ns;
          else
            self->ranks[pair->a].shift_ns = self->ranks[pair->b].shift_ns + pair->later_ns;
          is_placed[pair->a] = is_placed[pair->b] = is_changed = TRUE;
        }
    }
}

/**
 * _lsc_replay_align:
 * @self: with operators
 *
 * Ranks that have nothing in common with those before keep their clock.
 */
void
_lsc_replay_align (LscJobReplay *self)
{
  g_autofree gboolean *is_placed = g_new0 (gboolean, self->n + 1);
  Pairs pairs = { 0 };

  list_pairs (self, &pairs);
  keep_medians (&pairs, self->n);
  for (gsize i = 0; i < self->n; i++)
    if (!is_placed[i])
      {
        is_placed[i] = TRUE;
        spread (self, &pairs, FALSE, is_placed);
        spread (self, &pairs, TRUE, is_placed);
      }
  pairs_clear (&pairs);
}
