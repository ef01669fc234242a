/* lsc-pin-charts.c - pinned charts, drawn by the painters of the pages
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-pin-maker-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "draw/compare/lsc-waterfall-sheet.h"
#include "draw/overview/lsc-overview-rows.h"
#include "draw/overview/lsc-rank-sheet.h"
#include "draw/pipeline/lsc-pipeline-sheet.h"
#include "draw/timeline/lsc-timeline-sheet.h"
#include "draw/timeline/lsc-timeline-twin.h"
#include "export/report/lsc-report-private.h"

#define MOST_BARS_PX 420.0
#define MOST_ROWS_PX 330.0
#define LEAST_ROW_PX 17.0
#define AROUND_PX 125.0 /* ruler, legend, edges of a timeline */
#define LEAST_LABEL_PX 9.0
#define BAR_SHARE 0.045 /* of a chart's width: height of a bar */

static const LscPageOptions figure = { .is_whole = TRUE, .is_figure = TRUE, .keep_theme = TRUE };

static gboolean
get_time (const LscPin *pin, gint64 *begin_ns, gint64 *end_ns)
{
  return lsc_pin_get_int (pin, "begin_ns", begin_ns) && lsc_pin_get_int (pin, "end_ns", end_ns) &&
         *end_ns > *begin_ns;
}

/* ---- ranks ---- */

typedef struct
{
  LscRankRows *rows;
  LscRankChart chart;
} Ranks;

static void
ranks_free (gpointer data)
{
  Ranks *self = data;

  lsc_rank_rows_free (self->rows);
  g_free (self);
}

static LscPage *
make_ranks_page (gpointer data, const LscReportFrame *frame, PangoContext *context)
{
  LscRankChart chart = ((Ranks *) data)->chart;

  chart.theme = frame->theme;
  chart.port.width = frame->width;
  chart.port.height = frame->height;
  return lsc_rank_sheet_new (&chart, &figure, context);
}

static gboolean
add_ranks (LscPinMaker *self, const LscPin *pin, LscReportSection *section, GError **error)
{
  LscPinSideData *side = _lsc_pin_maker_get_side (self, pin, error);
  gint64 order = LSC_OVERVIEW_BY_STAGE, step, metric = 0;
  gboolean has_step = lsc_pin_get_int (pin, "step", &step);
  g_autoptr (GArray) chosen = side != NULL ? _lsc_pin_read_ranks (pin, error) : NULL;
  Ranks *ranks;

  if (chosen == NULL || !_lsc_pin_maker_judge (self, side, error))
    return FALSE;
  lsc_pin_get_int (pin, "order", &order);
  lsc_pin_get_int (pin, "metric", &metric);
  ranks = g_new0 (Ranks, 1);
  ranks->rows = lsc_overview_rows_new (
      side->overview,
      &(LscOverviewChoice){ .order = (LscOverviewOrder) CLAMP (order, 0, LSC_OVERVIEW_BY_CAUSED),
                            .step = has_step ? &step : NULL,
                            .ranks = chosen });
  lsc_rank_chart_init (&ranks->chart, ranks->rows);
  ranks->chart.is_share = lsc_pin_get (pin, "share") != NULL;
  ranks->chart.metric = (guint) MAX (metric, 0);
  if (strcmp (pin->view, "overview/steps") == 0)
    ranks->chart.kind = LSC_RANK_CHART_STEPS;
  if (lsc_rank_chart_is_empty (&ranks->chart))
    {
      ranks_free (ranks);
      return lsc_fail (error, LSC_ERROR_NOTHING, "%s", _ ("The recording has no steps."));
    }
  lsc_report_add_chart (section, pin->title, make_ranks_page, ranks, ranks_free)->height_share =
      (MIN (lsc_rank_chart_content_height (&ranks->chart), MOST_BARS_PX) + 110) /
      LSC_REPORT_CHART_WIDTH;
  return TRUE;
}

/* ---- what a change consists of ---- */

static LscPage *
make_bars_page (gpointer data, const LscReportFrame *frame, PangoContext *context)
{
  LscWaterfallView view = { .waterfall = data,
                            .width = frame->width,
                            .height = frame->height,
                            .text_px = frame->text_px,
                            .theme = frame->theme };

  return lsc_waterfall_sheet_new_described (NULL, &view, &figure, context);
}

static void
free_bars (gpointer waterfall)
{
  lsc_waterfall_free (waterfall);
}

static gboolean
add_bars (LscPinMaker *self, const LscPin *pin, LscReportSection *section, GError **error)
{
  const LscRankChange *ranks = _lsc_pin_maker_find_ranks (self, pin, error);
  gint64 list = LSC_COMPARE_CATEGORIES;
  LscWaterfall *waterfall;
  LscReportItem *item;

  if (ranks == NULL)
    return FALSE;
  lsc_pin_get_int (pin, "list", &list);
  waterfall = lsc_waterfall_new (self->compare, ranks,
                                 (LscCompareList) CLAMP (list, 0, LSC_COMPARE_N_LISTS - 1));
  if (waterfall == NULL)
    return lsc_fail (error, LSC_ERROR_NOTHING, "%s",
                     _ ("No length of a step is known on both sides."));
  item = lsc_report_add_chart (section, pin->title, make_bars_page, waterfall, free_bars);
  item->fits_narrow = TRUE;
  item->height_share = CLAMP (BAR_SHARE * waterfall->bars->len, 0.15, item->height_share);
  return TRUE;
}

/* ---- pipelines ---- */

static LscPage *
make_pipeline_page (gpointer data, const LscReportFrame *frame, PangoContext *context)
{
  LscPipelineView view = *(LscPipelineView *) data;

  view.theme = frame->theme;
  view.port.width = frame->width;
  view.port.height = lsc_pipeline_view_content_height (&view);
  lsc_pipeline_view_fit (&view);
  return lsc_pipeline_sheet_new (&view, &figure, context);
}

static gboolean
add_pipeline (LscPinMaker *self, const LscPin *pin, LscReportSection *section, GError **error)
{
  LscPipeline *pipeline = _lsc_pin_maker_get_pipeline (self, pin, error);
  const LscPipelineGroup *group =
      pipeline != NULL ? _lsc_pin_find_group (pipeline, pin, error) : NULL;
  gint64 n_steps = 1;
  LscPipelineView *view;
  gsize step;

  if (group == NULL || !_lsc_pin_find_step (group, pin, &step, error))
    return FALSE;
  lsc_pin_get_int (pin, "steps", &n_steps);
  view = g_new0 (LscPipelineView, 1);
  lsc_pipeline_view_init (view, pipeline, group);
  view->first_step = step;
  view->n_steps = (gsize) CLAMP (n_steps, 1, (gint64) (group->n_steps - step));
  view->side_by_side = lsc_pin_get (pin, "side_by_side") != NULL;
  view->show_chunk_rows = lsc_pin_get (pin, "chunk_rows") != NULL;
  view->is_figure = TRUE;
  view->least_label = LEAST_LABEL_PX;
  lsc_report_add_chart (section, pin->title, make_pipeline_page, view, g_free)->height_share =
      (lsc_pipeline_view_content_height (view) + 60) / LSC_REPORT_CHART_WIDTH;
  return TRUE;
}

/* ---- timelines ---- */

typedef struct
{
  LscTimelineLayout *layout;
  LscTimelineColor color;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 origin_ns;
} Lanes;

static void
lanes_free (gpointer data)
{
  Lanes *self = data;

  lsc_timeline_layout_free (self->layout);
  g_free (self);
}

static LscPage *
make_lanes_page (gpointer data, const LscReportFrame *frame, PangoContext *context)
{
  const Lanes *self = data;
  LscTimelineView view;

  lsc_timeline_view_init (&view, self->layout);
  view.theme = frame->theme;
  view.color = self->color;
  view.port.width = frame->width;
  view.port.begin_ns = self->begin_ns;
  view.port.begin_fraction = 0;
  view.port.span_ns = (double) (self->end_ns - self->begin_ns);
  view.origin_ns = self->origin_ns;
  return lsc_timeline_sheet_new (&view, &figure, context);
}

/* As far as names can still be read, all rows on one page. */
static void
fit_rows (LscTimelineLayout *layout)
{
  double height = lsc_timeline_layout_get_row_height (layout);

  while (height > LEAST_ROW_PX && lsc_timeline_layout_get_content_height (layout) > MOST_ROWS_PX)
    lsc_timeline_layout_set_row_height (layout, --height);
}

static void
take_lanes (const LscPin *pin, LscReportSection *section, LscTimelineLayout *layout,
            const LscInterval *usual)
{
  Lanes *self = g_new0 (Lanes, 1);
  gint64 color = 0;

  lsc_pin_get_int (pin, "color", &color);
  self->layout = layout;
  self->color = (LscTimelineColor) MAX (color, 0);
  if (!get_time (pin, &self->begin_ns, &self->end_ns))
    {
      self->begin_ns = usual->begin_ns;
      self->end_ns = usual->end_ns;
    }
  self->end_ns = MAX (self->end_ns, self->begin_ns + 1);
  if (!lsc_pin_get_int (pin, "origin_ns", &self->origin_ns))
    self->origin_ns = self->begin_ns;
  fit_rows (layout);
  lsc_report_add_chart (section, pin->title, make_lanes_page, self, lanes_free)->height_share =
      (lsc_timeline_layout_get_content_height (layout) + AROUND_PX) / LSC_REPORT_CHART_WIDTH;
}

static gboolean
add_timeline (LscPinMaker *self, const LscPin *pin, LscReportSection *section, GError **error)
{
  g_autoptr (GPtrArray) timelines = _lsc_pin_maker_load_ranks (self, pin, error);
  g_autofree gint64 *offsets = NULL;
  LscTimelineLayout *layout;
  LscInterval whole;

  if (timelines == NULL)
    return FALSE;
  offsets = _lsc_pin_get_offsets (pin, timelines->len);
  layout = lsc_timeline_layout_new ();
  for (guint i = 0; i < timelines->len; i++)
    {
      LscTimeline *timeline = timelines->pdata[i];
      guint32 rank = lsc_timeline_layout_add_rank (layout, timeline->rank, NULL);

      lsc_timeline_layout_set_timeline (layout, rank, timeline);
      lsc_timeline_layout_set_offset (layout, rank, offsets[i]);
    }
  if (lsc_pin_get (pin, "state") != NULL)
    lsc_timeline_layout_restore (layout, lsc_pin_get (pin, "state"));
  if (lsc_pin_get (pin, "filter") != NULL)
    lsc_timeline_layout_set_filter (layout, lsc_pin_get (pin, "filter"));
  if (!lsc_timeline_layout_get_extent (layout, &whole.begin_ns, &whole.end_ns))
    whole = (LscInterval){ 0, 1 };
  take_lanes (pin, section, layout, &whole);
  return TRUE;
}

static gboolean
load_side (LscPinMaker *self, guint index, const LscRankChange *ranks, LscTimelineTwinSide *side,
           gint64 *length_ns, GError **error)
{
  LscPinSideData *data = &self->sides[index];
  LscSource *source = ranks != NULL && data->sources != NULL
                          ? _lsc_pin_maker_find_source (data, ranks->rank[index])
                          : NULL;

  if (source == NULL)
    return lsc_fail (error, LSC_ERROR_MISSING, "%s", _ ("A side has no rank that could be read."));
  side->name = data->name;
  side->timeline = _lsc_pin_maker_load_timeline (self, data, source, error);
  if (side->timeline == NULL)
    return FALSE;
  lsc_timeline_twin_find_step (side->timeline, &side->origin_ns, length_ns);
  return TRUE;
}

/* Both recordings under one ruler; times are those of the one before. */
static gboolean
add_twin (LscPinMaker *self, const LscPin *pin, LscReportSection *section, GError **error)
{
  const LscRankChange *ranks = _lsc_pin_maker_find_ranks (self, pin, error);
  LscTimelineTwinSide sides[LSC_N_SIDES];
  gint64 lengths[LSC_N_SIDES];
  LscTimelineLayout *layout;
  LscInterval shown;
  gint64 offset_ns;

  if (ranks == NULL)
    return FALSE;
  if (ranks == self->compare->total)
    ranks = self->compare->ranks->len > 0 ? self->compare->ranks->pdata[0] : NULL;
  for (guint i = 0; i < LSC_N_SIDES; i++)
    if (!load_side (self, i, ranks, &sides[i], &lengths[i], error))
      return FALSE;
  layout = lsc_timeline_twin_new (&sides[LSC_BEFORE], &sides[LSC_AFTER]);
  if (lsc_pin_get_int (pin, "offset_ns", &offset_ns))
    lsc_timeline_layout_set_offset (layout, 1, offset_ns);
  lsc_timeline_twin_show_device (layout);
  shown = (LscInterval){ sides[0].origin_ns, sides[0].origin_ns + MAX (lengths[0], lengths[1]) };
  lsc_timeline_twin_fit (layout, &shown, MOST_ROWS_PX);
  take_lanes (pin, section, layout, &shown);
  return TRUE;
}

/* ---- all of them ---- */

static const struct
{
  const char *view;
  gboolean (*add) (LscPinMaker *self, const LscPin *pin, LscReportSection *section, GError **error);
} views[] = {
  { "overview/chart", add_ranks },    { "overview/steps", add_ranks },
  { "compare/chart", add_bars },      { "compare/timelines", add_twin },
  { "pipeline/chart", add_pipeline }, { "timeline/chart", add_timeline },
};

/** lsc_pin_is_chart: Returns: whether a pin shows a chart, and no table */
gboolean
lsc_pin_is_chart (const LscPin *pin)
{
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    if (strcmp (views[i].view, pin->view) == 0)
      return TRUE;
  return FALSE;
}

/**
 * lsc_pin_maker_add_chart:
 * @pin: of a chart
 *
 * Adds the chart as the page draws it, to be drawn when the document is written.
 *
 * Returns: %FALSE with %LSC_ERROR_MISSING where the recording has no such thing, or with the error
 *   of what reads it
 */
gboolean
lsc_pin_maker_add_chart (LscPinMaker *self, const LscPin *pin, LscReportSection *section,
                         GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    if (strcmp (views[i].view, pin->view) == 0)
      return views[i].add (self, pin, section, error);
  return lsc_fail (error, LSC_ERROR_UNSUPPORTED, _ ("This version knows no view “%s”."), pin->view);
}
