/* lsc-compare-score.c - how far two recordings can be compared, and why not further
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analyze/module/lsc-chip.h"
#include "judge/causes/lsc-clock-effect.h"
#include "judge/compare/lsc-compare-private.h"
#include "base/lsc-time.h"

#define OTHER_DEVICE 0.6
#define OTHER_LAYOUT 0.5
#define OTHER_ORDER 0.8
#define OTHER_LEVEL 0.8
#define OTHER_FREQUENCY 0.8
#define SAME_FREQUENCY 0.02
#define FEW 5

/**
 * _lsc_compare_add_reason:
 * @share: what the score is multiplied by; 1 = it is only to be said
 * @text: (transfer full)
 */
void
_lsc_compare_add_reason (LscCompare *self, const char *id, double share, LscPhrase *text)
{
  LscCompareReason *reason = g_new (LscCompareReason, 1);

  *reason = (LscCompareReason){ id, share, text };
  g_ptr_array_add (self->reasons, reason);
  self->score *= share;
}

/* ---- the machine ---- */

static void
judge_device (LscCompare *self, const LscRankDigest *before, const LscRankDigest *after)
{
  const char *chips[LSC_N_SIDES] = { lsc_rank_digest_text (before, before->chip),
                                     lsc_rank_digest_text (after, after->chip) };

  self->has_other_chip =
      before->is_gpu != after->is_gpu ||
      (chips[LSC_BEFORE] && chips[LSC_AFTER] && !g_str_equal (chips[LSC_BEFORE], chips[LSC_AFTER]));
  for (guint side = 0; side < LSC_N_SIDES && self->has_other_chip; side++)
    self->chips[side] = chips[side] ? lsc_chip_shorten_device (chips[side]) : NULL;
  if (before->is_gpu != after->is_gpu)
    _lsc_compare_add_reason (
        self, "device", OTHER_DEVICE,
        lsc_phrase_new_text (N_ ("One recording is of a GPU, the other of an NPU: their kernels "
                                 "are not paired, their modules and operators are.")));
  else if (chips[LSC_BEFORE] && chips[LSC_AFTER] &&
           !g_str_equal (chips[LSC_BEFORE], chips[LSC_AFTER]))
    _lsc_compare_add_reason (self, "device", OTHER_DEVICE,
                             lsc_phrase_new (N_ ("The chips differ: %s before, %s after."),
                                             chips[LSC_BEFORE], chips[LSC_AFTER]));
}

/* Kernels that take longer where the clock is lower show what it costs. */
static LscPhrase *
say_frequency (const LscRankDigest *before, const LscRankDigest *after)
{
  LscClockSide sides[2] = { { before, NULL }, { after, NULL } };
  LscSide low = after->mean_mhz < before->mean_mhz ? LSC_AFTER : LSC_BEFORE;
  LscClockEffect effect = lsc_clock_effect_between (&sides[low], &sides[!low]);
  g_autofree char *longer = lsc_format_share (effect.longer);
  g_autofree char *lower = lsc_format_share (effect.lower);

  if (effect.state != LSC_CLOCK_EFFECT_FOUND)
    return lsc_phrase_new (N_ ("The cores ran at %.0f MHz before and at %.0f MHz after."),
                           before->mean_mhz, after->mean_mhz);
  return lsc_phrase_new (
      low == LSC_AFTER
          ? N_ ("The same kernels take %s longer after, while the clock is %s lower: %.0f MHz "
                "before, %.0f MHz after.")
          : N_ ("The same kernels take %s longer before, while the clock is %s lower: %.0f MHz "
                "before, %.0f MHz after."),
      longer, lower, before->mean_mhz, after->mean_mhz);
}

static void
judge_frequency (LscCompare *self, const LscRankDigest *before, const LscRankDigest *after)
{
  if (before->mean_mhz <= 0 || after->mean_mhz <= 0 ||
      fabs (after->mean_mhz - before->mean_mhz) <= SAME_FREQUENCY * before->mean_mhz)
    return;
  _lsc_compare_add_reason (self, "frequency", OTHER_FREQUENCY, say_frequency (before, after));
}

static void
judge_level (LscCompare *self, const LscRankDigest *before, const LscRankDigest *after)
{
  if (before->level < 0 || after->level < 0 || before->level == after->level)
    return;
  _lsc_compare_add_reason (
      self, "level", OTHER_LEVEL,
      lsc_phrase_new (N_ ("The profiler's level is %d before and %d after; a higher level makes "
                          "the program slower."),
                      before->level, after->level));
}

/* ---- the job ---- */

static char *
list_sizes (const LscRankRecord *record)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < LSC_DIM_N; i++)
    g_string_append_printf (out, "%s%s %" PRId64, i > 0 ? ", " : "", lsc_dim_names[i],
                            record->sizes[i]);
  return g_string_free (out, FALSE);
}

/* Returns: whether the sizes of the jobs differ */
static gboolean
judge_sizes (LscCompare *self, const LscComparePlan *plan, const LscCompareInput *inputs[])
{
  const LscRankPair *pair = _lsc_compare_plan_get (plan, 0);
  const LscRankRecord *before = &pair->rank[LSC_BEFORE]->record;
  const LscRankRecord *after = &pair->rank[LSC_AFTER]->record;
  gint64 world[] = { _lsc_compare_count_world (inputs[LSC_BEFORE]),
                     _lsc_compare_count_world (inputs[LSC_AFTER]) };

  if (before->has_sizes && after->has_sizes &&
      memcmp (before->sizes, after->sizes, sizeof before->sizes) != 0)
    {
      g_autofree char *a = list_sizes (before), *b = list_sizes (after);

      _lsc_compare_add_reason (
          self, "layout", OTHER_LAYOUT,
          lsc_phrase_new (N_ ("The parallel sizes differ: %s before, %s after."), a, b));
      return TRUE;
    }
  if (world[0] <= 0 || world[1] <= 0 || world[0] == world[1])
    return FALSE;
  _lsc_compare_add_reason (
      self, "layout", OTHER_LAYOUT,
      lsc_phrase_new (N_ ("The job has %" PRId64 " ranks before and %" PRId64 " after."), world[0],
                      world[1]));
  return TRUE;
}

static gboolean
has_other_numbers (const LscComparePlan *plan)
{
  for (guint i = 0; i < plan->pairs->len; i++)
    {
      const LscRankPair *pair = _lsc_compare_plan_get (plan, i);

      if (pair->rank[LSC_BEFORE]->rank != pair->rank[LSC_AFTER]->rank)
        return TRUE;
    }
  return FALSE;
}

static void
judge_layout (LscCompare *self, const LscComparePlan *plan, const LscCompareInput *inputs[])
{
  double share = judge_sizes (self, plan, inputs) ? 1.0 : OTHER_ORDER;

  if (!has_other_numbers (plan) ||
      (self->is_part[LSC_BEFORE] && self->is_part[LSC_AFTER] && plan->pairs->len == 1))
    return; /* the user named the pair */
  if (plan->is_by_place)
    _lsc_compare_add_reason (
        self, "layout", share,
        lsc_phrase_new_text (N_ (
            "The ranks are in a different order; they are paired by their place in the layout.")));
  else
    _lsc_compare_add_reason (
        self, "ranks", share,
        lsc_phrase_new_text (N_ ("No number of a rank is in both recordings, so ranks are paired "
                                 "in their order.")));
}

static LscPhrase *
say_pairs (const LscComparePlan *plan, guint before, guint after)
{
  const LscRankPair *pair = _lsc_compare_plan_get (plan, 0);
  gint64 rank = pair->rank[LSC_BEFORE]->rank;
  guint n = plan->pairs->len;

  if (n == 1 && rank >= 0 && rank == pair->rank[LSC_AFTER]->rank)
    return lsc_phrase_new (
        N_ ("Ranks that were read: %u before, %u after; only rank %" PRId64 " is compared."),
        before, after, rank);
  return lsc_phrase_new_plural (
      n, "Ranks that were read: %u before, %u after; %u pair is compared.",
      "Ranks that were read: %u before, %u after; %u pairs are compared.", before, after, n);
}

static void
judge_ranks (LscCompare *self, const LscComparePlan *plan, const LscCompareInput *inputs[])
{
  gsize n = inputs[LSC_BEFORE]->n + inputs[LSC_AFTER]->n;

  if (2 * plan->pairs->len == n)
    return;
  _lsc_compare_add_reason (
      self, "ranks", 2.0 * plan->pairs->len / (double) n,
      say_pairs (plan, (guint) inputs[LSC_BEFORE]->n, (guint) inputs[LSC_AFTER]->n));
}

/* "2.000 × the FLOPs" */
static LscPhrase *
say_factor (const LscCompareWork *work)
{
  if (work->has_other_sequences)
    return lsc_phrase_new_text (N_ ("attention runs over sequences of other lengths"));
  return work->has_flops
             ? lsc_phrase_new (N_ ("matrix products take %.3g times as many FLOPs after"),
                               work->factor)
             : lsc_phrase_new (N_ ("there are %.3g times as many matrix products after"),
                               work->factor);
}

static LscPhrase *
say_other_work (const LscCompareWork *work)
{
  g_autoptr (LscPhrase) factor = say_factor (work);

  return lsc_phrase_new (N_ ("A step does other work: %s."), lsc_phrase_as_argument (factor));
}

static LscPhrase *
say_partly (const LscCompareWork *work)
{
  return lsc_phrase_new (N_ ("Some of the work differs: %.0f %% of it is alike on both sides."),
                         100 * work->common);
}

/* Whether steps do the same work; what only its kernels tell is no reason against comparing. */
static void
judge_work (LscCompare *self)
{
  const LscCompareWork *work = &self->work;

  if (work->match == LSC_WORK_MATCH_OTHER)
    _lsc_compare_add_reason (self, "work", MIN (work->factor, 1 / work->factor),
                             say_other_work (work));
  else if (work->match == LSC_WORK_MATCH_PARTLY)
    _lsc_compare_add_reason (self, "work", work->common, say_partly (work));
  else if (work->match == LSC_WORK_MATCH_UNKNOWN && work->moved <= 0.5)
    _lsc_compare_add_reason (
        self, "work", 1.0,
        lsc_phrase_new_text (N_ ("Shapes were not recorded, and attention takes longer or shorter: "
                                 "sequences may have other lengths.")));
  else if (work->match == LSC_WORK_MATCH_UNKNOWN)
    _lsc_compare_add_reason (
        self, "work", 1.0,
        lsc_phrase_new (N_ ("Shapes were not recorded, and kernels that make up %.0f %% of the "
                            "computing take %.3g times as long: either they do other work, or the "
                            "device runs at another pace."),
                        100 * work->moved, work->pace));
  else if (work->match == LSC_WORK_MATCH_ASSUMED && work->n_products[0] > 0)
    _lsc_compare_add_reason (self, "work", 1.0,
                             lsc_phrase_new_text (N_ ("Shapes were not recorded: steps are assumed "
                                                      "to do the same work.")));
}

/* ---- steps ---- */

static void
judge_steps (LscCompare *self)
{
  guint before = self->steps[LSC_BEFORE].steps.n, after = self->steps[LSC_AFTER].steps.n;
  guint n = MIN (before, after);

  if (n >= FEW)
    return;
  if (self->is_part[LSC_BEFORE] || self->is_part[LSC_AFTER])
    {
      _lsc_compare_add_reason (
          self, "steps", 1.0,
          lsc_phrase_new (N_ ("Steps that count: %u and %u. With fewer than 5 per side, changes of "
                              "single rows cannot be separated from noise."),
                          before, after));
      return;
    }
  _lsc_compare_add_reason (
      self, "steps", 1.0,
      lsc_phrase_new (N_ ("Steps that count: %u before, %u after. With fewer than 5 per side, "
                          "changes of single rows cannot be separated from noise."),
                      before, after));
}

static void
say_dropped (LscCompare *self, const LscComparePlan *plan, LscSide side, const char *message)
{
  if (!plan->is_one && self->steps[side].dropped.n > 0)
    _lsc_compare_add_reason (self, "steps", 1.0,
                             lsc_phrase_new (message, self->steps[side].dropped.items[0]));
}

static void
judge_fidelity (LscCompare *self, const LscComparePlan *plan)
{
  const LscRankPair *pair = _lsc_compare_plan_get (plan, 0);

  if (!plan->has_modules)
    _lsc_compare_add_reason (self, "modules", 1.0,
                             lsc_phrase_new_text (N_ ("Modules are not compared because not both "
                                                      "recordings have them.")));
  if (pair->rank[LSC_BEFORE]->is_split != pair->rank[LSC_AFTER]->is_split)
    _lsc_compare_add_reason (
        self, "communication", 1.0,
        lsc_phrase_new_text (N_ ("Communication is one category, because only one recording "
                                 "separates transfers from waits.")));
}

/* Of a host that is ahead its marks hold work of other steps (steps.md#device-step). */
static void
say_basis (LscCompare *self, const LscRankDigest *before, const LscRankDigest *after)
{
  gboolean is_by_host[LSC_N_SIDES] = { before->steps_rule == LSC_STEPS_UNLINKED,
                                       after->steps_rule == LSC_STEPS_UNLINKED };

  if (!is_by_host[LSC_BEFORE] && !is_by_host[LSC_AFTER])
    return;
  _lsc_compare_add_reason (
      self, "steps", 1.0,
      lsc_phrase_new_text (
          is_by_host[LSC_BEFORE] && is_by_host[LSC_AFTER]
              ? N_ ("Steps are by the host's marks, as launches were not recorded.")
          : is_by_host[LSC_BEFORE] ? N_ ("Steps before are by the host's marks, as launches were "
                                         "not recorded there; steps after are not.")
                                   : N_ ("Steps after are by the host's marks, as launches were "
                                         "not recorded there; steps before are not.")));
}

/**
 * _lsc_compare_score:
 *
 * Sets the score, a product of factors each with its reason (compare.md#comparable).
 */
void
_lsc_compare_score (LscCompare *self, const LscComparePlan *plan,
                    const LscCompareInput *inputs[LSC_N_SIDES])
{
  const LscRankPair *pair;

  if (plan->pairs->len == 0)
    {
      self->score = 0;
      return;
    }
  pair = _lsc_compare_plan_get (plan, 0);
  judge_device (self, pair->rank[LSC_BEFORE], pair->rank[LSC_AFTER]);
  judge_layout (self, plan, inputs);
  judge_ranks (self, plan, inputs);
  judge_level (self, pair->rank[LSC_BEFORE], pair->rank[LSC_AFTER]);
  judge_work (self);
  judge_steps (self);
  say_basis (self, pair->rank[LSC_BEFORE], pair->rank[LSC_AFTER]);
  judge_frequency (self, pair->rank[LSC_BEFORE], pair->rank[LSC_AFTER]);
  say_dropped (self, plan, LSC_BEFORE,
               N_ ("Step %" PRId64
                   " before is excluded as warm-up: it is longer than 1.2 times the others."));
  say_dropped (self, plan, LSC_AFTER,
               N_ ("Step %" PRId64
                   " after is excluded as warm-up: it is longer than 1.2 times the others."));
  judge_fidelity (self, plan);
}
