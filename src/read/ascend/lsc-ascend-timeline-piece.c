/* lsc-ascend-timeline-piece.c - one pass over the rows of a piece of a table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-timeline-private.h"

#include <glib/gi18n-lib.h>

/* ---- in the name of a run ---- */

/**
 * _lsc_piece_tell_run:
 * @n_before: notices of the piece that are not meant
 *
 * Lets a run tell what the piece told last.
 */
void
_lsc_piece_tell_run (LscPiece *self, gsize n_before)
{
  g_autoptr (GPtrArray) list = NULL;

  if (lsc_notices_get_count (self->ascend.run->notices) == n_before)
    return;
  list = lsc_notices_copy_list (self->ascend.run->notices);
  for (gsize i = n_before; i < list->len; i++)
    lsc_notices_add (self->told->notices, lsc_notice_copy (list->pdata[i]));
}

/** Returns: what tells of rows in the name of a run; it owns nothing */
LscAscend
_lsc_piece_get_teller (LscPiece *self)
{
  LscAscend teller = self->ascend;

  teller.run = self->told;
  teller.times = self->run_times;
  teller.strings.unknown = teller.strings.missing = (LscTally){ 0 };
  return teller;
}

/* Lets a run tell which of the columns that it needs the table lacks. */
static void
tell_columns (LscPiece *self, LscScan *scan, const char *const *columns)
{
  const char *const *wanted = self->reader->run_columns;
  LscAscend teller = _lsc_piece_get_teller (self);

  for (; wanted && *wanted; wanted++)
    for (int i = 0; columns[i]; i++)
      if (g_str_equal (columns[i], *wanted) && !lsc_scan_has_column (scan, i))
        _lsc_ascend_report_column (&teller, self->reader->table, *wanted);
}

/* ---- rows ---- */

typedef struct
{
  LscPiece *piece;
  LscPieceRowFunc take;
  gpointer user_data;
} PieceRows;

static void
take_piece_row (LscScan *scan, LscCell **cells, gpointer user_data)
{
  const PieceRows *rows = user_data;

  rows->take (rows->piece, scan, cells, rows->user_data);
}

/**
 * _lsc_piece_read:
 * @n_needed: the first columns whose absence is worth a word
 * @take: told each row of the piece
 *
 * Reads the table of the piece and reports what was wrong with its times and names.
 */
gboolean
_lsc_piece_read (LscPiece *self, const char *const *columns, guint n_needed, LscPieceRowFunc take,
                 gpointer user_data, GError **error)
{
  PieceRows rows = { self, take, user_data };
  g_autoptr (LscScan) scan = _lsc_ascend_scan (&self->ascend, self->reader->table, columns,
                                               self->is_first ? n_needed : 0, error);
  gboolean ok;
  gsize n_told;

  if (!scan)
    return FALSE;
  if (self->is_first)
    tell_columns (self, scan, columns);
  lsc_scan_limit (scan, self->first_row, self->last_row);
  ok = lsc_scan_run (scan, take_piece_row, &rows, error);
  self->is_disordered = lsc_scan_is_disordered (scan);
  n_told = lsc_notices_get_count (self->ascend.run->notices);
  _lsc_ascend_report_rows (&self->ascend, self->reader->table);
  if (self->reader->run_rows)
    _lsc_piece_tell_run (self, n_told);
  return ok;
}

/** Returns: the id of the common pool for a name of the piece, which may be one that it made up */
guint32
_lsc_piece_adopt_name (LscPiece *self, guint32 name)
{
  guint32 own_bit = self->ascend.strings.own_name_bit;

  if (name == LSC_STRING_NONE || !(name & own_bit))
    return name;
  return lsc_intern_add (self->whole->timeline->strings,
                         lsc_run_text (self->ascend.run, name & ~own_bit));
}

/** Reports rows of a table that is joined to TASK which have no id. */
void
_lsc_piece_report_no_id (LscPiece *self, const LscTally *no_id)
{
  lsc_tally_report_loss (no_id, self->ascend.run, "bad-id", self->reader->table,
                         _ ("Rows without a globalTaskId"),
                         _ ("They belong to no task and were skipped."));
}
