/* lsc-report-chips.c - two chips in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-chips.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "draw/communication/lsc-bar-view.h"
#include "draw/compare/lsc-chip-plot.h"

#define MOST_ROWS 10
#define AROUND_SHARE 0.16 /* of a figure's width: height of what stands around its bars */
#define BAR_SHARE 0.022   /* of a bar */

static const char *const columns[] = { "name",       "before_ns",          "after_ns",
                                       "change",     "before_peak_share",  "after_peak_share",
                                       "peak_ratio", "before_flops_per_s", "after_flops_per_s",
                                       NULL };
static const char *const op_columns[] = { "name",
                                          "other_name",
                                          "module",
                                          "before_ns",
                                          "after_ns",
                                          "change",
                                          "before_peak_share",
                                          "after_peak_share",
                                          "peak_ratio",
                                          "shapes",
                                          "match",
                                          NULL };

static double
find_height (const LscBarPlot *plot)
{
  return AROUND_SHARE + BAR_SHARE * plot->bars->len;
}

static LscPage *
make_page (gpointer data, const LscReportFrame *frame, PangoContext *context)
{
  LscPageOptions options = { .is_figure = TRUE, .keep_theme = TRUE };
  LscBarView view = { .plot = data,
                      .width = frame->width,
                      .height = frame->width * find_height (data),
                      .text_px = frame->text_px,
                      .theme = frame->theme,
                      .selected = LSC_BAR_NONE,
                      .hovered = LSC_BAR_NONE };

  return lsc_bar_sheet_new (&view, &options, context);
}

static void
plot_free (gpointer data)
{
  lsc_bar_plot_free (data);
}

/**
 * lsc_report_add_chip_bars:
 * @list: by kind of work, module or op
 *
 * Adds what both chips reach of their own peak as a figure.
 *
 * Returns: %FALSE with %LSC_ERROR_NOTHING where that is not known of any row
 */
gboolean
lsc_report_add_chip_bars (LscReportSection *section, const char *title, const LscChips *chips,
                          LscCompareList list, GError **error)
{
  static const char *const figures[LSC_COMPARE_N_LISTS] = { "ChipKinds", "ChipModules", "ChipOps" };
  const char *names[LSC_N_SIDES];
  g_autoptr (LscTable) table = NULL;
  LscReportItem *item;
  LscBarPlot *plot;

  g_return_val_if_fail (section && chips && list < LSC_COMPARE_N_LISTS, FALSE);
  table = lsc_chips_get_table (chips, list);
  lsc_chips_get_names (chips, names);
  plot = lsc_chip_plot_new (table, names, _ ("Each chip against its own peak"));
  if (!plot)
    {
      g_autofree char *head = lsc_phrase_to_words (chips->head);

      return lsc_fail (error, LSC_ERROR_NOTHING, "%s", head);
    }
  item = lsc_report_add_chart (section, title, make_page, plot, plot_free);
  item->figures = figures[list];
  item->height_share = find_height (plot);
  return TRUE;
}

static void
add_table (LscReportSection *section, const LscChips *chips, LscCompareList list, const char *title,
           const char *const *shown)
{
  lsc_report_take_table (section, title, lsc_chips_get_table (chips, list), shown)->most_rows =
      MOST_ROWS;
}

/**
 * lsc_report_add_chips_section:
 * @chips: (nullable): of recordings on different chips
 *
 * Adds the chapter on what both chips reach of their own peak. Nothing without it.
 */
void
lsc_report_add_chips_section (LscReport *report, const LscChips *chips)
{
  LscReportSection *section;

  g_return_if_fail (report);
  if (!chips)
    return;
  section = lsc_report_add_section (report, "chips", _ ("Both chips"));
  lsc_report_take_text (section, lsc_phrase_to_words (chips->head));
  if (chips->detail)
    lsc_report_take_text (section, lsc_phrase_to_words (chips->detail));
  lsc_report_add_chip_bars (section, _ ("What each chip reaches of its own peak, by module"), chips,
                            LSC_COMPARE_MODULES, NULL);
  lsc_report_take_table (section, _ ("The chips, and how much of them is paired"),
                         lsc_chips_get_sides_table (chips), NULL);
  add_table (section, chips, LSC_COMPARE_CATEGORIES, _ ("By kind of work, means per step and rank"),
             columns);
  add_table (section, chips, LSC_COMPARE_MODULES, _ ("By module, means per step and rank"),
             columns);
  add_table (section, chips, LSC_COMPARE_OPS, _ ("By op, means per step and rank"), op_columns);
}
