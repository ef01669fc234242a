/* lsc-straggler-pipelines.c - the study of pipelines that were recorded rank by rank
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/stragglers/lsc-straggler-messages-private.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "base/lsc-sort.h"
#include "base/lsc-stats.h"

/* A message that is this much shorter than nothing was recorded on clocks that do not agree. */
#define LEAST_NS (-10 * G_GINT64_CONSTANT (1000000))

#define NO_STEP G_MAXSIZE

/* @groups: (element-type LscPipelineGroup): pipelines that are replayed, with @ids: their number;
 * @steps: numbers of the chosen steps */
typedef struct
{
  LscPipeline *pipeline;
  LscJob *job;
  LscStragglerModel model;
  LscStragglerSchedule schedule;
  GHashTable *op_of_key; /* LscPlanOp of the schedule -> its index + 1 */
  const LscPipelineGroup **groups;
  gint64 *ids;
  gsize n_groups;
  gsize n_left_out; /* pipelines */
  gint64 *steps;
  gsize n_steps;
  guint8 *is_whole;    /* by chosen step */
  gint lacks_messages; /* some step */
} Reader;

static void
reader_clear (Reader *self)
{
  _lsc_straggler_schedule_clear (&self->schedule);
  _lsc_straggler_model_clear (&self->model);
  g_clear_pointer (&self->op_of_key, g_hash_table_unref);
  g_free (self->groups);
  g_free (self->ids);
  g_free (self->steps);
  g_free (self->is_whole);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reader, reader_clear)

/* ---- pipelines and steps ---- */

static gint64
number_of_step (const LscPipelineGroup *group, gsize step)
{
  return group->steps[step].has_id ? group->steps[step].id : (gint64) step;
}

static gsize
find_step (const LscPipelineGroup *group, gint64 number)
{
  for (gsize i = 0; i < group->n_steps; i++)
    if (number_of_step (group, i) == number)
      return i;
  return NO_STEP;
}

/* (nullable): the order and lengths of a step, if all its stages were recorded */
static LscStudy *
study_step (const Reader *self, const LscPipelineGroup *group, gsize step, LscPhrase **refusal)
{
  g_autoptr (LscStudy) study = lsc_study_new_lengths (self->pipeline, group, step);

  if (!study->refusal && !study->missing)
    return g_steal_pointer (&study);
  if (refusal && !*refusal)
    *refusal = lsc_phrase_copy (study->refusal ? study->refusal : study->missing);
  return NULL;
}

static int
compare_steps (gconstpointer a, gconstpointer b, gpointer data)
{
  const LscPipelineGroup *group = data;

  return LSC_ORDER (number_of_step (group, *(const gsize *) a),
                    number_of_step (group, *(const gsize *) b));
}

/* The lowest step that can be replayed: the first ones are often cut. */
static LscStudy *
find_first_study (const Reader *self, const LscPipelineGroup *group, LscPhrase **refusal)
{
  g_autofree gsize *order = g_new (gsize, group->n_steps + 1);
  LscStudy *study = NULL;

  for (gsize i = 0; i < group->n_steps; i++)
    order[i] = i;
  if (group->n_steps > 1)
    g_qsort_with_data (order, (int) group->n_steps, sizeof *order, compare_steps, (gpointer) group);
  for (gsize i = 0; i < group->n_steps && !study; i++)
    study = study_step (self, group, order[i], refusal);
  return study;
}

/* Pipelines with as many stages as the first, with a step that can be replayed. Returns that of the
 * first. */
static LscStudy *
choose_pipelines (Reader *self, LscPhrase **refusal)
{
  LscStudy *first = NULL;
  GPtrArray *groups = self->pipeline->groups;

  self->groups = g_new (const LscPipelineGroup *, groups->len + 1);
  self->ids = g_new (gint64, groups->len + 1);
  for (guint i = 0; i < groups->len; i++)
    {
      const LscPipelineGroup *group = groups->pdata[i];
      g_autoptr (LscStudy) study = find_first_study (self, group, refusal);

      if (!study || (first && study->plan->n_ranks != first->plan->n_ranks))
        {
          self->n_left_out++;
          continue;
        }
      self->ids[self->n_groups] = i;
      self->groups[self->n_groups++] = group;
      if (!first)
        first = g_steal_pointer (&study);
    }
  if (first)
    g_clear_pointer (refusal, lsc_phrase_free);
  else if (!*refusal)
    *refusal = lsc_phrase_new_text (N_ ("No step was recorded."));
  return first;
}

static void
choose_steps (Reader *self, const LscStepList *steps)
{
  LscInt64s all = { 0 };

  for (gsize i = 0; i < self->n_groups; i++)
    for (gsize k = 0; k < self->groups[i]->n_steps; k++)
      if (lsc_step_list_has (steps, number_of_step (self->groups[i], k)))
        lsc_int64s_append (&all, number_of_step (self->groups[i], k));
  lsc_sort_int64s (all.items, all.n);
  for (gsize i = 0; i < all.n; i++)
    if (i == 0 || all.items[i] != all.items[i - 1])
      all.items[self->n_steps++] = all.items[i];
  self->steps = all.items;
}

/* ---- ops of a step ---- */

static guint
hash_op (gconstpointer data)
{
  const LscPlanOp *op = data;
  guint hash = op->rank * 31 + op->kind;

  for (guint i = 0; i < op->n_parts; i++)
    hash = (hash * 31 + op->parts[i].mb) * 31 + op->parts[i].chunk * 7 + op->parts[i].role;
  return hash;
}

static gboolean
are_same_ops (gconstpointer a, gconstpointer b)
{
  const LscPlanOp *x = a, *y = b;

  if (x->rank != y->rank || x->kind != y->kind || x->n_parts != y->n_parts)
    return FALSE;
  for (guint i = 0; i < x->n_parts; i++)
    if (x->parts[i].mb != y->parts[i].mb || x->parts[i].chunk != y->parts[i].chunk ||
        x->parts[i].role != y->parts[i].role)
      return FALSE;
  return TRUE;
}

static void
index_ops (Reader *self)
{
  const LscPlan *plan = self->schedule.study->plan;

  g_clear_pointer (&self->op_of_key, g_hash_table_unref);
  self->op_of_key = g_hash_table_new (hash_op, are_same_ops);
  for (gsize i = 0; i < plan->n_ops; i++)
    g_hash_table_insert (self->op_of_key, &plan->ops[i], GUINT_TO_POINTER ((guint) i + 1));
}

/* (nullable): by op of the schedule: op of the plan; NULL if the step has other ops */
static guint32 *
match_ops (const Reader *self, const LscPlan *plan)
{
  const LscPlan *like = self->schedule.study->plan;
  g_autofree guint32 *of_schedule = NULL;

  if (plan->n_ops != like->n_ops)
    return NULL;
  of_schedule = g_new (guint32, plan->n_ops + 1);
  for (gsize i = 0; i < plan->n_ops; i++)
    {
      guint at = are_same_ops (&plan->ops[i], &like->ops[i])
                     ? (guint) i + 1
                     : GPOINTER_TO_UINT (g_hash_table_lookup (self->op_of_key, &plan->ops[i]));

      if (at == 0)
        return NULL;
      of_schedule[at - 1] = (guint32) i;
    }
  return g_steal_pointer (&of_schedule);
}

static gint64
transfer_of (gint64 end_ns, const LscPipelineLink *link)
{
  gint64 length = end_ns - MAX (link->send_start_ns, link->recv_start_ns);

  return length <= LEAST_NS ? 0 : length;
}

static void
read_messages (Reader *self, const LscStudy *study, const guint32 *of_schedule, gsize step,
               gsize replica)
{
  gsize n;
  g_autofree const LscPipelineLink **links = _lsc_straggler_sort_links (study, &n);

  for (gsize i = 0; i < self->schedule.messages.n; i++)
    {
      const LscStragglerMessage *message = &self->schedule.messages.items[i];
      const LscPipelineLink *link = _lsc_straggler_find_link (
          links, n, study,
          (LscStragglerEnds){ of_schedule[message->ends.src], of_schedule[message->ends.dst],
                              message->ends.is_backward });

      if (!link)
        {
          g_atomic_int_set (&self->lacks_messages, TRUE);
          return;
        }
      _lsc_straggler_model_row (&self->model, step, message->send)[replica] =
          transfer_of (link->send_end_ns, link);
      _lsc_straggler_model_row (&self->model, step, message->receive)[replica] =
          transfer_of (link->recv_end_ns, link);
    }
}

static gboolean
read_pipeline (Reader *self, gsize step, gsize replica)
{
  gsize at = find_step (self->groups[replica], self->steps[step]);
  g_autoptr (LscStudy) study =
      at != NO_STEP ? study_step (self, self->groups[replica], at, NULL) : NULL;
  g_autofree guint32 *of_schedule = study ? match_ops (self, study->plan) : NULL;
  const LscPipelineStep *recorded;

  if (!of_schedule)
    return FALSE;
  recorded = lsc_study_get_step (study);
  self->model.recorded_ns[step] =
      MAX (self->model.recorded_ns[step], recorded->t1_ns - recorded->t0_ns);
  for (gsize i = 0; i < study->plan->n_ops; i++)
    _lsc_straggler_model_row (&self->model, step, self->schedule.op_of_block[i])[replica] =
        study->durations[of_schedule[i]];
  read_messages (self, study, of_schedule, step, replica);
  return TRUE;
}

static void
read_step (gsize step, gpointer data)
{
  Reader *self = data;

  if (lsc_job_is_cancelled (self->job))
    return;
  self->is_whole[step] = TRUE;
  for (gsize d = 0; d < self->n_groups && self->is_whole[step]; d++)
    self->is_whole[step] = read_pipeline (self, step, d);
}

static void
keep_whole_steps (Reader *self)
{
  LscStragglerModel *model = &self->model;

  for (gsize i = 0; i < self->n_steps; i++)
    if (self->is_whole[i])
      {
        if (model->n_steps < i)
          memmove (_lsc_straggler_model_row (model, model->n_steps, 0),
                   _lsc_straggler_model_row (model, i, 0),
                   model->n_ops * model->n_replicas * sizeof (gint64));
        model->numbers[model->n_steps] = self->steps[i];
        model->recorded_ns[model->n_steps++] = model->recorded_ns[i];
      }
}

/* ---- the model ---- */

static void
place_ranks (Reader *self, const LscStudy *study)
{
  LscStragglerModel *model = &self->model;

  model->n_stages = study->plan->n_ranks;
  model->stages = g_new (gint64, model->n_stages);
  for (gsize p = 0; p < model->n_stages; p++)
    model->stages[p] = (gint64) p;
  model->n_replicas = self->n_groups;
  model->replicas = g_memdup2 (self->ids, self->n_groups * sizeof (gint64));
  model->ranks = g_new (gint64, model->n_stages * model->n_replicas);
  for (gsize d = 0; d < model->n_replicas; d++)
    for (gsize p = 0; p < model->n_stages; p++)
      model->ranks[d * model->n_stages + p] = self->groups[d]->steps[0].rows[p].rank;
}

/* Lengths of messages are differences between clocks. */
static gboolean
have_clocks (const Reader *self)
{
  for (gsize i = 0; i < self->n_groups; i++)
    if (self->groups[i]->clocks.unknown)
      return FALSE;
  return TRUE;
}

static gboolean
fill_model (Reader *self, LscStudy *study, LscStragglerRules rules, LscPhrase **refusal)
{
  g_clear_pointer (refusal, lsc_phrase_free);
  _lsc_straggler_schedule_clear (&self->schedule);
  _lsc_straggler_model_clear (&self->model);
  g_clear_pointer (&self->is_whole, g_free);
  self->lacks_messages = FALSE;
  place_ranks (self, study);
  if (!_lsc_straggler_schedule_init (&self->schedule, lsc_study_ref (study), rules, &self->model,
                                     refusal) ||
      !_lsc_straggler_model_allocate (&self->model, self->n_steps, refusal))
    return FALSE;
  index_ops (self);
  self->is_whole = g_new0 (guint8, self->n_steps);
  lsc_job_run_parallel (lsc_job_get_n_threads (self->job), self->n_steps, read_step, self);
  return TRUE;
}

/* ---- what is left out ---- */

static void
tell (LscStragglers *out, const char *code, gboolean is_loss, const char *what, const char *why)
{
  LscNotice *notice =
      lsc_notice_new (is_loss ? LSC_SEVERITY_WARNING : LSC_SEVERITY_NOTE, code, "%s", what);

  lsc_notice_set_help (notice, why, NULL);
  lsc_notices_add (out->notices, is_loss ? lsc_notice_mark_loss (notice) : notice);
}

#define MOST_NAMES 8

static void
tell_steps (const Reader *self, LscStragglers *out)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *text = NULL;
  gsize n = 0;

  out->n_left_out = self->n_steps - self->model.n_steps;
  if (out->n_left_out == 0)
    return;
  for (gsize i = 0; i < self->n_steps; i++)
    if (!self->is_whole[i] && n++ < MOST_NAMES)
      g_string_append_printf (names, "%s%" G_GINT64_FORMAT, names->len > 0 ? ", " : "",
                              self->steps[i]);
  if (n > MOST_NAMES)
    g_string_append (names, ", …");
  text = g_strdup_printf (ngettext ("%zu step is excluded from the study of stragglers: %s",
                                    "%zu steps are excluded from the study of stragglers: %s",
                                    out->n_left_out),
                          out->n_left_out, names->str);
  tell (out, "steps-not-whole", TRUE, text,
        _ ("In some pipeline the step is not there, is cut, or has other blocks than the first."));
}

static void
tell_pipelines (const Reader *self, LscStragglers *out)
{
  g_autofree char *text = NULL;

  if (self->n_left_out == 0)
    return;
  text = g_strdup_printf (ngettext ("%zu pipeline is excluded from the study of stragglers",
                                    "%zu pipelines are excluded from the study of stragglers",
                                    self->n_left_out),
                          self->n_left_out);
  tell (out, "pipelines-not-whole", TRUE, text,
        _ ("A replay needs all stages, an order that can run, and as many stages in each "
           "pipeline."));
}

static void
tell_messages (const Reader *self, LscStragglers *out)
{
  if (self->schedule.messages.n == 0 && self->model.n_stages > 1)
    tell (out, "messages-not-replayed", FALSE,
          _ ("Messages between stages are replayed as if they took no time: not all of them were "
             "recorded on clocks that can be compared."),
          NULL);
  else if (self->schedule.rules == LSC_STRAGGLER_UNPOSTED)
    tell (out, "receives-not-posted", FALSE,
          _ ("It is not known when this schedule posts its receives: they are replayed as if they "
             "waited for nothing but their send."),
          NULL);
  tell (out, "collectives-not-replayed", FALSE,
        _ ("Collectives over replicas are not replayed: a step ends with the last block of each "
           "pipeline."),
        NULL);
}

/* By the strictest rules of messages that the order obeys. */
static gboolean
choose_rules (Reader *self, LscStudy *study, LscPhrase **refusal)
{
  LscStragglerRules rules = have_clocks (self) ? LSC_STRAGGLER_POSTED : LSC_STRAGGLER_UNSENT;
  gboolean is_filled = fill_model (self, study, rules, refusal);

  if (!is_filled && rules == LSC_STRAGGLER_POSTED)
    is_filled = fill_model (self, study, rules = LSC_STRAGGLER_UNPOSTED, refusal);
  if (rules != LSC_STRAGGLER_UNSENT && (!is_filled || self->lacks_messages))
    is_filled = fill_model (self, study, LSC_STRAGGLER_UNSENT, refusal);
  return is_filled;
}

static gboolean
build (Reader *self, const LscStepList *steps, LscStragglers *out, GError **error)
{
  g_autoptr (LscStudy) first = choose_pipelines (self, &out->refusal);

  if (!first)
    return TRUE;
  choose_steps (self, steps);
  if (self->n_steps == 0)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s", _ ("None of these steps was recorded"));
  if (!choose_rules (self, first, &out->refusal))
    return TRUE;
  if (!lsc_job_check (self->job, error))
    return FALSE;
  keep_whole_steps (self);
  tell_steps (self, out);
  tell_pipelines (self, out);
  tell_messages (self, out);
  if (self->model.n_steps == 0)
    out->refusal = lsc_phrase_new_text (
        N_ ("In every step some pipeline lacks a block that the others have."));
  return self->model.n_steps == 0 || !_lsc_straggler_model_check (&self->model, &out->refusal) ||
         _lsc_stragglers_compute (out, &self->model, self->job, error);
}

/**
 * lsc_stragglers_new_from_pipelines:
 * @steps: (nullable): those to study, %NULL: all
 * @job: (nullable)
 *
 * As lsc_stragglers_new_from_ops(), of recordings of ranks: each pipeline is a replica, its blocks
 * are the ops, in the order of the first step that can be replayed (stragglers.md#pipelines).
 *
 * Cost: O(blocks x (kinds + stages + 9)). Thread: any.
 *
 * Returns: (transfer full) (nullable): the study; %NULL if it was cancelled, with
 *   %LSC_ERROR_USAGE if none of @steps was recorded, or with %LSC_ERROR_LIMIT
 */
LscStragglers *
lsc_stragglers_new_from_pipelines (LscPipeline *pipeline, const LscStepList *steps, LscJob *job,
                                   GError **error)
{
  g_auto (Reader) reader = { .pipeline = pipeline, .job = job };
  g_autoptr (LscStragglers) self = NULL;

  g_return_val_if_fail (pipeline, NULL);
  self = _lsc_stragglers_new_empty ();
  return build (&reader, steps, self, error) ? g_steal_pointer (&self) : NULL;
}
