/* lsc-rank-chart.c - where the parts of a chart of ranks stand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/overview/lsc-rank-chart.h"

#include <math.h>

#define GROUP_PX 20.0
#define GROUP_LEAST_PX 15.0 /* above low bars */
#define GROUP_GAP_PX 4.0    /* where its name stands in those of the ranks */
#define BAR_MOST_PX 40.0
#define BAR_LEAST_PX 13.0
#define BAR_LOW_PX 15.0
#define LITTLE_TO_SCROLL 1.6 /* times the height: more are seen of low bars */
#define BAR_TINY_PX 10.0     /* with texts that can still be read */
#define BAR_USUAL_PX 20.0
#define CELL_MOST_PX 40.0
#define STEPS_PX 160.0
#define MARGIN_SHARE 0.04 /* right of the longest bar, and around the points */
#define NEAR_PX 6.0       /* of a point */
#define EQUAL_SHARE 0.01  /* step times that differ less tell no rank apart */

/** lsc_rank_chart_init: shows all of @rows, in a window without a size */
void
lsc_rank_chart_init (LscRankChart *self, const LscRankRows *rows)
{
  g_return_if_fail (self);
  *self = (LscRankChart){ .rows = rows,
                          .selected = LSC_RANK_CHART_NONE,
                          .hovered = LSC_RANK_CHART_NONE,
                          .theme = lsc_theme_light (),
                          .scale = 1,
                          .port.header_width = 150,
                          .port.width = 900,
                          .port.height = 300,
                          .port.lane_height = BAR_USUAL_PX };
}

/** lsc_rank_chart_has_cells: whether the ranks are too many for bars */
gboolean
lsc_rank_chart_has_cells (const LscRankChart *self)
{
  return self->kind == LSC_RANK_CHART_BARS && self->rows &&
         self->rows->rows->len > LSC_RANK_ROWS_MOST_BARS;
}

/** lsc_rank_chart_is_empty: whether there is nothing to draw */
gboolean
lsc_rank_chart_is_empty (const LscRankChart *self)
{
  return !self->rows || self->rows->rows->len == 0 ||
         (self->kind == LSC_RANK_CHART_STEPS && !self->rows->has_points);
}

static gint64
bars_end (const LscRankChart *self)
{
  return self->is_share ? LSC_RANK_CHART_ALL_NS
                        : (gint64) ((double) MAX (self->rows->most_ns, 1) * (1 + MARGIN_SHARE));
}

/** lsc_rank_chart_get_limits: Returns: how far the axis goes; of a chart that is not empty */
LscViewLimits
lsc_rank_chart_get_limits (const LscRankChart *self)
{
  gint64 unit = LSC_RANK_CHART_UNIT_NS;

  g_return_val_if_fail (self, (LscViewLimits){ 0 });
  if (self->kind == LSC_RANK_CHART_STEPS)
    return (LscViewLimits){ self->rows->first_step * unit - unit / 2,
                            self->rows->last_step * unit + unit / 2, (double) unit * 3 };
  if (lsc_rank_chart_has_cells (self))
    return (LscViewLimits){ 0, (gint64) self->rows->most_members * unit, (double) unit * 8 };
  return (LscViewLimits){ 0, bars_end (self), (double) bars_end (self) / 1e4 };
}

/** lsc_rank_chart_room: Returns: px of the window for rows */
double
lsc_rank_chart_room (const LscRankChart *self)
{
  return MAX (self->port.height - LSC_RANK_CHART_RULER_PX, 1);
}

static double
group_px (const LscRankChart *self, double lane_height)
{
  if (self->is_dense)
    return GROUP_GAP_PX;
  return lane_height < BAR_LOW_PX ? GROUP_LEAST_PX : GROUP_PX;
}

static double
content_at (const LscRankChart *self, double lane_height)
{
  if (lsc_rank_chart_has_cells (self))
    return self->rows->n_groups * lane_height;
  return self->rows->rows->len * lane_height +
         (self->rows->has_groups ? self->rows->n_groups * group_px (self, lane_height) : 0);
}

/** lsc_rank_chart_group_px: Returns: px of the line with the name of a group */
double
lsc_rank_chart_group_px (const LscRankChart *self)
{
  return group_px (self, self->port.lane_height);
}

/** lsc_rank_chart_content_height: Returns: px of all rows */
double
lsc_rank_chart_content_height (const LscRankChart *self)
{
  if (lsc_rank_chart_is_empty (self) || self->kind == LSC_RANK_CHART_STEPS)
    return lsc_rank_chart_room (self);
  return content_at (self, self->port.lane_height);
}

/** lsc_rank_chart_most_height: Returns: px that the whole chart has a use for */
double
lsc_rank_chart_most_height (const LscRankChart *self)
{
  if (lsc_rank_chart_is_empty (self) || self->kind == LSC_RANK_CHART_STEPS)
    return LSC_RANK_CHART_RULER_PX + STEPS_PX;
  return LSC_RANK_CHART_RULER_PX +
         ceil (content_at (self, lsc_rank_chart_has_cells (self) ? CELL_MOST_PX : BAR_MOST_PX));
}

/** lsc_rank_chart_least_height: Returns: px with which all bars can just be read; 0 = there are
 * none, or cells, which always can */
double
lsc_rank_chart_least_height (const LscRankChart *self)
{
  if (lsc_rank_chart_is_empty (self) || self->kind == LSC_RANK_CHART_STEPS ||
      lsc_rank_chart_has_cells (self))
    return 0;
  return LSC_RANK_CHART_RULER_PX + ceil (content_at (self, BAR_LEAST_PX));
}

/**
 * lsc_rank_chart_fit_paper:
 * @room: px for the whole chart
 *
 * Gives the bars the height at which all of them have room, as far as they can be read on paper;
 * groups lose their lines before bars do.
 *
 * Returns: how many have room; fewer than there are if they would be too low
 */
guint
lsc_rank_chart_fit_paper (LscRankChart *self, double room)
{
  double height = BAR_USUAL_PX, groups;

  g_return_val_if_fail (self && self->rows, 0);
  room -= LSC_RANK_CHART_RULER_PX;
  self->is_dense = FALSE;
  self->is_dense = content_at (self, BAR_TINY_PX) > room;
  while (height > BAR_TINY_PX && content_at (self, height) > room)
    height--;
  self->port.lane_height = height;
  if (content_at (self, height) <= room)
    return self->rows->rows->len;
  groups = self->rows->has_groups ? self->rows->n_groups * group_px (self, height) : 0;
  return (guint) MAX ((room - groups) / height, 1);
}

/** lsc_rank_chart_count_seen: Returns: how many bars are in sight as a whole */
guint
lsc_rank_chart_count_seen (const LscRankChart *self)
{
  guint n = 0;

  if (lsc_rank_chart_is_empty (self))
    return 0;
  for (guint i = 0; i < self->rows->rows->len; i++)
    {
      double y = lsc_rank_chart_row_y (self, i);

      n += y >= LSC_RANK_CHART_RULER_PX - 0.5 &&
           y + self->port.lane_height <= self->port.height + 0.5;
    }
  return n;
}

/* The highest rows, below @most and not lower than @least, at which all can be seen; 0 = none */
static double
find_height (const LscRankChart *self, double most, double least)
{
  for (double height = most; height >= least; height--)
    if (content_at (self, height) <= lsc_rank_chart_room (self))
      return height;
  return 0;
}

/* Groups lose their lines before ranks are out of sight. */
static double
fit_bars (LscRankChart *self)
{
  double height;

  self->is_dense = FALSE;
  height = find_height (self, BAR_MOST_PX, BAR_LEAST_PX);
  if (height > 0)
    return height;
  self->is_dense = TRUE;
  height = find_height (self, BAR_USUAL_PX, BAR_TINY_PX);
  if (height > 0)
    return height;
  self->is_dense = FALSE;
  return content_at (self, BAR_LEAST_PX) <= lsc_rank_chart_room (self) * LITTLE_TO_SCROLL
             ? BAR_LEAST_PX
             : BAR_USUAL_PX;
}

/** lsc_rank_chart_fit_rows: the highest rows at which all can be seen, none too low */
void
lsc_rank_chart_fit_rows (LscRankChart *self)
{
  g_return_if_fail (self);
  if (lsc_rank_chart_is_empty (self))
    return;
  if (lsc_rank_chart_has_cells (self))
    self->port.lane_height =
        CLAMP (floor (lsc_rank_chart_room (self) / self->rows->n_groups), 1, CELL_MOST_PX);
  else
    self->port.lane_height = fit_bars (self);
}

/** lsc_rank_chart_fit: shows all of the axis, and the rows from the first on */
void
lsc_rank_chart_fit (LscRankChart *self)
{
  LscViewLimits limits;

  g_return_if_fail (self);
  if (lsc_rank_chart_is_empty (self))
    return;
  limits = lsc_rank_chart_get_limits (self);
  lsc_viewport_fit (&self->port, limits.begin_ns, limits.end_ns, limits.least_span_ns);
  self->port.scroll_y = 0;
  lsc_rank_chart_fit_rows (self);
}

/** lsc_rank_chart_row_y: Returns: px of the upper edge of a row; of cells, of its group */
double
lsc_rank_chart_row_y (const LscRankChart *self, guint row)
{
  const LscRankRow *about = lsc_rank_rows_get (self->rows, row);
  double y = LSC_RANK_CHART_RULER_PX - self->port.scroll_y;

  if (lsc_rank_chart_has_cells (self))
    return y + about->group_index * self->port.lane_height;
  return y + row * self->port.lane_height +
         (self->rows->has_groups ? (about->group_index + 1) * lsc_rank_chart_group_px (self) : 0);
}

/** lsc_rank_chart_row_box: tells the place of the bar or cell of a rank, px, gaps included */
void
lsc_rank_chart_row_box (const LscRankChart *self, guint row, double *x0, double *y0, double *x1,
                        double *y1)
{
  gint64 at_ns;

  g_return_if_fail (self && self->rows && row < self->rows->rows->len);
  at_ns = lsc_rank_rows_get (self->rows, row)->member * LSC_RANK_CHART_UNIT_NS;
  *x0 = self->port.header_width;
  *x1 = self->port.width;
  if (lsc_rank_chart_has_cells (self))
    {
      *x0 = lsc_viewport_time_to_x (&self->port, at_ns);
      *x1 = MAX (lsc_viewport_time_to_x (&self->port, at_ns + LSC_RANK_CHART_UNIT_NS), *x0 + 1);
    }
  *y0 = lsc_rank_chart_row_y (self, row);
  *y1 = *y0 + self->port.lane_height;
}

/** lsc_rank_chart_point_y: Returns: px where a step of that length stands */
double
lsc_rank_chart_point_y (const LscRankChart *self, gint64 ns)
{
  double least = (double) self->rows->least_point_ns, most = (double) self->rows->most_point_ns;
  double margin = MAX ((most - least) * 0.1, most * 0.002 + 1);
  double share = ((double) ns - least + margin) / (most - least + 2 * margin);

  return self->port.height - share * lsc_rank_chart_room (self);
}

/** lsc_rank_chart_value: Returns: what the colour of a rank's cell stands for; may be null */
gint64
lsc_rank_chart_value (const LscRankChart *self, const LscRankRow *row)
{
  if (self->metric == LSC_RANK_METRIC_LENGTH)
    return row->length_ns;
  if (self->metric == LSC_RANK_METRIC_CAUSED)
    return row->caused_ns;
  if (self->metric == LSC_RANK_METRIC_WAITED)
    return row->waited_ns;
  return row->has_ns ? row->ns[self->metric - LSC_RANK_METRIC_CATEGORY] : LSC_INT_NULL;
}

/**
 * lsc_rank_chart_find_metric:
 *
 * Ranks that wait for each other have steps of one length: by that none of them would stand out.
 *
 * Returns: a #LscRankMetric that tells the ranks apart: step time, or computing where step times
 *   are nearly equal
 */
guint
lsc_rank_chart_find_metric (const LscRankChart *self)
{
  gint64 least_ns = G_MAXINT64, most_ns = 0;
  gboolean has_parts = FALSE;

  g_return_val_if_fail (self, LSC_RANK_METRIC_LENGTH);
  for (guint i = 0; self->rows && i < self->rows->rows->len; i++)
    {
      const LscRankRow *row = lsc_rank_rows_get (self->rows, i);

      has_parts |= row->has_ns;
      if (row->length_ns == LSC_INT_NULL)
        continue;
      least_ns = MIN (least_ns, row->length_ns);
      most_ns = MAX (most_ns, row->length_ns);
    }
  return has_parts && (double) (most_ns - least_ns) < EQUAL_SHARE * (double) most_ns
             ? LSC_RANK_METRIC_CATEGORY + LSC_BUDGET_COMPUTE
             : LSC_RANK_METRIC_LENGTH;
}

/** lsc_rank_chart_find_index: Returns: the row of the caller's rank @index,
 * %LSC_RANK_CHART_NONE without one */
guint
lsc_rank_chart_find_index (const LscRankChart *self, gsize index)
{
  for (guint i = 0; self->rows && i < self->rows->rows->len; i++)
    if (lsc_rank_rows_get (self->rows, i)->index == index)
      return i;
  return LSC_RANK_CHART_NONE;
}

/* ---- what is at a place ---- */

/* The point next to a place. */
static guint
find_point (const LscRankChart *self, double x, double y)
{
  guint found = LSC_RANK_CHART_NONE;
  double least = NEAR_PX * NEAR_PX;

  for (guint i = 0; i < self->rows->rows->len; i++)
    {
      const GArray *points = lsc_rank_rows_get (self->rows, i)->points;

      for (guint k = 0; points && k < points->len; k++)
        {
          const LscRankPoint *point = &g_array_index (points, LscRankPoint, k);
          double dx =
              lsc_viewport_time_to_x (&self->port, point->step * LSC_RANK_CHART_UNIT_NS) - x;
          double dy = lsc_rank_chart_point_y (self, point->ns) - y;

          if (dx * dx + dy * dy >= least)
            continue;
          least = dx * dx + dy * dy;
          found = i;
        }
    }
  return found;
}

static int
find_category (const LscRankChart *self, const LscRankRow *row, double x)
{
  gint64 at_ns = lsc_viewport_x_to_time (&self->port, x), before_ns = 0;

  if (x < self->port.header_width || !row->has_ns)
    return -1;
  if (self->is_share)
    at_ns = (gint64) ((double) at_ns / (double) LSC_RANK_CHART_ALL_NS * (double) row->length_ns);
  for (int i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    {
      before_ns += row->ns[i];
      if (at_ns < before_ns)
        return i;
    }
  return -1;
}

/**
 * lsc_rank_chart_find:
 *
 * Returns: %FALSE if no rank is at a place, px
 */
gboolean
lsc_rank_chart_find (const LscRankChart *self, double x, double y, LscRankSpot *spot)
{
  g_return_val_if_fail (self && spot, FALSE);
  *spot = (LscRankSpot){ LSC_RANK_CHART_NONE, -1 };
  if (lsc_rank_chart_is_empty (self) || y < LSC_RANK_CHART_RULER_PX)
    return FALSE;
  if (self->kind == LSC_RANK_CHART_STEPS)
    {
      spot->row = find_point (self, x, y);
      return spot->row != LSC_RANK_CHART_NONE;
    }
  for (guint i = 0; i < self->rows->rows->len; i++)
    {
      double x0, y0, x1, y1;

      lsc_rank_chart_row_box (self, i, &x0, &y0, &x1, &y1);
      if (y < y0 || y >= y1 || (lsc_rank_chart_has_cells (self) && (x < x0 || x >= x1)))
        continue;
      spot->row = i;
      spot->category = lsc_rank_chart_has_cells (self)
                           ? -1
                           : find_category (self, lsc_rank_rows_get (self->rows, i), x);
      return TRUE;
    }
  return FALSE;
}
