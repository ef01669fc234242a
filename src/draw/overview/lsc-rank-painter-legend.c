/* lsc-rank-painter-legend.c - what the colours and marks of a chart of ranks mean
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "analyze/budget/lsc-budget-columns.h"
#include "base/lsc-time.h"
#include "draw/lsc-legend.h"
#include "draw/lsc-paint.h"
#include "draw/overview/lsc-rank-painter-private.h"

#define ROW_PX 20.0
#define SWATCH 11.0
#define GAP 16.0
#define SCALE_PX 80.0
#define WHISKER_PX 18.0
#define HATCH_PX 6.0
#define HOST_PX 8.0
#define MOST_SLOW 4 /* ranks that the line on what is out of sight names */

typedef enum
{
  MARK_SLOW = -1,
  MARK_WHISKER = -2,
  MARK_SCALE = -3,
  MARK_RANKS = -4,
  MARK_HOST = -5,
  MARK_NOTE = -6, /* text alone */
} Mark;

typedef struct
{
  LscLegendItem place;
  int what; /* a category, or a Mark */
} Item;

/** Paints a part of a bar. */
void
_lsc_rank_paint_category (cairo_t *cr, const LscRankChart *chart, int category, double x, double y,
                          double width, double height)
{
  LscHatch hatch = lsc_palette_budget_hatch (category);
  double x0 = ceil (x), x1 = floor (x + width); /* whole pixels are clipped to in no time */

  lsc_paint_rect_rgb (cr, lsc_palette_budget_fill (category, chart->theme.is_dark), x, y, width,
                      height);
  if (hatch == LSC_HATCH_NONE || x1 - x0 < 2)
    return;
  lsc_color_set_rgb_alpha (cr, chart->theme.is_dark ? 0xF0F0F0 : 0x1E1E1E, 0.45);
  lsc_paint_hatch_as (cr, hatch, x0, round (y), x1 - x0, round (height), HATCH_PX);
}

/** Paints the end of the host's step: a line with a head above, seen on every colour of a bar. */
void
_lsc_rank_paint_host (cairo_t *cr, const LscRankChart *chart, double x, double y, double height)
{
  double head = MIN (HOST_PX, height);

  lsc_paint_rect (cr, &chart->theme.background, x - 2, y, 4, height);
  lsc_paint_rect (cr, &chart->theme.foreground, x - 1, y, 2, height);
  lsc_color_set (cr, &chart->theme.foreground);
  cairo_move_to (cr, x - head / 2, y);
  cairo_line_to (cr, x + head / 2, y);
  cairo_line_to (cr, x, y + head / 2);
  cairo_close_path (cr);
  cairo_fill (cr);
}

/* ---- what there is ---- */

static void
add (GArray *items, int what, double width, const char *text)
{
  Item item = { { .swatch_width = width, .text = g_strdup (text) }, what };

  g_array_append_val (items, item);
}

static void
add_categories (GArray *items, const LscRankChart *chart)
{
  for (int k = 0; k < LSC_BUDGET_N_CATEGORIES; k++)
    for (guint i = 0; i < chart->rows->rows->len; i++)
      if (lsc_rank_rows_get (chart->rows, i)->has_ns &&
          lsc_rank_rows_get (chart->rows, i)->ns[k] > 0)
        {
          add (items, k, SWATCH,
               _ (lsc_budget_get_title ((guint) k, lsc_rank_rows_get (chart->rows, i)->is_of_ops)));
          break;
        }
}

static gboolean
has_whiskers (const LscRankChart *chart)
{
  for (guint i = 0; i < chart->rows->rows->len; i++)
    if (lsc_rank_rows_get (chart->rows, i)->most_ns > lsc_rank_rows_get (chart->rows, i)->least_ns)
      return !chart->is_share;
  return FALSE;
}

static gboolean
has_host (const LscRankChart *chart)
{
  for (guint i = 0; i < chart->rows->rows->len; i++)
    if (lsc_rank_rows_get (chart->rows, i)->host_ns != LSC_INT_NULL)
      return TRUE;
  return FALSE;
}

static gboolean
has_slow (const LscRankChart *chart)
{
  for (guint i = 0; i < chart->rows->rows->len; i++)
    if (lsc_rank_rows_get (chart->rows, i)->is_slow)
      return TRUE;
  return FALSE;
}

static const char *
name_metric (guint metric)
{
  if (metric == LSC_RANK_METRIC_LENGTH)
    return _ ("Step Time");
  if (metric == LSC_RANK_METRIC_CAUSED)
    return _ ("Wait Caused, Sum of Ranks");
  if (metric == LSC_RANK_METRIC_WAITED)
    return _ ("Wait for Peers, Hidden or Not");
  return _ (lsc_budget_words[metric - LSC_RANK_METRIC_CATEGORY].title);
}

/* The strongest colour is that of most ranks' end; a slow one may be far beyond it. */
static gboolean
has_more (const LscRankChart *chart, const LscRankScale *scale)
{
  for (guint i = 0; i < chart->rows->rows->len; i++)
    if ((double) lsc_rank_chart_value (chart, lsc_rank_rows_get (chart->rows, i)) > scale->high)
      return TRUE; /* not known is the least of numbers */
  return FALSE;
}

static void
add_scale (GArray *items, const LscRankChart *chart)
{
  LscRankScale scale = _lsc_rank_chart_scale (chart);
  g_autofree char *low = lsc_format_duration ((gint64) scale.low, LSC_TIME_UNIT_AUTO);
  g_autofree char *high = lsc_format_duration ((gint64) scale.high, LSC_TIME_UNIT_AUTO);
  g_autofree char *text =
      scale.is_known ? g_strdup_printf (has_more (chart, &scale) ? _ ("%s: %s to %s and more")
                                                                 : _ ("%s: %s to %s"),
                                        name_metric (chart->metric), low, high)
                     : g_strdup_printf (_ ("%s: not available"), name_metric (chart->metric));

  add (items, MARK_SCALE, SCALE_PX, text);
}

/* ---- what is out of sight ---- */

static gboolean
is_seen_whole (const LscRankChart *chart, guint row)
{
  double y = lsc_rank_chart_row_y (chart, row);

  return y >= LSC_RANK_CHART_RULER_PX - 0.5 &&
         y + chart->port.lane_height <= chart->port.height + 0.5;
}

/* (transfer full) (nullable): slow ranks above or below the window, as many as have room. */
static char *
list_slow_out_of_sight (const LscRankChart *chart)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < chart->rows->rows->len; i++)
    {
      const LscRankRow *row = lsc_rank_rows_get (chart->rows, i);

      if (!row->is_slow || is_seen_whole (chart, i))
        continue;
      if (n < MOST_SLOW)
        g_string_append_printf (text, "%s%s", n > 0 ? ", " : "", row->label);
      else if (n == MOST_SLOW)
        g_string_append (text, ", …");
      n++;
    }
  return n > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* (transfer full) (nullable): how many rows are seen, where some are above or below the window */
static char *
say_out_of_sight (const LscRankChart *chart)
{
  gulong n = chart->rows->rows->len;
  guint n_seen = lsc_rank_chart_count_seen (chart);
  g_autofree char *slow = NULL;

  if (lsc_rank_chart_has_cells (chart) || n_seen >= n)
    return NULL;
  slow = list_slow_out_of_sight (chart);
  if (slow)
    return g_strdup_printf (ngettext ("%u of %lu rank in view; also slow: %s",
                                      "%u of %lu ranks in view; also slow: %s", n),
                            n_seen, n, slow);
  return g_strdup_printf (ngettext ("%u of %lu rank in view; scroll for the others",
                                    "%u of %lu ranks in view; scroll for the others", n),
                          n_seen, n);
}

static GArray *
list_items (const LscRankChart *chart)
{
  GArray *items = lsc_legend_new (sizeof (Item));
  g_autofree char *note = chart->kind == LSC_RANK_CHART_BARS ? say_out_of_sight (chart) : NULL;

  if (lsc_rank_chart_has_cells (chart))
    add_scale (items, chart);
  else if (chart->kind == LSC_RANK_CHART_STEPS)
    add (items, MARK_RANKS, SWATCH, _ ("Steps of each rank"));
  else
    add_categories (items, chart);
  if (chart->kind == LSC_RANK_CHART_BARS && !lsc_rank_chart_has_cells (chart) &&
      has_whiskers (chart))
    add (items, MARK_WHISKER, WHISKER_PX, _ ("Shortest to longest step"));
  if (chart->kind == LSC_RANK_CHART_BARS && !lsc_rank_chart_has_cells (chart) && has_host (chart))
    add (items, MARK_HOST, SWATCH, _ ("Step Time on the Host"));
  if (has_slow (chart))
    add (items, MARK_SLOW, SWATCH, _ ("Slow rank"));
  if (note) /* here it covers neither bars nor ticks */
    add (items, MARK_NOTE, 0, note);
  return items;
}

/* ---- how it is painted ---- */

static void
paint_scale (cairo_t *cr, const LscRankChart *chart, double x, double y)
{
  LscRankScale ends = { TRUE, 0, SCALE_PX - 1 };

  for (int i = 0; i < (int) SCALE_PX; i++)
    lsc_paint_rect_rgb (cr, lsc_rank_scale_fill (&ends, i, chart->theme.is_dark), x + i, y, 1,
                        SWATCH);
}

static void
paint_whisker (cairo_t *cr, const LscRankChart *chart, double x, double y)
{
  double middle = floor (y + SWATCH / 2) + 0.5;

  lsc_color_set (cr, &chart->theme.foreground);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, x + 0.5, middle - 4);
  cairo_line_to (cr, x + 0.5, middle + 4);
  cairo_move_to (cr, x + 0.5, middle);
  cairo_line_to (cr, x + WHISKER_PX - 0.5, middle);
  cairo_move_to (cr, x + WHISKER_PX - 0.5, middle - 4);
  cairo_line_to (cr, x + WHISKER_PX - 0.5, middle + 4);
  cairo_stroke (cr);
}

static void
paint_swatch (cairo_t *cr, const LscRankChart *chart, const Item *item)
{
  double x = item->place.x, y = round (item->place.y + (ROW_PX - SWATCH) / 2);

  if (item->what == MARK_NOTE)
    return;
  if (item->what == MARK_SCALE)
    paint_scale (cr, chart, x, y);
  else if (item->what == MARK_WHISKER)
    paint_whisker (cr, chart, x, y);
  else if (item->what == MARK_HOST)
    _lsc_rank_paint_host (cr, chart, x + SWATCH / 2, y, SWATCH);
  else if (item->what == MARK_RANKS)
    lsc_paint_rect (cr, &chart->theme.dim, x + 3, y + 3, 5, 5);
  else if (item->what == MARK_SLOW && chart->kind == LSC_RANK_CHART_STEPS)
    lsc_paint_rect_rgb (cr, lsc_palette_warning (), x + 2, y + 2, 7, 7);
  else if (item->what == MARK_SLOW)
    _lsc_rank_paint_slow (cr, chart, x, y, SWATCH);
  else
    _lsc_rank_paint_category (cr, chart, item->what, x, y, SWATCH, SWATCH);
}

static LscLegendLook
make_look (LscRankPainter *self)
{
  return (LscLegendLook){
    .text = self->text, .text_size = LSC_RANK_TEXT_PX, .row_height = ROW_PX, .gap = GAP
  };
}

/* (nullable): what an item means, in sentences */
static const char *
explain (int what)
{
  switch (what)
    {
    case MARK_SLOW:
      return _ ("Its own computation, device or host makes other ranks wait.");
    case MARK_WHISKER:
      return _ ("From the shortest to the longest step of the rank. The bar is its median step.");
    case MARK_HOST:
      return _ ("How long the same step takes on the host. The bar is the step on the device. The "
                "host launches ahead of the device, so both may differ.");
    case MARK_SCALE:
    case MARK_RANKS:
    case MARK_NOTE:
      return NULL;
    default:
      return _ (lsc_budget_about_words ((guint) what));
    }
}

/**
 * lsc_rank_painter_explain_legend:
 * @width: px, as it was painted
 * @x, @y: px from its corner
 *
 * Returns: (transfer full) (nullable): what the item at a point means; translated
 */
char *
lsc_rank_painter_explain_legend (LscRankPainter *self, const LscRankChart *chart, double width,
                                 double x, double y)
{
  LscLegendLook look;
  g_autoptr (GArray) items = NULL;
  const Item *item;
  int index;

  g_return_val_if_fail (self && chart, NULL);
  if (lsc_rank_chart_is_empty (chart))
    return NULL;
  look = make_look (self);
  items = list_items (chart);
  lsc_legend_place (&look, items, width);
  index = lsc_legend_find (&look, items, x, y);
  if (index < 0)
    return NULL;
  item = &g_array_index (items, Item, index);
  return explain (item->what) ? g_strdup_printf ("%s\n%s", item->place.text, explain (item->what))
                              : NULL;
}

/**
 * lsc_rank_painter_paint_legend:
 * @cr: (nullable): %NULL: only measures
 * @width: px
 *
 * Paints what occurs in the chart, as much as fits into each row.
 *
 * Returns: the height, px
 */
double
lsc_rank_painter_paint_legend (LscRankPainter *self, cairo_t *cr, const LscRankChart *chart,
                               double width)
{
  LscLegendLook look;
  g_autoptr (GArray) items = NULL;
  double height;

  g_return_val_if_fail (self && chart, 0);
  if (lsc_rank_chart_is_empty (chart))
    return 0;
  look = make_look (self);
  items = list_items (chart);
  height = lsc_legend_place (&look, items, width);
  for (guint i = 0; i < items->len && cr; i++)
    {
      const Item *item = &g_array_index (items, Item, i);

      paint_swatch (cr, chart, item);
      lsc_color_set (cr, &chart->theme.foreground);
      lsc_legend_paint_text (&look, cr, &item->place);
    }
  return height;
}
