/* lsc-run-facts.c - what pipelines ask of a recording and its lanes do not show
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-run-facts.h"

#include "base/lsc-sort.h"

static void
clear_notice (gpointer data)
{
  lsc_notice_free (((LscRunNotice *) data)->notice);
}

/** Returns: (transfer full): nothing yet */
LscRunFacts *
lsc_run_facts_new (void)
{
  LscRunFacts *self = g_new0 (LscRunFacts, 1);

  self->device = self->only_device = -1;
  self->notices = g_array_new (FALSE, FALSE, sizeof (LscRunNotice));
  g_array_set_clear_func (self->notices, clear_notice);
  return self;
}

void
lsc_run_facts_free (LscRunFacts *self)
{
  if (!self)
    return;
  g_free (self->schema_version);
  lsc_int64s_clear (&self->threads);
  lsc_steps_clear (&self->steps);
  lsc_marks_clear (&self->marks);
  lsc_mark_tasks_clear (&self->mark_tasks);
  lsc_step_tasks_clear (&self->step_tasks);
  lsc_comm_ops_clear (&self->comm_ops);
  lsc_comm_tasks_clear (&self->comm_tasks);
  lsc_odd_kernels_clear (&self->odd_kernels);
  lsc_lane_devices_clear (&self->lane_devices);
  g_array_unref (self->notices);
  g_free (self);
}

/**
 * lsc_run_facts_add_notice:
 * @notice: to be copied
 * @loads: #LscLoadFlags: a run with one of them has it
 * @order: its place among those of the run; equal ones stay as they come
 */
void
lsc_run_facts_add_notice (LscRunFacts *self, const LscNotice *notice, guint loads, guint order)
{
  g_return_if_fail (self && notice);

  LscRunNotice added = { lsc_notice_copy (notice), loads, order };

  g_array_append_val (self->notices, added);
}

static int
compare_notices (gconstpointer a, gconstpointer b)
{
  return LSC_ORDER (((const LscRunNotice *) a)->order, ((const LscRunNotice *) b)->order);
}

/** Puts notices in order. */
void
lsc_run_facts_seal (LscRunFacts *self)
{
  g_return_if_fail (self);
  g_array_sort (self->notices, compare_notices); /* keeps the order of equal ones */
}
