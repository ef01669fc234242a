/* lsc-timeline-layout-keep.c - the state of the lanes as text, and back
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-json.h"
#include "draw/timeline/lsc-timeline-layout-private.h"

static void
add_strings (JsonBuilder *json, const GPtrArray *strings)
{
  json_builder_begin_array (json);
  for (guint i = 0; i < strings->len; i++)
    json_builder_add_string_value (json, g_ptr_array_index (strings, i));
  json_builder_end_array (json);
}

/* @offset: of a member of LscNodeState that is negative where nothing was chosen */
static void
add_choices (JsonBuilder *json, const LscTimelineLayout *self, GList *paths, const char *name,
             gsize offset)
{
  json_builder_set_member_name (json, name);
  json_builder_begin_object (json);
  for (GList *path = paths; path; path = path->next)
    {
      int choice = G_STRUCT_MEMBER (int, _lsc_layout_peek_state (self, path->data), offset);

      if (choice < 0)
        continue;
      json_builder_set_member_name (json, path->data);
      json_builder_add_boolean_value (json, choice);
    }
  json_builder_end_object (json);
}

static void
add_offsets (JsonBuilder *json, const LscTimelineLayout *self, GList *paths)
{
  json_builder_set_member_name (json, "lane_offsets_ns");
  json_builder_begin_object (json);
  for (GList *path = paths; path; path = path->next)
    {
      gint64 offset_ns = _lsc_layout_peek_state (self, path->data)->offset_ns;

      if (offset_ns == 0)
        continue;
      json_builder_set_member_name (json, path->data);
      json_builder_add_int_value (json, offset_ns);
    }
  json_builder_end_object (json);
}

static void
add_states (JsonBuilder *json, const LscTimelineLayout *self)
{
  g_autoptr (GList) paths =
      g_list_sort (g_hash_table_get_keys (self->states), (GCompareFunc) strcmp);

  add_choices (json, self, paths, "expanded", G_STRUCT_OFFSET (LscNodeState, expanded));
  add_choices (json, self, paths, "unfolded", G_STRUCT_OFFSET (LscNodeState, unfolded));
  add_offsets (json, self, paths);
  json_builder_set_member_name (json, "hidden");
  json_builder_begin_array (json);
  for (GList *path = paths; path; path = path->next)
    if (_lsc_layout_peek_state (self, path->data)->is_hidden)
      json_builder_add_string_value (json, path->data);
  json_builder_end_array (json);
}

static void
add_aliases (JsonBuilder *json, const LscTimelineLayout *self)
{
  g_autoptr (GList) keys =
      g_list_sort (g_hash_table_get_keys (self->aliases), (GCompareFunc) strcmp);

  json_builder_set_member_name (json, "aliases");
  json_builder_begin_object (json);
  for (GList *key = keys; key; key = key->next)
    {
      json_builder_set_member_name (json, key->data);
      json_builder_add_string_value (json, g_hash_table_lookup (self->aliases, key->data));
    }
  json_builder_end_object (json);
}

/**
 * lsc_timeline_layout_save:
 *
 * Returns: (transfer full): JSON text of what the user did: expanded, hidden, pinned, merged lanes,
 *   aliases, sizes, offsets of single lanes. Offsets of ranks and the filter are not in it.
 */
char *
lsc_timeline_layout_save (const LscTimelineLayout *self)
{
  g_autoptr (JsonBuilder) json = NULL;
  g_autoptr (JsonGenerator) generator = NULL;
  g_autoptr (JsonNode) root = NULL;

  g_return_val_if_fail (self, NULL);
  json = json_builder_new ();
  generator = json_generator_new ();
  json_builder_begin_object (json);
  json_builder_set_member_name (json, "version");
  json_builder_add_int_value (json, 1);
  add_states (json, self);
  json_builder_set_member_name (json, "pinned");
  add_strings (json, self->pinned);
  json_builder_set_member_name (json, "merged");
  json_builder_begin_array (json);
  for (guint i = 0; i < self->merges->len; i++)
    add_strings (json, g_ptr_array_index (self->merges, i));
  json_builder_end_array (json);
  add_aliases (json, self);
  json_builder_set_member_name (json, "auto_height");
  json_builder_add_boolean_value (json, self->auto_height);
  json_builder_set_member_name (json, "show_stacks");
  json_builder_add_boolean_value (json, self->show_stacks);
  json_builder_set_member_name (json, "folds_hosts");
  json_builder_add_boolean_value (json, self->folds_hosts);
  json_builder_set_member_name (json, "row_height");
  json_builder_add_double_value (json, self->row_height);
  json_builder_end_object (json);
  root = json_builder_get_root (json);
  json_generator_set_root (generator, root);
  return json_generator_to_data (generator, NULL);
}

static JsonNode *
get_member (JsonObject *object, const char *name, JsonNodeType type)
{
  JsonNode *node = json_object_get_member (object, name);

  return node && json_node_get_node_type (node) == type ? node : NULL;
}

static const char *
get_string (JsonNode *node)
{
  return node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

static GPtrArray *
read_strings (JsonNode *node)
{
  GPtrArray *strings = g_ptr_array_new_with_free_func (g_free);
  JsonArray *array = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; array && i < json_array_get_length (array); i++)
    {
      const char *text = get_string (json_array_get_element (array, i));

      if (text && !g_ptr_array_find_with_equal_func (strings, text, g_str_equal, NULL))
        g_ptr_array_add (strings, g_strdup (text));
    }
  return strings;
}

static void
restore_choices (LscTimelineLayout *self, JsonObject *object, const char *name, gsize offset)
{
  JsonNode *node = get_member (object, name, JSON_NODE_OBJECT);
  JsonObjectIter iter;
  const char *path;
  JsonNode *value;

  if (!node)
    return;
  json_object_iter_init (&iter, json_node_get_object (node));
  while (json_object_iter_next (&iter, &path, &value))
    if (JSON_NODE_HOLDS_VALUE (value))
      G_STRUCT_MEMBER (int, _lsc_layout_state (self, path), offset) =
          json_node_get_boolean (value) != FALSE;
}

static void
restore_offsets (LscTimelineLayout *self, JsonObject *object)
{
  JsonNode *node = get_member (object, "lane_offsets_ns", JSON_NODE_OBJECT);
  JsonObjectIter iter;
  const char *path;
  JsonNode *value;

  if (!node)
    return;
  json_object_iter_init (&iter, json_node_get_object (node));
  while (json_object_iter_next (&iter, &path, &value))
    if (JSON_NODE_HOLDS_VALUE (value) && json_node_get_value_type (value) == G_TYPE_INT64)
      lsc_timeline_layout_set_lane_offset (self, path, json_node_get_int (value));
}

static void
restore_states (LscTimelineLayout *self, JsonObject *object)
{
  g_autoptr (GPtrArray) hidden = read_strings (json_object_get_member (object, "hidden"));

  restore_choices (self, object, "expanded", G_STRUCT_OFFSET (LscNodeState, expanded));
  restore_choices (self, object, "unfolded", G_STRUCT_OFFSET (LscNodeState, unfolded));
  for (guint i = 0; i < hidden->len; i++)
    _lsc_layout_state (self, g_ptr_array_index (hidden, i))->is_hidden = TRUE;
  lsc_timeline_layout_clear_lane_offsets (self); /* also of what was moved before */
  restore_offsets (self, object);
}

static void
restore_merges (LscTimelineLayout *self, JsonNode *node)
{
  JsonArray *array = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; array && i < json_array_get_length (array); i++)
    {
      g_autoptr (GPtrArray) paths = read_strings (json_array_get_element (array, i));

      if (paths->len >= 2)
        g_ptr_array_add (self->merges, g_steal_pointer (&paths));
    }
}

static void
restore_aliases (LscTimelineLayout *self, JsonObject *object)
{
  JsonNode *node = get_member (object, "aliases", JSON_NODE_OBJECT);
  JsonObjectIter iter;
  const char *key;
  JsonNode *value;

  if (!node)
    return;
  json_object_iter_init (&iter, json_node_get_object (node));
  while (json_object_iter_next (&iter, &key, &value))
    if (get_string (value))
      g_hash_table_insert (self->aliases, g_strdup (key), g_strdup (get_string (value)));
}

static gboolean
get_switch (JsonObject *object, const char *name, gboolean otherwise)
{
  JsonNode *node = get_member (object, name, JSON_NODE_VALUE);

  return node ? json_node_get_boolean (node) : otherwise;
}

/**
 * lsc_timeline_layout_restore:
 * @json: (nullable): text of lsc_timeline_layout_save(); what is not understood is left out
 *
 * Puts the user's state back. It may come before the ranks: paths find their nodes when these are
 * there.
 */
void
lsc_timeline_layout_restore (LscTimelineLayout *self, const char *json)
{
  g_autoptr (JsonNode) root = NULL;
  JsonNode *height;
  JsonObject *object;

  g_return_if_fail (self);
  root = lsc_json_parse_text (json, NULL);
  if (!root || !JSON_NODE_HOLDS_OBJECT (root))
    return;
  object = json_node_get_object (root);
  g_hash_table_remove_all (self->states);
  g_hash_table_remove_all (self->aliases);
  g_ptr_array_set_size (self->merges, 0);
  restore_states (self, object);
  restore_merges (self, json_object_get_member (object, "merged"));
  restore_aliases (self, object);
  g_ptr_array_unref (self->pinned);
  self->pinned = read_strings (json_object_get_member (object, "pinned"));
  self->auto_height = get_switch (object, "auto_height", TRUE);
  self->show_stacks = get_switch (object, "show_stacks", FALSE);
  self->folds_hosts = get_switch (object, "folds_hosts", self->folds_hosts);
  height = get_member (object, "row_height", JSON_NODE_VALUE);
  if (height)
    lsc_timeline_layout_set_row_height (self, json_node_get_double (height));
  _lsc_layout_touch (self);
}
