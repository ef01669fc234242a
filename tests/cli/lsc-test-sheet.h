/* lsc-test-sheet.h - reading back the workbooks that were written
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One sheet of a workbook. */
typedef struct
{
  GHashTable *cells;   /* "B7" to its text; blank cells are not in it */
  GHashTable *types;   /* "B7" to "text", "number" or "formula" */
  GPtrArray *merged;   /* "A2:A3", sorted */
  GArray *widths;      /* double by column, 0 = default */
  GHashTable *heights; /* row number as text to its height as text */
  char *filter;        /* (nullable): range of the automatic filter */
  char *frozen;        /* (nullable): top left cell below what is frozen */
  guint n_rows;
} LscTestSheet;

gboolean lsc_test_can_unzip (void);
char *lsc_test_unzip (const char *book, const char *member);
LscTestSheet *lsc_test_sheet_read (const char *book, guint number);
void lsc_test_sheet_free (LscTestSheet *self);
const char *lsc_test_sheet_cell (const LscTestSheet *self, guint row, guint column);
char *lsc_test_sheet_row (const LscTestSheet *self, guint row, guint n_columns);
char *lsc_test_sheet_merged (const LscTestSheet *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTestSheet, lsc_test_sheet_free)

G_END_DECLS
