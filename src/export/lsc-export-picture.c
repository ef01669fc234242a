/* lsc-export-picture.c - writing a page with a chart as PNG, SVG or PDF
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-picture.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-output.h"
#include "base/lsc-visible.h"
#include "draw/communication/lsc-matrix-sheet.h"
#include "draw/compare/lsc-waterfall-sheet.h"
#include "draw/grid/lsc-grid-sheet.h"
#include "draw/memory/lsc-memory-sheet.h"
#include "draw/overview/lsc-rank-sheet.h"
#include "draw/pipeline/lsc-pipeline-sheet.h"
#include "draw/stragglers/lsc-straggler-sheet.h"
#include "draw/timeline/lsc-timeline-sheet.h"
#include "export/lsc-picture-fonts.h"
#include "export/lsc-svg-ids.h"
#include "export/lsc-svg-text.h"

#define DEFAULT_CREATED_S 315532800 /* 1980-01-01 */

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

/* ---- images ---- */

/* Whole pixels per px, as many as asked for and fit into an image. */
static double
choose_scale (double width, double height, double wished)
{
  double limit = floor (LSC_PAGE_MOST_PX / MAX (width, height));

  return MAX (MIN (wished > 0 ? CLAMP (wished, 1, 3) : 1, limit), 1);
}

static cairo_surface_t *
paint_image (const LscPage *page, double wished_scale)
{
  cairo_surface_t *image;
  double width, height, scale;
  cairo_t *cr;

  lsc_page_measure (page, &width, &height);
  scale = choose_scale (width, height, wished_scale);
  image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) (width * scale),
                                      (int) (height * scale));
  cr = cairo_create (image);
  cairo_scale (cr, scale, scale);
  lsc_page_paint (page, cr, scale);
  cairo_destroy (cr);
  return image;
}

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t
write_png (const LscPage *page, double scale, GByteArray *bytes)
{
  cairo_surface_t *image = paint_image (page, scale);
  cairo_status_t status = cairo_surface_status (image);

  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream (image, append_bytes, bytes);
  cairo_surface_destroy (image);
  return status;
}

/* ---- documents ---- */

static void
set_pdf_metadata (cairo_surface_t *surface, const LscPictureOptions *options)
{
  gint64 seconds = options->created_ns > 0 ? options->created_ns / G_GINT64_CONSTANT (1000000000)
                                           : DEFAULT_CREATED_S;
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (seconds);
  g_autofree char *text = date ? g_date_time_format (date, "%Y-%m-%dT%H:%M:%SZ") : NULL;

  if (text)
    {
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, text);
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_MOD_DATE, text);
    }
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Lanescope " LSC_VERSION);
  if (options->page.title)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, options->page.title);
}

static char *
escape (const char *text)
{
  g_autofree char *valid = lsc_xml_text (text);

  return g_markup_escape_text (valid, -1);
}

/* (transfer full): @text at a place of @svg */
static GByteArray *
insert_text (GByteArray *svg, gsize place, const char *text)
{
  GByteArray *out = g_byte_array_sized_new (svg->len + (guint) strlen (text));

  g_byte_array_append (out, svg->data, (guint) place);
  g_byte_array_append (out, (const guint8 *) text, (guint) strlen (text));
  g_byte_array_append (out, svg->data + place, svg->len - (guint) place);
  g_byte_array_unref (svg);
  return out;
}

/* Who reads aloud or searches gets a title, and a description that names the rows. */
static GByteArray *
add_description (const LscPage *page, GByteArray *svg)
{
  g_autofree char *title = escape (page->title ? page->title : page->about);
  g_autofree char *description = escape (page->description);
  g_autofree char *text =
      g_strdup_printf ("\n<title>%s</title>\n<desc>%s\n</desc>\n", title, description);
  const char *open = g_strstr_len ((const char *) svg->data, svg->len, "<svg");
  const char *end =
      open ? memchr (open, '>', svg->len - (gsize) (open - (const char *) svg->data)) : NULL;

  return end ? insert_text (svg, (gsize) (end - (const char *) svg->data) + 1, text) : svg;
}

/* Where the font of the picture is not there, the width of each text stays as it was drawn. */
#define FALLBACK_FAMILIES                                                                          \
  "Verdana, 'Noto Sans CJK SC', 'Microsoft YaHei', 'PingFang SC', "                                \
  "'WenQuanYi Micro Hei', sans-serif"

/* Texts stand above the shapes. */
static GByteArray *
add_texts (const LscPage *page, GByteArray *svg, const LscSvgTexts *texts)
{
  PangoContext *context = lsc_text_get_context (page->text);
  const PangoFontDescription *font = pango_context_get_font_description (context);
  g_auto (GStrv) families = g_strsplit (pango_font_description_get_family (font), ",", 2);
  g_autofree char *family = escape (families[0]);
  g_autofree char *group =
      g_strdup_printf ("<g xml:space=\"preserve\" font-family=\"'%s', %s\">\n%s</g>\n", family,
                       FALLBACK_FAMILIES, texts->elements->str);
  const char *end = g_strrstr_len ((const char *) svg->data, svg->len, "</svg>");

  return end ? insert_text (svg, (gsize) (end - (const char *) svg->data), group) : svg;
}

static cairo_status_t
write_document (const LscPage *page, const LscPictureOptions *options, Format format,
                GByteArray *bytes)
{
  cairo_surface_t *surface;
  cairo_status_t status;
  double width, height;
  cairo_t *cr;

  lsc_page_measure (page, &width, &height);
  if (format == FORMAT_SVG)
    {
      surface = cairo_svg_surface_create_for_stream (append_bytes, bytes, width, height);
      cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
    }
  else
    {
      surface = cairo_pdf_surface_create_for_stream (append_bytes, bytes, width, height);
      set_pdf_metadata (surface, options);
    }
  cr = cairo_create (surface);
  lsc_page_paint (page, cr, 0);
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
write_svg (const LscPage *page, const LscPictureOptions *options, GByteArray **bytes)
{
  PangoContext *context = lsc_text_get_context (page->text);
  cairo_status_t status;
  LscSvgTexts texts;

  lsc_svg_texts_init (&texts, "");
  if (!options->is_outlined)
    lsc_text_redirect (context, lsc_svg_texts_take, &texts);
  status = write_document (page, options, FORMAT_SVG, *bytes);
  lsc_text_redirect (context, NULL, NULL);
  if (status == CAIRO_STATUS_SUCCESS)
    {
      *bytes = lsc_svg_renumber_ids (*bytes, "");
      *bytes = add_description (page, *bytes);
    }
  if (status == CAIRO_STATUS_SUCCESS && !options->is_outlined)
    *bytes = add_texts (page, *bytes, &texts);
  lsc_svg_texts_clear (&texts);
  return status;
}

/* ---- files ---- */

static gboolean
check_size (const LscPage *page, const char *path, GError **error)
{
  double width, height;

  lsc_page_measure (page, &width, &height);
  if (MAX (width, height) <= LSC_PAGE_MOST_PX)
    return TRUE;
  return lsc_fail (
      error, LSC_ERROR_LIMIT,
      _ ("%s: the picture would be %zu x %zu pixels, the limit is %zu; collapse or hide "
         "lanes, or choose a smaller scale"),
      path, (gsize) width, (gsize) height, (gsize) LSC_PAGE_MOST_PX);
}

/* Writes a page. The same page and options give the same bytes, whatever else the process has
 * drawn. A PNG that would be too large at the scale asked for gets a smaller one. SVG files name
 * what is shown in a title and a description, and their texts are texts. The file appears whole or
 * not at all.
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE for another file ending, %LSC_ERROR_LIMIT if the page is
 *   too large at any scale, %LSC_ERROR_IO if it cannot be drawn or written
 */
static gboolean
export_page (const LscPage *page, const LscPictureOptions *options, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  Format format = format_of (options->path);
  cairo_status_t status;

  if (format == FORMAT_UNKNOWN)
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("%s: unknown kind of picture; end the name with .png, .svg or .pdf"),
                     options->path);
  if (!check_size (page, options->path, error))
    return FALSE;
  status = format == FORMAT_PNG   ? write_png (page, options->scale, bytes)
           : format == FORMAT_SVG ? write_svg (page, options, &bytes)
                                  : write_document (page, options, format, bytes);
  if (status != CAIRO_STATUS_SUCCESS)
    return lsc_fail (error, LSC_ERROR_IO,
                     _ ("%s: the picture could not be drawn: %s; choose a smaller scale"),
                     options->path, cairo_status_to_string (status));
  return lsc_output_write_file (options->path, LSC_OUTPUT_PLAIN, bytes->data, bytes->len, error);
}

/* ---- the charts ---- */

static LscPage *
new_chart_page (const LscPipelineView *view, const LscPictureOptions *options)
{
  PangoContext *context = lsc_picture_fonts_new ();
  LscPage *page = lsc_pipeline_sheet_new (view, &options->page, context);

  g_object_unref (context);
  return page;
}

/**
 * lsc_export_chart:
 *
 * Writes the page with the pipeline chart, as export_page() does.
 *
 * Returns: %FALSE as there, and with %LSC_ERROR_NOTHING without a step to draw
 */
gboolean
lsc_export_chart (const LscPipelineView *view, const LscPictureOptions *options, GError **error)
{
  g_autoptr (LscPage) page = NULL;

  g_return_val_if_fail (view && options && options->path, FALSE);
  if (!view->group || view->first_step >= view->group->n_steps)
    return lsc_fail (error, LSC_ERROR_NOTHING, _ ("%s: there is no pipeline step to draw"),
                     options->path);
  page = new_chart_page (view, options);
  return export_page (page, options, error);
}

/**
 * lsc_export_chart_image:
 * @view: shows a step
 * @options: path and date are not looked at
 *
 * Paints the page with the pipeline chart.
 *
 * Returns: (transfer full): an RGB24 image surface; in error when it is too large
 */
cairo_surface_t *
lsc_export_chart_image (const LscPipelineView *view, const LscPictureOptions *options)
{
  g_autoptr (LscPage) page = NULL;

  g_return_val_if_fail (view && view->group && options && options->scale > 0, NULL);
  page = new_chart_page (view, options);
  return paint_image (page, options->scale);
}

/**
 * lsc_export_timeline:
 *
 * Writes the page with the lanes, as export_page() does. SVG and PDF hold blocks merged to
 * columns of a px.
 *
 * Returns: %FALSE as there, and with %LSC_ERROR_NOTHING without a lane
 */
gboolean
lsc_export_timeline (const LscTimelineView *view, const LscPictureOptions *options, GError **error)
{
  g_autoptr (LscPage) page = NULL;
  PangoContext *context;

  g_return_val_if_fail (view && view->layout && options && options->path, FALSE);
  if (lsc_timeline_layout_get_n_strips (view->layout) == 0)
    return lsc_fail (error, LSC_ERROR_NOTHING,
                     _ ("%s: there is no lane to draw; open a recording or show hidden lanes"),
                     options->path);
  context = lsc_picture_fonts_new ();
  page = lsc_timeline_sheet_new (view, &options->page, context);
  g_object_unref (context);
  return export_page (page, options, error);
}

/**
 * lsc_export_ranks:
 *
 * Writes the page with a chart of ranks, as export_page() does.
 *
 * Returns: %FALSE as there, and with %LSC_ERROR_NOTHING without a rank
 */
gboolean
lsc_export_ranks (const LscRankChart *chart, const LscPictureOptions *options, GError **error)
{
  g_autoptr (LscPage) page = NULL;
  PangoContext *context;

  g_return_val_if_fail (chart && options && options->path, FALSE);
  if (lsc_rank_chart_is_empty (chart))
    return lsc_fail (error, LSC_ERROR_NOTHING, _ ("%s: there is no rank to draw"), options->path);
  context = lsc_picture_fonts_new ();
  page = lsc_rank_sheet_new (chart, &options->page, context);
  g_object_unref (context);
  return export_page (page, options, error);
}

/**
 * lsc_export_grid:
 *
 * Writes the page with a grid of ranks, as export_page() does.
 *
 * Returns: %FALSE as there, and with %LSC_ERROR_NOTHING without a rank
 */
gboolean
lsc_export_grid (const LscGridView *view, const LscPictureOptions *options, GError **error)
{
  g_autoptr (LscPage) page = NULL;
  PangoContext *context;

  g_return_val_if_fail (view && options && options->path, FALSE);
  if (lsc_grid_view_is_empty (view))
    return lsc_fail (error, LSC_ERROR_NOTHING, _ ("%s: there is no rank to draw"), options->path);
  context = lsc_picture_fonts_new ();
  page = lsc_grid_sheet_new (view, &options->page, context);
  g_object_unref (context);
  return export_page (page, options, error);
}

/**
 * lsc_export_waterfall:
 * @view: with a waterfall of @compare, or without any
 *
 * Writes the page with a waterfall, as export_page() does.
 *
 * Returns: %FALSE as there, and with %LSC_ERROR_NOTHING where no step is known
 */
gboolean
lsc_export_waterfall (const LscCompare *compare, const LscWaterfallView *view,
                      const LscPictureOptions *options, GError **error)
{
  g_autoptr (LscPage) page = NULL;
  PangoContext *context;

  g_return_val_if_fail (compare && view && options && options->path, FALSE);
  if (!view->waterfall)
    return lsc_fail (error, LSC_ERROR_NOTHING,
                     _ ("%s: there is no change to draw, because no length of a step is known"),
                     options->path);
  context = lsc_picture_fonts_new ();
  page = lsc_waterfall_sheet_new (compare, view, &options->page, context);
  g_object_unref (context);
  return export_page (page, options, error);
}

/**
 * lsc_export_op_changes:
 * @view: with a waterfall of @changes
 *
 * Writes the page with the largest differences of operators, as export_page() does.
 *
 * Returns: %FALSE as there
 */
gboolean
lsc_export_op_changes (const LscOpChanges *changes, const LscWaterfallView *view,
                       const LscPictureOptions *options, GError **error)
{
  g_autoptr (LscPage) page = NULL;
  PangoContext *context;

  g_return_val_if_fail (changes && view && options && options->path, FALSE);
  context = lsc_picture_fonts_new ();
  page = lsc_waterfall_sheet_new_operators (changes, view, &options->page, context);
  g_object_unref (context);
  return export_page (page, options, error);
}

/**
 * lsc_export_stragglers:
 * @view: of a study, or of none
 *
 * Writes the page with a map of stragglers, as export_page() does.
 *
 * Returns: %FALSE as there, and with %LSC_ERROR_NOTHING where there is no study: says why
 */
gboolean
lsc_export_stragglers (const LscStragglerView *view, const LscPictureOptions *options,
                       GError **error)
{
  g_autoptr (LscPage) page = NULL;
  g_autofree char *why = NULL;
  PangoContext *context;

  g_return_val_if_fail (view && options && options->path, FALSE);
  if (lsc_straggler_view_is_empty (view))
    {
      why = view->study && view->study->refusal
                ? lsc_phrase_to_words (view->study->refusal)
                : g_strdup (_ ("there is no study of stragglers to draw"));
      return lsc_fail (error, LSC_ERROR_NOTHING, "%s: %s", options->path, why);
    }
  context = lsc_picture_fonts_new ();
  page = lsc_straggler_sheet_new (view, &options->page, context);
  g_object_unref (context);
  return export_page (page, options, error);
}

/**
 * lsc_export_matrix:
 *
 * Writes the page with a matrix of links, as export_page() does.
 *
 * Returns: %FALSE as there, and with %LSC_ERROR_NOTHING without a link
 */
gboolean
lsc_export_matrix (const LscMatrixView *view, const LscPictureOptions *options, GError **error)
{
  g_autoptr (LscPage) page = NULL;
  PangoContext *context;

  g_return_val_if_fail (view && options && options->path, FALSE);
  if (lsc_matrix_view_is_empty (view))
    return lsc_fail (error, LSC_ERROR_NOTHING, _ ("%s: there is no link to draw"), options->path);
  context = lsc_picture_fonts_new ();
  page = lsc_matrix_sheet_new (view, &options->page, context);
  g_object_unref (context);
  return export_page (page, options, error);
}

/**
 * lsc_export_memory:
 *
 * Writes the page with a chart of memory, as export_page() does.
 *
 * Returns: %FALSE as there, and with %LSC_ERROR_NOTHING without a curve
 */
gboolean
lsc_export_memory (const LscMemoryView *view, const LscPictureOptions *options, GError **error)
{
  g_autoptr (LscPage) page = NULL;
  PangoContext *context;

  g_return_val_if_fail (view && options && options->path, FALSE);
  if (lsc_memory_view_is_empty (view))
    return lsc_fail (error, LSC_ERROR_NOTHING, _ ("%s: there is no curve of memory to draw"),
                     options->path);
  context = lsc_picture_fonts_new ();
  page = lsc_memory_sheet_new (view, &options->page, context);
  g_object_unref (context);
  return export_page (page, options, error);
}

/**
 * lsc_export_bars:
 *
 * Writes the page with a plot of bars, as export_page() does.
 *
 * Returns: %FALSE as there, and with %LSC_ERROR_NOTHING without a bar
 */
gboolean
lsc_export_bars (const LscBarView *view, const LscPictureOptions *options, GError **error)
{
  g_autoptr (LscPage) page = NULL;
  PangoContext *context;

  g_return_val_if_fail (view && options && options->path, FALSE);
  if (lsc_bar_view_is_empty (view))
    return lsc_fail (error, LSC_ERROR_NOTHING, _ ("%s: there is no bar to draw"), options->path);
  context = lsc_picture_fonts_new ();
  page = lsc_bar_sheet_new (view, &options->page, context);
  g_object_unref (context);
  return export_page (page, options, error);
}

/**
 * lsc_export_scatter:
 *
 * Writes the page with a plot of points, as export_page() does.
 *
 * Returns: %FALSE as there, and with %LSC_ERROR_NOTHING without a point
 */
gboolean
lsc_export_scatter (const LscScatterView *view, const LscPictureOptions *options, GError **error)
{
  g_autoptr (LscPage) page = NULL;
  PangoContext *context;

  g_return_val_if_fail (view && options && options->path, FALSE);
  if (lsc_scatter_view_is_empty (view))
    return lsc_fail (error, LSC_ERROR_NOTHING, _ ("%s: there is no kernel to draw"), options->path);
  context = lsc_picture_fonts_new ();
  page = lsc_scatter_sheet_new (view, &options->page, context);
  g_object_unref (context);
  return export_page (page, options, error);
}

/**
 * lsc_export_roofline:
 *
 * Writes the page with a roofline, as export_page() does.
 *
 * Returns: %FALSE as there, and with %LSC_ERROR_NOTHING without a mark
 */
gboolean
lsc_export_roofline (const LscRooflineView *view, const LscPictureOptions *options, GError **error)
{
  g_autoptr (LscPage) page = NULL;
  PangoContext *context;

  g_return_val_if_fail (view && options && options->path, FALSE);
  if (lsc_roofline_view_is_empty (view))
    return lsc_fail (error, LSC_ERROR_NOTHING, _ ("%s: there is no kernel to draw"), options->path);
  context = lsc_picture_fonts_new ();
  page = lsc_roofline_sheet_new (view, &options->page, context);
  g_object_unref (context);
  return export_page (page, options, error);
}
