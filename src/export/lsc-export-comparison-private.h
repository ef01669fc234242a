/* lsc-export-comparison-private.h - texts of the reference tool's workbook
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

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

G_END_DECLS
