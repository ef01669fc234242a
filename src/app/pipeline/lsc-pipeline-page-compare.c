/* lsc-pipeline-page-compare.c - theory, a prediction, another step or recording beside the step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "analyze/pipeline/lsc-pipeline-schedule.h"
#include "base/lsc-time.h"
#include "app/pipeline/lsc-pipeline-page-private.h"
#include "app/window/lsc-open-project.h"
#include "base/lsc-watchdog.h"

#define STEPS_IN_MENU 40
#define RECORDING "recording:" /* and its path */

/* ---- in a thread ---- */

/* What a second side is made of. */
typedef struct
{
  LscCompareKind kind;
  LscTheoryCosts costs;
  gboolean with_latency;
  LscStudy *study;
  LscWhatIf *what_if;
  guint row;
  LscPipeline *pipeline;
  const LscPipelineGroup *group;
  gsize step;
  LscPageTwin *twin;
} Work;

static void
page_twin_free (gpointer data)
{
  LscPageTwin *self = data;

  g_clear_pointer (&self->pairs, lsc_block_pairs_free);
  g_clear_pointer (&self->deltas, lsc_table_unref);
  g_clear_pointer (&self->pipeline, lsc_pipeline_unref);
  g_free (self->title);
  g_free (self->first_title);
  g_free (self->error);
  g_free (self);
}

static void
work_free (gpointer data)
{
  Work *self = data;

  g_clear_pointer (&self->study, lsc_study_unref);
  g_clear_pointer (&self->what_if, lsc_what_if_unref);
  g_clear_pointer (&self->pipeline, lsc_pipeline_unref);
  g_free (self);
}

static void
make_side (const Work *work, LscPageTwin *twin, GError **error)
{
  if (twin->pipeline)
    return; /* another step or recording: it is there already */
  if (work->kind == LSC_COMPARE_THEORY)
    twin->pipeline = lsc_study_theory (work->study, work->costs, work->with_latency, error);
  else if (work->kind == LSC_COMPARE_WHAT_IF)
    twin->pipeline = lsc_what_if_draw (work->what_if, work->row, error);
  if (twin->pipeline && twin->pipeline->groups->len > 0)
    twin->group = g_ptr_array_index (twin->pipeline->groups, 0);
}

static gpointer
run_twin (gpointer data, LscJob *job, GError **error)
{
  Work *work = data;
  LscPageTwin *twin = work->twin;
  g_autoptr (GError) failure = NULL;

  make_side (work, twin, &failure);
  if (!twin->group || twin->step >= twin->group->n_steps)
    twin->error = g_strdup (failure ? failure->message : _ ("it has no step to show"));
  else if (!lsc_job_is_cancelled (job))
    {
      const LscPipelineStep *step = &work->group->steps[work->step];
      const LscPipelineStep *other = &twin->group->steps[twin->step];

      twin->pairs = lsc_block_pairs_new (step, other);
      twin->deltas = lsc_pipeline_delta_table (work->group, step, twin->group, other);
    }
  return twin;
}

/* ---- names ---- */

static char *
step_title (const LscPipelineStep *step)
{
  return step->has_id ? g_strdup_printf (_ ("step %" PRId64), step->id)
                      : g_strdup (_ ("step without number"));
}

static const char *
costs_title (LscTheoryCosts costs)
{
  return costs == LSC_THEORY_GLOBAL  ? _ ("one mean for each kind")
         : costs == LSC_THEORY_STAGE ? _ ("means of each stage")
                                     : _ ("each block's own time");
}

static char *
what_if_title (const LscWhatIfRow *row)
{
  g_autofree char *title = lsc_phrase_to_words (row->title);

  return g_strdup_printf (_ ("what-if: %s"), title);
}

static char *
make_title (LscPipelinePage *self, gboolean with_latency)
{
  const LscPageCompare *compare = &self->compare;

  switch (compare->kind)
    {
    case LSC_COMPARE_THEORY:
      return g_strdup_printf (
          with_latency ? _ ("theory: %s, %s, with latency") : _ ("theory: %s, %s"),
          self->group->schedule
              ? lsc_schedule_type_title (lsc_schedule_type_from_name (self->group->schedule))
              : "?",
          costs_title (compare->costs));
    case LSC_COMPARE_STEP:
      return step_title (&self->group->steps[compare->step]);
    case LSC_COMPARE_RECORDING:
      return g_strdup (compare->recording_name);
    case LSC_COMPARE_WHAT_IF:
      return what_if_title (g_ptr_array_index (compare->what_if->rows, compare->row));
    case LSC_COMPARE_NONE:
    default:
      return NULL;
    }
}

static char *
make_first_title (LscPipelinePage *self, gsize step)
{
  if (self->compare.kind == LSC_COMPARE_STEP)
    return step_title (&self->group->steps[step]);
  if (self->compare.kind == LSC_COMPARE_RECORDING)
    return g_strdup (lsc_app_page_get_source (LSC_APP_PAGE (self))->title);
  return g_strdup (_ ("measured"));
}

/* ---- the second side ---- */

static LscTwinMode
get_mode (LscPipelinePage *self)
{
  g_autofree char *mode = g_settings_get_string (self->settings, "pipeline-twin-mode");

  return g_str_equal (mode, "ghost")         ? LSC_TWIN_GHOST
         : g_str_equal (mode, "interleaved") ? LSC_TWIN_INTERLEAVED
                                             : LSC_TWIN_BELOW;
}

static void
update_button (LscPipelinePage *self)
{
  const char *text = _ ("Compare With");
  g_autofree char *tooltip = NULL;

  if (self->compare.kind == LSC_COMPARE_THEORY)
    text = _ ("Compared with Theory");
  else if (self->compare.kind == LSC_COMPARE_STEP)
    text = _ ("Compared with Another Step");
  else if (self->compare.kind == LSC_COMPARE_RECORDING)
    text = _ ("Compared with Recording");
  else if (self->compare.kind == LSC_COMPARE_WHAT_IF)
    text = _ ("Compared with What-If");
  gtk_menu_button_set_label (self->compare_button, text);
  if (self->twin && self->twin->title)
    tooltip = g_strdup_printf (_ ("Compared with %s"), self->twin->title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->compare_button),
                               tooltip ? tooltip
                                       : _ ("Draws a second pipeline with this one: in theory, of "
                                            "another step or of another recording"));
}

/* Shows the second side as the switches say. */
void
_lsc_pipeline_page_apply_twin (LscPipelinePage *self)
{
  LscPipelineTwin twin = { LSC_TWIN_NONE };
  const LscPageTwin *made = self->twin;

  if (made && made->group && !made->error)
    twin = (LscPipelineTwin){
      .mode = get_mode (self),
      .pipeline = made->pipeline,
      .group = made->group,
      .step = made->step,
      .offset_ns = lsc_pipeline_chart_get_chart (self->view)->twin.offset_ns,
      .title = made->title,
      .first_title = made->first_title,
      .pairs = made->pairs,
      .show_delta = g_settings_get_boolean (self->settings, "pipeline-show-delta"),
    };
  lsc_pipeline_chart_set_twin (self->view, &twin);
  _lsc_pipeline_page_update_room (self);
  update_button (self);
  gtk_widget_queue_resize (GTK_WIDGET (self->legend));
}

/* The chart borrows the second side: it is hidden before that goes. */
void
_lsc_pipeline_page_stop_twin (LscPipelinePage *self)
{
  LscPipelineTwin none = { LSC_TWIN_NONE };

  lsc_task_stop (&self->twinning);
  lsc_pipeline_chart_set_twin (self->view, &none);
  if (self->twin)
    lsc_release_in_thread (g_steal_pointer (&self->twin), page_twin_free);
}

static void
on_twin_made (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscPipelinePage *self = owner;
  LscPageTwin *twin = result;

  self->twin = twin;
  if (twin->error)
    {
      g_autofree char *text = g_strdup_printf (_ ("Nothing to compare with: %s"), twin->error);

      _lsc_pipeline_page_say (self, text);
    }
  _lsc_pipeline_page_apply_twin (self);
  if (!twin->error)
    lsc_chart_fit (LSC_CHART (self->view));
  _lsc_pipeline_page_study_changed (self);
}

/* The group of another recording that is like the shown one: same ranks, else same P, else first */
static const LscPipelineGroup *
find_like (const LscPipeline *pipeline, const LscPipelineGroup *group)
{
  const LscPipelineGroup *best = NULL;

  for (guint i = 0; i < pipeline->groups->len; i++)
    {
      const LscPipelineGroup *other = g_ptr_array_index (pipeline->groups, i);

      if (g_strcmp0 (other->label, group->label) == 0)
        return other;
      if (!best && other->n_ranks == group->n_ranks)
        best = other;
    }
  if (!best && pipeline->groups->len > 0)
    best = g_ptr_array_index (pipeline->groups, 0);
  return best;
}

static gboolean
prepare (LscPipelinePage *self, LscPageTwin *twin)
{
  LscStudy *study = self->study ? self->study->study : NULL;

  switch (self->compare.kind)
    {
    case LSC_COMPARE_THEORY:
      return study && !study->refusal;
    case LSC_COMPARE_WHAT_IF:
      return self->compare.what_if != NULL;
    case LSC_COMPARE_STEP:
      twin->pipeline = lsc_pipeline_ref (self->pipeline);
      twin->group = self->group;
      twin->step = self->compare.step;
      return self->compare.step < self->group->n_steps;
    case LSC_COMPARE_RECORDING:
      if (!self->compare.recording)
        return FALSE;
      twin->pipeline = lsc_pipeline_ref (self->compare.recording);
      twin->group = find_like (twin->pipeline, self->group);
      twin->step = twin->group ? twin->group->median_step : 0;
      return twin->group != NULL;
    case LSC_COMPARE_NONE:
    default:
      return FALSE;
    }
}

static void
start_twin (LscPipelinePage *self, LscPageTwin *twin, gsize step)
{
  gboolean with_latency = g_settings_get_boolean (self->settings, "pipeline-theory-latency");
  Work *work = g_new0 (Work, 1);

  *work = (Work){ .kind = self->compare.kind,
                  .costs = self->compare.costs,
                  .with_latency = with_latency,
                  .row = self->compare.row,
                  .pipeline = lsc_pipeline_ref (self->pipeline),
                  .group = self->group,
                  .step = step,
                  .twin = twin };
  if (work->kind == LSC_COMPARE_THEORY)
    work->study = lsc_study_ref (self->study->study);
  if (work->kind == LSC_COMPARE_WHAT_IF)
    work->what_if = lsc_what_if_ref (self->compare.what_if);
  twin->title = make_title (self, with_latency);
  twin->first_title = make_first_title (self, step);
  lsc_task_start (self, &self->twinning,
                  &(LscTaskWork){ .name = "pipeline: comparison",
                                  .run = run_twin,
                                  .data = work,
                                  .free_data = work_free,
                                  .free_result = page_twin_free,
                                  .done = on_twin_made });
}

/* Makes what the user asked for, of the step that is shown. */
void
_lsc_pipeline_page_refresh_twin (LscPipelinePage *self)
{
  LscPageTwin *twin;
  gsize step;
  gboolean has_step = _lsc_pipeline_page_shown_step (self, &step);

  _lsc_pipeline_page_stop_twin (self);
  update_button (self);
  if (!has_step || self->compare.kind == LSC_COMPARE_NONE)
    return;
  twin = g_new0 (LscPageTwin, 1);
  if (prepare (self, twin))
    start_twin (self, twin, step);
  else
    page_twin_free (twin);
}

void
_lsc_pipeline_page_compare_clear (LscPageCompare *compare)
{
  g_clear_pointer (&compare->recording, lsc_pipeline_unref);
  g_clear_pointer (&compare->recording_name, g_free);
  g_clear_pointer (&compare->recording_path, g_free);
  g_clear_pointer (&compare->what_if, lsc_what_if_unref);
  compare->kind = LSC_COMPARE_NONE;
}

/* ---- asking ---- */

static const char *const costs_names[] = { NULL, "theory-global", "theory-stage", "theory-block" };

static char *
compare_name (const LscPageCompare *compare)
{
  switch (compare->kind)
    {
    case LSC_COMPARE_THEORY:
      return g_strdup (costs_names[compare->costs]);
    case LSC_COMPARE_STEP:
      return g_strdup_printf ("step-%" G_GSIZE_FORMAT, compare->step);
    case LSC_COMPARE_RECORDING:
      return g_strconcat (RECORDING, compare->recording_path, NULL);
    case LSC_COMPARE_WHAT_IF:
      return g_strdup ("what-if");
    case LSC_COMPARE_NONE:
    default:
      return g_strdup ("none");
    }
}

static void
compare_changed (LscPipelinePage *self)
{
  g_autofree char *name = compare_name (&self->compare);
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->compare_actions), "with");

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_string (name));
  lsc_pipeline_chart_edit_chart (self->view)->twin.offset_ns = 0;
  _lsc_pipeline_page_refresh_twin (self);
  _lsc_pipeline_page_study_changed (self);
}

/* Back to the measured step alone; another recording stays at hand. */
void
_lsc_pipeline_page_drop_compare (LscPipelinePage *self)
{
  self->compare.kind = LSC_COMPARE_NONE;
  g_clear_pointer (&self->compare.what_if, lsc_what_if_unref);
  compare_changed (self);
}

static void
say_why_not (LscPipelinePage *self)
{
  g_autofree char *text = _lsc_pipeline_page_why_no_study (self);

  if (text && !self->studying)
    _lsc_pipeline_page_say (self, text);
}

static void
on_with (GSimpleAction *action, GVariant *state, LscPipelinePage *self)
{
  const char *name = g_variant_get_string (state, NULL);

  if (g_str_has_prefix (name, RECORDING) &&
      g_strcmp0 (name + strlen (RECORDING), self->compare.recording_path) != 0)
    {
      lsc_pipeline_page_open_comparison (self, name + strlen (RECORDING));
      return;
    }
  if (g_str_equal (name, "what-if") && !self->compare.what_if)
    return;
  self->compare.kind = LSC_COMPARE_NONE;
  for (guint i = 1; i < G_N_ELEMENTS (costs_names); i++)
    if (g_str_equal (name, costs_names[i]))
      {
        self->compare.kind = LSC_COMPARE_THEORY;
        self->compare.costs = (LscTheoryCosts) i;
        say_why_not (self);
      }
  if (g_str_has_prefix (name, "step-"))
    {
      self->compare.kind = LSC_COMPARE_STEP;
      self->compare.step = (gsize) g_ascii_strtoull (name + strlen ("step-"), NULL, 10);
    }
  else if (g_str_has_prefix (name, RECORDING))
    self->compare.kind = LSC_COMPARE_RECORDING;
  else if (g_str_equal (name, "what-if"))
    self->compare.kind = LSC_COMPARE_WHAT_IF;
  compare_changed (self);
}

void
_lsc_pipeline_page_add_compare_actions (LscPipelinePage *self)
{
  g_autoptr (GSimpleAction) with =
      g_simple_action_new_stateful ("with", G_VARIANT_TYPE_STRING, g_variant_new_string ("none"));

  self->compare_actions = g_simple_action_group_new ();
  g_signal_connect (with, "change-state", G_CALLBACK (on_with), self);
  g_action_map_add_action (G_ACTION_MAP (self->compare_actions), G_ACTION (with));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "pipecmp",
                                  G_ACTION_GROUP (self->compare_actions));
}

static void
add_recording (LscPipelinePage *self, const char *title, const char *path)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (NULL, NULL);
  g_auto (GStrv) parts = g_strsplit (title, "_", -1); /* no mnemonics in names */
  g_autofree char *label = g_strjoinv ("__", parts);
  g_autofree char *target = g_strconcat (RECORDING, path, NULL);

  g_menu_item_set_label (item, label);
  g_menu_item_set_action_and_target (item, "pipecmp.with", "s", target);
  g_menu_append_item (self->recordings_menu, item);
}

/* The opened projects first, then what was chosen before, then the chooser. */
static void
fill_recordings (LscPipelinePage *self)
{
  const LscPageCompare *compare = &self->compare;
  const LscProject *shown = lsc_app_page_get_source (LSC_APP_PAGE (self))->project;
  guint n = self->projects ? g_list_model_get_n_items (self->projects) : 0;
  gboolean is_open = FALSE;

  g_menu_remove_all (self->recordings_menu);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LscOpenProject) open = g_list_model_get_item (self->projects, i);
      LscProject *project = lsc_open_project_get_project (open);

      is_open |= g_strcmp0 (project->path, compare->recording_path) == 0;
      if (project != shown)
        add_recording (self, lsc_open_project_get_title (open), project->path);
    }
  if (compare->recording_path && !is_open)
    add_recording (self, compare->recording_name, compare->recording_path);
  g_menu_append (self->recordings_menu, _ ("Open Another Recor_ding…"), "pipeline.compare-other");
}

/* Offers the projects that are open, also after others were opened or closed. */
void
_lsc_pipeline_page_follow_projects (LscPipelinePage *self)
{
  GListModel *projects = lsc_app_page_get_source (LSC_APP_PAGE (self))->projects;

  if (projects != self->projects && projects)
    g_signal_connect_object (projects, "items-changed", G_CALLBACK (fill_recordings), self,
                             G_CONNECT_SWAPPED);
  g_set_weak_pointer (&self->projects, projects);
  fill_recordings (self);
}

/* Lists the steps that can stand beside, the nearest when there are many. */
void
_lsc_pipeline_page_fill_compare (LscPipelinePage *self)
{
  const LscPipelineGroup *group = self->group;
  gsize shown, first = 0, n = group ? group->n_steps : 0;

  fill_recordings (self);
  g_menu_remove_all (self->steps_menu);
  if (!_lsc_pipeline_page_shown_step (self, &shown))
    return;
  if (n > STEPS_IN_MENU)
    {
      first = shown > STEPS_IN_MENU / 2 ? shown - STEPS_IN_MENU / 2 : 0;
      first = MIN (first, n - STEPS_IN_MENU);
      n = STEPS_IN_MENU;
    }
  for (gsize i = first; i < first + n; i++)
    {
      const LscPipelineStep *step = &group->steps[i];
      g_autofree char *title = step_title (step);
      g_autofree char *window = lsc_format_duration (step->t1_ns - step->t0_ns, LSC_TIME_UNIT_AUTO);
      g_autofree char *text = g_strdup_printf ("%s · %s", title, window);
      g_autofree char *target = g_strdup_printf ("pipecmp.with::step-%" G_GSIZE_FORMAT, i);

      if (i != shown)
        g_menu_append (self->steps_menu, text, target);
    }
}

/* Draws a prediction under the step. */
void
_lsc_pipeline_page_draw_what_if (LscPipelinePage *self, LscWhatIf *what_if, guint row)
{
  const LscWhatIfRow *data = g_ptr_array_index (what_if->rows, row);

  if (data->refusal)
    {
      g_autofree char *refusal = lsc_phrase_to_words (data->refusal);

      _lsc_pipeline_page_say (self, refusal);
      return;
    }
  lsc_what_if_ref (what_if);
  g_clear_pointer (&self->compare.what_if, lsc_what_if_unref);
  self->compare.what_if = what_if;
  self->compare.kind = LSC_COMPARE_WHAT_IF;
  self->compare.row = row;
  compare_changed (self);
}

/**
 * _lsc_pipeline_page_compare_recording:
 * @other: kept
 * @name: for people
 * @path: where it was read from
 */
void
_lsc_pipeline_page_compare_recording (LscPipelinePage *self, LscPipeline *other, const char *name,
                                      const char *path)
{
  _lsc_pipeline_page_stop_twin (self); /* it may be drawn from the old one */
  lsc_pipeline_ref (other);
  if (self->compare.recording)
    lsc_release_in_thread (self->compare.recording, (GDestroyNotify) lsc_pipeline_unref);
  self->compare.recording = other;
  g_free (self->compare.recording_name);
  self->compare.recording_name = g_strdup (name);
  g_free (self->compare.recording_path);
  self->compare.recording_path = g_strdup (path);
  self->compare.kind = LSC_COMPARE_RECORDING;
  fill_recordings (self);
  compare_changed (self);
}

/* ---- aligning ---- */

/* Moves the second side so that the pair of the selected block starts with it. */
void
_lsc_pipeline_page_align_at_block (LscPipelinePage *self)
{
  LscPipelineView *chart = lsc_pipeline_chart_edit_chart (self->view);
  const LscPipelineSpot *spot = lsc_pipeline_chart_get_selected (self->view);
  const LscBlock *block = lsc_pipeline_view_block (chart, spot), *pair;
  LscPipelineSpot other;

  if (!lsc_pipeline_view_pair (chart, spot, &other))
    {
      _lsc_pipeline_page_say (self, chart->twin.mode == LSC_TWIN_NONE
                                        ? _ ("There is no second side to align")
                                        : _ ("The other side has no such block"));
      return;
    }
  pair = lsc_pipeline_view_block (chart, &other);
  if (spot->is_twin)
    {
      const LscBlock *swap = block;

      block = pair;
      pair = swap;
    }
  chart->twin.offset_ns = (block->start_ns - self->group->steps[chart->first_step].t0_ns) -
                          (pair->start_ns - chart->twin.group->steps[chart->twin.step].t0_ns);
  _lsc_pipeline_page_apply_twin (self);
}

void
_lsc_pipeline_page_align_at_start (LscPipelinePage *self)
{
  lsc_pipeline_chart_edit_chart (self->view)->twin.offset_ns = 0;
  _lsc_pipeline_page_apply_twin (self);
}
