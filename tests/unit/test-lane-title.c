/* test-lane-title.c - what lanes and computed slices are called in the user's language
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <locale.h>

#include "model/lsc-lane-title.h"

/* Names of ours get a title, recorded ones stay as they are. */
static void
test_lanes (void)
{
  g_assert_cmpstr (lsc_lane_title_get (LSC_ROLE_QUEUE, "Queue depth"), ==, "Queue Depth");
  g_assert_cmpstr (lsc_lane_title_get (LSC_ROLE_OVERLAP_LANE, "Communication(Not Overlapped)"), ==,
                   "Communication (Not Overlapped)");
  g_assert_cmpstr (lsc_lane_title_get (LSC_ROLE_MARK_LANE, "Queue depth"), ==, "Queue depth");
  g_assert_null (lsc_lane_title_get (LSC_ROLE_RANK, NULL));
  g_assert_cmpstr (lsc_lane_title_get (LSC_ROLE_OTHER, "OS calls"), ==, "OS Calls");
  g_assert_cmpstr (lsc_lane_title_get (LSC_ROLE_STREAM, "Stream 7 annotations"), ==,
                   "Stream 7 annotations");
  g_assert_cmpstr (lsc_lane_title_get (LSC_ROLE_STREAM, "Stream 7"), ==, "Stream 7");
}

/* @expected: (nullable): what a user reads */
static void
check_slice (LscSliceKind kind, const char *name, const char *expected)
{
  g_autofree char *title = lsc_slice_title_get (kind, name);

  g_assert_cmpstr (title, ==, expected);
}

/* What analyses computed is ours; a program may call its ranges the same. */
static void
test_slices (void)
{
  g_assert_true (lsc_slice_title_is_own (LSC_SLICE_COMPUTING));
  g_assert_true (lsc_slice_title_is_own (LSC_SLICE_GAP_UNKNOWN));
  g_assert_false (lsc_slice_title_is_own (LSC_SLICE_COMM_TASK));
  g_assert_false (lsc_slice_title_is_own (LSC_SLICE_MISTIMED));
  check_slice (LSC_SLICE_FREE, "Free", "Free");
  check_slice (LSC_SLICE_GAP_HOST, "Host late: aclnnAdd", "Host late: aclnnAdd");
  check_slice (LSC_SLICE_GAP_HOST, NULL, NULL);
}

/* The catalog of the build is asked for, if there is one. */
static void
test_translated (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "po", NULL);

  g_setenv ("LANGUAGE", "zh_CN", TRUE);
  setlocale (LC_ALL, "C.UTF-8");
  bindtextdomain (GETTEXT_PACKAGE, folder);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  if (g_str_equal (g_dgettext (GETTEXT_PACKAGE, "measured"), "measured"))
    {
      g_test_skip ("the catalog is not built");
      return;
    }
  g_assert_cmpstr (lsc_lane_title_get (LSC_ROLE_GAPS, "Idle by Cause"), ==, "空闲（按原因）");
  g_assert_cmpstr (lsc_lane_title_get (LSC_ROLE_MARKS, "Annotations"), ==, "标注");
  g_assert_cmpstr (lsc_lane_title_get (LSC_ROLE_MARKS, "MSTX"), ==, "MSTX");
  check_slice (LSC_SLICE_FREE, "Free", "空闲");
  check_slice (LSC_SLICE_GAP_HOST, "Host late: aclnnAdd", "host 下发过晚：aclnnAdd");
  check_slice (LSC_SLICE_GAP_HOST, "Host later", "Host later");
  check_slice (LSC_SLICE_MODULE, "Free", "Free");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lane-title/lanes", test_lanes);
  g_test_add_func ("/lane-title/slices", test_slices);
  g_test_add_func ("/lane-title/translated", test_translated);
  return g_test_run ();
}
