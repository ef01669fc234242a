/* lsc-scatter-view.c - when kernels started and how long they took: where the points stand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/operators/lsc-scatter-view.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"

#define PAD 6.0
#define SCALE_CHARS "999.9 ms"
#define REACH_PX 8.0 /* of the pointer around a point */

/** lsc_scatter_plot_new: Returns: (transfer full): without points */
LscScatterPlot *
lsc_scatter_plot_new (const char *caption, const char *about)
{
  LscScatterPlot *self = g_new0 (LscScatterPlot, 1);

  self->caption = g_strdup (caption);
  self->about = g_strdup (about);
  self->median_ns = -1;
  return self;
}

/** lsc_scatter_plot_free: @self: (nullable) (transfer full): */
void
lsc_scatter_plot_free (LscScatterPlot *self)
{
  if (!self)
    return;
  lsc_scatter_points_clear (&self->points);
  for (guint i = 0; i < G_N_ELEMENTS (self->keys); i++)
    g_free (self->keys[i]);
  g_free (self->caption);
  g_free (self->about);
  g_free (self);
}

/** lsc_scatter_plot_fit: makes the scales as long as all points, from 0 */
void
lsc_scatter_plot_fit (LscScatterPlot *self)
{
  g_return_if_fail (self);
  self->span_ns = self->high_ns = 1;
  for (gsize i = 0; i < self->points.n; i++)
    {
      self->span_ns = MAX (self->span_ns, self->points.items[i].at_ns);
      self->high_ns = MAX (self->high_ns, self->points.items[i].duration_ns);
    }
}

/** lsc_scatter_view_is_empty: Returns: whether there is nothing to paint */
gboolean
lsc_scatter_view_is_empty (const LscScatterView *self)
{
  g_return_val_if_fail (self, TRUE);
  return !self->plot || self->plot->points.n == 0;
}

/** lsc_scatter_view_place: @self: not empty; finds where the parts stand */
LscScatterPlaces
lsc_scatter_view_place (const LscScatterView *self, LscText *text)
{
  LscScatterPlaces places = { .row = ceil (self->text_px * 1.5) };

  places.x = self->margin + ceil (lsc_text_width (text, self->text_px, SCALE_CHARS)) + PAD;
  places.y = self->margin + places.row + PAD;
  places.width = MAX (self->width - places.x - self->margin - PAD, 1);
  places.height = MAX (self->height - places.y - 3 * places.row - PAD - self->margin, 1);
  return places;
}

/** lsc_scatter_view_get_spot: @x: (out): @y: (out): the middle of a point, px */
void
lsc_scatter_view_get_spot (const LscScatterView *self, const LscScatterPlaces *places, gsize point,
                           double *x, double *y)
{
  const LscScatterPoint *at;

  g_return_if_fail (self && places && point < self->plot->points.n && x && y);
  at = &self->plot->points.items[point];
  *x = places->x + (double) at->at_ns / (double) self->plot->span_ns * places->width;
  *y = places->y + places->height -
       (double) at->duration_ns / (double) self->plot->high_ns * places->height;
}

/** lsc_scatter_view_find: Returns: the nearest point to a place, or %LSC_SCATTER_NONE where none is
 * near */
gsize
lsc_scatter_view_find (const LscScatterView *self, const LscScatterPlaces *places, double x,
                       double y)
{
  gsize found = LSC_SCATTER_NONE;
  double least = REACH_PX * REACH_PX;

  g_return_val_if_fail (self && places, LSC_SCATTER_NONE);
  for (gsize i = 0; self->plot && i < self->plot->points.n; i++)
    {
      double at_x, at_y, distance;

      lsc_scatter_view_get_spot (self, places, i, &at_x, &at_y);
      distance = (at_x - x) * (at_x - x) + (at_y - y) * (at_y - y);
      if (distance < least)
        {
          least = distance;
          found = i;
        }
    }
  return found;
}

/** lsc_scatter_view_describe: Returns: (transfer full) (nullable): a point in words */
char *
lsc_scatter_view_describe (const LscScatterView *self, gsize point)
{
  const LscScatterPoint *at;
  g_autofree char *duration = NULL, *start = NULL;
  const char *key;

  g_return_val_if_fail (self, NULL);
  if (!self->plot || point >= self->plot->points.n)
    return NULL;
  at = &self->plot->points.items[point];
  key = self->plot->keys[at->is_other ? 1 : 0];
  duration = lsc_format_duration (at->duration_ns, LSC_TIME_UNIT_AUTO);
  start = lsc_format_duration (at->at_ns, LSC_TIME_UNIT_AUTO);
  return key ? g_strdup_printf (_ ("%s\nTakes %s, starts at %s"), key, duration, start)
             : g_strdup_printf (_ ("Takes %s, starts at %s"), duration, start);
}
