/* lsc-ascend-scan.c - rows of a table of a profiler database, and their times
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "read/ascend/lsc-ascend-private.h"
#include "read/text/lsc-cell.h"

/** Reports that a table lacks a column. */
void
_lsc_ascend_report_column (LscAscend *self, const char *table, const char *column)
{
  LscNotice *notice = lsc_notice_new (LSC_SEVERITY_WARNING, "missing-column",
                                      _ ("Table %s has no column %s."), table, column);

  lsc_notice_set_help (notice, _ ("It reads as if it were empty in every row."), NULL);
  lsc_run_take_notice (self->run, notice, table, -1);
}

/**
 * _lsc_ascend_scan:
 * @n_needed: the first columns whose absence is worth a word
 *
 * As lsc_db_scan(), with a notice for each needed column that the table lacks.
 */
LscScan *
_lsc_ascend_scan (LscAscend *self, const char *table, const char *const *columns, guint n_needed,
                  GError **error)
{
  LscScan *scan;

  lsc_job_add_work (self->job, lsc_db_guess_rows (self->db, table));
  scan = lsc_db_scan (self->db, table, columns, NULL, error);
  for (guint i = 0; scan && i < n_needed; i++)
    if (!lsc_scan_has_column (scan, (int) i))
      _lsc_ascend_report_column (self, table, columns[i]);
  return scan;
}

/* Says why a row's times cannot be used; only ever called for the few bad rows. */
static gboolean
refuse_times (LscTally *tally, LscScan *scan)
{
  lsc_tally_add (tally, scan);
  return FALSE;
}

/**
 * _lsc_ascend_keep_times:
 * @cells: (array length=2): start and end
 * @needs_end: %FALSE keeps a row without an end, with the end 0
 *
 * Reads start and end of the present row and counts what is wrong with them. The greatest 64-bit
 * number means "not available" (times.md#not-available).
 *
 * Source: formats.md#bad-rows.
 *
 * Returns: %FALSE when the row is to be dropped
 */
gboolean
_lsc_ascend_keep_times (LscAscend *self, LscScan *scan, LscCell **cells, gint64 *start_ns,
                        gint64 *end_ns, gboolean needs_end)
{
  LscTimeTallies *tallies = &self->times;
  LscParse start = lsc_value_time (cells[0], start_ns);
  LscParse end = lsc_value_time (cells[1], end_ns);

  if (G_LIKELY (start == LSC_PARSE_OK && end == LSC_PARSE_OK && *end_ns >= *start_ns &&
                *end_ns > 0 && *end_ns - *start_ns <= LSC_MOST_DURATION_NS &&
                *end_ns < LSC_MOST_TIME_NS))
    return TRUE;
  if (start == LSC_PARSE_BAD || *start_ns >= LSC_MOST_TIME_NS)
    return refuse_times (&tallies->bad, scan);
  if (lsc_cell_get_type (cells[1]) == SQLITE_NULL ||
      (end != LSC_PARSE_BAD && (*end_ns == 0 || *end_ns == G_MAXINT64)))
    {
      *end_ns = 0;
      return !needs_end || refuse_times (&tallies->endless, scan);
    }
  if (end == LSC_PARSE_BAD || *end_ns >= LSC_MOST_TIME_NS ||
      *end_ns - *start_ns > LSC_MOST_DURATION_NS)
    return refuse_times (&tallies->bad, scan);
  if (start == LSC_PARSE_TRUNCATED || end == LSC_PARSE_TRUNCATED)
    lsc_tally_add (&tallies->truncated, scan);
  return *end_ns >= *start_ns || refuse_times (&tallies->negative, scan);
}

/** Reports the odd times and the names made up since the last call as those of @table. */
void
_lsc_ascend_report_rows (LscAscend *self, const char *table)
{
  LscTimeTallies *times = &self->times;
  LscAscendStrings *strings = &self->strings;
  const struct
  {
    const LscTally *tally;
    const char *code;
    const char *what;
    const char *why;
    gboolean is_loss;
  } kinds[] = {
    { &times->bad, "bad-time", _ ("Rows whose times cannot be read"), _ ("They were skipped."),
      TRUE },
    { &times->truncated, "truncated-time", _ ("Rows whose times have a fraction"),
      _ ("The fraction of a nanosecond is cut off."), FALSE },
    { &times->negative, "negative-duration", _ ("Rows that end before they start"),
      _ ("They were skipped."), TRUE },
    { &times->endless, "no-end", _ ("Rows without an end"), _ ("They were skipped."), TRUE },
    { &strings->unknown, "unknown-string", _ ("Names that STRING_IDS lacks"),
      _ ("They are shown as <string N>."), FALSE },
    { &strings->missing, "unnamed", _ ("Rows without a name"), _ ("They are shown as <unnamed>."),
      FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].is_loss)
      lsc_tally_report_loss (kinds[i].tally, self->run, kinds[i].code, table, kinds[i].what,
                             kinds[i].why);
    else
      lsc_tally_report (kinds[i].tally, self->run, LSC_SEVERITY_WARNING, kinds[i].code, table,
                        kinds[i].what, kinds[i].why);
  *times = (LscTimeTallies){ 0 };
  strings->unknown = strings->missing = (LscTally){ 0 };
}

/**
 * _lsc_ascend_read:
 * @user_data: for LscAscendTable.take
 *
 * Reads the rows of a table in file order, none of one that the file lacks, and reports what was
 * wrong with their times and names.
 */
gboolean
_lsc_ascend_read (LscAscend *self, const LscAscendTable *table, gpointer user_data, GError **error)
{
  g_autoptr (LscScan) scan = NULL;
  gboolean ok;

  if (!lsc_db_has_table (self->db, table->table))
    return TRUE;
  scan = _lsc_ascend_scan (self, table->table, table->columns, table->n_needed, error);
  if (!scan)
    return FALSE;
  ok = lsc_scan_run (scan, table->take, user_data, error);
  _lsc_ascend_report_rows (self, table->table);
  return ok;
}
