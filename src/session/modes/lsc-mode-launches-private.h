/* lsc-mode-launches-private.h - tasks with the calls that launched them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "session/modes/lsc-mode-private.h"

G_BEGIN_DECLS

/**
 * LscModeLaunch: a task with one of the combinations of calls that led to it
 * @type: kept text of the run; "" = none
 * @has_torch: the framework's call is recorded, and the driver's
 */
typedef struct
{
  gint64 start;
  gint64 end;
  const char *type;
  gboolean has_torch;
  gint64 cann_start;
  gint64 cann_end;
  gint64 torch_end;
} LscModeLaunch;

/** @tasks: (element-type LscModeLaunch): in the order in which tasks are recorded */
typedef struct
{
  GArray *tasks;
} LscModeLaunches;

void _lsc_mode_launches_init (LscModeLaunches *self, LscModeRank *rank);
void _lsc_mode_launches_clear (LscModeLaunches *self);

G_END_DECLS
