/* lsc-timeline-memory.c - what the painter remembers of timelines, and its room for rows
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "base/lsc-sort.h"
#include "draw/timeline/lsc-timeline-painter-private.h"

/* ---- what is remembered of a timeline ---- */

void
_lsc_timeline_memory_free (gpointer data)
{
  LscTimelineMemory *memory = data;

  g_free (memory->shades);
  g_free (memory->families);
  g_hash_table_unref (memory->blocks);
  g_hash_table_unref (memory->summary);
  g_hash_table_unref (memory->modules);
  lsc_timeline_unref (memory->timeline);
  g_free (memory);
}

/* Returns: (transfer none): what is known of a timeline, made when it is seen first */
LscTimelineMemory *
_lsc_painter_memory (LscTimelinePainter *self, LscTimeline *timeline)
{
  LscTimelineMemory *memory;

  for (guint i = 0; i < self->memories->len; i++)
    {
      memory = g_ptr_array_index (self->memories, i);
      if (memory->timeline == timeline)
        return memory;
    }
  memory = g_new0 (LscTimelineMemory, 1);
  memory->timeline = lsc_timeline_ref (timeline);
  memory->serial = ++self->next_serial;
  memory->n_shades = lsc_intern_size (timeline->strings);
  memory->shades = g_new0 (guint8, MAX (memory->n_shades, 1));
  memory->families = g_new0 (guint8, MAX (memory->n_shades, 1));
  memory->blocks = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  memory->summary = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  memory->modules = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  _lsc_palette_fill_shades (memory);
  g_ptr_array_add (self->memories, memory);
  return memory;
}

static gboolean
is_shown (LscTimelineLayout *layout, const LscTimeline *timeline)
{
  for (guint32 i = 0; i < lsc_timeline_layout_get_n_ranks (layout); i++)
    if (lsc_timeline_layout_get_timeline (layout, i) == timeline)
      return TRUE;
  return FALSE;
}

/* Lets go of timelines that the layout no longer has. */
void
_lsc_painter_forget_others (LscTimelinePainter *self, LscTimelineLayout *layout)
{
  for (guint i = self->memories->len; i > 0; i--)
    {
      LscTimelineMemory *memory = g_ptr_array_index (self->memories, i - 1);

      if (!is_shown (layout, memory->timeline))
        g_ptr_array_remove_index_fast (self->memories, i - 1);
    }
}

/* ---- lanes that stand for a group ---- */

typedef struct
{
  guint32 node;
  gsize n;
} Candidate;

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *left = a, *right = b;

  LSC_RETURN_ORDER (right->n, left->n);
  return LSC_ORDER (left->node, right->node);
}

static void
collect_lanes (const LscTimeline *timeline, guint32 node, GArray *found)
{
  const LscNode *data = lsc_timeline_get_node (timeline, node);

  if (data->lane && data->lane->n > 0 && data->role != LSC_ROLE_PYTHON_STACK &&
      data->lane->kind[0] != LSC_SLICE_COMMUNICATION) /* the part not overlapped stands for it */
    {
      Candidate candidate = { node, data->lane->n };

      g_array_append_val (found, candidate);
    }
  for (guint32 child = data->first_child; child != LSC_SLICE_NONE;
       child = lsc_timeline_get_node (timeline, child)->next)
    collect_lanes (timeline, child, found);
}

/* Returns: (transfer none): the lanes that a collapsed group's summary is made of. A rank is summed
 * up by its overlap lanes, or else its device. */
const GArray *
_lsc_painter_summary (LscTimelineMemory *memory, guint32 node)
{
  const LscTimeline *timeline = memory->timeline;
  GArray *lanes = g_hash_table_lookup (memory->summary, GUINT_TO_POINTER (node));
  g_autoptr (GArray) found = NULL;
  guint32 top = node;

  if (lanes)
    return lanes;
  if (lsc_timeline_get_node (timeline, node)->role == LSC_ROLE_RANK)
    {
      top = lsc_timeline_find_child (timeline, node, LSC_ROLE_OVERLAP);
      if (top == LSC_SLICE_NONE)
        top = lsc_timeline_find_child (timeline, node, LSC_ROLE_DEVICE);
      if (top == LSC_SLICE_NONE)
        top = node;
    }
  found = g_array_new (FALSE, FALSE, sizeof (Candidate));
  collect_lanes (timeline, top, found);
  g_array_sort (found, compare_candidates);
  lanes = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < MIN (found->len, LSC_TIMELINE_SUMMARY_LANES); i++)
    g_array_append_val (lanes, g_array_index (found, Candidate, i).node);
  g_hash_table_insert (memory->summary, GUINT_TO_POINTER (node), lanes);
  return lanes;
}

/* Adds each lane's colours to the columns, weighted by the share that it covers. */
void
_lsc_painter_mix_summary (LscTimelinePainter *self, const LscTimelineView *view,
                          const LscSummary *summary)
{
  LscTimeline *timeline = lsc_timeline_layout_get_timeline (view->layout, summary->rank);
  LscTimelineMemory *memory = _lsc_painter_memory (self, timeline);
  const GArray *lanes = _lsc_painter_summary (memory, summary->node);

  for (guint i = 0; i < lanes->len; i++)
    {
      guint32 node = g_array_index (lanes, guint32, i);
      const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;
      LscViewRow row = { summary->rank, node, lane, 0 };
      gsize n =
          _lsc_view_row_spans (view, &row, summary->scale, (guint) summary->width, self->spans);

      for (gsize k = 0; k < n; k++)
        {
          const LscSpan *span = &self->spans[k];
          guint8 kind = lane->kind[span->slice];
          float share = MAX (span->share, LSC_TIMELINE_LEAST_SHARE);
          LscMix mix;

          if (summary->is_plain && (kind == LSC_SLICE_FREE || kind == LSC_SLICE_FREE_EDGE))
            continue;
          if (summary->n_shares > 0)
            share = roundf (share * (float) summary->n_shares) / (float) summary->n_shares;
          mix = lsc_mix_from_rgb (summary->is_plain ? _lsc_palette_family (kind)
                                                    : _lsc_palette_color (memory, lane, span->slice,
                                                                          view->color)) *
                share;
          for (int x = MAX (span->x0, 0); x < MIN (span->x1, summary->width); x++)
            self->columns[x] += mix;
        }
    }
}

/* ---- room ---- */

/* Makes room for rows of @width device px. */
void
_lsc_painter_reserve (LscTimelinePainter *self, int width)
{
  gsize n = (gsize) MAX (width, 1);

  if (self->n_columns >= width && self->spans)
    return;
  g_free (self->spans);
  g_free (self->line);
  g_free (self->base_line);
  g_aligned_free (self->columns);
  self->spans = g_new (LscSpan, n);
  self->line = g_new (guint32, n);
  self->base_line = g_new (guint32, n);
  self->columns = g_aligned_alloc (n, sizeof (LscMix), sizeof (LscMix));
  self->n_columns = (int) n;
}
