/* lsc-sequence-align.c - which items of two sequences belong together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "judge/compare/lsc-sequence-align.h"

#include <string.h>

#include "base/lsc-hash.h"

/* Beyond that many differences items are paired by key and number, whatever their order. */
#define MOST_EDITS 2048

/** What is left of the sequences between what they have in common at both ends. */
typedef struct
{
  const guint64 *before;
  const guint64 *after;
  gint32 n_before;
  gint32 n_after;
  guint32 *partners; /* of before; places in @after */
} Middle;

/* Follows equal items from a place on. */
static gint32
follow (const Middle *self, gint32 x, gint32 k)
{
  while (x < self->n_before && x - k < self->n_after && self->before[x] == self->after[x - k])
    x++;
  return x;
}

/* Where the furthest path with d edits reaches on a diagonal, from those with one edit less. */
static gint32
step_to (const gint32 *reach, gint32 k, gint32 d)
{
  return k == -d || (k != d && reach[k - 1] < reach[k + 1]) ? reach[k + 1] : reach[k - 1] + 1;
}

/* Walks back from the end and pairs what lies on diagonals. @levels: reach of each d, from -d */
static void
walk_back (const Middle *self, gint32 *const *levels, gint32 d)
{
  gint32 x = self->n_before, k = self->n_before - self->n_after;

  for (; d > 0; d--)
    {
      const gint32 *reach = levels[d - 1] + d; /* zero stands in the middle, one is spare */
      gboolean is_down = k == -d || (k != d && reach[k - 1] < reach[k + 1]);
      gint32 from = is_down ? reach[k + 1] : reach[k - 1], entry = is_down ? from : from + 1;

      while (x > entry)
        {
          x--;
          self->partners[x] = (guint32) (x - k);
        }
      x = from;
      k += is_down ? 1 : -1;
    }
  while (x > 0)
    {
      x--;
      self->partners[x] = (guint32) (x - k);
    }
}

static gint32 *
copy_level (const gint32 *reach, gint32 d)
{
  gint32 *level = g_new (gint32, 2 * d + 3);

  memcpy (level, reach - d - 1, (gsize) (2 * d + 3) * sizeof *level);
  return level;
}

/* The fewest edits, by Myers' greedy algorithm. Returns: FALSE where that takes too many */
static gboolean
align_by_edits (const Middle *self)
{
  gint32 most = MIN (self->n_before + self->n_after, MOST_EDITS);
  g_autofree gint32 *around = g_new0 (gint32, 2 * most + 5);
  gint32 *reach = around + most + 2;
  g_autoptr (GPtrArray) levels = g_ptr_array_new_with_free_func (g_free);

  for (gint32 d = 0; d <= most; d++)
    {
      for (gint32 k = -d; k <= d; k += 2)
        {
          reach[k] = follow (self, d == 0 ? 0 : step_to (reach, k, d), k);
          if (reach[k] >= self->n_before && reach[k] - k >= self->n_after)
            {
              walk_back (self, (gint32 *const *) levels->pdata, d);
              return TRUE;
            }
        }
      g_ptr_array_add (levels, copy_level (reach, d));
    }
  return FALSE;
}

/* The n-th of a key with the n-th of it. */
static void
align_by_number (const Middle *self)
{
  g_autoptr (GHashTable) first = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree gint32 *next = g_new (gint32, self->n_after + 1);

  for (gint32 i = self->n_after; i-- > 0;)
    {
      gpointer known = g_hash_table_lookup (first, &self->after[i]);

      next[i] = known ? GPOINTER_TO_INT (known) : 0;
      g_hash_table_replace (first, (gpointer) &self->after[i], GINT_TO_POINTER (i + 1));
    }
  for (gint32 i = 0; i < self->n_before; i++)
    {
      gint32 at = GPOINTER_TO_INT (g_hash_table_lookup (first, &self->before[i]));

      if (at == 0)
        continue;
      self->partners[i] = (guint32) at - 1;
      g_hash_table_replace (first, (gpointer) &self->after[at - 1], GINT_TO_POINTER (next[at - 1]));
    }
}

/**
 * lsc_sequence_align:
 * @before, @after: keys; at most G_MAXINT32 of both together
 * @partners: (out) (array length=n_before): places in @after, %LSC_ALIGN_NONE
 *
 * Pairs equal keys in their order, as many as can be; where the sequences differ very much, by
 * their number among equal ones (compare.md#kernels).
 *
 * Cost: O((n + m) d), d the edits, at most 2,048, and 4 d² bytes.
 */
void
lsc_sequence_align (const guint64 *before, guint32 n_before, const guint64 *after, guint32 n_after,
                    guint32 *partners)
{
  guint32 head = 0, tail = 0, n = MIN (n_before, n_after);
  Middle middle;

  g_return_if_fail ((guint64) n_before + n_after < G_MAXINT32 / 2);
  while (head < n && before[head] == after[head])
    head++;
  while (tail < n - head && before[n_before - 1 - tail] == after[n_after - 1 - tail])
    tail++;
  middle = (Middle){ before + head, after + head, (gint32) (n_before - head - tail),
                     (gint32) (n_after - head - tail), partners + head };
  for (guint32 i = 0; i < n_before; i++)
    partners[i] = LSC_ALIGN_NONE;
  if (middle.n_before > 0 && middle.n_after > 0 && !align_by_edits (&middle))
    align_by_number (&middle);
  for (guint32 i = head; i < n_before - tail; i++)
    if (partners[i] != LSC_ALIGN_NONE)
      partners[i] += head;
  for (guint32 i = 0; i < head; i++)
    partners[i] = i;
  for (guint32 i = 0; i < tail; i++)
    partners[n_before - 1 - i] = n_after - 1 - i;
}

/* (transfer full): of the names that the structs have at @offset */
static guint64 *
find_keys (const GArray *items, gsize offset)
{
  gsize size = g_array_get_element_size ((GArray *) items);
  guint64 *keys = g_new (guint64, items->len + 1);

  for (guint i = 0; i < items->len; i++)
    {
      const char *name = G_STRUCT_MEMBER (const char *, items->data + i * size, offset);

      keys[i] = lsc_hash_bytes (name, strlen (name));
    }
  return keys;
}

/**
 * lsc_sequence_foreach_pair:
 * @before, @after: of structs of one type
 * @offset: of a name, a char pointer, in a struct
 *
 * Aligns by names, and tells the pairs with what has no partner in the order of both sequences.
 * Partners need not be in order where the sequences differ very much.
 */
void
lsc_sequence_foreach_pair (const GArray *before, const GArray *after, gsize offset,
                           LscAlignFunc func, gpointer user_data)
{
  g_autofree guint64 *keys = find_keys (before, offset), *others = find_keys (after, offset);
  g_autofree guint32 *partners = g_new (guint32, before->len + 1);
  g_autofree gboolean *is_paired = g_new0 (gboolean, after->len + 1);
  guint32 next = 0;

  lsc_sequence_align (keys, before->len, others, after->len, partners);
  for (guint32 i = 0; i < before->len; i++)
    if (partners[i] != LSC_ALIGN_NONE)
      is_paired[partners[i]] = TRUE;
  for (guint32 i = 0; i < before->len; i++)
    {
      for (; partners[i] != LSC_ALIGN_NONE && next < partners[i]; next++)
        if (!is_paired[next])
          func (LSC_ALIGN_NONE, next, user_data);
      func (i, partners[i], user_data);
    }
  for (; next < after->len; next++)
    if (!is_paired[next])
      func (LSC_ALIGN_NONE, next, user_data);
}
