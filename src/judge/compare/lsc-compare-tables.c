/* lsc-compare-tables.c - a comparison as tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "judge/compare/lsc-compare-private.h"
#include "analyze/lsc-table-list.h"

#define NS(Row, member, name, title, source, about)                                                \
  LSC_COLUMN (Row, member, name, title, LSC_UNIT_NS, source, about)

/* ---- changes ---- */

typedef struct
{
  const LscPhrase *name;
  const char *other_name;
  int category;
  int match;
  gint64 before_ns;
  gint64 after_ns;
  gint64 delta_ns;
  double change;
  double share;
  double before_count;
  double after_count;
  gint64 count_effect_ns;
  gint64 speed_effect_ns;
  gint64 before_median_ns;
  gint64 after_median_ns;
  double p;
  int significance;
  gint64 before_rank;
  gint64 before_slice;
  gint64 before_begin_ns;
  gint64 after_rank;
  gint64 after_slice;
  gint64 after_begin_ns;
} ChangeRow;

static const LscColumn change_columns[] = {
  LSC_COLUMN (ChangeRow, name, "name", N_ ("Name"), LSC_UNIT_NONE, "compare.md#names",
              N_ ("Category, module or op, without what counts the instances of a run.")),
  LSC_CODES (ChangeRow, category, "category", N_ ("Category"), lsc_budget_words,
             "budget.md#categories", N_ ("What the time is; of communication its first part.")),
  NS (ChangeRow, before_ns, "before_ns", N_ ("Before"), "compare.md#lists",
      N_ ("Time in a step before, mean.")),
  NS (ChangeRow, after_ns, "after_ns", N_ ("After"), "compare.md#lists",
      N_ ("Time in a step after, mean.")),
  NS (ChangeRow, delta_ns, "delta_ns", N_ ("Difference"), "compare.md#lists",
      N_ ("After - before; negative is shorter. The rows add up to the change of the step.")),
  LSC_COLUMN (ChangeRow, change, "change", N_ ("Relative"), LSC_UNIT_SHARE, "compare.md#lists",
              N_ ("The difference as a share of the time before, which is 100 %; negative is "
                  "shorter.")),
  LSC_COLUMN (ChangeRow, share, "share_of_change", N_ ("Share of change"), LSC_UNIT_SHARE,
              "compare.md#lists",
              N_ ("The difference as a share of the change of the step, which is 100 %.")),
  LSC_CODES (ChangeRow, significance, "significance", N_ ("Noise"), lsc_significance_words,
             "compare.md#test", N_ ("Whether the difference is beyond the noise of the steps.")),
  LSC_CODES (ChangeRow, match, "match", N_ ("Match"), lsc_match_words, "compare.md#names",
             N_ ("Whether both recordings have it.")),
  LSC_COLUMN (ChangeRow, other_name, "name_after", N_ ("Name after"), LSC_UNIT_NONE,
              "compare.md#map", N_ ("What it is called after, by the file of names.")),
  LSC_COLUMN (ChangeRow, before_count, "before_count", N_ ("Count before"), LSC_UNIT_COUNT,
              "compare.md#effects",
              N_ ("Instances in a step before, mean; empty of what has none, as idle time.")),
  LSC_COLUMN (ChangeRow, after_count, "after_count", N_ ("Count after"), LSC_UNIT_COUNT,
              "compare.md#effects",
              N_ ("Instances in a step after, mean; empty of what has none, as idle time.")),
  NS (ChangeRow, count_effect_ns, "count_effect_ns", N_ ("By count"), "compare.md#effects",
      N_ ("What of the difference comes from another number of instances.")),
  NS (ChangeRow, speed_effect_ns, "speed_effect_ns", N_ ("By speed"), "compare.md#effects",
      N_ ("What of the difference comes from instances of another length.")),
  NS (ChangeRow, before_median_ns, "before_median_ns", N_ ("Median before"), "compare.md#test",
      N_ ("Median over the steps before.")),
  NS (ChangeRow, after_median_ns, "after_median_ns", N_ ("Median after"), "compare.md#test",
      N_ ("Median over the steps after.")),
  LSC_COLUMN (
      ChangeRow, p, "p", N_ ("p"), LSC_UNIT_NONE, "compare.md#test",
      N_ ("How likely such a difference is where nothing changed, corrected for all rows.")),
  LSC_COLUMN (ChangeRow, before_rank, "before_rank", N_ ("Rank before"), LSC_UNIT_ID,
              "compare.md#names", N_ ("Rank of the longest instance before.")),
  LSC_COLUMN (ChangeRow, before_slice, "before_slice_id", N_ ("Slice before"), LSC_UNIT_ID,
              "compare.md#names", N_ ("Number of the longest instance before in its timeline.")),
  NS (ChangeRow, before_begin_ns, "before_begin_ns", N_ ("Start before"), "compare.md#names",
      N_ ("Start of the longest instance before, as recorded.")),
  LSC_COLUMN (ChangeRow, after_rank, "after_rank", N_ ("Rank after"), LSC_UNIT_ID,
              "compare.md#names", N_ ("Rank of the longest instance after.")),
  LSC_COLUMN (ChangeRow, after_slice, "after_slice_id", N_ ("Slice after"), LSC_UNIT_ID,
              "compare.md#names", N_ ("Number of the longest instance after in its timeline.")),
  NS (ChangeRow, after_begin_ns, "after_begin_ns", N_ ("Start after"), "compare.md#names",
      N_ ("Start of the longest instance after, as recorded.")),
};

const LscTableInfo lsc_compare_category_table_info =
    LSC_TABLE_INFO ("CompareCategory", ChangeRow, change_columns);
const LscTableInfo lsc_compare_module_table_info =
    LSC_TABLE_INFO ("CompareModule", ChangeRow, change_columns);
const LscTableInfo lsc_compare_op_table_info =
    LSC_TABLE_INFO ("CompareOp", ChangeRow, change_columns);

/** Returns: (transfer full): what a change is called */
LscPhrase *
_lsc_change_name (const LscChange *change, LscCompareList list)
{
  if (list == LSC_COMPARE_CATEGORIES)
    return lsc_phrase_new_text (lsc_budget_words[change->category].title);
  return change->is_word ? lsc_phrase_new_text (change->name)
                         : lsc_phrase_new_verbatim (change->name);
}

static double
quotient (gint64 part, gint64 whole)
{
  return whole != 0 && whole != LSC_INT_NULL ? (double) part / (double) whole : LSC_REAL_NULL;
}

static gint64
id_of (guint32 slice)
{
  return slice != LSC_SLICE_NONE ? (gint64) slice : LSC_INT_NULL;
}

static gint64
rank_of (gint64 rank)
{
  return rank != LSC_RANK_UNKNOWN ? rank : LSC_INT_NULL;
}

/**
 * lsc_change_get_category:
 *
 * An op of communication has all of its exposed time, whether it moves data or waits: no category
 * of its parts would be right for it.
 *
 * Returns: of LscBudgetCategory, %LSC_CODE_NULL where there is none
 */
int
lsc_change_get_category (const LscChange *change, LscCompareList list)
{
  if (list == LSC_COMPARE_OPS && change->category == LSC_BUDGET_TRANSFER)
    return LSC_BUDGET_COMM;
  return change->category >= 0 ? change->category : LSC_CODE_NULL;
}

static void
add_places (ChangeRow *row, const LscChange *change)
{
  const LscComparePlace *before = &change->places[LSC_BEFORE], *after = &change->places[LSC_AFTER];

  row->before_rank = rank_of (before->rank);
  row->before_slice = id_of (before->slice);
  row->before_begin_ns = before->slice != LSC_SLICE_NONE ? before->begin_ns : LSC_INT_NULL;
  row->after_rank = rank_of (after->rank);
  row->after_slice = id_of (after->slice);
  row->after_begin_ns = after->slice != LSC_SLICE_NONE ? after->begin_ns : LSC_INT_NULL;
}

static void
add_change (LscTable *table, const LscChange *change, LscCompareList list, gint64 step_delta_ns)
{
  g_autoptr (LscPhrase) name = _lsc_change_name (change, list);
  ChangeRow row = { .name = name,
                    .other_name = change->other_name,
                    .category = lsc_change_get_category (change, list),
                    .match = change->match,
                    .before_ns = change->ns[LSC_BEFORE],
                    .after_ns = change->ns[LSC_AFTER],
                    .delta_ns = change->delta_ns,
                    .change = quotient (change->delta_ns, change->ns[LSC_BEFORE]),
                    .share = quotient (change->delta_ns, step_delta_ns),
                    .before_count = change->count[LSC_BEFORE],
                    .after_count = change->count[LSC_AFTER],
                    .count_effect_ns = change->count_effect_ns,
                    .speed_effect_ns = change->speed_effect_ns,
                    .before_median_ns = change->median_ns[LSC_BEFORE],
                    .after_median_ns = change->median_ns[LSC_AFTER],
                    .p = change->p,
                    .significance = change->significance };

  add_places (&row, change);
  lsc_table_add (table, &row);
}

/**
 * lsc_compare_get_table:
 * @ranks: one of LscCompare.ranks, or LscCompare.total
 *
 * Returns: (transfer full): the changes of a list
 */
LscTable *
lsc_compare_get_table (const LscCompare *self, const LscRankChange *ranks, LscCompareList list)
{
  static const LscTableInfo *const infos[LSC_COMPARE_N_LISTS] = {
    [LSC_COMPARE_CATEGORIES] = &lsc_compare_category_table_info,
    [LSC_COMPARE_MODULES] = &lsc_compare_module_table_info,
    [LSC_COMPARE_OPS] = &lsc_compare_op_table_info,
  };
  LscTable *table = lsc_table_new_for (infos[list]);

  for (guint i = 0; i < ranks->lists[list]->len; i++)
    add_change (table, lsc_rank_change_get (ranks, list, i), list, ranks->step_delta_ns);
  _lsc_compare_name_columns (self, table);
  return table;
}

/* ---- what only one side has ---- */

static const LscWord list_words[LSC_COMPARE_N_LISTS] = {
  [LSC_COMPARE_CATEGORIES] = { "category", N_ ("Category") },
  [LSC_COMPARE_MODULES] = { "module", N_ ("Module") },
  [LSC_COMPARE_OPS] = { "op", N_ ("Op") },
};

typedef struct
{
  int list;
  int match;
  const LscPhrase *name;
  gint64 ns;
  double count;
} UnmatchedRow;

static const LscColumn unmatched_columns[] = {
  LSC_CODES (UnmatchedRow, list, "type", N_ ("Type"), list_words, "compare.md#names",
             N_ ("What it is.")),
  LSC_CODES (UnmatchedRow, match, "match", N_ ("Match"), lsc_match_words, "compare.md#names",
             N_ ("Which recording has it.")),
  LSC_COLUMN (UnmatchedRow, name, "name", N_ ("Name"), LSC_UNIT_NONE, "compare.md#names",
              N_ ("Module or op.")),
  NS (UnmatchedRow, ns, "ns", N_ ("Time"), "compare.md#lists", N_ ("Time in a step, mean.")),
  LSC_COLUMN (UnmatchedRow, count, "count", N_ ("Count"), LSC_UNIT_COUNT, "compare.md#effects",
              N_ ("Instances in a step, mean.")),
};

const LscTableInfo lsc_compare_unmatched_table_info =
    LSC_TABLE_INFO ("CompareUnmatched", UnmatchedRow, unmatched_columns);

/** Returns: (transfer full): modules and ops that only one side has */
LscTable *
lsc_compare_get_unmatched_table (const LscCompare *self)
{
  LscTable *table = lsc_table_new_for (&lsc_compare_unmatched_table_info);

  for (guint list = LSC_COMPARE_MODULES; list < LSC_COMPARE_N_LISTS; list++)
    for (guint i = 0; i < self->total->lists[list]->len; i++)
      {
        const LscChange *change = lsc_rank_change_get (self->total, list, i);
        LscSide side = change->match == LSC_MATCH_ONLY_BEFORE ? LSC_BEFORE : LSC_AFTER;
        g_autoptr (LscPhrase) name = _lsc_change_name (change, list);

        if (change->match == LSC_MATCH_ONLY_BEFORE || change->match == LSC_MATCH_ONLY_AFTER)
          lsc_table_add (table, &(UnmatchedRow){ .list = (int) list,
                                                 .match = change->match,
                                                 .name = name,
                                                 .ns = change->ns[side],
                                                 .count = change->count[side] });
      }
  return table;
}

/* ---- steps ---- */

const LscWord _lsc_side_words[LSC_N_SIDES] = {
  [LSC_BEFORE] = { "before", N_ ("Before") },
  [LSC_AFTER] = { "after", N_ ("After") },
};

typedef struct
{
  int side;
  gint64 step;
  gint64 ns;
} StepRow;

static const LscColumn step_columns[] = {
  LSC_CODES (StepRow, side, "side", N_ ("Side"), _lsc_side_words, "compare.md#pairs",
             N_ ("Recording that the step is of.")),
  LSC_COLUMN (StepRow, step, "step", N_ ("Step"), LSC_UNIT_ID, "budget.md#step",
              N_ ("Number of the step; none where the recording has no steps.")),
  NS (StepRow, ns, "step_ns", N_ ("Step Time"), "compare.md#pairs",
      N_ ("Length of the step, mean over the paired ranks; empty for excluded steps.")),
};

const LscTableInfo lsc_compare_step_table_info =
    LSC_TABLE_INFO ("CompareStep", StepRow, step_columns);

/** Returns: (transfer full): the steps of both sides in their order, left out ones first */
LscTable *
lsc_compare_get_steps_table (const LscCompare *self)
{
  LscTable *table = lsc_table_new_for (&lsc_compare_step_table_info);

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      const LscCompareSteps *steps = &self->steps[side];

      for (guint i = 0; i < steps->dropped.n; i++)
        lsc_table_add (table, &(StepRow){ (int) side, steps->dropped.items[i], LSC_INT_NULL });
      for (guint i = 0; i < steps->unlike.n; i++)
        lsc_table_add (table, &(StepRow){ (int) side, steps->unlike.items[i], LSC_INT_NULL });
      for (guint i = 0; i < steps->steps.n; i++)
        lsc_table_add (table, &(StepRow){ (int) side, steps->steps.items[i], steps->ns.items[i] });
    }
  return table;
}

/* ---- communication ---- */

typedef struct
{
  const char *name;
  const char *group;
  double before_count;
  double after_count;
  gint64 before_ns;
  gint64 after_ns;
  gint64 delta_ns;
  double change;
  gint64 before_exposed_ns;
  gint64 after_exposed_ns;
  gint64 exposed_delta_ns;
} CommRow;

static const LscColumn comm_columns[] = {
  LSC_COLUMN (CommRow, name, "name", N_ ("Operation"), LSC_UNIT_NONE, "compare.md#names",
              N_ ("What the operators do.")),
  LSC_COLUMN (CommRow, group, "group", N_ ("Group"), LSC_UNIT_NONE, "compare.md#names",
              N_ ("Kind of the group; empty where only its members are known.")),
  LSC_COLUMN (CommRow, before_count, "before_count", N_ ("Count before"), LSC_UNIT_COUNT,
              "compare.md#effects", N_ ("Operators in a step before, mean.")),
  LSC_COLUMN (CommRow, after_count, "after_count", N_ ("Count after"), LSC_UNIT_COUNT,
              "compare.md#effects", N_ ("Operators in a step after, mean.")),
  NS (CommRow, before_ns, "before_ns", N_ ("Before"), "compare.md#communication",
      N_ ("Their lengths in a step before, hidden or not, mean.")),
  NS (CommRow, after_ns, "after_ns", N_ ("After"), "compare.md#communication",
      N_ ("Their lengths in a step after, hidden or not, mean.")),
  NS (CommRow, delta_ns, "delta_ns", N_ ("Difference"), "compare.md#communication",
      N_ ("After - before; negative is shorter.")),
  LSC_COLUMN (CommRow, change, "change", N_ ("Relative"), LSC_UNIT_SHARE, "compare.md#lists",
              N_ ("The difference as a share of the time before, which is 100 %; negative is "
                  "shorter.")),
  NS (CommRow, before_exposed_ns, "before_exposed_ns", N_ ("Not hidden before"),
      "compare.md#communication", N_ ("What of it no computing hides, before.")),
  NS (CommRow, after_exposed_ns, "after_exposed_ns", N_ ("Not hidden after"),
      "compare.md#communication", N_ ("What of it no computing hides, after.")),
  NS (CommRow, exposed_delta_ns, "exposed_delta_ns", N_ ("Difference not hidden"),
      "compare.md#communication", N_ ("After - before of what no computing hides.")),
};

const LscTableInfo lsc_compare_comm_table_info =
    LSC_TABLE_INFO ("CompareCommunication", CommRow, comm_columns);

static gint64
difference (const gint64 values[LSC_N_SIDES])
{
  return lsc_int_subtract (values[LSC_AFTER], values[LSC_BEFORE]);
}

/** Returns: (transfer full): communication by kind of operation and of group */
LscTable *
lsc_compare_get_comm_table (const LscCompare *self)
{
  LscTable *table = lsc_table_new_for (&lsc_compare_comm_table_info);

  for (guint i = 0; i < self->comms->len; i++)
    {
      const LscCommChange *comm = self->comms->pdata[i];
      gint64 delta_ns = difference (comm->ns);

      lsc_table_add (table, &(CommRow){ .name = comm->name,
                                        .group = *comm->group ? comm->group : NULL,
                                        .before_count = comm->count[LSC_BEFORE],
                                        .after_count = comm->count[LSC_AFTER],
                                        .before_ns = comm->ns[LSC_BEFORE],
                                        .after_ns = comm->ns[LSC_AFTER],
                                        .delta_ns = delta_ns,
                                        .change = quotient (delta_ns, comm->ns[LSC_BEFORE]),
                                        .before_exposed_ns = comm->exposed_ns[LSC_BEFORE],
                                        .after_exposed_ns = comm->exposed_ns[LSC_AFTER],
                                        .exposed_delta_ns = difference (comm->exposed_ns) });
    }
  return table;
}

/* ---- memory ---- */

typedef struct
{
  const char *name;
  gint64 before;
  gint64 after;
  gint64 delta;
  double change;
} MemoryRow;

static const LscColumn memory_columns[] = {
  LSC_COLUMN (MemoryRow, name, "name", N_ ("Counter"), LSC_UNIT_NONE, "compare.md#memory",
              N_ ("Counter of memory, as the timeline shows it.")),
  LSC_COLUMN (MemoryRow, before, "before_bytes", N_ ("Peak before"), LSC_UNIT_BYTES,
              "compare.md#memory", N_ ("The most before, over the paired ranks.")),
  LSC_COLUMN (MemoryRow, after, "after_bytes", N_ ("Peak after"), LSC_UNIT_BYTES,
              "compare.md#memory", N_ ("The most after, over the paired ranks.")),
  LSC_COLUMN (MemoryRow, delta, "delta_bytes", N_ ("Difference"), LSC_UNIT_BYTES,
              "compare.md#memory", N_ ("After - before; negative is less.")),
  LSC_COLUMN (MemoryRow, change, "change", N_ ("Relative"), LSC_UNIT_SHARE, "compare.md#memory",
              N_ ("The difference as a share of the peak before, which is 100 %.")),
};

const LscTableInfo lsc_compare_memory_table_info =
    LSC_TABLE_INFO ("CompareMemory", MemoryRow, memory_columns);

/** Returns: (transfer full): the peaks of memory */
LscTable *
lsc_compare_get_memory_table (const LscCompare *self)
{
  LscTable *table = lsc_table_new_for (&lsc_compare_memory_table_info);

  for (guint i = 0; i < self->memories->len; i++)
    {
      const LscMemoryChange *memory = self->memories->pdata[i];
      gint64 delta = difference (memory->peak);

      lsc_table_add (table, &(MemoryRow){ memory->name, memory->peak[LSC_BEFORE],
                                          memory->peak[LSC_AFTER], delta,
                                          delta != LSC_INT_NULL
                                              ? quotient (delta, memory->peak[LSC_BEFORE])
                                              : LSC_REAL_NULL });
    }
  return table;
}

/* ---- the verdict ---- */

typedef struct
{
  int word;
  int certainty;
  const LscPhrase *text;
  double comparable;
  const LscPhrase *reasons;
  gint64 before_ns;
  gint64 after_ns;
  gint64 delta_ns;
  gint64 before_median_ns;
  gint64 after_median_ns;
  double floor;
  double p;
  gint64 low_ns;
  gint64 high_ns;
  gint64 n_exact;
  gint64 n_other_shape;
  gint64 n_renamed;
  gint64 n_only_before;
  gint64 n_only_after;
} VerdictRow;

static const LscColumn verdict_columns[] = {
  LSC_CODES (VerdictRow, word, "word", N_ ("Verdict"), lsc_compare_words, "compare.md#verdict",
             N_ ("Whether a step is shorter by more than the noise.")),
  LSC_CODES (VerdictRow, certainty, "certainty", N_ ("Certainty"), lsc_compare_certainty_words,
             "compare.md#verdict", N_ ("How sure the verdict is.")),
  LSC_COLUMN (VerdictRow, text, "text", N_ ("In words"), LSC_UNIT_NONE, "compare.md#verdict",
              N_ ("The verdict and what the change consists of.")),
  LSC_COLUMN (VerdictRow, comparable, "comparable", N_ ("Comparable"), LSC_UNIT_SHARE,
              "compare.md#comparable",
              N_ ("How far the recordings can be compared; fully is 100 %.")),
  LSC_COLUMN (VerdictRow, reasons, "reasons", N_ ("Because"), LSC_UNIT_NONE,
              "compare.md#comparable", N_ ("Why not further.")),
  NS (VerdictRow, before_ns, "before_ns", N_ ("Step before"), "compare.md#lists",
      N_ ("Length of a step before, mean.")),
  NS (VerdictRow, after_ns, "after_ns", N_ ("Step after"), "compare.md#lists",
      N_ ("Length of a step after, mean.")),
  NS (VerdictRow, delta_ns, "step_delta_ns", N_ ("Difference"), "compare.md#lists",
      N_ ("After - before; negative is shorter.")),
  NS (VerdictRow, before_median_ns, "before_median_ns", N_ ("Median before"), "compare.md#test",
      N_ ("Median length of a step before.")),
  NS (VerdictRow, after_median_ns, "after_median_ns", N_ ("Median after"), "compare.md#test",
      N_ ("Median length of a step after.")),
  LSC_COLUMN (VerdictRow, floor, "floor", N_ ("Noise floor"), LSC_UNIT_SHARE, "compare.md#test",
              N_ ("What the medians must differ by; the median before is 100 %.")),
  LSC_COLUMN (VerdictRow, p, "p", N_ ("p"), LSC_UNIT_NONE, "compare.md#test",
              N_ ("How likely such steps are where nothing changed.")),
  NS (VerdictRow, low_ns, "low_ns", N_ ("From"), "compare.md#test",
      N_ ("Lower end of the interval of the difference of the medians, which holds it in 95 of 100 "
          "cases.")),
  NS (VerdictRow, high_ns, "high_ns", N_ ("To"), "compare.md#test",
      N_ ("Upper end of the interval of the difference of the medians, which holds it in 95 of 100 "
          "cases.")),
  LSC_COLUMN (VerdictRow, n_exact, "kernels_exact", N_ ("Kernels alike"), LSC_UNIT_COUNT,
              "compare.md#kernels",
              N_ ("Kernels of the paired steps of the same name and shapes.")),
  LSC_COLUMN (VerdictRow, n_other_shape, "kernels_other_shape", N_ ("Other shape"), LSC_UNIT_COUNT,
              "compare.md#kernels", N_ ("Kernels of the same name.")),
  LSC_COLUMN (VerdictRow, n_renamed, "kernels_renamed", N_ ("Renamed"), LSC_UNIT_COUNT,
              "compare.md#kernels", N_ ("Kernels of the same type at the same place.")),
  LSC_COLUMN (VerdictRow, n_only_before, "kernels_only_before", N_ ("Only before"), LSC_UNIT_COUNT,
              "compare.md#kernels", N_ ("Kernels without a partner before.")),
  LSC_COLUMN (VerdictRow, n_only_after, "kernels_only_after", N_ ("Only after"), LSC_UNIT_COUNT,
              "compare.md#kernels", N_ ("Kernels without a partner after.")),
};

const LscTableInfo lsc_compare_verdict_table_info =
    LSC_TABLE_INFO ("CompareVerdict", VerdictRow, verdict_columns);

/** Returns: (transfer full): one row: the verdict, the score and the figures behind them */
LscTable *
lsc_compare_get_verdict_table (const LscCompare *self)
{
  LscTable *table = lsc_table_new_for (&lsc_compare_verdict_table_info);
  g_autoptr (GPtrArray) reasons = g_ptr_array_new ();
  g_autoptr (LscPhrase) joined = NULL;

  for (guint i = 0; i < self->reasons->len; i++)
    g_ptr_array_add (reasons, ((LscCompareReason *) self->reasons->pdata[i])->text);
  joined = reasons->len > 0 ? lsc_phrase_new_joined (" ", reasons) : NULL;
  lsc_table_add (table, &(VerdictRow){ .word = (int) self->word,
                                       .certainty = (int) self->certainty,
                                       .text = self->text,
                                       .comparable = self->score,
                                       .reasons = joined,
                                       .before_ns = self->total->step_ns[LSC_BEFORE],
                                       .after_ns = self->total->step_ns[LSC_AFTER],
                                       .delta_ns = self->total->step_delta_ns,
                                       .before_median_ns = self->steps[LSC_BEFORE].median_ns,
                                       .after_median_ns = self->steps[LSC_AFTER].median_ns,
                                       .floor = self->floor,
                                       .p = self->p,
                                       .low_ns = self->low_ns,
                                       .high_ns = self->high_ns,
                                       .n_exact = self->kernels.n_exact,
                                       .n_other_shape = self->kernels.n_other_shape,
                                       .n_renamed = self->kernels.n_renamed,
                                       .n_only_before = self->kernels.n_only[LSC_BEFORE],
                                       .n_only_after = self->kernels.n_only[LSC_AFTER] });
  return table;
}
