/* lsc-rule-ai-cpu.c - rules about what the AI CPU computes, and why it does
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "judge/findings/lsc-findings-private.h"
#include "model/lsc-kernel-name.h"

/* findings.md#ai-cpu. What the cores would take instead is not known: all are upper bounds. */

/** Why the AI CPU computes it, as far as that is certain. */
typedef enum
{
  REASON_UNKNOWN,
  REASON_PICKS, /* or sets elements by index or mask */
  REASON_TYPES, /* of its inputs */
  N_REASONS,
} Reason;

/* Whether a type is a word, or a version of it: IndexPutV2, Index12, but not IndexSelect. */
static gboolean
is_version (const char *type, const char *word)
{
  const char *rest = type + strlen (word);

  if (!g_str_has_prefix (type, word))
    return FALSE;
  return !g_ascii_isalpha (*rest) || (*rest == 'V' && g_ascii_isdigit (rest[1]));
}

static gboolean
picks (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  static const char *const words[] = { "Index",        "IndexPut",      "NonZero",
                                       "MaskedSelect", "MaskedScatter", NULL };
  const char *type = lsc_kernel_name_get_type (lsc_rank_digest_text (digest, kernel->name));

  for (gsize i = 0; words[i]; i++)
    if (is_version (type, words[i]))
      return TRUE;
  return FALSE;
}

static double
lose_all (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  return kernel->kind == LSC_SLICE_AI_CPU;
}

/* Positions are INT64 always, so that they are no reason where elements are picked. */
static double
lose_picks (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  return kernel->kind == LSC_SLICE_AI_CPU && picks (digest, kernel);
}

static double
lose_types (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  return kernel->kind == LSC_SLICE_AI_CPU && kernel->slow_types != LSC_STRING_NONE &&
         !picks (digest, kernel);
}

static Reason
find_reason (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  if (picks (digest, kernel))
    return REASON_PICKS;
  return kernel->slow_types != LSC_STRING_NONE ? REASON_TYPES : REASON_UNKNOWN;
}

/** What is said of a reason. @text: of all that the AI CPU computes; @text_alone: of these alone */
static const struct
{
  double (*lost) (const LscRankDigest *digest, const LscDigestKernel *kernel);
  const char *text;
  const char *text_alone;
  const char *remedy;
} reasons[N_REASONS] = {
  [REASON_UNKNOWN] = { NULL, N_ ("Operators run on the slow AI CPU on %s, mostly %s."), NULL,
                       N_ ("Use another data type (float32 for double, int32 for int64) or another "
                           "operator that runs on the AI cores.") },
  [REASON_PICKS] = { lose_picks,
                     N_ ("Operators run on the slow AI CPU on %s, mostly %s, which selects or sets "
                         "elements by index or mask."),
                     N_ ("Operators that select or set elements by index or mask run on the slow "
                         "AI CPU on %s, mostly %s."),
                     N_ ("Keep the shape fixed: torch.where or a product with the mask in place of "
                         "x[mask], index_select for a list of positions.") },
  [REASON_TYPES] = { lose_types,
                     N_ ("Operators run on the slow AI CPU on %s, mostly %s, which has %s inputs."),
                     N_ ("Operators with data types that AI cores rarely support run on the slow "
                         "AI CPU on %s, mostly %s, which has %s inputs."),
                     N_ ("Cast such inputs first, where their values allow it: DOUBLE to float32, "
                         "integers to int32 or float32. Compute real and imaginary parts "
                         "separately.") },
};

static const char *
get_types (Reason reason, const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  return reason == REASON_TYPES ? lsc_rank_digest_text (digest, kernel->slow_types) : NULL;
}

/* The kernels that take most of what the AI CPU computes, where that is worth a finding. */
static const LscDigestKernel *
find_most (const LscJudge *self, const LscRankDigest **digest)
{
  const LscKernelRule rule = { .rule = LSC_RULE_AI_CPU, .lost = lose_all };

  return _lsc_judge_find_kernel (self, &rule, digest);
}

/** Returns: whether the AI CPU computes so much that the reason would help, and it is not known */
gboolean
_lsc_rule_lacks_types (const LscJudge *self)
{
  const LscRankDigest *digest = NULL;
  const LscDigestKernel *most = find_most (self, &digest);

  return most && find_reason (digest, most) == REASON_UNKNOWN && !most->has_types;
}

/** K01: all that the AI CPU computes, with the reason of what takes most of it. */
void
_lsc_rule_ai_cpu (LscJudge *self, LscRule id)
{
  LscKernelRule rule = { .rule = id, .lost = lose_all };
  const LscRankDigest *digest = NULL;
  const LscDigestKernel *most = find_most (self, &digest);
  Reason reason = most ? find_reason (digest, most) : REASON_UNKNOWN;

  if (!most)
    return;
  rule.text = reasons[reason].text;
  rule.remedy = reasons[reason].remedy;
  rule.detail = get_types (reason, digest, most);
  if (_lsc_rule_lacks_types (self))
    rule.unknown = N_ ("The reason is not known, because input data types were not recorded. Set "
                       "profiler_level to Level1.");
  _lsc_judge_kernels (self, &rule);
}

static void
judge_reason (LscJudge *self, LscRule id, Reason reason)
{
  LscKernelRule rule = { .rule = id,
                         .lost = reasons[reason].lost,
                         .text = reasons[reason].text_alone,
                         .remedy = reasons[reason].remedy };
  const LscRankDigest *digest = NULL;
  const LscDigestKernel *most = _lsc_judge_find_kernel (self, &rule, &digest);

  if (!most)
    return;
  rule.detail = get_types (reason, digest, most);
  _lsc_judge_kernels (self, &rule);
}

/** K02: each reason that K01 does not tell. */
void
_lsc_rule_ai_cpu_reason (LscJudge *self, LscRule id)
{
  const LscRankDigest *digest = NULL;
  const LscDigestKernel *most = find_most (self, &digest);
  Reason told = most ? find_reason (digest, most) : REASON_UNKNOWN;

  for (Reason reason = REASON_PICKS; reason < N_REASONS; reason++)
    if (reason != told)
      judge_reason (self, id, reason);
}
