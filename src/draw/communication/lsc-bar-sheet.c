/* lsc-bar-sheet.c - the page with a plot of bars
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/communication/lsc-bar-view.h"

#define WHOLE_WIDTH 880.0
#define LEAST_HEIGHT 200.0
#define ROW_PX 20.0      /* of a bar that lies, on paper */
#define AROUND_PX 120.0  /* of caption, scale and legend */
#define UPRIGHT_PX 360.0 /* of a plot of upright bars, on paper */
#define MOST_LINES 200   /* of the description */

typedef struct
{
  LscText *text;
  LscBarView view;
} Sheet;

static void
paint_chart (gpointer data, cairo_t *cr, G_GNUC_UNUSED double scale)
{
  Sheet *self = data;

  lsc_bars_paint (self->text, cr, &self->view);
}

static void
sheet_free (gpointer data)
{
  Sheet *self = data;

  lsc_text_free (self->text);
  g_free (self);
}

/* What is seen, for those who cannot: each bar in words. */
static char *
describe (const LscBarPlot *plot)
{
  GString *text = g_string_new (plot->caption);

  for (guint i = 0; i < MIN (plot->bars->len, MOST_LINES); i++)
    {
      const LscPlotBar *bar = lsc_bar_plot_get (plot, i);
      g_autofree char *line = g_strdup (bar->words ? bar->words : bar->label);

      g_strdelimit (line, "\n", ' ');
      g_string_append_printf (text, "\n%s", line);
    }
  return g_string_free (text, FALSE);
}

static void
set_up_view (LscBarView *view, const LscPageOptions *options)
{
  if (!options->keep_theme)
    view->theme = lsc_theme_light ();
  view->margin = 0; /* the page has one */
  view->legend_width = 0;
  view->selected = view->hovered = LSC_BAR_NONE;
  if (options->is_whole)
    {
      view->width = MAX (view->width, WHOLE_WIDTH);
      view->height =
          view->plot->is_upright ? UPRIGHT_PX : AROUND_PX + ROW_PX * view->plot->bars->len;
    }
  view->width = CLAMP (round (view->width), LSC_PAGE_LEAST_WIDTH, LSC_PAGE_MOST_PX / 2);
  view->height = CLAMP (round (view->height), LEAST_HEIGHT, LSC_PAGE_MOST_PX / 2);
}

/**
 * lsc_bar_sheet_new:
 * @view: not empty; what it borrows outlives the page
 * @context: fonts of the texts
 *
 * Makes the page around a plot of bars (drawing.md#pictures).
 *
 * Returns: (transfer full):
 */
LscPage *
lsc_bar_sheet_new (const LscBarView *view, const LscPageOptions *options, PangoContext *context)
{
  Sheet *self;
  LscPage *page;

  g_return_val_if_fail (view && options && context, NULL);
  self = g_new0 (Sheet, 1);
  page = g_new0 (LscPage, 1);
  self->text = lsc_text_new (context);
  self->view = *view;
  set_up_view (&self->view, options);
  *page = (LscPage){
    .text = lsc_text_new (context),
    .theme = self->view.theme,
    .width = self->view.width,
    .height = self->view.height,
    .is_figure = options->is_figure,
    .title = g_strdup (options->title || options->is_figure ? options->title : _ ("Communication")),
    .footer = g_strdup (options->footer),
    .description = describe (view->plot),
    .paint_chart = paint_chart,
    .data = self,
    .free_data = sheet_free,
  };
  return page;
}
