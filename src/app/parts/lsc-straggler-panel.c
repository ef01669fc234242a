/* lsc-straggler-panel.c - a tab with the map of stragglers of a recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-straggler-panel.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-app-page.h"
#include "app/parts/lsc-export-dialog.h"
#include "base/lsc-error.h"
#include "export/lsc-export-picture.h"
#include "session/lsc-session.h"

/** What a session answers; made in a thread, reference counted. @pipeline: (nullable): where the
 * places of the map are */
typedef struct
{
  LscStragglers *study;
  LscStragglerMarks *marks;
  LscPipeline *pipeline;
} Answer;

struct _LscStragglerPanel
{
  LscPanel parent_instance;

  LscStragglerChart *chart;
  Answer *answer; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (LscStragglerPanel, lsc_straggler_panel, LSC_TYPE_PANEL)

/** lsc_straggler_panel_get_chart: Returns: (transfer none): the map */
LscStragglerChart *
lsc_straggler_panel_get_chart (LscStragglerPanel *self)
{
  g_return_val_if_fail (LSC_IS_STRAGGLER_PANEL (self), NULL);
  return self->chart;
}

static LscAppPage *
get_page (LscStragglerPanel *self)
{
  return (LscAppPage *) lsc_panel_get_page (LSC_PANEL (self));
}

/* ---- the answer ---- */

static void
answer_clear (gpointer data)
{
  Answer *self = data;

  lsc_straggler_marks_free (self->marks);
  g_clear_pointer (&self->study, lsc_stragglers_unref);
  g_clear_pointer (&self->pipeline, lsc_pipeline_unref);
}

static void
answer_unref (gpointer data)
{
  if (data)
    g_atomic_rc_box_release_full (data, answer_clear);
}

static gpointer
ask (gpointer session, LscJob *job, GError **error)
{
  g_autoptr (LscStragglers) study = lsc_session_get_stragglers (session, NULL, job, error);
  Answer *self;

  if (!study)
    return NULL;
  self = g_atomic_rc_box_new0 (Answer);
  self->marks = lsc_straggler_marks_new (study);
  self->study = g_steal_pointer (&study);
  self->pipeline = lsc_session_get_pipelines (session, job, NULL);
  return self;
}

static void
take_answer (LscStragglerPanel *self, Answer *answer)
{
  Answer *old = self->answer;
  g_autofree char *text = NULL;

  self->answer = answer;
  lsc_straggler_chart_set (self->chart, answer ? answer->study : NULL,
                           answer ? answer->marks : NULL);
  text = lsc_straggler_view_sum_up (lsc_straggler_chart_get_view (self->chart));
  lsc_panel_set_text (LSC_PANEL (self), text);
  answer_unref (old);
}

static void
lsc_straggler_panel_refresh (LscPanel *panel)
{
  LscStragglerPanel *self = LSC_STRAGGLER_PANEL (panel);
  const LscAppPageSource *source = lsc_app_page_get_source (get_page (self));

  if (!source->cluster)
    {
      lsc_panel_stop (panel);
      take_answer (self, NULL);
      return;
    }
  lsc_panel_start (panel, &(LscTaskWork){ .name = "stragglers",
                                          .run = ask,
                                          .data = lsc_session_ref (lsc_loader_get_session (
                                              source->loader, source->cluster)),
                                          .free_data = (GDestroyNotify) lsc_session_unref,
                                          .free_result = answer_unref });
}

/* Asked again, a session gives the same study as long as nothing changed. */
static void
lsc_straggler_panel_done (LscPanel *panel, gpointer result, const GError *error)
{
  LscStragglerPanel *self = LSC_STRAGGLER_PANEL (panel);
  Answer *answer = result;
  g_autofree char *refusal = NULL;

  if (error)
    {
      take_answer (self, NULL);
      lsc_panel_set_reason (panel, error->message);
      return;
    }
  if (!self->answer || self->answer->study != answer->study ||
      self->answer->pipeline != answer->pipeline)
    take_answer (self, g_atomic_rc_box_acquire (answer));
  if (answer->study->refusal)
    refusal = lsc_phrase_to_words (answer->study->refusal);
  lsc_panel_set_reason (panel, refusal);
}

/* ---- where a place is ---- */

/* The worker that a place is about: of a row or column that with the highest S. */
static gsize
find_worker (const LscStragglers *study, const LscStragglerSpot *spot)
{
  gsize n_stages = study->n_stages, found = study->worst;

  if (spot->type == LSC_STRAGGLER_WORKER)
    return spot->replica * n_stages + spot->stage;
  if (spot->type == LSC_STRAGGLER_STAGE)
    {
      found = spot->stage;
      for (gsize i = 1; i < study->n_replicas; i++)
        if (study->workers[i * n_stages + spot->stage].slowdown > study->workers[found].slowdown)
          found = i * n_stages + spot->stage;
    }
  else if (spot->type == LSC_STRAGGLER_REPLICA)
    {
      found = spot->replica * n_stages;
      for (gsize k = 1; k < n_stages; k++)
        if (study->workers[spot->replica * n_stages + k].slowdown > study->workers[found].slowdown)
          found = spot->replica * n_stages + k;
    }
  return found;
}

/* (nullable): the row of a rank in a step of @group: the one of that number, else of usual length
 */
static const LscPipelineRow *
find_row (const LscPipelineGroup *group, gint64 rank, const gint64 *number)
{
  const LscPipelineStep *step = group->n_steps > 0 ? &group->steps[group->median_step] : NULL;

  for (gsize i = 0; i < group->n_steps && number; i++)
    if (group->steps[i].has_id && group->steps[i].id == *number)
      step = &group->steps[i];
  for (gsize i = 0; step && i < step->n_rows; i++)
    if (step->rows[i].rank == rank && step->rows[i].n_blocks > 0)
      return &step->rows[i];
  return NULL;
}

static const LscPipelineRow *
find_rank (const LscPipeline *pipeline, gint64 rank, const gint64 *number)
{
  const LscPipelineRow *row = NULL;

  for (guint i = 0; pipeline && i < pipeline->groups->len && !row; i++)
    row = find_row (lsc_pipeline_get_group (pipeline, i), rank, number);
  return row;
}

static const LscBlock *
find_longest (const LscPipelineRow *row)
{
  const LscBlock *longest = &row->blocks[0];

  for (gsize i = 1; i < row->n_blocks; i++)
    if (row->blocks[i].end_ns - row->blocks[i].start_ns > longest->end_ns - longest->start_ns)
      longest = &row->blocks[i];
  return longest;
}

/* On Pipeline the longest block of the worker, on Timeline all of its step. */
static void
jump (LscAppPage *page, const LscPipelineRow *row, LscStragglerTarget target)
{
  const LscBlock *longest = find_longest (row), *last = &row->blocks[row->n_blocks - 1];
  gboolean is_block = target == LSC_STRAGGLER_TO_PIPELINE;
  const LscBlock *from = is_block ? longest : &row->blocks[0], *to = is_block ? longest : last;

  lsc_app_page_jump (page, &(LscJump){ .place = is_block ? LSC_PLACE_BLOCK : LSC_PLACE_SLICE,
                                       .rank = row->rank,
                                       .begin_ns = lsc_block_recorded_start (row, from),
                                       .end_ns = lsc_block_recorded_end (row, to),
                                       .with_range = !is_block });
}

static void
on_activated (LscStragglerChart *chart, int target, LscStragglerPanel *self)
{
  const LscStragglerSpot *spot = &lsc_straggler_chart_get_view (chart)->selected;
  gboolean is_step = spot->type == LSC_STRAGGLER_STEP;
  const LscPipelineRow *row;
  gint64 number = 0, rank;

  if (!self->answer || !get_page (self))
    return;
  rank = self->answer->study->workers[find_worker (self->answer->study, spot)].rank;
  if (is_step)
    number = self->answer->study->steps[spot->step].number;
  row = find_rank (self->answer->pipeline, rank, is_step ? &number : NULL);
  if (row)
    jump (get_page (self), row, target);
  else
    lsc_app_page_say (get_page (self), _ ("Not available: no block of that worker is known"));
}

static void
show_pipeline (LscStragglerPanel *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self->chart), "stragglers.show-pipeline", NULL);
}

static void
show_timeline (LscStragglerPanel *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self->chart), "stragglers.show-timeline", NULL);
}

/* ---- files ---- */

static void
write_picture (GtkWidget *panel, const char *path, const LscExportChoice *choice)
{
  LscStragglerPanel *self = LSC_STRAGGLER_PANEL (panel);
  g_autoptr (GError) error = NULL;
  LscPictureOptions options = { .path = path,
                                .scale = choice->scale,
                                .page.is_whole = choice->is_whole,
                                .page.footer = "Lanescope " LSC_VERSION };

  if (!get_page (self))
    return;
  options.page.title = lsc_app_page_get_source (get_page (self))->title;
  if (lsc_export_stragglers (lsc_straggler_chart_get_view (self->chart), &options, &error))
    lsc_app_page_saved (get_page (self), path);
  else
    lsc_app_page_say (get_page (self), error->message);
}

static void
export_picture (LscStragglerPanel *self)
{
  static const LscPictureScope scopes[] = { { N_ ("Usual height"), TRUE },
                                            { N_ ("As shown"), FALSE } };
  static const LscExport picture = { N_ ("Export the Map of Stragglers"), lsc_export_picture_kinds,
                                     scopes, write_picture };

  lsc_export_ask (GTK_WIDGET (self), &picture, "stragglers.svg");
}

/* ---- life ---- */

static void
lsc_straggler_panel_dispose (GObject *object)
{
  LscStragglerPanel *self = LSC_STRAGGLER_PANEL (object);

  if (self->answer)
    lsc_straggler_chart_set (self->chart, NULL, NULL);
  g_clear_pointer (&self->answer, answer_unref);
  G_OBJECT_CLASS (lsc_straggler_panel_parent_class)->dispose (object);
}

static void
lsc_straggler_panel_class_init (LscStragglerPanelClass *class)
{
  G_OBJECT_CLASS (class)->dispose = lsc_straggler_panel_dispose;
  LSC_PANEL_CLASS (class)->refresh = lsc_straggler_panel_refresh;
  LSC_PANEL_CLASS (class)->done = lsc_straggler_panel_done;
  LSC_PANEL_CLASS (class)->pin = "stragglers";
}

static void
lsc_straggler_panel_init (LscStragglerPanel *self)
{
  LscPanel *panel = LSC_PANEL (self);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->chart = g_object_new (LSC_TYPE_STRAGGLER_CHART, "hexpand", TRUE, "vexpand", TRUE, NULL);
  g_signal_connect_object (self->chart, "spot-activated", G_CALLBACK (on_activated), self, 0);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_AUTOMATIC);
  gtk_widget_set_focusable (scrolled, FALSE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->chart));
  lsc_panel_add_tool (panel, lsc_panel_button ("view-continuous-symbolic", _ ("Show in Pipeline"),
                                               G_CALLBACK (show_pipeline), self));
  lsc_panel_add_tool (panel, lsc_panel_button ("x-office-calendar-symbolic", _ ("Show in Timeline"),
                                               G_CALLBACK (show_timeline), self));
  lsc_panel_add_tool (panel, lsc_panel_button ("document-save-symbolic", _ ("Export…"),
                                               G_CALLBACK (export_picture), self));
  lsc_panel_set_content (panel, scrolled);
}
