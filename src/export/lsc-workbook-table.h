/* lsc-workbook-table.h - result tables as sheets
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "export/lsc-workbook.h"

G_BEGIN_DECLS

gboolean lsc_workbook_write_table (LscWorkbook *book, const LscTable *table, LscJob *job,
                                   GError **error);

G_END_DECLS
