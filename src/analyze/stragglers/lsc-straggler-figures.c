/* lsc-straggler-figures.c - replays of a job with lengths as recorded, ideal, and mixed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/stragglers/lsc-straggler-model-private.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "base/lsc-sort.h"

/* Steps are independent: each is replayed with all mixtures on one thread. */

typedef enum
{
  REPLAY_BASE,
  REPLAY_IDEAL,
  REPLAY_EVEN,
  REPLAY_BALANCED,
  REPLAY_EVEN_BALANCED,
  REPLAY_WORST,
  REPLAY_FIXED_WORKERS,
  REPLAY_ADDED_WORKERS,
  REPLAY_FIXED_STAGE,
  N_REPLAYS,
} Replay;

/* What figures tell apart: kinds, but the two messages of a direction are one. */
typedef enum
{
  GROUP_FORWARD_MESSAGES = LSC_STRAGGLER_N_KINDS,
  GROUP_BACKWARD_MESSAGES,
  N_GROUPS,
} Group;

/* @ns: by replay and step */
typedef struct
{
  LscStragglers *out;
  const LscStragglerModel *model;
  LscJob *job;
  gint64 *ideal; /* by kind */
  gint64 *ns[N_REPLAYS];
  double *factors;         /* of stages, to the mean over them: stage * N_KINDS + kind */
  guint8 *is_slowest;      /* by worker */
  guint8 groups[N_GROUPS]; /* index of the kind of the result */
  gboolean is_second;      /* the slowest workers are known */
  gint has_failed;
} Work;

/* Of one thread. */
typedef struct
{
  const Work *work;
  gsize step;
  gint64 *lengths; /* op * n_replicas + replica */
  gint64 *ends;
} Desk;

static void
work_clear (Work *self)
{
  g_free (self->ideal);
  for (guint i = 0; i < N_REPLAYS; i++)
    g_free (self->ns[i]);
  g_free (self->factors);
  g_free (self->is_slowest);
}

static void
desk_clear (Desk *self)
{
  g_free (self->lengths);
  g_free (self->ends);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Work, work_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Desk, desk_clear)

static guint
group_of_kind (guint kind)
{
  switch (kind)
    {
    case LSC_JOB_OP_FORWARD_SEND:
    case LSC_JOB_OP_FORWARD_RECV:
      return GROUP_FORWARD_MESSAGES;
    case LSC_JOB_OP_BACKWARD_SEND:
    case LSC_JOB_OP_BACKWARD_RECV:
      return GROUP_BACKWARD_MESSAGES;
    default:
      return kind;
    }
}

static const char *
name_of_group (guint group)
{
  switch (group)
    {
    case GROUP_FORWARD_MESSAGES:
      return "forward-pp-comm";
    case GROUP_BACKWARD_MESSAGES:
      return "backward-pp-comm";
    case LSC_STRAGGLER_INPUTS:
      return "backward-dgrad-compute";
    case LSC_STRAGGLER_WEIGHTS:
      return "backward-wgrad-compute";
    case LSC_STRAGGLER_PAIR:
      return "forward-backward";
    default:
      return lsc_job_op_kind_name (group);
    }
}

/* ---- lengths ---- */

static gint64 *
get_row (const Desk *self, gsize op)
{
  return self->lengths + op * self->work->model->n_replicas;
}

static void
take_recorded (const Desk *self, gsize op)
{
  memcpy (get_row (self, op), _lsc_straggler_model_row (self->work->model, self->step, op),
          self->work->model->n_replicas * sizeof (gint64));
}

static void
take_ideal (const Desk *self, gsize op)
{
  gint64 ideal = self->work->ideal[self->work->model->ops[op].kind];
  gint64 *row = get_row (self, op);

  for (gsize d = 0; d < self->work->model->n_replicas; d++)
    row[d] = ideal;
}

static void
take_all_recorded (const Desk *self)
{
  memcpy (self->lengths, _lsc_straggler_model_row (self->work->model, self->step, 0),
          self->work->model->n_ops * self->work->model->n_replicas * sizeof (gint64));
}

static gboolean
is_of_class (const LscStragglerOp *op, const LscStragglerOp *like)
{
  return op->stage == like->stage && op->kind == like->kind && op->chunk == like->chunk;
}

/* All micro-batches of a stage, kind and chunk as long as their mean over the step. */
static void
even_out (const Desk *self, gsize like)
{
  const LscStragglerModel *model = self->work->model;
  gint64 sum = 0, n = 0;
  gsize end = like;

  while (end < model->n_ops && model->ops[end].stage == model->ops[like].stage)
    end++;
  for (gsize op = like; op < end; op++)
    if (is_of_class (&model->ops[op], &model->ops[like]))
      for (gsize d = 0; d < model->n_replicas; d++, n++)
        sum += get_row (self, op)[d];
  for (gsize op = like; op < end; op++)
    if (is_of_class (&model->ops[op], &model->ops[like]))
      for (gsize d = 0; d < model->n_replicas; d++)
        get_row (self, op)[d] = sum / n;
}

static gboolean
is_first_of_class (const LscStragglerModel *model, gsize op)
{
  for (gsize i = op; i-- > 0 && model->ops[i].stage == model->ops[op].stage;)
    if (is_of_class (&model->ops[i], &model->ops[op]))
      return FALSE;
  return TRUE;
}

static void
take_even (const Desk *self)
{
  const LscStragglerModel *model = self->work->model;

  take_all_recorded (self);
  for (gsize op = 0; op < model->n_ops; op++)
    if (_lsc_straggler_kind_computes (model->ops[op].kind) && is_first_of_class (model, op))
      even_out (self, op);
}

static gint64
scale (gint64 ns, double factor)
{
  return (gint64) llrint ((double) ns * factor);
}

/* All stages as long as the mean over them. */
static void
balance (const Desk *self)
{
  const LscStragglerModel *model = self->work->model;

  for (gsize op = 0; op < model->n_ops; op++)
    {
      const LscStragglerOp *info = &model->ops[op];
      double factor = self->work->factors[info->stage * LSC_STRAGGLER_N_KINDS + info->kind];

      for (gsize d = 0; _lsc_straggler_kind_computes (info->kind) && d < model->n_replicas; d++)
        get_row (self, op)[d] = scale (get_row (self, op)[d], factor);
    }
}

static void
take_worst (const Desk *self)
{
  const LscStragglerModel *model = self->work->model;
  gsize d = self->work->out->worst / model->n_stages, p = self->work->out->worst % model->n_stages;
  double excess = self->work->out->workers[self->work->out->worst].excess;

  take_all_recorded (self);
  for (gsize op = 0; op < model->n_ops; op++)
    if (model->ops[op].stage == p && _lsc_straggler_kind_computes (model->ops[op].kind) &&
        excess > -1)
      get_row (self, op)[d] = scale (get_row (self, op)[d], 1 / (1 + excess));
}

/* @is_ideal: lengths of the slowest workers; the others have the other ones */
static void
take_slowest (const Desk *self, gboolean is_ideal)
{
  const LscStragglerModel *model = self->work->model;

  for (gsize op = 0; op < model->n_ops; op++)
    {
      const gint64 *recorded = _lsc_straggler_model_row (model, self->step, op);
      gint64 ideal = self->work->ideal[model->ops[op].kind];

      for (gsize d = 0; d < model->n_replicas; d++)
        {
          gboolean is_one = self->work->is_slowest[d * model->n_stages + model->ops[op].stage];

          get_row (self, op)[d] = is_one == is_ideal ? ideal : recorded[d];
        }
    }
}

static void
take_stage (const Desk *self, gsize stage, gboolean is_ideal)
{
  for (gsize op = 0; op < self->work->model->n_ops; op++)
    if ((self->work->model->ops[op].stage == stage) == is_ideal)
      take_ideal (self, op);
    else
      take_recorded (self, op);
}

static void
take_kind (const Desk *self, guint kind)
{
  for (gsize op = 0; op < self->work->model->n_ops; op++)
    if (self->work->groups[group_of_kind (self->work->model->ops[op].kind)] == kind)
      take_recorded (self, op);
    else
      take_ideal (self, op);
}

/* ---- replays ---- */

static gint64
replay (const Desk *self, gsize n_copies)
{
  const LscStragglerModel *model = self->work->model;
  const LscReplayLengths lengths = { .ns = self->lengths, .n_copies = n_copies };
  LscReplayTimes times = { .end_ns = self->ends };
  gint64 last = 0;

  if (!lsc_replay_run (model->replay, &lengths, &times))
    {
      g_atomic_int_set (&((Work *) self->work)->has_failed, TRUE);
      return 0;
    }
  for (gsize i = 0; i < model->n_ops * n_copies; i++)
    last = MAX (last, self->ends[i]);
  return last;
}

static gint64
replay_mixture (const Desk *self, Replay mixture)
{
  switch (mixture)
    {
    case REPLAY_BASE:
      take_all_recorded (self);
      break;
    case REPLAY_EVEN:
      take_even (self);
      break;
    case REPLAY_BALANCED:
      take_all_recorded (self);
      balance (self);
      break;
    case REPLAY_EVEN_BALANCED:
      take_even (self);
      balance (self);
      break;
    case REPLAY_WORST:
      take_worst (self);
      break;
    case REPLAY_FIXED_WORKERS:
      take_slowest (self, TRUE);
      break;
    case REPLAY_ADDED_WORKERS:
      take_slowest (self, FALSE);
      break;
    case REPLAY_FIXED_STAGE:
      take_stage (self, self->work->model->n_stages - 1, TRUE);
      break;
    default:
      for (gsize op = 0; op < self->work->model->n_ops; op++)
        take_ideal (self, op);
    }
  return replay (self, self->work->model->n_replicas);
}

/* The other replicas are all ideal: one of them stands for all. */
static gint64
replay_replica (const Desk *self, gsize replica)
{
  const LscStragglerModel *model = self->work->model;
  gsize n_copies = MIN (model->n_replicas, 2);

  for (gsize op = 0; op < model->n_ops; op++)
    {
      self->lengths[op * n_copies] = _lsc_straggler_model_row (model, self->step, op)[replica];
      if (n_copies > 1)
        self->lengths[op * n_copies + 1] = self->work->ideal[model->ops[op].kind];
    }
  return replay (self, n_copies);
}

static void
replay_step (gsize step, gpointer data)
{
  Work *work = data;
  const LscStragglerModel *model = work->model;
  LscStragglers *out = work->out;
  gsize n = model->n_ops * MAX (model->n_replicas, 2) + 1;
  g_auto (Desk) desk = {
    .work = work, .step = step, .lengths = LSC_TRY_NEW (gint64, n), .ends = LSC_TRY_NEW (gint64, n)
  };

  if (!desk.lengths || !desk.ends)
    {
      g_atomic_int_set (&work->has_failed, TRUE);
      return;
    }
  if (lsc_job_is_cancelled (work->job))
    return;
  for (guint i = work->is_second ? REPLAY_FIXED_WORKERS : REPLAY_BASE;
       i < (work->is_second ? N_REPLAYS : REPLAY_FIXED_WORKERS); i++)
    work->ns[i][step] = replay_mixture (&desk, i);
  lsc_job_did (work->job, 1);
  if (work->is_second)
    return;
  for (gsize k = 0; k < out->n_kinds; k++)
    {
      take_kind (&desk, (guint) k);
      out->kind_ns[k * model->n_steps + step] = replay (&desk, model->n_replicas);
    }
  for (gsize p = 0; p < model->n_stages; p++)
    {
      take_stage (&desk, p, FALSE);
      out->stage_ns[p * model->n_steps + step] = replay (&desk, model->n_replicas);
    }
  for (gsize d = 0; d < model->n_replicas; d++)
    out->replica_ns[d * model->n_steps + step] = replay_replica (&desk, d);
}

/* ---- what the replays say ---- */

static double
mean_of (const gint64 *ns, gsize n)
{
  gint64 sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += ns[i];
  return (double) sum / (double) n;
}

static double
slowdown_of (const Work *self, const gint64 *ns)
{
  return mean_of (ns, self->model->n_steps) / self->out->ideal_ns;
}

/* Kinds that there are, in the order in which op timelines know them. */
static void
list_kinds (Work *self)
{
  gboolean is_there[N_GROUPS] = { FALSE };
  LscStragglers *out = self->out;

  for (gsize op = 0; op < self->model->n_ops; op++)
    is_there[group_of_kind (self->model->ops[op].kind)] = TRUE;
  out->kinds = g_new0 (LscStragglerKind, N_GROUPS);
  for (guint group = 0; group < N_GROUPS; group++)
    if (is_there[group])
      {
        self->groups[group] = (guint8) out->n_kinds;
        out->kinds[out->n_kinds++].name = name_of_group (group);
      }
}

static void
list_places (LscStragglers *out, const LscStragglerModel *model)
{
  out->n_steps = model->n_steps;
  out->steps = g_new0 (LscStragglerStep, model->n_steps);
  out->n_stages = model->n_stages;
  out->stages = g_new0 (LscStragglerStage, model->n_stages);
  out->n_replicas = model->n_replicas;
  out->replicas = g_memdup2 (model->replicas, model->n_replicas * sizeof (gint64));
  out->slowdown_of_replica = g_new0 (double, model->n_replicas);
  out->workers = g_new0 (LscStragglerWorker, model->n_replicas * model->n_stages);
  out->n_ops = model->n_ops;
  out->ops = g_memdup2 (model->ops, model->n_ops * sizeof *model->ops);
  for (gsize p = 0; p < model->n_stages; p++)
    out->stages[p].stage = model->stages[p];
  for (gsize w = 0; w < model->n_replicas * model->n_stages; w++)
    out->workers[w] = (LscStragglerWorker){ .replica = model->replicas[w / model->n_stages],
                                            .stage = model->stages[w % model->n_stages],
                                            .rank = model->ranks[w] };
}

/* Mean length of each kind on each stage, NAN where there are none. */
static double *
find_means (const LscStragglerModel *model)
{
  gsize n_cells = model->n_stages * LSC_STRAGGLER_N_KINDS;
  double *means = g_new0 (double, n_cells);
  g_autofree double *counts = g_new0 (double, n_cells);

  for (gsize op = 0; op < model->n_ops; op++)
    for (gsize step = 0; step < model->n_steps; step++)
      for (gsize d = 0; d < model->n_replicas; d++)
        {
          gsize cell = model->ops[op].stage * LSC_STRAGGLER_N_KINDS + model->ops[op].kind;

          means[cell] += (double) _lsc_straggler_model_row (model, step, op)[d];
          counts[cell]++;
        }
  for (gsize cell = 0; cell < n_cells; cell++)
    means[cell] = counts[cell] > 0 ? means[cell] / counts[cell] : NAN;
  return means;
}

/* The mean over the stages of a kind's mean, beside that of each stage (stragglers.md#even). */
static double *
find_factors (const LscStragglerModel *model)
{
  g_autofree double *means = find_means (model);
  double *factors = g_new (double, model->n_stages *LSC_STRAGGLER_N_KINDS);

  for (guint kind = 0; kind < LSC_STRAGGLER_N_KINDS; kind++)
    {
      double sum = 0, n = 0;

      for (gsize p = 0; p < model->n_stages; p++)
        if (!isnan (means[p * LSC_STRAGGLER_N_KINDS + kind]))
          {
            sum += means[p * LSC_STRAGGLER_N_KINDS + kind];
            n++;
          }
      for (gsize p = 0; p < model->n_stages; p++)
        {
          double mean = means[p * LSC_STRAGGLER_N_KINDS + kind];

          factors[p * LSC_STRAGGLER_N_KINDS + kind] = mean > 0 && sum > 0 ? sum / n / mean : 1;
        }
    }
  return factors;
}

static void
fill_slowdowns (Work *self)
{
  LscStragglers *out = self->out;
  const LscStragglerModel *model = self->model;

  out->base_ns = mean_of (self->ns[REPLAY_BASE], model->n_steps);
  out->ideal_ns = mean_of (self->ns[REPLAY_IDEAL], model->n_steps);
  out->even_ns = mean_of (self->ns[REPLAY_EVEN], model->n_steps);
  out->balanced_ns = mean_of (self->ns[REPLAY_BALANCED], model->n_steps);
  out->even_balanced_ns = mean_of (self->ns[REPLAY_EVEN_BALANCED], model->n_steps);
  out->worst_ns = mean_of (self->ns[REPLAY_WORST], model->n_steps);
  out->recorded_ns = mean_of (model->recorded_ns, model->n_steps);
  out->slowdown = out->base_ns / out->ideal_ns;
  out->replay_error = out->recorded_ns > 0 ? out->recorded_ns / out->base_ns - 1 : NAN;
  for (gsize i = 0; i < model->n_steps; i++)
    out->steps[i] = (LscStragglerStep){
      .number = model->numbers[i],
      .recorded_ns = model->recorded_ns[i],
      .base_ns = self->ns[REPLAY_BASE][i],
      .ideal_ns = self->ns[REPLAY_IDEAL][i],
      .slowdown = (double) self->ns[REPLAY_BASE][i] / (double) self->ns[REPLAY_IDEAL][i],
    };
  for (gsize k = 0; k < out->n_kinds; k++)
    out->kinds[k].slowdown = slowdown_of (self, out->kind_ns + k * model->n_steps);
  for (gsize p = 0; p < out->n_stages; p++)
    out->stages[p].slowdown = slowdown_of (self, out->stage_ns + p * model->n_steps);
  for (gsize d = 0; d < out->n_replicas; d++)
    out->slowdown_of_replica[d] = slowdown_of (self, out->replica_ns + d * model->n_steps);
  for (gsize w = 0; w < out->n_replicas * out->n_stages; w++)
    out->workers[w].slowdown =
        MIN (out->slowdown_of_replica[w / out->n_stages], out->stages[w % out->n_stages].slowdown);
}

static int
compare_workers (gconstpointer a, gconstpointer b, gpointer data)
{
  const LscStragglers *self = data;
  gsize i = *(const gsize *) a, k = *(const gsize *) b;
  const LscStragglerWorker *x = &self->workers[i], *y = &self->workers[k];

  LSC_RETURN_ORDER (y->slowdown, x->slowdown);
  LSC_RETURN_ORDER (x->rank, y->rank);
  LSC_RETURN_ORDER (x->stage, y->stage);
  return LSC_ORDER (i, k);
}

/* Three in a hundred, at least one (stragglers.md#shares). */
static void
find_slowest (Work *self)
{
  LscStragglers *out = self->out;
  gsize n = out->n_replicas * out->n_stages;
  g_autofree gsize *order = g_new (gsize, n);

  for (gsize i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) n, sizeof *order, compare_workers, out);
  out->n_slowest = (3 * n + 99) / 100;
  out->slowest = g_memdup2 (order, out->n_slowest * sizeof *order);
  self->is_slowest = g_new0 (guint8, n);
  for (gsize i = 0; i < out->n_slowest; i++)
    self->is_slowest[order[i]] = TRUE;
}

static LscStragglerShare
make_share (const LscStragglers *out, double fixed_ns, double added_ns)
{
  double loss = out->base_ns - out->ideal_ns;

  return (LscStragglerShare){ .share = loss > 0 ? (out->base_ns - fixed_ns) / loss : NAN,
                              .fixed_ns = fixed_ns,
                              .added_ns = added_ns };
}

static void
fill_shares (Work *self)
{
  LscStragglers *out = self->out;
  gsize n = out->n_steps;

  out->of_workers = make_share (out, mean_of (self->ns[REPLAY_FIXED_WORKERS], n),
                                mean_of (self->ns[REPLAY_ADDED_WORKERS], n));
  out->of_stage = make_share (out, mean_of (self->ns[REPLAY_FIXED_STAGE], n),
                              mean_of (out->stage_ns + (out->n_stages - 1) * n, n));
  out->m_w = out->of_workers.share;
  out->m_s = out->of_stage.share;
}

/* When the ops run in the ideal replay. */
static gboolean
place_ideal (Work *self)
{
  LscStragglers *out = self->out;
  g_autofree gint64 *lengths = g_new (gint64, out->n_ops + 1);
  g_autofree gint64 *starts = g_new (gint64, out->n_ops + 1);
  g_autofree gint64 *ends = g_new (gint64, out->n_ops + 1);

  for (gsize op = 0; op < out->n_ops; op++)
    lengths[op] = out->ops[op].length_ns = self->ideal[out->ops[op].kind];
  if (!lsc_replay_run (self->model->replay, &(LscReplayLengths){ .ns = lengths, .n_copies = 1 },
                       &(LscReplayTimes){ .start_ns = starts, .end_ns = ends }))
    return FALSE;
  for (gsize op = 0; op < out->n_ops; op++)
    out->ops[op].start_ns = starts[op];
  return TRUE;
}

static gboolean
run (Work *self, GError **error)
{
  lsc_job_run_parallel (lsc_job_get_n_threads (self->job), self->model->n_steps, replay_step, self);
  if (!lsc_job_check (self->job, error))
    return FALSE;
  return !self->has_failed || lsc_fail (error, LSC_ERROR_LIMIT, "%s",
                                        _ ("The durations add up to more than a time can hold"));
}

static gboolean
prepare (Work *self, GError **error)
{
  LscStragglers *out = self->out;
  gsize n_steps = self->model->n_steps;

  self->ideal = _lsc_straggler_ideal_lengths (self->model);
  if (!self->ideal)
    return lsc_fail (error, LSC_ERROR_LIMIT, "%s",
                     _ ("There is not enough memory for the study of stragglers"));
  for (guint i = 0; i < N_REPLAYS; i++)
    self->ns[i] = g_new0 (gint64, n_steps);
  list_places (out, self->model);
  list_kinds (self);
  out->kind_ns = g_new0 (gint64, out->n_kinds * n_steps);
  out->stage_ns = g_new0 (gint64, out->n_stages * n_steps);
  out->replica_ns = g_new0 (gint64, out->n_replicas * n_steps);
  self->factors = find_factors (self->model);
  return TRUE;
}

/**
 * _lsc_stragglers_compute:
 * @self: empty; gets all but its name and notices
 * @model: checked by _lsc_straggler_model_check()
 *
 * Replays the job with lengths as they were recorded, with ideal ones, and with mixtures
 * (stragglers.md#figures).
 *
 * Cost: O(steps x ops x (kinds + stages + 9)). Thread: any; uses those of @job.
 *
 * Returns: %FALSE if it was cancelled, or with %LSC_ERROR_LIMIT
 */
gboolean
_lsc_stragglers_compute (LscStragglers *self, const LscStragglerModel *model, LscJob *job,
                         GError **error)
{
  g_auto (Work) work = { .out = self, .model = model, .job = job };

  if (!prepare (&work, error))
    return FALSE;
  _lsc_stragglers_measure (self, model);
  lsc_job_add_work (job, (gint64) (2 * model->n_steps));
  if (!run (&work, error))
    return FALSE;
  fill_slowdowns (&work);
  find_slowest (&work);
  work.is_second = TRUE;
  if (!run (&work, error))
    return FALSE;
  fill_shares (&work);
  return place_ideal (&work);
}
