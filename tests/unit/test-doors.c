/* test-doors.c - what is asked wrongly is refused where it comes in, not deep inside
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib.h>

#include "analyze/pipeline/lsc-pipeline.h"
#include "base/lsc-db.h"
#include "base/lsc-interval.h"
#include "model/lsc-lane-row.h"
#include "model/lsc-metadata.h"
#include "model/lsc-pin.h"
#include "model/lsc-timeline.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

static void
expect (const char *what)
{
  g_test_expect_message (NULL, G_LOG_LEVEL_CRITICAL, what);
}

static LscTimeline *
make_timeline (void)
{
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_UNKNOWN, "folder", "file");

  return lsc_timeline_new (source);
}

static void
test_null (void)
{
  expect ("*assertion 'self' failed*");
  g_assert_null (lsc_pipeline_get_group (NULL, 0));
  expect ("*assertion 'raw && raw->n < LSC_SLICE_NONE' failed*");
  g_assert_null (lsc_lane_new (NULL, LSC_LANE_NESTED, NULL));
  expect ("*assertion 'source' failed*");
  g_assert_null (lsc_timeline_new (NULL));
  g_test_assert_expected_messages ();
}

static void
test_range (void)
{
  g_autoptr (LscTimeline) timeline = make_timeline ();

  expect ("*assertion 'parent < self->nodes->len && name' failed*");
  g_assert_cmpuint (lsc_timeline_add_group (timeline, 1, LSC_ROLE_OTHER, "group"), ==,
                    LSC_SLICE_NONE);
  expect ("*parent < self->nodes->len*");
  g_assert_cmpuint (lsc_timeline_find_child (timeline, 1, LSC_ROLE_OTHER), ==, LSC_SLICE_NONE);
  expect ("*severity < *");
  g_assert_cmpstr (lsc_severity_name ((LscSeverity) 3), ==, "error");
  g_test_assert_expected_messages ();
  g_assert_cmpuint (timeline->nodes->len, ==, 1);
}

/* The doors of the readers. */
static void
test_readers (void)
{
  expect ("*assertion 'path' failed*");
  g_assert_null (lsc_discover (NULL, NULL, NULL));
  expect ("*assertion 'source' failed*");
  g_assert_null (lsc_run_summary_read (NULL, NULL, NULL));
  expect ("*assertion 'source' failed*");
  g_assert_null (lsc_run_load (NULL, LSC_LOAD_MARKS, NULL, NULL));
  expect ("*assertion 'source' failed*");
  g_assert_null (lsc_timeline_load (NULL, 1, NULL, NULL));
  expect ("*assertion 'path' failed*");
  g_assert_null (lsc_db_borrow (NULL, NULL, NULL));
  expect ("*assertion 'self && table && columns' failed*");
  g_assert_null (lsc_db_scan (NULL, "T", NULL, NULL, NULL));
  g_test_assert_expected_messages ();
}

/* Slices and keys that are not there. */
static void
test_members (void)
{
  LscRawSlices raw = { 0 };
  g_autoptr (LscMetadata) metadata = lsc_metadata_new ();
  LscIndexes children = { 0 };
  LscLane *lane;

  lsc_raw_slices_add (&raw, 0, 10);
  lane = lsc_lane_new (&raw, LSC_LANE_NESTED, NULL);
  expect ("*slice < self->n*");
  g_assert_cmpuint (lsc_lane_get_next (lane, 1), ==, LSC_SLICE_NONE);
  expect ("*slice < self->n*");
  lsc_lane_get_children (lane, LSC_SLICE_NONE, &children);
  expect ("*assertion 'self && key' failed*");
  g_assert_null (lsc_metadata_get (metadata, NULL));
  expect ("*assertion 'self && name' failed*");
  lsc_pin_set (NULL, "name", "value");
  g_test_assert_expected_messages ();
  g_assert_cmpuint (lsc_lane_get_next (lane, 0), ==, LSC_SLICE_NONE);
  lsc_lane_free (lane);
}

/* A result in place of an operand would be read while it is written. */
static void
test_same (void)
{
  LscIntervals a = { 0 }, b = { 0 };

  lsc_intervals_append (&a, (LscInterval){ 1, 2 });
  expect ("*assertion 'out != a && out != b' failed*");
  lsc_intervals_unite (&a, &b, &a);
  g_test_assert_expected_messages ();
  g_assert_cmpuint (a.n, ==, 1);
  lsc_intervals_clear (&a);
}

/* Slices are found by number: a lane that went away would shift those of the others. */
static void
test_numbers (void)
{
  if (g_test_subprocess ())
    {
      g_autoptr (LscTimeline) timeline = make_timeline ();
      LscRawSlices raw = { 0 };
      guint32 node;

      lsc_raw_slices_add (&raw, 0, 10);
      node = lsc_timeline_add_lane (timeline, 0, LSC_ROLE_OTHER, "lane",
                                    lsc_lane_new (&raw, LSC_LANE_NESTED, NULL));
      lsc_timeline_seal (timeline, NULL);
      g_clear_pointer (&lsc_timeline_get_node (timeline, node)->lane, lsc_lane_free);
      lsc_timeline_seal (timeline, NULL);
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*n_slices == self->n_slices*");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doors/null", test_null);
  g_test_add_func ("/doors/range", test_range);
  g_test_add_func ("/doors/readers", test_readers);
  g_test_add_func ("/doors/members", test_members);
  g_test_add_func ("/doors/same", test_same);
  g_test_add_func ("/doors/numbers", test_numbers);
  return g_test_run ();
}
