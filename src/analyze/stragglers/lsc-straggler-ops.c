/* lsc-straggler-ops.c - the study of an op timeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/stragglers/lsc-straggler-template-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-error.h"
#include "base/lsc-sort.h"
#include "base/lsc-stats.h"

#define NO_OP LSC_STRAGGLER_NO_OP
#define NOT_THERE G_MININT64
#define NO_WORKER G_MAXSIZE

/* @workers: replica * n_stages + stage: index in the ops; @chosen: indexes of steps */
typedef struct
{
  const LscJobOps *ops;
  LscJob *job;
  LscStragglerModel model;
  LscStragglerTemplate template;
  gsize *workers;
  gsize *chosen;
  gsize n_chosen;
  guint8 *is_whole; /* by chosen step */
  gsize *n_extra;   /* by chosen step: ops that the template does not have */
} Reader;

static void
reader_clear (Reader *self)
{
  _lsc_straggler_template_clear (&self->template);
  _lsc_straggler_model_clear (&self->model);
  g_free (self->workers);
  g_free (self->chosen);
  g_free (self->is_whole);
  g_free (self->n_extra);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reader, reader_clear)

/* ---- replicas and stages ---- */

static gint64 *
list_different (const LscJobWorkers *workers, gboolean stages, gsize *n)
{
  gint64 *values = g_new (gint64, workers->n + 1);

  for (gsize i = 0; i < workers->n; i++)
    values[i] = stages ? workers->items[i].stage : workers->items[i].replica;
  lsc_sort_int64s (values, workers->n);
  *n = 0;
  for (gsize i = 0; i < workers->n; i++)
    if (i == 0 || values[i] != values[i - 1])
      values[(*n)++] = values[i];
  return values;
}

static gsize
find_place (const gint64 *values, gsize n, gint64 value)
{
  return LSC_BISECT (i, 0, n, values[i] < value);
}

/* The first of the ranks at a place stands for those that share its work. */
static gboolean
place_workers (Reader *self, LscPhrase **refusal)
{
  LscStragglerModel *model = &self->model;
  const LscJobWorkers *workers = &self->ops->workers;
  gsize n = model->n_stages * model->n_replicas;

  self->workers = g_new (gsize, n + 1);
  model->ranks = g_new0 (gint64, n + 1);
  for (gsize i = 0; i < n; i++)
    self->workers[i] = NO_WORKER;
  for (gsize i = 0; i < workers->n; i++)
    {
      const LscJobWorker *worker = &workers->items[i];
      gsize at =
          find_place (model->replicas, model->n_replicas, worker->replica) * model->n_stages +
          find_place (model->stages, model->n_stages, worker->stage);

      if (self->workers[at] != NO_WORKER)
        continue;
      self->workers[at] = i;
      model->ranks[at] = worker->rank;
    }
  for (gsize i = 0; i < n; i++)
    if (self->workers[i] == NO_WORKER)
      {
        *refusal = lsc_phrase_new (
            N_ ("Stage %" PRId64 " of replica %" PRId64
                " was not recorded; a replay needs each stage of every replica."),
            model->stages[i % model->n_stages], model->replicas[i / model->n_stages]);
        return FALSE;
      }
  return TRUE;
}

/* Places are made of what is told, so a few ranks cannot ask for a square of places. */
#define MOST_PLACES_OF_A_RANK 64

static gboolean
find_places (Reader *self, LscPhrase **refusal)
{
  LscStragglerModel *model = &self->model;
  const LscJobWorkers *workers = &self->ops->workers;

  model->stages = list_different (workers, TRUE, &model->n_stages);
  model->replicas = list_different (workers, FALSE, &model->n_replicas);
  if (workers->n == 0 || model->stages[0] < 0 || model->replicas[0] < 0 ||
      model->n_stages > workers->n * MOST_PLACES_OF_A_RANK / model->n_replicas)
    {
      *refusal = lsc_phrase_new_text (
          N_ ("It is not known which replica and which stage each rank belongs to."));
      return FALSE;
    }
  return place_workers (self, refusal);
}

/* ---- steps ---- */

static void
choose_steps (Reader *self, const LscStepList *steps)
{
  self->chosen = g_new (gsize, self->ops->steps.n + 1);
  for (gsize i = 0; i < self->ops->steps.n; i++)
    if (lsc_step_list_has (steps, self->ops->steps.items[i].number))
      self->chosen[self->n_chosen++] = i;
}

static guint32
find_op (const Reader *self, gsize stage, guint32 hint, guint kind, guint32 number)
{
  if (hint < self->template.first[stage + 1])
    {
      const LscStragglerOp *op = &self->model.ops[hint];

      if (op->kind == kind && op->number == number)
        return hint;
    }
  return _lsc_straggler_template_find (&self->template, stage, kind, number);
}

static void
read_worker (Reader *self, gsize step, gsize place)
{
  const LscStragglerModel *model = &self->model;
  gsize stage = place % model->n_stages, replica = place / model->n_stages, n;
  const LscJobOp *ops = lsc_job_ops_get (self->ops, self->chosen[step], self->workers[place], &n);
  LscStragglerNumbers numbers = { { 0 } };
  guint32 hint = (guint32) self->template.first[stage];

  for (gsize i = 0; i < n; i++)
    {
      guint32 op;
      gint64 *cell;

      if (ops[i].kind >= LSC_JOB_N_OP_KINDS)
        continue;
      op = find_op (self, stage, hint, ops[i].kind, _lsc_straggler_number (&numbers, &ops[i]));
      cell = op != NO_OP ? &_lsc_straggler_model_row (model, step, op)[replica] : NULL;
      if (cell && *cell == NOT_THERE)
        *cell = ops[i].length_ns;
      else
        self->n_extra[step]++;
      hint = op != NO_OP ? op + 1 : hint;
    }
}

static void
read_step (gsize step, gpointer data)
{
  Reader *self = data;
  const LscStragglerModel *model = &self->model;
  gint64 *lengths = _lsc_straggler_model_row (model, step, 0);
  gsize n = model->n_ops * model->n_replicas;

  for (gsize i = 0; i < n; i++)
    lengths[i] = NOT_THERE;
  for (gsize place = 0; place < model->n_stages * model->n_replicas; place++)
    read_worker (self, step, place);
  self->is_whole[step] = TRUE;
  for (gsize i = 0; i < n && self->is_whole[step]; i++)
    self->is_whole[step] = lengths[i] != NOT_THERE;
}

static void
keep_whole_steps (Reader *self)
{
  LscStragglerModel *model = &self->model;
  gsize n_bytes = model->n_ops * model->n_replicas * sizeof (gint64);

  for (gsize i = 0; i < self->n_chosen; i++)
    if (self->is_whole[i])
      {
        const LscJobStep *step = &self->ops->steps.items[self->chosen[i]];

        if (model->n_steps < i)
          memmove (_lsc_straggler_model_row (model, model->n_steps, 0),
                   _lsc_straggler_model_row (model, i, 0), n_bytes);
        model->numbers[model->n_steps] = step->number;
        model->recorded_ns[model->n_steps++] = step->length_ns;
      }
}

/* ---- what is left out ---- */

#define MOST_NAMES 8

static char *
name_steps (const Reader *self)
{
  GString *names = g_string_new (NULL);
  gsize n = 0;

  for (gsize i = 0; i < self->n_chosen; i++)
    if (!self->is_whole[i] && n++ < MOST_NAMES)
      g_string_append_printf (names, "%s%" PRId64, names->len > 0 ? ", " : "",
                              self->ops->steps.items[self->chosen[i]].number);
  if (n > MOST_NAMES)
    g_string_append (names, ", …");
  return g_string_free (names, FALSE);
}

static void
tell_steps (const Reader *self, LscStragglers *out)
{
  g_autofree char *names = NULL;
  LscNotice *notice;

  out->n_left_out = self->n_chosen - self->model.n_steps;
  if (out->n_left_out == 0)
    return;
  names = name_steps (self);
  notice = lsc_notice_new (LSC_SEVERITY_WARNING, "steps-not-whole",
                           ngettext ("%zu step is excluded from the study of stragglers: %s",
                                     "%zu steps are excluded from the study of stragglers: %s",
                                     out->n_left_out),
                           out->n_left_out, names);
  lsc_notice_set_help (notice, _ ("Some worker lacks an op there that the first step has."), NULL);
  lsc_notices_add (out->notices, lsc_notice_mark_loss (notice));
}

static void
tell_extra (const Reader *self, LscStragglers *out)
{
  gsize n = 0;
  LscNotice *notice;

  for (gsize i = 0; i < self->n_chosen; i++)
    n += self->is_whole[i] ? self->n_extra[i] : 0;
  if (n == 0)
    return;
  notice = lsc_notice_new (
      LSC_SEVERITY_WARNING, "ops-not-in-order",
      ngettext ("%zu op is excluded from the study of stragglers: the first step has no such op",
                "%zu ops are excluded from the study of stragglers: the first step has no such ops",
                n),
      n);
  lsc_notice_set_help (notice, _ ("The order of the first step is taken for all."), NULL);
  lsc_notices_add (out->notices, lsc_notice_mark_loss (notice));
}

static void
tell_ranks (const Reader *self, LscStragglers *out)
{
  gsize n = self->ops->workers.n - self->model.n_stages * self->model.n_replicas;
  LscNotice *notice;

  if (n == 0)
    return;
  notice = lsc_notice_new (
      LSC_SEVERITY_NOTE, "ranks-beside",
      ngettext (
          "%zu rank is not replayed: the first rank of its replica and stage represents it",
          "%zu ranks are not replayed: the first rank of their replica and stage represents them",
          n),
      n);
  lsc_notices_add (out->notices, notice);
}

/* ---- the study ---- */

static gboolean
find_order (Reader *self, LscPhrase **refusal)
{
  return find_places (self, refusal) &&
         _lsc_straggler_template_init (&self->template, &self->model, self->ops, self->workers,
                                       refusal) &&
         _lsc_straggler_template_tie (&self->template, refusal) &&
         _lsc_straggler_template_connect (&self->template, refusal);
}

static gboolean
read_steps (Reader *self, LscStragglers *out)
{
  if (!_lsc_straggler_model_allocate (&self->model, self->n_chosen, &out->refusal))
    return FALSE;
  self->is_whole = g_new0 (guint8, self->n_chosen);
  self->n_extra = g_new0 (gsize, self->n_chosen);
  lsc_job_run_parallel (lsc_job_get_n_threads (self->job), self->n_chosen, read_step, self);
  keep_whole_steps (self);
  tell_steps (self, out);
  tell_extra (self, out);
  tell_ranks (self, out);
  if (self->model.n_steps > 0)
    return _lsc_straggler_model_check (&self->model, &out->refusal);
  out->refusal =
      lsc_phrase_new_text (N_ ("In every step some worker lacks an op that the first step has."));
  return FALSE;
}

/**
 * lsc_stragglers_new_from_ops:
 * @steps: (nullable): those to study, %NULL: all; the order of ops is that of the first step of all
 * @job: (nullable)
 *
 * Replays a job (stragglers.md). What cannot be replayed gives a study with a refusal.
 *
 * Cost: O(ops x (kinds + stages + 10)). Thread: any.
 *
 * Returns: (transfer full) (nullable): the study; %NULL if it was cancelled, with
 *   %LSC_ERROR_USAGE if none of @steps was recorded, or with %LSC_ERROR_LIMIT
 */
LscStragglers *
lsc_stragglers_new_from_ops (const LscJobOps *ops, const LscStepList *steps, LscJob *job,
                             GError **error)
{
  g_auto (Reader) reader = { .ops = ops, .job = job };
  g_autoptr (LscStragglers) self = NULL;

  g_return_val_if_fail (ops, NULL);
  self = _lsc_stragglers_new_empty ();
  self->name = g_strdup (ops->name);
  self->is_of_ops = TRUE;
  choose_steps (&reader, steps);
  if (steps && reader.n_chosen == 0)
    {
      lsc_fail (error, LSC_ERROR_USAGE, "%s", _ ("None of these steps was recorded"));
      return NULL;
    }
  if (ops->steps.n == 0)
    self->refusal = lsc_phrase_new_text (N_ ("No step was recorded."));
  else if (find_order (&reader, &self->refusal) && read_steps (&reader, self) &&
           !_lsc_stragglers_compute (self, &reader.model, job, error))
    return NULL;
  return g_steal_pointer (&self);
}
