/* lsc-workbook-check.h - whether a workbook holds all that was written to it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean lsc_workbook_check (const char *file, const gsize *n_cells, guint n_sheets,
                             GError **error);

G_END_DECLS
