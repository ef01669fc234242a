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
#include "draw/pipeline/lsc-pipeline-study.h"
#include "draw/timeline/lsc-timeline-sheet.h"
#include "draw/timeline/lsc-timeline-twin.h"
#include "export/report/lsc-report-timeline-data.h"
#include "export/report/lsc-report-pipeline.h"
#include "export/report/lsc-report-private.h"
#include "export/report/lsc-report-communication.h"
#include "export/report/lsc-report-stragglers.h"

#define MOST_BARS_PX 420.0
#define MOST_ROWS_PX 330.0
#define LEAST_ROW_PX 17.0
#define AROUND_PX 125.0 /* ruler, legend, edges of a timeline */
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
  g_autoptr (GArray) chosen = side ? _lsc_pin_read_ranks (pin, error) : NULL;
  LscReportItem *item;
  Ranks *ranks;

  if (!chosen || !_lsc_pin_maker_judge (self, side, error))
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
  item = lsc_report_add_chart (section, pin->title, make_ranks_page, ranks, ranks_free);
  if (ranks->chart.kind != LSC_RANK_CHART_STEPS)
    item->table = _lsc_report_ranks_table (ranks->rows);
  item->height_share = (MIN (lsc_rank_chart_content_height (&ranks->chart), MOST_BARS_PX) + 110) /
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

  if (!ranks)
    return FALSE;
  lsc_pin_get_int (pin, "list", &list);
  if (list == LSC_COMPARE_N_LISTS)
    return _lsc_pin_add_op_bars (self, pin, section, error);
  waterfall = lsc_waterfall_new (self->compare, ranks,
                                 (LscCompareList) CLAMP (list, 0, LSC_COMPARE_N_LISTS - 1));
  if (!waterfall)
    return lsc_fail (error, LSC_ERROR_NOTHING, "%s",
                     _ ("No length of a step is known on both sides."));
  item = lsc_report_add_chart (section, pin->title, make_bars_page, waterfall, free_bars);
  item->table = _lsc_report_bars_table (waterfall, "Waterfall");
  item->fits_narrow = TRUE;
  item->height_share = CLAMP (BAR_SHARE * waterfall->bars->len, 0.15, item->height_share);
  return TRUE;
}

/* ---- pipelines ---- */

/** A chart of a pipeline, and what it borrows besides the recording. */
typedef struct
{
  LscPipelineView view;
  LscPinBeside beside;
  LscBlockPairs *pairs;
  LscStudy *study; /* of causes and the critical path */
  LscPipelinePathBlock *path;
} Pipeline;

static void
pipeline_free (gpointer data)
{
  Pipeline *self = data;

  g_clear_pointer (&self->pairs, lsc_block_pairs_free);
  _lsc_pin_clear_beside (&self->beside);
  g_clear_pointer (&self->study, lsc_study_unref);
  g_free (self->path);
  g_free (self);
}

static void
read_int (const LscPin *pin, const char *name, guint most, guint *value)
{
  gint64 given;

  if (lsc_pin_get_int (pin, name, &given) && given >= 0 && given <= most)
    *value = (guint) given;
}

/* Colours, labels and kinds as on the page. */
static void
read_look (const LscPin *pin, LscPipelineView *view)
{
  guint color = view->color_mode, arrows = view->arrows, labels = view->labels;

  read_int (pin, "color", LSC_COLOR_INSIGHT, &color);
  read_int (pin, "arrows", LSC_ARROWS_ALL, &arrows);
  read_int (pin, "labels", LSC_LABELS_NONE, &labels);
  read_int (pin, "hidden_kinds", (1u << LSC_N_HIDDEN_KINDS) - 1, &view->hidden_kinds);
  view->color_mode = (LscColorMode) color;
  view->arrows = (LscArrows) arrows;
  view->labels = (LscLabels) labels;
  view->show_bubbles = lsc_pin_get (pin, "no_bubbles") == NULL;
  view->show_p2p = lsc_pin_get (pin, "no_messages") == NULL;
  view->show_chunk_rows = lsc_pin_get (pin, "chunk_rows") != NULL;
}

/* Causes of idle time, and the critical path, where they were shown. */
static gboolean
add_study (LscPinMaker *self, const LscPin *pin, Pipeline *chart, GError **error)
{
  gboolean has_path = lsc_pin_get (pin, "critical_path") != NULL;
  gboolean has_causes = lsc_pin_get (pin, "causes") != NULL;

  if (!has_path && !has_causes)
    return TRUE;
  chart->study = chart->beside.study ? lsc_study_ref (chart->beside.study)
                                     : _lsc_pin_study_step (self, pin, error);
  if (!chart->study)
    return FALSE;
  if (has_path)
    chart->path = lsc_pipeline_path_new (chart->study, &chart->view.n_path);
  chart->view.path = chart->path;
  if (has_causes)
    lsc_pipeline_view_show_causes (&chart->view, chart->study);
  return TRUE;
}

/* Takes @chart. */
static void
take_pipeline (const LscPin *pin, LscReportSection *section, Pipeline *chart)
{
  lsc_report_add_pipeline_view (section, pin->title, &chart->view, chart, pipeline_free);
}

/* The second side as the page draws it, with the words that it had there. */
static gboolean
add_beside (LscPinMaker *self, const LscPin *pin, Pipeline *chart, GError **error)
{
  const LscPinBeside *beside = &chart->beside;
  gint64 mode = LSC_TWIN_NONE;

  if (!lsc_pin_get_int (pin, "twin", &mode) || mode == LSC_TWIN_NONE)
    return TRUE;
  if (!_lsc_pin_find_beside (self, pin, &chart->beside, error))
    return FALSE;
  chart->pairs =
      lsc_block_pairs_new (lsc_study_get_step (beside->study), &beside->group->steps[beside->step]);
  chart->view.twin = (LscPipelineTwin){
    .mode = (LscTwinMode) CLAMP (mode, LSC_TWIN_BELOW, LSC_TWIN_GHOST),
    .pipeline = beside->pipeline,
    .group = beside->group,
    .step = beside->step,
    .title = lsc_pin_get (pin, "beside_title"),
    .first_title = lsc_pin_get (pin, "first_title"),
    .pairs = chart->pairs,
    .show_delta = lsc_pin_get (pin, "show_delta") != NULL,
  };
  lsc_pin_get_int (pin, "twin_offset_ns", &chart->view.twin.offset_ns);
  return TRUE;
}

static gboolean
add_pipeline (LscPinMaker *self, const LscPin *pin, LscReportSection *section, GError **error)
{
  LscPipeline *pipeline = _lsc_pin_maker_get_pipeline (self, pin, error);
  const LscPipelineGroup *group = pipeline ? _lsc_pin_find_group (pipeline, pin, error) : NULL;
  gint64 n_steps = 1;
  LscPipelineView *view;
  Pipeline *chart;
  gsize step;

  if (!group || !_lsc_pin_find_step (group, pin, &step, error))
    return FALSE;
  lsc_pin_get_int (pin, "steps", &n_steps);
  chart = g_new0 (Pipeline, 1);
  view = &chart->view;
  lsc_pipeline_view_init (view, pipeline, group);
  view->first_step = step;
  view->n_steps = (gsize) CLAMP (n_steps, 1, (gint64) (group->n_steps - step));
  view->side_by_side = lsc_pin_get (pin, "side_by_side") != NULL;
  read_look (pin, view);
  if (!add_beside (self, pin, chart, error) || !add_study (self, pin, chart, error))
    {
      pipeline_free (chart);
      return FALSE;
    }
  take_pipeline (pin, section, chart);
  return TRUE;
}

static void
draw_twins (LscPinMaker *self, Pipeline *chart, const LscPipelineTwins *twins,
            const LscPipeline *after)
{
  const LscPipelineStep *step = &twins->before->steps[twins->before->median_step];

  chart->pairs = lsc_block_pairs_new (step, &twins->after->steps[twins->after->median_step]);
  chart->view.twin = (LscPipelineTwin){ .mode = LSC_TWIN_BELOW,
                                        .pipeline = after,
                                        .group = twins->after,
                                        .step = twins->after->median_step,
                                        .title = self->sides[LSC_AFTER].name,
                                        .first_title = self->sides[LSC_BEFORE].name,
                                        .pairs = chart->pairs };
}

/* The pipelines of the argument "twins" of both sides, or of the side that has it. */
static gboolean
add_pipelines (LscPinMaker *self, const LscPin *pin, LscReportSection *section, GError **error)
{
  LscPipeline *pipelines[LSC_N_SIDES];
  g_autoptr (GArray) all = _lsc_pin_maker_find_twins (self, pin, pipelines, error);
  const LscPipelineTwins *twins;
  gint64 index = 0;
  Pipeline *chart;
  LscSide first;

  lsc_pin_get_int (pin, "twins", &index);
  if (!all)
    return FALSE;
  if (index < 0 || index >= all->len)
    return lsc_fail (error, LSC_ERROR_MISSING, "%s", _ ("The recording has no such pipeline."));
  twins = &g_array_index (all, LscPipelineTwins, index);
  first = twins->before ? LSC_BEFORE : LSC_AFTER;
  chart = g_new0 (Pipeline, 1);
  lsc_pipeline_view_init (&chart->view, pipelines[first],
                          first == LSC_BEFORE ? twins->before : twins->after);
  chart->view.first_step = chart->view.group->median_step;
  chart->view.n_steps = 1;
  read_look (pin, &chart->view);
  if (twins->before && twins->after)
    draw_twins (self, chart, twins, pipelines[LSC_AFTER]);
  take_pipeline (pin, section, chart);
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
  LscReportItem *item;
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
  item = lsc_report_add_chart (section, pin->title, make_lanes_page, self, lanes_free);
  item->table = lsc_report_timeline_table (layout, &(LscInterval){ self->begin_ns, self->end_ns });
  item->height_share =
      (lsc_timeline_layout_get_content_height (layout) + AROUND_PX) / LSC_REPORT_CHART_WIDTH;
}

static gboolean
add_timeline (LscPinMaker *self, const LscPin *pin, LscReportSection *section, GError **error)
{
  g_autoptr (GPtrArray) timelines = _lsc_pin_maker_load_ranks (self, pin, error);
  g_autofree gint64 *offsets = NULL;
  LscTimelineLayout *layout;
  LscInterval whole;

  if (!timelines)
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
  if (lsc_pin_get (pin, "state"))
    lsc_timeline_layout_restore (layout, lsc_pin_get (pin, "state"));
  if (lsc_pin_get (pin, "filter"))
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
  LscSource *source =
      ranks && data->session ? lsc_session_find_source (data->session, ranks->rank[index]) : NULL;

  if (!source)
    return lsc_fail (error, LSC_ERROR_MISSING, "%s", _ ("A side has no rank that could be read."));
  side->name = data->name;
  side->timeline = _lsc_pin_maker_load_timeline (self, data, source, error);
  if (!side->timeline)
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

  if (!ranks)
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

/* ---- stragglers ---- */

static gboolean
add_stragglers (LscPinMaker *self, const LscPin *pin, LscReportSection *section, GError **error)
{
  LscPinSideData *side = _lsc_pin_maker_get_side (self, pin, error);
  g_autoptr (LscStragglers) study =
      side ? lsc_session_get_stragglers (side->session, NULL, self->job, error) : NULL;

  return study && lsc_report_add_stragglers (section, pin->title, study, error);
}

static gboolean
add_matrix (LscPinMaker *self, const LscPin *pin, LscReportSection *section, GError **error)
{
  LscPinSideData *side = _lsc_pin_maker_get_side (self, pin, error);
  g_autoptr (LscCommunication) communication =
      side ? lsc_session_get_communication (side->session, self->job, error) : NULL;

  return communication && lsc_report_add_matrix (section, pin->title, communication, error);
}

/* ---- all of them ---- */

static const struct
{
  const char *view;
  gboolean (*add) (LscPinMaker *self, const LscPin *pin, LscReportSection *section, GError **error);
} views[] = {
  { "overview/chart", add_ranks },
  { "overview/steps", add_ranks },
  { "compare/chart", add_bars },
  { "compare/chips", _lsc_pin_add_chips },
  { "compare/timelines", add_twin },
  { "compare/pipelines", add_pipelines },
  { "pipeline/chart", add_pipeline },
  { "timeline/chart", add_timeline },
  { "overview/stragglers", add_stragglers },
  { "communication/chart", add_matrix },
  { "pipeline/stragglers", add_stragglers },
  { "operators/chart", _lsc_pin_add_shares },
  { "operators/roofline", _lsc_pin_add_roofline },
  { "memory/chart", _lsc_pin_add_memory },
};

/** lsc_pin_is_chart: Returns: whether a pin shows a chart, and no table */
gboolean
lsc_pin_is_chart (const LscPin *pin)
{
  g_return_val_if_fail (pin && pin->view, FALSE);
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
  g_return_val_if_fail (self && pin && pin->view && section, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    if (strcmp (views[i].view, pin->view) == 0)
      return views[i].add (self, pin, section, error);
  return lsc_fail (error, LSC_ERROR_UNSUPPORTED, _ ("This version knows no view “%s”."), pin->view);
}
