/* lsc-overview-findings.h - the first findings in words, above the ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "judge/findings/lsc-findings.h"

G_BEGIN_DECLS

/* Signals:
 *
 * "finding-activated" (index)   click or Enter: guint of a row */

#define LSC_TYPE_OVERVIEW_FINDINGS (lsc_overview_findings_get_type ())
G_DECLARE_FINAL_TYPE (LscOverviewFindings, lsc_overview_findings, LSC, OVERVIEW_FINDINGS, GtkWidget)

guint lsc_overview_findings_set (LscOverviewFindings *self, LscFindings *findings,
                                 const LscOverview *overview);
const LscFinding *lsc_overview_findings_get (LscOverviewFindings *self, guint index);

G_END_DECLS
