/* lsc-excerpt-cut.c - cuts parts out of a timeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/excerpt/lsc-excerpt-make.h"

#include <stdlib.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-sort.h"

/* extract.md#excerpts. Of the times that stay every slice that touches them stays, with its own
 * begin and end, so that what is seen there is what the recording shows there. */

/** A slice that stays: its number before and now, and its step. */
typedef struct
{
  guint32 before;
  guint32 now;
  gint64 step;
} Renumbered;

LSC_DEFINE_ARRAY (Renumberings, renumberings, Renumbered)

/** @ids: by the numbers before */
typedef struct
{
  const LscTimeline *whole;
  LscTimeline *out;
  const LscIntervals *spans;
  Renumberings ids;
} Cut;

/* ---- slices -------------------------------------------------------------------------------- */

/* The first slice of a row that touches @begin_ns or what follows. */
static guint32
find_first (const LscLane *lane, guint32 row, gint64 begin_ns)
{
  guint32 i = lsc_lane_find_start (lane, row, begin_ns);

  return i > lane->row_begin[row] && lsc_lane_get_end_ns (lane, i - 1) > begin_ns ? i - 1 : i;
}

static gsize
count_touching (const LscLane *lane, LscInterval span)
{
  gsize n = 0;

  for (guint32 row = 0; row < lane->n_rows; row++)
    n += lsc_lane_find_start (lane, row, span.end_ns) - find_first (lane, row, span.begin_ns);
  return n;
}

static inline gboolean
is_shown (const LscNode *node)
{
  return node->type == LSC_NODE_LANE && !(node->flags & LSC_NODE_HIDDEN) && node->lane;
}

/**
 * lsc_excerpt_count:
 *
 * Cost: O(rows log n).
 *
 * Returns: how many slices touch @span
 */
gsize
lsc_excerpt_count (const LscTimeline *whole, LscInterval span)
{
  gsize n = 0;

  g_return_val_if_fail (whole && span.begin_ns <= span.end_ns, 0);
  for (guint i = 0; i < whole->nodes->len; i++)
    if (is_shown (lsc_timeline_get_node (whole, i)))
      n += count_touching (lsc_timeline_get_node (whole, i)->lane, span);
  return n;
}

/* Indexes of those that touch any of the spans, each once, in their order. */
static void
list_touching (const LscLane *lane, const LscIntervals *spans, LscIndexes *out)
{
  for (guint32 row = 0; row < lane->n_rows; row++)
    {
      guint32 next = lane->row_begin[row];

      for (gsize k = 0; k < spans->n; k++)
        {
          guint32 i = MAX (next, find_first (lane, row, spans->items[k].begin_ns));

          for (; i < lane->row_begin[row + 1] && lane->start_ns[i] < spans->items[k].end_ns; i++)
            lsc_indexes_append (out, i);
          next = MAX (next, i);
        }
    }
}

static void
add_slice (Cut *self, LscRawSlices *raw, const LscLane *lane, guint32 slice)
{
  LscRawSlice *added =
      lsc_raw_slices_add (raw, lane->start_ns[slice], lsc_lane_get_end_ns (lane, slice));

  added->detail = -1; /* nothing more of it is read from a file */
  added->name =
      lsc_intern_add (self->out->strings, lsc_timeline_text (self->whole, lane->name[slice]));
  added->kind = lane->kind[slice];
  added->link = LSC_SLICE_NONE;
}

static guint32
add_lane (Cut *self, guint32 from, guint32 parent)
{
  const LscNode *node = lsc_timeline_get_node (self->whole, from);
  g_autofree guint32 *position = NULL;
  LscRawSlices raw = { 0 };
  LscIndexes kept = { 0 };
  guint32 added, first_id;

  list_touching (node->lane, self->spans, &kept);
  for (gsize i = 0; i < kept.n; i++)
    add_slice (self, &raw, node->lane, kept.items[i]);
  added = lsc_timeline_add_lane (self->out, parent, node->role, node->name,
                                 lsc_lane_new (&raw, node->lane->rule, &position));
  first_id = lsc_timeline_get_node (self->out, added)->first_id;
  for (gsize i = 0; i < kept.n; i++)
    {
      Renumbered *number = renumberings_add (&self->ids);

      number->before = node->first_id + kept.items[i];
      number->now = first_id + (position ? position[i] : (guint32) i);
      if (!lsc_timeline_find_step (self->whole, (LscSpot){ from, kept.items[i] }, &number->step))
        number->step = LSC_INT_NULL;
    }
  lsc_indexes_clear (&kept);
  return added;
}

/* ---- lanes --------------------------------------------------------------------------------- */

static gboolean
has_kept (const Cut *self, guint32 number)
{
  const LscNode *node = lsc_timeline_get_node (self->whole, number);

  if (is_shown (node))
    for (gsize i = 0; i < self->spans->n; i++)
      if (count_touching (node->lane, self->spans->items[i]) > 0)
        return TRUE;
  for (guint32 child = node->first_child; child != LSC_SLICE_NONE;
       child = lsc_timeline_get_node (self->whole, child)->next)
    if (has_kept (self, child))
      return TRUE;
  return FALSE;
}

static void
copy_facts (LscNode *to, const LscNode *from)
{
  to->flags = from->flags;
  to->pid = from->pid;
  to->tid = from->tid;
  to->text = g_strdup (from->text);
}

/* Lanes without a slice in these times are left out, and so are counters. */
static void
add_children (Cut *self, guint32 from, guint32 to)
{
  for (guint32 child = lsc_timeline_get_node (self->whole, from)->first_child;
       child != LSC_SLICE_NONE; child = lsc_timeline_get_node (self->whole, child)->next)
    {
      const LscNode *node = lsc_timeline_get_node (self->whole, child);
      guint32 added;

      if (!has_kept (self, child))
        continue;
      added = is_shown (node) ? add_lane (self, child, to)
                              : lsc_timeline_add_group (self->out, to, node->role, node->name);
      copy_facts (lsc_timeline_get_node (self->out, added), node);
      add_children (self, child, added);
    }
}

/* ---- links --------------------------------------------------------------------------------- */

static int
compare_ids (const void *a, const void *b)
{
  const Renumbered *x = a, *y = b;

  return x->before < y->before ? -1 : x->before > y->before;
}

static guint32
find_now (const Renumberings *ids, guint32 before)
{
  gsize place = LSC_BISECT (i, 0, ids->n, ids->items[i].before < before);

  return place < ids->n && ids->items[place].before == before ? ids->items[place].now
                                                              : LSC_SLICE_NONE;
}

/* Of those between slices that both stay. */
static void
add_links (Cut *self, LscLinkList *list)
{
  const LscLinks *links = &self->whole->links;

  if (self->ids.n > 1)
    qsort (self->ids.items, self->ids.n, sizeof *self->ids.items, compare_ids);
  for (gsize i = 0; i < self->ids.n; i++)
    {
      gsize first, n = lsc_links_find_from (links, self->ids.items[i].before, &first);

      for (gsize k = first; k < first + n; k++)
        {
          guint32 to = find_now (&self->ids, links->items[k].to);

          if (to != LSC_SLICE_NONE)
            lsc_link_list_append (list,
                                  (LscLink){ self->ids.items[i].now, to, links->items[k].kind });
        }
    }
}

/* ---- the whole ----------------------------------------------------------------------------- */

static void
hold (Cut *self)
{
  LscExcerpt held = { .n = self->out->n_slices };

  for (gsize i = 0; i < self->spans->n; i++)
    lsc_intervals_append (&held.times, self->spans->items[i]);
  held.steps = g_new (gint64, MAX (held.n, 1));
  for (gsize i = 0; i < self->ids.n; i++)
    held.steps[self->ids.items[i].now] = self->ids.items[i].step;
  lsc_excerpt_set (self->out, &held);
}

/* Times count from the begin of the recording, as everywhere else. */
static void
take_extent (LscTimeline *out, const LscTimeline *whole)
{
  out->zero_ns = whole->zero_ns;
  out->begin_ns = whole->begin_ns;
  out->end_ns = whole->end_ns;
  out->lasting_end_ns = whole->lasting_end_ns;
  out->has_strays = whole->has_strays;
  out->main_begin_ns = whole->main_begin_ns;
  out->main_end_ns = whole->main_end_ns;
}

/**
 * lsc_excerpt_cut:
 * @whole: completed
 * @spans: merged; what of @whole stays
 *
 * Cost: O(spans x rows log n + slices that stay). Thread: any.
 *
 * Returns: (transfer full): sealed; without counters and facts, and with no more than the slices
 *   that touch @spans and the links between these
 */
LscTimeline *
lsc_excerpt_cut (const LscTimeline *whole, const LscIntervals *spans)
{
  const LscSteps *steps;
  LscLinkList links = { 0 };
  Cut cut;

  g_return_val_if_fail (whole && spans, NULL);
  cut = (Cut){ .whole = whole, .out = lsc_timeline_new (whole->source), .spans = spans };
  cut.out->rank = whole->rank;
  cut.out->device = whole->device;
  cut.out->level = whole->level;
  cut.out->is_gpu = whole->is_gpu;
  steps = lsc_timeline_get_steps (whole);
  for (gsize i = 0; i < steps->n; i++)
    lsc_steps_append (&cut.out->steps, steps->items[i]);
  add_children (&cut, 0, 0);
  add_links (&cut, &links);
  hold (&cut);
  lsc_timeline_seal (cut.out, &links);
  take_extent (cut.out, whole);
  renumberings_clear (&cut.ids);
  return cut.out;
}
