/* lsc-range.c - walking the slices of a range
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-range-private.h"
#include "analyze/step/lsc-step-private.h"

static gboolean
walk_lane (const LscRange *range, guint32 node, LscRangeFunc func, gpointer user_data, LscJob *job,
           GError **error)
{
  const LscLane *lane = lsc_timeline_get_node (range->timeline, node)->lane;
  guint32 since_check = 0;

  for (guint32 row = 0; lane && row < lane->n_rows; row++)
    {
      guint32 begin = lsc_lane_find_first (lane, row, range->begin_ns);
      guint32 end = _lsc_lane_find_start (lane, lane->row_begin[row], lane->row_begin[row + 1],
                                          range->end_ns);

      if (since_check++ % 256 == 0 && !lsc_job_check (job, error))
        return FALSE;
      while (begin < end)
        {
          guint32 stop = (guint32) MIN ((guint64) begin + LSC_RANGE_STRIDE, end);
          LscRangePiece piece = { range, lane, node, row, begin, stop };

          if (!lsc_job_check (job, error) || !func (&piece, user_data))
            return FALSE;
          begin = stop;
        }
    }
  return TRUE;
}

/**
 * _lsc_range_foreach:
 * @func: called for pieces of rows, lane by lane, row by row, by time
 *
 * Calls @func for all slices that touch the range: those that overlap [begin, end), and those
 * without length inside it. Whether a cut slice counts is for @func, see lsc_range_counts().
 *
 * Returns: %FALSE when @func stopped, or with %LSC_ERROR_CANCELLED
 */
gboolean
_lsc_range_foreach (const LscRange *range, LscRangeFunc func, gpointer user_data, LscJob *job,
                    GError **error)
{
  if (range->end_ns <= range->begin_ns)
    return TRUE;
  for (gsize i = 0; i < range->n_nodes; i++)
    if (!walk_lane (range, range->nodes[i], func, user_data, job, error))
      return FALSE;
  return TRUE;
}

static inline guint32
next_random (guint32 *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

/**
 * _lsc_select_nth:
 * @values: reordered: what stands before @nth is not more, what stands behind not less
 * @nth: below @n
 *
 * Cost: O(n) expected whatever the values, because the pivots are random.
 *
 * Returns: the value that sorting would put there; any value when cancelled
 */
gint64
_lsc_select_nth (gint64 *values, gsize n, gsize nth, LscJob *job)
{
  gsize low = 0, high = n - 1;
  guint32 random = 0x9e3779b9u;

  while (low < high && !lsc_job_is_cancelled (job))
    {
      gint64 pivot = values[low + next_random (&random) % (high - low + 1)];
      gsize i = low, k = high;

      for (;;)
        {
          gint64 swap;

          while (values[i] < pivot)
            i++;
          while (values[k] > pivot)
            k--;
          if (i >= k)
            break;
          swap = values[i];
          values[i++] = values[k];
          values[k--] = swap;
        }
      if (i == k) /* both on the pivot */
        {
          if (nth == i)
            return pivot;
          if (nth < i)
            high = i - 1;
          else
            low = i + 1;
        }
      else if (nth <= k)
        high = k;
      else
        low = i;
    }
  return values[nth];
}
