/* lsc-report-paper.c - pages of 16:9, filled from top to bottom
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-paper.h"

#include <cairo-pdf.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-visible.h"
#include "export/lsc-picture-fonts.h"

#define CHAPTER_PT 21.0
#define LONG_CHAPTER_PT 17.0
#define BELOW_PT 14.0   /* of one that shares the page of another */
#define LONG_CHAPTER 70 /* characters of a title that is written smaller */
#define CHAPTER_GAP_PT 8.0
#define FOOTER_PT 9.0
#define CHART_TEXT_PX 12.5
#define MOST_SCALE 1.0    /* pt per px */
#define LEAST_SCALE 0.62  /* below it the smallest texts of charts would be smaller than 6 pt */
#define PAGE_MARGIN_PX 16 /* around the chart of a page */
#define OVERLAP_PX 24.0
#define LEAST_PART_PX 96.0          /* of a chart that goes on on other pages */
#define DEFAULT_CREATED_S 315532800 /* 1980-01-01 */
#define OUTLINE_DESTINATION "page=%u pos=[0 0]"

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* ---- the document ---- */

static void
set_metadata (const LscPaper *self)
{
  gint64 seconds = self->report->created_ns > 0
                       ? self->report->created_ns / G_GINT64_CONSTANT (1000000000)
                       : DEFAULT_CREATED_S;
  g_autofree char *title = g_strdup_printf ("%s · %s", self->report->headline, self->report->title);
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (seconds);
  g_autofree char *text = date ? g_date_time_format (date, "%Y-%m-%dT%H:%M:%SZ") : NULL;

  cairo_pdf_surface_set_metadata (self->surface, CAIRO_PDF_METADATA_TITLE, title);
  if (self->report->about)
    cairo_pdf_surface_set_metadata (self->surface, CAIRO_PDF_METADATA_SUBJECT, self->report->about);
  if (self->report->author)
    cairo_pdf_surface_set_metadata (self->surface, CAIRO_PDF_METADATA_AUTHOR, self->report->author);
  cairo_pdf_surface_set_metadata (self->surface, CAIRO_PDF_METADATA_CREATOR,
                                  "Lanescope " LSC_VERSION);
  if (!text)
    return;
  cairo_pdf_surface_set_metadata (self->surface, CAIRO_PDF_METADATA_CREATE_DATE, text);
  cairo_pdf_surface_set_metadata (self->surface, CAIRO_PDF_METADATA_MOD_DATE, text);
}

/**
 * lsc_paper_init:
 * @self: (out caller-allocates): has no page yet; to be ended with lsc_paper_finish()
 * @bytes: takes the document
 */
void
lsc_paper_init (LscPaper *self, const LscReport *report, GByteArray *bytes)
{
  g_return_if_fail (self && report && bytes);
  *self = (LscPaper){
    .report = report, .x = LSC_PAPER_MARGIN, .room = LSC_PAPER_ROOM, .bottom = LSC_PAPER_BOTTOM
  };
  self->surface =
      cairo_pdf_surface_create_for_stream (append_bytes, bytes, LSC_PAPER_WIDTH, LSC_PAPER_HEIGHT);
  set_metadata (self);
  self->cr = cairo_create (self->surface);
  self->context = lsc_picture_fonts_new ();
  self->text = lsc_text_new (self->context);
  self->theme = lsc_theme_light ();
}

/** lsc_paper_finish: ends the document. Returns: whether all of it could be drawn */
cairo_status_t
lsc_paper_finish (LscPaper *self)
{
  cairo_status_t status;

  g_return_val_if_fail (self, CAIRO_STATUS_NULL_POINTER);
  if (self->n_pages > 0)
    cairo_show_page (self->cr);
  status = cairo_status (self->cr);
  cairo_destroy (self->cr);
  cairo_surface_finish (self->surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (self->surface);
  cairo_surface_destroy (self->surface);
  g_clear_pointer (&self->text, lsc_text_free);
  g_clear_object (&self->context);
  return status;
}

/* ---- pages ---- */

static void
draw_footer (LscPaper *self)
{
  double y = LSC_PAPER_HEIGHT - 20;
  g_autofree char *number = g_strdup_printf ("%u", self->n_pages);

  lsc_color_set (self->cr, &self->theme.dim);
  lsc_text_draw (
      self->text, self->cr,
      &(LscTextLine){
          .x = LSC_PAPER_MARGIN, .middle = y, .size = FOOTER_PT, .room = LSC_PAPER_ROOM - 60 },
      self->report->title);
  lsc_text_draw (
      self->text, self->cr,
      &(LscTextLine){
          .x = LSC_PAPER_WIDTH - LSC_PAPER_MARGIN, .middle = y, .align = 1, .size = FOOTER_PT },
      number);
}

/** lsc_paper_begin_page: begins an empty page */
void
lsc_paper_begin_page (LscPaper *self)
{
  g_return_if_fail (self);
  if (self->n_pages > 0)
    cairo_show_page (self->cr);
  self->n_pages++;
  self->y = LSC_PAPER_TOP;
  lsc_color_set (self->cr, &self->theme.background);
  cairo_paint (self->cr);
  draw_footer (self);
}

static LscPaperText
chapter_text (const char *title)
{
  return (LscPaperText){ .text = title,
                         .x = LSC_PAPER_MARGIN,
                         .width = LSC_PAPER_ROOM,
                         .size = g_utf8_strlen (title, -1) > LONG_CHAPTER ? LONG_CHAPTER_PT
                                                                          : CHAPTER_PT,
                         .is_bold = TRUE,
                         .tag = "H1" };
}

/* @is_below: another chapter, on the same page */
static void
write_chapter (LscPaper *self, const char *title, gboolean is_below)
{
  LscPaperText text = chapter_text (title);

  if (is_below)
    text.size = BELOW_PT;
  lsc_paper_write (self, &text);
  self->y += CHAPTER_GAP_PT;
}

/** lsc_paper_measure_title: Returns: how high the title of a chapter becomes, pt */
double
lsc_paper_measure_title (LscPaper *self, const char *title)
{
  LscPaperText text;

  g_return_val_if_fail (self && title, 0);
  text = chapter_text (title);
  return lsc_paper_measure (self, &text) + CHAPTER_GAP_PT;
}

/**
 * lsc_paper_begin_chapter:
 * @name: (nullable): what the outline calls it, else @title
 * @height: what it takes below its title, pt
 *
 * Writes a title, on a page of its own or below a short chapter.
 */
void
lsc_paper_begin_chapter (LscPaper *self, const char *title, const char *name, double height)
{
  g_autofree char *destination = NULL;
  gboolean is_below = FALSE;

  g_return_if_fail (self && title);
  if (!self->running ||
      self->y + CHAPTER_PT + lsc_paper_measure_title (self, title) + height > self->bottom)
    lsc_paper_begin_page (self);
  else
    {
      self->y += CHAPTER_PT;
      is_below = TRUE;
    }
  destination = g_strdup_printf (OUTLINE_DESTINATION, self->n_pages);
  cairo_pdf_surface_add_outline (self->surface, CAIRO_PDF_OUTLINE_ROOT, name ? name : title,
                                 destination, 0);
  self->running = title;
  write_chapter (self, title, is_below);
}

/** lsc_paper_need: goes on on another page where @height pt have no room on this one; pages of the
 * short form have what was measured, and never do */
void
lsc_paper_need (LscPaper *self, double height)
{
  g_autofree char *title = NULL;

  g_return_if_fail (self);
  if (self->is_short || self->y + height <= self->bottom)
    return;
  lsc_paper_begin_page (self);
  if (!self->running)
    return;
  title = g_strdup_printf (_ ("%s, continued"), self->running);
  write_chapter (self, title, FALSE);
}

/* ---- paragraphs ---- */

/* A figure and its unit stay on one line, and a long name is broken without a hyphen, so that it
 * can be found and copied. */
static void
keep_units (PangoLayout *layout, const char *text)
{
  PangoAttrList *list = pango_attr_list_new ();
  gsize begin, end = 0;

  pango_attr_list_insert (list, pango_attr_insert_hyphens_new (FALSE));
  while (lsc_find_figure (text, &begin, &end))
    {
      PangoAttribute *attribute = pango_attr_allow_breaks_new (FALSE);

      attribute->start_index = (guint) begin;
      attribute->end_index = (guint) end;
      pango_attr_list_insert (list, attribute);
    }
  pango_layout_set_attributes (layout, list);
  pango_attr_list_unref (list);
}

static PangoLayout *
lay_out (LscPaper *self, const LscPaperText *text)
{
  PangoLayout *layout = pango_layout_new (self->context);
  PangoFontDescription *font =
      pango_font_description_copy (pango_context_get_font_description (self->context));
  g_autofree char *visible = lsc_visible_line (text->text);

  pango_font_description_set_absolute_size (font, text->size * PANGO_SCALE);
  pango_font_description_set_weight (font, text->is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_width (layout, (int) (text->width * PANGO_SCALE));
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_text (layout, visible, -1);
  keep_units (layout, visible);
  return layout;
}

static double
height_of (PangoLayout *layout)
{
  int height;

  pango_layout_get_size (layout, NULL, &height);
  return ceil ((double) height / PANGO_SCALE);
}

/** lsc_paper_measure: Returns: how high a paragraph becomes, pt */
double
lsc_paper_measure (LscPaper *self, const LscPaperText *text)
{
  PangoLayout *layout;
  double height;

  g_return_val_if_fail (self && text, 0);
  layout = lay_out (self, text);
  height = height_of (layout);
  g_object_unref (layout);
  return height;
}

/** lsc_paper_write: writes a paragraph at the present place and goes on below it */
void
lsc_paper_write (LscPaper *self, const LscPaperText *text)
{
  PangoLayout *layout;

  g_return_if_fail (self && text);
  layout = lay_out (self, text);
  lsc_color_set (self->cr, text->is_dim ? &self->theme.dim : &self->theme.foreground);
  cairo_move_to (self->cr, text->x, self->y);
  cairo_tag_begin (self->cr, text->tag ? text->tag : "P", NULL);
  pango_cairo_show_layout (self->cr, layout);
  cairo_tag_end (self->cr, text->tag ? text->tag : "P");
  self->y += height_of (layout);
  g_object_unref (layout);
}

/* ---- charts ---- */

/* A part of the page of a chart, from @top to @top + @height, px. */
static void
paint_part (LscPaper *self, const LscPage *page, double x, double scale, double top, double height)
{
  double page_width, page_height;

  lsc_page_measure (page, &page_width, &page_height);
  cairo_tag_begin (self->cr, "Figure", NULL);
  cairo_save (self->cr);
  cairo_translate (self->cr, x, self->y);
  cairo_scale (self->cr, scale, scale);
  cairo_rectangle (self->cr, 0, 0, page_width, height);
  cairo_clip (self->cr);
  cairo_translate (self->cr, 0, -top);
  lsc_page_paint (page, self->cr, 0);
  cairo_restore (self->cr);
  cairo_tag_end (self->cr, "Figure");
  self->y += height * scale;
}

/* One that is higher than a page goes on on the next ones: torn between two rows, or, where that
 * cannot be, with a little of it twice, so that nothing is cut on both. */
static void
paint_parts (LscPaper *self, const LscPage *page, const LscPaperRoom *room, double scale)
{
  double page_width, page_height, top = 0, bottom;
  double height = MAX (room->height / scale, LEAST_PART_PX); /* goes on in any case */

  lsc_page_measure (page, &page_width, &page_height);
  for (;;)
    {
      bottom = MIN (top + height, page_height);
      if (bottom < page_height && !room->is_single)
        bottom = lsc_page_find_break (page, top + LEAST_PART_PX, bottom);
      paint_part (self, page, room->x, scale, top, bottom - top);
      if (room->is_single || bottom >= page_height)
        return;
      top = bottom < top + height ? bottom : bottom - OVERLAP_PX;
      lsc_paper_need (self, LSC_PAPER_HEIGHT);
      height = MAX ((self->bottom - self->y) / scale, LEAST_PART_PX);
    }
}

/**
 * lsc_paper_draw_chart:
 *
 * Draws a chart at the present place, as large as there is room, but never so small that it could
 * not be read, and goes on below it.
 */
void
lsc_paper_draw_chart (LscPaper *self, const LscReportItem *item, const LscPaperRoom *room)
{
  LscReportFrame frame;
  g_autoptr (LscPage) page = NULL;
  double page_width, page_height, scale, most;

  g_return_if_fail (self && item && item->chart && room);
  most = room->scale > 0 ? room->scale : MOST_SCALE;
  frame = (LscReportFrame){ .width = room->width / most - 2 * PAGE_MARGIN_PX,
                            .height = room->height / most - PAGE_MARGIN_PX,
                            .is_paper = TRUE,
                            .text_px = CHART_TEXT_PX,
                            .theme = self->theme };
  page = item->chart (item->data, &frame, self->context);
  lsc_page_measure (page, &page_width, &page_height);
  scale = MIN (MIN (room->width / page_width, room->height / page_height), most);
  if (scale >= LEAST_SCALE)
    paint_part (self, page, room->x, scale, 0, page_height);
  else
    paint_parts (self, page, room, MIN (room->width / page_width, most));
}
