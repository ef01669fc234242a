/* test-bench.c - a figure over its limit is told, and the benchmark's exit status says so
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/wait.h>

#include "bench-report.h"
#include "lsc-test-files.h"

/* ---- Build folders whose programs are scripts ----------------------------------------------- */

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = lsc_test_temp_dir_new ();
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_true (lsc_test_remove_tree (self->folder));
  g_free (self->folder);
}

static void
write_program (Fixture *self, const char *name, const char *content, gsize size)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *place = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (place, 0700), ==, 0);
  g_file_set_contents_full (path, content, (gssize) size, G_FILE_SET_CONTENTS_NONE, 0700, &error);
  g_assert_no_error (error);
}

static void
write_script (Fixture *self, const char *name, const char *commands)
{
  g_autofree char *script = g_strconcat ("#!/bin/sh\n", commands, "\n", NULL);

  write_program (self, name, script, strlen (script));
}

/* Runs a copy of @program in the build folder @build with @arguments, up to a NULL.
 * Returns: (transfer full): what it printed */
static char *
run_copy (Fixture *self, const char *program, const char *const *arguments, int *exit_status)
{
  g_autofree char *from =
      g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "tests", "bench", program, NULL);
  g_autofree char *name = g_build_filename ("new", "tests", "bench", program, NULL);
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *content = NULL;
  const char *argv[6] = { path };
  g_autoptr (GError) error = NULL;
  char *output = NULL;
  gsize size;
  int status = 0;

  g_file_get_contents (from, &content, &size, &error);
  g_assert_no_error (error);
  write_program (self, name, content, size);
  for (gsize i = 0; arguments[i]; i++)
    argv[i + 1] = arguments[i];
  g_spawn_sync (self->folder, (char **) argv, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &output,
                NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (status));
  *exit_status = WEXITSTATUS (status);
  return output;
}

/* ---- Parts ---------------------------------------------------------------------------------- */

static char *
run_parts (Fixture *self, const char *first, const char *second, int *exit_status)
{
  return run_copy (self, "bench", (const char *[]){ first, second, NULL }, exit_status);
}

static void
test_part_fails (Fixture *self, gconstpointer data)
{
  int exit_status;
  g_autofree char *output = NULL;

  write_script (self, "new/tests/bench/bench-store", "echo reached store; exit 1");
  write_script (self, "new/tests/bench/bench-db", "echo reached db");
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

  write_script (self, "new/tests/bench/bench-store", "echo reached store");
  write_script (self, "new/tests/bench/bench-db", "exit 1");
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

/* ---- Against another build ------------------------------------------------------------------ */

#define CLI "src/cli/lanescope-cli"

static char *
run_against (Fixture *self, const char *line, int *exit_status)
{
  return run_copy (self, "bench-against", (const char *[]){ "old", line, NULL }, exit_status);
}

static void
test_slower (Fixture *self, gconstpointer data)
{
  int exit_status;
  g_autofree char *output = NULL;

  write_script (self, "old/" CLI, "exit 0");
  write_script (self, "new/" CLI, "i=0; while [ $i -lt 40000 ]; do i=$((i+1)); done");
  output = run_against (self, "schedule", &exit_status);
  g_assert_cmpint (exit_status, ==, 1);
  g_assert_true (g_regex_match_simple ("schedule .* FAIL", output, 0, 0));
}

static void
test_broken (Fixture *self, gconstpointer data)
{
  int exit_status;
  g_autofree char *output = NULL;

  write_script (self, "old/" CLI, "exit 0");
  write_script (self, "new/" CLI, "exit 4");
  output = run_against (self, "schedule", &exit_status);
  g_assert_cmpint (exit_status, ==, 1);
  g_assert_true (g_regex_match_simple ("schedule .*does not work: FAIL", output, 0, 0));
}

/* What an older build cannot do is no failure of this one. */
static void
test_new_line (Fixture *self, gconstpointer data)
{
  int exit_status;
  g_autofree char *output = NULL;

  write_script (self, "old/" CLI, "exit 1");
  write_script (self, "new/" CLI, "exit 0");
  output = run_against (self, "schedule", &exit_status);
  g_assert_cmpint (exit_status, ==, 0);
  g_assert_true (g_regex_match_simple ("schedule .*is new", output, 0, 0));
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
  g_test_add ("/bench/against/slower", Fixture, NULL, set_up, test_slower, tear_down);
  g_test_add ("/bench/against/broken", Fixture, NULL, set_up, test_broken, tear_down);
  g_test_add ("/bench/against/new-line", Fixture, NULL, set_up, test_new_line, tear_down);
  g_test_add_func ("/bench/judge", test_judge);
  return g_test_run ();
}
