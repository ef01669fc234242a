/* test-trace-oracle.c - another parser counts the same events
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <yajl/yajl_parse.h>
#include <zlib.h>

#include "lsc-test-files.h"
#include "trace-helper.h"

/* What yajl makes of a file: sums over the events. */
typedef struct
{
  gint64 n_events, n_slices, n_flows, n_links, n_sequences, ts_sum, dur_sum;
  guint64 names;

  int depth;
  int event_depth; /* depth of the objects that are events */
  gboolean is_in_events;
  char key[32];
  char arg[32];
  char phase;
  GString *name;
  gboolean is_kineto;
  char category[64];
  char ts[64];
  char dur[64];
  char connection[64], correlation[64], correlation_id[64], sequence[64];
} Oracle;

static gint64
oracle_ns (const char *text)
{
  const char *point = strchr (text, '.');
  gint64 ns = g_ascii_strtoll (text, NULL, 10) * 1000;
  char digits[5] = "0000";

  for (guint i = 0; point && i < 4 && point[1 + i]; i++)
    digits[i] = point[1 + i];
  return ns + (digits[0] - '0') * 100 + (digits[1] - '0') * 10 + (digits[2] - '0') +
         (digits[3] >= '5');
}

static void
oracle_event (Oracle *self)
{
  const char *link = self->correlation;

  self->n_events++;
  if (self->is_kineto ? strchr ("sf", self->phase) && strcmp (self->category, "fwdbwd") == 0
                      : strchr ("stf", self->phase) != NULL)
    self->n_flows++;
  if (!strchr ("XiIB", self->phase))
    return;
  self->n_slices++;
  self->ts_sum += oracle_ns (self->ts) % 1000000007;
  self->dur_sum += *self->dur ? oracle_ns (self->dur) : 0;
  self->names += g_str_hash (self->name->str);
  if (self->connection[0] && strcmp (self->connection, "\x01") != 0)
    link = self->connection;
  else if (g_str_has_prefix (self->name->str, "Enqueue") ||
           g_str_has_prefix (self->name->str, "Dequeue"))
    link = *self->correlation ? self->correlation : self->correlation_id;
  self->n_links += *link && *link != '-';
  self->n_sequences += *self->sequence && *self->sequence != '-';
}

static void
oracle_scalar (Oracle *self, const char *text, gsize n)
{
  char *where = NULL;

  if (self->depth == self->event_depth && strcmp (self->key, "ph") == 0)
    self->phase = *text;
  else if (self->depth == self->event_depth && strcmp (self->key, "name") == 0)
    g_string_overwrite_len (g_string_truncate (self->name, 0), 0, text, (gssize) n);
  else if (self->depth == self->event_depth && strcmp (self->key, "ts") == 0)
    where = self->ts;
  else if (self->depth == self->event_depth && strcmp (self->key, "cat") == 0)
    where = self->category;
  else if (self->depth == self->event_depth && strcmp (self->key, "dur") == 0)
    where = self->dur;
  else if (self->depth == self->event_depth + 1 && strcmp (self->key, "args") == 0)
    {
      if (strcmp (self->arg, "connection_id") == 0)
        where = self->connection;
      else if (strcmp (self->arg, "correlation_id") == 0)
        where = self->correlation_id;
      else if (strcmp (self->arg, "correlation") == 0)
        where = self->correlation;
      else if (strcmp (self->arg, "Sequence number") == 0)
        where = self->sequence;
    }
  if (where && n < 64)
    {
      memcpy (where, text, n);
      where[n] = '\0';
    }
}

static int
oracle_number (void *data, const char *text, size_t n)
{
  oracle_scalar (data, text, n);
  return 1;
}

static int
oracle_string (void *data, const unsigned char *text, size_t n)
{
  oracle_scalar (data, (const char *) text, n);
  return 1;
}

static int
oracle_key (void *data, const unsigned char *text, size_t n)
{
  Oracle *self = data;
  char *where = self->depth <= self->event_depth ? self->key : self->arg;

  if (self->depth > self->event_depth + 1)
    return 1;
  n = MIN (n, sizeof self->key - 1);
  memcpy (where, text, n);
  where[n] = '\0';
  return 1;
}

static int
oracle_open (void *data)
{
  Oracle *self = data;

  self->depth++;
  if (self->is_in_events && self->depth == self->event_depth)
    {
      self->phase = '?';
      g_string_truncate (self->name, 0);
      self->ts[0] = self->dur[0] = self->connection[0] = self->correlation[0] = 0;
      self->correlation_id[0] = self->sequence[0] = self->category[0] = 0;
    }
  return 1;
}

static int
oracle_close (void *data)
{
  Oracle *self = data;

  if (self->is_in_events && self->depth == self->event_depth)
    oracle_event (self);
  self->depth--;
  return 1;
}

static int
oracle_open_array (void *data)
{
  Oracle *self = data;

  self->depth++;
  if (!self->is_in_events &&
      (self->depth == 1 || (self->depth == 2 && strcmp (self->key, "traceEvents") == 0)))
    {
      self->is_in_events = TRUE;
      self->event_depth = self->depth + 1;
    }
  return 1;
}

static int
oracle_close_array (void *data)
{
  Oracle *self = data;

  self->depth--;
  if (self->is_in_events && self->depth < self->event_depth - 1)
    self->is_in_events = FALSE;
  return 1;
}

static void
expect_oracle (const char *path, LscTraceDialect dialect)
{
  static const yajl_callbacks callbacks = {
    .yajl_number = oracle_number,
    .yajl_string = oracle_string,
    .yajl_start_map = oracle_open,
    .yajl_map_key = oracle_key,
    .yajl_end_map = oracle_close,
    .yajl_start_array = oracle_open_array,
    .yajl_end_array = oracle_close_array,
  };
  Oracle oracle = { .event_depth = 1,
                    .is_kineto = dialect == LSC_TRACE_KINETO,
                    .name = g_string_new (NULL) };
  yajl_handle handle = yajl_alloc (&callbacks, NULL, &oracle);
  g_autoptr (LscTraceFile) file = NULL;
  g_autoptr (GError) error = NULL;
  gzFile text = gzopen (path, "rb");
  g_autofree char *buffer = g_malloc (65536);
  gint64 n_slices = 0, ts_sum = 0, dur_sum = 0, n_links = 0;
  guint64 names = 0;
  int n;

  while ((n = gzread (text, buffer, 65536)) > 0)
    g_assert_cmpint (yajl_parse (handle, (const guchar *) buffer, (size_t) n), ==, yajl_status_ok);
  g_assert_cmpint (yajl_complete_parse (handle), ==, yajl_status_ok);
  gzclose (text);
  yajl_free (handle);

  file = trace_try_file (path, dialect, 1, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < file->tracks->len; i++)
    for (gsize j = 0; j < trace_track (file, i)->slices.n; j++)
      {
        const LscRawSlice *slice = trace_slice (file, i, j);

        n_slices++;
        ts_sum += slice->start_ns % 1000000007;
        if (slice->duration != LSC_DURATION_LONG)
          dur_sum += slice->duration;
        names += g_str_hash (trace_name (file, i, j));
        n_links += slice->link != LSC_SLICE_NONE;
      }
  for (guint i = 0; i < file->tracks->len; i++)
    for (gsize j = 0; j < trace_track (file, i)->slices.longs.n; j++)
      dur_sum += trace_track (file, i)->slices.longs.items[j].duration_ns;
  g_test_message ("%s: %" G_GINT64_FORMAT " events", path, oracle.n_events);
  g_assert_cmpint (oracle.n_events, >, 0);
  g_assert_cmpint (file->n_events, ==, oracle.n_events);
  g_assert_cmpint (n_slices, ==, oracle.n_slices);
  g_assert_cmpint ((gint64) file->flows.n, ==, oracle.n_flows);
  g_assert_cmpint (ts_sum, ==, oracle.ts_sum);
  g_assert_cmpint (dur_sum, ==, oracle.dur_sum);
  g_assert_cmpuint (names, ==, oracle.names);
  g_assert_cmpint (n_links, ==, oracle.n_links);
  g_assert_cmpint ((gint64) file->sequences.n, ==, oracle.n_sequences);
  g_assert_cmpint (file->n_bad, ==, 0);
  g_assert_cmpuint (lsc_notices_get_count (file->notices), ==, 0);
  g_string_free (oracle.name, TRUE);
}

static void
test_oracle (void)
{
  GString *text = g_string_new ("[");
  g_autofree char *path = g_build_filename (trace_dir, "oracle.json", NULL);

  for (guint i = 0; i < 4000; i++)
    g_string_append_printf (
        text,
        "%s{\"ph\": \"X\", \"name\": \"aten::op%u \\\"\\u00e9\\\"\", \"pid\": 3, \"tid\": %u, "
        "\"ts\": \"17364124747%05u.%u\", \"dur\": %u.%02u, \"args\": {\"Sequence number\": %d, "
        "\"Call stack\": \"a.py(%u): f;\\r\\nb\", \"connection_id\": %u}}",
        i ? ", " : "", i % 97, i % 5, i, i % 1000, i * 7, i % 100, (int) (i % 9) - 1, i, i);
  g_string_append_c (text, ']');
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  g_string_free (text, TRUE);
  expect_oracle (path, LSC_TRACE_ASCEND);
}

static gsize
expect_oracle_below (const char *folder)
{
  g_autoptr (GDir) entries = g_dir_open (folder, 0, NULL);
  const char *name;
  gsize n = 0;

  while (entries && (name = g_dir_read_name (entries)))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      gboolean is_kineto = strstr (folder, "kineto") &&
                           (g_str_has_suffix (name, ".json") || g_str_has_suffix (name, ".gz"));

      if (strcmp (name, "reports") == 0)
        continue; /* the traces there are broken on purpose */
      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        n += expect_oracle_below (path);
      else if (is_kineto || strcmp (name, "trace_view.json") == 0)
        {
          expect_oracle (path, is_kineto ? LSC_TRACE_KINETO : LSC_TRACE_ASCEND);
          n++;
        }
    }
  return n;
}

static void
test_samples (void)
{
  g_autofree char *samples = lsc_test_require_samples ();

  if (samples)
    g_assert_cmpuint (expect_oracle_below (samples), >=, 8);
}

void
trace_add_oracle_tests (void)
{
  g_test_add_func ("/trace-file/oracle", test_oracle);
  g_test_add_func ("/trace-file/samples", test_samples);
}
