/* test-query-scratch.c - the files in memory in which a statement sorts, against plain arrays
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "analyze/query/lsc-query-private.h"

#define MOST_BYTES 400000
#define N_ACTS 2000

static sqlite3_file *
open_file (void)
{
  sqlite3_vfs *vfs = sqlite3_vfs_find (_lsc_query_scratch_name ());
  sqlite3_file *file = g_malloc0 ((gsize) vfs->szOsFile);

  g_assert_cmpint (vfs->xOpen (vfs, NULL, file, SQLITE_OPEN_TEMP_JOURNAL, NULL), ==, SQLITE_OK);
  return file;
}

static void
close_file (sqlite3_file *file)
{
  g_assert_cmpint (file->pMethods->xClose (file), ==, SQLITE_OK);
  g_free (file);
}

/* A file of so many bytes takes the pieces that it needs, and no more. */
static void
test_memory (void)
{
  sqlite3_file *empty = open_file ();
  gint64 piece = empty->pMethods->xSectorSize (empty);
  const gint64 sizes[] = { 1, piece - 1, piece, piece + 1, 2 * piece - 1, 2 * piece, 5 * piece };

  close_file (empty);
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      gint64 before = sqlite3_memory_used (), used;
      gint64 n_pieces = sizes[i] / piece + (sizes[i] % piece > 0);
      sqlite3_file *file = open_file ();

      g_assert_cmpint (file->pMethods->xWrite (file, "x", 1, sizes[i] - 1), ==, SQLITE_OK);
      used = sqlite3_memory_used () - before;
      g_assert_cmpint (used, >=, n_pieces * piece);
      g_assert_cmpint (used, <, (n_pieces + 1) * piece);
      close_file (file);
      g_assert_cmpint (sqlite3_memory_used (), ==, before);
    }
}

/* A plain file of the same content. */
typedef struct
{
  guint8 bytes[MOST_BYTES];
  gint64 n;
} Twin;

static void
write_both (sqlite3_file *file, Twin *twin, gint64 offset, int n)
{
  g_autofree guint8 *bytes = g_malloc ((gsize) n + 1);

  for (int i = 0; i < n; i++)
    bytes[i] = (guint8) g_test_rand_int ();
  memcpy (twin->bytes + offset, bytes, (gsize) n);
  twin->n = MAX (twin->n, offset + n);
  g_assert_cmpint (file->pMethods->xWrite (file, bytes, n, offset), ==, SQLITE_OK);
}

static void
truncate_both (sqlite3_file *file, Twin *twin, gint64 n)
{
  if (n < twin->n)
    {
      memset (twin->bytes + n, 0, (gsize) (twin->n - n));
      twin->n = n;
    }
  g_assert_cmpint (file->pMethods->xTruncate (file, n), ==, SQLITE_OK);
}

/* What lies beyond the end reads as zeros, and is told. */
static void
read_both (sqlite3_file *file, const Twin *twin, gint64 offset, int n)
{
  g_autofree guint8 *bytes = g_malloc ((gsize) n + 1);
  int code = file->pMethods->xRead (file, bytes, n, offset);

  g_assert_cmpint (code, ==, offset + n <= twin->n ? SQLITE_OK : SQLITE_IOERR_SHORT_READ);
  g_assert_cmpmem (bytes, n, twin->bytes + offset, n);
}

static void
test_twin (void)
{
  g_autofree Twin *twin = g_new0 (Twin, 1);
  sqlite3_file *file = open_file ();

  for (guint i = 0; i < N_ACTS; i++)
    {
      gint64 offset = g_test_rand_int_range (0, MOST_BYTES - 1);
      int n = g_test_rand_int_range (1, (gint32) MIN (MOST_BYTES - offset, 100000) + 1);
      sqlite3_int64 n_bytes;

      if (i % 4 == 0)
        write_both (file, twin, offset, n);
      else if (i % 16 == 1)
        truncate_both (file, twin, offset);
      else
        read_both (file, twin, offset, n);
      g_assert_cmpint (file->pMethods->xFileSize (file, &n_bytes), ==, SQLITE_OK);
      g_assert_cmpint (n_bytes, ==, twin->n);
    }
  close_file (file);
}

/* Nobody's file can be opened this way. */
static void
test_names (void)
{
  sqlite3_vfs *vfs = sqlite3_vfs_find (_lsc_query_scratch_name ());
  g_autofree sqlite3_file *file = g_malloc0 ((gsize) vfs->szOsFile);

  g_assert_cmpint (vfs->xOpen (vfs, "/tmp/a.db", file, SQLITE_OPEN_MAIN_DB, NULL), ==,
                   SQLITE_CANTOPEN);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query-scratch/memory", test_memory);
  g_test_add_func ("/query-scratch/twin", test_twin);
  g_test_add_func ("/query-scratch/names", test_names);
  return g_test_run ();
}
