/* lsc-comm-groups.c - readable names and members of communication groups
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/find/lsc-comm-groups.h"

#include <inttypes.h>
#include <string.h>

#include "base/lsc-json.h"

/* Members shown one by one; of more, only the ends. */
#define MOST_SHOWN 8
/* Of a name that nobody explains. */
#define TAIL_CHARACTERS 8

/**
 * lsc_comm_group_hash:
 *
 * Source: formats.md#group-hash.
 *
 * Returns: the number that text deliverables and analysis.db write for a group
 */
guint64
lsc_comm_group_hash (const char *name)
{
  guint32 a = 0, b = 0;

  for (const guchar *c = (const guchar *) name; *c; c++)
    {
      a = a * 29 + *c;
      b = b * 131 + *c;
    }
  return (guint64) a << 32 | b;
}

/* The group with that name, or with the name whose hash it is. */
static JsonObject *
find_group (JsonNode *groups, const char *name)
{
  JsonObject *object = json_node_get_object (groups);
  g_autoptr (GList) keys = NULL;
  guint64 hash;

  if (!json_object_has_member (object, name))
    {
      if (!g_ascii_string_to_unsigned (name, 10, 0, G_MAXUINT64, &hash, NULL))
        return NULL;
      keys = json_object_get_members (object);
      name = NULL;
      for (GList *key = keys; key && !name; key = key->next)
        if (lsc_comm_group_hash (key->data) == hash)
          name = key->data;
    }
  return name && JSON_NODE_HOLDS_OBJECT (json_object_get_member (object, name))
             ? json_object_get_object_member (object, name)
             : NULL;
}

static const char *
get_text (JsonObject *object, const char *member)
{
  JsonNode *node = json_object_get_member (object, member);

  return node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

static void
read_ranks (JsonObject *object, LscInt64s *ranks)
{
  JsonNode *node = json_object_get_member (object, "global_ranks");
  JsonArray *array = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; array && i < json_array_get_length (array); i++)
    {
      JsonNode *item = json_array_get_element (array, i);

      if (JSON_NODE_HOLDS_VALUE (item) && json_node_get_value_type (item) == G_TYPE_INT64)
        lsc_int64s_append (ranks, json_node_get_int (item));
    }
}

/* "pp", and what frameworks make of it: "pp_new_stream". */
static gboolean
is_pipeline (const char *description)
{
  return strcmp (description, "pp") == 0 || g_str_has_prefix (description, "pp_") ||
         g_str_has_prefix (description, "pp-") || strstr (description, "pipeline") != NULL;
}

static char *
make_label (const char *description, const LscInt64s *ranks)
{
  g_autoptr (GString) label = g_string_new (description);

  if (ranks->n == 0)
    return g_string_free (g_steal_pointer (&label), FALSE);
  g_string_append (label, " [");
  for (gsize i = 0; i < ranks->n; i++)
    if (ranks->n <= MOST_SHOWN || i < 2)
      g_string_append_printf (label, "%s%" PRId64, i ? ", " : "", ranks->items[i]);
    else if (i == ranks->n - 1)
      g_string_append_printf (label, ", … %" PRId64, ranks->items[i]);
  g_string_append_c (label, ']');
  return g_string_free (g_steal_pointer (&label), FALSE);
}

static char *
make_short_label (const char *name)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  glong length = g_utf8_strlen (valid, -1);
  const char *tail =
      g_utf8_offset_to_pointer (valid, length > TAIL_CHARACTERS ? length - TAIL_CHARACTERS : 0);

  return g_strdup_printf ("Group %s", tail);
}

/**
 * lsc_comm_group_new:
 * @metadata: (nullable): of the recording: key to JSON text
 * @name: the group as events name it: its name or the decimal hash of it
 *
 * Source: lanes.md#tree; formats.md#group-hash.
 *
 * Returns: (transfer full): the group with its label, `tp [0, 1]` when the metadata know it, else
 *   `Group` and the end of its name
 */
LscCommGroup *
lsc_comm_group_new (GHashTable *metadata, const char *name)
{
  const char *text = metadata ? g_hash_table_lookup (metadata, "parallel_group_info") : NULL;
  g_autoptr (JsonNode) groups = lsc_json_parse_kind (text, JSON_NODE_OBJECT, NULL);
  JsonObject *object = groups ? find_group (groups, name) : NULL;
  const char *description = object ? get_text (object, "group_name") : NULL;
  LscCommGroup *self = g_new0 (LscCommGroup, 1);

  self->name = g_strdup (name);
  if (object)
    read_ranks (object, &self->ranks);
  if (!description || *description == '\0')
    {
      self->label = make_short_label (name);
      return self;
    }
  self->label = make_label (description, &self->ranks);
  self->is_pipeline = is_pipeline (description);
  return self;
}
