/* lsc-snapshot-curve-private.h - a curve that never has more than so many points
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-memory-log.h"

G_BEGIN_DECLS

/**
 * LscSnapshotCurve:
 * @most: points that it may have; more of them and each @stride in turn become two, the least and
 *   the most of them: no peak is lost
 * @group: points of the next such two
 */
typedef struct
{
  LscMemoryPoints points;
  gsize most;
  gsize stride;
  gsize n_group;
  LscMemoryPoint least;
  LscMemoryPoint largest;
  LscMemoryPoint last;
  gboolean least_is_first;
} LscSnapshotCurve;

void _lsc_snapshot_curve_add (LscSnapshotCurve *self, gint64 time_ns, gint64 bytes);
void _lsc_snapshot_curve_end (LscSnapshotCurve *self);

G_END_DECLS
