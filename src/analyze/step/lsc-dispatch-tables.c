/* lsc-dispatch-tables.c - gaps, breaks, synchronising calls and figures as tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "analyze/step/lsc-dispatch-private.h"
#include "analyze/lsc-table-list.h"
#include "base/lsc-sort.h"
#include "model/lsc-around.h"

#define INT(Row, member, name, title, unit, about)                                                 \
  LSC_COLUMN (Row, member, name, title, unit, NULL, about)
#define NS(Row, member, name, title, about)                                                        \
  LSC_COLUMN (Row, member, name, title, LSC_UNIT_NS, NULL, about)
#define TEXT(Row, member, name, title, about)                                                      \
  LSC_COLUMN (Row, member, name, title, LSC_UNIT_NONE, NULL, about)
#define ID(Row, member, name, title, about)                                                        \
  LSC_COLUMN (Row, member, name, title, LSC_UNIT_ID, NULL, about)

typedef struct
{
  gint64 rank;
  gint64 step;
  gint64 start_ns;
  gint64 dur_ns;
  int kind;
  const char *cause;
  const char *next;
  gint64 cause_id;
  gint64 next_id;
  gint64 compiling;
} GapRow;

static const LscColumn gap_columns[] = {
  LSC_RANK_COLUMN (GapRow),
  LSC_STEP_COLUMN (GapRow),
  NS (GapRow, start_ns, "start_ns", N_ ("Start"), N_ ("When the device became free.")),
  NS (GapRow, dur_ns, "dur_ns", N_ ("Duration"), N_ ("How long it stayed free.")),
  LSC_CODES (
      GapRow, kind, "class", N_ ("Class"), lsc_slice_kind_words, "dispatch.md#gaps",
      N_ ("Whether what ends it had not been launched, so that the host was late, or had been, so "
          "that the device or a wait was.")),
  TEXT (GapRow, cause, "cause", N_ ("Cause"),
        N_ ("The host call or device task that the gap is charged to.")),
  TEXT (GapRow, next, "next", N_ ("Next"), N_ ("The work of the device that ends the gap.")),
  ID (GapRow, cause_id, "cause_id", N_ ("Slice of the cause"), N_ ("Number of its slice.")),
  ID (GapRow, next_id, "next_id", N_ ("Slice of the next event"), N_ ("Number of its slice.")),
  INT (GapRow, compiling, "compiling", N_ ("Compiling"), LSC_UNIT_NONE,
       N_ ("1 where one CANN call covers half of the gap or more, as when operators are compiled; "
           "empty where the host was not late.")),
};

const LscTableInfo lsc_gaps_table_info = LSC_TABLE_INFO ("gaps", GapRow, gap_columns);

static const LscWord break_causes[] = {
  [LSC_BREAK_SYNC] = { "synchronisation", N_ ("Synchronisation") },
  [LSC_BREAK_COPY] = { "copy", N_ ("Copy") },
  [LSC_BREAK_COMMUNICATION] = { "communication", N_ ("Communication") },
  [LSC_BREAK_GC] = { "gc", N_ ("Garbage collection") },
  [LSC_BREAK_DATA_LOADER] = { "data-loader", N_ ("Data loader") },
  [LSC_BREAK_OP] = { "op", N_ ("Framework op") },
  [LSC_BREAK_UNKNOWN] = { "unknown", N_ ("Unknown") },
};

typedef struct
{
  gint64 rank;
  gint64 start_ns;
  gint64 idle_ns;
  int cause;
  gint64 step;
  const char *call;
  const char *source;
  gint64 cause_id;
  gint64 launch_id;
} BreakRow;

static const LscColumn break_columns[] = {
  LSC_RANK_COLUMN (BreakRow),
  NS (BreakRow, start_ns, "start_ns", N_ ("Start"),
      N_ ("When the device had done all that was launched.")),
  NS (BreakRow, idle_ns, "idle_ns", N_ ("Idle"),
      N_ ("From then until the next launch reached the device.")),
  LSC_CODES (BreakRow, cause, "cause", N_ ("Cause"), break_causes, "dispatch.md#breaks",
             N_ ("What the launching thread did meanwhile.")),
  LSC_STEP_COLUMN (BreakRow),
  TEXT (BreakRow, call, "call", N_ ("Call"), N_ ("The call of the host that took the time.")),
  TEXT (BreakRow, source, "source", N_ ("Source line"),
        N_ ("The Python function in which the launching thread was in the middle of the break.")),
  ID (BreakRow, cause_id, "cause_id", N_ ("Slice of the cause"), N_ ("Number of its slice.")),
  ID (BreakRow, launch_id, "launch_id", N_ ("Slice of the launch"),
      N_ ("Number of the slice of the launch that ends the break.")),
};

const LscTableInfo lsc_breaks_table_info = LSC_TABLE_INFO ("breaks", BreakRow, break_columns);

typedef struct
{
  gint64 rank;
  int cause;
  const char *call;
  gint64 count;
  gint64 idle_ns;
  gint64 longest_ns;
  const char *source;
  gint64 launch_id;
} GroupRow;

static const LscColumn group_columns[] = {
  LSC_RANK_COLUMN (GroupRow),
  LSC_CODES (GroupRow, cause, "cause", N_ ("Cause"), break_causes, "dispatch.md#breaks",
             N_ ("What the launching thread did meanwhile.")),
  TEXT (GroupRow, call, "call", N_ ("Call"), N_ ("The call of the host that took the time.")),
  INT (GroupRow, count, "count", N_ ("Count"), LSC_UNIT_COUNT,
       N_ ("Number of breaks with this cause and call.")),
  NS (GroupRow, idle_ns, "idle_ns", N_ ("Idle"), N_ ("Sum of their idle times.")),
  NS (GroupRow, longest_ns, "longest_ns", N_ ("Longest"), N_ ("Idle time of the longest of them.")),
  TEXT (GroupRow, source, "source", N_ ("Source line"),
        N_ ("The Python function in which the launching thread was in the middle of the longest "
            "of them.")),
  ID (GroupRow, launch_id, "launch_id", N_ ("Slice of the launch"),
      N_ ("Number of the slice of the launch that ends the longest of them.")),
};

const LscTableInfo lsc_break_groups_table_info =
    LSC_TABLE_INFO ("break-groups", GroupRow, group_columns);

typedef struct
{
  gint64 rank;
  gint64 step;
  const char *name;
  gint64 start_ns;
  gint64 dur_ns;
  gint64 free_ns;
  gint64 gap_ns;
  const char *op;
  gint64 slice_id;
  gint64 op_id;
} SyncRow;

static const LscColumn sync_columns[] = {
  LSC_RANK_COLUMN (SyncRow),
  LSC_STEP_COLUMN (SyncRow),
  TEXT (SyncRow, name, "name", N_ ("Name"), N_ ("Name of the call that waits for the device.")),
  NS (SyncRow, start_ns, "start_ns", N_ ("Start"), N_ ("When the call starts.")),
  NS (SyncRow, dur_ns, "dur_ns", N_ ("Duration"), N_ ("From its start to its end.")),
  NS (SyncRow, free_ns, "free_ns", N_ ("Free inside and after"),
      N_ ("Free time of the device inside the call and directly after it.")),
  NS (SyncRow, gap_ns, "gap_ns", N_ ("Gaps"),
      N_ ("The same gaps in their whole length; every gap is charged to one call.")),
  TEXT (SyncRow, op, "op", N_ ("Operator"),
        N_ ("The innermost operator of the framework around the call.")),
  ID (SyncRow, slice_id, "slice_id", N_ ("Slice"), N_ ("Number of the slice of the call.")),
  ID (SyncRow, op_id, "op_id", N_ ("Slice of the operator"), N_ ("Number of its slice.")),
};

const LscTableInfo lsc_syncs_table_info = LSC_TABLE_INFO ("syncs", SyncRow, sync_columns);

typedef struct
{
  gint64 rank;
  gint64 step;
  LscDispatchSummary sums;
  gint64 launches;
  gint64 dispatch_bound;
  const LscPhrase *reason;
} SummaryRow;

#define SUM_NS(member, name, title, about) NS (SummaryRow, member, name, title, about)
#define SUM_COUNT(member, name, title, about)                                                      \
  INT (SummaryRow, member, name, title, LSC_UNIT_COUNT, about)
#define SUM_SHARE(member, name, title, about)                                                      \
  LSC_COLUMN (SummaryRow, member, name, title, LSC_UNIT_SHARE, "dispatch.md#queue", about)

static const LscColumn summary_columns[] = {
  LSC_RANK_COLUMN (SummaryRow),
  LSC_STEP_COLUMN (SummaryRow),
  SUM_NS (sums.p10_ns, "p10", N_ ("Latency p10"),
          N_ ("One in ten launches is followed by its work on the device within this time.")),
  SUM_NS (sums.p50_ns, "p50", N_ ("Latency p50"),
          N_ ("Half of the launches are followed by their work on the device within this time.")),
  SUM_NS (sums.p90_ns, "p90", N_ ("Latency p90"),
          N_ ("Nine of ten launches are followed by their work on the device within this time.")),
  SUM_NS (sums.max_ns, "max", N_ ("Longest latency"),
          N_ ("The longest time from a launch to the start of its work on the device.")),
  SUM_COUNT (sums.le20, "le20", N_ ("Within 20 µs"),
             N_ ("Number of launches whose work starts within 20 µs: the queue was nearly empty.")),
  SUM_COUNT (sums.le50, "le50", N_ ("Within 50 µs"),
             N_ ("Number of launches whose work starts within 50 µs.")),
  SUM_COUNT (sums.le100, "le100", N_ ("Within 100 µs"),
             N_ ("Number of launches whose work starts within 100 µs.")),
  SUM_COUNT (sums.depth0, "depth0", N_ ("Found an empty queue"),
             N_ ("Number of launches that found no other work queued.")),
  SUM_COUNT (sums.max_depth, "max_depth", N_ ("Deepest queue"),
             N_ ("Most launches that waited for the device at the same time.")),
  SUM_SHARE (sums.empty_share, "empty_share", N_ ("Queue empty"),
             N_ ("Part of the time of the row, which is 100 %, in which no launched work waited.")),
  SUM_SHARE (
      sums.free_share, "free_share", N_ ("Free"),
      N_ ("Part of the time of the row, which is 100 %, in which the device neither computed "
          "nor communicated.")),
  SUM_COUNT (launches, "launches", N_ ("Launches"),
             N_ ("Number of launches whose work on the device is known.")),
  SUM_NS (
      sums.gap_ns[0], "host_sync_ns", N_ ("Free: host, synchronisation"),
      N_ ("Free time until the launch of what follows, as the host had waited for the device.")),
  SUM_NS (sums.gap_ns[1], "host_ns", N_ ("Free: host, other"),
          N_ ("Free time until the launch of what follows, while the host did not wait for the "
              "device.")),
  SUM_NS (sums.gap_ns[2], "queued_task_ns", N_ ("Free: queued, other task"),
          N_ ("Free time after the launch of what follows, behind another task of the device.")),
  SUM_NS (sums.gap_ns[3], "queued_idle_ns", N_ ("Free: queued, idle"),
          N_ ("Free time after the launch of what follows, in which nothing ran.")),
  SUM_NS (sums.gap_ns[4], "unknown_ns", N_ ("Free: unknown"),
          N_ ("Free time before work whose launch is not known.")),
  INT (SummaryRow, dispatch_bound, "dispatch_bound", N_ ("Dispatch-bound"), LSC_UNIT_NONE,
       N_ ("1 where the device is free for lack of launches so much that they limit the step.")),
  TEXT (SummaryRow, reason, "reason", N_ ("Not available because"),
        N_ ("Why figures of this row are missing.")),
};

const LscTableInfo lsc_dispatch_table_info =
    LSC_TABLE_INFO ("summary", SummaryRow, summary_columns);

static const char *
name_of (const LscTimeline *timeline, guint32 id)
{
  LscSpot spot;

  if (id == LSC_SLICE_NONE)
    return NULL;
  spot = lsc_timeline_get_spot (timeline, id);
  return lsc_intern_text (timeline->strings,
                          lsc_timeline_get_node (timeline, spot.node)->lane->name[spot.slice]);
}

static gint64
id_of (guint32 slice)
{
  return slice == LSC_SLICE_NONE ? LSC_INT_NULL : slice;
}

static gint64
step_of (const LscTimeline *timeline, guint32 slice)
{
  gint64 step;

  if (slice != LSC_SLICE_NONE &&
      lsc_timeline_find_step (timeline, lsc_timeline_get_spot (timeline, slice), &step))
    return step;
  return LSC_INT_NULL;
}

static gint64
step_of_gap (const LscDispatch *self, const LscGap *gap)
{
  gint64 step;

  return lsc_dispatch_find_step (self, gap, &step) ? step : LSC_INT_NULL;
}

/**
 * lsc_dispatch_get_gaps:
 * @timeline: completed
 *
 * Returns: (transfer full): the table "gaps", a row for each of LscDispatch.gaps; "step" is NULL
 *   between steps
 */
LscTable *
lsc_dispatch_get_gaps (const LscTimeline *timeline, const LscDispatch *self)
{
  LscTable *table = lsc_table_new_for (&lsc_gaps_table_info);

  for (gsize i = 0; i < self->gaps.n; i++)
    {
      const LscGap *gap = &self->gaps.items[i];

      lsc_table_add (table, &(GapRow){ .rank = lsc_rank_or_null (timeline->rank),
                                       .step = step_of_gap (self, gap),
                                       .start_ns = gap->begin_ns,
                                       .dur_ns = gap->end_ns - gap->begin_ns,
                                       .kind = gap->kind,
                                       .cause = name_of (timeline, gap->cause),
                                       .next = name_of (timeline, gap->next),
                                       .cause_id = id_of (gap->cause),
                                       .next_id = id_of (gap->next),
                                       .compiling = gap->kind == LSC_SLICE_GAP_HOST
                                                        ? (gint64) gap->is_compiling
                                                        : LSC_INT_NULL });
    }
  return table;
}

/* Python frame in which the launching thread was in the middle of the break. */
static const char *
find_source (const LscTimeline *timeline, GHashTable *host_lanes, const LscDispatch *self,
             const LscBreak *found)
{
  guint32 id = found->cause != LSC_SLICE_NONE ? found->cause : found->launch;
  LscSpot spot = lsc_timeline_get_spot (timeline, id);
  guint32 stack = _lsc_host_lanes_find (host_lanes, timeline, LSC_ROLE_PYTHON_STACK,
                                        lsc_timeline_get_node (timeline, spot.node));
  const LscLane *lane;
  guint32 frame;

  if (stack == LSC_SLICE_NONE)
    return NULL;
  lane = lsc_timeline_get_node (timeline, stack)->lane;
  frame = lsc_lane_find_deepest (lane, found->begin_ns - self->skew_ns + found->idle_ns / 2);
  for (guint i = 0; frame != LSC_SLICE_NONE && lane->kind[frame] != LSC_SLICE_PYTHON; i++)
    frame = i < LSC_AROUND_MOST_LEVELS ? lsc_lane_get_parent (lane, frame) : LSC_SLICE_NONE;
  return frame == LSC_SLICE_NONE ? NULL : lsc_intern_text (timeline->strings, lane->name[frame]);
}

/**
 * lsc_dispatch_get_breaks:
 * @timeline: completed
 *
 * Returns: (transfer full): the table "breaks", a row for each of LscDispatch.breaks
 */
LscTable *
lsc_dispatch_get_breaks (const LscTimeline *timeline, const LscDispatch *self)
{
  LscTable *table = lsc_table_new_for (&lsc_breaks_table_info);
  g_autoptr (GHashTable) host_lanes = _lsc_host_lanes_new (timeline);

  for (gsize i = 0; i < self->breaks.n; i++)
    {
      const LscBreak *found = &self->breaks.items[i];

      lsc_table_add (table, &(BreakRow){ .rank = lsc_rank_or_null (timeline->rank),
                                         .start_ns = found->begin_ns,
                                         .idle_ns = found->idle_ns,
                                         .cause = (int) found->type,
                                         .step = step_of (timeline, found->launch),
                                         .call = name_of (timeline, found->cause),
                                         .source = find_source (timeline, host_lanes, self, found),
                                         .cause_id = id_of (found->cause),
                                         .launch_id = found->launch });
    }
  return table;
}

/** Breaks of one cause and one name. */
typedef struct
{
  guint32 type;
  guint32 name;
  gint64 count;
  gint64 idle_ns;
  const LscBreak *longest;
} Group;

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *x = a, *y = b;

  LSC_RETURN_ORDER (y->idle_ns, x->idle_ns);
  return LSC_ORDER (x->name, y->name);
}

static GArray *
group_breaks (const LscTimeline *timeline, const LscDispatch *self, gint64 least_ns)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (Group));
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; i < self->breaks.n; i++)
    {
      const LscBreak *found = &self->breaks.items[i];
      guint32 name = LSC_STRING_NONE;
      gpointer key;
      guint at;
      Group *group;

      if (found->idle_ns < least_ns)
        continue;
      if (found->cause != LSC_SLICE_NONE)
        {
          LscSpot spot = lsc_timeline_get_spot (timeline, found->cause);

          name = lsc_timeline_get_node (timeline, spot.node)->lane->name[spot.slice];
        }
      key = GSIZE_TO_POINTER ((gsize) name << 8 | found->type);
      at = GPOINTER_TO_UINT (g_hash_table_lookup (known, key));
      if (at == 0)
        {
          Group fresh = { .type = found->type, .name = name, .longest = found };

          g_array_append_val (groups, fresh);
          at = groups->len;
          g_hash_table_insert (known, key, GUINT_TO_POINTER (at));
        }
      group = &g_array_index (groups, Group, at - 1);
      group->count++;
      group->idle_ns += found->idle_ns;
      if (found->idle_ns > group->longest->idle_ns)
        group->longest = found;
    }
  g_array_sort (groups, compare_groups);
  return groups;
}

/**
 * lsc_dispatch_get_break_groups:
 * @timeline: completed
 * @least_ns: shorter breaks are left out; dispatch.md#breaks says 50 µs
 *
 * Returns: (transfer full): the table "break-groups": breaks by cause and call, the most idle time
 *   first; source line and launch are those of the longest break
 */
LscTable *
lsc_dispatch_get_break_groups (const LscTimeline *timeline, const LscDispatch *self,
                               gint64 least_ns)
{
  LscTable *table = lsc_table_new_for (&lsc_break_groups_table_info);
  g_autoptr (GArray) groups = group_breaks (timeline, self, least_ns);
  g_autoptr (GHashTable) host_lanes = _lsc_host_lanes_new (timeline);

  for (guint i = 0; i < groups->len; i++)
    {
      const Group *group = &g_array_index (groups, Group, i);
      const LscBreak *longest = group->longest;

      lsc_table_add (table,
                     &(GroupRow){ .rank = lsc_rank_or_null (timeline->rank),
                                  .cause = (int) group->type,
                                  .call = group->name == LSC_STRING_NONE
                                              ? NULL
                                              : lsc_intern_text (timeline->strings, group->name),
                                  .count = group->count,
                                  .idle_ns = group->idle_ns,
                                  .longest_ns = longest->idle_ns,
                                  .source = find_source (timeline, host_lanes, self, longest),
                                  .launch_id = longest->launch });
    }
  return table;
}

/**
 * lsc_dispatch_get_syncs:
 * @timeline: completed
 *
 * Returns: (transfer full): the table "syncs": synchronising calls by the Free that they cause
 */
LscTable *
lsc_dispatch_get_syncs (const LscTimeline *timeline, const LscDispatch *self)
{
  LscTable *table = lsc_table_new_for (&lsc_syncs_table_info);
  gboolean has_gaps = self->reason == NULL;

  for (gsize i = 0; i < self->syncs.n; i++)
    {
      const LscSyncCall *sync = &self->syncs.items[i];
      LscSpot spot = lsc_timeline_get_spot (timeline, sync->call);
      const LscLane *lane = lsc_timeline_get_node (timeline, spot.node)->lane;

      lsc_table_add (table, &(SyncRow){ .rank = lsc_rank_or_null (timeline->rank),
                                        .step = step_of (timeline, sync->call),
                                        .name = name_of (timeline, sync->call),
                                        .start_ns = lane->start_ns[spot.slice],
                                        .dur_ns = sync->duration_ns,
                                        .free_ns = has_gaps ? sync->free_ns : LSC_INT_NULL,
                                        .gap_ns = has_gaps ? sync->gap_ns : LSC_INT_NULL,
                                        .op = name_of (timeline, sync->op),
                                        .slice_id = id_of (sync->call),
                                        .op_id = id_of (sync->op) });
    }
  return table;
}

static void
add_summary (LscTable *table, const LscTimeline *timeline, const LscDispatch *self,
             const LscDispatchSummary *sums)
{
  g_autoptr (LscPhrase) reason = NULL;
  SummaryRow row = { .rank = lsc_rank_or_null (timeline->rank),
                     .step = sums->has_step ? sums->step : LSC_INT_NULL,
                     .sums = *sums,
                     .launches = LSC_INT_NULL,
                     .dispatch_bound = LSC_INT_NULL };

  if (sums->has_launches)
    row.launches = (gint64) sums->n_launches;
  else
    row.reason = reason =
        self->reason
            ? lsc_phrase_copy (self->reason)
            : lsc_phrase_new_text (sums->is_cut
                                       ? N_ ("The step is excluded: the recording ends before the "
                                             "device finished the work launched in it.")
                                       : N_ ("Nothing was launched in this step."));
  for (guint i = 0; i < G_N_ELEMENTS (sums->gap_ns) && isnan (sums->free_share); i++)
    row.sums.gap_ns[i] = LSC_INT_NULL;
  if (sums->has_launches && !isnan (sums->free_share))
    row.dispatch_bound = sums->is_dispatch_bound;
  lsc_table_add (table, &row);
}

/**
 * lsc_dispatch_get_summary:
 *
 * Returns: (transfer full): the table "summary": a row for each step, or one for everything when
 *   there are no steps
 */
LscTable *
lsc_dispatch_get_summary (const LscTimeline *timeline, const LscDispatch *self)
{
  LscTable *table = lsc_table_new_for (&lsc_dispatch_table_info);

  for (guint i = 0; i < self->steps.n; i++)
    add_summary (table, timeline, self, &self->steps.items[i]);
  return table;
}
