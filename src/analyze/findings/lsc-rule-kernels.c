/* lsc-rule-kernels.c - rules about what the device computes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/findings/lsc-findings-private.h"
#include "model/lsc-kernel-name.h"

/* findings.md#rules. What other kernels would save is not known, so these are upper bounds; they
 * count each kernel's own time, which may run beside others. */

/**
 * KernelRule:
 * @least_share: of the step
 * @is_minor: what it takes is no loss by itself
 */
typedef struct
{
  const char *id;
  gboolean (*matches) (const LscRuleKernel *kernel);
  double least_share;
  gboolean is_minor;
  const char *text;
  const char *remedy;
} KernelRule;

static gboolean
is_ai_cpu (const LscRuleKernel *kernel)
{
  return kernel->kind == LSC_SLICE_AI_CPU;
}

static gboolean
has_word (const LscRuleKernel *kernel, const char *const *words)
{
  for (gsize i = 0; words[i]; i++)
    if (strstr (kernel->name, words[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_conversion (const LscRuleKernel *kernel)
{
  static const char *const words[] = { "TransData", "Transpose", "Cast", NULL };

  return has_word (kernel, words);
}

static gboolean
is_foreach (const LscRuleKernel *kernel)
{
  static const char *const words[] = { "Foreach", "foreach", NULL };

  return has_word (kernel, words);
}

static gboolean
is_sync_batch_norm (const LscRuleKernel *kernel)
{
  static const char *const words[] = { "SyncBatchNorm", "SyncBN", NULL };

  return has_word (kernel, words);
}

static const KernelRule rules[] = {
  { "K01", is_ai_cpu, 0.01, FALSE, N_ ("Operators run on the AI CPU on %s, most in %s."),
    N_ ("Use another data type (float32 for double, int32 for int64) or another operator, so that "
        "it runs on the AI cores.") },
  { "K12", is_conversion, 0.02, TRUE,
    N_ ("Kernels that only change layout or type take time on %s, most in %s."),
    N_ ("Keep tensors in one layout and type, and store weights in the format that kernels "
        "want.") },
  { "F03", is_foreach, 0.01, TRUE,
    N_ ("The optimizer updates parameters one operation after the other on %s, most in %s."),
    N_ ("Use a fused optimizer, such as torch_npu.optim.NpuFusedAdamW.") },
  { "S02", is_sync_batch_norm, 0.01, TRUE,
    N_ ("Synchronised batch normalisation takes time on %s, most in %s."),
    N_ ("Use plain batch normalisation where the batch of a rank is large enough.") },
};

/* Returns the kernels of the rule that take most time, and adds up all. */
static const LscRuleKernel *
sum_up (const KernelRule *rule, const LscRuleFacts *facts, double *sum_ns)
{
  const LscRuleKernel *first = NULL;

  for (guint i = 0; i < facts->kernels->len; i++)
    {
      const LscRuleKernel *kernel = &g_array_index (facts->kernels, LscRuleKernel, i);

      if (!rule->matches (kernel))
        continue;
      if (!first)
        first = kernel;
      *sum_ns += (double) kernel->ns / MAX (facts->steps->len, 1);
    }
  return first;
}

static LscPhrase *
say (const LscJudge *self, const KernelRule *rule, const double *lost_ns, const char *name)
{
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, lost_ns);
  g_autofree char *label = lsc_kernel_name_shorten (name);

  return lsc_phrase_new (rule->text, lsc_phrase_as_argument (ranks), label ? label : name);
}

static void
judge_rule (LscJudge *self, const KernelRule *rule)
{
  g_autofree double *lost_ns = g_new0 (double, self->n);
  g_autofree const LscRuleKernel **kernels = g_new0 (const LscRuleKernel *, MAX (self->n, 1));
  gsize worst;
  LscFinding *row;

  for (gsize i = 0; i < self->n; i++)
    kernels[i] = sum_up (rule, self->ranks[i].facts, &lost_ns[i]);
  worst = _lsc_judge_find_worst (lost_ns, self->n);
  if (!kernels[worst] || _lsc_judge_gain (self, lost_ns) < rule->least_share * self->step_ns)
    return;
  row = _lsc_judge_add (self, (LscFound){
                                  .id = rule->id,
                                  .lost_ns = lost_ns,
                                  .gain_ns = _lsc_judge_gain (self, lost_ns),
                                  .is_bound = TRUE,
                                  .is_minor = rule->is_minor,
                                  .text = say (self, rule, lost_ns, kernels[worst]->name),
                                  .remedy = lsc_phrase_new_text (rule->remedy),
                              });
  for (gsize i = 0; i < self->n; i++)
    if (_lsc_judge_takes_part (lost_ns, self->n, i))
      _lsc_finding_show_kernel (row, self->ranks[i].facts, kernels[i]);
}

/** Rules about kernels, by their names and cores. */
void
_lsc_rules_of_kernels (LscJudge *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    judge_rule (self, &rules[i]);
}
