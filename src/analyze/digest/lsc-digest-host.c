/* lsc-digest-host.c - whether the host did anything that was recorded
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-digest-parts-private.h"

/* findings.md#silence. */

#define LEAST_SILENCE_NS 10000000 /* shorter pauses have many causes */
#define MOST_CALLS 0.01           /* of the pause, on the thread that does most */

static gboolean
is_work (guint8 kind)
{
  return (kind >= LSC_SLICE_OP && kind <= LSC_SLICE_DEQUEUE) || kind == LSC_SLICE_GC ||
         (kind >= LSC_SLICE_CANN_ACL && kind <= LSC_SLICE_OSRT);
}

/* Slices of a row never overlap; those inside a call are counted with it. */
static gint64
get_row_ns (const LscLane *lane, guint32 row, gint64 begin_ns, gint64 end_ns)
{
  guint32 first = lsc_lane_find_first (lane, row, begin_ns);
  gint64 ns = 0;

  for (guint32 i = first; i != LSC_SLICE_NONE && i < lane->row_begin[row + 1] &&
                          lane->start_ns[i] < end_ns && ns <= end_ns - begin_ns;
       i++)
    if (is_work (lane->kind[i]) && (lsc_lane_get_parent (lane, i) == LSC_SLICE_NONE ||
                                    !is_work (lane->kind[lsc_lane_get_parent (lane, i)])))
      ns += MIN (lsc_lane_get_end_ns (lane, i), end_ns) - MAX (lane->start_ns[i], begin_ns);
  return ns;
}

static gboolean
is_busy (const LscLane *lane, gint64 begin_ns, gint64 end_ns)
{
  gint64 ns = 0;

  for (guint32 row = 0; row < lane->n_rows; row++)
    ns += get_row_ns (lane, row, begin_ns, end_ns);
  return (double) ns >= MOST_CALLS * (double) (end_ns - begin_ns);
}

/**
 * _lsc_digest_is_silent:
 *
 * Cost: O(threads * log n), and what they did meanwhile.
 *
 * Returns: whether that is a long pause in which no thread of the host, though recorded, did
 *   anything
 */
gboolean
_lsc_digest_is_silent (const LscTimeline *timeline, gint64 begin_ns, gint64 end_ns)
{
  gboolean has_host = FALSE;

  if (end_ns - begin_ns < LEAST_SILENCE_NS)
    return FALSE;
  for (guint i = 1; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (!node->lane || node->lane->n == 0 ||
          (node->role != LSC_ROLE_HOST_THREAD && node->role != LSC_ROLE_CANN_THREAD))
        continue;
      has_host = TRUE;
      if (is_busy (node->lane, begin_ns, end_ns))
        return FALSE;
    }
  return has_host;
}
