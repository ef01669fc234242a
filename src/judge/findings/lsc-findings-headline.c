/* lsc-findings-headline.c - the first sentence: what a step consists of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "base/lsc-time.h"
#include "judge/findings/lsc-findings-private.h"
#include "model/lsc-kernel-name.h"

/* findings.md#headline. The largest part of the budget is named, whatever it is; where it is
 * another one on some ranks these are named with it. */

#define COMPUTE_BOUND 0.7   /* of the step */
#define LARGE_OF_BUBBLE 0.5 /* what of a bubble is most of it */
#define LARGE_PART 0.3 /* of the step of a rank: so large a part of its own is worth a sentence */

/** Where the time of steps goes. @ns: by category; means over the steps that count */
typedef struct
{
  double ns[LSC_BUDGET_N_CATEGORIES];
  double step_ns;
} Parts;

static void
take_step (Parts *self, const LscBudgetStep *step, double weight)
{
  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    self->ns[i] += step->ns[i] > 0 ? weight * (double) step->ns[i] : 0;
  self->step_ns += weight * (double) MAX (step->step_ns, 0);
}

/* What of communication that cannot be split was waiting, as far as comparing ranks tells: a
 * receive waits until its send has begun. */
static void
move_waits (Parts *self, const LscJudgedRank *rank)
{
  double wait_ns = CLAMP (rank->peer_wait_ns, 0, self->ns[LSC_BUDGET_COMM]);
  double message_ns = CLAMP ((double) rank->overview->message_wait_ns, 0, wait_ns);

  self->ns[LSC_BUDGET_COMM] -= wait_ns;
  self->ns[LSC_BUDGET_BUBBLE] += message_ns;
  self->ns[LSC_BUDGET_WAIT] += wait_ns - message_ns;
}

static Parts
sum_recorded (const LscJudgedRank *rank)
{
  Parts parts = { { 0 } };

  for (gsize i = 0; i < rank->digest->counted.n; i++)
    take_step (&parts, lsc_rank_digest_get_counted (rank->digest, i),
               1.0 / (double) rank->digest->counted.n);
  return parts;
}

static Parts
sum_rank (const LscJudgedRank *rank)
{
  Parts parts = sum_recorded (rank);

  if (!rank->digest->is_split)
    move_waits (&parts, rank);
  return parts;
}

/* @sum: of one rank */
static Parts
sum_ranks_by (const LscJudge *judge, Parts (*sum) (const LscJudgedRank *))
{
  Parts all = { { 0 } };

  for (gsize i = 0; i < judge->n; i++)
    {
      Parts rank = sum (&judge->ranks[i]);

      for (guint k = 0; k < LSC_BUDGET_N_CATEGORIES; k++)
        all.ns[k] += rank.ns[k];
      all.step_ns += rank.step_ns;
    }
  return all;
}

static Parts
sum_ranks (const LscJudge *judge)
{
  return sum_ranks_by (judge, sum_rank);
}

static double
get_share (const Parts *self, guint category)
{
  return self->step_ns > 0 ? self->ns[category] / self->step_ns : 0;
}

static gboolean
is_compute_bound (const Parts *self)
{
  return get_share (self, LSC_BUDGET_COMPUTE) >= COMPUTE_BOUND;
}

/** Returns: whether computing is most of the step, so that what else is found is beside it
 * (findings.md#headline) */
gboolean
_lsc_judge_is_compute_bound (const LscJudge *self)
{
  Parts parts = sum_ranks (self);

  return is_compute_bound (&parts);
}

/* @but: a category to leave out, or %LSC_BUDGET_N_CATEGORIES */
static guint
find_largest (const Parts *self, guint but)
{
  guint largest = but == 0 ? 1 : 0;

  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    if (i != but && self->ns[i] > self->ns[largest])
      largest = i;
  return largest;
}

static double
get_step_ns (const LscJudge *judge, const LscOverview *overview)
{
  return overview->step_ns != LSC_INT_NULL ? (double) overview->step_ns : judge->step_ns;
}

/* Whether the step of the overview is that of the findings, whose gains are of the mean, which a
 * single long step moves (findings.md#gain). */
static gboolean
is_of_overview (const LscJudge *judge, const LscOverview *overview)
{
  return !judge->is_step_mean || overview->step_ns == LSC_INT_NULL;
}

static LscPhrase *
say_step (const LscJudge *judge, const LscOverview *overview)
{
  double step_ns = get_step_ns (judge, overview);
  g_autofree char *step = lsc_format_duration ((gint64) step_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *mean = lsc_format_duration ((gint64) judge->step_ns, LSC_TIME_UNIT_AUTO);

  return is_of_overview (judge, overview) ? lsc_phrase_new_text (step)
                                          : lsc_phrase_new (N_ ("%s (%s on the mean)"), step, mean);
}

/* (nullable): the first that stands out */
static const LscFinding *
get_first (const LscFindings *self)
{
  const LscFinding *first = self->rows->len > 0 ? lsc_findings_get (self, 0) : NULL;

  return first && lsc_finding_stands_out (first) ? first : NULL;
}

static gboolean
has_major (const LscFindings *self)
{
  return get_first (self) != NULL;
}

/* ---- where no time is known ---- */

static LscBudgetLack
find_lack (const LscJudge *judge)
{
  for (gsize i = 0; i < judge->n; i++)
    if (judge->ranks[i].digest->lack != LSC_BUDGET_LACKS_DEVICE)
      return judge->ranks[i].digest->lack;
  return LSC_BUDGET_LACKS_DEVICE;
}

static LscPhrase *
say_nothing (LscBudgetLack lack)
{
  if (lack == LSC_BUDGET_LACKS_REST)
    return lsc_phrase_new_text (
        N_ ("Step time is not known, because the recording is truncated or damaged."));
  if (lack == LSC_BUDGET_LACKS_EVENTS)
    return lsc_phrase_new_text (
        N_ ("Step time is not known, because only summary tables were exported."));
  return lsc_phrase_new_text (
      N_ ("Step time is not known, because no device events were recorded."));
}

static LscPhrase *
say_no_device (LscBudgetLack lack)
{
  return lsc_phrase_new_text (
      lack == LSC_BUDGET_LACKS_REST
          ? N_ ("Device time is not known, because the recording is truncated or damaged.")
          : N_ ("Device time is not known, because no device events were recorded."));
}

static LscPhrase *
say_host_step (const char *step)
{
  return lsc_phrase_new (N_ ("Step time on the host is %s."), step);
}

static LscPhrase *
say_host (LscBudgetLack lack, const char *step)
{
  g_autoptr (GPtrArray) sentences =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);

  g_ptr_array_add (sentences, say_host_step (step));
  g_ptr_array_add (sentences, say_no_device (lack));
  return lsc_phrase_new_joined (" ", sentences);
}

/* ---- one verdict ---- */

/* Whether the device is what limits the step: then all sentences say so, else none
 * (findings.md#one-verdict). */
static gboolean
answers_device (const LscFindings *self, const LscJudge *judge, const Parts *parts)
{
  const LscFinding *first = get_first (self);

  if (judge->n == 0 || judge->step_ns <= 0 || parts->step_ns <= 0 || !_lsc_judge_has_steps (judge))
    return FALSE;
  return is_compute_bound (parts) &&
         (!first || isnan (first->share) || first->share < LSC_FINDING_LEAST_VERDICT);
}

/* ---- parts ---- */

/* Op timelines have no launches that could be told. */
static LscPhrase *
name_category (const LscJudge *judge, guint category)
{
  gboolean is_of_ops = judge->n > 0 && judge->ranks[0].digest->is_of_ops;

  if (category == LSC_BUDGET_PREPARE && !_lsc_judge_has_steps (judge))
    return lsc_phrase_new_text (N_ ("time before the first kernel"));
  if (category == LSC_BUDGET_TAIL && !_lsc_judge_has_steps (judge))
    return lsc_phrase_new_text (N_ ("time after the last kernel"));
  return lsc_phrase_new_text (is_of_ops && category == LSC_BUDGET_FREE_UNLINKED
                                  ? N_ ("idle time")
                                  : lsc_budget_clauses[category]);
}

/* How long it takes stands in the sentence before. */
static LscPhrase *
say_short (const LscFindings *self, const LscJudge *judge, const Parts *parts)
{
  guint largest = find_largest (parts, LSC_BUDGET_N_CATEGORIES);
  guint other = find_largest (parts, LSC_BUDGET_COMPUTE);
  gboolean is_bound = answers_device (self, judge, parts);
  guint named = largest == LSC_BUDGET_COMPUTE ? other : largest;
  g_autofree char *compute = lsc_format_share (get_share (parts, LSC_BUDGET_COMPUTE));
  g_autofree char *share = lsc_format_share (get_share (parts, named));
  g_autoptr (LscPhrase) part = name_category (judge, named);

  if (is_bound && !has_major (self) && get_share (parts, other) < LSC_FINDING_LEAST_SHARE)
    return lsc_phrase_new (N_ ("Compute-bound: computation takes %s of the step, and nothing else "
                               "takes 2 %% or more."),
                           compute);
  if (is_bound && parts->ns[other] <= 0)
    return lsc_phrase_new (N_ ("Compute-bound: computation takes %s of the step."), compute);
  if (is_bound)
    return lsc_phrase_new (N_ ("Compute-bound: computation takes %s of the step; next is %s (%s)."),
                           compute, lsc_phrase_as_argument (part), share);
  if (!_lsc_judge_has_steps (judge) && largest == LSC_BUDGET_COMPUTE)
    return lsc_phrase_new (N_ ("Computation takes %s of the recording, %s is next (%s)."), compute,
                           lsc_phrase_as_argument (part), share);
  if (!_lsc_judge_has_steps (judge))
    return lsc_phrase_new (N_ ("Most of the recording is %s (%s); computation takes %s."),
                           lsc_phrase_as_argument (part), share, compute);
  if (largest == LSC_BUDGET_COMPUTE)
    return lsc_phrase_new (N_ ("Computation takes %s of the step, %s is next (%s)."), compute,
                           lsc_phrase_as_argument (part), share);
  return lsc_phrase_new (N_ ("Most of the step is %s (%s); computation takes %s."),
                         lsc_phrase_as_argument (part), share, compute);
}

static LscPhrase *
say_compute_bound (const LscJudge *judge, const Parts *parts, const char *step, gboolean is_all)
{
  guint other = find_largest (parts, LSC_BUDGET_COMPUTE);
  g_autofree char *compute = lsc_format_share (get_share (parts, LSC_BUDGET_COMPUTE));
  g_autofree char *share = lsc_format_share (get_share (parts, other));
  g_autoptr (LscPhrase) part = name_category (judge, other);

  if (is_all && get_share (parts, other) < LSC_FINDING_LEAST_SHARE)
    return lsc_phrase_new (N_ ("Compute-bound: computation takes %s of the %s step, and nothing "
                               "else takes 2 %% or more."),
                           compute, step);
  if (parts->ns[other] <= 0)
    return lsc_phrase_new (N_ ("Compute-bound: computation takes %s of the %s step."), compute,
                           step);
  return lsc_phrase_new (
      N_ ("Compute-bound: computation takes %s of the %s step; next is %s (%s)."), compute, step,
      lsc_phrase_as_argument (part), share);
}

static LscPhrase *
say_parts (const LscJudge *judge, const Parts *parts, const char *step, gboolean has_steps)
{
  guint largest = find_largest (parts, LSC_BUDGET_N_CATEGORIES);
  guint other = find_largest (parts, LSC_BUDGET_COMPUTE);
  guint named = largest == LSC_BUDGET_COMPUTE ? other : largest;
  g_autofree char *compute = lsc_format_share (get_share (parts, LSC_BUDGET_COMPUTE));
  g_autofree char *share = lsc_format_share (get_share (parts, named));
  g_autoptr (LscPhrase) part = name_category (judge, named);

  if (!has_steps && largest == LSC_BUDGET_COMPUTE)
    return lsc_phrase_new (N_ ("The recording lasts %s: computation takes %s, %s is next (%s)."),
                           step, compute, lsc_phrase_as_argument (part), share);
  if (!has_steps)
    return lsc_phrase_new (N_ ("The recording lasts %s: most is %s (%s), computation takes %s."),
                           step, lsc_phrase_as_argument (part), share, compute);
  if (largest == LSC_BUDGET_COMPUTE)
    return lsc_phrase_new (N_ ("Step time %s: computation takes %s, %s is next (%s)."), step,
                           compute, lsc_phrase_as_argument (part), share);
  return lsc_phrase_new (N_ ("Step time %s: most is %s (%s), computation takes %s."), step,
                         lsc_phrase_as_argument (part), share, compute);
}

/* The largest part of a rank where it is large, else @told. @parts: (out): of the rank */
static guint
find_other (const LscJudge *judge, gsize rank, guint told, Parts *parts)
{
  guint largest;

  *parts = sum_rank (&judge->ranks[rank]);
  largest = find_largest (parts, LSC_BUDGET_N_CATEGORIES);
  return get_share (parts, largest) >= LARGE_PART ? largest : told;
}

/* The ranks of which another part is the largest, by the part of which there is most. (nullable) */
static LscPhrase *
say_other_ranks (const LscJudge *judge, guint told)
{
  g_autofree double *ns = g_new0 (double, judge->n + 1);
  double sums[LSC_BUDGET_N_CATEGORIES] = { 0 }, most = 0;
  guint category = LSC_BUDGET_N_CATEGORIES;
  g_autofree char *share = NULL;
  g_autoptr (LscPhrase) ranks = NULL, part = NULL;

  for (gsize i = 0; i < judge->n; i++)
    {
      Parts parts;
      guint other = find_other (judge, i, told, &parts);

      if (other != told && other != LSC_BUDGET_COMPUTE)
        sums[other] += parts.ns[other];
    }
  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    if (sums[i] > 0 && (category == LSC_BUDGET_N_CATEGORIES || sums[i] > sums[category]))
      category = i;
  if (category == LSC_BUDGET_N_CATEGORIES)
    return NULL;
  for (gsize i = 0; i < judge->n; i++)
    {
      Parts parts;

      if (find_other (judge, i, told, &parts) != category)
        continue;
      ns[i] = parts.ns[category];
      most = MAX (most, get_share (&parts, category));
    }
  share = lsc_format_share (most);
  ranks = _lsc_judge_name_ranks (judge, ns);
  part = name_category (judge, category);
  return lsc_phrase_new (N_ ("On %s most of the time is %s (up to %s)."),
                         lsc_phrase_as_argument (ranks), lsc_phrase_as_argument (part), share);
}

/* What findings name, those of idle time without a cause as well, and of work, of which it is not
 * known whether it could be otherwise, but what it makes ranks wait. What two of them name counts
 * twice here: less is said to be unexplained then, not more. */
static double
sum_named (const LscFindings *self)
{
  static const LscRule rules[] = { LSC_RULE_FREE_UNLINKED, LSC_RULE_TAIL, LSC_RULE_UNEVEN_WORK,
                                   LSC_RULE_STAGE_IMBALANCE };
  double sum_ns = 0;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const LscFinding *row = lsc_findings_get (self, i);
      gboolean is_named = lsc_finding_get_group (row) == LSC_FINDINGS_OUTSTANDING;

      for (guint k = 0; k < G_N_ELEMENTS (rules); k++)
        is_named = is_named || g_str_equal (row->id, lsc_finding_rules[rules[k]].id);
      is_named = is_named && (!row->cause || row->severity == LSC_FINDING_MAJOR);
      sum_ns += is_named ? (double) lsc_int_or_zero (row->gain_ns) : (double) row->hidden_ns;
    }
  return sum_ns;
}

/* (nullable): what of waiting and idling has no name: computing, transfers, and what a schedule
 * idles by itself are what a step consists of. */
static LscPhrase *
say_unexplained (const LscFindings *self, const LscJudge *judge)
{
  static const LscLoss losses[] = {
    LSC_LOSS_SYNC,         LSC_LOSS_COMPILE,  LSC_LOSS_GC,     LSC_LOSS_DATA_LOADER,
    LSC_LOSS_MEMORY_CALLS, LSC_LOSS_PROFILER, LSC_LOSS_SILENT, LSC_LOSS_SMALL_KERNELS,
    LSC_LOSS_HOST,         LSC_LOSS_UNLINKED, LSC_LOSS_TAIL,   LSC_LOSS_WAIT,
  };
  double ns = -sum_named (self);
  g_autofree char *length = NULL;
  g_autofree char *share = NULL;

  if (judge->n == 0 || judge->ranks[0].digest->is_of_ops)
    return NULL;
  for (gsize rank = 0; rank < judge->n; rank++)
    for (guint i = 0; i < G_N_ELEMENTS (losses); i++)
      ns += judge->ranks[rank].ns[losses[i]] / (double) judge->n;
  if (ns < LSC_FINDING_LEAST_SHARE * judge->step_ns)
    return NULL;
  length = lsc_format_duration ((gint64) ns, LSC_TIME_UNIT_AUTO);
  share = lsc_format_share (ns / judge->step_ns);
  return lsc_phrase_new (N_ ("No finding explains %s (%s) of waiting and idle time."), length,
                         share);
}

/* (nullable): how many ranks of the job there are to be seen: what the others do is not known */
static LscPhrase *
say_recorded (const LscJudge *judge)
{
  gint64 world = 0;

  for (gsize i = 0; i < judge->n; i++)
    world = MAX (world, judge->ranks[i].digest->record.world);
  if (world > (gint64) judge->n)
    return lsc_phrase_new (N_ ("%zu of %" PRId64 " ranks were opened."), judge->n, world);
  return judge->world > (gint64) judge->n
             ? lsc_phrase_new (N_ ("%zu of at least %" PRId64 " ranks were opened."), judge->n,
                               judge->world)
             : NULL;
}

static void
add_phrase (GPtrArray *sentences, LscPhrase *phrase)
{
  if (phrase)
    g_ptr_array_add (sentences, phrase);
}

/* What follows the sentence about the parts. */
static void
add_rest (GPtrArray *sentences, const LscFindings *self, const LscJudge *judge, const Parts *parts,
          gboolean with_computing)
{
  add_phrase (sentences, say_other_ranks (judge, find_largest (parts, LSC_BUDGET_N_CATEGORIES)));
  add_phrase (sentences, say_recorded (judge));
  add_phrase (sentences, say_unexplained (self, judge));
  add_phrase (sentences, _lsc_findings_say_launched (self, judge));
  if (with_computing)
    add_phrase (sentences, _lsc_findings_say_computing (self->computing));
}

/* ---- the bold line ---- */

/** Returns: whether the bold line is that the device is what limits the step */
gboolean
_lsc_findings_answers_device (const LscFindings *self, const LscJudge *judge)
{
  Parts parts = sum_ranks (judge);

  return answers_device (self, judge, &parts);
}

/* Of a step that no finding explains. */
static LscPhrase *
say_largest (const LscJudge *judge, const Parts *parts, const char *step)
{
  guint largest = find_largest (parts, LSC_BUDGET_N_CATEGORIES);
  g_autofree char *share = lsc_format_share (get_share (parts, largest));
  g_autoptr (LscPhrase) part = largest == LSC_BUDGET_TAIL
                                   ? lsc_phrase_new_text (N_ ("idle time after the last kernel"))
                                   : name_category (judge, largest);

  if (largest == LSC_BUDGET_COMPUTE && !_lsc_judge_has_steps (judge))
    return lsc_phrase_new (N_ ("Computation takes %s of the %s recording."), share, step);
  if (largest == LSC_BUDGET_COMPUTE)
    return lsc_phrase_new (N_ ("Computation takes %s of the %s step."), share, step);
  return _lsc_judge_has_steps (judge) ? lsc_phrase_new (N_ ("The step is mostly %s (%s)."),
                                                        lsc_phrase_as_argument (part), share)
                                      : lsc_phrase_new (N_ ("The recording is mostly %s (%s)."),
                                                        lsc_phrase_as_argument (part), share);
}

static LscPhrase *
say_device (const Parts *parts, const char *step)
{
  g_autofree char *compute = lsc_format_share (get_share (parts, LSC_BUDGET_COMPUTE));

  return lsc_phrase_new (N_ ("Compute-bound: computation takes %s of the %s step."), compute, step);
}

/**
 * _lsc_findings_say_answer:
 *
 * The bold line, of at most twelve words: the largest finding; that computing is nearly all where
 * no finding gains much; else what the step consists of (findings.md#headline).
 *
 * Returns: (transfer full):
 */
LscPhrase *
_lsc_findings_say_answer (const LscFindings *self, const LscJudge *judge,
                          const LscOverview *overview)
{
  Parts parts = sum_ranks (judge);
  const LscFinding *first = get_first (self);
  g_autoptr (LscPhrase) length = say_step (judge, overview);
  const char *step = is_of_overview (judge, overview) ? lsc_phrase_as_argument (length) : NULL;
  g_autofree char *mean = lsc_format_duration ((gint64) judge->step_ns, LSC_TIME_UNIT_AUTO);

  if (answers_device (self, judge, &parts))
    return say_device (&parts, step ? step : mean);
  if (first)
    return lsc_phrase_copy (first->line ? first->line : first->text);
  if (judge->n == 0 || judge->step_ns <= 0)
    return say_nothing (find_lack (judge));
  return parts.step_ns <= 0 ? say_no_device (find_lack (judge))
                            : say_largest (judge, &parts, step ? step : mean);
}

/**
 * _lsc_findings_say_headline:
 * @after_length: the sentence before says how long the step is, as the overview does
 *
 * Returns: (transfer full): the first sentence, of findings that are in their order
 */
LscPhrase *
_lsc_findings_say_headline (const LscFindings *self, const LscJudge *judge,
                            const LscOverview *overview, gboolean after_length)
{
  Parts parts = sum_ranks (judge);
  g_autoptr (LscPhrase) length = say_step (judge, overview);
  const char *step = lsc_phrase_as_argument (length);
  g_autoptr (GPtrArray) sentences =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  gboolean is_device = answers_device (self, judge, &parts);

  if (judge->n == 0 || judge->step_ns <= 0)
    return say_nothing (find_lack (judge));
  if (parts.step_ns <= 0)
    return say_host (find_lack (judge), step);
  if (after_length && is_of_overview (judge, overview))
    g_ptr_array_add (sentences, say_short (self, judge, &parts));
  else
    g_ptr_array_add (sentences,
                     is_device ? say_compute_bound (judge, &parts, step, !has_major (self))
                               : say_parts (judge, &parts, step, _lsc_judge_has_steps (judge)));
  add_rest (sentences, self, judge, &parts, is_compute_bound (&parts));
  return sentences->len > 1 ? lsc_phrase_new_joined (" ", sentences)
                            : g_ptr_array_steal_index (sentences, 0);
}

/* What the schedule leaves idle of a step even with stages that take the same, ns; 0 if not known.
 */
static double
find_ideal_ns (const LscVerdicts *verdicts, const LscVerdict **schedule)
{
  for (guint i = 0; verdicts && i < verdicts->rows->len; i++)
    {
      const LscVerdict *verdict = lsc_verdicts_get (verdicts, i);

      *schedule = verdict;
      for (guint k = 0; verdict->cause == LSC_VERDICT_SCHEDULE && k < verdicts->places->len; k++)
        {
          const LscVerdictPlace *place = &g_array_index (verdicts->places, LscVerdictPlace, k);

          if (place->group == verdict->group && verdict->excess > 0)
            return verdict->excess * (double) place->window_ns;
        }
    }
  return 0;
}

/* (nullable): the title of the schedule whose own bubble most of the waiting for messages is */
static const char *
find_own_bubble (const LscJudge *judge, const Parts *parts)
{
  const LscVerdict *schedule = NULL;
  double ideal_ns = find_ideal_ns (judge->verdicts, &schedule);
  double bubble_ns = parts->ns[LSC_BUDGET_BUBBLE] / (double) MAX (judge->n, 1);

  return ideal_ns > 0 && ideal_ns >= LARGE_OF_BUBBLE * bubble_ns
             ? lsc_schedule_type_title (schedule->schedule)
             : NULL;
}

/**
 * _lsc_findings_say_caption:
 *
 * Returns: (transfer full) (nullable): what stands beside the picture of the steps, in the words of
 *   its legend: of what they mostly consist, also where the bold line is about less
 *   (findings.md#caption)
 */
LscPhrase *
_lsc_findings_say_caption (const LscJudge *judge)
{
  Parts parts = sum_ranks_by (judge, sum_recorded); /* as the bars show it */
  guint largest = find_largest (&parts, LSC_BUDGET_N_CATEGORIES);
  guint next = find_largest (&parts, largest);
  gboolean is_of_ops = judge->n > 0 && judge->ranks[0].digest->is_of_ops;
  g_autofree char *share = lsc_format_share (get_share (&parts, largest));
  g_autofree char *next_share = lsc_format_share (get_share (&parts, next));
  g_autoptr (LscPhrase) title = NULL, next_title = NULL;
  const char *schedule;

  if (judge->n == 0 || judge->step_ns <= 0 || parts.step_ns <= 0 || parts.ns[next] <= 0)
    return NULL;
  title = lsc_phrase_new_text (lsc_budget_get_title (largest, is_of_ops));
  next_title = lsc_phrase_new_text (lsc_budget_get_title (next, is_of_ops));
  schedule = largest == LSC_BUDGET_BUBBLE ? find_own_bubble (judge, &parts) : NULL;
  return schedule ? lsc_phrase_new (N_ ("Mean: %s %s, mostly %s bubble"),
                                    lsc_phrase_as_argument (title), share, schedule)
                  : lsc_phrase_new (N_ ("Mean: %s %s, %s %s"), lsc_phrase_as_argument (title),
                                    share, lsc_phrase_as_argument (next_title), next_share);
}

/* What the bold line leaves out of computing and the largest other part. (nullable) */
static LscPhrase *
say_second (const LscJudge *judge, const Parts *parts)
{
  guint largest = find_largest (parts, LSC_BUDGET_N_CATEGORIES);
  guint other = find_largest (parts, LSC_BUDGET_COMPUTE);
  gboolean is_compute = largest == LSC_BUDGET_COMPUTE;
  g_autofree char *share =
      lsc_format_share (get_share (parts, is_compute ? other : LSC_BUDGET_COMPUTE));
  g_autoptr (LscPhrase) part = name_category (judge, other);

  if (!is_compute)
    return lsc_phrase_new (N_ ("Computation takes %s."), share);
  return parts->ns[other] > 0
             ? lsc_phrase_new (N_ ("Next is %s (%s)."), lsc_phrase_as_argument (part), share)
             : NULL;
}

/**
 * _lsc_findings_say_rest:
 * @self: with its parts
 *
 * Returns: (transfer full) (nullable): what a step consists of, as far as the bold line does not
 * say it
 */
LscPhrase *
_lsc_findings_say_rest (const LscFindings *self, const LscJudge *judge, const LscOverview *overview)
{
  Parts parts = sum_ranks (judge);
  gboolean is_device = answers_device (self, judge, &parts);
  g_autoptr (GPtrArray) sentences =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);

  if (has_major (self) && !is_device)
    return lsc_phrase_copy (self->parts);
  if (judge->n == 0 || judge->step_ns <= 0)
    return NULL;
  if (parts.step_ns <= 0)
    {
      g_autoptr (LscPhrase) step = say_step (judge, overview);

      return say_host_step (lsc_phrase_as_argument (step));
    }
  add_phrase (sentences, say_second (judge, &parts));
  add_rest (sentences, self, judge, &parts, is_compute_bound (&parts));
  return sentences->len > 0 ? lsc_phrase_new_joined (" ", sentences) : NULL;
}

/**
 * _lsc_findings_say_detail:
 *
 * Returns: (transfer full) (nullable): the first finding in whole sentences, where the bold line is
 *   its short form
 */
LscPhrase *
_lsc_findings_say_detail (const LscFindings *self, const LscJudge *judge)
{
  Parts parts = sum_ranks (judge);
  const LscFinding *first = get_first (self);

  if (!first || !first->line || answers_device (self, judge, &parts))
    return NULL;
  return lsc_phrase_copy (first->brief ? first->brief : first->text);
}
