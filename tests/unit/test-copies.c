/* test-copies.c - directions and sizes of memory copies, of every format that tells them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "kineto-helper.h"
#include "lsc-test-files.h"
#include "lsc-test-profile.h"
#include "model/lsc-copies.h"
#include "read/lsc-open.h"

static void
test_directions (void)
{
  static const struct
  {
    const char *text;
    LscCopyDirection direction;
  } cases[] = {
    { "host to device", LSC_COPY_HOST_TO_DEVICE },
    { "Memcpy HtoD (Pageable -> Device)", LSC_COPY_HOST_TO_DEVICE },
    { "Memcpy DtoH (Device -> Pinned)", LSC_COPY_DEVICE_TO_HOST },
    { "Memcpy DtoD (Device -> Device)", LSC_COPY_DEVICE_TO_DEVICE },
    { "Memcpy PtoP (Device -> Device)", LSC_COPY_PEER_TO_PEER },
    { "MEMORY_COPY_DEVICE_TO_HOST", LSC_COPY_DEVICE_TO_HOST },
    { "Memset (Device)", LSC_COPY_SET },
    { "MEMCPY_ASYNC", LSC_COPY_UNKNOWN },
    { "", LSC_COPY_UNKNOWN },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (lsc_copy_find_direction (cases[i].text, strlen (cases[i].text)), ==,
                       cases[i].direction);
    }
  g_assert_cmpint (lsc_copy_direction_of_code (2), ==, LSC_COPY_DEVICE_TO_HOST);
  g_assert_cmpint (lsc_copy_direction_of_code (65535), ==, LSC_COPY_UNKNOWN);
  g_assert_cmpint (lsc_copy_direction_of_code (-1), ==, LSC_COPY_UNKNOWN);
}

static gint64
get_int (const LscTable *table, gsize row, const char *name)
{
  LscValue value = lsc_table_get_named (table, row, name);

  return value.is_null ? LSC_INT_NULL : value.integer;
}

static void
check_row (const LscTable *table, gsize row, const char *direction, gint64 count, gint64 bytes,
           gint64 time_ns)
{
  g_assert_cmpuint (row, <, lsc_table_get_n_rows (table));
  g_assert_cmpstr (lsc_table_get_named (table, row, "direction").text, ==, direction);
  g_assert_cmpint (get_int (table, row, "count"), ==, count);
  g_assert_cmpint (get_int (table, row, "size_bytes"), ==, bytes);
  g_assert_cmpint (get_int (table, row, "time_ns"), ==, time_ns);
}

static LscTable *
get_copies (LscTimeline *timeline)
{
  g_assert_true (lsc_timeline_complete (timeline, NULL, NULL));
  return lsc_dispatch_get_copies (timeline, lsc_timeline_get_analysis (timeline)->dispatch);
}

/* 4000 bytes in 2000 ns, and one of which nobody says how large it is. */
static void
test_kineto (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscTable) table = NULL;

  kt_slice (trace, "gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", 0, 7, 1000, 2000,
            "\"stream\": 7, \"bytes\": 3000");
  kt_slice (trace, "gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", 0, 7, 3000, 4000,
            "\"stream\": 7, \"bytes\": 1000");
  kt_slice (trace, "gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", 0, 7, 5000, 9000,
            "\"stream\": 7");
  kt_slice (trace, "gpu_memset", "Memset (Device)", 0, 7, 10000, 11000,
            "\"stream\": 7, \"bytes\": -5");
  kt_kernel (trace, "k", 7, 12000, 13000, 1);
  timeline = kt_load (trace);
  table = get_copies (timeline);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 2);
  check_row (table, 0, "host-to-device", 3, 4000, 6000);
  g_assert_cmpfloat_with_epsilon (lsc_table_get_named (table, 0, "bandwidth").real, 2, 1e-12);
  g_assert_cmpint (get_int (table, 0, "unsized"), ==, 1);
  g_assert_cmpint (get_int (table, 0, "mean_bytes"), ==, 2000);
  check_row (table, 1, "set", 1, LSC_INT_NULL, 1000);
  g_assert_true (lsc_table_get_named (table, 1, "bandwidth").is_null);
}

static void
test_database (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *folder = g_build_filename (root, "h_1_20260101000000001_ascend_pt", NULL);
  g_autofree char *file = lsc_test_profile_db_path (folder, 0);
  g_autoptr (LscSource) source = NULL;
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscTable) table = NULL;
  g_autoptr (GError) error = NULL;

  lsc_test_profile_op (profile, "ProfilerStep#7", 0, 2000, 10);
  lsc_test_profile_sql (
      profile,
      "INSERT INTO STRING_IDS VALUES (900001, 'MEMCPY_ASYNC');"
      "INSERT INTO TASK (startNs, endNs, deviceId, connectionId, globalTaskId, taskType, streamId) "
      "SELECT startNs + 100 * value, startNs + 100 * value + 10, 0, 4294967295, 5000 + value, "
      "900001, 2 FROM (SELECT CAST (startNs AS INTEGER) AS startNs FROM PYTORCH_API LIMIT 1), "
      "json_each ('[1, 2, 3, 4]');"
      "CREATE TABLE MEMCPY_INFO (globalTaskId INTEGER, size INTEGER, memcpyOperation INTEGER);"
      "INSERT INTO MEMCPY_INFO VALUES (5001, 640, 1), (5002, 64, 2), (5003, 'x', 1), "
      "(NULL, 7, 1), (9999, 7, 1);");
  lsc_test_profile_write (profile, folder, 0, &error);
  g_assert_no_error (error);
  source = lsc_source_new (LSC_FORMAT_ASCEND_DB, folder, file);
  timeline = lsc_timeline_load (source, 1, NULL, &error);
  g_assert_no_error (error);
  table = get_copies (timeline);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 3);
  check_row (table, 0, "host-to-device", 2, 640, 20);
  check_row (table, 1, "device-to-host", 1, 64, 10);
  check_row (table, 2, "unknown", 1, LSC_INT_NULL, 10);
}

/* Figures of rank 0, counted in its trace: 14 copies to the device and 10 on it. */
static void
test_text (void)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *folder = samples ? g_build_filename (samples, "ascend-text-level2", NULL) : NULL;
  g_autoptr (LscProject) project = NULL;
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscTable) table = NULL;
  g_autoptr (GError) error = NULL;
  const LscCluster *cluster;

  if (!samples)
    return;
  project = lsc_discover (folder, NULL, &error);
  g_assert_no_error (error);
  cluster = project->clusters->pdata[0];
  timeline = lsc_timeline_load (cluster->sources->pdata[0], 1, NULL, &error);
  g_assert_no_error (error);
  table = get_copies (timeline);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 2);
  g_assert_cmpint (get_int (table, 0, "count"), ==, 14);
  g_assert_cmpint (get_int (table, 0, "size_bytes"), ==, 19280032);
  g_assert_cmpint (get_int (table, 1, "count"), ==, 10);
  g_assert_cmpint (get_int (table, 1, "size_bytes"), ==, 227232);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/copies/directions", test_directions);
  g_test_add_func ("/copies/kineto", test_kineto);
  g_test_add_func ("/copies/database", test_database);
  g_test_add_func ("/copies/text", test_text);
  return g_test_run ();
}
