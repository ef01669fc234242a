/* lsc-scatter-sheet.c - the page with when kernels started and how long they took
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"
#include "draw/operators/lsc-scatter-view.h"

#define WHOLE_WIDTH 880.0
#define WHOLE_HEIGHT 400.0
#define LEAST_HEIGHT 200.0

typedef struct
{
  LscText *text;
  LscScatterView view;
} Sheet;

static void
paint_chart (gpointer data, cairo_t *cr, G_GNUC_UNUSED double scale)
{
  Sheet *self = data;

  lsc_scatter_paint (self->text, cr, &self->view);
}

static void
sheet_free (gpointer data)
{
  Sheet *self = data;

  lsc_text_free (self->text);
  g_free (self);
}

/* What is seen, for those who cannot: how many points, and how high. */
static char *
describe (const LscScatterPlot *plot)
{
  g_autofree char *count = lsc_format_count ((gint64) plot->points.n);
  g_autofree char *most = lsc_format_duration (plot->high_ns, LSC_TIME_UNIT_AUTO);

  return g_strdup_printf (_ ("%s\n%s kernels, the longest takes %s"), plot->caption, count, most);
}

/**
 * lsc_scatter_sheet_new:
 * @view: not empty; what it borrows outlives the page
 * @context: fonts of the texts
 *
 * Makes the page around a plot of points (drawing.md#pictures).
 *
 * Returns: (transfer full):
 */
LscPage *
lsc_scatter_sheet_new (const LscScatterView *view, const LscPageOptions *options,
                       PangoContext *context)
{
  Sheet *self;
  LscPage *page;

  g_return_val_if_fail (view && options && context, NULL);
  self = g_new0 (Sheet, 1);
  page = g_new0 (LscPage, 1);
  self->text = lsc_text_new (context);
  self->view = *view;
  if (!options->keep_theme)
    self->view.theme = lsc_theme_light ();
  self->view.margin = 0; /* the page has one */
  self->view.selected = self->view.hovered = LSC_SCATTER_NONE;
  self->view.width = options->is_whole ? MAX (view->width, WHOLE_WIDTH) : view->width;
  self->view.height = options->is_whole ? WHOLE_HEIGHT : view->height;
  self->view.width = CLAMP (round (self->view.width), LSC_PAGE_LEAST_WIDTH, LSC_PAGE_MOST_PX / 2);
  self->view.height = CLAMP (round (self->view.height), LEAST_HEIGHT, LSC_PAGE_MOST_PX / 2);
  *page = (LscPage){
    .text = lsc_text_new (context),
    .theme = self->view.theme,
    .width = self->view.width,
    .height = self->view.height,
    .is_figure = options->is_figure,
    .title = g_strdup (options->title || options->is_figure ? options->title : _ ("Operators")),
    .footer = g_strdup (options->footer),
    .description = describe (view->plot),
    .paint_chart = paint_chart,
    .data = self,
    .free_data = sheet_free,
  };
  return page;
}
