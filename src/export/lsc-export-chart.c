/* lsc-export-chart.c - writing the pipeline chart as PNG, SVG or PDF
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-chart.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-output.h"
#include "draw/lsc-page.h"

#define MAX_PIXELS 32000.0 /* cairo's limit for an image's side is 32,767 */
#define FIGURE_HEADER 76.0
#define DEFAULT_CREATED_S 315532800 /* 1980-01-01 */

typedef struct
{
  LscChartPainter *painter;
  LscChartView view;
  LscPage page;
  double width;
  double height;
} Sheet;

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

/* Rows as high as suits a page: generous for few stages, close for many. */
static void
make_figure (LscChartView *view)
{
  gsize n_rows = lsc_chart_view_n_rows (view);

  view->is_figure = TRUE;
  view->show_brackets = FALSE;
  view->show_p2p = FALSE;
  view->show_grid = FALSE;
  view->selected = LSC_CHART_SPOT_NONE;
  view->lane_height = CLAMP (round (400.0 / (double) MAX (n_rows, 1)), 8, 28);
  view->header_width = FIGURE_HEADER;
}

static void
sheet_init (Sheet *self, const LscChartView *view, const LscChartExport *options)
{
  PangoContext *context = new_context ();

  *self =
      (Sheet){ .view = *view,
               .page = { options->title, options->footer, options->is_figure && options->fit } };
  self->painter = lsc_chart_painter_new (context);
  g_object_unref (context);
  if (!options->keep_theme)
    self->view.theme = lsc_theme_light ();
  self->view.hovered = LSC_CHART_SPOT_NONE;
  self->view.scale = options->scale > 0 ? CLAMP (options->scale, 1, 3) : 1;
  self->view.width = CLAMP (round (view->width), 320, MAX_PIXELS / 2);
  if (options->fit)
    {
      lsc_chart_view_fit (&self->view);
      self->view.scroll_y = 0;
      self->view.minimap_height = 0;
      if (options->is_figure)
        make_figure (&self->view);
      self->view.height = lsc_chart_view_content_height (&self->view);
    }
  self->view.height = CLAMP (round (self->view.height), 60, MAX_PIXELS / 2);
  lsc_page_measure (self->painter, &self->view, &self->page, &self->width, &self->height);
}

static void
sheet_clear (Sheet *self)
{
  lsc_chart_painter_free (self->painter);
}

static cairo_surface_t *
paint_image (Sheet *sheet)
{
  double limit = MAX_PIXELS / MAX (sheet->width, sheet->height);
  double scale = MAX (MIN (sheet->view.scale, floor (limit)), 1);
  cairo_surface_t *image = cairo_image_surface_create (
      CAIRO_FORMAT_RGB24, (int) (sheet->width * scale), (int) (sheet->height * scale));
  cairo_t *cr = cairo_create (image);

  sheet->view.scale = scale;
  cairo_scale (cr, scale, scale);
  lsc_page_paint (sheet->painter, cr, &sheet->view, &sheet->page);
  cairo_destroy (cr);
  return image;
}

/**
 * lsc_export_chart_image:
 * @options: path and date are not looked at
 *
 * Paints the page around the chart, with the light theme unless that of the view is kept.
 *
 * Returns: (transfer full): an RGB24 image surface; in error when there is no memory for it
 */
cairo_surface_t *
lsc_export_chart_image (const LscChartView *view, const LscChartExport *options)
{
  cairo_surface_t *image;
  Sheet sheet;

  sheet_init (&sheet, view, options);
  image = paint_image (&sheet);
  sheet_clear (&sheet);
  return image;
}

/* ---- documents ---- */

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static void
set_pdf_metadata (cairo_surface_t *surface, const LscChartExport *options)
{
  gint64 seconds = options->created_ns > 0 ? options->created_ns / G_GINT64_CONSTANT (1000000000)
                                           : DEFAULT_CREATED_S;
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (seconds);
  g_autofree char *text = date != NULL ? g_date_time_format (date, "%Y-%m-%dT%H:%M:%SZ") : NULL;

  if (text != NULL)
    {
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, text);
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_MOD_DATE, text);
    }
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Lanescope " LSC_VERSION);
  if (options->title != NULL)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, options->title);
}

/* Whether the digits before @at end a name cairo numbered: id="surface12", #image7. */
static gboolean
begins_numbered_id (const char *text, gsize at, gsize *name_length)
{
  gsize n = 0;

  while (g_ascii_isalpha (text[at + n]) || text[at + n] == '-' || text[at + n] == '_')
    n++;
  *name_length = n;
  return n > 0 && g_ascii_isdigit (text[at + n]);
}

/* cairo numbers the ids in an SVG file by all surfaces that the process has made. Numbers them anew
 * in the order of their first use, so that the same chart gives the same file. */
static GByteArray *
renumber_ids (GByteArray *svg)
{
  GByteArray *out = g_byte_array_sized_new (svg->len);
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char *text;
  gsize i = 0, kept = 0, name_length, length = svg->len;

  g_byte_array_append (svg, (const guint8 *) "", 1);
  text = (const char *) svg->data;
  while (i < length)
    {
      gsize start = i;

      if (text[i] == '#')
        start = i + 1;
      else if (strncmp (text + i, "id=\"", 4) == 0)
        start = i + 4;
      if (start == i || !begins_numbered_id (text, start, &name_length))
        {
          i++;
          continue;
        }

      gsize end = start + name_length;
      guint number;

      while (g_ascii_isdigit (text[end]))
        end++;

      g_autofree char *id = g_strndup (text + start, end - start);

      number = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, id));
      if (number == 0)
        {
          number = g_hash_table_size (numbers) + 1;
          g_hash_table_insert (numbers, g_strdup (id), GUINT_TO_POINTER (number));
        }

      g_autofree char *digits = g_strdup_printf ("%u", number);

      g_byte_array_append (out, (const guint8 *) text + kept, (guint) (start + name_length - kept));
      g_byte_array_append (out, (const guint8 *) digits, (guint) strlen (digits));
      i = kept = end;
    }
  g_byte_array_append (out, (const guint8 *) text + kept, (guint) (length - kept));
  g_byte_array_unref (svg);
  return out;
}

typedef enum
{
  FORMAT_PNG,
  FORMAT_SVG,
  FORMAT_PDF,
  FORMAT_UNKNOWN,
} Format;

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

static cairo_status_t
write_vector (Sheet *sheet, const LscChartExport *options, Format format, GByteArray *bytes)
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
      set_pdf_metadata (surface, options);
    }
  cr = cairo_create (surface);
  lsc_page_paint (sheet->painter, cr, &sheet->view, &sheet->page);
  cairo_show_page (cr);
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return status;
}

static cairo_status_t
write_png (Sheet *sheet, GByteArray *bytes)
{
  cairo_surface_t *image = paint_image (sheet);
  cairo_status_t status = cairo_surface_status (image);

  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream (image, append_bytes, bytes);
  cairo_surface_destroy (image);
  return status;
}

/**
 * lsc_export_chart:
 *
 * Writes the page around the chart: title, chart with the second side as shown, legend, table of
 * idle times, footer (pipeline chart 4.9), or a figure. The same view and options give the same
 * bytes. The file appears whole or not at all.
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE for another file ending, %LSC_ERROR_NOTHING without a
 *   group, %LSC_ERROR_IO if the file cannot be written
 */
gboolean
lsc_export_chart (const LscChartView *view, const LscChartExport *options, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  Format format = format_of (options->path);
  cairo_status_t status;
  Sheet sheet;

  if (format == FORMAT_UNKNOWN)
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_USAGE,
                   _ ("%s: unknown kind of picture; end the name with .png, .svg or .pdf"),
                   options->path);
      return FALSE;
    }
  if (view->group == NULL || view->first_step >= view->group->n_steps)
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_NOTHING, _ ("%s: there is no pipeline step to draw"),
                   options->path);
      return FALSE;
    }
  sheet_init (&sheet, view, options);
  status = format == FORMAT_PNG ? write_png (&sheet, bytes)
                                : write_vector (&sheet, options, format, bytes);
  sheet_clear (&sheet);
  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
                   _ ("%s: the picture could not be drawn: %s; choose a smaller scale"),
                   options->path, cairo_status_to_string (status));
      return FALSE;
    }
  if (format == FORMAT_SVG)
    bytes = renumber_ids (bytes);
  return lsc_output_write_file (options->path, LSC_OUTPUT_PLAIN, bytes->data, bytes->len, error);
}
