/* lsc-expert-tokens.c - tokens that a kernel of experts takes in, by its shapes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-expert-tokens.h"

#include <string.h>

/* communication.md#experts. "128,64;64,64;4,64,256;4" takes in 128 tokens for the first expert of
 * the rank and 64 for the second; the weights of all and the lengths of the groups follow. */

#define N_OTHER_PARTS 2 /* of the shapes: weights and the lengths of the groups */

/* (transfer full): the parts between semicolons that are not empty, without quotes */
static GPtrArray *
split (const char *text)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *plain = g_strdup (text);
  g_auto (GStrv) parts = NULL;
  char *to = plain;

  for (const char *p = text; *p; p++)
    if (*p != '"')
      *to++ = *p;
  *to = '\0';
  parts = g_strsplit (plain, ";", -1);
  for (guint i = 0; parts[i]; i++)
    if (*g_strstrip (parts[i]))
      g_ptr_array_add (found, g_strdup (parts[i]));
  return found;
}

/**
 * lsc_expert_tokens_read:
 * @shapes: of the inputs of a kernel of #LSC_EXPERTS_TYPE, as recorded
 * @tokens: empty; the first number of each part but the last two
 *
 * Returns: %FALSE where these are no numbers, or there are fewer than two parts
 */
gboolean
lsc_expert_tokens_read (const char *shapes, LscInt64s *tokens)
{
  g_autoptr (GPtrArray) parts = NULL;

  g_return_val_if_fail (shapes && tokens, FALSE);
  parts = split (shapes);
  for (guint i = 0; i + N_OTHER_PARTS < parts->len; i++)
    {
      char *part = parts->pdata[i];
      gint64 value;

      part[strcspn (part, ",")] = '\0';
      if (!g_ascii_string_to_signed (g_strstrip (part), 10, G_MININT64 + 1, G_MAXINT64, &value,
                                     NULL))
        return FALSE;
      lsc_int64s_append (tokens, value);
    }
  return parts->len >= N_OTHER_PARTS;
}
