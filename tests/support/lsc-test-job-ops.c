/* lsc-test-job-ops.c - op timelines that are made or changed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-test-files.h"
#include "lsc-test-job-ops.h"

#include "base/lsc-sort.h"
#include "read/ops/lsc-job-ops-read.h"

/* While ops are added LscJobOps.first is a list of where they belong, until it is sealed. */
typedef struct
{
  guint32 cell;
  guint32 index;
  gint64 start_ns;
} Place;

static GArray *
places_of (LscJobOps *self)
{
  if (!self->first)
    self->first = (gsize *) (gpointer) g_array_new (FALSE, FALSE, sizeof (Place));
  return (GArray *) (gpointer) self->first;
}

/**
 * lsc_test_job_ops_new:
 *
 * Returns: (transfer full): workers by rank: stage * @n_replicas + replica; steps from 1 on; ops
 *   are added by lsc_test_job_ops_add(), then it is sealed
 */
LscJobOps *
lsc_test_job_ops_new (gsize n_replicas, gsize n_stages, gsize n_steps)
{
  LscJobOps *self = lsc_job_ops_new ();

  for (gsize rank = 0; rank < n_replicas * n_stages; rank++)
    lsc_job_workers_append (&self->workers, (LscJobWorker){ .replica = (gint64) (rank % n_replicas),
                                                            .stage = (gint64) (rank / n_replicas),
                                                            .rank = (gint64) rank });
  for (gsize step = 0; step < n_steps; step++)
    lsc_job_steps_append (&self->steps, (LscJobStep){ .number = (gint64) step + 1 });
  return self;
}

/** Returns: the op, for its chunk and micro-batch; until the next one is added */
LscJobOp *
lsc_test_job_ops_add (LscJobOps *self, gsize step, gsize worker, LscJobOpKind kind, guint32 number,
                      gint64 start_ns, gint64 length_ns)
{
  Place place = { .cell = (guint32) (step * self->workers.n + worker),
                  .index = (guint32) self->ops.n,
                  .start_ns = start_ns };
  const char *name = lsc_job_op_kind_name (kind);

  g_array_append_val (places_of (self), place);
  lsc_job_op_array_append (&self->ops,
                           (LscJobOp){ .start_ns = start_ns,
                                       .length_ns = length_ns,
                                       .name = lsc_intern_add (self->strings, name ? name : "x"),
                                       .number = number,
                                       .micro_batch = LSC_JOB_NO_MICRO_BATCH,
                                       .chunk = LSC_JOB_NO_CHUNK,
                                       .kind = kind });
  return &self->ops.items[self->ops.n - 1];
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *x = a, *y = b;

  LSC_RETURN_ORDER (x->cell, y->cell);
  LSC_RETURN_ORDER (x->start_ns, y->start_ns);
  return LSC_ORDER (x->index, y->index);
}

/** Puts the ops in order; steps without a length get that of their ops, from time 0 on. */
void
lsc_test_job_ops_seal (LscJobOps *self)
{
  GArray *places = places_of (self);
  LscJobOpArray sorted = { 0 };
  gsize n_cells = self->steps.n * self->workers.n;

  g_array_sort (places, compare_places);
  self->first = g_new0 (gsize, n_cells + 1);
  for (guint i = 0; i < places->len; i++)
    {
      const Place *place = &g_array_index (places, Place, i);
      const LscJobOp *op = &self->ops.items[place->index];
      LscJobStep *step = &self->steps.items[place->cell / self->workers.n];

      step->length_ns = MAX (step->length_ns, op->start_ns + op->length_ns);
      lsc_job_op_array_append (&sorted, *op);
      self->first[place->cell + 1]++;
    }
  for (gsize i = 0; i < n_cells; i++)
    self->first[i + 1] += self->first[i];
  lsc_job_op_array_clear (&self->ops);
  self->ops = sorted;
  g_array_unref (places);
}

static void
copy_worker (LscJobOps *self, const LscJobOps *from, gsize step, gsize worker)
{
  gsize n;
  const LscJobOp *ops = lsc_job_ops_get (from, step, worker, &n);

  for (gsize i = 0; i < n; i++)
    {
      LscJobOp op = ops[i];

      op.name = lsc_intern_add (self->strings, lsc_intern_text (from->strings, op.name));
      lsc_job_op_array_append (&self->ops, op);
    }
}

/** Returns: (transfer full): the first @n_replicas and steps, as they were recorded */
LscJobOps *
lsc_test_job_ops_cut (const LscJobOps *self, gsize n_replicas, gsize n_steps)
{
  LscJobOps *cut = lsc_job_ops_new ();
  GArray *first = g_array_new (FALSE, TRUE, sizeof (gsize));

  cut->name = g_strdup (self->name);
  for (gsize w = 0; w < self->workers.n; w++)
    if (self->workers.items[w].replica < (gint64) n_replicas)
      lsc_job_workers_append (&cut->workers, self->workers.items[w]);
  for (gsize s = 0; s < MIN (n_steps, self->steps.n); s++)
    {
      lsc_job_steps_append (&cut->steps, self->steps.items[s]);
      for (gsize w = 0; w < self->workers.n; w++)
        if (self->workers.items[w].replica < (gint64) n_replicas)
          {
            g_array_append_val (first, cut->ops.n);
            copy_worker (cut, self, s, w);
          }
    }
  g_array_append_val (first, cut->ops.n);
  cut->first = (gsize *) (gpointer) g_array_free (first, FALSE);
  return cut;
}

/** Returns: (transfer full): a job with @times as many replicas, each the same again and again */
LscJobOps *
lsc_test_job_ops_repeat (const LscJobOps *self, gsize times)
{
  LscJobOps *many = lsc_job_ops_new ();
  gint64 n_replicas = 0;
  gsize cell = 0;

  for (gsize w = 0; w < self->workers.n; w++)
    n_replicas = MAX (n_replicas, self->workers.items[w].replica + 1);
  for (gsize i = 0; i < times; i++)
    for (gsize w = 0; w < self->workers.n; w++)
      {
        LscJobWorker worker = self->workers.items[w];

        worker.replica += (gint64) i * n_replicas;
        worker.rank = (gint64) (i * self->workers.n + w);
        lsc_job_workers_append (&many->workers, worker);
      }
  many->first = g_new (gsize, self->steps.n * many->workers.n + 1);
  for (gsize s = 0; s < self->steps.n; s++)
    {
      lsc_job_steps_append (&many->steps, self->steps.items[s]);
      for (gsize i = 0; i < times; i++)
        for (gsize w = 0; w < self->workers.n; w++)
          {
            many->first[cell++] = many->ops.n;
            copy_worker (many, self, s, w);
          }
    }
  many->first[cell] = many->ops.n;
  return many;
}

/* ---- the small case of stragglers.md#example ---- */

typedef struct
{
  LscJobOps *ops;
  gsize worker;
  gint64 unit_ns;
  gint64 at;
  guint32 n[LSC_JOB_N_OP_KINDS];
} Row;

static void
add (Row *self, LscJobOpKind kind, gint64 start, gint64 length)
{
  LscJobOp *op = lsc_test_job_ops_add (self->ops, 0, self->worker, kind, self->n[kind],
                                       start * self->unit_ns, length * self->unit_ns);

  if (kind == LSC_JOB_OP_FORWARD_COMPUTE || kind == LSC_JOB_OP_BACKWARD_COMPUTE)
    {
      op->chunk = 0;
      op->micro_batch = (guint16) self->n[kind];
    }
  self->n[kind]++;
}

static void
add_end (Row *self)
{
  add (self, LSC_JOB_OP_GC, 112, 0);
  add (self, LSC_JOB_OP_LAYERNORM_ALL_REDUCE, 112, 1);
  add (self, LSC_JOB_OP_EMBEDDING_ALL_REDUCE, 113, 2);
  add (self, LSC_JOB_OP_REDUCE_SCATTER, 115, 3);
  add (self, LSC_JOB_OP_CLIP_GRAD, 118, 1);
  add (self, LSC_JOB_OP_OPTIMIZER, 119, 4);
}

/* Of the starts only the order matters. */
static void
add_first_stage (Row *self, gint64 last)
{
  add (self, LSC_JOB_OP_PARAMS_ALL_GATHER, 0, 2);
  add (self, LSC_JOB_OP_FORWARD_COMPUTE, 2, 10);
  add (self, LSC_JOB_OP_FORWARD_COMPUTE, 12, 10);
  add (self, LSC_JOB_OP_FORWARD_SEND, 12, 1);
  add (self, LSC_JOB_OP_FORWARD_SEND, 27, 1);
  add (self, LSC_JOB_OP_BACKWARD_RECV, 47, 1);
  add (self, LSC_JOB_OP_BACKWARD_COMPUTE, 48, 20);
  add (self, LSC_JOB_OP_BACKWARD_RECV, 81, 1);
  add (self, LSC_JOB_OP_BACKWARD_COMPUTE, 82, last);
  add_end (self);
}

static void
add_last_stage (Row *self)
{
  add (self, LSC_JOB_OP_PARAMS_ALL_GATHER, 0, 2);
  add (self, LSC_JOB_OP_FORWARD_RECV, 12, 1);
  add (self, LSC_JOB_OP_FORWARD_COMPUTE, 13, 14);
  add (self, LSC_JOB_OP_FORWARD_RECV, 27, 1);
  add (self, LSC_JOB_OP_BACKWARD_COMPUTE, 27, 20);
  add (self, LSC_JOB_OP_BACKWARD_SEND, 47, 1);
  add (self, LSC_JOB_OP_FORWARD_COMPUTE, 47, 14);
  add (self, LSC_JOB_OP_BACKWARD_COMPUTE, 61, 20);
  add (self, LSC_JOB_OP_BACKWARD_SEND, 81, 1);
  add_end (self);
}

/**
 * lsc_test_job_ops_small:
 *
 * Returns: (transfer full): two replicas, two stages, two micro-batches, one step of 123 units
 */
LscJobOps *
lsc_test_job_ops_small (gint64 unit_ns)
{
  LscJobOps *self = lsc_test_job_ops_new (2, 2, 1);

  for (gsize worker = 0; worker < 4; worker++)
    {
      Row row = { .ops = self, .worker = worker, .unit_ns = unit_ns };

      if (worker < 2)
        add_first_stage (&row, worker == 1 ? 30 : 20);
      else
        add_last_stage (&row);
    }
  lsc_test_job_ops_seal (self);
  return self;
}

/**
 * lsc_test_job_ops_load_sample:
 * @folder: below the samples of stragglers
 * @prefix: of the file, such as "timeline-"
 *
 * Returns: (transfer full) (nullable): a real job; without the samples %NULL, and the test is
 *   skipped
 */
LscJobOps *
lsc_test_job_ops_load_sample (const char *folder, const char *prefix, const char *name)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *file = g_strconcat (prefix, name, ".json.gz", NULL);
  g_autofree char *path = root ? g_build_filename (root, "stragglers", folder, file, NULL) : NULL;
  g_autoptr (GError) error = NULL;
  LscJobOps *ops;

  if (!root)
    return NULL;
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("no such sample");
      return NULL;
    }
  ops = lsc_job_ops_read (path, NULL, NULL, &error);
  g_assert_no_error (error);
  return ops;
}
