/* lsc-excerpt.c - what parts of a timeline hold, where the whole is elsewhere
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-excerpt.h"

#include "base/lsc-sort.h"

/** Frees what it owns. */
void
lsc_excerpt_clear (LscExcerpt *self)
{
  lsc_intervals_clear (&self->times);
  g_clear_pointer (&self->steps, g_free);
  self->n = 0;
}

static void
free_excerpt (gpointer data)
{
  lsc_excerpt_clear (data);
  g_free (data);
}

/**
 * lsc_excerpt_set:
 * @timeline: without a reader: nothing more of its slices is read from a file
 * @excerpt: emptied
 *
 * Makes a timeline an excerpt.
 */
void
lsc_excerpt_set (LscTimeline *timeline, LscExcerpt *excerpt)
{
  g_return_if_fail (timeline && !timeline->reader && excerpt);
  timeline->reader = g_memdup2 (excerpt, sizeof *excerpt);
  timeline->free_reader = free_excerpt;
  *excerpt = (LscExcerpt){ 0 };
}

/**
 * lsc_excerpt_get:
 *
 * Returns: (transfer none) (nullable): of an excerpt what it holds; %NULL of a whole recording
 */
const LscExcerpt *
lsc_excerpt_get (const LscTimeline *timeline)
{
  g_return_val_if_fail (timeline, NULL);
  return timeline->free_reader == free_excerpt ? timeline->reader : NULL;
}

/**
 * lsc_excerpt_holds:
 * @timeline: an excerpt or a whole one
 *
 * Returns: whether all events of that time are there
 */
gboolean
lsc_excerpt_holds (const LscTimeline *timeline, gint64 begin_ns, gint64 end_ns)
{
  const LscExcerpt *self;
  gsize place;

  g_return_val_if_fail (timeline, FALSE);
  self = lsc_excerpt_get (timeline);
  if (!self)
    return TRUE;
  place = LSC_BISECT (i, 0, self->times.n, self->times.items[i].end_ns < end_ns);
  return place < self->times.n && self->times.items[place].begin_ns <= begin_ns;
}

/** Returns: whether all that a slice is around is there */
gboolean
lsc_excerpt_holds_slice (const LscTimeline *timeline, const LscLane *lane, guint32 slice)
{
  return lsc_excerpt_holds (timeline, lane->start_ns[slice], lsc_lane_get_end_ns (lane, slice));
}
