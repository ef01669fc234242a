/* lsc-pipeline-members.c - the ranks of a communication group, kept small
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-members.h"

/* How many ranks from @ranks on have one distance: at least one. */
static LscMemberRun
measure_run (const gint64 *ranks, gsize n)
{
  LscMemberRun run = { ranks[0], n > 1 ? ranks[1] - ranks[0] : 0, MIN (n, 2) };

  while (run.n < n && ranks[run.n] - ranks[run.n - 1] == run.stride)
    run.n++;
  return run;
}

/**
 * lsc_members_new:
 * @ranks: (array length=n): each once, none negative
 *
 * Returns: the same, to be freed with lsc_members_clear()
 */
LscMembers
lsc_members_new (const gint64 *ranks, gsize n)
{
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (LscMemberRun));
  LscMembers self = { NULL, 0, n };

  g_return_val_if_fail (ranks || n == 0, self);
  for (gsize at = 0; at < n;)
    {
      LscMemberRun run = measure_run (ranks + at, n - at);

      g_array_append_val (runs, run);
      at += run.n;
    }
  self.n_runs = runs->len;
  self.runs = g_memdup2 (runs->data, runs->len * sizeof (LscMemberRun));
  return self;
}

/** Frees what it holds. */
void
lsc_members_clear (LscMembers *self)
{
  g_return_if_fail (self);
  g_clear_pointer (&self->runs, g_free);
  self->n_runs = self->n = 0;
}

/** Returns: the rank at @index, -1 beyond the last one */
gint64
lsc_members_get (const LscMembers *self, gsize index)
{
  g_return_val_if_fail (self, -1);
  for (gsize i = 0; i < self->n_runs; i++)
    {
      const LscMemberRun *run = &self->runs[i];

      if (index < run->n)
        return run->first + run->stride * (gint64) index;
      index -= run->n;
    }
  return -1;
}

static gboolean
run_has (const LscMemberRun *run, gint64 rank)
{
  gint64 way = rank - run->first, at;

  if (run->n == 1)
    return way == 0;
  at = way / run->stride;
  return way % run->stride == 0 && at >= 0 && at < (gint64) run->n;
}

/** Returns: whether @rank is one of them */
gboolean
lsc_members_have (const LscMembers *self, gint64 rank)
{
  g_return_val_if_fail (self, FALSE);
  for (gsize i = 0; i < self->n_runs; i++)
    if (run_has (&self->runs[i], rank))
      return TRUE;
  return FALSE;
}
