/* lsc-tally.c - counts odd rows of a table, for one notice a kind
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/lsc-tally.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

/** Counts the present row of @scan. Dear for the first three rows, cheap for the others. */
void
lsc_tally_add (LscTally *self, LscScan *scan)
{
  if (self->count < LSC_TALLY_N_ROWS)
    self->row_ids[self->count] = lsc_scan_rowid (scan);
  self->count++;
}

/* @code: a string literal */
static LscNotice *
make_notice (const LscTally *self, LscSeverity severity, const char *code, const char *what,
             const char *why)
{
  g_autoptr (GString) rows = g_string_new (NULL);
  LscNotice *notice;

  for (gint64 i = 0; i < MIN (self->count, LSC_TALLY_N_ROWS); i++)
    g_string_append_printf (rows, "%s%" G_GINT64_FORMAT, i ? ", " : "", self->row_ids[i]);
  if (self->count > LSC_TALLY_N_ROWS)
    g_string_append (rows, ", …");
  notice = lsc_notice_new (severity, code, _ ("%s: %" PRId64 " (rows %s)."), what, self->count,
                           rows->str);
  lsc_notice_set_help (notice, why, NULL);
  return notice;
}

/**
 * lsc_tally_report:
 * @code: a string literal
 * @what: translated: what the rows are
 * @why: (nullable): translated: what became of them
 *
 * Adds one notice with the count and the first three rows to @run, none when nothing was counted.
 */
void
lsc_tally_report (const LscTally *self, LscRun *run, LscSeverity severity, const char *code,
                  const char *table, const char *what, const char *why)
{
  g_return_if_fail (self && run);

  if (self->count > 0)
    lsc_run_take_notice (run, make_notice (self, severity, code, what, why), table, self->count);
}

/**
 * lsc_tally_report_loss:
 *
 * As lsc_tally_report(), a warning, of rows that were left out: not all of the table was delivered.
 */
void
lsc_tally_report_loss (const LscTally *self, LscRun *run, const char *code, const char *table,
                       const char *what, const char *why)
{
  g_return_if_fail (self && run);

  if (self->count > 0)
    lsc_run_take_notice (
        run, lsc_notice_mark_loss (make_notice (self, LSC_SEVERITY_WARNING, code, what, why)),
        table, self->count);
}
