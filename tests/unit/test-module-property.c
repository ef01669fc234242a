/* test-module-property.c - the engine and a plain second implementation agree on random profiles
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-module-rows.h"
#include "lsc-naive-module.h"
#include "lsc-random-profile.h"
#include "lsc-test-cases.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"

/* Each profile is written once and analysed under several options. LANESCOPE_RANDOM_SEED repeats a
 * single one, with the rows of both sides printed where they differ. */

#define N_PROFILES 500
#define N_GROUPS 10

typedef struct
{
  LscModuleSource source;
  LscThreadRule threads;
  gboolean has_step;
} Variant;

static const Variant variants[] = {
  { LSC_MODULE_SOURCE_AUTO, LSC_THREADS_AUTO, FALSE },
  { LSC_MODULE_SOURCE_AUTO, LSC_THREADS_OWN, FALSE },
  { LSC_MODULE_SOURCE_AUTO, LSC_THREADS_MERGED, FALSE },
  { LSC_MODULE_SOURCE_AUTO, LSC_THREADS_AUTO, TRUE },
  { LSC_MODULE_SOURCE_TRACE, LSC_THREADS_AUTO, FALSE },
};

static LscRandomFlags
flags_of_seed (guint32 seed)
{
  static const LscRandomFlags flags[] = {
    LSC_RANDOM_NONE,      LSC_RANDOM_NESTED_ONLY | LSC_RANDOM_NO_DAMAGE,
    LSC_RANDOM_NO_DAMAGE, LSC_RANDOM_NONE,
    LSC_RANDOM_TRACE,
  };

  return flags[seed % G_N_ELEMENTS (flags)];
}

static LscRun *
load (const char *path, LscLoadFlags flags)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = lsc_discover (path, NULL, &error);
  const LscCluster *cluster;
  LscRun *run;

  g_assert_no_error (error);
  g_assert_cmpuint (project->clusters->len, ==, 1);
  cluster = project->clusters->pdata[0];
  g_assert_cmpuint (cluster->sources->len, ==, 1);
  run = lsc_run_load (cluster->sources->pdata[0], flags, NULL, &error);
  g_assert_no_error (error);
  return run;
}

static char *
engine_rows (LscRun *run, const Variant *variant, guint n_threads)
{
  LscModuleOptions options = { .source = variant->source,
                               .threads = variant->threads,
                               .has_step = variant->has_step,
                               .step_id = LSC_RANDOM_STEP_A,
                               .allow_empty = TRUE,
                               .n_threads = n_threads };
  g_autoptr (GError) error = NULL;
  g_autoptr (LscModuleData) data = lsc_module_data_new (run, &options, NULL, &error);
  g_autoptr (LscTable) table = NULL;
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  table = lsc_module_statistic_table (data, NULL, NULL, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    {
      g_autofree char *row =
          lsc_test_case_row (lsc_table_get (table, i, 0).text, lsc_table_get (table, i, 1).text,
                             lsc_table_get (table, i, 2).text, lsc_table_get (table, i, 3).text,
                             (gint64) lsc_table_get (table, i, 4).real,
                             lsc_table_get (table, i, 5).real, lsc_table_get (table, i, 6).integer);

      g_string_append_printf (text, "%s\n", row);
    }
  return g_string_free (text, FALSE);
}

static char *
naive_rows (const char *db_path, const Variant *variant)
{
  LscNaiveOptions options = { .source = (LscNaiveSource) variant->source,
                              .threads = (LscNaiveThreads) variant->threads,
                              .has_step = variant->has_step,
                              .step_id = LSC_RANDOM_STEP_A };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) rows = lsc_naive_module_rows (db_path, &options, &error);
  GString *text = g_string_new (NULL);

  for (guint i = 0; rows && i < rows->len; i++)
    {
      g_autofree char *row = lsc_naive_row_to_string (rows->pdata[i]);

      g_string_append_printf (text, "%s\n", row);
    }
  return g_string_free (text, FALSE);
}

/* How many rows the profiles of a group gave; a comparison of nothing proves nothing. */
static gsize
compare_profile (guint32 seed)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autoptr (LscTestProfile) profile = lsc_random_profile_new (seed, flags_of_seed (seed));
  g_autoptr (GError) error = NULL;
  g_autoptr (LscRun) run = NULL;
  g_autoptr (LscRun) together = NULL; /* by two threads */
  g_autofree char *db_path = lsc_test_profile_db_path (dir, 0);
  gsize n_rows = 0;

  lsc_test_profile_write (profile, dir, 0, &error);
  g_assert_no_error (error);
  run = load (dir, LSC_LOAD_FOR_MODULES);
  together = load (dir, LSC_LOAD_FOR_MODULES | LSC_LOAD_SIDE_BY_SIDE);
  for (gsize i = 0; i < G_N_ELEMENTS (variants); i++)
    {
      g_autofree char *expected = naive_rows (db_path, &variants[i]);
      g_autofree char *actual = engine_rows (run, &variants[i], 1);
      g_autofree char *of_two = engine_rows (together, &variants[i], 2);

      if (g_strcmp0 (expected, actual) != 0)
        g_error ("seed %u, variant %" G_GSIZE_FORMAT "\n-- expected\n%s-- engine\n%s", seed, i,
                 expected, actual);
      g_assert_cmpstr (of_two, ==, actual);
      for (const char *p = actual; *p; p++)
        n_rows += *p == '\n';
    }
  return n_rows;
}

static void
test_group (gconstpointer user_data)
{
  guint32 first = GPOINTER_TO_UINT (user_data) * (N_PROFILES / N_GROUPS);
  gsize n_rows = 0;

  for (guint32 i = 0; i < N_PROFILES / N_GROUPS; i++)
    n_rows += compare_profile (first + i);
  g_assert_cmpuint (n_rows, >, N_PROFILES / N_GROUPS);
}

static void
test_one_seed (void)
{
  compare_profile ((guint32) g_ascii_strtoull (g_getenv ("LANESCOPE_RANDOM_SEED"), NULL, 10));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  if (g_getenv ("LANESCOPE_RANDOM_SEED"))
    {
      g_test_add_func ("/module/property/seed", test_one_seed);
      return g_test_run ();
    }
  for (guint i = 0; i < N_GROUPS; i++)
    {
      g_autofree char *path = g_strdup_printf ("/module/property/group-%u", i);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_group);
    }
  return g_test_run ();
}
