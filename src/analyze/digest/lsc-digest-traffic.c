/* lsc-digest-traffic.c - steps, groups and operators of a rank
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-digest-parts-private.h"

#include <string.h>

#include "analyze/lsc-table.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-interval.h"
#include "base/lsc-sort.h"
#include "model/lsc-comm-task-kind.h"

/* ---- steps ---- */

static void
add_classes (LscRankDigest *self, const LscTimeline *timeline)
{
  const LscDeviceSteps *device = lsc_timeline_get_analysis (timeline)->overlap->device;

  self->main_class = device->main_class;
  for (gsize i = 0; i < device->classes.n; i++)
    lsc_step_classes_append (&self->classes, device->classes.items[i]);
  self->steps_mark = lsc_rank_digest_add_text (self, timeline->steps_mark);
  self->steps_unnumbered = timeline->steps_unnumbered;
}

static void
add_steps (LscRankDigest *self, const LscTimeline *timeline, const LscBudget *budget)
{
  self->steps_rule = budget->rule;
  lsc_budget_list_steps (budget, timeline, &self->steps);
  for (guint i = 0; i < self->steps.n; i++)
    self->steps.items[i].first_piece = self->steps.items[i].n_pieces = 0;
}

/* The figures that the profiler has of the same steps. */
static void
add_overlap (LscRankDigest *self, const LscOverlap *overlap)
{
  for (guint i = 0; i < overlap->steps.n; i++)
    {
      const LscOverlapSums *sums = &overlap->steps.items[i];

      for (guint k = 0; k < self->steps.n; k++)
        {
          LscBudgetStep *step = &self->steps.items[k];

          if (step->step == (sums->has_step ? sums->step : LSC_INT_NULL))
            step->overlap = *sums;
        }
    }
}

static guint32
find_step_at (const LscRankDigest *self, gint64 time_ns)
{
  gsize next =
      LSC_BISECT (i, 0, self->steps.n, lsc_rank_digest_get_step (self, i)->begin_ns <= time_ns);

  return next > 0 && time_ns < lsc_rank_digest_get_step (self, next - 1)->end_ns
             ? (guint32) next - 1
             : G_MAXUINT32;
}

static guint32
find_step_named (const LscRankDigest *self, gint64 step)
{
  for (guint i = 0; i < self->steps.n; i++)
    if (lsc_rank_digest_get_step (self, i)->step == step)
      return i;
  return G_MAXUINT32;
}

/* The step in which an operator was launched; where that is not known, or the host's marks are the
 * steps, that in which it begins. */
static guint32
find_step_of_op (const LscRankDigest *self, const LscTimeline *timeline, const LscRankOp *op)
{
  const LscDeviceSteps *device = lsc_timeline_get_analysis (timeline)->overlap->device;
  gint64 step = device->rule == LSC_STEPS_BY_DEVICE ? lsc_device_steps_find_comm (device, op->slice)
                                                    : LSC_INT_NULL;
  guint32 index = step != LSC_INT_NULL ? find_step_named (self, step) : G_MAXUINT32;

  return index != G_MAXUINT32 ? index : find_step_at (self, op->begin_ns);
}

/* ---- operators ---- */

/* The letters of a name before its numbers, in lower case. */
static char *
get_letters (const char *name)
{
  const char *numbers = strstr (name, "__");
  const char *end = numbers ? numbers : name + strlen (name);
  g_autoptr (GString) plain = g_string_new (NULL);

  for (const char *at = name; at < end; at++)
    if (g_ascii_isalpha (*at))
      g_string_append_c (plain, g_ascii_tolower (*at));
  return g_string_free (g_steal_pointer (&plain), FALSE);
}

static gboolean
has_any (const char *text, const char *const *words)
{
  for (; *words; words++)
    if (strstr (text, *words))
      return TRUE;
  return FALSE;
}

/**
 * _lsc_rank_op_kind:
 * @name: such as hcom_allReduce__865_0_1 or ncclDevKernel_AllReduce_Sum_f32_RING_LL(...)
 */
LscRankOpKind
_lsc_rank_op_kind (const char *name)
{
  static const char *const joint[] = { "allreduce", "allgather", "reducescatter", "barrier", NULL };
  static const char *const rooted[] = { "broadcast", "reduce",    "scatter",
                                        "gather",    "alltoallv", NULL };
  g_autofree char *plain = get_letters (name);
  gboolean sends = strstr (plain, "send") != NULL;
  gboolean receives = strstr (plain, "recv") || strstr (plain, "receive");

  if (sends || receives)
    return sends && receives ? LSC_RANK_OP_BATCH : sends ? LSC_RANK_OP_SEND : LSC_RANK_OP_RECEIVE;
  return !has_any (plain, joint) && has_any (plain, rooted) ? LSC_RANK_OP_ROOTED
                                                            : LSC_RANK_OP_JOINT;
}

/** The names of a timeline that became texts of the digest. */
typedef struct
{
  LscRankDigest *digest;
  const LscTimeline *timeline;
  GHashTable *kinds; /* id of the timeline to kind */
} Names;

static guint32
take_name (const Names *self, guint32 id, guint8 *kind)
{
  const char *text = lsc_timeline_text (self->timeline, id);
  gpointer known;

  if (!g_hash_table_lookup_extended (self->kinds, GUINT_TO_POINTER (id), NULL, &known))
    {
      known = GUINT_TO_POINTER (_lsc_rank_op_kind (text));
      g_hash_table_insert (self->kinds, GUINT_TO_POINTER (id), known);
    }
  *kind = (guint8) GPOINTER_TO_UINT (known);
  return lsc_intern_add (self->digest->texts, text);
}

/* How long the tasks of a message move data. */
static gint64
sum_moved_ns (const Names *self, guint32 op)
{
  const LscLinks *links = &self->timeline->links;
  LscIntervals moved = { 0 };
  gint64 moved_ns;
  gsize first, n = lsc_links_find_from (links, op, &first);

  for (gsize i = first; i < first + n; i++)
    {
      LscSpot spot = lsc_timeline_get_spot (self->timeline, links->items[i].to);
      const LscLane *lane;

      if (links->items[i].kind != LSC_LINK_COMM_TASK || spot.node == LSC_SLICE_NONE)
        continue;
      lane = lsc_timeline_get_node (self->timeline, spot.node)->lane;
      if (lsc_comm_task_find_kind (lsc_timeline_text (self->timeline, lane->name[spot.slice])) ==
          LSC_COMM_TASK_TRANSFER)
        lsc_intervals_append (&moved, (LscInterval){ lane->start_ns[spot.slice],
                                                     lsc_lane_get_end_ns (lane, spot.slice) });
    }
  lsc_intervals_merge (&moved);
  moved_ns = lsc_intervals_length (&moved);
  lsc_intervals_clear (&moved);
  return moved_ns;
}

static void
take_fact (const Names *self, const LscNode *node, guint32 slice, LscRankOp *op)
{
  const LscCommFact *fact = lsc_timeline_find_comm_fact (self->timeline, node->lane, slice);

  if (!fact)
    return;
  op->bytes = fact->bytes;
  op->sizes_ns = fact->moved_ns;
  op->data_type = fact->data_type;
  if (fact->algorithm != LSC_STRING_NONE)
    op->algorithm =
        lsc_intern_add (self->digest->texts, lsc_timeline_text (self->timeline, fact->algorithm));
}

static void
forget_parts (LscRankOp *op)
{
  op->bytes = op->sizes_ns = -1;
  op->algorithm = LSC_STRING_NONE;
  op->data_type = LSC_DATA_TYPE_UNKNOWN;
  op->transfer_ns = op->wait_ns = LSC_INT_NULL;
  for (guint part = 0; part < LSC_OWNED_COMM_N; part++)
    op->owned_ns[part] = LSC_INT_NULL;
}

static void
add_lane (const Names *self, const LscNode *node)
{
  LscRankDigest *digest = self->digest;
  guint32 group = lsc_intern_add (digest->texts, node->text ? node->text : node->name);

  for (guint32 i = 0; i < node->lane->n; i++)
    {
      LscRankOp op = { .group = group, .slice = node->first_id + i };

      forget_parts (&op);
      op.begin_ns = node->lane->start_ns[i];
      op.end_ns = lsc_lane_get_end_ns (node->lane, i);
      if (node->lane->kind[i] != LSC_SLICE_COMM_OP ||
          !lsc_timeline_counts (self->timeline, op.begin_ns, op.end_ns))
        continue;
      op.name = take_name (self, node->lane->name[i], &op.kind);
      op.step = find_step_of_op (digest, self->timeline, &op);
      op.number = lsc_timeline_get_comm_number (self->timeline, node->lane, i);
      op.has_number = op.number >= 0;
      op.peer = lsc_timeline_get_peer (self->timeline, op.slice);
      op.exposed_ns = LSC_INT_NULL;
      take_fact (self, node, i, &op);
      if (op.kind == LSC_RANK_OP_SEND || op.kind == LSC_RANK_OP_RECEIVE)
        op.moved_ns = sum_moved_ns (self, op.slice);
      lsc_rank_ops_append (&digest->ops, op);
    }
}

static void
add_told_op (const Names *self, const LscToldComm *told)
{
  LscRankOp op = { .slice = LSC_SLICE_NONE,
                   .peer = LSC_RANK_UNKNOWN,
                   .begin_ns = told->start_ns,
                   .end_ns = told->start_ns + told->duration_ns,
                   .exposed_ns = LSC_INT_NULL };

  forget_parts (&op);
  op.group = lsc_intern_add (self->digest->texts, lsc_timeline_text (self->timeline, told->group));
  op.name = take_name (self, told->name, &op.kind);
  op.step = find_step_named (self->digest, told->step);
  lsc_rank_ops_append (&self->digest->ops, op);
}

static int
compare_ops (const void *a, const void *b)
{
  const LscRankOp *x = a, *y = b;

  LSC_RETURN_ORDER (x->group, y->group);
  LSC_RETURN_ORDER (x->begin_ns, y->begin_ns);
  return LSC_ORDER (x->slice, y->slice);
}

static void
add_ops (LscRankDigest *self, const LscTimeline *timeline)
{
  g_autoptr (GHashTable) kinds = g_hash_table_new (NULL, NULL);
  Names names = { self, timeline, kinds };

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->type == LSC_NODE_LANE && node->role == LSC_ROLE_COMM_GROUP)
        add_lane (&names, node);
    }
  for (gsize i = 0; i < timeline->told_comms.n; i++)
    add_told_op (&names, &timeline->told_comms.items[i]);
  if (self->ops.n > 1)
    qsort (self->ops.items, self->ops.n, sizeof (LscRankOp), compare_ops);
}

static void
add_copies (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  LscRankDigest *self = user_data;
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;

  for (guint32 i = 0; i < lane->n; i++)
    {
      guint32 step =
          lane->kind[i] == LSC_SLICE_COPY ? find_step_at (self, lane->start_ns[i]) : G_MAXUINT32;

      if (step != G_MAXUINT32)
        self->steps.items[step].copy_ns += lsc_lane_get_duration_ns (lane, i);
    }
}

static void
add_groups (LscRankDigest *self, const LscTimeline *timeline)
{
  for (guint i = 0; i < timeline->comm_groups->len; i++)
    {
      const LscCommGroup *from = g_ptr_array_index (timeline->comm_groups, i);
      LscRankGroup *group = lsc_rank_digest_add_group (self, from->name, from->label);

      for (gsize k = 0; k < from->ranks.n; k++)
        lsc_int64s_append (&group->ranks, from->ranks.items[k]);
    }
}

/**
 * _lsc_digest_take_traffic:
 * @timeline: completed
 * @budget: of @timeline
 *
 * Steps, groups and operators.
 *
 * Cost: O(slices of the device). Thread: any.
 */
void
_lsc_digest_take_traffic (LscRankDigest *self, const LscTimeline *timeline, const LscBudget *budget)
{
  self->is_split = budget->is_split;
  self->lack = budget->lack;
  self->before_ns = lsc_timeline_get_analysis (timeline)->overlap->before_ns;
  self->is_told = timeline->told_steps.n > 0 && budget->pieces.n == 0;
  add_classes (self, timeline);
  add_steps (self, timeline, budget);
  if (!lsc_budget_lacks_steps (self->lack))
    {
      add_overlap (self, lsc_timeline_get_analysis (timeline)->overlap);
      lsc_timeline_foreach_lane ((LscTimeline *) timeline, (guint64) 1 << LSC_ROLE_STREAM,
                                 add_copies, self);
    }
  add_groups (self, timeline);
  add_ops (self, timeline);
}
