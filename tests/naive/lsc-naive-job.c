/* lsc-naive-job.c - ops that wait for each other, replayed by asking each when it ends
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-naive-job.h"

#include <math.h>

static void
op_free (gpointer data)
{
  LscNaiveOp *self = data;

  g_array_unref (self->needs);
  g_array_unref (self->lengths);
  g_free (self);
}

LscNaiveJob *
lsc_naive_job_new (gsize n_stages, gsize n_replicas)
{
  LscNaiveJob *self = g_new0 (LscNaiveJob, 1);

  self->ops = g_ptr_array_new_with_free_func (op_free);
  self->steps = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->n_stages = n_stages;
  self->n_replicas = n_replicas;
  return self;
}

/* In a group of its own. */
LscNaiveOp *
lsc_naive_job_add (LscNaiveJob *self, const char *kind, gboolean is_mean, gsize replica,
                   gsize stage)
{
  LscNaiveOp *op = g_new0 (LscNaiveOp, 1);

  op->kind = kind;
  op->is_mean = is_mean;
  op->replica = replica;
  op->stage = stage;
  op->needs = g_array_new (FALSE, FALSE, sizeof (guint));
  op->lengths = g_array_new (FALSE, FALSE, sizeof (double));
  op->group = self->ops->len;
  g_ptr_array_add (self->ops, op);
  return op;
}

void
lsc_naive_job_free (LscNaiveJob *self)
{
  g_ptr_array_unref (self->ops);
  g_array_unref (self->steps);
  g_free (self);
}

static const LscNaiveOp *
get_op (const LscNaiveJob *self, gsize i)
{
  return g_ptr_array_index (self->ops, i);
}

/* ---- one replay of one step ---- */

typedef struct
{
  const LscNaiveJob *job;
  const double *lengths; /* by op */
  double *ready;         /* by group; -1: not asked for, -2: being asked for */
  gboolean is_cyclic;
} Replay;

static double find_end (Replay *self, guint op);

static double
find_ready (Replay *self, guint group)
{
  double ready = 0;

  if (self->ready[group] >= 0)
    return self->ready[group];
  if (self->ready[group] == -2)
    {
      self->is_cyclic = TRUE;
      return 0;
    }
  self->ready[group] = -2;
  for (guint i = 0; i < self->job->ops->len; i++)
    if (get_op (self->job, i)->group == group)
      for (guint k = 0; k < get_op (self->job, i)->needs->len; k++)
        ready =
            MAX (ready, find_end (self, g_array_index (get_op (self->job, i)->needs, guint, k)));
  return self->ready[group] = ready;
}

static double
find_end (Replay *self, guint op)
{
  return find_ready (self, get_op (self->job, op)->group) + self->lengths[op];
}

/* Length of a step; -1 of one in which ops wait for each other */
static double
replay (const LscNaiveJob *self, const double *lengths)
{
  g_autofree double *ready = g_new (double, self->ops->len + 1);
  Replay work = { .job = self, .lengths = lengths, .ready = ready };
  double length = 0;

  for (guint i = 0; i < self->ops->len; i++)
    ready[i] = -1;
  for (guint i = 0; i < self->ops->len; i++)
    length = MAX (length, find_end (&work, i));
  return work.is_cyclic ? -1 : length;
}

/* ---- figures ---- */

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
find_ideal (const LscNaiveJob *self, const LscNaiveOp *like)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (double));
  double sum = 0;

  for (guint i = 0; i < self->ops->len; i++)
    if (g_str_equal (get_op (self, i)->kind, like->kind))
      for (guint s = 0; s < self->steps->len; s++)
        {
          double length = g_array_index (get_op (self, i)->lengths, double, s);

          g_array_append_val (all, length);
          sum += length;
        }
  if (like->is_mean)
    return sum / all->len;
  g_array_sort (all, compare_doubles);
  return (g_array_index (all, double, (all->len - 1) / 2) +
          g_array_index (all, double, all->len / 2)) /
         2;
}

/* Whether an op has its recorded length. */
typedef gboolean (*IsRecorded) (const LscNaiveOp *op, gconstpointer data);

/* Mean over steps; @of_step: (nullable) (out): the length of each */
static double
mean_length (const LscNaiveJob *self, IsRecorded is_recorded, gconstpointer data, double *of_step)
{
  g_autofree double *ideal = g_new (double, self->ops->len);
  g_autofree double *lengths = g_new (double, self->ops->len);
  double sum = 0;

  for (guint i = 0; i < self->ops->len; i++)
    ideal[i] = find_ideal (self, get_op (self, i));
  for (guint s = 0; s < self->steps->len; s++)
    {
      double length;

      for (guint i = 0; i < self->ops->len; i++)
        lengths[i] = is_recorded (get_op (self, i), data)
                         ? g_array_index (get_op (self, i)->lengths, double, s)
                         : ideal[i];
      length = replay (self, lengths);
      if (of_step)
        of_step[s] = length;
      sum += length;
    }
  return sum / self->steps->len;
}

static gboolean
is_all (const LscNaiveOp *op, gconstpointer data)
{
  return TRUE;
}

static gboolean
is_none (const LscNaiveOp *op, gconstpointer data)
{
  return FALSE;
}

static gboolean
is_of_stage (const LscNaiveOp *op, gconstpointer data)
{
  return op->stage == *(const gsize *) data;
}

static gboolean
is_not_of_stage (const LscNaiveOp *op, gconstpointer data)
{
  return op->stage != *(const gsize *) data;
}

static gboolean
is_of_replica (const LscNaiveOp *op, gconstpointer data)
{
  return op->replica == *(const gsize *) data;
}

static const char *
shown_kind (const char *kind)
{
  if (g_str_equal (kind, "forward-send") || g_str_equal (kind, "forward-recv"))
    return "forward-pp-comm";
  if (g_str_equal (kind, "backward-send") || g_str_equal (kind, "backward-recv"))
    return "backward-pp-comm";
  return kind;
}

static gboolean
is_of_kind (const LscNaiveOp *op, gconstpointer data)
{
  return g_str_equal (shown_kind (op->kind), data);
}

typedef struct
{
  gsize n_stages;
  const gboolean *is_chosen; /* replica * n_stages + stage */
} Chosen;

static gboolean
is_not_chosen (const LscNaiveOp *op, gconstpointer data)
{
  const Chosen *chosen = data;

  return !chosen->is_chosen[op->replica * chosen->n_stages + op->stage];
}

/* Ranks go by stage, then replica. */
static void
choose_workers (const LscNaiveJob *self, const LscNaiveStudy *study, gboolean *is_chosen)
{
  gsize n = self->n_stages * self->n_replicas;

  for (gsize k = 0; k < (3 * n + 99) / 100; k++)
    {
      double most = -1;
      gsize best = 0;

      for (gsize p = 0; p < self->n_stages; p++)
        for (gsize d = 0; d < self->n_replicas; d++)
          {
            double slowdown = MIN (study->by_stage[p], study->by_replica[d]);

            if (!is_chosen[d * self->n_stages + p] && slowdown > most)
              {
                most = slowdown;
                best = d * self->n_stages + p;
              }
          }
      is_chosen[best] = TRUE;
    }
}

static void
find_shares (const LscNaiveJob *self, LscNaiveStudy *study, double base, double ideal)
{
  gsize last = self->n_stages - 1;
  g_autofree gboolean *is_chosen = g_new0 (gboolean, self->n_stages * self->n_replicas);
  Chosen chosen = { self->n_stages, is_chosen };

  study->m_w = study->m_s = NAN;
  if (base <= ideal)
    return;
  choose_workers (self, study, is_chosen);
  study->m_w = (base - mean_length (self, is_not_chosen, &chosen, NULL)) / (base - ideal);
  study->m_s = (base - mean_length (self, is_not_of_stage, &last, NULL)) / (base - ideal);
}

static void
find_slowdowns (const LscNaiveJob *self, LscNaiveStudy *study, double ideal)
{
  study->by_stage = g_new (double, self->n_stages);
  study->by_replica = g_new (double, self->n_replicas);
  study->by_kind = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  for (gsize p = 0; p < self->n_stages; p++)
    study->by_stage[p] = mean_length (self, is_of_stage, &p, NULL) / ideal;
  for (gsize d = 0; d < self->n_replicas; d++)
    study->by_replica[d] = mean_length (self, is_of_replica, &d, NULL) / ideal;
  for (guint i = 0; i < self->ops->len; i++)
    {
      const char *kind = shown_kind (get_op (self, i)->kind);
      double *slowdown;

      if (g_hash_table_contains (study->by_kind, kind))
        continue;
      slowdown = g_new (double, 1);
      *slowdown = mean_length (self, is_of_kind, kind, NULL) / ideal;
      g_hash_table_insert (study->by_kind, (gpointer) kind, slowdown);
    }
}

LscNaiveStudy *
lsc_naive_job_study (const LscNaiveJob *self)
{
  LscNaiveStudy *study = g_new0 (LscNaiveStudy, 1);
  g_autofree double *base_of_step = g_new (double, self->steps->len + 1);
  double base, ideal;

  base = mean_length (self, is_all, NULL, base_of_step);
  study->is_refused = self->steps->len == 0 || base_of_step[0] < 0;
  if (study->is_refused)
    return study;
  ideal = mean_length (self, is_none, NULL, NULL);
  study->slowdown = base / ideal;
  study->n_steps = self->steps->len;
  study->steps = g_memdup2 (self->steps->data, self->steps->len * sizeof (gint64));
  study->by_step = g_new (double, self->steps->len);
  for (guint s = 0; s < self->steps->len; s++)
    study->by_step[s] = base_of_step[s] / ideal;
  study->n_stages = self->n_stages;
  study->n_replicas = self->n_replicas;
  find_slowdowns (self, study, ideal);
  find_shares (self, study, base, ideal);
  return study;
}

void
lsc_naive_study_free (LscNaiveStudy *self)
{
  g_free (self->steps);
  g_free (self->by_step);
  g_free (self->by_stage);
  g_free (self->by_replica);
  g_clear_pointer (&self->by_kind, g_hash_table_unref);
  g_free (self);
}
