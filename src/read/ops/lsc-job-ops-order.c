/* lsc-job-ops-order.c - workers, steps, and the ops of each by start
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "base/lsc-sort.h"
#include "read/ops/lsc-job-ops-private.h"

/* What a job that is hardly recorded may have of workers in steps, and for each op. */
#define MOST_EMPTY ((gsize) 1 << 22)
#define MOST_PLACES_PER_OP 4
/* So few are sorted as cards are. */
#define FEW_OPS 96

static int
compare_tracks (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LscOpTrack *tracks = user_data;
  const LscOpTrack *left = &tracks[*(const guint32 *) a], *right = &tracks[*(const guint32 *) b];

  LSC_RETURN_ORDER (left->tid / LSC_OPS_ROWS_PER_RANK, right->tid / LSC_OPS_ROWS_PER_RANK);
  LSC_RETURN_ORDER (left->pid, right->pid);
  return LSC_ORDER (left->tid, right->tid);
}

static int
compare_workers (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LscJobWorker *workers = user_data;
  const LscJobWorker *left = &workers[*(const guint32 *) a];
  const LscJobWorker *right = &workers[*(const guint32 *) b];

  LSC_RETURN_ORDER (left->replica, right->replica);
  return LSC_ORDER (left->rank, right->rank);
}

/* Where names of threads were lost: in each replica ranks ascend with their stages. */
static void
count_stages (LscOpsReading *self)
{
  LscJobWorkers *workers = &self->ops->workers;
  g_autofree guint32 *order = g_new (guint32, workers->n + 1);
  gint64 stage = 0;

  for (guint32 i = 0; i < workers->n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) workers->n, sizeof *order, compare_workers, workers->items);
  for (gsize i = 0; i < workers->n; i++)
    {
      LscJobWorker *worker = &workers->items[order[i]];

      stage = i > 0 && workers->items[order[i - 1]].replica == worker->replica ? stage + 1 : 0;
      if (worker->stage != LSC_OPS_NO_NUMBER)
        continue;
      worker->stage = stage;
      self->n_staged++;
    }
}

/* Workers of rows with the same rank and replica. Ranks that occur in several replicas are counted
 * anew. */
static void
make_workers (LscOpsReading *self)
{
  LscJobWorkers *workers = &self->ops->workers;
  g_autofree guint32 *order = g_new (guint32, self->tracks.n + 1);

  for (guint32 i = 0; i < self->tracks.n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) self->tracks.n, sizeof *order, compare_tracks,
                     self->tracks.items);
  for (gsize i = 0, next; i < self->tracks.n; i = next)
    {
      const LscOpTrack *track = &self->tracks.items[order[i]];
      LscJobWorker worker = { track->pid, LSC_OPS_NO_NUMBER, track->tid / LSC_OPS_ROWS_PER_RANK };
      gboolean has_ops = FALSE;

      for (next = i; next < self->tracks.n; next++)
        {
          LscOpTrack *row = &self->tracks.items[order[next]];

          if (row->pid != worker.replica || row->tid / LSC_OPS_ROWS_PER_RANK != worker.rank)
            break;
          has_ops |= row->has_ops;
          row->worker = (guint32) workers->n;
          if (worker.stage == LSC_OPS_NO_NUMBER)
            worker.stage = row->stage;
        }
      if (!has_ops)
        continue;
      self->shares_ranks |= workers->n > 0 && workers->items[workers->n - 1].rank == worker.rank;
      lsc_job_workers_append (workers, worker);
    }
  count_stages (self);
  for (gsize i = 0; self->shares_ranks && i < workers->n; i++)
    workers->items[i].rank = (gint64) i;
}

static gint64
step_key (gsize index, gconstpointer data)
{
  return ((const gint64 *) data)[index];
}

/* Steps by number. Returns: (transfer full): the place of each as it was met */
static guint32 *
make_steps (LscOpsReading *self)
{
  guint32 *places = g_new (guint32, self->steps.n + 1);
  g_autofree guint32 *order = lsc_sort_order (self->steps.n, step_key, self->steps.items);

  for (guint32 i = 0; i < self->steps.n; i++)
    {
      guint32 from = order ? order[i] : i;

      places[from] = i;
      lsc_job_steps_append (&self->ops->steps, (LscJobStep){ .number = self->steps.items[from] });
    }
  return places;
}

static inline gsize
get_place (const LscOpsReading *self, const guint32 *steps, gsize index)
{
  const LscOpPlace *place = &self->places.items[index];

  return (gsize) steps[place->step] * self->ops->workers.n +
         self->tracks.items[place->track].worker;
}

static inline void
set_row (const LscOpsReading *self, gsize index)
{
  const LscOpTrack *track = &self->tracks.items[self->places.items[index].track];

  self->ops->ops.items[index].row =
      (guint8) (track->row != LSC_OPS_NO_NUMBER ? track->row : track->tid % LSC_OPS_ROWS_PER_RANK);
}

/* Puts ops together by step and worker, in the order of the file within them, which as a rule they
 * are in. */
static void
put_together (LscOpsReading *self, const guint32 *steps, gsize n_places)
{
  gsize n = self->ops->ops.n, sum = 0, last = 0;
  gboolean is_ordered = TRUE;
  gsize *first = g_new0 (gsize, n_places + 1);

  for (gsize i = 0; i < n; i++)
    {
      gsize place = get_place (self, steps, i);

      is_ordered = is_ordered && place >= last;
      last = place;
      first[place]++;
      set_row (self, i);
    }
  for (gsize i = 0; i <= n_places; i++)
    {
      gsize count = first[i];

      first[i] = sum;
      sum += count;
    }
  self->ops->first = first;
  if (!is_ordered)
    {
      g_autofree guint32 *order = g_new (guint32, n);
      g_autofree gsize *next = g_memdup2 (first, n_places * sizeof *first);

      for (gsize i = 0; i < n; i++)
        order[next[get_place (self, steps, i)]++] = (guint32) i;
      lsc_sort_apply (self->ops->ops.items, sizeof (LscJobOp), order, n);
    }
}

static gint64
start_key (gsize index, gconstpointer data)
{
  return ((const LscJobOp *) data)[index].start_ns;
}

static void
sort_ops (LscJobOp *ops, gsize n)
{
  if (n > FEW_OPS)
    {
      lsc_sort_items (ops, n, sizeof *ops, start_key);
      return;
    }
  for (gsize i = 1; i < n; i++)
    {
      LscJobOp op = ops[i];
      gsize at = i;

      for (; at > 0 && ops[at - 1].start_ns > op.start_ns; at--)
        ops[at] = ops[at - 1];
      ops[at] = op;
    }
}

static gboolean
check_size (const LscOpsReading *self, GError **error)
{
  g_autofree char *shown = g_filename_display_name (self->path);
  gsize n = self->ops->ops.n, n_workers = self->ops->workers.n, n_steps = self->steps.n;

  if (n_workers > LSC_OPS_MOST_WORKERS || n > G_MAXUINT32)
    return lsc_fail (error, LSC_ERROR_LIMIT,
                     _ ("%s has %zu workers and %zu ops, more than can be shown."), shown,
                     n_workers, n);
  if (n_workers * n_steps > MAX (MOST_EMPTY, n * MOST_PLACES_PER_OP))
    return lsc_fail (error, LSC_ERROR_CORRUPT,
                     _ ("%s has %zu workers and %zu steps, and hardly an op for each: it is no op "
                        "timeline."),
                     shown, n_workers, n_steps);
  return TRUE;
}

/**
 * _lsc_ops_order:
 *
 * Makes workers and steps, and puts the ops in order.
 *
 * Errors: %LSC_ERROR_LIMIT, %LSC_ERROR_CORRUPT, %LSC_ERROR_CANCELLED
 */
gboolean
_lsc_ops_order (LscOpsReading *self, LscJob *job, GError **error)
{
  g_autofree guint32 *steps = NULL;
  gsize n_places;

  make_workers (self);
  if (!check_size (self, error))
    return FALSE;
  steps = make_steps (self);
  n_places = self->ops->workers.n * self->ops->steps.n;
  put_together (self, steps, n_places);
  lsc_op_places_clear (&self->places);
  for (gsize i = 0; i < n_places; i++)
    {
      if (i % 4096 == 0 && !lsc_job_check (job, error))
        return FALSE;
      sort_ops (lsc_job_op_array_from (&self->ops->ops, self->ops->first[i]),
                self->ops->first[i + 1] - self->ops->first[i]);
    }
  return TRUE;
}
