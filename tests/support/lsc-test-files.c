/* lsc-test-files.c - temporary folders, checksums of trees, and the sample folder
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#include "lsc-test-files.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

/**
 * lsc_test_temp_dir_new:
 *
 * Makes an empty folder below the system's temporary folder; aborts when that fails.
 *
 * Returns: (transfer full): its path; remove with lsc_test_remove_tree()
 */
char *
lsc_test_temp_dir_new (void)
{
  g_autoptr (GError) error = NULL;
  char *path = g_dir_make_tmp ("lanescope-test-XXXXXX", &error);

  g_assert_no_error (error);
  return path;
}

/**
 * lsc_test_remove_tree:
 * @path: file or folder
 *
 * Removes @path with everything below it. Links are removed, not followed; folders without write
 * permission are made writable first.
 *
 * Returns: %TRUE when nothing is left
 */
gboolean
lsc_test_remove_tree (const char *path)
{
  gboolean is_dir =
      g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK);

  if (is_dir)
    {
      g_autoptr (GDir) dir = NULL;
      const char *name;

      g_chmod (path, 0755);
      dir = g_dir_open (path, 0, NULL);
      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *child = g_build_filename (path, name, NULL);

          lsc_test_remove_tree (child);
        }
    }
  return g_remove (path) == 0;
}

/**
 * lsc_test_temp_dir_clear:
 * @dir: (inout): a folder of lsc_test_temp_dir_new()
 *
 * Removes the folder and frees its name; made for g_auto().
 */
void
lsc_test_temp_dir_clear (LscTestTempDir *dir)
{
  if (*dir != NULL)
    lsc_test_remove_tree (*dir);
  g_clear_pointer (dir, g_free);
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
checksum_file (GChecksum *sum, const char *path, const char *shown, GError **error)
{
  g_autoptr (GMappedFile) map = g_mapped_file_new (path, FALSE, error);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInfo) info = NULL;
  g_autoptr (GDateTime) time = NULL;
  g_autofree char *head = NULL;

  if (map == NULL)
    return FALSE;
  info = g_file_query_info (file, "time::modified,time::modified-usec", 0, NULL, error);
  if (info == NULL)
    return FALSE;
  time = g_file_info_get_modification_date_time (info);
  head = g_strdup_printf ("%s\n%" G_GSIZE_FORMAT "\n%" G_GINT64_FORMAT ".%06d\n", shown,
                          g_mapped_file_get_length (map), g_date_time_to_unix (time),
                          g_date_time_get_microsecond (time));
  g_checksum_update (sum, (const guchar *) head, -1);
  if (g_mapped_file_get_length (map) > 0)
    g_checksum_update (sum, (const guchar *) g_mapped_file_get_contents (map),
                       (gssize) g_mapped_file_get_length (map));
  return TRUE;
}

static gboolean
checksum_tree (GChecksum *sum, const char *path, const char *shown, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    return checksum_file (sum, path, shown, error);
  dir = g_dir_open (path, 0, error);
  if (dir == NULL)
    return FALSE;
  g_checksum_update (sum, (const guchar *) shown, -1);
  g_checksum_update (sum, (const guchar *) "/\n", -1);
  while ((name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *child = g_build_filename (path, names->pdata[i], NULL);
      g_autofree char *child_shown = g_build_filename (shown, names->pdata[i], NULL);

      if (!checksum_tree (sum, child, child_shown, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * lsc_test_tree_checksum:
 * @path: file or folder
 * @error: return location
 *
 * Sums up the relative name, size, modification time and bytes of every file, and the name of
 * every folder, so that a new, changed, touched or missing file shows.
 *
 * Returns: (transfer full) (nullable): SHA-256 in hexadecimal, %NULL with @error when unreadable
 */
char *
lsc_test_tree_checksum (const char *path, GError **error)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  if (!checksum_tree (sum, path, ".", error))
    return NULL;
  return g_strdup (g_checksum_get_string (sum));
}

/**
 * lsc_test_samples_dir:
 *
 * Returns: (transfer full) (nullable): value of the environment variable LANESCOPE_SAMPLES, %NULL
 *   when it is unset, empty or no folder
 */
char *
lsc_test_samples_dir (void)
{
  const char *value = g_getenv ("LANESCOPE_SAMPLES");

  if (value == NULL || value[0] == '\0' || !g_file_test (value, G_FILE_TEST_IS_DIR))
    return NULL;
  return g_strdup (value);
}

/**
 * lsc_test_require_samples:
 *
 * As lsc_test_samples_dir(), but marks the running test as skipped when there are no samples.
 *
 * Returns: (transfer full) (nullable): the folder; on %NULL the test should return at once
 */
char *
lsc_test_require_samples (void)
{
  char *dir = lsc_test_samples_dir ();

  if (dir == NULL)
    g_test_skip ("LANESCOPE_SAMPLES is not set to the folder of the sample data");
  return dir;
}
