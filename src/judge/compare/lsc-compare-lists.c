/* lsc-compare-lists.c - the parts of a step on both sides, so that they add up
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge/compare/lsc-compare-private.h"
#include "judge/compare/lsc-row-test.h"
#include "base/lsc-sort.h"
#include "base/lsc-stats.h"

#define TINY 5e-5 /* of a step: 0.00 % */

/**
 * Row: a part while it is added up over pairs of ranks
 * @series: of each side one sum a step, over the ranks
 * @n: instances over the steps and ranks
 */
typedef struct
{
  LscChange *change;
  gint64 *series[LSC_N_SIDES];
  double n[LSC_N_SIDES];
} Row;

/** The rows of one list. @first, @n_pairs: pairs of ranks that are added up */
typedef struct
{
  const LscComparePlan *plan;
  guint first;
  guint n_pairs;
  GArray *rows;      /* Row */
  GHashTable *index; /* of a key to 1 + row */
} List;

static void
free_change (gpointer data)
{
  LscChange *change = data;

  g_free (change->name);
  g_free (change->other_name);
  g_free (change);
}

static void
clear_row (gpointer data)
{
  Row *row = data;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    g_free (row->series[side]);
}

static void
list_init (List *self, const LscComparePlan *plan, guint first, guint n_pairs)
{
  *self = (List){ plan, first, n_pairs, g_array_new (FALSE, FALSE, sizeof (Row)),
                  g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  g_array_set_clear_func (self->rows, clear_row);
}

static void
list_clear (List *self)
{
  g_array_unref (self->rows);
  g_hash_table_unref (self->index);
}

/* The row of a name in a class of rows that may share it; made where there is none. */
static Row *
get_row (List *self, int class, const char *name)
{
  g_autofree char *key = g_strdup_printf ("%d %s", class, name);
  guint at = GPOINTER_TO_UINT (g_hash_table_lookup (self->index, key));
  LscChange *change;
  Row row = { 0 };

  if (at > 0)
    return &g_array_index (self->rows, Row, at - 1);
  change = g_new0 (LscChange, 1);
  change->category = class;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      change->places[side] = (LscComparePlace){ LSC_RANK_UNKNOWN, LSC_SLICE_NONE, 0, 0 };
      row.series[side] = g_new0 (gint64, self->plan->n_steps[side] + 1);
    }
  row.change = change;
  g_array_append_val (self->rows, row);
  g_hash_table_insert (self->index, g_steal_pointer (&key), GUINT_TO_POINTER (self->rows->len));
  return &g_array_index (self->rows, Row, self->rows->len - 1);
}

/* ---- categories ---- */

/* Communication is one category where a side cannot tell more. */
static guint
fold_category (const LscComparePlan *plan, guint category)
{
  return plan->is_unsplit && category >= LSC_BUDGET_TRANSFER && category <= LSC_BUDGET_BUBBLE
             ? LSC_BUDGET_COMM
             : category;
}

static void
add_categories (List *self, const LscRankDigest *rank, LscSide side)
{
  const LscComparePlan *plan = self->plan;

  for (guint c = 0; c < LSC_BUDGET_N_CATEGORIES; c++)
    {
      guint category = fold_category (plan, c);
      Row *row = get_row (self, (int) category, lsc_budget_words[category].key);

      if (!row->change->name)
        row->change->name = g_strdup (lsc_budget_words[category].key);
      for (gsize k = 0; k < plan->n_steps[side]; k++)
        {
          gint64 ns = _lsc_compare_plan_get_step (plan, rank, side, k)->ns[c];

          row->series[side][k] += lsc_int_or_zero (ns);
        }
    }
}

/* ---- modules and ops ---- */

/* Modules that only one side has say nothing: then all time is outside of them. */

/* The longest slice; of those as long on a rank the first. */
static void
take_place (LscComparePlace *place, const LscRankOwner *owner, gint64 rank)
{
  gint64 more_ns = owner->end_ns - owner->begin_ns - (place->end_ns - place->begin_ns);
  gboolean is_first = more_ns == 0 && place->rank == rank && owner->begin_ns < place->begin_ns;

  if (owner->slice == LSC_SLICE_NONE ||
      (place->slice != LSC_SLICE_NONE && more_ns <= 0 && !is_first))
    return;
  *place = (LscComparePlace){ rank, owner->slice, owner->begin_ns, owner->end_ns };
}

static void
name_row (LscChange *change, gboolean is_word, const char *name, const char *mapped)
{
  if (change->name && !(mapped && !change->other_name))
    return;
  g_free (change->name);
  change->name = g_strdup (name);
  change->is_word = is_word;
  if (mapped && !g_str_equal (mapped, name))
    change->other_name = g_strdup (mapped);
}

/* What an owner without a name of its own is called. */
static const char *
get_word (const LscRankOwner *owner)
{
  if (owner->type == LSC_OWNER_MODULE)
    return lsc_owner_outside;
  return owner->type == LSC_OWNER_CALL ? lsc_owner_silent : lsc_budget_words[owner->category].title;
}

static gboolean
is_of_module (const LscRankOwner *owner)
{
  return owner->type == LSC_OWNER_MODULE || owner->type == LSC_OWNER_INSTANCES;
}

/* Instances of modules are counted for themselves: a slice of theirs may be any part of one. */
static void
add_cells (List *self, const LscRankDigest *rank, LscSide side, const LscRankOwner *owner, Row *row)
{
  const LscComparePlan *plan = self->plan;

  for (guint32 i = owner->first_cell; i != LSC_SLICE_NONE; i = rank->cells.items[i].next)
    {
      const LscOwnerCell *cell = &rank->cells.items[i];
      guint32 k = _lsc_compare_plan_get_place (plan, side, cell->step);

      if (k == LSC_NOT_CHOSEN)
        continue;
      row->series[side][k] += cell->ns;
      if (owner->type != LSC_OWNER_MODULE)
        row->n[side] += (double) cell->n;
    }
}

static void
add_owner (List *self, const LscRankDigest *rank, LscSide side, const LscRankOwner *owner)
{
  const LscComparePlan *plan = self->plan;
  gboolean is_hidden = is_of_module (owner) && !plan->has_modules;
  gboolean is_word = owner->plain == LSC_STRING_NONE;
  const char *name = is_hidden ? lsc_owner_outside
                     : is_word ? get_word (owner)
                               : lsc_intern_text (rank->texts, owner->plain);
  g_autofree char *mapped =
      side == LSC_BEFORE && !is_word && !is_hidden ? lsc_name_map_find (plan->map, name) : NULL;
  int class = is_of_module (owner) ? -1 : (int) fold_category (plan, owner->category);
  Row *row = get_row (self, class, mapped ? mapped : name);

  name_row (row->change, is_word || is_hidden, name, mapped);
  take_place (&row->change->places[side], owner, rank->rank);
  add_cells (self, rank, side, owner, row);
  if (owner->type == LSC_OWNER_INSTANCES && !is_hidden)
    row->n[side] += (double) owner->n * (double) plan->n_steps[side] / (double) rank->steps.n;
}

static void
add_owners (List *self, const LscRankDigest *rank, LscSide side, guint types)
{
  for (gsize i = 0; i < rank->owners.n; i++)
    if (types & LSC_OWNER_BIT (rank->owners.items[i].type))
      add_owner (self, rank, side, &rank->owners.items[i]);
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

static gint64
sum_series (const Row *row, LscSide side, gsize n)
{
  gint64 sum = 0;

  for (gsize k = 0; k < n; k++)
    sum += row->series[side][k];
  return sum;
}

/* Means over steps and ranks, rounded so that they add up to the rounded mean of all: those with
 * the largest remainders get one more. Sums are not negative. */
static gint64
round_means (List *self, LscSide side)
{
  gsize n = self->plan->n_steps[side];
  gint64 divisor = (gint64) n * self->n_pairs, all = 0, missing;
  g_autofree Share *shares = g_new (Share, self->rows->len + 1);

  if (divisor == 0)
    return 0;
  for (guint i = 0; i < self->rows->len; i++)
    all += sum_series (&g_array_index (self->rows, Row, i), side, n);
  missing = all / divisor + (all % divisor * 2 >= divisor);
  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = &g_array_index (self->rows, Row, i);
      gint64 sum = sum_series (row, side, n);

      row->change->ns[side] = sum / divisor;
      missing -= sum / divisor;
      shares[i] = (Share){ i, sum % divisor };
    }
  qsort (shares, self->rows->len, sizeof *shares, compare_shares);
  for (guint i = 0; missing > 0 && i < self->rows->len; i++, missing--)
    g_array_index (self->rows, Row, shares[i].row).change->ns[side]++;
  return all / divisor + (all % divisor * 2 >= divisor);
}

/* count effect + speed effect = change; of what is on one side alone all is the count. Idle time
 * and what has no name have no instances: their number is not 0, there is none. */
static void
split_effects (LscChange *change)
{
  double before = change->count[LSC_BEFORE], after = change->count[LSC_AFTER];
  double effect;

  change->count_effect_ns = change->speed_effect_ns = LSC_INT_NULL;
  if (!(before > 0) && !(after > 0))
    {
      change->count[LSC_BEFORE] = change->count[LSC_AFTER] = LSC_REAL_NULL;
      return;
    }
  effect = before > 0 ? (after - before) * (double) change->ns[LSC_BEFORE] / before
                      : (double) change->delta_ns;
  change->count_effect_ns = (gint64) llround (effect);
  change->speed_effect_ns = change->delta_ns - change->count_effect_ns;
}

static void
finish_row (const List *self, Row *row)
{
  LscChange *change = row->change;
  gboolean has[LSC_N_SIDES];

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      double divisor = (double) self->plan->n_steps[side] * self->n_pairs;

      has[side] = change->ns[side] > 0 || row->n[side] > 0;
      change->count[side] = row->n[side] > 0 && divisor > 0 ? row->n[side] / divisor : 0;
    }
  change->delta_ns = change->ns[LSC_AFTER] - change->ns[LSC_BEFORE];
  change->match = !has[LSC_AFTER]      ? LSC_MATCH_ONLY_BEFORE
                  : !has[LSC_BEFORE]   ? LSC_MATCH_ONLY_AFTER
                  : change->other_name ? LSC_MATCH_MAPPED
                                       : LSC_MATCH_BOTH;
  split_effects (change);
}

/* ---- tests ---- */

static gboolean
is_empty (const LscChange *change)
{
  return change->ns[LSC_BEFORE] == 0 && change->ns[LSC_AFTER] == 0 &&
         (isnan (change->count[LSC_BEFORE]) ||
          !(change->count[LSC_BEFORE] != change->count[LSC_AFTER]));
}

static LscSignificance
find_significance (const LscComparePlan *plan, const LscRowTest *test)
{
  if (plan->is_identical)
    return LSC_CHANGE_NONE;
  if (isnan (test->p))
    return LSC_CHANGE_UNKNOWN;
  return lsc_row_test_is_real (test) ? LSC_CHANGE_REAL : LSC_CHANGE_NOISE;
}

static void
test_rows (List *self)
{
  const LscComparePlan *plan = self->plan;
  guint n = self->rows->len;
  g_autofree LscRowTest *tests = g_new0 (LscRowTest, n + 1);

  for (guint i = 0; i < n; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);

      tests[i] = (LscRowTest){ .series = { row->series[LSC_BEFORE], row->series[LSC_AFTER] },
                               .is_empty = is_empty (row->change) };
    }
  lsc_row_tests_run (tests, n, &plan->orders);
  for (guint i = 0; i < n; i++)
    {
      LscChange *change = g_array_index (self->rows, Row, i).change;

      for (guint side = 0; side < LSC_N_SIDES; side++)
        change->median_ns[side] = tests[i].median_ns[side] / (gint64) self->n_pairs;
      change->p = tests[i].p;
      change->significance = find_significance (plan, &tests[i]);
    }
}

/* What a share of the step shows as 0.00 % is no change, however steady it is. */
static void
drop_tiny (LscChange *change, const gint64 step_ns[LSC_N_SIDES])
{
  double step = (double) MAX (step_ns[LSC_BEFORE], step_ns[LSC_AFTER]);

  if (change->significance == LSC_CHANGE_REAL && (double) ABS (change->delta_ns) < TINY * step)
    change->significance = LSC_CHANGE_NOISE;
}

static int
compare_changes (gconstpointer a, gconstpointer b)
{
  const LscChange *x = *(const LscChange *const *) a, *y = *(const LscChange *const *) b;

  LSC_RETURN_ORDER (x->is_word, y->is_word); /* what has no name comes last */
  LSC_RETURN_ORDER (ABS (y->delta_ns), ABS (x->delta_ns));
  LSC_RETURN_ORDER (y->ns[LSC_BEFORE], x->ns[LSC_BEFORE]);
  LSC_RETURN_ORDER (x->category, y->category);
  return strcmp (x->name, y->name);
}

/* Returns: (transfer full): the changes; those that say nothing are left out */
static GPtrArray *
finish (List *self, gint64 step_ns[LSC_N_SIDES], gboolean is_sorted)
{
  GPtrArray *changes = g_ptr_array_new_with_free_func (free_change);

  for (guint side = 0; side < LSC_N_SIDES; side++)
    step_ns[side] = round_means (self, side);
  for (guint i = 0; i < self->rows->len; i++)
    finish_row (self, &g_array_index (self->rows, Row, i));
  test_rows (self);
  for (guint i = 0; i < self->rows->len; i++)
    {
      LscChange *change = g_array_index (self->rows, Row, i).change;

      if (is_empty (change))
        free_change (change);
      else
        {
          drop_tiny (change, step_ns);
          g_ptr_array_add (changes, change);
        }
    }
  if (is_sorted)
    g_ptr_array_sort (changes, compare_changes);
  return changes;
}

static void
add_side (List *self, LscCompareList list, LscSide side)
{
  for (guint i = self->first; i < self->first + self->n_pairs; i++)
    {
      const LscRankDigest *rank = _lsc_compare_plan_get (self->plan, i)->rank[side];

      if (list == LSC_COMPARE_CATEGORIES)
        add_categories (self, rank, side);
      else
        add_owners (self, rank, side,
                    list == LSC_COMPARE_MODULES
                        ? LSC_OWNERS_BY_MODULE | LSC_OWNER_BIT (LSC_OWNER_INSTANCES)
                        : self->plan->ops);
    }
}

static GPtrArray *
make_list (const LscComparePlan *plan, LscCompareList list, guint first, guint n,
           gint64 step_ns[LSC_N_SIDES])
{
  List rows;
  GPtrArray *changes;

  list_init (&rows, plan, first, n);
  add_side (&rows, list, LSC_BEFORE);
  add_side (&rows, list, LSC_AFTER);
  changes = finish (&rows, step_ns, list != LSC_COMPARE_CATEGORIES);
  list_clear (&rows);
  return changes;
}

static gint64
rank_of (const LscComparePlan *plan, guint first, guint n, LscSide side)
{
  return n == 1 ? _lsc_compare_plan_get (plan, first)->rank[side]->rank : LSC_RANK_UNKNOWN;
}

/* Communication beside computing, in a step of a rank; not known of all: LSC_INT_NULL. */
static gint64
mean_hidden (const LscComparePlan *plan, guint first, guint n, LscSide side)
{
  gint64 sum = 0;

  for (guint i = first; i < first + n; i++)
    for (gsize k = 0; k < plan->n_steps[side]; k++)
      {
        const LscRankDigest *digest = _lsc_compare_plan_get (plan, i)->rank[side];

        sum = lsc_int_add (sum, _lsc_compare_plan_get_step (plan, digest, side, k)->hidden_comm_ns);
      }
  return lsc_int_divide (sum, (gint64) (n * plan->n_steps[side]));
}

/**
 * _lsc_rank_change_new:
 * @first, @n: pairs of ranks of the plan
 *
 * Returns: (transfer full): the changes of that pair, or of the mean over them; each list adds up
 * to the change of the step (compare.md#lists)
 */
LscRankChange *
_lsc_rank_change_new (const LscComparePlan *plan, guint first, guint n)
{
  LscRankChange *self = g_new0 (LscRankChange, 1);

  self->step_delta_ns = LSC_INT_NULL;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      self->rank[side] = plan->pairs->len > 0 ? rank_of (plan, first, n, side) : LSC_RANK_UNKNOWN;
      self->step_ns[side] = self->hidden_ns[side] = LSC_INT_NULL;
    }
  if (n == 0 || plan->n_steps[LSC_BEFORE] == 0 || plan->n_steps[LSC_AFTER] == 0)
    {
      for (guint list = 0; list < LSC_COMPARE_N_LISTS; list++)
        self->lists[list] = g_ptr_array_new_with_free_func (free_change);
      return self;
    }
  for (guint list = 0; list < LSC_COMPARE_N_LISTS; list++)
    self->lists[list] = make_list (plan, list, first, n, self->step_ns);
  self->step_delta_ns = lsc_int_subtract (self->step_ns[LSC_AFTER], self->step_ns[LSC_BEFORE]);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    self->hidden_ns[side] = mean_hidden (plan, first, n, side);
  return self;
}

void
_lsc_rank_change_free (LscRankChange *self)
{
  if (!self)
    return;
  for (guint list = 0; list < LSC_COMPARE_N_LISTS; list++)
    g_ptr_array_unref (self->lists[list]);
  g_free (self);
}
