/* lsc-test-memory.h - logs of memory by rule
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-memory-log.h"

#define LSC_TEST_MIB ((gint64) 1 << 20)

/**
 * LscTestMemory: what a log is like
 * @n_points: of each curve
 * @n_steps: of equal length
 * @n_components: of the process, 0 = not recorded
 * @spike: the point at which allocated is 64 MiB higher than elsewhere
 */
typedef struct
{
  gsize n_points;
  guint n_steps;
  guint n_components;
  gsize spike;
} LscTestMemory;

#define LSC_TEST_MEMORY_BEGIN_NS G_GINT64_CONSTANT (1700000000000000000)
#define LSC_TEST_MEMORY_POINT_NS G_GINT64_CONSTANT (10000)

LscMemoryLog *lsc_test_memory_new (const LscTestMemory *what);
void lsc_test_memory_add_curve (LscMemoryLog *log, guint32 pool, LscMemoryQuantity quantity,
                                const LscMemoryPoint *points, gsize n);
guint32 lsc_test_memory_add_pool (LscMemoryLog *log, const char *name);
