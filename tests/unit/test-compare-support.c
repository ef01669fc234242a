/* test-compare-support.c - sides of a comparison that are made by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "test-compare-support.h"

LscSideRank *
test_side_new (gint64 number, guint64 fingerprint)
{
  LscSideRank *self = g_new0 (LscSideRank, 1);

  self->facts = g_new0 (LscRankFacts, 1);
  self->facts->rank = number;
  self->facts->is_split = TRUE;
  self->facts->texts = lsc_intern_new ();
  self->facts->steps = g_array_new (FALSE, TRUE, sizeof (LscRankStep));
  self->facts->groups = g_ptr_array_new ();
  self->texts = lsc_intern_new ();
  self->memories = g_ptr_array_new ();
  self->has_modules = self->has_ops = TRUE;
  self->level = -1;
  self->mean_mhz = -1;
  self->fingerprint = fingerprint;
  return self;
}

/** Frees a rank and its facts. */
void
test_side_free (LscSideRank *self)
{
  lsc_rank_facts_free (self->facts);
  lsc_side_rank_free (self);
}

void
test_side_add_step (LscSideRank *self, gint64 compute_ns, gint64 wait_ns)
{
  LscRankStep step = { .has_step = TRUE, .step = self->facts->steps->len };

  step.ns[LSC_BUDGET_COMPUTE] = compute_ns;
  step.ns[LSC_BUDGET_WAIT] = wait_ns;
  step.step_ns = compute_ns + wait_ns;
  g_array_append_val (self->facts->steps, step);
}

/* One part of a type in every step, of which @ns tells. */
void
test_side_add_part (LscSideRank *self, LscPartType type, const char *name, const gint64 *ns,
                    gint64 n)
{
  LscSidePart part = { .text = lsc_intern_add (self->texts, name), .type = type };

  part.slice = LSC_SLICE_NONE;
  part.n = n * self->facts->steps->len;
  part.first_cell = (guint32) self->cells.n;
  for (guint i = 0; i < self->facts->steps->len; i++)
    lsc_side_cells_append (&self->cells, (LscSideCell){ i,
                                                        i + 1 < self->facts->steps->len
                                                            ? (guint32) self->cells.n + 1
                                                            : LSC_SLICE_NONE,
                                                        ns[i], n });
  part.last_cell = (guint32) self->cells.n - 1;
  lsc_side_parts_append (&self->parts, part);
}

LscCompare *
test_sides_compare (LscSideRank *const *before, guint n_before, LscSideRank *const *after,
                    guint n_after, const LscNameMap *map)
{
  LscCompareInput a = { NULL, before, n_before }, b = { NULL, after, n_after };
  g_autoptr (LscJob) job = lsc_job_new (NULL, NULL, NULL);
  LscCompare *self = lsc_compare_new (&a, &b, map, job, NULL);

  g_assert_nonnull (self);
  return self;
}

void
test_sides_assert_sums (const LscRankChange *ranks)
{
  for (guint list = 0; list < LSC_COMPARE_N_LISTS; list++)
    {
      gint64 sums[LSC_N_SIDES] = { 0 };

      for (guint i = 0; i < ranks->lists[list]->len; i++)
        {
          const LscChange *change = lsc_rank_change_get (ranks, list, i);

          sums[0] += change->ns[0];
          sums[1] += change->ns[1];
          g_assert_cmpint (change->delta_ns, ==, change->ns[1] - change->ns[0]);
          if (change->count_effect_ns != LSC_INT_NULL)
            g_assert_cmpint (change->count_effect_ns + change->speed_effect_ns, ==,
                             change->delta_ns);
        }
      g_assert_cmpint (sums[0], ==, ranks->step_ns[0]);
      g_assert_cmpint (sums[1], ==, ranks->step_ns[1]);
      g_assert_cmpint (sums[1] - sums[0], ==, ranks->step_delta_ns);
    }
}

const LscChange *
test_sides_find (const LscCompare *self, LscCompareList list, const char *name)
{
  for (guint i = 0; i < self->total->lists[list]->len; i++)
    if (g_str_equal (lsc_rank_change_get (self->total, list, i)->name, name))
      return lsc_rank_change_get (self->total, list, i);
  return NULL;
}
