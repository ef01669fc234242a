/* lsc-cli-unknown.h - what a command does not know, and why
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-results.h"

G_BEGIN_DECLS

void lsc_cli_note_unknown (LscCliRun *run, LscTable *table);
void lsc_cli_note_results (LscCliRun *run, const LscResults *results);
void lsc_cli_keep_lacks (LscCliRun *run, LscSession *session);
void lsc_cli_add_unknown (LscCliRun *run, const GPtrArray *list);
gboolean lsc_cli_lacks_all (LscCliRun *run);
char *lsc_cli_unknown_of_nothing (const LscCliProject *project);
void lsc_cli_tell_unknown (LscCliRun *run, LscExit code);

G_END_DECLS
