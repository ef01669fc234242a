/* lsc-cli-memory-text.h - tables of memory for people
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"

G_BEGIN_DECLS

char *lsc_cli_memory_to_text (const LscTable *table);
LscTable *lsc_cli_memory_from (const LscTable *table, gint64 origin_ns);
void lsc_cli_memory_append (GString *out, const LscTable *table, gboolean has_ranks);

G_END_DECLS
