/* lsc-verdict-repair.c - what another schedule gains beside a device that is slow
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/verdict/lsc-verdict-private.h"

/* verdicts.md#gain. What an inner stage takes longer is predicted as layers, which another schedule
 * may spread, although a slow device stays slow with whatever it holds. Who knows that a device is
 * slow is told what both changes gain together: how much of the one is in the other is no question
 * then. */

/* Which of the suspects a stage is; each holds one part of the model. */
static LscSuspect
suspect_of (gint64 stage, gint64 n_stages)
{
  return stage == 0              ? LSC_SUSPECT_FIRST
         : stage == n_stages - 1 ? LSC_SUSPECT_LAST
                                 : LSC_SUSPECT_INNER;
}

/* What is gained with slow devices fixed, too; LSC_INT_NULL where that is not known: of suspects of
 * several kinds, and where their blocks are not longer. */
static gint64
find_fixed (const LscScheduleGains *gains, const gint64 *slow, gsize n)
{
  LscSuspect suspect;

  if (gains->n_stages == LSC_INT_NULL || n == 0)
    return LSC_INT_NULL;
  suspect = suspect_of (slow[0], gains->n_stages);
  for (gsize i = 0; i < n; i++)
    if (slow[i] == LSC_INT_NULL || suspect_of (slow[i], gains->n_stages) != suspect)
      return LSC_INT_NULL;
  return gains->fixed_ns[suspect] > gains->own_ns ? gains->fixed_ns[suspect] : LSC_INT_NULL;
}

/**
 * lsc_verdict_presume_repair:
 * @self: of another schedule; of no other cause anything changes
 * @slow: (array length=n): stages of slow devices, %LSC_INT_NULL where it is not known
 * @has_more_work: whether a stage has more to do: that is none of the devices' excess
 *
 * Sets what its gain takes for fixed, and the gain that follows. Where devices are slow and what
 * they cost cannot be told from what else makes blocks longer, they are assumed to be fixed.
 */
void
lsc_verdict_presume_repair (LscVerdict *self, const gint64 *slow, gsize n, gboolean has_more_work)
{
  gint64 fixed_ns, gain_ns;

  g_return_if_fail (self && (slow || n == 0));
  if (self->cause != LSC_VERDICT_SCHEDULE || self->gains.own_ns == LSC_INT_NULL)
    return;
  fixed_ns = has_more_work ? LSC_INT_NULL : find_fixed (&self->gains, slow, n);
  self->repair = n == 0                     ? LSC_REPAIR_NONE
                 : fixed_ns == LSC_INT_NULL ? LSC_REPAIR_ASSUMED
                                            : LSC_REPAIR_INCLUDED;
  gain_ns = fixed_ns == LSC_INT_NULL ? self->gains.own_ns : fixed_ns;
  if (self->gain_ns != LSC_INT_NULL && self->gain_ns > 0)
    self->share *= (double) gain_ns / (double) self->gain_ns;
  self->gain_ns = gain_ns;
}

/** _lsc_verdicts_presume_repair: by what the pipelines alone tell of devices */
void
_lsc_verdicts_presume_repair (LscVerdicts *self)
{
  g_autofree gint64 *slow = g_new (gint64, self->rows->len + 1);
  gboolean has_more_work = FALSE;
  gsize n = 0;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const LscVerdict *verdict = lsc_verdicts_get (self, i);

      if (verdict->cause == LSC_VERDICT_SLOW_RANK || verdict->cause == LSC_VERDICT_LOW_CLOCK)
        slow[n++] = verdict->stage;
      has_more_work |=
          verdict->cause == LSC_VERDICT_HEAVY_STAGE || verdict->cause == LSC_VERDICT_UNEVEN_WORK;
    }
  for (guint i = 0; i < self->rows->len; i++)
    lsc_verdict_presume_repair (&g_array_index (self->rows, LscVerdict, i), slow, n, has_more_work);
}
