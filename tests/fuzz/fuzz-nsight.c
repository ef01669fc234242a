/* fuzz-nsight.c - damaged exports of Nsight Systems never crash or stall the reader, nor lose rows
 * in silence
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lsc-test-nsight.h"
#include "read/lsc-open.h"

/* The first byte of an input says what the rest is: 0 = patches of a small valid export, each of
 * three bytes of offset, one of length, and so many bytes; 1 = statements in SQL that change it; 2
 * = a whole file. Any other value counts modulo 3. */

enum
{
  INPUT_PATCHES,
  INPUT_SQL,
  INPUT_FILE,
  N_INPUTS,
};

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static char *image;
static gsize image_bytes;
static char *folder;
static char *path;

static void
quiet (const char *domain, GLogLevelFlags level, const char *message, gpointer user_data)
{
}

static void
tidy_up (void)
{
  g_remove (path);
  g_rmdir (folder);
}

static void
set_up (void)
{
  const char *fast = g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR) ? "/dev/shm" : g_get_tmp_dir ();
  g_autofree char *name = g_strdup_printf ("lanescope-fuzz-%d", (int) getpid ());
  NsTruth truth[NS_N_PROCESSES];
  sqlite3 *db;

  g_log_set_default_handler (quiet, NULL);
  folder = g_build_filename (fast, name, NULL);
  path = g_build_filename (folder, "report.sqlite", NULL);
  g_mkdir_with_parents (folder, 0700);
  atexit (tidy_up);
  db = ns_new (path);
  ns_write_training (db, truth);
  ns_close (db);
  if (!g_file_get_contents (path, &image, &image_bytes, NULL))
    abort ();
}

static gboolean
write_file (const char *bytes, gsize n)
{
  FILE *file = g_fopen (path, "wb");
  gboolean ok = file && (n == 0 || fwrite (bytes, 1, n, file) == n);

  if (file)
    fclose (file);
  return ok;
}

static gboolean
write_patched (const uint8_t *data, size_t size)
{
  g_autofree char *bytes = g_memdup2 (image, image_bytes);

  while (size > 4)
    {
      gsize offset = ((gsize) data[0] << 16 | (gsize) data[1] << 8 | data[2]) % image_bytes;
      gsize length = MIN (MIN ((gsize) data[3] + 1, size - 4), image_bytes - offset);

      memcpy (bytes + offset, data + 4, length);
      data += 4 + length;
      size -= 4 + length;
    }
  return write_file (bytes, image_bytes);
}

/* Nothing that counts without end, or reaches for other files; and tables stay tables, whose rows
 * can be counted. */
static gboolean
is_wild (const char *sql)
{
  static const char *const words[] = { "recursive", "attach", "vacuum", "pragma", "create", NULL };

  for (gsize i = 0; words[i]; i++)
    if (strcasestr (sql, words[i]))
      return TRUE;
  return FALSE;
}

static gboolean
write_changed (const uint8_t *data, size_t size)
{
  g_autofree char *sql = g_strndup ((const char *) data, size);
  sqlite3 *db;

  if (is_wild (sql) || !write_file (image, image_bytes) || sqlite3_open (path, &db) != SQLITE_OK)
    return FALSE;
  sqlite3_limit (db, SQLITE_LIMIT_VDBE_OP, 2000);
  sqlite3_limit (db, SQLITE_LIMIT_LENGTH, 100000);
  sqlite3_exec (db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", NULL, NULL, NULL);
  sqlite3_exec (db, sql, NULL, NULL, NULL);
  sqlite3_close (db);
  return TRUE;
}

static gboolean
write_input (const uint8_t *data, size_t size)
{
  switch (data[0] % N_INPUTS)
    {
    case INPUT_PATCHES:
      return write_patched (data + 1, size - 1);
    case INPUT_SQL:
      return write_changed (data + 1, size - 1);
    default:
      return write_file ((const char *) data + 1, size - 1);
    }
}

static void
read_all (void)
{
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_NSIGHT, folder, path);
  g_autoptr (LscTimeline) timeline = lsc_timeline_load (source, 1, NULL, NULL);
  g_autofree char *problem = timeline ? ns_compare_rows (path, timeline) : NULL;
  LscRunSummary *summary = lsc_run_summary_read (source, NULL, NULL);

  if (summary)
    lsc_run_summary_free (summary);
  if (problem)
    {
      g_printerr ("%s\n", problem);
      abort ();
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  if (!folder)
    set_up ();
  if (size > 0 && write_input (data, size))
    read_all ();
  return 0;
}
