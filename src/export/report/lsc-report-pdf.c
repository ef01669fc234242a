/* lsc-report-pdf.c - a document as PDF, for a stage
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <cairo-pdf.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-error.h"
#include "export/lsc-picture-fonts.h"
#include "export/report/lsc-report-file.h"
#include "export/report/lsc-report-grid.h"
#include "export/report/lsc-report-paper.h"

#define ABOUT_PT 11.0
#define HEADLINE_PT 25.0
#define DETAIL_PT 15.0
#define BODY_PT 13.0
#define CAPTION_PT 10.5
#define COVER_CHART_PT 570.0
#define COVER_GAP_PT 24.0
#define LEAST_CHART_PT 190.0

/* Says that Chinese cannot be read here, in letters that every font has. */
#define FONT_NOTE "Chinese text needs a font, for example of the package fonts-noto-cjk."

/* ---- items ---- */

static LscPaperText
body_text (const char *text, double x, double width)
{
  return (LscPaperText){ .text = text, .x = x, .width = width, .size = BODY_PT };
}

static void
write_paragraph (LscPaper *paper, const char *words)
{
  LscPaperText text = body_text (words, LSC_PAPER_MARGIN, LSC_PAPER_ROOM);

  lsc_paper_need (paper, lsc_paper_measure (paper, &text));
  lsc_paper_write (paper, &text);
  paper->y += 5;
}

static void
write_points_title (LscPaper *paper, const LscReportItem *item)
{
  LscPaperText title = body_text (item->title, LSC_PAPER_MARGIN, LSC_PAPER_ROOM);

  title.is_bold = TRUE;
  paper->y += 4;
  lsc_paper_need (paper, lsc_paper_measure (paper, &title) + 2 * BODY_PT);
  lsc_paper_write (paper, &title);
  paper->y += 3;
}

/* @is_cover: those that have no room are told in their chapters */
static void
write_points (LscPaper *paper, const LscReportItem *item, double x, double width, gboolean is_cover)
{
  for (guint i = 0; i < item->points->len; i++)
    {
      LscPaperText text = body_text (item->points->pdata[i], x + 14, width - 14);
      double height = lsc_paper_measure (paper, &text);

      if (is_cover && paper->y + height > LSC_PAPER_BOTTOM)
        return;
      lsc_paper_need (paper, height);
      lsc_color_set (paper->cr, &paper->theme.accent);
      cairo_new_path (paper->cr);
      cairo_arc (paper->cr, x + 4, paper->y + BODY_PT * 0.62, 2.5, 0, 2 * G_PI);
      cairo_fill (paper->cr);
      lsc_paper_write (paper, &text);
      paper->y += 6;
    }
}

static void
write_caption (LscPaper *paper, const char *words, double x, double width)
{
  if (words)
    lsc_paper_write (
        paper, &(LscPaperText){
                   .text = words, .x = x, .width = width, .size = CAPTION_PT, .is_dim = TRUE });
}

static void
write_chart (LscPaper *paper, const LscReportItem *item)
{
  double wish = item->height_share * LSC_PAPER_ROOM, room;

  lsc_paper_need (paper, MIN (wish + 30, LEAST_CHART_PT));
  write_caption (paper, item->title, LSC_PAPER_MARGIN, LSC_PAPER_ROOM);
  room = LSC_PAPER_BOTTOM - paper->y - (item->text ? 2 * CAPTION_PT : 0);
  lsc_paper_draw_chart (
      paper, item, &(LscPaperRoom){ LSC_PAPER_MARGIN, LSC_PAPER_ROOM, MIN (wish, room), FALSE });
  write_caption (paper, item->text, LSC_PAPER_MARGIN, LSC_PAPER_ROOM);
  paper->y += 10;
}

static void
write_item (LscPaper *paper, const LscReportItem *item)
{
  switch (item->type)
    {
    case LSC_REPORT_TEXT:
      write_paragraph (paper, item->text);
      break;
    case LSC_REPORT_POINTS:
      if (item->title)
        write_points_title (paper, item);
      write_points (paper, item, LSC_PAPER_MARGIN, LSC_PAPER_ROOM, FALSE);
      break;
    case LSC_REPORT_TABLE:
      if (!item->is_raw)
        lsc_paper_write_table (paper, item);
      break;
    case LSC_REPORT_CHART:
      write_chart (paper, item);
      break;
    }
}

/* ---- the cover ---- */

static char *
say_about (const LscReport *report)
{
  const char *const parts[] = { report->title, report->about, report->author, report->date };
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i])
      g_string_append_printf (out, "%s%s", out->len > 0 ? "  ·  " : "", parts[i]);
  return g_string_free (out, FALSE);
}

static void
write_line (LscPaper *paper, const char *words, double size, gboolean is_bold, gboolean is_dim)
{
  lsc_paper_write (paper, &(LscPaperText){ .text = words,
                                           .x = LSC_PAPER_MARGIN,
                                           .width = LSC_PAPER_ROOM,
                                           .size = size,
                                           .is_bold = is_bold,
                                           .is_dim = is_dim });
  paper->y += size * 0.35;
}

static const LscReportItem *
find_item (const LscReportSection *section, LscReportType type)
{
  for (guint i = 0; i < section->items->len; i++)
    if (lsc_report_section_get (section, i)->type == type)
      return lsc_report_section_get (section, i);
  return NULL;
}

/* Chart on the left, what to remember on the right; the rest on pages of its own. */
static void
write_cover_items (LscPaper *paper, const LscReportSection *section)
{
  const LscReportItem *chart = find_item (section, LSC_REPORT_CHART);
  const LscReportItem *points = find_item (section, LSC_REPORT_POINTS);
  double top = paper->y, x = LSC_PAPER_MARGIN, right = COVER_CHART_PT + COVER_GAP_PT;

  if (chart)
    {
      write_caption (paper, chart->title, x, COVER_CHART_PT);
      lsc_paper_draw_chart (
          paper, chart, &(LscPaperRoom){ x, COVER_CHART_PT, LSC_PAPER_BOTTOM - paper->y, TRUE });
      paper->y = top;
      x += right;
    }
  if (points)
    write_points (paper, points, x, LSC_PAPER_WIDTH - LSC_PAPER_MARGIN - x, TRUE);
  for (guint i = 0; i < section->items->len; i++)
    {
      const LscReportItem *item = lsc_report_section_get (section, i);

      if (item != chart && item != points)
        write_item (paper, item);
    }
}

static void
write_cover (LscPaper *paper, const LscReport *report, gboolean lacks_fonts)
{
  g_autofree char *about = say_about (report);

  lsc_paper_begin_page (paper);
  if (lacks_fonts)
    write_line (paper, FONT_NOTE, ABOUT_PT, FALSE, FALSE);
  write_line (paper, about, ABOUT_PT, FALSE, TRUE);
  paper->y += 6;
  write_line (paper, report->headline, HEADLINE_PT, TRUE, FALSE);
  if (report->detail)
    write_line (paper, report->detail, DETAIL_PT, FALSE, FALSE);
  paper->y += 10;
}

/* ---- all of it ---- */

/* About how high a chapter becomes below its title, so that short ones share a page. */
static double
estimate (const LscReportSection *section)
{
  double height = 0;

  for (guint i = 0; i < section->items->len; i++)
    {
      const LscReportItem *item = lsc_report_section_get (section, i);

      if (item->type == LSC_REPORT_CHART)
        height += item->height_share * LSC_PAPER_ROOM;
      else if (item->type == LSC_REPORT_TABLE && !item->is_raw)
        height += 80 + 21.0 * (double) lsc_report_grid_count_rows (item);
      else if (item->type != LSC_REPORT_TABLE)
        height += 24.0 * (item->points ? item->points->len : 1);
    }
  return height;
}

static void
add_words (GString *out, const char *words)
{
  if (words)
    g_string_append (out, words);
}

/**
 * lsc_report_lacks_fonts:
 *
 * Returns: whether the fonts of this machine lack characters of the document's own words
 */
gboolean
lsc_report_lacks_fonts (const LscReport *report)
{
  g_autoptr (GString) words = NULL;
  PangoContext *context;
  PangoLayout *layout;
  gboolean lacks;

  g_return_val_if_fail (report, FALSE);
  words = g_string_new (NULL);
  context = lsc_picture_fonts_new ();
  layout = pango_layout_new (context);
  add_words (words, report->title);
  add_words (words, report->headline);
  add_words (words, report->detail);
  add_words (words, report->author);
  for (guint i = 0; i < report->sections->len; i++)
    add_words (words, lsc_report_get (report, i)->title);
  pango_layout_set_text (layout, words->str, -1);
  lacks = pango_layout_get_unknown_glyphs_count (layout) > 0;
  g_object_unref (layout);
  g_object_unref (context);
  return lacks;
}

/**
 * lsc_report_to_pdf:
 *
 * Writes the document as pages of 16:9: the answer on the first one, then a chapter a page. Texts
 * can be selected, fonts are embedded, charts are paths. The same document gives the same bytes
 * with the same fonts.
 *
 * Returns: (transfer full) (nullable): %NULL with %LSC_ERROR_IO
 */
GByteArray *
lsc_report_to_pdf (const LscReport *report, GError **error)
{
  g_autoptr (GByteArray) bytes = NULL;
  cairo_status_t status;
  LscPaper paper;

  g_return_val_if_fail (report, NULL);
  bytes = g_byte_array_new ();
  lsc_paper_init (&paper, report, bytes);
  write_cover (&paper, report, lsc_report_lacks_fonts (report));
  for (guint i = 0; i < report->sections->len; i++)
    {
      const LscReportSection *section = lsc_report_get (report, i);

      if (!section->title)
        {
          write_cover_items (&paper, section);
          continue;
        }
      lsc_paper_begin_chapter (&paper, section->title, estimate (section));
      for (guint k = 0; k < section->items->len; k++)
        write_item (&paper, lsc_report_section_get (section, k));
    }
  status = lsc_paper_finish (&paper);
  if (status == CAIRO_STATUS_SUCCESS)
    return g_steal_pointer (&bytes);
  lsc_fail (error, LSC_ERROR_IO, _ ("The pages could not be drawn: %s."),
            cairo_status_to_string (status));
  return NULL;
}
