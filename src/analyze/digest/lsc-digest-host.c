/* lsc-digest-host.c - whether the host did anything that was recorded
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-digest-parts-private.h"

#include <string.h>

/* findings.md#silence. */

#define LEAST_SILENCE_NS 10000000 /* shorter pauses have many causes */
#define MOST_CALLS 0.01           /* of the pause, on the thread that does most */

/* Ranges of servers say that they wait for requests. */
static gboolean
waits (const char *name)
{
  static const char *const words[] = { "wait_for", "wait for", "idle", "sleep", "poll" };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcasestr (name, words[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_work (const LscTimeline *timeline, const LscLane *lane, guint32 slice)
{
  guint8 kind = lane->kind[slice];

  if (kind == LSC_SLICE_OP)
    return lane->name[slice] == LSC_STRING_NONE ||
           !waits (lsc_timeline_text (timeline, lane->name[slice]));
  return (kind >= LSC_SLICE_OP && kind <= LSC_SLICE_DEQUEUE) || kind == LSC_SLICE_GC ||
         (kind >= LSC_SLICE_CANN_ACL && kind <= LSC_SLICE_OSRT);
}

/* Slices of a row never overlap; those inside a call are counted with it. */
static gint64
get_row_ns (const LscTimeline *timeline, const LscLane *lane, guint32 row, gint64 begin_ns,
            gint64 end_ns)
{
  guint32 first = lsc_lane_find_first (lane, row, begin_ns);
  gint64 ns = 0;

  for (guint32 i = first; i != LSC_SLICE_NONE && i < lane->row_begin[row + 1] &&
                          lane->start_ns[i] < end_ns && ns <= end_ns - begin_ns;
       i++)
    if (is_work (timeline, lane, i) && (lsc_lane_get_parent (lane, i) == LSC_SLICE_NONE ||
                                        !is_work (timeline, lane, lsc_lane_get_parent (lane, i))))
      ns += MIN (lsc_lane_get_end_ns (lane, i), end_ns) - MAX (lane->start_ns[i], begin_ns);
  return ns;
}

static gboolean
is_busy (const LscTimeline *timeline, const LscLane *lane, gint64 begin_ns, gint64 end_ns)
{
  gint64 ns = 0;

  for (guint32 row = 0; row < lane->n_rows; row++)
    ns += get_row_ns (timeline, lane, row, begin_ns, end_ns);
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
      if (is_busy (timeline, node->lane, begin_ns, end_ns))
        return FALSE;
    }
  return has_host;
}
