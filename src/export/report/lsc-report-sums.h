/* lsc-report-sums.h - which columns of a table add up, and to what
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"

G_BEGIN_DECLS

gboolean lsc_report_sums_has (const LscTable *table, guint column);
LscValue lsc_report_sums_get (const LscTable *table, guint column, gsize first, gsize end);

G_END_DECLS
