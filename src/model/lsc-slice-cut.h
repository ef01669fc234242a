/* lsc-slice-cut.h - tasks that end long after the next one of their stream begins
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-slice.h"

G_BEGIN_DECLS

/** A task that was cut. @name: as the slice has it; @left_ns: how long it is now, -1 = it is left
 * out, as nothing follows it on its stream */
typedef struct
{
  guint32 name;
  gint64 start_ns;
  gint64 recorded_ns;
  gint64 left_ns;
} LscOverrun;

LSC_DEFINE_ARRAY (LscOverruns, lsc_overruns, LscOverrun)

void lsc_raw_slices_cut_overruns (LscRawSlices *self, LscOverruns *cut);

G_END_DECLS
