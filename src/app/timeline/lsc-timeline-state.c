/* lsc-timeline-state.c - what the user did to the timeline of a project, kept for the next time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/timeline/lsc-timeline-state.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "app/parts/lsc-sidecar.h"
#include "base/lsc-error.h"
#include "base/lsc-json.h"
#include "base/lsc-output.h"

/* Nobody pins so much by hand: a larger file is not ours. */
#define MOST_BYTES (16 * 1024 * 1024)
#define VERSION 1

/**
 * lsc_timeline_state_new:
 *
 * Returns: (transfer full): the state of a project that was never open
 */
LscTimelineState *
lsc_timeline_state_new (void)
{
  LscTimelineState *self = g_new0 (LscTimelineState, 1);

  self->aliases = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->offsets = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->marks = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_timeline_mark_free);
  return self;
}

/** lsc_timeline_state_free: */
void
lsc_timeline_state_free (LscTimelineState *self)
{
  if (!self)
    return;
  g_free (self->lanes);
  g_hash_table_unref (self->aliases);
  g_hash_table_unref (self->offsets);
  g_ptr_array_unref (self->marks);
  g_free (self);
}

/**
 * lsc_timeline_state_get_path:
 * @project_path: folder or file of the project
 *
 * Returns: (transfer full): where its state is kept
 */
char *
lsc_timeline_state_get_path (const char *project_path)
{
  g_return_val_if_fail (project_path, NULL);
  return lsc_sidecar_get_path ("views", (const char *const[]){ project_path, NULL });
}

/* ---- reading ---- */

static JsonNode *
get_member (JsonObject *object, const char *name, JsonNodeType type)
{
  JsonNode *node = object ? json_object_get_member (object, name) : NULL;

  return node && JSON_NODE_TYPE (node) == type ? node : NULL;
}

static JsonObject *
get_object (JsonObject *object, const char *name)
{
  JsonNode *node = get_member (object, name, JSON_NODE_OBJECT);

  return node ? json_node_get_object (node) : NULL;
}

static gint64
get_int (JsonObject *object, const char *name)
{
  JsonNode *node = get_member (object, name, JSON_NODE_VALUE);

  return node ? json_node_get_int (node) : 0;
}

static char *
get_text (JsonObject *object, const char *name)
{
  JsonNode *node = get_member (object, name, JSON_NODE_VALUE);

  return node && json_node_get_value_type (node) == G_TYPE_STRING ? json_node_dup_string (node)
                                                                  : NULL;
}

static void
read_mark (JsonArray *array, guint index, JsonNode *node, gpointer user_data)
{
  LscTimelineState *self = user_data;
  JsonObject *object;
  LscTimelineMark *mark;
  gint64 begin_ns, end_ns;

  (void) array;
  (void) index;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return;
  object = json_node_get_object (node);
  begin_ns = get_int (object, "begin_ns");
  end_ns = get_int (object, "end_ns");
  mark = g_new0 (LscTimelineMark, 1);
  mark->begin_ns = begin_ns;
  mark->end_ns = MAX (begin_ns, end_ns);
  mark->rgb = (guint32) (get_int (object, "rgb") & 0xffffff);
  mark->is_lasting = TRUE;
  mark->name = get_text (object, "name");
  mark->note = get_text (object, "note");
  mark->path = get_text (object, "lane");
  g_ptr_array_add (self->marks, mark);
}

static void
read_by_rank (JsonObject *object, const char *name, JsonNode *node, gpointer user_data)
{
  GHashTable *table = user_data;
  gint64 rank;

  (void) object;
  if (!*name || JSON_NODE_TYPE (node) != JSON_NODE_VALUE)
    return;
  if (!lsc_rank_from_text (name, &rank))
    rank = lsc_rank_name_add (name); /* of a recording that may be opened later */
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    g_hash_table_insert (table, g_memdup2 (&rank, sizeof rank), json_node_dup_string (node));
  else if (json_node_get_value_type (node) == G_TYPE_INT64)
    {
      gint64 value = json_node_get_int (node);

      g_hash_table_insert (table, g_memdup2 (&rank, sizeof rank), g_memdup2 (&value, sizeof value));
    }
}

/* Tables hold one type each: texts or numbers. */
static void
drop_other (GHashTable *table, JsonObject *object, GType type)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, table);
  while (object && g_hash_table_iter_next (&iter, &key, NULL))
    {
      g_autofree char *name = g_strdup_printf ("%" G_GINT64_FORMAT, *(gint64 *) key);
      JsonNode *node = json_object_get_member (object, name);

      if (!node || json_node_get_value_type (node) != type)
        g_hash_table_iter_remove (&iter);
    }
}

static void
read_object (LscTimelineState *self, JsonObject *root)
{
  JsonObject *aliases = get_object (root, "aliases"), *offsets = get_object (root, "offsets_ns");
  JsonNode *lanes = get_member (root, "lanes", JSON_NODE_OBJECT);
  JsonNode *marks = get_member (root, "marks", JSON_NODE_ARRAY);

  if (lanes)
    self->lanes = json_to_string (lanes, FALSE);
  if (marks)
    json_array_foreach_element (json_node_get_array (marks), read_mark, self);
  if (aliases)
    json_object_foreach_member (aliases, read_by_rank, self->aliases);
  if (offsets)
    json_object_foreach_member (offsets, read_by_rank, self->offsets);
  drop_other (self->aliases, aliases, G_TYPE_STRING);
  drop_other (self->offsets, offsets, G_TYPE_INT64);
}

/**
 * lsc_timeline_state_load:
 * @project_path: folder or file of the project
 *
 * Thread: any.
 *
 * Errors: %LSC_ERROR_CORRUPT for a file that is no state; none when there is no file
 *
 * Returns: (transfer full): the state, that of a new project when there is none or on an error
 */
LscTimelineState *
lsc_timeline_state_load (const char *project_path, GError **error)
{
  LscTimelineState *self;
  g_autofree char *path = NULL;
  g_autofree char *text = NULL, *shown = NULL;
  g_autoptr (JsonNode) root = NULL;
  GStatBuf about;
  gsize length;

  g_return_val_if_fail (project_path, NULL);
  self = lsc_timeline_state_new ();
  path = lsc_timeline_state_get_path (project_path);
  if (g_stat (path, &about) != 0)
    return self;
  if (about.st_size < MOST_BYTES && g_file_get_contents (path, &text, &length, NULL) &&
      (root = lsc_json_parse (text, length, NULL)) != NULL && JSON_NODE_HOLDS_OBJECT (root))
    {
      read_object (self, json_node_get_object (root));
      return self;
    }
  shown = g_filename_display_name (path);
  g_set_error (error, LSC_ERROR, LSC_ERROR_CORRUPT,
               _ ("“%s” holds no saved view, so lanes and marks start afresh. Delete the file, or "
                  "restore it from a copy."),
               shown);
  return self;
}

/* ---- writing ---- */

static void
write_text (JsonBuilder *builder, const char *name, const char *text)
{
  g_autofree char *valid = text ? g_utf8_make_valid (text, -1) : NULL;

  if (!valid)
    return;
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, valid);
}

static void
write_int (JsonBuilder *builder, const char *name, gint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

static void
write_marks (const LscTimelineState *self, JsonBuilder *builder)
{
  json_builder_set_member_name (builder, "marks");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->marks->len; i++)
    {
      const LscTimelineMark *mark = g_ptr_array_index (self->marks, i);

      if (!mark->is_lasting)
        continue;
      json_builder_begin_object (builder);
      write_int (builder, "begin_ns", mark->begin_ns);
      write_int (builder, "end_ns", mark->end_ns);
      write_int (builder, "rgb", mark->rgb);
      write_text (builder, "name", mark->name);
      write_text (builder, "note", mark->note);
      write_text (builder, "lane", mark->path);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  gint64 left = **(gint64 *const *) a, right = **(gint64 *const *) b;

  return lsc_rank_compare (left, right);
}

static void
write_by_rank (JsonBuilder *builder, const char *name, GHashTable *table, gboolean is_text)
{
  g_autoptr (GPtrArray) ranks = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer item;

  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &item, NULL))
    g_ptr_array_add (ranks, item);
  g_ptr_array_sort (ranks, compare_ranks);
  for (guint i = 0; i < ranks->len; i++)
    {
      gint64 *rank = g_ptr_array_index (ranks, i);
      g_autofree char *key = lsc_rank_to_text (*rank);
      gpointer value = g_hash_table_lookup (table, rank);

      if (is_text)
        write_text (builder, key, value);
      else
        write_int (builder, key, *(gint64 *) value);
    }
  json_builder_end_object (builder);
}

/**
 * lsc_timeline_state_to_json:
 *
 * Returns: (transfer full): the text of the file
 */
char *
lsc_timeline_state_to_json (const LscTimelineState *self, const char *project_path)
{
  g_autoptr (JsonBuilder) builder = NULL;
  g_autoptr (JsonNode) root = NULL, lanes = NULL;
  g_autofree char *shown = NULL;

  g_return_val_if_fail (self && project_path, NULL);
  builder = json_builder_new ();
  shown = g_filename_display_name (project_path);
  json_builder_begin_object (builder);
  write_int (builder, "version", VERSION);
  write_text (builder, "project", shown);
  lanes = lsc_json_parse_text (self->lanes, NULL);
  if (lanes)
    {
      json_builder_set_member_name (builder, "lanes");
      json_builder_add_value (builder, g_steal_pointer (&lanes));
    }
  write_marks (self, builder);
  write_by_rank (builder, "aliases", self->aliases, TRUE);
  write_by_rank (builder, "offsets_ns", self->offsets, FALSE);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  return json_to_string (root, TRUE);
}

/**
 * lsc_timeline_state_write:
 * @json: of lsc_timeline_state_to_json()
 *
 * Thread: any.
 *
 * Errors: those of lsc_output_write_file()
 */
gboolean
lsc_timeline_state_write (const char *project_path, const char *json, GError **error)
{
  g_autofree char *path = NULL;
  g_autofree char *folder = NULL;

  g_return_val_if_fail (project_path && json, FALSE);
  path = lsc_timeline_state_get_path (project_path);
  folder = g_path_get_dirname (path);
  return lsc_output_make_folder (folder, LSC_OUTPUT_PRIVATE, error) &&
         lsc_output_write_file (path, LSC_OUTPUT_PRIVATE, json, strlen (json), error);
}
