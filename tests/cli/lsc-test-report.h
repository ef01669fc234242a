/* lsc-test-report.h - looking at reports as JSON
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <json-glib/json-glib.h>

#include "lsc-test-sheet.h"

G_BEGIN_DECLS

GPtrArray *lsc_test_report_tables (JsonObject *report, gboolean with_charts);
void lsc_test_report_check_sheet (const LscTestSheet *sheet, JsonObject *item);
guint lsc_test_report_find_sheet (const char *book, const char *name);
void lsc_test_report_check_named (const char *book, const char *name, JsonObject *item);

G_END_DECLS
