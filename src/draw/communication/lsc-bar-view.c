/* lsc-bar-view.c - a plot of bars: where its parts stand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/communication/lsc-bar-view.h"

#include <math.h>

#define PAD 6.0
#define MOST_STEP 36.0
#define MOST_STEP_UPRIGHT 60.0
#define LEAST_STEP 3.0
#define MOST_LABEL 120.0
#define MOST_LABEL_SHARE 0.36 /* of the width, where that is more */
#define LEAST_BARS 64.0       /* px; figures beside them go before they are shorter */
#define NOTE_GAP 14.0
#define SCALE_CHARS "999.9 ms"
#define ASCENT 0.7
#define ROWS_AROUND 4 /* caption, heads of figures, scale, legend */

/** lsc_bar_view_is_empty: Returns: whether there is nothing to paint */
gboolean
lsc_bar_view_is_empty (const LscBarView *self)
{
  g_return_val_if_fail (self, TRUE);
  return !self->plot || self->plot->bars->len == 0;
}

/**
 * lsc_bar_view_count_fitting:
 * @height: px of the whole plot
 *
 * Returns: how many lying bars below each other leave room for the label of each
 */
guint
lsc_bar_view_count_fitting (const LscBarView *self, double height)
{
  double around;

  g_return_val_if_fail (self, 0);
  around = 2 * self->margin + 2 * PAD + ROWS_AROUND * ceil (self->text_px * 1.5);
  return (guint) MAX ((height - around) / (self->text_px * LSC_BAR_LINE_SHARE), 0);
}

static double
measure_labels (const LscBarView *self, LscText *text)
{
  double widest = 0;
  guint n = self->plot->bars->len, stride = MAX (n / 64, 1);

  if (self->plot->is_upright)
    return ceil (lsc_text_width (text, self->text_px, SCALE_CHARS));
  for (guint i = 0; i < n; i += stride)
    widest =
        MAX (widest, lsc_text_width (text, self->text_px, lsc_bar_plot_get (self->plot, i)->label));
  return ceil (MIN (widest, MAX (MOST_LABEL, self->width * MOST_LABEL_SHARE)));
}

static void
choose_step (const LscBarView *self, LscBarPlaces *places, double room)
{
  double n = self->plot->bars->len;
  double most = self->plot->is_upright ? MOST_STEP_UPRIGHT : MOST_STEP;

  places->n_together = room / n >= LEAST_STEP ? 1 : (guint) ceil (n * LEAST_STEP / room);
  places->step = MIN (room / ceil (n / places->n_together), most);
}

static double
measure_note (const LscBarView *self, LscText *text, guint note)
{
  double widest = lsc_text_width (text, self->text_px, self->plot->note_titles[note]);

  for (guint i = 0; i < MIN (self->plot->bars->len, 64); i++)
    if (lsc_bar_plot_get (self->plot, i)->notes[note])
      widest = MAX (widest, lsc_text_width (text, self->text_px,
                                            lsc_bar_plot_get (self->plot, i)->notes[note]));
  return ceil (widest);
}

/* Figures stand at the right; the last ones stay longest. */
static void
place_notes (const LscBarView *self, LscText *text, LscBarPlaces *places)
{
  double end = self->width - self->margin;

  places->first_note = self->plot->n_notes;
  for (guint i = self->plot->n_notes; i-- > 0;)
    {
      double width = measure_note (self, text, i);

      if (end - width - NOTE_GAP - places->x < LEAST_BARS)
        break;
      places->note_x[i] = end;
      places->first_note = i;
      end -= width + NOTE_GAP;
    }
  if (places->first_note < self->plot->n_notes)
    {
      places->width = end - places->x;
      places->y += places->row; /* of their heads */
    }
}

/* Returns: px of all rows of the legend */
static double
measure_legend (const LscBarView *self, LscText *text, double row)
{
  double x = 0;
  double width = (self->legend_width > 0 ? self->legend_width : self->width) - 2 * self->margin;
  guint n_rows = self->plot->keys->len > 0 ? 1 : 0;

  for (guint i = 0; i < self->plot->keys->len; i++)
    {
      const LscPlotKey *key = &g_array_index (self->plot->keys, LscPlotKey, i);
      double item = lsc_text_width (text, self->text_px, key->text) + 32;

      if (x > 0 && x + item > width)
        {
          n_rows++;
          x = 0;
        }
      x += item;
    }
  return n_rows * row;
}

/** lsc_bar_view_place: @self: not empty; finds where the parts stand */
LscBarPlaces
lsc_bar_view_place (const LscBarView *self, LscText *text)
{
  LscBarPlaces places = { .row = ceil (self->text_px * 1.5) };
  double legend = measure_legend (self, text, places.row);
  double below = places.row + (self->plot->about ? places.row : 0);

  places.x = self->margin + measure_labels (self, text) + PAD;
  places.y = self->margin + places.row + PAD;
  places.width = MAX (self->width - places.x - self->margin - PAD, 1);
  if (!self->plot->is_upright)
    place_notes (self, text, &places);
  places.height =
      MAX (self->height - places.y - below - legend - self->margin - (legend > 0 ? PAD : 0), 1);
  choose_step (self, &places, self->plot->is_upright ? places.width : places.height);
  if (!self->plot->is_upright)
    places.height = places.step * ceil (self->plot->bars->len / (double) places.n_together);
  places.legend_y = places.y + places.height + below + PAD;
  return places;
}

/** lsc_bar_view_get_shown: Returns: the bar that is seen where @bar stands: of those that share the
 * place the longest */
guint
lsc_bar_view_get_shown (const LscBarView *self, const LscBarPlaces *places, guint bar)
{
  guint first, shown, end;

  g_return_val_if_fail (self && places && bar < self->plot->bars->len, LSC_BAR_NONE);
  first = bar / places->n_together * places->n_together;
  end = MIN (first + places->n_together, self->plot->bars->len);
  shown = first;
  for (guint i = first + 1; i < end; i++)
    {
      const LscPlotBar *best = lsc_bar_plot_get (self->plot, shown);
      const LscPlotBar *other = lsc_bar_plot_get (self->plot, i);

      if (lsc_plot_bar_get_end (other) - other->from > lsc_plot_bar_get_end (best) - best->from)
        shown = i;
    }
  return shown;
}

/** lsc_bar_view_find: Returns: the bar whose row or column a place is in, or %LSC_BAR_NONE */
guint
lsc_bar_view_find (const LscBarView *self, const LscBarPlaces *places, double x, double y)
{
  double at;
  guint bar;

  g_return_val_if_fail (self && places, LSC_BAR_NONE);
  if (lsc_bar_view_is_empty (self) || x > places->x + places->width || y < places->y ||
      y >= places->y + places->height || (self->plot->is_upright && x < places->x))
    return LSC_BAR_NONE;
  at = self->plot->is_upright ? x - places->x : y - places->y;
  bar = (guint) (at / places->step) * places->n_together;
  return bar < self->plot->bars->len ? lsc_bar_view_get_shown (self, places, bar) : LSC_BAR_NONE;
}

/**
 * lsc_bar_view_get_box:
 * @box: (out): x, y, width and height of the place of a bar, over the whole scale
 */
void
lsc_bar_view_get_box (const LscBarView *self, const LscBarPlaces *places, guint bar, double box[4])
{
  double at;

  g_return_if_fail (self && places && box);
  at = places->step * (bar / places->n_together);
  box[0] = self->plot->is_upright ? places->x + at : places->x;
  box[1] = self->plot->is_upright ? places->y : places->y + at;
  box[2] = self->plot->is_upright ? places->step : places->width;
  box[3] = self->plot->is_upright ? places->height : places->step;
}
