/* lsc-cli-mode.h - the modes that are a table of columns and a function
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-results.h"
#include "session/modes/lsc-modes.h"

G_BEGIN_DECLS

/**
 * LscCliMode: a mode, with its own options as they were given
 * @mode: (nullable): none was asked for
 * @is_text: the tables in the form and the units of the reference's text
 */
typedef struct
{
  const LscMode *mode;
  int top_num;
  gboolean leaves_out_op_names;
  char *parallel_types;
  int rank;
  char *base;
  gboolean is_text;
} LscCliMode;

gboolean lsc_cli_mode_check (const LscCliMode *self, GError **error);
gboolean lsc_cli_is_mode (const char *word);
gboolean lsc_cli_is_advisor (const char *word);
LscExit lsc_cli_run_mode (LscCliRun *run, const LscCliMode *mode, LscExportType type);

G_END_DECLS
