/* lsc-report-op-changes.c - operators before and after in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-op-changes.h"

#include "export/report/lsc-report-sentences.h"

#include <glib/gi18n-lib.h>

#include "draw/compare/lsc-waterfall-sheet.h"
#include "export/report/lsc-report-private.h"

#define MOST_ROWS 10
#define BAR_SHARE 0.045 /* of a chart's width: height of a bar */

static LscPage *
make_page (gpointer data, const LscReportFrame *frame, PangoContext *context)
{
  static const LscPageOptions options = { .is_whole = TRUE, .is_figure = TRUE, .keep_theme = TRUE };
  LscWaterfallView view = { .waterfall = data,
                            .width = frame->width,
                            .height = frame->height,
                            .text_px = frame->text_px,
                            .theme = frame->theme };

  return lsc_waterfall_sheet_new_described (NULL, &view, &options, context);
}

static void
free_bars (gpointer waterfall)
{
  lsc_waterfall_free (waterfall);
}

/**
 * lsc_report_add_op_bars:
 * @names: (nullable) each: what the sides are called
 *
 * Adds the largest differences as bars from all kernels before to those after.
 */
void
lsc_report_add_op_bars (LscReportSection *section, const char *title, const LscOpChanges *changes,
                        const char *const names[LSC_N_SIDES])
{
  LscWaterfall *waterfall;
  LscReportItem *item;

  g_return_if_fail (section && changes);
  waterfall = lsc_waterfall_new_operators (changes, names);
  item = lsc_report_add_chart (section, title, make_page, waterfall, free_bars);
  item->table = _lsc_report_bars_table (waterfall, "WaterfallOperators");
  item->fits_narrow = TRUE;
  item->height_share = CLAMP (BAR_SHARE * waterfall->bars->len, 0.15, item->height_share);
}

/**
 * lsc_report_add_op_changes:
 *
 * Adds the chapter on operators of two recordings: the largest difference in words, the bars, and
 * the ten largest differences. Without bars and rows where no operator differs.
 */
void
lsc_report_add_op_changes (LscReport *report, const LscOpChanges *changes,
                           const char *const names[LSC_N_SIDES])
{
  static const char *const columns[] = {
    "type",      "name",         "shapes",          "before_ns",        "after_ns",
    "delta_ns",  "change",       "count_effect_ns", "shapes_effect_ns", "duration_effect_ns",
    "most_rank", "before_count", "after_count",     "significance",     "core",
    NULL
  };
  LscReportSection *section;

  g_return_if_fail (report && changes);
  section = lsc_report_add_section (report, "operators", _ ("Operators"));
  lsc_report_take_message (section, lsc_phrase_to_words (changes->text));
  lsc_report_take_text (section, lsc_phrase_to_words (changes->base));
  for (guint i = 0; i < changes->notes->len; i++)
    lsc_report_take_text (section, lsc_phrase_to_words (changes->notes->pdata[i]));
  if (changes->is_identical || changes->changes->len == 0)
    return;
  lsc_report_add_op_bars (section, _ ("Kernels of a Step before and after, and Which Differ"),
                          changes, names);
  ((LscReportItem *) section->items->pdata[section->items->len - 1])->is_extra = TRUE;
  lsc_report_take_table (section, _ ("The Largest Differences per Step and Rank"),
                         lsc_op_changes_get_table (changes), columns)
      ->most_rows = MOST_ROWS;
}
