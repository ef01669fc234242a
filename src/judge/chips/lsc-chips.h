/* lsc-chips.h - one model on two chips: what each reaches of its own peak, by module and op
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "analyze/operators/lsc-op-sheet.h"
#include "judge/compare/lsc-compare.h"

G_BEGIN_DECLS

/** How the works of a row were paired, the surest first (compare.md#chip-pairs). */
typedef enum
{
  LSC_CHIP_MATCH_EXACT,
  LSC_CHIP_MATCH_NAME,
  LSC_CHIP_MATCH_SHAPES,
  LSC_CHIP_MATCH_ORDER,
  LSC_CHIP_MATCH_ONLY_BEFORE,
  LSC_CHIP_MATCH_ONLY_AFTER,
  LSC_CHIP_N_MATCHES,
} LscChipMatch;

extern const LscWord lsc_chip_match_words[LSC_CHIP_N_MATCHES];

/** Whether both sides of a row do the same products, by their shapes. */
typedef enum
{
  LSC_CHIP_SHAPES_EQUAL,
  LSC_CHIP_SHAPES_DIFFER,
  LSC_CHIP_SHAPES_UNKNOWN,
  LSC_CHIP_N_SHAPES,
} LscChipShapes;

extern const LscWord lsc_chip_shapes_words[LSC_CHIP_N_SHAPES];

/**
 * LscChipWork: what a side does in a row, sums over the steps and ranks that count
 * @name: (owned) (nullable): the framework's operators; %NULL = nothing, or several of them
 * @kernels: (owned) (nullable): names of the kernels that take most, longest first
 * @n: kernels
 * @flops: of the kernels that carry some
 * @flops_ns: length of all kernels of the works that have FLOPs
 * @peak_work: FLOPs that the chip could have done in @flops_ns; NaN = its peak is not known
 */
typedef struct
{
  char *name;
  char *kernels;
  gint64 n;
  gint64 total_ns;
  double flops;
  gint64 flops_ns;
  double peak_work;
} LscChipWork;

/**
 * LscChipRow: works that belong together
 * @module: (owned) (nullable): path; %NULL = outside modules, or of many
 * @other_module: (owned) (nullable): what it is after, where that is something else
 * @family: #LscOpFamily of what takes most
 * @match: of modules and kinds of work: %LSC_CHIP_MATCH_EXACT, or on which side it is alone
 * @works: of each side; @n is 0 where it has none
 * @paired_ns: of each side what of its time is paired
 * @is_arithmetic: products, attention and convolutions take most of it
 * @peak_ratio: share of the peak after by that before; %LSC_REAL_NULL = not known
 */
typedef struct
{
  char *module;
  char *other_module;
  int family;
  LscChipMatch match;
  LscChipShapes shapes;
  LscChipWork works[LSC_N_SIDES];
  gint64 paired_ns[LSC_N_SIDES];
  gboolean is_arithmetic;
  double peak_ratio;
} LscChipRow;

/**
 * LscChipSide: a side
 * @chip: (owned) (nullable): as its driver calls it
 * @short_name: (owned): what it is called in sentences
 * @peak: FLOP/s; 0 = not known
 * @total_ns: length of all kernels, copies and communication of the steps that count, of all ranks
 * @paired_ns: what of it has a partner
 * @n_steps: steps that count, times ranks; what sums are divided by
 * @has_flops: of some kernels they are known
 * @lack: (nullable): why no share of the peak is known
 */
typedef struct
{
  char *chip;
  char *short_name;
  LscPeak peak;
  gint64 total_ns;
  gint64 paired_ns;
  gint64 n_steps;
  gboolean has_flops;
  LscPhrase *lack;
} LscChipSide;

/**
 * LscChips: immutable after it was made; reference counted; borrows nothing
 * @lists: (element-type LscChipRow): by kind of work, module and op, as #LscCompareList has them;
 *   longest first. Rows of each list add up to the sides' totals
 * @head: which chip is behind its own peak at which module, or why that is not known
 * @detail: what kernels take on each chip, and how much of it is paired
 */
typedef struct
{
  gatomicrefcount refs;
  LscChipSide sides[LSC_N_SIDES];
  GPtrArray *lists[LSC_COMPARE_N_LISTS];
  LscPhrase *head;
  LscPhrase *detail;
} LscChips;

/**
 * LscChipsInput: a side
 * @sheets: (element-type LscOpSheet): its ranks
 * @has_steps: those of the numbers from @first_step to @last_step; else those that count
 */
typedef struct
{
  const GPtrArray *sheets;
  gboolean has_steps;
  gint64 first_step;
  gint64 last_step;
} LscChipsInput;

LscChips *lsc_chips_new (const LscChipsInput inputs[LSC_N_SIDES], LscJob *job, GError **error);
LscChips *lsc_chips_ref (LscChips *self);
void lsc_chips_unref (LscChips *self);

double lsc_chip_work_get_share (const LscChipWork *self);
double lsc_chip_work_get_rate (const LscChipWork *self);
double lsc_chip_side_get_paired (const LscChipSide *self);

void lsc_chips_get_names (const LscChips *self, const char *names[LSC_N_SIDES]);
LscTable *lsc_chips_get_table (const LscChips *self, LscCompareList list);
LscTable *lsc_chips_get_sides_table (const LscChips *self);

/** Returns: row @index of a list */
static inline const LscChipRow *
lsc_chips_get (const LscChips *self, LscCompareList list, guint index)
{
  return self->lists[list]->pdata[index];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscChips, lsc_chips_unref)

G_END_DECLS
