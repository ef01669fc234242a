/* lsc-test-sheet.c - reading back the workbooks that were written
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lsc-test-sheet.h"

#include <gio/gio.h>
#include <string.h>

/* Whether the program that unpacks workbooks is there; else the test is to be skipped. */
gboolean
lsc_test_can_unzip (void)
{
  g_autofree char *path = g_find_program_in_path ("unzip");

  if (!path)
    g_test_skip ("there is no program unzip");
  return path != NULL;
}

/* (transfer full) (nullable): text of a file in a workbook */
char *
lsc_test_unzip (const char *book, const char *member)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, "unzip", "-p", book, member, NULL);
  g_autoptr (GBytes) out = NULL;

  g_assert_no_error (error);
  g_subprocess_communicate (process, NULL, NULL, &out, NULL, &error);
  g_assert_no_error (error);
  if (!g_subprocess_get_successful (process) || g_bytes_get_size (out) == 0)
    return NULL;
  return g_strndup (g_bytes_get_data (out, NULL), g_bytes_get_size (out));
}

typedef struct
{
  LscTestSheet *sheet;
  char *cell; /* its name, while inside */
  const char *type;
  gboolean is_in_value;
  GString *text;
} Parser;

static const char *
find_attribute (const char **names, const char **values, const char *name)
{
  for (guint i = 0; names[i]; i++)
    if (strcmp (names[i], name) == 0)
      return values[i];
  return NULL;
}

static void
begin_cell (Parser *self, const char **names, const char **values)
{
  const char *type = find_attribute (names, values, "t");

  g_free (self->cell);
  self->cell = g_strdup (find_attribute (names, values, "r"));
  self->type =
      type && (strcmp (type, "inlineStr") == 0 || strcmp (type, "s") == 0) ? "text" : "number";
  g_string_truncate (self->text, 0);
}

static void
add_width (LscTestSheet *sheet, const char **names, const char **values)
{
  guint first = (guint) atoi (find_attribute (names, values, "min"));
  guint last = (guint) atoi (find_attribute (names, values, "max"));
  double width = g_ascii_strtod (find_attribute (names, values, "width"), NULL);

  if (sheet->widths->len < last)
    g_array_set_size (sheet->widths, last);
  for (guint i = first; i <= last; i++)
    g_array_index (sheet->widths, double, i - 1) = width;
}

static void
on_start (GMarkupParseContext *context, const char *name, const char **names, const char **values,
          gpointer data, GError **error)
{
  Parser *self = data;
  LscTestSheet *sheet = self->sheet;

  if (strcmp (name, "c") == 0)
    begin_cell (self, names, values);
  else if (strcmp (name, "f") == 0)
    self->type = "formula";
  else if (strcmp (name, "v") == 0 || strcmp (name, "t") == 0)
    self->is_in_value = TRUE;
  else if (strcmp (name, "mergeCell") == 0)
    g_ptr_array_add (sheet->merged, g_strdup (find_attribute (names, values, "ref")));
  else if (strcmp (name, "col") == 0)
    add_width (sheet, names, values);
  else if (strcmp (name, "autoFilter") == 0)
    sheet->filter = g_strdup (find_attribute (names, values, "ref"));
  else if (strcmp (name, "pane") == 0)
    sheet->frozen = g_strdup (find_attribute (names, values, "topLeftCell"));
  else if (strcmp (name, "row") == 0)
    {
      const char *height = find_attribute (names, values, "ht");

      sheet->n_rows = (guint) atoi (find_attribute (names, values, "r"));
      if (height)
        g_hash_table_insert (sheet->heights, g_strdup (find_attribute (names, values, "r")),
                             g_strdup (height));
    }
}

static void
on_end (GMarkupParseContext *context, const char *name, gpointer data, GError **error)
{
  Parser *self = data;

  if (strcmp (name, "v") == 0 || strcmp (name, "t") == 0)
    {
      self->is_in_value = FALSE;
      g_hash_table_insert (self->sheet->cells, g_strdup (self->cell), g_strdup (self->text->str));
      g_hash_table_insert (self->sheet->types, g_strdup (self->cell), g_strdup (self->type));
    }
}

static void
on_text (GMarkupParseContext *context, const char *text, gsize length, gpointer data,
         GError **error)
{
  Parser *self = data;

  if (self->is_in_value)
    g_string_append_len (self->text, text, (gssize) length);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* (transfer full): sheet @number, from 1, of a workbook with texts kept in the cells */
LscTestSheet *
lsc_test_sheet_read (const char *book, guint number)
{
  static const GMarkupParser callbacks = { on_start, on_end, on_text, NULL, NULL };
  g_autofree char *member = g_strdup_printf ("xl/worksheets/sheet%u.xml", number);
  g_autofree char *xml = lsc_test_unzip (book, member);
  g_autoptr (GError) error = NULL;
  Parser parser = { g_new0 (LscTestSheet, 1), NULL, NULL, FALSE, g_string_new (NULL) };
  g_autoptr (GMarkupParseContext) context =
      g_markup_parse_context_new (&callbacks, 0, &parser, NULL);

  if (!xml)
    g_error ("%s has no sheet %u", book, number);
  parser.sheet->cells = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  parser.sheet->types = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  parser.sheet->heights = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  parser.sheet->merged = g_ptr_array_new_with_free_func (g_free);
  parser.sheet->widths = g_array_new (FALSE, TRUE, sizeof (double));
  g_markup_parse_context_parse (context, xml, -1, &error);
  g_assert_no_error (error);
  g_ptr_array_sort (parser.sheet->merged, compare_texts);
  g_free (parser.cell);
  g_string_free (parser.text, TRUE);
  return parser.sheet;
}

void
lsc_test_sheet_free (LscTestSheet *self)
{
  g_hash_table_unref (self->cells);
  g_hash_table_unref (self->types);
  g_hash_table_unref (self->heights);
  g_ptr_array_unref (self->merged);
  g_array_unref (self->widths);
  g_free (self->filter);
  g_free (self->frozen);
  g_free (self);
}

/* (nullable): text of a cell; rows and columns count from 1, at most 702 columns */
const char *
lsc_test_sheet_cell (const LscTestSheet *self, guint row, guint column)
{
  char first[2] = { column > 26 ? (char) ('A' + (column - 1) / 26 - 1) : '\0', '\0' };
  g_autofree char *name = g_strdup_printf ("%s%c%u", first, 'A' + (column - 1) % 26, row);

  return g_hash_table_lookup (self->cells, name);
}

/* (transfer full): the cells of a row parted by | */
char *
lsc_test_sheet_row (const LscTestSheet *self, guint row, guint n_columns)
{
  GString *out = g_string_new (NULL);

  for (guint i = 1; i <= n_columns; i++)
    {
      const char *text = lsc_test_sheet_cell (self, row, i);

      g_string_append_printf (out, "%s%s", i > 1 ? "|" : "", text ? text : "");
    }
  return g_string_free (out, FALSE);
}

/* (transfer full): the merged ranges, sorted, parted by blanks */
char *
lsc_test_sheet_merged (const LscTestSheet *self)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < self->merged->len; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? " " : "", (char *) self->merged->pdata[i]);
  return g_string_free (out, FALSE);
}
