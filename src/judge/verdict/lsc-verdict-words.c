/* lsc-verdict-words.c - verdicts as sentences and as a table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analyze/lsc-table-list.h"
#include "analyze/pipeline/lsc-pipeline-schedule.h"
#include "judge/verdict/lsc-verdict-private.h"
#include "base/lsc-time.h"
#include "model/lsc-rank-name.h"

/* A sentence is made of its row and of nothing else (verdicts.md#words). */

static const LscWord causes[LSC_VERDICT_N_CAUSES] = {
  [LSC_VERDICT_CLOCKS] = { "clocks", N_ ("clocks not aligned") },
  [LSC_VERDICT_SLOW_RANK] = { "slow_rank", N_ ("slow rank") },
  [LSC_VERDICT_HEAVY_STAGE] = { "heavy_stage", N_ ("heavy stage") },
  [LSC_VERDICT_SLOW_LINK] = { "slow_link", N_ ("slow link") },
  [LSC_VERDICT_LATE_HOST] = { "late_host", N_ ("late host") },
  [LSC_VERDICT_HOST_OR_LINK] = { "host_or_link", N_ ("host or link") },
  [LSC_VERDICT_SLOW_COLLECTIVE] = { "slow_collective", N_ ("slow collective") },
  [LSC_VERDICT_HOST_GAPS] = { "host_gaps", N_ ("host gaps inside blocks") },
  [LSC_VERDICT_LONG_MICRO_BATCH] = { "long_micro_batch", N_ ("long micro-batch") },
  [LSC_VERDICT_PAUSE] = { "pause", N_ ("pause") },
  [LSC_VERDICT_UNKNOWN] = { "unknown", N_ ("not known") },
  [LSC_VERDICT_SCHEDULE] = { "schedule", N_ ("schedule") },
  [LSC_VERDICT_LOW_CLOCK] = { "frequency_drop", N_ ("low clock") },
  [LSC_VERDICT_UNEVEN_WORK] = { "uneven_work", N_ ("uneven work") },
};

#define PREDICTED LSC_CERTAINTY_N /* a gain that was computed, not measured */

static const LscWord certainties[LSC_CERTAINTY_N + 1] = {
  [LSC_CERTAINTY_SURE] = { "sure", N_ ("sure") },
  [LSC_CERTAINTY_LIKELY] = { "likely", N_ ("likely") },
  [LSC_CERTAINTY_UNKNOWN] = { "possible", N_ ("possible") },
  [PREDICTED] = { "predicted", N_ ("predicted") },
};

static const LscWord evidences[LSC_EVIDENCE_N] = {
  [LSC_EVIDENCE_BLOCKS] = { "blocks", N_ ("lengths of blocks") },
  [LSC_EVIDENCE_KERNELS] = { "kernels", N_ ("lengths of kernels") },
  [LSC_EVIDENCE_MORE_KERNELS] = { "more_kernels", N_ ("number and lengths of kernels") },
  [LSC_EVIDENCE_COLLECTIVES] = { "collectives", N_ ("collectives inside blocks") },
  [LSC_EVIDENCE_IDLE] = { "idle", N_ ("idle time inside blocks") },
  [LSC_EVIDENCE_MESSAGES] = { "messages", N_ ("recorded messages") },
  [LSC_EVIDENCE_LAUNCHES] = { "launches", N_ ("recorded messages and launches") },
  [LSC_EVIDENCE_GAPS] = { "gaps", N_ ("gaps between blocks") },
  [LSC_EVIDENCE_ORDER] = { "order", N_ ("order of the blocks") },
  [LSC_EVIDENCE_CLOCKS] = { "clocks", N_ ("clocks of the hosts") },
};

typedef struct
{
  gint64 group;
  gint64 step;
  int cause;
  gint64 stage;
  gint64 rank;
  gint64 peer_stage;
  gint64 peer_rank;
  int kind;
  gint64 micro_batch;
  gint64 gain_ns;
  double share;
  double step_share;
  double excess;
  const char *op;
  double op_share;
  int certainty;
  int evidence;
  const char *schedule;
  const char *other;
  const LscPhrase *text;
  const LscPhrase *remedy;
} Row;

static const LscColumn verdict_columns[] = {
  LSC_PIPELINE_COLUMN (Row),
  LSC_COLUMN (Row, step, "step", N_ ("Step"), LSC_UNIT_ID, "STEP_TIME.id",
              N_ ("Number of the step that shows it; empty where all steps do.")),
  LSC_CODES (Row, cause, "cause", N_ ("Cause"), causes, "verdicts.md#causes",
             N_ ("What slows the steps down.")),
  LSC_COLUMN (Row, stage, "stage", N_ ("Stage"), LSC_UNIT_ID, "pipeline.md#stages",
              N_ ("Stage where it is; of a link the lower end.")),
  LSC_COLUMN (Row, rank, "rank", N_ ("Rank"), LSC_UNIT_ID, "rank",
              N_ ("Rank where it is; empty where it is not one rank's, or not known.")),
  LSC_COLUMN (Row, peer_stage, "peer_stage", N_ ("Other stage"), LSC_UNIT_ID, "pipeline.md#stages",
              N_ ("Other end of a link, or the stage whose messages could be late instead.")),
  LSC_COLUMN (Row, peer_rank, "peer_rank", N_ ("Other rank"), LSC_UNIT_ID, "rank",
              N_ ("Rank at the other end.")),
  LSC_CODES (Row, kind, "kind", N_ ("Kind"), lsc_block_kind_words, "pipeline.md#kinds",
             N_ ("Kind of the block that pauses.")),
  LSC_COLUMN (Row, micro_batch, "microbatch", N_ ("Micro-batch"), LSC_UNIT_ID,
              "pipeline.md#micro-batch", N_ ("The micro-batch that is long or pauses.")),
  LSC_COLUMN (Row, gain_ns, "gain_ns", N_ ("Gain"), LSC_UNIT_NS, "verdicts.md#gain",
              N_ ("How much fixing it would shorten the pipeline's window: replay with it minus "
                  "replay without it, median of the steps.")),
  LSC_COLUMN (Row, share, "share", N_ ("% Pipeline Window"), LSC_UNIT_SHARE, "verdicts.md#gain",
              N_ ("The gain as a share of the pipeline's window, which is 100 %.")),
  LSC_COLUMN (
      Row, step_share, "step_share",
      /* xgettext:no-c-format */
      N_ ("% Step"), LSC_UNIT_SHARE, "verdicts.md#gain",
      N_ ("The gain as a share of the whole step, which is 100 %, as sentences and findings "
          "give it.")),
  LSC_COLUMN (Row, excess, "excess", N_ ("Excess"), LSC_UNIT_SHARE, "verdicts.md#lengths",
              N_ ("How much longer it takes than what it is compared with, which is 100 %.")),
  LSC_COLUMN (Row, op, "op", N_ ("Op"), LSC_UNIT_NONE, "verdicts.md#op",
              N_ ("Name of the kernels that take most of the excess.")),
  LSC_COLUMN (Row, op_share, "op_share", N_ ("Op's share"), LSC_UNIT_SHARE, "verdicts.md#op",
              N_ ("What these kernels take of the excess, which is 100 %.")),
  LSC_CODES (Row, certainty, "certainty", N_ ("Certainty"), certainties, "verdicts.md#certainty",
             N_ ("Sure: the recording excludes every other cause. Likely: the best explanation, "
                 "others are possible. Predicted: computed, not measured.")),
  LSC_CODES (Row, evidence, "evidence", N_ ("Based On"), evidences, "verdicts.md#causes",
             N_ ("The recorded data that shows it.")),
  LSC_COLUMN (Row, schedule, "schedule", N_ ("Schedule"), LSC_UNIT_NONE, "pipeline.md#recognise",
              N_ ("The schedule that was recognised, where it is the cause.")),
  LSC_COLUMN (Row, other, "other", N_ ("Instead"), LSC_UNIT_NONE, "theory.md#what-if",
              N_ ("The schedule that would bring the gain.")),
  LSC_COLUMN (Row, text, "text", N_ ("Verdict"), LSC_UNIT_NONE, "verdicts.md#words",
              N_ ("The row as a sentence.")),
  LSC_COLUMN (Row, remedy, "remedy", N_ ("What to Do"), LSC_UNIT_NONE, "verdicts.md#words",
              N_ ("What to try; empty where no finding says it.")),
};

const LscTableInfo lsc_verdicts_table_info = LSC_TABLE_INFO ("PpVerdict", Row, verdict_columns);

/* ---- places ---- */

/* (transfer full): "stage 2 (rank 8)", "stage 2". */
static LscPhrase *
name_place (gint64 stage, gint64 rank)
{
  g_autoptr (LscPhrase) name = lsc_rank_is_told (rank) ? lsc_rank_name_new (rank, NULL) : NULL;

  return name ? lsc_phrase_new (N_ ("stage %" PRId64 " (%s)"), stage, lsc_phrase_as_argument (name))
              : lsc_phrase_new (N_ ("stage %" PRId64), stage);
}

/* The same where a sentence begins with it. */
static LscPhrase *
name_place_first (gint64 stage, gint64 rank)
{
  g_autoptr (LscPhrase) name = lsc_rank_is_told (rank) ? lsc_rank_name_new (rank, NULL) : NULL;

  return name ? lsc_phrase_new (N_ ("Stage %" PRId64 " (%s)"), stage, lsc_phrase_as_argument (name))
              : lsc_phrase_new (N_ ("Stage %" PRId64), stage);
}

/* ---- causes ---- */

static LscPhrase *
say_slow_rank (const LscVerdict *self)
{
  g_autoptr (LscPhrase) name = NULL;
  g_autoptr (LscPhrase) first = NULL;

  if (!lsc_rank_is_told (self->rank))
    return lsc_phrase_new (N_ ("A rank of stage %" PRId64 " in pipeline %" PRId64
                               " is slow: its blocks take %.1f %% longer than in other pipelines. "
                               "Which rank is not known, because no kernels were recorded."),
                           self->stage, self->group, self->excess * 100);
  name = lsc_rank_name_new (self->rank, NULL);
  first = lsc_rank_name_new_first (self->rank, NULL);
  if (self->evidence == LSC_EVIDENCE_KERNELS)
    return lsc_phrase_new (
        N_ ("%s (stage %" PRId64 ") computes %.1f %% longer than the other ranks of its stage."),
        lsc_phrase_as_argument (first), self->stage, self->excess * 100);
  return lsc_phrase_new (
      N_ ("The blocks of %s (stage %" PRId64
          ") take %.1f %% longer than on other ranks of the stage. Whether computation is longer "
          "is not known, because no kernels were recorded."),
      lsc_phrase_as_argument (name), self->stage, self->excess * 100);
}

static LscPhrase *
say_heavy_stage (const LscVerdict *self)
{
  g_autoptr (LscPhrase) place = name_place_first (self->stage, self->rank);
  const char *who = lsc_phrase_as_argument (place);

  switch (self->evidence)
    {
    case LSC_EVIDENCE_MORE_KERNELS:
      return lsc_phrase_new (N_ ("%s has more work than the other stages: more kernels, which take "
                                 "%.1f %% longer."),
                             who, self->excess * 100);
    case LSC_EVIDENCE_KERNELS:
      return lsc_phrase_new (
          N_ ("%s is slower: its kernels take %.1f %% longer than those of other stages."), who,
          self->excess * 100);
    default:
      return lsc_phrase_new (
          N_ ("%s is slower: its blocks take %.1f %% longer than those of other stages. The reason "
              "is not known, because no kernels were recorded."),
          who, self->excess * 100);
    }
}

static LscPhrase *
say_ends (const LscVerdict *self, const char *message)
{
  g_autoptr (LscPhrase) from = name_place (self->stage, self->rank);
  g_autoptr (LscPhrase) to = name_place (self->peer_stage, self->peer_rank);

  return lsc_phrase_new (message, lsc_phrase_as_argument (from), lsc_phrase_as_argument (to));
}

static LscPhrase *
say_at (const LscVerdict *self, const char *message)
{
  g_autoptr (LscPhrase) place = name_place (self->stage, self->rank);

  return lsc_phrase_new (message, lsc_phrase_as_argument (place));
}

/* (transfer full): "B of micro-batch 3", "B". */
static LscPhrase *
name_block (const LscVerdict *self)
{
  const char *kind = lsc_block_kind_name ((LscBlockKind) self->kind);

  return self->micro_batch != LSC_INT_NULL
             ? lsc_phrase_new (N_ ("%s of micro-batch %" PRId64), kind, self->micro_batch)
             : lsc_phrase_new ("%s", kind);
}

static LscPhrase *
say_pause (const LscVerdict *self)
{
  g_autoptr (LscPhrase) place = name_place (self->stage, self->rank);
  g_autoptr (LscPhrase) block = name_block (self);
  const char *who = lsc_phrase_as_argument (place), *what = lsc_phrase_as_argument (block);

  if (self->step == LSC_INT_NULL)
    return lsc_phrase_new (N_ ("One block stalls: %s on %s."), what, who);
  if (self->evidence == LSC_EVIDENCE_GAPS)
    return lsc_phrase_new (
        N_ ("Step %" PRId64 " is an outlier: the device idles before one block, %s on %s."),
        self->step, what, who);
  return lsc_phrase_new (N_ ("Step %" PRId64 " is an outlier: one block stalls, %s on %s."),
                         self->step, what, who);
}

static LscPhrase *
say_one_collective (const LscVerdict *self)
{
  g_autoptr (LscPhrase) place = name_place (self->stage, self->rank);
  g_autoptr (LscPhrase) block = name_block (self);

  return lsc_phrase_new (N_ ("In one block, %s on %s, collectives take longer than in others."),
                         lsc_phrase_as_argument (block), lsc_phrase_as_argument (place));
}

/* A step that is longer than the others as a whole. */
static LscPhrase *
say_odd_step (const LscVerdict *self)
{
  g_autoptr (LscPhrase) place = self->stage != LSC_INT_NULL
                                    ? name_place (self->stage, self->rank)
                                    : lsc_phrase_new_text (N_ ("all stages"));
  const char *who = lsc_phrase_as_argument (place);

  switch (self->evidence)
    {
    case LSC_EVIDENCE_GAPS:
      return lsc_phrase_new (
          N_ ("Step %" PRId64
              " is an outlier: blocks of %s start later after their input than in other steps."),
          self->step, who);
    case LSC_EVIDENCE_KERNELS:
      return lsc_phrase_new (N_ ("Step %" PRId64 " is an outlier: blocks of %s take %.1f %% longer "
                                 "than in other steps, mostly in kernels."),
                             self->step, who, self->excess * 100);
    case LSC_EVIDENCE_COLLECTIVES:
      return lsc_phrase_new (N_ ("Step %" PRId64 " is an outlier: blocks of %s take %.1f %% longer "
                                 "than in other steps, mostly in collectives."),
                             self->step, who, self->excess * 100);
    case LSC_EVIDENCE_IDLE:
      return lsc_phrase_new (
          N_ ("Step %" PRId64
              " is an outlier: blocks of %s take %.1f %% longer than in other steps, mostly idle."),
          self->step, who, self->excess * 100);
    default:
      return lsc_phrase_new (
          N_ ("Step %" PRId64
              " is an outlier: blocks of %s take %.1f %% longer than in other steps."),
          self->step, who, self->excess * 100);
    }
}

/** Returns: (transfer full): the other schedule, and what sets it apart where its name is nearly
 * that of the one recognised */
LscPhrase *
_lsc_verdict_name_other (const LscVerdict *self)
{
  const char *title = lsc_schedule_type_title (self->other);

  if (self->other == LSC_SCHEDULE_DUALPIPE)
    return lsc_phrase_new (N_ ("%s (from both ends of the pipeline, every parameter held twice)"),
                           title);
  if (self->other == LSC_SCHEDULE_DUALPIPEV)
    return lsc_phrase_new (N_ ("%s (from one end, in the shape of a V, every parameter held once)"),
                           title);
  return lsc_phrase_new ("%s", title);
}

/* The schedule that was recognised, and the one that was compared with it: they are told apart,
 * because a reader may take "DualPipeV" and "DualPipe" for one. */
static LscPhrase *
say_schedule (const LscVerdict *self)
{
  const char *own = lsc_schedule_type_title (self->schedule);
  g_autoptr (LscPhrase) other = NULL;

  if (!own)
    return lsc_phrase_new (
        N_ ("The schedule has a bubble of %.1f %% of its window even with perfectly balanced "
            "stages."),
        self->excess * 100);
  if (self->other == LSC_SCHEDULE_NONE)
    return lsc_phrase_new (
        N_ ("The recorded schedule, %s, has a bubble of %.1f %% of its window even with perfectly "
            "balanced stages. A gain is not known, because no other schedule is sure to be "
            "shorter."),
        own, self->excess * 100);
  other = _lsc_verdict_name_other (self);
  return lsc_phrase_new (
      N_ ("The recorded schedule, %s, has a bubble of %.1f %% of its window even with perfectly "
          "balanced stages. Of other schedules, %s is predicted to be the fastest."),
      own, self->excess * 100, lsc_phrase_as_argument (other));
}

/* The same in one line, with the schedule that is predicted to be better before its proof. */
static LscPhrase *
say_schedule_briefly (const LscVerdict *self)
{
  const char *own = lsc_schedule_type_title (self->schedule);
  g_autoptr (LscPhrase) other = _lsc_verdict_name_other (self);

  if (!own)
    return say_schedule (self);
  return lsc_phrase_new (N_ ("%s is predicted to be faster than %s, whose bubble is %.1f %% even "
                             "with balanced stages."),
                         lsc_phrase_as_argument (other), own, self->excess * 100);
}

/* What is wrong, without what it costs. */
static LscPhrase *
say_cause (const LscVerdict *self)
{
  if (self->step != LSC_INT_NULL && self->kind == LSC_CODE_NULL)
    return say_odd_step (self);
  switch (self->cause)
    {
    case LSC_VERDICT_CLOCKS:
      return lsc_phrase_new_text (
          N_ ("Who waits for whom is not known, because the clocks of the hosts are not aligned. "
              "Record messages, or give the offsets."));
    case LSC_VERDICT_SLOW_RANK:
      return say_slow_rank (self);
    case LSC_VERDICT_HEAVY_STAGE:
      return say_heavy_stage (self);
    case LSC_VERDICT_SLOW_LINK:
      return say_ends (self, N_ ("The link between %s and %s is slow: messages take longer than "
                                 "between other stages."));
    case LSC_VERDICT_LATE_HOST:
      return say_at (
          self,
          self->evidence == LSC_EVIDENCE_LAUNCHES
              ? N_ ("%s is host-bound: its blocks are launched after their input is ready.")
              : N_ ("Blocks of %s start late although their input is ready. Check its host."));
    case LSC_VERDICT_HOST_OR_LINK:
      return say_ends (self, N_ ("Blocks start late between %s and %s. Whether a host or the link "
                                 "is the cause is not known, because no messages were recorded."));
    case LSC_VERDICT_SLOW_COLLECTIVE:
      if (self->kind != LSC_CODE_NULL)
        return say_one_collective (self);
      return say_at (self,
                     N_ ("Blocks of %s wait longer in collectives than those of other stages."));
    case LSC_VERDICT_HOST_GAPS:
      return say_at (self, N_ ("The device idles longer inside blocks of %s than on other stages, "
                               "probably waiting for its host."));
    case LSC_VERDICT_LONG_MICRO_BATCH:
      return lsc_phrase_new (N_ ("Micro-batch %" PRId64 " takes %.1f %% longer on every stage."),
                             self->micro_batch, self->excess * 100);
    case LSC_VERDICT_PAUSE:
      return say_pause (self);
    case LSC_VERDICT_SCHEDULE:
    case LSC_VERDICT_UNKNOWN:
    case LSC_VERDICT_LOW_CLOCK:
    case LSC_VERDICT_UNEVEN_WORK:
    case LSC_VERDICT_N_CAUSES:
    default:
      return say_schedule (self);
    }
}

/* The same with the op that takes most of it. */
static LscPhrase *
say_cause_and_op (const LscVerdict *self)
{
  g_autoptr (LscPhrase) cause = say_cause (self);

  if (!self->op)
    return g_steal_pointer (&cause);
  return lsc_phrase_new (N_ ("%s %s accounts for %.0f %% of the difference."),
                         lsc_phrase_as_argument (cause), self->op, self->op_share * 100);
}

/* What is said of a gain. A step is longer than the window of its pipeline: a share of the one
 * stands beside the time by which that would be shorter (figures.md). */
static const char *
find_gain_words (const LscVerdict *self, gboolean is_of_window)
{
  if (self->certainty == LSC_CERTAINTY_SURE)
    return is_of_window
               ? N_ ("%s Fixing this would shorten the pipeline's window by %s (%s of it).")
               : N_ ("%s Fixing this would save %s per step (%s).");
  if (self->certainty == LSC_CERTAINTY_UNKNOWN)
    return is_of_window ? N_ ("%s The reason is not known. At the level of the others the "
                              "pipeline's window would shrink by %s (%s of it).")
                        : N_ ("%s The reason is not known. At the level of the others this would "
                              "save %s per step (%s).");
  if (self->cause == LSC_VERDICT_SCHEDULE && self->repair == LSC_REPAIR_INCLUDED)
    return is_of_window
               ? N_ ("%s Together with fixing the slow device it may shorten the pipeline's window "
                     "by up to %s (%s of it), if memory allows.")
               : N_ ("%s Together with fixing the slow device it may save up to %s per step (%s), "
                     "if memory allows.");
  if (self->cause == LSC_VERDICT_SCHEDULE)
    return is_of_window
               ? N_ ("%s It may shorten the pipeline's window by up to %s (%s of it), if memory "
                     "allows.")
               : N_ ("%s It may save up to %s per step (%s), if memory allows.");
  return is_of_window
             ? N_ ("%s This is likely. Fixing it would shorten the pipeline's window by %s (%s "
                   "of it).")
             : N_ ("%s This is likely. Fixing it would save %s per step (%s).");
}

/**
 * _lsc_verdict_add_presumed:
 * @what: (transfer full): what another schedule gains
 *
 * Returns: (transfer full): that, and what it presumes
 */
LscPhrase *
_lsc_verdict_add_presumed (const LscVerdict *self, LscPhrase *what)
{
  g_autoptr (LscPhrase) own = what;

  return self->repair == LSC_REPAIR_ASSUMED
             ? lsc_phrase_new (N_ ("%s This assumes that the slow device is fixed."),
                               lsc_phrase_as_argument (own))
             : g_steal_pointer (&own);
}

/** Returns: whether its gain is told as a part of the step: without findings only the pipeline is
 * known */
gboolean
_lsc_verdict_has_step_share (const LscVerdict *self)
{
  return !isnan (self->step_share) && self->step_share > 0;
}

/* @share: what the gain is of the window, or of the step */
static LscPhrase *
say_gain (const LscVerdict *self, double share, gboolean is_of_window)
{
  g_autoptr (LscPhrase) cause = say_cause_and_op (self), what = NULL;
  g_autofree char *gain = NULL, *part = NULL;

  if (self->gain_ns == LSC_INT_NULL)
    return g_steal_pointer (&cause);
  gain = lsc_format_duration (self->gain_ns, LSC_TIME_UNIT_AUTO);
  part = lsc_format_share (share);
  what = lsc_phrase_new (find_gain_words (self, is_of_window), lsc_phrase_as_argument (cause), gain,
                         part);
  return _lsc_verdict_add_presumed (self, g_steal_pointer (&what));
}

/**
 * lsc_verdict_make_phrase:
 *
 * Returns: (transfer full): what is wrong, where, and how much shorter the step would be without;
 *   the pipeline's window, where nobody judged the steps
 */
LscPhrase *
lsc_verdict_make_phrase (const LscVerdict *self)
{
  g_return_val_if_fail (self, NULL);
  if (self->text)
    return lsc_phrase_copy (self->text);
  return _lsc_verdict_has_step_share (self) ? say_gain (self, self->step_share, FALSE)
                                            : say_gain (self, self->share, TRUE);
}

/**
 * lsc_verdict_say_fact:
 *
 * Returns: (transfer full): what is wrong and where, without what that costs
 */
LscPhrase *
lsc_verdict_say_fact (const LscVerdict *self)
{
  g_return_val_if_fail (self, NULL);
  return self->cause == LSC_VERDICT_SCHEDULE && self->other != LSC_SCHEDULE_NONE
             ? say_schedule_briefly (self)
             : say_cause_and_op (self);
}

/**
 * lsc_verdict_make_phrase_of_step:
 * @share: the gain as a share of the whole step, with what lies before and after the pipeline
 *
 * Returns: (transfer full): the same sentence, with how much shorter the step would be
 */
LscPhrase *
lsc_verdict_make_phrase_of_step (const LscVerdict *self, double share)
{
  g_return_val_if_fail (self, NULL);
  return say_gain (self, share, FALSE);
}

/** Returns: (transfer none): that nothing is wrong, and whether all was looked for; translated */
const char *
lsc_verdicts_say_nothing (const LscVerdicts *self)
{
  g_return_val_if_fail (self, NULL);
  return self->is_partial ? _ ("No stage, rank, host or message noticeably holds up the pipeline. "
                               "Causes that need a schedule, such as "
                               "late hosts, were not checked, because none was recognised.")
                          : _ ("No stage, rank, host or message noticeably holds up the pipeline.");
}

static int
get_certainty (const LscVerdict *self)
{
  return self->cause == LSC_VERDICT_SCHEDULE && self->gain_ns != LSC_INT_NULL
             ? PREDICTED
             : (int) self->certainty;
}

/** Returns: how certain it is, and what that means; of one without a known reason nothing */
LscCertaintyWords
lsc_verdict_get_certainty_words (const LscVerdict *self)
{
  static const LscCertain certain[] = {
    [PREDICTED] = LSC_CERTAIN_PREDICTED,
    [LSC_CERTAINTY_SURE] = LSC_CERTAIN_SURE,
    [LSC_CERTAINTY_LIKELY] = LSC_CERTAIN_LIKELY,
    [LSC_CERTAINTY_UNKNOWN] = LSC_CERTAIN_NOT_SAID,
  };

  g_return_val_if_fail (self, lsc_certainty_words_get (LSC_CERTAIN_NOT_SAID, FALSE));
  return lsc_certainty_words_get (certain[get_certainty (self)], FALSE);
}

/**
 * lsc_verdicts_table:
 *
 * Returns: (transfer full): table PpVerdict
 */
LscTable *
lsc_verdicts_table (const LscVerdicts *self)
{
  g_return_val_if_fail (self, NULL);

  LscTable *table = lsc_table_new_for (&lsc_verdicts_table_info);

  for (guint i = 0; i < self->rows->len; i++)
    {
      const LscVerdict *at = lsc_verdicts_get (self, i);
      g_autoptr (LscPhrase) text = lsc_verdict_make_phrase (at);

      lsc_table_add (table, &(Row){ .group = at->group,
                                    .step = at->step,
                                    .cause = (int) at->cause,
                                    .stage = at->stage,
                                    .rank = at->rank,
                                    .peer_stage = at->peer_stage,
                                    .peer_rank = at->peer_rank,
                                    .kind = at->kind,
                                    .micro_batch = at->micro_batch,
                                    .gain_ns = at->gain_ns,
                                    .share = at->share,
                                    .step_share = at->step_share,
                                    .excess = at->excess,
                                    .op = at->op,
                                    .op_share = at->op_share,
                                    .certainty = get_certainty (at),
                                    .evidence = (int) at->evidence,
                                    .schedule = at->schedule != LSC_SCHEDULE_NONE
                                                    ? lsc_schedule_type_name (at->schedule)
                                                    : NULL,
                                    .other = at->other != LSC_SCHEDULE_NONE
                                                 ? lsc_schedule_type_name (at->other)
                                                 : NULL,
                                    .text = text,
                                    .remedy = at->remedy });
    }
  return table;
}
