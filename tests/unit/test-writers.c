/* test-writers.c - nothing but base/lsc-output writes files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib.h>
#include <string.h>

/* Functions that make, change or remove a file. */
static const char *const writers =
    "\\b((?:g_)?(?:fopen|freopen|creat|mkstemp\\w*|mkdtemp\\w*|rename|unlink|remove|rmdir|mkdir\\w*"
    "|"
    "chmod)|g_open|open|openat|mkostemp\\w*|tmpfile|tmpnam|tempnam|truncate|ftruncate|renameat2?|"
    "unlinkat|symlink|link|linkat|mkfifo|mknod|renameat|"
    "g_file_set_contents\\w*|g_file_open_tmp|g_dir_make_tmp|g_file_new_tmp\\w*|g_file_replace\\w*|"
    "g_file_create\\w*|g_file_append_to\\w*|g_file_open_readwrite\\w*|g_file_copy\\w*|"
    "g_file_move\\w*|g_file_delete\\w*|g_file_trash\\w*|g_file_make_\\w+|"
    "g_key_file_save_to_file|g_io_channel_new_file|g_bookmark_file_to_file|json_generator_to_file|"
    "g_output_stream_splice\\w*|gdk_texture_save_to_\\w+|gtk_widget_\\w+_to_file|"
    "gdk_pixbuf_save\\w*|cairo_surface_write_to_png|cairo_(?:svg|pdf|ps|script)_surface_create|"
    "cairo_script_create|sqlite3_open\\w*|sqlite3_backup_\\w+|workbook_new\\w*|"
    "archive_write_open_filename)\\s*\\(";

/* What may stand there all the same, and why. */
static const struct
{
  const char *file;
  const char *functions; /* parted by spaces */
  const char *reason;
} exceptions[] = {
  { "base/lsc-db-file.c", "open g_mkstemp_full g_unlink ftruncate",
    "the private copy of a database with a log, a file without a name" },
  { "base/lsc-db-vfs.c", "sqlite3_open_v2 ftruncate", "that copy, or a database open for reading" },
  { "analyze/query/lsc-query.c", "sqlite3_open_v2", "in memory" },
  { "analyze/query/lsc-query-functions.c", "sqlite3_open", "in memory" },
  { "app/window/lsc-demo.c", "g_mkdir_with_parents g_mkdtemp g_rename g_rmdir",
    "a folder in the user's cache, which another program fills" },
  { "cli/lsc-cli-results.c", "sqlite3_open_v2", "read-only and immutable" },
  { "export/lsc-workbook.c", "workbook_new_opt", "on the name that the output gave" },
  { "export/lsc-export-convert.c", "sqlite3_open_v2", "on the name that the output gave" },
  { "export/lsc-export-copy.c", "sqlite3_open_v2 g_chmod", "on the name that the output gave" },
  { "export/lsc-export-db.c", "sqlite3_open_v2",
    "read-only to hold a lock, and on the name that the output gave" },
  { "export/lsc-export-extract.c", "sqlite3_open_v2",
    "on the name that the output gave, or in memory" },
  { "export/lsc-export-step-task.c", "sqlite3_open_v2",
    "to ask for a lock and give it back, and on the name that the output gave" },
};

/* Without the comments. */
static char *
strip (const char *text)
{
  g_autoptr (GRegex) comments = g_regex_new ("/\\*.*?\\*/", G_REGEX_DOTALL, 0, NULL);

  return g_regex_replace_literal (comments, text, -1, 0, " ", 0, NULL);
}

/* What stands between the parentheses. */
static char *
get_arguments (const char *open)
{
  int depth = 0;

  for (const char *p = open; *p; p++)
    {
      depth += *p == '(';
      depth -= *p == ')';
      if (depth == 0)
        return g_strndup (open, (gsize) (p - open) + 1);
    }
  return g_strdup (open);
}

/* Many open a file to read it. */
static gboolean
is_reading (const char *function, const char *arguments)
{
  if (g_str_has_suffix (function, "fopen"))
    return strstr (arguments, "\"r\"") || strstr (arguments, "\"rb\"") ||
           strstr (arguments, "\"rbe\"") || strstr (arguments, "\"re\"");
  if (g_str_has_suffix (function, "open") || strcmp (function, "openat") == 0)
    return strstr (arguments, "O_RDONLY") && !strstr (arguments, "O_CREAT");
  return FALSE;
}

/* Exceptions that were met, as "file function". */
static GHashTable *met;

static gboolean
is_exception (const char *file, const char *function)
{
  for (gsize i = 0; i < G_N_ELEMENTS (exceptions); i++)
    {
      g_auto (GStrv) functions = g_strsplit (exceptions[i].functions, " ", -1);

      if (strcmp (exceptions[i].file, file) == 0 &&
          g_strv_contains ((const char *const *) functions, function))
        {
          g_hash_table_add (met, g_strdup_printf ("%s %s", file, function));
          return TRUE;
        }
    }
  return FALSE;
}

static guint
look_into (const char *path, const char *file)
{
  g_autoptr (GRegex) regex = g_regex_new (writers, 0, 0, NULL);
  g_autofree char *text = NULL;
  g_autofree char *code = NULL;
  g_autoptr (GMatchInfo) match = NULL;
  guint n_found = 0;

  g_assert_nonnull (regex);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  code = strip (text);
  for (g_regex_match (regex, code, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *function = g_match_info_fetch (match, 1);
      g_autofree char *arguments = NULL;
      int end;

      g_match_info_fetch_pos (match, 0, NULL, &end);
      arguments = get_arguments (code + end - 1);
      if (is_reading (function, arguments) || is_exception (file, function))
        continue;
      g_test_message ("%s: %s %s", file, function, arguments);
      n_found++;
    }
  return n_found;
}

static gboolean
is_allowed (const char *file)
{
  return g_str_has_prefix (file, "base/lsc-output") || g_str_has_prefix (file, "synth/");
}

static guint
walk (const char *root, const char *below)
{
  g_autofree char *folder = g_build_filename (root, below, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n_found = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)))
    {
      g_autofree char *file = *below ? g_strconcat (below, "/", name, NULL) : g_strdup (name);
      g_autofree char *path = g_build_filename (root, file, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        n_found += walk (root, file);
      else if (g_str_has_suffix (name, ".c") && !is_allowed (file))
        n_found += look_into (path, file);
    }
  return n_found;
}

/* An exception that nobody needs would let in what it was not made for. */
static guint
count_unused (void)
{
  guint n_unused = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (exceptions); i++)
    {
      g_auto (GStrv) functions = g_strsplit (exceptions[i].functions, " ", -1);

      for (gsize k = 0; functions[k]; k++)
        {
          g_autofree char *key = g_strdup_printf ("%s %s", exceptions[i].file, functions[k]);

          if (g_hash_table_contains (met, key))
            continue;
          g_test_message ("%s is no exception any more", key);
          n_unused++;
        }
    }
  return n_unused;
}

static void
test_one_writer (void)
{
  g_autofree char *root = g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"), "src", NULL);

  met = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (walk (root, "") > 0)
    g_error ("write with lsc_output_new() in place of the above, or add an exception with its "
             "reason");
  g_assert_cmpuint (count_unused (), ==, 0);
  g_hash_table_unref (met);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/writers/one", test_one_writer);
  return g_test_run ();
}
