/* lsc-json.c - small pieces of JSON as a tree
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-json.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-json-scan.h"

/* Everything of ours that makes a tree of JSON goes through this file: the library calls itself for
 * each level, when it parses and when it frees, and takes about ten times the size of the text. */

/* Some writers put JSON inside of a JSON string, perhaps more than once. */
#define MOST_STRINGS 3

/* The library also takes comments and strings in single quotes, where a double quote stands for
 * itself and brackets behind it would not be seen here. JSON has neither, so they are refused.
 * Brackets are counted, not matched: what is wrong with them is for the parser to say. */
static const char *
find_fault (const char *text, gsize length)
{
  gboolean in_string = FALSE;
  guint depth = 0;

  for (gsize i = 0; i < length; i++)
    {
      char c = text[i];

      if (in_string && c == '\\')
        i++;
      else if (c == '"')
        in_string = !in_string;
      else if (in_string)
        continue;
      else if (c == '\'' || c == '/' || c == '#')
        return _ ("is no usable JSON");
      else if ((c == '[' || c == '{') && ++depth > LSC_JSON_DEPTH)
        return _ ("is JSON with more brackets inside each other than any profiler writes");
      else if ((c == ']' || c == '}') && depth > 0)
        depth--;
    }
  return NULL;
}

static gboolean
check (const char *text, gsize length, GError **error)
{
  const char *fault = NULL;

  if (length > LSC_JSON_MOST_BYTES)
    fault = _ ("is larger than any JSON of this kind");
  else if (!g_utf8_validate_len (text, length, NULL))
    fault = _ ("is no usable JSON: it is no UTF-8");
  else
    fault = find_fault (text, length);
  if (fault)
    g_set_error_literal (error, LSC_ERROR, LSC_ERROR_CORRUPT, fault);
  return fault == NULL;
}

static JsonNode *
parse (const char *text, gsize length, GError **error)
{
  g_autoptr (JsonParser) parser = NULL;
  g_autoptr (GError) local = NULL;

  if (!check (text, length, error))
    return NULL;
  parser = json_parser_new_immutable ();
  if (json_parser_load_from_data (parser, text, (gssize) length, &local) &&
      json_parser_get_root (parser))
    return json_node_ref (json_parser_get_root (parser));
  if (local)
    g_set_error (error, LSC_ERROR, LSC_ERROR_CORRUPT, _ ("is no usable JSON: %s"), local->message);
  else
    g_set_error_literal (error, LSC_ERROR, LSC_ERROR_CORRUPT, _ ("is no usable JSON"));
  return NULL;
}

/**
 * lsc_json_parse:
 * @text: anything
 * @length: its bytes
 *
 * Figures that are none (nan, -inf, N/A) become null: what they stand in is not lost with them.
 *
 * Errors: %LSC_ERROR_CORRUPT for what is no JSON, larger than 32 MiB or deeper than
 * %LSC_JSON_DEPTH, with a sentence that lacks its subject
 *
 * Thread: any. Cost: O(@length).
 *
 * Returns: (transfer full) (nullable): the root, immutable; %NULL on an error
 */
JsonNode *
lsc_json_parse (const char *text, gsize length, GError **error)
{
  g_return_val_if_fail (text, NULL);

  g_autoptr (GError) local = NULL;
  JsonNode *node = parse (text, length, &local);
  g_autofree char *filled = NULL;

  if (!node && length <= LSC_JSON_MOST_BYTES)
    filled = lsc_json_fill_missing (text, length);
  if (filled)
    node = parse (filled, strlen (filled), NULL);
  if (!node)
    g_propagate_error (error, g_steal_pointer (&local));
  return node;
}

/**
 * lsc_json_parse_text:
 * @text: (nullable): anything, ended by NUL
 *
 * Errors: those of lsc_json_parse()
 *
 * Thread: any. Cost: O(length of @text).
 *
 * Returns: (transfer full) (nullable): the root, immutable; %NULL on an error, and without one when
 *   @text is %NULL
 */
JsonNode *
lsc_json_parse_text (const char *text, GError **error)
{
  return text ? lsc_json_parse (text, strlen (text), error) : NULL;
}

/**
 * lsc_json_parse_kind:
 * @text: (nullable): JSON, or the JSON string of it
 * @kind: an object or an array
 *
 * Errors: those of lsc_json_parse(), and %LSC_ERROR_CORRUPT for JSON of another kind
 *
 * Thread: any. Cost: O(length of @text).
 *
 * Returns: (transfer full) (nullable): the root, immutable; %NULL on an error, and without one when
 *   @text is %NULL or says null
 */
JsonNode *
lsc_json_parse_kind (const char *text, JsonNodeType kind, GError **error)
{
  g_autoptr (JsonNode) node = lsc_json_parse_text (text, error);

  for (guint i = 0; i < MOST_STRINGS && node && JSON_NODE_HOLDS_VALUE (node) &&
                    json_node_get_value_type (node) == G_TYPE_STRING;
       i++)
    {
      JsonNode *next = lsc_json_parse_text (json_node_get_string (node), error);

      json_node_unref (node);
      node = next;
    }
  if (!node || JSON_NODE_HOLDS_NULL (node))
    return NULL;
  if (json_node_get_node_type (node) == kind)
    return g_steal_pointer (&node);
  g_set_error_literal (error, LSC_ERROR, LSC_ERROR_CORRUPT,
                       kind == JSON_NODE_OBJECT ? _ ("is no object of JSON")
                                                : _ ("is no list of JSON"));
  return NULL;
}
