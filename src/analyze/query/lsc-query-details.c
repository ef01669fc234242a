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

/* Those of the slice that was asked for last stay: a row may ask for several. NULL with an error.
 */
static GPtrArray *
read_details (LscQuery *query, sqlite3_context *context, gint64 id)
{
  guint64 index = (guint64) id >> 32;
  LscTimeline *timeline = query->timelines[index];
  g_autoptr (GError) error = NULL;

  if (query->details && query->details_id == id)
    return query->details;
  if (!lsc_query_account_touch (&query->account, COST_BYTES))
    {
      sqlite3_result_error_code (context, SQLITE_INTERRUPT);
      return NULL;
    }
  g_clear_pointer (&query->details, g_ptr_array_unref);
  query->details =
      lsc_timeline_read_details (timeline, lsc_timeline_get_spot (timeline, (guint32) id), &error);
  query->details_id = id;
  if (!query->details)
    sqlite3_result_error (context, error->message, -1);
  return query->details;
}

/* NULL, or with an error, where there is no such slice. */
static GPtrArray *
get_details (sqlite3_context *context, sqlite3_value *value)
{
  LscQuery *query = sqlite3_user_data (context);
  gint64 id = sqlite3_value_int64 (value);
  guint64 index = (guint64) id >> 32;

  if (sqlite3_value_type (value) != SQLITE_INTEGER || id < 0 || index >= query->sources->len)
    return NULL;
  if (!_lsc_query_load_timelines (query))
    {
      sqlite3_result_error_code (context, SQLITE_ERROR);
      return NULL;
    }
  if (!query->timelines[index] || (guint32) id >= query->timelines[index]->n_slices)
    return NULL;
  return read_details (query, context, id);
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

/* ---- bytes ---- */

/* (nullable) */
static const char *
find_detail (const GPtrArray *details, const char *const *keys)
{
  for (guint k = 0; keys[k]; k++)
    for (guint i = 0; i < details->len; i++)
      if (strcmp (((const LscDetail *) details->pdata[i])->key, keys[k]) == 0)
        return ((const LscDetail *) details->pdata[i])->value;
  return NULL;
}

/* Returns: those of an element of that type as HCCL and NCCL name them, 0 = not known */
static guint
get_element_bytes (const char *type)
{
  static const struct
  {
    const char *names; /* with spaces around each */
    guint bytes;
  } known[] = {
    { " INT8 UINT8 FP8E4M3 FP8E5M2 FP8E8M0 HIF8 Byte Char ", 1 },
    { " INT16 UINT16 FP16 BFP16 BF16 Half BFloat16 Short ", 2 },
    { " INT32 UINT32 FP32 Float Int ", 4 },
    { " INT64 UINT64 FP64 Double Long ", 8 },
    { " INT128 ", 16 },
  };
  g_autofree char *word = g_strdup_printf (" %s ", type);

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strstr (known[i].names, word))
      return known[i].bytes;
  return 0;
}

/* FALSE where it is no whole number of them, or too many. */
static gboolean
count_bytes (const GPtrArray *details, gint64 *bytes)
{
  static const char *const sizes[] = { "size", "size(Byte)", "bytes", "Bytes", NULL };
  static const char *const counts[] = { "count", "In msg nelems", NULL };
  static const char *const types[] = { "dataType", "data_type", "dtype", NULL };
  const char *size = find_detail (details, sizes), *count = find_detail (details, counts);
  const char *type = find_detail (details, types);
  guint64 n;

  if (size)
    return g_ascii_string_to_signed (size, 10, 0, G_MAXINT64, bytes, NULL);
  if (!count || !type || !g_ascii_string_to_unsigned (count, 10, 0, G_MAXINT64 / 16, &n, NULL))
    return FALSE;
  *bytes = (gint64) n * get_element_bytes (type);
  return get_element_bytes (type) > 0;
}

static gboolean
may_move (guint8 kind)
{
  return kind == LSC_SLICE_COMM_OP || kind == LSC_SLICE_COMM_TASK || kind == LSC_SLICE_COPY;
}

/* What the op of a collective says of its tensors. */
static gboolean
count_above (LscQuery *self, sqlite3_context *context, guint index, LscSpot spot, gint64 *bytes)
{
  static const char *const dims[] = { "Input Dims", NULL };
  static const char *const types[] = { "Input type", "Input Types", NULL };
  const LscTimeline *timeline = self->timelines[index];
  guint8 kind = lsc_timeline_get_node (timeline, spot.node)->lane->kind[spot.slice];
  GPtrArray *details;
  LscSpot op;

  if (kind == LSC_SLICE_COPY || !_lsc_query_find_collective (timeline, spot, &op))
    return FALSE;
  details =
      read_details (self, context, LSC_SQL_SLICE_ID (index, lsc_timeline_get_id (timeline, op)));
  return details &&
         _lsc_query_sum_dims (find_detail (details, dims), find_detail (details, types), bytes);
}

/*
 * Gives what a slice moved, nothing where the file does not say it.
 *
 * @index: of a recording that is loaded
 */
void
_lsc_query_give_bytes (LscQuery *self, sqlite3_context *context, guint index, LscSpot spot)
{
  const LscTimeline *timeline = self->timelines[index];
  const LscLane *lane = lsc_timeline_get_node (timeline, spot.node)->lane;
  GPtrArray *details;
  gint64 bytes;

  if (!may_move (lane->kind[spot.slice]) || !timeline->read_details)
    return;
  details =
      read_details (self, context, LSC_SQL_SLICE_ID (index, lsc_timeline_get_id (timeline, spot)));
  if (details &&
      (count_bytes (details, &bytes) || count_above (self, context, index, spot, &bytes)))
    sqlite3_result_int64 (context, bytes);
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
