/* lsc-snapshot-ranges.c - a set of address ranges
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/snapshot/lsc-snapshot-ranges-private.h"

#include "base/lsc-sort.h"

struct _LscSnapshotRanges
{
  GTree *tree; /* of LscSnapshotRange, by begin; each is its own key and value */
};

static int
compare (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LscSnapshotRange *x = a, *y = b;

  return LSC_ORDER (x->begin, y->begin);
}

LscSnapshotRanges *
_lsc_snapshot_ranges_new (void)
{
  LscSnapshotRanges *self = g_new0 (LscSnapshotRanges, 1);

  self->tree = g_tree_new_full (compare, NULL, NULL, g_free);
  return self;
}

void
_lsc_snapshot_ranges_free (LscSnapshotRanges *self)
{
  g_tree_unref (self->tree);
  g_free (self);
}

/* The last range that begins at or before @address. */
static LscSnapshotRange *
find_before (LscSnapshotRanges *self, guint64 address)
{
  LscSnapshotRange key = { address, address, 0 };
  GTreeNode *node = g_tree_upper_bound (self->tree, &key);

  node = node ? g_tree_node_previous (node) : g_tree_node_last (self->tree);
  return node ? g_tree_node_value (node) : NULL;
}

static void
insert (LscSnapshotRanges *self, guint64 begin, guint64 end, guint mark)
{
  LscSnapshotRange *range = g_new (LscSnapshotRange, 1);

  *range = (LscSnapshotRange){ begin, end, mark };
  g_tree_insert (self->tree, range, range);
}

/** Returns: (transfer none) (nullable): the range that holds @address, valid until a change */
const LscSnapshotRange *
_lsc_snapshot_ranges_find (LscSnapshotRanges *self, guint64 address)
{
  const LscSnapshotRange *range = find_before (self, address);

  return range && range->end > address ? range : NULL;
}

/**
 * _lsc_snapshot_ranges_remove:
 *
 * Takes the addresses from @begin to before @end out of the set.
 *
 * Returns: how many of them were in it
 */
guint64
_lsc_snapshot_ranges_remove (LscSnapshotRanges *self, guint64 begin, guint64 end)
{
  LscSnapshotRange *range;
  guint64 n_removed = 0;

  while (end > begin && (range = find_before (self, end - 1)) && range->end > begin)
    {
      guint64 from = MAX (range->begin, begin), to = MIN (range->end, end);

      n_removed += to - from;
      if (to < range->end)
        insert (self, to, range->end, range->mark);
      if (range->begin < from)
        range->end = from;
      else
        g_tree_remove (self->tree, range);
    }
  return n_removed;
}

/**
 * _lsc_snapshot_ranges_add:
 * @range: of which nothing is in the set; what is of it is replaced
 * @joins_before, @joins_behind: whether it may be one with the range that ends where it begins, or
 *   begins where it ends, when that has the same mark
 */
void
_lsc_snapshot_ranges_add (LscSnapshotRanges *self, LscSnapshotRange range, gboolean joins_before,
                          gboolean joins_behind)
{
  LscSnapshotRange *other;

  if (range.end <= range.begin)
    return;
  _lsc_snapshot_ranges_remove (self, range.begin, range.end);
  other = joins_behind ? find_before (self, range.end) : NULL;
  if (other && other->begin == range.end && other->mark == range.mark)
    {
      range.end = other->end;
      g_tree_remove (self->tree, other);
    }
  other = joins_before && range.begin > 0 ? find_before (self, range.begin - 1) : NULL;
  if (other && other->end == range.begin && other->mark == range.mark)
    other->end = range.end;
  else
    insert (self, range.begin, range.end, range.mark);
}

/** Returns: the length of the longest range, 0 = there is none */
guint64
_lsc_snapshot_ranges_get_longest (LscSnapshotRanges *self)
{
  guint64 longest = 0;

  for (GTreeNode *node = g_tree_node_first (self->tree); node; node = g_tree_node_next (node))
    {
      const LscSnapshotRange *range = g_tree_node_value (node);

      longest = MAX (longest, range->end - range->begin);
    }
  return longest;
}

/** Calls @func with each range, by address, as its key. */
void
_lsc_snapshot_ranges_foreach (LscSnapshotRanges *self, GTraverseFunc func, gpointer user_data)
{
  g_tree_foreach (self->tree, func, user_data);
}
