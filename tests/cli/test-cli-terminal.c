/* test-cli-terminal.c - names are shown on a terminal, not obeyed by it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lsc-visible.h"
#include "lsc-test-cli.h"

/* Colours, a line of its own, an 8-bit control, text from right to left, bytes that are no UTF-8.
 */
#define HOSTILE "\033[31mx\nFAKE\r\302\233y\342\200\256z\342\201\246\177"
#define HOSTILE_JSON "\\u001b[31mx\\nFAKE\\r\\u009by\\u202ez\\u2066\\u007f\\ufffe"

static void
assert_plain (const char *command, const char *text)
{
  g_assert_true (g_utf8_validate (text, -1, NULL));
  for (const char *p = text; *p; p = g_utf8_next_char (p))
    if (lsc_is_control (g_utf8_get_char (p)) && *p != '\n')
      g_error ("%s prints U+%04X: %s", command, g_utf8_get_char (p), text);
  if (g_str_has_prefix (text, "FAKE") || strstr (text, "\nFAKE"))
    g_error ("%s prints the line of a name: %s", command, text);
}

static void
run (char **words)
{
  g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
  g_autofree char *command = g_strjoinv (" ", words);
  g_autoptr (LscTestOutput) output = lsc_test_spawn (program, words);

  assert_plain (command, output->out);
  assert_plain (command, output->err);
}

/* Every command on @path as text and as JSON. */
static void
run_all (LscTestPlace *place, char *path)
{
  g_autofree char *db = g_build_filename (place->root, "out\033.db", NULL);
  g_autofree char *chart = g_build_filename (place->root, "out\033.svg", NULL);
  char *const commands[][9] = {
    { "info", path },
    { "info", path, "--json" },
    { "tree", path },
    { "tree", path, "--json" },
    { "tree", path, "--view", "op" },
    { "slices", path },
    { "slices", path, "--json" },
    { "overlap", path },
    { "dispatch", path },
    { "dispatch", path, "--json" },
    { "pp", path, "--out", chart },
    { "pp", path, "--json" },
    /* the name that is printed is for programs, which take it as it is */
    { "convert", path, "--to", "db", "--out", db, "--quiet" },
    { "timeline", path, "--out", chart },
    { "query", path, "select * from slices" },
    { "query", path, "select '" HOSTILE "' as \"" HOSTILE "\"" },
    { "query", path, "select \"" HOSTILE "\"" },
    { "query", path, "select " HOSTILE },
    { "slices", path, "--name", "(" HOSTILE },
    { "slices", path, "--rank-list", HOSTILE },
    { "slices", path, "--range", HOSTILE },
    { "slices", path, "--" HOSTILE },
    { "schedule", HOSTILE, "--stages", "2", "--micro-batches", "4" },
    { "-m", "module_statistic", "-d", path, "-o", db },
    { "-m", "module_statistic", "-d", path, "-o", "-", "--export_type", "json" },
    { "-m", HOSTILE, "-d", path },
    { HOSTILE, path },
  };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    run ((char **) commands[i]);
}

static void
test_trace (void)
{
  static const char trace[] =
      "{\"schemaVersion\": 1, \"traceEvents\": ["
      "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"" HOSTILE_JSON
      "\", \"pid\": 0, \"tid\": 7, "
      "\"ts\": 5, \"dur\": 5, \"args\": {\"stream\": 7, \"correlation\": 3}},"
      "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"" HOSTILE_JSON
      "\", \"pid\": 0, \"tid\": 7, "
      "\"ts\": 15, \"dur\": 5, \"args\": {\"stream\": 7}},"
      "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 1, "
      "\"tid\": 1, \"ts\": 2, \"dur\": 1, \"args\": {\"correlation\": 3}},"
      "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"" HOSTILE_JSON
      "\", \"pid\": 1, \"tid\": 1, "
      "\"ts\": 1, \"dur\": 3},"
      "{\"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": \"" HOSTILE_JSON "\", \"pid\": 1, "
      "\"tid\": 1, \"ts\": 0, \"dur\": 30},"
      "{\"ph\": \"M\", \"name\": \"thread_name\", \"pid\": 1, \"tid\": 1, \"args\": {\"name\": "
      "\"" HOSTILE_JSON "\"}}]}";
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = g_build_filename (place->data, "dir" HOSTILE "\377", NULL);
  g_autofree char *path = g_build_filename (folder, "trace" HOSTILE ".json", NULL);
  g_autofree char *other = g_build_filename (folder, "nothing" HOSTILE, NULL);

  g_assert_cmpint (g_mkdir (folder, 0755), ==, 0);
  g_assert_true (g_file_set_contents (path, trace, -1, NULL));
  run_all (place, path);
  run_all (place, other);
  /* cut, so that something is told of the file */
  g_assert_true (g_file_set_contents (path, trace, sizeof trace - 100, NULL));
  run_all (place, folder);
}

static void
test_database (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = g_build_filename (place->root, "more" HOSTILE, NULL);
  g_autofree char *db = NULL;

  lsc_test_write_both (place);
  db = lsc_test_rank_db (place, 0);
  lsc_test_sql_run (db, "UPDATE STRING_IDS SET value = value || '" HOSTILE
                        "' WHERE value NOT LIKE 'N/A'");
  lsc_test_sql_run (db, "UPDATE HOST_INFO SET hostName = '" HOSTILE "'");
  lsc_test_sql_run (db, "CREATE TABLE \"" HOSTILE "\" (a); INSERT INTO \"" HOSTILE "\" VALUES (1)");
  lsc_test_sql_run (db, "UPDATE META_DATA SET value = '\"" HOSTILE "\"' WHERE name LIKE 'SCHEMA%'");
  g_assert_cmpint (g_rename (place->data, folder), ==, 0);
  run_all (place, folder);
}

/* ---- a terminal of our own ---- */

/* A container without devpts has none. */
static gboolean
has_terminals (void)
{
  int terminal = posix_openpt (O_RDWR | O_NOCTTY | O_CLOEXEC);

  if (terminal < 0)
    return FALSE;
  close (terminal);
  return TRUE;
}

/* (transfer full): what the command printed on it; it has no size, so 80 columns
 * @no_color: the variable of that name */
static char *
run_on_terminal (const char *const *words, const char *no_color)
{
  g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (NULL);
  int terminal = posix_openpt (O_RDWR | O_NOCTTY | O_CLOEXEC);
  char bytes[4096];
  gssize n;

  g_subprocess_launcher_setenv (launcher, "TERM", "xterm", TRUE);
  g_subprocess_launcher_setenv (launcher, "NO_COLOR", no_color, TRUE);
  g_assert_cmpint (terminal, >=, 0);
  g_assert_cmpint (grantpt (terminal), ==, 0);
  g_assert_cmpint (unlockpt (terminal), ==, 0);
  g_subprocess_launcher_take_stdout_fd (launcher,
                                        open (ptsname (terminal), O_RDWR | O_NOCTTY | O_CLOEXEC));
  g_ptr_array_add (argv, program);
  for (gsize i = 0; words[i]; i++)
    g_ptr_array_add (argv, (gpointer) words[i]);
  g_ptr_array_add (argv, NULL);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv->pdata, &error);
  g_assert_no_error (error);
  g_clear_object (&launcher); /* closes the other end here */
  while ((n = read (terminal, bytes, sizeof bytes)) > 0)
    g_string_append_len (text, bytes, n);
  close (terminal);
  g_assert_true (g_subprocess_wait (process, NULL, NULL));
  return g_string_free (text, FALSE);
}

/* What is for programs may be looked at, too. Names of many characters come in pieces. */
static void
test_tables (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->data, "trace.json", NULL);
  g_autoptr (GString) trace = g_string_new ("{\"traceEvents\": [");
  const char *const commands[][6] = {
    { "slices", path, "--csv" },
    { "slices", path, "--csv", "--raw" },
    { "slices", path, "--json" },
    { "query", path, "select name, cast(x'ff1b' as text) from slices", "--csv" },
  };

  if (!has_terminals ())
    {
      g_test_skip ("this system has no pseudo terminals");
      return;
    }
  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (trace,
                            "%s{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"" HOSTILE_JSON
                            "名名%u\", \"pid\": 1, \"tid\": 1, \"ts\": %u, \"dur\": 1}",
                            i > 0 ? "," : "", i, i * 2);
  g_string_append (trace, "]}");
  g_assert_true (g_file_set_contents (path, trace->str, -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *text = run_on_terminal (commands[i], "1");
      g_auto (GStrv) lines = g_strsplit (text, "\r\n", -1); /* the terminal's own */
      g_autofree char *plain = g_strjoinv ("\n", lines);
      guint n = 0;

      for (const char *p = plain; (p = strstr (p, "名名")); p++)
        n++;
      g_assert_cmpuint (n, ==, 1000);
      g_assert_true (g_utf8_validate (plain, -1, NULL));
      for (const char *p = plain; *p; p = g_utf8_next_char (p))
        if (lsc_is_control (g_utf8_get_char (p)) && *p != '\n')
          g_error ("%s prints U+%04X: %s", commands[i][0], g_utf8_get_char (p), p);
    }
}

/* ---- as a terminal shows it ---- */

static void
assert_fits (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\r\n", -1);

  for (guint i = 0; lines[i]; i++)
    if (!strchr (lines[i], '\033') && g_utf8_strlen (lines[i], -1) > 80)
      g_error ("longer than 80: %s", lines[i]);
}

/* Ten rows within the width, and how many more there are; a pipe gets all, as it is. */
static void
test_rows (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  const char *const first[] = { "slices", place->data, NULL };
  const char *const all[] = { "slices", place->data, "--all", NULL };
  g_autofree char *few = NULL;
  g_autofree char *many = NULL;
  g_autofree char *bold = NULL;
  g_autoptr (LscTestOutput) pipe = NULL;

  if (!has_terminals ())
    {
      g_test_skip ("this system has no pseudo terminals");
      return;
    }
  lsc_test_write_modules (place, 2);
  few = run_on_terminal (first, "1");
  many = run_on_terminal (all, "1");
  bold = run_on_terminal (first, "");
  pipe = lsc_test_cli_output (place, EXIT_DELIVERED, "slices", place->data, NULL);
  assert_fits (few);
  assert_fits (many);
  lsc_test_assert_contains (few, "more rows; --all shows them");
  lsc_test_assert_lacks (many, "--all");
  lsc_test_assert_lacks (few, "\033[1m");
  lsc_test_assert_contains (bold, "\033[1mRank");
  lsc_test_assert_lacks (pipe->out, "--all");
  lsc_test_assert_lacks (pipe->out, "\033");
  g_assert_cmpuint (strlen (many), >, 2 * strlen (few));
}

/* Sentences go on below their first word. */
static void
test_sentences (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *data = lsc_test_record (place, "demo", "--preset demo --steps 2");
  const char *const words[] = { "overview", data, NULL };
  g_autofree char *text = NULL;

  if (!has_terminals ())
    {
      g_test_skip ("this system has no pseudo terminals");
      return;
    }
  text = run_on_terminal (words, "1");
  assert_fits (text);
  lsc_test_assert_contains (text, "\r\n  ");
  g_assert_false (g_regex_match_simple ("[0-9]\r\n *(ms|%|µs)", text, 0, 0));
  lsc_test_assert_contains (text, "→ "); /* what to do stands below what costs time */
}

/* Rows are named in each block, and what is left out is said. */
static void
test_parts (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *data = lsc_test_record (place, "demo", "--preset demo --steps 3");
  const char *const overlap[] = { "overlap", data, NULL };
  const char *const tree[] = { "tree", data, NULL };
  const char *const deep[] = { "tree", data, "--all", NULL };
  const char *const budget[] = { "budget", data, NULL };
  g_autofree char *rows = NULL;
  g_autofree char *few = NULL;
  g_autofree char *many = NULL;
  g_autofree char *first = NULL;

  if (!has_terminals ())
    {
      g_test_skip ("this system has no pseudo terminals");
      return;
    }
  rows = run_on_terminal (overlap, "1");
  few = run_on_terminal (tree, "1");
  many = run_on_terminal (deep, "1");
  first = run_on_terminal (budget, "1");
  lsc_test_assert_contains (rows, "Rank  Step  Overlapped Communication");
  assert_fits (few);
  assert_fits (many);
  lsc_test_assert_contains (few, "--depth N or --all shows them");
  g_assert_cmpuint (strlen (many), >, 2 * strlen (few));
  lsc_test_assert_contains (first, "… 2 more ranks; --all shows them");
}

/* --quiet leaves errors, and rows for programs. */
static void
test_quiet (void)
{
  static const char *const commands[] = { "overview", "compare", "slices", "tree", "budget" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *data = lsc_test_record (place, "demo", "--preset demo --steps 2");

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const char *other = g_str_equal (commands[i], "compare") ? data : "-q";
      g_autoptr (LscTestOutput) words =
          lsc_test_cli_output (place, EXIT_DELIVERED, commands[i], data, other, "--quiet", NULL);
      g_autoptr (LscTestOutput) rows = lsc_test_cli_output (place, EXIT_DELIVERED, commands[i],
                                                            data, other, "--quiet", "--json", NULL);

      g_assert_cmpstr (words->out, ==, "");
      g_assert_cmpstr (words->err, ==, "");
      g_assert_cmpstr (rows->out, !=, "");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/terminal/trace", test_trace);
  g_test_add_func ("/cli/terminal/database", test_database);
  g_test_add_func ("/cli/terminal/tables", test_tables);
  g_test_add_func ("/cli/terminal/parts", test_parts);
  g_test_add_func ("/cli/terminal/quiet", test_quiet);
  g_test_add_func ("/cli/terminal/rows", test_rows);
  g_test_add_func ("/cli/terminal/sentences", test_sentences);
  return g_test_run ();
}
