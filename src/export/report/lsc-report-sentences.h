/* lsc-report-sentences.h - what a text says at a glance, and what of it stands elsewhere
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "export/report/lsc-report.h"

G_BEGIN_DECLS

guint lsc_report_count_words (const char *text);
char *lsc_report_shorten (const char *text, guint most_words, gboolean *is_whole);
char *lsc_report_cut_words (char *text, const char *part);
char *lsc_report_first_sentence (const char *text);
void lsc_report_take_message (LscReportSection *section, char *text);
void lsc_report_take_words (const LscReport *report, LscReportSection *section, char *line,
                            char *rest);
gboolean lsc_report_says_message (const LscReportSection *section);
const char *lsc_report_skip_message (const LscReportSection *section, const char *text);
const char *lsc_report_skip_sentence (const char *text);

G_END_DECLS
