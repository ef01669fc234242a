/* lsc-text.c - single lines of text on cairo
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/lsc-text.h"

#include <math.h>

#include "base/lsc-visible.h"

#define MOST_ROOM_PX 1e5

struct _LscText
{
  PangoContext *context;
  PangoLayout *layout;
};

/**
 * lsc_text_new:
 * @context: fonts and language of the texts; a reference is taken
 *
 * Returns: (transfer full): to be freed with lsc_text_free()
 */
LscText *
lsc_text_new (PangoContext *context)
{
  LscText *self;

  g_return_val_if_fail (context, NULL);
  self = g_new0 (LscText, 1);
  self->context = g_object_ref (context);
  self->layout = pango_layout_new (context);
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
  return self;
}

/**
 * lsc_text_free:
 * @self: (nullable) (transfer full):
 */
void
lsc_text_free (LscText *self)
{
  if (!self)
    return;
  g_object_unref (self->layout);
  g_object_unref (self->context);
  g_free (self);
}

/** lsc_text_get_context: Returns: (transfer none): fonts and language of the texts */
PangoContext *
lsc_text_get_context (LscText *self)
{
  g_return_val_if_fail (self, NULL);
  return self->context;
}

/**
 * lsc_text_reset:
 *
 * To be called when the fonts of the context have changed.
 */
void
lsc_text_reset (LscText *self)
{
  g_return_if_fail (self);
  pango_layout_context_changed (self->layout);
}

static void
set_text (LscText *self, const LscTextLine *line, const char *text)
{
  PangoFontDescription *font =
      pango_font_description_copy (pango_context_get_font_description (self->context));
  g_autofree char *shown = lsc_visible_line (text);

  if (!pango_font_description_get_family (font))
    pango_font_description_set_family_static (font, "Sans");
  pango_font_description_set_absolute_size (font, line->size * PANGO_SCALE);
  pango_font_description_set_weight (font, line->is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description (self->layout, font);
  pango_font_description_free (font);
  pango_layout_set_ellipsize (self->layout, line->room <= 0    ? PANGO_ELLIPSIZE_NONE
                                            : line->keeps_ends ? PANGO_ELLIPSIZE_MIDDLE
                                                               : PANGO_ELLIPSIZE_END);
  pango_layout_set_width (
      self->layout, line->room > 0 ? (int) (MIN (line->room, MOST_ROOM_PX) * PANGO_SCALE) : -1);
  pango_layout_set_text (self->layout, shown, -1);
}

static double
measure (LscText *self, const LscTextLine *line, const char *text)
{
  int width;

  set_text (self, line, text);
  pango_layout_get_pixel_size (self->layout, &width, NULL);
  return width;
}

/**
 * lsc_text_width:
 * @size: px
 *
 * Returns: how wide the text is at a plain weight, px
 */
double
lsc_text_width (LscText *self, double size, const char *text)
{
  return measure (self, &(LscTextLine){ .size = size }, text);
}

/** lsc_text_width_bold: Returns: how wide the text is in bold, px */
double
lsc_text_width_bold (LscText *self, double size, const char *text)
{
  return measure (self, &(LscTextLine){ .size = size, .is_bold = TRUE }, text);
}

/* ---- told instead of drawn ---- */

#define REDIRECTION "lsc-text-redirection"
#define DOTS "…"

typedef struct
{
  LscTextFunc func;
  gpointer data;
} Redirection;

/**
 * lsc_text_redirect:
 * @func: (nullable): %NULL ends it
 * @data: borrowed until then
 *
 * Tells all lines that are to be drawn in fonts of @context instead of drawing them: a file whose
 * texts are texts, and no outlines, writes them itself.
 */
void
lsc_text_redirect (PangoContext *context, LscTextFunc func, gpointer data)
{
  Redirection *redirection;

  g_return_if_fail (PANGO_IS_CONTEXT (context));
  redirection = func ? g_new (Redirection, 1) : NULL;
  if (redirection)
    *redirection = (Redirection){ func, data };
  g_object_set_data_full (G_OBJECT (context), REDIRECTION, redirection, g_free);
}

/* (transfer full): @n_kept of @n characters, and dots for the others */
static char *
elide (const char *text, glong n, glong n_kept, gboolean keeps_ends)
{
  glong n_head = keeps_ends ? (n_kept + 1) / 2 : n_kept;
  g_autofree char *head = g_utf8_substring (text, 0, n_head);

  return g_strconcat (head, DOTS, g_utf8_offset_to_pointer (text, n - (n_kept - n_head)), NULL);
}

/* (transfer full): what of a text has room, by halving */
static char *
fit (LscText *self, const LscTextLine *line, const char *text)
{
  LscTextLine free_line = *line;
  glong n = g_utf8_strlen (text, -1), low = 0, high = n - 1;

  free_line.room = 0;
  if (line->room <= 0 || measure (self, &free_line, text) <= line->room)
    return g_strdup (text);
  while (low < high)
    {
      glong middle = low + (high - low + 1) / 2;
      g_autofree char *shorter = elide (text, n, middle, line->keeps_ends);

      if (measure (self, &free_line, shorter) <= line->room)
        low = middle;
      else
        high = middle - 1;
    }
  return elide (text, n, MAX (low, 0), line->keeps_ends);
}

static double
tell (LscText *self, const Redirection *redirection, cairo_t *cr, const LscTextLine *line,
      const char *text)
{
  g_autofree char *visible = lsc_visible_line (text);
  g_autofree char *shown = fit (self, line, visible);
  LscTextLine free_line = *line;
  LscTextDrawn drawn = { .text = shown, .size = line->size, .is_bold = line->is_bold };
  int width, height;

  free_line.room = 0;
  set_text (self, &free_line, shown);
  pango_layout_get_pixel_size (self->layout, &width, &height);
  drawn.x = round (line->x - line->align * width);
  drawn.top = round (line->middle - height / 2.0);
  drawn.baseline = drawn.top + (double) pango_layout_get_baseline (self->layout) / PANGO_SCALE;
  drawn.width = width;
  drawn.height = height;
  redirection->func (redirection->data, cr, &drawn);
  return width;
}

/**
 * lsc_text_draw:
 *
 * Draws a line of text in the colour of @cr. Control characters are shown as signs.
 *
 * Returns: its width, px
 */
double
lsc_text_draw (LscText *self, cairo_t *cr, const LscTextLine *line, const char *text)
{
  const Redirection *redirection;
  int width, height;

  g_return_val_if_fail (self && cr && line && text, 0);
  redirection = g_object_get_data (G_OBJECT (self->context), REDIRECTION);
  if (redirection)
    return tell (self, redirection, cr, line, text);
  set_text (self, line, text);
  pango_layout_get_pixel_size (self->layout, &width, &height);
  cairo_move_to (cr, round (line->x - line->align * width), round (line->middle - height / 2.0));
  pango_cairo_show_layout (cr, self->layout);
  return width;
}
