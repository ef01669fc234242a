/* lsc-metadata.c - what a recording says of itself in pairs of key and JSON text
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-metadata.h"

#include <string.h>

#include "base/lsc-json-strict.h"

/* Groups of ranks are asked for by every analysis and grow with the job: a thousand ranks write
 * lists of a thousand numbers each, a few times over. So their text is kept and looked at once, and
 * numbers are read where somebody wants those of one group. A tree would take ten times the memory
 * and most of the time that it takes to read such a rank. */

#define GROUPS "parallel_group_info"

/* What a key was parsed to. */
typedef struct
{
  JsonNode *node; /* (nullable) */
  GError *error;  /* (nullable) */
} Parsed;

struct _LscMetadata
{
  gatomicrefcount refs;
  GHashTable *pairs; /* key to JSON text */

  GMutex lock;       /* of what follows */
  GHashTable *nodes; /* key to Parsed */
  gboolean has_groups;
  GArray *groups;      /* (nullable): LscMetadataGroup, as written */
  GHashTable *by_name; /* (nullable): to LscMetadataGroup */
  GError *error;       /* (nullable): of @groups */
};

static void
parsed_free (gpointer data)
{
  Parsed *parsed = data;

  g_clear_pointer (&parsed->node, json_node_unref);
  g_clear_error (&parsed->error);
  g_free (parsed);
}

static void
clear_group (gpointer data)
{
  LscMetadataGroup *group = data;

  g_free (group->name);
  g_free (group->kind);
  g_free (group->own_ranks);
}

/**
 * lsc_metadata_new:
 *
 * Returns: (transfer full): no pairs
 */
LscMetadata *
lsc_metadata_new (void)
{
  LscMetadata *self = g_new0 (LscMetadata, 1);

  g_atomic_ref_count_init (&self->refs);
  g_mutex_init (&self->lock);
  self->pairs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->nodes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, parsed_free);
  return self;
}

/**
 * lsc_metadata_copy:
 *
 * Returns: (transfer full): the same pairs, to add others
 */
LscMetadata *
lsc_metadata_copy (const LscMetadata *self)
{
  g_return_val_if_fail (self, NULL);

  LscMetadata *copy = lsc_metadata_new ();
  GHashTableIter iter;
  gpointer key, json;

  g_hash_table_iter_init (&iter, self->pairs);
  while (g_hash_table_iter_next (&iter, &key, &json))
    g_hash_table_insert (copy->pairs, g_strdup (key), g_strdup (json));
  return copy;
}

LscMetadata *
lsc_metadata_ref (LscMetadata *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

static void
forget_groups (LscMetadata *self)
{
  g_clear_pointer (&self->by_name, g_hash_table_unref);
  g_clear_pointer (&self->groups, g_array_unref);
  g_clear_error (&self->error);
  self->has_groups = FALSE;
}

void
lsc_metadata_unref (LscMetadata *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  forget_groups (self);
  g_hash_table_unref (self->nodes);
  g_hash_table_unref (self->pairs);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/**
 * lsc_metadata_set:
 * @json: replaces what is there for @key
 *
 * Thread: that of the only owner.
 */
void
lsc_metadata_set (LscMetadata *self, const char *key, const char *json)
{
  g_return_if_fail (self && key && json);
  g_hash_table_replace (self->pairs, g_strdup (key), g_strdup (json));
  g_hash_table_remove (self->nodes, key);
  if (strcmp (key, GROUPS) == 0)
    forget_groups (self);
}

/**
 * lsc_metadata_add_take:
 * @key: (transfer full)
 * @json: (transfer full)
 *
 * Adds a pair; of two with the same key the first counts. Thread: that of the only owner.
 *
 * Returns: %FALSE if the key is there already
 */
gboolean
lsc_metadata_add_take (LscMetadata *self, char *key, char *json)
{
  g_return_val_if_fail (self && key && json, FALSE);
  if (g_hash_table_contains (self->pairs, key))
    {
      g_free (key);
      g_free (json);
      return FALSE;
    }
  g_hash_table_insert (self->pairs, key, json);
  return TRUE;
}

/**
 * lsc_metadata_get:
 *
 * Returns: (transfer none) (nullable): the JSON text of a key, as it is recorded
 */
const char *
lsc_metadata_get (const LscMetadata *self, const char *key)
{
  g_return_val_if_fail (self && key, NULL);
  return g_hash_table_lookup (self->pairs, key);
}

gsize
lsc_metadata_get_n_pairs (const LscMetadata *self)
{
  g_return_val_if_fail (self, 0);
  return g_hash_table_size (self->pairs);
}

/**
 * lsc_metadata_list_keys:
 *
 * Returns: (transfer full): the keys, sorted
 */
GStrv
lsc_metadata_list_keys (const LscMetadata *self)
{
  g_return_val_if_fail (self, NULL);

  g_autoptr (GList) keys =
      g_list_sort (g_hash_table_get_keys (self->pairs), (GCompareFunc) (void (*) (void)) strcmp);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (const GList *item = keys; item; item = item->next)
    g_strv_builder_add (builder, item->data);
  return g_strv_builder_end (builder);
}

static gboolean
tell (GError **error, const GError *kept)
{
  if (kept && error)
    *error = g_error_copy (kept);
  return kept == NULL;
}

/**
 * lsc_metadata_parse:
 * @kind: what the value is, always the same for the same @key; an object or a list
 *
 * Errors: those of lsc_json_parse_kind(), at each call
 *
 * Thread: any. Cost: O(length of the text) at first, then O(1).
 *
 * Returns: (transfer none) (nullable): the value of a key as long as @self is there, immutable;
 *   %NULL on an error, and without one where there is none
 */
JsonNode *
lsc_metadata_parse (LscMetadata *self, const char *key, JsonNodeType kind, GError **error)
{
  g_return_val_if_fail (self && key, NULL);

  Parsed *parsed;

  g_mutex_lock (&self->lock);
  parsed = g_hash_table_lookup (self->nodes, key);
  if (!parsed)
    {
      parsed = g_new0 (Parsed, 1);
      parsed->node = lsc_json_parse_kind (lsc_metadata_get (self, key), kind, &parsed->error);
      g_hash_table_insert (self->nodes, g_strdup (key), parsed);
    }
  g_mutex_unlock (&self->lock);
  return tell (error, parsed->error) ? parsed->node : NULL;
}

/* ---- groups ---- */

/* Whether a list of strict JSON holds whole numbers alone: brackets and letters, an exponent's,
 * too, stand behind the digits in ASCII. */
static gboolean
is_of_numbers (LscJsonText list)
{
  for (gsize i = 1; i + 1 < list.n; i++)
    if (list.text[i] > '9' || list.text[i] == '.' || list.text[i] == '"')
      return FALSE;
  return TRUE;
}

static gboolean
is_key (LscJsonText key, const char *name)
{
  return key.n == strlen (name) && memcmp (key.text, name, key.n) == 0;
}

/* Reads the members of a group. Returns %FALSE where the library must: of keys that are there twice
 * it takes the last, and it knows escapes. */
static gboolean
walk_group (LscJsonText value, LscMetadataGroup *group)
{
  const char *p = value.text;
  LscJsonText key, item;
  gboolean has_kind = FALSE, has_ranks = FALSE;

  group->is_object = *p == '{';
  while (group->is_object && lsc_json_strict_next (&p, &key, &item))
    {
      if (is_key (key, "group_name"))
        {
          if (has_kind || memchr (item.text, '\\', item.n))
            return FALSE;
          has_kind = TRUE;
          if (*item.text == '"')
            group->kind = g_strndup (item.text + 1, item.n - 2);
        }
      else if (is_key (key, "global_ranks"))
        {
          if (has_ranks || (*item.text == '[' && !is_of_numbers (item)))
            return FALSE;
          has_ranks = TRUE;
          group->ranks = *item.text == '[' ? item.text : NULL;
        }
      else if (memchr (key.text, '\\', key.n))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_group (LscMetadata *self, LscMetadataGroup *group)
{
  if (!g_hash_table_add (self->by_name, group->name))
    {
      clear_group (group);
      return FALSE;
    }
  g_array_append_vals (self->groups, group, 1);
  return TRUE;
}

static void
begin_groups (LscMetadata *self)
{
  forget_groups (self);
  self->groups = g_array_new (FALSE, TRUE, sizeof (LscMetadataGroup));
  g_array_set_clear_func (self->groups, clear_group);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
}

/* Returns %FALSE where the library must read them. */
static gboolean
walk_groups (LscMetadata *self, const char *json)
{
  const char *p;
  LscJsonText key, value;

  if (!lsc_json_is_strict (json, strlen (json)))
    return FALSE;
  p = lsc_json_strict_begin (json);
  if (*p != '{')
    return FALSE;
  begin_groups (self);
  while (lsc_json_strict_next (&p, &key, &value))
    {
      LscMetadataGroup group = { .name = g_strndup (key.text, key.n) };

      if (memchr (key.text, '\\', key.n) || !walk_group (value, &group))
        {
          clear_group (&group);
          return FALSE;
        }
      if (!add_group (self, &group))
        return FALSE;
    }
  return TRUE;
}

/* The whole numbers of a list, as a text of their own. */
static void
take_ranks (LscMetadataGroup *group, JsonArray *list)
{
  g_autoptr (GString) text = g_string_new ("[");

  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonNode *item = json_array_get_element (list, i);

      if (JSON_NODE_HOLDS_VALUE (item) && json_node_get_value_type (item) == G_TYPE_INT64)
        g_string_append_printf (text, "%s%" G_GINT64_FORMAT, text->len > 1 ? "," : "",
                                json_node_get_int (item));
      else
        group->has_others = TRUE;
    }
  g_string_append_c (text, ']');
  group->own_ranks = g_string_free (g_steal_pointer (&text), FALSE);
  group->ranks = group->own_ranks;
}

static void
take_group (LscMetadata *self, const char *name, JsonNode *value)
{
  LscMetadataGroup group = { .name = g_strdup (name), .is_object = JSON_NODE_HOLDS_OBJECT (value) };
  JsonObject *object = group.is_object ? json_node_get_object (value) : NULL;
  JsonNode *kind = object ? json_object_get_member (object, "group_name") : NULL;
  JsonNode *ranks = object ? json_object_get_member (object, "global_ranks") : NULL;

  if (kind && JSON_NODE_HOLDS_VALUE (kind) && json_node_get_value_type (kind) == G_TYPE_STRING)
    group.kind = g_strdup (json_node_get_string (kind));
  if (ranks && JSON_NODE_HOLDS_ARRAY (ranks))
    take_ranks (&group, json_node_get_array (ranks));
  add_group (self, &group);
}

static void
parse_groups (LscMetadata *self, const char *json)
{
  g_autoptr (JsonNode) node = NULL;
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  begin_groups (self);
  node = lsc_json_parse_kind (json, JSON_NODE_OBJECT, &self->error);
  if (!node)
    return;
  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  while (json_object_iter_next_ordered (&iter, &name, &value))
    take_group (self, name, value);
}

static void
index_groups (LscMetadata *self)
{
  g_hash_table_remove_all (self->by_name); /* the array has moved meanwhile */
  for (guint i = 0; i < self->groups->len; i++)
    {
      LscMetadataGroup *group = &g_array_index (self->groups, LscMetadataGroup, i);

      g_hash_table_insert (self->by_name, group->name, group);
    }
}

static void
need_groups (LscMetadata *self)
{
  const char *json = lsc_metadata_get (self, GROUPS);

  g_mutex_lock (&self->lock);
  if (!self->has_groups)
    {
      if (!json || !walk_groups (self, json))
        parse_groups (self, json);
      index_groups (self);
      self->has_groups = TRUE;
    }
  g_mutex_unlock (&self->lock);
}

/**
 * lsc_metadata_get_groups:
 * @n: (out)
 *
 * Errors: as lsc_metadata_parse()
 *
 * Thread: any. Cost: O(length of the text) at first, then O(1).
 *
 * Source: parallel_group_info.
 *
 * Returns: (transfer none) (array length=n): the groups, as written
 */
const LscMetadataGroup *
lsc_metadata_get_groups (LscMetadata *self, gsize *n, GError **error)
{
  g_return_val_if_fail (self && n, NULL);
  need_groups (self);
  tell (error, self->error);
  *n = self->groups->len;
  return (const LscMetadataGroup *) (gconstpointer) self->groups->data;
}

/**
 * lsc_metadata_find_group:
 *
 * Thread: any. Cost: as lsc_metadata_get_groups().
 *
 * Returns: (transfer none) (nullable): the group of that name
 */
const LscMetadataGroup *
lsc_metadata_find_group (LscMetadata *self, const char *name)
{
  g_return_val_if_fail (self && name, NULL);
  need_groups (self);
  return g_hash_table_lookup (self->by_name, name);
}

/* Reads a number that fits. Returns the byte behind it. */
static const char *
read_number (const char *p, gint64 *value)
{
  gboolean is_negative = *p == '-';
  guint64 sum = 0;

  for (p += is_negative; g_ascii_isdigit (*p); p++)
    sum = sum * 10 + (guint64) (*p - '0');
  *value = (gint64) (is_negative ? -sum : sum);
  return p;
}

/**
 * lsc_metadata_group_read_ranks:
 * @ranks: the whole numbers of its list of members are added to them
 *
 * Cost: O(ranks).
 *
 * Returns: whether there is a list, and nothing else in it
 */
gboolean
lsc_metadata_group_read_ranks (const LscMetadataGroup *self, LscInt64s *ranks)
{
  g_return_val_if_fail (self && ranks, FALSE);

  const char *p = self->ranks;
  gint64 rank;

  while (p && *p != ']')
    if (*p == '-' || g_ascii_isdigit (*p))
      {
        p = read_number (p, &rank);
        lsc_int64s_append (ranks, rank);
      }
    else
      p++;
  return self->ranks != NULL && !self->has_others;
}
