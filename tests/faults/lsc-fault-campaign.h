/* lsc-fault-campaign.h - all runs of a command, each with another fault
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "lsc-fault-run.h"

G_BEGIN_DECLS

/* %NULL: @bad is as it may be, where @good is the run without faults in the same folder @root; else
 * what is wrong with it. */
typedef const char *(*LscFaultJudge) (const LscFaultOutcome *good, const LscFaultOutcome *bad,
                                      const char *root);

typedef struct
{
  const LscFaultScenario *scenario;
  const LscFaultOutcome *good;
  LscFaultJudge judge;
  GPtrArray *faults;
  int next;
  GMutex lock;
  GString *findings;
  guint n_findings;
} LscFaultCampaign;

const char *lsc_fault_judge_files (const LscFaultOutcome *good, const LscFaultOutcome *bad,
                                   int code);
const char *lsc_fault_judge (const LscFaultOutcome *good, const LscFaultOutcome *bad,
                             const char *root);
void lsc_fault_campaign_run (LscFaultCampaign *self);
void lsc_fault_campaign_finish (LscFaultCampaign *self);

G_END_DECLS
