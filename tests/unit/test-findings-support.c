/* test-findings-support.c - facts of ranks made by hand, and what the rules find of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "test-findings-support.h"

#include <string.h>

static LscRuleFacts *
make_facts (gint64 rank)
{
  LscRuleFacts *self = g_new0 (LscRuleFacts, 1);
  LscRuleStep step = { .step_ns = STEP_NS, .compute_ns = 60 * MS };

  self->rank = rank;
  self->is_split = TRUE;
  self->usual_mhz = -1;
  self->peaks = (LscRulePeaks){ .allocated_bytes = LSC_INT_NULL, .process_bytes = LSC_INT_NULL };
  self->steps = g_array_new (FALSE, FALSE, sizeof (LscRuleStep));
  self->kernels = g_array_new (FALSE, FALSE, sizeof (LscRuleKernel));
  self->sequences = g_array_new (FALSE, TRUE, sizeof (LscRuleSequence));
  self->groups = g_array_new (FALSE, FALSE, sizeof (LscRuleGroup));
  self->links = g_array_new (FALSE, FALSE, sizeof (LscRuleLink));
  self->memory = g_array_new (FALSE, FALSE, sizeof (LscRuleMemory));
  self->kept = g_array_new (FALSE, FALSE, sizeof (LscRuleBlocks));
  self->variables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->names = g_string_chunk_new (64);
  for (guint i = 0; i < 2; i++)
    g_array_append_val (self->steps, step);
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
      self->facts[i] = make_facts (i);
    }
}

void
case_clear (Case *self)
{
  g_clear_pointer (&self->findings, lsc_findings_unref);
  g_clear_pointer (&self->verdicts, lsc_verdicts_unref);
  for (guint i = 0; i < self->overview.ranks->len; i++)
    lsc_rule_facts_free (self->facts[i]);
  g_array_unref (self->overview.ranks);
}

/* What each step of a rank loses. */
void
case_lose (Case *self, guint rank, LscLoss loss, gint64 ns)
{
  for (guint i = 0; i < 2; i++)
    g_array_index (self->facts[rank]->steps, LscRuleStep, i).ns[loss] = ns;
}

void
case_add_kernels (Case *self, guint rank, const char *name, guint8 kind, gint64 ns)
{
  LscRuleKernel kernel = { .name = g_string_chunk_insert (self->facts[rank]->names, name),
                           .kind = kind,
                           .n = 4,
                           .ns = 2 * ns, /* of both steps */
                           .longest = LSC_SLICE_NONE };

  g_array_append_val (self->facts[rank]->kernels, kernel);
}

LscRuleKernel *
case_get_last_kernel (Case *self)
{
  GArray *kernels = self->facts[0]->kernels;

  return &g_array_index (kernels, LscRuleKernel, kernels->len - 1);
}

/* (nullable): the finding of a rule */
const LscFinding *
case_find (Case *self, const char *id)
{
  if (!self->findings)
    self->findings = lsc_findings_new (&self->overview, (const LscRuleFacts *const *) self->facts,
                                       self->verdicts);
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
