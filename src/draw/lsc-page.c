/* lsc-page.c - a page around a chart: title, chart, legend, table, footer
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/lsc-page.h"

#include <math.h>

#define MARGIN 16.0
#define FIGURE_GAP 2.0 /* above the chart */
#define TITLE_PX 17.0
#define TEXT_PX 12.0
#define CHIP_PX 11.0
#define FOOTER_PX 10.0

typedef struct
{
  const LscPage *page;
  cairo_t *cr; /* (nullable): only measure */
  double y;
} PagePaint;

/**
 * lsc_page_free:
 * @page: (nullable) (transfer full):
 */
void
lsc_page_free (LscPage *page)
{
  if (!page)
    return;
  if (page->free_data)
    page->free_data (page->data);
  g_clear_pointer (&page->text, lsc_text_free);
  g_free (page->title);
  g_free (page->about);
  g_free (page->other);
  g_free (page->chip);
  g_free (page->banner);
  g_free (page->footer);
  g_free (page->description);
  g_clear_pointer (&page->row_tops, g_array_unref);
  g_free (page);
}

static void
draw_text (const PagePaint *self, const LscColor *color, LscTextLine line, const char *text)
{
  if (!self->cr || !text)
    return;
  line.middle = self->y;
  lsc_color_set (self->cr, color);
  lsc_text_draw (self->page->text, self->cr, &line, text);
}

/* A remark at the right end of the title's line. Returns: px left of it */
static double
draw_chip (const PagePaint *self)
{
  const LscPage *page = self->page;
  double right = page->width + MARGIN, width;

  if (!page->chip || !self->cr)
    return page->width;
  width = lsc_text_width (page->text, CHIP_PX, page->chip);
  lsc_color_set (self->cr, &page->theme.bubble);
  cairo_rectangle (self->cr, right - width - 16, self->y - 9, width + 16, 18);
  cairo_fill_preserve (self->cr);
  lsc_color_set (self->cr, &page->theme.grid);
  cairo_set_line_width (self->cr, 1);
  cairo_stroke (self->cr);
  draw_text (self, &page->theme.dim, (LscTextLine){ .x = right - 8, .align = 1, .size = CHIP_PX },
             page->chip);
  return page->width - width - 24;
}

static void
paint_figure_title (PagePaint *self)
{
  const LscPage *page = self->page;

  if (!page->title)
    return;
  self->y += 8;
  draw_text (
      self, &page->theme.foreground,
      (LscTextLine){
          .x = MARGIN + page->width / 2, .align = 0.5, .size = TEXT_PX + 2, .is_bold = TRUE },
      page->title);
  self->y += 12;
}

static void
paint_title (PagePaint *self)
{
  const LscPage *page = self->page;
  double room;

  self->y += 12;
  room = MAX (draw_chip (self), 1);
  draw_text (self, &page->theme.foreground,
             (LscTextLine){ .x = MARGIN, .size = TITLE_PX, .is_bold = TRUE, .room = room },
             page->title);
  self->y += 24;
  draw_text (self, &page->theme.dim,
             (LscTextLine){ .x = MARGIN, .size = TEXT_PX, .room = page->width }, page->about);
  self->y += 16;
  if (page->other)
    {
      draw_text (self, &page->theme.dim,
                 (LscTextLine){ .x = MARGIN, .size = TEXT_PX, .room = page->width }, page->other);
      self->y += 16;
    }
  if (!page->banner)
    return;
  self->y += 4;
  draw_text (self, &page->theme.foreground,
             (LscTextLine){ .x = MARGIN, .size = TEXT_PX - 1, .room = page->width }, page->banner);
  self->y += 16;
}

static void
paint_part (PagePaint *self, LscPagePart part)
{
  double height;

  if (!part)
    return;
  if (self->cr)
    {
      cairo_save (self->cr);
      cairo_translate (self->cr, MARGIN, self->y);
    }
  height = part (self->page->data, self->cr);
  if (self->cr)
    cairo_restore (self->cr);
  self->y += height;
}

static void
paint_chart (PagePaint *self, double scale)
{
  self->y += self->page->is_figure ? FIGURE_GAP : 8;
  if (self->cr)
    {
      cairo_save (self->cr);
      cairo_translate (self->cr, MARGIN, self->y);
      self->page->paint_chart (self->page->data, self->cr, scale);
      cairo_restore (self->cr);
    }
  self->y += self->page->height + 8;
}

static double
paint_all (PagePaint *self, double scale)
{
  const LscPage *page = self->page;

  self->y = page->is_figure ? MARGIN / 2 : MARGIN;
  if (page->is_figure)
    paint_figure_title (self);
  else
    paint_title (self);
  paint_chart (self, scale);
  paint_part (self, page->paint_legend);
  if (page->is_figure)
    return self->y + MARGIN / 2;
  paint_part (self, page->paint_table);
  if (page->footer)
    {
      self->y += 14;
      draw_text (self, &page->theme.dim,
                 (LscTextLine){ .x = MARGIN, .size = FOOTER_PX, .room = page->width },
                 page->footer);
      self->y += 8;
    }
  return self->y + MARGIN;
}

/**
 * lsc_page_measure:
 * @width: (out): px
 * @height: (out): px
 *
 * Tells how large the page becomes.
 */
void
lsc_page_measure (const LscPage *page, double *width, double *height)
{
  PagePaint paint = { page, NULL, 0 };

  g_return_if_fail (page && width && height);
  *width = ceil (page->width + 2 * MARGIN);
  *height = ceil (paint_all (&paint, 0));
}

/**
 * lsc_page_find_break:
 * @page: of a figure without a title
 * @above, @below: px of the page
 *
 * Returns: the lowest place above @below where the page can be torn between two rows, @below where
 *   there is none behind @above
 */
double
lsc_page_find_break (const LscPage *page, double above, double below)
{
  double found = below, top = MARGIN / 2 + FIGURE_GAP;

  g_return_val_if_fail (page, below);
  if (!page->row_tops || below >= top + page->height)
    return below;
  for (guint i = 0; i < page->row_tops->len; i++)
    {
      double y = top + g_array_index (page->row_tops, double, i);

      if (y > above && y <= below)
        found = y;
    }
  return found;
}

/**
 * lsc_page_paint:
 * @scale: pixels per px of an image that @cr paints on, 0 on a document
 *
 * Paints the page from @cr's origin.
 */
void
lsc_page_paint (const LscPage *page, cairo_t *cr, double scale)
{
  PagePaint paint = { page, cr, 0 };

  g_return_if_fail (page && cr && scale >= 0);
  lsc_color_set (cr, &page->theme.background);
  cairo_paint (cr);
  paint_all (&paint, scale);
}
