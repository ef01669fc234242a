/* lsc-rule-environment.c - rules about variables of the environment
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "judge/findings/lsc-findings-private.h"

/* findings.md#environment. A variable is only named beside a symptom that was measured. */

#define LEAST_DYNAMIC 0.1 /* of the time of all kernels */

/**
 * VariableRule:
 * @is_bad: whether a value, NULL = not set, is to be named
 * @symptoms: losses, ended by %LSC_LOSS_N, of which one must cost 2 % of the step; none: any may
 * @is_suffering: (nullable): what must hold of the rank besides
 */
typedef struct
{
  LscRule rule;
  const char *variable;
  gboolean (*is_bad) (const char *value);
  LscLoss symptoms[4];
  const char *text;
  const char *remedy;
  gboolean (*is_suffering) (const LscRankDigest *digest);
} VariableRule;

static gboolean
is_set (const char *value)
{
  return value && *value;
}

static gboolean
is_on (const char *value)
{
  return g_strcmp0 (value, "1") == 0;
}

static gboolean
is_chatty (const char *value)
{
  return is_set (value) && g_strcmp0 (value, "3") != 0;
}

static gboolean
is_small_cache (const char *value)
{
  return value && g_ascii_strtoll (value, NULL, 10) < 10000;
}

static gboolean
is_rigid (const char *value)
{
  return !value || !strstr (value, "expandable_segments:True");
}

static gboolean
is_empty (const char *value)
{
  return !is_set (value) || g_strcmp0 (value, "0") == 0;
}

/* Whether kernels of changing shapes take part of what computes. */
static gboolean
is_dynamic (const LscRankDigest *digest)
{
  gint64 all_ns = 0, ns = 0;

  for (gsize i = 0; i < digest->kernels.n; i++)
    {
      const LscDigestKernel *kernel = &digest->kernels.items[i];

      all_ns += kernel->ns;
      ns += kernel->is_dynamic ? kernel->ns : 0;
    }
  return ns > 0 && (double) ns >= LEAST_DYNAMIC * (double) all_ns;
}

static const VariableRule rules[] = {
  { LSC_RULE_LAUNCH_BLOCKING,
    "ASCEND_LAUNCH_BLOCKING",
    is_on,
    { LSC_LOSS_SYNC, LSC_LOSS_HOST, LSC_LOSS_N },
    N_ ("Every launch blocks until the device is done: ASCEND_LAUNCH_BLOCKING is %s."),
    N_ ("Set ASCEND_LAUNCH_BLOCKING=0; 1 is for debugging.") },
  { LSC_RULE_LOG_LEVEL,
    "ASCEND_GLOBAL_LOG_LEVEL",
    is_chatty,
    { LSC_LOSS_HOST, LSC_LOSS_SMALL_KERNELS, LSC_LOSS_N },
    N_ ("Host-bound, and the host also writes logs: ASCEND_GLOBAL_LOG_LEVEL is %s."),
    N_ ("Set ASCEND_GLOBAL_LOG_LEVEL=3.") },
  { LSC_RULE_NETWORK_CLASS,
    "HCCL_RDMA_TC",
    is_set,
    { LSC_LOSS_TRANSFER, LSC_LOSS_N },
    N_ ("Transfers are costly, and the traffic class is set manually: HCCL_RDMA_TC is %s."),
    N_ ("Unset HCCL_RDMA_TC unless your network needs it.") },
  { LSC_RULE_NETWORK_CLASS,
    "HCCL_RDMA_SL",
    is_set,
    { LSC_LOSS_TRANSFER, LSC_LOSS_N },
    N_ ("Transfers are costly, and the service level is set manually: HCCL_RDMA_SL is %s."),
    N_ ("Unset HCCL_RDMA_SL unless your network needs it.") },
  { LSC_RULE_COLLECTIVE_ALGORITHM,
    "HCCL_ALGO",
    is_set,
    { LSC_LOSS_TRANSFER, LSC_LOSS_N },
    N_ ("Transfers are costly, and the algorithm is set manually: HCCL_ALGO is %s."),
    N_ ("Unset HCCL_ALGO to let the library choose.") },
  { LSC_RULE_OPERATOR_CACHE,
    "ACLNN_CACHE_LIMIT",
    is_small_cache,
    { LSC_LOSS_HOST, LSC_LOSS_SMALL_KERNELS, LSC_LOSS_N },
    N_ ("Host-bound, and the operator cache is small: ACLNN_CACHE_LIMIT is %s."),
    N_ ("Set ACLNN_CACHE_LIMIT=100000.") },
  { LSC_RULE_SHAPE_CACHE,
    "HOST_CACHE_CAPACITY",
    is_empty,
    { LSC_LOSS_HOST, LSC_LOSS_SMALL_KERNELS, LSC_LOSS_N },
    N_ ("Host-bound, and kernels with changing shapes are prepared each time: HOST_CACHE_CAPACITY "
        "is %s."),
    N_ ("Set HOST_CACHE_CAPACITY=20."),
    is_dynamic },
  { LSC_RULE_RIGID_POOL,
    "PYTORCH_NPU_ALLOC_CONF",
    is_rigid,
    { LSC_LOSS_MEMORY_CALLS, LSC_LOSS_N },
    N_ ("The device waits for the memory allocator: PYTORCH_NPU_ALLOC_CONF is %s."),
    N_ ("Set PYTORCH_NPU_ALLOC_CONF=expandable_segments:True.") },
  { LSC_RULE_RIGID_POOL,
    "PYTORCH_NPU_ALLOC_CONF",
    is_rigid,
    { LSC_LOSS_N },
    N_ ("Memory is fragmented: PYTORCH_NPU_ALLOC_CONF is %s."),
    N_ ("Set PYTORCH_NPU_ALLOC_CONF=expandable_segments:True."),
    _lsc_rule_is_fragmented },
};

static gboolean
has_symptom (const LscJudge *self, const VariableRule *rule, gsize rank)
{
  gboolean is_loss = rule->symptoms[0] == LSC_LOSS_N;

  for (const LscLoss *loss = rule->symptoms; *loss != LSC_LOSS_N; loss++)
    is_loss |= self->ranks[rank].ns[*loss] >= LSC_FINDING_LEAST_SHARE * self->step_ns;
  return is_loss && (!rule->is_suffering || rule->is_suffering (self->ranks[rank].digest));
}

static gboolean
is_hit (const LscJudge *self, const VariableRule *rule, gsize rank, const char **value)
{
  const LscRankDigest *digest = self->ranks[rank].digest;

  *value = lsc_rank_digest_find_variable (digest, rule->variable);
  return digest->variables.n > 0 && rule->is_bad (*value) && has_symptom (self, rule, rank);
}

static LscPhrase *
say (const VariableRule *rule, const char *value)
{
  g_autoptr (LscPhrase) unset = lsc_phrase_new_text (N_ ("not set"));

  return lsc_phrase_new (rule->text, value && *value ? value : lsc_phrase_as_argument (unset));
}

static void
judge_variable (LscJudge *self, const VariableRule *rule)
{
  g_autofree double *hits = g_new0 (double, self->n);
  const char *value = NULL;
  gsize worst;

  for (gsize i = 0; i < self->n; i++)
    hits[i] = is_hit (self, rule, i, &value) ? 1 : 0;
  worst = _lsc_judge_find_worst (hits, self->n);
  if (self->n == 0 || !is_hit (self, rule, worst, &value))
    return;
  _lsc_judge_add (self, (LscFound){
                            .rule = rule->rule,
                            .lost_ns = hits,
                            .gain_ns = NAN,
                            .text = say (rule, value),
                            .remedy = lsc_phrase_new_text (rule->remedy),
                        });
}

/** E01 to E07: variables of the environment, as far as they were recorded. */
void
_lsc_rule_variables (LscJudge *self, LscRule rule)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    if (rules[i].rule == rule)
      judge_variable (self, &rules[i]);
}
