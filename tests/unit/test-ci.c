/* test-ci.c - what continuous integration counts, and that nothing that fails is lost
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>

#include "lsc-test-files.h"

#define PASS "echo '7 passed, 0 failed, 2 skipped'"
#define BARE_PASSES "bare) " PASS " ;; "
#define NO_BARE "bare) echo there is no debootstrap >&2; exit 77 ;; "

static void
write_program (const char *folder, const char *name, const char *content)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *place = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (place, 0700), ==, 0);
  g_file_set_contents_full (path, content, -1, G_FILE_SET_CONTENTS_NONE, 0700, &error);
  g_assert_no_error (error);
}

/* Runs .ci/run in a folder whose "dev" is a script with these @cases of its command.
 * Returns: (transfer full): what it printed */
static char *
run_ci (const char *cases, int *exit_status)
{
  g_auto (LscTestTempDir) folder = lsc_test_temp_dir_new ();
  g_autofree char *from = g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"), ".ci", "run", NULL);
  g_autofree char *dev = g_strdup_printf ("#!/bin/sh\ncase $1 in %s*) ;; esac\n", cases);
  g_autofree char *run = g_build_filename (folder, ".ci", "run", NULL);
  g_autofree char *content = NULL;
  g_autoptr (GError) error = NULL;
  char *argv[] = { run, NULL }, *output = NULL;
  int status = 0;

  g_file_get_contents (from, &content, NULL, &error);
  g_assert_no_error (error);
  write_program (folder, ".ci/run", content);
  write_program (folder, "dev", dev);
  g_spawn_sync (folder, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (status));
  *exit_status = WEXITSTATUS (status);
  return output;
}

static void
check (const char *cases, const char *last_line, int status)
{
  int exit_status;
  g_autofree char *output = run_ci (cases, &exit_status);
  g_autofree char *wanted = g_strconcat ("\n", last_line, "\n", NULL);

  g_assert_true (g_str_has_suffix (output, wanted));
  g_assert_cmpint (exit_status, ==, status);
}

/* The tests, and one for each of the four other parts; the tests do not run a second time. */
static void
test_all_pass (void)
{
  check (BARE_PASSES "test) exit 1 ;; ", "11 passed, 0 failed, 2 skipped", 0);
}

static void
test_part_fails (void)
{
  check (BARE_PASSES "fuzz) exit 3 ;; ", "10 passed, 1 failed, 2 skipped", 1);
  check ("bare) exit 1 ;; test) " PASS " ;; ", "10 passed, 1 failed, 2 skipped", 1);
  check ("bare) ;; test) " PASS " ;; ", "10 passed, 1 failed, 2 skipped", 1); /* did not test */
}

static void
test_part_is_skipped (void)
{
  int exit_status;
  g_autofree char *output = run_ci (NO_BARE "test) " PASS " ;; ", &exit_status);

  g_assert_cmpint (exit_status, ==, 0);
  g_assert_true (g_str_has_suffix (output, "\n10 passed, 0 failed, 3 skipped\n"));
  g_assert_nonnull (strstr (output, "bare system: there is no debootstrap\n"));
}

static void
test_tests_fail (void)
{
  check ("bare) echo '7 passed, 2 failed, 0 skipped'; exit 1 ;; ", "11 passed, 2 failed, 0 skipped",
         1);
  check ("bare) echo '7 passed, 0 failed, 0 skipped'; exit 1 ;; ", "11 passed, 1 failed, 0 skipped",
         1);
  check (NO_BARE "test) echo '7 passed, 2 failed, 0 skipped'; exit 1 ;; ",
         "10 passed, 2 failed, 1 skipped", 1);
  check (NO_BARE "test) echo no count ;; ", "3 passed, 1 failed, 1 skipped", 1);
  check (NO_BARE "test) exit 77 ;; ", "3 passed, 1 failed, 1 skipped", 1); /* nothing was tested */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ci/all-pass", test_all_pass);
  g_test_add_func ("/ci/part-fails", test_part_fails);
  g_test_add_func ("/ci/part-is-skipped", test_part_is_skipped);
  g_test_add_func ("/ci/tests-fail", test_tests_fail);
  return g_test_run ();
}
