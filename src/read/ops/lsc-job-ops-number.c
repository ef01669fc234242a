/* lsc-job-ops-number.c - each op of a kind has one number, and stands there once
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-sort.h"
#include "read/ops/lsc-job-ops-private.h"

#define IS_GONE G_MAXUINT8 /* LscJobOp.kind of what stood there twice */

/* Most groups: every op has a number, and no two of a kind the same. A bit for each number below
 * 64; more is left to the careful way. */
static gboolean
is_plain (const LscJobOp *ops, gsize n)
{
  guint64 seen[LSC_JOB_N_OP_KINDS + 1] = { 0 };

  for (gsize i = 0; i < n; i++)
    {
      guint64 bit;

      if (ops[i].number >= 64)
        return FALSE;
      bit = G_GUINT64_CONSTANT (1) << ops[i].number;
      if (seen[ops[i].kind] & bit)
        return FALSE;
      seen[ops[i].kind] |= bit;
    }
  return TRUE;
}

static inline guint32
get_name (const LscJobOp *op)
{
  return op->kind == LSC_JOB_OP_OTHER ? op->name : 0;
}

static int
compare_ops (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LscJobOp *ops = user_data;
  guint32 i = *(const guint32 *) a, k = *(const guint32 *) b;
  const LscJobOp *left = &ops[i], *right = &ops[k];

  LSC_RETURN_ORDER (left->kind, right->kind);
  LSC_RETURN_ORDER (get_name (left), get_name (right));
  LSC_RETURN_ORDER (left->number, right->number);
  return LSC_ORDER (i, k); /* by start */
}

static int
compare_indexes (gconstpointer a, gconstpointer b)
{
  return LSC_ORDER (*(const guint32 *) a, *(const guint32 *) b);
}

/* Ops of one kind, by number: those that stand there twice go. Returns how many are left, in
 * front; @is_odd: two have one number, or one has none. */
static gsize
drop_doubles (LscOpsReading *self, LscJobOp *ops, guint32 *order, gsize n, gboolean *is_odd)
{
  gsize kept = 0;

  *is_odd = FALSE;
  for (gsize i = 0; i < n; i++)
    {
      LscJobOp *op = &ops[order[i]];
      const LscJobOp *last = kept > 0 ? &ops[order[kept - 1]] : NULL;

      if (last && last->number == op->number && last->start_ns == op->start_ns &&
          last->length_ns == op->length_ns && last->name == op->name &&
          last->micro_batch == op->micro_batch && last->chunk == op->chunk)
        {
          op->kind = IS_GONE;
          self->n_twice++;
          continue;
        }
      *is_odd |= op->number == LSC_JOB_NO_NUMBER || (last && last->number == op->number);
      order[kept++] = order[i];
    }
  return kept;
}

static void
number_carefully (LscOpsReading *self, LscJobOp *ops, gsize n)
{
  g_autofree guint32 *order = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) MIN (n, G_MAXINT), sizeof *order, compare_ops, ops);
  for (gsize i = 0, next; i < n; i = next)
    {
      const LscJobOp *op = &ops[order[i]];
      guint8 kind = op->kind;
      guint32 name = get_name (op);
      gboolean is_odd;
      gsize kept;

      for (next = i;
           next < n && ops[order[next]].kind == kind && get_name (&ops[order[next]]) == name;)
        next++;
      kept = drop_doubles (self, ops, order + i, next - i, &is_odd);
      if (!is_odd)
        continue;
      qsort (order + i, kept, sizeof *order, compare_indexes);
      for (gsize k = 0; k < kept; k++)
        ops[order[i + k]].number = (guint32) k;
      self->n_numbered++;
    }
}

/* Closes the gaps of what stood there twice. */
static void
close_gaps (LscJobOps *self)
{
  gsize n_places = self->workers.n * self->steps.n, n = 0, from = 0;

  for (gsize place = 0; place < n_places; place++)
    {
      gsize to = self->first[place + 1];

      self->first[place] = n;
      for (; from < to; from++)
        if (self->ops.items[from].kind != IS_GONE)
          self->ops.items[n++] = self->ops.items[from];
    }
  self->first[n_places] = self->ops.n = n;
}

/**
 * _lsc_ops_number:
 *
 * Ops that stand there twice are dropped; where a number is missing or two ops have the same, those
 * of the kind, of the worker, in the step, are numbered by their start.
 */
void
_lsc_ops_number (LscOpsReading *self)
{
  LscJobOps *ops = self->ops;
  gsize n_places = ops->workers.n * ops->steps.n;

  for (gsize i = 0; i < n_places; i++)
    {
      LscJobOp *its = lsc_job_op_array_from (&ops->ops, ops->first[i]);
      gsize n = ops->first[i + 1] - ops->first[i];

      if (!is_plain (its, n))
        number_carefully (self, its, n);
    }
  if (self->n_twice > 0)
    close_gaps (ops);
}
