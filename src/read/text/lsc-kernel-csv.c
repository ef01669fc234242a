/* lsc-kernel-csv.c - the kernels of a text export
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/text/lsc-kernel-csv.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-sort.h"
#include "read/text/lsc-text-tables.h"
#include "model/lsc-slice.h"

/* Beyond these are mistakes, as in a database; differences and sums of what is left fit 64 bits. */
#define MOST_TIME_NS ((G_GINT64_CONSTANT (1) << 62) - (G_GINT64_CONSTANT (1) << 58))
#define MOST_DURATION_NS (G_GINT64_CONSTANT (1) << 53)

typedef struct
{
  int name, core, start, duration, stream, step, device;
  gboolean has_ns; /* starts are whole ns, as CANN 6 writes them */
} Columns;

static int
find (const LscCsv *csv, const char *first, const char *second)
{
  const char *const titles[] = { first, second, NULL };

  return lsc_csv_find_any (csv, titles);
}

static gboolean
find_columns (const LscCsv *csv, const char *path, Columns *columns, GError **error)
{
  g_autofree char *shown = NULL;

  columns->name = find (csv, "Name", "Op Name");
  columns->core = find (csv, "Accelerator Core", "Task Type");
  columns->start = find (csv, "Start Time(us)", "Task Start Time(us)");
  columns->has_ns = columns->start < 0;
  if (columns->has_ns)
    columns->start = find (csv, "Task Start Time", "Task Start Time(ns)");
  columns->duration = find (csv, "Duration(us)", "Task Duration(us)");
  columns->stream = find (csv, "Stream ID", "Stream Id");
  columns->step = find (csv, "Step Id", "Step ID");
  columns->device = find (csv, "Device_id", "Device ID");
  if (columns->name >= 0 && columns->start >= 0 && columns->duration >= 0)
    return TRUE;
  shown = g_filename_display_name (path);
  g_set_error (error, LSC_ERROR, LSC_ERROR_CORRUPT, _ ("%s: the table has no column %s."), shown,
               columns->name < 0    ? "Name"
               : columns->start < 0 ? "Start Time(us)"
                                    : "Duration(us)");
  return FALSE;
}

/** Returns: whether a kernel of that name only drives communication (steps.md#sets) */
gboolean
lsc_is_schedule_kernel (const char *name)
{
  return g_str_has_suffix (name, "AicpuKernel") || g_str_has_suffix (name, "AivKernel");
}

static gboolean
is_text (const char *text, gsize n, const char *word)
{
  return text && n == strlen (word) && memcmp (text, word, n) == 0;
}

static gboolean
begins (const char *text, gsize n, const char *word)
{
  return text && n >= strlen (word) && memcmp (text, word, strlen (word)) == 0;
}

/* What a row is (formats.md#kernel-details). Without a core, as at level 0, the name must tell. */
static guint8
get_kind (const char *core, gsize n, const char *name, gsize n_name)
{
  if (is_text (core, n, "HCCL") || is_text (core, n, "COMMUNICATION") ||
      begins (name, n_name, "hcom_"))
    return LSC_SLICE_COMM_OP;
  if (begins (core, n, "MIX"))
    return LSC_SLICE_MIX;
  if (is_text (core, n, "AI_CORE"))
    return LSC_SLICE_CUBE;
  if (begins (core, n, "AI_VECTOR"))
    return LSC_SLICE_VECTOR;
  if (is_text (core, n, "AI_CPU"))
    return LSC_SLICE_AI_CPU;
  if (begins (core, n, "DSA"))
    return LSC_SLICE_DSA;
  return LSC_SLICE_COMPUTE;
}

/* Whether a name only drives communication, asked once for each name. */
static gboolean
is_schedule (GByteArray *known, const LscIntern *strings, guint32 name)
{
  guint8 *answer;

  if (G_UNLIKELY (name >= known->len))
    {
      guint before = known->len;

      if (name >= G_MAXUINT / 2)
        return lsc_is_schedule_kernel (lsc_intern_text (strings, name));
      g_byte_array_set_size (known, (guint) name * 2 + 64);
      memset (known->data + before, 0, known->len - before);
    }
  answer = &known->data[name];
  if (*answer == 0)
    *answer = lsc_is_schedule_kernel (lsc_intern_text (strings, name)) ? 2 : 1;
  return *answer == 2;
}

static gboolean
read_row (LscKernelTable *self, const LscCsv *csv, const Columns *columns, LscIntern *strings,
          GByteArray *schedules)
{
  gsize n_name, n_core;
  const char *name = lsc_csv_get (csv, columns->name, &n_name);
  const char *core = lsc_csv_get_known (csv, columns->core, &n_core);
  gint64 start, duration, number;
  LscKernelRow row = { .step = -1, .stream = LSC_KERNEL_ROW_NONE };

  if (!name ||
      !(columns->has_ns ? lsc_csv_get_int64 (csv, columns->start, &start)
                        : lsc_csv_get_us (csv, columns->start, &start)) ||
      !lsc_csv_get_us (csv, columns->duration, &duration) || duration < 0 || start < 0 ||
      start >= MOST_TIME_NS || duration > MOST_DURATION_NS)
    return FALSE;
  row.start_ns = start;
  row.end_ns = start + duration;
  row.offset = lsc_csv_get_offset (csv);
  row.kind = get_kind (core, n_core, name, n_name);
  row.name = lsc_intern_add_bytes (strings, name, n_name);
  if (row.kind != LSC_SLICE_COMM_OP && is_schedule (schedules, strings, row.name))
    row.kind = LSC_SLICE_SCHEDULE;
  if (lsc_csv_get_int64 (csv, columns->stream, &number) && number >= 0 &&
      number < LSC_KERNEL_ROW_NONE)
    row.stream = (guint32) number;
  if (lsc_csv_get_int64 (csv, columns->step, &number))
    row.step = number;
  if (self->device < 0 && lsc_csv_get_int64 (csv, columns->device, &number))
    self->device = number;
  self->has_cores = self->has_cores || (core && row.kind != LSC_SLICE_COMM_OP);
  lsc_kernel_rows_append (&self->rows, row);
  return TRUE;
}

static gint64
key_start (gsize index, gconstpointer data)
{
  return ((const LscKernelRow *) data)[index].start_ns;
}

/**
 * lsc_kernel_table_read:
 * @path: kernel_details.csv or op_summary_*.csv, of any version
 * @strings: receives the names
 * @notices: receives what was odd: bad rows, a table that ends inside a row
 *
 * Errors: those of lsc_csv_open() and lsc_csv_next(); %LSC_ERROR_CORRUPT when a column is missing
 * without which there are no kernels
 *
 * Source: formats.md#kernel-details.
 *
 * Returns: (transfer full) (nullable): its rows
 */
LscKernelTable *
lsc_kernel_table_read (const char *path, LscIntern *strings, LscNotices *notices, LscJob *job,
                       GError **error)
{
  g_return_val_if_fail (path && strings && notices, NULL);

  g_autoptr (LscKernelTable) self = g_new0 (LscKernelTable, 1);
  g_autoptr (LscCsv) csv = lsc_csv_open (path, job, error);
  g_autoptr (GError) local = NULL;
  g_autoptr (GByteArray) schedules = g_byte_array_new ();
  gint64 n_bad = 0, first_bad = 0;
  Columns columns;

  self->path = g_strdup (path);
  self->device = -1;
  if (!csv || !find_columns (csv, path, &columns, error))
    return NULL;
  while (lsc_csv_next (csv, &local))
    if (!read_row (self, csv, &columns, strings, schedules) && n_bad++ == 0)
      first_bad = lsc_csv_get_row (csv);
  if (g_error_matches (local, LSC_ERROR, LSC_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  lsc_text_table_report (notices, csv, path, local, n_bad, first_bad);
  lsc_sort_items (self->rows.items, self->rows.n, sizeof *self->rows.items, key_start);
  return g_steal_pointer (&self);
}

/**
 * lsc_kernel_table_move_names:
 * @from: where the names of the rows are
 * @into: receives those that are in use; they are the names of the rows afterwards
 */
void
lsc_kernel_table_move_names (LscKernelTable *self, const LscIntern *from, LscIntern *into)
{
  gsize n = lsc_intern_size (from);
  g_autofree guint32 *names = g_new (guint32, n + 1);

  g_return_if_fail (self);
  for (gsize i = 0; i < n; i++)
    names[i] = lsc_intern_add_bytes (into, lsc_intern_text (from, (guint32) i),
                                     lsc_intern_length (from, (guint32) i));
  for (gsize i = 0; i < self->rows.n; i++)
    self->rows.items[i].name = names[self->rows.items[i].name];
}

void
lsc_kernel_table_free (LscKernelTable *self)
{
  if (!self)
    return;
  lsc_kernel_rows_clear (&self->rows);
  g_free (self->path);
  g_free (self);
}

/**
 * lsc_kernel_table_seek:
 * @hint: what the last call returned; 0 to begin with
 *
 * Cost: a few steps when asked for rising times, else O(log n).
 *
 * Returns: the first row that starts at @time_ns or later
 */
gsize
lsc_kernel_table_seek (const LscKernelTable *self, gsize hint, gint64 time_ns)
{
  g_return_val_if_fail (self, 0);

  const LscKernelRow *rows = self->rows.items;
  gsize low = 0, high = self->rows.n;

  if (hint <= high && (hint == 0 || rows[hint - 1].start_ns < time_ns))
    {
      for (low = hint; low < high && low < hint + 8; low++)
        if (rows[low].start_ns >= time_ns)
          return low;
    }
  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (rows[middle].start_ns < time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}
