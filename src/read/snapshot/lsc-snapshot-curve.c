/* lsc-snapshot-curve.c - a curve that never has more than so many points
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/snapshot/lsc-snapshot-curve-private.h"

static void
emit (LscSnapshotCurve *self)
{
  const LscMemoryPoint *first = self->least_is_first ? &self->least : &self->largest;
  const LscMemoryPoint *second = self->least_is_first ? &self->largest : &self->least;

  if (self->n_group == 0)
    return;
  lsc_memory_points_append (&self->points, *first);
  if (self->n_group > 1)
    lsc_memory_points_append (&self->points, *second);
  self->n_group = 0;
}

static void
join (LscSnapshotCurve *self, LscMemoryPoint point)
{
  if (self->n_group++ == 0)
    {
      self->least = self->largest = point;
      self->least_is_first = TRUE;
      return;
    }
  if (point.bytes > self->largest.bytes)
    {
      self->largest = point;
      self->least_is_first = TRUE;
    }
  else if (point.bytes < self->least.bytes)
    {
      self->least = point;
      self->least_is_first = FALSE;
    }
}

/* Four points become two, in place. */
static void
fold (LscSnapshotCurve *self)
{
  LscMemoryPoints before = self->points;
  gsize n = before.n;

  self->points.n = 0;
  for (gsize i = 0; i < n; i++)
    {
      join (self, before.items[i]);
      if (self->n_group == 4)
        emit (self);
    }
  emit (self);
  self->stride = self->stride == 1 ? 4 : 2 * self->stride;
}

/** Adds a point, whose time is not before that of the last. */
void
_lsc_snapshot_curve_add (LscSnapshotCurve *self, gint64 time_ns, gint64 bytes)
{
  LscMemoryPoint point = { time_ns, bytes };

  self->last = point;
  if (self->stride <= 1)
    {
      self->stride = 1;
      lsc_memory_points_append (&self->points, point);
    }
  else
    {
      join (self, point);
      if (self->n_group == self->stride)
        emit (self);
    }
  if (self->points.n >= self->most && self->n_group == 0)
    fold (self);
}

/** Ends a curve at its last value. */
void
_lsc_snapshot_curve_end (LscSnapshotCurve *self)
{
  const LscMemoryPoint *end;

  emit (self);
  if (self->points.n == 0)
    return;
  end = &self->points.items[self->points.n - 1];
  if (end->time_ns != self->last.time_ns || end->bytes != self->last.bytes)
    lsc_memory_points_append (&self->points, self->last);
}
