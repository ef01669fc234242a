/* lsc-report-ranks.h - which ranks a page shows where there are many
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/findings/lsc-findings.h"

G_BEGIN_DECLS

char *lsc_report_say_longer (const LscOverview *overview);
GArray *lsc_report_choose_ranks (const LscOverview *overview, const LscFinding *cause);
guint lsc_report_count_stages (const LscOverview *overview, const GArray *chosen);

G_END_DECLS
