/* lsc-export-comparison-rows.c - steps, operators, kernels, communication and calls of two
 * recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-comparison-private.h"

/* Figures and their order are the reference tool's (exports.md#comparison). */

static gint64
sum_categories (const LscCompare *compare, LscSide side, guint64 categories)
{
  const GPtrArray *list = compare->total->lists[LSC_COMPARE_CATEGORIES];
  gint64 sum = 0;

  for (guint i = 0; i < list->len; i++)
    {
      const LscChange *change = list->pdata[i];

      if (categories >> change->category & 1)
        sum += change->ns[side];
    }
  return sum;
}

#define BIT(Name) ((guint64) 1 << LSC_BUDGET_##Name)
#define WAIT (BIT (WAIT) | BIT (BUBBLE))
#define SPLIT (WAIT | BIT (TRANSFER) | BIT (COMM_OTHER))
#define COMMUNICATION (SPLIT | BIT (COMM))
#define ALL (~(guint64) 0)

static const struct
{
  const char *index;
  guint64 categories;
} overall_rows[] = {
  { "Computing Time", BIT (COMPUTE) },
  { "Uncovered Communication Time", COMMUNICATION },
  { "\t\tWait", WAIT },
  { "\t\tTransmit", SPLIT & ~WAIT },
  { "Free Time", ALL & ~(BIT (COMPUTE) | COMMUNICATION) },
  { "\tSDMA", BIT (MEMCPY) },
  { "\tFree", ALL & ~(BIT (COMPUTE) | COMMUNICATION | BIT (MEMCPY)) },
  { "E2E Time", ALL },
};

/* Where a side does not split communication, there are neither waits nor transfers to tell. */
static gboolean
is_told (const LscCompare *compare, guint64 categories)
{
  return (categories & ~SPLIT) != 0 || (sum_categories (compare, LSC_BEFORE, BIT (COMM)) == 0 &&
                                        sum_categories (compare, LSC_AFTER, BIT (COMM)) == 0);
}

/** _lsc_comparison_fill_overall: %FALSE with %LSC_ERROR_CANCELLED */
gboolean
_lsc_comparison_fill_overall (LscPen *pen, GError **error)
{
  const LscCompare *compare = pen->what->compare;

  if (compare->total->step_delta_ns == LSC_INT_NULL)
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (overall_rows); i++)
    {
      gint64 ns[LSC_N_SIDES];

      if (!is_told (compare, overall_rows[i].categories))
        continue;
      _lsc_pen_put_text (pen, overall_rows[i].index);
      for (guint side = 0; side < LSC_N_SIDES; side++)
        {
          ns[side] = sum_categories (compare, side, overall_rows[i].categories);
          _lsc_pen_put_time (pen, ns[side], LSC_PEN_MS);
          _lsc_pen_put_ratio (pen, (double) compare->total->step_ns[side], (double) ns[side]);
          _lsc_pen_skip (pen, 1);
        }
      _lsc_pen_put_time (pen, ns[LSC_AFTER] - ns[LSC_BEFORE], LSC_PEN_MS);
      _lsc_pen_put_ratio (pen, (double) ns[LSC_BEFORE], (double) ns[LSC_AFTER]);
      if (!_lsc_pen_end_row (pen, error))
        return FALSE;
    }
  return TRUE;
}

static void
put_op (LscPen *pen, const LscReferenceOp *op)
{
  _lsc_pen_put_text (pen, op->name);
  _lsc_pen_put_text (pen, op->shapes);
  _lsc_pen_skip (pen, 1);
  _lsc_pen_put_text (pen, op->kernels);
  _lsc_pen_put_time (pen, op->name ? op->device_ns : LSC_INT_NULL, LSC_PEN_US);
}

/** _lsc_comparison_fill_ops: %FALSE with %LSC_ERROR_CANCELLED */
gboolean
_lsc_comparison_fill_ops (LscPen *pen, GError **error)
{
  const GPtrArray *pairs = pen->what->rows->pairs;

  for (guint i = 0; i < MIN (pairs->len, LSC_COMPARISON_MOST_ROWS); i++)
    {
      const LscReferencePair *pair = pairs->pdata[i];
      gint64 before_ns = pair->side[LSC_BEFORE].device_ns,
             after_ns = pair->side[LSC_AFTER].device_ns;

      _lsc_pen_put_count (pen, i + 1);
      put_op (pen, &pair->side[LSC_BEFORE]);
      put_op (pen, &pair->side[LSC_AFTER]);
      _lsc_pen_put_time (pen, after_ns - before_ns, LSC_PEN_US);
      _lsc_pen_put_ratio (pen, (double) before_ns, (double) after_ns);
      if (!_lsc_pen_end_row (pen, error))
        return FALSE;
    }
  return TRUE;
}

/* What stands in a row after its number. */
typedef void (*PutRow) (LscPen *pen, const LscReferenceRow *row);

static gboolean
fill_list (LscPen *pen, LscReferenceList which, PutRow put_row, GError **error)
{
  const GPtrArray *list = pen->what->rows->lists[which];

  for (guint i = 0; i < MIN (list->len, LSC_COMPARISON_MOST_ROWS); i++)
    {
      _lsc_pen_put_count (pen, i + 1);
      put_row (pen, list->pdata[i]);
      if (!_lsc_pen_end_row (pen, error))
        return FALSE;
    }
  return TRUE;
}

static void
put_op_top (LscPen *pen, const LscReferenceRow *row)
{
  const LscReferenceSum *before = &row->sums[LSC_BEFORE], *after = &row->sums[LSC_AFTER];

  _lsc_pen_put_text (pen, row->name);
  _lsc_pen_put_time (pen, before->total_ns, LSC_PEN_MS);
  _lsc_pen_put_count (pen, before->n);
  _lsc_pen_put_time (pen, after->total_ns, LSC_PEN_MS);
  _lsc_pen_put_count (pen, after->n);
  _lsc_pen_put_time (pen, after->total_ns - before->total_ns, LSC_PEN_MS);
  _lsc_pen_put_ratio (pen, (double) before->total_ns, (double) after->total_ns);
}

/** _lsc_comparison_fill_op_tops: %FALSE with %LSC_ERROR_CANCELLED */
gboolean
_lsc_comparison_fill_op_tops (LscPen *pen, GError **error)
{
  return fill_list (pen, LSC_REFERENCE_OPS, put_op_top, error);
}

static double
get_mean (const LscReferenceSum *sum)
{
  return sum->n > 0 ? (double) sum->total_ns / (double) sum->n : 0;
}

/* Total, mean, most and least; all empty of a side that has none. */
static void
put_lengths (LscPen *pen, const LscReferenceSum *sum)
{
  if (sum->n == 0)
    {
      _lsc_pen_skip (pen, 4);
      return;
    }
  _lsc_pen_put_time (pen, sum->total_ns, LSC_PEN_US);
  _lsc_pen_put_real (pen, get_mean (sum) / LSC_PEN_US);
  _lsc_pen_put_time (pen, sum->most_ns, LSC_PEN_US);
  _lsc_pen_put_time (pen, sum->least_ns, LSC_PEN_US);
}

#define CENTS 2
#define SHARES 4

/* As the reference tool writes figures of kernels: by the decimal digits of the floating number, so
 * that halves go where it lets them go. */
static double
round_to (double value, int decimals)
{
  char format[8], text[G_ASCII_DTOSTR_BUF_SIZE * 10];

  g_snprintf (format, sizeof format, "%%.%df", decimals);
  return g_ascii_strtod (g_ascii_formatd (text, sizeof text, format, value), NULL);
}

static double
to_us (gint64 ns)
{
  return round_to ((double) ns / LSC_PEN_US, CENTS);
}

static double
get_mean_us (const LscReferenceSum *sum)
{
  return sum->n > 0 ? round_to (round_to (sum->total_us, CENTS) / (double) sum->n, CENTS) : 0;
}

static void
put_rounded_ratio (LscPen *pen, double base, double comparison)
{
  if (base == 0)
    _lsc_pen_put_ratio (pen, base, comparison);
  else
    _lsc_pen_put_real (pen, round_to (comparison / base, SHARES));
}

/* A kernel that a side lacks takes 0 us there; how many, at most and at least, is empty. */
static void
put_kernel (LscPen *pen, const LscReferenceRow *row)
{
  const LscReferenceSum *before = &row->sums[LSC_BEFORE], *after = &row->sums[LSC_AFTER];

  _lsc_pen_put_text (pen, row->name);
  if (row->detail[0])
    _lsc_pen_put_text (pen, row->detail);
  else
    _lsc_pen_put_text (pen, "N/A");
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      const LscReferenceSum *sum = &row->sums[side];

      _lsc_pen_put_real (pen, round_to (sum->total_us, CENTS));
      _lsc_pen_put_real (pen, get_mean_us (sum));
      _lsc_pen_put_real (pen, sum->n > 0 ? to_us (sum->most_ns) : LSC_REAL_NULL);
      _lsc_pen_put_real (pen, sum->n > 0 ? to_us (sum->least_ns) : LSC_REAL_NULL);
      _lsc_pen_put_count (pen, sum->n > 0 ? sum->n : LSC_INT_NULL);
    }
  put_rounded_ratio (pen, round_to (before->total_us, CENTS), round_to (after->total_us, CENTS));
  put_rounded_ratio (pen, get_mean_us (before), get_mean_us (after));
}

static void
put_sums (LscPen *pen, const LscReferenceRow *row)
{
  const LscReferenceSum *before = &row->sums[LSC_BEFORE], *after = &row->sums[LSC_AFTER];

  _lsc_pen_put_text (pen, row->name);
  _lsc_pen_put_text (pen, row->detail);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      put_lengths (pen, &row->sums[side]);
      _lsc_pen_put_count (pen, row->sums[side].n);
    }
  _lsc_pen_put_ratio (pen, (double) before->total_ns, (double) after->total_ns);
  _lsc_pen_put_ratio (pen, get_mean (before), get_mean (after));
}

/** _lsc_comparison_fill_kernels: %FALSE with %LSC_ERROR_CANCELLED */
gboolean
_lsc_comparison_fill_kernels (LscPen *pen, GError **error)
{
  return fill_list (pen, LSC_REFERENCE_KERNELS, put_kernel, error);
}

/** _lsc_comparison_fill_types: %FALSE with %LSC_ERROR_CANCELLED */
gboolean
_lsc_comparison_fill_types (LscPen *pen, GError **error)
{
  return fill_list (pen, LSC_REFERENCE_TYPES, put_sums, error);
}

static void
put_comm (LscPen *pen, const LscReferenceRow *row)
{
  gint64 before_ns = row->sums[LSC_BEFORE].total_ns, after_ns = row->sums[LSC_AFTER].total_ns;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      gboolean is_there = row->sums[side].n > 0;

      /* a side that lacks the operation is empty, as in the workbook of the reference tool */
      _lsc_pen_put_text (pen, is_there ? row->name : NULL);
      _lsc_pen_skip (pen, 1);
      _lsc_pen_put_count (pen, is_there ? row->sums[side].n : LSC_INT_NULL);
      put_lengths (pen, &row->sums[side]);
    }
  _lsc_pen_put_real (pen, to_us (after_ns - before_ns));
  put_rounded_ratio (pen, (double) before_ns, (double) after_ns);
}

/* A task stands below its operation, which a bar stands for; their difference is not told. */
static void
put_task (LscPen *pen, const LscReferenceRow *row)
{
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      gboolean is_there = row->sums[side].n > 0;

      _lsc_pen_put_text (pen, is_there ? "|" : NULL);
      _lsc_pen_put_text (pen, is_there ? row->detail : NULL);
      _lsc_pen_put_count (pen, is_there ? row->sums[side].n : LSC_INT_NULL);
      put_lengths (pen, &row->sums[side]);
    }
}

static gboolean
fill_tasks (LscPen *pen, const char *op, GError **error)
{
  const GPtrArray *list = pen->what->rows->lists[LSC_REFERENCE_TASKS];

  for (guint i = 0; i < list->len && pen->row < LSC_COMPARISON_MOST_ROWS; i++)
    {
      const LscReferenceRow *row = list->pdata[i];

      if (!g_str_equal (row->name, op))
        continue;
      _lsc_pen_put_count (pen, (gint64) pen->row + 1);
      put_task (pen, row);
      if (!_lsc_pen_end_row (pen, error))
        return FALSE;
    }
  return TRUE;
}

/** _lsc_comparison_fill_comms: %FALSE with %LSC_ERROR_CANCELLED */
gboolean
_lsc_comparison_fill_comms (LscPen *pen, GError **error)
{
  const GPtrArray *list = pen->what->rows->lists[LSC_REFERENCE_COMMS];

  for (guint i = 0; i < list->len && pen->row < LSC_COMPARISON_MOST_ROWS; i++)
    {
      const LscReferenceRow *row = list->pdata[i];

      _lsc_pen_put_count (pen, (gint64) pen->row + 1);
      put_comm (pen, row);
      if (!_lsc_pen_end_row (pen, error) || !fill_tasks (pen, row->name, error))
        return FALSE;
    }
  return TRUE;
}

static void
put_call (LscPen *pen, const LscReferenceRow *row)
{
  const LscReferenceSum *before = &row->sums[LSC_BEFORE], *after = &row->sums[LSC_AFTER];

  _lsc_pen_put_text (pen, row->name);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      _lsc_pen_put_time (pen, row->sums[side].total_ns, LSC_PEN_MS);
      _lsc_pen_skip (pen, 1);
      _lsc_pen_put_real (pen, get_mean (&row->sums[side]) / LSC_PEN_MS);
      _lsc_pen_put_count (pen, row->sums[side].n);
    }
  _lsc_pen_put_ratio (pen, (double) before->total_ns, (double) after->total_ns);
  _lsc_pen_skip (pen, 1);
  _lsc_pen_put_ratio (pen, get_mean (before), get_mean (after));
  _lsc_pen_put_ratio (pen, (double) before->n, (double) after->n);
}

/** _lsc_comparison_fill_calls: %FALSE with %LSC_ERROR_CANCELLED */
gboolean
_lsc_comparison_fill_calls (LscPen *pen, GError **error)
{
  return fill_list (pen, LSC_REFERENCE_CALLS, put_call, error);
}
