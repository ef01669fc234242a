/* lsc-grid-sheet.c - the page with a grid of ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/grid/lsc-grid-sheet.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define WHOLE_WIDTH 960.0
#define WHOLE_HEIGHT 560.0
#define LEAST_HEIGHT 160.0
#define MOST_LINES 200 /* of the description */

typedef struct
{
  LscText *text;
  LscGridView view;
} Sheet;

static void
paint_chart (gpointer data, cairo_t *cr, double scale)
{
  Sheet *self = data;

  lsc_grid_paint (self->text, cr, &self->view);
}

static void
sheet_free (gpointer data)
{
  Sheet *self = data;

  lsc_text_free (self->text);
  g_free (self);
}

/* What is seen, for those who cannot: the caption, why the layout is not known, then each
 * rank. */
static char *
describe (const LscGridView *view)
{
  GString *text = g_string_new (NULL);
  g_autofree char *caption = lsc_grid_view_get_caption (view);

  g_string_append (text, caption);
  if (view->grid->why_plain)
    g_string_append_printf (text, "\n%s", view->grid->why_plain);
  for (guint i = 0; i < MIN (view->grid->cells->len, MOST_LINES); i++)
    {
      g_autofree char *line = lsc_grid_view_describe (view, i);

      g_strdelimit (line, "\n", ' ');
      g_string_append_printf (text, "\n%s", line);
    }
  return g_string_free (text, FALSE);
}

static void
set_up_view (LscGridView *view, const LscPageOptions *options)
{
  if (!options->keep_theme)
    view->theme = lsc_theme_light ();
  view->margin = 0; /* the page has one */
  view->selected = view->hovered = LSC_GRID_NONE;
  if (options->is_whole)
    {
      view->width = MAX (view->width, WHOLE_WIDTH);
      view->height = WHOLE_HEIGHT;
    }
  view->width = CLAMP (round (view->width), LSC_PAGE_LEAST_WIDTH, LSC_PAGE_MOST_PX / 2);
  view->height = CLAMP (round (view->height), LEAST_HEIGHT, LSC_PAGE_MOST_PX / 2);
}

/**
 * lsc_grid_sheet_new:
 * @view: not empty; what it borrows outlives the page
 * @context: fonts of the texts
 *
 * Makes the page around a grid of ranks: title, why the layout is not known, grid, legend, footer
 * (drawing.md#pictures).
 *
 * Returns: (transfer full):
 */
LscPage *
lsc_grid_sheet_new (const LscGridView *view, const LscPageOptions *options, PangoContext *context)
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
                                                            : _ ("Ranks in Their Layout")),
    .about = lsc_grid_view_sum_up (&self->view),
    .banner = options->is_figure ? NULL : g_strdup (view->grid->why_plain),
    .footer = g_strdup (options->footer),
    .description = describe (&self->view),
    .paint_chart = paint_chart,
    .data = self,
    .free_data = sheet_free,
  };
  return page;
}
