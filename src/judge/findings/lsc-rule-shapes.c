/* lsc-rule-shapes.c - a rule about kernels of shapes that change
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "judge/findings/lsc-findings-private.h"
#include "base/lsc-time.h"
#include "model/lsc-kernel-label.h"

/* findings.md#shapes. */

#define LEAST_DYNAMIC 0.1 /* of the time of the kernels of which the file tells it */
#define LIKELY_PART 0.1   /* of the bound: a cause that merely may be one */

/** Returns: whether the host is late, or compiles, so much that it has a finding of its own */
gboolean
_lsc_rule_is_host_late (const LscJudge *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const LscFinding *row = self->rows->pdata[i];

      if (lsc_finding_stands_out (row) &&
          (g_str_equal (row->id, lsc_finding_rules[LSC_RULE_HOST_BOUND].id) ||
           g_str_equal (row->id, lsc_finding_rules[LSC_RULE_COMPILE].id)))
        return TRUE;
    }
  return FALSE;
}

/** Kernels of a rank that the file calls dynamic. */
typedef struct
{
  const LscDigestKernel *most; /* (nullable): those of the name that takes most time */
  double share; /* of those of which the file tells it, 0 = too little, or not told */
} Dynamic;

static Dynamic
find_dynamic (const LscRankDigest *digest)
{
  Dynamic self = { NULL, 0 };
  double known_ns = 0, ns = 0;

  for (gsize i = 0; i < digest->kernels.n; i++)
    {
      const LscDigestKernel *kernel = &digest->kernels.items[i];

      known_ns += kernel->has_state ? (double) kernel->ns : 0;
      if (!kernel->is_dynamic)
        continue;
      ns += (double) kernel->ns;
      if (!self.most || kernel->ns > self.most->ns)
        self.most = kernel;
    }
  if (known_ns > 0 && ns >= LEAST_DYNAMIC * known_ns)
    self.share = ns / known_ns;
  return self;
}

static LscPhrase *
say (const LscJudge *self, const double *lost_ns, const Dynamic *worst)
{
  const LscRankDigest *digest = self->ranks[_lsc_judge_find_worst (lost_ns, self->n)].digest;
  const char *name = lsc_rank_digest_text (digest, worst->most->name);
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, lost_ns);
  g_autofree char *share = lsc_format_share (worst->share);
  g_autofree char *label = lsc_kernel_label (name);

  return lsc_phrase_new (N_ ("Host-bound or compiling on %s: kernels marked dynamic take %s of the "
                             "kernel time, mostly %s."),
                         lsc_phrase_as_argument (ranks), share, label ? label : name);
}

static double
gain_host (const LscJudge *self, const double *lost_ns)
{
  return _lsc_judge_gain_of (self, LSC_REPLAY_LOSS, LSC_LOSS_HOST, lost_ns);
}

static LscFound
make_found (const LscJudge *self, const double *lost_ns, const Dynamic *worst)
{
  return (LscFound){
    .rule = LSC_RULE_DYNAMIC_KERNELS,
    .lost_ns = lost_ns,
    .what = LSC_REPLAY_LOSS,
    .kind = LSC_LOSS_HOST,
    .gain_ns = gain_host (self, lost_ns),
    .is_bound = TRUE,
    .likely_part = LIKELY_PART,
    .text = say (self, lost_ns, worst),
    .remedy = lsc_phrase_new_text (N_ ("Call torch.npu.set_compile_mode(jit_compile=False), and "
                                       "pad shapes, or sort them into a few sizes.")),
    .unknown = lsc_phrase_new_text (
        N_ ("Dynamic kernels accept any shape; whether shapes change was not recorded.")),
  };
}

/**
 * _lsc_rule_dynamic_kernels:
 *
 * K03: kernels that take any shape, where the host is late. It looks at what was found of the host,
 * so that it is the last of the rules.
 */
void
_lsc_rule_dynamic_kernels (LscJudge *self, LscRule rule)
{
  g_autofree double *lost_ns = g_new0 (double, self->n);
  g_autofree Dynamic *dynamic = g_new0 (Dynamic, MAX (self->n, 1));
  LscFinding *row;

  if (!_lsc_rule_is_host_late (self))
    return;
  for (gsize i = 0; i < self->n; i++)
    {
      const LscJudgedRank *rank = &self->ranks[i];

      dynamic[i] = find_dynamic (rank->digest);
      lost_ns[i] = dynamic[i].share * (rank->ns[LSC_LOSS_HOST] + rank->ns[LSC_LOSS_COMPILE]);
    }
  if (!_lsc_judge_is_enough (self, rule, gain_host (self, lost_ns)))
    return;
  row = _lsc_judge_add (
      self, make_found (self, lost_ns, &dynamic[_lsc_judge_find_worst (lost_ns, self->n)]));
  for (gsize i = 0; i < self->n; i++)
    if (_lsc_judge_takes_part (lost_ns, self->n, i))
      _lsc_finding_show_kernel (row, self->ranks[i].digest, dynamic[i].most);
}
