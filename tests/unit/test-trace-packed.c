/* test-trace-packed.c - a packed trace gives the timeline of the plain one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>
#include <zlib.h>

#include "lsc-test-files.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

#define N_MARKS 3000

/* Marks of three domains in turn, one of them only in some events, among ops of another process. */
static char *
make_marks (void)
{
  static const char *const args[] = { "{\"event_type\":\"range\",\"domain\":\"Module\"}",
                                      "{\"event_type\":\"range\"}",
                                      "{\"domain\":\"a \\\"b\\\" c\",\"event_type\":1}" };
  GString *text = g_string_new ("[{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"tid\":0,"
                                "\"args\":{\"name\":\"Python\"}},"
                                "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":5,\"tid\":0,"
                                "\"args\":{\"name\":\"train.py\"}}");

  for (guint i = 0; i < N_MARKS; i++)
    g_string_append_printf (text,
                            ",{\"ph\":\"X\",\"name\":\"op\",\"pid\":1,\"tid\":7,\"ts\":\"%u.5\","
                            "\"dur\":\"2\",\"cat\":\"cpu_op\"},"
                            "{\"ph\":\"X\",\"name\":\"mark %u\",\"pid\":5,\"tid\":7,\"ts\":\"%u\","
                            "\"dur\":\"3\",\"args\":%s}",
                            i * 10, i % 5, i * 10, args[i % G_N_ELEMENTS (args)]);
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

/* A result of one trace, plain or gzipped. */
static LscTimeline *
load (const char *root, const char *folder, const char *text, gboolean is_packed)
{
  g_autofree char *place = g_build_filename (root, folder, NULL);
  g_autofree char *path =
      g_build_filename (place, is_packed ? "trace_view.json.gz" : "trace_view.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = NULL;
  LscTimeline *timeline;

  g_assert_cmpint (g_mkdir_with_parents (place, 0700), ==, 0);
  if (is_packed)
    {
      gzFile out = gzopen (path, "wb");

      g_assert_cmpint (gzwrite (out, text, (unsigned) strlen (text)), >, 0);
      g_assert_cmpint (gzclose (out), ==, Z_OK);
    }
  else
    g_assert_true (g_file_set_contents (path, text, -1, NULL));
  project = lsc_discover (path, NULL, &error);
  g_assert_no_error (error);
  timeline = lsc_timeline_load (
      g_ptr_array_index (((LscCluster *) g_ptr_array_index (project->clusters, 0))->sources, 0), 2,
      NULL, &error);
  g_assert_no_error (error);
  return timeline;
}

static void
expect_lane (const LscTimeline *timeline, const char *path, guint8 kind, gsize n)
{
  guint32 node = lsc_timeline_find_path (timeline, path);
  const LscLane *lane;

  g_assert_cmpuint (node, !=, LSC_SLICE_NONE);
  lane = lsc_timeline_get_node (timeline, node)->lane;
  g_assert_cmpuint (lane->n, ==, n);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpuint (lane->kind[i], ==, kind);
}

static void
test_marks (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *text = make_marks ();

  for (guint packed = 0; packed < 2; packed++)
    {
      g_autoptr (LscTimeline) timeline =
          load (root, packed ? "packed" : "plain", text, packed == 1);

      expect_lane (timeline, "MSTX/Module", LSC_SLICE_MODULE, N_MARKS / 3);
      expect_lane (timeline, "MSTX/default", LSC_SLICE_MARK, N_MARKS / 3);
      expect_lane (timeline, "MSTX/a \"b\" c", LSC_SLICE_MARK, N_MARKS / 3);
      expect_lane (timeline, "Python/Thread 7", LSC_SLICE_OP, N_MARKS);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace-packed/marks", test_marks);
  return g_test_run ();
}
