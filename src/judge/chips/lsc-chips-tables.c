/* lsc-chips-tables.c - two chips beside each other, as tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-list.h"
#include "judge/chips/lsc-chips-private.h"

const LscWord lsc_chip_match_words[LSC_CHIP_N_MATCHES] = {
  [LSC_CHIP_MATCH_EXACT] = { "exact", N_ ("Same names") },
  [LSC_CHIP_MATCH_NAME] = { "name", N_ ("Names without framework words") },
  [LSC_CHIP_MATCH_SHAPES] = { "shapes", N_ ("Same operator and shapes") },
  [LSC_CHIP_MATCH_ORDER] = { "order", N_ ("Order of calls in the module") },
  [LSC_CHIP_MATCH_ONLY_BEFORE] = { "only_before", N_ ("Only before") },
  [LSC_CHIP_MATCH_ONLY_AFTER] = { "only_after", N_ ("Only after") },
};

const LscWord lsc_chip_shapes_words[LSC_CHIP_N_SHAPES] = {
  [LSC_CHIP_SHAPES_EQUAL] = { "equal", N_ ("Equal") },
  [LSC_CHIP_SHAPES_DIFFER] = { "different", N_ ("Different") },
  [LSC_CHIP_SHAPES_UNKNOWN] = { "unknown", N_ ("Not Known") },
};

static const LscWord side_words[LSC_N_SIDES] = {
  [LSC_BEFORE] = { "before", N_ ("Before") },
  [LSC_AFTER] = { "after", N_ ("After") },
};

/* ---- rows ---- */

/* Titles say before and after as those of all comparisons; which chip that is stands above. */
typedef struct
{
  const LscPhrase *name;
  const char *other_name;
  const char *module;
  const char *other_module;
  int match;
  int shapes;
  gint64 ns[LSC_N_SIDES];
  double change;
  double peak_ratio;
  double share[LSC_N_SIDES];
  double rate[LSC_N_SIDES];
  double flops[LSC_N_SIDES];
  double count[LSC_N_SIDES];
  const char *kernels[LSC_N_SIDES];
} Row;

#define BEFORE(member, name, title, unit, source, about)                                           \
  LSC_COLUMN (Row, member[LSC_BEFORE], "before_" name, title, unit, source, about)
#define AFTER(member, name, title, unit, source, about)                                            \
  LSC_COLUMN (Row, member[LSC_AFTER], "after_" name, title, unit, source, about)

/* What all of them tell. */
#define FIGURES                                                                                    \
  BEFORE (ns, "ns", N_ ("Before"), LSC_UNIT_NS, "compare.md#chips",                                \
          N_ ("Length of its kernels before, mean per step and rank.")),                           \
      AFTER (ns, "ns", N_ ("After"), LSC_UNIT_NS, "compare.md#chips",                              \
             N_ ("Length of its kernels after, mean per step and rank.")),                         \
      LSC_COLUMN (Row, change, "change", N_ ("Relative"), LSC_UNIT_SHARE, "compare.md#chips",      \
                  N_ ("After - before as a share of the time before, which is 100 %; negative is " \
                      "shorter.")),                                                                \
      BEFORE (share, "peak_share", N_ ("Peak Before"), LSC_UNIT_SHARE, "compare.md#chips",         \
              N_ ("FLOPs; what the chip before could compute in the time of the same work is 100 " \
                  "%.")),                                                                          \
      AFTER (                                                                                      \
          share, "peak_share", N_ ("Peak After"), LSC_UNIT_SHARE, "compare.md#chips",              \
          N_ ("FLOPs; what the chip after could compute in the time of the same work is 100 %.")), \
      LSC_COLUMN (Row, peak_ratio, "peak_ratio", N_ ("Peak Ratio"), LSC_UNIT_SHARE,                \
                  "compare.md#chip-ratio",                                                         \
                  N_ ("Share of the peak after; that before is 100 %. Of equal arithmetic it "     \
                      "needs no FLOPs.")),                                                         \
      BEFORE (rate, "flops_per_s", N_ ("FLOP/s Before"), LSC_UNIT_FLOPS_PER_S, "compare.md#chips", \
              N_ ("FLOPs by the time of the work that has some, before.")),                        \
      AFTER (rate, "flops_per_s", N_ ("FLOP/s After"), LSC_UNIT_FLOPS_PER_S, "compare.md#chips",   \
             N_ ("FLOPs by the time of the work that has some, after.")),                          \
      BEFORE (flops, "flops", N_ ("FLOPs Before"), LSC_UNIT_FLOPS, "compare.md#chips",             \
              N_ ("FLOPs before, mean per step and rank.")),                                       \
      AFTER (flops, "flops", N_ ("FLOPs After"), LSC_UNIT_FLOPS, "compare.md#chips",               \
             N_ ("FLOPs after, mean per step and rank.")),                                         \
      LSC_CODES (Row, shapes, "shapes", N_ ("Shapes"), lsc_chip_shapes_words,                      \
                 "compare.md#chip-pairs",                                                          \
                 N_ ("Whether matrix products are of the same shapes on both sides.")),            \
      LSC_CODES (Row, match, "match", N_ ("Paired By"), lsc_chip_match_words,                      \
                 "compare.md#chip-pairs", N_ ("How the works of both sides were paired.")),        \
      BEFORE (count, "count", N_ ("Count Before"), LSC_UNIT_COUNT, "compare.md#chips",             \
              N_ ("Kernels before, mean per step and rank.")),                                     \
      AFTER (count, "count", N_ ("Count After"), LSC_UNIT_COUNT, "compare.md#chips",               \
             N_ ("Kernels after, mean per step and rank.")),                                       \
      BEFORE (kernels, "kernels", N_ ("Kernels Before"), LSC_UNIT_NONE, "compare.md#chips",        \
              N_ ("Kernels that take most of it before.")),                                        \
      AFTER (kernels, "kernels", N_ ("Kernels After"), LSC_UNIT_NONE, "compare.md#chips",          \
             N_ ("Kernels that take most of it after."))

static const LscColumn columns[] = {
  LSC_COLUMN (Row, name, "name", N_ ("Name"), LSC_UNIT_NONE, "compare.md#chip-pairs",
              N_ ("Operator of the framework, module, or kind of work.")),
  FIGURES,
};

static const LscColumn op_columns[] = {
  LSC_COLUMN (Row, name, "name", N_ ("Name"), LSC_UNIT_NONE, "compare.md#chip-pairs",
              N_ ("Operator of the framework, module, or kind of work.")),
  LSC_COLUMN (Row, other_name, "other_name", N_ ("Name After"), LSC_UNIT_NONE,
              "compare.md#chip-pairs", N_ ("What it is called after, where that differs.")),
  LSC_COLUMN (Row, module, "module", N_ ("Module"), LSC_UNIT_NONE, "compare.md#chip-pairs",
              N_ ("Path of the module that launches the work.")),
  LSC_COLUMN (Row, other_module, "other_module", N_ ("Module After"), LSC_UNIT_NONE,
              "compare.md#chip-pairs", N_ ("What the module is after, where that differs.")),
  FIGURES,
};

const LscTableInfo lsc_chip_kinds_table_info = LSC_TABLE_INFO ("ChipKinds", Row, columns);
const LscTableInfo lsc_chip_modules_table_info = LSC_TABLE_INFO ("ChipModules", Row, columns);
const LscTableInfo lsc_chip_ops_table_info = LSC_TABLE_INFO ("ChipOps", Row, op_columns);

static LscPhrase *
name_row (const LscChipRow *row, LscCompareList list)
{
  const char *name =
      row->works[LSC_BEFORE].name ? row->works[LSC_BEFORE].name : row->works[LSC_AFTER].name;

  if (list == LSC_COMPARE_CATEGORIES)
    return lsc_phrase_new_text (lsc_op_family_words[row->family].title);
  if (list == LSC_COMPARE_MODULES)
    return row->module ? lsc_phrase_new_verbatim (row->module)
                       : lsc_phrase_new_text (N_ ("Outside modules"));
  return lsc_phrase_new_verbatim (name);
}

/* (nullable): where both are named, and not alike */
static const char *
get_other_name (const LscChipRow *row)
{
  const char *before = row->works[LSC_BEFORE].name, *after = row->works[LSC_AFTER].name;

  return before && after && !g_str_equal (before, after) ? after : NULL;
}

static double
divide (double value, gint64 n)
{
  return n > 0 ? value / (double) n : LSC_REAL_NULL;
}

static void
take_side (const LscChips *self, const LscChipRow *from, LscSide side, gint64 ns, Row *row)
{
  const LscChipWork *work = &from->works[side];
  gint64 n = self->sides[side].n_steps;
  gboolean is_there = work->n > 0;

  row->ns[side] = is_there ? ns : LSC_INT_NULL;
  row->share[side] = lsc_chip_work_get_share (work);
  row->rate[side] = lsc_chip_work_get_rate (work);
  row->flops[side] = work->flops > 0 ? divide (work->flops, n) : LSC_REAL_NULL;
  row->count[side] = is_there ? divide ((double) work->n, n) : LSC_REAL_NULL;
  row->kernels[side] = work->kernels;
}

/* Of the means a step and rank. */
static double
find_change (const LscChips *self, const LscChipRow *row)
{
  double before =
      divide ((double) row->works[LSC_BEFORE].total_ns, self->sides[LSC_BEFORE].n_steps);
  double after = divide ((double) row->works[LSC_AFTER].total_ns, self->sides[LSC_AFTER].n_steps);

  return before > 0 && row->works[LSC_AFTER].n > 0 ? after / before - 1 : LSC_REAL_NULL;
}

/* Means are rounded so that they add up to that of all: each ends where the sum so far does. */
static gint64
take_mean (gint64 *sum, gint64 ns, gint64 n)
{
  gint64 before = n > 0 ? *sum / n : 0;

  *sum += ns;
  return n > 0 ? *sum / n - before : 0;
}

/**
 * lsc_chips_get_table:
 * @list: by kind of work, module or op
 *
 * Returns: (transfer full): both chips beside each other; times add up to those of the sides
 */
LscTable *
lsc_chips_get_table (const LscChips *self, LscCompareList list)
{
  static const LscTableInfo *const infos[LSC_COMPARE_N_LISTS] = { &lsc_chip_kinds_table_info,
                                                                  &lsc_chip_modules_table_info,
                                                                  &lsc_chip_ops_table_info };
  gint64 sums[LSC_N_SIDES] = { 0 };
  LscTable *table;

  g_return_val_if_fail (self && list < LSC_COMPARE_N_LISTS, NULL);
  table = lsc_table_new_for (infos[list]);
  for (guint i = 0; i < self->lists[list]->len; i++)
    {
      const LscChipRow *from = lsc_chips_get (self, list, i);
      g_autoptr (LscPhrase) name = name_row (from, list);
      gboolean is_op = list == LSC_COMPARE_OPS;
      Row row = { .name = name,
                  .other_name = is_op ? get_other_name (from) : NULL,
                  .module = is_op ? from->module : NULL,
                  .other_module = is_op ? from->other_module : NULL,
                  .match = (int) from->match,
                  .shapes = (int) from->shapes,
                  .change = LSC_REAL_NULL,
                  .peak_ratio = from->peak_ratio };

      for (guint side = 0; side < LSC_N_SIDES; side++)
        take_side (self, from, (LscSide) side,
                   take_mean (&sums[side], from->works[side].total_ns, self->sides[side].n_steps),
                   &row);
      row.change = find_change (self, from);
      lsc_table_add (table, &row);
    }
  return table;
}

/* ---- sides ---- */

typedef struct
{
  int side;
  const char *chip;
  double peak;
  gint64 device_ns;
  gint64 paired_ns;
  double paired_share;
  gint64 total_ns;
  gint64 n_steps;
  double rate;
  double share;
  const LscPhrase *lack;
} SideRow;

static const LscColumn side_columns[] = {
  LSC_CODES (SideRow, side, "side", N_ ("Side"), side_words, "compare.md#chips",
             N_ ("Recording that the chip is of.")),
  LSC_COLUMN (SideRow, chip, "chip", N_ ("Chip"), LSC_UNIT_NONE, "compare.md#chips",
              N_ ("Chip, as recorded.")),
  LSC_COLUMN (SideRow, peak, "peak_flops_per_s", N_ ("Peak"), LSC_UNIT_FLOPS_PER_S, "flops.md#peak",
              N_ ("Peak of the chip for FP16.")),
  LSC_COLUMN (SideRow, device_ns, "device_ns", N_ ("Device Time"), LSC_UNIT_NS, "compare.md#chips",
              N_ ("Length of all kernels, copies and communication, mean per step and rank.")),
  LSC_COLUMN (SideRow, paired_ns, "paired_ns", N_ ("Paired"), LSC_UNIT_NS, "compare.md#chip-pairs",
              N_ ("What of it has a counterpart, mean per step and rank.")),
  LSC_COLUMN (SideRow, paired_share, "paired_share", N_ ("Share Paired"), LSC_UNIT_SHARE,
              "compare.md#chip-pairs", N_ ("Paired time; the device time is 100 %.")),
  LSC_COLUMN (SideRow, total_ns, "total_ns", N_ ("Total"), LSC_UNIT_NS, "compare.md#chips",
              N_ ("Device time of all steps and ranks that count.")),
  LSC_COLUMN (SideRow, n_steps, "steps", NC_ ("count", "Steps"), LSC_UNIT_COUNT, "compare.md#chips",
              N_ ("Steps that count, summed over the ranks.")),
  LSC_COLUMN (SideRow, rate, "flops_per_s", N_ ("FLOP/s"), LSC_UNIT_FLOPS_PER_S, "compare.md#chips",
              N_ ("FLOPs by the time of the work that has some.")),
  LSC_COLUMN (SideRow, share, "peak_share", N_ ("Share of Peak"), LSC_UNIT_SHARE,
              "compare.md#chips",
              N_ ("FLOPs; what the chip could compute in the time of the same work is 100 %.")),
  LSC_COLUMN (SideRow, lack, "lack", N_ ("Not Known, Because"), LSC_UNIT_NONE, "compare.md#chips",
              N_ ("Why no share of the peak is known.")),
};

const LscTableInfo lsc_chip_sides_table_info = LSC_TABLE_INFO ("ChipSides", SideRow, side_columns);

/* All that a side does and whose FLOPs are known. */
static LscChipWork
sum_side (const LscChips *self, LscSide side)
{
  LscChipWork sum = { 0 };

  for (guint i = 0; i < self->lists[LSC_COMPARE_OPS]->len; i++)
    {
      const LscChipWork *work = &lsc_chips_get (self, LSC_COMPARE_OPS, i)->works[side];

      sum.flops += work->flops;
      sum.flops_ns += work->flops_ns;
      sum.peak_work += work->peak_work;
    }
  return sum;
}

/** Returns: (transfer full): a row for each side: its chip, and how much of it is paired */
LscTable *
lsc_chips_get_sides_table (const LscChips *self)
{
  LscTable *table = lsc_table_new_for (&lsc_chip_sides_table_info);

  for (guint i = 0; i < LSC_N_SIDES; i++)
    {
      const LscChipSide *side = &self->sides[i];
      LscChipWork sum = sum_side (self, (LscSide) i);

      lsc_table_add (table,
                     &(SideRow){ .side = (int) i,
                                 .chip = side->chip,
                                 .peak = side->peak.fp16 > 0 ? side->peak.fp16 : LSC_REAL_NULL,
                                 .device_ns = lsc_int_divide (side->total_ns, side->n_steps),
                                 .paired_ns = lsc_int_divide (side->paired_ns, side->n_steps),
                                 .paired_share = lsc_chip_side_get_paired (side),
                                 .total_ns = side->total_ns,
                                 .n_steps = side->n_steps,
                                 .rate = lsc_chip_work_get_rate (&sum),
                                 .share = lsc_chip_work_get_share (&sum),
                                 .lack = side->lack });
    }
  return table;
}
