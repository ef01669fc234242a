/* lsc-device-steps-cut.c - whether a recording ended before the device had done its last step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-step-private.h"

/* steps.md#device-step. A call that launched something whenever it was made in the step before, and
 * in the last step at times launched nothing, asked for what was not recorded any more. Names tell
 * calls that launch from those that never do. What a call launched on another device of the same
 * trace was launched, too. */

/** Of one name of a call. */
typedef struct
{
  gint64 n_before; /* in the step before the last */
  gint64 n_before_linked;
  gint64 n_last;
  gint64 n_last_linked;
} Calls;

typedef struct
{
  const LscTimeline *timeline;
  const LscDeviceStep *before;
  const LscDeviceStep *last;
  GHashTable *by_name; /* of Calls */
} Search;

static gboolean
has_launched_far (const LscTimeline *timeline, guint32 id)
{
  const LscIndexes *far = &timeline->far_launches;
  gsize at = LSC_BISECT (i, 0, far->n, far->items[i] < id);

  return at < far->n && far->items[at] == id;
}

static gboolean
has_launched (const LscTimeline *timeline, guint32 id)
{
  gsize first, n = lsc_links_find_from (&timeline->links, id, &first);

  for (gsize i = 0; i < n; i++)
    if (timeline->links.items[first + i].kind == LSC_LINK_LAUNCH)
      return TRUE;
  return has_launched_far (timeline, id);
}

static Calls *
get_calls (Search *self, guint32 name)
{
  Calls *calls = g_hash_table_lookup (self->by_name, GUINT_TO_POINTER (name));

  if (!calls)
    {
      calls = g_new0 (Calls, 1);
      g_hash_table_insert (self->by_name, GUINT_TO_POINTER (name), calls);
    }
  return calls;
}

static void
count_lane (LscTimeline *timeline, guint32 index, gpointer user_data)
{
  Search *self = user_data;
  const LscNode *node = lsc_timeline_get_node (timeline, index);
  const LscLane *lane = node->lane;

  for (guint32 row = 0; row < lane->n_rows; row++)
    for (guint32 i = _lsc_lane_find_start (lane, lane->row_begin[row], lane->row_begin[row + 1],
                                           self->before->host_begin_ns);
         i < lane->row_begin[row + 1] && lane->start_ns[i] < self->last->host_end_ns; i++)
      {
        Calls *calls = get_calls (self, lane->name[i]);
        gboolean is_linked = has_launched (timeline, node->first_id + i);

        if (lane->start_ns[i] >= self->last->host_begin_ns)
          {
            calls->n_last++;
            calls->n_last_linked += is_linked;
          }
        else if (lane->start_ns[i] < self->before->host_end_ns)
          {
            calls->n_before++;
            calls->n_before_linked += is_linked;
          }
      }
}

static gboolean
has_missing (Search *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->by_name);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Calls *calls = value;

      if (calls->n_before > 0 && calls->n_before_linked == calls->n_before &&
          calls->n_last_linked < calls->n_last)
        return TRUE;
    }
  return FALSE;
}

/**
 * _lsc_device_steps_find_cut:
 *
 * Cost: O(calls of the last two steps * log links).
 *
 * Returns: whether tasks that the last step asked for were not recorded; %FALSE where there is no
 *   other step to tell by
 */
gboolean
_lsc_device_steps_find_cut (const LscDeviceSteps *self, const LscTimeline *timeline)
{
  g_autoptr (GHashTable) by_name = NULL;
  Search search;

  if (self->steps.n < 2)
    return FALSE;
  by_name = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  search = (Search){ timeline, &self->steps.items[self->steps.n - 2],
                     &self->steps.items[self->steps.n - 1], by_name };
  lsc_timeline_foreach_lane ((LscTimeline *) timeline, 1 << LSC_ROLE_CANN_THREAD, count_lane,
                             &search);
  return has_missing (&search);
}
