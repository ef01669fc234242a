/* lsc-svg-text.c - the texts of an SVG file, as texts
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-svg-text.h"

#include <math.h>

#include "base/lsc-visible.h"

void
lsc_svg_texts_init (LscSvgTexts *self, const char *prefix)
{
  g_return_if_fail (self && prefix);
  *self = (LscSvgTexts){ .prefix = prefix, .elements = g_string_new (NULL) };
}

void
lsc_svg_texts_clear (LscSvgTexts *self)
{
  g_return_if_fail (self);
  if (self->elements)
    g_string_free (self->elements, TRUE);
  self->elements = NULL;
}

/** lsc_svg_append_number: appends a number of two decimals at most behind @before */
void
lsc_svg_append_number (GString *out, const char *before, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (out, before);
  g_string_append (out, g_ascii_formatd (text, sizeof text, "%.6g", round (value * 100) / 100));
}

/** lsc_svg_append_escaped: appends a text as XML has it, control characters as signs */
void
lsc_svg_append_escaped (GString *out, const char *text)
{
  g_autofree char *visible = lsc_visible_lines (text);
  g_autofree char *valid = lsc_xml_text (visible);
  g_autofree char *escaped = g_markup_escape_text (valid, -1);

  g_string_append (out, escaped);
}

static void
append_fill (GString *out, cairo_t *cr)
{
  double red = 0, green = 0, blue = 0, alpha = 1;

  cairo_pattern_get_rgba (cairo_get_source (cr), &red, &green, &blue, &alpha);
  lsc_svg_append_number (out, " style=\"fill:rgb(", red * 100);
  lsc_svg_append_number (out, "%,", green * 100);
  lsc_svg_append_number (out, "%,", blue * 100);
  g_string_append (out, "%)");
  if (alpha < 1)
    lsc_svg_append_number (out, ";fill-opacity:", alpha);
  g_string_append_c (out, '"');
}

static void
append_matrix (GString *out, cairo_t *cr)
{
  cairo_matrix_t matrix;

  cairo_get_matrix (cr, &matrix);
  lsc_svg_append_number (out, " transform=\"matrix(", matrix.xx);
  lsc_svg_append_number (out, ",", matrix.yx);
  lsc_svg_append_number (out, ",", matrix.xy);
  lsc_svg_append_number (out, ",", matrix.yy);
  lsc_svg_append_number (out, ",", matrix.x0);
  lsc_svg_append_number (out, ",", matrix.y0);
  g_string_append (out, ")\"");
}

/** A rectangle that nothing is drawn outside of, px. */
typedef struct
{
  double x0, y0, x1, y1;
} Clip;

static void
append_clip (LscSvgTexts *self, cairo_t *cr, const Clip *clip)
{
  GString *out = self->elements;

  g_string_append_printf (out, "<clipPath id=\"%sc%u\"><rect", self->prefix, ++self->n_clips);
  lsc_svg_append_number (out, " x=\"", clip->x0);
  lsc_svg_append_number (out, "\" y=\"", clip->y0);
  lsc_svg_append_number (out, "\" width=\"", clip->x1 - clip->x0);
  lsc_svg_append_number (out, "\" height=\"", clip->y1 - clip->y0);
  g_string_append (out, "\"/></clipPath>");
}

/**
 * lsc_svg_texts_take:
 * @texts: an #LscSvgTexts
 *
 * Takes a line of text in the colour, place and clip of @cr, for lsc_text_redirect().
 */
void
lsc_svg_texts_take (gpointer texts, cairo_t *cr, const LscTextDrawn *drawn)
{
  LscSvgTexts *self = texts;
  GString *out = self->elements;
  double right = drawn->x + drawn->width, bottom = drawn->top + drawn->height;
  gboolean is_cut;
  Clip clip;

  cairo_clip_extents (cr, &clip.x0, &clip.y0, &clip.x1, &clip.y1);
  if (*drawn->text == '\0' || right <= clip.x0 || drawn->x >= clip.x1 || bottom <= clip.y0 ||
      drawn->top >= clip.y1)
    return;
  /* Boxes of lines are higher than what is seen of them. */
  is_cut = drawn->x < clip.x0 - 1 || right > clip.x1 + 1 ||
           drawn->top + drawn->height / 4 < clip.y0 || bottom - drawn->height / 4 > clip.y1;
  if (is_cut)
    append_clip (self, cr, &clip);
  lsc_svg_append_number (out, "<text x=\"", drawn->x);
  lsc_svg_append_number (out, "\" y=\"", drawn->baseline);
  lsc_svg_append_number (out, "\" font-size=\"", drawn->size);
  lsc_svg_append_number (out, "\" textLength=\"", drawn->width);
  g_string_append (out, "\" lengthAdjust=\"spacingAndGlyphs\"");
  if (drawn->is_bold)
    g_string_append (out, " font-weight=\"bold\"");
  append_fill (out, cr);
  append_matrix (out, cr);
  if (is_cut)
    g_string_append_printf (out, " clip-path=\"url(#%sc%u)\"", self->prefix, self->n_clips);
  g_string_append_c (out, '>');
  lsc_svg_append_escaped (out, drawn->text);
  g_string_append (out, "</text>\n");
}
