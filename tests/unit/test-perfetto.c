/* test-perfetto.c - traces in Perfetto's format: what becomes of their packets
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "perfetto-helper.h"

#include <string.h>
#include <zlib.h>

#include "base/lsc-error.h"
#include "base/lsc-json-scan.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"
#include "read/perfetto/lsc-perfetto.h"

#define MAIN 2

static GByteArray *
begin_trace (void)
{
  GByteArray *trace = g_byte_array_new ();

  pf_clocks (trace, PF_BASE, PF_BASE);
  pf_process (trace, 1, 4711, "python");
  pf_thread (trace, MAIN, 1, 4711, 4711, "main");
  pf_interned (trace, 1);
  return trace;
}

static LscTimeline *
load (const GByteArray *trace)
{
  g_autoptr (GError) error = NULL;
  LscTimeline *timeline = pf_load (trace, &error);

  g_assert_no_error (error);
  return timeline;
}

static const char *
name_of (const LscTimeline *timeline, const LscLane *lane, guint32 slice)
{
  return lsc_intern_text (timeline->strings, lane->name[slice]);
}

/* Names, begins and ends of a lane: "A 0-10, B 10-20". */
static char *
describe (const LscTimeline *timeline, const char *lane_name)
{
  const LscLane *lane = pf_find_lane (timeline, lane_name);
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; lane && i < lane->n; i++)
    g_string_append_printf (text, "%s%s %d-%d", i > 0 ? ", " : "", name_of (timeline, lane, i),
                            (int) (lane->start_ns[i] - PF_BASE),
                            (int) (lsc_lane_get_end_ns (lane, i) - PF_BASE));
  return g_string_free (text, FALSE);
}

static void
expect_ops (const GByteArray *trace, const char *expected)
{
  g_autoptr (LscTimeline) timeline = load (trace);
  g_autofree char *ops = describe (timeline, "Thread 4711");

  g_assert_cmpstr (ops, ==, expected);
}

static void
op (GByteArray *trace, gint64 begin_ns, const char *name)
{
  pf_begin (trace, begin_ns, MAIN, name, "cpu_op", 0);
}

/* First all begins, then all ends, in the order of the begins: the worked example. */
static void
test_groups (void)
{
  g_auto (PfBytes) trace = begin_trace ();

  op (trace, 0, "A");
  op (trace, 10, "B");
  op (trace, 12, "C");
  op (trace, 14, "none");
  pf_end (trace, 10, MAIN);
  pf_end (trace, 20, MAIN);
  pf_end (trace, 15, MAIN);
  pf_end (trace, 14, MAIN);
  expect_ops (trace, "A 0-10, B 10-20, C 12-15, none 14-14");
}

/* As they happened: an end is of what is open. */
static void
test_live (void)
{
  g_auto (PfBytes) trace = begin_trace ();

  op (trace, 0, "A");
  op (trace, 1, "B");
  pf_end (trace, 2, MAIN);
  pf_end (trace, 3, MAIN);
  op (trace, 3, "C");
  pf_end (trace, 3, MAIN);
  op (trace, 4, "D");
  op (trace, 5, "moment");
  pf_end (trace, 5, MAIN);
  pf_end (trace, 6, MAIN);
  expect_ops (trace, "A 0-3, C 3-3, D 4-6, B 1-2, moment 5-5"); /* row by row */
}

/* Neither: sorted by time, ends before begins. */
static void
test_mixed_up (void)
{
  g_auto (PfBytes) trace = begin_trace ();

  op (trace, 10, "B");
  op (trace, 0, "A");
  pf_end (trace, 20, MAIN);
  pf_end (trace, 10, MAIN);
  pf_end (trace, 15, MAIN);
  op (trace, 12, "C");
  expect_ops (trace, "A 0-10, B 10-20, C 12-15");
}

/* An end too many, and a begin. */
static void
test_unpaired (void)
{
  g_auto (PfBytes) trace = begin_trace ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autofree char *ops = NULL;

  pf_end (trace, 1, MAIN);
  op (trace, 2, "A");
  pf_end (trace, 4, MAIN);
  op (trace, 5, "open");
  op (trace, 7, "B");
  pf_end (trace, 9, MAIN);
  timeline = load (trace);
  ops = describe (timeline, "Thread 4711");
  g_assert_cmpstr (ops, ==, "A 2-4, open 5-9, B 7-9");
  g_assert_cmpint (pf_count_notice (timeline, "end-without-begin"), ==, 1);
  g_assert_cmpint (pf_count_notice (timeline, "begin-without-end"), ==, 1);
}

/* ---- a whole trace ---- */

static void
add_gpu (GByteArray *trace)
{
  static const char *const kernel[] = { "stream id", "7",          "correlation",  "5", "graph id",
                                        "12",        "module_fqn", "layers.0.mlp", NULL };
  static const char *const copy[] = { "stream id", "7", "correlation", "6", "bytes", "64", NULL };

  pf_begin (trace, 0, MAIN, "ProfilerStep#3", "user_annotation", 0);
  pf_begin (trace, 10, MAIN, "aten::mm", "cpu_op", 0);
  pf_end (trace, 1000, MAIN);
  pf_end (trace, 60, MAIN);
  pf_begin (trace, 20, MAIN, "cudaLaunchKernel", "cuda_runtime", 5);
  pf_begin (trace, 40, MAIN, "cudaMemcpyAsync", "cuda_runtime", 6);
  pf_end (trace, 30, MAIN);
  pf_end (trace, 50, MAIN);
  pf_stage (trace, 100, 80, 1, "gemm", kernel);
  pf_stage (trace, 190, 10, 2, NULL, copy);
}

static guint
count_links (const LscTimeline *timeline, guint kind)
{
  guint n = 0;

  for (gsize i = 0; i < timeline->links.n; i++)
    n += timeline->links.items[i].kind == kind;
  return n;
}

static void
test_whole (void)
{
  g_auto (PfBytes) trace = begin_trace ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autofree char *stream = NULL;
  const LscLane *lane;

  add_gpu (trace);
  timeline = load (trace);
  stream = describe (timeline, "Stream 7");
  lane = pf_find_lane (timeline, "Stream 7");
  g_assert_cmpstr (stream, ==, "gemm 100-180, Memcpy 190-200");
  g_assert_cmpuint (lane->kind[0], ==, LSC_SLICE_COMPUTE);
  g_assert_cmpuint (lane->kind[1], ==, LSC_SLICE_COPY);
  g_assert_cmpuint (timeline->steps.n, ==, 1);
  g_assert_cmpuint (count_links (timeline, LSC_LINK_LAUNCH), ==, 2);
  g_assert_cmpuint (count_links (timeline, LSC_LINK_OP_LAUNCH), ==, 2);
  g_assert_cmpuint (timeline->graph_tasks.n, ==, 1);
  g_assert_cmpint (timeline->graph_tasks.items[0].graph, ==, 12);
  g_assert_cmpint (timeline->graph_tasks.items[0].node, ==, 0); /* zeros are left out */
  g_assert_cmpuint (timeline->copies.n, ==, 1);
  g_assert_cmpint (timeline->copies.items[0].bytes, ==, 64);
  g_assert_cmpint (pf_count_notice (timeline, "packets-skipped"), ==, -2);
}

/* Without correlations the arrows of GpuCorrelation tell what a call launched. */
static void
test_arrows (void)
{
  g_auto (PfBytes) trace = begin_trace ();
  GByteArray *event = pf_event (20, 1, MAIN, "vkQueueSubmit", "cuda_runtime");
  GByteArray *launched = g_byte_array_new (), *packet = g_byte_array_new ();
  GByteArray *stage = g_byte_array_new ();
  g_autoptr (LscTimeline) timeline = NULL;

  pf_number (launched, 1, 77);
  pf_message (event, 3000, launched);
  pf_number (packet, 8, PF_BASE + 20);
  pf_message (packet, 11, event);
  pf_packet (trace, packet);
  pf_end (trace, 40, MAIN);
  pf_number (stage, 1, 77);
  pf_number (stage, 2, 50);
  pf_number (stage, 14, 1);
  packet = g_byte_array_new ();
  pf_number (packet, 8, PF_BASE + 100);
  pf_number (packet, 10, 1);
  pf_message (packet, 53, stage);
  pf_packet (trace, packet);
  timeline = load (trace);
  g_assert_cmpuint (count_links (timeline, LSC_LINK_LAUNCH), ==, 1);
}

/* The details of an event are read again, as PyTorch writes them in JSON. */
static void
test_details (void)
{
  g_auto (LscTestTempDir) folder = lsc_test_temp_dir_new ();
  g_auto (PfBytes) trace = begin_trace ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) details = NULL;
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscSource) source = NULL;
  g_autofree char *path = NULL;
  const LscLane *lane;
  gboolean has_module = FALSE;

  add_gpu (trace);
  path = pf_save (folder, "rank0.pftrace", trace);
  source = lsc_source_new (LSC_FORMAT_PERFETTO, folder, path);
  timeline = lsc_timeline_load (source, 1, NULL, &error);
  g_assert_no_error (error);
  lane = pf_find_lane (timeline, "Stream 7");
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    if (lsc_timeline_get_node (timeline, i)->lane == lane)
      details = lsc_timeline_read_details (timeline, (LscSpot){ i, 0 }, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < details->len; i++)
    {
      const LscDetail *detail = details->pdata[i];

      has_module |=
          g_str_equal (detail->key, "module_fqn") && g_str_equal (detail->value, "layers.0.mlp");
    }
  g_assert_true (has_module);
}

/* ---- state and clocks ---- */

static void
test_state (void)
{
  g_auto (PfBytes) trace = begin_trace ();
  g_autoptr (LscTimeline) timeline = NULL;

  for (guint i = 0; i < 3; i++) /* before any state, lost, and with it again */
    {
      GByteArray *packet = g_byte_array_new ();
      GByteArray *event = g_byte_array_new ();

      if (i == 2)
        pf_interned (trace, 9);
      pf_number (event, 9, 3);
      pf_number (event, 11, MAIN);
      pf_number (event, 10, 1);
      pf_text (event, 22, "cpu_op");
      pf_number (packet, 8, PF_BASE + i);
      pf_number (packet, 10, 9);
      pf_number (packet, 13, 2);
      if (i == 1)
        pf_number (packet, 42, 1);
      pf_message (packet, 11, event);
      pf_packet (trace, packet);
    }
  timeline = load (trace);
  g_assert_cmpint (pf_count_notice (timeline, "packets-without-state"), ==, 2);
  g_assert_cmpuint (pf_find_lane (timeline, "Thread 4711")->n, ==, 1);
  g_assert_cmpstr (name_of (timeline, pf_find_lane (timeline, "Thread 4711"), 0), ==,
                   "interned name");
}

static void
add_with_clock (GByteArray *trace, guint clock, gint64 value, const char *name)
{
  GByteArray *packet = g_byte_array_new ();

  pf_number (packet, 8, (guint64) value);
  pf_number (packet, 10, 3);
  pf_number (packet, 58, clock);
  pf_message (packet, 11, pf_event (0, name ? 1 : 2, MAIN, name, name ? "cpu_op" : NULL));
  pf_packet (trace, packet);
}

static GByteArray *
make_clock (guint id, gint64 value, gint64 unit_ns, gboolean is_incremental)
{
  GByteArray *clock = g_byte_array_new ();

  pf_number (clock, 1, id);
  pf_number (clock, 2, (guint64) value);
  if (is_incremental)
    pf_number (clock, 3, 1);
  pf_number (clock, 4, (guint64) unit_ns);
  return clock;
}

/* A clock of a sequence that counts µs from the packet before; one of the boot; one unknown. */
static void
test_clocks (void)
{
  g_auto (PfBytes) trace = g_byte_array_new ();
  GByteArray *packet = g_byte_array_new (), *snapshot = g_byte_array_new ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autofree char *ops = NULL;

  pf_clocks (trace, 1000000, PF_BASE);
  pf_thread (trace, MAIN, 0, 4711, 4711, "main");
  pf_message (snapshot, 1, make_clock (64, 500, 1000, TRUE));
  pf_message (snapshot, 1, make_clock (6, 1000000, 1, FALSE));
  pf_number (packet, 10, 3);
  pf_message (packet, 6, snapshot);
  pf_packet (trace, packet);
  add_with_clock (trace, 64, 2, "A");
  add_with_clock (trace, 64, 3, NULL);
  add_with_clock (trace, 6, 1000000 + 9000, "B");
  add_with_clock (trace, 1, PF_BASE + 10000, NULL);
  add_with_clock (trace, 77, 3, "C");
  timeline = load (trace);
  ops = describe (timeline, "Thread 4711");
  g_assert_cmpstr (ops, ==, "A 2000-5000, B 9000-10000");
  g_assert_cmpint (pf_count_notice (timeline, "packets-without-clock"), ==, 1);
}

/* ---- packets in packets ---- */

static GByteArray *
deflate_bytes (const guint8 *bytes, gsize n)
{
  uLongf size = compressBound (n);
  GByteArray *out = g_byte_array_sized_new ((guint) size);

  g_byte_array_set_size (out, (guint) size);
  g_assert_cmpint (compress2 (out->data, &size, bytes, n, 9), ==, Z_OK);
  g_byte_array_set_size (out, (guint) size);
  return out;
}

static void
add_bundle (GByteArray *trace, guint32 field, const guint8 *bytes, gsize n)
{
  GByteArray *packet = g_byte_array_new ();

  pf_bytes (packet, field, bytes, n);
  pf_packet (trace, packet);
}

static void
test_bundles (void)
{
  g_auto (PfBytes) trace = begin_trace ();
  g_auto (PfBytes) inner = g_byte_array_new ();
  g_auto (PfBytes) nested = g_byte_array_new ();
  g_auto (PfBytes) packed = NULL;
  g_auto (PfBytes) twice = NULL;
  g_autoptr (LscTimeline) timeline = NULL;
  g_autofree char *ops = NULL;

  op (inner, 1, "packed");
  pf_end (inner, 5, MAIN);
  packed = deflate_bytes (inner->data, inner->len);
  add_bundle (trace, 50, packed->data, packed->len);
  add_bundle (nested, 50, packed->data, packed->len);
  twice = deflate_bytes (nested->data, nested->len);
  add_bundle (trace, 50, twice->data, twice->len);
  add_bundle (trace, 50, packed->data, packed->len / 2);
  add_bundle (trace, 133, packed->data, packed->len);
  timeline = load (trace);
  ops = describe (timeline, "Thread 4711");
  g_assert_cmpstr (ops, ==, "packed 1-5");
  g_assert_cmpint (pf_count_notice (timeline, "packets-damaged"), ==, 2);
  g_assert_cmpint (pf_count_notice (timeline, "packets-zstd"), ==, 1);
  g_assert_true (lsc_notices_have_loss (timeline->notices));
}

/* 80 MiB of empty packets in 80 KiB, twice: more than one packet may come to. */
static void
test_bomb (void)
{
  g_auto (PfBytes) trace = begin_trace ();
  g_autofree guint8 *nothing = g_malloc0 (80 << 20);
  g_auto (PfBytes) packed = NULL;
  g_autoptr (LscTimeline) timeline = NULL;

  for (gsize i = 0; i < 80 << 20; i += 2)
    nothing[i] = 0x0a;
  packed = deflate_bytes (nothing, 80 << 20);
  op (trace, 1, "A");
  pf_end (trace, 5, MAIN);
  add_bundle (trace, 50, packed->data, packed->len);
  add_bundle (trace, 50, packed->data, packed->len);
  timeline = load (trace);
  g_assert_cmpint (pf_count_notice (timeline, "packets-damaged"), ==, 2);
  g_assert_cmpuint (pf_find_lane (timeline, "Thread 4711")->n, ==, 1);
}

/* ---- what is not read ---- */

static void
test_skipped (void)
{
  g_auto (PfBytes) trace = begin_trace ();
  g_autoptr (LscTimeline) timeline = NULL;
  GByteArray *packet = g_byte_array_new ();

  op (trace, 1, "A");
  pf_end (trace, 5, MAIN);
  pf_text (packet, 36, "mark");
  pf_packet (trace, packet);
  timeline = load (trace);
  g_assert_cmpint (pf_count_notice (timeline, "packets-skipped"), ==, 1);
  g_assert_false (lsc_notices_have_loss (timeline->notices)); /* nothing to see in it */
  g_clear_pointer (&timeline, lsc_timeline_unref);
  packet = g_byte_array_new ();
  pf_text (packet, 1, "scheduler");
  pf_packet (trace, packet);
  timeline = load (trace);
  g_assert_cmpint (pf_count_notice (timeline, "packets-skipped"), ==, 2);
  g_assert_true (lsc_notices_have_loss (timeline->notices));
  g_assert_nonnull (timeline->extended_reason);
}

/* Cut anywhere: what is complete is read, and that something is missing is told. */
static void
test_cut (void)
{
  g_auto (PfBytes) trace = begin_trace ();
  guint n_told = 0;

  add_gpu (trace);
  for (guint n = trace->len - 1; n > 0; n--)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LscTimeline) timeline = NULL;

      g_byte_array_set_size (trace, n);
      timeline = pf_load (trace, &error);
      if (timeline)
        n_told += lsc_notices_have_end_lost (timeline->notices);
      else
        g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
    }
  g_assert_cmpuint (n_told, >, 100);
}

/* Bytes that are no packet end the reading. */
static void
test_damaged (void)
{
  static const guint8 junk[] = { 0x0f, 0x00, 0x00 };
  g_auto (PfBytes) trace = begin_trace ();
  g_autoptr (LscTimeline) timeline = NULL;
  GByteArray *packet = g_byte_array_new ();

  pf_bytes (packet, 11, "\x4a\xff", 2); /* a length beyond its packet */
  pf_packet (trace, packet);
  op (trace, 1, "A");
  pf_end (trace, 5, MAIN);
  g_byte_array_append (trace, junk, sizeof junk);
  op (trace, 6, "B");
  timeline = load (trace);
  g_assert_cmpuint (pf_find_lane (timeline, "Thread 4711")->n, ==, 1);
  g_assert_cmpint (pf_count_notice (timeline, "damaged-file"), ==, -1);
}

/* Annotations inside each other, deeper than any stack. */
static void
test_depth (void)
{
  g_auto (LscTestTempDir) folder = lsc_test_temp_dir_new ();
  g_auto (PfBytes) trace = begin_trace ();
  GByteArray *value = g_byte_array_new (), *event = pf_event (1, 3, MAIN, "deep", "cpu_op");
  GByteArray *packet = g_byte_array_new ();
  LscTraceTexts texts = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (LscSource) source = NULL;
  g_autoptr (LscTraceFile) file = NULL;
  g_autofree char *path = NULL;
  gsize n = 0;

  pf_text (value, 10, "inner");
  for (guint i = 0; i < 2000; i++)
    {
      GByteArray *outer = g_byte_array_new ();

      pf_text (outer, 10, "outer");
      pf_message (outer, 11, value);
      value = outer;
    }
  pf_message (event, 4, value);
  pf_number (packet, 8, PF_BASE + 1);
  pf_message (packet, 11, event);
  pf_packet (trace, packet);
  path = pf_save (folder, "deep", trace);
  source = lsc_source_new (LSC_FORMAT_PERFETTO, folder, path);
  file = lsc_perfetto_read (source, &texts, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < file->tracks->len; i++)
    {
      const LscTrack *track = &g_array_index (file->tracks, LscTrack, i);
      g_autofree char *text =
          track->slices.n > 0 ? texts.read (texts.data, track->slices.items[0].detail, &n, &error)
                              : NULL;

      g_assert_no_error (error);
      g_assert_true (!text || (strstr (text, "outer") && !strstr (text, "inner")));
      for (gsize pad = 0; text && pad < LSC_JSON_PAD; pad++)
        g_assert_cmpint (text[n + pad], ==, '"'); /* the scanner looks no byte further */
    }
  lsc_trace_texts_clear (&texts);
}

/* ---- what it is ---- */

static void
test_begins (void)
{
  static const char *const others[] = {
    "", "\n", "\n{\"traceEvents\": []}", "{}", "\n\nkey = value\n", "\x0a\x02\x0f\x00"
  };
  g_auto (PfBytes) trace = begin_trace ();

  g_assert_true (lsc_perfetto_begins ((const char *) trace->data, trace->len));
  g_assert_true (lsc_perfetto_begins ((const char *) trace->data, trace->len - 3));
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (lsc_perfetto_begins (others[i], i == 5 ? 4 : strlen (others[i])));
}

/* Whatever it is called, a folder is searched for it. */
static void
test_discovered (void)
{
  g_auto (LscTestTempDir) folder = lsc_test_temp_dir_new ();
  g_auto (PfBytes) trace = begin_trace ();
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  LscProject *project;
  const LscSource *source;

  add_gpu (trace);
  path = pf_save (folder, "rank3.bin", trace);
  project = lsc_discover (folder, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (lsc_project_count_ranks (project), ==, 1);
  source = ((const LscCluster *) project->clusters->pdata[0])->sources->pdata[0];
  g_assert_cmpint (source->format, ==, LSC_FORMAT_PERFETTO);
  g_assert_cmpint (source->rank, ==, 3);
  lsc_project_unref (project);
}

/* Of several devices each is a recording of its own, with what was launched on it. */
static void
test_devices (void)
{
  static const char *const first[] = { "stream id", "7", "correlation", "5", NULL };
  static const char *const second[] = {
    "device id", "1", "stream id", "7", "correlation", "6", NULL
  };
  g_auto (LscTestTempDir) folder = lsc_test_temp_dir_new ();
  g_auto (PfBytes) trace = begin_trace ();
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  LscProject *project;
  const GPtrArray *sources;

  pf_stage (trace, 100, 80, 1, "one", first);
  pf_stage (trace, 120, 80, 1, "other", second);
  path = pf_save (folder, "rank0.pftrace", trace);
  project = lsc_discover (path, NULL, &error);
  g_assert_no_error (error);
  sources = ((const LscCluster *) project->clusters->pdata[0])->sources;
  g_assert_cmpuint (sources->len, ==, 2);
  for (guint i = 0; i < sources->len; i++)
    {
      g_autoptr (LscTimeline) timeline = lsc_timeline_load (sources->pdata[i], 1, NULL, &error);
      g_autofree char *stream = describe (timeline, "Stream 7");

      g_assert_no_error (error);
      g_assert_cmpstr (stream, ==, i == 0 ? "one 100-180" : "other 120-200");
    }
  lsc_project_unref (project);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perfetto/pairs/groups", test_groups);
  g_test_add_func ("/perfetto/pairs/live", test_live);
  g_test_add_func ("/perfetto/pairs/mixed-up", test_mixed_up);
  g_test_add_func ("/perfetto/pairs/unpaired", test_unpaired);
  g_test_add_func ("/perfetto/whole", test_whole);
  g_test_add_func ("/perfetto/arrows", test_arrows);
  g_test_add_func ("/perfetto/details", test_details);
  g_test_add_func ("/perfetto/state", test_state);
  g_test_add_func ("/perfetto/clocks", test_clocks);
  g_test_add_func ("/perfetto/bundles", test_bundles);
  g_test_add_func ("/perfetto/bomb", test_bomb);
  g_test_add_func ("/perfetto/skipped", test_skipped);
  g_test_add_func ("/perfetto/cut", test_cut);
  g_test_add_func ("/perfetto/damaged", test_damaged);
  g_test_add_func ("/perfetto/depth", test_depth);
  g_test_add_func ("/perfetto/begins", test_begins);
  g_test_add_func ("/perfetto/discovered", test_discovered);
  g_test_add_func ("/perfetto/devices", test_devices);
  return g_test_run ();
}
