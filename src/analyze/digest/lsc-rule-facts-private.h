/* lsc-rule-facts-private.h - the parts that the facts of a rank are made of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rule-facts.h"
#include "base/lsc-interval.h"

G_BEGIN_DECLS

/** Time that was computed at a frequency. */
typedef struct
{
  double mhz;
  gint64 ns;
} LscPace;

gboolean _lsc_rule_facts_is_silent (const LscTimeline *timeline, gint64 begin_ns, gint64 end_ns);
void _lsc_rule_facts_take_links (LscRuleFacts *self, const LscTimeline *timeline);
void _lsc_rule_facts_take_memory (LscRuleFacts *self, const LscTimeline *timeline,
                                  const LscBudget *budget);
void _lsc_rule_facts_take_peaks (LscRuleFacts *self, const LscTimeline *timeline, LscJob *job);
void _lsc_rule_facts_take_blocks (LscRuleFacts *self, const LscTimeline *timeline,
                                  const LscCounter *allocated, const LscCounter *active,
                                  LscJob *job);
void _lsc_rule_facts_take_sequences (LscRuleFacts *self, const LscTimeline *timeline,
                                     const LscBudget *budget);
void _lsc_rule_facts_take_contention (LscRuleFacts *self, const LscTimeline *timeline);
void _lsc_rule_facts_take_details (LscRuleFacts *self, const LscTimeline *timeline);
void _lsc_rule_facts_take_variables (LscRuleFacts *self, const LscTimeline *timeline);

/* -- lsc-rule-facts-pace.c -- */
void _lsc_rule_facts_list_clocks (const LscTimeline *timeline, GArray *out);
double _lsc_rule_facts_read_mhz (const GArray *clocks, const LscBudgetPiece *piece);
double _lsc_rule_facts_find_usual_mhz (GArray *paces);

#define LSC_SHORT_KERNEL_NS 20000 /* dispatch.md#remedies */

/* -- lsc-digest-count.c -- */
gboolean _lsc_digest_count_kernels (LscRankDigest *self, const LscTimeline *timeline, LscJob *job,
                                    GError **error);

G_END_DECLS
