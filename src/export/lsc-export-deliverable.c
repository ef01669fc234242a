/* lsc-export-deliverable.c - tables with the columns of the exporter's own files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-deliverable.h"

#include <inttypes.h>
#include <string.h>

/* exports.md#deliverables. Numbers are texts with the digits that the exporter writes: a real would
 * have others. */

/** How a value is written. */
typedef enum
{
  AS_TEXT,
  AS_COUNT,
  AS_US,      /* of ns */
  AS_PERCENT, /* of a share */
  AS_REAL,    /* three digits behind the point */
} Form;

/** @from: column of ours */
typedef struct
{
  const char *from;
  const char *title;
  Form form;
} Column;

#define MOST_COLUMNS 16

/* Cuts zeros at the end, but for one behind the point. */
static char *
trim (char *text)
{
  gsize n = strlen (text);

  while (n > 2 && text[n - 1] == '0' && text[n - 2] != '.')
    text[--n] = '\0';
  return text;
}

/* With three digits behind the point. */
static char *
write_us (gint64 ns)
{
  return g_strdup_printf ("%s%" PRIu64 ".%03u", ns < 0 ? "-" : "", (guint64) ABS (ns) / 1000,
                          (guint) ((guint64) ABS (ns) % 1000));
}

static char *
write_real (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return trim (g_strdup (g_ascii_formatd (text, sizeof text, "%.3f", value)));
}

/* (transfer full) (nullable) */
static char *
write_value (LscValue value, Form form)
{
  if (value.is_null)
    return NULL;
  switch (form)
    {
    case AS_TEXT:
      return g_strdup (value.text);
    case AS_US:
      return trim (write_us (value.integer));
    case AS_PERCENT:
      return write_real (100 * value.real);
    case AS_REAL:
      return write_real (value.real);
    case AS_COUNT:
    default:
      return g_strdup_printf ("%" PRId64, value.integer);
    }
}

static LscTable *
make_table (const char *name, const Column *columns, guint n)
{
  LscColumn about[MOST_COLUMNS] = { 0 };

  g_assert (n <= MOST_COLUMNS);
  for (guint i = 0; i < n; i++)
    about[i] = (LscColumn){ columns[i].title, NULL, LSC_TYPE_TEXT, LSC_UNIT_NONE, NULL };
  return lsc_table_new (name, about, n);
}

static LscTable *
convert (const LscTable *from, const char *name, const Column *columns, guint n)
{
  LscTable *to = make_table (name, columns, n);

  for (gsize row = 0; row < lsc_table_get_n_rows (from); row++)
    {
      gsize added = lsc_table_add_row (to);

      for (guint i = 0; i < n; i++)
        {
          g_autofree char *text =
              write_value (lsc_table_get_named (from, row, columns[i].from), columns[i].form);

          if (text)
            lsc_table_set_text (to, added, i, text);
        }
    }
  return to;
}

/**
 * lsc_export_to_op_statistic:
 * @operators: by type and core, of one rank
 *
 * Returns: (transfer full): the same with the columns of op_statistic.csv
 */
LscTable *
lsc_export_to_op_statistic (const LscTable *operators)
{
  static const Column columns[] = {
    { "type", "OP Type", AS_TEXT },      { "core", "Core Type", AS_TEXT },
    { "count", "Count", AS_COUNT },      { "total_ns", "Total Time(us)", AS_US },
    { "min_ns", "Min Time(us)", AS_US }, { "mean_ns", "Avg Time(us)", AS_US },
    { "max_ns", "Max Time(us)", AS_US }, { "share", "Ratio(%)", AS_PERCENT },
  };

  g_return_val_if_fail (operators, NULL);
  return convert (operators, "op_statistic", columns, G_N_ELEMENTS (columns));
}

/* The exporter calls the level of collectives hccl. */
static void
rename_levels (LscTable *table)
{
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    if (g_strcmp0 (lsc_table_get (table, row, 0).text, "communication") == 0)
      lsc_table_set_text (table, row, 0, "hccl");
}

/**
 * lsc_export_to_api_statistic:
 * @calls: the table "host_calls" of one rank
 *
 * Returns: (transfer full): the same with the columns of api_statistic.csv
 */
LscTable *
lsc_export_to_api_statistic (const LscTable *calls)
{
  static const Column columns[] = {
    { "level", "Level", AS_TEXT },    { "name", "API Name", AS_TEXT },
    { "time_ns", "Time(us)", AS_US }, { "count", "Count", AS_COUNT },
    { "mean_ns", "Avg(us)", AS_US },  { "min_ns", "Min(us)", AS_US },
    { "max_ns", "Max(us)", AS_US },   { "variance_us2", "Variance", AS_REAL },
  };
  LscTable *table;

  g_return_val_if_fail (calls, NULL);
  table = convert (calls, "api_statistic", columns, G_N_ELEMENTS (columns));
  rename_levels (table);
  return table;
}

/* ---- blocks ---- */

/* (transfer full): as many digits as there are, one behind the point at least */
static char *
write_size (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_dtostr (text, sizeof text, value);
  return strpbrk (text, ".en") ? g_strdup (text) : g_strconcat (text, ".0", NULL);
}

/* (nullable): the value of a curve at a time; of a pool without that curve, and before it, %NULL */
static char *
write_total (const LscMemoryLog *log, guint32 pool, LscMemoryQuantity quantity, gint64 time_ns)
{
  const LscMemoryCurve *curve = lsc_memory_log_find_curve (log, pool, quantity);
  gsize low = 0, high = curve ? curve->points.n : 0;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (curve->points.items[middle].time_ns <= time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low == 0 ? NULL : write_size ((double) curve->points.items[low - 1].bytes / 1048576.0);
}

static void
set_totals (LscTable *table, gsize row, guint column, const LscMemoryLog *log, guint32 pool,
            gint64 time_ns)
{
  static const LscMemoryQuantity quantities[] = { LSC_MEMORY_ALLOCATED, LSC_MEMORY_RESERVED,
                                                  LSC_MEMORY_ACTIVE };

  for (guint i = 0; i < G_N_ELEMENTS (quantities); i++)
    {
      g_autofree char *text = write_total (log, pool, quantities[i], time_ns);

      if (text)
        lsc_table_set_text (table, row, column + i, text);
    }
}

static void
set_us (LscTable *table, gsize row, guint column, gint64 ns)
{
  g_autofree char *text = write_us (ns);

  lsc_table_set_text (table, row, column, text);
}

/** Columns of operator_memory.csv. */
enum
{
  NAME,
  SIZE,
  BEGIN,
  END,
  ACTIVE_END,
  DURATION,
  ACTIVE_DURATION,
  TOTALS_AT_BEGIN,
  TOTALS_AT_END = TOTALS_AT_BEGIN + 3,
  STREAM = TOTALS_AT_END + 3,
  DEVICE,
};

/* Those of GE, which have no stream, are written with as many digits as there are. */
static void
set_duration (LscTable *table, gsize row, const LscMemoryLife *life)
{
  g_autofree char *text = write_us (life->end_ns - life->begin_ns);

  lsc_table_set_text (table, row, DURATION, life->stream == G_MAXINT64 ? trim (text) : text);
}

static void
add_block (LscTable *table, const LscMemoryLog *log, const LscMemoryLife *life)
{
  gsize row = lsc_table_add_row (table);
  gint64 device = log->pools.items[life->pool].device;
  g_autofree char *device_text = g_strdup_printf (
      log->source == LSC_MEMORY_FROM_ASCEND ? "NPU:%" PRId64 : "GPU:%" PRId64, device);
  g_autofree char *stream = g_strdup_printf ("%" PRId64, life->stream);
  g_autofree char *size = write_size ((double) life->size_bytes / 1024.0);

  if (life->name != LSC_MEMORY_NONE)
    lsc_table_set_text (table, row, NAME, lsc_intern_text (log->texts, life->name));
  lsc_table_set_text (table, row, SIZE, size);
  set_us (table, row, BEGIN, life->begin_ns);
  set_totals (table, row, TOTALS_AT_BEGIN, log, life->pool, life->begin_ns);
  if (life->end == LSC_MEMORY_END_RECORDED && life->end_ns != G_MAXINT64)
    {
      set_us (table, row, END, life->end_ns);
      set_duration (table, row, life);
      set_totals (table, row, TOTALS_AT_END, log, life->pool, life->end_ns);
    }
  if (life->active_end_ns != G_MAXINT64)
    {
      set_us (table, row, ACTIVE_END, life->active_end_ns);
      set_us (table, row, ACTIVE_DURATION, life->active_end_ns - life->begin_ns);
    }
  if (life->stream != G_MAXINT64)
    lsc_table_set_text (table, row, STREAM, stream);
  if (device >= 0)
    lsc_table_set_text (table, row, DEVICE, device_text);
}

/**
 * lsc_export_to_operator_memory:
 *
 * Blocks that were allocated while it was recorded; inferred releases are left empty, as they were
 * recorded.
 *
 * Returns: (transfer full): a table with the columns of operator_memory.csv
 */
LscTable *
lsc_export_to_operator_memory (LscMemory *memory)
{
  static const Column columns[] = {
    { NULL, "Name", AS_TEXT },
    { NULL, "Size(KB)", AS_TEXT },
    { NULL, "Allocation Time(us)", AS_TEXT },
    { NULL, "Release Time(us)", AS_TEXT },
    { NULL, "Active Release Time(us)", AS_TEXT },
    { NULL, "Duration(us)", AS_TEXT },
    { NULL, "Active Duration(us)", AS_TEXT },
    { NULL, "Allocation Total Allocated(MB)", AS_TEXT },
    { NULL, "Allocation Total Reserved(MB)", AS_TEXT },
    { NULL, "Allocation Total Active(MB)", AS_TEXT },
    { NULL, "Release Total Allocated(MB)", AS_TEXT },
    { NULL, "Release Total Reserved(MB)", AS_TEXT },
    { NULL, "Release Total Active(MB)", AS_TEXT },
    { NULL, "Stream Ptr", AS_TEXT },
    { NULL, "Device Type", AS_TEXT },
  };
  LscTable *table;
  const LscMemoryLog *log;

  g_return_val_if_fail (memory, NULL);
  log = lsc_memory_get_log (memory);
  table = make_table ("operator_memory", columns, G_N_ELEMENTS (columns));
  for (gsize i = 0; i < log->lives.n; i++)
    if (log->lives.items[i].begin_ns != G_MININT64)
      add_block (table, log, &log->lives.items[i]);
  return table;
}
