/* lsc-roofline-sheet.c - the page with kernels below the roof of their chip
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/operators/lsc-roofline-view.h"

#define WHOLE_WIDTH 880.0
#define WHOLE_HEIGHT 480.0
#define LEAST_HEIGHT 200.0

typedef struct
{
  LscText *text;
  LscRooflineView view;
} Sheet;

static void
paint_chart (gpointer data, cairo_t *cr, G_GNUC_UNUSED double scale)
{
  Sheet *self = data;

  lsc_roofline_paint (self->text, cr, &self->view);
}

static void
sheet_free (gpointer data)
{
  Sheet *self = data;

  lsc_text_free (self->text);
  g_free (self);
}

/* What is seen, for those who cannot: how many marks, below which roof. */
static char *
describe (const LscRooflineView *view)
{
  guint n = 0;

  for (guint i = 0; i < view->n_marks; i++)
    n += lsc_roofline_mark_is_shown (&view->marks[i]);
  return g_strdup_printf (ngettext ("Roofline: %u mark below %.4g TFLOP/s and %.4g GB/s",
                                    "Roofline: %u marks below %.4g TFLOP/s and %.4g GB/s", n),
                          n, view->roof.flops_per_s / 1e12, view->roof.bandwidth / 1e9);
}

/**
 * lsc_roofline_sheet_new:
 * @view: not empty; what it borrows outlives the page
 * @context: fonts of the texts
 *
 * Makes the page around a roofline (drawing.md#pictures).
 *
 * Returns: (transfer full):
 */
LscPage *
lsc_roofline_sheet_new (const LscRooflineView *view, const LscPageOptions *options,
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
  self->view.selected = self->view.hovered = LSC_ROOFLINE_NONE;
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
    .title = g_strdup (options->title || options->is_figure ? options->title : _ ("Roofline")),
    .footer = g_strdup (options->footer),
    .description = describe (view),
    .paint_chart = paint_chart,
    .data = self,
    .free_data = sheet_free,
  };
  return page;
}
