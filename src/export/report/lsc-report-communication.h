/* lsc-report-communication.h - communication in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "export/report/lsc-report.h"
#include "judge/communication/lsc-communication.h"

G_BEGIN_DECLS

gboolean lsc_report_add_matrix (LscReportSection *section, const char *title,
                                const LscCommunication *communication, GError **error);
void lsc_report_add_communication_section (LscReport *report,
                                           const LscCommunication *communication);

G_END_DECLS
