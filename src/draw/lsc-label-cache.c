/* lsc-label-cache.c - masks of short texts, made once
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/lsc-label-cache.h"

#include <math.h>

#define MAX_SIZES 4           /* zooming the rows passes through many sizes; the last few matter */
#define MAX_LABELS 20000u     /* of one size; then it starts anew */
#define MAX_BYTES (48u << 20) /* of one size, likewise */

typedef struct
{
  int size; /* 1/64 px, 0 = unused */
  guint64 last_use;
  int digit_height;
  GHashTable *labels; /* guint64 key -> LscLabel */
  gsize n_bytes;
} Font;

struct _LscLabelCache
{
  PangoContext *context;
  PangoLayout *layout;
  Font fonts[MAX_SIZES];
  Font *font;
  guint64 n_uses;
  gboolean with_edges;
};

static void
label_free (gpointer data)
{
  LscLabel *label = data;

  g_free (label->mask);
  g_free (label->edges);
  g_free (label);
}

/**
 * lsc_label_cache_new:
 * @context: font family, language and resolution of the texts
 *
 * Returns: (transfer full): an empty cache
 */
LscLabelCache *
lsc_label_cache_new (PangoContext *context)
{
  LscLabelCache *self;

  g_return_val_if_fail (context, NULL);
  self = g_new0 (LscLabelCache, 1);
  self->context = g_object_ref (context);
  self->layout = pango_layout_new (context);
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
  lsc_label_cache_set_size (self, 10);
  return self;
}

/**
 * lsc_label_cache_clear:
 *
 * Forgets all masks, for when the fonts have changed.
 */
void
lsc_label_cache_clear (LscLabelCache *self)
{
  g_return_if_fail (self);
  for (guint i = 0; i < MAX_SIZES; i++)
    {
      g_clear_pointer (&self->fonts[i].labels, g_hash_table_unref);
      self->fonts[i] = (Font){ 0 };
    }
  self->font = NULL;
  lsc_label_cache_set_size (self, 10);
}

/**
 * lsc_label_cache_free:
 */
void
lsc_label_cache_free (LscLabelCache *self)
{
  if (!self)
    return;
  for (guint i = 0; i < MAX_SIZES; i++)
    g_clear_pointer (&self->fonts[i].labels, g_hash_table_unref);
  g_object_unref (self->layout);
  g_object_unref (self->context);
  g_free (self);
}

static void
apply_size (LscLabelCache *self, double size_px)
{
  PangoFontDescription *font =
      pango_font_description_copy (pango_context_get_font_description (self->context));

  if (!pango_font_description_get_family (font))
    pango_font_description_set_family_static (font, "Sans");
  pango_font_description_set_absolute_size (font, size_px * PANGO_SCALE);
  pango_layout_set_font_description (self->layout, font);
  pango_font_description_free (font);
}

static int
measure_digit (LscLabelCache *self)
{
  PangoRectangle ink;

  pango_layout_set_text (self->layout, "0", -1);
  pango_layout_get_pixel_extents (self->layout, &ink, NULL);
  return ink.height;
}

/**
 * lsc_label_cache_set_size:
 * @size_px: device px
 *
 * Chooses the size of the texts asked for from now on. The last few sizes keep their masks.
 */
void
lsc_label_cache_set_size (LscLabelCache *self, double size_px)
{
  int size;
  Font *oldest;

  g_return_if_fail (self);
  size = MAX ((int) lround (size_px * 64), 64);
  oldest = &self->fonts[0];
  self->n_uses++;
  for (guint i = 0; i < MAX_SIZES; i++)
    {
      Font *font = &self->fonts[i];

      if (font->size == size)
        {
          font->last_use = self->n_uses;
          if (self->font != font)
            apply_size (self, size / 64.0);
          self->font = font;
          return;
        }
      if (font->last_use < oldest->last_use)
        oldest = font;
    }
  g_clear_pointer (&oldest->labels, g_hash_table_unref);
  self->font = oldest;
  apply_size (self, size / 64.0);
  *oldest = (Font){ size, self->n_uses, measure_digit (self),
                    g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, label_free), 0 };
}

/**
 * lsc_label_cache_get_digit_height:
 *
 * Returns: px of ink of a digit, for centring lines of equal height
 */
int
lsc_label_cache_get_digit_height (LscLabelCache *self)
{
  return self->font->digit_height;
}

/**
 * lsc_label_cache_keep_edges:
 *
 * Makes labels rendered from now on know where their characters end, for eliding.
 */
void
lsc_label_cache_keep_edges (LscLabelCache *self)
{
  self->with_edges = TRUE;
}

static void
find_edges (LscLabelCache *self, LscLabel *label)
{
  PangoLayoutIter *iter = pango_layout_get_iter (self->layout);
  GArray *edges = g_array_new (FALSE, FALSE, sizeof (guint16));

  do
    {
      PangoRectangle logical;
      int right;

      pango_layout_iter_get_cluster_extents (iter, NULL, &logical);
      right = PANGO_PIXELS_CEIL (logical.x + logical.width);
      if (right > 0 && right < G_MAXUINT16 &&
          (edges->len == 0 || right > g_array_index (edges, guint16, edges->len - 1)))
        {
          guint16 edge = (guint16) right;

          g_array_append_val (edges, edge);
        }
    }
  while (pango_layout_iter_next_cluster (iter));
  pango_layout_iter_free (iter);
  label->n_edges = edges->len;
  label->edges = (guint16 *) (gpointer) g_array_free (edges, FALSE);
}

static LscLabel *
render (LscLabelCache *self, const char *text)
{
  LscLabel *label = g_new0 (LscLabel, 1);
  PangoRectangle ink, logical;
  int baseline;

  pango_layout_set_text (self->layout, text, -1);
  pango_layout_get_pixel_extents (self->layout, &ink, &logical);
  baseline = (int) lround (pango_layout_get_baseline (self->layout) / (double) PANGO_SCALE);
  label->advance = logical.width;
  label->x = ink.x;
  label->y = ink.y - baseline;
  if (self->with_edges)
    find_edges (self, label);
  if (ink.width <= 0 || ink.height <= 0)
    return label;
  label->width = ink.width;
  label->height = ink.height;
  label->stride = cairo_format_stride_for_width (CAIRO_FORMAT_A8, ink.width);
  label->mask = g_malloc0 ((gsize) label->stride * (gsize) ink.height);

  cairo_surface_t *surface = cairo_image_surface_create_for_data (
      label->mask, CAIRO_FORMAT_A8, ink.width, ink.height, label->stride);
  cairo_t *cr = cairo_create (surface);

  cairo_translate (cr, -ink.x, -ink.y);
  cairo_set_source_rgba (cr, 1, 1, 1, 1);
  pango_cairo_show_layout (cr, self->layout);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  cairo_surface_destroy (surface);
  return label;
}

/**
 * lsc_label_cache_get:
 * @key: stands for the text; the same key always has the same text
 * @func: asked for the text when the key is new
 *
 * Returns: (transfer none): the text's mask; valid until the next call
 */
const LscLabel *
lsc_label_cache_get (LscLabelCache *self, guint64 key, LscLabelTextFunc func, gpointer user_data)
{
  LscLabel *label = g_hash_table_lookup (self->font->labels, &key);
  char text[256] = "";

  if (label)
    return label;
  if (g_hash_table_size (self->font->labels) >= MAX_LABELS || self->font->n_bytes >= MAX_BYTES)
    {
      g_hash_table_remove_all (self->font->labels);
      self->font->n_bytes = 0;
    }
  func (key, user_data, text, sizeof text);
  label = render (self, text);
  self->font->n_bytes += (gsize) label->stride * (gsize) label->height;
  g_hash_table_insert (self->font->labels, g_memdup2 (&key, sizeof key), label);
  return label;
}
