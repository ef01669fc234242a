/* lsc-table-key.h - which row of a table it is, told without its figures
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"

G_BEGIN_DECLS

GStrv lsc_table_key_new (const LscTable *table, gsize row);
gboolean lsc_table_key_find (const LscTable *table, const char *const *key, gsize *row);
gboolean lsc_table_key_has (const LscTable *table, guint column);

G_END_DECLS
