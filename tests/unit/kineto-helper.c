/* kineto-helper.c - small Kineto traces written by tests, and samples looked at with another parser
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "kineto-helper.h"

#include <gio/gio.h>
#include <string.h>

#include "lsc-test-files.h"

KtTrace *
kt_trace_new (void)
{
  KtTrace *self = g_new0 (KtTrace, 1);

  self->events = g_string_new (NULL);
  self->top = g_string_new (NULL);
  return self;
}

void
kt_trace_free (KtTrace *self)
{
  g_string_free (self->events, TRUE);
  g_string_free (self->top, TRUE);
  g_free (self);
}

void
kt_raw (KtTrace *self, const char *event)
{
  g_string_append_printf (self->events, "%s%s", self->events->len > 0 ? ",\n" : "", event);
}

/* 1234567 -> 1234.567, as the exporter writes microseconds */
static char *
format_us (gint64 ns)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT ".%03" G_GINT64_FORMAT, ns / 1000, ns % 1000);
}

void
kt_slice (KtTrace *self, const char *category, const char *name, gint64 pid, gint64 tid,
          gint64 start_ns, gint64 end_ns, const char *args)
{
  g_autofree char *ts = format_us (start_ns);
  g_autofree char *dur = format_us (end_ns - start_ns);
  g_autofree char *event = g_strdup_printf (
      "{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": %" G_GINT64_FORMAT
      ", \"tid\": %" G_GINT64_FORMAT ", \"ts\": %s, \"dur\": %s, \"args\": {%s}}",
      category, name, pid, tid, ts, dur, args ? args : "");

  kt_raw (self, event);
}

void
kt_op (KtTrace *self, const char *name, gint64 tid, gint64 start_ns, gint64 end_ns)
{
  kt_slice (self, "cpu_op", name, KT_PID, tid, start_ns, end_ns, NULL);
}

void
kt_frame (KtTrace *self, const char *name, gint64 tid, gint64 start_ns, gint64 end_ns)
{
  kt_slice (self, "python_function", name, KT_PID, tid, start_ns, end_ns, "\"Python id\": 1");
}

void
kt_mark (KtTrace *self, const char *name, gint64 tid, gint64 start_ns, gint64 end_ns)
{
  kt_slice (self, "user_annotation", name, KT_PID, tid, start_ns, end_ns, NULL);
}

void
kt_launch (KtTrace *self, gint64 tid, gint64 start_ns, guint correlation)
{
  g_autofree char *args = g_strdup_printf ("\"cbid\": 211, \"correlation\": %u", correlation);

  kt_slice (self, "cuda_runtime", "cudaLaunchKernel", KT_PID, tid, start_ns, start_ns + 1000, args);
}

void
kt_kernel (KtTrace *self, const char *name, gint64 stream, gint64 start_ns, gint64 end_ns,
           guint correlation)
{
  g_autofree char *args = g_strdup_printf (
      "\"device\": 0, \"stream\": %" G_GINT64_FORMAT ", \"correlation\": %u", stream, correlation);

  kt_slice (self, "kernel", name, 0, stream, start_ns, end_ns, args);
}

void
kt_flow (KtTrace *self, const char *category, char phase, gint64 tid, gint64 ns, guint id)
{
  g_autofree char *ts = format_us (ns);
  g_autofree char *event = g_strdup_printf (
      "{\"ph\": \"%c\", \"cat\": \"%s\", \"name\": \"%s\", \"id\": %u, \"pid\": %d, \"tid\": "
      "%" G_GINT64_FORMAT ", \"ts\": %s%s}",
      phase, category, category, id, KT_PID, tid, ts, phase == 'f' ? ", \"bp\": \"e\"" : "");

  kt_raw (self, event);
}

/* -- Loading -------------------------------------------------------------------------------------
 */

LscTimeline *
kt_load_file (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_KINETO, folder, path);
  g_autoptr (GError) error = NULL;
  LscTimeline *timeline = lsc_kineto_load (source, 2, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (timeline);
  return timeline;
}

/* The file is gone when this returns: whoever asks for details has to load a file of his own. */
LscTimeline *
kt_load_text (const char *text, gsize n)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "trace.json", NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, (gssize) n, &error);
  g_assert_no_error (error);
  return kt_load_file (path);
}

LscTimeline *
kt_load (const KtTrace *self)
{
  g_autofree char *text =
      g_strdup_printf ("{%s\"traceEvents\": [%s]}", self->top->str, self->events->str);

  return kt_load_text (text, strlen (text));
}

static char *
sample_path (const char *name)
{
  g_autofree char *samples = lsc_test_samples_dir ();

  return samples ? g_build_filename (samples, "kineto", name, NULL) : NULL;
}

LscTimeline *
kt_load_sample (const char *name)
{
  g_autofree char *path = sample_path (name);

  return kt_load_file (path);
}

/* -- Samples through json-glib -------------------------------------------------------------------
 */

static GBytes *
read_whole (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) plain = G_INPUT_STREAM (g_file_read (file, NULL, &error));
  g_autoptr (GConverter) inflate =
      G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  g_autoptr (GInputStream) inflated = NULL;
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();

  g_assert_no_error (error);
  if (g_str_has_suffix (path, ".gz"))
    inflated = g_converter_input_stream_new (plain, inflate);
  g_output_stream_splice (out, inflated ? inflated : plain, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
                          NULL, &error);
  g_assert_no_error (error);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
}

KtJson *
kt_json_sample (const char *name)
{
  g_autofree char *path = sample_path (name);
  g_autoptr (GBytes) bytes = read_whole (path);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  KtJson *self = g_new0 (KtJson, 1);

  json_parser_load_from_data (parser, g_bytes_get_data (bytes, NULL),
                              (gssize) g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  self->root = json_parser_steal_root (parser);
  self->events = json_object_get_array_member (json_node_get_object (self->root), "traceEvents");
  return self;
}

void
kt_json_free (KtJson *self)
{
  json_node_unref (self->root);
  g_free (self);
}

const char *
kt_json_text (JsonObject *object, const char *key)
{
  JsonNode *node = json_object_get_member (object, key);

  if (!node || !JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
    return "";
  return json_node_get_string (node);
}

/* Doubles hold relative microseconds to the ns; absolute ones are integers in the samples. */
gint64
kt_json_ns (JsonObject *event, const char *key)
{
  JsonNode *node = json_object_get_member (event, key);

  if (!node)
    return 0;
  if (json_node_get_value_type (node) == G_TYPE_INT64)
    return json_node_get_int (node) * 1000;
  return (gint64) (json_node_get_double (node) * 1000 + 0.5);
}

JsonObject *
kt_json_args (JsonObject *event)
{
  return json_object_has_member (event, "args") ? json_object_get_object_member (event, "args")
                                                : NULL;
}

gboolean
kt_json_is_device (JsonObject *event)
{
  const char *category = kt_json_text (event, "cat");

  return strcmp (category, "kernel") == 0 || strcmp (category, "gpu_memcpy") == 0 ||
         strcmp (category, "gpu_memset") == 0;
}

/* -- Looking into timelines ----------------------------------------------------------------------
 */

typedef struct
{
  guint8 kind;
  gsize n;
} KindCount;

static void
count_lane (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;
  KindCount *count = user_data;

  for (gsize i = 0; i < lane->n; i++)
    count->n += lane->kind[i] == count->kind;
}

gsize
kt_count_kind (LscTimeline *timeline, LscSliceKind kind)
{
  KindCount count = { (guint8) kind, 0 };

  lsc_timeline_foreach_lane (timeline, 0, count_lane, &count);
  return count.n;
}

typedef struct
{
  const char *name;
  guint32 found;
} Finder;

static void
find_in_lane (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  const LscNode *item = lsc_timeline_get_node (timeline, node);
  Finder *finder = user_data;

  for (guint32 i = 0; i < item->lane->n && finder->found == LSC_SLICE_NONE; i++)
    if (strcmp (lsc_timeline_text (timeline, item->lane->name[i]), finder->name) == 0)
      finder->found = item->first_id + i;
}

/* Number of the first slice of that name on lanes of those roles; aborts if there is none. */
guint32
kt_find (LscTimeline *timeline, guint64 roles, const char *name)
{
  Finder finder = { name, LSC_SLICE_NONE };

  lsc_timeline_foreach_lane (timeline, roles, find_in_lane, &finder);
  if (finder.found == LSC_SLICE_NONE)
    g_error ("no slice %s", name);
  return finder.found;
}

gsize
kt_count_links (LscTimeline *timeline, guint kind)
{
  gsize n = 0;

  for (gsize i = 0; i < timeline->links.n; i++)
    n += timeline->links.items[i].kind == kind;
  return n;
}
