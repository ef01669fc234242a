/* lsc-discover-results.c - results of an analysis that were met where recordings were looked for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/find/lsc-discover-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-db.h"
#include "read/find/lsc-recognise.h"

/* As many of a folder are named. */
#define MOST_NAMED 12

/**
 * _lsc_discovery_note_result:
 * @path: a folder with results of an analysis of ours or of the reference tool, or such a file
 */
void
_lsc_discovery_note_result (LscDiscovery *self, const char *path)
{
  if (!g_ptr_array_find_with_equal_func (self->results, path, g_str_equal, NULL))
    g_ptr_array_add (self->results, g_strdup (path));
}

/* "cluster_analysis.db (SlowRank, ClusterStepTraceTime)" */
static char *
describe_file (const char *path)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autoptr (LscDb) db = g_str_has_suffix (path, ".db") ? lsc_db_peek (path, NULL, NULL) : NULL;
  g_auto (GStrv) tables = db ? lsc_db_list_tables (db) : NULL;
  g_autofree char *list = NULL;

  if (!tables || !tables[0])
    return g_steal_pointer (&name);
  list = g_strjoinv (", ", tables);
  return g_strdup_printf ("%s (%s)", name, list);
}

static void
add_folder (LscDiscovery *self, const char *path, const char *prefix, GPtrArray *names)
{
  g_auto (LscListing) listing = { 0 };

  if (!_lsc_discovery_list (self, path, &listing))
    return;
  for (guint i = 0; i < listing.files->len; i++)
    {
      g_autofree char *file = g_build_filename (path, g_ptr_array_index (listing.files, i), NULL);
      g_autofree char *name = describe_file (file);

      g_ptr_array_add (names, g_strconcat (prefix, name, NULL));
    }
  for (guint i = 0; *prefix == '\0' && i < listing.folders->len; i++)
    {
      const char *name = g_ptr_array_index (listing.folders, i);
      g_autofree char *below = g_build_filename (path, name, NULL);
      g_autofree char *shown = g_filename_display_name (name);
      g_autofree char *next = g_strconcat (shown, "/", NULL);

      add_folder (self, below, next, names);
    }
}

/**
 * _lsc_discovery_describe_results:
 *
 * For a search that found nothing else.
 *
 * Source: formats.md#cluster.
 *
 * Returns: (transfer full) (nullable): what the results that were met are, what is in them, and
 *   what to open instead; %NULL if there were none
 */
char *
_lsc_discovery_describe_results (const LscDiscovery *self)
{
  LscDiscovery *walk = (LscDiscovery *) self; /* what it lists counts no more */
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = NULL;
  guint n;

  if (self->results->len == 0)
    return NULL;
  for (guint i = 0; i < self->results->len; i++)
    {
      const char *path = g_ptr_array_index (self->results, i);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        add_folder (walk, path, "", names);
      else
        g_ptr_array_add (names, describe_file (path));
    }
  n = names->len;
  if (n > MOST_NAMED)
    {
      g_ptr_array_set_size (names, MOST_NAMED);
      /* Translators: behind a list of files: how many more there are */
      g_ptr_array_add (names, g_strdup_printf (_ ("%u more"), n - MOST_NAMED));
    }
  g_ptr_array_add (names, NULL);
  list = g_strjoinv (", ", (char **) names->pdata);
  return g_strdup_printf (
      _ ("holds results of an analysis of a cluster, and no recording of a "
         "rank: %s. They are figures of all ranks, not their events. Open the folder "
         "of the ranks that they were made of; single tables open in a "
         "spreadsheet or in sqlite3."),
      n > 0 ? list : "-");
}
