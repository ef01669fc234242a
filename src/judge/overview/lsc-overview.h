/* lsc-overview.h - ranks beside each other: their steps, who is slow, who waits for whom
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "analyze/digest/lsc-rank-digest.h"
#include "judge/causes/lsc-job-replay.h"
#include "judge/causes/lsc-rank-causes.h"
#include "judge/overview/lsc-rank-set.h"
#include "judge/overview/lsc-rank-waits.h"
#include "judge/overview/lsc-turns.h"

G_BEGIN_DECLS

/** What a rank is found to be (overview.md#slow). */
typedef enum
{
  LSC_RANK_UNJUDGED, /* not known */
  LSC_RANK_FINE,
  LSC_RANK_SLOW,
  LSC_RANK_OF_SLOW_STAGE, /* others wait for it, but its whole stage does as much as it does */
  LSC_RANK_VICTIM,        /* others wait for it, because it waits for another one */
  LSC_RANK_N_VERDICTS,
} LscRankVerdict;

extern const LscWord lsc_rank_verdict_words[LSC_RANK_N_VERDICTS];

/**
 * LscExcess: what a rank does more than its peers, a step
 * @peer_ns: median of the peers
 * @ns: what the rank itself takes
 * @kernel: (nullable): name of the kernel, or of the call of the host, that takes most of the
 * excess
 * @kernel_ns: its part of it
 * @module: (nullable): path of the module that takes most of it
 * @module_ns: its part of it
 * @slice, @begin_ns, @end_ns: the longest instance of @kernel; %LSC_SLICE_NONE
 * @module_slice, @module_begin_ns, @module_end_ns: the longest kernel of @module
 */
typedef struct
{
  LscWork work;
  gint64 ns;
  gint64 peer_ns;
  char *kernel;
  gint64 kernel_ns;
  guint32 slice;
  gint64 begin_ns;
  gint64 end_ns;
  char *module;
  gint64 module_ns;
  guint32 module_slice;
  gint64 module_begin_ns;
  gint64 module_end_ns;
} LscExcess;

/**
 * LscOverviewRank: a rank over the steps that count (overview.md#steps); ns a step
 * @place: where it stands in the layout; its stage is at[LSC_DIM_PP]
 * @n_steps: all steps that are looked at; @n_counted: those of them that figures are of
 * @median_step: which of these is of median length, of an even number the shorter; its length and
 *   categories are @step_ns and @ns
 * @step_ns, @least_ns, @most_ns, @mad_ns: %LSC_INT_NULL = not known; @mad_ns is 1.4826 times the
 *   median distance from the median
 * @host_step_ns: length of the host's steps; median; %LSC_INT_NULL where there are none
 * @lead_ns: how far the host is ahead where they begin (steps.md#lead); median; %LSC_INT_NULL where
 *   the device does not place the steps
 * @steps_rule: what places the steps
 * @classes, @main_class: what steps there are (steps.md#classes); the other figures are of the main
 *   class
 * @steps_mark: (nullable): name of the ranges that are the steps, where the profiler recorded none
 * @before_ns: of no step: launched before @first_step, the first one recorded
 * @ns: %LSC_INT_NULL = not known
 * @comm_ns: all communication, hidden or not; median
 * @intrinsic_ns: the same without waiting for other ranks; median
 * @caused_wait_ns: what all others together waited for it; median; %LSC_INT_NULL unless @has_waits
 * @waited_ns: what it waited for others; likewise
 * @message_wait_ns: what of it was in messages, each moment once; likewise
 * @wrong_ns: how much longer its messages move data, by their tasks, than they can; mean
 * @late_ns: what one of the others waited for it, on the mean, and nothing hid; likewise
 * @peers_idle_ns: what its peers are idle or wait longer, of slow ranks for which nobody waits
 * inside operators; else 0
 * @work_ns: what it is busy with, by LscWork; medians
 * @group: (nullable): label of the group in which others wait for it most
 * @cause: rank that is the cause of it, %LSC_RANK_VICTIM; else %LSC_RANK_UNKNOWN
 * @reason: (nullable): why it is slow, or is not although others wait for it
 * @not_known: (nullable): why figures are missing
 */
typedef struct
{
  gint64 rank;
  char *label;
  char *host;
  gboolean has_stage;
  gint64 stage;
  LscRankPlace place;
  gsize n_steps;
  gsize n_counted;
  gsize median_step;
  LscStepsRule steps_rule;
  LscStepClasses classes;
  guint32 main_class;
  char *steps_mark;
  gint64 host_step_ns;
  gint64 lead_ns;
  gint64 before_ns;
  gint64 first_step;
  gint64 step_ns;
  gint64 least_ns;
  gint64 most_ns;
  gint64 mad_ns;
  gint64 ns[LSC_BUDGET_N_CATEGORIES];
  gint64 comm_ns;
  gint64 intrinsic_ns;
  gboolean has_waits;
  gint64 caused_wait_ns;
  gint64 waited_ns;
  gint64 message_wait_ns;
  gint64 wrong_ns;
  gint64 late_ns;
  gint64 peers_idle_ns;
  gint64 work_ns[LSC_WORK_N];
  LscRankVerdict verdict;
  char *group;
  gint64 cause;
  LscExcess excess; /* of slow ranks, and of those of a slow stage against other stages */
  LscPhrase *reason;
  LscPhrase *not_known;
} LscOverviewRank;

/** A step of a rank; waits as in LscOverviewRank. @index: of the rank */
typedef struct
{
  gsize index;
  gboolean is_counted;
  LscBudgetStep sums;
  LscWaitSum waits; /* zeros unless the rank has waits */
} LscOverviewStep;

LSC_DEFINE_ARRAY (LscOverviewStepList, lsc_overview_step_list, LscOverviewStep)

/** How the ranks differ in a figure; @least, @most: indexes of ranks */
typedef struct
{
  LscBudgetCategory category;
  gint64 least_ns;
  gint64 median_ns;
  gint64 most_ns;
  gsize least;
  gsize most;
} LscOverviewSpread;

/**
 * LscOverview: immutable; reference counted; borrows nothing
 * @ranks: LscOverviewRank, in the order of the digests
 * @steps: LscOverviewStep, by rank and time
 * @spreads: LscOverviewSpread of the categories that more than one rank knows; empty for one rank
 * @waits: pairs and groups; indexes are those of @ranks
 * @replay: what a step would gain; indexes likewise
 * @step_ns: the longest of the ranks' medians (overview.md#steps); %LSC_INT_NULL
 * @n_slow: ranks found slow
 * @lines: (element-type LscPhrase): the answer in words: the step, who is slow and why, from
 *   @n_conclusions on who waits for whom
 * @no_slow: index of the line that says that no rank is slow, %LSC_OVERVIEW_NO_LINE if there is
 *   none; what is to blame on some of the ranks stands in its place (lsc_findings_replaces_line())
 * @brief: (nullable): who is slow, in few words
 * @doubt: (nullable): what recorded groups and sizes disagree in
 * @no_waits: (nullable): why it is not known who waits for whom
 */
typedef struct
{
  gatomicrefcount refs;
  GArray *ranks;
  LscOverviewStepList steps;
  GArray *spreads;
  LscRankWaits *waits;
  LscJobReplay *replay;
  LscRankCauses *causes; /* who makes others wait, and why; NULL where nobody can tell */
  gint64 step_ns;
  gsize n_slow;
  GPtrArray *lines;
  guint n_conclusions;
  guint no_slow;
  LscPhrase *brief;
  GPtrArray *awaited; /* LscPhrase: whom ranks wait for that was not recorded */
  LscTurns turns;     /* who shares a device */
  LscPhrase *uneven;  /* (nullable): why ranks cannot be compared by what they do */
  gint64 first_step;  /* where @cut: what is compared */
  gint64 last_step;
  LscPhrase *cut; /* (nullable): that the ranks recorded other steps */
  LscPhrase *doubt;
  LscPhrase *no_waits;
  gboolean is_of_ops; /* of the op timeline of a job */
} LscOverview;

#define LSC_OVERVIEW_NO_LINE G_MAXUINT

LscOverview *lsc_overview_new (const LscRankDigest *const *digests, gsize n,
                               const LscOverviewOptions *options, LscJob *job, GError **error);
LscOverview *lsc_overview_ref (LscOverview *self);
void lsc_overview_unref (LscOverview *self);

GArray *lsc_overview_list_worst_first (const LscOverview *self);
LscPhrase *lsc_overview_say_basis (const LscOverview *self);
LscTable *lsc_overview_get_table (const LscOverview *self);
LscTable *lsc_overview_get_waits_table (const LscOverview *self);
LscTable *lsc_overview_get_steps_table (const LscOverview *self);
LscTable *lsc_overview_get_spread_table (const LscOverview *self);
LscTable *lsc_overview_get_groups_table (const LscOverview *self);

static inline const LscOverviewRank *
lsc_overview_get_rank (const LscOverview *self, gsize index)
{
  return &g_array_index (self->ranks, LscOverviewRank, index);
}

/** Returns: whether others wait for what a rank, or its whole stage, does */
static inline gboolean
lsc_overview_rank_is_blamed (const LscOverviewRank *self)
{
  return self->verdict == LSC_RANK_SLOW || self->verdict == LSC_RANK_OF_SLOW_STAGE;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscOverview, lsc_overview_unref)

G_END_DECLS
