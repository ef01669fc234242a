/* lsc-synth-names.c - a small number for each text
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "synth/lsc-synth-names.h"

static GPtrArray *names;
static GHashTable *name_numbers;

/**
 * lsc_synth_name:
 * @text: any text
 *
 * The pool lives as long as the program. Thread: main only.
 *
 * Returns: the number of @text, equal for equal texts
 */
guint
lsc_synth_name (const char *text)
{
  gpointer found;

  if (names == NULL)
    {
      names = g_ptr_array_new ();
      name_numbers = g_hash_table_new (g_str_hash, g_str_equal);
    }
  if (!g_hash_table_lookup_extended (name_numbers, text, NULL, &found))
    {
      char *copy = g_strdup (text);

      found = GUINT_TO_POINTER (names->len);
      g_ptr_array_add (names, copy);
      g_hash_table_insert (name_numbers, copy, found);
    }
  return GPOINTER_TO_UINT (found);
}

/** lsc_synth_name_text: the text of a number that lsc_synth_name() gave. */
const char *
lsc_synth_name_text (guint name)
{
  return g_ptr_array_index (names, name);
}
