/* lsc-dispatch-host-calls.c - what each call of the host costs: the table of host calls
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "analyze/lsc-table-list.h"
#include "analyze/step/lsc-dispatch-private.h"
#include "base/lsc-stats.h"

/* Calls of CANN, CUDA or HIP by level and name (dispatch.md#host-calls). An exporter's
 * api_statistic.csv has the same rows; count, sum, extremes and the population variance equal it.
 */

#define FIRST_LEVEL LSC_SLICE_CANN_ACL
#define N_LEVELS (LSC_SLICE_CANN_RUNTIME - LSC_SLICE_CANN_ACL + 1)

static const LscWord levels[N_LEVELS] = {
  [LSC_SLICE_CANN_ACL - FIRST_LEVEL] = { "acl", N_ ("ACL") },
  [LSC_SLICE_CANN_MODEL - FIRST_LEVEL] = { "model", N_ ("Model") },
  [LSC_SLICE_CANN_NODE - FIRST_LEVEL] = { "node", N_ ("Node") },
  [LSC_SLICE_CANN_COMM - FIRST_LEVEL] = { "communication", N_ ("Communication") },
  [LSC_SLICE_CANN_RUNTIME - FIRST_LEVEL] = { "runtime", N_ ("Runtime") },
};

typedef struct
{
  gint64 rank;
  int level;
  const char *name;
  gint64 count;
  gint64 time_ns;
  gint64 self_ns;
  double share;
  gint64 mean_ns;
  gint64 median_ns;
  gint64 p95_ns;
  gint64 p99_ns;
  gint64 min_ns;
  gint64 max_ns;
  double variance_us2;
  gint64 gap_ns;
  gint64 longest_id;
} CallRow;

#define CALL(member, title, unit, about)                                                           \
  LSC_COLUMN (CallRow, member, #member, title, unit, "dispatch.md#host-calls", about)

static const LscColumn call_columns[] = {
  LSC_RANK_COLUMN (CallRow),
  LSC_CODES (CallRow, level, "level", N_ ("Level"), levels, "dispatch.md#host-calls",
             N_ ("Layer of the software that was called; calls of a GPU's runtime and driver are "
                 "runtime.")),
  CALL (name, N_ ("Call"), LSC_UNIT_NONE, N_ ("Name of the call.")),
  CALL (count, N_ ("Count"), LSC_UNIT_COUNT, N_ ("Number of calls.")),
  CALL (time_ns, N_ ("Total"), LSC_UNIT_NS, N_ ("Sum of their durations.")),
  CALL (self_ns, N_ ("Self"), LSC_UNIT_NS,
        N_ ("Sum of their durations without the calls inside of them.")),
  CALL (share, N_ ("Share of Host Calls"), LSC_UNIT_SHARE,
        N_ ("Self time; that of all calls of the rank is 100 %.")),
  CALL (mean_ns, N_ ("Mean"), LSC_UNIT_NS, N_ ("Mean duration.")),
  CALL (median_ns, N_ ("Median"), LSC_UNIT_NS, N_ ("Median duration.")),
  CALL (p95_ns, N_ ("P95"), LSC_UNIT_NS, N_ ("Duration that 95 of 100 calls do not exceed.")),
  CALL (p99_ns, N_ ("P99"), LSC_UNIT_NS, N_ ("Duration that 99 of 100 calls do not exceed.")),
  CALL (min_ns, N_ ("Shortest"), LSC_UNIT_NS, N_ ("Duration of the shortest call.")),
  CALL (max_ns, N_ ("Longest"), LSC_UNIT_NS, N_ ("Duration of the longest call.")),
  CALL (variance_us2, N_ ("Variance (µs²)"), LSC_UNIT_NONE,
        N_ ("Variance of their durations, over all calls: the mean of the squared deviations.")),
  CALL (gap_ns, N_ ("Device Idle"), LSC_UNIT_NS,
        N_ ("Idle time of the device that is charged to these calls.")),
  CALL (longest_id, N_ ("Slice of the Longest"), LSC_UNIT_ID,
        N_ ("Number of the slice of the longest call.")),
};

const LscTableInfo lsc_host_calls_table_info = LSC_TABLE_INFO ("host_calls", CallRow, call_columns);

/** Calls of one level and name. */
typedef struct
{
  guint8 level;
  guint32 name;
  LscInt64s durations_ns;
  gint64 time_ns;
  gint64 self_ns;
  gint64 gap_ns;
  guint32 longest_id;
  gint64 longest_ns;
} Call;

/** @known: of level and name to 1 + index in @calls; @of_slice: of a lane, index of each slice */
typedef struct
{
  const LscTimeline *timeline;
  GArray *calls;
  GHashTable *known;
  LscIndexes of_slice;
} Listing;

static void
clear_call (gpointer call)
{
  lsc_int64s_clear (&((Call *) call)->durations_ns);
}

static gpointer
make_key (guint8 level, guint32 name)
{
  return GSIZE_TO_POINTER ((gsize) level << 32 | name);
}

static guint32
take_call (Listing *self, guint8 kind, guint32 name)
{
  Call fresh = { .level = (guint8) (kind - FIRST_LEVEL), .name = name, .longest_ns = -1 };
  gpointer key = make_key (fresh.level, name);
  guint at = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, key));

  if (at > 0)
    return at - 1;
  g_array_append_val (self->calls, fresh);
  g_hash_table_insert (self->known, key, GUINT_TO_POINTER (self->calls->len));
  return self->calls->len - 1;
}

static gboolean
is_call (guint8 kind)
{
  return kind >= LSC_SLICE_CANN_ACL && kind <= LSC_SLICE_CANN_RUNTIME;
}

/* What a call takes of those around it is none of theirs. Of calls that cross each other the lane
 * itself counts shared time once. */
static void
take_from_parent (Listing *self, const LscLane *lane, guint32 slice, gint64 duration_ns)
{
  guint32 parent = lsc_lane_get_parent (lane, slice);

  if (lane->is_crossing || parent == LSC_SLICE_NONE)
    return;
  if (self->of_slice.items[parent] != LSC_SLICE_NONE)
    {
      Call *call = &g_array_index (self->calls, Call, self->of_slice.items[parent]);

      call->self_ns = lsc_int_subtract (call->self_ns, duration_ns);
    }
}

static void
add_lane (LscTimeline *timeline, guint32 index, gpointer user_data)
{
  Listing *self = user_data;
  const LscNode *node = lsc_timeline_get_node (timeline, index);
  const LscLane *lane = node->lane;

  lsc_indexes_reserve (&self->of_slice, lane->n);
  for (guint32 i = 0; i < lane->n; i++)
    {
      gint64 duration_ns = lsc_lane_get_duration_ns (lane, i);
      Call *call;

      self->of_slice.items[i] = LSC_SLICE_NONE;
      take_from_parent (self, lane, i, duration_ns);
      if (!is_call (lane->kind[i]))
        continue;
      self->of_slice.items[i] = take_call (self, lane->kind[i], lane->name[i]);
      call = &g_array_index (self->calls, Call, self->of_slice.items[i]);
      lsc_int64s_append (&call->durations_ns, duration_ns);
      call->time_ns = lsc_int_add (call->time_ns, duration_ns);
      call->self_ns = lsc_int_add (call->self_ns, lane->is_crossing ? lsc_lane_get_self_ns (lane, i)
                                                                    : duration_ns);
      if (duration_ns > call->longest_ns)
        {
          call->longest_ns = duration_ns;
          call->longest_id = node->first_id + i;
        }
    }
}

static void
charge_gaps (Listing *self, const LscDispatch *dispatch)
{
  for (gsize i = 0; i < dispatch->gaps.n; i++)
    {
      const LscGap *gap = &dispatch->gaps.items[i];
      LscSpot spot = gap->cause == LSC_SLICE_NONE
                         ? LSC_SPOT_NONE
                         : lsc_timeline_get_spot (self->timeline, gap->cause);
      const LscLane *lane;
      guint at;

      if (spot.node == LSC_SLICE_NONE)
        continue;
      lane = lsc_timeline_get_node (self->timeline, spot.node)->lane;
      if (!is_call (lane->kind[spot.slice]))
        continue;
      at = GPOINTER_TO_UINT (g_hash_table_lookup (
          self->known,
          make_key ((guint8) (lane->kind[spot.slice] - FIRST_LEVEL), lane->name[spot.slice])));
      if (at > 0)
        g_array_index (self->calls, Call, at - 1).gap_ns += gap->end_ns - gap->begin_ns;
    }
}

/* Around the mean, so that long and nearly equal calls do not lose it. */
static double
find_variance (const LscInt64s *durations_ns, double mean_ns)
{
  double sum = 0;

  for (gsize i = 0; i < durations_ns->n; i++)
    {
      double deviation_us = ((double) durations_ns->items[i] - mean_ns) / 1000;

      sum += deviation_us * deviation_us;
    }
  return sum / (double) durations_ns->n;
}

static void
add_call (LscTable *table, const Listing *self, const LscDispatch *dispatch, Call *call,
          gint64 all_ns)
{
  LscInt64s *sorted = &call->durations_ns;
  double sum_ns = 0, mean_ns;

  lsc_sort_int64s (sorted->items, sorted->n);
  for (gsize i = 0; i < sorted->n; i++)
    sum_ns += (double) sorted->items[i];
  mean_ns = sum_ns / (double) sorted->n;
  lsc_table_add (
      table, &(CallRow){ .rank = lsc_rank_or_null (self->timeline->rank),
                         .level = call->level,
                         .name = lsc_timeline_text (self->timeline, call->name),
                         .count = (gint64) sorted->n,
                         .time_ns = call->time_ns,
                         .self_ns = call->self_ns,
                         .share = all_ns > 0 && call->self_ns != LSC_INT_NULL
                                      ? (double) call->self_ns / (double) all_ns
                                      : LSC_REAL_NULL,
                         .mean_ns = llround (mean_ns),
                         .median_ns = llround (lsc_quantile_linear (sorted->items, sorted->n, 0.5)),
                         .p95_ns = llround (lsc_quantile_linear (sorted->items, sorted->n, 0.95)),
                         .p99_ns = llround (lsc_quantile_linear (sorted->items, sorted->n, 0.99)),
                         .min_ns = sorted->items[0],
                         .max_ns = sorted->items[sorted->n - 1],
                         .variance_us2 = find_variance (sorted, mean_ns),
                         .gap_ns = dispatch->reason ? LSC_INT_NULL : call->gap_ns,
                         .longest_id = call->longest_id });
}

static int
compare_calls (gconstpointer a, gconstpointer b)
{
  const Call *x = a, *y = b;

  LSC_RETURN_ORDER (y->time_ns, x->time_ns);
  LSC_RETURN_ORDER (x->level, y->level);
  return LSC_ORDER (x->name, y->name);
}

/**
 * lsc_dispatch_get_host_calls:
 * @timeline: completed
 *
 * Cost: O(calls of the host * log calls of a name). Thread: any.
 * Source: dispatch.md#host-calls; CANN_API, calls of the runtime.
 *
 * Returns: (transfer full): the table "host_calls": calls of the host by level and name, the
 *   longest sum first; no row where none was recorded
 */
LscTable *
lsc_dispatch_get_host_calls (const LscTimeline *timeline, const LscDispatch *self)
{
  LscTable *table = lsc_table_new_for (&lsc_host_calls_table_info);
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (Call));
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  Listing listing = { .timeline = timeline, .calls = calls, .known = known };
  gint64 all_ns = 0;

  g_array_set_clear_func (calls, clear_call);
  lsc_timeline_foreach_lane ((LscTimeline *) timeline, (guint64) 1 << LSC_ROLE_CANN_THREAD,
                             add_lane, &listing);
  charge_gaps (&listing, self);
  for (guint i = 0; i < calls->len; i++)
    all_ns = lsc_int_add (all_ns, g_array_index (calls, Call, i).self_ns);
  g_array_sort (calls, compare_calls);
  for (guint i = 0; i < calls->len; i++)
    add_call (table, &listing, self, &g_array_index (calls, Call, i), all_ns);
  lsc_indexes_clear (&listing.of_slice);
  return table;
}
