/* lsc-op-blame.c - what findings say of why computing takes long
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/findings/lsc-finding-rules.h"
#include "judge/operators/lsc-operators-private.h"

/* operators.md#headline. What is gained is only known of a cause: that one kind of kernel takes
 * most of the time is none. */

/* Rules whose cause is seen in the kernels. */
static const LscRule rules[] = {
  LSC_RULE_FREQUENCY_DROP, LSC_RULE_SLOW_RANK,     LSC_RULE_STAGE_IMBALANCE,
  LSC_RULE_UNEVEN_WORK,    LSC_RULE_SMALL_KERNELS, LSC_RULE_AI_CPU,
};

static gboolean
is_of_kernels (const LscFinding *row)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    if (g_str_equal (row->id, lsc_finding_rules[rules[i]].id))
      return TRUE;
  return FALSE;
}

static gboolean
is_set (const char *text)
{
  return text && *text;
}

/* A finding is about all ranks and the steps that count: of a part of them it need not be true. */
static gboolean
asks_for_all (const LscOpGroups *self)
{
  const LscOpFilter *filter = &self->filter;

  return self->classes == 1 << LSC_OP_COMPUTING && !is_set (filter->core) &&
         !is_set (filter->type) && !is_set (filter->name) && !is_set (filter->shapes) &&
         !is_set (filter->module) && filter->stream < 0 &&
         !_lsc_op_filter_limits_kernels (filter) && !filter->is_dynamic && !filter->is_ai_cpu &&
         !filter->is_whole && !filter->ranks && !filter->steps;
}

/** Returns: (transfer none) (nullable): the first finding that stands out, has a gain, and is about
 * kernels; %NULL where only some are asked for, or findings were not looked at */
const LscFinding *
_lsc_op_groups_find_blame (const LscOpGroups *self)
{
  const LscFindings *findings = self->operators->findings;

  for (guint i = 0; findings && asks_for_all (self) && i < findings->rows->len; i++)
    {
      const LscFinding *row = lsc_findings_get (findings, i);

      if (lsc_finding_stands_out (row) && row->line && row->gain_ns != LSC_INT_NULL &&
          row->gain_ns > 0 && is_of_kernels (row))
        return row;
    }
  return NULL;
}
