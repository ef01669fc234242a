/* test-view-history.c - undo and redo of the visible range
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-view-history.h"

#define SECOND 1000000

static void
check (const LscViewPlace *range, gint64 begin_ns)
{
  g_assert_cmpint (range->begin_ns, ==, begin_ns);
}

static void
test_undo_redo (void)
{
  LscViewHistory *history = lsc_view_history_new ();
  LscViewPlace range = { 1, 0, 10, 0, 22 };

  g_assert_false (lsc_view_history_undo (history, &range));
  lsc_view_history_note (history, LSC_MOVE_ZOOM, &range, 1 * SECOND);
  range.begin_ns = 2;
  lsc_view_history_note (history, LSC_MOVE_ZOOM, &range, 3 * SECOND);
  range.begin_ns = 3;
  g_assert_true (lsc_view_history_undo (history, &range));
  check (&range, 2);
  g_assert_true (lsc_view_history_undo (history, &range));
  check (&range, 1);
  g_assert_false (lsc_view_history_undo (history, &range));
  check (&range, 1);
  g_assert_true (lsc_view_history_redo (history, &range));
  check (&range, 2);
  lsc_view_history_note (history, LSC_MOVE_ZOOM, &range, 9 * SECOND);
  range.begin_ns = 7;
  g_assert_false (lsc_view_history_redo (history, &range));
  g_assert_true (lsc_view_history_undo (history, &range));
  check (&range, 2);
  lsc_view_history_free (history);
}

static void
test_burst (void)
{
  LscViewHistory *history = lsc_view_history_new ();
  LscViewPlace range = { 0, 0, 10, 0, 22 };

  for (int i = 0; i < 20; i++)
    {
      lsc_view_history_note (history, LSC_MOVE_ZOOM, &range, SECOND + i * SECOND / 10);
      range.begin_ns = i + 1;
    }
  g_assert_true (lsc_view_history_undo (history, &range));
  check (&range, 0);
  g_assert_false (lsc_view_history_undo (history, &range));

  /* After an undo the next change is an entry of its own, however soon. */
  lsc_view_history_note (history, LSC_MOVE_ZOOM, &range, SECOND + 2 * SECOND);
  range.begin_ns = 50;
  g_assert_true (lsc_view_history_undo (history, &range));
  lsc_view_history_clear (history);
  g_assert_false (lsc_view_history_undo (history, &range));
  g_assert_false (lsc_view_history_redo (history, &range));
  lsc_view_history_free (history);
}

/* Moves of different kinds are undone one by one, jumps each by itself; a move that changed nothing
 * is passed over. */
static void
test_kinds (void)
{
  static const LscViewMove moves[] = { LSC_MOVE_ZOOM, LSC_MOVE_PAN, LSC_MOVE_JUMP, LSC_MOVE_JUMP };
  LscViewHistory *history = lsc_view_history_new ();
  LscViewPlace place = { 0, 0, 10, 0, 22 };

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      lsc_view_history_note (history, moves[i], &place, SECOND + i);
      place.begin_fraction += 0.125;
    }
  lsc_view_history_note (history, LSC_MOVE_SCROLL, &place, SECOND);
  for (guint i = G_N_ELEMENTS (moves); i > 0; i--)
    {
      g_assert_true (lsc_view_history_undo (history, &place));
      g_assert_cmpfloat (place.begin_fraction, ==, (i - 1) * 0.125);
    }
  g_assert_false (lsc_view_history_undo (history, &place));
  g_assert_cmpfloat (place.begin_fraction, ==, 0);
  lsc_view_history_free (history);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/view-history/undo-redo", test_undo_redo);
  g_test_add_func ("/view-history/burst", test_burst);
  g_test_add_func ("/view-history/kinds", test_kinds);
  return g_test_run ();
}
