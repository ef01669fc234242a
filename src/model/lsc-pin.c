/* lsc-pin.c - a chart, a table or a cell that the user wants in a report
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-pin.h"

#include <errno.h>
#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "base/lsc-json.h"
#include "base/lsc-output.h"

#define VERSION 1
/* Nobody pins so much by hand: what is beyond is not ours. */
#define MOST_BYTES (8 * 1024 * 1024)

/* ---- one pin ---- */

static void
free_row (gpointer row)
{
  g_strfreev (row);
}

/** lsc_pin_new: Returns: (transfer full): a pin of all of a view */
LscPin *
lsc_pin_new (const char *view, const char *title)
{
  g_return_val_if_fail (view, NULL);

  LscPin *self = g_new0 (LscPin, 1);

  self->view = g_strdup (view);
  self->title = g_strdup (title);
  self->arguments = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->rows = g_ptr_array_new_with_free_func (free_row);
  return self;
}

/** lsc_pin_copy: Returns: (transfer full): */
LscPin *
lsc_pin_copy (const LscPin *self)
{
  g_return_val_if_fail (self, NULL);

  LscPin *copy = lsc_pin_new (self->view, self->title);
  GHashTableIter iter;
  gpointer name, value;

  copy->side = self->side;
  copy->note = g_strdup (self->note);
  copy->columns = g_strdupv (self->columns);
  copy->sort = g_strdup (self->sort);
  copy->is_descending = self->is_descending;
  g_hash_table_iter_init (&iter, self->arguments);
  while (g_hash_table_iter_next (&iter, &name, &value))
    lsc_pin_set (copy, name, value);
  for (guint i = 0; i < self->rows->len; i++)
    g_ptr_array_add (copy->rows, g_strdupv (self->rows->pdata[i]));
  return copy;
}

/**
 * lsc_pin_free:
 * @self: (nullable) (transfer full):
 */
void
lsc_pin_free (LscPin *self)
{
  if (!self)
    return;
  g_free (self->view);
  g_free (self->title);
  g_free (self->note);
  g_hash_table_unref (self->arguments);
  g_strfreev (self->columns);
  g_free (self->sort);
  g_ptr_array_unref (self->rows);
  g_free (self);
}

/**
 * lsc_pin_set:
 * @value: (nullable): %NULL takes the argument away
 */
void
lsc_pin_set (LscPin *self, const char *name, const char *value)
{
  g_return_if_fail (self && name);
  if (!value)
    g_hash_table_remove (self->arguments, name);
  else
    g_hash_table_replace (self->arguments, g_strdup (name), g_strdup (value));
}

/** lsc_pin_set_int: */
void
lsc_pin_set_int (LscPin *self, const char *name, gint64 value)
{
  g_return_if_fail (self && name);

  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  lsc_pin_set (self, name, text);
}

/** lsc_pin_get: Returns: (nullable): the value of an argument */
const char *
lsc_pin_get (const LscPin *self, const char *name)
{
  g_return_val_if_fail (self && name, NULL);
  return g_hash_table_lookup (self->arguments, name);
}

/** lsc_pin_get_int: Returns: %FALSE where the argument is missing or no whole number */
gboolean
lsc_pin_get_int (const LscPin *self, const char *name, gint64 *value)
{
  g_return_val_if_fail (self && name && value, FALSE);

  const char *text = lsc_pin_get (self, name);
  char *end = NULL;

  if (!text || *text == '\0')
    return FALSE;
  errno = 0;
  *value = g_ascii_strtoll (text, &end, 10);
  return errno == 0 && *end == '\0';
}

/** lsc_pins_new: Returns: (transfer full) (element-type LscPin): no pins */
GPtrArray *
lsc_pins_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_pin_free);
}

/* ---- reading ---- */

static const char *const sides[] = { "", "before", "after" };

static const char *
get_text (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

/* (transfer full) (nullable): the texts of a list, whatever else it holds */
static GStrv
read_texts (JsonNode *node)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  JsonArray *array;

  if (!node || !JSON_NODE_HOLDS_ARRAY (node))
    return NULL;
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *item = json_array_get_element (array, i);

      if (JSON_NODE_HOLDS_VALUE (item) && json_node_get_value_type (item) == G_TYPE_STRING)
        g_ptr_array_add (texts, json_node_dup_string (item));
    }
  g_ptr_array_add (texts, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&texts), FALSE);
}

static void
read_argument (JsonObject *object, const char *name, JsonNode *node, gpointer pin)
{
  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    lsc_pin_set (pin, name, json_node_get_string (node));
}

static void
read_rows (LscPin *self, JsonNode *node)
{
  JsonArray *array;

  if (!node || !JSON_NODE_HOLDS_ARRAY (node))
    return;
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      GStrv row = read_texts (json_array_get_element (array, i));

      if (row)
        g_ptr_array_add (self->rows, row);
    }
}

static LscPinSide
read_side (const char *text)
{
  for (LscPinSide side = LSC_PIN_OF_BEFORE; text && side <= LSC_PIN_OF_AFTER; side++)
    if (g_str_equal (text, sides[side]))
      return side;
  return LSC_PIN_OF_ANY;
}

static LscPin *
read_pin (JsonObject *object)
{
  const char *view = get_text (object, "view"), *title = get_text (object, "title");
  JsonNode *arguments = json_object_get_member (object, "arguments");
  JsonNode *descending = json_object_get_member (object, "descending");
  LscPin *self;

  if (!view)
    return NULL;
  self = lsc_pin_new (view, title ? title : view);
  self->side = read_side (get_text (object, "side"));
  self->note = g_strdup (get_text (object, "note"));
  self->sort = g_strdup (get_text (object, "sort"));
  self->is_descending =
      descending && JSON_NODE_HOLDS_VALUE (descending) && json_node_get_boolean (descending);
  self->columns = read_texts (json_object_get_member (object, "columns"));
  read_rows (self, json_object_get_member (object, "rows"));
  if (arguments && JSON_NODE_HOLDS_OBJECT (arguments))
    json_object_foreach_member (json_node_get_object (arguments), read_argument, self);
  return self;
}

/**
 * lsc_pins_parse:
 *
 * Reads pins as lsc_pins_to_json() writes them. What this version does not know is left out.
 *
 * Returns: (transfer full) (nullable) (element-type LscPin): %NULL with %LSC_ERROR_CORRUPT, whose
 *   sentence lacks its subject
 */
GPtrArray *
lsc_pins_parse (const char *text, gsize length, GError **error)
{
  g_return_val_if_fail (text, NULL);

  g_autoptr (JsonNode) root = lsc_json_parse (text, length, error);
  g_autoptr (GPtrArray) pins = lsc_pins_new ();
  JsonNode *list;
  JsonArray *array;

  if (!root)
    return NULL;
  list = JSON_NODE_HOLDS_OBJECT (root)
             ? json_object_get_member (json_node_get_object (root), "pins")
             : NULL;
  if (!list || !JSON_NODE_HOLDS_ARRAY (list))
    {
      lsc_fail (error, LSC_ERROR_CORRUPT, "%s", _ ("holds no pins of a report"));
      return NULL;
    }
  array = json_node_get_array (list);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      LscPin *pin = JSON_NODE_HOLDS_OBJECT (node) ? read_pin (json_node_get_object (node)) : NULL;

      if (pin)
        g_ptr_array_add (pins, pin);
    }
  return g_steal_pointer (&pins);
}

/**
 * lsc_pins_load_own:
 *
 * Reads a file that the program writes itself.
 *
 * Returns: (transfer full) (nullable) (element-type LscPin): %NULL with %LSC_ERROR_IO or
 *   %LSC_ERROR_CORRUPT, which name the file
 */
GPtrArray *
lsc_pins_load_own (const char *path, GError **error)
{
  g_return_val_if_fail (path, NULL);

  g_autofree char *shown = g_filename_display_name (path), *text = NULL;
  g_autoptr (GError) local = NULL;
  GPtrArray *pins;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, &local))
    {
      lsc_fail (error, LSC_ERROR_IO, "%s", local->message);
      return NULL;
    }
  pins = length <= MOST_BYTES ? lsc_pins_parse (text, length, &local) : NULL;
  if (!pins)
    lsc_fail (error, LSC_ERROR_CORRUPT, "%s: %s", shown,
              local ? local->message : _ ("holds no pins of a report"));
  return pins;
}

/** lsc_pins_load: the same of a file of the user's, which nothing is written over from then on */
GPtrArray *
lsc_pins_load (const char *path, GError **error)
{
  g_return_val_if_fail (path, NULL);
  lsc_output_protect_file (path);
  return lsc_pins_load_own (path, error);
}

/* ---- writing ---- */

static void
write_text (JsonBuilder *builder, const char *name, const char *text)
{
  g_autofree char *valid = text ? g_utf8_make_valid (text, -1) : NULL;

  if (!valid)
    return;
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, valid);
}

static void
write_texts (JsonBuilder *builder, const GStrv texts)
{
  json_builder_begin_array (builder);
  for (guint i = 0; texts[i]; i++)
    {
      g_autofree char *valid = g_utf8_make_valid (texts[i], -1);

      json_builder_add_string_value (builder, valid);
    }
  json_builder_end_array (builder);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

static void
write_arguments (JsonBuilder *builder, const LscPin *self)
{
  guint n;
  g_autofree gpointer *names = g_hash_table_get_keys_as_array (self->arguments, &n);

  if (n == 0)
    return;
  qsort (names, n, sizeof *names, compare_names);
  json_builder_set_member_name (builder, "arguments");
  json_builder_begin_object (builder);
  for (guint i = 0; i < n; i++)
    write_text (builder, names[i], lsc_pin_get (self, names[i]));
  json_builder_end_object (builder);
}

static void
write_rows (JsonBuilder *builder, const LscPin *self)
{
  if (self->rows->len == 0)
    return;
  json_builder_set_member_name (builder, "rows");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->rows->len; i++)
    write_texts (builder, self->rows->pdata[i]);
  json_builder_end_array (builder);
}

static void
write_pin (JsonBuilder *builder, const LscPin *self)
{
  json_builder_begin_object (builder);
  write_text (builder, "view", self->view);
  if (self->side != LSC_PIN_OF_ANY)
    write_text (builder, "side", sides[self->side]);
  write_text (builder, "title", self->title);
  write_text (builder, "note", self->note);
  write_arguments (builder, self);
  if (self->columns)
    {
      json_builder_set_member_name (builder, "columns");
      write_texts (builder, self->columns);
    }
  write_text (builder, "sort", self->sort);
  if (self->is_descending)
    {
      json_builder_set_member_name (builder, "descending");
      json_builder_add_boolean_value (builder, TRUE);
    }
  write_rows (builder, self);
  json_builder_end_object (builder);
}

/** lsc_pins_to_json: Returns: (transfer full): the text of a file of pins */
char *
lsc_pins_to_json (const GPtrArray *pins)
{
  g_return_val_if_fail (pins, NULL);

  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "version");
  json_builder_add_int_value (builder, VERSION);
  json_builder_set_member_name (builder, "pins");
  json_builder_begin_array (builder);
  for (guint i = 0; i < pins->len; i++)
    write_pin (builder, pins->pdata[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = json_to_string (root, TRUE);
  return g_strconcat (text, "\n", NULL);
}
