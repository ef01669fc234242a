/* lsc-align-slice.c - an offset that makes a slice of two ranks begin or end together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-align.h"

#include "analyze/step/lsc-step-private.h"
#include "base/lsc-sort.h"

/** An occurrence of a name. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  guint32 id;
} Occurrence;

static int
compare_occurrences (gconstpointer a, gconstpointer b)
{
  const Occurrence *x = a, *y = b;

  LSC_RETURN_ORDER (x->start_ns, y->start_ns);
  return LSC_ORDER (x->id, y->id);
}

/* Every slice of that name on lanes of that role, by start. */
static GArray *
find_occurrences (const LscTimeline *timeline, LscNodeRole role, const char *name)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (Occurrence));
  guint32 id = lsc_intern_find (timeline->strings, name);
  LscRowParts parts = { 0 };

  if (id == LSC_STRING_NONE)
    return found;
  _lsc_row_parts_collect (timeline, G_MAXUINT32, &(LscRowRequest){ role, &parts }, 1);
  for (gsize i = 0; i < parts.n; i++)
    for (guint32 k = parts.items[i].begin; k < parts.items[i].end; k++)
      if (parts.items[i].lane->name[k] == id)
        {
          Occurrence one = { parts.items[i].lane->start_ns[k],
                             lsc_lane_get_end_ns (parts.items[i].lane, k),
                             parts.items[i].first_id + k };

          g_array_append_val (found, one);
        }
  lsc_row_parts_clear (&parts);
  g_array_sort (found, compare_occurrences);
  return found;
}

/**
 * lsc_align_by_slice:
 * @spot: a slice of @base
 * @other: the rank to align
 * @by_end: match ends instead of starts
 * @offset_ns: (out): aligned = local - offset
 *
 * Matches a slice with that of the same name that is the same number in the other rank, counted
 * over lanes of the same role.
 *
 * Returns: whether the other rank has as many of them
 */
gboolean
lsc_align_by_slice (const LscTimeline *base, LscSpot spot, const LscTimeline *other,
                    gboolean by_end, gint64 *offset_ns)
{
  const LscNode *node = lsc_timeline_get_node (base, spot.node);
  const char *name = lsc_intern_text (base->strings, node->lane->name[spot.slice]);
  g_autoptr (GArray) mine = find_occurrences (base, node->role, name);
  g_autoptr (GArray) theirs = find_occurrences (other, node->role, name);
  guint32 id = lsc_timeline_get_id (base, spot);
  const Occurrence *x, *y;
  guint at = 0;

  while (at < mine->len && g_array_index (mine, Occurrence, at).id != id)
    at++;
  if (at >= mine->len || at >= theirs->len)
    return FALSE;
  x = &g_array_index (mine, Occurrence, at);
  y = &g_array_index (theirs, Occurrence, at);
  *offset_ns = by_end ? y->end_ns - x->end_ns : y->start_ns - x->start_ns;
  return TRUE;
}
