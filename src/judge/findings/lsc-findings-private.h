/* lsc-findings-private.h - ranks as the rules see them, and how a rule tells what it found
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/findings/lsc-findings.h"

G_BEGIN_DECLS

#define LSC_FINDING_LEAST_SHARE 0.02 /* below it a finding is minor (findings.md#order) */

/**
 * LscJudgedRank: means over the steps that count
 * @busy_ns: the step without what it waited for others
 */
typedef struct
{
  const LscRuleFacts *facts;
  const LscOverviewRank *overview;
  gint64 stage; /* LSC_INT_NULL */
  double step_ns;
  double compute_ns;
  double hidden_ns;
  double busy_ns;
  double wait_ns;
  double slow_link_ns; /* of transfers, what a slow link costs */
  double peer_wait_ns; /* of these, what only comparing ranks tells */
  double ns[LSC_LOSS_N];
} LscJudgedRank;

typedef struct
{
  LscJudgedRank *ranks;
  gsize n;
  const LscVerdicts *verdicts; /* (nullable) */
  double step_ns;              /* longest of the ranks */
  GPtrArray *rows;             /* (element-type LscFinding) */
  GPtrArray *silent;
} LscJudge;

/**
 * LscFound: what a rule found
 * @lost_ns: of each rank
 * @text, @remedy, @unknown: (transfer full); of @text the cause, the gain is told behind it
 * @verdict: (nullable): says it instead of @text, with its gain as a share of the step
 */
typedef struct
{
  const char *id;
  const double *lost_ns;
  double gain_ns; /* NAN: has no share */
  gboolean is_bound;
  double likely_part; /* of an upper bound; 0 = the usual */
  gboolean is_minor;  /* whatever its share */
  LscPhrase *text;
  LscPhrase *remedy;
  LscPhrase *unknown;
  const LscVerdict *verdict;
} LscFound;

/**
 * LscKernelRule: a rule that charges kernels with a share of their time
 * @lost: the share of the time of the kernels of a name that is lost
 * @least_share: of the step; below it nothing is told
 * @has_no_gain: what is lost is no time that could be saved
 * @is_minor: whatever its share
 * @text: of the ranks, the kernel that loses most and @detail; marked for translation as the two
 *   that follow
 * @unknown: (nullable): what the rule did not look at
 * @detail: (nullable): not translated
 */
typedef struct
{
  const char *id;
  double (*lost) (const LscRuleFacts *facts, const LscRuleKernel *kernel);
  double least_share;
  gboolean has_no_gain;
  gboolean is_minor;
  const char *text;
  const char *remedy;
  const char *unknown;
  const char *detail;
} LscKernelRule;

void _lsc_judge_init (LscJudge *self, const LscOverview *overview, const LscRuleFacts *const *rules,
                      const LscVerdicts *verdicts);
void _lsc_judge_clear (LscJudge *self);
double _lsc_judge_gain (const LscJudge *self, const double *lost_ns);
LscFinding *_lsc_judge_add (LscJudge *self, LscFound found);
void _lsc_judge_stay_silent (LscJudge *self, const char *id, LscPhrase *reason);
gboolean _lsc_judge_takes_part (const double *lost_ns, gsize n, gsize rank);
gsize _lsc_judge_find_worst (const double *lost_ns, gsize n);
const LscRuleKernel *_lsc_judge_find_kernel (const LscJudge *self, const LscKernelRule *rule);
void _lsc_judge_kernels (LscJudge *self, const LscKernelRule *rule);
LscPhrase *_lsc_judge_name_ranks (const LscJudge *self, const double *lost_ns);
void _lsc_finding_show_loss (LscFinding *self, const LscRuleFacts *facts, LscLoss loss);
void _lsc_finding_show_kernel (LscFinding *self, const LscRuleFacts *facts,
                               const LscRuleKernel *kernel);
void _lsc_finding_compare_kernel (LscFinding *self, const LscRuleFacts *facts,
                                  const LscRuleKernel *kernel);

const LscRuleKernel *_lsc_rule_find_kernel (const LscRuleFacts *facts, const LscRuleKernel *like);
void _lsc_rule_show_peer (LscFinding *row, const LscRuleFacts *peer, const LscRuleKernel *kernel);
gsize _lsc_rule_find_fastest (const LscJudge *self, gsize rank);
gsize _lsc_rule_find_lightest (const LscJudge *self, gsize rank);
const LscRuleKernel *_lsc_rule_find_excess (const LscJudge *self, gsize rank, gsize other);
void _lsc_rule_tell_difference (LscJudge *self, gsize slow);
void _lsc_rule_tell_calls (LscJudge *self);
gboolean _lsc_rule_is_fragmented (const LscRuleFacts *facts);

void _lsc_finding_free (gpointer item);
char *_lsc_finding_list_ranks (const LscFinding *self);

void _lsc_rules_of_peers (LscJudge *self);
void _lsc_rules_of_pipelines (LscJudge *self);
void _lsc_rules_of_idleness (LscJudge *self);
void _lsc_rules_of_links (LscJudge *self);
void _lsc_rules_of_packets (LscJudge *self);
void _lsc_rules_of_communication (LscJudge *self);
void _lsc_rules_of_ai_cpu (LscJudge *self);
void _lsc_rules_of_kernels (LscJudge *self);
void _lsc_rules_of_sequences (LscJudge *self);
void _lsc_rules_of_counters (LscJudge *self);
void _lsc_rules_of_memory (LscJudge *self);
void _lsc_rules_of_environment (LscJudge *self);
void _lsc_rules_of_shapes (LscJudge *self);

G_END_DECLS
