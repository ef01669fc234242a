/* lsc-mode-mstx-private.h - the marks and ranges of a rank, named and measured for mstx_sum
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "session/modes/lsc-mode-private.h"

G_BEGIN_DECLS

/** Where a duration was measured. */
typedef enum
{
  LSC_MODE_FRAMEWORK,
  LSC_MODE_CANN,
  LSC_MODE_DEVICE,
  LSC_MODE_N_SIDES,
} LscModeSide;

/**
 * LscModeMark: a pair of marks, or a range with one of its tasks
 * @name: kept text of the run
 * @durations: ns, %LSC_REAL_NULL = none
 * @ratios: percent of all such of the rank
 */
typedef struct
{
  const char *name;
  gint64 rank;
  gint64 step;
  gint64 start;
  double durations[LSC_MODE_N_SIDES];
  double ratios[LSC_MODE_N_SIDES];
} LscModeMark;

gboolean _lsc_mode_rank_list_marks (LscModeRank *rank, GArray *marks);

G_END_DECLS
