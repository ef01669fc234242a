/* lsc-query-renamed.c - statements that ask for a column by the name that it had before
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/lsc-renamed.h"
#include "analyze/query/lsc-query-private.h"

#define MISSING "no such column: "

/* Goes over a literal, a name in quotes or a comment, whose inside is no name. Of a name in double
 * quotes, square brackets or backticks the inside may be one: only the sign is gone over. */
static const char *
skip_text (const char *at)
{
  const char *end = NULL;

  if (*at == '\'')
    end = strchr (at + 1, '\'');
  else if (at[0] == '-' && at[1] == '-')
    end = strchr (at, '\n');
  else if (at[0] == '/' && at[1] == '*')
    end = (end = strstr (at + 2, "*/")) ? end + 1 : NULL;
  else
    return at + 1;
  return end ? end + 1 : at + strlen (at);
}

static gboolean
is_of_name (char letter)
{
  return g_ascii_isalnum (letter) || letter == '_' || letter == '$' || (letter & 0x80);
}

static char *
replace (const char *sql, const char *was, const char *now)
{
  GString *text = g_string_new (NULL);

  while (*sql)
    {
      const char *end = sql;

      while (is_of_name (*end))
        end++;
      if (end > sql && (gsize) (end - sql) == strlen (was) &&
          g_ascii_strncasecmp (sql, was, strlen (was)) == 0)
        g_string_append (text, now);
      else
        g_string_append_len (text, sql, (end > sql ? end : (end = skip_text (sql))) - sql);
      sql = end;
    }
  return g_string_free (text, FALSE);
}

/**
 * _lsc_query_rename:
 * @message: what SQLite says of @sql
 *
 * Puts the name of today where SQLite misses a column by its old one, and adds a notice of it.
 *
 * Returns: (transfer full) (nullable): another statement; %NULL where that is not what is wrong
 */
char *
_lsc_query_rename (LscQuery *self, const char *message, const char *sql)
{
  const char *name, *point, *now;
  g_autofree char *text = NULL;
  LscNotice *notice;

  if (!g_str_has_prefix (message, MISSING))
    return NULL;
  name = message + strlen (MISSING);
  point = strrchr (name, '.');
  name = point ? point + 1 : name;
  now = lsc_renamed_find (name);
  if (!now)
    return NULL;
  text = replace (sql, name, now);
  if (g_str_equal (text, sql))
    return NULL;
  notice = lsc_notice_new (LSC_SEVERITY_WARNING, "renamed-column",
                           _ ("SQL: the column “%s” is now called “%s”"), name, now);
  lsc_notice_set_help (notice, NULL,
                       _ ("Write the new name; the next version rejects the old one."));
  lsc_notices_add (self->notices, notice);
  return g_steal_pointer (&text);
}
