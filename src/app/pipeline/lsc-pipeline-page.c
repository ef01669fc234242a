/* lsc-pipeline-page.c - the page with the pipeline chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/pipeline/lsc-pipeline-page-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/window/lsc-app.h"
#include "base/lsc-error.h"
#include "app/pipeline/lsc-pipeline-describe.h"
#include "app/pipeline/lsc-pipeline-panels.h"
#include "app/parts/lsc-grid-side.h"
#include "app/parts/lsc-analysis-settings.h"
#include "app/parts/lsc-label.h"
#include "app/parts/lsc-template.h"

#define PANELS_PX 250 /* high, until the user moves the border */

G_DEFINE_FINAL_TYPE (LscPipelinePage, lsc_pipeline_page, LSC_TYPE_APP_PAGE)

void
_lsc_pipeline_page_say (LscPipelinePage *self, const char *text)
{
  lsc_app_page_say (LSC_APP_PAGE (self), text);
}

static gboolean
is_busy (LscAppPage *page)
{
  LscPipelinePage *self = LSC_PIPELINE_PAGE (page);

  return self->studying || self->twinning || self->opening || self->aligning;
}

/* The study, or what stands beside the step, is another. */
void
_lsc_pipeline_page_study_changed (LscPipelinePage *self)
{
  gtk_spinner_set_spinning (self->spinner, is_busy (LSC_APP_PAGE (self)));
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), G_MAXUINT);
  _lsc_pipeline_page_path_changed (self);
  lsc_app_page_selection_changed (LSC_APP_PAGE (self));
}

void
_lsc_pipeline_page_path_changed (LscPipelinePage *self)
{
  lsc_app_page_path_changed (LSC_APP_PAGE (self));
}

/* ---- banner ---- */

static void
on_banner_response (GtkInfoBar *banner, int response, LscPipelinePage *self)
{
  gtk_info_bar_set_revealed (banner, FALSE);
}

/* ---- choices ---- */

/* What is of the group that was shown. */
static void
forget_group (LscPipelinePage *self)
{
  _lsc_pipeline_page_stop_twin (self);
  _lsc_pipeline_page_stop_study (self);
  if (self->compare.kind == LSC_COMPARE_STEP || self->compare.kind == LSC_COMPARE_WHAT_IF)
    _lsc_pipeline_page_drop_compare (self);
}

static void
show_group (LscPipelinePage *self, guint index)
{
  if (!self->pipeline || index >= self->pipeline->groups->len)
    return;
  forget_group (self);
  self->group = g_ptr_array_index (self->pipeline->groups, index);
  lsc_pipeline_chart_set_group (self->view, self->pipeline, self->group);
  _lsc_pipeline_page_mark_blamed (self);
  _lsc_pipeline_page_fill_steps (self);
  _lsc_pipeline_page_update_figures (self);
  _lsc_pipeline_page_step_changed (self);
  gtk_widget_queue_resize (GTK_WIDGET (self->legend));
}

static void
on_group_chosen (LscPipelinePage *self)
{
  if (!self->is_filling)
    show_group (self, gtk_drop_down_get_selected (self->group_choice));
}

static void
on_step_chosen (LscPipelinePage *self)
{
  guint index = gtk_drop_down_get_selected (self->step_choice);

  if (self->is_filling || !self->group || self->group->n_steps == 0)
    return;
  if (index == LSC_STEP_MEDIAN)
    lsc_pipeline_chart_set_steps (self->view, self->group->median_step, 1, FALSE);
  else if (index == LSC_STEP_SIDE_BY_SIDE || index == LSC_STEP_ALL)
    lsc_pipeline_chart_set_steps (self->view, 0, self->group->n_steps,
                                  index == LSC_STEP_SIDE_BY_SIDE);
  else if (index - LSC_N_STEP_MODES < self->group->n_steps)
    lsc_pipeline_chart_set_steps (self->view, index - LSC_N_STEP_MODES, 1, FALSE);
  _lsc_pipeline_page_update_figures (self);
  _lsc_pipeline_page_step_changed (self);
  gtk_widget_queue_resize (GTK_WIDGET (self->legend));
  _lsc_pipeline_page_choose_step (self, index);
}

/**
 * lsc_pipeline_page_show_step:
 * @step: index into the steps of the shown group
 */
void
lsc_pipeline_page_show_step (LscPipelinePage *self, gsize step)
{
  g_return_if_fail (LSC_IS_PIPELINE_PAGE (self));
  if (self->group && step < self->group->n_steps)
    gtk_drop_down_set_selected (self->step_choice, (guint) step + LSC_N_STEP_MODES);
}

static void
move_step (LscPipelinePage *self, int by)
{
  const LscPipelineView *chart = lsc_pipeline_chart_get_chart (self->view);
  gint64 step = (gint64) chart->first_step + by;

  if (!self->group || self->group->n_steps == 0)
    return;
  if (chart->n_steps > 1)
    step = by > 0 ? 0 : (gint64) self->group->n_steps - 1;
  if (step < 0 || step >= (gint64) self->group->n_steps)
    gtk_widget_error_bell (GTK_WIDGET (self));
  else
    gtk_drop_down_set_selected (self->step_choice, (guint) step + LSC_N_STEP_MODES);
}

/* ---- selection ---- */

/* A label and a value each about the selected block or row, NULL when nothing is selected. */
static GPtrArray *
get_details (LscAppPage *page)
{
  LscPipelinePage *self = LSC_PIPELINE_PAGE (page);
  const LscPipelineView *chart = lsc_pipeline_chart_get_chart (self->view);
  const LscPipelineSpot *spot = lsc_pipeline_chart_get_selected (self->view);

  if (lsc_pipeline_view_block (chart, spot))
    {
      GPtrArray *facts =
          lsc_describe_block (lsc_pipeline_chart_get_painter (self->view), chart, spot);
      gsize step;

      if (_lsc_pipeline_page_shown_step (self, &step))
        lsc_describe_study (facts, chart, spot, lsc_pipeline_chart_get_study (self->view, step));
      if (!spot->is_twin)
        lsc_describe_predecessors (facts, chart, spot);
      return facts;
    }
  return lsc_describe_row (chart, spot);
}

static void
update_action_states (LscPipelinePage *self)
{
  const LscPipelineView *chart = lsc_pipeline_chart_get_chart (self->view);
  const LscPipelineSpot *spot = lsc_pipeline_chart_get_selected (self->view);
  gboolean has_block = lsc_pipeline_view_block (chart, spot) != NULL;
  gboolean is_own = has_block && _lsc_pipeline_page_own_row (self, spot);
  gboolean has_group = self->group != NULL;
  static const char *const of_group[] = {
    "pipeline.export",        "pipeline.copy-picture", "pipeline.export-table",
    "pipeline.fit",           "pipeline.zoom-in",      "pipeline.zoom-out",
    "pipeline.compare-other", "pipeline.panel",        "pipeline.critical-path",
  };
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_action_set_enabled (widget, "pipeline.modules-in-block", is_own);
  gtk_widget_action_set_enabled (widget, "pipeline.show-timeline", is_own);
  gtk_widget_action_set_enabled (widget, "pipeline.align-block",
                                 has_block && chart->twin.mode != LSC_TWIN_NONE);
  gtk_widget_action_set_enabled (widget, "pipeline.align-start", chart->twin.mode != LSC_TWIN_NONE);
  gtk_widget_action_set_enabled (widget, "pipeline.decided-by", has_block);
  gtk_widget_action_set_enabled (widget, "pipeline.depends", has_block);
  gtk_widget_action_set_enabled (widget, "pipeline.copy-row", spot->row != G_MAXUINT32);
  for (guint i = 0; i < G_N_ELEMENTS (of_group); i++)
    gtk_widget_action_set_enabled (widget, of_group[i], has_group);
}

static void
on_selection_changed (LscPipelinePage *self)
{
  update_action_states (self);
  lsc_app_page_selection_changed (LSC_APP_PAGE (self));
}

/* Shows the selected block elsewhere; not one of theory. */
static void
jump_to (LscPipelinePage *self, LscPlace place)
{
  const LscPipelineSpot *spot = lsc_pipeline_chart_get_selected (self->view);
  const LscBlock *block = lsc_pipeline_view_block (lsc_pipeline_chart_get_chart (self->view), spot);
  const LscPipelineRow *row = block ? _lsc_pipeline_page_own_row (self, spot) : NULL;

  if (row)
    lsc_app_page_jump (LSC_APP_PAGE (self),
                       &(LscJump){ .place = place,
                                   .rank = row->rank,
                                   .begin_ns = lsc_block_recorded_start (row, block),
                                   .end_ns = lsc_block_recorded_end (row, block),
                                   .with_range = TRUE });
}

static void
on_block_activated (LscPipelinePage *self)
{
  jump_to (self, LSC_PLACE_MODULES);
}

/* ---- public ---- */

/* Shows why there is no chart, and what to do. */
static void
show_status (LscPipelinePage *self, const char *description)
{
  adw_status_page_set_title (self->status, _ ("No Pipeline"));
  adw_status_page_set_description (self->status, description);
  _lsc_pipeline_page_update_snippets (self);
  gtk_stack_set_visible_child_name (self->stack, "status");
}

/**
 * lsc_pipeline_page_set_pipeline:
 * @pipeline: (nullable): kept; %NULL or one without groups shows a status page
 */
void
lsc_pipeline_page_set_pipeline (LscPipelinePage *self, LscPipeline *pipeline)
{
  LscPipeline *old;

  g_return_if_fail (LSC_IS_PIPELINE_PAGE (self));
  old = self->pipeline;
  forget_group (self);
  lsc_task_stop (&self->aligning);
  self->pipeline = pipeline ? lsc_pipeline_ref (pipeline) : NULL;
  self->group = NULL;
  if (!pipeline || pipeline->groups->len == 0)
    {
      lsc_pipeline_chart_set_group (self->view, NULL, NULL);
      show_status (self, _ ("The profile has no pipeline ranges. They appear when forward_step and "
                            "backward_step, or the passes of DualPipeV, are marked with mstx "
                            "ranges and mstx is switched on in the profiler's experimental "
                            "configuration."));
      _lsc_pipeline_page_study_changed (self);
    }
  else
    {
      _lsc_pipeline_page_fill_groups (self);
      gtk_drop_down_set_selected (self->group_choice, 0);
      show_group (self, 0);
      _lsc_pipeline_page_show_all_kinds (self);
      _lsc_pipeline_page_apply_settings (self);
      gtk_stack_set_visible_child_name (self->stack, "chart");
    }
  _lsc_pipeline_page_judge (self);
  update_action_states (self);
  if (old)
    lsc_release_in_thread (old, (GDestroyNotify) lsc_pipeline_unref);
}

/**
 * lsc_pipeline_page_set_missing:
 * @why: what the recording lacks
 *
 * Shows that there is no pipeline, and offers the code that marks one.
 */
void
lsc_pipeline_page_set_missing (LscPipelinePage *self, const char *why)
{
  g_return_if_fail (LSC_IS_PIPELINE_PAGE (self) && why);
  lsc_pipeline_page_set_pipeline (self, NULL);
  show_status (self, why);
}

/* @time_ns: as recorded */
static gboolean
runs_at (const LscPipelineRow *row, const LscBlock *block, gint64 time_ns)
{
  return lsc_block_recorded_start (row, block) <= time_ns &&
         time_ns < lsc_block_recorded_end (row, block);
}

static gboolean
find_block (const LscPipelineGroup *group, gint64 rank, gint64 time_ns, LscPipelineSpot *spot)
{
  for (gsize s = 0; s < group->n_steps; s++)
    for (gsize r = 0; r < group->steps[s].n_rows; r++)
      {
        const LscPipelineRow *row = &group->steps[s].rows[r];

        for (gsize b = 0; row->rank == rank && b < row->n_blocks; b++)
          if (runs_at (row, &row->blocks[b], time_ns))
            {
              *spot = (LscPipelineSpot){ .step = s, .row = (guint32) r, .block = (guint32) b };
              return TRUE;
            }
      }
  return FALSE;
}

/**
 * lsc_pipeline_page_select_time:
 * @rank: one of the pipeline's
 * @time_ns: as recorded
 *
 * Shows the step with the block of a rank at a time, and selects it.
 *
 * Returns: whether there is such a block
 */
gboolean
lsc_pipeline_page_select_time (LscPipelinePage *self, gint64 rank, gint64 time_ns)
{
  LscPipelineSpot spot;

  g_return_val_if_fail (LSC_IS_PIPELINE_PAGE (self), FALSE);
  for (guint i = 0; self->pipeline && i < self->pipeline->groups->len; i++)
    {
      if (!find_block (g_ptr_array_index (self->pipeline->groups, i), rank, time_ns, &spot))
        continue;
      gtk_drop_down_set_selected (self->group_choice, i);
      gtk_drop_down_set_selected (self->step_choice, (guint) spot.step + LSC_N_STEP_MODES);
      lsc_pipeline_chart_select (self->view, &spot);
      return TRUE;
    }
  return FALSE;
}

/* ---- actions ---- */

/* Says why nothing is highlighted. */
static void
toggle_path (LscPipelinePage *self)
{
  g_autofree char *why = _lsc_pipeline_page_why_no_study (self);

  _lsc_pipeline_page_toggle (self, "pipeline-show-path");
  if (why && !self->studying && g_settings_get_boolean (self->settings, "pipeline-show-path"))
    _lsc_pipeline_page_say (self, why);
}

static void
fit (LscPipelinePage *self)
{
  lsc_chart_fit (LSC_CHART (self->view));
}

static void
zoom (LscPipelinePage *self, int is_closer)
{
  lsc_chart_zoom (LSC_CHART (self->view), is_closer ? 1.5 : 1 / 1.5);
}

static void
undo (LscPipelinePage *self)
{
  lsc_chart_perform (LSC_CHART (self->view), "undo");
}

static void
redo (LscPipelinePage *self)
{
  lsc_chart_perform (LSC_CHART (self->view), "redo");
}

static void
toggle_panels (LscPipelinePage *self)
{
  _lsc_pipeline_page_toggle (self, "pipeline-panel");
}

static const LscAppPageAction actions[] = {
  { "pipeline.fit", G_CALLBACK (fit) },
  { "pipeline.zoom-in", G_CALLBACK (zoom), TRUE },
  { "pipeline.zoom-out", G_CALLBACK (zoom), FALSE },
  { "pipeline.undo-view", G_CALLBACK (undo) },
  { "pipeline.redo-view", G_CALLBACK (redo) },
  { "pipeline.next-step", G_CALLBACK (move_step), 1 },
  { "pipeline.previous-step", G_CALLBACK (move_step), -1 },
  { "pipeline.modules-in-block", G_CALLBACK (jump_to), LSC_PLACE_MODULES },
  { "pipeline.show-kernels", G_CALLBACK (_lsc_pipeline_page_show_kernels) },
  { "pipeline.show-timeline", G_CALLBACK (jump_to), LSC_PLACE_SLICE },
  { "pipeline.export", G_CALLBACK (_lsc_pipeline_page_export_picture) },
  { "pipeline.export-table", G_CALLBACK (_lsc_pipeline_page_export_tables) },
  { "pipeline.names", G_CALLBACK (_lsc_pipeline_page_ask_names) },
  { "pipeline.copy-picture", G_CALLBACK (_lsc_pipeline_page_copy_picture) },
  { "pipeline.copy-row", G_CALLBACK (_lsc_pipeline_page_copy_row) },
  { "pipeline.panel", G_CALLBACK (toggle_panels), 0, "q" },
  { "pipeline.critical-path", G_CALLBACK (toggle_path), 0, "c" },
  { "pipeline.decided-by", G_CALLBACK (_lsc_pipeline_page_follow), FALSE },
  { "pipeline.depends", G_CALLBACK (_lsc_pipeline_page_follow), TRUE },
  { "pipeline.compare-other", G_CALLBACK (_lsc_pipeline_page_ask_recording) },
  { "pipeline.align-block", G_CALLBACK (_lsc_pipeline_page_align_at_block) },
  { "pipeline.align-start", G_CALLBACK (_lsc_pipeline_page_align_at_start) },
  { "pipeline.verdicts", G_CALLBACK (lsc_app_page_show_panel), LSC_PIPELINE_TAB_VERDICTS },
  { "pipeline.what-if", G_CALLBACK (lsc_app_page_show_panel), LSC_PIPELINE_TAB_WHAT_IF },
  { "pipeline.clocks", G_CALLBACK (lsc_app_page_show_panel), LSC_PIPELINE_TAB_CLOCKS },
  { "pipeline.stragglers", G_CALLBACK (lsc_app_page_show_panel), LSC_PIPELINE_TAB_STRAGGLERS },
  { "pipeline.waiting", G_CALLBACK (lsc_app_page_show_panel), LSC_PIPELINE_TAB_WAITING },
  { "pipeline.host-passes", G_CALLBACK (_lsc_pipeline_page_find_host_passes) },
  { "pipeline.copy-snippet", G_CALLBACK (_lsc_pipeline_page_copy_snippet), FALSE },
  { "pipeline.copy-gpu-snippet", G_CALLBACK (_lsc_pipeline_page_copy_snippet), TRUE },
  { NULL },
};

/* ---- life ---- */

static gboolean
lsc_pipeline_page_grab_focus (GtkWidget *widget)
{
  LscPipelinePage *self = LSC_PIPELINE_PAGE (widget);

  return self->group && gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static void
lsc_pipeline_page_dispose (GObject *object)
{
  LscPipelinePage *self = LSC_PIPELINE_PAGE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  if (self->view && child)
    {
      self->compare.kind = LSC_COMPARE_NONE;
      _lsc_pipeline_page_stop_twin (self);
      _lsc_pipeline_page_stop_study (self);
    }
  _lsc_pipeline_page_compare_clear (&self->compare);
  lsc_task_stop (&self->aligning);
  lsc_task_stop (&self->judging);
  lsc_task_stop (&self->opening);
  _lsc_pipeline_page_forget_names (self);
  g_clear_object (&self->settings);
  g_clear_object (&self->compare_actions);
  g_clear_object (&self->kind_actions);
  g_clear_object (&self->chooser);
  if (child)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->verdicts, lsc_verdicts_unref);
  g_clear_pointer (&self->pipeline, lsc_pipeline_unref);
  G_OBJECT_CLASS (lsc_pipeline_page_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *class)
{
  gtk_widget_class_bind_template_callback (class, on_banner_response);
  gtk_widget_class_bind_template_callback (class, on_selection_changed);
  gtk_widget_class_bind_template_callback (class, on_block_activated);
  gtk_widget_class_bind_template_callback_full (class, "on_legend_kind",
                                                G_CALLBACK (_lsc_pipeline_page_on_legend_kind));
}

/* ---- for the window ---- */

static gboolean
is_empty (LscAppPage *page)
{
  LscPipelinePage *self = LSC_PIPELINE_PAGE (page);

  return !self->pipeline || self->pipeline->groups->len == 0;
}

/* Index of the pipeline that a rank belongs to; G_MAXUINT without one. */
static guint
find_group (const LscPipeline *pipeline, gint64 rank)
{
  for (guint i = 0; i < pipeline->groups->len; i++)
    {
      const LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, i);

      for (gsize k = 0; k < group->n_ranks; k++)
        if (group->ranks[k] == rank)
          return i;
    }
  return G_MAXUINT;
}

static void
on_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscAppPage *page = owner;
  LscPipelinePage *self = owner;
  g_autoptr (LscPipeline) pipeline = result;

  lsc_app_page_found (page, data);
  if (error && !g_error_matches (error, LSC_ERROR, LSC_ERROR_NOTHING))
    {
      lsc_app_page_fail (page, error);
      return;
    }
  if (pipeline)
    {
      lsc_app_page_found (page, pipeline->notices);
      lsc_pipeline_page_set_pipeline (self, pipeline);
      gtk_drop_down_set_selected (self->group_choice, MIN (find_group (pipeline, self->loaded_rank),
                                                           pipeline->groups->len - 1));
    }
  else /* tells how to record one */
    lsc_pipeline_page_set_missing (self, error->message);
  lsc_app_page_set_ready (page);
  lsc_app_page_settle (page);
}

static void
load (LscAppPage *page)
{
  const LscAppPageSource *source = lsc_app_page_get_source (page);
  LscNotices *notices = lsc_notices_new ();
  LscTaskWish wish = lsc_app_page_wish (page, on_loaded);

  _lsc_pipeline_page_follow_projects (LSC_PIPELINE_PAGE (page));
  wish.data = notices;
  wish.free_data = (GDestroyNotify) lsc_notices_unref;
  LSC_PIPELINE_PAGE (page)->loaded_rank = source->source->rank;
  _lsc_pipeline_page_forget_names (LSC_PIPELINE_PAGE (page));
  lsc_loader_load_pipelines (source->loader, source->cluster, notices, &wish);
}

/* Whether the pipeline of the rank is among those that are shown, or being read or failed. */
static gboolean
follow (LscAppPage *page, const LscAppPageSource *next)
{
  LscPipelinePage *self = LSC_PIPELINE_PAGE (page);
  guint group;

  if (self->loaded_rank == next->source->rank)
    return TRUE;
  if (lsc_app_page_get_state (page) != LSC_PAGE_READY || !self->pipeline)
    return FALSE;
  group = find_group (self->pipeline, next->source->rank);
  if (group == G_MAXUINT)
    return FALSE;
  gtk_drop_down_set_selected (self->group_choice, group);
  return TRUE;
}

static void
clear (LscAppPage *page)
{
  LSC_PIPELINE_PAGE (page)->align = LSC_ALIGN_AUTO;
  lsc_pipeline_page_set_pipeline (LSC_PIPELINE_PAGE (page), NULL);
}

static void
show_jump (LscAppPage *page, const LscJump *jump)
{
  if (!lsc_pipeline_page_select_time (LSC_PIPELINE_PAGE (page), jump->rank, jump->begin_ns))
    lsc_app_page_say (page, _ ("No block of the pipeline ran at that time"));
}

static void
init_page_class (LscAppPageClass *class)
{
  static const LscAppPageExport exports[] = {
    { N_ ("_Picture…"), "pipeline.export", TRUE },
    { N_ ("_Tables…"), "pipeline.export-table", TRUE },
    { N_ ("_Names in Pictures…"), "pipeline.names", FALSE },
    { N_ ("_Copy Picture"), "pipeline.copy-picture", FALSE },
    { NULL },
  };

  class->places = LSC_PLACE_BLOCK;
  class->exports = exports;
  class->panel_setting = "pipeline-panel";
  class->shows_all_ranks = TRUE;
  class->loading_title = N_ ("Reading the Pipeline");
  class->failed_title = N_ ("No Pipeline to Show");
  class->load = load;
  class->follow = follow;
  class->clear = clear;
  class->get_details = get_details;
  class->complete_pin = _lsc_pipeline_page_complete_pin;
  class->is_busy = is_busy;
  class->is_empty = is_empty;
  class->get_command = _lsc_pipeline_page_get_command;
  class->show = show_jump;
  class->get_path = _lsc_pipeline_page_get_path;
  class->take_selection = _lsc_pipeline_page_take_selection;
  class->scope = N_ ("it shows all stages of a pipeline");
}

static void
lsc_pipeline_page_class_init (LscPipelinePageClass *class)
{
  static const LscTemplateChild children[] = {
    LSC_CHILD (LscPipelinePage, stack),
    LSC_CHILD (LscPipelinePage, status),
    LSC_CHILD (LscPipelinePage, snippet_button),
    LSC_CHILD (LscPipelinePage, gpu_snippet_button),
    LSC_CHILD (LscPipelinePage, snippets),
    LSC_CHILD (LscPipelinePage, compare_button),
    LSC_CHILD (LscPipelinePage, steps_menu),
    LSC_CHILD (LscPipelinePage, spinner),
    LSC_CHILD (LscPipelinePage, recordings_menu),
    LSC_CHILD (LscPipelinePage, verdict_line),
    LSC_CHILD (LscPipelinePage, verdict_kernels),
    LSC_CHILD (LscPipelinePage, verdict_icon),
    LSC_CHILD (LscPipelinePage, words),
    LSC_CHILD (LscPipelinePage, verdict_label),
    LSC_CHILD (LscPipelinePage, clock_button),
    LSC_CHILD (LscPipelinePage, paned),
    LSC_CHILD (LscPipelinePage, panel),
    LSC_CHILD (LscPipelinePage, group_choice),
    LSC_CHILD (LscPipelinePage, step_choice),
    LSC_CHILD (LscPipelinePage, color_choice),
    LSC_CHILD (LscPipelinePage, kinds_menu),
    LSC_CHILD (LscPipelinePage, figures_label),
    LSC_CHILD (LscPipelinePage, banner),
    LSC_CHILD (LscPipelinePage, banner_label),
    LSC_CHILD (LscPipelinePage, view),
    LSC_CHILD (LscPipelinePage, legend),
    LSC_CHILD (LscPipelinePage, grid_button),
    LSC_CHILD (LscPipelinePage, grid_stack),
    LSC_CHILD (LscPipelinePage, grid),
  };
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  g_type_ensure (LSC_TYPE_PIPELINE_CHART);
  g_type_ensure (LSC_TYPE_PIPELINE_LEGEND);
  g_type_ensure (LSC_TYPE_GRID_PANE);
  object_class->dispose = lsc_pipeline_page_dispose;
  widget_class->grab_focus = lsc_pipeline_page_grab_focus;
  lsc_template_set (class, "lsc-pipeline-page", children, G_N_ELEMENTS (children));
  bind_children (widget_class);
  lsc_app_page_class_install (LSC_APP_PAGE_CLASS (class), actions);
  init_page_class (LSC_APP_PAGE_CLASS (class));
}

static void
lsc_pipeline_page_init (LscPipelinePage *self)
{
  static const LscGridFigure figures[] = { LSC_GRID_BUBBLE, LSC_GRID_COMPUTING, LSC_GRID_STEP };

  gtk_widget_init_template (GTK_WIDGET (self));
  lsc_labels_keep_units (GTK_WIDGET (self));
  self->settings = g_settings_new (LSC_APP_ID);
  lsc_pipeline_legend_set_view (self->legend, self->view);
  _lsc_pipeline_page_init_groups (self);
  _lsc_pipeline_page_add_setting_actions (self);
  _lsc_pipeline_page_add_kind_actions (self);
  _lsc_pipeline_page_add_compare_actions (self);
  lsc_app_page_take_notebook (LSC_APP_PAGE (self), self->panel, self->paned, PANELS_PX);
  lsc_grid_pane_set_figures (self->grid, figures, G_N_ELEMENTS (figures));
  lsc_grid_side_add (LSC_APP_PAGE (self), self->grid, self->grid_stack, self->grid_button,
                     "pipeline-grid");
  g_signal_connect_object (self->settings, "changed",
                           G_CALLBACK (_lsc_pipeline_page_on_setting_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->group_choice, "notify::selected", G_CALLBACK (on_group_chosen),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->step_choice, "notify::selected", G_CALLBACK (on_step_chosen), self,
                           G_CONNECT_SWAPPED);
  _lsc_pipeline_page_apply_settings (self);
  g_clear_weak_pointer (&self->projects);
  lsc_pipeline_page_set_pipeline (self, NULL);
}
