/* lsc-report-private.h - sentences that documents share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/compare/lsc-waterfall.h"
#include "draw/overview/lsc-rank-rows.h"
#include "export/report/lsc-report.h"

G_BEGIN_DECLS

LscTable *_lsc_report_bars_table (const LscWaterfall *self, const char *name);
LscTable *_lsc_report_ranks_table (const LscRankRows *rows);
char *_lsc_report_short_name (const char *name);
char *_lsc_report_side_name (const LscCompare *compare, LscSide side);
char *_lsc_report_date (gint64 ns);
char *_lsc_report_sentence (const LscPhrase *phrase);
char *_lsc_report_stop (char *clause);

char *_lsc_report_drop_said (const LscReport *report, const char *text);
void _lsc_report_list_unknown (GPtrArray *points, const LscLacks *lacks, const char *of);

G_END_DECLS
