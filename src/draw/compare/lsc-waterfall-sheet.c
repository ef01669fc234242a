/* lsc-waterfall-sheet.c - the page with a waterfall
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/compare/lsc-waterfall-sheet.h"

#include <glib/gi18n-lib.h>
#include <math.h>

typedef struct
{
  LscText *text;
  LscWaterfallView view;
} Sheet;

static void
paint_chart (gpointer data, cairo_t *cr, G_GNUC_UNUSED double scale)
{
  Sheet *self = data;

  lsc_waterfall_paint (self->text, cr, &self->view);
}

static void
sheet_free (gpointer data)
{
  Sheet *self = data;

  lsc_text_free (self->text);
  g_free (self);
}

static char *
describe (const char *verdict, const LscWaterfall *waterfall)
{
  g_autoptr (GString) text = g_string_new (verdict);

  for (guint i = 0; i < waterfall->bars->len; i++)
    {
      g_autofree char *value = lsc_waterfall_describe (waterfall, i);

      g_string_append_printf (text, "\n%s: %s", lsc_waterfall_get (waterfall, i)->name, value);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static Sheet *
sheet_new (const LscWaterfallView *view, const LscPageOptions *options, PangoContext *context)
{
  Sheet *self = g_new0 (Sheet, 1);

  self->text = lsc_text_new (context);
  self->view = *view;
  if (!options->keep_theme)
    self->view.theme = lsc_theme_light ();
  self->view.selected = self->view.hovered = LSC_WATERFALL_NONE;
  self->view.width = CLAMP (round (view->width), LSC_PAGE_LEAST_WIDTH, LSC_PAGE_MOST_PX / 2);
  self->view.height = MAX (round (view->height), lsc_waterfall_view_height (view));
  return self;
}

/**
 * lsc_waterfall_sheet_new_described:
 * @verdict: what the bars say, in words
 * @view: has a waterfall, which is borrowed for the life of the page
 * @context: fonts of the texts
 *
 * Makes the page around a waterfall without its words: bars, title and footer of @options.
 *
 * Returns: (transfer full):
 */
LscPage *
lsc_waterfall_sheet_new_described (const char *verdict, const LscWaterfallView *view,
                                   const LscPageOptions *options, PangoContext *context)
{
  Sheet *self;
  LscPage *page;

  g_return_val_if_fail (view && options && context, NULL);
  self = sheet_new (view, options, context);
  page = g_new0 (LscPage, 1);
  *page = (LscPage){
    .text = lsc_text_new (context),
    .theme = self->view.theme,
    .width = self->view.width,
    .height = self->view.height,
    .is_figure = options->is_figure,
    .title = g_strdup (options->title),
    .footer = g_strdup (options->footer),
    .description = describe (verdict, view->waterfall),
    .paint_chart = paint_chart,
    .data = self,
    .free_data = sheet_free,
  };
  return page;
}

/**
 * lsc_waterfall_sheet_new:
 * @view: has a waterfall, which is borrowed for the life of the page
 * @context: fonts of the texts
 *
 * Makes the page around a waterfall: title, verdict, bars, footer (drawing.md#pictures).
 *
 * Returns: (transfer full):
 */
LscPage *
lsc_waterfall_sheet_new (const LscCompare *compare, const LscWaterfallView *view,
                         const LscPageOptions *options, PangoContext *context)
{
  g_autofree char *verdict = NULL;
  LscPage *page;

  g_return_val_if_fail (compare && view && options && context, NULL);
  verdict = lsc_phrase_to_words (compare->text);
  page = lsc_waterfall_sheet_new_described (verdict, view, options, context);
  if (options->is_figure)
    return page;
  if (!page->title)
    page->title = g_strdup (_ ("Before and after"));
  page->about = lsc_phrase_to_words (compare->head);
  page->other = compare->why ? lsc_phrase_to_words (compare->why) : NULL;
  return page;
}

/**
 * lsc_waterfall_sheet_new_operators:
 * @view: has a waterfall, which is borrowed for the life of the page
 * @context: fonts of the texts
 *
 * Makes the page around the waterfall of operators: title, sentence, what times are of, bars,
 * footer.
 *
 * Returns: (transfer full):
 */
LscPage *
lsc_waterfall_sheet_new_operators (const LscOpChanges *changes, const LscWaterfallView *view,
                                   const LscPageOptions *options, PangoContext *context)
{
  g_autofree char *words = NULL;
  LscPage *page;

  g_return_val_if_fail (changes && view && options && context, NULL);
  words = lsc_phrase_to_words (changes->text);
  page = lsc_waterfall_sheet_new_described (words, view, options, context);
  if (options->is_figure)
    return page;
  if (!page->title)
    page->title = g_strdup (_ ("Operators before and after"));
  page->about = g_strdup (words);
  page->other = lsc_phrase_to_words (changes->base);
  return page;
}
