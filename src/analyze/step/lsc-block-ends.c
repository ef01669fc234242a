/* lsc-block-ends.c - when blocks of memory were released of which no event tells it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-block-ends.h"

#include <string.h>

#include "base/lsc-sort.h"

/* memory.md#ends. What the total has beside the blocks that are known to live at that time is what
 * is older than the recording, and blocks without a release. Where that falls for good, such a
 * block was released: the one of just that size, else the largest that fits. Example: a block of
 * 8 bytes without release, totals 10, 18, 10: it ends where the total is 10 again. */

#define MOST_BYTES 2e18 /* of a damaged file: differences of two of them fit */
#define SLACK_NS 1000   /* by which the moments of two tables may differ */

/** A change by a block: an allocation, or a release that was recorded. */
typedef struct
{
  gint64 time_ns;
  gint64 bytes;
} Change;

/** A fall of what the total has beside the blocks; bytes that no block explains yet. */
typedef struct
{
  gint64 time_ns;
  gint64 bytes;
} Fall;

LSC_DEFINE_ARRAY (Changes, changes, Change)
LSC_DEFINE_ARRAY (Falls, falls, Fall)

/** Returns: whether the allocated memory of a pool counts a block; "PTA+GE" counts both */
gboolean
lsc_block_is_of (const LscMemoryBlocks *blocks, const LscMemoryBlock *block, const char *pool)
{
  const char *own = lsc_intern_text (blocks->names, block->pool);

  return own[0] == '\0' || strcmp (own, pool) == 0 ||
         (strcmp (pool, "PTA+GE") == 0 && (strcmp (own, "PTA") == 0 || strcmp (own, "GE") == 0));
}

static gint64
change_time (gsize index, gconstpointer data)
{
  return ((const Change *) data)[index].time_ns;
}

static Changes
list_changes (const LscMemoryBlocks *self, const char *pool)
{
  Changes list = { 0 };

  for (gsize i = 0; i < self->list.n; i++)
    {
      const LscMemoryBlock *block = &self->list.items[i];

      if (!lsc_block_is_of (self, block, pool))
        continue;
      changes_append (&list, (Change){ block->begin_ns, block->size_bytes });
      if (block->end_ns >= 0)
        changes_append (&list, (Change){ block->end_ns, -block->size_bytes });
    }
  lsc_sort_items (list.items, list.n, sizeof (Change), change_time);
  return list;
}

/* What the total has beside the blocks at each sample. Of the moments around a sample the one in
 * which most blocks live counts, so that a release that is told a little late is no fall; after the
 * last one nothing would show that it was none, so there the one in which fewest do. */
static gint64 *
list_rest (const Changes *list, const LscCounter *allocated)
{
  gint64 *rest = g_new (gint64, MAX (allocated->samples.n, 1));
  gint64 before = 0;
  gsize at = 0;

  for (gsize i = 0; i < allocated->samples.n; i++)
    {
      const LscSample *sample = &allocated->samples.items[i];
      gboolean is_last = i + 1 == allocated->samples.n;
      gint64 live, told;

      for (; at < list->n && list->items[at].time_ns < sample->time_ns - SLACK_NS; at++)
        before += list->items[at].bytes;
      live = told = before;
      for (gsize k = at; k < list->n && list->items[k].time_ns <= sample->time_ns; k++)
        {
          live += list->items[k].bytes;
          told = is_last ? MIN (told, live) : MAX (told, live);
        }
      rest[i] = (gint64) CLAMP (sample->value - (double) told, -MOST_BYTES, MOST_BYTES);
    }
  return rest;
}

/* Where it falls and never comes back. */
static Falls
list_falls (const gint64 *rest, const LscCounter *allocated)
{
  gsize n = allocated->samples.n;
  Falls list = { 0 };
  gint64 later;

  if (n == 0)
    return list;
  later = rest[n - 1];
  for (gsize i = n - 1; i > 0; i--)
    {
      if (rest[i - 1] > later)
        falls_append (&list, (Fall){ allocated->samples.items[i].time_ns, rest[i - 1] - later });
      later = MAX (later, rest[i - 1]);
    }
  for (gsize i = 0; i < list.n / 2; i++)
    {
      Fall fall = list.items[i];

      list.items[i] = list.items[list.n - 1 - i];
      list.items[list.n - 1 - i] = fall;
    }
  return list;
}

/* By size, then by age. */
static int
compare_sizes (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LscMemoryBlock *x = a, *y = b;

  LSC_RETURN_ORDER (x->size_bytes, y->size_bytes);
  return LSC_ORDER (y->begin_ns, x->begin_ns);
}

/* The largest block that is not larger than what has fallen; of equal ones the oldest. */
static GSequenceIter *
find_fitting (GSequence *open, gint64 bytes)
{
  LscMemoryBlock like = { .size_bytes = bytes, .begin_ns = G_MININT64 };
  GSequenceIter *iter = g_sequence_search (open, &like, compare_sizes, NULL);

  return g_sequence_iter_is_begin (iter) ? NULL : g_sequence_iter_prev (iter);
}

static void
explain_fall (GSequence *open, Fall *fall, gboolean is_exact)
{
  GSequenceIter *iter;

  while (fall->bytes > 0 && (iter = find_fitting (open, fall->bytes)))
    {
      LscMemoryBlock *block = g_sequence_get (iter);

      if (is_exact && block->size_bytes != fall->bytes)
        return;
      block->end_ns = fall->time_ns;
      block->is_inferred = TRUE;
      fall->bytes -= block->size_bytes;
      g_sequence_remove (iter);
    }
}

/* Blocks come by the time of their allocation, and so do the falls. */
static void
explain (LscMemoryBlocks *self, const char *pool, Falls *list, gboolean is_exact)
{
  GSequence *open = g_sequence_new (NULL);
  gsize next = 0;

  for (gsize i = 0; i < list->n; i++)
    {
      for (; next < self->list.n && self->list.items[next].begin_ns < list->items[i].time_ns;
           next++)
        {
          LscMemoryBlock *block = &self->list.items[next];

          if (block->end_ns < 0 && block->size_bytes > 0 && lsc_block_is_of (self, block, pool))
            g_sequence_insert_sorted (open, block, compare_sizes, NULL);
        }
      explain_fall (open, &list->items[i], is_exact);
    }
  g_sequence_free (open);
}

/**
 * lsc_block_ends_infer:
 * @self: sealed; blocks of @pool without a release get one where the total shows it
 * @pool: name of the strip of @allocated
 * @allocated: what the pool has allocated over time, sealed
 *
 * Cost: O((blocks + samples) * log blocks).
 *
 * Source: memory.md#ends.
 */
void
lsc_block_ends_infer (LscMemoryBlocks *self, const char *pool, const LscCounter *allocated)
{
  Changes list = { 0 };
  Falls falls = { 0 };
  g_autofree gint64 *rest = NULL;

  g_return_if_fail (self && pool && allocated);
  list = list_changes (self, pool);
  rest = list_rest (&list, allocated);
  falls = list_falls (rest, allocated);
  explain (self, pool, &falls, TRUE);
  explain (self, pool, &falls, FALSE);
  falls_clear (&falls);
  changes_clear (&list);
}
