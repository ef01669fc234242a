/* lsc-export-comparison.c - the reference tool's workbook of two recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-comparison.h"

#include <string.h>

#include "export/lsc-export-comparison-private.h"
#include "export/lsc-workbook.h"

/* Names, columns and their order are the reference tool's (exports.md#comparison): in no language,
 * and diff = comparison - base, ratio = comparison / base. */

#define CHECK_ROWS 4096
#define HEADER_ROWS 3 /* names of the sides, an empty one, titles */
#define MOST_ROWS (LSC_SHEET_ROWS - HEADER_ROWS)
#define WIDTH 20.0
#define US 1e3
#define MS 1e6
#define KB 1024.0
#define MB 1048576.0

/* ---- cells ---- */

/** Where the next cell goes. @row: below the header */
typedef struct
{
  const LscComparisonBook *what;
  LscWorkbook *book;
  lxw_worksheet *sheet;
  gsize row;
  guint column;
  LscJob *job;
} Pen;

static void
put (Pen *self, LscValue value)
{
  lsc_workbook_write_value (self->book, self->sheet, self->row + HEADER_ROWS, self->column++,
                            &value);
}

static void
put_text (Pen *self, const char *text)
{
  put (self, (LscValue){ .type = LSC_TYPE_TEXT, .is_null = !text || !*text, .text = text });
}

static void
put_real (Pen *self, double value)
{
  put (self, (LscValue){ .type = LSC_TYPE_REAL, .is_null = isnan (value), .real = value });
}

static void
put_count (Pen *self, gint64 value)
{
  put (self,
       (LscValue){ .type = LSC_TYPE_INT, .is_null = value == LSC_INT_NULL, .integer = value });
}

static void
put_time (Pen *self, gint64 ns, double unit)
{
  put_real (self, ns != LSC_INT_NULL ? (double) ns / unit : LSC_REAL_NULL);
}

/* As the reference tool writes it: without a base infinite, 1 where there is nothing on both. */
static void
put_ratio (Pen *self, double base, double comparison)
{
  if (base == 0 && comparison != 0)
    put_text (self, "INF");
  else
    put_real (self, base == 0 ? 1 : comparison / base);
}

static void
skip (Pen *self, guint n)
{
  for (guint i = 0; i < n; i++)
    put_text (self, NULL);
}

/* Returns: %FALSE when the job was cancelled */
static gboolean
end_row (Pen *self, GError **error)
{
  self->row++;
  self->column = 0;
  return self->row % CHECK_ROWS != 0 || lsc_job_check (self->job, error);
}

/** A sheet. @base, @comparison: first and last column that the names of the sides stand above */
typedef struct
{
  const char *name;
  const char *const *columns;
  guint base[2];
  guint comparison[2];
  gboolean (*fill) (Pen *pen, GError **error);
  const char *missing; /* why there are no rows */
} Sheet;

/* ---- rows ---- */

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

static gboolean
fill_overall (Pen *pen, GError **error)
{
  const LscCompare *compare = pen->what->compare;

  if (compare->total->step_delta_ns == LSC_INT_NULL)
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (overall_rows); i++)
    {
      gint64 ns[LSC_N_SIDES];

      if (!is_told (compare, overall_rows[i].categories))
        continue;
      put_text (pen, overall_rows[i].index);
      for (guint side = 0; side < LSC_N_SIDES; side++)
        {
          ns[side] = sum_categories (compare, side, overall_rows[i].categories);
          put_time (pen, ns[side], MS);
          put_ratio (pen, (double) compare->total->step_ns[side], (double) ns[side]);
          skip (pen, 1);
        }
      put_time (pen, ns[LSC_AFTER] - ns[LSC_BEFORE], MS);
      put_ratio (pen, (double) ns[LSC_BEFORE], (double) ns[LSC_AFTER]);
      if (!end_row (pen, error))
        return FALSE;
    }
  return TRUE;
}

static void
put_op (Pen *pen, const LscReferenceOp *op)
{
  put_text (pen, op->name);
  put_text (pen, op->shapes);
  skip (pen, 1);
  put_text (pen, op->kernels);
  put_time (pen, op->name ? op->device_ns : LSC_INT_NULL, US);
}

static gboolean
fill_ops (Pen *pen, GError **error)
{
  const GPtrArray *pairs = pen->what->rows->pairs;

  for (guint i = 0; i < MIN (pairs->len, MOST_ROWS); i++)
    {
      const LscReferencePair *pair = pairs->pdata[i];
      gint64 before_ns = pair->side[LSC_BEFORE].device_ns,
             after_ns = pair->side[LSC_AFTER].device_ns;

      put_count (pen, i + 1);
      put_op (pen, &pair->side[LSC_BEFORE]);
      put_op (pen, &pair->side[LSC_AFTER]);
      put_time (pen, after_ns - before_ns, US);
      put_ratio (pen, (double) before_ns, (double) after_ns);
      if (!end_row (pen, error))
        return FALSE;
    }
  return TRUE;
}

/* What stands in a row after its number. */
typedef void (*PutRow) (Pen *pen, const LscReferenceRow *row);

static gboolean
fill_list (Pen *pen, LscReferenceList which, PutRow put_row, GError **error)
{
  const GPtrArray *list = pen->what->rows->lists[which];

  for (guint i = 0; i < MIN (list->len, MOST_ROWS); i++)
    {
      put_count (pen, i + 1);
      put_row (pen, list->pdata[i]);
      if (!end_row (pen, error))
        return FALSE;
    }
  return TRUE;
}

static void
put_op_top (Pen *pen, const LscReferenceRow *row)
{
  const LscReferenceSum *before = &row->sums[LSC_BEFORE], *after = &row->sums[LSC_AFTER];

  put_text (pen, row->name);
  put_time (pen, before->total_ns, MS);
  put_count (pen, before->n);
  put_time (pen, after->total_ns, MS);
  put_count (pen, after->n);
  put_time (pen, after->total_ns - before->total_ns, MS);
  put_ratio (pen, (double) before->total_ns, (double) after->total_ns);
}

static gboolean
fill_op_tops (Pen *pen, GError **error)
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
put_lengths (Pen *pen, const LscReferenceSum *sum)
{
  if (sum->n == 0)
    {
      skip (pen, 4);
      return;
    }
  put_time (pen, sum->total_ns, US);
  put_real (pen, get_mean (sum) / US);
  put_time (pen, sum->most_ns, US);
  put_time (pen, sum->least_ns, US);
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
  return round_to ((double) ns / US, CENTS);
}

static double
get_mean_us (const LscReferenceSum *sum)
{
  return sum->n > 0 ? round_to (round_to (sum->total_us, CENTS) / (double) sum->n, CENTS) : 0;
}

static void
put_rounded_ratio (Pen *pen, double base, double comparison)
{
  if (base == 0)
    put_ratio (pen, base, comparison);
  else
    put_real (pen, round_to (comparison / base, SHARES));
}

/* A kernel that a side lacks takes 0 us there; how many, at most and at least, is empty. */
static void
put_kernel (Pen *pen, const LscReferenceRow *row)
{
  const LscReferenceSum *before = &row->sums[LSC_BEFORE], *after = &row->sums[LSC_AFTER];

  put_text (pen, row->name);
  if (row->detail[0])
    put_text (pen, row->detail);
  else
    put_text (pen, "N/A");
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      const LscReferenceSum *sum = &row->sums[side];

      put_real (pen, round_to (sum->total_us, CENTS));
      put_real (pen, get_mean_us (sum));
      put_real (pen, sum->n > 0 ? to_us (sum->most_ns) : LSC_REAL_NULL);
      put_real (pen, sum->n > 0 ? to_us (sum->least_ns) : LSC_REAL_NULL);
      put_count (pen, sum->n > 0 ? sum->n : LSC_INT_NULL);
    }
  put_rounded_ratio (pen, round_to (before->total_us, CENTS), round_to (after->total_us, CENTS));
  put_rounded_ratio (pen, get_mean_us (before), get_mean_us (after));
}

static void
put_sums (Pen *pen, const LscReferenceRow *row)
{
  const LscReferenceSum *before = &row->sums[LSC_BEFORE], *after = &row->sums[LSC_AFTER];

  put_text (pen, row->name);
  put_text (pen, row->detail);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      put_lengths (pen, &row->sums[side]);
      put_count (pen, row->sums[side].n);
    }
  put_ratio (pen, (double) before->total_ns, (double) after->total_ns);
  put_ratio (pen, get_mean (before), get_mean (after));
}

static gboolean
fill_kernels (Pen *pen, GError **error)
{
  return fill_list (pen, LSC_REFERENCE_KERNELS, put_kernel, error);
}

static gboolean
fill_types (Pen *pen, GError **error)
{
  return fill_list (pen, LSC_REFERENCE_TYPES, put_sums, error);
}

static void
put_comm (Pen *pen, const LscReferenceRow *row)
{
  gint64 before_ns = row->sums[LSC_BEFORE].total_ns, after_ns = row->sums[LSC_AFTER].total_ns;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      gboolean is_there = row->sums[side].n > 0;

      /* a side that lacks the operation is empty, as in the workbook of the reference tool */
      put_text (pen, is_there ? row->name : NULL);
      skip (pen, 1);
      put_count (pen, is_there ? row->sums[side].n : LSC_INT_NULL);
      put_lengths (pen, &row->sums[side]);
    }
  put_real (pen, to_us (after_ns - before_ns));
  put_rounded_ratio (pen, (double) before_ns, (double) after_ns);
}

static gboolean
fill_comms (Pen *pen, GError **error)
{
  return fill_list (pen, LSC_REFERENCE_COMMS, put_comm, error);
}

/* Operator, shapes and types of its inputs, which are not read, its blocks, KB */
static void
put_blocks (Pen *pen, const LscReferenceBlocks *blocks)
{
  put_text (pen, blocks->name);
  skip (pen, 2);
  put_text (pen, blocks->details);
  put_real (pen, blocks->name ? (double) blocks->bytes / KB : LSC_REAL_NULL);
}

static void
put_memory (Pen *pen, const LscReferenceMemory *memory)
{
  double before = (double) memory->side[LSC_BEFORE].bytes / KB;
  double after = (double) memory->side[LSC_AFTER].bytes / KB;

  put_blocks (pen, &memory->side[LSC_BEFORE]);
  put_blocks (pen, &memory->side[LSC_AFTER]);
  put_real (pen, after - before);
  put_ratio (pen, before, after);
}

static void
put_memory_top (Pen *pen, const LscReferenceMemory *memory)
{
  double before = (double) memory->side[LSC_BEFORE].bytes / MB;
  double after = (double) memory->side[LSC_AFTER].bytes / MB;

  put_text (pen, memory->side[LSC_BEFORE].name);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      put_time (pen, memory->side[side].ns, MS);
      put_real (pen, side == LSC_BEFORE ? before : after);
      put_count (pen, memory->side[side].n);
    }
  put_real (pen, after - before);
  put_ratio (pen, before, after);
}

static gboolean
fill_memory (Pen *pen, const GPtrArray *rows,
             void (*put_row) (Pen *pen, const LscReferenceMemory *row), GError **error)
{
  for (guint i = 0; i < MIN (rows->len, MOST_ROWS); i++)
    {
      put_count (pen, i + 1);
      put_row (pen, rows->pdata[i]);
      if (!end_row (pen, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
fill_memories (Pen *pen, GError **error)
{
  return fill_memory (pen, pen->what->rows->memories->pairs, put_memory, error);
}

static gboolean
fill_memory_tops (Pen *pen, GError **error)
{
  return fill_memory (pen, pen->what->rows->memories->sums, put_memory_top, error);
}

static guint
get_level (const char *path)
{
  guint level = 1;

  for (const char *at = path; (at = strchr (at, '/')); at++)
    level++;
  return level;
}

static const char *
get_class (const char *path)
{
  const char *last = strrchr (path, '/');

  return last ? last + 1 : path;
}

/** What of a module a row is of. @op: (nullable): %NULL = all of it */
static void
put_of_module (Pen *pen, const LscReferenceModule *module, const LscReferenceModuleOp *op)
{
  const gint64 *self_ns = op ? op->ns : module->self_ns;
  const gint64 *total_ns = op ? op->ns : module->total_ns;

  put_count (pen, (gint64) pen->row + 1);
  put_text (pen, get_class (module->path));
  put_count (pen, get_level (module->path));
  put_text (pen, module->path);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      gboolean is_there = op ? op->n[side] > 0 : total_ns[side] > 0;

      put_text (pen, !is_there ? NULL : op ? op->name : "[ TOTAL ]");
      skip (pen, 1);
      put_time (pen, is_there ? self_ns[side] : LSC_INT_NULL, US);
      put_time (pen, is_there ? total_ns[side] : LSC_INT_NULL, US);
    }
  put_time (pen, total_ns[LSC_AFTER] - total_ns[LSC_BEFORE], US);
  put_time (pen, self_ns[LSC_AFTER] - self_ns[LSC_BEFORE], US);
  put_ratio (pen, (double) total_ns[LSC_BEFORE], (double) total_ns[LSC_AFTER]);
  skip (pen, 2);
}

static gboolean
fill_modules (Pen *pen, GError **error)
{
  const GPtrArray *modules = pen->what->rows->modules;

  for (guint i = 0; i < modules->len; i++)
    {
      const LscReferenceModule *module = modules->pdata[i];

      for (guint k = 0; k <= module->ops->len && pen->row < MOST_ROWS; k++)
        {
          put_of_module (pen, module, k > 0 ? module->ops->pdata[k - 1] : NULL);
          if (!end_row (pen, error))
            return FALSE;
        }
    }
  return TRUE;
}

static double
get_count (const LscChange *change, LscSide side)
{
  return change->ns[side] != 0 || change->count[side] > 0 ? change->count[side] : LSC_REAL_NULL;
}

static gboolean
fill_module_tops (Pen *pen, GError **error)
{
  const GPtrArray *list = pen->what->compare->total->lists[LSC_COMPARE_MODULES];

  for (guint i = 0; i < MIN (list->len, MOST_ROWS); i++)
    {
      const LscChange *change = list->pdata[i];
      put_count (pen, i + 1);
      put_text (pen, get_class (change->name));
      put_count (pen, get_level (change->name));
      put_text (pen, change->name);
      put_text (pen, "[ TOTAL ]");
      for (guint side = 0; side < LSC_N_SIDES; side++)
        {
          skip (pen, 1);
          put_time (pen, change->ns[side], MS);
          put_real (pen, get_count (change, side));
          skip (pen, 1);
        }
      skip (pen, 1);
      put_time (pen, change->delta_ns, MS);
      skip (pen, 3);
      if (!end_row (pen, error))
        return FALSE;
    }
  return TRUE;
}

static void
put_call (Pen *pen, const LscReferenceRow *row)
{
  const LscReferenceSum *before = &row->sums[LSC_BEFORE], *after = &row->sums[LSC_AFTER];

  put_text (pen, row->name);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      put_time (pen, row->sums[side].total_ns, MS);
      skip (pen, 1);
      put_real (pen, get_mean (&row->sums[side]) / MS);
      put_count (pen, row->sums[side].n);
    }
  put_ratio (pen, (double) before->total_ns, (double) after->total_ns);
  skip (pen, 1);
  put_ratio (pen, get_mean (before), get_mean (after));
  put_ratio (pen, (double) before->n, (double) after->n);
}

static gboolean
fill_calls (Pen *pen, GError **error)
{
  return fill_list (pen, LSC_REFERENCE_CALLS, put_call, error);
}

/* ---- what the figures are of ---- */

static gboolean
note_line (Pen *pen, const char *subject, const char *text, GError **error)
{
  put_text (pen, subject);
  put_text (pen, text);
  return end_row (pen, error);
}

static gboolean
note_step (Pen *pen, LscSide side, GError **error)
{
  const LscReferenceRows *rows = pen->what->rows;
  g_autoptr (GString) text = g_string_new (pen->what->places[side]);

  if (rows->rank[side] != LSC_INT_NULL)
    {
      g_autofree char *rank = lsc_rank_to_text (rows->rank[side]);

      g_string_append_printf (text, ", rank %s", rank);
    }
  if (rows->step[side] != LSC_INT_NULL)
    g_string_append_printf (text, ", step %" G_GINT64_FORMAT, rows->step[side]);
  return note_line (pen, side == LSC_BEFORE ? "Base" : "Comparison", text->str, error);
}

static gboolean
fill_method (Pen *pen, GError **error)
{
  if (!note_step (pen, LSC_BEFORE, error) || !note_step (pen, LSC_AFTER, error))
    return FALSE;
  for (gsize i = 0; _lsc_comparison_notes[i][0]; i++)
    if (!note_line (pen, _lsc_comparison_notes[i][0], _lsc_comparison_notes[i][1], error))
      return FALSE;
  return TRUE;
}

/* ---- sheets ---- */

static const Sheet sheets[] = {
  { "OverallMetrics",
    _lsc_comparison_overall_columns,
    { 1, 3 },
    { 4, 6 },
    fill_overall,
    "not available because no length of a step is known on both sides" },
  { "OperatorCompare",
    _lsc_comparison_op_columns,
    { 1, 5 },
    { 6, 10 },
    fill_ops,
    "not available because no kernels were recorded in the step" },
  { "OperatorCompareStatistic",
    _lsc_comparison_op_top_columns,
    { 2, 3 },
    { 4, 5 },
    fill_op_tops,
    "not available because no kernels were recorded in the step" },
  { "KernelCompare",
    _lsc_comparison_kernel_columns,
    { 3, 7 },
    { 8, 12 },
    fill_kernels,
    "not available because no kernels were recorded in the step" },
  { "KernelTypeCompare",
    _lsc_comparison_type_columns,
    { 3, 7 },
    { 8, 12 },
    fill_types,
    "not available because the types of kernels were not recorded on both sides" },
  { "CommunicationCompare",
    _lsc_comparison_comm_columns,
    { 1, 7 },
    { 8, 14 },
    fill_comms,
    "not available because no communication was recorded in the step" },
  { "MemoryCompare",
    _lsc_comparison_memory_columns,
    { 1, 5 },
    { 6, 10 },
    fill_memories,
    "not available because no allocations were recorded in the step" },
  { "MemoryCompareStatistic",
    _lsc_comparison_memory_top_columns,
    { 2, 4 },
    { 5, 7 },
    fill_memory_tops,
    "not available because no allocations were recorded in the step" },
  { "ModuleCompare",
    _lsc_comparison_module_columns,
    { 4, 7 },
    { 8, 11 },
    fill_modules,
    "not available because no modules were recorded in the step" },
  { "ModuleCompareStatistic",
    _lsc_comparison_module_top_columns,
    { 5, 8 },
    { 9, 12 },
    fill_module_tops,
    "not available because no modules were recorded" },
  { "ApiCompare",
    _lsc_comparison_api_columns,
    { 2, 5 },
    { 6, 9 },
    fill_calls,
    "not available because no calls of the host were recorded in the step" },
  { "Method", _lsc_comparison_method_columns, { 0, 0 }, { 0, 0 }, fill_method, NULL },
};

static guint
count_columns (const Sheet *sheet)
{
  return g_strv_length ((char **) sheet->columns);
}

static void
write_titles (Pen *pen, const Sheet *sheet)
{
  g_autofree char *base = g_strconcat ("Base Profiling: ", pen->what->places[LSC_BEFORE], NULL);
  g_autofree char *comparison =
      g_strconcat ("Comparison Profiling: ", pen->what->places[LSC_AFTER], NULL);

  if (sheet->base[1] > 0)
    {
      lsc_workbook_write_title (pen->book, pen->sheet, 0, sheet->base[0], sheet->base[1], base);
      lsc_workbook_write_title (pen->book, pen->sheet, 0, sheet->comparison[0],
                                sheet->comparison[1], comparison);
    }
  for (guint i = 0; sheet->columns[i]; i++)
    lsc_workbook_write_title (pen->book, pen->sheet, HEADER_ROWS - 1, i, i, sheet->columns[i]);
  worksheet_freeze_panes (pen->sheet, HEADER_ROWS, 0);
}

static gboolean
write_sheet (Pen *pen, const Sheet *sheet, GError **error)
{
  guint n_columns = count_columns (sheet);
  g_autofree double *widths = g_new (double, n_columns);

  for (guint i = 0; i < n_columns; i++)
    widths[i] = WIDTH;
  pen->sheet = lsc_workbook_add_sheet (pen->book, sheet->name, widths, n_columns, error);
  if (!pen->sheet)
    return FALSE;
  pen->row = pen->column = 0;
  write_titles (pen, sheet);
  if (!sheet->fill (pen, error))
    return FALSE;
  if (pen->row == 0 && sheet->missing)
    put_text (pen, sheet->missing);
  return TRUE;
}

/**
 * lsc_export_comparison_workbook:
 * @path: the workbook, replaced if it exists
 *
 * Writes the comparison in the sheets and columns of the reference tool (exports.md#comparison).
 * What the data does not tell says so where it would stand, or in the sheet Method.
 *
 * Returns: %FALSE with %LSC_ERROR_IO or %LSC_ERROR_CANCELLED
 */
gboolean
lsc_export_comparison_workbook (const LscComparisonBook *what, const char *path, LscJob *job,
                                GError **error)
{
  Pen pen;

  g_return_val_if_fail (what && path, FALSE);
  pen = (Pen){ .what = what, .book = lsc_workbook_open (path, 0, error), .job = job };
  if (!pen.book)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (sheets); i++)
    if (!write_sheet (&pen, &sheets[i], error))
      {
        lsc_workbook_discard (pen.book);
        return FALSE;
      }
  return lsc_workbook_close (pen.book, error);
}
