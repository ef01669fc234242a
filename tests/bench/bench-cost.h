/* bench-cost.h - what a child process costs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double cpu_s; /* user and system time */
  double wall_s;
  gint64 anonymous_bytes; /* the most that was seen; file mappings do not count */
  gint64 resident_bytes;  /* the most at any time, file mappings included */
  int status;             /* as of wait(): 0 if all went well */
} BenchCost;

/** The work of a child process, which ends with it. */
typedef void (*BenchChildFunc) (gpointer user_data);

BenchCost bench_cost_of_child (int runs, BenchChildFunc func, gpointer user_data);
BenchCost bench_cost_of_program (int runs, const char *const *argv);
void bench_cost_take_better (BenchCost *best, const BenchCost *cost, gboolean is_first);

G_END_DECLS
