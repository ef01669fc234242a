/* test-findings-support.c - facts of ranks made by hand, and what the rules find of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "test-findings-support.h"

#include <string.h>

/* Adds a step of 100 ms that counts. */
void
facts_add_step (LscRankDigest *self)
{
  LscBudgetStep step = { .step_ns = STEP_NS, .ns[LSC_BUDGET_COMPUTE] = 60 * MS };

  lsc_indexes_append (&self->counted, self->steps.n);
  lsc_budget_steps_append (&self->steps, step);
}

LscBudgetStep *
case_get_step (Case *self, guint rank, guint step)
{
  return &self->digests[rank]->steps.items[step];
}

static LscRankDigest *
make_facts (gint64 rank)
{
  LscRankDigest *self = lsc_rank_digest_new_blank (LSC_DIGEST_JUDGED);

  self->rank = rank;
  self->is_split = TRUE;
  for (guint i = 0; i < 2; i++)
    facts_add_step (self);
  return self;
}

void
case_init (Case *self, guint n)
{
  *self = (Case){ 0 };
  self->overview.ranks = g_array_new (FALSE, TRUE, sizeof (LscOverviewRank));
  g_array_set_size (self->overview.ranks, n);
  for (guint i = 0; i < n; i++)
    {
      g_array_index (self->overview.ranks, LscOverviewRank, i).rank = i;
      self->digests[i] = make_facts (i);
    }
}

void
case_clear (Case *self)
{
  g_clear_pointer (&self->findings, lsc_findings_unref);
  g_clear_pointer (&self->verdicts, lsc_verdicts_unref);
  g_clear_pointer (&self->study, lsc_stragglers_unref);
  g_clear_pointer (&self->overview.causes, lsc_rank_causes_free);
  g_clear_pointer (&self->overview.replay, lsc_job_replay_unref);
  g_clear_pointer (&self->set, lsc_rank_set_free);
  for (guint i = 0; i < self->overview.ranks->len; i++)
    lsc_rank_digest_unref (self->digests[i]);
  g_array_unref (self->overview.ranks);
}

/* What each step of a rank loses. */
void
case_lose (Case *self, guint rank, LscLoss loss, gint64 ns)
{
  for (guint i = 0; i < 2; i++)
    case_get_step (self, rank, i)->loss_ns[loss] = ns;
}

void
case_add_kernels (Case *self, guint rank, const char *name, guint8 kind, gint64 ns)
{
  LscDigestKernel kernel = { .name = lsc_rank_digest_add_text (self->digests[rank], name),
                             .kind = kind,
                             .n = 4,
                             .ns = 2 * ns, /* of both steps */
                             .longest = LSC_SLICE_NONE,
                             .slow_types = LSC_STRING_NONE };

  lsc_digest_kernels_append (&self->digests[rank]->kernels, kernel);
}

LscDigestKernel *
case_get_last_kernel (Case *self)
{
  LscDigestKernels *kernels = &self->digests[0]->kernels;

  return &kernels->items[kernels->n - 1];
}

/* Who is slow is decided with the overview, which here is made by hand. */
static void
find_causes (Case *self)
{
  gsize n = self->overview.ranks->len;
  g_autofree gint64 *stages = g_new (gint64, n + 1);

  self->set = lsc_rank_set_new ((const LscRankDigest *const *) self->digests, n, NULL, NULL);
  self->overview.replay = lsc_job_replay_new (self->set, NULL, NULL, NULL);
  for (gsize i = 0; i < n; i++)
    {
      const LscOverviewRank *rank = lsc_overview_get_rank (&self->overview, i);

      stages[i] = rank->has_stage ? rank->stage : -1;
    }
  self->overview.causes = lsc_rank_causes_new (self->set, stages, self->overview.replay);
}

/* (nullable): the finding of a rule */
const LscFinding *
case_find (Case *self, const char *id)
{
  if (!self->overview.causes)
    find_causes (self);
  if (!self->findings)
    self->findings = lsc_findings_new (
        &self->overview, (const LscRankDigest *const *) self->digests, self->verdicts, self->study);
  for (guint i = 0; i < self->findings->rows->len; i++)
    if (g_strcmp0 (lsc_findings_get (self->findings, i)->id, id) == 0)
      return lsc_findings_get (self->findings, i);
  return NULL;
}

gboolean
case_is_silent (const Case *self, const char *id)
{
  for (guint i = 0; i < self->findings->silent->len; i++)
    if (strcmp (((const LscSilentRule *) self->findings->silent->pdata[i])->id, id) == 0)
      return TRUE;
  return FALSE;
}

gint64
get_only_rank (const LscFinding *finding)
{
  g_assert_cmpuint (finding->ranks->len, ==, 1);
  return g_array_index (finding->ranks, gint64, 0);
}
