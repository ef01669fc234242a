/* lsc-findings.h - what makes the steps longer, in sentences, by what could be avoided
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-digest.h"
#include "analyze/lsc-table.h"
#include "analyze/stragglers/lsc-stragglers.h"
#include "judge/causes/lsc-time-shape.h"
#include "judge/overview/lsc-overview.h"
#include "judge/verdict/lsc-certainty-words.h"
#include "judge/verdict/lsc-verdict.h"

G_BEGIN_DECLS

typedef enum
{
  LSC_FINDING_MAJOR,
  LSC_FINDING_MINOR,
  LSC_FINDING_N_SEVERITIES,
} LscFindingSeverity;

/** How often what is said so is true (findings.md#certainty). */
typedef enum
{
  LSC_FINDING_SURE,     /* in 99 of 100 cases */
  LSC_FINDING_LIKELY,   /* in 80 or more */
  LSC_FINDING_POSSIBLE, /* in fewer: it stands folded */
  LSC_FINDING_N_CERTAINTIES,
} LscFindingCertainty;

/** Among which findings one is shown. */
typedef enum
{
  LSC_FINDINGS_OUTSTANDING, /* measured: major, and likely at least */
  LSC_FINDINGS_PREDICTED,   /* major: what a change would gain, computed and not tried */
  LSC_FINDINGS_POSSIBLE,    /* the other major ones, folded */
  LSC_FINDINGS_MINOR,       /* folded */
  LSC_FINDINGS_N_GROUPS,
} LscFindingGroup;

/**
 * LscEvidencePlace: where a finding is seen
 * @folder: (nullable): what a rank without a number was read from (lsc_rank_name_new())
 * @begin_ns, @end_ns: of that rank's clock; equal where there is no instance
 * @slice: id of LscTimeline, %LSC_SLICE_NONE
 * @name: (nullable): what is there, as recorded
 * @is_title: @name is no name of a slice, but that of a group, or of several kernels
 * @module: (nullable): path of the module
 */
typedef struct
{
  gint64 rank;
  char *folder;
  gint64 begin_ns;
  gint64 end_ns;
  guint32 slice;
  char *name;
  gboolean is_title;
  char *module;
  LscPhrase *text; /* what it shows */
} LscEvidencePlace;

typedef struct _LscFinding LscFinding;

/**
 * LscFinding: one cause
 * @id: of the rule (findings.md#rules); static
 * @severity: by @share alone
 * @gain_ns: what the step would be shorter without it, median over the steps; %LSC_INT_NULL
 * @own_certainty: @certainty before its gain turned out to be too little to be told
 * @hidden_ns: what it gains where all others are mended, if they hide it (findings.md#hidden); else
 * 0
 * @share: @gain_ns of the step; %LSC_REAL_NULL
 * @is_bound: @gain_ns is the most that it can be
 * @host_gain_ns: what of @gain_ns there is before the host is the limit; 0 = it does not bound it
 * @is_of_recording: nothing marks steps: @gain_ns and @share are of the whole recording
 * @weight: what of @share is likely to be gained (findings.md#order); %LSC_REAL_NULL
 * @cause: (nullable): the finding that it is an effect of, or says more about (findings.md#causes);
 *   which has none itself
 * @ranks: (element-type gint64)
 * @when: in which steps; @steps: (element-type gint64): their numbers, empty where all are meant
 * @is_of_pipeline: what a verdict says; its chart shows it
 * @is_predicted: @gain_ns is that of a change that was computed, not measured
 * @brief: (nullable): @text without its proof, where it has one
 * @fact: the cause alone, without its proof and its gain
 * @proof, @rest: (nullable): what @text says before and behind the gain; %NULL of a verdict
 * @line: (nullable): what, where and how much, in twelve words (findings.md#line); %NULL of a rule
 *   that never stands first
 * @title, @subject: (nullable): what it is called there where not as its rule: without its place,
 *   and with it
 * @unknown: (nullable): what is not known of it
 * @places: (element-type LscEvidencePlace)
 * @place: among those of all rules, before they were put in order
 * @changes: (nullable) (element-type LscReplayChange): what is taken away of which @gain_ns is
 */
struct _LscFinding
{
  const char *id;
  LscFindingSeverity severity;
  LscFindingCertainty certainty;
  LscFindingCertainty own_certainty;
  gint64 gain_ns;
  gint64 hidden_ns;
  double share;
  gboolean is_bound;
  gint64 host_gain_ns;
  gboolean is_of_recording;
  double weight;
  const LscFinding *cause;
  GArray *ranks;
  LscWhen when;
  GArray *steps;
  gboolean is_of_pipeline;
  gboolean is_predicted;
  LscPhrase *text;
  LscPhrase *proof;
  LscPhrase *rest;
  LscPhrase *brief;
  LscPhrase *fact;
  LscPhrase *line;
  const char *title;
  LscPhrase *subject;
  LscPhrase *remedy;
  LscPhrase *unknown;
  GPtrArray *places;
  GArray *changes;
  guint place;
};

/** A rule without the data that it needs. */
typedef struct
{
  const char *id;
  LscPhrase *reason;
} LscSilentRule;

/** What computes. @ns: a step, mean of the steps and ranks; @share: of all computing */
typedef struct
{
  char *name;
  gboolean is_module;
  gint64 ns;
  double share;
} LscComputing;

/** What else computes, so that all parts add up. @others_ns: of @n_others that are not listed;
 * @outside_ns: in no module, where modules are listed; shares are of all computing */
typedef struct
{
  guint n_others;
  gint64 others_ns;
  double others_share;
  gint64 outside_ns;
  double outside_share;
} LscComputingRest;

/**
 * LscFindings: immutable after it was made; reference counted
 * @rows: (element-type LscFinding): those that stand out first, then the other major ones, each
 *   by weight, falling; behind each those that are effects of it
 * @answer: the bold line, of at most twelve words: the largest finding, or that computing is nearly
 *   all
 * @detail: (nullable): the largest finding in whole sentences, where @answer is its short form
 * @rest: (nullable): of what a step consists, as far as @answer does not say it
 * @caption: (nullable): beside the picture of the steps: of what they mostly consist
 * @headline: one sentence: what the step consists of, or that nothing was found
 * @parts: likewise, behind a sentence that says how long the step is
 * @basis: (nullable): whose marks the steps are, where not the device's
 * @computing: (element-type LscComputing): what computes most, the largest first
 * @computing_rest: what @computing leaves out
 * @silent: (element-type LscSilentRule): rules that the data cannot judge
 * @blame: index of the first of @rows that is to blame on some of the ranks, not on all;
 *   %LSC_FINDINGS_NO_BLAME
 * @is_device: @answer is that computing is nearly all
 * @total_gain_ns: what all of @rows that count gain together, each thing once; of a step
 * @total: (nullable): the same in words, where several count
 * @prediction: (nullable): that another schedule may gain more than all that was found, which is
 *   predicted and no part of @total
 * @larger: (nullable): the line below @answer: what may gain more than the finding in it, and why
 * it does not stand there: @prediction, or an upper bound of which less is expected
 * @larger_brief: (nullable): the same without why, for a place with less room
 * @larger_row: (nullable): the finding that @larger is about
 * @verdicts: (nullable): of the pipelines, as they are shown: those that nothing else decides, and
 *   the findings that decide the others (verdicts.md#decided)
 */
typedef struct
{
  gatomicrefcount refs;
  GPtrArray *rows;
  LscPhrase *answer;
  LscPhrase *detail;
  LscPhrase *rest;
  LscPhrase *caption;
  LscPhrase *headline;
  LscPhrase *parts;
  LscPhrase *basis;
  GArray *computing;
  LscComputingRest computing_rest;
  GPtrArray *silent;
  guint blame;
  gboolean is_device;
  gint64 total_gain_ns;
  LscPhrase *total;
  LscPhrase *prediction;
  LscPhrase *larger;
  LscPhrase *larger_brief;
  const LscFinding *larger_row;
  LscVerdicts *verdicts;
} LscFindings;

#define LSC_FINDINGS_NO_BLAME G_MAXUINT

LscFindings *lsc_findings_new (const LscOverview *overview, const LscRankDigest *const *digests,
                               const LscVerdicts *verdicts, const LscStragglers *study);
LscFindings *lsc_findings_ref (LscFindings *self);
void lsc_findings_unref (LscFindings *self);
LscTable *lsc_findings_get_table (const LscFindings *self);
guint lsc_findings_count_outstanding (const LscFindings *self);
const LscFinding *lsc_findings_get_outstanding (const LscFindings *self, guint n);
guint lsc_findings_count_told (const LscFindings *self);
const LscFinding *lsc_findings_get_told (const LscFindings *self, guint n);
const LscFinding *lsc_findings_get_told_of (const LscFindings *self, gint64 rank);
const LscFinding *lsc_findings_get_predicted (const LscFindings *self);
const LscFinding *lsc_findings_get_answer (const LscFindings *self);
const LscFinding *lsc_findings_get_slow (const LscFindings *self, const LscOverview *overview);
const char *lsc_finding_get_certainty_id (const LscFinding *self);
const char *lsc_finding_get_certainty_title (const LscFinding *self);
LscCertaintyWords lsc_finding_get_certainty_words (const LscFinding *self);
const char *lsc_finding_group_get_title (LscFindingGroup group);
LscPhrase *lsc_finding_say_gain (const LscFinding *self);
LscPhrase *lsc_findings_say_remark (const LscFindings *self, const LscOverview *overview,
                                    const LscPhrase *remedy);
LscTable *lsc_findings_get_computing (const LscFindings *self);
gboolean lsc_findings_replaces_line (const LscFindings *self, const LscOverview *overview,
                                     guint line);
GPtrArray *lsc_findings_list_overview_lines (const LscFindings *self, const LscOverview *overview);

/** Returns: (transfer none): row @index */
static inline const LscFinding *
lsc_findings_get (const LscFindings *self, guint index)
{
  return self->rows->pdata[index];
}

/** Returns: among which findings it, or its cause, is shown (findings.md#order) */
static inline LscFindingGroup
lsc_finding_get_group (const LscFinding *self)
{
  if (self->cause)
    self = self->cause;
  if (self->severity == LSC_FINDING_MINOR)
    return LSC_FINDINGS_MINOR;
  if (self->is_predicted)
    return LSC_FINDINGS_PREDICTED;
  return self->certainty == LSC_FINDING_POSSIBLE ? LSC_FINDINGS_POSSIBLE : LSC_FINDINGS_OUTSTANDING;
}

/** Returns: whether a finding is said where others are folded, and effects stand below it */
static inline gboolean
lsc_finding_stands_out (const LscFinding *self)
{
  return !self->cause && lsc_finding_get_group (self) == LSC_FINDINGS_OUTSTANDING;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscFindings, lsc_findings_unref)

G_END_DECLS
