/* lsc-cli-op-changes.c - operators of two recordings for people
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-op-changes.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-visible.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-text.h"

/* What people see beside the keys. */
static const char *const shown[] = {
  "type",
  "core",
  "name",
  "shapes",
  "dtypes",
  "module",
  "op",
  "family",
  "name_after",
  "before_ns",
  "after_ns",
  "delta_ns",
  "change",
  "count_effect_ns",
  "shapes_effect_ns",
  "duration_effect_ns",
  "before_count",
  "after_count",
  "significance",
  "most_rank",
  "most_delta_ns",
  NULL,
};

static void
append_line (GString *out, const char *before, const LscPhrase *phrase)
{
  g_autofree char *line = lsc_phrase_to_words (phrase);
  g_autofree char *visible = lsc_visible_line (line);

  g_string_append_printf (out, "%s%s\n", before, visible);
}

/* A column in which no row says anything is left out for people, and shapes that explain nothing.
 */
static gboolean
says_anything (const LscTable *table, const char *name)
{
  int column = lsc_table_find_column (table, name);

  for (gsize row = 0; column >= 0 && row < lsc_table_get_n_rows (table); row++)
    {
      LscValue value = lsc_table_get (table, row, (guint) column);

      if (!value.is_null && !(g_str_equal (name, "shapes_effect_ns") && value.integer == 0))
        return TRUE;
    }
  return FALSE;
}

/* (transfer full): the first rows */
static LscTable *
pick_rows (const LscTable *table, gsize most)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (LscTable) first = lsc_table_new_like (table);
  gsize n = MIN (lsc_table_get_n_rows (table), most);

  for (guint32 i = 0; i < n; i++)
    lsc_table_append_rows (first, table, &i, 1);
  for (gsize i = 0; shown[i]; i++)
    if (says_anything (first, shown[i]))
      g_ptr_array_add (names, (gpointer) shown[i]);
  g_ptr_array_add (names, NULL);
  return lsc_cli_pick_columns (first, (const char *const *) names->pdata, NULL);
}

/**
 * lsc_cli_op_changes_append:
 * @most: rows that are shown
 *
 * Appends the sentence, what times are of, what is not compared, and the largest differences.
 */
void
lsc_cli_op_changes_append (GString *out, const LscOpChanges *changes, gsize most)
{
  g_autoptr (LscTable) table = NULL;
  gsize n;

  g_return_if_fail (out && changes);
  table = lsc_op_changes_get_table (changes);
  n = lsc_table_get_n_rows (table);
  append_line (out, "", changes->text);
  append_line (out, "", changes->base);
  for (guint i = 0; i < changes->notes->len; i++)
    append_line (out, "? ", changes->notes->pdata[i]);
  if (n > 0 && !changes->is_identical)
    {
      g_autoptr (LscTable) picked = pick_rows (table, most);
      g_autofree char *rows = lsc_cli_rows_to_text (picked);

      g_string_append_printf (out, "\n%s", rows);
    }
  if (n > most && !changes->is_identical)
    lsc_cli_append_left_rows (out, n - most);
}

/** Says to standard error what is not compared, where programs read rows. */
void
lsc_cli_op_changes_tell_notes (const LscOpChanges *changes)
{
  for (guint i = 0; i < changes->notes->len; i++)
    {
      g_autofree char *note = lsc_phrase_to_words (changes->notes->pdata[i]);

      g_printerr ("lanescope-cli: %s\n", note);
    }
}
