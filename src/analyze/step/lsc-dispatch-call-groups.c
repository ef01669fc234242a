/* lsc-dispatch-call-groups.c - calls that hold up the host: those that wait for the device, and
 * those that compile
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/lsc-table-list.h"
#include "analyze/step/lsc-dispatch-private.h"
#include "model/lsc-around.h"

typedef struct
{
  gint64 rank;
  const char *call;
  const char *op;
  gint64 count;
  gint64 time_ns;
  gint64 mean_ns;
  gint64 max_ns;
  gint64 free_ns;
  gint64 gap_ns;
  gint64 longest_id;
} GroupRow;

#define GROUP(member, name, title, unit, source, about)                                            \
  LSC_COLUMN (GroupRow, member, name, title, unit, source, about)

/* Of both tables; what is idle stands in between. */
#define FIRST_COLUMNS(section)                                                                     \
  LSC_RANK_COLUMN (GroupRow),                                                                      \
      GROUP (call, "call", N_ ("Call"), LSC_UNIT_NONE, section, N_ ("Name of the call.")),         \
      GROUP (op, "operator", N_ ("Operator"), LSC_UNIT_NONE, section,                              \
             N_ ("The innermost operator of the framework around the calls; empty where there is " \
                 "none.")),                                                                        \
      GROUP (count, "count", N_ ("Count"), LSC_UNIT_COUNT, section, N_ ("Number of calls.")),      \
      GROUP (time_ns, "time_ns", N_ ("Total"), LSC_UNIT_NS, section,                               \
             N_ ("Sum of their durations.")),                                                      \
      GROUP (mean_ns, "mean_ns", N_ ("Mean"), LSC_UNIT_NS, section, N_ ("Mean duration.")),        \
      GROUP (max_ns, "max_ns", N_ ("Longest"), LSC_UNIT_NS, section,                               \
             N_ ("Duration of the longest call."))
#define LAST_COLUMN(section)                                                                       \
  GROUP (longest_id, "longest_id", N_ ("Slice of the Longest"), LSC_UNIT_ID, section,              \
         N_ ("Number of the slice of the longest call."))

static const LscColumn sync_columns[] = {
  FIRST_COLUMNS ("dispatch.md#syncs"),
  GROUP (free_ns, "free_ns", N_ ("Free Inside and After"), LSC_UNIT_NS, "dispatch.md#syncs",
         N_ ("Free time of the device inside these calls and directly after them.")),
  GROUP (gap_ns, "gap_ns", N_ ("Gaps"), LSC_UNIT_NS, "dispatch.md#syncs",
         N_ ("The same gaps in their whole length; every gap is charged to one call.")),
  LAST_COLUMN ("dispatch.md#syncs"),
};

static const LscColumn compile_columns[] = {
  FIRST_COLUMNS ("dispatch.md#compiles"),
  GROUP (gap_ns, "gap_ns", N_ ("Gaps"), LSC_UNIT_NS, "dispatch.md#compiles",
         N_ ("Free time of the device that is charged to these calls.")),
  LAST_COLUMN ("dispatch.md#compiles"),
};

const LscTableInfo lsc_sync_calls_table_info =
    LSC_TABLE_INFO ("sync_calls", GroupRow, sync_columns);
const LscTableInfo lsc_compile_calls_table_info =
    LSC_TABLE_INFO ("compile_calls", GroupRow, compile_columns);

/** A call before it is grouped; @op: %LSC_STRING_NONE */
typedef struct
{
  guint32 call; /* name */
  guint32 op;   /* name */
  guint32 id;
  gint64 duration_ns;
  gint64 free_ns;
  gint64 gap_ns;
} Item;

typedef struct
{
  Item sums; /* durations are added up, @id is of the longest */
  gint64 count;
  gint64 max_ns;
} Group;

/** @known: of both names to 1 + index in @groups */
typedef struct
{
  const LscTimeline *timeline;
  GArray *groups;
  GHashTable *known;
} Groups;

static guint32
name_of (const LscTimeline *timeline, guint32 id)
{
  LscSpot spot;

  if (id == LSC_SLICE_NONE)
    return LSC_STRING_NONE;
  spot = lsc_timeline_get_spot (timeline, id);
  return lsc_timeline_get_node (timeline, spot.node)->lane->name[spot.slice];
}

static void
groups_init (Groups *self, const LscTimeline *timeline)
{
  *self = (Groups){ .timeline = timeline,
                    .groups = g_array_new (FALSE, FALSE, sizeof (Group)),
                    .known = g_hash_table_new (NULL, NULL) };
}

static void
groups_clear (Groups *self)
{
  g_array_unref (self->groups);
  g_hash_table_unref (self->known);
}

static void
groups_add (Groups *self, const Item *item)
{
  gpointer key = GSIZE_TO_POINTER ((gsize) item->call << 32 | item->op);
  guint at = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, key));
  Group fresh = { .sums = { .call = item->call, .op = item->op }, .max_ns = -1 };
  Group *group;

  if (at == 0)
    {
      g_array_append_val (self->groups, fresh);
      g_hash_table_insert (self->known, key, GUINT_TO_POINTER (at = self->groups->len));
    }
  group = &g_array_index (self->groups, Group, at - 1);
  group->count++;
  group->sums.duration_ns = lsc_int_add (group->sums.duration_ns, item->duration_ns);
  group->sums.free_ns = lsc_int_add (group->sums.free_ns, item->free_ns);
  group->sums.gap_ns = lsc_int_add (group->sums.gap_ns, item->gap_ns);
  if (item->duration_ns > group->max_ns)
    {
      group->max_ns = item->duration_ns;
      group->sums.id = item->id;
    }
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *x = a, *y = b;

  LSC_RETURN_ORDER (y->sums.duration_ns, x->sums.duration_ns);
  LSC_RETURN_ORDER (x->sums.call, y->sums.call);
  return LSC_ORDER (x->sums.op, y->sums.op);
}

static LscTable *
groups_to_table (Groups *self, const LscTableInfo *info, gboolean has_gaps)
{
  LscTable *table = lsc_table_new_for (info);

  g_array_sort (self->groups, compare_groups);
  for (guint i = 0; i < self->groups->len; i++)
    {
      const Group *group = &g_array_index (self->groups, Group, i);
      const Item *sums = &group->sums;

      lsc_table_add (table,
                     &(GroupRow){ .rank = lsc_rank_or_null (self->timeline->rank),
                                  .call = lsc_timeline_text (self->timeline, sums->call),
                                  .op = sums->op == LSC_STRING_NONE
                                            ? NULL
                                            : lsc_timeline_text (self->timeline, sums->op),
                                  .count = group->count,
                                  .time_ns = sums->duration_ns,
                                  .mean_ns = lsc_int_divide (sums->duration_ns, group->count),
                                  .max_ns = group->max_ns,
                                  .free_ns = has_gaps ? sums->free_ns : LSC_INT_NULL,
                                  .gap_ns = has_gaps ? sums->gap_ns : LSC_INT_NULL,
                                  .longest_id = sums->id });
    }
  return table;
}

/**
 * lsc_dispatch_get_sync_calls:
 * @timeline: completed
 *
 * Source: dispatch.md#syncs.
 *
 * Returns: (transfer full): the table "sync_calls": calls that wait for the device, those inside
 *   another one not on their own, by name and operator, the longest sum first
 */
LscTable *
lsc_dispatch_get_sync_calls (const LscTimeline *timeline, const LscDispatch *self)
{
  Groups groups;
  LscTable *table;

  groups_init (&groups, timeline);
  for (gsize i = 0; i < self->syncs.n; i++)
    {
      const LscSyncCall *sync = &self->syncs.items[i];

      groups_add (&groups, &(Item){ .call = name_of (timeline, sync->call),
                                    .op = name_of (timeline, sync->op),
                                    .id = sync->call,
                                    .duration_ns = sync->duration_ns,
                                    .free_ns = sync->free_ns,
                                    .gap_ns = sync->gap_ns });
    }
  table = groups_to_table (&groups, &lsc_sync_calls_table_info, self->reason == NULL);
  groups_clear (&groups);
  return table;
}

/* ---- calls that compile ---- */

/* @build: finds operators; @found: ids of calls that compile, to their gaps as a gint64 */
typedef struct
{
  LscDispatchBuild build;
  GHashTable *gaps;
  guint8 *compiles; /* by name id: 0 not looked at, 1 no, 2 yes */
  Groups groups;
} Compiles;

static gboolean
compiles (Compiles *self, const LscLane *lane, guint32 slice)
{
  guint32 name = lane->name[slice];

  if (lane->kind[slice] < LSC_SLICE_CANN_ACL || lane->kind[slice] > LSC_SLICE_CANN_RUNTIME)
    return FALSE;
  if (self->compiles[name] == 0)
    self->compiles[name] =
        lsc_is_compiling_call (lsc_timeline_text (self->build.timeline, name)) ? 2 : 1;
  return self->compiles[name] == 2;
}

/* Index of the outermost call around a slice that compiles, itself included, %LSC_SLICE_NONE. */
static guint32
find_outermost (Compiles *self, const LscLane *lane, guint32 slice)
{
  guint32 found = LSC_SLICE_NONE;

  for (guint k = 0; k < LSC_AROUND_MOST_LEVELS && slice != LSC_SLICE_NONE;
       k++, slice = lsc_lane_get_parent (lane, slice))
    if (compiles (self, lane, slice))
      found = slice;
  return found;
}

static void
charge_gaps (Compiles *self)
{
  const LscDispatch *dispatch = self->build.result;

  for (gsize i = 0; i < dispatch->gaps.n; i++)
    {
      const LscGap *gap = &dispatch->gaps.items[i];
      LscSpot spot;
      const LscNode *node;
      guint32 call;
      gint64 *sum;
      gpointer key;

      if (gap->kind != LSC_SLICE_GAP_HOST || gap->cause == LSC_SLICE_NONE)
        continue;
      spot = lsc_timeline_get_spot (self->build.timeline, gap->cause);
      node = lsc_timeline_get_node (self->build.timeline, spot.node);
      call = find_outermost (self, node->lane, spot.slice);
      if (call == LSC_SLICE_NONE)
        continue;
      key = GUINT_TO_POINTER (node->first_id + call);
      sum = g_hash_table_lookup (self->gaps, key);
      if (!sum)
        g_hash_table_insert (self->gaps, key, sum = g_new0 (gint64, 1));
      *sum += gap->end_ns - gap->begin_ns;
    }
}

static void
add_compiles (LscTimeline *timeline, guint32 index, gpointer user_data)
{
  Compiles *self = user_data;
  const LscNode *node = lsc_timeline_get_node (timeline, index);

  for (guint32 i = 0; i < node->lane->n; i++)
    {
      const gint64 *gap_ns;
      LscSpot op;

      if (!compiles (self, node->lane, i) || find_outermost (self, node->lane, i) != i)
        continue;
      gap_ns = g_hash_table_lookup (self->gaps, GUINT_TO_POINTER (node->first_id + i));
      op = _lsc_dispatch_find_op (&self->build, node->first_id + i);
      groups_add (&self->groups,
                  &(Item){ .call = node->lane->name[i],
                           .op = op.node == LSC_SLICE_NONE
                                     ? LSC_STRING_NONE
                                     : name_of (timeline, lsc_timeline_get_id (timeline, op)),
                           .id = node->first_id + i,
                           .duration_ns = lsc_lane_get_duration_ns (node->lane, i),
                           .gap_ns = gap_ns ? *gap_ns : 0 });
    }
}

#define COMPILE "ompile" /* in any case of its first letter */

/**
 * lsc_name_captures:
 * @name: of a call
 *
 * Source: dispatch.md#compiles.
 *
 * Returns: whether it captures a graph, or makes a captured one executable
 */
gboolean
lsc_name_captures (const char *name)
{
  static const char *const calls[] = { "CaptureBegin", "CaptureEnd", "BeginCapture", "EndCapture",
                                       "GraphInstantiate" };

  g_return_val_if_fail (name, FALSE);
  for (gsize i = 0; i < G_N_ELEMENTS (calls); i++)
    if (strstr (name, calls[i]))
      return TRUE;
  return FALSE;
}

/**
 * lsc_name_compiles:
 * @name: of a call, an operator or a Python frame ("file.py(12): function")
 *
 * A graph that is captured is compiled, too. What runs a compiled function, such as
 * "CompiledFunctionBackward" or "Torch-Compiled Region", and a frame of a file that is only called
 * so, compile nothing.
 *
 * Source: dispatch.md#compiles.
 *
 * Returns: whether it compiles
 */
gboolean
lsc_name_compiles (const char *name)
{
  const char *at, *function;

  g_return_val_if_fail (name, FALSE);
  function = strstr (name, ".py(");
  at = function ? strstr (function, "): ") : NULL;
  for (at = strstr (at ? at : name, COMPILE); at; at = strstr (at + strlen (COMPILE), COMPILE))
    if (at[strlen (COMPILE)] != 'd')
      return TRUE;
  return lsc_name_captures (name);
}

/**
 * lsc_is_compiling_call:
 * @name: of a call of CANN or of a GPU's runtime
 *
 * Source: dispatch.md#compiles.
 *
 * Returns: whether it compiles an operator, or loads one that was not there
 */
gboolean
lsc_is_compiling_call (const char *name)
{
  static const char *const parts[] = { "ModuleLoad", "LibraryLoad", "BinaryLoadFrom", NULL };

  g_return_val_if_fail (name, FALSE);
  if (lsc_name_compiles (name))
    return TRUE;
  for (gsize i = 0; parts[i]; i++)
    if (strstr (name, parts[i]))
      return TRUE;
  return FALSE;
}

/**
 * lsc_dispatch_get_compile_calls:
 * @timeline: completed
 *
 * Cost: O(calls of the host). Thread: any.
 * Source: dispatch.md#compiles.
 *
 * Returns: (transfer full): the table "compile_calls": calls that compile operators or load them,
 *   those inside another one not on their own, by name and operator, the longest sum first
 */
LscTable *
lsc_dispatch_get_compile_calls (const LscTimeline *timeline, const LscDispatch *self)
{
  g_autoptr (GHashTable) gaps = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autofree guint8 *known = g_malloc0 (lsc_intern_size (timeline->strings) + 1);
  Compiles compiling = { .build = { .timeline = timeline, .result = (LscDispatch *) self },
                         .gaps = gaps,
                         .compiles = known };
  LscTable *table;

  _lsc_slice_map_init (&compiling.build.map, timeline);
  groups_init (&compiling.groups, timeline);
  charge_gaps (&compiling);
  lsc_timeline_foreach_lane ((LscTimeline *) timeline, (guint64) 1 << LSC_ROLE_CANN_THREAD,
                             add_compiles, &compiling);
  table = groups_to_table (&compiling.groups, &lsc_compile_calls_table_info, self->reason == NULL);
  groups_clear (&compiling.groups);
  g_clear_pointer (&compiling.build.host_lanes, g_hash_table_unref);
  return table;
}
