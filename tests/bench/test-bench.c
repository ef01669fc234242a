/* test-bench.c - a figure over its limit is told, and the benchmark's exit status says so
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <sys/wait.h>

#include "bench-report.h"
#include "lsc-test-files.h"

/* ---- The benchmark in a build folder of its own, whose parts are scripts ------------------- */

typedef struct
{
  char *folder;
  char *bench;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *from =
      g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "tests", "bench", "bench", NULL);
  g_autofree char *program = NULL;
  g_autofree char *place = NULL;
  g_autoptr (GError) error = NULL;
  gsize size;

  self->folder = lsc_test_temp_dir_new ();
  place = g_build_filename (self->folder, "tests", "bench", NULL);
  self->bench = g_build_filename (place, "bench", NULL);
  g_assert_cmpint (g_mkdir_with_parents (place, 0700), ==, 0);
  g_file_get_contents (from, &program, &size, &error);
  g_assert_no_error (error);
  g_file_set_contents_full (
      self->bench, program, (gssize) size, G_FILE_SET_CONTENTS_NONE, 0700, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_true (lsc_test_remove_tree (self->folder));
  g_free (self->folder);
  g_free (self->bench);
}

static void
write_part (Fixture *self, const char *name, const char *script)
{
  g_autofree char *path = g_build_filename (self->folder, "tests", "bench", name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents_full (path, script, -1, G_FILE_SET_CONTENTS_NONE, 0700, &error);
  g_assert_no_error (error);
}

/* Returns: (transfer full): what the benchmark printed */
static char *
run_parts (Fixture *self, const char *first, const char *second, int *exit_status)
{
  const char *argv[] = { self->bench, first, second, NULL };
  g_autoptr (GError) error = NULL;
  char *output = NULL;
  int status = 0;

  g_spawn_sync (NULL,
                (char **) argv,
                NULL,
                G_SPAWN_STDERR_TO_DEV_NULL,
                NULL,
                NULL,
                &output,
                NULL,
                &status,
                &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (status));
  *exit_status = WEXITSTATUS (status);
  return output;
}

static void
test_part_fails (Fixture *self, gconstpointer data)
{
  int exit_status;
  g_autofree char *output = NULL;

  write_part (self, "bench-store", "#!/bin/sh\necho reached store\nexit 1\n");
  write_part (self, "bench-db", "#!/bin/sh\necho reached db\n");
  output = run_parts (self, "store", "db", &exit_status);
  g_assert_cmpint (exit_status, ==, 1);
  g_assert_nonnull (strstr (output, "reached store"));
  g_assert_nonnull (strstr (output, "bench-store: Child process exited with code 1 FAIL"));
  g_assert_nonnull (strstr (output, "reached db")); /* the rest is measured all the same */
}

static void
test_parts_pass (Fixture *self, gconstpointer data)
{
  int exit_status;
  g_autofree char *output = NULL;

  write_part (self, "bench-store", "#!/bin/sh\necho reached store\n");
  write_part (self, "bench-db", "#!/bin/sh\nexit 1\n");
  output = run_parts (self, "store", NULL, &exit_status);
  g_assert_cmpint (exit_status, ==, 0);
  g_assert_nonnull (strstr (output, "reached store"));
  g_assert_null (strstr (output, "FAIL"));
}

static void
test_unknown_part (Fixture *self, gconstpointer data)
{
  int exit_status;
  g_autofree char *output = run_parts (self, "stroe", NULL, &exit_status);

  g_assert_cmpint (exit_status, ==, 2);
}

/* ---- Single figures ------------------------------------------------------------------------ */

static void
test_judge (void)
{
  g_assert_cmpint (bench_get_exit_status (), ==, 0);
  g_assert_cmpstr (bench_judge (2.0, 2.0), ==, "PASS");
  g_assert_cmpint (bench_get_exit_status (), ==, 0);
  g_assert_cmpstr (bench_judge (2.001, 2.0), ==, "FAIL");
  g_assert_cmpint (bench_get_exit_status (), ==, 1);
  g_assert_cmpstr (bench_judge (1.0, 2.0), ==, "PASS"); /* which takes nothing back */
  g_assert_cmpint (bench_get_exit_status (), ==, 1);
  g_assert_cmpstr (bench_judge (NAN, 2.0), ==, "FAIL"); /* a quotient of nothing */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/bench/part-fails", Fixture, NULL, set_up, test_part_fails, tear_down);
  g_test_add ("/bench/parts-pass", Fixture, NULL, set_up, test_parts_pass, tear_down);
  g_test_add ("/bench/unknown-part", Fixture, NULL, set_up, test_unknown_part, tear_down);
  g_test_add_func ("/bench/judge", test_judge);
  return g_test_run ();
}
