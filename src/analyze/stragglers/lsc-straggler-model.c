/* lsc-straggler-model.c - the ops of a job as a replay takes them, whatever they were read from
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/stragglers/lsc-straggler-model-private.h"

#include <glib/gi18n-lib.h>

/** Frees what @self holds. */
void
_lsc_straggler_model_clear (LscStragglerModel *self)
{
  g_clear_pointer (&self->replay, lsc_replay_free);
  g_free (self->ops);
  g_free (self->stages);
  g_free (self->replicas);
  g_free (self->ranks);
  g_free (self->numbers);
  g_free (self->recorded_ns);
  g_free (self->lengths);
  *self = (LscStragglerModel){ 0 };
}

static gboolean
refuse_for_memory (LscPhrase **refusal)
{
  *refusal = lsc_phrase_new_text (
      N_ ("There is not enough memory for the study of stragglers. Choose fewer steps."));
  return FALSE;
}

/**
 * _lsc_straggler_model_connect:
 * @self: with its ops
 *
 * Returns: %FALSE with @refusal if groups wait for each other, or for lack of memory
 */
gboolean
_lsc_straggler_model_connect (LscStragglerModel *self, const LscStragglerWaits *waits,
                              const LscReplayGroups *groups, LscPhrase **refusal)
{
  g_autofree guint32 *first = LSC_TRY_NEW (guint32, self->n_ops + 2);
  g_autofree guint32 *needs = LSC_TRY_NEW (guint32, waits->n + 1);

  if (!first || !needs)
    return refuse_for_memory (refusal);
  memset (first, 0, (self->n_ops + 2) * sizeof *first);
  for (gsize i = 0; i < waits->n; i++)
    first[waits->items[i].node + 2]++;
  for (gsize i = 2; i < self->n_ops + 2; i++)
    first[i] += first[i - 1];
  for (gsize i = 0; i < waits->n; i++) /* moves each begin to where it belongs */
    needs[first[waits->items[i].node + 1]++] = waits->items[i].need;
  self->replay =
      lsc_replay_new_take (self->n_ops, g_steal_pointer (&first), g_steal_pointer (&needs), groups);
  if (!self->replay)
    return refuse_for_memory (refusal);
  if (self->replay->n_ordered == self->replay->n_groups)
    return TRUE;
  *refusal = lsc_phrase_new (
      N_ ("In the order in which they were recorded %zu of %zu ops of a step wait for each other, "
          "so that the step cannot be replayed."),
      self->replay->n_groups - self->replay->n_ordered, self->replay->n_groups);
  return FALSE;
}

/** Makes room for steps, their lengths 0. Returns: %FALSE with @refusal for lack of memory */
gboolean
_lsc_straggler_model_allocate (LscStragglerModel *self, gsize n_steps, LscPhrase **refusal)
{
  gsize n = self->n_ops * self->n_replicas;

  self->numbers = g_new0 (gint64, n_steps + 1);
  self->recorded_ns = g_new0 (gint64, n_steps + 1);
  self->lengths =
      n == 0 || n_steps < G_MAXSIZE / 8 / n ? LSC_TRY_NEW (gint64, n_steps * n + 1) : NULL;
  if (!self->lengths)
    return refuse_for_memory (refusal);
  memset (self->lengths, 0, (n_steps * n + 1) * sizeof *self->lengths);
  return TRUE;
}

/* No sum of lengths may come near to what 64 bits hold: 2^61 ns are 73 years. */
#define MOST_NS 2.3e18

/** Returns: %FALSE with @refusal if there is nothing to study, or lengths are no lengths of ops */
gboolean
_lsc_straggler_model_check (const LscStragglerModel *self, LscPhrase **refusal)
{
  double sum = 0;

  for (gsize i = 0; i < self->n_steps * self->n_ops * self->n_replicas; i++)
    sum += fabs ((double) self->lengths[i]);
  if (sum > 0 && sum < MOST_NS)
    return TRUE;
  *refusal =
      sum > 0
          ? lsc_phrase_new_text (N_ ("The lengths of the ops add up to more than a time can hold."))
          : lsc_phrase_new_text (N_ ("All ops that could be replayed have no length."));
  return FALSE;
}
