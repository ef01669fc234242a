/* lsc-naive-waits.c - who waited for whom, slowly and obviously
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lsc-naive-waits.h"

#include <string.h>

/* How many operators of the same rank, group and name come before. */
static guint
count_before (const LscNaiveOp *ops, guint index)
{
  guint n = 0;

  for (guint i = 0; i < index; i++)
    n += ops[i].rank == ops[index].rank && strcmp (ops[i].group, ops[index].group) == 0 &&
         strcmp (ops[i].name, ops[index].name) == 0;
  return n;
}

static gboolean
is_same (const LscNaiveOp *ops, guint a, guint b)
{
  return strcmp (ops[a].group, ops[b].group) == 0 && strcmp (ops[a].name, ops[b].name) == 0 &&
         count_before (ops, a) == count_before (ops, b);
}

static gint64
get_length_ns (const LscNaiveOp *op)
{
  return op->end_ns - op->begin_ns;
}

/* The operator as the member with the shortest, the first of equals, has it; G_MAXUINT where a
 * member lacks it. */
static guint
find_last (const LscNaiveOp *ops, guint n, guint index, guint n_members)
{
  guint last = index, found = 0;

  for (guint i = 0; i < n; i++)
    if (is_same (ops, i, index))
      {
        found++;
        if (get_length_ns (&ops[i]) < get_length_ns (&ops[last]) ||
            (get_length_ns (&ops[i]) == get_length_ns (&ops[last]) && ops[i].rank < ops[last].rank))
          last = i;
      }
  return found == n_members && n_members > 1 ? last : G_MAXUINT;
}

/** Returns: how long the rank of an operator waited in it */
gint64
lsc_naive_waited_ns (const LscNaiveOp *ops, guint n, guint index, guint n_members)
{
  guint last = find_last (ops, n, index, n_members);

  return last == G_MAXUINT ? 0 : get_length_ns (&ops[index]) - get_length_ns (&ops[last]);
}

/** Returns: how long all others waited for the rank of an operator in it */
gint64
lsc_naive_caused_ns (const LscNaiveOp *ops, guint n, guint index, guint n_members)
{
  gint64 sum = 0;

  if (find_last (ops, n, index, n_members) != index)
    return 0;
  for (guint i = 0; i < n; i++)
    if (is_same (ops, i, index))
      sum += get_length_ns (&ops[i]) - get_length_ns (&ops[index]);
  return sum;
}
