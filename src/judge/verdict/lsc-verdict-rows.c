/* lsc-verdict-rows.c - the rows of verdicts and where ranks stand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-sort.h"
#include "judge/verdict/lsc-verdict-private.h"

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const LscVerdict *x = a, *y = b;
  gboolean x_last = x->cause == LSC_VERDICT_SCHEDULE, y_last = y->cause == LSC_VERDICT_SCHEDULE;

  LSC_RETURN_ORDER (x_last, y_last);
  LSC_RETURN_ORDER (y->gain_ns, x->gain_ns);
  LSC_RETURN_ORDER (x->cause, y->cause);
  LSC_RETURN_ORDER (x->stage, y->stage);
  return LSC_ORDER (x->group, y->group);
}

static void
clear_row (gpointer row)
{
  LscVerdict *verdict = row;

  g_free (verdict->op);
  lsc_phrase_free (verdict->text);
  lsc_phrase_free (verdict->line);
  lsc_phrase_free (verdict->remedy);
}

/** Returns: (transfer full): without rows and places */
LscVerdicts *
_lsc_verdicts_new_empty (void)
{
  LscVerdicts *self = g_new0 (LscVerdicts, 1);

  g_atomic_ref_count_init (&self->refs);
  self->step_ns = LSC_INT_NULL;
  self->rows = g_array_new (FALSE, FALSE, sizeof (LscVerdict));
  g_array_set_clear_func (self->rows, clear_row);
  self->places = g_array_new (FALSE, FALSE, sizeof (LscVerdictPlace));
  return self;
}

/* ---- places ---- */

/** Adds the ranks of a pipeline. */
void
_lsc_verdicts_add_places (LscVerdicts *self, const LscPipelineGroup *group, gint64 index)
{
  const LscPipelineStep *step = group->n_steps > 0 ? &group->steps[group->median_step] : NULL;

  for (gsize i = 0; i < group->n_ranks; i++)
    {
      LscVerdictPlace place = { group->ranks[i], index, (gint64) i,
                                step ? step->t1_ns - step->t0_ns : 0 };

      g_array_append_val (self->places, place);
    }
}

/** Returns: (transfer none) (nullable): where a rank stands in the pipelines that were judged */
const LscVerdictPlace *
lsc_verdicts_find_place (const LscVerdicts *self, gint64 rank)
{
  g_return_val_if_fail (self, NULL);
  for (guint i = 0; i < self->places->len; i++)
    {
      const LscVerdictPlace *place = &g_array_index (self->places, LscVerdictPlace, i);

      if (place->rank == rank)
        return place;
    }
  return NULL;
}

/** Returns: a verdict that says nothing but its cause yet */
LscVerdict
lsc_verdict_init (LscVerdictCause cause)
{
  return (LscVerdict){ .step = LSC_INT_NULL,
                       .cause = cause,
                       .stage = LSC_INT_NULL,
                       .rank = LSC_INT_NULL,
                       .peer_stage = LSC_INT_NULL,
                       .peer_rank = LSC_INT_NULL,
                       .kind = LSC_CODE_NULL,
                       .micro_batch = LSC_INT_NULL,
                       .gain_ns = LSC_INT_NULL,
                       .share = LSC_REAL_NULL,
                       .step_share = LSC_REAL_NULL,
                       .excess = LSC_REAL_NULL,
                       .op_share = LSC_REAL_NULL,
                       .gains = { .n_stages = LSC_INT_NULL, .own_ns = LSC_INT_NULL },
                       .certainty = LSC_CERTAINTY_LIKELY };
}

/**
 * lsc_verdicts_new_like:
 *
 * Returns: (transfer full): of the same pipelines, without rows: for lsc_verdicts_add() and
 *   lsc_verdicts_sort() by the one who alone has it
 */
LscVerdicts *
lsc_verdicts_new_like (const LscVerdicts *self)
{
  LscVerdicts *copy;

  g_return_val_if_fail (self, NULL);
  copy = _lsc_verdicts_new_empty ();
  copy->is_partial = self->is_partial;
  copy->step_ns = self->step_ns;
  g_array_append_vals (copy->places, self->places->data, self->places->len);
  return copy;
}

/** Adds a copy of a row. */
void
lsc_verdicts_add (LscVerdicts *self, const LscVerdict *verdict)
{
  LscVerdict copy;

  g_return_if_fail (self && verdict);
  copy = *verdict;
  copy.op = g_strdup (verdict->op);
  copy.text = verdict->text ? lsc_phrase_copy (verdict->text) : NULL;
  copy.line = verdict->line ? lsc_phrase_copy (verdict->line) : NULL;
  copy.remedy = verdict->remedy ? lsc_phrase_copy (verdict->remedy) : NULL;
  g_array_append_val (self->rows, copy);
}

/** Brings the rows into their order, when all are there: worst first, the schedule last. */
void
lsc_verdicts_sort (LscVerdicts *self)
{
  g_return_if_fail (self);
  g_array_sort (self->rows, compare_rows);
}

LscVerdicts *
lsc_verdicts_ref (LscVerdicts *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/** Takes a reference from @self and frees it with the last one; from any thread. */
void
lsc_verdicts_unref (LscVerdicts *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_array_unref (self->rows);
  g_array_unref (self->places);
  g_free (self);
}
