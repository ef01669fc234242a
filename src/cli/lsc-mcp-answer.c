/* lsc-mcp-answer.c - an answer that an assistant can take in: whole rows, of a bounded size
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-mcp-answer.h"

#include <string.h>

#include "base/lsc-json.h"
#include "base/lsc-visible.h"

/* Words and warnings leave room for rows. */
#define MOST_SAYS 2400
#define MOST_ERRORS 900
/* Of what follows the rows: where to go on. */
#define TAIL_BYTES 240
#define MOST_KEPT_ITEMS 32

/* ---- sizes --------------------------------------------------------------------------------- */

/* Bytes of a text within a string of JSON. */
static gsize
escaped_length (const char *text)
{
  gsize n = 0;

  for (const char *c = text; *c; c++)
    n += *c == '"' || *c == '\\' || *c == '\n' || *c == '\t' ? 2 : (guchar) *c < 0x20 ? 6 : 1;
  return n;
}

static gsize
node_size (JsonNode *node)
{
  g_autofree char *text = json_to_string (node, FALSE);

  return escaped_length (text);
}

/* (transfer full): whole lines of at most @most bytes, and a mark where some are left out */
static char *
cut_lines (const char *text, gsize most)
{
  g_autofree char *shown = lsc_visible_lines (text);
  gsize n = strlen (shown);
  char *end;

  while (n > 0 && shown[n - 1] == '\n')
    shown[--n] = '\0';
  if (n <= most)
    return g_steal_pointer (&shown);
  shown[most] = '\0';
  end = strrchr (shown, '\n');
  if (!end)
    {
      const char *bad;

      if (!g_utf8_validate (shown, -1, &bad))
        shown[bad - shown] = '\0';
      end = shown + strlen (shown);
    }
  *end = '\0';
  return g_strconcat (shown, "\n…", NULL);
}

/* ---- rows ---------------------------------------------------------------------------------- */

static void
free_row (gpointer row)
{
  if (row)
    json_node_unref (row);
}

/* (nullable): a line that is no JSON is a fault of ours */
static JsonNode *
parse_row (const char *line)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = lsc_json_parse_text (line, &error);

  if (!node)
    g_warning ("a line is no JSON: %s", error->message);
  return node;
}

/* (element-type JsonNode): of lines of JSON; %NULL for those before @first and for those that come
 * after @room bytes: of an answer nobody looks at them */
static GPtrArray *
parse_rows (const char *lines, gint64 first, gsize room)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (free_row);
  g_auto (GStrv) words = g_strsplit (lines, "\n", -1);
  gsize taken = 0;

  for (int i = 0; words[i]; i++)
    {
      gboolean is_seen = (gint64) rows->len >= first && taken <= room;

      if (!*words[i])
        continue;
      g_ptr_array_add (rows, is_seen ? parse_row (words[i]) : NULL);
      taken += is_seen ? strlen (words[i]) : 0;
    }
  return rows;
}

/* (nullable) (transfer none): */
static JsonNode *
find_part (JsonNode *row, const char *part)
{
  g_auto (GStrv) names = g_strsplit (part, ".", -1);

  for (int i = 0; row && names[i]; i++)
    row = JSON_NODE_HOLDS_OBJECT (row)
              ? json_object_get_member (json_node_get_object (row), names[i])
              : NULL;
  return row;
}

/* The items of an array are rows of their own. */
static void
append_part (GPtrArray *rows, JsonNode *part)
{
  JsonArray *items = JSON_NODE_HOLDS_ARRAY (part) ? json_node_get_array (part) : NULL;

  if (!items)
    g_ptr_array_add (rows, json_node_ref (part));
  for (guint i = 0; items && i < json_array_get_length (items); i++)
    g_ptr_array_add (rows, json_node_ref (json_array_get_element (items, i)));
}

static GPtrArray *
pick_part (GPtrArray *rows, const char *part)
{
  GPtrArray *picked = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);

  for (guint i = 0; i < rows->len; i++)
    {
      JsonNode *found = rows->pdata[i] ? find_part (rows->pdata[i], part) : NULL;

      if (found)
        append_part (picked, found);
    }
  return picked;
}

/* ---- a row that is too large --------------------------------------------------------------- */

static JsonNode *cut_node (JsonNode *node, guint most, JsonBuilder *cuts, const char *path);

static void
add_cut (JsonBuilder *cuts, const char *path, guint n)
{
  if (!cuts || !*path)
    return;
  json_builder_set_member_name (cuts, path);
  json_builder_add_int_value (cuts, n);
}

static JsonNode *
cut_array (JsonNode *node, guint most, JsonBuilder *cuts, const char *path)
{
  JsonArray *from = json_node_get_array (node);
  guint n = json_array_get_length (from);
  g_autoptr (JsonArray) to = json_array_new ();
  JsonNode *result = json_node_new (JSON_NODE_ARRAY);

  /* Of what lies deeper it is not listed how much there was. */
  for (guint i = 0; i < MIN (n, most); i++)
    json_array_add_element (to, cut_node (json_array_get_element (from, i), most, NULL, path));
  if (n > most)
    add_cut (cuts, path, n);
  json_node_set_array (result, to);
  return result;
}

static JsonNode *
cut_object (JsonNode *node, guint most, JsonBuilder *cuts, const char *path)
{
  JsonObject *from = json_node_get_object (node);
  g_autoptr (JsonObject) to = json_object_new ();
  g_autoptr (GList) names = json_object_get_members (from);
  JsonNode *result = json_node_new (JSON_NODE_OBJECT);

  for (GList *each = names; each; each = each->next)
    {
      g_autofree char *name =
          *path ? g_strconcat (path, ".", each->data, NULL) : g_strdup (each->data);

      json_object_set_member (
          to, each->data, cut_node (json_object_get_member (from, each->data), most, cuts, name));
    }
  json_node_set_object (result, to);
  return result;
}

/* (transfer full): with at most @most items in each array; @cuts: (nullable): gets the lengths of
 * those that were longer */
static JsonNode *
cut_node (JsonNode *node, guint most, JsonBuilder *cuts, const char *path)
{
  if (JSON_NODE_HOLDS_ARRAY (node))
    return cut_array (node, most, cuts, path);
  if (JSON_NODE_HOLDS_OBJECT (node))
    return cut_object (node, most, cuts, path);
  return json_node_copy (node);
}

/* ---- the answer ---------------------------------------------------------------------------- */

static void
add_text (JsonBuilder *out, const char *name, const char *text, gsize most)
{
  g_autofree char *cut = text && *text ? cut_lines (text, most) : NULL;

  if (!cut)
    return;
  json_builder_set_member_name (out, name);
  json_builder_add_string_value (out, cut);
}

static void
add_count (JsonBuilder *out, const char *name, gint64 count)
{
  json_builder_set_member_name (out, name);
  json_builder_add_int_value (out, count);
}

static void
begin (JsonBuilder *out, const LscMcpAnswer *self)
{
  json_builder_begin_object (out);
  add_text (out, "tool", self->tool, MOST_ERRORS);
  add_count (out, "exit_code", self->exit_code);
  add_text (out, "says", self->says, MOST_SAYS);
  add_text (out, "warnings", self->errors, MOST_ERRORS);
}

static gsize
size_of_head (const LscMcpAnswer *self)
{
  g_autoptr (JsonBuilder) out = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;

  begin (out, self);
  json_builder_end_object (out);
  root = json_builder_get_root (out);
  return node_size (root);
}

/* Returns: how much of the room is left */
static gsize
add_cut_row (JsonBuilder *out, JsonNode *row, gsize room)
{
  for (guint most = MOST_KEPT_ITEMS;; most /= 2)
    {
      g_autoptr (JsonBuilder) cuts = json_builder_new ();
      g_autoptr (JsonNode) list = NULL;
      g_autoptr (JsonNode) cut = NULL;

      json_builder_begin_object (cuts);
      cut = cut_node (row, most, cuts, "");
      json_builder_end_object (cuts);
      list = json_builder_get_root (cuts);
      if (node_size (cut) + node_size (list) < room)
        {
          json_builder_add_value (out, json_node_copy (cut));
          json_builder_end_array (out);
          json_builder_set_member_name (out, "shortened"); /* how long these lists are in truth */
          json_builder_add_value (out, json_node_copy (list));
          return room - node_size (cut) - node_size (list);
        }
      if (most == 0)
        break;
    }
  json_builder_end_array (out);
  add_text (out, "shortened_to_nothing", "the row is too large; name a part of it", MOST_ERRORS);
  return room;
}

/* Returns: how many were added */
static guint
add_rows (JsonBuilder *out, GPtrArray *rows, guint first, gsize room)
{
  guint i;

  json_builder_set_member_name (out, "rows");
  json_builder_begin_array (out);
  for (i = first; i < rows->len && rows->pdata[i]; i++)
    {
      gsize size = node_size (rows->pdata[i]) + 1;

      if (size > room)
        break;
      room -= size;
      json_builder_add_value (out, json_node_copy (rows->pdata[i]));
    }
  if (i == first && first < rows->len && rows->pdata[first])
    {
      add_cut_row (out, rows->pdata[first], room);
      return 1;
    }
  json_builder_end_array (out);
  return i - first;
}

/* A row is TOOL/NUMBER: what a sentence refers to. */
static void
add_numbers (JsonBuilder *out, const LscMcpAnswer *self, GPtrArray *rows, guint first, guint n)
{
  g_autofree char *id = g_strdup_printf ("%s/%u", self->tool, first);

  add_count (out, "n_rows", rows->len);
  if (n > 0)
    add_text (out, "first_row_id", id, MOST_ERRORS);
  if (first + n < rows->len)
    add_count (out, "next_row", first + n);
}

/**
 * lsc_mcp_answer_to_text:
 *
 * Rows are left out whole, from the end; `next_row` says where to go on. Of a single row that is
 * too large the lists are shortened, and `shortened` says how long they are.
 *
 * Returns: (transfer full): an object of JSON that takes at most %LSC_MCP_MOST_BYTES as a string
 */
char *
lsc_mcp_answer_to_text (const LscMcpAnswer *self)
{
  g_autoptr (JsonBuilder) out = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  gsize taken;
  guint first, n;

  g_return_val_if_fail (self && self->tool, NULL);
  /* Blanks between members take room in a line, and none in an answer. */
  all = parse_rows (self->lines ? self->lines : "", self->part ? 0 : self->first,
                    self->part ? G_MAXSIZE : 2 * LSC_MCP_MOST_BYTES);
  rows = self->part ? pick_part (all, self->part) : g_ptr_array_ref (all);
  taken = size_of_head (self) + TAIL_BYTES;
  first = (guint) CLAMP (self->first, 0, (gint64) rows->len);
  begin (out, self);
  n = add_rows (out, rows, first, taken < LSC_MCP_MOST_BYTES ? LSC_MCP_MOST_BYTES - taken : 0);
  add_numbers (out, self, rows, first, n);
  json_builder_end_object (out);
  root = json_builder_get_root (out);
  return json_to_string (root, FALSE);
}
