/* lsc-op-changes.c - groups of kernels before and after: what became longer, and why
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lsc-sort.h"
#include "judge/compare/lsc-op-changes-private.h"
#include "judge/compare/lsc-row-test.h"

/* compare.md#operators */

/* ---- what both sides recorded ---- */

static const struct
{
  LscOpKeys key;
  const char *text;
} missing[] = {
  { LSC_OP_BY_TYPE, N_ ("Types are not compared, because not both sides recorded them.") },
  { LSC_OP_BY_CORE, N_ ("Cores are not compared, because not both sides recorded them.") },
  { LSC_OP_BY_SHAPES, N_ ("Shapes are not compared, because not both sides recorded them.") },
  { LSC_OP_BY_MODULE, N_ ("Modules are not compared, because not both sides recorded them.") },
  { LSC_OP_BY_OP,
    N_ ("Framework operators are not compared, because not both sides recorded them.") },
};

static LscOpKeys
find_common_keys (const LscOpChangesInput *input)
{
  return (LscOpKeys) (lsc_operators_get_keys (input->operators[LSC_BEFORE]) &
                      lsc_operators_get_keys (input->operators[LSC_AFTER]));
}

/* Where nothing is left of what was asked for, names are. */
static void
choose_keys (LscOpPairing *self)
{
  LscOpKeys asked = self->input->keys, common = find_common_keys (self->input);
  LscOpKeys by = (LscOpKeys) (asked & common & LSC_OP_PAIRED_KEYS);

  self->changes->by = by != 0 ? by : LSC_OP_BY_NAME;
  self->by_shapes = (common & LSC_OP_BY_SHAPES) && !(self->changes->by & LSC_OP_BY_SHAPES);
  for (gsize i = 0; i < G_N_ELEMENTS (missing); i++)
    if (asked & missing[i].key & ~common)
      g_ptr_array_add (self->changes->notes, lsc_phrase_new_text (missing[i].text));
}

/* ---- groups ---- */

static void
add_change (LscOpPairing *self, LscOpChange change)
{
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      change.mean_ns[side] = change.median_ns[side] = LSC_INT_NULL;
      change.places[side] = (LscComparePlace){ .rank = LSC_RANK_UNKNOWN, .slice = LSC_SLICE_NONE };
      g_ptr_array_add (self->series[side],
                       g_new0 (gint64, self->changes->n_steps[side] + (gsize) 1));
    }
  change.shapes_effect_ns = change.most_delta_ns = LSC_INT_NULL;
  change.most_rank = LSC_RANK_UNKNOWN;
  g_array_append_val (self->changes->changes, change);
}

/* Returns: the index of the change that a row is of, which is made where there is none */
static guint32
put_row (LscOpPairing *self, LscSide side, const LscTable *table, gsize row)
{
  LscOpChange change = { .p = LSC_REAL_NULL };
  g_autofree char *other_name = NULL;
  g_autofree char *key =
      _lsc_op_pairing_read_key (self, side, table, row, change.keys, &other_name);
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (self->index, key));

  if (found > 0)
    {
      _lsc_op_keys_clear (change.keys);
      return found - 1;
    }
  change.other_name = g_steal_pointer (&other_name);
  add_change (self, change);
  g_hash_table_insert (self->index, g_steal_pointer (&key),
                       GUINT_TO_POINTER (self->changes->changes->len));
  return self->changes->changes->len - 1;
}

static void
take_place (LscComparePlace *place, LscOpGroups *groups, gsize row)
{
  LscComparePlace found = { .slice = LSC_SLICE_NONE };
  gboolean has_longer = place->slice != LSC_SLICE_NONE;

  if (!lsc_op_groups_get_place (groups, row, &found.rank, &found.slice, &found.begin_ns,
                                &found.end_ns))
    return;
  has_longer = has_longer && place->end_ns - place->begin_ns >= found.end_ns - found.begin_ns;
  if (!has_longer)
    *place = found;
}

/* Several groups are one only by the file of names. */
static void
take_row (LscOpPairing *self, LscSide side, LscOpGroups *groups, const LscTable *table, gsize row)
{
  LscOpChange *change = _lsc_op_pairing_get (self, put_row (self, side, table, row));
  gint64 n = _lsc_op_table_get_int (table, row, "count");

  change->median_ns[side] = change->n[side] == 0 && n > 0
                                ? _lsc_op_table_get_int (table, row, "median_ns")
                                : LSC_INT_NULL;
  change->n[side] += n;
  change->total_ns[side] += _lsc_op_table_get_int (table, row, "total_ns");
  if (n > 0)
    take_place (&change->places[side], groups, row);
}

static gboolean
take_groups (LscOpPairing *self, LscSide side, LscJob *job, GError **error)
{
  g_autoptr (LscOpGroups) groups =
      _lsc_op_pairing_group (self, side, self->changes->by, TRUE, job, error);
  g_autoptr (LscTable) table = groups ? lsc_op_groups_get_table (groups) : NULL;

  for (gsize i = 0; table && i < lsc_table_get_n_rows (table); i++)
    take_row (self, side, groups, table, i);
  return table != NULL;
}

/* ---- steps ---- */

static gint64
find_step (const GArray *steps, gint64 number)
{
  for (guint i = 0; steps && i < steps->len; i++)
    if (g_array_index (steps, gint64, i) == number)
      return i;
  return -1;
}

static gboolean
take_steps (LscOpPairing *self, LscSide side, LscJob *job, GError **error)
{
  g_autoptr (LscOpGroups) groups = _lsc_op_pairing_group (
      self, side, (LscOpKeys) (self->changes->by | LSC_OP_BY_STEP), FALSE, job, error);
  g_autoptr (LscTable) table = groups ? lsc_op_groups_get_table (groups) : NULL;

  for (gsize i = 0; table && i < lsc_table_get_n_rows (table); i++)
    {
      gint64 step = find_step (self->input->steps[side], _lsc_op_table_get_int (table, i, "step"));
      gint64 *series;

      if (step < 0)
        continue;
      series = self->series[side]->pdata[put_row (self, side, table, i)];
      series[step] += _lsc_op_table_get_int (table, i, "total_ns");
    }
  return table != NULL;
}

/* ---- ranks ---- */

static gboolean
sum_rank (LscOpPairing *self, LscSide side, gint64 rank, gint64 *sums, LscJob *job, GError **error)
{
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (LscOpGroups) groups = NULL;
  g_autoptr (LscTable) table = NULL;

  g_array_append_val (ranks, rank);
  groups = _lsc_op_pairing_group_ranks (self, side, self->changes->by, ranks, FALSE, job, error);
  table = groups ? lsc_op_groups_get_table (groups) : NULL;
  for (gsize i = 0; table && i < lsc_table_get_n_rows (table); i++)
    sums[put_row (self, side, table, i)] += _lsc_op_table_get_int (table, i, "total_ns");
  return table != NULL;
}

static gint64
divide (gint64 sum_ns, guint n_steps)
{
  return sum_ns / (gint64) MAX (n_steps, 1);
}

/* A mean over ranks hides who changed. */
static void
take_most (LscOpPairing *self, gint64 rank, gint64 *const sums[LSC_N_SIDES])
{
  for (guint i = 0; i < self->changes->changes->len; i++)
    {
      LscOpChange *change = _lsc_op_pairing_get (self, i);
      gint64 delta_ns = divide (sums[LSC_AFTER][i], self->changes->n_steps[LSC_AFTER]) -
                        divide (sums[LSC_BEFORE][i], self->changes->n_steps[LSC_BEFORE]);

      if (delta_ns == 0 ||
          (change->most_delta_ns != LSC_INT_NULL && ABS (change->most_delta_ns) >= ABS (delta_ns)))
        continue;
      change->most_rank = rank;
      change->most_delta_ns = delta_ns;
    }
}

static gboolean
take_ranks (LscOpPairing *self, LscJob *job, GError **error)
{
  const GArray *before = self->input->ranks[LSC_BEFORE], *after = self->input->ranks[LSC_AFTER];

  if (before->len < 2 || before->len != after->len)
    return TRUE;
  for (guint i = 0; i < before->len; i++)
    {
      gint64 rank = g_array_index (after, gint64, i);
      g_autofree gint64 *first = g_new0 (gint64, self->changes->changes->len + 1);
      g_autofree gint64 *second = g_new0 (gint64, self->changes->changes->len + 1);

      if (!sum_rank (self, LSC_BEFORE, g_array_index (before, gint64, i), first, job, error) ||
          !sum_rank (self, LSC_AFTER, rank, second, job, error))
        return FALSE;
      take_most (self, rank, (gint64 *const[]){ first, second });
    }
  return TRUE;
}

/* ---- noise ---- */

static double
find_run_p (const LscOpPairing *self, const LscOpChange *change, double p)
{
  gint64 most_ns = MAX (change->ns[LSC_BEFORE], change->ns[LSC_AFTER]);

  if (isnan (p) || !self->input->runs || self->input->runs->n[0] == 0 || most_ns <= 0)
    return p;
  return MAX (
      p, lsc_run_test_find_p (self->input->runs, (double) change->delta_ns / (double) most_ns));
}

static void
judge_change (const LscOpPairing *self, LscOpChange *change, const LscRowTest *test)
{
  change->p = find_run_p (self, change, test->p);
  if (self->input->is_identical)
    change->significance = LSC_CHANGE_NONE;
  else if (isnan (change->p))
    change->significance = LSC_CHANGE_UNKNOWN;
  else
    change->significance =
        test->is_beyond && change->p < LSC_SIGNIFICANT ? LSC_CHANGE_REAL : LSC_CHANGE_NOISE;
}

/* Where a side has no steps nothing is known of noise. */
static void
test_changes (LscOpPairing *self)
{
  guint n = self->changes->changes->len;
  g_autofree LscRowTest *tests = g_new0 (LscRowTest, n + 1);
  LscPairOrders orders;

  lsc_pair_orders_init (&orders, self->changes->n_steps[LSC_BEFORE],
                        self->changes->n_steps[LSC_AFTER]);
  for (guint i = 0; i < n; i++)
    tests[i] = (LscRowTest){ .series = { self->series[LSC_BEFORE]->pdata[i],
                                         self->series[LSC_AFTER]->pdata[i] } };
  for (guint i = 0; i < n; i++)
    tests[i].p = LSC_REAL_NULL;
  if (self->changes->n_steps[LSC_BEFORE] > 0 && self->changes->n_steps[LSC_AFTER] > 0)
    lsc_row_tests_run (tests, n, &orders);
  for (guint i = 0; i < n; i++)
    judge_change (self, _lsc_op_pairing_get (self, i), &tests[i]);
  lsc_pair_orders_clear (&orders);
}

/* ---- sums ---- */

/** A quotient that is to become whole. */
typedef struct
{
  guint row;
  gint64 rest;
} Share;

static int
compare_shares (const void *a, const void *b)
{
  const Share *x = a, *y = b;

  LSC_RETURN_ORDER (y->rest, x->rest);
  return LSC_ORDER (x->row, y->row);
}

/* Means over steps and ranks, rounded so that they add up to the rounded mean of all, as the parts
 * of a step are (compare.md#lists). */
static void
round_means (LscOpPairing *self, LscSide side)
{
  guint n = self->changes->changes->len;
  gint64 divisor = self->divisor[side], all_ns = 0, left_ns;
  g_autofree Share *shares = g_new (Share, n + 1);

  for (guint i = 0; i < n; i++)
    all_ns += _lsc_op_pairing_get (self, i)->total_ns[side];
  left_ns = self->changes->ns[side] = all_ns / divisor + (all_ns % divisor * 2 >= divisor);
  for (guint i = 0; i < n; i++)
    {
      LscOpChange *change = _lsc_op_pairing_get (self, i);

      change->ns[side] = change->total_ns[side] / divisor;
      left_ns -= change->ns[side];
      shares[i] = (Share){ i, change->total_ns[side] % divisor };
    }
  qsort (shares, n, sizeof *shares, compare_shares);
  for (guint i = 0; left_ns > 0 && i < n; i++, left_ns--)
    _lsc_op_pairing_get (self, shares[i].row)->ns[side]++;
}

static void
finish_change (LscOpChanges *self, LscOpChange *change)
{
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      gint64 n = change->n[side], total_ns = change->total_ns[side];

      self->n[side] += n;
      if (n > 0)
        change->mean_ns[side] = total_ns / n + (total_ns % n * 2 >= n);
    }
  change->delta_ns = change->ns[LSC_AFTER] - change->ns[LSC_BEFORE];
  change->match = change->n[LSC_AFTER] == 0    ? LSC_MATCH_ONLY_BEFORE
                  : change->n[LSC_BEFORE] == 0 ? LSC_MATCH_ONLY_AFTER
                  : change->other_name         ? LSC_MATCH_MAPPED
                                               : LSC_MATCH_BOTH;
}

static int
compare_changes (gconstpointer a, gconstpointer b)
{
  const LscOpChange *x = a, *y = b;

  LSC_RETURN_ORDER (ABS (y->delta_ns), ABS (x->delta_ns));
  LSC_RETURN_ORDER (y->ns[LSC_BEFORE], x->ns[LSC_BEFORE]);
  for (guint i = 0; i < LSC_OP_N_KEYS; i++)
    {
      int order = g_strcmp0 (x->keys[i], y->keys[i]);

      if (order != 0)
        return order;
    }
  return 0;
}

/* Kernels that own time of a step, but began before it, are no kernels of it. */
static void
drop_empty (LscOpChanges *self)
{
  for (guint i = self->changes->len; i > 0; i--)
    if (lsc_op_changes_get (self, i - 1)->n[LSC_BEFORE] == 0 &&
        lsc_op_changes_get (self, i - 1)->n[LSC_AFTER] == 0)
      g_array_remove_index (self->changes, i - 1);
}

/* ---- all of it ---- */

static void
clear_change (gpointer data)
{
  LscOpChange *change = data;

  _lsc_op_keys_clear (change->keys);
  g_free (change->other_name);
}

static void
free_phrase (gpointer phrase)
{
  lsc_phrase_free (phrase);
}

static LscOpChanges *
make (const LscOpChangesInput *input)
{
  LscOpChanges *self = g_new0 (LscOpChanges, 1);

  g_atomic_ref_count_init (&self->refs);
  self->is_identical = input->is_identical;
  self->changes = g_array_new (FALSE, FALSE, sizeof (LscOpChange));
  g_array_set_clear_func (self->changes, clear_change);
  self->notes = g_ptr_array_new_with_free_func (free_phrase);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      self->n_ranks[side] = input->ranks[side]->len;
      self->n_steps[side] = input->steps[side] ? input->steps[side]->len : 0;
      self->step_ns[side] = input->step_ns[side];
    }
  return self;
}

static void
pairing_init (LscOpPairing *self, const LscOpChangesInput *input, LscOpChanges *changes)
{
  *self = (LscOpPairing){ .input = input, .changes = changes };
  self->index = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->part_index = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->parts = g_array_new (FALSE, FALSE, sizeof (LscOpPart));
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      self->series[side] = g_ptr_array_new_with_free_func (g_free);
      self->divisor[side] =
          MAX ((gint64) changes->n_ranks[side] * MAX (changes->n_steps[side], 1), 1);
    }
  choose_keys (self);
}

static void
pairing_clear (LscOpPairing *self)
{
  g_hash_table_unref (self->index);
  g_hash_table_unref (self->part_index);
  g_array_unref (self->parts);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    g_ptr_array_unref (self->series[side]);
}

static gboolean
pair (LscOpPairing *self, LscJob *job, GError **error)
{
  for (guint side = 0; side < LSC_N_SIDES; side++)
    if (!take_groups (self, side, job, error) || !take_steps (self, side, job, error) ||
        (self->by_shapes && !_lsc_op_pairing_take_shapes (self, side, job, error)))
      return FALSE;
  if (!take_ranks (self, job, error))
    return FALSE;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    round_means (self, side);
  for (guint i = 0; i < self->changes->changes->len; i++)
    finish_change (self->changes, _lsc_op_pairing_get (self, i));
  _lsc_op_pairing_explain (self);
  test_changes (self);
  return TRUE;
}

/**
 * lsc_op_changes_new:
 *
 * Pairs groups of kernels of both sides by what they have in common, and takes the difference of
 * each apart into what comes from the number of kernels, from other shapes and from their duration.
 * Differences of all groups add up to that of all kernels, to the ns (compare.md#operators).
 *
 * Cost: O(kernels), three times. Thread: any. Errors: %LSC_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (nullable): the groups
 */
LscOpChanges *
lsc_op_changes_new (const LscOpChangesInput *input, LscJob *job, GError **error)
{
  g_autoptr (LscOpChanges) self = NULL;
  LscOpPairing pairing;
  gboolean is_done;

  g_return_val_if_fail (input && input->operators[LSC_BEFORE] && input->operators[LSC_AFTER], NULL);
  self = make (input);
  pairing_init (&pairing, input, self);
  is_done = pair (&pairing, job, error);
  pairing_clear (&pairing);
  if (!is_done)
    return NULL;
  drop_empty (self);
  self->delta_ns = self->ns[LSC_AFTER] - self->ns[LSC_BEFORE];
  g_array_sort (self->changes, compare_changes);
  self->table = _lsc_op_changes_make_table (self);
  _lsc_op_changes_say (self);
  return g_steal_pointer (&self);
}

LscOpChanges *
lsc_op_changes_ref (LscOpChanges *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/** lsc_op_changes_unref: @self: (transfer full): from any thread */
void
lsc_op_changes_unref (LscOpChanges *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_array_unref (self->changes);
  g_ptr_array_unref (self->notes);
  g_clear_pointer (&self->text, lsc_phrase_free);
  g_clear_pointer (&self->base, lsc_phrase_free);
  g_clear_pointer (&self->table, lsc_table_unref);
  g_free (self);
}

/** Returns: (transfer full): a row for each group, by the size of its difference, falling */
LscTable *
lsc_op_changes_get_table (const LscOpChanges *self)
{
  g_return_val_if_fail (self, NULL);
  return lsc_table_ref (self->table);
}
