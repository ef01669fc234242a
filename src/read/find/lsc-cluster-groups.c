/* lsc-cluster-groups.c - groups of ranks that a cluster analysis wrote beside the recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/find/lsc-cluster-groups.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "base/lsc-db.h"
#include "base/lsc-time.h"

/* formats.md#cluster, pipeline.md#stages, rule 2: cluster_analysis.db says with the table
 * CommunicationGroupMapping what the key parallel_group_info of a recording says: rank_set is
 * `(0,2)`, pg_name is `pp`. It is only asked where the key is missing. */

#define KEY "parallel_group_info"
#define TABLE "CommunicationGroupMapping"
#define MOST_RANKS 16384
#define MOST_GROUPS 65536

/* (nullable): of the folder above the result folder, where the reference tool writes it. */
static char *
find_database (const LscSource *source)
{
  g_autofree char *above = source->folder ? g_path_get_dirname (source->folder) : NULL;
  g_autofree char *path =
      above ? g_build_filename (above, "cluster_analysis_output", "cluster_analysis.db", NULL)
            : NULL;

  return path && g_file_test (path, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&path) : NULL;
}

/* `(0,2)`, also with blanks, a comma at the end or other brackets. */
static JsonArray *
parse_ranks (const char *text)
{
  g_autofree char *plain = g_strdup (text ? text : "");
  g_auto (GStrv) words = g_strsplit (g_strdelimit (plain, "()[]{} ", ','), ",", MOST_RANKS);
  g_autoptr (JsonArray) ranks = json_array_new ();

  for (gsize i = 0; words[i]; i++)
    {
      gint64 rank;

      if (*words[i] == '\0')
        continue;
      if (lsc_parse_int64 (words[i], strlen (words[i]), &rank) != LSC_PARSE_OK || rank < 0)
        return NULL;
      json_array_add_int_element (ranks, rank);
    }
  return json_array_get_length (ranks) > 0 ? g_steal_pointer (&ranks) : NULL;
}

static const char *
column_text (sqlite3_stmt *stmt, int column)
{
  const char *text = (const char *) sqlite3_column_text (stmt, column);

  return text && g_utf8_validate (text, -1, NULL) ? text : NULL;
}

/* Returns whether a row was understood. */
static gboolean
take_row (JsonObject *groups, sqlite3_stmt *stmt)
{
  const char *plain = column_text (stmt, 2), *hash = column_text (stmt, 1);
  const char *key = plain && *plain ? plain : hash;
  JsonArray *ranks = parse_ranks (column_text (stmt, 0));
  JsonObject *group;

  if (!ranks || !key || json_object_has_member (groups, key))
    {
      g_clear_pointer (&ranks, json_array_unref);
      return FALSE;
    }
  group = json_object_new ();
  json_object_set_string_member (group, "group_name", "pp");
  json_object_set_array_member (group, "global_ranks", ranks);
  json_object_set_object_member (groups, key, group);
  return TRUE;
}

/* Groups named "pp"; the same ranks are listed once for each kind of operator. */
static gboolean
read_groups (LscDb *db, JsonObject *groups, GError **error)
{
  static const char *const columns[] = { "rank_set", "group_name", "group_id", "pg_name", NULL };
  g_autoptr (LscScan) scan = NULL;

  if (!lsc_db_has_table (db, TABLE) || !lsc_db_has_column (db, TABLE, "pg_name"))
    return TRUE;
  scan = lsc_db_scan (db, TABLE, columns, "\"pg_name\" = 'pp'", error);
  if (!scan)
    return FALSE;
  while (json_object_get_size (groups) < MOST_GROUPS && lsc_scan_next (scan))
    take_row (groups, lsc_scan_get_stmt (scan));
  return lsc_scan_finish (scan, error);
}

/**
 * lsc_run_load_cluster_groups:
 *
 * Gives a recording without the key parallel_group_info the pipelines of cluster_analysis.db, if
 * there is one beside it. One that cannot be read is a notice.
 *
 * Cost: O(groups).
 */
void
lsc_run_load_cluster_groups (LscRun *run)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscDb) db = NULL;
  g_autoptr (JsonNode) node = NULL;
  JsonObject *groups;

  g_return_if_fail (run);
  if (lsc_metadata_get (run->metadata, KEY) || !(path = find_database (run->source)))
    return;
  groups = json_object_new ();
  node = json_node_init_object (json_node_alloc (), groups);
  json_object_unref (groups);
  db = lsc_db_open (path, NULL, &error);
  if (!db || !read_groups (db, groups, &error))
    {
      LscNotice *notice =
          lsc_notice_new (LSC_SEVERITY_WARNING, "bad-cluster-groups", "%s", error->message);

      lsc_notice_set_help (notice, _ ("The pipelines it names are not known."), NULL);
      lsc_run_take_notice (run, notice, TABLE, -1);
      return;
    }
  if (json_object_get_size (groups) > 0)
    {
      g_autofree char *json = json_to_string (node, FALSE);

      lsc_run_add_metadata (run, KEY, json);
    }
}
