/* lsc-report-pipeline.c - charts of pipelines in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-pipeline.h"

#include <math.h>

#include "draw/pipeline/lsc-pipeline-sheet.h"

/* Smaller numbers nobody reads on a screen; colours and legend say the rest. */
#define LEAST_LABEL_PX 9.0

/** Up to two steps, one below the other. */
typedef struct
{
  LscPipeline *pipelines[2];
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

/* (nullable): the pipeline that has the most ranks, of equal ones the first */
static const LscPipelineGroup *
find_group (const LscPipeline *pipeline)
{
  const LscPipelineGroup *found = NULL;

  for (guint i = 0; pipeline && i < pipeline->groups->len; i++)
    {
      const LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, i);

      if (group->n_steps > 0 && (!found || group->n_ranks > found->n_ranks))
        found = group;
    }
  return found;
}

static void
set_view (LscPipelineView *view, const Chart *self)
{
  const LscPipelineGroup *group = find_group (self->pipelines[0]);
  const LscPipelineGroup *other = find_group (self->pipelines[1]);

  lsc_pipeline_view_init (view, self->pipelines[0], group);
  view->first_step = group->median_step;
  view->n_steps = 1;
  if (other)
    view->twin = (LscPipelineTwin){ .mode = LSC_TWIN_BELOW,
                                    .pipeline = self->pipelines[1],
                                    .group = other,
                                    .step = other->median_step,
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

static LscPage *
make_page (gpointer data, const LscReportFrame *frame, PangoContext *context)
{
  LscPageOptions options = { .is_whole = TRUE, .is_figure = TRUE, .keep_theme = TRUE };
  LscPipelineView view = ((Figure *) data)->view;

  view.theme = frame->theme;
  view.port.width = frame->width;
  view.port.height = lsc_pipeline_view_content_height (&view);
  lsc_pipeline_view_fit (&view);
  return lsc_pipeline_sheet_new (&view, &options, context);
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
  Figure *self;

  g_return_if_fail (section && view);
  self = g_new0 (Figure, 1);
  *self = (Figure){ *view, data, free_data };
  self->view.is_figure = TRUE;
  self->view.least_label = LEAST_LABEL_PX;
  lsc_report_add_chart (section, title, make_page, self, figure_free)->height_share =
      (lsc_pipeline_view_content_height (&self->view) + 60) / LSC_REPORT_CHART_WIDTH;
}

/**
 * lsc_report_add_pipeline:
 * @second: (nullable): drawn below, in the same scale of time
 *
 * Adds the chart of the median step of the pipeline with the most ranks; nothing where there is
 * none.
 */
void
lsc_report_add_pipeline (LscReportSection *section, const char *title,
                         const LscReportPipeline *first, const LscReportPipeline *second)
{
  const LscReportPipeline *sides[] = { first, second };
  LscPipelineView view;
  Chart *self;

  g_return_if_fail (section && first);
  if (!find_group (first->pipeline))
    return;
  self = g_new0 (Chart, 1);
  for (guint i = 0; i < 2; i++)
    if (sides[i] && sides[i]->pipeline)
      {
        self->pipelines[i] = lsc_pipeline_ref (sides[i]->pipeline);
        self->names[i] = g_strdup (sides[i]->name);
      }
  set_view (&view, self);
  lsc_report_add_pipeline_view (section, title, &view, self, chart_free);
}
