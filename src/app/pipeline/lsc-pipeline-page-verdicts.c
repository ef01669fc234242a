/* lsc-pipeline-page-verdicts.c - what makes the steps longer, in words above the chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/pipeline/lsc-pipeline-page-private.h"
#include "app/pipeline/lsc-pipeline-panels.h"
#include "base/lsc-visible.h"

/* All pipelines of the recording are judged together, once. */

/** What is judged. @session: (nullable): what is open */
typedef struct
{
  LscPipeline *pipeline;
  LscSession *session;
} Judging;

static void
judging_free (gpointer data)
{
  Judging *self = data;

  lsc_pipeline_unref (self->pipeline);
  g_clear_pointer (&self->session, lsc_session_unref);
  g_free (self);
}

/* What is open is judged once for all pages. */
static gpointer
run_verdicts (gpointer data, LscJob *job, GError **error)
{
  const Judging *self = data;

  return lsc_session_get_verdicts_of (self->session, self->pipeline, job, error);
}

static void
free_verdicts (gpointer data)
{
  g_clear_pointer ((LscVerdicts **) &data, lsc_verdicts_unref);
}

static void
show_line (LscPipelinePage *self, const char *icon, const char *text)
{
  gtk_image_set_from_icon_name (self->verdict_icon, icon);
  gtk_label_set_label (self->verdict_label, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->verdict_label), text);
  gtk_widget_set_visible (self->verdict_line, text[0] != '\0');
}

/* (nullable): the verdict of the line. */
static const LscVerdict *
get_shown (LscPipelinePage *self)
{
  const LscVerdict *first = self->verdicts ? lsc_verdicts_get_first (self->verdicts) : NULL;

  if (!first && self->verdicts && self->verdicts->rows->len > 0)
    first = lsc_verdicts_get (self->verdicts, 0);
  return first;
}

/* The kernels that take the excess are one click away. */
static void
offer_kernels (LscPipelinePage *self)
{
  const LscVerdict *shown = get_shown (self);
  gboolean has_op = shown && shown->op;

  gtk_widget_set_visible (self->verdict_kernels, has_op);
  if (has_op)
    {
      g_autofree char *op = lsc_visible_line (shown->op);
      g_autofree char *text = g_strdup_printf (_ ("Show %s in the timeline"), op);

      gtk_widget_set_tooltip_text (self->verdict_kernels, text);
    }
}

/* What the schedule costs is no fault of a place, but not all is well either. */
static const char *
get_icon (const LscVerdicts *verdicts, const LscVerdict *first)
{
  if (!first)
    return verdicts->is_partial ? "dialog-information-symbolic" : "emblem-ok-symbolic";
  return first->cause == LSC_VERDICT_SCHEDULE ? "dialog-information-symbolic"
                                              : "dialog-warning-symbolic";
}

/* What is predicted to gain more leads to where it is computed. */
static void
show_larger (LscPipelinePage *self)
{
  g_autoptr (LscPhrase) larger = self->verdicts ? lsc_verdicts_say_larger (self->verdicts) : NULL;
  g_autoptr (LscPhrase) brief =
      self->verdicts ? lsc_verdicts_say_larger_briefly (self->verdicts) : NULL;
  g_autofree char *words = larger ? lsc_phrase_to_words (larger) : NULL;
  g_autofree char *brief_words = brief ? lsc_phrase_to_words (brief) : NULL;

  lsc_page_words_set_link (self->words, words, brief_words, "pipeline.what-if");
}

static void
show_first (LscPipelinePage *self)
{
  const LscVerdict *first = get_shown (self);
  g_autoptr (LscPhrase) phrase = first ? lsc_verdicts_say_first (self->verdicts) : NULL;
  g_autofree char *words = phrase ? lsc_phrase_to_words (phrase) : NULL;
  LscCertaintyWords certainty = first ? lsc_verdict_get_certainty_words (first)
                                      : lsc_certainty_words_get (LSC_CERTAIN_NOT_SAID, FALSE);

  lsc_page_words_set_certainty (self->words, certainty.title, certainty.about);
  show_line (self, get_icon (self->verdicts, first),
             words ? words : lsc_verdicts_say_nothing (self->verdicts));
  show_larger (self);
}

/** Marks the stage of the pipeline shown that the worst of its verdicts is about. */
void
_lsc_pipeline_page_mark_blamed (LscPipelinePage *self)
{
  LscPipelineView *chart = lsc_pipeline_chart_edit_chart (self->view);
  guint group = gtk_drop_down_get_selected (self->group_choice);
  guint32 row = G_MAXUINT32;

  for (guint i = 0; self->verdicts && i < self->verdicts->rows->len; i++)
    {
      const LscVerdict *verdict = lsc_verdicts_get (self->verdicts, i);

      if (verdict->group != group || verdict->cause == LSC_VERDICT_SCHEDULE ||
          verdict->stage == LSC_INT_NULL)
        continue;
      row = (guint32) verdict->stage;
      break;
    }
  if (chart->blamed_row == row)
    return;
  chart->blamed_row = row;
  lsc_chart_changed (LSC_CHART (self->view));
}

/* Whether the rank that the page shows was chosen by somebody: the first one is shown unasked. */
static gboolean
is_rank_chosen (LscPipelinePage *self)
{
  const LscAppPageSource *source = lsc_app_page_get_source (LSC_APP_PAGE (self));

  return !source->cluster || source->cluster->sources->len == 0 ||
         source->source != source->cluster->sources->pdata[0] ||
         lsc_selection_get_ranks (source->selection)->len > 0;
}

/* Of several pipelines the one that is to blame is shown, unless a rank was chosen. */
static void
show_blamed (LscPipelinePage *self)
{
  const LscVerdict *first = lsc_verdicts_get_first (self->verdicts);

  if (first && gtk_drop_down_get_selected (self->group_choice) == 0 && !is_rank_chosen (self))
    gtk_drop_down_set_selected (self->group_choice, (guint) first->group);
}

static void
on_judged (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscPipelinePage *self = owner;

  self->verdicts = result;
  if (!self->verdicts)
    return;
  show_first (self);
  _lsc_pipeline_page_update_figures (self);
  offer_kernels (self);
  _lsc_pipeline_page_fill_groups (self);
  show_blamed (self);
  _lsc_pipeline_page_mark_blamed (self);
  _lsc_pipeline_page_study_changed (self);
}

/** Returns: (transfer full) (nullable): that of the recording that is open */
LscSession *
_lsc_pipeline_page_find_session (LscPipelinePage *self)
{
  const LscAppPageSource *source = lsc_app_page_get_source (LSC_APP_PAGE (self));

  return source->loader && source->cluster
             ? lsc_session_ref (lsc_loader_get_session (source->loader, source->cluster))
             : NULL;
}

/** Another recording is shown, or none: what was said is of the old one. */
void
_lsc_pipeline_page_judge (LscPipelinePage *self)
{
  Judging *judging;

  lsc_task_stop (&self->judging);
  g_clear_pointer (&self->verdicts, lsc_verdicts_unref);
  show_line (self, NULL, "");
  show_larger (self);
  offer_kernels (self);
  if (!self->pipeline || self->pipeline->groups->len == 0)
    return;
  judging = g_new0 (Judging, 1);
  judging->pipeline = lsc_pipeline_ref (self->pipeline);
  judging->session = _lsc_pipeline_page_find_session (self);
  lsc_task_start (self, &self->judging,
                  &(LscTaskWork){ .name = "pipeline: verdicts",
                                  .run = run_verdicts,
                                  .data = judging,
                                  .free_data = judging_free,
                                  .free_result = free_verdicts,
                                  .done = on_judged });
}

/* The first block of a step that a verdict is about. */
static void
find_block (const LscPipelineGroup *group, const LscVerdict *verdict, LscPipelineSpot *spot)
{
  const LscPipelineStep *step = &group->steps[spot->step];

  if (spot->row >= step->n_rows)
    return;
  for (gsize i = 0; i < step->rows[spot->row].n_blocks; i++)
    {
      const LscBlock *block = &step->rows[spot->row].blocks[i];
      gboolean is_batch = verdict->micro_batch == LSC_INT_NULL ||
                          block->mb_f == verdict->micro_batch ||
                          block->mb_b == verdict->micro_batch;

      if (!is_batch || (verdict->kind != LSC_CODE_NULL && block->kind != verdict->kind))
        continue;
      spot->block = (guint32) i;
      return;
    }
}

static gsize
find_step (const LscPipelineGroup *group, const LscVerdict *verdict)
{
  for (gsize i = 0; i < group->n_steps; i++)
    if (verdict->step != LSC_INT_NULL && group->steps[i].has_id &&
        group->steps[i].id == verdict->step)
      return i;
  return group->median_step;
}

/* Where a verdict is seen: its pipeline's step and stage, and there a block if one fits. Returns
 * (nullable): the pipeline */
static const LscPipelineGroup *
find_spot (LscPipelinePage *self, const LscVerdict *verdict, LscPipelineSpot *spot)
{
  const LscPipelineGroup *group = lsc_pipeline_get_group (self->pipeline, (guint) verdict->group);

  if (!group || group->n_steps == 0)
    return NULL;
  *spot = (LscPipelineSpot){ .step = find_step (group, verdict),
                             .row = verdict->stage != LSC_INT_NULL ? (guint32) verdict->stage : 0,
                             .block = G_MAXUINT32 };
  find_block (group, verdict, spot);
  return group;
}

/** Shows pipeline, step and block that row @index of the verdicts is about. */
void
_lsc_pipeline_page_show_verdict (LscPipelinePage *self, gsize index)
{
  const LscVerdict *verdict;
  LscPipelineSpot spot;

  if (!self->verdicts || index >= self->verdicts->rows->len)
    return;
  verdict = lsc_verdicts_get (self->verdicts, (guint) index);
  if (!find_spot (self, verdict, &spot))
    return;
  gtk_drop_down_set_selected (self->group_choice, (guint) verdict->group);
  gtk_drop_down_set_selected (self->step_choice, (guint) spot.step + LSC_N_STEP_MODES);
  if (spot.block != G_MAXUINT32)
    lsc_pipeline_chart_select (self->view, &spot);
}

/** Shows the longest of the kernels that take most of the first verdict's excess, on its rank. */
void
_lsc_pipeline_page_show_kernels (LscPipelinePage *self)
{
  const LscVerdict *verdict = get_shown (self);
  const LscPipelineGroup *group;
  const LscPipelineRow *row;
  LscPipelineSpot spot;

  if (!verdict || !verdict->op)
    return;
  group = find_spot (self, verdict, &spot);
  if (!group || spot.block == G_MAXUINT32)
    return;
  row = &group->steps[spot.step].rows[spot.row];
  lsc_app_page_jump (
      LSC_APP_PAGE (self),
      &(LscJump){ .place = LSC_PLACE_SLICE,
                  .rank = row->rank,
                  .begin_ns = lsc_block_recorded_start (row, &row->blocks[0]),
                  .end_ns = lsc_block_recorded_end (row, &row->blocks[row->n_blocks - 1]),
                  .name = verdict->op,
                  .with_range = TRUE });
}
