/* lsc-text-blocks.c - blocks of memory in a text export
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/text/lsc-text-tables.h"

#define KIB 1024.0

enum
{
  COLUMN_NAME,
  COLUMN_SIZE,
  COLUMN_BEGIN,
  COLUMN_END,
  COLUMN_ACTIVE_END,
  COLUMN_STREAM,
  N_COLUMNS,
};

static const char *const titles[N_COLUMNS] = {
  "Name",      "Size(KB)", "Allocation Time(us)", "Release Time(us)", "Active Release Time(us)",
  "Stream Ptr"
};

static gint64
read_time (const LscCsv *csv, int column)
{
  gint64 ns;

  return lsc_csv_get_us (csv, column, &ns) ? ns : -1;
}

static void
take_row (LscMemoryBlocks *self, const LscCsv *csv, const int *columns)
{
  LscMemoryBlock block = {
    .size_bytes = -1,
    .begin_ns = read_time (csv, columns[COLUMN_BEGIN]),
    .end_ns = read_time (csv, columns[COLUMN_END]),
    .active_end_ns = read_time (csv, columns[COLUMN_ACTIVE_END]),
  };
  double kib;
  gboolean has_stream = lsc_csv_get_int64 (csv, columns[COLUMN_STREAM], &block.stream);
  gsize n = 0;
  const char *text = lsc_csv_get_known (csv, columns[COLUMN_NAME], &n);
  g_autofree char *name = text ? g_utf8_make_valid (text, (gssize) n) : NULL;

  if (lsc_csv_get_double (csv, columns[COLUMN_SIZE], &kib) && kib >= 0 &&
      kib < (double) (1LL << 50))
    block.size_bytes = (gint64) (kib * KIB + 0.5);
  if (!has_stream)
    block.stream = LSC_BLOCK_NO_STREAM;
  block.name = lsc_intern_add (self->names, name ? name : "?");
  block.pool = lsc_intern_add (self->names,
                               has_stream || columns[COLUMN_STREAM] == LSC_CSV_NONE ? "PTA" : "GE");
  lsc_memory_blocks_add (self, block);
}

/**
 * lsc_text_read_blocks:
 * @path: (nullable): operator_memory.csv
 *
 * Source: formats.md#memory-blocks: KB are 2^10 bytes.
 *
 * Returns: (transfer full) (nullable): its blocks; not recorded without a file; %NULL with @error
 */
LscMemoryBlocks *
lsc_text_read_blocks (const char *path, LscJob *job, GError **error)
{
  g_autoptr (LscMemoryBlocks) self = lsc_memory_blocks_new ();
  g_autoptr (LscCsv) csv = NULL;
  g_autoptr (GError) failure = NULL;
  int columns[N_COLUMNS];

  if (!path)
    return g_steal_pointer (&self);
  csv = lsc_csv_open (path, job, error);
  if (!csv)
    return NULL;
  self->is_recorded = TRUE;
  for (guint i = 0; i < N_COLUMNS; i++)
    columns[i] = lsc_csv_find (csv, titles[i]);
  while (lsc_csv_next (csv, &failure))
    take_row (self, csv, columns);
  if (failure)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  lsc_memory_blocks_seal (self);
  return g_steal_pointer (&self);
}
