/* test-cli-full.c - disks without room: what could not be written is told, by every command
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lsc-test-cli.h"

/* ---- standard output on a disk that is full ---- */

/* DATA and OUT stand for the folders of the test, + for a blank within a word. */
static const char *const printing[] = {
  "",
  "--help",
  "-h",
  "help",
  "--version",
  "--verbose --help",
  "cluster --help",
  "info --help",
  "tree --help",
  "pp --help",
  "schedule --help",
  "overlap --help",
  "memory --help",
  "dispatch --help",
  "slices --help",
  "timeline --help",
  "convert --help",
  "query --help",
  "cluster -d DATA -o - --export_type json",
  "-m module_statistic -d DATA -o - --export_type json",
  "info DATA",
  "info DATA --json",
  "tree DATA",
  "tree DATA --json",
  "tree DATA --csv",
  "pp DATA",
  "pp DATA --json",
  "schedule 1f1b --stages 2 --micro-batches 2",
  "schedule 1f1b --stages 2 --micro-batches 2 --json",
  "overlap DATA",
  "overlap DATA --json",
  "overlap DATA --csv",
  "dispatch DATA",
  "dispatch DATA --json",
  "dispatch DATA --csv",
  "slices DATA",
  "slices DATA --json",
  "slices DATA --csv",
  "convert DATA --to db --out OUT",
  "query --tables",
  "query DATA SELECT+1",
  "query DATA SELECT+1 --json",
  "query DATA SELECT+1 --csv",
};

/* (transfer full): the words of a line */
static char **
words_of (const LscTestPlace *place, const char *line)
{
  char **words = g_strsplit (line, " ", -1);

  for (guint i = 0; words[i]; i++)
    {
      g_autoptr (GString) word = g_string_new (words[i]);

      g_string_replace (word, "+", " ", 0);
      g_string_replace (word, "DATA", place->data, 0);
      g_string_replace (word, "OUT", place->out, 0);
      g_free (words[i]);
      words[i] = g_strdup (word->str);
    }
  return words;
}

/* Runs a command. Returns: (transfer full): what it said on standard error; @code is the signal
 * that ended it, below zero, if one did */
static char *
run (GSubprocessLauncher *launcher, char **words, int *code)
{
  g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  char *said = NULL;

  g_ptr_array_add (argv, program);
  for (guint i = 0; words[i]; i++)
    g_ptr_array_add (argv, words[i]);
  g_ptr_array_add (argv, NULL);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv->pdata, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &said, &error);
  g_assert_no_error (error);
  *code = g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process)
                                               : -g_subprocess_get_term_sig (process);
  return said;
}

static void
close_stdout (gpointer data)
{
  close (STDOUT_FILENO);
}

/* As run(), onto @stdout_fd, -1 = closed. */
static char *
run_onto (int stdout_fd, char **words, int *code)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE);

  if (stdout_fd >= 0)
    g_subprocess_launcher_take_stdout_fd (launcher, stdout_fd);
  else
    g_subprocess_launcher_set_child_setup (launcher, close_stdout, NULL, NULL);
  return run (launcher, words, code);
}

static guint
count_of (const char *text, const char *part)
{
  guint n = 0;

  for (const char *p = text; (p = strstr (p, part)); p += strlen (part))
    n++;
  return n;
}

static void
test_stdout (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *told = g_strdup_printf (
      "lanescope-cli: standard output could not be written: %s", g_strerror (ENOSPC));
  guint n_wrong = 0;

  if (access ("/dev/full", W_OK) != 0)
    {
      g_test_skip ("there is no device that is full");
      return;
    }
  lsc_test_write_both (place);
  for (guint i = 0; i < G_N_ELEMENTS (printing); i++)
    {
      g_auto (GStrv) words = words_of (place, printing[i]);
      int full = open ("/dev/full", O_WRONLY | O_CLOEXEC);
      g_autofree char *said = NULL;
      int code;

      g_assert_cmpint (full, >=, 0);
      said = run_onto (full, words, &code);
      if (code == EXIT_IO && count_of (said, told) == 1)
        continue;
      g_printerr ("“%s”: exit code %d, said: %s\n", printing[i], code, said);
      n_wrong++;
    }
  g_assert_cmpuint (n_wrong, ==, 0);
}

/* A file that were opened in place of standard output would get what is printed. */
static void
test_closed_stdout (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *told = g_strdup_printf (
      "lanescope-cli: standard output could not be written: %s", g_strerror (EBADF));
  g_auto (GStrv) printing_words = words_of (place, "info DATA");
  g_auto (GStrv) silent_words = words_of (place, "pp DATA --quiet --table OUT.xlsx");
  g_autofree char *said = NULL;
  g_autofree char *silent = NULL;
  int code;

  lsc_test_write_pipeline (place, 2, 4);
  said = run_onto (-1, printing_words, &code);
  g_assert_cmpint (code, ==, EXIT_IO);
  lsc_test_assert_contains (said, told);
  silent = run_onto (-1, silent_words, &code);
  g_assert_cmpint (code, ==, EXIT_DELIVERED);
  lsc_test_assert_lacks (silent, told);
}

/* Whoever reads through a pipe may stop when he has seen enough: nothing is wrong then. */
static void
test_closed_pipe (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  lsc_test_write_both (place);
  for (guint i = 0; i < G_N_ELEMENTS (printing); i++)
    {
      g_auto (GStrv) words = words_of (place, printing[i]);
      g_autofree char *said = NULL;
      int ends[2];
      int code;

      g_assert_true (g_unix_open_pipe (ends, FD_CLOEXEC, NULL));
      close (ends[0]);
      said = run_onto (ends[1], words, &code);
      g_assert_cmpint (code, ==, -SIGPIPE);
      lsc_test_assert_lacks (said, "lanescope-cli: ");
    }
}

/* ---- workbooks: their sheets are kept in the temporary folder until the end ---- */

/* As of a disk that takes no byte more in a file of this length. */
#define MOST_BYTES 400000
#define N_SLICES 3000
#define MOST_FILES 16
#define FEWEST_FILES 5 /* without room for a single sheet */

static void
bound_files (gpointer data)
{
  const struct rlimit bytes = { MOST_BYTES, MOST_BYTES };

  signal (SIGXFSZ, SIG_IGN); /* so that a write fails */
  setrlimit (RLIMIT_FSIZE, &bytes);
}

static void
bound_descriptors (gpointer data)
{
  const struct rlimit files = { MOST_FILES, MOST_FILES };

  setrlimit (RLIMIT_NOFILE, &files);
}

static void
bound_sheet (gpointer data)
{
  const struct rlimit files = { FEWEST_FILES, FEWEST_FILES };

  setrlimit (RLIMIT_NOFILE, &files);
}

/* Writes a workbook over one that is there, under a limit. It must fail, say @told, and leave all
 * as it was. */
static void
fail_to_write (LscTestPlace *place, const char *line, GSpawnChildSetupFunc limit, const char *told)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDERR_PIPE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autofree char *tmp = g_build_filename (place->root, "tmp", NULL);
  g_autofree char *book = g_build_filename (place->out, "book.xlsx", NULL);
  g_auto (GStrv) words = words_of (place, line);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *said = NULL;
  int code;

  g_mkdir (tmp, 0755);
  g_mkdir (place->out, 0755);
  g_assert_true (g_file_set_contents (book, "the older one", -1, NULL));
  before = lsc_test_tree_checksum (place->root, NULL);
  g_subprocess_launcher_setenv (launcher, "TMPDIR", tmp, TRUE);
  g_subprocess_launcher_set_child_setup (launcher, limit, NULL, NULL);
  said = run (launcher, words, &code);
  if (code != EXIT_IO)
    g_error ("“%s”: exit code %d, said: %s", line, code, said);
  lsc_test_assert_contains (said, told);
  lsc_test_assert_contains (said, "book.xlsx");
  after = lsc_test_tree_checksum (place->root, NULL);
  g_assert_cmpstr (before, ==, after);
}

/* A sheet takes more room in the temporary folder than in the workbook, where it is packed. */
static void
test_temporary_folder (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->data, "trace.json", NULL);
  g_autoptr (GString) trace = g_string_new ("{\"traceEvents\": [");

  for (guint i = 0; i < N_SLICES; i++)
    g_string_append_printf (trace,
                            "%s{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"a\", "
                            "\"pid\": 1, \"tid\": 1, \"ts\": %u, \"dur\": 1}",
                            i > 0 ? "," : "", i * 2);
  g_string_append (trace, "]}");
  g_assert_true (g_file_set_contents (path, trace->str, -1, NULL));
  fail_to_write (place, "slices DATA/trace.json --xlsx=OUT/book.xlsx", bound_files, "TMPDIR");
}

static void
test_descriptors (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  lsc_test_write_pipeline (place, 2, 4);
  fail_to_write (place, "pp DATA --table OUT/book.xlsx", bound_descriptors, g_strerror (EMFILE));
}

static void
test_no_sheet (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->data, "trace.json", NULL);

  g_assert_true (g_file_set_contents (path,
                                      "{\"traceEvents\": [{\"ph\": \"X\", \"cat\": \"cpu_op\", "
                                      "\"name\": \"a\", \"pid\": 1, \"tid\": 1, \"ts\": 1, "
                                      "\"dur\": 1}]}",
                                      -1, NULL));
  fail_to_write (place, "slices DATA/trace.json --xlsx=OUT/book.xlsx", bound_sheet,
                 g_strerror (EMFILE));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/full/stdout", test_stdout);
  g_test_add_func ("/cli/full/closed-stdout", test_closed_stdout);
  g_test_add_func ("/cli/full/closed-pipe", test_closed_pipe);
  g_test_add_func ("/cli/full/temporary-folder", test_temporary_folder);
  g_test_add_func ("/cli/full/descriptors", test_descriptors);
  g_test_add_func ("/cli/full/no-sheet", test_no_sheet);
  return g_test_run ();
}
