/* lsc-mode-text-matrix.c - cluster_communication_matrix.json: who sent what to whom
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/modes/lsc-mode-text-private.h"

#include <inttypes.h>
#include <string.h>

/* modes.md#text-input */

#define TRANSPORT "Transport Type"
#define SIZE "Transit Size(MB)"
#define TIME "Transit Time(ms)"
#define BANDWIDTH "Bandwidth(GB/s)"
#define OP "Op Name"
#define DECIMALS 4

/** Which rank is at a place of a group, and what is put together. */
typedef struct
{
  LscModeRun *run;
  const LscModeMap *map;
  GHashTable *places; /* LscModeKey of group and place: rank + 1 */
  JsonObject *root;
  gint64 rank;
} Work;

static LscModeKey
make_place (Work *self, const char *group, const char *place)
{
  return (LscModeKey){ .texts = { _lsc_mode_keep (self->run, group),
                                  _lsc_mode_keep (self->run, place) } };
}

/* A rank that has a row from a place to itself is at that place. */
static void
note_places (const char *step, const char *key, const char *group, JsonObject *op,
             gpointer user_data)
{
  Work *self = user_data;
  JsonObjectIter iter;
  const char *ends;

  json_object_iter_init (&iter, op);
  while (json_object_iter_next (&iter, &ends, NULL))
    {
      g_auto (GStrv) places = g_strsplit (ends, "-", 2);
      LscModeKey place;

      if (!places[0] || !places[1] || strcmp (places[0], places[1]) != 0)
        continue;
      place = make_place (self, group, places[0]);
      if (!g_hash_table_contains (self->places, &place))
        g_hash_table_insert (self->places, g_memdup2 (&place, sizeof place),
                             GSIZE_TO_POINTER ((gsize) self->rank + 1));
    }
}

/* (transfer full) (nullable): the ends as ranks; %NULL where one is not known */
static char *
name_ends (Work *self, const char *group, const char *ends)
{
  g_auto (GStrv) places = g_strsplit (ends, "-", 2);
  gint64 ranks[2];

  for (guint i = 0; i < 2; i++)
    {
      LscModeKey place;

      if (!places[i])
        return NULL;
      place = make_place (self, group, places[i]);
      ranks[i] = (gint64) GPOINTER_TO_SIZE (g_hash_table_lookup (self->places, &place)) - 1;
      if (ranks[i] < 0)
        return NULL;
    }
  return g_strdup_printf ("%" PRId64 "-%" PRId64, ranks[0], ranks[1]);
}

static void
add_link (JsonObject *into, JsonObject *from, const char *op_name)
{
  static const char *const sums[] = { SIZE, TIME };
  double time;

  for (gsize i = 0; i < G_N_ELEMENTS (sums); i++)
    json_object_set_double_member (
        into, sums[i],
        json_object_get_double_member_with_default (into, sums[i], 0) +
            json_object_get_double_member_with_default (from, sums[i], 0));
  time = json_object_get_double_member (into, TIME);
  json_object_set_double_member (
      into, BANDWIDTH,
      time != 0 ? _lsc_mode_round (json_object_get_double_member (into, SIZE) / time, DECIMALS)
                : 0);
  if (json_object_has_member (into, TRANSPORT))
    return;
  json_object_set_string_member (into, TRANSPORT,
                                 json_object_get_string_member_with_default (from, TRANSPORT, ""));
  json_object_set_string_member (into, OP, op_name);
}

static void
take_op (const char *step, const char *key, const char *group, JsonObject *op, gpointer user_data)
{
  Work *self = user_data;
  g_autofree char *set = _lsc_mode_map_write_set (self->map, self->run, key, group);
  JsonObjectIter iter;
  const char *ends;
  JsonNode *node;

  json_object_iter_init (&iter, op);
  while (json_object_iter_next (&iter, &ends, &node))
    {
      g_autofree char *ranks = name_ends (self, group, ends);
      JsonObject *ops, *from;

      if (!ranks || !JSON_NODE_HOLDS_OBJECT (node))
        continue;
      from = json_node_get_object (node);
      ops = _lsc_mode_get_object (_lsc_mode_get_object (self->root, set), step);
      add_link (_lsc_mode_get_object (_lsc_mode_get_object (ops, key), ranks), from,
                json_object_get_string_member_with_default (from, OP, ""));
    }
}

static gboolean
has_part (const char *name, const char *const *parts)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (gsize i = 0; parts[i]; i++)
    if (strstr (lower, parts[i]))
      return TRUE;
  return FALSE;
}

/* The totals of a step: of the ops that are totals; where all ops stand for themselves, of all. */
static void
add_totals (JsonObject *ops)
{
  static const char *const kinds[] = { "middle", "top", "bottom", "total", NULL };
  static const char *const totals[] = { "total", NULL };
  g_autoptr (GList) names = json_object_get_members (ops);
  gboolean has_kinds = FALSE;

  for (GList *name = names; name; name = name->next)
    has_kinds |= has_part (name->data, kinds);
  for (GList *name = names; name; name = name->next)
    {
      JsonObject *links = json_object_get_object_member (ops, name->data);
      g_autofree char *total =
          g_strconcat (LSC_MODE_TEXT_TOTAL, strrchr (name->data, '@') + 1, NULL);
      JsonObjectIter iter;
      const char *ends;
      JsonNode *node;

      if (has_kinds && !has_part (name->data, totals))
        continue;
      json_object_iter_init (&iter, links);
      while (json_object_iter_next (&iter, &ends, &node))
        add_link (_lsc_mode_get_object (_lsc_mode_get_object (ops, total), ends),
                  json_node_get_object (node), "");
    }
}

static void
add_all_totals (JsonObject *root)
{
  JsonObjectIter sets, steps;
  JsonNode *set, *step;

  json_object_iter_init (&sets, root);
  while (json_object_iter_next (&sets, NULL, &set))
    {
      json_object_iter_init (&steps, json_node_get_object (set));
      while (json_object_iter_next (&steps, NULL, &step))
        add_totals (json_node_get_object (step));
    }
}

/** Adds cluster_communication_matrix.json. @ranks: (element-type LscModeTextRank) */
void
_lsc_mode_add_text_matrix (LscModeRun *run, const LscModeMap *map, const GPtrArray *ranks)
{
  g_autoptr (JsonObject) root = json_object_new ();
  g_autoptr (GHashTable) places =
      g_hash_table_new_full (_lsc_mode_key_hash, _lsc_mode_key_equal, g_free, NULL);
  Work work = { run, map, places, root, 0 };

  for (guint i = 0; i < ranks->len; i++)
    {
      const LscModeTextRank *rank = ranks->pdata[i];

      work.rank = rank->rank;
      _lsc_mode_foreach_text (rank->matrix, note_places, &work);
    }
  for (guint i = 0; i < ranks->len; i++)
    _lsc_mode_foreach_text (((const LscModeTextRank *) ranks->pdata[i])->matrix, take_op, &work);
  add_all_totals (root);
  _lsc_mode_add_json (run, "cluster_communication_matrix.json", root);
}
