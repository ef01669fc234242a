/* lsc-pipeline-messages.c - sends, receives and collectives that a rank keeps
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-rank-private.h"
#include "base/lsc-hash.h"

#include <string.h>

/* Ids of the run's strings to what is kept of the group with that name. */
typedef struct
{
  LscPipelineReading *reading;
  GHashTable *groups; /* id -> index + 1 into the rank's groups */
} Groups;

static guint32
keep_text (const LscPipelineReading *reading, guint32 id)
{
  return lsc_intern_add (reading->strings, lsc_run_text (reading->run, id));
}

static guint32
keep_group (Groups *self, guint32 id)
{
  LscPipelineRank *rank = self->reading->rank;
  gpointer key = GUINT_TO_POINTER (id);
  guint at = GPOINTER_TO_UINT (g_hash_table_lookup (self->groups, key));
  const char *name = lsc_run_text (self->reading->run, id);
  g_autoptr (GArray) ranks = NULL;
  LscPipelineCommGroup group = { .name = LSC_STRING_NONE };

  if (at > 0)
    return at - 1;
  ranks = self->reading->metadata ? lsc_metadata_members (self->reading->metadata, name) : NULL;
  group.name = keep_text (self->reading, id);
  if (ranks)
    group.members = lsc_members_new ((const gint64 *) ranks->data, ranks->len);
  lsc_pipeline_comm_groups_append (&rank->groups, group);
  g_hash_table_insert (self->groups, key, GUINT_TO_POINTER (rank->groups.n));
  return (guint32) rank->groups.n - 1;
}

static void
keep_messages (Groups *self)
{
  const LscPipelineReading *reading = self->reading;
  const LscRun *run = reading->run;
  g_autoptr (GArray) ops =
      lsc_p2p_list (run, reading->types, reading->has_strays ? &reading->main : NULL);
  LscRankMessages *messages = &reading->rank->messages;

  lsc_rank_messages_reserve (messages, ops->len);
  for (guint i = 0; i < ops->len; i++)
    {
      const LscP2pOp *op = &g_array_index (ops, LscP2pOp, i);
      const LscCommOp *comm = &run->comm_ops.items[op->op];

      lsc_rank_messages_append (messages,
                                (LscRankMessage){ .start_ns = comm->start_ns,
                                                  .end_ns = comm->end_ns,
                                                  .order_ns = op->order_ns,
                                                  .src = op->src,
                                                  .dst = op->dst,
                                                  .name = keep_text (reading, comm->op_name),
                                                  .group = keep_group (self, comm->group),
                                                  .type = (guint8) op->type,
                                                  .is_ambiguous = op->is_ambiguous,
                                                  .is_stray = op->is_stray });
    }
}

static gboolean
is_stray (const LscPipelineReading *reading, const LscCommOp *op)
{
  return reading->has_strays &&
         (op->start_ns < reading->main.begin_ns || op->end_ns > reading->main.end_ns);
}

static guint64
key_of (const LscPipelineCollective *self)
{
  return self->key;
}

static gboolean
is_same (const LscPipelineCollective *a, const LscPipelineCollective *b)
{
  return a->key == b->key;
}

LSC_DEFINE_HASH (known, LscPipelineCollective, key_of, is_same)

/* A name that comes twice tells nothing, but it is known then. */
static void
keep_collectives (Groups *self)
{
  const LscPipelineReading *reading = self->reading;
  const LscRun *run = reading->run;
  LscPipelineCollectives *list = &reading->rank->collectives;
  LscHash known = { NULL, 0, 0 };

  for (gsize i = 0; i < run->comm_ops.n; i++)
    {
      const LscCommOp *op = &run->comm_ops.items[i];
      const char *name = lsc_run_text (run, op->op_name);
      LscPipelineCollective item = { .end_ns = op->end_ns };
      guint32 at;

      if (reading->types[i] != LSC_P2P_NONE || op->end_ns < op->start_ns || is_stray (reading, op))
        continue;
      item.key = _lsc_pipeline_collective_key (lsc_run_text (run, op->group), name);
      at = known_put (&known, list->items, &item, (guint32) list->n);
      if (at < list->n)
        {
          list->items[at].is_repeated = TRUE;
          continue;
        }
      item.group = keep_group (self, op->group);
      lsc_pipeline_collectives_append (list, item);
    }
  lsc_hash_clear (&known);
}

/** Keeps the messages of a run, and when its collectives ended. */
void
_lsc_pipeline_read_messages (LscPipelineReading *reading)
{
  Groups groups = { reading, g_hash_table_new (NULL, NULL) };

  keep_messages (&groups);
  keep_collectives (&groups);
  g_hash_table_unref (groups.groups);
}
