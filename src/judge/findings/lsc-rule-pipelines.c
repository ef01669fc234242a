/* lsc-rule-pipelines.c - what the verdicts of pipelines say, among the findings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "analyze/pipeline/lsc-pipeline-schedule.h"
#include "base/lsc-array.h"
#include "judge/findings/lsc-findings-private.h"

/* findings.md#pipelines. A verdict stands on a replay of the pipeline, so where both a verdict and
 * a rule name the same cause at the same place, the verdict's gain and sentence are taken. */

/**
 * What a cause is called among the findings.
 * @remedy: (nullable): it is no finding
 * @gpu_remedy: (nullable): where it differs
 */
typedef struct
{
  LscRule rule;
  const char *remedy;
  const char *gpu_remedy;
} Cause;

static const Cause causes[LSC_VERDICT_N_CAUSES] = {
  [LSC_VERDICT_SLOW_RANK] = { LSC_RULE_SLOW_RANK,
                              N_ ("If the rank has more work, balance the load; if the same "
                                  "kernels take longer, check its device: temperature, power "
                                  "limit, other processes.") },
  [LSC_VERDICT_HEAVY_STAGE] = { LSC_RULE_STAGE_IMBALANCE,
                                N_ ("Move layers to other stages, or the embedding and the head to "
                                    "stages with fewer layers.") },
  [LSC_VERDICT_SLOW_LINK] = { LSC_RULE_SLOW_LINK,
                              N_ ("Check the link: cable, port, driver, other traffic.") },
  [LSC_VERDICT_LATE_HOST] = { LSC_RULE_HOST_BOUND,
                              N_ ("Check what delays launches on the host of that rank: other "
                                  "processes, core binding, garbage collection.") },
  [LSC_VERDICT_HOST_OR_LINK] = { LSC_RULE_HOST_OR_LINK,
                                 N_ ("Record communication as well (profiler_level Level1), to "
                                     "separate a late host from a slow link."),
                                 N_ ("Record communication as well, to separate a late host from a "
                                     "slow link.") },
  [LSC_VERDICT_SLOW_COLLECTIVE] = { LSC_RULE_SLOW_COLLECTIVE,
                                    N_ ("Check the rank that enters the collective last.") },
  [LSC_VERDICT_HOST_GAPS] = { LSC_RULE_HOST_BOUND, N_ ("Take work off the launching thread, and "
                                                       "bind threads to cores.") },
  [LSC_VERDICT_LONG_MICRO_BATCH] = { LSC_RULE_LONG_MICRO_BATCH,
                                     N_ ("Balance micro-batches: sequence lengths, packed "
                                         "samples.") },
  [LSC_VERDICT_PAUSE] = { LSC_RULE_PAUSE, N_ ("Check what the host does then: garbage collection, "
                                              "data, checkpoints, logging.") },
  [LSC_VERDICT_SCHEDULE] = { LSC_RULE_SCHEDULE,
                             N_ ("Use more micro-batches, or a schedule with a smaller bubble.") },
};

/* What is long in one step alone is no matter of its layers. */
static const Cause *
cause_of (const LscVerdict *verdict)
{
  gboolean is_once = verdict->step != LSC_INT_NULL && (verdict->cause == LSC_VERDICT_HEAVY_STAGE ||
                                                       verdict->cause == LSC_VERDICT_SLOW_RANK);

  return &causes[is_once ? LSC_VERDICT_PAUSE : verdict->cause];
}

static gint64
get_rank (const LscJudge *self, gsize index)
{
  return self->ranks[index].digest->rank;
}

/* Whether a verdict is about a rank: named, at an end of the link, or of the stage. */
static gboolean
is_about (const LscJudge *self, const LscVerdict *verdict, gsize index)
{
  gint64 rank = get_rank (self, index);

  if (verdict->rank != LSC_INT_NULL)
    return rank == verdict->rank || rank == verdict->peer_rank;
  if (verdict->cause == LSC_VERDICT_LONG_MICRO_BATCH || verdict->cause == LSC_VERDICT_SCHEDULE ||
      verdict->stage == LSC_INT_NULL)
    return self->ranks[index].stage != LSC_INT_NULL;
  return self->ranks[index].stage == verdict->stage ||
         (verdict->peer_stage != LSC_INT_NULL && self->ranks[index].stage == verdict->peer_stage);
}

static gboolean
names (const LscFinding *row, gint64 rank)
{
  for (guint i = 0; i < row->ranks->len; i++)
    if (g_array_index (row->ranks, gint64, i) == rank)
      return TRUE;
  return FALSE;
}

/* Whether two verdicts of a cause at one place are two matters: links that share an end, steps. */
static gboolean
is_single (const LscVerdict *verdict)
{
  return verdict->step != LSC_INT_NULL || verdict->cause == LSC_VERDICT_SLOW_LINK ||
         verdict->cause == LSC_VERDICT_HOST_OR_LINK;
}

/* The finding about the same, NULL when there is none. */
static LscFinding *
find_same (const LscJudge *self, const LscVerdict *verdict)
{
  const char *id = lsc_finding_rules[cause_of (verdict)->rule].id;

  for (guint i = 0; i < self->rows->len; i++)
    {
      LscFinding *row = self->rows->pdata[i];

      if (!g_str_equal (row->id, id) || (row->is_of_pipeline && is_single (verdict)))
        continue;
      for (gsize k = 0; k < self->n; k++)
        if (is_about (self, verdict, k) && names (row, get_rank (self, k)))
          return row;
    }
  return NULL;
}

/* A host is blamed for blocks that are late, or have holes; only launches would show it. */
static gboolean
is_host_guessed (const LscJudge *self, const LscVerdict *verdict)
{
  if (verdict->cause != LSC_VERDICT_HOST_GAPS &&
      (verdict->cause != LSC_VERDICT_LATE_HOST || verdict->evidence == LSC_EVIDENCE_LAUNCHES))
    return FALSE;
  for (gsize i = 0; i < self->n; i++)
    if (is_about (self, verdict, i) && self->ranks[i].digest->steps_rule == LSC_STEPS_UNLINKED)
      return TRUE;
  return FALSE;
}

static LscPhrase *
say_uncertain (const LscJudge *self, const LscVerdict *verdict)
{
  if (is_host_guessed (self, verdict))
    return lsc_phrase_new_text (
        N_ ("Whether its host is late is not known, because launches were not recorded."));
  if (verdict->cause == LSC_VERDICT_SCHEDULE && verdict->gain_ns != LSC_INT_NULL)
    return lsc_phrase_new_text (
        N_ ("The gain is predicted by a model of the schedule, not measured."));
  return verdict->certainty == LSC_CERTAINTY_LIKELY
             ? lsc_phrase_new_text (N_ (
                   "Likely: the best explanation of the recording, but other causes are possible."))
             : NULL;
}

/** Returns: (transfer full) (nullable): what to do; of another schedule which one */
LscPhrase *
_lsc_rule_say_remedy (const LscJudge *self, const LscVerdict *verdict)
{
  const Cause *cause = cause_of (verdict);

  if (verdict->cause == LSC_VERDICT_CLOCKS) /* no finding, but something can be done */
    return lsc_phrase_new_text (N_ ("Record sends and receives, or give the clock offsets."));
  if (!cause->remedy)
    return NULL;
  if (verdict->cause == LSC_VERDICT_SCHEDULE && verdict->other != LSC_SCHEDULE_NONE)
    return lsc_phrase_new (N_ ("Use the schedule %s, or more micro-batches, if memory allows."),
                           lsc_schedule_type_title (verdict->other));
  return lsc_phrase_new_text (cause->gpu_remedy && _lsc_judge_is_of_gpus (self) ? cause->gpu_remedy
                                                                                : cause->remedy);
}

static LscFound
make_found (const LscJudge *self, const LscVerdict *verdict, const double *lost_ns)
{
  const Cause *cause = cause_of (verdict);

  return (LscFound){
    .rule = cause->rule,
    .lost_ns = lost_ns,
    .gain_ns = verdict->gain_ns != LSC_INT_NULL ? (double) verdict->gain_ns : NAN,
    /* memory may not allow for the other schedule; its model knows no reason to expect half */
    .is_bound = verdict->cause == LSC_VERDICT_SCHEDULE && verdict->gain_ns != LSC_INT_NULL,
    .likely_part = 1,
    .is_minor = verdict->step != LSC_INT_NULL || is_host_guessed (self, verdict),
    .certainty = verdict->certainty == LSC_CERTAINTY_SURE ? LSC_FINDING_SURE : LSC_FINDING_LIKELY,
    .remedy = _lsc_rule_say_remedy (self, verdict),
    .subject = lsc_verdict_name (verdict),
    .unknown = say_uncertain (self, verdict),
    .verdict = verdict
  };
}

/* Where it is seen: the kernels, or whatever shows, of a finding that gives way to the verdict. */
static void
take_places (LscFinding *row, LscFinding *from)
{
  while (from->places->len > 0)
    g_ptr_array_add (row->places, g_ptr_array_steal_index (from->places, 0));
}

/* The kernels of an op, on whatever core. */
static const LscDigestKernel *
find_kernel (const LscRankDigest *digest, const char *op)
{
  guint32 name = op ? lsc_intern_find (digest->texts, op) : LSC_STRING_NONE;

  for (gsize i = 0; name != LSC_STRING_NONE && i < digest->kernels.n; i++)
    if (digest->kernels.items[i].name == name)
      return &digest->kernels.items[i];
  return NULL;
}

/* Where on a rank a cause shows, if it is no length of kernels. */
static LscLoss
loss_of (LscVerdictCause cause)
{
  switch (cause)
    {
    case LSC_VERDICT_LATE_HOST:
    case LSC_VERDICT_HOST_GAPS:
      return LSC_LOSS_HOST;
    case LSC_VERDICT_SLOW_COLLECTIVE:
      return LSC_LOSS_WAIT;
    case LSC_VERDICT_SLOW_LINK:
    case LSC_VERDICT_HOST_OR_LINK:
    case LSC_VERDICT_SCHEDULE:
      return LSC_LOSS_BUBBLE;
    default:
      return LSC_LOSS_N;
    }
}

/* Which rank does faster what a slow rank or a heavy stage does. */
static gsize
find_peer (const LscJudge *self, const LscVerdict *verdict, gsize rank)
{
  return verdict->cause == LSC_VERDICT_HEAVY_STAGE ? _lsc_rule_find_lightest (self, rank)
                                                   : _lsc_rule_find_fastest (self, rank);
}

static void
show_verdict (LscFinding *row, const LscJudge *self, const LscVerdict *verdict)
{
  LscLoss loss = loss_of (verdict->cause);
  const LscRankDigest *from = NULL;
  const LscDigestKernel *shown = NULL;
  gsize peer = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      const LscRankDigest *digest = self->ranks[i].digest;
      const LscDigestKernel *kernel = find_kernel (digest, verdict->op);

      if (!is_about (self, verdict, i))
        continue;
      if (kernel)
        {
          _lsc_finding_show_kernel (row, digest, kernel);
          shown = kernel;
          from = digest;
          peer = find_peer (self, verdict, i);
        }
      else if (loss != LSC_LOSS_N)
        _lsc_finding_show_loss (row, digest, loss);
    }
  if (shown)
    _lsc_rule_show_peer (row, self->ranks[peer].digest, from, shown);
}

/* Whether a rank of a verdict takes longer for the same kernels, or computes longer than its peers.
 */
static gboolean
is_slow (const LscJudge *self, const LscVerdict *verdict, gsize index)
{
  LscRankCauseKind kind = self->causes ? self->causes->ranks[index].kind : LSC_RANK_CAUSE_NONE;

  return is_about (self, verdict, index) &&
         (kind == LSC_RANK_CAUSE_DEVICE || kind == LSC_RANK_CAUSE_COMPUTE);
}

/* Blocks of ranks that wait for each other inside of them are equally long: they tell that one of
 * them is slow, and its kernels which. */
static void
name_slow_rank (const LscJudge *self, LscVerdict *verdict)
{
  gsize found = 0, n = 0;

  if (verdict->cause != LSC_VERDICT_SLOW_RANK || verdict->rank != LSC_INT_NULL)
    return;
  for (gsize i = 0; i < self->n; i++)
    if (is_slow (self, verdict, i))
      {
        found = i;
        n++;
      }
  if (n != 1)
    return;
  verdict->rank = get_rank (self, found);
  verdict->excess = self->causes->ranks[found].more;
  verdict->evidence = LSC_EVIDENCE_KERNELS;
}

/* Of two verdicts that became one finding the one that it says stands. */
static void
stand (LscJudge *self, const LscVerdict *verdict, const LscFinding *row, const LscFinding *instead)
{
  LscStandingVerdict standing = { *verdict, row };

  for (guint i = self->standing->len; instead && i-- > 0;)
    if (g_array_index (self->standing, LscStandingVerdict, i).row == instead)
      g_array_remove_index (self->standing, i);
  g_array_append_val (self->standing, standing);
}

static void
take_verdict (LscJudge *self, const LscVerdict *verdict)
{
  g_autofree double *lost_ns = g_new0 (double, self->n);
  LscFinding *same = find_same (self, verdict), *row;

  for (gsize i = 0; i < self->n; i++)
    lost_ns[i] = is_about (self, verdict, i) ? 1 : 0;
  row = _lsc_judge_add (self, make_found (self, verdict, lost_ns));
  stand (self, verdict, row, same);
  if (same)
    {
      take_places (row, same);
      row->changes = g_steal_pointer (&same->changes);
      g_ptr_array_remove (self->rows, same);
      _lsc_finding_free (same);
    }
  if (row->places->len == 0)
    show_verdict (row, self, verdict);
}

/* What is slow in the ops of a job its study knows better than one pipeline of it. */
static gboolean
is_left_to_study (const LscJudge *self, const LscVerdict *verdict)
{
  return _lsc_rule_leaves_ops (self) &&
         (verdict->cause == LSC_VERDICT_SLOW_RANK || verdict->cause == LSC_VERDICT_HEAVY_STAGE ||
          verdict->cause == LSC_VERDICT_LONG_MICRO_BATCH);
}

/* Whether any rank that a verdict is about is found slow, of that kind. */
static gboolean
has_root (const LscJudge *self, const LscVerdict *verdict, LscRankCauseKind kind)
{
  for (gsize i = 0; i < self->n; i++)
    if (is_about (self, verdict, i) && self->causes->ranks[i].kind == kind &&
        (self->causes->ranks[i].is_root || self->causes->ranks[i].is_unseen))
      return TRUE;
  return FALSE;
}

/* Whether the shapes of their kernels tell what all ranks of a verdict have to do. */
static gboolean
is_work_known (const LscJudge *self, const LscVerdict *verdict)
{
  for (gsize i = 0; i < self->n; i++)
    if (is_about (self, verdict, i) && isnan (self->causes->ranks[i].ns[LSC_RANK_CAUSE_WORK]))
      return FALSE;
  return TRUE;
}

#define PART_OF_GAIN 0.5 /* of a verdict that its cause must have taken, as recorded */

/* Whether launches were recorded and show that hosts were not late by what a verdict says. */
static gboolean
is_host_in_time (const LscJudge *self, const LscVerdict *verdict)
{
  double most_ns = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      double host_ns = self->ranks[i].ns[LSC_LOSS_LEAD];

      if (!is_about (self, verdict, i))
        continue;
      if (self->ranks[i].digest->steps_rule == LSC_STEPS_UNLINKED)
        return FALSE;
      for (guint loss = LSC_LOSS_SYNC; loss <= LSC_LOSS_HOST; loss++)
        host_ns += self->ranks[i].ns[loss];
      most_ns = MAX (most_ns, host_ns);
    }
  return most_ns < PART_OF_GAIN * (double) verdict->gain_ns;
}

/* Whether a rank is slow that nobody waits for as far as a replay of the whole job shows: the
 * verdict has one of its pipeline. */
static gboolean
is_replayed_alone (const LscJudge *self, const LscVerdict *verdict)
{
  for (gsize i = 0; i < self->n; i++)
    {
      const LscRankCause *cause = &self->causes->ranks[i];

      if (is_about (self, verdict, i) && cause->kind != LSC_RANK_CAUSE_NONE &&
          cause->kind != LSC_RANK_CAUSE_WORK && cause->kind != LSC_RANK_CAUSE_HOST &&
          (!cause->is_root || cause->is_unseen))
        return TRUE;
    }
  return FALSE;
}

#define MOST_MORE 1.5 /* that a verdict may gain more */

/* Whether a finding is about other ranks, too, which would be named nowhere without it. */
static gboolean
names_others (const LscJudge *self, const LscFinding *row, const LscVerdict *verdict)
{
  for (gsize i = 0; i < self->n; i++)
    if (!is_about (self, verdict, i) && names (row, get_rank (self, i)))
      return TRUE;
  return FALSE;
}

/* Whether a pipeline is replayed shorter without a slow rank than the whole job is: waiting inside
 * of its blocks was not recorded, only that they are long. */
static gboolean
is_seen_in_blocks (const LscJudge *self, const LscVerdict *verdict)
{
  const LscFinding *same = find_same (self, verdict);

  return same && !names_others (self, same, verdict) && verdict->gain_ns != LSC_INT_NULL &&
         (double) verdict->gain_ns > MOST_MORE * (double) lsc_int_or_zero (same->gain_ns);
}

/* Whether layers should move though nobody waits as far as a replay of the whole job shows:
 * messages were not recorded, and the replay of the pipeline knows who needs what. */
static gboolean
is_not_replayed (const LscJudge *self, const LscVerdict *verdict)
{
  const LscFinding *same = find_same (self, verdict);

  return same && same->gain_ns == LSC_INT_NULL;
}

/* What ranks have to do and how fast they do it is decided once, with the shapes of kernels, over
 * all pipelines (findings.md#own); a verdict knows lengths of blocks alone. */
static gboolean
is_decided (const LscJudge *self, const LscVerdict *verdict)
{
  if (!self->causes || verdict->step != LSC_INT_NULL)
    return FALSE;
  /* equal kernels that take longer are no work, however much of it there is */
  if (verdict->cause == LSC_VERDICT_HEAVY_STAGE &&
      (has_root (self, verdict, LSC_RANK_CAUSE_DEVICE) ||
       has_root (self, verdict, LSC_RANK_CAUSE_CLOCK)))
    return TRUE;
  if (verdict->cause == LSC_VERDICT_SLOW_RANK && verdict->rank == LSC_INT_NULL &&
      find_same (self, verdict))
    return TRUE; /* several of its ranks are slow, and which of them it is about is not known */
  if (!is_work_known (self, verdict))
    return FALSE;
  if (verdict->cause == LSC_VERDICT_LATE_HOST || verdict->cause == LSC_VERDICT_HOST_GAPS)
    return is_host_in_time (self, verdict);
  if (verdict->cause == LSC_VERDICT_HEAVY_STAGE)
    return self->causes->layer_ns > 0 && !is_not_replayed (self, verdict);
  if (verdict->cause == LSC_VERDICT_LONG_MICRO_BATCH)
    return has_root (self, verdict, LSC_RANK_CAUSE_WORK);
  return verdict->cause == LSC_VERDICT_SLOW_RANK && !is_replayed_alone (self, verdict) &&
         !is_seen_in_blocks (self, verdict);
}

/* Whether what a finding loses time to is a device, or more work than that of others. */
static gboolean
is_of_rules (const LscFinding *row, LscRule one, LscRule other)
{
  return lsc_finding_stands_out (row) && (g_str_equal (row->id, lsc_finding_rules[one].id) ||
                                          g_str_equal (row->id, lsc_finding_rules[other].id));
}

/* The stages of the ranks that a finding names, LSC_INT_NULL of one that is in no pipeline. */
static void
add_stages (const LscJudge *self, const LscFinding *row, LscInt64s *stages)
{
  for (gsize i = 0; i < self->n; i++)
    if (names (row, get_rank (self, i)))
      lsc_int64s_append (stages, self->ranks[i].stage);
}

/* Another schedule is judged last: what is slow stands among the findings by then. */
static void
presume_repair (const LscJudge *self, LscVerdict *verdict)
{
  LscInt64s slow = { 0 };
  gboolean has_more_work = FALSE;

  if (verdict->cause != LSC_VERDICT_SCHEDULE)
    return;
  for (guint i = 0; i < self->rows->len; i++)
    {
      const LscFinding *row = self->rows->pdata[i];

      if (is_of_rules (row, LSC_RULE_SLOW_RANK, LSC_RULE_FREQUENCY_DROP))
        add_stages (self, row, &slow);
      has_more_work |= is_of_rules (row, LSC_RULE_STAGE_IMBALANCE, LSC_RULE_UNEVEN_WORK);
    }
  lsc_verdict_presume_repair (verdict, slow.items, slow.n, has_more_work);
  lsc_int64s_clear (&slow);
}

/** P01, and what verdicts of pipelines say besides: that is of other rules. */
void
_lsc_rule_verdicts (LscJudge *self, LscRule rule)
{
  for (guint i = 0; self->verdicts && i < self->verdicts->rows->len; i++)
    {
      LscVerdict verdict = *lsc_verdicts_get (self->verdicts, i); /* borrows its texts */

      name_slow_rank (self, &verdict);
      presume_repair (self, &verdict);
      if (verdict.cause == LSC_VERDICT_CLOCKS)
        _lsc_judge_stay_silent (self, rule, lsc_verdict_make_phrase (&verdict));
      if (verdict.certainty == LSC_CERTAINTY_UNKNOWN || !causes[verdict.cause].remedy)
        stand (self, &verdict, NULL, NULL);
      else if (!is_left_to_study (self, &verdict) && !is_decided (self, &verdict))
        take_verdict (self, &verdict);
    }
}
