/* lsc-run-test.h - whether two sets of runs differ by more than runs do
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** What levels of runs of one program usually differ by, a share: their deviation on clusters
 * (compare.md#runs). */
#define LSC_RUN_SPREAD 0.015

/**
 * LscRunTest: (compare.md#runs)
 * @n: runs on each side, before and after
 * @level_ns: mean over them of the median steps
 * @change: from before to after, a share
 * @spread: deviation of the levels of runs, a share of them, with what runs usually differ by
 * @error: standard error of @change
 * @p: of the two-sided test
 */
typedef struct
{
  gsize n[2];
  gint64 level_ns[2];
  double change;
  double spread;
  double error;
  double p;
} LscRunTest;

LscRunTest lsc_run_test_new (const gint64 *before, gsize n_before, const gint64 *after,
                             gsize n_after);
double lsc_run_test_find_p (const LscRunTest *self, double change);
double lsc_student_find_p (double t, guint freedom);

G_END_DECLS
