/* lsc-bar-plot.c - bars made of parts: an op over its ranks, arrivals, sizes, shares of a whole
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/communication/lsc-bar-plot.h"

static void
bar_clear (gpointer data)
{
  LscPlotBar *self = data;

  g_free (self->label);
  g_free (self->words);
  for (guint i = 0; i < LSC_PLOT_MOST_NOTES; i++)
    g_free (self->notes[i]);
}

static void
key_clear (gpointer data)
{
  g_free (((LscPlotKey *) data)->text);
}

/** lsc_bar_plot_new: Returns: (transfer full): without bars */
LscBarPlot *
lsc_bar_plot_new (const char *caption, LscPlotScale scale, gboolean is_upright)
{
  LscBarPlot *self = g_new0 (LscBarPlot, 1);

  self->caption = g_strdup (caption);
  self->scale = scale;
  self->is_upright = is_upright;
  self->bars = g_array_new (FALSE, TRUE, sizeof (LscPlotBar));
  self->keys = g_array_new (FALSE, TRUE, sizeof (LscPlotKey));
  g_array_set_clear_func (self->bars, bar_clear);
  g_array_set_clear_func (self->keys, key_clear);
  return self;
}

/** lsc_bar_plot_free: @self: (nullable) (transfer full): */
void
lsc_bar_plot_free (LscBarPlot *self)
{
  if (!self)
    return;
  g_array_unref (self->bars);
  g_array_unref (self->keys);
  for (guint i = 0; i < self->n_notes; i++)
    g_free (self->note_titles[i]);
  g_free (self->caption);
  g_free (self->about);
  g_free (self);
}

/**
 * lsc_bar_plot_add:
 * @label: (transfer full):
 *
 * Returns: (transfer none): a bar without parts, until the next one is added
 */
LscPlotBar *
lsc_bar_plot_add (LscBarPlot *self, char *label, double from)
{
  g_return_val_if_fail (self, NULL);
  g_array_set_size (self->bars, self->bars->len + 1);
  g_array_index (self->bars, LscPlotBar, self->bars->len - 1).label = label;
  g_array_index (self->bars, LscPlotBar, self->bars->len - 1).from = from;
  return &g_array_index (self->bars, LscPlotBar, self->bars->len - 1);
}

/** lsc_plot_bar_add: adds a part after those that there are; one without length is left out */
void
lsc_plot_bar_add (LscPlotBar *self, double length, guint ink)
{
  g_return_if_fail (self && self->n_parts < LSC_PLOT_MOST_PARTS);
  if (length > 0)
    self->parts[self->n_parts++] = (LscPlotPart){ length, ink };
}

/** lsc_bar_plot_add_key: says what an ink stands for */
void
lsc_bar_plot_add_key (LscBarPlot *self, guint ink, const char *text)
{
  LscPlotKey key = { ink, g_strdup (text) };

  g_return_if_fail (self);
  g_array_append_val (self->keys, key);
}

/** lsc_bar_plot_add_note: a column of figures beside the bars, with that head */
void
lsc_bar_plot_add_note (LscBarPlot *self, const char *title)
{
  g_return_if_fail (self && title && self->n_notes < LSC_PLOT_MOST_NOTES);
  self->note_titles[self->n_notes++] = g_strdup (title);
}

/** lsc_plot_bar_get_end: Returns: where it ends on the scale */
double
lsc_plot_bar_get_end (const LscPlotBar *self)
{
  double end;

  g_return_val_if_fail (self, 0);
  end = self->from;
  for (guint i = 0; i < self->n_parts; i++)
    end += self->parts[i].length;
  return end;
}

/** lsc_bar_plot_fit: makes the scale as long as all bars, from 0 or the first of them */
void
lsc_bar_plot_fit (LscBarPlot *self)
{
  g_return_if_fail (self);
  self->low = 0;
  self->high = 0;
  for (guint i = 0; i < self->bars->len; i++)
    {
      const LscPlotBar *bar = lsc_bar_plot_get (self, i);

      self->low = MIN (self->low, bar->from);
      self->high = MAX (self->high, MAX (lsc_plot_bar_get_end (bar), bar->reached));
    }
  if (self->high <= self->low)
    self->high = self->low + 1;
}
