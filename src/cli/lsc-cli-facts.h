/* lsc-cli-facts.h - what of all ranks is compared, read one after the other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/findings/lsc-findings.h"
#include "analyze/digest/lsc-rank-digest.h"
#include "judge/overview/lsc-overview.h"
#include "cli/lsc-cli.h"

G_BEGIN_DECLS

GPtrArray *lsc_cli_load_digests (LscCliProject *project);
const LscRankFacts **lsc_cli_list_facts (const GPtrArray *digests);
const LscRuleFacts **lsc_cli_list_rules (const GPtrArray *digests);
LscOverview *lsc_cli_make_overview (const LscCliProject *project, const char *layout,
                                    const GPtrArray *digests, GError **error);
LscOverview *lsc_cli_load_overview (LscCliProject *project, const LscCliOptions *options,
                                    GPtrArray **digests, LscExit *code);
LscFindings *lsc_cli_make_findings (const LscCliProject *project, const GPtrArray *digests,
                                    const LscOverview *overview);
char *lsc_cli_say_findings (const LscFindings *findings, gboolean is_all);

G_END_DECLS
