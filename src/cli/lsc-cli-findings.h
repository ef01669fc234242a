/* lsc-cli-findings.h - overview and findings of all ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "cli/lsc-cli.h"

G_BEGIN_DECLS

LscExit lsc_cli_judge (const LscCliProject *project, const LscCliOptions *options,
                       LscOverview **overview, LscFindings **findings);
char *lsc_cli_say_findings (const LscFindings *findings);

G_END_DECLS
