/* lsc-mode-documents.c - files of the results that are no tables, and the texts they are made of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "session/modes/lsc-mode-text-private.h"

/* modes.md#text-input */

/**
 * _lsc_mode_has_text:
 *
 * Returns: whether what a rank's exporter made are texts beside a trace, and nothing else
 */
gboolean
_lsc_mode_has_text (const LscSource *source)
{
  return !source->analysis_db &&
         (source->format == LSC_FORMAT_ASCEND_TEXT || source->format == LSC_FORMAT_TRACE_VIEW);
}

/** Calls @func for each op of the sections of a rank's file. */
void
_lsc_mode_foreach_text (JsonNode *root, LscModeTextFunc func, gpointer user_data)
{
  static const char *const sections[] = { "p2p", "collective" };
  JsonObjectIter steps, ops;
  const char *step, *key;
  JsonNode *node, *op;

  if (!root)
    return;
  json_object_iter_init (&steps, json_node_get_object (root));
  while (json_object_iter_next (&steps, &step, &node))
    for (gsize i = 0; i < G_N_ELEMENTS (sections) && JSON_NODE_HOLDS_OBJECT (node); i++)
      {
        JsonObject *section = lsc_json_get_object (json_node_get_object (node), sections[i]);

        if (!section)
          continue;
        json_object_iter_init (&ops, section);
        while (json_object_iter_next (&ops, &key, &op))
          {
            const char *at = strrchr (key, '@');

            if (at && at[1] && JSON_NODE_HOLDS_OBJECT (op))
              func (step, key, at + 1, json_node_get_object (op), user_data);
          }
      }
}

/** Adds a file of the results. @text: (transfer full) */
void
_lsc_mode_add_document (LscModeRun *run, const char *file, char *text)
{
  LscModeDocument *document = g_new (LscModeDocument, 1);

  *document = (LscModeDocument){ file, text };
  g_ptr_array_add (run->documents, document);
}

/** Adds a file of the results, an object as it is. */
void
_lsc_mode_add_json (LscModeRun *run, const char *file, JsonObject *object)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);

  json_node_set_object (root, object);
  _lsc_mode_add_document (run, file, json_to_string (root, TRUE));
}

/** Returns: (transfer none): the object that is a member, made where there is none */
JsonObject *
_lsc_mode_get_object (JsonObject *object, const char *name)
{
  if (!json_object_has_member (object, name))
    json_object_set_object_member (object, name, json_object_new ());
  return json_object_get_object_member (object, name);
}
