/* lsc-dispatch-copies.c - copies of memory by direction: how much, how long, how fast
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/lsc-table-list.h"
#include "analyze/step/lsc-dispatch-private.h"

typedef struct
{
  gint64 rank;
  int direction;
  gint64 count;
  gint64 time_ns;
  gint64 size_bytes;
  double bandwidth;
  gint64 unsized;
  gint64 mean_ns;
  gint64 max_ns;
  gint64 mean_bytes;
  gint64 longest_id;
} CopyRow;

#define COPY(member, title, unit, about)                                                           \
  LSC_COLUMN (CopyRow, member, #member, title, unit, "dispatch.md#copies", about)

static const LscColumn copy_columns[] = {
  LSC_RANK_COLUMN (CopyRow),
  LSC_CODES (CopyRow, direction, "direction", N_ ("Direction"), lsc_copy_direction_words,
             "dispatch.md#copies",
             N_ ("From where to where memory was copied, or that it was set.")),
  COPY (count, N_ ("Count"), LSC_UNIT_COUNT, N_ ("Number of copies.")),
  COPY (time_ns, N_ ("Total"), LSC_UNIT_NS, N_ ("Sum of their durations.")),
  COPY (size_bytes, N_ ("Size"), LSC_UNIT_BYTES,
        N_ ("What they moved, as far as it is recorded; empty where it is of none.")),
  COPY (bandwidth, N_ ("Bandwidth (GB/s)"), LSC_UNIT_RATE,
        N_ ("Size by time of the copies whose size is recorded.")),
  COPY (unsized, N_ ("Without Size"), LSC_UNIT_COUNT,
        N_ ("Number of copies whose size is not recorded.")),
  COPY (mean_ns, N_ ("Mean"), LSC_UNIT_NS, N_ ("Mean duration.")),
  COPY (max_ns, N_ ("Longest"), LSC_UNIT_NS, N_ ("Duration of the longest copy.")),
  COPY (mean_bytes, N_ ("Mean Size"), LSC_UNIT_BYTES,
        N_ ("Mean size of the copies whose size is recorded.")),
  COPY (longest_id, N_ ("Slice of the Longest"), LSC_UNIT_ID,
        N_ ("Number of the slice of the longest copy.")),
};

const LscTableInfo lsc_copies_table_info = LSC_TABLE_INFO ("copies", CopyRow, copy_columns);

/** Copies of one direction. @sized_ns: of those with a size */
typedef struct
{
  gint64 n;
  gint64 n_sized;
  gint64 time_ns;
  gint64 sized_ns;
  gint64 bytes;
  gint64 longest_ns;
  guint32 longest_id;
} Sum;

/* Where nothing says the direction, the name may. */
static LscCopyDirection
find_direction (const LscTimeline *timeline, const LscCopy *copy, guint32 name)
{
  const char *text = lsc_timeline_text (timeline, name);

  if (copy && copy->direction != LSC_COPY_UNKNOWN)
    return (LscCopyDirection) copy->direction;
  return lsc_copy_find_direction (text, strlen (text));
}

static void
add_copy (Sum *sum, const LscCopy *copy, gint64 duration_ns, guint32 id)
{
  sum->time_ns = lsc_int_add (sum->time_ns, duration_ns);
  if (sum->n++ == 0 || duration_ns > sum->longest_ns)
    {
      sum->longest_ns = duration_ns;
      sum->longest_id = id;
    }
  if (!copy || copy->bytes < 0)
    return;
  sum->n_sized++;
  sum->sized_ns = lsc_int_add (sum->sized_ns, duration_ns);
  sum->bytes = lsc_int_add (sum->bytes, copy->bytes);
}

static void
add_lane (LscTimeline *timeline, guint32 index, gpointer sums)
{
  const LscNode *node = lsc_timeline_get_node (timeline, index);
  const LscLane *lane = node->lane;

  for (guint32 i = 0; i < lane->n; i++)
    if (lane->kind[i] == LSC_SLICE_COPY)
      {
        const LscCopy *copy = lsc_copies_find (&timeline->copies, lsc_lane_get_detail (lane, i));

        add_copy (&((Sum *) sums)[find_direction (timeline, copy, lane->name[i])], copy,
                  lsc_lane_get_duration_ns (lane, i), node->first_id + i);
      }
}

static void
add_sum (LscTable *table, const LscTimeline *timeline, int direction, const Sum *sum)
{
  gboolean has_sizes = sum->n_sized > 0 && sum->bytes != LSC_INT_NULL;

  lsc_table_add (table,
                 &(CopyRow){ .rank = lsc_rank_or_null (timeline->rank),
                             .direction = direction,
                             .count = sum->n,
                             .time_ns = sum->time_ns,
                             .size_bytes = has_sizes ? sum->bytes : LSC_INT_NULL,
                             .bandwidth = has_sizes && sum->sized_ns > 0
                                              ? (double) sum->bytes / (double) sum->sized_ns
                                              : LSC_REAL_NULL,
                             .unsized = sum->n - sum->n_sized,
                             .mean_ns = lsc_int_divide (sum->time_ns, sum->n),
                             .max_ns = sum->longest_ns,
                             .mean_bytes = has_sizes ? sum->bytes / sum->n_sized : LSC_INT_NULL,
                             .longest_id = sum->longest_id });
}

/**
 * lsc_dispatch_get_copies:
 * @timeline: completed
 *
 * Cost: O(slices of the device + copies * log copies). Thread: any.
 * Source: dispatch.md#copies; MEMCPY_INFO, arguments of copies in traces.
 *
 * Returns: (transfer full): the table "copies": a row for each direction in which memory was copied
 */
LscTable *
lsc_dispatch_get_copies (const LscTimeline *timeline, const LscDispatch *self)
{
  LscTable *table = lsc_table_new_for (&lsc_copies_table_info);
  Sum sums[LSC_COPY_N_DIRECTIONS] = { 0 };

  lsc_timeline_foreach_lane ((LscTimeline *) timeline, (guint64) 1 << LSC_ROLE_STREAM, add_lane,
                             sums);
  for (int i = 1; i <= LSC_COPY_N_DIRECTIONS; i++)
    {
      int direction = i % LSC_COPY_N_DIRECTIONS; /* what is not known stands last */

      if (sums[direction].n > 0)
        add_sum (table, timeline, direction, &sums[direction]);
    }
  return table;
}
