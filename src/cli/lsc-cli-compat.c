/* lsc-cli-compat.c - options that print the files of the exporter
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-compat.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"

/**
 * lsc_cli_compat_check:
 * @fits: whether the other options ask for what the file has
 * @with: options that do
 * @file: its name
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE unless CSV is asked for, too
 */
gboolean
lsc_cli_compat_check (const LscCliRun *run, gboolean fits, const char *with, const char *file,
                      GError **error)
{
  g_return_val_if_fail (run && with && file, FALSE);
  return (fits && run->options->format.is_csv) ||
         lsc_fail (error, LSC_ERROR_USAGE,
                   _ ("--compat prints the columns of %s: give it with %s and no other table"),
                   file, with);
}

/** Returns: %FALSE with %LSC_ERROR_USAGE where there are several ranks: the exporter has a file for
 * each */
gboolean
lsc_cli_compat_check_ranks (const LscCliRun *run, GError **error)
{
  g_return_val_if_fail (run, FALSE);
  return run->project.sources->len <= 1 ||
         lsc_fail (error, LSC_ERROR_USAGE, "%s",
                   _ ("--compat prints a file of one rank: give --rank-list N"));
}
