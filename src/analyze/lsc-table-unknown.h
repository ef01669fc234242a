/* lsc-table-unknown.h - why cells of a table are empty
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"

G_BEGIN_DECLS

/**
 * LscUnknownCells: cells that are not known for one reason
 * @columns: (element-type utf8): names of the columns, in their order
 * @titles: (element-type utf8) (transfer none): what people read of these, untranslated
 */
typedef struct
{
  LscUnknown unknown;
  LscRecorder recorder;
  GPtrArray *columns;
  GPtrArray *titles;
} LscUnknownCells;

/**
 * LscColumnNeed: of a column of a table
 * @bits: what it needs of a recording, bits of #LscUnknown; 0 = its empty cells say nothing
 * @is_zero: its values are 0, all of them, and that may mean that it is not known
 */
typedef struct
{
  guint64 bits;
  gboolean is_zero;
} LscColumnNeed;

guint64 lsc_column_list_needs (const char *table, const char *column, gboolean *shows_as_zero);
LscUnknown lsc_unknown_find (const LscLacks *lacks, const char *table, const char *column);
LscColumnNeed *lsc_table_list_needs (const LscTable *self);
LscUnknown lsc_table_explain (const LscTable *self, gsize row, guint column,
                              const LscColumnNeed *needs, const LscLacks *lacks);
void lsc_table_explain_row (const LscTable *self, gsize row, const LscColumnNeed *needs,
                            GPtrArray *list);
GPtrArray *lsc_table_list_unknown (const LscTable *self);

GPtrArray *lsc_unknown_cells_new_list (void);
void lsc_unknown_cells_add (GPtrArray *list, LscUnknown unknown, LscRecorder recorder,
                            const char *column, const char *title);
void lsc_unknown_cells_add_reason (GPtrArray *list, LscUnknown unknown, LscRecorder recorder);
void lsc_unknown_cells_add_all (GPtrArray *list, const GPtrArray *other);
char *lsc_unknown_cells_to_words (const LscUnknownCells *self);

G_END_DECLS
