/* lsc-report-pipeline.c - charts of pipelines in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-pipeline.h"

#include <inttypes.h>
#include <math.h>

#include "base/lsc-stats.h"
#include "draw/pipeline/lsc-pipeline-sheet.h"
#include "model/lsc-rank-name.h"
#include "export/report/lsc-report-chart-data.h"

/* Smaller numbers nobody reads on a screen; colours and legend say the rest. */
#define LEAST_LABEL_PX 9.0
#define HOST_WIDTH_PX 60.0
#define FIGURE_LEGEND_PX 60.0
#define LEGEND_PX 130.0
#define LEAST_SCALE 0.75 /* of a page: numbers in the boxes can be read */
#define LEAST_LANE_PX 8.0

/** Up to two steps, one below the other. */
typedef struct
{
  LscPipeline *pipelines[2];
  const LscPipelineGroup *groups[2]; /* (nullable): of these */
  gsize steps[2];                    /* of these */
  char *names[2];
} Chart;

static void
chart_free (gpointer data)
{
  Chart *self = data;

  for (guint i = 0; i < 2; i++)
    {
      g_clear_pointer (&self->pipelines[i], lsc_pipeline_unref);
      g_free (self->names[i]);
    }
  g_free (self);
}

/* Returns: place of the first of some ranks in a pipeline, which is its row; G_MAXUINT32 */
static guint32
find_row (const LscPipelineGroup *group, const GArray *ranks)
{
  for (guint k = 0; ranks && k < ranks->len; k++)
    for (gsize i = 0; i < group->n_ranks; i++)
      if (group->ranks[i] == g_array_index (ranks, gint64, k))
        return (guint32) i;
  return G_MAXUINT32;
}

/**
 * lsc_report_find_group:
 * @pipeline: (nullable):
 * @ranks: (nullable) (element-type gint64):
 *
 * Returns: (transfer none) (nullable): the pipeline that the first of the ranks is in, else the one
 *   that has the most ranks, of equal ones the first
 */
const LscPipelineGroup *
lsc_report_find_group (const LscPipeline *pipeline, const GArray *ranks)
{
  const LscPipelineGroup *found = NULL;

  for (guint i = 0; pipeline && i < pipeline->groups->len; i++)
    {
      const LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, i);

      if (group->n_steps > 0 && find_row (group, ranks) != G_MAXUINT32)
        return group;
      if (group->n_steps > 0 && (!found || group->n_ranks > found->n_ranks))
        found = group;
    }
  return found;
}

/**
 * lsc_report_name_pipeline:
 *
 * Returns: (transfer full): what the chapter on communication calls the same ranks: "pp [0, 4]"
 */
char *
lsc_report_name_pipeline (const LscPipelineGroup *group)
{
  g_autoptr (GString) ranks = NULL;

  g_return_val_if_fail (group, NULL);
  ranks = g_string_new (NULL);
  for (gsize i = 0; i < group->n_ranks; i++)
    {
      if (group->ranks[i] < 0 || lsc_rank_is_named (group->ranks[i]))
        return g_strdup (group->label);
      g_string_append_printf (ranks, i > 0 ? ", %" PRId64 : "%" PRId64, group->ranks[i]);
    }
  return g_strdup_printf ("pp [%s]", ranks->str);
}

/* Whether it is one of the steps that figures are of, and all of it was recorded. */
static gboolean
is_counted (const LscPipelineStep *step, const LscInt64s *counted)
{
  if (step->is_partial || step->is_forward_only || !step->has_id)
    return FALSE;
  for (gsize i = 0; i < counted->n; i++)
    if (counted->items[i] == step->id)
      return TRUE;
  return FALSE;
}

/**
 * lsc_report_find_step:
 * @counted: (nullable): numbers of the steps that count
 *
 * A page draws a step that its figures are of: the one of median length (of an even number the
 * shorter), the first of equal ones.
 *
 * Returns: index of the step; that of the pipeline's median where none of them counts
 */
gsize
lsc_report_find_step (const LscPipelineGroup *group, const LscInt64s *counted)
{
  g_autofree gint64 *lengths = NULL;
  gint64 median;
  gsize n = 0;

  g_return_val_if_fail (group, 0);
  lengths = g_new (gint64, group->n_steps + 1);
  for (gsize i = 0; counted && i < group->n_steps; i++)
    if (is_counted (&group->steps[i], counted))
      lengths[n++] = group->steps[i].t1_ns - group->steps[i].t0_ns;
  if (n == 0)
    return group->median_step;
  median = lsc_median_lower_int64 (lengths, n);
  for (gsize i = 0; i < group->n_steps; i++)
    if (is_counted (&group->steps[i], counted) &&
        group->steps[i].t1_ns - group->steps[i].t0_ns == median)
      return i;
  return group->median_step;
}

static void
set_view (LscPipelineView *view, const Chart *self, const GArray *ranks)
{
  const LscPipelineGroup *group = self->groups[0], *other = self->groups[1];

  lsc_pipeline_view_init (view, self->pipelines[0], group);
  view->first_step = self->steps[0];
  view->n_steps = 1;
  view->blamed_row = find_row (group, ranks);
  if (group->clocks.n_hosts > 1)
    view->port.header_width += HOST_WIDTH_PX; /* rows are named with their host */
  if (other)
    view->twin = (LscPipelineTwin){ .mode = LSC_TWIN_BELOW,
                                    .pipeline = self->pipelines[1],
                                    .group = other,
                                    .step = self->steps[1],
                                    .title = self->names[1],
                                    .first_title = self->names[0] };
}

/** A chart in a document. */
typedef struct
{
  LscPipelineView view;
  gpointer data;
  GDestroyNotify free_data;
} Figure;

static void
figure_free (gpointer data)
{
  Figure *self = data;

  self->free_data (self->data);
  g_free (self);
}

/* Many rows go without their messages, then get lower, so that all are on one page. */
static void
lower_rows (LscPipelineView *view, double room)
{
  if (lsc_pipeline_view_content_height (view) > room)
    view->show_p2p = FALSE;
  while (lsc_pipeline_view_content_height (view) > room && view->port.lane_height > LEAST_LANE_PX)
    view->port.lane_height--;
}

static LscPage *
make_page (gpointer data, const LscReportFrame *frame, PangoContext *context)
{
  LscPipelineView view = ((Figure *) data)->view;
  LscPageOptions options = { .is_whole = TRUE, .is_figure = view.is_figure, .keep_theme = TRUE };
  LscPage *page;

  view.theme = frame->theme;
  view.port.width = frame->width;
  if (frame->is_paper && !view.is_figure)
    lower_rows (&view, frame->height / LEAST_SCALE - LEGEND_PX);
  view.port.height = lsc_pipeline_view_content_height (&view);
  lsc_pipeline_view_fit (&view);
  page = lsc_pipeline_sheet_new (&view, &options, context);
  if (!page->is_figure) /* as the command pp draws it, without what stands around it */
    g_clear_pointer (&page->title, g_free);
  page->is_figure = TRUE;
  return page;
}

/* (transfer full): the blocks that a view shows */
static LscTable *
list_blocks (const LscPipelineView *view)
{
  const LscPipelineTwin *twin = &view->twin;
  LscTable *table = lsc_report_new_blocks_table ();
  gsize end = view->first_step + view->n_steps;

  for (gsize i = view->first_step; i < MIN (end, view->group->n_steps); i++)
    lsc_report_blocks_add_step (table, twin->first_title, view->pipeline, &view->group->steps[i]);
  if (twin->mode != LSC_TWIN_NONE && twin->group && twin->step < twin->group->n_steps)
    lsc_report_blocks_add_step (table, twin->title, twin->pipeline,
                                &twin->group->steps[twin->step]);
  return table;
}

/* @legend_px: about how high what stands below the rows is */
static LscReportItem *
add_view (LscReportSection *section, const char *title, const Figure *figure, double legend_px)
{
  Figure *self = g_new0 (Figure, 1);
  LscReportItem *item;

  *self = *figure;
  item = lsc_report_add_chart (section, title, make_page, self, figure_free);
  item->table = list_blocks (&self->view);
  item->height_share =
      (lsc_pipeline_view_content_height (&self->view) + legend_px) / LSC_REPORT_CHART_WIDTH;
  return item;
}

/**
 * lsc_report_add_pipeline_view:
 * @view: copied; what it borrows lives until @free_data is called
 * @data: (transfer full): what it borrows
 *
 * Adds a chart of pipelines as a figure, whole.
 */
void
lsc_report_add_pipeline_view (LscReportSection *section, const char *title,
                              const LscPipelineView *view, gpointer data, GDestroyNotify free_data)
{
  Figure figure;

  g_return_if_fail (section && view);
  figure = (Figure){ *view, data, free_data };
  figure.view.is_figure = TRUE;
  figure.view.least_label = LEAST_LABEL_PX;
  add_view (section, title, &figure, FIGURE_LEGEND_PX);
}

/**
 * lsc_report_add_pipeline:
 * @second: (nullable): drawn below, in the same scale of time
 *
 * Adds the chart of the step of median length, of those that count, of the pipeline that the cause
 * is in, else of the one with the most ranks, as the command pp draws it; nothing where there is
 * none.
 *
 * Returns: (transfer none) (nullable): the chart
 */
LscReportItem *
lsc_report_add_pipeline (LscReportSection *section, const char *title,
                         const LscReportPipeline *first, const LscReportPipeline *second)
{
  const LscReportPipeline *sides[] = { first, second };
  LscPipelineView view;
  Chart *self;

  g_return_val_if_fail (section && first, NULL);
  if (!lsc_report_find_group (first->pipeline, first->ranks))
    return NULL;
  self = g_new0 (Chart, 1);
  for (guint i = 0; i < 2; i++)
    if (sides[i] && sides[i]->pipeline)
      {
        self->pipelines[i] = lsc_pipeline_ref (sides[i]->pipeline);
        self->groups[i] = lsc_report_find_group (sides[i]->pipeline, sides[i]->ranks);
        self->steps[i] =
            self->groups[i] ? lsc_report_find_step (self->groups[i], sides[i]->counted) : 0;
        self->names[i] = g_strdup (sides[i]->name);
      }
  set_view (&view, self, first->ranks);
  return add_view (section, title, &(Figure){ view, self, chart_free }, LEGEND_PX);
}
