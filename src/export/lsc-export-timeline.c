/* lsc-export-timeline.c - writing the visible lanes as PNG, SVG or PDF
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-timeline.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-output.h"
#include "base/lsc-time.h"
#include "base/lsc-visible.h"

#define MARGIN 16.0
#define TITLE_HEIGHT 44.0
#define LEGEND_ROW 20.0
#define FOOTER_HEIGHT 26.0
#define SWATCH 11.0
#define LEAST_WIDTH 320.0
#define MOST_PIXELS 32000.0 /* cairo's limit for an image's side is 32,767 */

typedef enum
{
  FORMAT_PNG,
  FORMAT_SVG,
  FORMAT_PDF,
  FORMAT_UNKNOWN,
} Format;

typedef struct
{
  LscTimelinePainter *painter;
  PangoLayout *layout;
  LscTimelineView view;
  const LscTimelineExport *options;
  GPtrArray *names; /* legend */
  GArray *colors;
  double legend_height;
  double width;
  double height;
} Sheet;

static Format
format_of (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  if (g_str_has_suffix (lower, ".png"))
    return FORMAT_PNG;
  if (g_str_has_suffix (lower, ".svg"))
    return FORMAT_SVG;
  return g_str_has_suffix (lower, ".pdf") ? FORMAT_PDF : FORMAT_UNKNOWN;
}

static PangoContext *
new_context (void)
{
  PangoFontMap *map = pango_cairo_font_map_new ();
  PangoContext *context;
  cairo_font_options_t *options = cairo_font_options_create ();
  PangoFontDescription *font = pango_font_description_from_string ("Sans");

  /* The same file on every machine with the same fonts, whatever its screen. */
  pango_cairo_font_map_set_resolution (PANGO_CAIRO_FONT_MAP (map), 96);
  context = pango_font_map_create_context (map);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_SLIGHT);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_ON);
  pango_cairo_context_set_font_options (context, options);
  pango_context_set_font_description (context, font);
  if (g_str_has_prefix (pango_language_to_string (pango_language_get_default ()), "zh"))
    pango_context_set_language (context, pango_language_from_string ("zh-cn"));
  pango_font_description_free (font);
  cairo_font_options_destroy (options);
  g_object_unref (map);
  return context;
}

/* ---- text ---- */

static double
set_text (Sheet *self, double size, gboolean is_bold, double most_width, const char *text)
{
  PangoFontDescription *font = pango_font_description_from_string ("Sans");
  int width;

  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  pango_font_description_set_weight (font, is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description (self->layout, font);
  pango_font_description_free (font);
  pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_width (self->layout, (int) (MAX (most_width, 1) * PANGO_SCALE));
  pango_layout_set_text (self->layout, text, -1);
  pango_layout_get_pixel_size (self->layout, &width, NULL);
  return width;
}

static void
draw_text (Sheet *self, cairo_t *cr, double x, double middle, double size, gboolean is_bold,
           const char *text)
{
  int height;

  set_text (self, size, is_bold, self->width - x - MARGIN, text);
  pango_layout_get_pixel_size (self->layout, NULL, &height);
  cairo_move_to (cr, round (x), round (middle - height / 2.0));
  pango_cairo_show_layout (cr, self->layout);
}

/* One line on what is shown: the window's length and begin, the ranks. */
static char *
describe (const LscTimelineView *view)
{
  gint64 begin = MAX (view->begin_ns - view->origin_ns, 0);
  g_autofree char *length =
      lsc_format_duration ((gint64) MIN (round (view->span_ns), 9e18), LSC_TIME_UNIT_AUTO);
  g_autofree char *from = lsc_format_duration (begin, LSC_TIME_UNIT_AUTO);
  gsize n = lsc_timeline_layout_get_n_ranks (view->layout);

  return g_strdup_printf (ngettext ("%s from %s after the first event · %zu rank",
                                    "%s from %s after the first event · %zu ranks", (gulong) n),
                          length, from, n);
}

/* ---- the page ---- */

/* Places the legend's entries in lines; draws them where @cr is given. Returns: px */
static double
run_legend (Sheet *self, cairo_t *cr, double top)
{
  double x = MARGIN, y = top + LEGEND_ROW / 2;

  for (guint i = 0; i < self->names->len; i++)
    {
      const char *name = g_ptr_array_index (self->names, i);
      double width = SWATCH + 6 + set_text (self, 11, FALSE, 300, name) + 16;

      if (x + width > self->width - MARGIN && x > MARGIN)
        {
          x = MARGIN;
          y += LEGEND_ROW;
        }
      if (cr != NULL)
        {
          lsc_color_set_rgb (cr, g_array_index (self->colors, guint32, i));
          cairo_rectangle (cr, x, round (y - SWATCH / 2), SWATCH, SWATCH);
          cairo_fill (cr);
          lsc_color_set (cr, &self->view.theme.foreground);
          draw_text (self, cr, x + SWATCH + 6, y, 11, FALSE, name);
        }
      x += width;
    }
  return self->names->len > 0 ? y + LEGEND_ROW / 2 - top : 0;
}

static void
paint_page (Sheet *self, cairo_t *cr, gboolean as_raster)
{
  const LscTheme *theme = &self->view.theme;
  g_autofree char *about = describe (&self->view);
  const char *title = self->options->title;
  double y = MARGIN;

  lsc_color_set (cr, &theme->background);
  cairo_paint (cr);
  lsc_color_set (cr, &theme->foreground);
  draw_text (self, cr, MARGIN, y + 10, 17, TRUE, title != NULL ? title : _ ("Timeline"));
  lsc_color_set (cr, &theme->dim);
  draw_text (self, cr, MARGIN, y + 32, 12, FALSE, about);
  y += TITLE_HEIGHT;
  cairo_save (cr);
  cairo_translate (cr, MARGIN, y);
  lsc_timeline_painter_paint (self->painter, cr, &self->view, as_raster);
  lsc_color_set (cr, &theme->grid);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, -0.5, -0.5, self->view.width + 1, self->view.height + 1);
  cairo_stroke (cr);
  cairo_restore (cr);
  y += self->view.height + 8;
  run_legend (self, cr, y);
  y += self->legend_height;
  if (self->options->footer == NULL)
    return;
  lsc_color_set (cr, &theme->dim);
  draw_text (self, cr, MARGIN, y + FOOTER_HEIGHT / 2, 10, FALSE, self->options->footer);
}

static void
sheet_init (Sheet *self, const LscTimelineView *view, const LscTimelineExport *options)
{
  PangoContext *context = new_context ();

  *self = (Sheet){ .view = *view, .options = options };
  self->painter = lsc_timeline_painter_new (context);
  self->layout = pango_layout_new (context);
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
  g_object_unref (context);
  self->view.theme = lsc_theme_light ();
  self->view.hovered = LSC_TIMELINE_SPOT_NONE;
  self->view.hover_x = -1;
  self->view.focus_strip = G_MAXSIZE;
  self->view.scale = options->scale > 0 ? CLAMP (options->scale, 1, 3) : 1;
  self->view.width = CLAMP (round (view->width), LEAST_WIDTH, MOST_PIXELS / 2);
  if (options->all_strips)
    {
      self->view.scroll_y = 0;
      self->view.height =
          ceil (self->view.ruler_height + lsc_timeline_layout_get_pinned_height (view->layout) +
                lsc_timeline_layout_get_content_height (view->layout));
    }
  self->view.height = MAX (round (self->view.height), 60);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->colors = g_array_new (FALSE, FALSE, sizeof (guint32));
  lsc_timeline_legend_list (&self->view, self->names, self->colors);
  self->width = self->view.width + 2 * MARGIN;
  self->legend_height = run_legend (self, NULL, 0);
  self->height = ceil (MARGIN + TITLE_HEIGHT + self->view.height + 8 + self->legend_height +
                       (options->footer != NULL ? FOOTER_HEIGHT : 0) + MARGIN / 2);
}

static void
sheet_clear (Sheet *self)
{
  lsc_timeline_painter_free (self->painter);
  g_object_unref (self->layout);
  g_ptr_array_unref (self->names);
  g_array_unref (self->colors);
}

/* ---- files ---- */

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t
write_png (Sheet *sheet, GByteArray *bytes)
{
  double scale = sheet->view.scale;
  cairo_surface_t *image = cairo_image_surface_create (
      CAIRO_FORMAT_RGB24, (int) (sheet->width * scale), (int) (sheet->height * scale));
  cairo_t *cr = cairo_create (image);
  cairo_status_t status;

  cairo_scale (cr, scale, scale);
  paint_page (sheet, cr, TRUE);
  status = cairo_status (cr);
  cairo_destroy (cr);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream (image, append_bytes, bytes);
  cairo_surface_destroy (image);
  return status;
}

static cairo_status_t
write_vector (Sheet *sheet, Format format, GByteArray *bytes)
{
  cairo_surface_t *surface;
  cairo_status_t status;
  cairo_t *cr;

  if (format == FORMAT_SVG)
    {
      surface =
          cairo_svg_surface_create_for_stream (append_bytes, bytes, sheet->width, sheet->height);
      cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
    }
  else
    {
      surface =
          cairo_pdf_surface_create_for_stream (append_bytes, bytes, sheet->width, sheet->height);
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR,
                                      "Lanescope " LSC_VERSION);
      if (sheet->options->title != NULL)
        cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, sheet->options->title);
    }
  sheet->view.scale = 1;
  cr = cairo_create (surface);
  paint_page (sheet, cr, FALSE);
  cairo_show_page (cr);
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return status;
}

static char *
escape (const char *text)
{
  g_autofree char *valid = lsc_xml_text (text);

  return g_markup_escape_text (valid, -1);
}

/* Text in an SVG file of cairo's is outlines, which nobody can search or read aloud. So the file
 * gets a title, and a description that names its lanes. */
static GByteArray *
add_description (const Sheet *sheet, GByteArray *svg)
{
  const LscTimelineView *view = &sheet->view;
  g_autoptr (GString) text = g_string_new ("<title>");
  g_autofree char *title =
      escape (sheet->options->title != NULL ? sheet->options->title : _ ("Timeline"));
  g_autofree char *about = describe (view);
  const char *open = g_strstr_len ((const char *) svg->data, svg->len, "<svg");
  const char *end = open != NULL
                        ? memchr (open, '>', svg->len - (gsize) (open - (const char *) svg->data))
                        : NULL;
  GByteArray *out;
  gsize head;

  if (end == NULL)
    return svg;
  g_string_append_printf (text, "%s</title>\n<desc>%s\n", title, about);
  for (gsize i = 0; i < lsc_timeline_layout_get_n_strips (view->layout); i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (view->layout, i);
      g_autofree char *path = lsc_timeline_layout_get_path (view->layout, strip->rank, strip->node);
      g_autofree char *escaped = escape (path != NULL ? path : "");
      double top = view->ruler_height + strip->y;

      if (!strip->is_pinned)
        top += lsc_timeline_layout_get_pinned_height (view->layout) - view->scroll_y;
      if (top < view->height && top + strip->height > view->ruler_height)
        g_string_append_printf (text, "%s\n", escaped);
    }
  g_string_append (text, "</desc>\n");
  head = (gsize) (end - (const char *) svg->data) + 1;
  out = g_byte_array_sized_new (svg->len + (guint) text->len + 1);
  g_byte_array_append (out, svg->data, (guint) head);
  g_byte_array_append (out, (const guint8 *) "\n", 1);
  g_byte_array_append (out, (const guint8 *) text->str, (guint) text->len);
  g_byte_array_append (out, svg->data + head, svg->len - (guint) head);
  g_byte_array_unref (svg);
  return out;
}

static gboolean
check (const Sheet *sheet, Format format, GError **error)
{
  double scale = format == FORMAT_PNG ? sheet->view.scale : 1;

  if (MAX (sheet->width, sheet->height) * scale <= MOST_PIXELS)
    return TRUE;
  g_set_error (error, LSC_ERROR, LSC_ERROR_LIMIT,
               _ ("%s: the picture would be %zu x %zu pixels, the limit is %zu; collapse or hide "
                  "lanes, or choose a smaller scale"),
               sheet->options->path, (gsize) (sheet->width * scale),
               (gsize) (sheet->height * scale), (gsize) MOST_PIXELS);
  return FALSE;
}

static gboolean
write_bytes (Sheet *sheet, Format format, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const char *path = sheet->options->path;
  cairo_status_t status =
      format == FORMAT_PNG ? write_png (sheet, bytes) : write_vector (sheet, format, bytes);

  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
                   _ ("%s: the picture could not be drawn: %s; choose a smaller scale"), path,
                   cairo_status_to_string (status));
      return FALSE;
    }
  if (format == FORMAT_SVG)
    bytes = add_description (sheet, g_steal_pointer (&bytes));
  return lsc_output_write_file (path, LSC_OUTPUT_PLAIN, bytes->data, bytes->len, error);
}

/**
 * lsc_export_timeline:
 *
 * Writes a page: title, time scale, lanes, legend, footer (timeline 16, Export). The light theme is
 * used. SVG and PDF hold blocks merged to columns of a px. The file appears whole or not at all.
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE for another file ending, %LSC_ERROR_NOTHING without a lane,
 *   %LSC_ERROR_LIMIT if the picture would be too large, %LSC_ERROR_IO if it cannot be written
 */
gboolean
lsc_export_timeline (const LscTimelineView *view, const LscTimelineExport *options, GError **error)
{
  Format format = format_of (options->path);
  gboolean done;
  Sheet sheet;

  if (format == FORMAT_UNKNOWN)
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_USAGE,
                   _ ("%s: unknown kind of picture; end the name with .png, .svg or .pdf"),
                   options->path);
      return FALSE;
    }
  if (lsc_timeline_layout_get_n_strips (view->layout) == 0)
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_NOTHING,
                   _ ("%s: there is no lane to draw; open a recording or show hidden lanes"),
                   options->path);
      return FALSE;
    }
  sheet_init (&sheet, view, options);
  done = check (&sheet, format, error) && write_bytes (&sheet, format, error);
  sheet_clear (&sheet);
  return done;
}
