/* lsc-longest.c - what the device of a rank spent most of its time on
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-longest.h"

#include "analyze/step/lsc-range-stats.h"
#include "base/lsc-interval.h"
#include "model/lsc-comm-task-kind.h"
#include "model/lsc-kernel-name.h"

/* steps.md#longest. The figures are those of the range statistics over all of the recording.
 *
 * Worked example: stream 1 runs "a" in [0,10) and "b" in [10,16), stream 2 "a" in [5,12), and a
 * collective takes [0,40). The kernel is a: 2 of them, 12 ns, which is 75 % of the 16 ns with
 * computing. */

static LscRange
make_range (const LscTimeline *timeline, const GArray *nodes, guint64 kinds)
{
  return (LscRange){ .timeline = timeline,
                     .nodes = (const guint32 *) (const void *) nodes->data,
                     .n_nodes = nodes->len,
                     .begin_ns = timeline->main_begin_ns,
                     .end_ns = timeline->main_end_ns,
                     .kinds = kinds };
}

static guint64
computing_kinds (void)
{
  guint64 mask = 0;

  for (guint8 kind = 0; kind < LSC_SLICE_N_KINDS; kind++)
    if (lsc_slice_kind_is_computing (kind))
      mask |= G_GUINT64_CONSTANT (1) << kind;
  return mask;
}

/* Lanes in which kernels stand, and those of communication operators. */
static GArray *
list_lanes (const LscTimeline *timeline, LscNodeRole role)
{
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->role == role && node->lane && !(node->flags & LSC_NODE_HIDDEN))
        g_array_append_val (nodes, i);
    }
  return nodes;
}

/** Kernels that are called the same: of a GPU without template arguments, as findings name them. */
typedef struct
{
  guint32 name; /* of the longest */
  gint64 longest_ns;
  gint64 ns;
  gsize n;
  guint n_names;
} Kind;

static Kind *
get_kind (GHashTable *kinds, const LscTimeline *timeline, guint32 name)
{
  const char *full = lsc_timeline_text (timeline, name);
  char *brief = timeline->is_gpu ? lsc_kernel_name_shorten (full) : NULL;
  char *key = brief ? brief : g_strdup (full);
  Kind *kind = g_hash_table_lookup (kinds, key);

  if (kind)
    {
      g_free (key);
      return kind;
    }
  kind = g_new0 (Kind, 1);
  g_hash_table_insert (kinds, key, kind);
  return kind;
}

static void
add_row (Kind *kind, const LscRangeRow *row)
{
  kind->ns += row->covered_ns;
  kind->n += row->n;
  kind->n_names++;
  if (row->covered_ns <= kind->longest_ns)
    return;
  kind->longest_ns = row->covered_ns;
  kind->name = row->name;
}

static gboolean
find_kernel (LscLongest *self, const LscTimeline *timeline, LscJob *job, GError **error)
{
  g_autoptr (GArray) nodes = list_lanes (timeline, LSC_ROLE_STREAM);
  g_autoptr (GHashTable) kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  LscRange range = make_range (timeline, nodes, computing_kinds ());
  LscRangeStats *stats = lsc_range_stats_new (&range, 1, job, error);

  if (!stats)
    return FALSE;
  for (guint i = 0; i < stats->rows->len; i++)
    {
      const LscRangeRow *row = &g_array_index (stats->rows, LscRangeRow, i);
      Kind *kind = get_kind (kinds, timeline, row->name);

      add_row (kind, row);
      if (kind->ns <= self->kernel_ns)
        continue;
      self->kernel = kind->name;
      self->kernel_ns = kind->ns;
      self->n_kernels = kind->n;
      self->n_kernel_names = kind->n_names;
    }
  lsc_range_stats_free (stats);
  return TRUE;
}

static void
find_collective (LscLongest *self, const LscTimeline *timeline)
{
  g_autoptr (GArray) nodes = list_lanes (timeline, LSC_ROLE_COMM_GROUP);
  gint64 longest_ns = 0;

  for (guint i = 0; i < nodes->len; i++)
    {
      guint32 node = g_array_index (nodes, guint32, i);
      const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;

      for (guint32 k = 0; k < lane->n; k++)
        if (lane->kind[k] == LSC_SLICE_COMM_OP && lsc_lane_get_duration_ns (lane, k) > longest_ns)
          {
            longest_ns = lsc_lane_get_duration_ns (lane, k);
            self->collective = (LscSpot){ node, k };
          }
    }
}

/* The tasks of a plane between two moments, by what they do. */
static void
collect_tasks (const LscTimeline *timeline, const LscLane *plane, gint64 begin_ns, gint64 end_ns,
               LscIntervals *of)
{
  for (guint32 k = 0; k < plane->n; k++)
    {
      gint64 from = MAX (plane->start_ns[k], begin_ns);
      gint64 to = MIN (lsc_lane_get_end_ns (plane, k), end_ns);

      if (plane->kind[k] != LSC_SLICE_COMM_TASK || from >= to)
        continue;
      lsc_intervals_append (
          &of[lsc_comm_task_find_kind (lsc_timeline_text (timeline, plane->name[k]))],
          (LscInterval){ from, to });
    }
}

static gint64
measure_wait (const LscTimeline *timeline, LscSpot spot)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, spot.node)->lane;
  gint64 begin_ns = lane->start_ns[spot.slice], end_ns = lsc_lane_get_end_ns (lane, spot.slice);
  LscIntervals of[LSC_COMM_TASK_WAIT + 1] = { 0 }, waits = { 0 };
  gint64 wait_ns = -1;
  gsize n_tasks = 0;

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->role == LSC_ROLE_COMM_PLANE && node->parent == spot.node && node->lane)
        collect_tasks (timeline, node->lane, begin_ns, end_ns, of);
    }
  for (guint i = 0; i < G_N_ELEMENTS (of); i++)
    {
      n_tasks += of[i].n;
      lsc_intervals_merge (&of[i]);
    }
  if (n_tasks > 0)
    {
      lsc_intervals_subtract (&of[LSC_COMM_TASK_WAIT], &of[LSC_COMM_TASK_TRANSFER], &waits);
      wait_ns = lsc_intervals_length (&waits);
    }
  lsc_intervals_clear (&waits);
  for (guint i = 0; i < G_N_ELEMENTS (of); i++)
    lsc_intervals_clear (&of[i]);
  return wait_ns;
}

/**
 * lsc_longest_new:
 * @job: (nullable): stops it
 *
 * Cost: O(n) in the slices of streams and groups. Thread: any.
 *
 * Returns: (transfer full) (nullable): to be freed with g_free(); %NULL with %LSC_ERROR_CANCELLED
 */
LscLongest *
lsc_longest_new (const LscTimeline *timeline, LscJob *job, GError **error)
{
  g_return_val_if_fail (timeline, NULL);

  g_autofree LscLongest *self = g_new0 (LscLongest, 1);

  self->kernel = LSC_STRING_NONE;
  self->collective = LSC_SPOT_NONE;
  if (!find_kernel (self, timeline, job, error))
    return NULL;
  find_collective (self, timeline);
  self->collective_wait_ns =
      self->collective.node != LSC_SLICE_NONE ? measure_wait (timeline, self->collective) : -1;
  return g_steal_pointer (&self);
}
