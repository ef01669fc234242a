/* lsc-finding-row.h - a finding in a list
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/findings/lsc-findings.h"
#include "app/parts/lsc-app-page.h"
#include "app/parts/lsc-page-words.h"

G_BEGIN_DECLS

/** So many places are listed below a finding, which may have one for each of thousands of ranks. */
#define LSC_FINDING_MOST_PLACES 12

char *lsc_finding_share_text (const LscFinding *finding);
const char *lsc_finding_icon (const LscFinding *finding);
const char *lsc_evidence_why_not (LscAppPage *page, const LscEvidencePlace *place);
const LscEvidencePlace *lsc_finding_get_evidence (LscAppPage *page, const LscFinding *finding);
void lsc_evidence_show (LscAppPage *page, const LscEvidencePlace *evidence, LscPlace place);

GtkWidget *lsc_finding_row_new_brief (const LscFinding *finding);
GtkWidget *lsc_finding_row_new (LscAppPage *page, const LscFinding *finding);

GtkWidget *lsc_finding_head_new (LscFindingGroup group);
void lsc_finding_name_certainty (GtkLabel *label, const LscFinding *finding);
void lsc_finding_show_certainty (LscPageWords *words, const LscFinding *finding);
void lsc_findings_link_larger (LscPageWords *words, const LscFindings *findings);

G_END_DECLS
