/* lsc-query-explain.c - what there is in place of a name that SQL does not find
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/query/lsc-query-private.h"
#include "model/lsc-sql-schema.h"

#define LONGEST_NAME 64

/* Letters to be put in, taken out or changed to make one name of the other. */
static guint
count_edits (const char *a, const char *b)
{
  guint before[LONGEST_NAME + 1], now[LONGEST_NAME + 1];
  gsize n = strlen (b);

  if (strlen (a) > LONGEST_NAME || n > LONGEST_NAME)
    return G_MAXUINT;
  for (gsize i = 0; i <= n; i++)
    before[i] = (guint) i;
  for (gsize k = 0; a[k]; k++)
    {
      now[0] = (guint) k + 1;
      for (gsize i = 1; i <= n; i++)
        {
          guint changed =
              before[i - 1] + (g_ascii_tolower (a[k]) != g_ascii_tolower (b[i - 1]) ? 1 : 0);

          now[i] = MIN (changed, MIN (before[i], now[i - 1]) + 1);
        }
      memcpy (before, now, sizeof now);
    }
  return before[n];
}

/* The one that may have been meant; %NULL when none is near. */
static const char *
find_nearest (const char *name, GPtrArray *names)
{
  const char *nearest = NULL;
  guint least = (guint) strlen (name) / 2 + 1;

  for (guint i = 0; i < names->len; i++)
    {
      guint edits = count_edits (name, names->pdata[i]);

      if (edits < least)
        {
          least = edits;
          nearest = names->pdata[i];
        }
    }
  return nearest;
}

static char *
join (GPtrArray *names)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *) names->pdata[i]);
  return g_string_free (text, FALSE);
}

static GPtrArray *
list_tables (void)
{
  GPtrArray *names = g_ptr_array_new ();
  guint n;
  const LscSqlTable *tables = lsc_sql_list_tables (&n);

  for (guint i = 0; i < n; i++)
    if (tables[i].places & LSC_SQL_IN_QUERY)
      g_ptr_array_add (names, (gpointer) tables[i].name);
  return names;
}

/* Whether the statement speaks of a table, as a word of its own. */
static gboolean
names_table (const char *sql, const char *table)
{
  g_autofree char *pattern = g_strdup_printf ("\\b%s\\b", table);

  return g_regex_match_simple (pattern, sql, G_REGEX_CASELESS | G_REGEX_RAW, 0);
}

/* Columns of the tables that the statement names, or of all. */
static GPtrArray *
list_columns (const char *sql)
{
  GPtrArray *names = g_ptr_array_new ();
  g_autoptr (GPtrArray) tables = list_tables ();

  for (guint i = 0; i < tables->len; i++)
    {
      const LscSqlTable *about = lsc_sql_find_table (tables->pdata[i]);

      for (guint c = 0; names_table (sql, about->name) && c < about->n_columns; c++)
        if (!g_ptr_array_find_with_equal_func (names, about->columns[c].name, g_str_equal, NULL))
          g_ptr_array_add (names, (gpointer) about->columns[c].name);
    }
  return names;
}

static char *
explain (const char *what, const char *name, GPtrArray *names)
{
  const char *nearest = find_nearest (name, names);
  g_autofree char *all = join (names);

  if (names->len == 0)
    return g_strdup (what);
  if (nearest)
    /* Translators: what is wrong; a name; names, with commas between them */
    return g_strdup_printf (_ ("%s Did you mean %s? There are: %s."), what, nearest, all);
  return g_strdup_printf (_ ("%s There are: %s."), what, all);
}

/* The name behind @prefix, without that of its table: "l.nam" is the column nam. */
static const char *
get_name (const char *message, const char *prefix)
{
  const char *name, *dot;

  if (!g_str_has_prefix (message, prefix))
    return NULL;
  name = message + strlen (prefix);
  dot = strrchr (name, '.');
  return dot ? dot + 1 : name;
}

/*
 * @message: of SQLite
 * @sql: the statement
 *
 * Returns: (transfer full): a translated sentence that names what there is in place of a table or
 * column that there is not; else the message
 */
char *
_lsc_query_explain (const char *message, const char *sql)
{
  const char *table = get_name (message, "no such table: ");
  const char *column = get_name (message, "no such column: ");
  g_autoptr (GPtrArray) names = table ? list_tables () : column ? list_columns (sql) : NULL;
  g_autofree char *what = NULL;

  if (!names)
    return g_strdup_printf (_ ("SQL: %s"), message);
  what = g_strdup_printf (table ? _ ("There is no table %s.") : _ ("There is no column %s."),
                          table ? table : column);
  return explain (what, table ? table : column, names);
}
