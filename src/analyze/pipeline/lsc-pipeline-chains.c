/* lsc-pipeline-chains.c - ranks that send to each other form a pipeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-private.h"

/* Rule 4 of pipeline.md#stages. */

typedef struct
{
  const LscPipelineMember *member;
  guint neighbours[2];
  guint n_neighbours;
  gboolean is_placed;
} Node;

static void
join (Node *nodes, guint a, guint b)
{
  for (guint side = 0; side < 2; side++)
    {
      Node *node = &nodes[side ? b : a];
      guint other = side ? a : b;

      if (a == b || (node->n_neighbours > 0 && node->neighbours[0] == other) ||
          (node->n_neighbours > 1 && node->neighbours[1] == other))
        continue;
      if (node->n_neighbours < 2)
        node->neighbours[node->n_neighbours] = other;
      node->n_neighbours++;
    }
}

/* A rank by its number in the group of an operator. */
static char *
make_key (const LscPipelineRank *rank, const LscRankMessage *op, gint64 local)
{
  guint32 name = rank->groups.items[op->group].name;

  return g_strdup_printf ("%s\n%" G_GINT64_FORMAT, lsc_pipeline_rank_text (rank, name), local);
}

static void
note_local (GHashTable *places, const LscPipelineRank *rank, const LscRankMessage *op, guint index)
{
  gint64 own = op->type == LSC_P2P_RECEIVE ? op->dst : op->src;

  g_hash_table_replace (places, make_key (rank, op, own), GUINT_TO_POINTER (index + 1));
}

static guint
find_other (GHashTable *places, const LscPipelineRank *rank, const LscRankMessage *op)
{
  g_autofree char *key = make_key (rank, op, op->type == LSC_P2P_RECEIVE ? op->src : op->dst);

  return GPOINTER_TO_UINT (g_hash_table_lookup (places, key));
}

static Node *
build_nodes (GPtrArray *members)
{
  Node *nodes = g_new0 (Node, members->len + 1);
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < members->len; i++)
      {
        const LscPipelineRank *rank;

        nodes[i].member = g_ptr_array_index (members, i);
        rank = nodes[i].member->rank;
        for (gsize k = 0; k < rank->messages.n; k++)
          {
            const LscRankMessage *op = &rank->messages.items[k];
            guint other;

            if (op->src < 0 || op->is_ambiguous)
              continue;
            if (pass == 0)
              note_local (places, rank, op, i);
            else if ((other = find_other (places, rank, op)) > 0)
              join (nodes, i, other - 1);
          }
      }
  return nodes;
}

static gint64
first_start (const Node *node)
{
  const LscBlockRanges *ranges = node->member->recorded;

  return ranges->n > 0 ? ranges->items[0].start_ns : G_MAXINT64;
}

static gboolean
starts_before (const Node *a, const Node *b)
{
  if (first_start (a) != first_start (b))
    return first_start (a) < first_start (b);
  return a->member->rank->rank < b->member->rank->rank;
}

/* Members of the component of @begin; empty if it is no chain or ring. */
static GArray *
walk_component (Node *nodes, guint begin)
{
  GArray *members = g_array_new (FALSE, FALSE, sizeof (guint));
  gboolean is_chain = TRUE;

  nodes[begin].is_placed = TRUE;
  g_array_append_val (members, begin);
  for (guint i = 0; i < members->len; i++)
    {
      const Node *node = &nodes[g_array_index (members, guint, i)];

      is_chain &= node->n_neighbours <= 2;
      for (guint k = 0; k < MIN (node->n_neighbours, 2); k++)
        if (!nodes[node->neighbours[k]].is_placed)
          {
            nodes[node->neighbours[k]].is_placed = TRUE;
            g_array_append_val (members, node->neighbours[k]);
          }
    }
  if (!is_chain || members->len < 2)
    g_array_set_size (members, 0);
  return members;
}

static LscPipelineLayout *
order_chain (const Node *nodes, GArray *members)
{
  LscPipelineLayout *layout = g_new0 (LscPipelineLayout, 1);
  guint at = G_MAXUINT, before = G_MAXUINT;

  layout->ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  layout->has_stages = TRUE;
  for (guint pass = 0; pass < 2 && at == G_MAXUINT; pass++)
    for (guint i = 0; i < members->len; i++)
      {
        guint member = g_array_index (members, guint, i);

        /* the ends first; a ring (interleaved) has none */
        if ((pass == 1 || nodes[member].n_neighbours == 1) &&
            (at == G_MAXUINT || starts_before (&nodes[member], &nodes[at])))
          at = member;
      }
  while (layout->ranks->len < members->len)
    {
      const Node *node = &nodes[at];
      guint next = G_MAXUINT;

      g_array_append_val (layout->ranks, node->member->rank->rank);
      for (guint k = 0; k < node->n_neighbours; k++)
        if (node->neighbours[k] != before &&
            (next == G_MAXUINT || starts_before (&nodes[node->neighbours[k]], &nodes[next])))
          next = node->neighbours[k];
      if (next == G_MAXUINT)
        break;
      before = at;
      at = next;
    }
  return layout;
}

/** Adds the pipelines of @members to @layouts, as their send and receive operators join them. */
void
_lsc_pipeline_add_chains (GPtrArray *layouts, GPtrArray *members)
{
  g_autofree Node *nodes = build_nodes (members);

  for (guint i = 0; i < members->len; i++)
    {
      g_autoptr (GArray) chain = NULL;

      if (nodes[i].is_placed || nodes[i].member->rank->rank < 0)
        continue;
      chain = walk_component (nodes, i);
      if (chain->len > 1)
        g_ptr_array_add (layouts, order_chain (nodes, chain));
    }
}
