/* lsc-query-printf.c - the function printf() of SQL, whose texts are short
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/query/lsc-query-private.h"

/* The built-in function repeats the character of %c as often as its precision says, whether there
 * is room for it or not, and answers NULL when there is none. */

typedef struct
{
  gint64 n_repeats; /* of the characters of all %c */
  gint64 n_bytes;   /* at most, of the whole text */
} Extent;

/* Past a width or a precision, whose value is taken from an argument when it is a star. */
static const char *
skip_number (const char *at, sqlite3_value **values, int n_values, int *next, gint64 *number)
{
  *number = 0;
  if (*at == '*')
    {
      if (*next < n_values)
        *number = ABS ((gint64) (gint32) sqlite3_value_int64 (values[*next]));
      *next += 1;
      return at + 1;
    }
  for (; g_ascii_isdigit (*at); at++)
    *number = MIN (*number * 10 + (*at - '0'), G_MAXINT32);
  return at;
}

/* How long a text may get by its format; its arguments follow at most twice, quoted. */
static Extent
measure (const char *format, sqlite3_value **values, int n_values)
{
  Extent extent = { 0, (gint64) strlen (format) };
  int next = 0;

  for (const char *at = strchr (format, '%'); at; at = strchr (at, '%'))
    {
      gint64 width, precision = 0;

      at = skip_number (at + 1 + strspn (at + 1, "-+ #!0,"), values, n_values, &next, &width);
      if (*at == '.')
        at = skip_number (at + 1, values, n_values, &next, &precision);
      at += strspn (at, "l");
      if (!*at)
        break;
      extent.n_repeats += *at == 'c' ? precision : 0;
      extent.n_bytes += width + (strchr ("szqQw", *at) ? 0 : precision);
      next += *at != '%' && *at != 'n';
      at++;
    }
  for (int i = 0; i < n_values; i++)
    extent.n_bytes += 2 * (gint64) sqlite3_value_bytes (values[i]);
  return extent;
}

/* A statement of another connection whose printf() is the built-in one. */
static sqlite3_stmt *
get_printf (LscQuery *query, int argc)
{
  g_autoptr (GString) sql = g_string_new ("SELECT printf(?");
  sqlite3_stmt **stmt = &query->printfs[argc];

  if (*stmt)
    return *stmt;
  for (int i = 1; i < argc; i++)
    g_string_append (sql, ", ?");
  g_string_append_c (sql, ')');
  (void) sqlite3_prepare_v3 (query->plain, sql->str, -1, SQLITE_PREPARE_PERSISTENT, stmt, NULL);
  return *stmt;
}

/* The answer of the built-in function. It answers nothing when there is nothing to be told, and
 * when the text gets too long. */
static void
call_printf (sqlite3_context *context, sqlite3_stmt *stmt, gboolean may_be_long)
{
  int code = sqlite3_step (stmt);

  if (code != SQLITE_ROW)
    sqlite3_result_error_code (context, code);
  else if (may_be_long && sqlite3_column_type (stmt, 0) == SQLITE_NULL)
    sqlite3_result_error_toobig (context);
  else
    sqlite3_result_value (context, sqlite3_column_value (stmt, 0));
}

/* printf(), alias format(): checks whether the text can get too long, and lets SQLite make it. */
void
_lsc_query_on_printf (sqlite3_context *context, int argc, sqlite3_value **values)
{
  LscQuery *query = sqlite3_user_data (context);
  gint64 most = sqlite3_limit (query->db, SQLITE_LIMIT_LENGTH, -1);
  sqlite3_stmt *stmt;
  int code = SQLITE_OK;
  const char *format = argc > 0 ? (const char *) sqlite3_value_text (values[0]) : NULL;
  Extent extent;

  if (!format)
    return;
  extent = measure (format, values + 1, argc - 1);
  if (extent.n_repeats > most)
    {
      sqlite3_result_error_toobig (context);
      return;
    }
  if (!lsc_query_account_touch (&query->account, (gsize) MIN (extent.n_bytes, most)))
    {
      sqlite3_result_error_code (context, SQLITE_INTERRUPT);
      return;
    }
  stmt = get_printf (query, argc);
  if (!stmt)
    {
      sqlite3_result_error_nomem (context);
      return;
    }
  for (int i = 0; i < argc && code == SQLITE_OK; i++)
    code = sqlite3_bind_value (stmt, i + 1, values[i]);
  if (code == SQLITE_OK)
    call_printf (context, stmt, extent.n_bytes > most);
  else
    sqlite3_result_error_code (context, code);
  sqlite3_reset (stmt);
  sqlite3_clear_bindings (stmt);
}
