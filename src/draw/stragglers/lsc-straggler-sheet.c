/* lsc-straggler-sheet.c - the page with a map of stragglers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/stragglers/lsc-straggler-sheet.h"

#include <glib/gi18n-lib.h>
#include <math.h>

typedef struct
{
  LscText *text;
  LscStragglerView view;
} Sheet;

static void
paint_chart (gpointer data, cairo_t *cr, G_GNUC_UNUSED double scale)
{
  Sheet *self = data;

  lsc_straggler_paint (self->text, cr, &self->view);
}

static void
sheet_free (gpointer data)
{
  Sheet *self = data;

  lsc_text_free (self->text);
  g_free (self);
}

static void
append_spot (GString *text, const LscStragglerView *view, LscStragglerSpot spot)
{
  g_autofree char *line = lsc_straggler_view_describe (view, &spot);

  g_strdelimit (line, "\n", ' ');
  g_string_append_printf (text, "\n%s", line);
}

/* What is seen, for those who cannot: the caption, then stages, replicas and workers. */
static char *
describe (const LscStragglerView *view)
{
  const LscStragglers *study = view->study;
  g_autofree char *caption = lsc_phrase_to_words (view->marks->text);
  g_autofree char *detail = view->marks->detail ? lsc_phrase_to_words (view->marks->detail) : NULL;
  g_autoptr (GString) text = g_string_new (caption);

  if (detail)
    g_string_append_printf (text, "\n%s", detail);
  for (gsize i = 0; i < study->n_stages; i++)
    append_spot (text, view, (LscStragglerSpot){ LSC_STRAGGLER_STAGE, 0, i, 0 });
  for (gsize i = 0; i < study->n_replicas; i++)
    append_spot (text, view, (LscStragglerSpot){ LSC_STRAGGLER_REPLICA, i, 0, 0 });
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Whole pictures are as high as their rows want, others as high as the view. */
static void
set_up_view (LscStragglerView *view, LscText *text, const LscPageOptions *options)
{
  if (!options->keep_theme)
    view->theme = lsc_theme_light ();
  view->margin = 0; /* the page has one */
  view->selected = view->hovered = (LscStragglerSpot){ LSC_STRAGGLER_NONE, 0, 0, 0 };
  view->width = CLAMP (round (view->width), LSC_PAGE_LEAST_WIDTH, LSC_PAGE_MOST_PX / 2);
  view->height = options->is_whole
                     ? lsc_straggler_view_usual_height (view, text)
                     : MAX (round (view->height), lsc_straggler_view_height (view, text));
}

/**
 * lsc_straggler_sheet_new:
 * @view: not empty; what it borrows outlives the page
 * @context: fonts of the texts
 *
 * Makes the page around a map of stragglers: title, S of the job, map with its caption, curve of
 * the steps, legend, footer (drawing.md#pictures).
 *
 * Returns: (transfer full):
 */
LscPage *
lsc_straggler_sheet_new (const LscStragglerView *view, const LscPageOptions *options,
                         PangoContext *context)
{
  Sheet *self;
  LscPage *page;

  g_return_val_if_fail (view && options && context, NULL);
  self = g_new0 (Sheet, 1);
  page = g_new0 (LscPage, 1);
  self->text = lsc_text_new (context);
  self->view = *view;
  set_up_view (&self->view, self->text, options);
  *page = (LscPage){
    .text = lsc_text_new (context),
    .theme = self->view.theme,
    .width = self->view.width,
    .height = lsc_straggler_view_place (&self->view, self->text).height,
    .is_figure = options->is_figure,
    .title = g_strdup (options->title || options->is_figure ? options->title : _ ("Stragglers")),
    .about = lsc_straggler_view_sum_up (&self->view),
    .footer = g_strdup (options->footer),
    .description = describe (&self->view),
    .paint_chart = paint_chart,
    .data = self,
    .free_data = sheet_free,
  };
  return page;
}
