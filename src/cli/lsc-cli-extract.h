/* lsc-cli-extract.h - what is kept of a rank, on its way to a file
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "cli/lsc-cli.h"
#include "session/lsc-session-extract.h"

G_BEGIN_DECLS

/** What of single events is kept. */
typedef enum
{
  LSC_CLI_DETAIL_EXCERPT,
  LSC_CLI_DETAIL_NONE,
} LscCliDetail;

LscExtractEntry *lsc_cli_extract_entry (const LscSource *source, GError **error);
LscPack *lsc_cli_extract_pack (LscSource *source, const LscCliOptions *options, LscCliDetail detail,
                               LscExtractEntry *entry, LscJob *job, GError **error);
char *lsc_cli_extract_name (const LscSource *source);
void lsc_cli_extract_tell (const char *what, const char *why);
LscExit lsc_cli_extract_find (LscCliProject *self, const LscCliOptions *options, char *const *paths,
                              guint *n_failed);

G_END_DECLS
