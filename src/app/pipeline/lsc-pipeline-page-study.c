/* lsc-pipeline-page-study.c - the shown step explained: computed in a thread, shown in the chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "draw/pipeline/lsc-pipeline-study.h"
#include "app/pipeline/lsc-pipeline-page-private.h"
#include "base/lsc-watchdog.h"

/* ---- in a thread ---- */

static void
page_study_free (gpointer data)
{
  LscPageStudy *self = data;

  g_clear_pointer (&self->study, lsc_study_unref);
  g_free (self->path);
  g_clear_pointer (&self->summary, lsc_table_unref);
  g_clear_pointer (&self->wait, lsc_table_unref);
  g_clear_pointer (&self->balance, lsc_table_unref);
  g_clear_pointer (&self->ladder, lsc_table_unref);
  g_clear_pointer (&self->path_table, lsc_table_unref);
  g_clear_pointer (&self->pipeline, lsc_pipeline_unref);
  g_free (self->error);
  g_free (self);
}

static void
make_tables (LscPageStudy *self)
{
  self->summary = lsc_study_summary_table (self->study);
  self->wait = lsc_study_wait_table (self->study);
  self->balance = lsc_study_balance_table (self->study);
  self->ladder = lsc_study_ladder_table (self->study);
  self->path_table = lsc_study_path_table (self->study);
}

/* A step that cannot be explained is a result, too. */
static gpointer
run_study (gpointer data, LscJob *job, GError **error)
{
  LscPageStudy *self = data;
  g_autoptr (GError) failure = NULL;

  self->study = lsc_study_new (self->pipeline, self->group, self->step, job, &failure);
  if (self->study)
    {
      self->path = lsc_pipeline_path_new (self->study, &self->n_path);
      make_tables (self);
    }
  else
    self->error = g_strdup (failure ? failure->message : _ ("nothing is known of this step"));
  return self;
}

/* ---- in the page ---- */

/**
 * _lsc_pipeline_page_shown_step:
 * @step: (out): index into the group's steps
 *
 * Returns: whether a single step is shown
 */
gboolean
_lsc_pipeline_page_shown_step (LscPipelinePage *self, gsize *step)
{
  const LscPipelineView *chart = lsc_pipeline_chart_get_chart (self->view);

  *step = chart->first_step;
  return self->group && chart->n_steps == 1 && chart->first_step < self->group->n_steps;
}

/* The chart borrows path and causes: they go before the study does. */
void
_lsc_pipeline_page_stop_study (LscPipelinePage *self)
{
  LscPipelineView *chart = lsc_pipeline_chart_edit_chart (self->view);

  lsc_task_stop (&self->studying);
  chart->path = NULL;
  chart->n_path = 0;
  lsc_pipeline_view_show_causes (chart, NULL);
  lsc_pipeline_chart_set_study (self->view, NULL, 0);
  g_clear_pointer (&self->what_if, lsc_what_if_unref);
  if (self->study)
    lsc_release_in_thread (g_steal_pointer (&self->study), page_study_free);
}

/* Shows path and causes as the switches say. */
void
_lsc_pipeline_page_apply_study (LscPipelinePage *self)
{
  LscPipelineView *chart = lsc_pipeline_chart_edit_chart (self->view);
  const LscPageStudy *study = self->study;
  gboolean with_path =
      study && study->path && g_settings_get_boolean (self->settings, "pipeline-show-path");
  gboolean with_idle = study && g_settings_get_boolean (self->settings, "pipeline-show-causes");

  chart->path = with_path ? study->path : NULL;
  chart->n_path = with_path ? study->n_path : 0;
  lsc_pipeline_view_show_causes (chart, with_idle ? study->study : NULL);
  lsc_chart_changed (LSC_CHART (self->view));
  gtk_widget_queue_resize (GTK_WIDGET (self->legend));
}

static void
on_studied (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscPipelinePage *self = owner;
  LscPageStudy *study = result;

  self->study = study;
  lsc_pipeline_chart_set_study (self->view, study->study, study->step);
  _lsc_pipeline_page_apply_study (self);
  if (self->compare.kind == LSC_COMPARE_THEORY)
    _lsc_pipeline_page_refresh_twin (self);
  _lsc_pipeline_page_study_changed (self);
}

static void
start_study (LscPipelinePage *self, gsize step)
{
  LscPageStudy *study = g_new0 (LscPageStudy, 1);

  study->pipeline = lsc_pipeline_ref (self->pipeline);
  study->group = self->group;
  study->step = step;
  lsc_task_start (self, &self->studying,
                  &(LscTaskWork){ .name = "pipeline: study",
                                  .run = run_study,
                                  .data = study, /* which is the result */
                                  .free_result = page_study_free,
                                  .done = on_studied });
}

/* Another step, group or recording is shown: what was known is of the old one. */
void
_lsc_pipeline_page_step_changed (LscPipelinePage *self)
{
  gboolean has_step;
  gsize step;

  has_step = _lsc_pipeline_page_shown_step (self, &step);
  if (self->compare.kind == LSC_COMPARE_WHAT_IF ||
      (self->compare.kind == LSC_COMPARE_STEP && has_step && self->compare.step == step))
    _lsc_pipeline_page_drop_compare (self);
  _lsc_pipeline_page_stop_twin (self);
  _lsc_pipeline_page_stop_study (self);
  if (has_step)
    start_study (self, step);
  if (self->compare.kind == LSC_COMPARE_STEP || self->compare.kind == LSC_COMPARE_RECORDING)
    _lsc_pipeline_page_refresh_twin (self); /* theory waits for the study */
  _lsc_pipeline_page_fill_compare (self);
  lsc_chart_changed (LSC_CHART (self->view));
  _lsc_pipeline_page_update_room (self);
  _lsc_pipeline_page_study_changed (self);
}

/**
 * _lsc_pipeline_page_why_no_study:
 *
 * Returns: (transfer full) (nullable): why neither theory nor waiting is known, %NULL if they are
 */
char *
_lsc_pipeline_page_why_no_study (LscPipelinePage *self)
{
  gsize step;

  if (!self->group)
    return g_strdup (_ ("There is no pipeline."));
  if (!_lsc_pipeline_page_shown_step (self, &step))
    return g_strdup (_ ("Several steps are shown. Choose one step to have it explained."));
  if (!self->study)
    return g_strdup (_ ("The step is being studied…"));
  if (!self->study->study)
    return g_strdup_printf (_ ("Not available: %s"), self->study->error);
  if (self->study->study->refusal)
    {
      g_autofree char *refusal = lsc_phrase_to_words (self->study->study->refusal);

      return g_strdup_printf (_ ("Not available: %s"), refusal);
    }
  return NULL;
}

/* ---- rows of this recording ---- */

/**
 * _lsc_pipeline_page_own_row:
 *
 * Returns: (transfer none) (nullable): the row of a spot in the recording that the window shows;
 *   %NULL for theory and other recordings
 */
const LscPipelineRow *
_lsc_pipeline_page_own_row (LscPipelinePage *self, const LscPipelineSpot *spot)
{
  const LscPipelineView *chart = lsc_pipeline_chart_get_chart (self->view);
  gsize step = spot->is_twin ? chart->twin.step : spot->step;

  if (!self->group || (spot->is_twin && chart->twin.group != self->group) ||
      step >= self->group->n_steps || spot->row >= self->group->steps[step].n_rows)
    return NULL;
  return &self->group->steps[step].rows[spot->row];
}

/* The critical path of the shown step in recorded times and their order, while it is highlighted.
 */
GArray *
_lsc_pipeline_page_get_path (LscAppPage *page)
{
  LscPipelinePage *self = LSC_PIPELINE_PAGE (page);
  const LscPipelineView *chart = lsc_pipeline_chart_get_chart (self->view);
  const LscPageStudy *study = self->study;
  GArray *path;

  if (!study || chart->n_path == 0)
    return NULL;
  path = g_array_new (FALSE, FALSE, sizeof (LscTimelinePathRange));
  for (gsize i = 0; i < chart->n_path; i++)
    {
      const LscPipelineRow *row = &study->group->steps[study->step].rows[chart->path[i].row];
      const LscBlock *block = &row->blocks[chart->path[i].block];
      LscTimelinePathRange range = { row->rank, lsc_block_recorded_start (row, block),
                                     lsc_block_recorded_end (row, block) };

      g_array_append_val (path, range);
    }
  return path;
}

/* ---- following dependencies ---- */

static gboolean
needs_op (const LscPlanOp *op, guint32 needed)
{
  for (guint i = 0; i < op->n_needs; i++)
    if (op->needs[i] == needed)
      return TRUE;
  return FALSE;
}

/* The first op that depends on @op; the next of its rank when no other does. */
static guint32
find_dependent (const LscStudy *study, guint32 op)
{
  const LscPlan *plan = study->plan;
  guint32 rank = plan->ops[op].rank, best = LSC_PLAN_NO_OP;

  for (guint32 i = 0; i < plan->n_ops; i++)
    if (needs_op (&plan->ops[i], op) &&
        (best == LSC_PLAN_NO_OP || study->times.start_ns[i] < study->times.start_ns[best]))
      best = i;
  if (best == LSC_PLAN_NO_OP && op + 1 < plan->first[rank + 1])
    best = op + 1;
  return best;
}

/* Without theory, the recorded and derived links tell what is known. */
static gboolean
follow_link (const LscPipelineStep *step, LscPipelineSpot *spot, gboolean forward)
{
  const LscPipelineLink *best = NULL;

  for (gsize i = 0; i < step->n_links; i++)
    {
      const LscPipelineLink *link = &step->links[i];

      if (forward ? link->src_row == spot->row && link->src_block == spot->block
                  : link->dst_row == spot->row && link->dst_block == spot->block)
        {
          best = link;
          break;
        }
    }
  if (!best)
    return FALSE;
  spot->row = forward ? best->dst_row : best->src_row;
  spot->block = forward ? best->dst_block : best->src_block;
  return TRUE;
}

static gboolean
follow_study (const LscStudy *study, LscPipelineSpot *spot, gboolean forward)
{
  guint32 op, block = G_MAXUINT32;

  if (!forward)
    {
      guint32 row = lsc_study_binding (study, spot->row, spot->block, &block);

      if (row == G_MAXUINT32)
        return FALSE;
      spot->row = row;
      spot->block = block;
      return TRUE;
    }
  op = lsc_study_op_of_block (study, spot->row, spot->block);
  if (op == LSC_PLAN_NO_OP)
    return FALSE;
  op = find_dependent (study, op);
  if (op == LSC_PLAN_NO_OP)
    return FALSE;
  spot->row = study->plan->ops[op].rank;
  spot->block = study->blocks[op];
  return TRUE;
}

/* Selects the block that decided the start of the selected one, or the first that depends on it. */
void
_lsc_pipeline_page_follow (LscPipelinePage *self, gboolean forward)
{
  const LscPipelineView *chart = lsc_pipeline_chart_get_chart (self->view);
  LscPipelineSpot spot = *lsc_pipeline_chart_get_selected (self->view);
  const LscStudy *study = self->study ? self->study->study : NULL;
  gboolean is_found = FALSE;

  if (lsc_pipeline_view_block (chart, &spot) && spot.is_twin)
    is_found = follow_link (&chart->twin.group->steps[chart->twin.step], &spot, forward);
  else if (lsc_pipeline_view_block (chart, &spot) && study && study->plan &&
           spot.step == self->study->step)
    is_found = follow_study (study, &spot, forward);
  else if (lsc_pipeline_view_block (chart, &spot))
    is_found = follow_link (&self->group->steps[spot.step], &spot, forward);
  if (is_found)
    lsc_pipeline_chart_select_and_reveal (self->view, &spot);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}
