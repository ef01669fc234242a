/* lsc-cell-format.h - figures of tables as text
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "base/lsc-time.h"

G_BEGIN_DECLS

#define LSC_CELL_TEXT 64

void lsc_cell_format (char *text, const LscColumn *column, LscValue value, LscTimeUnit unit);
LscTimeUnit lsc_cell_choose_unit (LscTimeUnit chosen, gint64 total_ns);
LscTimeUnit lsc_cell_median_unit (double median_ns);
void lsc_cell_share_units (const LscColumn *const *columns, const double *medians_ns, guint n,
                           LscTimeUnit *units);
gboolean lsc_cell_is_middle (const LscColumn *column);
char *lsc_cell_head (const LscColumn *column, const char *time_unit, const char *bytes_unit);
char *lsc_cell_exact (LscValue value, const char *none);
const char *lsc_cell_title (const LscColumn *column);

G_END_DECLS
