/* lsc-test-growth.h - whether the cost of something grows with its input
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LscTestWork: something whose cost is to grow with its input and no faster
 * @make: (nullable): makes the input of size @n, not measured; %NULL = the work makes its own
 * @run: what is measured, from an input as it comes from @make
 * @free: (nullable): frees what @make made, not measured
 */
typedef struct
{
  gpointer (*make) (guint n);
  void (*run) (gpointer input, guint n);
  GDestroyNotify free;
} LscTestWork;

void lsc_test_assert_linear (const LscTestWork *work, guint n);

G_END_DECLS
