/* test-nsight-damage.c - damaged exports of Nsight Systems: no crash, and no row lost in silence
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "lsc-test-files.h"
#include "lsc-test-nsight.h"

/* A run is damaged by its tables, columns and cells, or by its bytes. Rows are counted by SQLite
 * alone and are either among the slices or in a notice. LANESCOPE_NSIGHT_DAMAGE=N: how many files,
 * LANESCOPE_NSIGHT_DAMAGE_FIRST=N: the number of the first, which a failure prints. */

#define USUAL_FILES 400

static const char *const other_tables[] = { "StringIds",
                                            "TARGET_INFO_GPU",
                                            "TARGET_INFO_CUDA_DEVICE",
                                            "TARGET_INFO_SESSION_START_TIME",
                                            "CUDA_GRAPH_NODE_EVENTS",
                                            "META_DATA_EXPORT" };
static const char *const columns[] = { "start",
                                       "end",
                                       "deviceId",
                                       "streamId",
                                       "correlationId",
                                       "globalPid",
                                       "globalTid",
                                       "nameId",
                                       "demangledName",
                                       "shortName",
                                       "graphNodeId",
                                       "graphId",
                                       "eventType",
                                       "text",
                                       "textId",
                                       "domainId",
                                       "copyKind",
                                       "bytes",
                                       "syncType",
                                       "value",
                                       "id",
                                       "gpuId",
                                       "cudaId",
                                       "pid",
                                       "endGlobalTid",
                                       "eventClass",
                                       "utcEpochNs",
                                       "originalGraphNodeId" };
static const char *const values[] = { "NULL",
                                      "-1",
                                      "0",
                                      "1",
                                      "4294967295",
                                      "9223372036854775807",
                                      "-9223372036854775808",
                                      "4611686018427387904",
                                      "5e300",
                                      "1.5",
                                      "''",
                                      "'text'",
                                      "'12'",
                                      "x'00ff'",
                                      "281474976710656",
                                      "'{''Module'': '''",
                                      "'a, seq = 99999999999999999999'",
                                      "char(255) || char(0) || 'a'",
                                      "34",
                                      "60",
                                      "75" };

#define PICK(random, list) list[g_rand_int_range (random, 0, (gint32) G_N_ELEMENTS (list))]

static char *folder;
static char *clean;
static gsize n_clean;

/* ---- damage ---- */

static const char *
pick_table (GRand *random)
{
  return g_rand_boolean (random) ? PICK (random, ns_event_tables) : PICK (random, other_tables);
}

/* What does not fit the schema is no damage. */
static void
try (sqlite3 *db, char *sql)
{
  sqlite3_exec (db, sql, NULL, NULL, NULL);
  g_free (sql);
}

static void
damage_schema (sqlite3 *db, GRand *random)
{
  const char *table = pick_table (random);

  switch (g_rand_int_range (random, 0, 4))
    {
    case 0:
      try (db, g_strdup_printf ("DROP TABLE %s", table));
      break;
    case 1:
      try (db, g_strdup_printf ("ALTER TABLE %s DROP COLUMN %s", table, PICK (random, columns)));
      break;
    case 2:
      try (db, g_strdup_printf ("ALTER TABLE %s RENAME TO x", table));
      break;
    default:
      try (db, g_strdup_printf ("DELETE FROM %s", table));
      break;
    }
}

/* A table without the types and constraints that it had. */
static void
loosen (sqlite3 *db, const char *table)
{
  try (db, g_strdup_printf ("CREATE TABLE loose AS SELECT * FROM %s", table));
  try (db, g_strdup_printf ("DROP TABLE %s", table));
  try (db, g_strdup_printf ("ALTER TABLE loose RENAME TO %s", table));
}

static void
damage_cells (sqlite3 *db, GRand *random)
{
  const char *table = pick_table (random);
  int n = g_rand_int_range (random, 1, 20);

  loosen (db, table);
  for (int i = 0; i < n; i++)
    try (db, g_strdup_printf ("UPDATE %s SET \"%s\" = %s WHERE rowid %% %d = %d", table,
                              PICK (random, columns), PICK (random, values),
                              g_rand_int_range (random, 1, 100), g_rand_int_range (random, 0, 4)));
}

static void
damage_bytes (const char *path, GRand *random)
{
  g_autofree char *bytes = g_memdup2 (clean, n_clean);
  gsize n = n_clean;
  int n_damages = g_rand_int_range (random, 1, 20);

  for (int i = 0; i < n_damages; i++)
    bytes[g_rand_int_range (random, i % 4 ? 0 : 100, (gint32) n)] = (char) g_rand_int (random);
  if (g_rand_int_range (random, 0, 8) == 0)
    n = (gsize) g_rand_int_range (random, 0, (gint32) n);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) n, NULL));
}

static void
damage_rows (const char *path, GRand *random)
{
  sqlite3 *db;
  int n = g_rand_int_range (random, 1, 4);

  g_assert_true (g_file_set_contents (path, clean, (gssize) n_clean, NULL));
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_exec (db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN", NULL, NULL, NULL);
  for (int i = 0; i < n; i++)
    if (g_rand_int_range (random, 0, 3) == 0)
      damage_schema (db, random);
    else
      damage_cells (db, random);
  sqlite3_exec (db, "COMMIT", NULL, NULL, NULL);
  sqlite3_close (db);
}

static void
check_file (guint number)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (number);
  g_autofree char *name = g_strdup_printf ("%u.sqlite", number);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTimeline) timeline = NULL;
  g_autofree char *problem = NULL;

  if (g_rand_boolean (random))
    damage_rows (path, random);
  else
    damage_bytes (path, random);
  timeline = ns_load (path, NULL, &error);
  g_assert_true (!timeline == (error != NULL));
  problem = timeline ? ns_compare_rows (path, timeline) : NULL;
  if (problem)
    g_error ("file %u: %s", number, problem);
  g_unlink (path);
}

static guint
get_number (const char *name, guint otherwise)
{
  const char *text = g_getenv (name);

  return text ? (guint) strtoul (text, NULL, 10) : otherwise;
}

static void
test_damage (void)
{
  guint n = get_number ("LANESCOPE_NSIGHT_DAMAGE", USUAL_FILES);
  guint first = get_number ("LANESCOPE_NSIGHT_DAMAGE_FIRST", 0);
  g_autofree char *path = g_build_filename (folder, "clean.sqlite", NULL);
  NsTruth truth[NS_N_PROCESSES];
  sqlite3 *db = ns_new (path);

  ns_write_training (db, truth);
  ns_close (db);
  g_assert_true (g_file_get_contents (path, &clean, &n_clean, NULL));
  for (guint i = first; i < first + n; i++)
    {
      if (i % 100 == 0 || n == 1)
        g_test_message ("file %u", i);
      check_file (i);
    }
  g_free (clean);
}

int
main (int argc, char **argv)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();

  folder = dir;
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/nsight/damage", test_damage);
  return g_test_run ();
}
