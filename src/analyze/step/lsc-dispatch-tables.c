/* lsc-dispatch-tables.c - gaps, breaks, synchronising calls and figures as tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "analyze/step/lsc-dispatch-private.h"

#define INT(name, title, unit)                                                                     \
  {                                                                                                \
    name, title, LSC_TYPE_INT, unit, NULL                                                          \
  }
#define TEXT(name, title)                                                                          \
  {                                                                                                \
    name, title, LSC_TYPE_TEXT, LSC_UNIT_NONE, NULL                                                \
  }
#define SHARE(name, title)                                                                         \
  {                                                                                                \
    name, title, LSC_TYPE_REAL, LSC_UNIT_SHARE, "timeline 12.4"                                    \
  }

static const LscColumn gap_columns[] = {
  INT ("rank", N_ ("Rank"), LSC_UNIT_ID),
  INT ("step", N_ ("Step"), LSC_UNIT_ID),
  INT ("start_ns", N_ ("Start"), LSC_UNIT_NS),
  INT ("dur_ns", N_ ("Duration"), LSC_UNIT_NS),
  TEXT ("class", N_ ("Class")),
  TEXT ("cause", N_ ("Cause")),
  TEXT ("next", N_ ("Next")),
  INT ("cause_id", N_ ("Slice of the cause"), LSC_UNIT_ID),
  INT ("next_id", N_ ("Slice of the next event"), LSC_UNIT_ID),
  INT ("compiling", N_ ("Compiling"), LSC_UNIT_NONE),
};

enum
{
  GAP_RANK,
  GAP_STEP,
  GAP_START,
  GAP_DURATION,
  GAP_CLASS,
  GAP_CAUSE,
  GAP_NEXT,
  GAP_CAUSE_ID,
  GAP_NEXT_ID,
  GAP_COMPILING,
};

static const LscColumn break_columns[] = {
  INT ("rank", N_ ("Rank"), LSC_UNIT_ID),
  INT ("start_ns", N_ ("Start"), LSC_UNIT_NS),
  INT ("idle_ns", N_ ("Idle"), LSC_UNIT_NS),
  TEXT ("cause", N_ ("Cause")),
  INT ("step", N_ ("Step"), LSC_UNIT_ID),
  TEXT ("call", N_ ("Call")),
  TEXT ("source", N_ ("Source line")),
  INT ("cause_id", N_ ("Slice of the cause"), LSC_UNIT_ID),
  INT ("launch_id", N_ ("Slice of the launch"), LSC_UNIT_ID),
};

enum
{
  BREAK_RANK,
  BREAK_START,
  BREAK_IDLE,
  BREAK_CAUSE,
  BREAK_STEP,
  BREAK_CALL,
  BREAK_SOURCE,
  BREAK_CAUSE_ID,
  BREAK_LAUNCH_ID,
};

static const LscColumn group_columns[] = {
  INT ("rank", N_ ("Rank"), LSC_UNIT_ID),
  TEXT ("cause", N_ ("Cause")),
  TEXT ("call", N_ ("Call")),
  INT ("count", N_ ("Count"), LSC_UNIT_COUNT),
  INT ("idle_ns", N_ ("Idle"), LSC_UNIT_NS),
  INT ("longest_ns", N_ ("Longest"), LSC_UNIT_NS),
  TEXT ("source", N_ ("Source line")),
  INT ("launch_id", N_ ("Slice of the launch"), LSC_UNIT_ID),
};

enum
{
  GROUP_RANK,
  GROUP_CAUSE,
  GROUP_CALL,
  GROUP_COUNT,
  GROUP_IDLE,
  GROUP_LONGEST,
  GROUP_SOURCE,
  GROUP_LAUNCH_ID,
};

static const LscColumn sync_columns[] = {
  INT ("rank", N_ ("Rank"), LSC_UNIT_ID),
  INT ("step", N_ ("Step"), LSC_UNIT_ID),
  TEXT ("name", N_ ("Name")),
  INT ("start_ns", N_ ("Start"), LSC_UNIT_NS),
  INT ("dur_ns", N_ ("Duration"), LSC_UNIT_NS),
  INT ("free_ns", N_ ("Free inside and after"), LSC_UNIT_NS),
  INT ("gap_ns", N_ ("Gaps"), LSC_UNIT_NS),
  TEXT ("op", N_ ("Operator")),
  INT ("slice_id", N_ ("Slice"), LSC_UNIT_ID),
  INT ("op_id", N_ ("Slice of the operator"), LSC_UNIT_ID),
};

enum
{
  SYNC_RANK,
  SYNC_STEP,
  SYNC_NAME,
  SYNC_START,
  SYNC_DURATION,
  SYNC_FREE,
  SYNC_GAP,
  SYNC_OP,
  SYNC_SLICE_ID,
  SYNC_OP_ID,
};

static const LscColumn summary_columns[] = {
  INT ("rank", N_ ("Rank"), LSC_UNIT_ID),
  INT ("step", N_ ("Step"), LSC_UNIT_ID),
  INT ("p10", N_ ("Latency p10"), LSC_UNIT_NS),
  INT ("p50", N_ ("Latency p50"), LSC_UNIT_NS),
  INT ("p90", N_ ("Latency p90"), LSC_UNIT_NS),
  INT ("max", N_ ("Longest latency"), LSC_UNIT_NS),
  INT ("le20", N_ ("Within 20 us"), LSC_UNIT_COUNT),
  INT ("le50", N_ ("Within 50 us"), LSC_UNIT_COUNT),
  INT ("le100", N_ ("Within 100 us"), LSC_UNIT_COUNT),
  INT ("depth0", N_ ("Found an empty queue"), LSC_UNIT_COUNT),
  INT ("max_depth", N_ ("Deepest queue"), LSC_UNIT_COUNT),
  SHARE ("empty_share", N_ ("Queue empty")),
  SHARE ("free_share", N_ ("Free")),
  INT ("launches", N_ ("Launches"), LSC_UNIT_COUNT),
  INT ("host_sync_ns", N_ ("Free: host, synchronisation"), LSC_UNIT_NS),
  INT ("host_ns", N_ ("Free: host, other"), LSC_UNIT_NS),
  INT ("queued_task_ns", N_ ("Free: queued, other task"), LSC_UNIT_NS),
  INT ("queued_idle_ns", N_ ("Free: queued, idle"), LSC_UNIT_NS),
  INT ("unknown_ns", N_ ("Free: unknown"), LSC_UNIT_NS),
  INT ("dispatch_bound", N_ ("Dispatch-bound"), LSC_UNIT_NONE),
  TEXT ("reason", N_ ("Not available because")),
};

enum
{
  SUM_RANK,
  SUM_STEP,
  SUM_P10,
  SUM_P50,
  SUM_P90,
  SUM_MAX,
  SUM_LE20,
  SUM_LE50,
  SUM_LE100,
  SUM_DEPTH0,
  SUM_MAX_DEPTH,
  SUM_EMPTY_SHARE,
  SUM_FREE_SHARE,
  SUM_LAUNCHES,
  SUM_GAPS,
  SUM_DISPATCH_BOUND = SUM_GAPS + 5,
  SUM_REASON,
};

static const char *
name_of (const LscTimeline *timeline, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, id);
  const LscNode *node = lsc_timeline_get_node (timeline, spot.node);

  return lsc_intern_text (timeline->strings, node->lane->name[spot.slice]);
}

static void
set_slice (LscTable *table, gsize row, guint name, guint id, const LscTimeline *timeline,
           guint32 slice)
{
  if (slice == LSC_SLICE_NONE)
    return;
  lsc_table_set_text (table, row, name, name_of (timeline, slice));
  lsc_table_set_int (table, row, id, slice);
}

static gsize
add_row (LscTable *table, const LscTimeline *timeline)
{
  gsize row = lsc_table_add_row (table);

  if (timeline->rank >= 0)
    lsc_table_set_int (table, row, 0, timeline->rank);
  return row;
}

static void
set_step (LscTable *table, gsize row, guint column, const LscTimeline *timeline, guint32 slice)
{
  gint64 step;

  if (slice != LSC_SLICE_NONE &&
      lsc_timeline_find_step (timeline, lsc_timeline_get_spot (timeline, slice), &step))
    lsc_table_set_int (table, row, column, step);
}

/* The step that a gap lies in: none for one before the first event of a step. */
static void
set_gap_step (LscTable *table, gsize row, const LscTimeline *timeline, const LscGap *gap)
{
  const LscTimelineAnalysis *analysis = lsc_timeline_get_analysis (timeline);
  const LscOverlapSums *step;

  if (!analysis)
    return;
  step = _lsc_overlap_find_step (analysis->overlap, gap->end_ns);
  if (step && step->begin_ns <= gap->begin_ns)
    lsc_table_set_int (table, row, GAP_STEP, step->step);
}

/**
 * lsc_dispatch_get_gaps:
 * @timeline: completed
 *
 * Returns: (transfer full): the table "gaps", a row for each of LscDispatch.gaps; "class" is
 *   lsc_slice_kind_name(), "step" NULL between steps
 */
LscTable *
lsc_dispatch_get_gaps (const LscTimeline *timeline, const LscDispatch *self)
{
  LscTable *table = lsc_table_new ("gaps", gap_columns, G_N_ELEMENTS (gap_columns));

  for (gsize i = 0; i < self->gaps.n; i++)
    {
      const LscGap *gap = &self->gaps.items[i];
      gsize row = add_row (table, timeline);

      set_gap_step (table, row, timeline, gap);
      lsc_table_set_int (table, row, GAP_START, gap->begin_ns);
      lsc_table_set_int (table, row, GAP_DURATION, gap->end_ns - gap->begin_ns);
      lsc_table_set_text (table, row, GAP_CLASS, lsc_slice_kind_name (gap->kind));
      set_slice (table, row, GAP_CAUSE, GAP_CAUSE_ID, timeline, gap->cause);
      set_slice (table, row, GAP_NEXT, GAP_NEXT_ID, timeline, gap->next);
      if (gap->kind == LSC_SLICE_GAP_HOST)
        lsc_table_set_int (table, row, GAP_COMPILING, gap->is_compiling);
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
  while (frame != LSC_SLICE_NONE && lane->kind[frame] != LSC_SLICE_PYTHON)
    frame = lane->parent[frame];
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
  LscTable *table = lsc_table_new ("breaks", break_columns, G_N_ELEMENTS (break_columns));
  g_autoptr (GHashTable) host_lanes = _lsc_host_lanes_new (timeline);

  for (gsize i = 0; i < self->breaks.n; i++)
    {
      const LscBreak *found = &self->breaks.items[i];
      gsize row = add_row (table, timeline);
      const char *source = find_source (timeline, host_lanes, self, found);

      lsc_table_set_int (table, row, BREAK_START, found->begin_ns);
      lsc_table_set_int (table, row, BREAK_IDLE, found->idle_ns);
      lsc_table_set_text (table, row, BREAK_CAUSE, lsc_break_cause_name (found->type));
      set_step (table, row, BREAK_STEP, timeline, found->launch);
      set_slice (table, row, BREAK_CALL, BREAK_CAUSE_ID, timeline, found->cause);
      if (source)
        lsc_table_set_text (table, row, BREAK_SOURCE, source);
      lsc_table_set_int (table, row, BREAK_LAUNCH_ID, found->launch);
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

  if (x->idle_ns != y->idle_ns)
    return x->idle_ns > y->idle_ns ? -1 : 1;
  return (x->name > y->name) - (x->name < y->name);
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
 * @least_ns: shorter breaks are left out; timeline 12.5 says 50 us
 *
 * Returns: (transfer full): the table "break-groups": breaks by cause and call, the most idle time
 *   first; source line and launch are those of the longest break
 */
LscTable *
lsc_dispatch_get_break_groups (const LscTimeline *timeline, const LscDispatch *self,
                               gint64 least_ns)
{
  LscTable *table = lsc_table_new ("break-groups", group_columns, G_N_ELEMENTS (group_columns));
  g_autoptr (GArray) groups = group_breaks (timeline, self, least_ns);
  g_autoptr (GHashTable) host_lanes = _lsc_host_lanes_new (timeline);

  for (guint i = 0; i < groups->len; i++)
    {
      const Group *group = &g_array_index (groups, Group, i);
      gsize row = add_row (table, timeline);
      const char *source = find_source (timeline, host_lanes, self, group->longest);

      lsc_table_set_text (table, row, GROUP_CAUSE, lsc_break_cause_name (group->type));
      if (group->name != LSC_STRING_NONE)
        lsc_table_set_text (table, row, GROUP_CALL,
                            lsc_intern_text (timeline->strings, group->name));
      lsc_table_set_int (table, row, GROUP_COUNT, group->count);
      lsc_table_set_int (table, row, GROUP_IDLE, group->idle_ns);
      lsc_table_set_int (table, row, GROUP_LONGEST, group->longest->idle_ns);
      if (source)
        lsc_table_set_text (table, row, GROUP_SOURCE, source);
      lsc_table_set_int (table, row, GROUP_LAUNCH_ID, group->longest->launch);
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
  LscTable *table = lsc_table_new ("syncs", sync_columns, G_N_ELEMENTS (sync_columns));

  for (gsize i = 0; i < self->syncs.n; i++)
    {
      const LscSyncCall *sync = &self->syncs.items[i];
      LscSpot spot = lsc_timeline_get_spot (timeline, sync->call);
      gsize row = add_row (table, timeline);

      set_step (table, row, SYNC_STEP, timeline, sync->call);
      set_slice (table, row, SYNC_NAME, SYNC_SLICE_ID, timeline, sync->call);
      lsc_table_set_int (table, row, SYNC_START,
                         lsc_timeline_get_node (timeline, spot.node)->lane->start_ns[spot.slice]);
      lsc_table_set_int (table, row, SYNC_DURATION, sync->duration_ns);
      if (!self->reason)
        {
          lsc_table_set_int (table, row, SYNC_FREE, sync->free_ns);
          lsc_table_set_int (table, row, SYNC_GAP, sync->gap_ns);
        }
      set_slice (table, row, SYNC_OP, SYNC_OP_ID, timeline, sync->op);
    }
  return table;
}

static void
set_latencies (LscTable *table, gsize row, const LscDispatchSummary *sums)
{
  lsc_table_set_int (table, row, SUM_P10, sums->p10_ns);
  lsc_table_set_int (table, row, SUM_P50, sums->p50_ns);
  lsc_table_set_int (table, row, SUM_P90, sums->p90_ns);
  lsc_table_set_int (table, row, SUM_MAX, sums->max_ns);
  lsc_table_set_int (table, row, SUM_LE20, sums->le20);
  lsc_table_set_int (table, row, SUM_LE50, sums->le50);
  lsc_table_set_int (table, row, SUM_LE100, sums->le100);
  lsc_table_set_int (table, row, SUM_DEPTH0, sums->depth0);
  lsc_table_set_int (table, row, SUM_MAX_DEPTH, sums->max_depth);
  if (sums->empty_share >= 0)
    lsc_table_set_real (table, row, SUM_EMPTY_SHARE, sums->empty_share);
}

static void
add_summary (LscTable *table, const LscTimeline *timeline, const LscDispatch *self,
             const LscDispatchSummary *sums)
{
  gsize row = add_row (table, timeline);

  if (sums->has_step)
    lsc_table_set_int (table, row, SUM_STEP, sums->step);
  if (sums->has_launches)
    {
      set_latencies (table, row, sums);
      lsc_table_set_int (table, row, SUM_LAUNCHES, (gint64) sums->n_launches);
    }
  else
    lsc_table_set_text (table, row, SUM_REASON,
                        self->reason ? self->reason : _ ("Nothing was launched in this step."));
  if (sums->free_share < 0)
    return;
  lsc_table_set_real (table, row, SUM_FREE_SHARE, sums->free_share);
  for (guint i = 0; i < G_N_ELEMENTS (sums->gap_ns); i++)
    lsc_table_set_int (table, row, SUM_GAPS + i, sums->gap_ns[i]);
  if (sums->has_launches)
    lsc_table_set_int (table, row, SUM_DISPATCH_BOUND, sums->is_dispatch_bound);
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
  LscTable *table = lsc_table_new ("summary", summary_columns, G_N_ELEMENTS (summary_columns));

  for (guint i = 0; i < self->steps->len; i++)
    add_summary (table, timeline, self, &g_array_index (self->steps, LscDispatchSummary, i));
  return table;
}
