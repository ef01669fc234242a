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
#include "export/report/lsc-report-sentences.h"
#include "export/report/lsc-report-pages.h"

#define ABOUT_PT 11.0
#define HEADLINE_PT 25.0
#define LONG_HEADLINE_PT 21.0
#define LONG_HEADLINE 90 /* characters of one that is written smaller */
#define LABEL_PT 10.5
#define FACT_PT 12.0
#define LEAST_LETTERS 80 /* of facts: how much room they have */
#define MOST_LETTERS 320
#define LETTER_PT 7.6 /* of a fact, as wide as most are */
#define MOST_WORD 16  /* letters of a word that is kept whole */
#define LEAD_PT 14.0
#define SMALL_PT 9.5
#define FACT_GAP_PT 18.0
#define LEAST_CHART_PT 120.0
#define LEAST_NEXT_PT 190.0 /* of a second one */
#define COVER_SCALE 0.86    /* of charts, so that all of sixteen ranks have room */

/* Says that Chinese cannot be read here, in letters that every font has. */
#define FONT_NOTE "Chinese text needs a font, for example of the package fonts-noto-cjk."

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
                                           .is_dim = is_dim,
                                           .tag = is_bold ? "H1" : NULL });
  paper->y += size * 0.35;
}

/* Long texts have more room, so that all of them end at about the same line. */
static double
get_weight (const LscReport *report, guint index)
{
  glong length = g_utf8_strlen (lsc_report_get_fact (report, index)->text, -1);

  return (double) CLAMP (length, LEAST_LETTERS, MOST_LETTERS);
}

/* So that its longest word stays whole; what has no spaces breaks anywhere. */
static double
get_least_pt (const LscReport *report, guint index)
{
  g_auto (GStrv) words = g_strsplit (lsc_report_get_fact (report, index)->text, " ", -1);
  glong most = 0;

  for (guint i = 0; words[i]; i++)
    most = MAX (most, g_utf8_strlen (words[i], -1));
  return (double) MIN (most, MOST_WORD) * LETTER_PT;
}

static void
write_fact (LscPaper *paper, const LscReportFact *fact, double x, double width)
{
  LscPaperText label = {
    .text = fact->label, .x = x, .width = width, .size = LABEL_PT, .is_bold = TRUE
  };
  LscPaperText text = { .text = fact->text, .x = x, .width = width, .size = FACT_PT };

  lsc_color_set (paper->cr, &paper->theme.accent);
  cairo_rectangle (paper->cr, x, paper->y, width, 1.5);
  cairo_fill (paper->cr);
  paper->y += 5;
  lsc_paper_write (paper, &label);
  paper->y += 2;
  lsc_paper_write (paper, &text);
}

/* Why, what it costs, what to do: beside each other. */
static void
write_facts (LscPaper *paper, const LscReport *report)
{
  guint n = report->facts->len;
  double top = paper->y, most = top, x = LSC_PAPER_MARGIN, weights = 0;
  double room = LSC_PAPER_ROOM - FACT_GAP_PT * (n - 1.0);

  for (guint i = 0; i < n; i++)
    {
      weights += get_weight (report, i);
      room -= get_least_pt (report, i);
    }
  for (guint i = 0; i < n; i++)
    {
      double width = get_least_pt (report, i) + MAX (room, 0) * get_weight (report, i) / weights;

      paper->y = top;
      write_fact (paper, lsc_report_get_fact (report, i), x, width);
      most = MAX (most, paper->y);
      x += width + FACT_GAP_PT;
    }
  paper->y = most + 10;
}

/* Of what the steps consist, at the foot of the page. Returns: where it begins */
static double
write_small_print (LscPaper *paper, const char *words)
{
  LscPaperText text = {
    .text = words, .x = LSC_PAPER_MARGIN, .width = LSC_PAPER_ROOM, .size = SMALL_PT, .is_dim = TRUE
  };
  double y = paper->y, top;

  if (!words)
    return paper->bottom;
  top = paper->bottom - lsc_paper_measure (paper, &text);
  paper->y = MAX (y, top);
  top = paper->y;
  lsc_paper_write (paper, &text);
  paper->y = y;
  return top;
}

/* Charts below each other, as far as they have room. */
static void
write_cover_charts (LscPaper *paper, const LscReportSection *section, double bottom)
{
  double least = LEAST_CHART_PT;

  for (guint i = 0; i < section->items->len; i++)
    {
      const LscReportItem *item = lsc_report_section_get (section, i);

      if (item->type != LSC_REPORT_CHART || bottom - paper->y < least)
        continue;
      write_line (paper, item->title, LABEL_PT, FALSE, TRUE);
      lsc_paper_draw_chart (paper, item,
                            &(LscPaperRoom){ LSC_PAPER_MARGIN, LSC_PAPER_ROOM,
                                             bottom - paper->y - 2, COVER_SCALE, TRUE });
      least = LEAST_NEXT_PT;
    }
}

static void
write_cover (LscPaper *paper, const LscReport *report, gboolean lacks_fonts)
{
  g_autofree char *about = say_about (report);
  gboolean is_long = g_utf8_strlen (report->headline, -1) > LONG_HEADLINE;
  double bottom;

  lsc_paper_begin_page (paper);
  if (lacks_fonts)
    write_line (paper, FONT_NOTE, ABOUT_PT, FALSE, FALSE);
  write_line (paper, about, ABOUT_PT, FALSE, TRUE);
  paper->y += 2;
  write_line (paper, report->headline, is_long ? LONG_HEADLINE_PT : HEADLINE_PT, TRUE, FALSE);
  paper->y += 4;
  write_facts (paper, report);
  bottom = write_small_print (paper, report->detail);
  for (guint i = 0; i < report->sections->len; i++)
    if (!lsc_report_get (report, i)->title)
      write_cover_charts (paper, lsc_report_get (report, i), bottom);
  paper->y = paper->bottom;
}

/* ---- all of it ---- */

static gboolean
is_on_cover (const LscReportSection *section, guint item)
{
  return !section->title && lsc_report_section_get (section, item)->type == LSC_REPORT_CHART;
}

/* What the first page has of its chapter is its charts; the rest follows. */
static void
write_full_section (LscPaper *paper, const LscReportSection *section)
{
  double height = section->message ? 2 * LEAD_PT : 0;

  for (guint i = 0; i < section->items->len; i++)
    if (!is_on_cover (section, i))
      height += lsc_paper_measure_item (paper, lsc_report_section_get (section, i));
  if (height <= 0)
    return;
  lsc_paper_begin_chapter (paper, section->title ? section->title : _ ("In short"), NULL, height);
  if (section->message && !lsc_report_says_message (section))
    write_line (paper, section->message, LEAD_PT, TRUE, FALSE);
  for (guint i = 0; i < section->items->len; i++)
    if (!is_on_cover (section, i))
      lsc_paper_write_item (paper, lsc_report_section_get (section, i));
}

static void
write_full (LscPaper *paper, const LscReport *report)
{
  for (guint i = 0; i < report->sections->len; i++)
    write_full_section (paper, lsc_report_get (report, i));
}

static void
write_page (LscPaper *paper, const LscReport *report, const GArray *sheets, guint page)
{
  gboolean is_first = TRUE;

  for (guint i = 0; i < sheets->len; i++)
    {
      const LscReportSheet *sheet = &g_array_index (sheets, LscReportSheet, i);

      if (sheet->is_dropped || sheet->page != page)
        continue;
      lsc_paper_begin_chapter (paper, lsc_report_name_sheet (report, sheet),
                               lsc_report_get (report, sheet->first)->title,
                               is_first ? LSC_PAPER_HEIGHT : 0);
      paper->bottom = MIN (paper->y + sheet->height + 1, LSC_PAPER_BOTTOM); /* as it was measured */
      lsc_paper_write_sheet (paper, report, sheet);
      paper->bottom = LSC_PAPER_BOTTOM;
      is_first = FALSE;
    }
}

static void
write_short (LscPaper *paper, const LscReport *report)
{
  g_autoptr (GArray) sheets = NULL;
  g_autofree char *dropped = NULL;

  paper->is_short = TRUE;
  sheets = lsc_report_plan_sheets (paper, report);
  for (guint page = 0; page <= LSC_REPORT_MOST_PAGES + sheets->len; page++)
    write_page (paper, report, sheets, page);
  dropped = lsc_report_say_dropped (report, sheets);
  if (dropped)
    write_small_print (paper, dropped);
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
 * Writes the document as pages of 16:9: the answer on the first one, then what its chapters say,
 * six pages at most unless it is a full one (exports.md#report). Texts can be selected, fonts are
 * embedded, charts are paths. The same document gives the same bytes with the same fonts.
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
  if (report->is_full)
    write_full (&paper, report);
  else
    write_short (&paper, report);
  status = lsc_paper_finish (&paper);
  if (status == CAIRO_STATUS_SUCCESS)
    return g_steal_pointer (&bytes);
  lsc_fail (error, LSC_ERROR_IO, _ ("The pages could not be drawn: %s."),
            cairo_status_to_string (status));
  return NULL;
}
