/* lsc-memory-stacks.h - memory by the place in the program that asked for it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "model/lsc-memory-log.h"

G_BEGIN_DECLS

const LscMemoryFrame *lsc_memory_find_user_frame (const LscMemoryLog *log, guint32 stack);
char *lsc_memory_describe_user_frame (const LscMemoryLog *log, guint32 stack);
gint64 lsc_memory_find_peak_ns (const LscMemoryLog *log, guint32 pool);

LscTable *lsc_memory_list_stacks (const LscMemoryLog *log);
LscTable *lsc_memory_list_keepers (const LscMemoryLog *log);
LscTable *lsc_memory_compare_stacks (const LscMemoryLog *before, const LscMemoryLog *after,
                                     gboolean is_at_end);

G_END_DECLS
