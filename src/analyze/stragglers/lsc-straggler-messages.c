/* lsc-straggler-messages.c - the ops of a recorded schedule and its messages as a model
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/stragglers/lsc-straggler-messages-private.h"

#include "base/lsc-sort.h"

#define NO_OP LSC_PLAN_NO_OP

/* ---- recorded messages ---- */

typedef LscStragglerEnds Ends;

static Ends
ends_of (const LscStudy *study, const LscPipelineLink *link)
{
  Ends ends = { NO_OP, NO_OP, link->is_backward };

  if (link->is_measured && link->src_block != G_MAXUINT32 && link->dst_block != G_MAXUINT32)
    {
      ends.src = lsc_study_op_of_block (study, link->src_row, link->src_block);
      ends.dst = lsc_study_op_of_block (study, link->dst_row, link->dst_block);
    }
  return ends;
}

static int
compare_ends (Ends a, Ends b)
{
  LSC_RETURN_ORDER (a.src, b.src);
  LSC_RETURN_ORDER (a.dst, b.dst);
  return LSC_ORDER (a.is_backward, b.is_backward);
}

static int
compare_links (gconstpointer a, gconstpointer b, gpointer data)
{
  const LscPipelineLink *x = *(const LscPipelineLink *const *) a;
  const LscPipelineLink *y = *(const LscPipelineLink *const *) b;
  int order = compare_ends (ends_of (data, x), ends_of (data, y));

  return order != 0 ? order : LSC_ORDER (x, y);
}

/**
 * _lsc_straggler_sort_links:
 *
 * Returns: (transfer container) (array length=n): the links of a step whose send and receive were
 *   recorded, for _lsc_straggler_find_link()
 */
const LscPipelineLink **
_lsc_straggler_sort_links (const LscStudy *study, gsize *n)
{
  const LscPipelineStep *step = lsc_study_get_step (study);
  const LscPipelineLink **links = g_new (const LscPipelineLink *, step->n_links + 1);

  *n = 0;
  for (gsize i = 0; i < step->n_links; i++)
    if (ends_of (study, &step->links[i]).dst != NO_OP &&
        ends_of (study, &step->links[i]).src != NO_OP)
      links[(*n)++] = &step->links[i];
  if (*n > 1)
    g_qsort_with_data (links, (int) *n, sizeof *links, compare_links, (gpointer) study);
  return links;
}

/** Returns: (nullable): the recorded message from one op of the plan to another */
const LscPipelineLink *
_lsc_straggler_find_link (const LscPipelineLink *const *sorted, gsize n, const LscStudy *study,
                          LscStragglerEnds ends)
{
  gsize at = LSC_BISECT (i, 0, n, compare_ends (ends_of (study, sorted[i]), ends) < 0);

  return at < n && compare_ends (ends_of (study, sorted[at]), ends) == 0 ? sorted[at] : NULL;
}

static gboolean
is_needed_before (const LscPlanOp *op, guint need)
{
  for (guint k = 0; k < need; k++)
    if (op->needs[k] == op->needs[need])
      return TRUE;
  return FALSE;
}

static gboolean
add_message (LscStragglerSchedule *self, guint32 op, guint need,
             const LscPipelineLink *const *links, gsize n)
{
  const LscPlanOp *about = &self->study->plan->ops[op];
  Ends ends = { about->needs[need], op, is_needed_before (about, need) }; /* forward comes first */
  const LscPipelineLink *link = _lsc_straggler_find_link (links, n, self->study, ends);

  if (!link && !ends.is_backward)
    {
      ends.is_backward = TRUE;
      link = _lsc_straggler_find_link (links, n, self->study, ends);
    }
  if (link)
    lsc_straggler_messages_append (
        &self->messages, (LscStragglerMessage){ .ends = ends,
                                                .send_start_ns = link->send_start_ns,
                                                .receive_start_ns = link->recv_start_ns });
  return link != NULL;
}

/* All that ops need of other stages, if each of these messages was recorded; else none. */
static void
list_messages (LscStragglerSchedule *self)
{
  const LscPlan *plan = self->study->plan;
  gsize n;
  g_autofree const LscPipelineLink **links = _lsc_straggler_sort_links (self->study, &n);

  for (guint32 op = 0; op < plan->n_ops; op++)
    for (guint k = 0; k < plan->ops[op].n_needs; k++)
      {
        guint32 need = plan->ops[op].needs[k];

        if (need == NO_OP || plan->ops[need].rank == plan->ops[op].rank)
          continue;
        if (!add_message (self, op, k, links, n))
          {
            lsc_straggler_messages_clear (&self->messages);
            return;
          }
      }
}

/* ---- ops ---- */

static guint8
kind_of_block (const LscPlanOp *op)
{
  switch ((LscBlockKind) op->kind)
    {
    case LSC_BLOCK_F:
      return LSC_JOB_OP_FORWARD_COMPUTE;
    case LSC_BLOCK_I:
      return LSC_STRAGGLER_INPUTS;
    case LSC_BLOCK_W:
      return LSC_STRAGGLER_WEIGHTS;
    case LSC_BLOCK_X:
      return LSC_STRAGGLER_PAIR;
    default:
      return LSC_JOB_OP_BACKWARD_COMPUTE;
    }
}

/* An end of a message on a stage. Those of a lane begin one after the other. */
typedef struct
{
  guint32 message;
  guint32 lane;
  guint8 kind;
  gint64 start_ns;
} End;

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const End *x = a, *y = b;

  LSC_RETURN_ORDER (x->kind, y->kind);
  LSC_RETURN_ORDER (x->lane, y->lane);
  LSC_RETURN_ORDER (x->start_ns, y->start_ns);
  return LSC_ORDER (x->message, y->message);
}

static GArray *
list_ends (const LscStragglerSchedule *self, guint32 stage)
{
  const LscPlan *plan = self->study->plan;
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (End));

  for (gsize i = 0; i < self->messages.n; i++)
    {
      const LscStragglerMessage *message = &self->messages.items[i];
      guint32 src = plan->ops[message->ends.src].rank, dst = plan->ops[message->ends.dst].rank;
      gboolean by_peer = self->rules == LSC_STRAGGLER_UNPOSTED;
      End send = { (guint32) i, by_peer ? dst : 0,
                   message->ends.is_backward ? LSC_JOB_OP_BACKWARD_SEND : LSC_JOB_OP_FORWARD_SEND,
                   message->send_start_ns };
      End receive = { (guint32) i, by_peer ? src : 0,
                      message->ends.is_backward ? LSC_JOB_OP_BACKWARD_RECV
                                                : LSC_JOB_OP_FORWARD_RECV,
                      message->receive_start_ns };

      if (src == stage)
        g_array_append_val (ends, send);
      if (dst == stage)
        g_array_append_val (ends, receive);
    }
  g_array_sort (ends, compare_starts);
  return ends;
}

static void
wait_for (LscStragglerWaits *waits, guint32 node, guint32 need)
{
  if (node != NO_OP && need != NO_OP)
    lsc_straggler_waits_append (waits, (LscStragglerWait){ .node = node, .need = need });
}

typedef struct
{
  LscStragglerSchedule *schedule;
  LscStragglerModel *model;
  LscStragglerWaits waits;
  guint32 counts[LSC_STRAGGLER_N_KINDS]; /* of the stage */
} Builder;

static guint32
add_op (Builder *self, guint32 stage, guint8 kind)
{
  self->model->ops[self->model->n_ops] = (LscStragglerOp){ .stage = stage,
                                                           .number = self->counts[kind]++,
                                                           .chunk = LSC_JOB_NO_CHUNK,
                                                           .micro_batch = LSC_JOB_NO_MICRO_BATCH,
                                                           .kind = kind };
  return (guint32) self->model->n_ops++;
}

static void
add_blocks (Builder *self, guint32 stage)
{
  const LscPlan *plan = self->schedule->study->plan;

  for (guint32 i = plan->first[stage]; i < plan->first[stage + 1]; i++)
    {
      guint32 op = add_op (self, stage, kind_of_block (&plan->ops[i]));

      self->model->ops[op].chunk = plan->ops[i].parts[0].chunk;
      self->model->ops[op].micro_batch =
          (guint16) MIN (plan->ops[i].parts[0].mb, LSC_JOB_NO_MICRO_BATCH);
      self->schedule->op_of_block[i] = op;
      if (i > plan->first[stage])
        wait_for (&self->waits, op, self->schedule->op_of_block[i - 1]);
    }
}

static gboolean
has_direction (const LscPlanOp *op, gboolean is_backward)
{
  if (op->kind == LSC_BLOCK_X)
    return TRUE;
  return is_backward ? op->kind == LSC_BLOCK_B || op->kind == LSC_BLOCK_I : op->kind == LSC_BLOCK_F;
}

/* The block of the same direction before one on its stage. */
static guint32
find_before (const LscPlan *plan, guint32 op, gboolean is_backward)
{
  for (guint32 i = op; i-- > plan->first[plan->ops[op].rank];)
    if (has_direction (&plan->ops[i], is_backward))
      return i;
  return NO_OP;
}

static guint32
find_first_backward (const LscPlan *plan, guint32 stage)
{
  for (guint32 i = plan->first[stage]; i < plan->first[stage + 1]; i++)
    if (has_direction (&plan->ops[i], TRUE))
      return i;
  return NO_OP;
}

static void
add_receive (Builder *self, guint32 op, LscStragglerMessage *message)
{
  const LscPlan *plan = self->schedule->study->plan;
  const guint32 *op_of_block = self->schedule->op_of_block;
  guint32 before = find_before (plan, message->ends.dst, message->ends.is_backward);
  guint32 stage = plan->ops[message->ends.dst].rank, first = find_first_backward (plan, stage);

  message->receive = op;
  wait_for (&self->waits, op_of_block[message->ends.dst], op);
  if (self->schedule->rules != LSC_STRAGGLER_POSTED)
    return;
  if (before != NO_OP)
    wait_for (&self->waits, op, op_of_block[before]);
  if (message->ends.is_backward && message->ends.dst == first && first >= plan->first[stage] + 2)
    wait_for (&self->waits, op, op_of_block[first - 2]);
}

static void
add_messages (Builder *self, guint32 stage)
{
  g_autoptr (GArray) ends = list_ends (self->schedule, stage);
  guint32 last = NO_OP;

  for (guint i = 0; i < ends->len; i++)
    {
      const End *end = &g_array_index (ends, End, i);
      LscStragglerMessage *message = &self->schedule->messages.items[end->message];
      guint32 op = add_op (self, stage, end->kind);

      if (i > 0 && end[-1].kind == end->kind && end[-1].lane == end->lane)
        wait_for (&self->waits, op, last);
      last = op;
      if (end->kind == LSC_JOB_OP_FORWARD_SEND || end->kind == LSC_JOB_OP_BACKWARD_SEND)
        {
          message->send = op;
          wait_for (&self->waits, op, self->schedule->op_of_block[message->ends.src]);
        }
      else
        add_receive (self, op, message);
    }
}

/* What blocks need of each other where no message stands between them. */
static void
add_needs (Builder *self)
{
  const LscPlan *plan = self->schedule->study->plan;

  for (guint32 op = 0; op < plan->n_ops; op++)
    for (guint k = 0; k < plan->ops[op].n_needs; k++)
      {
        guint32 need = plan->ops[op].needs[k];

        if (need != NO_OP &&
            (self->schedule->messages.n == 0 || plan->ops[need].rank == plan->ops[op].rank))
          wait_for (&self->waits, self->schedule->op_of_block[op],
                    self->schedule->op_of_block[need]);
      }
}

/* Both ends of a message begin together, all else by itself. */
static gboolean
connect_model (Builder *self, LscPhrase **refusal)
{
  LscStragglerModel *model = self->model;
  g_autofree guint32 *of_node = g_new (guint32, model->n_ops);
  g_autofree guint8 *joint = g_new0 (guint8, model->n_ops);
  gsize n = 0;

  memset (of_node, 0xff, model->n_ops * sizeof *of_node);
  for (gsize i = 0; i < self->schedule->messages.n; i++)
    {
      of_node[self->schedule->messages.items[i].send] = (guint32) n;
      of_node[self->schedule->messages.items[i].receive] = (guint32) n++;
    }
  for (gsize op = 0; op < model->n_ops; op++)
    if (of_node[op] == NO_OP)
      of_node[op] = (guint32) n++;
  return _lsc_straggler_model_connect (
      model, &self->waits, &(LscReplayGroups){ .n = n, .of_node = of_node, .joint = joint },
      refusal);
}

/**
 * _lsc_straggler_schedule_init:
 * @study: (transfer full): a step whose order is known
 * @rules: of messages; there are some only if all were recorded
 * @model: (out): gets ops, and what waits for what
 *
 * Returns: %FALSE with @refusal if ops wait for each other
 */
gboolean
_lsc_straggler_schedule_init (LscStragglerSchedule *self, LscStudy *study, LscStragglerRules rules,
                              LscStragglerModel *model, LscPhrase **refusal)
{
  const LscPlan *plan = study->plan;
  Builder builder = { .schedule = self, .model = model };
  gboolean is_good;

  *self = (LscStragglerSchedule){ .study = study,
                                  .op_of_block = g_new (guint32, plan->n_ops + 1),
                                  .rules = rules };
  if (rules != LSC_STRAGGLER_UNSENT)
    list_messages (self);
  model->ops = g_new0 (LscStragglerOp, plan->n_ops + 2 * self->messages.n + 1);
  for (guint32 stage = 0; stage < plan->n_ranks; stage++)
    {
      memset (builder.counts, 0, sizeof builder.counts);
      add_blocks (&builder, stage);
      add_messages (&builder, stage);
    }
  add_needs (&builder);
  is_good = connect_model (&builder, refusal);
  lsc_straggler_waits_clear (&builder.waits);
  return is_good;
}

/** Frees what @self holds. */
void
_lsc_straggler_schedule_clear (LscStragglerSchedule *self)
{
  g_clear_pointer (&self->study, lsc_study_unref);
  g_clear_pointer (&self->op_of_block, g_free);
  lsc_straggler_messages_clear (&self->messages);
}
