/* lsc-op-changes-table.c - groups of kernels before and after as a table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/lsc-table-list.h"
#include "judge/compare/lsc-op-changes-private.h"

const LscWord lsc_op_cause_words[LSC_OP_CAUSE_N] = {
  [LSC_OP_CAUSE_NONE] = { "none", N_ ("No difference") },
  [LSC_OP_CAUSE_COUNT] = { "count", N_ ("Number of kernels") },
  [LSC_OP_CAUSE_SHAPES] = { "shapes", N_ ("Other shapes") },
  [LSC_OP_CAUSE_DURATION] = { "duration", N_ ("Duration of kernels") },
  [LSC_OP_CAUSE_GONE] = { "gone", N_ ("Gone") },
  [LSC_OP_CAUSE_NEW] = { "new", N_ ("New") },
};

typedef struct
{
  const char *keys[LSC_OP_N_KEYS - 1];
  int family;
  const char *other_name;
  int match;
  gint64 before_ns;
  gint64 after_ns;
  gint64 delta_ns;
  double change;
  double before_share;
  double after_share;
  double before_count;
  double after_count;
  gint64 before_mean_ns;
  gint64 after_mean_ns;
  gint64 before_median_ns;
  gint64 after_median_ns;
  gint64 count_effect_ns;
  gint64 shapes_effect_ns;
  gint64 duration_effect_ns;
  int cause;
  int significance;
  double p;
  gint64 rank;
  gint64 rank_delta_ns;
  gint64 place_rank[LSC_N_SIDES];
  gint64 slice[LSC_N_SIDES];
  gint64 begin_ns[LSC_N_SIDES];
} Row;

#define KEY(i, name, title, about)                                                                 \
  LSC_COLUMN (Row, keys[i], name, title, LSC_UNIT_NONE, "operators.md#keys", about)
#define NS(member, name, title, source, about)                                                     \
  LSC_COLUMN (Row, member, name, title, LSC_UNIT_NS, source, about)

static const LscColumn columns[] = {
  KEY (0, "type", N_ ("Type"), N_ ("Type of the operator; on a GPU the short name of the kernel.")),
  KEY (1, "core", N_ ("Core"), N_ ("Core that runs the kernel, as recorded.")),
  KEY (2, "name", N_ ("Name"), N_ ("Name of the kernel, without what belongs to one run.")),
  KEY (3, "shapes", N_ ("Input Shapes"), N_ ("Shapes of the inputs.")),
  KEY (4, "dtypes", N_ ("Input Types"), N_ ("Data types of the inputs.")),
  KEY (5, "module", N_ ("Module"), N_ ("Path of the module that launches the kernel.")),
  KEY (6, "op", N_ ("Framework Operator"),
       N_ ("Operator of the framework that launches the kernel.")),
  LSC_CODES (Row, family, "family", N_ ("Kind of Work"), lsc_op_family_words,
             "operators.md#families", N_ ("What the kernel does.")),
  NS (before_ns, "before_ns", N_ ("Before"), "compare.md#operators",
      N_ ("Time per step and rank before, mean.")),
  NS (after_ns, "after_ns", N_ ("After"), "compare.md#operators",
      N_ ("Time per step and rank after, mean.")),
  NS (delta_ns, "delta_ns", N_ ("Difference"), "compare.md#operators",
      N_ ("After - before; negative is shorter. The rows add up to the difference of all "
          "kernels.")),
  LSC_COLUMN (Row, change, "change", N_ ("Relative"), LSC_UNIT_SHARE, "compare.md#operators",
              N_ ("The difference as a share of the time before, which is 100 %; negative is "
                  "shorter.")),
  LSC_CODES (Row, cause, "cause", N_ ("Mainly By"), lsc_op_cause_words, "compare.md#operators",
             N_ ("What makes up most of the difference.")),
  NS (count_effect_ns, "count_effect_ns", N_ ("By Count"), "compare.md#operators",
      N_ ("What of the difference comes from another number of kernels.")),
  NS (shapes_effect_ns, "shapes_effect_ns", N_ ("By Shapes"), "compare.md#operators",
      N_ ("What of the difference comes from shapes that only one side has.")),
  NS (duration_effect_ns, "duration_effect_ns", N_ ("By Duration"), "compare.md#operators",
      N_ ("What of the difference comes from kernels of another duration.")),
  LSC_COLUMN (Row, before_count, "before_count", N_ ("Count Before"), LSC_UNIT_COUNT,
              "compare.md#operators", N_ ("Kernels per step and rank before, mean.")),
  LSC_COLUMN (Row, after_count, "after_count", N_ ("Count After"), LSC_UNIT_COUNT,
              "compare.md#operators", N_ ("Kernels per step and rank after, mean.")),
  NS (before_mean_ns, "before_mean_ns", N_ ("Mean Before"), "operators.md#sums",
      N_ ("Mean duration of a kernel before.")),
  NS (after_mean_ns, "after_mean_ns", N_ ("Mean After"), "operators.md#sums",
      N_ ("Mean duration of a kernel after.")),
  NS (before_median_ns, "before_median_ns", N_ ("Median Before"), "operators.md#quantiles",
      N_ ("Median duration of a kernel before, by nearest rank.")),
  NS (after_median_ns, "after_median_ns", N_ ("Median After"), "operators.md#quantiles",
      N_ ("Median duration of a kernel after, by nearest rank.")),
  LSC_COLUMN (Row, before_share, "before_share", N_ ("Share Before"), LSC_UNIT_SHARE,
              "compare.md#operators", N_ ("Time before; all kernels before are 100 %.")),
  LSC_COLUMN (Row, after_share, "after_share", N_ ("Share After"), LSC_UNIT_SHARE,
              "compare.md#operators", N_ ("Time after; all kernels after are 100 %.")),
  LSC_CODES (Row, significance, "significance", N_ ("Noise"), lsc_significance_words,
             "compare.md#test", N_ ("Whether the difference is beyond the noise of the steps.")),
  LSC_CODES (Row, match, "match", N_ ("Match"), lsc_match_words, "compare.md#operators",
             N_ ("Whether both recordings have it.")),
  LSC_COLUMN (Row, other_name, "name_after", N_ ("Name After"), LSC_UNIT_NONE, "compare.md#map",
              N_ ("What it is called after, by the file of names.")),
  LSC_COLUMN (Row, rank, "most_rank", N_ ("Most on Rank"), LSC_UNIT_ID, "compare.md#operators",
              N_ ("Rank after on which the difference is largest.")),
  NS (rank_delta_ns, "most_delta_ns", N_ ("Difference on It"), "compare.md#operators",
      N_ ("After - before per step of that rank.")),
  LSC_COLUMN (
      Row, p, "p", N_ ("p"), LSC_UNIT_NONE, "compare.md#test",
      N_ ("How likely such a difference is where nothing changed, corrected for all rows.")),
  LSC_COLUMN (Row, place_rank[LSC_BEFORE], "before_rank", N_ ("Rank before"), LSC_UNIT_ID,
              "compare.md#operators", N_ ("Rank of the longest kernel before.")),
  LSC_COLUMN (Row, slice[LSC_BEFORE], "before_slice_id", N_ ("Slice before"), LSC_UNIT_ID,
              "compare.md#operators", N_ ("Number of the longest kernel before in its timeline.")),
  NS (begin_ns[LSC_BEFORE], "before_begin_ns", N_ ("Start before"), "compare.md#operators",
      N_ ("Start of the longest kernel before, as recorded.")),
  LSC_COLUMN (Row, place_rank[LSC_AFTER], "after_rank", N_ ("Rank after"), LSC_UNIT_ID,
              "compare.md#operators", N_ ("Rank of the longest kernel after.")),
  LSC_COLUMN (Row, slice[LSC_AFTER], "after_slice_id", N_ ("Slice after"), LSC_UNIT_ID,
              "compare.md#operators", N_ ("Number of the longest kernel after in its timeline.")),
  NS (begin_ns[LSC_AFTER], "after_begin_ns", N_ ("Start after"), "compare.md#operators",
      N_ ("Start of the longest kernel after, as recorded.")),
};

const LscTableInfo lsc_compare_operators_table_info =
    LSC_TABLE_INFO ("CompareOperators", Row, columns);

/* ---- which columns ---- */

static gboolean
is_key (const char *column)
{
  for (guint i = 0; i < LSC_OP_N_KEYS; i++)
    if (g_str_equal (_lsc_op_key_columns[i], column))
      return TRUE;
  return FALSE;
}

static LscOpKeys
get_key (const char *column)
{
  if (g_str_equal (column, "dtypes"))
    return LSC_OP_BY_SHAPES;
  for (gsize i = 0; lsc_op_key_names[i].key; i++)
    if (g_str_equal (lsc_op_key_names[i].key, column))
      return lsc_op_key_names[i].by;
  return (LscOpKeys) 0;
}

static LscTable *
make_empty (const LscOpChanges *self)
{
  g_autofree LscColumn *chosen = g_new (LscColumn, G_N_ELEMENTS (columns));
  guint n = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    if (!is_key (columns[i].name) || (self->by & get_key (columns[i].name)))
      chosen[n++] = columns[i];
  return lsc_table_new (lsc_compare_operators_table_info.name, chosen, n);
}

/* ---- rows ---- */

static double
quotient (gint64 part, gint64 whole)
{
  return whole > 0 ? (double) part / (double) whole : LSC_REAL_NULL;
}

static double
get_count (const LscOpChanges *self, const LscOpChange *change, LscSide side)
{
  return (double) change->n[side] /
         (double) (MAX (self->n_ranks[side], 1) * (gint64) MAX (self->n_steps[side], 1));
}

static int
find_family (const char *key)
{
  for (guint i = 0; key && i < LSC_N_OP_FAMILIES; i++)
    if (g_str_equal (lsc_op_family_words[i].key, key))
      return (int) i;
  return LSC_CODE_NULL;
}

static void
take_places (const LscOpChange *change, Row *row)
{
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      const LscComparePlace *place = &change->places[side];
      gboolean is_there = place->slice != LSC_SLICE_NONE;

      row->place_rank[side] = is_there ? lsc_rank_or_null (place->rank) : LSC_INT_NULL;
      row->slice[side] = is_there ? (gint64) place->slice : LSC_INT_NULL;
      row->begin_ns[side] = is_there ? place->begin_ns : LSC_INT_NULL;
    }
}

static Row
make_row (const LscOpChanges *self, const LscOpChange *change)
{
  Row row = { .other_name = change->other_name,
              .family = find_family (change->keys[LSC_OP_N_KEYS - 1]),
              .match = (int) change->match,
              .before_ns = change->ns[LSC_BEFORE],
              .after_ns = change->ns[LSC_AFTER],
              .delta_ns = change->delta_ns,
              .change = quotient (change->delta_ns, change->ns[LSC_BEFORE]),
              .before_share = quotient (change->ns[LSC_BEFORE], self->ns[LSC_BEFORE]),
              .after_share = quotient (change->ns[LSC_AFTER], self->ns[LSC_AFTER]),
              .before_count = get_count (self, change, LSC_BEFORE),
              .after_count = get_count (self, change, LSC_AFTER),
              .before_mean_ns = change->mean_ns[LSC_BEFORE],
              .after_mean_ns = change->mean_ns[LSC_AFTER],
              .before_median_ns = change->median_ns[LSC_BEFORE],
              .after_median_ns = change->median_ns[LSC_AFTER],
              .count_effect_ns = change->count_effect_ns,
              .shapes_effect_ns = change->shapes_effect_ns,
              .duration_effect_ns = change->duration_effect_ns,
              .cause = (int) change->cause,
              .significance = (int) change->significance,
              .p = change->p,
              .rank = lsc_rank_or_null (change->most_rank),
              .rank_delta_ns = change->most_delta_ns };

  for (guint i = 0; i < G_N_ELEMENTS (row.keys); i++)
    row.keys[i] = change->keys[i];
  take_places (change, &row);
  return row;
}

/** Returns: (transfer full): the table CompareOperators, with the columns of the keys that are
 * asked for */
LscTable *
_lsc_op_changes_make_table (const LscOpChanges *self)
{
  LscTable *table = make_empty (self);

  for (guint i = 0; i < self->changes->len; i++)
    {
      Row row = make_row (self, lsc_op_changes_get (self, i));

      lsc_table_add (table, &row);
    }
  return table;
}
