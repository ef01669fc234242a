/* lsc-rule-kernels.c - rules about what the device computes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "judge/findings/lsc-findings-private.h"
#include "model/lsc-tensor-core.h"

/* findings.md#rules. What other kernels would save is not known, so these are upper bounds; they
 * count each kernel's own time, which may run beside others. */

#define LEAST_FOREACH 6 /* kernels of an optimizer a step: Adam by lists of tensors has nine */

static gboolean
has_word (const LscRankDigest *digest, const LscDigestKernel *kernel, const char *const *words)
{
  const char *name = lsc_rank_digest_text (digest, kernel->name);

  for (gsize i = 0; words[i]; i++)
    if (strstr (name, words[i]))
      return TRUE;
  return FALSE;
}

static double
lose_conversion (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  static const char *const words[] = { "TransData",  "Transpose",  "Cast",
                                       "nchwToNhwc", "nhwcToNchw", NULL };

  return has_word (digest, kernel, words);
}

static const char *const foreach_words[] = { "Foreach", "foreach", NULL };

/* A few that update many tensors at once are what a fused optimizer has, too. */
static double
lose_foreach (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  gint64 n = 0;

  if (!has_word (digest, kernel, foreach_words))
    return 0;
  for (gsize i = 0; i < digest->kernels.n; i++)
    if (has_word (digest, &digest->kernels.items[i], foreach_words))
      n += digest->kernels.items[i].n;
  return n >= LEAST_FOREACH * (gint64) MAX (digest->counted.n, 1);
}

static double
lose_sync_batch_norm (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  static const char *const words[] = { "SyncBatchNorm", "SyncBN", NULL };

  return has_word (digest, kernel, words);
}

/* Tensor Cores multiply TF32 eight times as fast as other cores float32, on all chips that have
 * both.
 */
static double
lose_float32 (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  return digest->is_gpu &&
                 lsc_tensor_core_is_shunned_by (lsc_rank_digest_text (digest, kernel->name))
             ? 7.0 / 8
             : 0;
}

static const LscKernelRule rules[] = {
  { LSC_RULE_CONVERSION, lose_conversion, FALSE,
    N_ ("Layout and type conversions take time on %s, mostly %s."),
    N_ ("Keep tensors in one layout and type, and store weights in the kernels' native format."),
    NULL, NULL,
    N_ ("Keep tensors in one layout and type: memory_format=torch.channels_last for model and "
        "input of convolutions.") },
  { LSC_RULE_FLOAT32_MATRIX, lose_float32, FALSE,
    N_ ("Matrix products compute in float32 without Tensor Cores on %s, mostly %s."),
    N_ ("Compute in bfloat16 (torch.autocast), or allow TF32: "
        "torch.set_float32_matmul_precision(\"high\").") },
  { LSC_RULE_UNFUSED_OPTIMIZER, lose_foreach, FALSE,
    N_ ("The optimizer is not fused on %s: parameters are updated by many small kernels, mostly "
        "%s."),
    N_ ("Use a fused optimizer, such as torch_npu.optim.NpuFusedAdamW."), NULL, NULL,
    N_ ("Use a fused optimizer: fused=True in torch.optim.") },
  { LSC_RULE_SYNC_BATCH_NORM, lose_sync_batch_norm, FALSE,
    N_ ("Synchronised batch normalisation takes time on %s, mostly %s."),
    N_ ("Use plain batch normalisation if the batch per rank is large enough.") },
};

/* ---- optimizers ---- */

/* (nullable) */
static const LscDigestSequence *
find_optimizer (const LscRankDigest *digest)
{
  for (gsize i = 0; i < digest->sequences.n; i++)
    if (digest->sequences.items[i].fused == LSC_FUSED_OPTIMIZER)
      return &digest->sequences.items[i];
  return NULL;
}

/* What the steps of optimizers launch one by one. Returns: whether that is told */
static gboolean
tell_optimizer (LscJudge *self)
{
  g_autofree double *lost_ns = g_new0 (double, self->n + 1);
  g_autoptr (LscPhrase) ranks = NULL;
  const LscDigestSequence *worst;
  double gain_ns;
  LscFinding *row;

  for (gsize i = 0; i < self->n; i++)
    {
      const LscRankDigest *digest = self->ranks[i].digest;
      const LscDigestSequence *sequence = find_optimizer (digest);

      lost_ns[i] = sequence ? (double) sequence->saved_ns / (double) MAX (digest->counted.n, 1) : 0;
    }
  worst = find_optimizer (self->ranks[_lsc_judge_find_worst (lost_ns, self->n)].digest);
  gain_ns = _lsc_judge_gain (self, lost_ns);
  if (!worst || !_lsc_judge_is_enough (self, LSC_RULE_UNFUSED_OPTIMIZER, gain_ns))
    return FALSE;
  ranks = _lsc_judge_name_ranks (self, lost_ns);
  row = _lsc_judge_add (
      self,
      (LscFound){
          .rule = LSC_RULE_UNFUSED_OPTIMIZER,
          .lost_ns = lost_ns,
          .gain_ns = gain_ns,
          .is_bound = TRUE,
          .text = lsc_phrase_new (
              N_ ("The optimizer is not fused on %s: %s updates parameters by many small kernels."),
              lsc_phrase_as_argument (ranks),
              lsc_rank_digest_text (self->ranks[_lsc_judge_find_worst (lost_ns, self->n)].digest,
                                    worst->names)),
          .remedy = lsc_phrase_new_text (
              N_ ("Use a fused optimizer, such as torch_npu.optim.NpuFusedAdamW.")),
      });
  for (gsize i = 0; i < self->n; i++)
    if (_lsc_judge_takes_part (lost_ns, self->n, i))
      _lsc_rule_show_sequence (row, self->ranks[i].digest, find_optimizer (self->ranks[i].digest));
  return TRUE;
}

/** K12, float32_matrix, F03, S02: kernels that are known by their names. */
void
_lsc_rule_kernels (LscJudge *self, LscRule rule)
{
  if (rule == LSC_RULE_UNFUSED_OPTIMIZER && tell_optimizer (self))
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    if (rules[i].rule == rule)
      _lsc_judge_kernels (self, &rules[i]);
}
