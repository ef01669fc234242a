/* lsc-query-aggregates.c - functions of SQL that SQLite lacks: median(), percentile(), regexp()
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analyze/query/lsc-query-private.h"
#include "base/lsc-stats.h"

/* ---- median(), percentile() -------------------------------------------------------------------
 */

/* Sorting so many takes about two seconds, in which nothing looks at the clock. */
#define MOST_VALUES (16 * 1024 * 1024)

/** What an aggregate keeps of its group. SQLite books the memory. */
typedef struct
{
  double *values; /* of whole numbers too: times of day in ns lose less than 256 ns */
  gint64 *whole;
  gsize n, room;
  gboolean has_real;
  double share; /* 0 to 1 */
} Group;

static gboolean
grow (Group *self)
{
  gsize room = MAX (64, self->room * 2);
  double *values;
  gint64 *whole;

  if (self->n < self->room)
    return TRUE;
  values = sqlite3_realloc64 (self->values, room * sizeof *values);
  if (!values)
    return FALSE;
  self->values = values;
  whole = sqlite3_realloc64 (self->whole, room * sizeof *whole);
  if (!whole)
    return FALSE;
  self->whole = whole;
  self->room = room;
  return TRUE;
}

static void
add_value (sqlite3_context *context, sqlite3_value *value, double share)
{
  int type = sqlite3_value_numeric_type (value);
  Group *self;

  if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
    return; /* as sum() leaves out NULL */
  self = sqlite3_aggregate_context (context, sizeof *self);
  if (!self)
    return;
  if (self->n >= MOST_VALUES || !grow (self))
    {
      if (self->n >= MOST_VALUES)
        sqlite3_result_error_toobig (context);
      else
        sqlite3_result_error_nomem (context);
      return;
    }
  self->share = share;
  self->has_real |= type == SQLITE_FLOAT;
  self->whole[self->n] = sqlite3_value_int64 (value);
  self->values[self->n++] = sqlite3_value_double (value);
}

static void
on_median_step (sqlite3_context *context, int argc, sqlite3_value **values)
{
  add_value (context, values[0], 0.5);
}

static void
on_percentile_step (sqlite3_context *context, int argc, sqlite3_value **values)
{
  double percent = sqlite3_value_double (values[1]);

  if (!(percent >= 0 && percent <= 100))
    sqlite3_result_error (context, "percentile(x, p) takes p from 0 to 100", -1);
  else
    add_value (context, values[0], percent / 100);
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* Between two neighbours in proportion; of whole numbers a whole one, the even one of two. */
static void
answer_whole (sqlite3_context *context, Group *self)
{
  double place = self->share * (double) (self->n - 1);
  gsize low = (gsize) place, high = MIN (low + 1, self->n - 1);
  long double below, above;

  lsc_sort_int64s (self->whole, self->n);
  below = self->whole[low]; /* exact, unlike in a double */
  above = self->whole[high];
  sqlite3_result_int64 (context, llrintl (below + (above - below) * (place - (double) low)));
}

static void
answer_real (sqlite3_context *context, Group *self)
{
  double place = self->share * (double) (self->n - 1);
  gsize low = (gsize) place, high = MIN (low + 1, self->n - 1);

  qsort (self->values, self->n, sizeof *self->values, compare_doubles);
  sqlite3_result_double (context, self->values[low] + (self->values[high] - self->values[low]) *
                                                          (place - (double) low));
}

static void
on_quantile_final (sqlite3_context *context)
{
  Group *self = sqlite3_aggregate_context (context, 0);

  if (!self)
    return; /* NULL: of no number there is none */
  if (self->n > 0 && self->has_real)
    answer_real (context, self);
  else if (self->n > 0)
    answer_whole (context, self);
  sqlite3_free (self->values);
  sqlite3_free (self->whole);
}

/* ---- regexp() ---------------------------------------------------------------------------------
 */

static void
free_regex (void *regex)
{
  g_regex_unref (regex);
}

/* The expression, made once for a statement whose pattern does not change. */
static GRegex *
get_regex (sqlite3_context *context, const char *pattern)
{
  GRegex *regex = sqlite3_get_auxdata (context, 0);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (regex)
    return g_regex_ref (regex);
  regex = g_regex_new (pattern, G_REGEX_RAW | G_REGEX_OPTIMIZE, 0, &error);
  if (regex)
    {
      sqlite3_set_auxdata (context, 0, g_regex_ref (regex), free_regex);
      return regex;
    }
  text = g_strdup_printf ("regexp: %s", error->message);
  sqlite3_result_error (context, text, -1);
  return NULL;
}

/* `text REGEXP pattern` is regexp (pattern, text). What needs too many steps ends with an error. */
static void
on_regexp (sqlite3_context *context, int argc, sqlite3_value **values)
{
  LscQuery *query = sqlite3_user_data (context);
  const char *pattern = (const char *) sqlite3_value_text (values[0]);
  const char *text = (const char *) sqlite3_value_text (values[1]);
  gsize n = (gsize) sqlite3_value_bytes (values[1]);
  g_autoptr (GRegex) regex = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_match;

  if (!pattern || !text)
    return;
  if (!lsc_query_account_touch (&query->account, n * (strlen (pattern) + 1)))
    {
      sqlite3_result_error_code (context, SQLITE_INTERRUPT);
      return;
    }
  regex = get_regex (context, pattern);
  if (!regex)
    return;
  is_match = g_regex_match_full (regex, text, (gssize) n, 0, 0, NULL, &error);
  if (error)
    sqlite3_result_error_toobig (context);
  else
    sqlite3_result_int (context, is_match);
}

/*
 * Adds median(x), percentile(x, p) and regexp(pattern, text).
 *
 * Returns: a code of SQLite
 */
int
_lsc_query_add_aggregates (LscQuery *self)
{
  const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  int code =
      sqlite3_create_function_v2 (self->db, "regexp", 2, flags, self, on_regexp, NULL, NULL, NULL);

  if (code == SQLITE_OK)
    code = sqlite3_create_function_v2 (self->db, "median", 1, flags, self, NULL, on_median_step,
                                       on_quantile_final, NULL);
  if (code == SQLITE_OK)
    code = sqlite3_create_function_v2 (self->db, "percentile", 2, flags, self, NULL,
                                       on_percentile_step, on_quantile_final, NULL);
  return code;
}
