/* lsc-timeline-painter.c - painting the timeline on any cairo surface
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "draw/timeline/lsc-timeline-painter-private.h"

/* ---- what is remembered of a timeline ---- */

static void
memory_free (gpointer data)
{
  LscTimelineMemory *memory = data;

  g_free (memory->shades);
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

  if (left->n != right->n)
    return left->n > right->n ? -1 : 1;
  return left->node < right->node ? -1 : left->node > right->node;
}

static void
collect_lanes (const LscTimeline *timeline, guint32 node, GArray *found)
{
  const LscNode *data = lsc_timeline_get_node (timeline, node);

  if (data->lane != NULL && data->lane->n > 0 && data->role != LSC_ROLE_PYTHON_STACK &&
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

  if (lanes != NULL)
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

/* ---- the painter ---- */

/**
 * lsc_timeline_painter_new:
 * @context: fonts and language of the texts
 *
 * Returns: (transfer full): a painter with empty caches. Not thread-safe: one for each thread.
 */
LscTimelinePainter *
lsc_timeline_painter_new (PangoContext *context)
{
  LscTimelinePainter *self = g_new0 (LscTimelinePainter, 1);

  self->text = lsc_text_new (context);
  self->labels = lsc_label_cache_new (context);
  lsc_label_cache_keep_edges (self->labels);
  self->memories = g_ptr_array_new_with_free_func (memory_free);
  self->hits = g_array_new (FALSE, FALSE, sizeof (LscHitRef));
  self->hit_times = g_array_new (FALSE, FALSE, sizeof (gint64));
  return self;
}

/**
 * lsc_timeline_painter_reset:
 *
 * Forgets fonts, timelines and hits. To be called when fonts, theme or scale have changed; a
 * timeline that was replaced is noticed without.
 */
void
lsc_timeline_painter_reset (LscTimelinePainter *self)
{
  lsc_label_cache_clear (self->labels);
  lsc_text_reset (self->text);
  g_ptr_array_set_size (self->memories, 0);
  self->hits_of = NULL;
  self->minimap_key = (LscTimelineMinimapKey){ 0 };
  g_clear_pointer (&self->minimap, cairo_surface_destroy);
}

/**
 * lsc_timeline_painter_free:
 */
void
lsc_timeline_painter_free (LscTimelinePainter *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->minimap, cairo_surface_destroy);
  g_ptr_array_unref (self->memories);
  g_array_unref (self->hits);
  g_array_unref (self->hit_times);
  g_free (self->spans);
  g_free (self->line);
  g_free (self->base_line);
  g_aligned_free (self->columns);
  lsc_label_cache_free (self->labels);
  lsc_text_free (self->text);
  g_free (self);
}

/**
 * lsc_timeline_painter_get_n_labels:
 *
 * Returns: how many texts the last painted body has
 */
guint
lsc_timeline_painter_get_n_labels (const LscTimelinePainter *self)
{
  return self->n_labels;
}

/* Makes room for rows of @width device px. */
void
_lsc_painter_reserve (LscTimelinePainter *self, int width)
{
  gsize n = (gsize) MAX (width, 1);

  if (self->n_columns >= width && self->spans != NULL)
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

/* ---- everything ---- */

void
_lsc_timeline_clip_body (cairo_t *cr, const LscTimelineView *view)
{
  cairo_rectangle (cr, view->port.header_width, view->ruler_height,
                   MAX (view->port.width - view->port.header_width, 0),
                   MAX (view->port.height - view->ruler_height, 0));
  cairo_clip (cr);
}

static void
paint_body_image (LscTimelinePainter *self, cairo_t *cr, const LscTimelineView *view)
{
  int width = (int) ceil ((view->port.width - view->port.header_width) * view->scale);
  int height = (int) ceil ((view->port.height - view->ruler_height) * view->scale);
  cairo_surface_t *image;

  if (width <= 0 || height <= 0)
    return;
  image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  lsc_timeline_painter_paint_body (self, image, view);
  cairo_save (cr);
  _lsc_timeline_clip_body (cr, view);
  cairo_translate (cr, view->port.header_width, view->ruler_height);
  cairo_scale (cr, 1 / view->scale, 1 / view->scale);
  cairo_set_source_surface (cr, image, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (image);
}

/**
 * lsc_timeline_painter_paint:
 * @as_raster: whether the body is an image of @view's scale; else paths and text
 *
 * Paints the whole view from @cr's origin: ruler, headers, lanes, what is selected.
 */
void
lsc_timeline_painter_paint (LscTimelinePainter *self, cairo_t *cr, const LscTimelineView *view,
                            gboolean as_raster)
{
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, view->port.width, view->port.height);
  cairo_clip (cr);
  lsc_color_set (cr, &view->theme.background);
  cairo_paint (cr);
  if (as_raster)
    paint_body_image (self, cr, view);
  else
    _lsc_timeline_paint_vector (self, cr, view);
  lsc_timeline_painter_paint_headers (self, cr, view);
  lsc_timeline_painter_paint_ruler (self, cr, view);
  lsc_timeline_painter_paint_overlay (self, cr, view);
  cairo_restore (cr);
}
