/* test-compare-support.c - sides of a comparison that are made by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "test-compare-support.h"

LscRankDigest *
test_side_new (gint64 number, guint64 fingerprint)
{
  LscRankDigest *self = lsc_rank_digest_new_blank (LSC_DIGEST_COMPARED);

  self->rank = number;
  self->is_split = TRUE;
  self->has_modules = self->has_framework_ops = TRUE;
  self->fingerprint = fingerprint;
  return self;
}

void
test_side_add_step (LscRankDigest *self, gint64 compute_ns, gint64 wait_ns)
{
  LscBudgetStep step = { .step = self->steps.n };

  step.ns[LSC_BUDGET_COMPUTE] = compute_ns;
  step.ns[LSC_BUDGET_WAIT] = wait_ns;
  step.step_ns = compute_ns + wait_ns;
  lsc_budget_steps_append (&self->steps, step);
}

/* One owner of a type in every step, of which @ns tells, with @n instances in each. */
void
test_side_add_part (LscRankDigest *self, LscOwnerType type, const char *name, const gint64 *ns,
                    gint64 n)
{
  LscRankOwner owner = { .plain = lsc_intern_add (self->texts, name), .type = type };

  owner.text = owner.plain;
  owner.slice = LSC_SLICE_NONE;
  owner.n = n * self->steps.n;
  owner.first_cell = (guint32) self->cells.n;
  for (guint i = 0; i < self->steps.n; i++)
    lsc_owner_cells_append (
        &self->cells,
        (LscOwnerCell){ i, i + 1 < self->steps.n ? (guint32) self->cells.n + 1 : LSC_SLICE_NONE,
                        ns[i], n });
  owner.last_cell = (guint32) self->cells.n - 1;
  lsc_rank_owners_append (&self->owners, owner);
  if (type != LSC_OWNER_MODULE)
    return;
  owner.type = LSC_OWNER_INSTANCES;
  owner.first_cell = owner.last_cell = LSC_SLICE_NONE;
  lsc_rank_owners_append (&self->owners, owner);
}

LscCompare *
test_sides_compare (LscRankDigest *const *before, guint n_before, LscRankDigest *const *after,
                    guint n_after, const LscNameMap *map)
{
  g_autofree LscCompareRank *first = g_new0 (LscCompareRank, n_before + 1);
  g_autofree LscCompareRank *second = g_new0 (LscCompareRank, n_after + 1);
  LscCompareInput a = { NULL, first, n_before }, b = { NULL, second, n_after };
  g_autoptr (LscJob) job = lsc_job_new (NULL, NULL, NULL);
  LscCompare *self;

  for (guint i = 0; i < n_before; i++)
    first[i].digest = before[i];
  for (guint i = 0; i < n_after; i++)
    second[i].digest = after[i];
  self = lsc_compare_new (&a, &b, map, job, NULL);
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
