/* lsc-job-ops-clock.c - when the steps of an op timeline begin and how long they take
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ops/lsc-job-ops-private.h"

/* formats.md#op-clock. Each step was recorded on a clock of its own; for the file they were laid
 * one behind the other, in seconds of single precision:
 *
 *   begin(first) = 0, length(k) = f(latest end of k - begin(k)),
 *   begin(k+1) = f(begin(k) + f(f(1.1) * length(k)))
 *
 * Worked example: steps that end at 1 s and 2.2 s begin at 0 and f(1.1) s and take 1 and 1.1 s. */

#define STEP_FACTOR 1.1f
/* A step's first event lies behind its begin by what is hidden of its launch. */
#define MOST_HIDDEN 0.01

/** When the ops of a step begin and end, first and last. */
typedef struct
{
  gint64 first_ns;
  gint64 last_ns;
} Extent;

static Extent
get_extent (const LscJobOps *self, gsize step)
{
  Extent extent = { G_MAXINT64, G_MININT64 };
  gsize from = self->first[step * self->workers.n];
  gsize to = self->first[(step + 1) * self->workers.n];

  for (gsize i = from; i < to; i++)
    {
      const LscJobOp *op = &self->ops.items[i];

      extent.first_ns = MIN (extent.first_ns, op->start_ns);
      extent.last_ns = MAX (extent.last_ns, op->start_ns + op->length_ns);
    }
  return extent;
}

static gint64
to_ns (float seconds)
{
  return (gint64) ((double) seconds * 1e9 + 0.5);
}

/* FALSE: the rule does not hold, which files that were cut or made by others show. */
static gboolean
set_by_rule (LscJobOps *self, const Extent *extents)
{
  volatile float begin = 0; /* volatile: no more digits than it has */

  for (gsize i = 0; i < self->steps.n; i++)
    {
      volatile float length = (float) ((double) extents[i].last_ns / 1e9 - (double) begin);
      volatile float scaled = STEP_FACTOR * length;
      double hidden = (double) extents[i].first_ns / 1e9 - (double) begin;

      /* Times are kept to the ns. */
      if (!(hidden >= -1e-9) || hidden > MOST_HIDDEN * (double) length)
        return FALSE;
      self->steps.items[i].begin_ns = to_ns (begin);
      self->steps.items[i].length_ns = to_ns (length);
      begin = begin + scaled;
    }
  return TRUE;
}

/**
 * _lsc_ops_set_clock:
 *
 * Sets begin and length of all steps; each has an op.
 */
void
_lsc_ops_set_clock (LscJobOps *self)
{
  g_autofree Extent *extents = g_new (Extent, self->steps.n + 1);

  for (gsize i = 0; i < self->steps.n; i++)
    extents[i] = get_extent (self, i);
  if (set_by_rule (self, extents))
    return;
  for (gsize i = 0; i < self->steps.n; i++)
    {
      self->steps.items[i].begin_ns = extents[i].first_ns;
      self->steps.items[i].length_ns = extents[i].last_ns - extents[i].first_ns;
    }
}
