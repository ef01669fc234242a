/* lsc-findings-private.h - ranks as the rules see them, and how a rule tells what it found
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/causes/lsc-clock-effect.h"
#include "judge/causes/lsc-time-causes.h"
#include "judge/causes/lsc-time-shape.h"
#include "judge/findings/lsc-finding-rules.h"
#include "judge/findings/lsc-findings.h"

G_BEGIN_DECLS

#define LSC_FINDING_LEAST_SHARE 0.02 /* below it a finding is minor (findings.md#order) */
#define LSC_FINDING_LEAST_VERDICT                                                                  \
  0.05 /* below it the device is the limit, where it is compute-bound (findings.md#answer) */
#define LSC_JUDGE_NO_RANK G_MAXSIZE

/**
 * LscJudgedSteps: steps of the ranks that are looked at side by side (findings.md#over-steps)
 * @n: how many
 * @numbers: (array): of each its number; %LSC_INT_NULL where it has none
 * @places: (array): by rank, then by step: index of LscRankDigest.steps, %LSC_JUDGE_NO_STEP
 */
typedef struct
{
  gsize n;
  gint64 *numbers;
  guint32 *places;
} LscJudgedSteps;

#define LSC_JUDGE_NO_STEP G_MAXUINT32

/**
 * LscJudgedRank: means over the steps that count
 * @busy_ns: the step without what it waited for others
 */
typedef struct
{
  const LscRankDigest *digest;
  const LscOverviewRank *overview;
  gint64 stage; /* LSC_INT_NULL */
  double step_ns;
  double compute_ns;
  double hidden_ns;
  double busy_ns;
  double wait_ns;
  double lead_ns;      /* what of ns is idle before its first block */
  double slow_link_ns; /* of transfers, what a slow link costs */
  double peer_wait_ns; /* of these, what only comparing ranks tells */
  double message_ns;   /* of communication that cannot be split, messages of which nobody tells
                          how long they wait */
  double ns[LSC_LOSS_N];
  LscClockEffect clock;  /* of its steps at a lower clock */
  double *clock_lost_ns; /* (array) (nullable): by index of LscRankDigest.steps */
} LscJudgedRank;

/** LscStandingVerdict: one that nothing else decides. @verdict: borrows its texts; @row:
 * (nullable): the finding that it became */
typedef struct
{
  LscVerdict verdict;
  const LscFinding *row;
} LscStandingVerdict;

typedef struct
{
  LscJudgedRank *ranks;
  gsize n;
  GHashTable *recorded;        /* gint64 *: their numbers */
  const LscRankCauses *causes; /* (nullable): who is slow, and why */
  const LscVerdicts *verdicts; /* (nullable) */
  const LscStragglers *study;  /* (nullable) */
  double step_ns;              /* what shares are of: the overview's, where that is the mean, too */
  gboolean is_step_mean;       /* else the mean of the rank with the longest */
  const LscPhrase *uneven;     /* (nullable): why ranks cannot be compared by what they do */
  const LscJobReplay *replay;  /* (nullable): what a step would gain */
  gint64 world;                /* at least so many ranks take part */
  gboolean is_cut;             /* the ranks recorded other steps: these are compared */
  gint64 first_step;
  gint64 last_step;
  LscJudgedSteps steps;
  const LscLateHosts *late_hosts; /* (nullable): none is */
  gboolean has_late_hosts;        /* some ranks idle for calls that cost others nothing */
  LscTimeCauses slow_steps;       /* what computing takes longer in some of @steps */
  LscTimeCauses late_steps; /* what the host is late in some of them: no part of LscJudgedRank */
  LscStepTimes longer;      /* what each of them is longer than one that nothing hits */
  gsize slow;               /* index of the rank that is slowest, or %LSC_JUDGE_NO_RANK */
  GPtrArray *rows;          /* (element-type LscFinding) */
  GArray *standing;         /* (element-type LscStandingVerdict) */
  GPtrArray *silent;        /* (element-type LscSilentRule) */
} LscJudge;

/**
 * LscFound: what a rule found
 * @lost_ns: of each rank
 * @named: (nullable): of each rank whether it is named, where @lost_ns does not tell it
 * @when, @numbers: (transfer full) (nullable) (element-type gint64): the steps, where not all
 * @what, @kind: of what @lost_ns is a part, as in LscReplayChange; 0 = computing
 * @changes: (nullable) (element-type LscReplayChange): what else its gain is of
 * @is_studied: @gain_ns is of a replay of its own
 * @text, @remedy, @unknown: (transfer full); of @text the cause, the gain is told behind it
 * @proof: (transfer full) (nullable): told between both
 * @title: (nullable): static noun phrase in place of the rule's (findings.md#line)
 * @subject: (transfer full) (nullable): noun phrase with its place, instead of both
 * @rest: (transfer full) (nullable): told behind the gain
 * @verdict: (nullable): says it instead of @text, with its gain as a share of the step
 */
typedef struct
{
  LscRule rule;
  const double *lost_ns;
  const double *named;
  LscReplayWhat what;
  guint kind;
  const GArray *changes;
  double gain_ns; /* NAN: has no share */
  gboolean is_bound;
  gboolean is_studied;
  double likely_part;            /* of an upper bound; 0 = the usual */
  gboolean is_minor;             /* possible at most, though not all of the rule are */
  LscFindingCertainty certainty; /* the rule and @is_minor may lower it */
  LscWhen when;
  GArray *numbers;
  LscPhrase *text;
  LscPhrase *proof;
  const char *title;
  LscPhrase *subject;
  LscPhrase *rest;
  LscPhrase *remedy;
  LscPhrase *unknown;
  const LscVerdict *verdict;
} LscFound;

/**
 * LscKernelRule: a rule that charges kernels with a share of their time
 * @lost: the share of the time of the kernels of a name that is lost
 * @has_no_gain: what is lost is no time that could be saved
 * @text: of the ranks, the kernel that loses most and @detail; marked for translation as the two
 *   that follow
 * @unknown: (nullable): what the rule did not look at
 * @detail: (nullable): not translated
 * @gpu_remedy: (nullable): where it differs
 */
typedef struct
{
  LscRule rule;
  double (*lost) (const LscRankDigest *digest, const LscDigestKernel *kernel);
  gboolean has_no_gain;
  const char *text;
  const char *remedy;
  const char *unknown;
  const char *detail;
  const char *gpu_remedy;
} LscKernelRule;

void _lsc_judge_init (LscJudge *self, const LscOverview *overview,
                      const LscRankDigest *const *digests, const LscVerdicts *verdicts,
                      const LscStragglers *study);
void _lsc_judge_clear (LscJudge *self);
gboolean _lsc_judge_is_of_gpus (const LscJudge *self);
double _lsc_judge_gain (const LscJudge *self, const double *lost_ns);
void _lsc_judged_steps_init (LscJudgedSteps *self, const LscJudge *judge);
void _lsc_judged_steps_clear (LscJudgedSteps *self);
const LscBudgetStep *_lsc_judge_get_step (const LscJudge *self, gsize rank, gsize step);
double _lsc_judge_get_lead_in_ns (const LscJudge *self, gsize rank, const LscBudgetStep *step);
void _lsc_judge_look_over_steps (LscJudge *self);
double _lsc_judge_gain_of_steps (const LscJudge *self, LscReplayWhat what, guint kind,
                                 const LscStepTimes *lost);
double _lsc_judge_get_host_ns (const LscJudge *self, gsize rank);
gboolean _lsc_judge_is_of_late_host (const LscJudge *self, gsize rank);
double _lsc_judge_get_late_host_ns (const LscJudge *self, gsize rank, gsize step);
void _lsc_judge_list_losses (const LscJudge *self, LscLoss loss, LscStepTimes *lost);
void _lsc_judge_find_shape (const LscJudge *self, const LscStepTimes *lost, LscTimeShape *shape);
GArray *_lsc_judge_list_numbers (const LscJudge *self, const LscTimeShape *shape);
LscPhrase *_lsc_judge_say_when (const LscJudge *self, const LscTimeShape *shape);
double _lsc_judge_gain_of (const LscJudge *self, LscReplayWhat what, guint kind,
                           const double *lost_ns);
gboolean _lsc_judge_guesses_gains (const LscJudge *self);
GArray *_lsc_judge_list_changes (const LscJudge *self, const LscFound *found);
LscFinding *_lsc_judge_add (LscJudge *self, LscFound found);
gboolean _lsc_judge_is_enough (const LscJudge *self, LscRule rule, double gain_ns);
void _lsc_judge_stay_silent (LscJudge *self, LscRule rule, LscPhrase *reason);
LscPhrase *_lsc_judge_find_lack (const LscJudge *self, LscRuleNeed need);
gboolean _lsc_judge_takes_part (const double *lost_ns, gsize n, gsize rank);
double *_lsc_judge_find_named (const LscJudge *self, const LscStepTimes *lost,
                               const double *mean_ns);
gsize _lsc_judge_find_worst (const double *lost_ns, gsize n);
const LscDigestKernel *_lsc_judge_find_kernel (const LscJudge *self, const LscKernelRule *rule,
                                               const LscRankDigest **digest);
void _lsc_judge_kernels (LscJudge *self, const LscKernelRule *rule);
LscPhrase *_lsc_judge_advise_on_devices (const LscJudge *self, const double *is_named,
                                         LscPhrase *advice);
LscPhrase *_lsc_judge_say_rest (const LscJudge *self, gsize rank, double excess_ns, double gain_ns);
LscPhrase *_lsc_judge_name_ranks (const LscJudge *self, const double *lost_ns);
gboolean _lsc_judge_has_steps (const LscJudge *judge);
gboolean _lsc_judge_is_inference (const LscJudge *self);
void _lsc_finding_show_loss (LscFinding *self, const LscRankDigest *digest, LscLoss loss);
void _lsc_finding_show_kernel (LscFinding *self, const LscRankDigest *digest,
                               const LscDigestKernel *kernel);
void _lsc_finding_compare_kernel (LscFinding *self, const LscRankDigest *digest,
                                  const LscDigestKernel *kernel);

void _lsc_rule_show_sequence (LscFinding *row, const LscRankDigest *digest,
                              const LscDigestSequence *sequence);
const LscDigestKernel *_lsc_rule_find_kernel (const LscRankDigest *digest,
                                              const LscRankDigest *from,
                                              const LscDigestKernel *like);
void _lsc_rule_show_peer (LscFinding *row, const LscRankDigest *peer, const LscRankDigest *from,
                          const LscDigestKernel *kernel);
gsize _lsc_rule_find_fastest (const LscJudge *self, gsize rank);
gsize _lsc_rule_find_lightest (const LscJudge *self, gsize rank);
const LscDigestKernel *_lsc_rule_find_excess (const LscJudge *self, gsize rank, gsize other);
gboolean _lsc_rule_lacks_types (const LscJudge *self);
gboolean _lsc_rule_leaves_ops (const LscJudge *self);
void _lsc_rule_long_stage (LscJudge *self);
void _lsc_rule_slow_worker (LscJudge *self);
void _lsc_rule_uneven_ops (LscJudge *self);
void _lsc_judge_frequency (LscJudge *self);
LscPhrase *_lsc_rule_advise_on_frequency (void);
void _lsc_rule_show_clocks (LscFinding *row, const LscJudge *self, const double *lost_ns);
void _lsc_rule_common_drop (LscJudge *self, LscRule rule);
gboolean _lsc_rule_is_host_late (const LscJudge *self);
gboolean _lsc_rule_launches_graphs (const LscJudge *self);
extern const char *const _lsc_preempted_remedy;
const char *_lsc_rule_find_late_call (const LscJudge *judge, gsize rank);
gboolean _lsc_rule_is_fragmented (const LscRankDigest *digest);

void _lsc_findings_find_causes (const LscJudge *judge);
LscPhrase *_lsc_rule_say_remedy (const LscJudge *self, const LscVerdict *verdict);
void _lsc_finding_say_found (LscFinding *row);
void _lsc_finding_bound_gain (LscFinding *self);
void _lsc_findings_find_hidden (const LscJudge *judge);
void _lsc_findings_doubt_gains (const LscJudge *judge);
gboolean _lsc_findings_overlap (const LscJudge *judge, const LscFinding *a, const LscFinding *b);
double _lsc_findings_sum_gains (const LscJudge *judge, double *sum_ns);
LscPhrase *_lsc_findings_say_total (const LscFindings *self, const LscJudge *judge, double sum_ns);
LscVerdicts *_lsc_findings_decide_verdicts (const LscJudge *judge);
LscPhrase *_lsc_findings_say_headline (const LscFindings *self, const LscJudge *judge,
                                       const LscOverview *overview, gboolean after_length);
LscPhrase *_lsc_findings_say_launched (const LscFindings *self, const LscJudge *judge);
gboolean _lsc_judge_is_compute_bound (const LscJudge *self);
LscPhrase *_lsc_finding_say_line (const LscJudge *judge, const LscFinding *row);
const LscFinding *_lsc_findings_find_larger (const LscFindings *self);
LscPhrase *_lsc_findings_say_larger (const LscFindings *self, const LscJudge *judge);
LscPhrase *_lsc_findings_say_larger_briefly (const LscFindings *self, const LscJudge *judge);
LscPhrase *_lsc_findings_say_answer (const LscFindings *self, const LscJudge *judge,
                                     const LscOverview *overview);
gboolean _lsc_findings_answers_device (const LscFindings *self, const LscJudge *judge);
LscPhrase *_lsc_findings_say_caption (const LscJudge *judge);
LscPhrase *_lsc_findings_say_rest (const LscFindings *self, const LscJudge *judge,
                                   const LscOverview *overview);
LscPhrase *_lsc_findings_say_detail (const LscFindings *self, const LscJudge *judge);
GArray *_lsc_findings_list_computing (const LscJudge *judge, LscComputingRest *rest);
LscPhrase *_lsc_findings_say_computing (const GArray *computing);
void _lsc_finding_free (gpointer item);
char *_lsc_finding_list_ranks (const LscFinding *self);

void _lsc_rule_frequency_drop (LscJudge *self, LscRule rule);
void _lsc_rule_slow_rank (LscJudge *self, LscRule rule);
void _lsc_rule_difference (LscJudge *self, LscRule rule);
void _lsc_rule_stage_imbalance (LscJudge *self, LscRule rule);
void _lsc_rule_uneven_work (LscJudge *self, LscRule rule);
void _lsc_rule_idle (LscJudge *self, LscRule rule);
void _lsc_rule_slow_host (LscJudge *self, LscRule rule);
void _lsc_rule_slow_hosts (LscJudge *self, LscRule rule);
void _lsc_rule_slow_link (LscJudge *self, LscRule rule);
void _lsc_rule_slow_group (LscJudge *self, LscRule rule);
void _lsc_rule_packets (LscJudge *self, LscRule rule);
void _lsc_rule_communication_wait (LscJudge *self, LscRule rule);
void _lsc_rule_uncovered_communication (LscJudge *self, LscRule rule);
void _lsc_rule_ai_cpu (LscJudge *self, LscRule rule);
void _lsc_rule_ai_cpu_reason (LscJudge *self, LscRule rule);
void _lsc_rule_kernels (LscJudge *self, LscRule rule);
void _lsc_rule_sequences (LscJudge *self, LscRule rule);
void _lsc_rule_unfused_kernels (LscJudge *self, LscRule rule);
void _lsc_rule_counters (LscJudge *self, LscRule rule);
void _lsc_rule_memory_growth (LscJudge *self, LscRule rule);
void _lsc_rule_memory_fragmentation (LscJudge *self, LscRule rule);
void _lsc_rule_memory_outside (LscJudge *self, LscRule rule);
void _lsc_rule_memory_late_release (LscJudge *self, LscRule rule);
void _lsc_rule_memory_spike (LscJudge *self, LscRule rule);
void _lsc_rule_variables (LscJudge *self, LscRule rule);
void _lsc_rule_slow_steps (LscJudge *self, LscRule rule);
void _lsc_rule_uneven_steps (LscJudge *self, LscRule rule);
void _lsc_rule_late_steps (LscJudge *self, LscRule rule);
void _lsc_rule_verdicts (LscJudge *self, LscRule rule);
void _lsc_rule_dynamic_kernels (LscJudge *self, LscRule rule);

G_END_DECLS
