/* lsc-rule-sequences.c - rules about kernels behind each other that one kernel could do
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "judge/findings/lsc-findings-private.h"

/* findings.md#sequences. */

/* What such sequences cost a step at most. Those that merely repeat cost what the host is late
 * between them. */
static double
get_saved_ns (const LscJudgedRank *rank, const LscDigestSequence *sequence)
{
  double ns = (double) sequence->saved_ns / (double) MAX (rank->digest->counted.n, 1);

  return sequence->fused != LSC_FUSED_NONE
             ? ns
             : MIN (ns, rank->ns[LSC_LOSS_HOST] + rank->ns[LSC_LOSS_SMALL_KERNELS]);
}

/* Runs of simple kernels are judged by lsc-rule-fusion.c, optimizers by lsc-rule-optimizer.c. */
static gboolean
is_of_rule (const LscDigestSequence *sequence, gboolean is_known)
{
  return sequence->fused != LSC_FUSED_RUN && sequence->fused != LSC_FUSED_OPTIMIZER &&
         (sequence->fused != LSC_FUSED_NONE) == is_known;
}

/* Adds up what the sequences of a rule cost; returns the one that costs most. */
static const LscDigestSequence *
sum_up (const LscJudgedRank *rank, gboolean is_known, double *sum_ns)
{
  const LscDigestSequence *first = NULL;

  for (gsize i = 0; i < rank->digest->sequences.n; i++)
    {
      const LscDigestSequence *sequence = &rank->digest->sequences.items[i];

      if (!is_of_rule (sequence, is_known))
        continue;
      if (!first || sequence->saved_ns > first->saved_ns)
        first = sequence;
      *sum_ns += get_saved_ns (rank, sequence);
    }
  return first;
}

/** Adds the longest run of a sequence as evidence. */
void
_lsc_rule_show_sequence (LscFinding *row, const LscRankDigest *digest,
                         const LscDigestSequence *sequence)
{
  LscEvidencePlace *place = g_new0 (LscEvidencePlace, 1);

  *place = (LscEvidencePlace){
    .rank = digest->rank,
    .begin_ns = sequence->begin_ns,
    .end_ns = sequence->end_ns,
    .slice = sequence->slice,
    .name = g_strdup (lsc_rank_digest_text (digest, sequence->names)),
    .is_title = TRUE,
    .text = lsc_phrase_new_plural ((gulong) sequence->n, "%" PRId64 " such run",
                                   "The longest of %" PRId64 " such runs", sequence->n),
  };
  g_ptr_array_add (row->places, place);
}

static LscPhrase *
say (const LscJudge *self, const double *lost_ns, const LscDigestSequence *sequence)
{
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, lost_ns);
  const LscRankDigest *digest = self->ranks[_lsc_judge_find_worst (lost_ns, self->n)].digest;
  const char *who = lsc_phrase_as_argument (ranks);
  const char *names = lsc_rank_digest_text (digest, sequence->names);

  if (sequence->fused == LSC_FUSED_ATTENTION && digest->is_gpu)
    return lsc_phrase_new (N_ ("Attention is not fused on %s: products, masks and softmax run as "
                               "kernels of their own."),
                           who);
  return sequence->fused != LSC_FUSED_NONE
             ? lsc_phrase_new (
                   N_ ("Kernels that could be fused run one after another on %s, mainly %s."), who,
                   names)
             : lsc_phrase_new (N_ ("The same sequence of kernels repeats on %s with idle gaps in "
                                   "between, mainly %s."),
                               who, names);
}

static LscPhrase *
say_remedy (const LscJudge *self, const LscDigestSequence *sequence)
{
  if (sequence->fused == LSC_FUSED_ATTENTION && _lsc_judge_is_of_gpus (self))
    return lsc_phrase_new (N_ ("Call %s instead."),
                           "torch.nn.functional.scaled_dot_product_attention");
  if (sequence->fused != LSC_FUSED_NONE)
    return lsc_phrase_new (N_ ("Call %s instead."), lsc_fused_calls[sequence->fused]);
  return lsc_phrase_new_text (
      _lsc_rule_launches_graphs (self)
          ? N_ ("Fuse them: a custom kernel, or torch.compile.")
          : N_ ("Fuse them: a custom kernel, torch.compile, or graph capture of the step."));
}

/** F01 and F02: kernels behind each other that could be one; of F02 a call is known that does it.
 */
void
_lsc_rule_sequences (LscJudge *self, LscRule rule)
{
  gboolean is_known = rule == LSC_RULE_KNOWN_SEQUENCE;
  g_autofree double *lost_ns = g_new0 (double, self->n);
  g_autofree const LscDigestSequence **most = g_new0 (const LscDigestSequence *, MAX (self->n, 1));
  gsize worst;
  LscFinding *row;

  for (gsize i = 0; i < self->n; i++)
    most[i] = sum_up (&self->ranks[i], is_known, &lost_ns[i]);
  worst = _lsc_judge_find_worst (lost_ns, self->n);
  if (!most[worst] || !_lsc_judge_is_enough (self, rule, _lsc_judge_gain (self, lost_ns)))
    return;
  row = _lsc_judge_add (self, (LscFound){
                                  .rule = rule,
                                  .lost_ns = lost_ns,
                                  .gain_ns = _lsc_judge_gain (self, lost_ns),
                                  .is_bound = TRUE,
                                  .text = say (self, lost_ns, most[worst]),
                                  .remedy = say_remedy (self, most[worst]),
                              });
  for (gsize i = 0; i < self->n; i++)
    if (_lsc_judge_takes_part (lost_ns, self->n, i))
      _lsc_rule_show_sequence (row, self->ranks[i].digest, most[i]);
}
