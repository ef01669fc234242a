/* lsc-align.c - offsets that make the clocks of ranks agree
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-align-private.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

#include "analyze/step/lsc-step-private.h"
#include "base/lsc-time.h"

/* Timeline 10. Collectives end almost together on all members however late a member comes. Ranks
 * without a collective in common with the base are aligned through one that has. */

#define LEAST_MATCHES 3
#define MOST_SPREAD_NS 1000000

/** Two ranks: differences of their ends, the second minus the first. */
typedef struct
{
  gint64 median_ns;
  gint64 p10_ns;
  gint64 p90_ns;
  gsize n;
} Difference;

static int
compare_ns (const void *a, const void *b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

static gint64
nearest_rank (const LscInt64s *sorted, guint percent)
{
  gsize rank = (sorted->n * percent + 99) / 100;

  return sorted->items[CLAMP (rank, 1, sorted->n) - 1];
}

/* Mean of the two middle ones for an even number, rounded towards the first. */
static gint64
median (const LscInt64s *sorted)
{
  gint64 low = sorted->items[(sorted->n - 1) / 2];

  return low + (sorted->items[sorted->n / 2] - low) / 2;
}

/* One pass over the operators: how much later than @partner each rank left those that both were in.
 */
static void
collect_ends (const LscCollectiveSet *set, guint partner, LscInt64s *ends)
{
  gsize end;

  for (gsize begin = 0; begin < set->items.n; begin = end)
    {
      const LscCollective *items = set->items.items;
      gsize own;

      end = _lsc_collectives_run (set, begin);
      for (own = begin; own < end && items[own].rank != partner; own++)
        ;
      if (own == end ||
          !_lsc_is_all_reduce_like (lsc_intern_text (set->texts, items[own].operation)))
        continue;
      for (gsize i = begin; i < end; i++)
        lsc_int64s_append (&ends[items[i].rank], items[i].end_ns - items[own].end_ns);
    }
}

static Difference
sum_up (LscInt64s *ends)
{
  Difference difference = { .n = ends->n };

  if (ends->n == 0)
    return difference;
  qsort (ends->items, ends->n, sizeof (gint64), compare_ns);
  difference.median_ns = median (ends);
  difference.p10_ns = nearest_rank (ends, 10);
  difference.p90_ns = nearest_rank (ends, 90);
  return difference;
}

static char *
refuse (const Difference *difference)
{
  g_autofree char *spread = NULL;

  if (difference->n < LEAST_MATCHES)
    return g_strdup_printf (_ ("Only %zu collectives of all members were found on both ranks; "
                               "at least three are needed."),
                            difference->n);
  if (difference->p90_ns - difference->p10_ns <= MOST_SPREAD_NS)
    return NULL;
  spread = lsc_format_duration (difference->p90_ns - difference->p10_ns, LSC_TIME_UNIT_AUTO);
  return g_strdup_printf (_ ("The matched collectives disagree by %s; more than 1 ms cannot be the "
                             "clocks. The ranks may be of different runs."),
                          spread);
}

static void
accept (LscAlignment *self, const LscAlignment *partner, const Difference *difference)
{
  self->offset_ns = partner->offset_ns + difference->median_ns;
  self->p10_ns = partner->offset_ns + difference->p10_ns;
  self->p90_ns = partner->offset_ns + difference->p90_ns;
  self->n_matches = difference->n;
  g_clear_pointer (&self->refusal, g_free);
}

/* Aligns the ranks that can be through one that is. The refusal that is kept is the one with the
 * most matches. */
static void
align_through (const LscCollectiveSet *set, GArray *alignments, gboolean *is_aligned, guint partner)
{
  g_autofree LscInt64s *ends = g_new0 (LscInt64s, alignments->len);

  collect_ends (set, partner, ends);
  for (guint rank = 0; rank < alignments->len; rank++)
    {
      LscAlignment *self = &g_array_index (alignments, LscAlignment, rank);
      Difference difference;
      char *refusal;

      if (is_aligned[rank])
        continue;
      difference = sum_up (&ends[rank]);
      refusal = refuse (&difference);
      if (!refusal)
        {
          accept (self, &g_array_index (alignments, LscAlignment, partner), &difference);
          is_aligned[rank] = TRUE;
        }
      else if (!self->refusal || difference.n > self->n_matches)
        {
          g_free (self->refusal);
          self->refusal = g_steal_pointer (&refusal);
          self->n_matches = difference.n;
        }
      g_free (refusal);
    }
  for (guint rank = 0; rank < alignments->len; rank++)
    lsc_int64s_clear (&ends[rank]);
}

static void
clear_alignment (gpointer data)
{
  g_free (((LscAlignment *) data)->refusal);
}

/**
 * lsc_align_by_collectives:
 * @timelines: ranks, any number of them
 * @base: index of the one that keeps its clock
 *
 * Automatic alignment of timeline 10, by operators that all members leave together.
 *
 * Cost: O(n * operators).
 *
 * Returns: (transfer full) (element-type LscAlignment): one for each rank, in their order
 */
GArray *
lsc_align_by_collectives (LscTimeline *const *timelines, guint n, guint base)
{
  GArray *alignments = g_array_new (FALSE, TRUE, sizeof (LscAlignment));
  g_autofree gboolean *is_aligned = g_new0 (gboolean, n + 1);
  g_autofree gboolean *is_used = g_new0 (gboolean, n + 1);
  gboolean is_any = n > 0;
  LscCollectiveSet set;

  g_array_set_clear_func (alignments, clear_alignment);
  g_array_set_size (alignments, n);
  for (guint i = 0; i < n; i++)
    g_array_index (alignments, LscAlignment, i).rank = timelines[i]->rank;
  g_return_val_if_fail (base < n || n == 0, alignments);
  _lsc_collectives_init (&set, timelines, n);
  if (n > 0)
    is_aligned[base] = TRUE;
  while (is_any)
    {
      is_any = FALSE;
      for (guint i = 0; i < n; i++)
        {
          guint partner = (base + i) % n;

          if (!is_aligned[partner] || is_used[partner])
            continue;
          is_used[partner] = is_any = TRUE;
          align_through (&set, alignments, is_aligned, partner);
        }
    }
  _lsc_collectives_clear (&set);
  return alignments;
}

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

  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  return (x->id > y->id) - (x->id < y->id);
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
