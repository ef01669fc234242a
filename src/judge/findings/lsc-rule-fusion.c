/* lsc-rule-fusion.c - the rule about kernels of GPUs that move memory and compute little
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/lsc-time.h"
#include "judge/findings/lsc-findings-private.h"
#include "model/lsc-kernel-label.h"
#include "model/lsc-kernel-name.h"
#include "model/lsc-op-family.h"

/* findings.md#unfused. */

#define LEAST_PART 0.25 /* of computing: a little of it is in every model */

/**
 * Work: what a rank computes
 * @sums: of what is no matrix work, and not fused yet, by short name: instances of one template are
 *   one kernel to a reader
 * @most: (nullable): of these what takes most; belongs to @sums
 */
typedef struct
{
  double all_ns;
  double simple_ns;
  GHashTable *sums;
  const char *most;
} Work;

static gboolean
is_simple (const char *name)
{
  switch (lsc_op_family_find (NULL, name))
    {
    case LSC_OP_FAMILY_NORM:
    case LSC_OP_FAMILY_ELEMENTWISE:
    case LSC_OP_FAMILY_REDUCTION:
    case LSC_OP_FAMILY_COPY:
      return TRUE;
    case LSC_OP_FAMILY_MATRIX:
    case LSC_OP_FAMILY_ATTENTION:
    case LSC_OP_FAMILY_ATTENTION_GRAD:
    case LSC_OP_FAMILY_CONVOLUTION:
    case LSC_OP_FAMILY_COMMUNICATION:
    case LSC_OP_FAMILY_OTHER:
    case LSC_N_OP_FAMILIES:
    default:
      return FALSE;
    }
}

static void
add_sum (Work *self, const char *name, gint64 ns)
{
  char *brief = lsc_kernel_name_shorten (name);
  gint64 *sum;

  if (!brief)
    brief = g_strdup (name);
  sum = g_hash_table_lookup (self->sums, brief);
  if (!sum)
    {
      sum = g_new0 (gint64, 1);
      g_hash_table_insert (self->sums, g_strdup (brief), sum);
    }
  *sum += ns;
  g_free (brief);
}

/* Equal times go by name, so that the answer is the same each time. */
static void
find_most (Work *self)
{
  GHashTableIter iter;
  gpointer name, sum;
  gint64 most_ns = 0;

  g_hash_table_iter_init (&iter, self->sums);
  while (g_hash_table_iter_next (&iter, &name, &sum))
    if (*(gint64 *) sum > most_ns ||
        (*(gint64 *) sum == most_ns && self->most && strcmp (name, self->most) < 0))
      {
        most_ns = *(gint64 *) sum;
        self->most = name;
      }
}

static void
clear_work (Work *self)
{
  g_clear_pointer (&self->sums, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Work, clear_work)

/* Kernels of which the name does not tell what they do count as matrix work. */
static Work
sum_work (const LscRankDigest *digest)
{
  Work work = { .sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free) };

  for (gsize i = 0; i < digest->kernels.n; i++)
    {
      const LscDigestKernel *kernel = &digest->kernels.items[i];

      const char *name = lsc_rank_digest_text (digest, kernel->name);

      if (!lsc_slice_kind_is_computing (kernel->kind))
        continue;
      work.all_ns += (double) kernel->ns;
      if (!is_simple (name))
        continue;
      work.simple_ns += (double) kernel->ns;
      if (!lsc_kernel_name_is_fused (name))
        add_sum (&work, name, kernel->ns);
    }
  find_most (&work);
  return work;
}

/* (nullable) */
static const LscDigestSequence *
find_runs (const LscRankDigest *digest)
{
  for (gsize i = 0; i < digest->sequences.n; i++)
    if (digest->sequences.items[i].fused == LSC_FUSED_RUN)
      return &digest->sequences.items[i];
  return NULL;
}

static LscPhrase *
say (const LscJudge *self, const double *lost_ns, const Work *work)
{
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, lost_ns);
  g_autofree char *share = lsc_format_share (work->simple_ns / work->all_ns);
  g_autofree char *label = lsc_kernel_label (work->most);

  return lsc_phrase_new (
      N_ ("On %s, %s of the computing time is not matrix work: elementwise "
          "kernels, norms, reductions and copies; the largest that is not fused is "
          "%s."),
      lsc_phrase_as_argument (ranks), share, label ? label : work->most);
}

static LscPhrase *
say_runs (const LscRankDigest *digest, const LscDigestSequence *runs)
{
  gint64 n = MAX (runs->n / (gint64) MAX (digest->counted.n, 1), 1);

  return lsc_phrase_new_plural (
      (gulong) n,
      "Per step, %" PRId64 " run of neighbouring kernels could be a single kernel that takes as "
      "long as its longest one.",
      "Per step, %" PRId64 " runs of neighbouring kernels could each be a single kernel that takes "
      "as long as its longest one.",
      n);
}

/* "module GPT/Block/RMSNorm (4.100 ms)": whose the kernels are that would go, a step */
static LscPhrase *
name_place (const LscRankDigest *digest, const LscDigestRunPlace *place)
{
  const char *name = lsc_rank_digest_text (digest, place->name);
  gint64 ns = place->ns / (gint64) MAX (digest->counted.n, 1);
  g_autofree char *time = lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *label = lsc_kernel_label (name);

  switch (place->type)
    {
    case LSC_OWNER_MODULE:
      return lsc_phrase_new (N_ ("module %s (%s)"), name, time);
    case LSC_OWNER_OP:
      return lsc_phrase_new (N_ ("operator %s (%s)"), name, time);
    default:
      return lsc_phrase_new (N_ ("kernel %s (%s)"), label ? label : name, time);
    }
}

/* (nullable): where to begin. Of the gain, so that its parts can be compared with it. */
static LscPhrase *
say_places (const LscRankDigest *digest, const LscDigestSequence *runs)
{
  const LscDigestRunPlaces *places = &digest->run_places;
  g_autoptr (LscPhrase) first = NULL, second = NULL;

  if (places->n == 0)
    return NULL;
  first = name_place (digest, &places->items[0]);
  if (2 * places->items[0].ns >= runs->saved_ns)
    return lsc_phrase_new (N_ ("Most of the time to save is in %s."),
                           lsc_phrase_as_argument (first));
  if (places->n == 1)
    return lsc_phrase_new (N_ ("The largest part of the time to save is in %s."),
                           lsc_phrase_as_argument (first));
  second = name_place (digest, &places->items[1]);
  return lsc_phrase_new (N_ ("The largest part of the time to save is in %s, then %s."),
                         lsc_phrase_as_argument (first), lsc_phrase_as_argument (second));
}

static LscPhrase *
say_proof (const LscRankDigest *digest, const LscDigestSequence *runs)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  LscPhrase *places = say_places (digest, runs);

  g_ptr_array_add (parts, say_runs (digest, runs));
  if (places)
    g_ptr_array_add (parts, places);
  return lsc_phrase_new_joined (" ", parts);
}

/* Where most of it lies in the step of an optimizer, that has a remedy of its own. */
static LscPhrase *
say_remedy (const LscRankDigest *digest)
{
  const LscDigestRunPlaces *places = &digest->run_places;
  gboolean is_optimizer =
      places->n > 0 && places->items[0].type == LSC_OWNER_OP &&
      g_str_has_prefix (lsc_rank_digest_text (digest, places->items[0].name), "Optimizer.step#");

  return lsc_phrase_new_text (
      is_optimizer
          ? N_ ("Update all parameters at once: fused=True in torch.optim. Fuse other small "
                "kernels: "
                "torch.compile.")
          : N_ ("Fuse small kernels: torch.compile, or fused kernels for norms, activations, "
                "rotary embeddings and the loss."));
}

/* Whether the host needs longer than the step would take: fewer kernels alone leave the device idle
 * then. */
static gboolean
is_bound_by_host (const LscJudgedRank *rank, double gain_ns)
{
  gint64 host_ns = rank->overview ? rank->overview->host_step_ns : LSC_INT_NULL;

  return host_ns != LSC_INT_NULL && rank->digest->steps_rule == LSC_STEPS_BY_DEVICE &&
         (double) host_ns > rank->step_ns - gain_ns;
}

/* (nullable): what the gain ends at, where the host bounds it */
static LscPhrase *
say_host (const LscJudgedRank *rank, double gain_ns)
{
  gint64 host_ns;
  g_autofree char *host = NULL, *left = NULL;

  if (!is_bound_by_host (rank, gain_ns))
    return NULL;
  host_ns = rank->overview->host_step_ns;
  host = lsc_format_duration (host_ns, LSC_TIME_UNIT_AUTO);
  if ((double) host_ns >= rank->step_ns)
    return lsc_phrase_new (
        N_ ("The host limits first: it takes %s per step, no less than the device. "
            "Its launches must become fewer, too."),
        host);
  left = lsc_format_duration ((gint64) rank->step_ns - host_ns, LSC_TIME_UNIT_AUTO);
  return lsc_phrase_new (N_ ("The host limits first: it takes %s per step. Beyond a gain of %s its "
                             "launches must become fewer, too."),
                         host, left);
}

/* "a run of 23 kernels, from copy to softmax": no name of its own, as it would be a list */
static LscPhrase *
say_run (const LscRankDigest *digest, const LscDigestSequence *run)
{
  const char *first = lsc_rank_digest_text (digest, run->first);
  const char *last = lsc_rank_digest_text (digest, run->last);
  g_autofree char *from = first ? lsc_kernel_label (first) : NULL;
  g_autofree char *to = last ? lsc_kernel_label (last) : NULL;

  if (!first || !last)
    return lsc_phrase_new_text (N_ ("The longest run of neighbouring kernels"));
  return lsc_phrase_new (N_ ("A run of %u kernels, from %s to %s"), run->n_kernels,
                         from ? from : first, to ? to : last);
}

static void
show (LscFinding *row, const LscRankDigest *digest)
{
  const LscDigestSequence *runs = find_runs (digest);
  LscEvidencePlace *place = runs ? g_new0 (LscEvidencePlace, 1) : NULL;

  if (!place)
    return;
  *place = (LscEvidencePlace){
    .rank = digest->rank,
    .begin_ns = runs->begin_ns,
    .end_ns = runs->end_ns,
    .slice = runs->slice,
    .name = g_strdup (lsc_rank_digest_text (digest, runs->first)), /* NULL where not known */
    .text = say_run (digest, runs),
  };
  g_ptr_array_add (row->places, place);
}

/** Kernels of GPUs that read and write memory and compute little, one behind the other, where the
 * device is the limit: else fewer of them would only make it idle longer. */
void
_lsc_rule_unfused_kernels (LscJudge *self, LscRule rule)
{
  g_autofree double *lost_ns = g_new0 (double, self->n + 1);
  const LscRankDigest *worst;
  gsize most;
  double gain_ns;
  LscFinding *row;
  g_auto (Work) work = { 0 };

  if (!_lsc_judge_is_of_gpus (self) || !_lsc_judge_is_compute_bound (self))
    return;
  for (gsize i = 0; i < self->n; i++)
    {
      const LscRankDigest *digest = self->ranks[i].digest;
      const LscDigestSequence *runs = find_runs (digest);

      lost_ns[i] = runs ? (double) runs->saved_ns / (double) MAX (digest->counted.n, 1) : 0;
    }
  most = _lsc_judge_find_worst (lost_ns, self->n);
  worst = self->ranks[most].digest;
  gain_ns = _lsc_judge_gain (self, lost_ns);
  work = sum_work (worst);
  if (!find_runs (worst) || !work.most || work.simple_ns < LEAST_PART * work.all_ns ||
      !_lsc_judge_is_enough (self, rule, gain_ns))
    return;
  row = _lsc_judge_add (self, (LscFound){
                                  .rule = rule,
                                  .lost_ns = lost_ns,
                                  .gain_ns = gain_ns,
                                  .is_bound = TRUE,
                                  .text = say (self, lost_ns, &work),
                                  .proof = say_proof (worst, find_runs (worst)),
                                  .rest = say_host (&self->ranks[most], gain_ns),
                                  .remedy = say_remedy (worst),
                              });
  if (is_bound_by_host (&self->ranks[most], gain_ns))
    row->host_gain_ns =
        MAX ((gint64) self->ranks[most].step_ns - self->ranks[most].overview->host_step_ns, 0);
  for (gsize i = 0; i < self->n; i++)
    if (_lsc_judge_takes_part (lost_ns, self->n, i))
      show (row, self->ranks[i].digest);
}
