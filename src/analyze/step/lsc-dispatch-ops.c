/* lsc-dispatch-ops.c - how operators reach the device: the table of dispatched operators
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-list.h"
#include "analyze/step/lsc-dispatch-private.h"
#include "model/lsc-around.h"

/* Each call of an operator that launched work is cut at its milestones into five parts that follow
 * each other (dispatch.md#ops), so they add up to its time from end to end. */

enum
{
  PART_FRAMEWORK, /* from the begin of the operator */
  PART_QUEUE,     /* from its entry into the task queue until it is taken out */
  PART_LAUNCH,    /* until the call that launches has ended */
  PART_WAIT,      /* until the device starts */
  PART_DEVICE,    /* until the device has done all of it */
  N_PARTS,
};

typedef struct
{
  gint64 rank;
  const char *name;
  gint64 calls;
  gint64 kernels;
  gint64 end_to_end_ns;
  double share;
  gint64 parts_ns[N_PARTS];
  gint64 means_ns[N_PARTS];
  gint64 mean_ns;
  gint64 longest_ns;
  gint64 work_ns;
  gint64 longest_id;
} OpRow;

#define OP(member, name, title, unit, about)                                                       \
  LSC_COLUMN (OpRow, member, name, title, unit, "dispatch.md#ops", about)

static const LscColumn op_columns[] = {
  LSC_RANK_COLUMN (OpRow),
  OP (name, "operator", N_ ("Operator"), LSC_UNIT_NONE,
      N_ ("Name of the innermost operator of the framework around the launch; empty where there "
          "is none.")),
  OP (calls, "dispatches", N_ ("Dispatches"), LSC_UNIT_COUNT,
      N_ ("Number of calls that launched work; without an operator each launch counts.")),
  OP (kernels, "kernels", N_ ("Kernels"), LSC_UNIT_COUNT,
      N_ ("Kernels and communication operators that they launched.")),
  OP (end_to_end_ns, "end_to_end_ns", N_ ("End to End"), LSC_UNIT_NS,
      N_ ("From the begin of a call until the device has done all of its work, summed over the "
          "calls.")),
  OP (share, "share", N_ ("Share of End to End"), LSC_UNIT_SHARE,
      N_ ("Part of the sum of all rows of the rank, which is 100 %.")),
  OP (parts_ns[PART_FRAMEWORK], "framework_ns", N_ ("Framework"), LSC_UNIT_NS,
      N_ ("Until the call is put into the task queue; without a queue until the launch.")),
  OP (parts_ns[PART_QUEUE], "task_queue_ns", N_ ("Task Queue"), LSC_UNIT_NS,
      N_ ("Until it is taken out of the task queue; empty where no queue was recorded.")),
  OP (parts_ns[PART_LAUNCH], "launch_ns", N_ ("Launch"), LSC_UNIT_NS,
      N_ ("Until the call that launches its first work has ended.")),
  OP (parts_ns[PART_WAIT], "stream_wait_ns", N_ ("Wait on Stream"), LSC_UNIT_NS,
      N_ ("Until the device starts the first work.")),
  OP (parts_ns[PART_DEVICE], "on_device_ns", N_ ("On Device"), LSC_UNIT_NS,
      N_ ("Until the device has done the last work, gaps in between included.")),
  OP (mean_ns, "mean_ns", N_ ("Mean End to End"), LSC_UNIT_NS, N_ ("Mean over the calls.")),
  OP (means_ns[PART_FRAMEWORK], "framework_mean_ns", N_ ("Mean Framework"), LSC_UNIT_NS,
      N_ ("Mean over the calls.")),
  OP (means_ns[PART_QUEUE], "task_queue_mean_ns", N_ ("Mean Task Queue"), LSC_UNIT_NS,
      N_ ("Mean over the calls.")),
  OP (means_ns[PART_LAUNCH], "launch_mean_ns", N_ ("Mean Launch"), LSC_UNIT_NS,
      N_ ("Mean over the calls.")),
  OP (means_ns[PART_WAIT], "stream_wait_mean_ns", N_ ("Mean Wait on Stream"), LSC_UNIT_NS,
      N_ ("Mean over the calls.")),
  OP (means_ns[PART_DEVICE], "on_device_mean_ns", N_ ("Mean on Device"), LSC_UNIT_NS,
      N_ ("Mean over the calls.")),
  OP (longest_ns, "max_ns", N_ ("Longest"), LSC_UNIT_NS,
      N_ ("From end to end of the longest call.")),
  OP (work_ns, "work_ns", N_ ("Device Time"), LSC_UNIT_NS,
      N_ ("Sum of the durations of its work on the device, without gaps in between.")),
  OP (longest_id, "longest_id", N_ ("Slice of the Longest"), LSC_UNIT_ID,
      N_ ("Number of the slice of the longest call; of a launch without an operator of the "
          "launch.")),
};

const LscTableInfo lsc_dispatch_ops_table_info = LSC_TABLE_INFO ("dispatch_ops", OpRow, op_columns);

/**
 * Chain: what one call of an operator, or a launch without one, went through; ns on the clock of
 * the device
 * @call: slice id of the operator, else of the launch
 * @marks: begin of each part, and the end of the last
 */
typedef struct
{
  guint32 call;
  guint32 name; /* %LSC_STRING_NONE = no operator */
  gint64 launch_ns;
  gint64 marks[N_PARTS + 1];
  gint64 n_kernels;
  gint64 work_ns;
} Chain;

LSC_DEFINE_ARRAY (Chains, chains, Chain)

/** Calls of one name. */
typedef struct
{
  guint32 name;
  gint64 n_calls;
  gint64 n_kernels;
  gint64 parts_ns[N_PARTS];
  gint64 end_to_end_ns;
  gint64 longest_ns;
  gint64 work_ns;
  guint32 longest_id;
} Sum;

/** @events: finds work of the device, @build.map calls; @has_queue: some launch came through it */
typedef struct
{
  LscDispatchBuild build;
  LscSliceMap events;
  Chains chains;
  gboolean has_queue;
} Listing;

/* ---- milestones ---- */

/* The entry of the task queue that a launch runs in: when it was put in and taken out. */
static gboolean
find_queue (Listing *self, const LscFoundSlice *launch, gint64 *in_ns, gint64 *out_ns)
{
  const LscTimeline *timeline = self->build.timeline;
  guint32 node =
      _lsc_dispatch_get_host_lane (&self->build, LSC_ROLE_HOST_THREAD, launch->node_index);
  const LscNode *thread;
  gsize first, n;
  guint32 at;

  if (node == LSC_SLICE_NONE)
    return FALSE;
  thread = lsc_timeline_get_node (timeline, node);
  at = lsc_lane_find_deepest (thread->lane, _lsc_found_start (launch));
  for (guint k = 0; k < LSC_AROUND_MOST_LEVELS && at != LSC_SLICE_NONE &&
                    thread->lane->kind[at] != LSC_SLICE_DEQUEUE;
       k++)
    at = lsc_lane_get_parent (thread->lane, at);
  if (at == LSC_SLICE_NONE || thread->lane->kind[at] != LSC_SLICE_DEQUEUE)
    return FALSE;
  n = lsc_links_find_to (&timeline->links, thread->first_id + at, &first);
  for (gsize i = first; i < first + n; i++)
    {
      const LscLink *link = lsc_links_get_to (&timeline->links, i);
      LscFoundSlice entry;

      if (link->kind != LSC_LINK_QUEUE)
        continue;
      entry = _lsc_slice_map_find (&self->build.map, link->from);
      *in_ns = _lsc_found_start (&entry);
      *out_ns = thread->lane->start_ns[at];
      return TRUE;
    }
  return FALSE;
}

/* Parts never overlap: a mark that lies before the one in front of it, as of a launch that returns
 * after the device has started, is moved there. */
static void
order_marks (Chain *chain)
{
  gint64 *marks = chain->marks;

  for (guint i = PART_DEVICE; i-- > 0;)
    marks[i] = MIN (marks[i], marks[i + 1]);
}

static void
set_marks (Listing *self, Chain *chain, const LscLaunch *launch)
{
  LscFoundSlice call = _lsc_slice_map_find (&self->build.map, launch->launch);
  LscSpot op = _lsc_dispatch_find_op (&self->build, launch->launch);
  gint64 skew_ns = self->build.result->skew_ns;
  gint64 in_ns = _lsc_found_start (&call), out_ns = in_ns, begin_ns;

  self->has_queue = find_queue (self, &call, &in_ns, &out_ns) || self->has_queue;
  begin_ns = MIN (in_ns, _lsc_found_start (&call));
  chain->call = launch->launch;
  chain->name = LSC_STRING_NONE;
  if (op.node != LSC_SLICE_NONE)
    {
      const LscNode *node = lsc_timeline_get_node (self->build.timeline, op.node);

      chain->call = node->first_id + op.slice;
      chain->name = node->lane->name[op.slice];
      begin_ns = node->lane->start_ns[op.slice];
    }
  chain->launch_ns = launch->launch_ns;
  chain->marks[PART_FRAMEWORK] = begin_ns + skew_ns;
  chain->marks[PART_QUEUE] = in_ns + skew_ns;
  chain->marks[PART_LAUNCH] = out_ns + skew_ns;
  chain->marks[PART_WAIT] = _lsc_found_end (&call) + skew_ns;
  chain->marks[PART_DEVICE] = launch->start_ns;
  chain->marks[N_PARTS] = launch->end_ns;
}

/* All that a launch caused, not only the first of it. */
static void
count_work (Listing *self, Chain *chain, guint32 launch)
{
  const LscTimeline *timeline = self->build.timeline;
  gsize first, n = lsc_links_find_from (&timeline->links, launch, &first);

  for (gsize i = first; i < first + n; i++)
    {
      const LscLink *link = &timeline->links.items[i];
      LscFoundSlice event;

      if (link->kind != LSC_LINK_LAUNCH)
        continue;
      event = _lsc_slice_map_find (&self->events, link->to);
      if (!_lsc_kind_is_busy (timeline, _lsc_found_kind (&event)) ||
          !_lsc_found_counts (timeline, &event))
        continue;
      chain->n_kernels++;
      chain->work_ns =
          lsc_int_add (chain->work_ns, _lsc_found_end (&event) - _lsc_found_start (&event));
    }
}

/* ---- calls and names ---- */

static int
compare_chains (gconstpointer a, gconstpointer b)
{
  const Chain *x = a, *y = b;

  LSC_RETURN_ORDER (x->call, y->call);
  return LSC_ORDER (x->launch_ns, y->launch_ns);
}

/* Launches of one call of an operator are one chain: that of the first launch, until all is done.
 */
static void
join_chains (Chains *self)
{
  gsize n = 0;

  if (self->n > 0)
    qsort (self->items, self->n, sizeof (Chain), compare_chains);
  for (gsize i = 0; i < self->n; i++)
    {
      Chain *last = n > 0 ? &self->items[n - 1] : NULL;
      const Chain *chain = &self->items[i];

      if (!last || last->call != chain->call)
        {
          self->items[n++] = *chain;
          continue;
        }
      last->marks[PART_DEVICE] = MIN (last->marks[PART_DEVICE], chain->marks[PART_DEVICE]);
      last->marks[N_PARTS] = MAX (last->marks[N_PARTS], chain->marks[N_PARTS]);
      last->n_kernels += chain->n_kernels;
      last->work_ns = lsc_int_add (last->work_ns, chain->work_ns);
    }
  self->n = n;
}

static gboolean
list_chains (Listing *self, LscJob *job, GError **error)
{
  const LscLaunches *launches = &self->build.result->launches;

  chains_reserve (&self->chains, launches->n);
  for (gsize i = 0; i < launches->n; i++)
    {
      Chain *chain = chains_add (&self->chains);

      if ((i & 4095) == 0 && !lsc_job_check (job, error))
        return FALSE;
      *chain = (Chain){ 0 };
      set_marks (self, chain, &launches->items[i]);
      count_work (self, chain, launches->items[i].launch);
    }
  join_chains (&self->chains);
  return TRUE;
}

static void
add_chain (Sum *sum, Chain *chain)
{
  gint64 length_ns;

  order_marks (chain);
  length_ns = chain->marks[N_PARTS] - chain->marks[0];
  sum->n_calls++;
  sum->n_kernels += chain->n_kernels;
  sum->work_ns = lsc_int_add (sum->work_ns, chain->work_ns);
  sum->end_to_end_ns = lsc_int_add (sum->end_to_end_ns, length_ns);
  for (guint i = 0; i < N_PARTS; i++)
    sum->parts_ns[i] = lsc_int_add (sum->parts_ns[i], chain->marks[i + 1] - chain->marks[i]);
  if (sum->n_calls == 1 || length_ns > sum->longest_ns)
    {
      sum->longest_ns = length_ns;
      sum->longest_id = chain->call;
    }
}

static int
compare_sums (gconstpointer a, gconstpointer b)
{
  const Sum *x = a, *y = b;

  LSC_RETURN_ORDER (y->end_to_end_ns, x->end_to_end_ns);
  return LSC_ORDER (x->name, y->name);
}

static GArray *
sum_by_name (Listing *self)
{
  GArray *sums = g_array_new (FALSE, FALSE, sizeof (Sum));
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; i < self->chains.n; i++)
    {
      Chain *chain = &self->chains.items[i];
      gpointer key = GUINT_TO_POINTER (chain->name);
      guint at = GPOINTER_TO_UINT (g_hash_table_lookup (known, key));
      Sum fresh = { .name = chain->name };

      if (at == 0)
        {
          g_array_append_val (sums, fresh);
          g_hash_table_insert (known, key, GUINT_TO_POINTER (at = sums->len));
        }
      add_chain (&g_array_index (sums, Sum, at - 1), chain);
    }
  g_array_sort (sums, compare_sums);
  return sums;
}

static void
add_sum (LscTable *table, const Listing *self, const Sum *sum, gint64 all_ns)
{
  const LscTimeline *timeline = self->build.timeline;
  OpRow row = { .rank = lsc_rank_or_null (timeline->rank),
                .name =
                    sum->name == LSC_STRING_NONE ? NULL : lsc_timeline_text (timeline, sum->name),
                .calls = sum->n_calls,
                .kernels = sum->n_kernels,
                .end_to_end_ns = sum->end_to_end_ns,
                .share = all_ns > 0 ? (double) sum->end_to_end_ns / (double) all_ns : LSC_REAL_NULL,
                .mean_ns = lsc_int_divide (sum->end_to_end_ns, sum->n_calls),
                .longest_ns = sum->longest_ns,
                .work_ns = sum->work_ns,
                .longest_id = sum->longest_id };

  for (guint i = 0; i < N_PARTS; i++)
    {
      row.parts_ns[i] = i == PART_QUEUE && !self->has_queue ? LSC_INT_NULL : sum->parts_ns[i];
      row.means_ns[i] = lsc_int_divide (row.parts_ns[i], sum->n_calls);
    }
  lsc_table_add (table, &row);
}

/**
 * lsc_dispatch_get_ops:
 * @timeline: completed
 * @job: (nullable): stops it
 *
 * Cost: O(launches * log lanes). Thread: any.
 * Source: dispatch.md#ops; the links of launches and of the task queue.
 *
 * Returns: (transfer full) (nullable): the table "dispatch_ops": how operators reach the device, by
 *   name, the longest sum first; no row where no launch is known, and LscDispatch.reason says why.
 *   %NULL with %LSC_ERROR_CANCELLED
 */
LscTable *
lsc_dispatch_get_ops (const LscTimeline *timeline, const LscDispatch *self, LscJob *job,
                      GError **error)
{
  Listing listing = { .build = { .timeline = timeline, .result = (LscDispatch *) self } };
  LscTable *table = NULL;

  _lsc_slice_map_init (&listing.build.map, timeline);
  _lsc_slice_map_init (&listing.events, timeline);
  if (list_chains (&listing, job, error))
    {
      g_autoptr (GArray) sums = sum_by_name (&listing);
      gint64 all_ns = 0;

      table = lsc_table_new_for (&lsc_dispatch_ops_table_info);
      for (guint i = 0; i < sums->len; i++)
        all_ns = lsc_int_add (all_ns, g_array_index (sums, Sum, i).end_to_end_ns);
      for (guint i = 0; i < sums->len; i++)
        add_sum (table, &listing, &g_array_index (sums, Sum, i), all_ns);
    }
  chains_clear (&listing.chains);
  g_clear_pointer (&listing.build.host_lanes, g_hash_table_unref);
  return table;
}
