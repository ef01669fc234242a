/* lsc-module-path.c - joined lists of names compared as numbers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/module/lsc-module-private.h"

/* Ids of parts lie above those of the run (from 0) and of the data (from NAME_BIT). */
#define PART_BITS 0xc0000000u

/**
 * _lsc_name_lists_new:
 * @separator: static text that joins names: `/` for paths and op sequences, `, ` for kernels
 *
 * Returns: (transfer full): an empty set of lists
 */
LscNameLists *
_lsc_name_lists_new (const LscModuleData *data, const char *separator)
{
  LscNameLists *self = g_new0 (LscNameLists, 1);

  self->data = data;
  self->trie = lsc_trie_new ();
  self->separator = separator;
  self->n_known = lsc_intern_size (data->run->strings);
  self->is_plain = g_new0 (guint8, self->n_known + 1);
  return self;
}

void
_lsc_name_lists_free (LscNameLists *self)
{
  if (!self)
    return;
  lsc_trie_free (self->trie);
  g_clear_pointer (&self->parts, lsc_intern_unref);
  g_free (self->is_plain);
  g_free (self);
}

/* Equal texts must have equal ids, whether they are whole names or parts of one. */
static guint32
intern_part (LscNameLists *self, const char *text, gsize length)
{
  g_autofree char *copy = g_strndup (text, length);
  guint32 id = _lsc_module_data_find (self->data, copy);

  if (id != LSC_STRING_NONE)
    return id;
  if (!self->parts)
    self->parts = lsc_intern_new ();
  return PART_BITS | lsc_intern_add (self->parts, copy);
}

static guint32
append_parts (LscNameLists *self, guint32 node, const char *text)
{
  gsize length = strlen (self->separator);
  const char *found;

  while ((found = strstr (text, self->separator)))
    {
      node = lsc_trie_add (self->trie, node, intern_part (self, text, (gsize) (found - text)));
      text = found + length;
    }
  return lsc_trie_add (self->trie, node, intern_part (self, text, strlen (text)));
}

/**
 * _lsc_name_lists_append:
 * @name: a name of the data
 *
 * Returns: the list @node followed by @name
 */
guint32
_lsc_name_lists_append (LscNameLists *self, guint32 node, guint32 name)
{
  const char *text;

  if (name < self->n_known && self->is_plain[name])
    return lsc_trie_add (self->trie, node, name);
  text = lsc_module_data_text (self->data, name);
  if (name == LSC_STRING_NONE || strstr (text, self->separator))
    return append_parts (self, node, text);
  if (name < self->n_known)
    self->is_plain[name] = TRUE;
  return lsc_trie_add (self->trie, node, name);
}

/*
 * @part: an item of the trie
 *
 * Returns: its text
 */
static const char *
get_part (const LscNameLists *self, guint32 part)
{
  if ((part & PART_BITS) == PART_BITS)
    return lsc_intern_text (self->parts, part & ~PART_BITS);
  return lsc_module_data_text (self->data, part);
}

/**
 * _lsc_name_lists_text:
 *
 * Returns: (transfer full): the names of a list, joined
 */
char *
_lsc_name_lists_text (const LscNameLists *self, guint32 node)
{
  guint32 n = self->trie->nodes.items[node].depth;
  g_autofree guint32 *list = lsc_trie_get_list (self->trie, node);
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append (text, self->separator);
      g_string_append (text, get_part (self, list[i]));
    }
  return g_string_free (text, FALSE);
}

/**
 * _lsc_path_strip:
 *
 * Returns: the path without empty names at its end. Those at its beginning are never added, see
 *   _lsc_path_of_calls()
 */
guint32
_lsc_path_strip (const LscNameLists *self, guint32 node)
{
  const LscTrieNode *nodes = self->trie->nodes.items;

  while (node != LSC_TRIE_ROOT && *get_part (self, nodes[node].item) == '\0')
    node = nodes[node].parent;
  return node;
}

static guint32
append_to_path (LscNameLists *self, guint32 node, guint32 name)
{
  const char *text;

  if (node != LSC_TRIE_ROOT)
    return _lsc_name_lists_append (self, node, name);
  text = lsc_module_data_text (self->data, name);
  if (*text != '\0' && *text != '/')
    return _lsc_name_lists_append (self, node, name);
  text += strspn (text, "/");
  return *text ? append_parts (self, LSC_TRIE_ROOT, text) : LSC_TRIE_ROOT;
}

/**
 * _lsc_path_of_calls:
 * @self: lists joined by `/`
 *
 * The names from the outermost call down to each one (modules.md#path). An invented parent
 * stands for a whole forward path: below a call that is the beginning of that path the path is not
 * repeated (exports.md#q12).
 *
 * Returns: (transfer full): a node for each call; stripped, it is the path of its children
 */
guint32 *
_lsc_path_of_calls (LscNameLists *self)
{
  const LscCalls *calls = &self->data->calls;
  guint32 *nodes = g_new (guint32, calls->n + 1);

  for (gsize i = 0; i < calls->n; i++)
    {
      const LscCall *call = &calls->items[i];
      guint32 above = call->parent == LSC_INDEX_NONE ? LSC_TRIE_ROOT : nodes[call->parent];

      if (call->kind == LSC_CALL_BACKWARD_PARENT)
        {
          nodes[i] = append_to_path (self, LSC_TRIE_ROOT, call->name);
          if (lsc_trie_is_prefix (self->trie, _lsc_path_strip (self, above), nodes[i]))
            continue;
        }
      nodes[i] = append_to_path (self, above, call->name);
    }
  return nodes;
}

/**
 * lsc_module_data_list_paths:
 * @texts: (inout): gets the paths
 *
 * Cost: O(calls).
 *
 * Returns: (transfer full): of each of LscModuleData.calls the id of its own path in @texts
 *   (modules.md#path), %LSC_STRING_NONE where that is empty
 */
guint32 *
lsc_module_data_list_paths (const LscModuleData *self, LscIntern *texts)
{
  LscNameLists *lists = _lsc_name_lists_new (self, "/");
  g_autofree guint32 *nodes = _lsc_path_of_calls (lists);
  guint32 *paths = g_new (guint32, self->calls.n + 1);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; i < self->calls.n; i++)
    {
      guint32 node = _lsc_path_strip (lists, nodes[i]);
      gpointer found;

      if (node == LSC_TRIE_ROOT)
        paths[i] = LSC_STRING_NONE;
      else if ((found = g_hash_table_lookup (known, GUINT_TO_POINTER (node))))
        paths[i] = GPOINTER_TO_UINT (found) - 1;
      else
        {
          paths[i] = lsc_intern_add_take (texts, _lsc_name_lists_text (lists, node));
          g_hash_table_insert (known, GUINT_TO_POINTER (node), GUINT_TO_POINTER (paths[i] + 1));
        }
    }
  _lsc_name_lists_free (lists);
  return paths;
}
