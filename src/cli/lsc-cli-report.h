/* lsc-cli-report.h - writing documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "cli/lsc-cli-command.h"
#include "export/report/lsc-pin-maker.h"
#include "export/report/lsc-report-file.h"
#include "export/report/lsc-report-wish.h"

G_BEGIN_DECLS

void lsc_cli_choose_language (char *const *argv);
gboolean lsc_cli_check_report (LscCliRun *run, GError **error);
char *lsc_cli_say_command (const LscCliRun *run);
LscReportWish lsc_cli_get_wish (const LscCliRun *run, const char *command);
gboolean lsc_cli_add_pins (LscCliRun *run, LscReport *report, LscPinMaker *maker, GError **error);
gboolean lsc_cli_write_report (LscCliRun *run, const LscReport *report, GError **error);

G_END_DECLS
