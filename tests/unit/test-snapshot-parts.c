/* test-snapshot-parts.c - memo, events, ranges and curves of the reader, against slow twins
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/snapshot/lsc-snapshot-replay-private.h"

/* Blocks of few and of many different values, changed while they are open and after. */
static void
test_memo (void)
{
  g_autoptr (LscSnapshotMemo) memo = _lsc_snapshot_memo_new ();
  const guint n = 60000;
  g_autofree guint32 *twin = g_new (guint32, n);

  for (guint i = 0; i < n; i++)
    {
      twin[i] = g_test_rand_int_range (0, i / 10000 % 2 == 0 ? 100 : G_MAXINT32);
      _lsc_snapshot_memo_add (memo, twin[i]);
      if (i % 7 == 0)
        {
          guint at = (guint) g_test_rand_int_range (0, (gint32) i + 1);

          twin[at] = (guint32) g_test_rand_int ();
          _lsc_snapshot_memo_set (memo, at, twin[at]);
        }
    }
  g_assert_cmpuint (_lsc_snapshot_memo_count (memo), ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (_lsc_snapshot_memo_get (memo, i), ==, twin[i]);
}

/* What was written is read, twice, whatever the numbers. */
static void
test_events (void)
{
  g_auto (LscSnapshotEvents) events = { 0 };
  const guint n = 200000;
  g_autofree LscSnapshotEvent *twins = g_new0 (LscSnapshotEvent, n);
  g_autofree guint64 *addresses = g_new (guint64, n);

  _lsc_snapshot_events_init (&events);
  for (guint i = 0; i < n; i++)
    {
      LscSnapshotEvent *event = &twins[i];

      event->kind = (LscSnapshotEventKind) g_test_rand_int_range (0, LSC_SNAPSHOT_OOM + 1);
      event->size_bytes = g_test_rand_int_range (0, 4) * (gint64) g_test_rand_int ();
      event->time_us = g_test_rand_bit () ? (gint64) i : -(G_MAXINT64 / 1000) + i;
      event->stream = g_test_rand_bit () ? 0 : G_MININT64 + i % 3;
      event->stack = g_test_rand_bit () ? LSC_MEMORY_NONE : (guint32) g_test_rand_int ();
      event->free_bytes = event->kind == LSC_SNAPSHOT_OOM ? g_test_rand_int () : -1;
      addresses[i] = g_test_rand_bit () ? G_MAXUINT64 - i % 50 : (guint64) g_test_rand_int () << 9;
      _lsc_snapshot_events_add (&events, event, addresses[i]);
    }
  for (guint round = 0; round < 2; round++)
    {
      LscSnapshotEvent event;

      _lsc_snapshot_events_rewind (&events);
      for (guint i = 0; i < n; i++)
        {
          g_assert_true (_lsc_snapshot_events_next (&events, &event, round == 1));
          g_assert_cmpint (event.kind, ==, twins[i].kind);
          g_assert_cmpint (event.size_bytes, ==, twins[i].size_bytes);
          g_assert_cmpint (event.time_us, ==, twins[i].time_us);
          g_assert_cmpint (event.stream, ==, twins[i].stream);
          g_assert_cmpuint (event.stack, ==, twins[i].stack);
          g_assert_cmpint (event.free_bytes, ==, twins[i].free_bytes);
          if (event.kind != LSC_SNAPSHOT_OOM)
            g_assert_cmpuint (events.places.items[event.place].address, ==, addresses[i]);
        }
      g_assert_false (_lsc_snapshot_events_next (&events, &event, round == 1));
    }
}

#define N_CELLS 64

static gboolean
mark_cells (gpointer key, gpointer value, gpointer user_data)
{
  const LscSnapshotRange *range = key;
  guint *cells = user_data;

  for (guint64 i = range->begin; i < range->end; i++)
    cells[i]++;
  return FALSE;
}

/* Ranges on 64 cells against an array of them. */
static void
test_ranges (void)
{
  g_autoptr (LscSnapshotRanges) ranges = _lsc_snapshot_ranges_new ();
  gboolean twin[N_CELLS] = { FALSE };

  for (guint round = 0; round < 20000; round++)
    {
      guint begin = (guint) g_test_rand_int_range (0, N_CELLS);
      guint end = (guint) g_test_rand_int_range ((gint32) begin, N_CELLS + 1), n_removed = 0;
      gboolean is_added = g_test_rand_bit ();
      guint cells[N_CELLS] = { 0 };

      for (guint i = begin; i < end; i++)
        {
          n_removed += twin[i];
          twin[i] = is_added;
        }
      if (is_added)
        _lsc_snapshot_ranges_add (ranges, (LscSnapshotRange){ begin, end, 0 }, g_test_rand_bit (),
                                  g_test_rand_bit ());
      else
        g_assert_cmpuint (_lsc_snapshot_ranges_remove (ranges, begin, end), ==, n_removed);
      _lsc_snapshot_ranges_foreach (ranges, mark_cells, cells);
      for (guint i = 0; i < N_CELLS; i++)
        {
          g_assert_cmpuint (cells[i], ==, twin[i]);
          g_assert_cmpint (_lsc_snapshot_ranges_find (ranges, i) != NULL, ==, twin[i]);
        }
    }
}

/* However often it is folded: least, most and end stay, and times go up. */
static void
test_curve (void)
{
  for (guint round = 0; round < 50; round++)
    {
      LscSnapshotCurve curve = { .most = 64 };
      guint n = (guint) g_test_rand_int_range (1, 20000);
      gint64 least = G_MAXINT64, most = G_MININT64, last = 0;
      gint64 least_found = G_MAXINT64, most_found = G_MININT64;

      for (guint i = 0; i < n; i++)
        {
          last = g_test_rand_int ();
          least = MIN (least, last);
          most = MAX (most, last);
          _lsc_snapshot_curve_add (&curve, i, last);
        }
      _lsc_snapshot_curve_end (&curve);
      g_assert_cmpuint (curve.points.n, <=, 64 + 3);
      for (gsize i = 0; i < curve.points.n; i++)
        {
          if (i > 0)
            g_assert_cmpint (curve.points.items[i].time_ns, >, curve.points.items[i - 1].time_ns);
          least_found = MIN (least_found, curve.points.items[i].bytes);
          most_found = MAX (most_found, curve.points.items[i].bytes);
        }
      g_assert_cmpint (least_found, ==, least);
      g_assert_cmpint (most_found, ==, most);
      g_assert_cmpint (curve.points.items[curve.points.n - 1].bytes, ==, last);
      lsc_memory_points_clear (&curve.points);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/snapshot-parts/memo", test_memo);
  g_test_add_func ("/snapshot-parts/events", test_events);
  g_test_add_func ("/snapshot-parts/ranges", test_ranges);
  g_test_add_func ("/snapshot-parts/curve", test_curve);
  return g_test_run ();
}
