/* lsc-report-pair-ranks.h - the first page of a comparison: who changed, and by how much
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "export/report/lsc-report-pipeline.h"
#include "judge/compare/lsc-compare.h"

G_BEGIN_DECLS

GArray *lsc_report_list_changed (const LscCompare *compare);
char *lsc_report_say_who_changed (const LscCompare *compare);
char *lsc_report_say_main_category (const LscCompare *compare);
char *lsc_report_say_pipelines (const LscReportPipeline *sides);
void lsc_report_add_rank_changes (LscReportSection *section, const LscCompare *compare);
void lsc_report_fill_change (LscReport *report, const LscCompare *compare,
                             GPtrArray *const *digests);

G_END_DECLS
