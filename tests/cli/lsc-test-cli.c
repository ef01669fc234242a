/* lsc-test-cli.c - running the command line on profiles and looking at what it wrote
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lsc-test-cli.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#define RESULT_NAME "cluster_analysis_output"

/* ---- the place ---- */

static gboolean is_watching = TRUE;

LscTestPlace *
lsc_test_place_new (void)
{
  LscTestPlace *self = g_new0 (LscTestPlace, 1);

  self->root = lsc_test_temp_dir_new ();
  self->data = g_build_filename (self->root, "data", NULL);
  self->out = g_build_filename (self->root, "out", NULL);
  g_assert_cmpint (g_mkdir (self->data, 0755), ==, 0);
  is_watching = TRUE;
  return self;
}

void
lsc_test_place_free (LscTestPlace *self)
{
  lsc_test_remove_tree (self->root);
  g_free (self->root);
  g_free (self->data);
  g_free (self->out);
  g_free (self);
}

/* Turns the checksums before and after each command off or on; a new place has them on. */
void
lsc_test_place_watch (LscTestPlace *self, gboolean is_watched)
{
  is_watching = is_watched;
}

/* Moves result folders out of the watched tree, or back: they are no part of the input. */
static void
move_results (const LscTestPlace *place, const char *folder, GPtrArray *moved)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      char *path = g_build_filename (folder, name, NULL);

      if (strcmp (name, RESULT_NAME) == 0)
        {
          g_autofree char *away = g_strdup_printf ("%s/moved-%u", place->root, moved->len);

          g_assert_cmpint (g_rename (path, away), ==, 0);
          g_ptr_array_add (moved, path);
          continue;
        }
      if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        move_results (place, path, moved);
      g_free (path);
    }
}

static char *
checksum_input (const LscTestPlace *place)
{
  g_autoptr (GPtrArray) moved = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  char *sum;

  if (!place || !is_watching)
    return g_strdup ("");
  move_results (place, place->data, moved);
  sum = lsc_test_tree_checksum (place->data, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < moved->len; i++)
    {
      g_autofree char *away = g_strdup_printf ("%s/moved-%u", place->root, i);

      g_assert_cmpint (g_rename (away, moved->pdata[i]), ==, 0);
    }
  return sum;
}

/* ---- commands ---- */

/* (transfer full): a program of the build tree */
char *
lsc_test_program (const char *relative)
{
  const char *build = g_getenv ("LANESCOPE_BUILD_DIR");

  g_assert_nonnull (build);
  return g_build_filename (build, relative, NULL);
}

static char *
text_of (GBytes *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  return g_strndup (data ? data : "", length);
}

LscTestOutput *
lsc_test_spawn (const char *program, char **words)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GBytes) out = NULL;
  g_autoptr (GBytes) err = NULL;
  LscTestOutput *self = g_new0 (LscTestOutput, 1);

  g_ptr_array_add (argv, (gpointer) program);
  for (guint i = 0; words[i]; i++)
    g_ptr_array_add (argv, words[i]);
  g_ptr_array_add (argv, NULL);
  process =
      g_subprocess_newv ((const char *const *) argv->pdata,
                         G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
  g_assert_no_error (error);
  g_subprocess_communicate (process, NULL, NULL, &out, &err, &error);
  g_assert_no_error (error);
  if (!g_subprocess_get_if_exited (process))
    g_error ("%s %s died of signal %d: %s", program, words[0], g_subprocess_get_term_sig (process),
             err ? (const char *) g_bytes_get_data (err, NULL) : "");
  self->code = g_subprocess_get_exit_status (process);
  self->out_length = g_bytes_get_size (out);
  self->out = text_of (out);
  self->err = text_of (err);
  return self;
}

void
lsc_test_output_free (LscTestOutput *self)
{
  g_free (self->out);
  g_free (self->err);
  g_free (self);
}

static LscTestOutput *
run_words (LscTestPlace *place, int code, char **words)
{
  g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
  g_autofree char *before = checksum_input (place);
  g_autofree char *after = NULL;
  LscTestOutput *self = lsc_test_spawn (program, words);

  if (self->code != code)
    {
      g_autofree char *line = g_strjoinv (" ", words);

      g_error ("exit code %d, not %d, of: %s\n%s%s", self->code, code, line, self->out, self->err);
    }
  if (!g_utf8_validate (self->out, -1, NULL) || !g_utf8_validate (self->err, -1, NULL))
    g_error ("output is not UTF-8");
  if (strlen (self->out) != self->out_length)
    g_error ("output has NUL bytes");
  after = checksum_input (place);
  g_assert_cmpstr (before, ==, after);
  return self;
}

static char **
collect (va_list args)
{
  GPtrArray *words = g_ptr_array_new ();
  const char *word;

  while ((word = va_arg (args, const char *)))
    g_ptr_array_add (words, g_strdup (word));
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_free (words, FALSE);
}

/**
 * lsc_test_cli_output:
 * @place: (nullable): whose data must not change
 * @code: the exit code that the command must have
 * @...: its words, ended by %NULL
 *
 * Runs a command. Its texts must be UTF-8 and the data the same before and after.
 *
 * Returns: (transfer full): what it printed
 */
LscTestOutput *
lsc_test_cli_output (LscTestPlace *place, int code, ...)
{
  g_auto (GStrv) words = NULL;
  va_list args;

  va_start (args, code);
  words = collect (args);
  va_end (args);
  return run_words (place, code, words);
}

/* As lsc_test_cli_output() where only the exit code counts. */
void
lsc_test_cli (LscTestPlace *place, int code, ...)
{
  g_auto (GStrv) words = NULL;
  va_list args;

  va_start (args, code);
  words = collect (args);
  va_end (args);
  lsc_test_output_free (run_words (place, code, words));
}

/* ---- files ---- */

/* (transfer full): path of a file in the result folder below place->out; it must be there */
char *
lsc_test_result (const LscTestPlace *place, const char *name)
{
  char *path = g_build_filename (place->out, RESULT_NAME, name, NULL);

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    g_error ("%s was not written", path);
  return path;
}

char *
lsc_test_read (const char *path, gsize *length)
{
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, length, &error);
  g_assert_no_error (error);
  return text;
}

void
lsc_test_assert_same_file (const char *a, const char *b)
{
  gsize n, m;
  g_autofree char *x = lsc_test_read (a, &n);
  g_autofree char *y = lsc_test_read (b, &m);

  if (n != m || memcmp (x, y, n) != 0)
    g_error ("%s and %s differ", a, b);
}

static guint
compare_trees (const char *a, const char *b)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (a, 0, &error);
  const char *name;
  guint n_files = 0;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)))
    {
      g_autofree char *x = g_build_filename (a, name, NULL);
      g_autofree char *y = g_build_filename (b, name, NULL);

      if (g_file_test (x, G_FILE_TEST_IS_DIR))
        {
          n_files += compare_trees (x, y);
          continue;
        }
      lsc_test_assert_same_file (x, y);
      n_files++;
    }
  return n_files;
}

/* The same files with the same bytes, times left aside. */
void
lsc_test_assert_same_tree (const char *a, const char *b)
{
  guint n = compare_trees (a, b);

  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, ==, compare_trees (b, a));
}

void
lsc_test_assert_contains (const char *text, const char *part)
{
  if (!text || !strstr (text, part))
    g_error ("“%s” is not in:\n%s", part, text);
}

void
lsc_test_assert_lacks (const char *text, const char *part)
{
  if (text && strstr (text, part))
    g_error ("“%s” should not be in:\n%s", part, text);
}

static int
append_cells (gpointer data, int n, char **values, char **names)
{
  GString *out = data;

  for (int i = 0; i < n; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? "|" : "", values[i] ? values[i] : "NULL");
  g_string_append_c (out, '\n');
  return 0;
}

/* (transfer full): the rows of a query, cells parted by |, each row ended by a line end */
char *
lsc_test_sql (const char *path, const char *sql)
{
  GString *out = g_string_new (NULL);
  sqlite3 *db = NULL;
  char *message = NULL;

  if (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
      sqlite3_exec (db, sql, append_cells, out, &message) != SQLITE_OK)
    g_error ("%s: %s: %s", path, sql, message ? message : sqlite3_errmsg (db));
  sqlite3_close (db);
  return g_string_free (out, FALSE);
}

void
lsc_test_sql_run (const char *path, const char *sql)
{
  g_free (lsc_test_sql (path, sql));
}

void
lsc_test_copy (const char *from, const char *to)
{
  gsize length;
  g_autofree char *bytes = lsc_test_read (from, &length);

  g_assert_true (g_file_set_contents (to, bytes, (gssize) length, NULL));
}

/**
 * lsc_test_sql_into_log:
 *
 * Leaves the database as a program that died would: in WAL mode, with the rows that @sql changes
 * only in its log.
 */
void
lsc_test_sql_into_log (const char *path, const char *sql)
{
  g_autofree char *wal = g_strconcat (path, "-wal", NULL);
  g_autofree char *kept = g_strconcat (path, ".kept", NULL);
  g_autofree char *kept_wal = g_strconcat (path, ".kept-wal", NULL);
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_exec (db, "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0", NULL, NULL, NULL);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  lsc_test_copy (path, kept);
  lsc_test_copy (wal, kept_wal);
  sqlite3_close (db);
  g_assert_cmpint (g_rename (kept, path), ==, 0);
  g_assert_cmpint (g_rename (kept_wal, wal), ==, 0);
}

/* ---- JSON ---- */

static void
free_object (gpointer object)
{
  json_object_unref (object);
}

/* (transfer full): the one object that @text must be */
JsonObject *
lsc_test_json_object (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = json_from_string (text, &error);

  if (error)
    g_error ("not JSON: %s: %s", error->message, text);
  g_assert_true (JSON_NODE_HOLDS_OBJECT (node));
  return json_object_ref (json_node_get_object (node));
}

/* (transfer full) (element-type JsonObject): one for each line of @text */
GPtrArray *
lsc_test_json_lines (const char *text)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (free_object);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  g_assert_true (*text == '\0' || g_str_has_suffix (text, "\n"));
  for (guint i = 0; lines[i]; i++)
    if (*lines[i] || lines[i + 1])
      g_ptr_array_add (rows, lsc_test_json_object (lines[i]));
  return rows;
}

/* (transfer full): the keys in their order, parted by commas */
char *
lsc_test_json_keys (JsonObject *object)
{
  g_autoptr (GList) keys = json_object_get_members (object);
  GString *out = g_string_new (NULL);

  for (GList *l = keys; l; l = l->next)
    g_string_append_printf (out, "%s%s", out->len > 0 ? "," : "", (char *) l->data);
  return g_string_free (out, FALSE);
}

/* (transfer full): the values of @keys parted by |, texts without quotes */
char *
lsc_test_json_row (JsonObject *object, const char *const *keys)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; keys[i]; i++)
    {
      JsonNode *node = json_object_get_member (object, keys[i]);

      if (!node)
        g_error ("there is no key %s", keys[i]);
      if (i > 0)
        g_string_append_c (out, '|');
      if (JSON_NODE_HOLDS_NULL (node))
        g_string_append (out, "null");
      else if (json_node_get_value_type (node) == G_TYPE_STRING)
        g_string_append (out, json_node_get_string (node));
      else if (json_node_get_value_type (node) == G_TYPE_INT64)
        g_string_append_printf (out, "%" G_GINT64_FORMAT, json_node_get_int (node));
      else
        g_string_append_printf (out, "%.17g", json_node_get_double (node));
    }
  return g_string_free (out, FALSE);
}

/* Whether `info --json` lists a problem; @rank below 0 is any. */
gboolean
lsc_test_has_problem (JsonObject *info, const char *code, gint64 rank)
{
  JsonArray *problems = json_object_get_array_member (info, "problems");

  for (guint i = 0; i < json_array_get_length (problems); i++)
    {
      JsonObject *problem = json_array_get_object_element (problems, i);

      if (strcmp (json_object_get_string_member (problem, "code"), code) == 0 &&
          (rank < 0 || json_object_get_int_member_with_default (problem, "rank", -1) == rank))
        return TRUE;
    }
  return FALSE;
}

/* How many lines of a table with the key rankID are of @rank. */
guint
lsc_test_count_rows (const char *text, gint64 rank)
{
  g_autoptr (GPtrArray) rows = lsc_test_json_lines (text);
  guint n = 0;

  for (guint i = 0; i < rows->len; i++)
    n += json_object_get_int_member (rows->pdata[i], "rankID") == rank;
  return n;
}
