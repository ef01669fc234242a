/* lsc-roofline-view.c - kernels below the roof of their chip: where they stand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/operators/lsc-roofline-view.h"

#include <math.h>

#define PAD 6.0
#define LEAST_RADIUS 3.5
#define MOST_RADIUS 16.0
#define SCALE_CHARS "100 GFLOP/s"
#define MOST_POWER 300
#define MARGIN 0.12 /* of a decade, so that marks stand inside */

/** Returns: whether it has a place */
gboolean
lsc_roofline_mark_is_shown (const LscRooflineMark *self)
{
  g_return_val_if_fail (self, FALSE);
  return isfinite (self->intensity) && isfinite (self->flops_per_s) && self->intensity > 0 &&
         self->flops_per_s > 0;
}

/** Returns: whether there is nothing to paint */
gboolean
lsc_roofline_view_is_empty (const LscRooflineView *self)
{
  g_return_val_if_fail (self, TRUE);
  for (guint i = 0; i < self->n_marks; i++)
    if (lsc_roofline_mark_is_shown (&self->marks[i]))
      return FALSE;
  return TRUE;
}

static void
take_value (double value, int *low, int *high)
{
  double power = log10 (value);

  *low = MIN (*low, (int) CLAMP (floor (power - MARGIN), -MOST_POWER, MOST_POWER));
  *high = MAX (*high, (int) CLAMP (ceil (power + MARGIN), -MOST_POWER, MOST_POWER));
}

/* Whole decades around all marks and the ridge, two at least. */
static void
choose_scales (const LscRooflineView *self, LscRooflinePlaces *places)
{
  double ridge = lsc_roof_get_ridge (&self->roof);

  places->low_x = places->low_y = MOST_POWER;
  places->high_x = places->high_y = -MOST_POWER;
  for (guint i = 0; i < self->n_marks; i++)
    if (lsc_roofline_mark_is_shown (&self->marks[i]))
      {
        take_value (self->marks[i].intensity, &places->low_x, &places->high_x);
        take_value (self->marks[i].flops_per_s, &places->low_y, &places->high_y);
        places->most_ns = MAX (places->most_ns, self->marks[i].time_ns);
      }
  if (ridge > 0)
    take_value (ridge, &places->low_x, &places->high_x);
  if (self->roof.flops_per_s > 0)
    take_value (self->roof.flops_per_s, &places->low_y, &places->high_y);
  places->high_x = MAX (places->high_x, places->low_x + 1);
  places->high_y = MAX (places->high_y, places->low_y + 1);
  if (places->high_x - places->low_x < 2)
    places->low_x--;
  if (places->high_y - places->low_y < 2)
    places->low_y--;
}

/** @self: not empty; Returns: where the parts stand */
LscRooflinePlaces
lsc_roofline_view_place (const LscRooflineView *self, LscText *text)
{
  LscRooflinePlaces places = { .row = ceil (self->text_px * 1.5) };

  choose_scales (self, &places);
  places.x = self->margin + ceil (lsc_text_width (text, self->text_px, SCALE_CHARS)) + PAD;
  places.y = self->margin + places.row;
  places.width = MAX (self->width - self->margin - MOST_RADIUS - places.x, 1);
  /* below it numbers, what they count, and the legend */
  places.height = MAX (self->height - self->margin - 3.5 * places.row - places.y, 1);
  return places;
}

/** Returns: px from the left */
double
lsc_roofline_places_get_x (const LscRooflinePlaces *self, double intensity)
{
  return self->x + (log10 (intensity) - self->low_x) / (self->high_x - self->low_x) * self->width;
}

/** Returns: px from the top */
double
lsc_roofline_places_get_y (const LscRooflinePlaces *self, double flops_per_s)
{
  return self->y + self->height -
         (log10 (flops_per_s) - self->low_y) / (self->high_y - self->low_y) * self->height;
}

/** Returns: px; the area of a mark grows with its time */
double
lsc_roofline_places_get_radius (const LscRooflinePlaces *self, gint64 time_ns)
{
  if (self->most_ns <= 0 || time_ns <= 0)
    return LEAST_RADIUS;
  return MAX (MOST_RADIUS * sqrt ((double) time_ns / (double) self->most_ns), LEAST_RADIUS);
}

/** Returns: the smallest mark at a point, as large ones may lie around it; %LSC_ROOFLINE_NONE */
guint
lsc_roofline_view_find (const LscRooflineView *self, const LscRooflinePlaces *places, double x,
                        double y)
{
  guint found = LSC_ROOFLINE_NONE;

  g_return_val_if_fail (self && places, LSC_ROOFLINE_NONE);
  for (guint i = 0; i < self->n_marks; i++)
    {
      const LscRooflineMark *mark = &self->marks[i];
      double radius = lsc_roofline_places_get_radius (places, mark->time_ns);

      if (lsc_roofline_mark_is_shown (mark) &&
          hypot (lsc_roofline_places_get_x (places, mark->intensity) - x,
                 lsc_roofline_places_get_y (places, mark->flops_per_s) - y) <= radius + 1 &&
          (found == LSC_ROOFLINE_NONE || mark->time_ns < self->marks[found].time_ns))
        found = i;
    }
  return found;
}
