/* test-snapshot.c - small memory snapshots, counted by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "lsc-test-files.h"
#include "read/find/lsc-recognise.h"
#include "read/lsc-open.h"
#include "read/snapshot/lsc-snapshot-private.h"
#include "snapshot-helper.h"

#define BASE G_GUINT64_CONSTANT (0x7f0000000000)

static gint64
get_peak (const LscMemoryLog *log, LscMemoryQuantity quantity)
{
  const LscMemoryCurve *curve = lsc_memory_log_find_curve (log, 0, quantity);
  gint64 most = 0;

  g_assert_nonnull (curve);
  for (gsize i = 0; i < curve->points.n; i++)
    most = MAX (most, curve->points.items[i].bytes);
  return most;
}

/* 20 MiB come from the driver. 3,000,000 bytes are asked for: rounded up to 3,000,320, the rest
 * stays free. Then 15 MiB and one byte: of the 17,971,200 bytes that are left 2,241,536 would be
 * over, more than 1 MiB. Then of those all are given for 1.5 MiB, since what would be over is too
 * small. The first is released and is there no more; the last lives. */
static void
put_program (GString *out)
{
  guint64 second = BASE + 3000320, third = second + 15728640 + 512;

  snapshot_put_event (out, "segment_alloc", BASE, 20 * SNAPSHOT_MIB, 1000, NULL);
  snapshot_put_event (out, "alloc", BASE, 3000000, 1001, "first");
  snapshot_put_event (out, "alloc", second, 15 * SNAPSHOT_MIB + 1, 1002, "second");
  snapshot_put_event (out, "alloc", third, 3 * SNAPSHOT_MIB / 2, 1003, "third");
  snapshot_put_event (out, "free_requested", third, 3 * SNAPSHOT_MIB / 2, 1004, NULL);
  snapshot_put_event (out, "free_requested", second, 15 * SNAPSHOT_MIB + 1, 1005, NULL);
  snapshot_put_event (out, "free_completed", second, 15 * SNAPSHOT_MIB + 1, 1006, NULL);
  snapshot_put_event (out, "free_completed", third, 3 * SNAPSHOT_MIB / 2, 1007, NULL);
}

static void
test_program (void)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (LscNotices) notices = lsc_notices_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LscMemoryLog) log = NULL;
  const LscMemoryLife *lives;

  snapshot_begin (out);
  snapshot_put_segment (out, BASE, 20 * SNAPSHOT_MIB, 3000320, 3000000);
  snapshot_begin_events (out);
  put_program (out);
  snapshot_end (out);
  log = snapshot_read (out, notices, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (lsc_notices_get_count (notices), ==, 0);
  g_assert_cmpuint (log->lives.n, ==, 3);
  lives = log->lives.items;
  g_assert_cmpint (lives[0].size_bytes, ==, 3000320);
  g_assert_cmpint (lives[0].end, ==, LSC_MEMORY_END_NONE);
  g_assert_cmpint (lives[1].size_bytes, ==, 15729152);
  g_assert_cmpint (lives[1].end_ns, ==, 1005000);
  g_assert_cmpint (lives[1].active_end_ns, ==, 1006000);
  g_assert_cmpint (lives[2].size_bytes, ==, 20 * SNAPSHOT_MIB - 3000320 - 15729152);
  g_assert_cmpint (lives[2].begin_ns, ==, 1003000);
  g_assert_cmpint (get_peak (log, LSC_MEMORY_ALLOCATED), ==, 20 * SNAPSHOT_MIB);
  g_assert_cmpint (get_peak (log, LSC_MEMORY_REQUESTED), ==,
                   3000000 + 15 * SNAPSHOT_MIB + 1 + 3 * SNAPSHOT_MIB / 2);
  g_assert_cmpint (get_peak (log, LSC_MEMORY_RESERVED), ==, 20 * SNAPSHOT_MIB);
  g_assert_cmpuint (log->stacks.n, ==, 3);
  g_assert_cmpint (log->begin_ns, ==, 1000000);
  g_assert_cmpint (log->end_ns, ==, 1007000);
  g_assert_cmpint (log->segments.items[0].largest_free_bytes, ==, 20 * SNAPSHOT_MIB - 3000320);
}

/* From max_split_size on a block is never cut: of 20 MiB 12 MiB take all. */
static void
test_max_split (void)
{
  for (gint64 most = 0; most <= 16; most += 8)
    {
      g_autoptr (GString) out = g_string_new (NULL);
      g_autoptr (LscNotices) notices = lsc_notices_new ();
      g_autoptr (LscMemoryLog) log = NULL;

      snapshot_begin (out);
      snapshot_put_segment (out, BASE, 20 * SNAPSHOT_MIB, 0, 0);
      snapshot_begin_events (out);
      snapshot_put_event (out, "alloc", BASE, 12 * SNAPSHOT_MIB, 1, "f");
      snapshot_put_event (out, "free_requested", BASE, 12 * SNAPSHOT_MIB, 2, NULL);
      snapshot_put_event (out, "free_completed", BASE, 12 * SNAPSHOT_MIB, 3, NULL);
      snapshot_put (out, "ee", 2);
      snapshot_put_text (out, "allocator_settings");
      snapshot_put (out, "}(", 2);
      snapshot_put_key_int (out, "max_split_size", most > 0 ? most * SNAPSHOT_MIB : -1);
      snapshot_put (out, "uu.", 3);
      log = snapshot_read (out, notices, NULL);
      g_assert_nonnull (log);
      g_assert_cmpint (log->lives.items[0].size_bytes, ==, (most == 8 ? 20 : 12) * SNAPSHOT_MIB);
    }
}

/* A release without an allocation: the block is older than the recording, and its size a bound. */
static void
test_older (void)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (LscNotices) notices = lsc_notices_new ();
  g_autoptr (LscMemoryLog) log = NULL;

  snapshot_begin (out);
  snapshot_put_segment (out, BASE, 2 * SNAPSHOT_MIB, 0, 0);
  snapshot_begin_events (out);
  snapshot_put_event (out, "free_requested", BASE, 700, 1000, NULL);
  snapshot_put_event (out, "free_completed", BASE, 700, 1001, NULL);
  snapshot_end (out);
  log = snapshot_read (out, notices, NULL);
  g_assert_nonnull (log);
  g_assert_cmpuint (log->lives.n, ==, 1);
  g_assert_cmpint (log->lives.items[0].begin_ns, ==, G_MININT64);
  g_assert_cmpint (log->lives.items[0].size_bytes, ==, 1024);
  g_assert_true (log->lives.items[0].is_bound);
  g_assert_cmpint (get_peak (log, LSC_MEMORY_ALLOCATED), ==, 1024);
  g_assert_cmpint (get_peak (log, LSC_MEMORY_REQUESTED), ==, 700);
  g_assert_cmpint (log->n_lost, ==, 0);
  g_assert_true (snapshot_has_notice (notices, "snapshot-lower-bound"));
}

/* What is odd is told, and changes nothing else. */
static void
test_odd (void)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (LscNotices) notices = lsc_notices_new ();
  g_autoptr (LscMemoryLog) log = NULL;

  snapshot_begin (out);
  snapshot_put_segment (out, BASE, 2 * SNAPSHOT_MIB, 1024, 1000);
  snapshot_begin_events (out);
  snapshot_put_event (out, "alloc", BASE, 1000, 1000, "first");
  snapshot_put_event (out, "alloc", BASE, 1000, 999,
                      "first"); /* never released, and back in time */
  snapshot_put_event (out, "annotate", BASE, 1000, 1001, NULL);
  snapshot_end (out);
  log = snapshot_read (out, notices, NULL);
  g_assert_nonnull (log);
  g_assert_cmpuint (log->lives.n, ==, 2);
  g_assert_cmpint (log->lives.items[0].end, ==, LSC_MEMORY_END_INFERRED);
  g_assert_true (snapshot_has_notice (notices, "snapshot-odd-events"));
  g_assert_true (snapshot_has_notice (notices, "snapshot-backwards"));
  g_assert_false (snapshot_has_notice (notices, "snapshot-unlike-end"));
}

/* Pair by pair, with tuples, None, LONG4 and texts of every kind of length. */
static void
test_opcodes (void)
{
  static const char before[] = "\x80\x05\x95\x00\x00\x00\x00\x00\x00\x00\x00}\x94"
                               "\x8c\x08segments\x94]s"
                               "\x8d\x0d\x00\x00\x00\x00\x00\x00\x00"
                               "device_traces]](}"
                               "X\x06\x00\x00\x00"
                               "action\x8c\x05"
                               "allocs"
                               "\x8c\x04"
                               "addr\x8b\x04\x00\x00\x00\x00\x10\x00\x00s"
                               "\x8c\x04sizeM\x00\x02s"
                               "\x8c\x06streamK\x00s"
                               "\x8c\x07time_usJ\x05\x00\x00\x00s"
                               "\x8c\x04none)Ns"
                               "eas.";
  static const char bare[] = "\x80\x02}(X\x08\x00\x00\x00segments]X\x0d\x00\x00\x00"
                             "device_traces]X\x01\x00\x00\x00"
                             "a)X\x01\x00\x00\x00"
                             "bN\x85X\x01\x00\x00\x00"
                             "cNN\x86X\x01\x00\x00\x00"
                             "dNNN\x87X\x01\x00\x00\x00"
                             "e(NNNNtu.what follows does not matter";
  g_autoptr (GString) out = g_string_new_len (bare, sizeof bare - 1);
  g_autoptr (LscNotices) notices = lsc_notices_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LscMemoryLog) empty = snapshot_read (out, notices, &error);
  g_autoptr (GString) pairs = g_string_new_len (before, sizeof before - 1);
  const char *bracket;
  LscMemoryLog *log;

  g_assert_no_error (error);
  g_assert_cmpuint (empty->pools.n, ==, 0);
  g_assert_true (snapshot_has_notice (notices, "snapshot-no-events"));
  /* ")N" is one object too many for a pair */
  g_assert_null (snapshot_read (pairs, notices, NULL));
  bracket = memchr (pairs->str, ')', pairs->len);
  g_string_erase (pairs, bracket - pairs->str, 1);
  log = snapshot_read (pairs, notices, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (log->lives.n, ==, 1);
  g_assert_cmpuint (log->lives.items[0].address, ==, 0x1000);
  g_assert_cmpint (log->lives.items[0].requested_bytes, ==, 512);
  lsc_memory_log_unref (log);
}

/* Blocks that were released early go first, and with them no peak. */
static void
test_limits (void)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (LscNotices) notices = lsc_notices_new ();
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "a.pickle", NULL);
  g_auto (LscSnapshotMachine) machine = { .most_lives = 100, .most_points = 64 };
  g_autoptr (LscMemoryLog) log = NULL;
  gboolean has_peak = FALSE;

  snapshot_begin (out);
  snapshot_put_segment (out, BASE, 20 * SNAPSHOT_MIB, 4 * SNAPSHOT_MIB, 4 * SNAPSHOT_MIB);
  snapshot_begin_events (out);
  snapshot_put_event (out, "alloc", BASE, 4 * SNAPSHOT_MIB, 0, "kept");
  for (int i = 1; i <= 1000; i++)
    {
      gint64 size = i == 200 ? 9 * SNAPSHOT_MIB : 2 * SNAPSHOT_MIB;

      snapshot_put_event (out, "alloc", BASE + 4 * (guint64) SNAPSHOT_MIB, size, 10 * i, "lost");
      snapshot_put_event (out, "free_requested", BASE + 4 * (guint64) SNAPSHOT_MIB, size,
                          10 * i + 3, NULL);
      snapshot_put_event (out, "free_completed", BASE + 4 * (guint64) SNAPSHOT_MIB, size,
                          10 * i + 5, NULL);
    }
  snapshot_end (out);
  g_assert_true (g_file_set_contents (path, out->str, (gssize) out->len, NULL));
  log = _lsc_snapshot_run (&machine, path, notices, NULL, NULL);
  g_assert_nonnull (log);
  g_assert_cmpuint (log->lives.n, <=, 100);
  g_assert_cmpint ((gint64) log->lives.n + log->n_left_out, ==, 1001);
  g_assert_true (snapshot_has_notice (notices, "snapshot-blocks-left"));
  g_assert_true (snapshot_has_notice (notices, "snapshot-folded"));
  g_assert_cmpint (get_peak (log, LSC_MEMORY_ALLOCATED), ==, 13 * SNAPSHOT_MIB);
  g_assert_cmpuint (lsc_memory_log_find_curve (log, 0, LSC_MEMORY_ALLOCATED)->points.n, <=, 66);
  g_assert_cmpint (log->lives.items[0].requested_bytes, ==, 4 * SNAPSHOT_MIB);
  for (gsize i = 0; i < log->lives.n; i++)
    {
      has_peak = has_peak || log->lives.items[i].requested_bytes == 9 * SNAPSHOT_MIB;
      if (i > 0 && log->lives.items[i].requested_bytes == 2 * SNAPSHOT_MIB)
        g_assert_cmpint (log->lives.items[i].active_end_ns, >=, log->left_out_until_ns);
    }
  g_assert_true (has_peak);
}

static void
assert_form (const char *dir, const char *name, const GString *bytes, gboolean is_snapshot)
{
  g_autofree char *path = g_build_filename (dir, name, NULL);
  g_autoptr (LscProject) project = NULL;

  g_assert_true (g_file_set_contents (path, bytes->str, (gssize) bytes->len, NULL));
  g_assert_cmpint (lsc_recognise_snapshot (path), ==, is_snapshot);
  project = lsc_discover (path, NULL, NULL);
  g_assert_cmpint (project != NULL, ==, is_snapshot);
  if (!project)
    return;
  g_assert_cmpuint (project->clusters->len, ==, 0);
  g_assert_cmpuint (project->unread->len, ==, 1);
  g_assert_cmpint (((LscSource *) g_ptr_array_index (project->unread, 0))->format, ==,
                   LSC_FORMAT_SNAPSHOT);
  g_assert_true (snapshot_has_notice (project->notices, "snapshot"));
}

/* The content tells, whatever the name. */
static void
test_recognised (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GString) json =
      g_string_new ("{\"segments\": [], \"device_traces\": [[{\"action\": \"alloc\"}]]}");
  g_autoptr (GString) other = g_string_new ("\x80\x02}(X\x08\x00\x00\x00weights]u.");

  snapshot_begin (out);
  snapshot_begin_events (out);
  snapshot_end (out);
  assert_form (dir, "a.pickle", out, TRUE);
  assert_form (dir, "a.anything", out, TRUE);
  assert_form (dir, "a", out, TRUE);
  assert_form (dir, "a.json", json, TRUE);
  assert_form (dir, "b.pickle", other, FALSE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/snapshot/program", test_program);
  g_test_add_func ("/snapshot/max-split", test_max_split);
  g_test_add_func ("/snapshot/older", test_older);
  g_test_add_func ("/snapshot/odd", test_odd);
  g_test_add_func ("/snapshot/opcodes", test_opcodes);
  g_test_add_func ("/snapshot/limits", test_limits);
  g_test_add_func ("/snapshot/recognised", test_recognised);
  return g_test_run ();
}
