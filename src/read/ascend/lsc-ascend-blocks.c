/* lsc-ascend-blocks.c - blocks of memory in a database
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-timeline-private.h"

#include "base/lsc-db.h"

#define TABLE "OP_MEMORY"

enum
{
  COLUMN_NAME,
  COLUMN_SIZE,
  COLUMN_BEGIN,
  COLUMN_END,
  COLUMN_ACTIVE_END,
  COLUMN_DEVICE,
  COLUMN_STREAM,
};

static const char *const columns[] = {
  "name",      "size", "allocationTime", "releaseTime", "activeReleaseTime", "deviceId",
  "streamPtr", NULL
};

/**
 * Reading: while the tables are read
 * @numbers: string id to 1 + its place in @ids; a block's name is that place, until texts are known
 * @ids: guint32: in the pool of names
 * @pta, @ge: pools: rows of CANN's operators tell no stream (formats.md#memory-blocks)
 */
typedef struct
{
  LscMemoryBlocks *out;
  GHashTable *numbers;
  GArray *ids;
  gint64 device;
  guint32 pta;
  guint32 ge;
} Reading;

static guint32
number_name (Reading *self, gint64 id)
{
  gpointer key = GSIZE_TO_POINTER (id);
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, key));
  guint32 unknown;

  if (number > 0)
    return number - 1;
  unknown = lsc_intern_add (self->out->names, "?");
  g_array_append_val (self->ids, unknown);
  g_hash_table_insert (self->numbers, key, GUINT_TO_POINTER (self->ids->len));
  return self->ids->len - 1;
}

static void
take_block (LscScan *scan, LscCell **cells, gpointer reading)
{
  Reading *self = reading;
  LscMemoryBlock block = {
    .size_bytes = lsc_value_int64_or (cells[COLUMN_SIZE], -1),
    .begin_ns = lsc_value_int64_or (cells[COLUMN_BEGIN], -1),
    .end_ns = lsc_value_int64_or (cells[COLUMN_END], -1),
    .active_end_ns = lsc_value_int64_or (cells[COLUMN_ACTIVE_END], -1),
    .stream = lsc_value_int64_or (cells[COLUMN_STREAM], LSC_BLOCK_NO_STREAM),
  };
  gint64 device = lsc_value_int64_or (cells[COLUMN_DEVICE], -1);

  if (self->device >= 0 && device >= 0 && device != self->device)
    return;
  block.name = number_name (self, lsc_value_int64_or (cells[COLUMN_NAME], -1));
  block.pool = block.stream == LSC_BLOCK_NO_STREAM && lsc_scan_has_column (scan, COLUMN_STREAM)
                   ? self->ge
                   : self->pta;
  lsc_memory_blocks_add (self->out, block);
}

static void
take_text (LscScan *scan, LscCell **cells, gpointer reading)
{
  Reading *self = reading;
  gint64 id = lsc_value_int64_or (cells[0], -1);
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, GSIZE_TO_POINTER (id)));
  const char *text = number > 0 ? lsc_cell_get_text (cells[1]) : NULL;
  g_autofree char *name = text ? g_utf8_make_valid (text, lsc_cell_get_bytes (cells[1])) : NULL;

  if (name)
    g_array_index (self->ids, guint32, number - 1) = lsc_intern_add (self->out->names, name);
}

/* No rows of a table that the file lacks. */
static gboolean
read_table (Reading *self, LscDb *db, const char *table, const char *const *wanted, LscRowFunc take,
            LscJob *job, GError **error)
{
  g_autoptr (LscScan) scan = NULL;

  if (!lsc_db_has_table (db, table))
    return TRUE;
  lsc_job_add_work (job, lsc_db_guess_rows (db, table));
  scan = lsc_db_scan (db, table, wanted, NULL, error);
  return scan && lsc_scan_run (scan, take, self, error);
}

static gboolean
read_tables (Reading *self, LscDb *db, LscJob *job, GError **error)
{
  static const char *const texts[] = { "id", "value", NULL };

  if (!read_table (self, db, TABLE, columns, take_block, job, error) ||
      !read_table (self, db, "STRING_IDS", texts, take_text, job, error))
    return FALSE;
  for (gsize i = 0; i < self->out->list.n; i++)
    {
      LscMemoryBlock *block = &self->out->list.items[i];

      block->name = g_array_index (self->ids, guint32, block->name);
    }
  return TRUE;
}

/**
 * _lsc_ascend_read_blocks:
 *
 * An #LscBlocksFunc: the rows of OP_MEMORY of the timeline's device.
 *
 * Source: formats.md#memory-blocks.
 */
LscMemoryBlocks *
_lsc_ascend_read_blocks (const LscTimeline *timeline, LscJob *job, GError **error)
{
  g_autoptr (LscMemoryBlocks) out = lsc_memory_blocks_new ();
  g_autoptr (LscDb) db = lsc_db_borrow (timeline->source->file, job, error);
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  Reading reading = { out,
                      numbers,
                      ids,
                      timeline->device,
                      lsc_intern_add (out->names, "PTA"),
                      lsc_intern_add (out->names, "GE") };

  if (!db)
    return NULL;
  out->is_recorded = lsc_db_has_table (db, TABLE);
  if ((out->is_recorded && !read_tables (&reading, db, job, error)) ||
      !lsc_db_check_answers (db, error))
    return NULL;
  lsc_db_return (g_steal_pointer (&db));
  lsc_memory_blocks_seal (out);
  return g_steal_pointer (&out);
}
