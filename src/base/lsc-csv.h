/* lsc-csv.h - tables of comma-separated text, row by row
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-text-input.h"

G_BEGIN_DECLS

/**
 * LscCsv:
 *
 * RFC 4180 with what profilers make of it: line ends of any kind, also mixed; cells that end with a
 * tab; short rows; line breaks and quotes inside quoted cells. One row is held at a time.
 */
typedef struct _LscCsv LscCsv;

/** A column that the table does not have. */
#define LSC_CSV_NONE (-1)

LscCsv *lsc_csv_open (const char *path, LscJob *job, GError **error);
LscCsv *lsc_csv_open_at (const char *path, gint64 offset, GError **error);
void lsc_csv_close (LscCsv *self);
guint lsc_csv_get_n_columns (const LscCsv *self);
const char *lsc_csv_get_title (const LscCsv *self, guint column);
int lsc_csv_find (const LscCsv *self, const char *title);
int lsc_csv_find_any (const LscCsv *self, const char *const *titles);
gboolean lsc_csv_next (LscCsv *self, GError **error);
gint64 lsc_csv_get_offset (const LscCsv *self);
gint64 lsc_csv_get_row (const LscCsv *self);
gboolean lsc_csv_is_truncated (const LscCsv *self);

const char *lsc_csv_get (const LscCsv *self, int column, gsize *n);
const char *lsc_csv_get_known (const LscCsv *self, int column, gsize *n);
gboolean lsc_csv_get_int64 (const LscCsv *self, int column, gint64 *value);
gboolean lsc_csv_get_us (const LscCsv *self, int column, gint64 *value_ns);
gboolean lsc_csv_get_double (const LscCsv *self, int column, double *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscCsv, lsc_csv_close)

G_END_DECLS
