/* lsc-cli-kept.h - opened recordings that stay for the next command of the same process
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "cli/lsc-cli.h"

G_BEGIN_DECLS

void lsc_cli_kept_begin (guint most);
void lsc_cli_kept_end (void);
gboolean lsc_cli_kept_is_on (void);
gboolean lsc_cli_kept_take (LscCliProject *self, const LscCliOptions *options, const char *path);
void lsc_cli_kept_put (const LscCliProject *self, const LscCliOptions *options, const char *path);
guint64 lsc_cli_kept_refresh (void);

G_END_DECLS
