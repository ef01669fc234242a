/* lsc-straggler-waits.c - what each op of a step waits for, and which begin together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The numbers of the rules are those of stragglers.md#waits.
 */
#include "config.h"

#include "analyze/stragglers/lsc-straggler-template-private.h"

#include "base/lsc-sort.h"

#define NO_OP LSC_STRAGGLER_NO_OP

typedef struct
{
  const LscStragglerTemplate *template;
  const LscStragglerOp *ops;
  gsize stage;
  LscIndexes by_kind[LSC_JOB_N_OP_KINDS]; /* of the stage, by start */
  LscIndexes computing;                   /* C */
  LscStragglerWaits waits;
} Builder;

static void
builder_forget_stage (Builder *self)
{
  for (guint kind = 0; kind < LSC_JOB_N_OP_KINDS; kind++)
    lsc_indexes_clear (&self->by_kind[kind]);
  lsc_indexes_clear (&self->computing);
}

static void
builder_clear (Builder *self)
{
  builder_forget_stage (self);
  lsc_straggler_waits_clear (&self->waits);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Builder, builder_clear)

/* A rule about an op that does not exist is void. */
static void
wait_for (Builder *self, guint32 node, guint32 need)
{
  if (node != NO_OP && need != NO_OP)
    lsc_straggler_waits_append (&self->waits, (LscStragglerWait){ .node = node, .need = need });
}

static void
chain (Builder *self, const LscIndexes *ops)
{
  for (gsize i = 1; i < ops->n; i++)
    wait_for (self, ops->items[i], ops->items[i - 1]);
}

static guint32
first_of (const LscIndexes *ops)
{
  return ops->n > 0 ? ops->items[0] : NO_OP;
}

static guint32
last_of (const LscIndexes *ops)
{
  return ops->n > 0 ? ops->items[ops->n - 1] : NO_OP;
}

static gboolean
is_of_chunk (const Builder *self, guint32 op, guint chunk)
{
  return self->template->n_chunks == 1 || self->ops[op].chunk == chunk;
}

static guint32
first_of_chunk (const Builder *self, guint kind, guint chunk)
{
  const LscIndexes *ops = &self->by_kind[kind];

  for (gsize i = 0; i < ops->n; i++)
    if (is_of_chunk (self, ops->items[i], chunk))
      return ops->items[i];
  return NO_OP;
}

static guint32
last_of_chunk (const Builder *self, guint kind, guint chunk)
{
  const LscIndexes *ops = &self->by_kind[kind];

  for (gsize i = ops->n; i > 0; i--)
    if (is_of_chunk (self, ops->items[i - 1], chunk))
      return ops->items[i - 1];
  return NO_OP;
}

/* Rules 2 to 5. */
static void
add_messages (Builder *self)
{
  static const guint8 kinds[] = { LSC_JOB_OP_FORWARD_SEND, LSC_JOB_OP_BACKWARD_SEND,
                                  LSC_JOB_OP_FORWARD_RECV, LSC_JOB_OP_BACKWARD_RECV };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      const LscIndexes *messages = &self->by_kind[kinds[k]];

      for (gsize i = 0; i < messages->n; i++)
        {
          guint32 message = messages->items[i], owner = self->template->owner[message];

          if (k < 2)
            wait_for (self, message, owner);
          else
            {
              wait_for (self, owner, message);
              wait_for (self, message, self->template->before[message]);
            }
        }
      chain (self, messages);
    }
}

/* Rule 6. */
static void
add_first_backward (Builder *self)
{
  gsize f = 0;

  while (f < self->computing.n &&
         self->ops[self->computing.items[f]].kind != LSC_JOB_OP_BACKWARD_COMPUTE)
    f++;
  if (f >= 2 && f < self->computing.n)
    wait_for (
        self,
        _lsc_straggler_template_find (self->template, self->stage, LSC_JOB_OP_BACKWARD_RECV, 0),
        self->computing.items[f - 2]);
}

/* Rule 7: gathers and scatters as they begin. */
static void
add_data_lane (Builder *self)
{
  g_auto (LscIndexes) lane = { 0 };

  for (gsize i = self->template->first[self->stage]; i < self->template->first[self->stage + 1];
       i++)
    if (self->ops[i].kind == LSC_JOB_OP_PARAMS_ALL_GATHER ||
        self->ops[i].kind == LSC_JOB_OP_REDUCE_SCATTER)
      lsc_indexes_append (&lane, (guint32) i);
  chain (self, &lane);
}

/* Rule 8. */
static void
add_gathers (Builder *self)
{
  for (guint chunk = 0; chunk < self->template->n_chunks; chunk++)
    wait_for (self, first_of_chunk (self, LSC_JOB_OP_FORWARD_COMPUTE, chunk),
              last_of_chunk (self, LSC_JOB_OP_PARAMS_ALL_GATHER, chunk));
}

static int
compare_numbers (gconstpointer a, gconstpointer b, gpointer data)
{
  const LscStragglerOp *ops = data;

  return LSC_ORDER (ops[*(const guint32 *) a].number, ops[*(const guint32 *) b].number);
}

static void
append_by_number (const Builder *self, guint kind, LscIndexes *out)
{
  gsize from = out->n;

  for (gsize i = 0; i < self->by_kind[kind].n; i++)
    lsc_indexes_append (out, self->by_kind[kind].items[i]);
  if (out->n - from > 1)
    g_qsort_with_data (out->items + from, (int) (out->n - from), sizeof (guint32), compare_numbers,
                       (gpointer) self->ops);
}

/* Scatters that run beside the backward computing, as what they have not done is summed apart. */
static void
add_overlapped_scatters (Builder *self)
{
  for (guint chunk = 0; chunk < self->template->n_chunks; chunk++)
    wait_for (self, first_of_chunk (self, LSC_JOB_OP_REDUCE_SCATTER, chunk),
              last_of_chunk (self, LSC_JOB_OP_BACKWARD_COMPUTE, chunk));
  wait_for (self, first_of (&self->by_kind[LSC_JOB_OP_LAYERNORM_ALL_REDUCE]),
            last_of (&self->by_kind[LSC_JOB_OP_REDUCE_SCATTER]));
}

/* Rules 9 and 10. */
static void
add_end (Builder *self)
{
  gboolean is_apart = self->by_kind[LSC_JOB_OP_SEPARATE_ALL_REDUCE].n > 0;
  g_auto (LscIndexes) end = { 0 };

  append_by_number (self, LSC_JOB_OP_GC, &end);
  for (gsize i = 0; i < end.n; i++)
    wait_for (self, end.items[i], last_of (&self->computing));
  append_by_number (self, LSC_JOB_OP_LAYERNORM_ALL_REDUCE, &end);
  append_by_number (self, LSC_JOB_OP_EMBEDDING_ALL_REDUCE, &end);
  append_by_number (self, is_apart ? LSC_JOB_OP_SEPARATE_ALL_REDUCE : LSC_JOB_OP_REDUCE_SCATTER,
                    &end);
  append_by_number (self, LSC_JOB_OP_CLIP_GRAD, &end);
  append_by_number (self, LSC_JOB_OP_OPTIMIZER, &end);
  chain (self, &end);
  if (self->by_kind[LSC_JOB_OP_GC].n == 0)
    wait_for (self, first_of (&end), last_of (&self->computing));
  if (is_apart)
    add_overlapped_scatters (self);
}

static void
add_stage (Builder *self, gsize stage)
{
  builder_forget_stage (self);
  self->stage = stage;
  for (gsize i = self->template->first[stage]; i < self->template->first[stage + 1]; i++)
    {
      lsc_indexes_append (&self->by_kind[self->ops[i].kind], (guint32) i);
      if (_lsc_straggler_kind_computes (self->ops[i].kind))
        lsc_indexes_append (&self->computing, (guint32) i);
    }
  chain (self, &self->computing); /* rule 1 */
  add_messages (self);
  add_first_backward (self);
  add_data_lane (self);
  add_gathers (self);
  add_end (self);
}

/* ---- groups ---- */

typedef struct
{
  guint32 *of_node;
  guint8 *joint;
  gsize n;
} Groups;

static void
groups_clear (Groups *self)
{
  g_free (self->of_node);
  g_free (self->joint);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Groups, groups_clear)

static gboolean
is_over_replicas (guint kind)
{
  return kind == LSC_JOB_OP_PARAMS_ALL_GATHER || kind == LSC_JOB_OP_REDUCE_SCATTER ||
         kind == LSC_JOB_OP_SEPARATE_ALL_REDUCE || kind == LSC_JOB_OP_CLIP_GRAD;
}

static void
join (Groups *self, guint32 op, guint32 other)
{
  if (other != NO_OP && self->of_node[other] == NO_OP)
    self->of_node[other] = self->of_node[op];
}

static void
find_members (const LscStragglerTemplate *self, guint32 op, Groups *groups)
{
  const LscStragglerOp *info = &self->model->ops[op];
  gsize last = self->model->n_stages - 1;

  join (groups, op, self->partner[op]);
  if (info->kind == LSC_JOB_OP_EMBEDDING_ALL_REDUCE && (info->stage == 0 || info->stage == last))
    join (
        groups, op,
        _lsc_straggler_template_find (self, info->stage == 0 ? last : 0, info->kind, info->number));
  if (info->kind == LSC_JOB_OP_CLIP_GRAD)
    for (gsize p = 0; p <= last; p++)
      join (groups, op, _lsc_straggler_template_find (self, p, info->kind, info->number));
}

static void
find_groups (const LscStragglerTemplate *self, Groups *groups)
{
  gsize n_ops = self->model->n_ops;

  groups->of_node = g_new (guint32, n_ops);
  groups->joint = g_new0 (guint8, n_ops);
  memset (groups->of_node, 0xff, n_ops * sizeof (guint32)); /* NO_OP */
  for (gsize op = 0; op < n_ops; op++)
    if (groups->of_node[op] == NO_OP)
      {
        groups->joint[groups->n] = is_over_replicas (self->model->ops[op].kind);
        groups->of_node[op] = (guint32) groups->n++;
        find_members (self, (guint32) op, groups);
      }
}

/**
 * _lsc_straggler_template_connect:
 *
 * Makes the graph of the model, of what each op waits for and which ops begin together
 * (stragglers.md#waits, stragglers.md#groups).
 *
 * Returns: %FALSE with @refusal if ops wait for each other
 */
gboolean
_lsc_straggler_template_connect (LscStragglerTemplate *self, LscPhrase **refusal)
{
  g_auto (Builder) builder = { .template = self, .ops = self->model->ops };
  g_auto (Groups) groups = { 0 };

  for (gsize p = 0; p < self->model->n_stages; p++)
    add_stage (&builder, p);
  find_groups (self, &groups);
  return _lsc_straggler_model_connect (
      self->model, &builder.waits,
      &(LscReplayGroups){ .n = groups.n, .of_node = groups.of_node, .joint = groups.joint },
      refusal);
}
