/* lsc-rule-memory.c - rules about memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "judge/findings/lsc-findings-private.h"
#include "analyze/digest/lsc-memory-limits.h"
#include "base/lsc-time.h"
#include "model/lsc-counter.h"

/* findings.md#memory. */

static const LscDigestMemory *
get_memory (const LscRankDigest *digest, gsize index)
{
  return &digest->memory.items[index];
}

static char *
format_bytes (gint64 bytes)
{
  return lsc_format_memory (bytes);
}

/* "cat (GPT/Layer)", of an operator whose module is not known "cat". */
static char *
name_blocks (const LscRankDigest *digest, const LscDigestBlocks *blocks)
{
  const char *name = lsc_rank_digest_text (digest, blocks->name);
  const char *module = lsc_rank_digest_text (digest, blocks->module);

  return module ? g_strdup_printf ("%s (%s)", name, module) : g_strdup (name);
}

static const LscDigestBlocks *
get_kept (const LscRankDigest *digest, gsize index)
{
  return &digest->kept.items[index];
}

static LscPhrase *
name_growth (const LscJudge *self, const double *growth)
{
  g_autofree char *step = format_bytes ((gint64) growth[_lsc_judge_find_worst (growth, self->n)]);

  return lsc_phrase_new (N_ ("Allocated memory grows by up to %s per step"), step);
}

static LscPhrase *
say_growth_alone (const LscJudge *self, const double *growth)
{
  gsize worst = _lsc_judge_find_worst (growth, self->n);
  const LscRankDigest *digest = self->ranks[worst].digest;
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, growth);
  g_autofree char *step = format_bytes ((gint64) growth[worst]);
  g_autofree char *first = format_bytes (get_memory (digest, 0)->bytes);
  g_autofree char *last = format_bytes (get_memory (digest, digest->memory.n - 1)->bytes);

  return lsc_phrase_new (
      N_ ("Allocated memory grows on %s by %s per step, from %s to %s over %u steps."),
      lsc_phrase_as_argument (ranks), step, first, last, (guint) digest->memory.n);
}

static LscPhrase *
say_growth (const LscJudge *self, const double *growth)
{
  const LscRankDigest *digest = self->ranks[_lsc_judge_find_worst (growth, self->n)].digest;
  LscPhrase *alone = say_growth_alone (self, growth);
  g_autoptr (GPtrArray) parts = NULL;
  g_autofree char *name = NULL;
  g_autofree char *bytes = NULL;

  if (digest->kept.n == 0)
    return alone;
  parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  name = name_blocks (digest, get_kept (digest, 0));
  bytes = format_bytes (get_kept (digest, 0)->bytes);
  g_ptr_array_add (parts, alone);
  g_ptr_array_add (
      parts, lsc_phrase_new (N_ ("Most of it is allocated by %s and never freed: %s per step."),
                             name, bytes));
  return lsc_phrase_new_joined (" ", parts);
}

static LscPhrase *
say_who_is_unknown (const LscRankDigest *digest)
{
  if (digest->blocks_state == LSC_BLOCKS_UNREADABLE)
    return lsc_phrase_new (N_ ("Who allocates it is not known: %s."),
                           lsc_rank_digest_text (digest, digest->blocks_detail));
  if (digest->blocks_state == LSC_BLOCKS_NOT_RECORDED)
    return lsc_phrase_new_text (
        N_ ("Who allocates it is not known, because memory blocks were not recorded. Set "
            "profile_memory=True (OP_MEMORY or operator_memory.csv)."));
  if (digest->kept.n == 0)
    return lsc_phrase_new_text (
        N_ ("Who allocates it is not known: no recorded block stays alive from step to step."));
  if (digest->n_bad_blocks > 0)
    return lsc_phrase_new_plural ((gulong) digest->n_bad_blocks,
                                  "%" PRId64 " row of single blocks has no size or no time, and "
                                  "does not count.",
                                  "%" PRId64 " rows of single blocks have no size or no time, and "
                                  "do not count.",
                                  digest->n_bad_blocks);
  return NULL;
}

static void
show_blocks (LscFinding *row, const LscRankDigest *digest, const LscDigestBlocks *blocks,
             LscPhrase *text)
{
  LscEvidencePlace *place = g_new0 (LscEvidencePlace, 1);

  *place = (LscEvidencePlace){
    .rank = digest->rank,
    .begin_ns = blocks->begin_ns,
    .end_ns = MAX (blocks->end_ns, blocks->begin_ns),
    .slice = blocks->slice,
    .name = name_blocks (digest, blocks),
    .text = text,
  };
  g_ptr_array_add (row->places, place);
}

static void
show_kept (LscFinding *row, const LscRankDigest *digest)
{
  for (guint i = 0; i < digest->kept.n; i++)
    {
      const LscDigestBlocks *kept = get_kept (digest, i);
      g_autofree char *bytes = format_bytes (kept->bytes);

      show_blocks (row, digest, kept,
                   lsc_phrase_new (N_ ("%s per step stay allocated; the largest block"), bytes));
    }
}

static void
show_growth (LscFinding *row, const LscRankDigest *digest)
{
  const LscDigestMemory *last = get_memory (digest, digest->memory.n - 1);
  LscEvidencePlace *place = g_new0 (LscEvidencePlace, 1);

  *place = (LscEvidencePlace){
    .rank = digest->rank,
    .begin_ns = get_memory (digest, 0)->begin_ns,
    .end_ns = last->end_ns,
    .slice = LSC_SLICE_NONE,
    .text = lsc_phrase_new_text (N_ ("All steps, with the lane of allocated memory")),
  };
  g_ptr_array_add (row->places, place);
}

/** memory_growth: allocated memory grows from step to step. */
void
_lsc_rule_memory_growth (LscJudge *self, LscRule rule)
{
  g_autofree double *growth = g_new0 (double, self->n);
  gboolean is_any = FALSE;
  LscFinding *row;

  for (gsize i = 0; i < self->n; i++)
    {
      growth[i] = lsc_rank_digest_find_growth (self->ranks[i].digest);
      is_any |= growth[i] > 0;
    }
  if (!is_any)
    return;
  row = _lsc_judge_add (
      self,
      (LscFound){
          .rule = rule,
          .lost_ns = growth,
          .gain_ns = NAN,
          .text = say_growth (self, growth),
          .subject = name_growth (self, growth),
          .remedy = lsc_phrase_new_text (N_ ("Look for tensors kept across steps: losses in lists "
                                             "without .item(), caches, retained graphs.")),
          .unknown =
              say_who_is_unknown (self->ranks[_lsc_judge_find_worst (growth, self->n)].digest),
      });
  for (gsize i = 0; i < self->n; i++)
    if (_lsc_judge_takes_part (growth, self->n, i))
      {
        show_kept (row, self->ranks[i].digest);
        show_growth (row, self->ranks[i].digest);
      }
}

/* ---- peaks ---- */

/* What the pool keeps for itself while most is allocated, 0 when that is little. */
static double
find_unused (const LscRankDigest *digest)
{
  const LscDigestPeaks *peaks = &digest->peaks;
  double unused;

  if (peaks->allocated_bytes == LSC_INT_NULL || peaks->reserved_bytes == LSC_INT_NULL)
    return 0;
  unused = (double) (peaks->reserved_bytes - peaks->allocated_bytes);
  return unused > LSC_MEMORY_LEAST_UNUSED_BYTES &&
                 unused > LSC_MEMORY_LEAST_UNUSED * (double) peaks->reserved_bytes
             ? unused
             : 0;
}

/** Returns: whether much of what the framework's pool reserves is of no use to it */
gboolean
_lsc_rule_is_fragmented (const LscRankDigest *digest)
{
  return find_unused (digest) > 0;
}

/* What the process holds beside the pool, 0 when that is little. */
static double
find_outside (const LscRankDigest *digest)
{
  const LscDigestPeaks *peaks = &digest->peaks;
  double outside;

  if (peaks->process_bytes == LSC_INT_NULL || peaks->pool_bytes == LSC_INT_NULL)
    return 0;
  outside = (double) (peaks->process_bytes - peaks->pool_bytes);
  return outside > LSC_MEMORY_LEAST_OUTSIDE * (double) peaks->process_bytes ? outside : 0;
}

static LscPhrase *
say_unused (const LscJudge *self, const double *unused)
{
  const LscDigestPeaks *peaks = &self->ranks[_lsc_judge_find_worst (unused, self->n)].digest->peaks;
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, unused);
  g_autofree char *allocated = format_bytes (peaks->allocated_bytes);
  g_autofree char *reserved = format_bytes (peaks->reserved_bytes);

  return lsc_phrase_new (
      N_ ("Memory is fragmented on %s: at the allocation peak of %s the pool reserves %s."),
      lsc_phrase_as_argument (ranks), allocated, reserved);
}

static LscPhrase *
say_outside (const LscJudge *self, const double *outside)
{
  const LscRankDigest *digest = self->ranks[_lsc_judge_find_worst (outside, self->n)].digest;
  const LscDigestPeaks *peaks = &digest->peaks;
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, outside);
  g_autofree char *process = format_bytes (peaks->process_bytes);
  g_autofree char *pool = format_bytes (peaks->pool_bytes);
  g_autofree char *component = format_bytes (peaks->component_bytes);

  if (peaks->component == LSC_STRING_NONE)
    return lsc_phrase_new (N_ ("Much memory is outside the framework's pool on %s: the process "
                               "holds %s, the pool %s."),
                           lsc_phrase_as_argument (ranks), process, pool);
  return lsc_phrase_new (N_ ("Much memory is outside the framework's pool on %s: the process holds "
                             "%s, the pool %s, %s up to %s."),
                         lsc_phrase_as_argument (ranks), process, pool,
                         lsc_rank_digest_text (digest, peaks->component), component);
}

/* The step of the peak, or its moment when that lies in none. */
static void
show_peak (LscFinding *row, const LscRankDigest *digest, gint64 time_ns)
{
  LscEvidencePlace *place = g_new0 (LscEvidencePlace, 1);

  *place = (LscEvidencePlace){ .rank = digest->rank,
                               .begin_ns = time_ns,
                               .end_ns = time_ns,
                               .slice = LSC_SLICE_NONE,
                               .text = lsc_phrase_new_text (N_ ("At its maximum")) };
  for (guint i = 0; i < digest->memory.n; i++)
    if (time_ns >= get_memory (digest, i)->begin_ns && time_ns < get_memory (digest, i)->end_ns)
      {
        place->begin_ns = get_memory (digest, i)->begin_ns;
        place->end_ns = get_memory (digest, i)->end_ns;
      }
  g_ptr_array_add (row->places, place);
}

/** memory_fragmentation: the pool reserves more than it gives out. */
void
_lsc_rule_memory_fragmentation (LscJudge *self, LscRule rule)
{
  g_autofree double *unused = g_new0 (double, self->n);
  LscFinding *row;

  for (gsize i = 0; i < self->n; i++)
    unused[i] = find_unused (self->ranks[i].digest);
  if (unused[_lsc_judge_find_worst (unused, self->n)] <= 0)
    return;
  row = _lsc_judge_add (self, (LscFound){
                                  .rule = rule,
                                  .lost_ns = unused,
                                  .gain_ns = NAN,
                                  .text = say_unused (self, unused),
                                  .remedy = lsc_phrase_new_text (
                                      _lsc_judge_is_of_gpus (self)
                                          ? N_ ("Set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:"
                                                "True, and keep the sizes of tensors from "
                                                "changing.")
                                          : N_ ("Set PYTORCH_NPU_ALLOC_CONF=expandable_segments:"
                                                "True, and keep the sizes of tensors from "
                                                "changing.")),
                              });
  for (gsize i = 0; i < self->n; i++)
    if (_lsc_judge_takes_part (unused, self->n, i))
      show_peak (row, self->ranks[i].digest, self->ranks[i].digest->peaks.allocated_at_ns);
}

/** memory_outside: memory beside the pool of the framework. */
void
_lsc_rule_memory_outside (LscJudge *self, LscRule rule)
{
  g_autofree double *outside = g_new0 (double, self->n);
  LscFinding *row;

  for (gsize i = 0; i < self->n; i++)
    outside[i] = find_outside (self->ranks[i].digest);
  if (outside[_lsc_judge_find_worst (outside, self->n)] <= 0)
    return;
  row = _lsc_judge_add (
      self, (LscFound){
                .rule = rule,
                .lost_ns = outside,
                .gain_ns = NAN,
                .text = say_outside (self, outside),
                .remedy = lsc_phrase_new_text (
                    _lsc_judge_is_of_gpus (self)
                        ? N_ ("Check what else holds memory: each communicator has buffers, so use "
                              "fewer of them.")
                        : N_ ("See the Components lane. Each communicator has a buffer: use fewer "
                              "of them, or a smaller HCCL_BUFFSIZE.")),
            });
  for (gsize i = 0; i < self->n; i++)
    if (_lsc_judge_takes_part (outside, self->n, i))
      show_peak (row, self->ranks[i].digest, self->ranks[i].digest->peaks.process_at_ns);
}

/* ---- single blocks ---- */

static LscPhrase *
say_late (const LscJudge *self, const double *late)
{
  const LscRankDigest *digest = self->ranks[_lsc_judge_find_worst (late, self->n)].digest;
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, late);
  g_autofree char *bytes = format_bytes (digest->late.bytes);
  g_autofree char *longest = lsc_format_duration (digest->late_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *name = name_blocks (digest, &digest->late);

  return lsc_phrase_new_plural ((gulong) digest->late.n,
                                "Released memory comes back late on %s: %" PRId64
                                " block, %s, up to %s after its release, that of %s.",
                                "Released memory comes back late on %s: %" PRId64
                                " blocks, %s, up to %s after their release, that of %s.",
                                lsc_phrase_as_argument (ranks), digest->late.n, bytes, longest,
                                name);
}

/** memory_late_release: released blocks that come back late. */
void
_lsc_rule_memory_late_release (LscJudge *self, LscRule rule)
{
  g_autofree double *late = g_new0 (double, self->n);
  LscFinding *row;

  for (gsize i = 0; i < self->n; i++)
    late[i] = (double) self->ranks[i].digest->late.bytes;
  if (late[_lsc_judge_find_worst (late, self->n)] <= 0)
    return;
  row = _lsc_judge_add (self, (LscFound){
                                  .rule = rule,
                                  .lost_ns = late,
                                  .gain_ns = NAN,
                                  .text = say_late (self, late),
                                  .remedy = lsc_phrase_new_text (
                                      N_ ("Tensors that several streams use are kept until the "
                                          "last of them is done: wait for communication sooner, "
                                          "and call record_stream() only where it is needed.")),
                              });
  for (gsize i = 0; i < self->n; i++)
    if (_lsc_judge_takes_part (late, self->n, i))
      show_blocks (row, self->ranks[i].digest, &self->ranks[i].digest->late,
                   lsc_phrase_new_text (N_ ("The block that is reused last")));
}

static LscPhrase *
say_spike (const LscJudge *self, const double *spikes)
{
  const LscRankDigest *digest = self->ranks[_lsc_judge_find_worst (spikes, self->n)].digest;
  const LscDigestBlocks *spike = &digest->spike;
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, spikes);
  g_autofree char *bytes = format_bytes (spike->most_bytes);
  g_autofree char *share = lsc_format_share ((double) spike->most_bytes /
                                             (double) MAX (digest->peaks.allocated_bytes, 1));
  g_autofree char *life = lsc_format_duration (spike->end_ns - spike->begin_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *name = name_blocks (digest, spike);

  return lsc_phrase_new (N_ ("At the memory peak on %s a block that lives for only %s makes up %s "
                             "of it (%s), allocated by %s."),
                         lsc_phrase_as_argument (ranks), life, share, bytes, name);
}

/** memory_spike: a short-lived block makes the peak. */
void
_lsc_rule_memory_spike (LscJudge *self, LscRule rule)
{
  g_autofree double *spikes = g_new0 (double, self->n);
  LscFinding *row;

  for (gsize i = 0; i < self->n; i++)
    spikes[i] = (double) self->ranks[i].digest->spike.bytes;
  if (spikes[_lsc_judge_find_worst (spikes, self->n)] <= 0)
    return;
  row = _lsc_judge_add (
      self, (LscFound){
                .rule = rule,
                .lost_ns = spikes,
                .gain_ns = NAN,
                .text = say_spike (self, spikes),
                .remedy = lsc_phrase_new_text (
                    N_ ("If memory is short, compute it in parts, in place or with a shorter data "
                        "type: the peak falls by as much, unless another peak follows.")),
            });
  for (gsize i = 0; i < self->n; i++)
    if (_lsc_judge_takes_part (spikes, self->n, i))
      show_blocks (row, self->ranks[i].digest, &self->ranks[i].digest->spike,
                   lsc_phrase_new_text (N_ ("At its maximum")));
}
