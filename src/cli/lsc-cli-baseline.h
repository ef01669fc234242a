/* lsc-cli-baseline.h - recordings that checks compare with, by name
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "cli/lsc-cli.h"

G_BEGIN_DECLS

char *lsc_cli_baseline_find (const char *word, const char *folder, GError **error);
char *lsc_cli_baseline_get_path (const char *name, const char *folder, GError **error);
gboolean lsc_cli_baseline_save (const LscCliProject *project, const LscCliOptions *options,
                                const char *path, gboolean is_forced, GError **error);

G_END_DECLS
