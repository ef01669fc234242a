/* lsc-kineto-groups.c - what a Kineto trace says of ranks, devices and process groups
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/kineto/lsc-kineto-private.h"
#include "read/kineto/lsc-kineto.h"

#include <string.h>

#include "base/lsc-hash.h"
#include "base/lsc-json.h"
#include "read/find/lsc-metadata.h"

/* formats.md#kineto: distributedInfo and deviceProperties are small JSON values beside the events.
 */

#define MAX_GROUPS 4096
#define MAX_RANKS_SHOWN 16

/**
 * _lsc_kineto_read_rank:
 *
 * Returns: rank of distributedInfo, %LSC_RANK_UNKNOWN
 */
gint64
_lsc_kineto_read_rank (LscMetadata *metadata)
{
  JsonNode *node = lsc_metadata_parse (metadata, "distributedInfo", JSON_NODE_OBJECT, NULL);
  gint64 rank;

  if (node && lsc_json_get_int64 (json_node_get_object (node), "rank", &rank) && rank >= 0)
    return rank;
  return LSC_RANK_UNKNOWN;
}

static const char *
get_string (JsonObject *object, const char *key)
{
  JsonNode *node = json_object_get_member (object, key);

  if (!node || !JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
    return NULL;
  return json_node_get_string (node);
}

/**
 * lsc_kineto_read_device_name:
 * @device: index, -1 = the first one
 *
 * A device that is described alone is meant whatever its index: ROCm counts them in two ways.
 *
 * Returns: (transfer full) (nullable): name of a device in deviceProperties: "NVIDIA H800"
 */
char *
lsc_kineto_read_device_name (LscMetadata *metadata, gint64 device)
{
  g_return_val_if_fail (metadata, NULL);

  JsonNode *node = lsc_metadata_parse (metadata, "deviceProperties", JSON_NODE_ARRAY, NULL);
  JsonArray *list = node ? json_node_get_array (node) : NULL;

  for (guint i = 0; list && i < json_array_get_length (list); i++)
    {
      JsonNode *item = json_array_get_element (list, i);
      gint64 id = i;

      if (!JSON_NODE_HOLDS_OBJECT (item))
        continue;
      lsc_json_get_int64 (json_node_get_object (item), "id", &id);
      if (device < 0 || id == device || json_array_get_length (list) == 1)
        return g_strdup (get_string (json_node_get_object (item), "name"));
    }
  return NULL;
}

/* -- Process groups ------------------------------------------------------------------------------
 */

void
_lsc_kineto_free_group (gpointer data)
{
  LscKinetoGroup *self = data;

  g_free (self->name);
  g_free (self->full_name);
  g_free (self->label);
  lsc_kineto_copies_clear (&self->copies);
  g_free (self);
}

static void
read_ranks (JsonNode *node, LscInt64s *ranks)
{
  JsonArray *list = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; list && i < json_array_get_length (list); i++)
    {
      JsonNode *item = json_array_get_element (list, i);

      if (JSON_NODE_HOLDS_VALUE (item) && json_node_get_value_type (item) == G_TYPE_INT64)
        lsc_int64s_append (ranks, json_node_get_int (item));
    }
}

/* "[0, 1]", "[0, 1, 2, 3, …, 63]" */
static char *
format_ranks (const LscInt64s *ranks)
{
  GString *text = g_string_new ("[");

  for (gsize i = 0; i < ranks->n; i++)
    {
      if (ranks->n > MAX_RANKS_SHOWN && i == 4)
        {
          g_string_append (text, ", …");
          i = ranks->n - 1;
        }
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", ranks->items[i]);
    }
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

static gboolean
is_pipeline_name (const char *text)
{
  g_autofree char *lower = text ? g_ascii_strdown (text, -1) : NULL;

  return lower && (strstr (lower, "pipeline") || strcmp (lower, "pp") == 0 ||
                   g_str_has_prefix (lower, "pp_") || g_str_has_suffix (lower, "_pp"));
}

static LscCommGroup *
add_comm_group (LscTimeline *timeline, const char *name, const char *title, LscInt64s *ranks)
{
  LscCommGroup *group = g_new0 (LscCommGroup, 1);
  g_autofree char *members = format_ranks (ranks);

  group->name = g_strdup (name);
  group->label = ranks->n > 0 ? g_strdup_printf ("%s %s", title, members) : g_strdup (title);
  group->is_pipeline = is_pipeline_name (title);
  group->ranks = *ranks;
  *ranks = (LscInt64s){ 0 };
  g_ptr_array_add (timeline->comm_groups, group);
  return group;
}

static void
learn_group (LscTimeline *timeline, JsonObject *object)
{
  const char *name = get_string (object, "pg_name");
  const char *title = get_string (object, "pg_desc");
  g_autofree char *number = NULL;
  LscInt64s ranks = { 0 };
  gint64 value;

  if (!name && lsc_json_get_int64 (object, "pg_name", &value))
    name = number = g_strdup_printf ("%" G_GINT64_FORMAT, value);
  if (!name || lsc_timeline_get_comm_group (timeline, name))
    return;
  read_ranks (json_object_get_member (object, "ranks"), &ranks);
  if (!title || !*title || strcmp (title, "undefined") == 0)
    title = name;
  add_comm_group (timeline, name, title, &ranks);
  lsc_int64s_clear (&ranks);
}

/**
 * _lsc_kineto_learn_groups:
 *
 * Fills LscTimeline.comm_groups from pg_config of distributedInfo.
 */
void
_lsc_kineto_learn_groups (LscKinetoBuild *build)
{
  LscTimeline *timeline = build->timeline;
  JsonNode *node =
      lsc_metadata_parse (timeline->metadata, "distributedInfo", JSON_NODE_OBJECT, NULL);
  JsonNode *config =
      node ? json_object_get_member (json_node_get_object (node), "pg_config") : NULL;
  JsonArray *list = config && JSON_NODE_HOLDS_ARRAY (config) ? json_node_get_array (config) : NULL;

  for (guint i = 0; list && i < MIN (json_array_get_length (list), MAX_GROUPS); i++)
    {
      JsonNode *item = json_array_get_element (list, i);

      if (JSON_NODE_HOLDS_OBJECT (item))
        learn_group (timeline, json_node_get_object (item));
    }
}

/* A group that pg_config does not name, from the arguments of its kernels. Lists of many ranks are
 * cut with an ellipsis there: such a list is no list of members. */
static LscCommGroup *
add_unknown_group (LscTimeline *timeline, const char *name, const char *ranks)
{
  g_autoptr (JsonNode) node = lsc_json_parse_text (ranks, NULL);
  LscInt64s members = { 0 };
  LscCommGroup *group;

  read_ranks (node, &members);
  group = add_comm_group (timeline, name, name, &members);
  lsc_int64s_clear (&members);
  return group;
}

/**
 * _lsc_kineto_get_group:
 * @name: (nullable): Process Group Name
 * @ranks: (nullable): Process Group Ranks
 *
 * Returns: index of the bucket of the group's lane, new or known
 */
guint32
_lsc_kineto_get_group (LscKinetoBuild *build, const char *name, const char *ranks)
{
  LscKinetoGroup *group;
  LscCommGroup *known = NULL;

  if (!name || !*name || (build->groups->len >= MAX_GROUPS))
    name = "";
  for (guint i = 0; i < build->groups->len; i++)
    if (strcmp (((LscKinetoGroup *) build->groups->pdata[i])->name, name) == 0)
      return ((LscKinetoGroup *) build->groups->pdata[i])->bucket;
  if (*name)
    known = lsc_timeline_get_comm_group (build->timeline, name);
  if (*name && !known)
    known = add_unknown_group (build->timeline, name, ranks);
  group = g_new0 (LscKinetoGroup, 1);
  group->name = g_strdup (name);
  group->label = g_strdup (known ? known->label : "Communication");
  group->bucket = _lsc_kineto_add_bucket (build, LSC_KINETO_TO_COMM, build->groups->len);
  g_ptr_array_add (build->groups, group);
  return group->bucket;
}

/* "dp [0, 4]"; of many members the middle ones stand for by a number. */
static char *
make_full_name (const char *name, const LscInt64s *ranks)
{
  g_autofree char *members = format_ranks (ranks);
  guint64 number = 0;

  for (gsize i = 0; i < ranks->n; i++)
    number = lsc_hash_mix (number, (guint64) ranks->items[i]);
  return ranks->n > MAX_RANKS_SHOWN
             ? g_strdup_printf ("%s %s %016" G_GINT64_MODIFIER "x", name, members, number)
             : g_strdup_printf ("%s %s", name, members);
}

/* What was met in kernels. */
static void
name_met (LscKinetoBuild *build, const char *from, const char *to)
{
  for (guint i = 0; i < build->groups->len; i++)
    {
      LscKinetoGroup *met = build->groups->pdata[i];

      if (strcmp (met->name, from) == 0)
        met->full_name = g_strdup (to);
    }
}

/**
 * _lsc_kineto_name_groups:
 *
 * Names groups by their members, too: each rank may call that of its own by the same name. No
 * group can be found by its name alone from then on.
 */
void
_lsc_kineto_name_groups (LscKinetoBuild *build)
{
  for (guint i = 0; i < build->timeline->comm_groups->len; i++)
    {
      LscCommGroup *group = build->timeline->comm_groups->pdata[i];
      char *name;

      if (group->ranks.n == 0)
        continue;
      name = make_full_name (group->name, &group->ranks);
      name_met (build, group->name, name);
      g_free (group->name);
      group->name = name;
    }
}

/**
 * lsc_kineto_groups_json:
 *
 * Returns: (transfer full) (nullable): the groups in the form of the key parallel_group_info
 *   (formats.md#metadata), which the pipeline analysis reads; %NULL without groups
 */
char *
lsc_kineto_groups_json (const LscTimeline *timeline)
{
  g_return_val_if_fail (timeline, NULL);

  g_autoptr (JsonObject) all = json_object_new ();
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);

  for (guint i = 0; i < timeline->comm_groups->len; i++)
    {
      const LscCommGroup *group = timeline->comm_groups->pdata[i];
      JsonObject *object;
      JsonArray *ranks;

      if (group->ranks.n == 0)
        continue;
      object = json_object_new ();
      ranks = json_array_new ();
      for (gsize k = 0; k < group->ranks.n; k++)
        json_array_add_int_element (ranks, group->ranks.items[k]);
      json_object_set_string_member (object, "group_name",
                                     group->is_pipeline ? "pp" : group->label);
      json_object_set_array_member (object, "global_ranks", ranks);
      json_object_set_object_member (all, group->name, object);
    }
  if (json_object_get_size (all) == 0)
    return NULL;
  json_node_set_object (node, all);
  return json_to_string (node, FALSE);
}
