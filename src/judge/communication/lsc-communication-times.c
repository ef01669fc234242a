/* lsc-communication-times.c - what an operator spends its time on
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * communication.md#parts. Worked example: an operator takes 10 ms; its tasks move data for 3 ms and
 * wait for 6. It took 4 ms longer than on the member that came last. Of it 3 ms are transfer, 4 ms
 * waiting for a recorded member, 2 ms waiting that nothing explains, and 1 ms other. Had it taken
 * 6.5 ms longer, it would be 3, 6.5, 0 and 0.5 ms.
 */
#include <math.h>

#include "judge/communication/lsc-communication-private.h"

void
_lsc_comm_times_init (LscCommTimes *self)
{
  *self = (LscCommTimes){ .length_ns = LSC_INT_NULL, .exposed_ns = LSC_INT_NULL };
  for (guint i = 0; i < LSC_COMM_N_PARTS; i++)
    self->ns[i] = self->exposed_parts_ns[i] = LSC_INT_NULL;
}

/* Of what is no transfer, @peer_ns is waiting for recorded members, and what tasks wait beyond that
 * nothing explains. */
static void
split (gint64 transfer_ns, gint64 wait_ns, gint64 rest_ns, gint64 peer_ns, gint64 *out)
{
  out[LSC_COMM_TRANSFER] = transfer_ns;
  out[LSC_COMM_WAIT_RECORDED] = MIN (peer_ns, wait_ns + rest_ns);
  out[LSC_COMM_WAIT_UNEXPLAINED] = MAX (wait_ns - out[LSC_COMM_WAIT_RECORDED], 0);
  out[LSC_COMM_OTHER] =
      wait_ns + rest_ns - out[LSC_COMM_WAIT_RECORDED] - out[LSC_COMM_WAIT_UNEXPLAINED];
}

/* Without tasks nobody knows what of the rest moves data. */
static void
forget_tasks (gint64 *out)
{
  out[LSC_COMM_TRANSFER] = out[LSC_COMM_WAIT_UNEXPLAINED] = LSC_INT_NULL;
}

/**
 * _lsc_comm_times_of:
 * @peer_ns: what it took longer than on the member that came last; %LSC_INT_NULL = not known
 *
 * Returns: an operator on a rank
 */
LscCommTimes
_lsc_comm_times_of (const LscRankOp *op, gint64 peer_ns)
{
  gboolean has_tasks = op->transfer_ns != LSC_INT_NULL;
  gint64 transfer_ns = has_tasks ? op->transfer_ns : 0, wait_ns = has_tasks ? op->wait_ns : 0;
  const gint64 *owned_ns = op->owned_ns;
  LscCommTimes times;

  _lsc_comm_times_init (&times);
  times.length_ns = op->end_ns - op->begin_ns;
  peer_ns = lsc_int_or_zero (peer_ns);
  split (transfer_ns, wait_ns, times.length_ns - transfer_ns - wait_ns, peer_ns, times.ns);
  if (!has_tasks)
    forget_tasks (times.ns);
  if (owned_ns[LSC_OWNED_COMM_OTHER] == LSC_INT_NULL)
    return times;
  times.exposed_ns = owned_ns[LSC_OWNED_COMM_TRANSFER] + owned_ns[LSC_OWNED_COMM_WAIT] +
                     owned_ns[LSC_OWNED_COMM_OTHER];
  split (owned_ns[LSC_OWNED_COMM_TRANSFER], owned_ns[LSC_OWNED_COMM_WAIT],
         owned_ns[LSC_OWNED_COMM_OTHER], times.ns[LSC_COMM_WAIT_RECORDED], times.exposed_parts_ns);
  if (!has_tasks)
    forget_tasks (times.exposed_parts_ns);
  return times;
}

/* What is known is added up; nothing is known of a sum of which nothing is. */
static void
add (gint64 *sum, gint64 value)
{
  if (value != LSC_INT_NULL)
    *sum = lsc_int_add (lsc_int_or_zero (*sum), value);
}

void
_lsc_comm_times_add (LscCommTimes *self, const LscCommTimes *other)
{
  add (&self->length_ns, other->length_ns);
  add (&self->exposed_ns, other->exposed_ns);
  for (guint i = 0; i < LSC_COMM_N_PARTS; i++)
    {
      add (&self->ns[i], other->ns[i]);
      add (&self->exposed_parts_ns[i], other->exposed_parts_ns[i]);
    }
}

/** Returns: exposed waiting, for recorded members or nobody knows whom */
gint64
_lsc_comm_times_get_wait (const LscCommTimes *self)
{
  return lsc_int_or_zero (self->exposed_parts_ns[LSC_COMM_WAIT_RECORDED]) +
         lsc_int_or_zero (self->exposed_parts_ns[LSC_COMM_WAIT_UNEXPLAINED]);
}

/* @sums: parts of a whole, which may be not known. Rounded so that the parts stay the whole. */
static gint64
divide_parts (const gint64 *sums, gint64 n, gint64 *means)
{
  double sum = 0;
  gint64 told_ns = 0;

  for (guint i = 0; i < LSC_COMM_N_PARTS; i++)
    {
      gint64 so_far_ns;

      means[i] = LSC_INT_NULL;
      if (sums[i] == LSC_INT_NULL)
        continue;
      sum += (double) sums[i];
      so_far_ns = llround (sum / (double) n);
      means[i] = so_far_ns - told_ns;
      told_ns = so_far_ns;
    }
  return told_ns;
}

/** Returns: the mean over the ranks and steps of @base; not known where no step has a length */
LscCommTimes
_lsc_comm_times_divide (const LscCommTimes *self, const LscCommBase *base)
{
  LscCommTimes mean;

  _lsc_comm_times_init (&mean);
  if (self->length_ns != LSC_INT_NULL && base->n > 0)
    mean.length_ns = divide_parts (self->ns, base->n, mean.ns);
  if (self->exposed_ns != LSC_INT_NULL && base->n_known > 0)
    mean.exposed_ns = divide_parts (self->exposed_parts_ns, base->n_known, mean.exposed_parts_ns);
  return mean;
}
