/* lsc-compare-ranks.c - which ranks changed, and which only wait more or less
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "analyze/lsc-table-list.h"
#include "base/lsc-sort.h"
#include "judge/compare/lsc-compare-private.h"

/* compare.md#ranks. */

#define LEAST 0.01         /* of an op: it changed */
#define LEAST_CHANGE 0.005 /* of what a rank computes: smaller ones order no ranks */
#define ALIKE 0.1          /* counts that differ by less are those of the same work */

/**
 * _lsc_rank_change_sum:
 * @categories: (array length=n): of the budget
 * @ns: (out) (array fixed-size=2): of both sides
 *
 * Adds up what a step spends on some categories.
 */
void
_lsc_rank_change_sum (const LscRankChange *rank, const LscBudgetCategory *categories, gsize n,
                      gint64 *ns)
{
  const GPtrArray *list = rank->lists[LSC_COMPARE_CATEGORIES];

  ns[LSC_BEFORE] = ns[LSC_AFTER] = 0;
  for (guint i = 0; i < list->len; i++)
    {
      const LscChange *change = list->pdata[i];

      for (gsize k = 0; k < n; k++)
        if (change->category == (int) categories[k])
          {
            ns[LSC_BEFORE] += change->ns[LSC_BEFORE];
            ns[LSC_AFTER] += change->ns[LSC_AFTER];
          }
    }
}

/** Sums up what a step computes. @ns: (out) (array fixed-size=2) */
void
_lsc_rank_change_sum_compute (const LscRankChange *rank, gint64 *ns)
{
  static const LscBudgetCategory categories[] = { LSC_BUDGET_COMPUTE };

  _lsc_rank_change_sum (rank, categories, G_N_ELEMENTS (categories), ns);
}

/** Sums up what a step waits for other ranks. @ns: (out) (array fixed-size=2) */
void
_lsc_rank_change_sum_waits (const LscRankChange *rank, gint64 *ns)
{
  static const LscBudgetCategory categories[] = { LSC_BUDGET_WAIT, LSC_BUDGET_BUBBLE };

  _lsc_rank_change_sum (rank, categories, G_N_ELEMENTS (categories), ns);
}

static gboolean
is_as_often (const LscChange *change)
{
  const double *count = change->count;

  return count[LSC_BEFORE] > 0 && count[LSC_AFTER] > 0 &&
         fabs (count[LSC_AFTER] - count[LSC_BEFORE]) <= ALIKE * MAX (count[0], count[1]);
}

/* (nullable): the op that computes and changed most, called as often on both sides */
static const LscChange *
find_op (const LscRankChange *rank)
{
  const GPtrArray *list = rank->lists[LSC_COMPARE_OPS];

  for (guint i = 0; i < list->len; i++)
    {
      const LscChange *change = list->pdata[i];

      if (change->category == LSC_BUDGET_COMPUTE && !change->is_word && is_as_often (change))
        return fabs ((double) change->delta_ns) >= LEAST * (double) change->ns[LSC_BEFORE] ? change
                                                                                           : NULL;
    }
  return NULL;
}

static gint64
get_each_ns (const LscChange *op, LscSide side)
{
  return op ? (gint64) ((double) op->ns[side] / op->count[side] + 0.5) : LSC_INT_NULL;
}

/* ---- the table ---- */

typedef struct
{
  gint64 rank;
  gint64 after_rank;
  gint64 before_compute_ns;
  gint64 after_compute_ns;
  gint64 compute_delta_ns;
  double compute_change;
  gint64 before_wait_ns;
  gint64 after_wait_ns;
  gint64 wait_delta_ns;
  const char *op;
  double count;
  gint64 before_each_ns;
  gint64 after_each_ns;
} Row;

#define NS(field, key, title, about)                                                               \
  LSC_COLUMN (Row, field, key, title, LSC_UNIT_NS, "compare.md#ranks", about)

static const LscColumn columns[] = {
  LSC_COLUMN (Row, rank, "rank", N_ ("Rank"), LSC_UNIT_ID, "rank", N_ ("Rank before.")),
  LSC_COLUMN (Row, after_rank, "after_rank", N_ ("Rank after"), LSC_UNIT_ID, "rank",
              N_ ("The rank that it is compared with.")),
  NS (before_compute_ns, "before_compute_ns", N_ ("Computing before"),
      N_ ("What a step of the rank computes before, mean.")),
  NS (after_compute_ns, "after_compute_ns", N_ ("Computing after"),
      N_ ("What a step of the rank computes after, mean.")),
  NS (compute_delta_ns, "compute_delta_ns", N_ ("Difference"),
      N_ ("Computing after - before; negative is shorter.")),
  LSC_COLUMN (Row, compute_change, "compute_change", N_ ("Relative"), LSC_UNIT_SHARE,
              "compare.md#ranks", N_ ("The difference as a share; 100 % = the computing before.")),
  NS (before_wait_ns, "before_wait_ns", N_ ("Waiting before"),
      N_ ("What a step waits in collectives and for messages before, mean.")),
  NS (after_wait_ns, "after_wait_ns", N_ ("Waiting after"),
      N_ ("What a step waits in collectives and for messages after, mean.")),
  NS (wait_delta_ns, "wait_delta_ns", N_ ("Difference of Waiting"),
      N_ ("Waiting after - before; negative is shorter.")),
  LSC_COLUMN (Row, op, "op", N_ ("Op That Changed Most"), LSC_UNIT_NONE, "compare.md#ranks",
              N_ ("Of those that compute and are called as often on both sides.")),
  LSC_COLUMN (Row, count, "count", N_ ("Calls"), LSC_UNIT_COUNT, "compare.md#ranks",
              N_ ("Of that op in a step before, mean.")),
  NS (before_each_ns, "before_each_ns", N_ ("Each before"),
      N_ ("How long a call of that op computes before, mean.")),
  NS (after_each_ns, "after_each_ns", N_ ("Each after"),
      N_ ("How long a call of that op computes after, mean.")),
};

const LscTableInfo lsc_compare_rank_table_info = LSC_TABLE_INFO ("CompareRank", Row, columns);

/* How much the computing of a rank changed; 0 = as good as not, so that the noise of the others
 * does not order them. */
static gint64
get_change (const LscRankChange *rank)
{
  gint64 ns[LSC_N_SIDES], change_ns;

  _lsc_rank_change_sum_compute (rank, ns);
  change_ns = ABS (ns[LSC_AFTER] - ns[LSC_BEFORE]);
  return (double) change_ns > LEAST_CHANGE * (double) ns[LSC_BEFORE] ? change_ns : 0;
}

/* Whose computing changed most stands first. */
static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  const LscRankChange *x = *(LscRankChange *const *) a, *y = *(LscRankChange *const *) b;

  LSC_RETURN_ORDER (get_change (y), get_change (x));
  return LSC_ORDER (x->rank[LSC_BEFORE], y->rank[LSC_BEFORE]);
}

/**
 * lsc_compare_sort_ranks:
 *
 * Returns: (transfer container) (element-type LscRankChange): pairs of ranks, those whose computing
 *   changed most first, the others by their numbers
 */
GPtrArray *
lsc_compare_sort_ranks (const LscCompare *self)
{
  GPtrArray *ranks = g_ptr_array_new ();

  g_return_val_if_fail (self, ranks);
  for (guint i = 0; i < self->ranks->len; i++)
    g_ptr_array_add (ranks, self->ranks->pdata[i]);
  g_ptr_array_sort (ranks, compare_ranks);
  return ranks;
}

static void
add_rank (LscTable *table, const LscRankChange *rank)
{
  gint64 compute[LSC_N_SIDES], waits[LSC_N_SIDES];
  const LscChange *op = find_op (rank);

  _lsc_rank_change_sum_compute (rank, compute);
  _lsc_rank_change_sum_waits (rank, waits);
  lsc_table_add (
      table, &(Row){ .rank = lsc_rank_or_null (rank->rank[LSC_BEFORE]),
                     .after_rank = lsc_rank_or_null (rank->rank[LSC_AFTER]),
                     .before_compute_ns = compute[LSC_BEFORE],
                     .after_compute_ns = compute[LSC_AFTER],
                     .compute_delta_ns = compute[LSC_AFTER] - compute[LSC_BEFORE],
                     .compute_change = compute[LSC_BEFORE] > 0
                                           ? (double) (compute[LSC_AFTER] - compute[LSC_BEFORE]) /
                                                 (double) compute[LSC_BEFORE]
                                           : LSC_REAL_NULL,
                     .before_wait_ns = waits[LSC_BEFORE],
                     .after_wait_ns = waits[LSC_AFTER],
                     .wait_delta_ns = waits[LSC_AFTER] - waits[LSC_BEFORE],
                     .op = op ? op->name : NULL,
                     .count = op ? op->count[LSC_BEFORE] : LSC_REAL_NULL,
                     .before_each_ns = get_each_ns (op, LSC_BEFORE),
                     .after_each_ns = get_each_ns (op, LSC_AFTER) });
}

/** Returns: (transfer full): a row a pair of ranks, that whose computing changed most first */
LscTable *
lsc_compare_get_rank_table (const LscCompare *self)
{
  LscTable *table;
  g_autoptr (GPtrArray) ranks = NULL;

  g_return_val_if_fail (self, NULL);
  table = lsc_table_new_for (&lsc_compare_rank_table_info);
  if (self->total->step_delta_ns == LSC_INT_NULL)
    return table;
  ranks = lsc_compare_sort_ranks (self);
  for (guint i = 0; i < ranks->len; i++)
    add_rank (table, ranks->pdata[i]);
  return table;
}
