/* lsc-report-pages.c - which chapters of a document share a page of its short form
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-pages.h"

#include <glib/gi18n-lib.h>

#include "export/report/lsc-report-sentences.h"

#define GAP_PT 24.0
#define HEADING_PT 12.0
#define CHAPTER_GAP_PT 21.0
#define LEAST_SPARE_PT 90.0 /* of a chapter that is worth a place that is left */
#define MOST_MORE 40        /* rows of a table that a page with room shows beyond the usual ones */
#define NOTE_PT 16.0        /* at the foot of the last page: what is left out */
#define HALF_ROOM ((LSC_PAPER_ROOM - GAP_PT) / 2)

/* ---- one sheet ---- */

/** Where both halves of a page have come to. */
typedef struct
{
  gboolean is_split;
  double y[2]; /* pt: left, right */
} Halves;

static void
choose_side (LscPaper *paper, Halves *halves, LscReportSide side)
{
  if (side == LSC_REPORT_WIDE)
    {
      if (halves->is_split)
        paper->y = MAX (halves->y[0], halves->y[1]);
      halves->is_split = FALSE;
      paper->x = LSC_PAPER_MARGIN;
      paper->room = LSC_PAPER_ROOM;
      return;
    }
  if (!halves->is_split)
    halves->y[0] = halves->y[1] = paper->y;
  halves->is_split = TRUE;
  paper->y = halves->y[side == LSC_REPORT_RIGHT];
  paper->x = LSC_PAPER_MARGIN + (side == LSC_REPORT_RIGHT ? HALF_ROOM + GAP_PT : 0);
  paper->room = HALF_ROOM;
}

/* @heading: (nullable): above the part. Returns: whether the part has room */
static gboolean
write_part (LscPaper *paper, Halves *halves, const LscReportItem *item, const char *heading)
{
  LscReportSide side = paper->is_wide ? LSC_REPORT_WIDE : item->side;
  double top;
  gboolean is_written;

  choose_side (paper, halves, side);
  top = paper->y;
  if (heading)
    lsc_paper_write (paper, &(LscPaperText){ .text = heading,
                                             .x = paper->x,
                                             .width = paper->room,
                                             .size = HEADING_PT,
                                             .is_bold = TRUE });
  is_written = lsc_paper_fit_item (paper, item);
  if (!is_written) /* a heading without its part is painted over by nothing */
    paper->y = top;
  if (halves->is_split)
    halves->y[side == LSC_REPORT_RIGHT] = paper->y;
  return is_written;
}

static gboolean
is_shown (const LscReportItem *item)
{
  return !item->is_extra && !item->is_raw && (item->type != LSC_REPORT_TEXT || *item->text != '\0');
}

/* Whether a part has room below its heading, so that this may be written. */
static gboolean
has_room (const LscPaper *paper, const Halves *halves, const LscReportItem *item,
          const char *heading)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  LscPaper scratch = *paper;
  Halves copy = *halves;
  gboolean is_written;

  scratch.cr = cairo_create (surface);
  is_written = write_part (&scratch, &copy, item, heading);
  cairo_destroy (scratch.cr);
  cairo_surface_destroy (surface);
  return is_written;
}

/* @title: of the page; what a chapter says is left out only where it stands there */
static void
write_section (LscPaper *paper, Halves *halves, const LscReportSection *section, const char *title,
               gboolean is_named)
{
  const char *heading = is_named ? section->title : NULL;

  for (guint i = 0; i < section->items->len; i++)
    {
      LscReportItem item = *lsc_report_section_get (section, i);

      if (item.type == LSC_REPORT_TEXT && section->message == title)
        item.text = (char *) lsc_report_skip_message (section, item.text);
      if (!is_shown (&item))
        continue;
      if (item.is_head && heading != section->title)
        {
          heading = item.text;
          continue;
        }
      if (heading && !has_room (paper, halves, &item, heading))
        paper->n_lost += lsc_paper_count_lines (paper, &item);
      else if (write_part (paper, halves, &item, heading))
        heading = NULL;
    }
}

/**
 * lsc_paper_write_sheet:
 *
 * Writes what has room of some chapters, from the present place to the end of the page.
 */
void
lsc_paper_write_sheet (LscPaper *paper, const LscReport *report, const LscReportSheet *sheet)
{
  Halves halves = { 0 };

  g_return_if_fail (paper && report && sheet);
  paper->more_rows = sheet->more_rows;
  paper->is_wide = sheet->is_wide;
  for (guint i = 0; i < sheet->n; i++)
    write_section (paper, &halves, lsc_report_get (report, sheet->first + i),
                   lsc_report_name_sheet (report, sheet), i > 0);
  choose_side (paper, &halves, LSC_REPORT_WIDE);
}

/* ---- all of them ---- */

/* How high a sheet becomes below its title, and how many lines of its parts have no room.
 * @most: how high it may become, pt */
static void
measure_within (const LscPaper *paper, const LscReport *report, LscReportSheet *sheet, double most)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  LscPaper scratch = *paper;
  double top;

  scratch.cr = cairo_create (surface);
  scratch.x = LSC_PAPER_MARGIN;
  scratch.room = LSC_PAPER_ROOM;
  top = LSC_PAPER_TOP + lsc_paper_measure_title (&scratch, lsc_report_name_sheet (report, sheet));
  scratch.y = top;
  scratch.bottom = MIN (top + most, LSC_PAPER_BOTTOM);
  scratch.n_lost = scratch.n_narrow = 0;
  lsc_paper_write_sheet (&scratch, report, sheet);
  cairo_destroy (scratch.cr);
  cairo_surface_destroy (surface);
  sheet->height = scratch.y - top;
  sheet->n_lost = scratch.n_lost;
  sheet->n_narrow = scratch.n_narrow;
}

static void
measure (const LscPaper *paper, const LscReport *report, LscReportSheet *sheet)
{
  measure_within (paper, report, sheet, LSC_PAPER_HEIGHT);
}

/**
 * lsc_report_name_sheet:
 *
 * Returns: (transfer none): the title of a sheet: what its first chapter says, else its name
 */
const char *
lsc_report_name_sheet (const LscReport *report, const LscReportSheet *sheet)
{
  g_return_val_if_fail (report && sheet && sheet->n > 0, "");
  for (guint i = 0; i < sheet->n; i++)
    if (lsc_report_get (report, sheet->first + i)->message)
      return lsc_report_get (report, sheet->first + i)->message;
  return lsc_report_get (report, sheet->first)->title;
}

/* Below what stands on a page before it, if there is room. */
static guint
find_page (GArray *ends, double height)
{
  for (guint i = 0; i < ends->len; i++)
    if (g_array_index (ends, double, i) + CHAPTER_GAP_PT + height <= LSC_PAPER_BOTTOM)
      return i;
  return ends->len;
}

/* Small chapters fill pages that have room. Returns: (element-type double): where each page ends,
 * pt
 */
static GArray *
place_sheets (LscPaper *paper, const LscReport *report, GArray *sheets)
{
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < sheets->len; i++)
    {
      LscReportSheet *sheet = &g_array_index (sheets, LscReportSheet, i);
      double height =
          sheet->height + lsc_paper_measure_title (paper, lsc_report_name_sheet (report, sheet));
      double top = LSC_PAPER_TOP;

      if (sheet->is_dropped)
        continue;
      sheet->page = find_page (ends, height);
      if (sheet->page == ends->len)
        g_array_append_val (ends, top);
      else
        height += CHAPTER_GAP_PT;
      g_array_index (ends, double, sheet->page) += height;
    }
  return ends;
}

/* Whether a chapter stands nowhere, as it is left out or was dropped. @is_extra: which of these */
static gboolean
is_spare (const LscReport *report, const GArray *sheets, guint section, gboolean is_extra)
{
  const LscReportSection *about = lsc_report_get (report, section);

  if (!about->title || about->is_extra != is_extra)
    return FALSE;
  for (guint i = 0; i < sheets->len; i++)
    {
      const LscReportSheet *sheet = &g_array_index (sheets, LscReportSheet, i);

      if (section >= sheet->first && section < sheet->first + sheet->n)
        return sheet->is_dropped && sheet->n == 1 && sheet->height > 0;
    }
  return is_extra;
}

/* Behind the last sheet of a page; on the last one how it was measured stays behind it. */
static guint
find_place (const GArray *sheets, guint page)
{
  for (guint i = sheets->len - 1; i-- > 0;)
    if (!g_array_index (sheets, LscReportSheet, i).is_dropped &&
        g_array_index (sheets, LscReportSheet, i).page == page)
      return i + 1;
  return sheets->len - 1;
}

/* As far as it has room: its tables below each other where no more of their rows are lost so. One
 * of them may have room where two that share the width, and so have higher rows, do not, and that
 * is the first one, which the title is about. */
static void
measure_spare (const LscPaper *paper, const LscReport *report, LscReportSheet *sheet, double room)
{
  LscReportSheet wide = *sheet;

  wide.is_wide = TRUE;
  measure_within (paper, report, sheet, room);
  measure_within (paper, report, &wide, room);
  if (sheet->n_lost > 0 && wide.height <= room && wide.n_lost <= sheet->n_lost)
    *sheet = wide;
}

/* Below what stands on a page, as far as there is room for what it says. Returns: whether there is
 */
static gboolean
add_spare (LscPaper *paper, const LscReport *report, GArray *sheets, guint section, guint page,
           double *end)
{
  LscReportSheet sheet = { .first = section, .n = 1, .page = page };
  double room = LSC_PAPER_BOTTOM - NOTE_PT - *end - CHAPTER_GAP_PT;

  room -= lsc_paper_measure_title (paper, lsc_report_name_sheet (report, &sheet));
  if (room < LEAST_SPARE_PT)
    return FALSE;
  measure_spare (paper, report, &sheet, room);
  if (sheet.height <= 0 || sheet.height > room)
    return FALSE;
  *end = LSC_PAPER_BOTTOM - NOTE_PT - room + sheet.height;
  g_array_insert_val (sheets, find_place (sheets, page), sheet);
  return TRUE;
}

static void
place_spare (LscPaper *paper, const LscReport *report, GArray *sheets, GArray *ends, guint section)
{
  for (guint page = 0; page < ends->len; page++)
    if (add_spare (paper, report, sheets, section, page, &g_array_index (ends, double, page)))
      return;
}

/* No page is left half empty while there is a chapter that was dropped, or is left out otherwise.
 */
static void
fill_pages (LscPaper *paper, const LscReport *report, GArray *sheets, GArray *ends)
{
  if (sheets->len == 0)
    return;
  for (guint is_extra = 0; is_extra < 2; is_extra++)
    for (guint i = 0; i < report->sections->len; i++)
      if (is_spare (report, sheets, i, is_extra))
        place_spare (paper, report, sheets, ends, i);
}

/* Columns that have no room in half a page have it below each other, where the page is high enough.
 * Returns: pt that are taken */
static double
widen_sheet (const LscPaper *paper, const LscReport *report, LscReportSheet *sheet, double room)
{
  double before = sheet->height;
  LscReportSheet wide = *sheet;

  if (sheet->n_narrow == 0)
    return 0;
  wide.is_wide = TRUE;
  measure_within (paper, report, &wide, before + room);
  if (wide.n_narrow >= sheet->n_narrow || wide.n_lost > sheet->n_lost ||
      wide.height > before + room)
    return 0;
  *sheet = wide;
  return wide.height - before;
}

/* Rows for which a page has room, beside all else that it has. Returns: pt that are taken */
static double
grow_sheet (const LscPaper *paper, const LscReport *report, LscReportSheet *sheet, double room)
{
  double before = sheet->height;
  gsize least = 0, most = MOST_MORE + 1;

  while (most - least > 1)
    {
      LscReportSheet more = *sheet;

      more.more_rows = least + (most - least) / 2;
      measure_within (paper, report, &more, before + room);
      if (more.n_lost > sheet->n_lost || more.height > before + room)
        most = more.more_rows;
      else
        {
          least = more.more_rows;
          *sheet = more;
        }
    }
  return sheet->height - before;
}

static void
grow_sheets (const LscPaper *paper, const LscReport *report, GArray *sheets, const GArray *ends)
{
  g_autofree double *left = g_new (double, ends->len + 1);

  for (guint i = 0; i < ends->len; i++)
    left[i] =
        LSC_PAPER_BOTTOM - g_array_index (ends, double, i) - (i + 1 == ends->len ? NOTE_PT : 0);
  for (guint i = 0; i < sheets->len; i++)
    {
      LscReportSheet *sheet = &g_array_index (sheets, LscReportSheet, i);

      if (sheet->is_dropped || left[sheet->page] <= 0)
        continue;
      left[sheet->page] -= widen_sheet (paper, report, sheet, left[sheet->page]);
      left[sheet->page] -= grow_sheet (paper, report, sheet, left[sheet->page]);
    }
}

/* How it was measured stands on the last page, whatever stands on it beside. */
static void
move_last (GArray *sheets, guint n_pages)
{
  guint page;

  if (sheets->len == 0)
    return;
  page = g_array_index (sheets, LscReportSheet, sheets->len - 1).page;
  for (guint i = 0; i < sheets->len; i++)
    {
      LscReportSheet *sheet = &g_array_index (sheets, LscReportSheet, i);

      if (sheet->page == page)
        sheet->page = n_pages;
    }
}

/* The last one that may be left out. Returns: whether there is one */
static gboolean
drop_one (const LscReport *report, GArray *sheets)
{
  for (guint i = sheets->len; i-- > 0;)
    {
      LscReportSheet *sheet = &g_array_index (sheets, LscReportSheet, i);

      if (sheet->is_dropped || lsc_report_get (report, sheet->first)->is_kept)
        continue;
      sheet->is_dropped = TRUE;
      return TRUE;
    }
  return FALSE;
}

/**
 * lsc_report_plan_sheets:
 * @paper: where they will stand
 *
 * Puts chapters together that share a page, and drops the last ones where there are too many pages
 * (exports.md#report). What is left of pages is filled with chapters that are left out otherwise,
 * then with more rows. The chapter without a title is that of the first page.
 *
 * Returns: (transfer full) (element-type LscReportSheet):
 */
GArray *
lsc_report_plan_sheets (LscPaper *paper, const LscReport *report)
{
  GArray *sheets, *ends;

  g_return_val_if_fail (paper && report, NULL);
  sheets = g_array_new (FALSE, TRUE, sizeof (LscReportSheet));
  for (guint i = 0; i < report->sections->len; i++)
    {
      const LscReportSection *section = lsc_report_get (report, i);
      LscReportSheet sheet = { .first = i, .n = 1 };

      if (!section->title || section->is_extra)
        continue;
      if (section->is_joined && sheets->len > 0 &&
          g_array_index (sheets, LscReportSheet, sheets->len - 1).first +
                  g_array_index (sheets, LscReportSheet, sheets->len - 1).n ==
              i)
        g_array_index (sheets, LscReportSheet, sheets->len - 1).n++;
      else
        g_array_append_val (sheets, sheet);
    }
  for (guint i = 0; i < sheets->len; i++)
    {
      LscReportSheet *sheet = &g_array_index (sheets, LscReportSheet, i);

      measure (paper, report, sheet);
      sheet->is_dropped = sheet->height <= 0;
    }
  ends = place_sheets (paper, report, sheets);
  while (ends->len + 1 > LSC_REPORT_MOST_PAGES && drop_one (report, sheets))
    {
      g_array_unref (ends);
      ends = place_sheets (paper, report, sheets);
    }
  fill_pages (paper, report, sheets, ends);
  grow_sheets (paper, report, sheets, ends);
  move_last (sheets, ends->len);
  g_array_unref (ends);
  return sheets;
}

static gboolean
is_written (const GArray *sheets, guint section)
{
  for (guint i = 0; i < sheets->len; i++)
    {
      const LscReportSheet *sheet = &g_array_index (sheets, LscReportSheet, i);

      if (!sheet->is_dropped && section >= sheet->first && section < sheet->first + sheet->n)
        return TRUE;
    }
  return FALSE;
}

/**
 * lsc_report_say_dropped:
 *
 * Returns: (transfer full) (nullable): which chapters the short form leaves out
 */
char *
lsc_report_say_dropped (const LscReport *report, const GArray *sheets)
{
  g_autoptr (GString) names = g_string_new (NULL);

  g_return_val_if_fail (report && sheets, NULL);
  for (guint i = 0; i < report->sections->len; i++)
    {
      const char *title = lsc_report_get (report, i)->title;

      if (title && !is_written (sheets, i))
        g_string_append_printf (names, "%s%s", names->len > 0 ? _ (", ") : "", title);
    }
  return names->len > 0
             ? g_strdup_printf (_ ("Not on these pages: %s. The HTML report and “report --full” "
                                   "have all chapters and rows."),
                                names->str)
             : NULL;
}
