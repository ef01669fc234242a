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
};

static const char *const columns[] = {
  "name", "size", "allocationTime", "releaseTime", "activeReleaseTime", "deviceId", NULL
};

/** While the table is read. @known: string id to 1 + id in the pool of names */
typedef struct
{
  LscMemoryBlocks *out;
  LscDb *db;
  sqlite3_stmt *find; /* (nullable): the file has no texts */
  GHashTable *known;
  gint64 device;
  LscJob *job;
} Reading;

static guint32
find_name (Reading *self, gint64 id)
{
  guint32 known = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, GSIZE_TO_POINTER (id)));
  g_autofree char *name = NULL;

  if (known > 0)
    return known - 1;
  if (self->find && sqlite3_bind_int64 (self->find, 1, id) == SQLITE_OK &&
      sqlite3_step (self->find) == SQLITE_ROW && sqlite3_column_text (self->find, 0))
    name = g_utf8_make_valid ((const char *) sqlite3_column_text (self->find, 0), -1);
  if (self->find)
    sqlite3_reset (self->find);
  known = lsc_intern_add (self->out->names, name ? name : "?");
  g_hash_table_insert (self->known, GSIZE_TO_POINTER (id), GUINT_TO_POINTER (known + 1));
  return known;
}

static void
take_row (Reading *self, sqlite3_stmt *stmt)
{
  LscMemoryBlock block = {
    .size_bytes = lsc_cell_int64_or (stmt, COLUMN_SIZE, -1),
    .begin_ns = lsc_cell_int64_or (stmt, COLUMN_BEGIN, -1),
    .end_ns = lsc_cell_int64_or (stmt, COLUMN_END, -1),
    .active_end_ns = lsc_cell_int64_or (stmt, COLUMN_ACTIVE_END, -1),
  };
  gint64 device = lsc_cell_int64_or (stmt, COLUMN_DEVICE, -1);

  if (self->device >= 0 && device >= 0 && device != self->device)
    return;
  block.name = find_name (self, lsc_cell_int64_or (stmt, COLUMN_NAME, -1));
  lsc_memory_blocks_add (self->out, block);
}

static gboolean
read_rows (Reading *self, GError **error)
{
  g_autoptr (LscScan) scan = lsc_db_scan (self->db, TABLE, columns, NULL, error);
  gint64 n = 0;

  if (!scan)
    return FALSE;
  while (lsc_scan_next (scan))
    {
      take_row (self, lsc_scan_get_stmt (scan));
      if (++n % 4096 == 0 && !lsc_job_check (self->job, error))
        return FALSE;
    }
  return lsc_scan_finish (scan, error);
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
  g_autoptr (LscDb) db = lsc_db_open (timeline->source->file, job, error);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  Reading reading = {
    .out = out, .db = db, .known = known, .device = timeline->device, .job = job
  };
  gboolean ok;

  if (!db)
    return NULL;
  if (!lsc_db_has_table (db, TABLE))
    return g_steal_pointer (&out);
  out->is_recorded = TRUE;
  if (lsc_db_has_column (db, "STRING_IDS", "id") && lsc_db_has_column (db, "STRING_IDS", "value"))
    sqlite3_prepare_v2 (lsc_db_get_handle (db),
                        "SELECT \"value\" FROM main.\"STRING_IDS\" WHERE \"id\" = ?1", -1,
                        &reading.find, NULL);
  ok = read_rows (&reading, error);
  sqlite3_finalize (reading.find);
  if (!ok)
    return NULL;
  lsc_memory_blocks_seal (out);
  return g_steal_pointer (&out);
}
