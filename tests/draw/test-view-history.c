/* test-view-history.c - undo and redo of the visible range
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-view-history.h"

#define SECOND 1000000

static void
check (const LscViewRange *range, double begin)
{
  g_assert_cmpfloat (range->begin, ==, begin);
}

static void
test_undo_redo (void)
{
  LscViewHistory *history = lsc_view_history_new ();
  LscViewRange range = { 1, 10, 0, 22 };

  g_assert_false (lsc_view_history_undo (history, &range));
  lsc_view_history_note (history, &range, 1 * SECOND);
  range.begin = 2;
  lsc_view_history_note (history, &range, 3 * SECOND);
  range.begin = 3;
  g_assert_true (lsc_view_history_undo (history, &range));
  check (&range, 2);
  g_assert_true (lsc_view_history_undo (history, &range));
  check (&range, 1);
  g_assert_false (lsc_view_history_undo (history, &range));
  check (&range, 1);
  g_assert_true (lsc_view_history_redo (history, &range));
  check (&range, 2);
  lsc_view_history_note (history, &range, 9 * SECOND);
  range.begin = 7;
  g_assert_false (lsc_view_history_can_redo (history));
  g_assert_true (lsc_view_history_undo (history, &range));
  check (&range, 2);
  lsc_view_history_free (history);
}

static void
test_burst (void)
{
  LscViewHistory *history = lsc_view_history_new ();
  LscViewRange range = { 0, 10, 0, 22 };

  for (int i = 0; i < 20; i++)
    {
      lsc_view_history_note (history, &range, SECOND + i * SECOND / 10);
      range.begin = i + 1;
    }
  g_assert_true (lsc_view_history_undo (history, &range));
  check (&range, 0);
  g_assert_false (lsc_view_history_can_undo (history));

  /* After an undo the next change is an entry of its own, however soon. */
  lsc_view_history_note (history, &range, SECOND + 2 * SECOND);
  range.begin = 50;
  g_assert_true (lsc_view_history_can_undo (history));
  lsc_view_history_clear (history);
  g_assert_false (lsc_view_history_can_undo (history));
  lsc_view_history_free (history);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/view-history/undo-redo", test_undo_redo);
  g_test_add_func ("/view-history/burst", test_burst);
  return g_test_run ();
}
