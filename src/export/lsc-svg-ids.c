/* lsc-svg-ids.c - the ids in an SVG file of cairo's, numbered anew
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-svg-ids.h"

#include <string.h>

/* Whether the digits before @at end a name cairo numbered: id="surface12", #image7. */
static gboolean
begins_numbered_id (const char *text, gsize at, gsize *name_length)
{
  gsize n = 0;

  while (g_ascii_isalpha (text[at + n]) || text[at + n] == '-' || text[at + n] == '_')
    n++;
  *name_length = n;
  return n > 0 && g_ascii_isdigit (text[at + n]);
}

/**
 * lsc_svg_renumber_ids:
 * @svg: (transfer full):
 * @prefix: what each id begins with, where several pictures stand in one file
 *
 * cairo numbers the ids in an SVG file by all surfaces that the process has made. Numbers them anew
 * in the order of their first use, so that the same page gives the same file.
 *
 * Returns: (transfer full):
 */
GByteArray *
lsc_svg_renumber_ids (GByteArray *svg, const char *prefix)
{
  GByteArray *out;
  g_autoptr (GHashTable) numbers = NULL;
  const char *text;
  gsize i = 0, kept = 0, name_length, length;

  g_return_val_if_fail (svg && prefix, NULL);
  out = g_byte_array_sized_new (svg->len);
  numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  length = svg->len;
  g_byte_array_append (svg, (const guint8 *) "", 1);
  text = (const char *) svg->data;
  while (i < length)
    {
      gsize start = i;

      if (text[i] == '#')
        start = i + 1;
      else if (strncmp (text + i, "id=\"", 4) == 0)
        start = i + 4;
      if (start == i || !begins_numbered_id (text, start, &name_length))
        {
          i++;
          continue;
        }

      gsize end = start + name_length;
      guint number;

      while (g_ascii_isdigit (text[end]))
        end++;

      g_autofree char *id = g_strndup (text + start, end - start);

      number = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, id));
      if (number == 0)
        {
          number = g_hash_table_size (numbers) + 1;
          g_hash_table_insert (numbers, g_strdup (id), GUINT_TO_POINTER (number));
        }

      g_autofree char *digits = g_strdup_printf ("%u", number);

      g_byte_array_append (out, (const guint8 *) text + kept, (guint) (start - kept));
      g_byte_array_append (out, (const guint8 *) prefix, (guint) strlen (prefix));
      g_byte_array_append (out, (const guint8 *) text + start, (guint) name_length);
      g_byte_array_append (out, (const guint8 *) digits, (guint) strlen (digits));
      i = kept = end;
    }
  g_byte_array_append (out, (const guint8 *) text + kept, (guint) (length - kept));
  g_byte_array_unref (svg);
  return out;
}
