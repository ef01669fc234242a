/* lsc-report-rank-bars.c - bars of ranks as a part of a chapter
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-rank-bars.h"

#include "draw/overview/lsc-rank-sheet.h"
#include "export/report/lsc-report-private.h"

static LscPage *
make_page (gpointer data, const LscReportFrame *frame, PangoContext *context)
{
  LscPageOptions options = { .is_whole = TRUE, .is_figure = TRUE, .keep_theme = TRUE };
  LscRankChart chart;

  lsc_rank_chart_init (&chart, data);
  chart.theme = frame->theme;
  chart.port.width = frame->width;
  chart.port.height = frame->height;
  if (frame->is_paper)
    options.room_px = frame->height;
  return lsc_rank_sheet_new (&chart, &options, context);
}

static void
free_rows (gpointer rows)
{
  lsc_rank_rows_free (rows);
}

/**
 * lsc_report_take_rank_bars:
 * @rows: (transfer full): nothing is added where there are none
 * @most_px: of the height that they take, if they want more
 * @around_px: what axis and legend take beside it
 *
 * Adds a chart of bars that can be read as a column of a telephone, too.
 */
void
lsc_report_take_rank_bars (LscReportSection *section, const char *title, LscRankRows *rows,
                           double most_px, double around_px)
{
  LscReportItem *item;
  LscRankChart chart;

  g_return_if_fail (section && rows);
  lsc_rank_chart_init (&chart, rows);
  if (lsc_rank_chart_is_empty (&chart))
    {
      lsc_rank_rows_free (rows);
      return;
    }
  item = lsc_report_add_chart (section, title, make_page, rows, free_rows);
  item->table = _lsc_report_ranks_table (rows);
  item->fits_narrow = TRUE;
  item->height_share =
      (MIN (lsc_rank_chart_content_height (&chart), most_px) + around_px) / LSC_REPORT_CHART_WIDTH;
}
