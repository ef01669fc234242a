/* lsc-pipeline-p2p.c - send and receive operators of a run
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-p2p.h"

#include <string.h>

/* pipeline.md#links. An operator's tasks of type Notify_Record and Notify_Wait name both ranks,
 * the own one first; for a receive the two are swapped, so that src is the sender. */

static gboolean
skip_prefix (const char **text, const char *prefix)
{
  if (!g_str_has_prefix (*text, prefix))
    return FALSE;
  *text += strlen (prefix);
  return TRUE;
}

static LscP2pType
hcom_type (const char **name)
{
  static const struct
  {
    const char *word;
    LscP2pType type;
  } words[] = {
    { "send__", LSC_P2P_SEND },          { "Send__", LSC_P2P_SEND },
    { "receive__", LSC_P2P_RECEIVE },    { "Receive__", LSC_P2P_RECEIVE },
    { "recv__", LSC_P2P_RECEIVE },       { "Recv__", LSC_P2P_RECEIVE },
    { "batchSendRecv_", LSC_P2P_BATCH },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (skip_prefix (name, words[i].word))
      return words[i].type;
  return LSC_P2P_NONE;
}

static gboolean
skip_digits (const char **text)
{
  const char *begin = *text;

  while (g_ascii_isdigit (**text))
    (*text)++;
  return *text > begin;
}

/**
 * lsc_p2p_type:
 * @name: name of an operator, such as hcom_send__849_0_1
 * @group_digits: (out) (optional) (transfer full) (nullable): "849"; %NULL unless the name has the
 *   form that the reference tool pairs
 *
 * Returns: what the operator does
 */
LscP2pType
lsc_p2p_type (const char *name, char **group_digits)
{
  g_return_val_if_fail (name, LSC_P2P_NONE);

  const char *rest = name;
  LscP2pType type;
  const char *digits;
  gsize length;

  if (group_digits)
    *group_digits = NULL;
  if (g_str_has_prefix (name, "nccl:send"))
    return LSC_P2P_SEND;
  if (g_str_has_prefix (name, "nccl:recv"))
    return LSC_P2P_RECEIVE;
  if (strcmp (name, "forward-send") == 0 || strcmp (name, "backward-send") == 0)
    return LSC_P2P_SEND; /* of op timelines */
  if (strcmp (name, "forward-recv") == 0 || strcmp (name, "backward-recv") == 0)
    return LSC_P2P_RECEIVE;
  if (!skip_prefix (&rest, "hcom_"))
    return LSC_P2P_NONE;
  type = hcom_type (&rest);
  digits = rest;
  if (type == LSC_P2P_NONE || type == LSC_P2P_BATCH || !group_digits)
    return type;
  if (!skip_digits (&rest))
    return type;
  length = (gsize) (rest - digits);
  if (skip_prefix (&rest, "_") && skip_digits (&rest) && skip_prefix (&rest, "_") &&
      skip_digits (&rest) && *rest == '\0')
    *group_digits = g_strndup (digits, length);
  return type;
}

static void
learn_pair (LscP2pOp *op, const LscCommTask *task)
{
  gboolean swap = op->type == LSC_P2P_RECEIVE;
  gint64 src = swap ? task->dst_rank : task->src_rank;
  gint64 dst = swap ? task->src_rank : task->dst_rank;

  if (op->src >= 0 && (op->src != src || op->dst != dst))
    op->is_ambiguous = TRUE;
  if (op->src >= 0)
    return;
  op->src = src;
  op->dst = dst;
}

/* First from tasks of the notify types; then, for those without, from any task between two ranks.
 */
static void
learn_pairs (const LscRun *run, GArray *ops)
{
  g_autoptr (GHashTable) by_id = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree guint8 *is_known = g_malloc0 (ops->len + 1);
  guint32 record = lsc_intern_find (run->strings, "Notify_Record");
  guint32 wait = lsc_intern_find (run->strings, "Notify_Wait");

  for (guint i = 0; i < ops->len; i++)
    g_hash_table_insert (by_id, &run->comm_ops.items[g_array_index (ops, LscP2pOp, i).op].op_id,
                         GUINT_TO_POINTER (i + 1));
  for (guint pass = 0; pass < 2; pass++)
    {
      for (gsize i = 0; i < run->comm_tasks.n; i++)
        {
          const LscCommTask *task = &run->comm_tasks.items[i];
          gboolean is_notify = task->task_type != LSC_STRING_NONE &&
                               (task->task_type == record || task->task_type == wait);
          guint at;

          if (task->src_rank == LSC_ID_NONE || task->dst_rank == LSC_ID_NONE ||
              !(pass == 0 ? is_notify : task->src_rank != task->dst_rank))
            continue;
          at = GPOINTER_TO_UINT (g_hash_table_lookup (by_id, &task->op_id));
          if (at != 0 && !is_known[at - 1])
            learn_pair (&g_array_index (ops, LscP2pOp, at - 1), task);
        }
      for (guint i = 0; i < ops->len; i++)
        is_known[i] = g_array_index (ops, LscP2pOp, i).src >= 0;
    }
}

static gboolean
is_same_stream (const LscRun *run, const LscP2pOp *a, const LscP2pOp *b)
{
  return a->type == b->type && a->src == b->src && a->dst == b->dst &&
         run->comm_ops.items[a->op].group == run->comm_ops.items[b->op].group;
}

/* Messages pair by their order, so that one without its time would shift all that follow. */
static void
order_strays (const LscRun *run, const LscInterval *main, GArray *ops)
{
  for (guint i = 0; i < ops->len; i++)
    {
      LscP2pOp *op = &g_array_index (ops, LscP2pOp, i);
      const LscCommOp *comm = &run->comm_ops.items[op->op];

      op->is_stray =
          comm->start_ns < main->begin_ns || MAX (comm->start_ns, comm->end_ns) > main->end_ns;
      if (!op->is_stray)
        continue;
      op->order_ns = G_MININT64;
      for (guint k = i; k > 0; k--)
        if (is_same_stream (run, op, &g_array_index (ops, LscP2pOp, k - 1)))
          {
            op->order_ns = g_array_index (ops, LscP2pOp, k - 1).order_ns;
            break;
          }
    }
}

/** Returns: (transfer full): LscP2pType of each operator of a run: names are long, and asked of
 * more than once */
guint8 *
lsc_p2p_list_types (const LscRun *run)
{
  guint8 *types;

  g_return_val_if_fail (run, NULL);
  types = g_new (guint8, run->comm_ops.n + 1);
  for (gsize i = 0; i < run->comm_ops.n; i++)
    types[i] = (guint8) lsc_p2p_type (lsc_run_text (run, run->comm_ops.items[i].op_name), NULL);
  return types;
}

/**
 * lsc_p2p_list:
 * @types: of its operators
 * @main: (nullable): what the events that belong together cover, when some do not
 *
 * Source: COMMUNICATION_OP.opName, COMMUNICATION_TASK_INFO.taskType, srcRank, dstRank.
 *
 * Returns: (transfer full) (element-type LscP2pOp): the p2p operators of a run, in file order
 */
GArray *
lsc_p2p_list (const LscRun *run, const guint8 *types, const LscInterval *main)
{
  GArray *ops = g_array_new (FALSE, FALSE, sizeof (LscP2pOp));

  g_return_val_if_fail (run && types, ops);
  for (gsize i = 0; i < run->comm_ops.n; i++)
    {
      LscP2pOp op = { .op = i, .src = -1, .dst = -1, .order_ns = run->comm_ops.items[i].start_ns };

      op.type = (LscP2pType) types[i];
      if (op.type != LSC_P2P_NONE)
        g_array_append_val (ops, op);
    }
  if (ops->len > 0)
    learn_pairs (run, ops);
  if (main)
    order_strays (run, main, ops);
  return ops;
}
