/* lsc-report-waterfall.c - what the change of a step consists of, as a figure
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-waterfall.h"

#include "draw/compare/lsc-waterfall-sheet.h"
#include "export/report/lsc-report-private.h"

#define BAR_SHARE 0.045     /* of a chart's width: height of a bar */
#define LOW_BAR_SHARE 0.028 /* of one that stands above its table */

typedef struct
{
  LscWaterfall *waterfall;
  char *description;
} Bars;

static void
bars_free (gpointer data)
{
  Bars *self = data;

  lsc_waterfall_free (self->waterfall);
  g_free (self->description);
  g_free (self);
}

static LscPage *
make_bars_page (gpointer data, const LscReportFrame *frame, PangoContext *context)
{
  const Bars *self = data;
  LscWaterfallView view = { .waterfall = self->waterfall,
                            .width = frame->width,
                            .height = frame->height,
                            .text_px = frame->text_px,
                            .theme = frame->theme };
  LscPageOptions options = { .is_whole = TRUE, .is_figure = TRUE, .keep_theme = TRUE };

  return lsc_waterfall_sheet_new_described (self->description, &view, &options, context);
}

/**
 * lsc_report_add_waterfall:
 *
 * Adds a step before and after, and between them what its change consists of, as bars; nothing
 * where the list has no changes.
 */
void
lsc_report_add_waterfall (LscReportSection *section, const LscCompare *compare, LscCompareList list,
                          const char *title)
{
  static const char *const names[LSC_COMPARE_N_LISTS] = { "Waterfall", "WaterfallModules",
                                                          "WaterfallOps" };
  LscWaterfall *waterfall;
  LscReportItem *item;
  Bars *bars;

  g_return_if_fail (section && compare);
  waterfall = lsc_waterfall_new (compare, compare->total, list);
  if (waterfall == NULL)
    return;
  bars = g_new0 (Bars, 1);
  bars->waterfall = waterfall;
  bars->description = lsc_phrase_to_words (compare->text);
  item = lsc_report_add_chart (section, title, make_bars_page, bars, bars_free);
  item->table = _lsc_report_bars_table (waterfall, names[list]);
  item->fits_narrow = TRUE;
  item->height_share =
      CLAMP ((list == LSC_COMPARE_CATEGORIES ? BAR_SHARE : LOW_BAR_SHARE) * waterfall->bars->len,
             0.15, item->height_share);
}
