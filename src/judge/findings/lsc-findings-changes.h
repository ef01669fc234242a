/* lsc-findings-changes.h - what two recordings are found to lose time to
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/findings/lsc-findings.h"

G_BEGIN_DECLS

/** What became of a finding (findings.md#changes). */
typedef enum
{
  LSC_FINDING_GONE,
  LSC_FINDING_NEW,
  LSC_FINDING_LESS,
  LSC_FINDING_MORE,
  LSC_FINDING_STAYS,
  LSC_FINDING_NOT_JUDGED, /* the other recording lacks what the rule needs */
  LSC_FINDING_N_STATES,
} LscFindingState;

extern const LscWord lsc_finding_state_words[LSC_FINDING_N_STATES];

/** LscFindingChange: a finding of one recording or of both; borrowed of them; one may be %NULL */
typedef struct
{
  LscFindingState state;
  const LscFinding *before;
  const LscFinding *after;
} LscFindingChange;

GArray *lsc_findings_changes_new (const LscFindings *before, const LscFindings *after);
LscTable *lsc_findings_changes_get_table (const GArray *changes);
LscPhrase *lsc_findings_changes_say (const GArray *changes, const LscFindings *before,
                                     const LscFindings *after);

G_END_DECLS
