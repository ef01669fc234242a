/* lsc-cli-picture.h - charts as files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "cli/lsc-cli-command.h"
#include "draw/overview/lsc-mean-plot.h"
#include "export/lsc-export-picture.h"

G_BEGIN_DECLS

/** Returns: (transfer full) (nullable): a table of a rank, or %NULL with an error */
typedef LscTable *(*LscCliRankTableFunc) (LscCliRun *run, LscTimeline *timeline, GError **error);

LscPictureOptions lsc_cli_picture_get_options (const LscCliRun *run, const char *title);
LscTheme lsc_cli_picture_get_theme (const LscCliRun *run);
double lsc_cli_picture_get_width (const LscCliRun *run);
gboolean lsc_cli_picture_write_means (LscCliRun *run, LscMeanKind kind, LscCliRankTableFunc get,
                                      GError **error);

G_END_DECLS
