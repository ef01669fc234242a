/* lsc-ascend-timeline-piece.c - one pass over the rows of a piece of a table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-timeline-private.h"

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
                                               self->is_first ? n_needed : 0, NULL, error);
  gboolean ok;

  if (!scan)
    return FALSE;
  lsc_scan_limit (scan, self->first_row, self->last_row);
  ok = lsc_scan_run (scan, take_piece_row, &rows, error);
  _lsc_ascend_report_rows (&self->ascend, self->reader->table);
  return ok;
}
