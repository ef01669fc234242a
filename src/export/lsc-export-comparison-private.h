/* lsc-export-comparison-private.h - sheets, cells and texts of the reference tool's workbook
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "export/lsc-export-comparison.h"
#include "export/lsc-workbook.h"

G_BEGIN_DECLS

/* One list of titles for each sheet, NULL-terminated. */
extern const char *const _lsc_comparison_overall_columns[];
extern const char *const _lsc_comparison_op_columns[];
extern const char *const _lsc_comparison_op_top_columns[];
extern const char *const _lsc_comparison_kernel_columns[];
extern const char *const _lsc_comparison_type_columns[];
extern const char *const _lsc_comparison_comm_columns[];
extern const char *const _lsc_comparison_memory_columns[];
extern const char *const _lsc_comparison_memory_top_columns[];
extern const char *const _lsc_comparison_module_columns[];
extern const char *const _lsc_comparison_module_top_columns[];
extern const char *const _lsc_comparison_api_columns[];
extern const char *const _lsc_comparison_method_columns[];

/* Subject and text, ended by NULL. */
extern const char *const _lsc_comparison_notes[][2];

#define LSC_COMPARISON_HEADER_ROWS 3 /* names of the sides, an empty one, titles */
#define LSC_COMPARISON_MOST_ROWS (LSC_SHEET_ROWS - LSC_COMPARISON_HEADER_ROWS)

/* -- lsc-export-comparison-pen.c -- */

#define LSC_PEN_US 1e3
#define LSC_PEN_MS 1e6

/** Where the next cell of a sheet goes. @row: below the header */
typedef struct
{
  const LscComparisonBook *what;
  LscWorkbook *book;
  lxw_worksheet *sheet;
  gsize row;
  guint column;
  LscJob *job;
} LscPen;

void _lsc_pen_put_text (LscPen *self, const char *text);
void _lsc_pen_put_real (LscPen *self, double value);
void _lsc_pen_put_count (LscPen *self, gint64 value);
void _lsc_pen_put_time (LscPen *self, gint64 ns, double unit);
void _lsc_pen_put_ratio (LscPen *self, double base, double comparison);
void _lsc_pen_skip (LscPen *self, guint n);
gboolean _lsc_pen_end_row (LscPen *self, GError **error);

/* -- lsc-export-comparison-rows.c -- */
gboolean _lsc_comparison_fill_overall (LscPen *pen, GError **error);
gboolean _lsc_comparison_fill_ops (LscPen *pen, GError **error);
gboolean _lsc_comparison_fill_op_tops (LscPen *pen, GError **error);
gboolean _lsc_comparison_fill_kernels (LscPen *pen, GError **error);
gboolean _lsc_comparison_fill_types (LscPen *pen, GError **error);
gboolean _lsc_comparison_fill_comms (LscPen *pen, GError **error);
gboolean _lsc_comparison_fill_calls (LscPen *pen, GError **error);

/* -- lsc-export-comparison-parts.c -- */
gboolean _lsc_comparison_fill_memories (LscPen *pen, GError **error);
gboolean _lsc_comparison_fill_memory_tops (LscPen *pen, GError **error);
gboolean _lsc_comparison_fill_modules (LscPen *pen, GError **error);
gboolean _lsc_comparison_fill_module_tops (LscPen *pen, GError **error);

G_END_DECLS
