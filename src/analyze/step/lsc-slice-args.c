/* lsc-slice-args.c - slices with everything that the file says of them, one column a key
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-slice-args.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/step/lsc-range-stats.h"
#include "base/lsc-sort.h"

/* The keys of all slices together, in the order in which the file has them, are the columns
 * (lanes.md#events). A column is one of whole numbers where each of its values is one of 64 bits,
 * else one of texts in which numbers keep the digits that the file has. More keys than anybody
 * reads stand together in a last column. */

#define MOST_COLUMNS 256
#define STRIDE 256 /* slices read between two looks at the job */
#define OTHERS "others"

/** A key of the file. */
typedef struct
{
  char *name;
  guint column; /* among those of arguments, G_MAXUINT = with the others, or told already */
  gboolean is_int;
  gboolean is_told;     /* other columns say it */
  gboolean is_own_name; /* so far it was the name of its slice */
  guint64 slice;        /* serial of the last slice that had it */
  guint n;              /* how often that had it */
} Key;

struct _LscSliceArgs
{
  GPtrArray *keys; /* Key, in the order of the file */
  GHashTable *by_name;
  guint64 serial;
  gboolean is_arranged; /* columns have their places */
  guint n_columns;
  gboolean has_others;
};

static void
free_key (gpointer data)
{
  g_free (((Key *) data)->name);
  g_free (data);
}

/**
 * lsc_slice_args_new:
 *
 * Returns: (transfer full): without any key
 */
LscSliceArgs *
lsc_slice_args_new (void)
{
  LscSliceArgs *self = g_new0 (LscSliceArgs, 1);

  self->keys = g_ptr_array_new_with_free_func (free_key);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

/** lsc_slice_args_free: */
void
lsc_slice_args_free (LscSliceArgs *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->by_name);
  g_ptr_array_unref (self->keys);
  g_free (self);
}

/* ---- values -------------------------------------------------------------------------------- */

/* Whether it is a whole number of 64 bits that is written in the one usual way. */
static gboolean
read_int (const char *text, gint64 *value)
{
  char again[24];
  char *end = NULL;

  errno = 0;
  *value = g_ascii_strtoll (text, &end, 10);
  if (*text == '\0' || *end != '\0' || errno != 0)
    return FALSE;
  g_snprintf (again, sizeof again, "%" G_GINT64_FORMAT, *value);
  return strcmp (text, again) == 0;
}

static const char *
skip_digits (const char *p)
{
  while (g_ascii_isdigit (*p))
    p++;
  return p;
}

/* Whether it is a number as JSON writes them. */
static gboolean
is_number (const char *text)
{
  const char *p = text + (*text == '-'), *after = skip_digits (p);

  if (after == p || (*p == '0' && after > p + 1))
    return FALSE;
  p = after;
  if (*p == '.')
    {
      after = skip_digits (p + 1);
      if (after == p + 1)
        return FALSE;
      p = after;
    }
  if (*p == 'e' || *p == 'E')
    {
      p += p[1] == '+' || p[1] == '-' ? 2 : 1;
      after = skip_digits (p);
      if (after == p)
        return FALSE;
      p = after;
    }
  return *p == '\0';
}

static LscUnit
find_unit (const char *key)
{
  static const char *const sizes[] = { "bytes",           "Bytes",          "size",
                                       "Total Allocated", "Total Reserved", NULL };

  return g_strv_contains (sizes, key) ? LSC_UNIT_BYTES : LSC_UNIT_ID;
}

/* ---- keys ---------------------------------------------------------------------------------- */

/* Start, duration and sort of the event have columns of their own. */
static gboolean
is_told (const char *key)
{
  static const char *const names[] = { "ph", "ts", "dur", "startNs", "endNs", NULL };

  return g_strv_contains (names, key);
}

/* (nullable): NULL where it is not known and not to be added */
static Key *
find_key (LscSliceArgs *self, const char *name, gboolean adds)
{
  Key *key = g_hash_table_lookup (self->by_name, name);

  if (key || !adds)
    return key;
  key = g_new0 (Key, 1);
  key->name = g_strdup (name);
  key->is_int = TRUE;
  key->is_own_name = strcmp (name, "name") == 0;
  key->is_told = is_told (name);
  g_ptr_array_add (self->keys, key);
  g_hash_table_insert (self->by_name, key->name, key);
  return key;
}

/* The key of a value: of one that a slice has twice "key (2)" for the second. */
static Key *
find_key_of (LscSliceArgs *self, const char *name, gboolean adds)
{
  Key *key = find_key (self, name, adds);
  g_autofree char *again = NULL;

  if (!key || key->slice != self->serial)
    {
      if (key)
        key->slice = self->serial, key->n = 1;
      return key;
    }
  again = g_strdup_printf ("%s (%u)", name, ++key->n);
  key = find_key (self, again, adds);
  if (key)
    key->slice = self->serial, key->n = 1;
  return key;
}

/* Whether the file says something. */
static gboolean
is_known (const LscDetail *detail)
{
  return *detail->value != '\0' && strcmp (detail->value, "null") != 0 &&
         strcmp (detail->value, _ ("not available")) != 0;
}

static void
learn_slice (LscSliceArgs *self, const GPtrArray *details, const char *slice_name)
{
  self->serial++;
  for (guint i = 0; i < details->len; i++)
    {
      const LscDetail *detail = g_ptr_array_index (details, i);
      Key *key = is_known (detail) ? find_key_of (self, detail->key, TRUE) : NULL;
      gint64 value;

      if (!key)
        continue;
      key->is_int = key->is_int && read_int (detail->value, &value);
      key->is_own_name = key->is_own_name && strcmp (detail->value, slice_name) == 0;
    }
}

/* (transfer full) (nullable): NULL with an error; none where no file says more of the slice */
static GPtrArray *
read_details (const LscTimeline *timeline, LscSpot spot, GError **error)
{
  GError *failure = NULL;
  GPtrArray *details = lsc_timeline_read_details (timeline, spot, &failure);

  if (failure)
    {
      g_propagate_error (error, failure);
      return NULL;
    }
  return details ? details : g_ptr_array_new ();
}

/** A slice, and where in the file more is said of it. */
typedef struct
{
  gint64 detail;
  gsize index;
} Place;

static int
compare_places (const void *a, const void *b)
{
  const Place *x = a, *y = b;

  LSC_RETURN_ORDER (x->detail, y->detail);
  return LSC_ORDER (x->index, y->index);
}

/* (transfer full): the slices in the order of the file: packed text is read on, not anew */
static Place *
order_places (const LscTimeline *timeline, const LscSpot *spots, gsize n)
{
  Place *places = g_new (Place, n + 1);

  for (gsize i = 0; i < n; i++)
    places[i] = (Place){
      lsc_lane_get_detail (lsc_timeline_get_node (timeline, spots[i].node)->lane, spots[i].slice), i
    };
  qsort (places, n, sizeof *places, compare_places);
  return places;
}

/**
 * lsc_slice_args_learn:
 * @spots: (array length=n): slices of @timeline
 * @job: (nullable)
 *
 * Adds the keys of slices. After the first table no key is added any more.
 *
 * Cost: reads each of them from the file. Thread: any, one at a time.
 *
 * Errors: those of lsc_timeline_read_details(), %LSC_ERROR_CANCELLED
 *
 * Returns: whether all were read
 */
gboolean
lsc_slice_args_learn (LscSliceArgs *self, const LscTimeline *timeline, const LscSpot *spots,
                      gsize n, LscJob *job, GError **error)
{
  g_autofree Place *places = NULL;

  g_return_val_if_fail (self && timeline && (spots || n == 0) && !self->is_arranged, FALSE);
  places = order_places (timeline, spots, n);
  for (gsize i = 0; i < n; i++)
    {
      LscSpot spot = spots[places[i].index];
      const LscLane *lane = lsc_timeline_get_node (timeline, spot.node)->lane;
      g_autoptr (GPtrArray) details = NULL;

      if (i % STRIDE == 0 && !lsc_job_check (job, error))
        return FALSE;
      details = read_details (timeline, spot, error);
      if (!details)
        return FALSE;
      learn_slice (self, details, lsc_timeline_text (timeline, lane->name[spot.slice]));
    }
  return lsc_job_check (job, error);
}

static void
arrange (LscSliceArgs *self)
{
  if (self->is_arranged)
    return;
  for (guint i = 0; i < self->keys->len; i++)
    {
      Key *key = g_ptr_array_index (self->keys, i);

      key->is_told |= key->is_own_name;
      key->column = G_MAXUINT;
      if (key->is_told)
        continue;
      if (self->n_columns < MOST_COLUMNS)
        key->column = self->n_columns++;
      else
        self->has_others = TRUE;
    }
  self->is_arranged = TRUE;
}

/* ---- the table ----------------------------------------------------------------------------- */

static LscColumn
describe_key (const Key *key)
{
  g_autofree char *name = g_strconcat (LSC_SLICE_ARGS_PREFIX, key->name, NULL);

  /* columns of a table live as long as the program: there are few different keys */
  return (LscColumn){ .name = g_intern_string (name),
                      .title = *key->name != '\0' ? g_intern_string (key->name) : N_ ("(no name)"),
                      .type = key->is_int ? LSC_TYPE_INT : LSC_TYPE_TEXT,
                      .unit = key->is_int ? find_unit (key->name) : LSC_UNIT_NONE };
}

/* A table without rows: the columns of slices, and behind them those of arguments. */
static LscTable *
make_table (const LscSliceArgs *self, const LscTable *slices)
{
  guint first = lsc_table_get_n_columns (slices);
  g_autofree LscColumn *columns = g_new0 (LscColumn, first + self->n_columns + 1);

  for (guint i = 0; i < first; i++)
    columns[i] = *lsc_table_get_column (slices, i);
  for (guint i = 0; i < self->keys->len; i++)
    {
      const Key *key = g_ptr_array_index (self->keys, i);

      if (key->column != G_MAXUINT)
        columns[first + key->column] = describe_key (key);
    }
  columns[first + self->n_columns] = (LscColumn){ .name = LSC_SLICE_ARGS_PREFIX OTHERS,
                                                  .title = N_ ("Other Arguments"),
                                                  .type = LSC_TYPE_TEXT };
  return lsc_table_new (lsc_table_get_name (slices), columns,
                        first + self->n_columns + self->has_others);
}

static void
set_cell (LscTable *table, gsize row, guint column, const Key *key, const char *text)
{
  gint64 value;

  if (!key->is_int && is_number (text))
    lsc_table_set_number (table, row, column, text);
  else if (!key->is_int)
    lsc_table_set_text (table, row, column, text);
  else if (read_int (text, &value)) /* else the file has changed */
    lsc_table_set_int (table, row, column, value);
}

static void
fill_row (LscSliceArgs *self, LscTable *table, gsize row, guint first, const GPtrArray *details)
{
  g_autoptr (JsonObject) others = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *text = NULL;

  self->serial++;
  for (guint i = 0; i < details->len; i++)
    {
      const LscDetail *detail = g_ptr_array_index (details, i);
      const Key *key = is_known (detail) ? find_key_of (self, detail->key, FALSE) : NULL;

      if (!key || key->is_told)
        continue;
      if (key->column != G_MAXUINT)
        {
          set_cell (table, row, first + key->column, key, detail->value);
          continue;
        }
      if (!others)
        others = json_object_new ();
      json_object_set_string_member (others, key->name, detail->value);
    }
  if (!others)
    return;
  node = json_node_init_object (json_node_alloc (), others);
  text = json_to_string (node, FALSE);
  lsc_table_set_text (table, row, first + self->n_columns, text);
}

/**
 * lsc_slice_args_get_table:
 * @spots: (array length=n): slices of @timeline, whose keys were learned
 * @job: (nullable)
 *
 * The table of lsc_slices_get_table() with a column for each key: names begin with
 * %LSC_SLICE_ARGS_PREFIX, titles are the keys as the file has them. Every table of the same
 * arguments has the same columns.
 *
 * Cost: reads each of the slices from the file. Thread: any, one at a time.
 *
 * Errors: those of lsc_timeline_read_details(), %LSC_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): one row for each slice; empty cells for what it lacks
 */
LscTable *
lsc_slice_args_get_table (LscSliceArgs *self, const LscTimeline *timeline, const LscSpot *spots,
                          gsize n, LscJob *job, GError **error)
{
  g_autoptr (LscTable) slices = NULL, table = NULL;
  g_autofree Place *places = NULL;
  guint first;

  g_return_val_if_fail (self && timeline && (spots || n == 0), NULL);
  arrange (self);
  places = order_places (timeline, spots, n);
  slices = lsc_slices_get_table (timeline, spots, n);
  first = lsc_table_get_n_columns (slices);
  table = make_table (self, slices);
  lsc_table_append_table (table, slices);
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GPtrArray) details = NULL;

      if (i % STRIDE == 0 && !lsc_job_check (job, error))
        return NULL;
      details = read_details (timeline, spots[places[i].index], error);
      if (!details)
        return NULL;
      fill_row (self, table, places[i].index, first, details);
    }
  return g_steal_pointer (&table);
}
