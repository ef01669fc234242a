/* lsc-mode-parallel.c - the groups of ranks that a recording names
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "base/lsc-json.h"
#include "read/find/lsc-comm-groups.h"
#include "read/find/lsc-metadata.h"
#include "read/text/lsc-text-tables.h"
#include "session/modes/lsc-mode-private.h"

#define ID_LENGTH 3

/** Returns: (transfer full): what the reference calls a group: the last three digits of the hash of
 * its name */
char *
_lsc_mode_group_id (const char *name)
{
  g_autofree char *hash = g_strdup_printf ("%" PRIu64, lsc_comm_group_hash (name));
  gsize length = strlen (hash);

  return g_strdup (hash + (length > ID_LENGTH ? length - ID_LENGTH : 0));
}

static void
free_group (gpointer data)
{
  LscModeParallel *self = data;

  g_array_unref (self->ranks);
  g_free (self);
}

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

static void
take_ranks (LscModeParallel *self, JsonObject *object)
{
  JsonNode *node = json_object_get_member (object, "global_ranks");
  JsonArray *array = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; array && i < json_array_get_length (array); i++)
    {
      JsonNode *item = json_array_get_element (array, i);
      gint64 rank = JSON_NODE_HOLDS_VALUE (item) ? json_node_get_int (item) : -1;

      if (rank >= 0)
        g_array_append_val (self->ranks, rank);
    }
  g_array_sort (self->ranks, compare_ranks);
}

static void
take_group (GPtrArray *groups, LscModeRun *run, const char *id, JsonNode *node)
{
  LscModeParallel *self;
  JsonNode *name;
  g_autofree char *hash = g_strdup_printf ("%" PRIu64, lsc_comm_group_hash (id));

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return;
  self = g_new0 (LscModeParallel, 1);
  name = json_object_get_member (json_node_get_object (node), "group_name");
  self->id = _lsc_mode_keep (run, id);
  self->hash = _lsc_mode_keep (run, hash);
  self->name = _lsc_mode_keep (run, name && json_node_get_value_type (name) == G_TYPE_STRING
                                        ? json_node_get_string (name)
                                        : "");
  self->ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  take_ranks (self, json_node_get_object (node));
  g_ptr_array_add (groups, self);
}

static GPtrArray *
take_groups (LscModeRun *run, JsonObject *object)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (free_group);
  g_autoptr (GList) names = object ? json_object_get_members (object) : NULL;

  for (GList *name = names; name; name = name->next)
    take_group (groups, run, name->data, json_object_get_member (object, name->data));
  return groups;
}

static GPtrArray *
parse_groups (LscModeRun *run, const char *text)
{
  g_autoptr (JsonNode) root = lsc_json_parse_kind (text, JSON_NODE_OBJECT, NULL);

  return take_groups (run, root ? json_node_get_object (root) : NULL);
}

/**
 * _lsc_mode_read_parallel:
 * @metadata: profiler_metadata.json of a rank
 *
 * Returns: (transfer full) (element-type LscModeParallel): as _lsc_mode_rank_list_parallel()
 */
GPtrArray *
_lsc_mode_read_parallel (LscModeRun *run, const char *metadata)
{
  g_autoptr (JsonNode) root = lsc_text_load_object (metadata, "bad-metadata", run->notices);

  return take_groups (
      run, root ? lsc_json_get_object (json_node_get_object (root), "parallel_group_info") : NULL);
}

/**
 * _lsc_mode_rank_list_parallel:
 *
 * Returns: (transfer full) (nullable) (element-type LscModeParallel): the groups of
 *   `parallel_group_info`, in its order; %NULL where it was not recorded
 */
GPtrArray *
_lsc_mode_rank_list_parallel (LscModeRank *self)
{
  GPtrArray *groups = NULL;
  sqlite3_stmt *stmt;

  if (!lsc_db_has_table (self->db, "META_DATA"))
    return NULL;
  stmt =
      _lsc_mode_rank_ask (self, "SELECT value FROM META_DATA WHERE name = 'parallel_group_info'");
  while (_lsc_mode_rank_next (self, &stmt))
    if (!groups && sqlite3_column_type (stmt, 0) == SQLITE_TEXT)
      groups = parse_groups (self->run, (const char *) sqlite3_column_text (stmt, 0));
  return groups;
}

/** As _lsc_mode_rank_list_parallel(), for a mode that can do nothing without: it is told. */
GPtrArray *
_lsc_mode_rank_need_parallel (LscModeRank *self)
{
  GPtrArray *groups = _lsc_mode_rank_list_parallel (self);

  if (!groups)
    {
      lsc_lacks_add (&self->run->lacks, LSC_UNKNOWN_NO_GROUPS);
      _lsc_mode_tell (self->run, self->rank, LSC_SEVERITY_NOTE,
                      _ ("META_DATA has no parallel_group_info, which this analysis needs: start "
                         "the profiler after the groups of ranks were made."));
    }
  return groups;
}
