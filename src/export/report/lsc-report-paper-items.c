/* lsc-report-paper-items.c - parts of chapters on pages
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-paper.h"

#include "export/report/lsc-report-grid.h"

#define BODY_PT 13.0
#define SMALL_PT 9.5
#define CAPTION_PT 10.5
#define LEAST_CHART_PT 140.0
#define LEAST_ROWS 3       /* of a table that is worth its titles */
#define ENDLESS_PT 1000000 /* higher than anything that is measured */

static LscPaperText
body_text (const char *text, double x, double width)
{
  return (LscPaperText){ .text = text, .x = x, .width = width, .size = BODY_PT };
}

static void
write_paragraph (LscPaper *paper, const char *words)
{
  LscPaperText text = body_text (words, paper->x, paper->room);

  lsc_paper_need (paper, lsc_paper_measure (paper, &text));
  lsc_paper_write (paper, &text);
  paper->y += 5;
}

static void
write_points_title (LscPaper *paper, const LscReportItem *item)
{
  LscPaperText title = body_text (item->title, paper->x, paper->room);

  title.is_bold = TRUE;
  paper->y += 4;
  lsc_paper_need (paper, lsc_paper_measure (paper, &title) + 2 * BODY_PT);
  lsc_paper_write (paper, &title);
  paper->y += 3;
}

/** lsc_paper_write_points: writes short sentences, each behind a dot, below their title */
void
lsc_paper_write_points (LscPaper *paper, const LscReportItem *item)
{
  g_return_if_fail (paper && item && item->points);
  if (item->title)
    write_points_title (paper, item);
  for (guint i = 0; i < item->points->len; i++)
    {
      LscPaperText text = body_text (item->points->pdata[i], paper->x + 14, paper->room - 14);

      text.size = item->is_small ? SMALL_PT : BODY_PT;
      lsc_paper_need (paper, lsc_paper_measure (paper, &text));
      lsc_color_set (paper->cr, &paper->theme.accent);
      cairo_new_path (paper->cr);
      cairo_arc (paper->cr, paper->x + 4, paper->y + text.size * 0.62, text.size * 0.19, 0,
                 2 * G_PI);
      cairo_fill (paper->cr);
      lsc_paper_write (paper, &text);
      paper->y += item->is_small ? 2 : 6;
    }
}

static void
write_caption (LscPaper *paper, const char *words)
{
  if (words)
    lsc_paper_write (paper, &(LscPaperText){ .text = words,
                                             .x = paper->x,
                                             .width = paper->room,
                                             .size = CAPTION_PT,
                                             .is_dim = TRUE });
}

static void
write_chart (LscPaper *paper, const LscReportItem *item)
{
  double wish = item->height_share * paper->room, room;

  lsc_paper_need (paper, MIN (wish + 30, LEAST_CHART_PT));
  write_caption (paper, item->title);
  room = paper->bottom - paper->y - (item->text ? 2 * CAPTION_PT : 0);
  lsc_paper_draw_chart (
      paper, item, &(LscPaperRoom){ paper->x, paper->room, MIN (wish, room), 1, paper->is_short });
  write_caption (paper, item->text);
  paper->y += 10;
}

/** lsc_paper_write_item: writes a part of a chapter, on as many pages as it needs */
void
lsc_paper_write_item (LscPaper *paper, const LscReportItem *item)
{
  g_return_if_fail (paper && item);
  switch (item->type)
    {
    case LSC_REPORT_TEXT:
      write_paragraph (paper, item->text);
      break;
    case LSC_REPORT_POINTS:
      lsc_paper_write_points (paper, item);
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

/** lsc_paper_measure_item: Returns: how high a part becomes where it has all the height it wants,
 * pt
 */
double
lsc_paper_measure_item (const LscPaper *paper, const LscReportItem *item)
{
  cairo_surface_t *surface;
  LscPaper scratch;

  g_return_val_if_fail (paper && item, 0);
  surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  scratch = *paper;
  scratch.cr = cairo_create (surface);
  scratch.surface = surface;
  scratch.y = 0;
  scratch.bottom = ENDLESS_PT;
  lsc_paper_write_item (&scratch, item);
  cairo_destroy (scratch.cr);
  cairo_surface_destroy (surface);
  return scratch.y;
}

static gboolean
has_room (const LscPaper *paper, const LscReportItem *item)
{
  return paper->y + lsc_paper_measure_item (paper, item) <= paper->bottom;
}

/* As many rows as have room. Returns: whether that are enough */
static gboolean
cut_table (const LscPaper *paper, LscReportItem *item)
{
  gsize least = LEAST_ROWS, most = lsc_report_grid_count_rows (item);

  item->most_rows = least;
  if (most <= least || !has_room (paper, item))
    return FALSE;
  while (most - least > 1)
    {
      item->most_rows = least + (most - least) / 2;
      if (has_room (paper, item))
        least = item->most_rows;
      else
        most = item->most_rows;
    }
  item->most_rows = least;
  return TRUE;
}

/* Points from the first one on, as far as they have room. Returns: whether one has */
static gboolean
cut_points (const LscPaper *paper, LscReportItem *item)
{
  while (item->points->len > 1)
    {
      g_ptr_array_set_size (item->points, (int) item->points->len - 1);
      if (has_room (paper, item))
        return TRUE;
    }
  return FALSE;
}

static GPtrArray *
borrow_points (const GPtrArray *points)
{
  GPtrArray *copy = g_ptr_array_new ();

  for (guint i = 0; points && i < points->len; i++)
    g_ptr_array_add (copy, points->pdata[i]);
  return copy;
}

/* Returns: whether a chart can be read in what is left of the page */
static gboolean
has_chart_room (const LscPaper *paper, const LscReportItem *item)
{
  return paper->bottom - paper->y >= MIN (item->height_share * paper->room + 30, LEAST_CHART_PT);
}

/* Rows, or points, that a part shows. */
static gsize
count_lines (const LscReportItem *item)
{
  if (item->type == LSC_REPORT_TABLE)
    return lsc_report_grid_count_rows (item);
  return item->type == LSC_REPORT_POINTS ? item->points->len : 1;
}

/* A part as the short form shows it, if there is room. */
static LscReportItem
shorten (const LscPaper *paper, const LscReportItem *item)
{
  LscReportItem few = *item;

  if (item->paper_rows > 0)
    few.most_rows = item->paper_rows + paper->more_rows;
  return few;
}

/** lsc_paper_count_lines: Returns: how many rows or points of a part the short form shows, if there
 * is room */
gsize
lsc_paper_count_lines (const LscPaper *paper, const LscReportItem *item)
{
  LscReportItem few;

  g_return_val_if_fail (paper && item, 0);
  few = shorten (paper, item);
  return count_lines (&few);
}

/**
 * lsc_paper_fit_item:
 *
 * Writes a part of a chapter where it has room on this page: a table with fewer rows, which it
 * says, a list with fewer points, a chart that is lower.
 *
 * Returns: %FALSE where it was left out
 */
gboolean
lsc_paper_fit_item (LscPaper *paper, const LscReportItem *item)
{
  g_autoptr (GPtrArray) points = NULL;
  LscReportItem cut;
  gboolean fits;
  gsize n_wanted;

  g_return_val_if_fail (paper && item, FALSE);
  points = borrow_points (item->points);
  cut = shorten (paper, item);
  cut.points = points;
  n_wanted = count_lines (&cut);
  fits = item->type == LSC_REPORT_CHART ? has_chart_room (paper, item) : has_room (paper, &cut);
  if (!fits && item->type == LSC_REPORT_TABLE)
    fits = cut_table (paper, &cut);
  if (!fits && item->type == LSC_REPORT_POINTS)
    fits = cut_points (paper, &cut);
  paper->n_lost += n_wanted - (fits ? count_lines (&cut) : 0);
  if (fits)
    lsc_paper_write_item (paper, &cut);
  return fits;
}
