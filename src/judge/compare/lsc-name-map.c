/* lsc-name-map.c - names of two recordings that the user says belong together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/compare/lsc-name-map.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"

/** A line: names before that match @before are called @after after. */
typedef struct
{
  GRegex *before;
  char *after; /* its n-th * stands for the n-th of @before */
} Pair;

struct _LscNameMap
{
  GPtrArray *pairs; /* Pair */
};

static void
free_pair (gpointer data)
{
  Pair *pair = data;

  g_regex_unref (pair->before);
  g_free (pair->after);
  g_free (pair);
}

static guint
count_stars (const char *text)
{
  guint n = 0;

  for (; *text; text++)
    n += *text == '*';
  return n;
}

static GRegex *
make_regex (const char *pattern)
{
  g_auto (GStrv) parts = g_strsplit (pattern, "*", -1);
  g_autoptr (GString) out = g_string_new ("^");

  for (gsize i = 0; parts[i]; i++)
    {
      g_autofree char *plain = g_regex_escape_string (parts[i], -1);

      g_string_append_printf (out, "%s%s", i > 0 ? "(.*?)" : "", plain);
    }
  g_string_append_c (out, '$');
  return g_regex_new (out->str, G_REGEX_OPTIMIZE | G_REGEX_DOTALL, 0, NULL);
}

static gboolean
add_line (LscNameMap *self, char *line, const char *file, guint number, GError **error)
{
  char *sign = strstr (line, " = ");
  GRegex *regex;
  Pair *pair;

  if (*g_strstrip (line) == '\0' || *line == '#')
    return TRUE;
  if (sign)
    *sign = '\0';
  regex =
      sign && count_stars (sign + 3) <= count_stars (line) ? make_regex (g_strstrip (line)) : NULL;
  if (!regex)
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_USAGE,
                   _ ("%s, line %u: write “name before = name after”; a * on the right repeats the "
                      "* on the left."),
                   file, number);
      return FALSE;
    }
  pair = g_new (Pair, 1);
  *pair = (Pair){ regex, g_strdup (g_strstrip (sign + 3)) };
  g_ptr_array_add (self->pairs, pair);
  return TRUE;
}

/**
 * lsc_name_map_parse:
 * @text: lines "name before = name after"; empty ones and those that begin with # say nothing
 * @file: for messages
 *
 * Returns: (transfer full): the map; %NULL with %LSC_ERROR_USAGE
 */
LscNameMap *
lsc_name_map_parse (const char *text, const char *file, GError **error)
{
  g_autoptr (LscNameMap) self = g_new0 (LscNameMap, 1);
  g_auto (GStrv) lines = NULL;

  self->pairs = g_ptr_array_new_with_free_func (free_pair);
  if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_USAGE, _ ("%s is not a text in UTF-8."), file);
      return NULL;
    }
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (!add_line (self, lines[i], file, i + 1, error))
      return NULL;
  return g_steal_pointer (&self);
}

void
lsc_name_map_free (LscNameMap *self)
{
  if (!self)
    return;
  g_ptr_array_unref (self->pairs);
  g_free (self);
}

static char *
fill_in (const Pair *pair, GMatchInfo *match)
{
  g_auto (GStrv) parts = g_strsplit (pair->after, "*", -1);
  g_autoptr (GString) out = g_string_new (NULL);

  for (int i = 0; parts[i]; i++)
    {
      g_autofree char *part = i > 0 ? g_match_info_fetch (match, i) : NULL;

      g_string_append_printf (out, "%s%s", part ? part : "", parts[i]);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/**
 * lsc_name_map_find:
 * @name: of a module or op before
 *
 * Returns: (transfer full) (nullable): what it is called after, by the first line that fits
 */
char *
lsc_name_map_find (const LscNameMap *self, const char *name)
{
  for (guint i = 0; self && i < self->pairs->len; i++)
    {
      const Pair *pair = self->pairs->pdata[i];
      g_autoptr (GMatchInfo) match = NULL;

      if (g_regex_match (pair->before, name, 0, &match))
        return fill_in (pair, match);
    }
  return NULL;
}
