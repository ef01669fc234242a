/* lsc-pipeline-p2p-table.c - the reference tool's pairing of send and receive operators
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/lsc-table-list.h"
#include "analyze/pipeline/lsc-pipeline-private.h"
#include "base/lsc-sort.h"

typedef struct
{
  const char *name;
  gint64 start_ns;
  gint64 end_ns;
  const char *pair;
  gint64 rank;
} P2pRow;

static const LscColumn p2p_columns[] = {
  LSC_COLUMN (P2pRow, name, "opName", N_ ("Operator"), LSC_UNIT_NONE, "COMMUNICATION_OP.opName",
              N_ ("Name of the send or receive operator.")),
  LSC_COLUMN (P2pRow, start_ns, "startNs", N_ ("Start"), LSC_UNIT_NS, "COMMUNICATION_OP.startNs",
              N_ ("When the operator starts by the clock of its rank.")),
  LSC_COLUMN (P2pRow, end_ns, "endNs", N_ ("End"), LSC_UNIT_NS, "COMMUNICATION_OP.endNs",
              N_ ("When the operator ends by the clock of its rank.")),
  LSC_COLUMN (P2pRow, pair, "opConnectionId", N_ ("Pair"), LSC_UNIT_NONE,
              "pipeline.md#links, reference",
              N_ ("The same on both sides of a message: group, sender, receiver and a count.")),
  LSC_PIPELINE_RANK_COLUMN (P2pRow, "rankID"),
};

const LscTableInfo lsc_p2p_pairs_table_info = LSC_TABLE_INFO ("P2PPairs", P2pRow, p2p_columns);

typedef struct
{
  const LscRankMessage *op;
  guint position;
  char *digits;
  char *id;
} Paired;

static void
clear_paired (gpointer data)
{
  g_free (((Paired *) data)->digits);
  g_free (((Paired *) data)->id);
}

static int
compare_by_start (gconstpointer a, gconstpointer b)
{
  const Paired *x = a, *y = b;

  LSC_RETURN_ORDER (x->op->order_ns, y->op->order_ns);
  return LSC_ORDER (x->position, y->position);
}

static int
compare_by_position (gconstpointer a, gconstpointer b)
{
  const Paired *x = a, *y = b;

  return LSC_ORDER (x->position, y->position);
}

/* The reference counts per pair of ranks over all groups of the file. */
static void
count_pairs (GArray *list)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_array_sort (list, compare_by_start);
  for (guint i = 0; i < list->len; i++)
    {
      Paired *paired = &g_array_index (list, Paired, i);
      char *key;
      guint n;

      if (paired->op->src < 0 || paired->op->is_ambiguous)
        continue;
      key = g_strdup_printf ("%" G_GINT64_FORMAT "_%" G_GINT64_FORMAT, paired->op->src,
                             paired->op->dst);
      n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key));
      paired->id = g_strdup_printf ("%s_%s_%u", paired->digits, key, n);
      g_hash_table_replace (counts, key, GUINT_TO_POINTER (n + 1));
    }
  g_array_sort (list, compare_by_position);
}

static void
add_rank (LscTable *table, const LscPipelineRank *rank)
{
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (Paired));

  g_array_set_clear_func (list, clear_paired);
  for (gsize i = 0; i < rank->messages.n; i++)
    {
      Paired paired = { .op = &rank->messages.items[i], .position = (guint) i };

      lsc_p2p_type (lsc_pipeline_rank_text (rank, paired.op->name), &paired.digits);
      if (paired.digits)
        g_array_append_val (list, paired);
    }
  count_pairs (list);
  for (guint i = 0; i < list->len; i++)
    {
      const Paired *paired = &g_array_index (list, Paired, i);

      lsc_table_add (table, &(P2pRow){ .name = lsc_pipeline_rank_text (rank, paired->op->name),
                                       .start_ns = paired->op->start_ns,
                                       .end_ns = paired->op->end_ns,
                                       .pair = paired->id,
                                       .rank = rank->rank });
    }
}

/**
 * lsc_pipeline_p2p_table_from_ranks:
 * @ranks: (element-type LscPipelineRank): %NULL items do not count
 *
 * The send and receive operators with the reference tool's pair ids: three digits of the group, the
 * sender's and the receiver's rank in it and a running count for that pair. Example: the first send
 * from rank 0 to 1 of group ...849 is 849_0_1_0 on both sides. The id is NULL where the tasks do
 * not name one pair.
 *
 * Source: COMMUNICATION_OP, COMMUNICATION_TASK_INFO; pipeline.md#links.
 *
 * Returns: (transfer full): table P2PPairs, ranks ascending, in file order
 */
LscTable *
lsc_pipeline_p2p_table_from_ranks (GPtrArray *ranks)
{
  LscTable *table = lsc_table_new_for (&lsc_p2p_pairs_table_info);
  g_autoptr (GPtrArray) sorted = NULL;

  g_return_val_if_fail (ranks, table);
  sorted = _lsc_pipeline_sort_ranks (ranks);
  for (guint i = 0; i < sorted->len; i++)
    add_rank (table, g_ptr_array_index (sorted, i));
  return table;
}

/**
 * lsc_pipeline_p2p_table:
 * @runs: (element-type LscRun): recordings loaded with %LSC_LOAD_FOR_PIPELINE
 *
 * Returns: (transfer full): lsc_pipeline_p2p_table_from_ranks() of recordings that are all loaded
 */
LscTable *
lsc_pipeline_p2p_table (GPtrArray *runs)
{
  g_autoptr (GPtrArray) ranks =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_pipeline_rank_unref);

  g_return_val_if_fail (runs, NULL);
  for (guint i = 0; i < runs->len; i++)
    if (g_ptr_array_index (runs, i))
      g_ptr_array_add (ranks, _lsc_pipeline_rank_new_of_messages (g_ptr_array_index (runs, i)));
  return lsc_pipeline_p2p_table_from_ranks (ranks);
}
