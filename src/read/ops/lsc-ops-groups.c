/* lsc-ops-groups.c - who communicates with whom, and the blocks of a worker's pipeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/lsc-sort.h"
#include "read/lsc-comm-ends.h"
#include "read/ops/lsc-ops-timeline-private.h"

/* formats.md#op-timelines. Replica and stage of a worker are told by the file, and so the groups.
 */

static const LscJobWorker *
get_worker (const LscOpsBuild *self)
{
  return &self->ops->workers.items[self->worker];
}

/** A worker and where it stands in its group. */
typedef struct
{
  gint64 place;
  gint64 rank;
} Member;

LSC_DEFINE_ARRAY (Members, members, Member)

static int
compare_members (gconstpointer a, gconstpointer b)
{
  const Member *x = a, *y = b;

  LSC_RETURN_ORDER (x->place, y->place);
  return LSC_ORDER (x->rank, y->rank);
}

/* Stages of a replica, or replicas of a stage. */
static Members
list_members (const LscOpsBuild *self, LscOpsLaneKind kind)
{
  const LscJobWorker *own = get_worker (self);
  Members members = { 0 };

  for (gsize i = 0; i < self->ops->workers.n; i++)
    {
      const LscJobWorker *worker = &self->ops->workers.items[i];

      if (kind == LSC_OPS_LANE_DATA ? worker->stage == own->stage : worker->replica == own->replica)
        members_append (
            &members,
            (Member){ kind == LSC_OPS_LANE_DATA ? worker->replica : worker->stage, worker->rank });
    }
  if (members.n > 1)
    qsort (members.items, members.n, sizeof *members.items, compare_members);
  if (kind == LSC_OPS_LANE_EMBEDDING && members.n > 2)
    {
      members.items[1] = members.items[members.n - 1];
      members.n = 2;
    }
  return members;
}

static char *
list_ranks (const LscCommGroup *group)
{
  g_autoptr (GString) text = g_string_new ("[");

  for (gsize i = 0; i < group->ranks.n; i++)
    g_string_append_printf (text, "%s%" PRId64, i > 0 ? ", " : "", group->ranks.items[i]);
  g_string_append_c (text, ']');
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* "dp [0, 1, 2, … 31]": of many the first and the last. */
static char *
make_label (const char *word, const LscCommGroup *group)
{
  g_autofree char *ranks = NULL;

  if (group->ranks.n <= 8)
    ranks = list_ranks (group);
  else
    ranks = g_strdup_printf ("[%" PRId64 ", %" PRId64 ", … %" PRId64 "]", group->ranks.items[0],
                             group->ranks.items[1], group->ranks.items[group->ranks.n - 1]);
  return g_strdup_printf ("%s %s", word, ranks);
}

/**
 * _lsc_ops_add_group:
 *
 * Adds the group whose communication stands on a lane, where its members are known.
 *
 * Returns: (transfer full): its name, the same for all members and for nobody else
 */
char *
_lsc_ops_add_group (LscOpsBuild *self, LscOpsLaneKind kind)
{
  static const char *const words[LSC_OPS_N_LANES] = { [LSC_OPS_LANE_MESSAGES] = "pp",
                                                      [LSC_OPS_LANE_TENSOR] = "tp",
                                                      [LSC_OPS_LANE_DATA] = "dp",
                                                      [LSC_OPS_LANE_OWN] = "layernorm",
                                                      [LSC_OPS_LANE_EMBEDDING] = "embedding",
                                                      [LSC_OPS_LANE_ALL] = "all" };
  const LscJobWorker *own = get_worker (self);
  LscCommGroup *group;
  Members members;

  /* All workers of a job, told by each of them, would be a matter of their square. */
  if (kind == LSC_OPS_LANE_OWN || kind == LSC_OPS_LANE_TENSOR || kind == LSC_OPS_LANE_ALL)
    return g_strdup (words[kind]);
  members = list_members (self, kind);
  group = g_new0 (LscCommGroup, 1);
  group->name = g_strdup_printf ("%s-%" PRId64, words[kind],
                                 kind == LSC_OPS_LANE_DATA ? own->stage : own->replica);
  for (gsize i = 0; i < members.n; i++)
    lsc_int64s_append (&group->ranks, members.items[i].rank);
  group->label = make_label (words[kind], group);
  group->is_pipeline = kind == LSC_OPS_LANE_MESSAGES;
  g_ptr_array_add (self->timeline->comm_groups, group);
  members_clear (&members);
  return g_strdup (group->name);
}

static gboolean
is_message (LscJobOpKind kind, gint64 *way)
{
  *way = kind == LSC_JOB_OP_FORWARD_SEND || kind == LSC_JOB_OP_BACKWARD_RECV ? 1 : -1;
  return kind == LSC_JOB_OP_FORWARD_SEND || kind == LSC_JOB_OP_BACKWARD_RECV ||
         kind == LSC_JOB_OP_FORWARD_RECV || kind == LSC_JOB_OP_BACKWARD_SEND;
}

/* The neighbour of a stage; that of the last one is the first where stages have chunks. */
static gsize
find_neighbour (const LscInt64s *ranks, gint64 rank, gint64 way)
{
  for (gsize i = 0; i < ranks->n; i++)
    if (ranks->items[i] == rank)
      return (i + ranks->n + (gsize) (way > 0 ? 1 : ranks->n - 1)) % ranks->n;
  return 0;
}

/** Says with whom each message is. */
void
_lsc_ops_add_peers (LscOpsBuild *self)
{
  LscTimeline *timeline = self->timeline;

  for (guint i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);
      const LscCommGroup *group;
      gint64 way;

      if (node->role != LSC_ROLE_COMM_GROUP || node->tid != LSC_OPS_LANE_MESSAGES)
        continue;
      group = lsc_timeline_get_comm_group (timeline, node->text);
      for (guint32 k = 0; group && group->ranks.n > 1 && k < node->lane->n; k++)
        {
          const LscJobOp *op = &self->ops->ops.items[lsc_lane_get_detail (node->lane, k)];

          if (is_message ((LscJobOpKind) op->kind, &way))
            lsc_comm_peers_append (
                &timeline->comm_peers,
                (LscCommPeer){ .slice = node->first_id + k,
                               .rank = group->ranks.items[find_neighbour (
                                   &group->ranks, get_worker (self)->rank, way)] });
        }
    }
  lsc_comm_peers_sort (&timeline->comm_peers);
}

/* (nullable): the stages of the replica, where there are messages */
static const LscCommGroup *
find_pipeline (const LscOpsBuild *self)
{
  for (guint i = 0; i < self->timeline->comm_groups->len; i++)
    {
      const LscCommGroup *group = g_ptr_array_index (self->timeline->comm_groups, i);

      if (group->is_pipeline)
        return group;
    }
  return NULL;
}

/* ---- What pipelines ask for ---------------------------------------------------------------- */

/* A block as ranges of a pipeline are marked (pipeline.md#kinds). */
static guint32
name_block (LscOpsBuild *self, const LscJobOp *op)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_printf (text, "{'name': '%s', 'kind': '%c'",
                   op->kind == LSC_JOB_OP_FORWARD_COMPUTE ? "forward" : "backward",
                   op->kind == LSC_JOB_OP_FORWARD_COMPUTE ? 'F' : 'B');
  if (op->micro_batch != LSC_JOB_NO_MICRO_BATCH)
    g_string_append_printf (text, ", 'current_microbatch': %u", op->micro_batch);
  if (op->chunk != LSC_JOB_NO_CHUNK)
    g_string_append_printf (text, ", 'chunk': %u", op->chunk);
  g_string_append_c (text, '}');
  return lsc_intern_add_bytes (self->timeline->strings, text->str, text->len);
}

static void
add_block (LscOpsBuild *self, LscRunFacts *facts, const LscJobOp *op, gint64 id)
{
  gint64 end_ns = op->start_ns + op->length_ns;

  lsc_marks_append (&facts->marks, (LscMark){ .start_ns = op->start_ns,
                                              .end_ns = end_ns,
                                              .connection_id = id,
                                              .row_id = id,
                                              .message = name_block (self, op),
                                              .domain = LSC_STRING_NONE,
                                              .event_type = LSC_MSTX_PUSH_POP });
  lsc_mark_tasks_append (&facts->mark_tasks, (LscMarkTask){ .start_ns = op->start_ns,
                                                            .end_ns = end_ns,
                                                            .connection_id = id,
                                                            .row_id = id });
}

/* A message, by the name of its kind, with the places of both ends: the own one first. */
static void
add_message (LscOpsBuild *self, LscRunFacts *facts, const LscJobOp *op, gint64 id, gint64 way)
{
  const LscCommGroup *group = find_pipeline (self);
  gint64 own_rank = get_worker (self)->rank;
  LscIntern *strings = self->timeline->strings;
  guint32 name, own = 0;

  if (!group || group->ranks.n < 2)
    return;
  while (group->ranks.items[own] != own_rank)
    own++;
  name = lsc_intern_add (strings, lsc_job_op_kind_name ((LscJobOpKind) op->kind));
  lsc_comm_ops_append (&facts->comm_ops,
                       (LscCommOp){ .op_id = id,
                                    .connection_id = -1,
                                    .start_ns = op->start_ns,
                                    .end_ns = op->start_ns + MAX (op->length_ns, 0),
                                    .op_name = name,
                                    .op_type = name,
                                    .group = lsc_intern_add (strings, group->name),
                                    .op_connection_id = LSC_STRING_NONE });
  lsc_comm_tasks_append (
      &facts->comm_tasks,
      (LscCommTask){ .op_id = id,
                     .start_ns = op->start_ns,
                     .end_ns = op->start_ns + MAX (op->length_ns, 0),
                     .task_type = lsc_intern_add (strings, "Notify_Record"),
                     .group = lsc_intern_add (strings, group->name),
                     .src_rank = own,
                     .dst_rank = (guint32) find_neighbour (&group->ranks, own_rank, way) });
}

/* The groups of a worker, as a profiler of a rank tells them. */
static void
add_metadata (LscOpsBuild *self)
{
  g_autoptr (GString) text = g_string_new ("{");

  for (guint i = 0; i < self->timeline->comm_groups->len; i++)
    {
      const LscCommGroup *group = g_ptr_array_index (self->timeline->comm_groups, i);
      g_autofree char *ranks = list_ranks (group);

      g_string_append_printf (text, "%s\"%s\":{\"group_name\":\"%.*s\",\"global_ranks\":%s}",
                              i > 0 ? "," : "", group->name, (int) strcspn (group->name, "-"),
                              group->name, ranks);
    }
  g_string_append_c (text, '}');
  lsc_metadata_set (self->timeline->metadata, "parallel_group_info", text->str);
}

/**
 * _lsc_ops_add_facts:
 *
 * Keeps beside the lanes what a pipeline is made of: blocks with their micro-batches and chunks.
 */
void
_lsc_ops_add_facts (LscOpsBuild *self)
{
  LscRunFacts *facts = lsc_run_facts_new ();
  gint64 id = 1;

  add_metadata (self);
  facts->device = 0;
  facts->only_device = -1;
  facts->has_marks_table = facts->has_mark_domains = TRUE;
  facts->collection_end_ns = self->timeline->end_ns;
  lsc_int64s_append (&facts->threads, 0);
  for (gsize i = 0; i < self->timeline->steps.n; i++)
    lsc_steps_append (&facts->steps, self->timeline->steps.items[i]);
  for (gsize i = 0; i < self->ops->steps.n; i++)
    {
      gint64 way;
      gsize n;
      const LscJobOp *ops = lsc_job_ops_get (self->ops, i, self->worker, &n);

      for (gsize k = 0; k < n; k++)
        if (ops[k].kind == LSC_JOB_OP_FORWARD_COMPUTE || ops[k].kind == LSC_JOB_OP_BACKWARD_COMPUTE)
          add_block (self, facts, &ops[k], id++);
        else if (is_message ((LscJobOpKind) ops[k].kind, &way))
          add_message (self, facts, &ops[k], id++, way);
    }
  lsc_run_facts_seal (facts);
  self->timeline->facts = facts;
}
