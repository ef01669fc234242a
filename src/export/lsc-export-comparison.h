/* lsc-export-comparison.h - the reference tool's workbook of two recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-reference-rows.h"
#include "base/lsc-job.h"
#include "model/lsc-unknown.h"

G_BEGIN_DECLS

/** @places: what the recordings are called above the columns; @recorder: what can be advised where
 * something was not recorded */
typedef struct
{
  const LscCompare *compare;
  const LscReferenceRows *rows;
  const char *places[LSC_N_SIDES];
  LscRecorder recorder;
} LscComparisonBook;

gboolean lsc_export_comparison_workbook (const LscComparisonBook *what, const char *path,
                                         LscJob *job, GError **error);

G_END_DECLS
