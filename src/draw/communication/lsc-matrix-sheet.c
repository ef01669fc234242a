/* lsc-matrix-sheet.c - the page with a matrix of links
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/communication/lsc-matrix-sheet.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define WHOLE_WIDTH 880.0
#define WHOLE_HEIGHT 640.0
#define LEAST_HEIGHT 200.0
#define DOCUMENT_SCALE 2.0 /* pixels a px of small cells in a document */
#define MOST_LINES 200     /* of the description */

typedef struct
{
  LscText *text;
  LscMatrixView view;
} Sheet;

static void
paint_chart (gpointer data, cairo_t *cr, double scale)
{
  Sheet *self = data;

  self->view.scale = scale > 0 ? scale : DOCUMENT_SCALE;
  lsc_matrix_paint (self->text, cr, &self->view);
}

static void
sheet_free (gpointer data)
{
  Sheet *self = data;

  lsc_text_free (self->text);
  g_free (self);
}

/* What is seen, for those who cannot: the caption, then each pair of ranks. */
static char *
describe (const LscMatrixView *view)
{
  GString *text = g_string_new (NULL);
  g_autofree char *caption = lsc_matrix_view_get_caption (view);

  g_string_append (text, caption);
  for (guint i = 0; i < MIN (view->matrix->cells->len, MOST_LINES); i++)
    {
      const LscMatrixCell *cell = lsc_link_matrix_get (view->matrix, i);
      LscMatrixSpot spot = { LSC_MATRIX_CELL, cell->src, cell->dst };
      g_autofree char *line = lsc_matrix_view_describe (view, &spot);

      g_strdelimit (line, "\n", ' ');
      g_string_append_printf (text, "\n%s", line);
    }
  return g_string_free (text, FALSE);
}

/* Whole pictures show all ranks, others what the window does. */
static void
set_up_view (LscMatrixView *view, const LscPageOptions *options)
{
  if (!options->keep_theme)
    view->theme = lsc_theme_light ();
  view->margin = 0; /* the page has one */
  view->selected = view->hovered = (LscMatrixSpot){ LSC_MATRIX_NONE, 0, 0 };
  if (options->is_whole)
    {
      view->n_shown = view->first_src = view->first_dst = 0;
      view->width = MAX (view->width, WHOLE_WIDTH);
      view->height = WHOLE_HEIGHT;
    }
  view->width = CLAMP (round (view->width), LSC_PAGE_LEAST_WIDTH, LSC_PAGE_MOST_PX / 2);
  view->height = CLAMP (round (view->height), LEAST_HEIGHT, LSC_PAGE_MOST_PX / 2);
}

/**
 * lsc_matrix_sheet_new:
 * @view: not empty; what it borrows outlives the page
 * @context: fonts of the texts
 *
 * Makes the page around a matrix of links: title, what stands out, matrix, legend, footer
 * (drawing.md#pictures).
 *
 * Returns: (transfer full):
 */
LscPage *
lsc_matrix_sheet_new (const LscMatrixView *view, const LscPageOptions *options,
                      PangoContext *context)
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
    .title = g_strdup (options->title || options->is_figure ? options->title
                       : view->matrix->is_of_experts        ? _ ("Expert Load")
                                                            : _ ("Links between Ranks")),
    .about = lsc_matrix_view_sum_up (&self->view),
    .footer = g_strdup (options->footer),
    .description = describe (&self->view),
    .paint_chart = paint_chart,
    .data = self,
    .free_data = sheet_free,
  };
  return page;
}
