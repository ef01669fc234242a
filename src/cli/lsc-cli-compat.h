/* lsc-cli-compat.h - options that print the files of the exporter
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "cli/lsc-cli-command.h"

G_BEGIN_DECLS

gboolean lsc_cli_compat_check (const LscCliRun *run, gboolean fits, const char *with,
                               const char *file, GError **error);
gboolean lsc_cli_compat_check_ranks (const LscCliRun *run, GError **error);

G_END_DECLS
