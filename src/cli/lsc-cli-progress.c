/* lsc-cli-progress.c - the line that tells how far a command is
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-visible.h"
#include "cli/lsc-cli.h"

static gboolean progress_is_shown;

/**
 * lsc_cli_on_progress:
 *
 * Shows how far a job is in one line of standard error; an LscProgressFunc.
 */
void
lsc_cli_on_progress (double share, const char *what, gpointer user_data)
{
  g_autofree char *line = lsc_visible_line (what);

  g_printerr ("\r\033[K%3.0f %%  %s", share * 100.0, line);
  progress_is_shown = TRUE;
}

/**
 * lsc_cli_end_progress:
 *
 * Clears the progress line, if there is one, before something else is printed.
 */
void
lsc_cli_end_progress (void)
{
  if (progress_is_shown)
    g_printerr ("\r\033[K");
  progress_is_shown = FALSE;
}
