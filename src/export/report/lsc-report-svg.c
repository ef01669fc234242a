/* lsc-report-svg.c - charts as SVG with real text, in colours that follow the reader
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-svg.h"

#include <cairo-svg.h>
#include <math.h>
#include <string.h>

#include "export/lsc-picture-fonts.h"
#include "export/lsc-svg-ids.h"
#include "export/lsc-svg-text.h"

#define WIDTH_PX 1000.0
#define NARROW_PX 440.0 /* where it may be */
#define TEXT_PX 15.0
#define COLOR "rgb("

/* ---- colours ---- */

struct _LscReportColors
{
  GHashTable *numbers; /* "light dark" -> number */
  GPtrArray *pairs;    /* light, dark, light, ... */
};

/** lsc_report_colors_new: Returns: (transfer full): no colours yet */
LscReportColors *
lsc_report_colors_new (void)
{
  LscReportColors *self = g_new0 (LscReportColors, 1);

  self->numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->pairs = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/**
 * lsc_report_colors_free:
 * @self: (nullable) (transfer full):
 */
void
lsc_report_colors_free (LscReportColors *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->numbers);
  g_ptr_array_unref (self->pairs);
  g_free (self);
}

/* Cairo 1.18 puts spaces between the parts of a colour, older ones and our texts do not: it would
 * be two colours otherwise. (transfer full) */
static char *
spell (const char *color)
{
  g_auto (GStrv) parts = g_strsplit (color, " ", -1);

  return g_strjoinv ("", parts);
}

static guint
find_color (LscReportColors *self, const char *light, const char *dark)
{
  g_autofree char *a = spell (light);
  g_autofree char *b = spell (dark);
  g_autofree char *key = g_strconcat (a, " ", b, NULL);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, key));

  if (number != 0)
    return number;
  number = g_hash_table_size (self->numbers) + 1;
  g_hash_table_insert (self->numbers, g_steal_pointer (&key), GUINT_TO_POINTER (number));
  g_ptr_array_add (self->pairs, g_steal_pointer (&a));
  g_ptr_array_add (self->pairs, g_steal_pointer (&b));
  return number;
}

/** lsc_report_colors_append_css: appends the declarations of the variables that charts name */
void
lsc_report_colors_append_css (const LscReportColors *self, gboolean is_dark, GString *out)
{
  g_return_if_fail (self && out);
  for (guint i = 0; i < self->pairs->len; i += 2)
    g_string_append_printf (out, "--k%u:%s;", i / 2 + 1,
                            (const char *) self->pairs->pdata[i + (is_dark ? 1 : 0)]);
}

/* ---- a painting ---- */

/** What a chart looks like in one theme. */
typedef struct
{
  const char *prefix;
  GByteArray *shapes;
  LscSvgTexts texts;
  double width;
  double height;
  char *description;
} Painting;

static void
clear_painting (Painting *self)
{
  g_clear_pointer (&self->shapes, g_byte_array_unref);
  lsc_svg_texts_clear (&self->texts);
  g_free (self->description);
}

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static void
paint_page (Painting *self, const LscPage *page)
{
  cairo_surface_t *surface;
  cairo_t *cr;

  lsc_page_measure (page, &self->width, &self->height);
  surface =
      cairo_svg_surface_create_for_stream (append_bytes, self->shapes, self->width, self->height);
  cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
  cr = cairo_create (surface);
  lsc_page_paint (page, cr, 0);
  cairo_show_page (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  cairo_surface_destroy (surface);
}

static void
paint (Painting *self, const LscReportItem *item, gboolean is_narrow, gboolean is_dark)
{
  PangoContext *context = lsc_picture_fonts_new ();
  LscReportFrame frame = { .width = is_narrow ? NARROW_PX : WIDTH_PX,
                           .height = round (WIDTH_PX * item->height_share),
                           .text_px = TEXT_PX,
                           .theme = is_dark ? lsc_theme_dark () : lsc_theme_light () };
  g_autoptr (LscPage) page = item->chart (item->data, &frame, context);

  self->shapes = g_byte_array_new ();
  lsc_svg_texts_init (&self->texts, self->prefix);
  self->description = g_strdup (page->description);
  lsc_text_redirect (context, lsc_svg_texts_take, &self->texts);
  paint_page (self, page);
  lsc_text_redirect (context, NULL, NULL);
  self->shapes = lsc_svg_renumber_ids (self->shapes, self->prefix);
  g_object_unref (context);
}

/* (transfer full): the elements of a painting, without the head of their file */
static char *
get_elements (const Painting *self)
{
  const char *text = (const char *) self->shapes->data;
  const char *open = g_strstr_len (text, self->shapes->len, "<svg");
  const char *begin = open ? memchr (open, '>', self->shapes->len - (gsize) (open - text)) : NULL;
  const char *end = begin ? g_strrstr_len (text, self->shapes->len, "</svg>") : NULL;
  g_autofree char *shapes = end ? g_strndup (begin + 1, (gsize) (end - begin - 1)) : NULL;

  return g_strconcat (shapes ? shapes : "", self->texts.elements->str, NULL);
}

/* ---- both themes in one ---- */

/* (transfer full) (nullable): a colour that begins at @text */
static char *
read_color (const char *text)
{
  const char *end = g_str_has_prefix (text, COLOR) ? strchr (text, ')') : NULL;

  return end ? g_strndup (text, (gsize) (end + 1 - text)) : NULL;
}

/* Both paintings have the same elements, so that only colours differ; each pair of them becomes a
 * variable. (transfer full) (nullable): %NULL where something else differs */
static char *
merge (const char *light, const char *dark, LscReportColors *colors)
{
  g_autoptr (GString) out = g_string_new (NULL);

  while (*light != '\0' || *dark != '\0')
    {
      g_autofree char *a = read_color (light);
      g_autofree char *b = a ? read_color (dark) : NULL;

      if (b)
        {
          g_string_append_printf (out, "var(--k%u)", find_color (colors, a, b));
          light += strlen (a);
          dark += strlen (b);
        }
      else if (*light == *dark)
        {
          g_string_append_c (out, *light);
          light++;
          dark++;
        }
      else
        return NULL;
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static char *
wrap (const LscReportItem *item, const Painting *painting, const char *elements,
      gboolean is_light_only)
{
  g_autoptr (GString) out = g_string_new ("<svg xmlns=\"http://www.w3.org/2000/svg\"");

  lsc_svg_append_number (out, " viewBox=\"0 0 ", painting->width);
  lsc_svg_append_number (out, " ", painting->height);
  g_string_append_printf (out,
                          "\" role=\"img\" aria-labelledby=\"%stitle %sdesc\"%s>\n"
                          "<title id=\"%stitle\">",
                          painting->prefix, painting->prefix,
                          is_light_only ? " class=\"paper\"" : "", painting->prefix);
  lsc_svg_append_escaped (out, item->title ? item->title : "");
  g_string_append_printf (out, "</title>\n<desc id=\"%sdesc\">", painting->prefix);
  lsc_svg_append_escaped (out, painting->description ? painting->description : "");
  g_string_append_printf (out, "</desc>%s</svg>\n", elements);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/**
 * lsc_report_chart_to_svg:
 * @item: with a chart
 * @prefix: what each id begins with
 * @is_narrow: for a column of a telephone
 * @colors: takes the colours that the chart names
 *
 * Draws a chart in the light and the dark theme as one element: its texts are texts, its colours
 * are variables.
 *
 * Returns: (transfer full): an SVG element for HTML
 */
char *
lsc_report_chart_to_svg (const LscReportItem *item, const char *prefix, gboolean is_narrow,
                         LscReportColors *colors)
{
  Painting light = { .prefix = prefix }, dark = { .prefix = prefix };
  g_autofree char *bright = NULL, *dim = NULL, *merged = NULL;
  char *svg;

  g_return_val_if_fail (item && item->chart && prefix && colors, NULL);
  paint (&light, item, is_narrow, FALSE);
  paint (&dark, item, is_narrow, TRUE);
  bright = get_elements (&light);
  dim = get_elements (&dark);
  merged = merge (bright, dim, colors);
  svg = wrap (item, &light, merged ? merged : bright, merged == NULL);
  clear_painting (&light);
  clear_painting (&dark);
  return svg;
}
