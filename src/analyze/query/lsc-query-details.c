/* lsc-query-details.c - functions of SQL that read what the file says of a slice
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Shapes, data types, sizes and arguments are not in memory: they are read from the file when a
 * statement asks for them, of the slices that it asks for.
 */
#include "config.h"

#include <errno.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "analyze/query/lsc-query-private.h"

/* About the cost of reading the details of a slice, in what an account counts. */
#define COST_BYTES (64 * 1024)

/* Those of the slice that was asked for last stay: a row may ask for several. NULL, or with an
 * error, where there is no such slice. */
static GPtrArray *
get_details (sqlite3_context *context, sqlite3_value *value)
{
  LscQuery *query = sqlite3_user_data (context);
  gint64 id = sqlite3_value_int64 (value);
  guint64 index = (guint64) id >> 32;
  g_autoptr (GError) error = NULL;
  LscTimeline *timeline;

  if (sqlite3_value_type (value) != SQLITE_INTEGER || id < 0 || index >= query->sources->len)
    return NULL;
  if (query->details && query->details_id == id)
    return query->details;
  if (!lsc_query_account_touch (&query->account, COST_BYTES))
    {
      sqlite3_result_error_code (context, SQLITE_INTERRUPT);
      return NULL;
    }
  if (!_lsc_query_load_timelines (query))
    {
      sqlite3_result_error_code (context, SQLITE_ERROR);
      return NULL;
    }
  timeline = query->timelines[index];
  if (!timeline || (guint32) id >= timeline->n_slices)
    return NULL;
  g_clear_pointer (&query->details, g_ptr_array_unref);
  query->details =
      lsc_timeline_read_details (timeline, lsc_timeline_get_spot (timeline, (guint32) id), &error);
  query->details_id = id;
  if (!query->details)
    sqlite3_result_error (context, error->message, -1);
  return query->details;
}

/* A number where the whole text is a decimal one that keeps all its digits. Addresses such as 0x7f
 * and ids beyond 64 bits stay text. */
static void
give_text (sqlite3_context *context, const char *text)
{
  char *end = NULL;
  gint64 whole;
  double real;

  errno = 0;
  whole = g_ascii_strtoll (text, &end, 10);
  if (*text && *end == '\0' && errno == 0)
    {
      sqlite3_result_int64 (context, whole);
      return;
    }
  real = g_ascii_strtod (text, &end);
  if (*text && *end == '\0' && errno == 0 && strpbrk (text, ".eE") &&
      strspn (text, "0123456789+-.eE") == strlen (text))
    sqlite3_result_double (context, real);
  else
    sqlite3_result_text (context, text, -1, SQLITE_TRANSIENT);
}

/* arg(id, key): one of them, NULL where the file does not say it. */
static void
on_arg (sqlite3_context *context, int argc, sqlite3_value **values)
{
  const char *key = (const char *) sqlite3_value_text (values[1]);
  GPtrArray *details = key ? get_details (context, values[0]) : NULL;

  for (guint i = 0; details && i < details->len; i++)
    {
      const LscDetail *detail = details->pdata[i];

      if (g_ascii_strcasecmp (detail->key, key) == 0)
        {
          give_text (context, detail->value);
          return;
        }
    }
}

/* args(id): all of them as a JSON object of texts. */
static void
on_args (sqlite3_context *context, int argc, sqlite3_value **values)
{
  GPtrArray *details = get_details (context, values[0]);
  g_autoptr (JsonObject) object = NULL;
  g_autoptr (JsonNode) root = NULL;

  if (!details)
    return;
  object = json_object_new ();
  for (guint i = 0; i < details->len; i++)
    {
      const LscDetail *detail = details->pdata[i];
      g_autofree char *key = g_utf8_make_valid (detail->key, -1);
      g_autofree char *text = g_utf8_make_valid (detail->value, -1);

      json_object_set_string_member (object, key, text);
    }
  root = json_node_init_object (json_node_alloc (), object);
  sqlite3_result_text (context, json_to_string (root, FALSE), -1, g_free);
}

/*
 * Adds arg(id, key) and args(id).
 *
 * Returns: a code of SQLite
 */
int
_lsc_query_add_details (LscQuery *self)
{
  int code = sqlite3_create_function_v2 (self->db, "arg", 2, SQLITE_UTF8 | SQLITE_INNOCUOUS, self,
                                         on_arg, NULL, NULL, NULL);

  if (code == SQLITE_OK)
    code = sqlite3_create_function_v2 (self->db, "args", 1, SQLITE_UTF8 | SQLITE_INNOCUOUS, self,
                                       on_args, NULL, NULL, NULL);
  return code;
}
