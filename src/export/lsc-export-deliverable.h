/* lsc-export-deliverable.h - tables with the columns of the exporter's own files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "analyze/memory/lsc-memory.h"

G_BEGIN_DECLS

LscTable *lsc_export_to_op_statistic (const LscTable *operators);
LscTable *lsc_export_to_api_statistic (const LscTable *calls);
LscTable *lsc_export_to_operator_memory (LscMemory *memory);

G_END_DECLS
