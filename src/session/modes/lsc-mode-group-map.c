/* lsc-mode-group-map.c - the groups that communicate, with their members
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "session/modes/lsc-mode-text-private.h"

/* modes.md#communication-group-map */

static const LscColumn columns[] = { LSC_MODE_TEXT ("type"), LSC_MODE_TEXT ("rank_set"),
                                     LSC_MODE_TEXT ("group_name"), LSC_MODE_TEXT ("group_id"),
                                     LSC_MODE_TEXT ("pg_name") };

static const char p2p[] = "p2p";
static const char collective[] = "collective";

/** A group with what it does. */
typedef struct
{
  LscModeKey key; /* the group, and p2p or collective */
  GArray *ranks;  /* in which it occurs, ascending */
  const char *id;
  const char *name;
} Entry;

static void
free_entry (gpointer data)
{
  Entry *self = data;

  g_array_unref (self->ranks);
  g_free (self);
}

void
_lsc_mode_map_init (LscModeMap *self)
{
  self->index = g_hash_table_new (_lsc_mode_key_hash, _lsc_mode_key_equal);
  self->list = g_ptr_array_new_with_free_func (free_entry);
}

void
_lsc_mode_map_clear (LscModeMap *self)
{
  g_clear_pointer (&self->index, g_hash_table_unref);
  g_clear_pointer (&self->list, g_ptr_array_unref);
}

static const char *
type_of (const char *op)
{
  g_autofree char *lower = g_ascii_strdown (op, -1);

  return strstr (lower, "send") || strstr (lower, "receive") || strstr (lower, "recv") ? p2p
                                                                                       : collective;
}

/**
 * _lsc_mode_map_note:
 * @op: its name
 * @group: kept text of the run
 *
 * An op of a group occurs in a rank; ranks come in ascending order.
 */
void
_lsc_mode_map_note (LscModeMap *self, LscModeRun *run, const char *op, const char *group,
                    gint64 rank)
{
  LscModeKey key = { .texts = { group, type_of (op) } };
  Entry *entry = g_hash_table_lookup (self->index, &key);

  if (!entry)
    {
      entry = g_new0 (Entry, 1);
      entry->key = key;
      entry->ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
      entry->id = entry->name = "";
      g_hash_table_insert (self->index, &entry->key, entry);
      g_ptr_array_add (self->list, entry);
    }
  for (guint i = entry->ranks->len; i-- > 0;)
    if (g_array_index (entry->ranks, gint64, i) == rank)
      return;
  g_array_append_val (entry->ranks, rank);
}

static void
name_entries (LscModeMap *self, const LscModeParallel *group)
{
  for (guint i = 0; i < self->list->len; i++)
    {
      Entry *entry = self->list->pdata[i];

      if (entry->key.texts[0] != group->hash || *entry->id)
        continue;
      entry->id = group->id;
      entry->name = group->name;
      if (group->ranks->len > 0)
        {
          g_array_set_size (entry->ranks, 0);
          g_array_append_vals (entry->ranks, group->ranks->data, group->ranks->len);
        }
    }
}

/** Gives the groups the names and members that the recordings tell. */
void
_lsc_mode_map_name (LscModeMap *self, LscModeRun *run)
{
  static const char *const needed[] = { NULL };

  for (guint i = 0; i < run->sources->len; i++)
    {
      const LscSource *source = run->sources->pdata[i];
      LscModeRank rank;
      g_autoptr (GPtrArray) groups = NULL;

      if (_lsc_mode_has_text (source) && source->metadata_json)
        groups = _lsc_mode_read_parallel (run, source->metadata_json);
      else if (source->format == LSC_FORMAT_ASCEND_DB &&
               _lsc_mode_rank_open (&rank, run, i, needed))
        {
          groups = _lsc_mode_rank_list_parallel (&rank);
          _lsc_mode_rank_close (&rank);
        }
      for (guint k = 0; groups && k < groups->len; k++)
        name_entries (self, groups->pdata[k]);
    }
}

static char *
write_set (const Entry *entry)
{
  GString *text = g_string_new ("(");

  for (guint i = 0; i < entry->ranks->len; i++)
    g_string_append_printf (text, "%s%" PRId64, i > 0 ? "," : "",
                            g_array_index (entry->ranks, gint64, i));
  return g_string_free (g_string_append_c (text, ')'), FALSE);
}

/** Returns: how many different sets of members the group has: of messages and of collectives */
guint
_lsc_mode_map_count_sets (const LscModeMap *self, const char *group)
{
  LscModeKey a = { .texts = { group, p2p } }, b = { .texts = { group, collective } };
  const Entry *x = g_hash_table_lookup (self->index, &a);
  const Entry *y = g_hash_table_lookup (self->index, &b);
  g_autofree char *of_x = x ? write_set (x) : NULL;
  g_autofree char *of_y = y ? write_set (y) : NULL;

  return of_x && of_y && strcmp (of_x, of_y) != 0 ? 2 : 1;
}

/** Returns: whether messages go between stages of a pipeline that the recordings name so */
gboolean
_lsc_mode_map_has_stages (const LscModeMap *self)
{
  for (guint i = 0; i < self->list->len; i++)
    {
      const Entry *entry = self->list->pdata[i];

      if (entry->key.texts[1] == p2p && g_str_has_prefix (entry->name, "pp"))
        return TRUE;
    }
  return FALSE;
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *x = *(Entry *const *) a, *y = *(Entry *const *) b;
  int order = strcmp (x->key.texts[1], y->key.texts[1]);

  return order != 0 ? order : strcmp (x->key.texts[0], y->key.texts[0]);
}

/** Adds CommunicationGroupMapping. */
void
_lsc_mode_map_write (LscModeMap *self, LscModeRun *run)
{
  LscTable *table = _LSC_MODE_ADD_TABLE (run, "CommunicationGroupMapping", columns);

  g_ptr_array_sort (self->list, compare_entries);
  for (guint i = 0; i < self->list->len; i++)
    {
      const Entry *entry = self->list->pdata[i];
      g_autofree char *set = write_set (entry);
      LscModeRow out = _lsc_mode_row (table);

      _lsc_mode_put_text (&out, entry->key.texts[1]);
      _lsc_mode_put_text (&out, set);
      _lsc_mode_put_text (&out, entry->key.texts[0]);
      _lsc_mode_put_text (&out, entry->id);
      _lsc_mode_put_text (&out, entry->name);
    }
}

/**
 * _lsc_mode_map_write_set:
 * @op: what it does in the group
 *
 * Returns: (transfer full): the members of the group as the texts write them: (0, 1), or (0,)
 */
char *
_lsc_mode_map_write_set (const LscModeMap *self, LscModeRun *run, const char *op, const char *group)
{
  LscModeKey key = { .texts = { _lsc_mode_keep (run, group), type_of (op) } };
  const Entry *entry = g_hash_table_lookup (self->index, &key);
  GString *text = g_string_new ("(");

  for (guint i = 0; entry && i < entry->ranks->len; i++)
    g_string_append_printf (text, "%s%" PRId64, i > 0 ? ", " : "",
                            g_array_index (entry->ranks, gint64, i));
  if (entry && entry->ranks->len == 1)
    g_string_append_c (text, ',');
  return g_string_free (g_string_append_c (text, ')'), FALSE);
}

static JsonArray *
list_members (const Entry *entry)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < entry->ranks->len; i++)
    json_array_add_int_element (array, g_array_index (entry->ranks, gint64, i));
  return array;
}

static JsonObject *
describe (const Entry *entry)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "type", entry->key.texts[1]);
  json_object_set_array_member (object, "rank_set", list_members (entry));
  json_object_set_string_member (object, "group_name", entry->key.texts[0]);
  json_object_set_string_member (object, "group_id", entry->id);
  json_object_set_string_member (object, "pg_name", entry->name);
  return object;
}

/** Adds communication_group.json: the sets of members, each once, and the groups. */
void
_lsc_mode_map_add_document (LscModeMap *self, LscModeRun *run)
{
  g_autoptr (JsonObject) root = json_object_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  JsonArray *groups = json_array_new ();

  json_object_set_array_member (root, collective, json_array_new ());
  json_object_set_array_member (root, p2p, json_array_new ());
  json_object_set_array_member (root, "comm_group_parallel_info", groups);
  g_ptr_array_sort (self->list, compare_entries);
  for (guint i = 0; i < self->list->len; i++)
    {
      const Entry *entry = self->list->pdata[i];
      g_autofree char *set = write_set (entry);

      if (g_hash_table_add (seen, g_strconcat (entry->key.texts[1], set, NULL)))
        json_array_add_array_element (json_object_get_array_member (root, entry->key.texts[1]),
                                      list_members (entry));
      json_array_add_object_element (groups, describe (entry));
    }
  _lsc_mode_add_json (run, "communication_group.json", root);
}
