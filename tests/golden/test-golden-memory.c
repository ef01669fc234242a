/* test-golden-memory.c - memory of the samples: raw rows, replay, truths
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/lsc-sort.h"
#include "lsc-test-files.h"
#include "session/lsc-session.h"
#include "session/lsc-session-find.h"

#define MIB 1048576.0

/** A recording with its session. */
typedef struct
{
  LscSession *session;
  LscSource *source;
  LscMemory *memory;
} Place;

static void
place_init (Place *self, const char *folder, const char *file)
{
  const char *root = g_getenv ("LANESCOPE_SAMPLES");
  g_autofree char *path = g_build_filename (root, folder, file, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = lsc_session_find_project (path, NULL, &error);

  g_assert_no_error (error);
  self->session = lsc_session_new (((LscCluster *) project->clusters->pdata[0])->sources,
                                   &(LscSessionOptions){ .n_threads = 1, .keeps_timelines = TRUE });
  self->source = lsc_session_get_sources (self->session)->pdata[0];
  self->memory = lsc_session_get_memory (self->session, self->source, NULL, &error);
  g_assert_no_error (error);
}

static void
place_clear (Place *self)
{
  g_clear_pointer (&self->memory, lsc_memory_unref);
  g_clear_pointer (&self->session, lsc_session_unref);
}

static gboolean
has_samples (void)
{
  if (g_getenv ("LANESCOPE_SAMPLES"))
    return TRUE;
  g_test_skip ("LANESCOPE_SAMPLES is not set");
  return FALSE;
}

/* The peak of a curve as the table of peaks has it. */
static double
get_peak (const Place *self, const char *quantity, const char *pool)
{
  g_autoptr (LscTable) peaks = lsc_memory_get_table (self->memory, LSC_MEMORY_TABLE_PEAKS);

  for (gsize row = 0; row < lsc_table_get_n_rows (peaks); row++)
    if (g_str_equal (lsc_table_get_named (peaks, row, "quantity").text, quantity) &&
        g_str_equal (lsc_table_get_named (peaks, row, "pool").text, pool))
      return (double) lsc_table_get_named (peaks, row, "peak_bytes").integer / MIB;
  return -1;
}

/* Figures that SQL over the raw rows gives (max of MEMORY_RECORD and of NPU_MEM). */
static void
test_peaks (void)
{
  Place place;

  if (!has_samples ())
    return;
  place_init (&place, "ascend-db-level2", "rank0_ascend_pt");
  g_assert_cmpfloat (get_peak (&place, "allocated", "PTA"), ==, 1187.9814453125);
  g_assert_cmpfloat (get_peak (&place, "reserved", "PTA"), ==, 1452.0);
  g_assert_cmpfloat (get_peak (&place, "allocated", "GE"), ==, 73.0625);
  g_assert_cmpfloat (get_peak (&place, "allocated", "PTA+GE"), ==, 1261.04296875);
  g_assert_cmpfloat (get_peak (&place, "process", "APP"), ==, 2113.734375);
  place_clear (&place);
}

/* ---- replay ---- */

typedef struct
{
  gint64 time_ns;
  gint64 bytes;
} Event;

LSC_DEFINE_ARRAY (Events, events, Event)

static gint64
event_time (gsize index, gconstpointer data)
{
  return ((const Event *) data)[index].time_ns;
}

/* At how many events the total is what the blocks take and @offset, and at how many it is @less
 * less for good. */
static gsize
count_equal (LscMemory *memory, gint64 less, gsize *n_less, gsize *n)
{
  const LscMemoryLog *log = lsc_memory_get_log (memory);
  Events list = { 0 };
  gint64 live = 0, offset = 0;
  gsize n_equal = 0;

  *n_less = 0;

  for (gsize i = 0; i < log->lives.n; i++)
    {
      const LscMemoryLife *life = &log->lives.items[i];

      if (life->pool != lsc_memory_get_main_pool (memory))
        continue;
      events_append (&list, (Event){ life->begin_ns, life->size_bytes });
      if (life->end == LSC_MEMORY_END_RECORDED)
        events_append (&list, (Event){ life->end_ns, -life->size_bytes });
    }
  lsc_sort_items (list.items, list.n, sizeof (Event), event_time);
  for (gsize i = 0; i < list.n; i++)
    {
      gint64 rest;

      live += list.items[i].bytes;
      rest = lsc_memory_get_total (memory, list.items[i].time_ns) - live;
      if (i == 0)
        offset = rest;
      n_equal += *n_less == 0 && rest == offset;
      *n_less += rest == offset - less;
    }
  *n = list.n;
  events_clear (&list);
  return n_equal;
}

/* The blocks of a real job give its recorded totals to the byte, at all 6,205 events; before the
 * last 200 of them a block of 512 bytes goes that is older than the recording. */
static void
test_replay (void)
{
  Place place;
  gsize n, n_equal, n_less;

  if (!has_samples ())
    return;
  place_init (&place, "ascend-4rank-pp2dp2", "rank_0_ascend_pt");
  n_equal = count_equal (place.memory, 512, &n_less, &n);
  g_assert_cmpuint (n, ==, 6205);
  g_assert_cmpuint (n_equal, ==, 6005);
  g_assert_cmpuint (n_less, ==, 200);
  place_clear (&place);
}

/* By how much the total is less at the end than the blocks would make it whose release no event
 * tells; @n, @bytes: (out): of these */
static gint64
find_unexplained (LscMemory *memory, gsize *n, gint64 *bytes)
{
  const LscMemoryLog *log = lsc_memory_get_log (memory);
  gint64 first_ns = G_MAXINT64, first = 0;

  *n = 0;
  *bytes = 0;
  for (gsize i = 0; i < log->lives.n; i++)
    {
      const LscMemoryLife *life = &log->lives.items[i];

      if (life->pool != lsc_memory_get_main_pool (memory))
        continue;
      if (life->begin_ns < first_ns)
        {
          first_ns = life->begin_ns;
          first = lsc_memory_get_total (memory, first_ns) - life->size_bytes;
        }
      if (life->end == LSC_MEMORY_END_RECORDED)
        continue;
      ++*n;
      *bytes += life->size_bytes;
    }
  return first + *bytes - lsc_memory_get_total (memory, log->end_ns);
}

/* Blocks of which no event tells the release are no leak: the total falls by most of them. */
static void
test_no_leak (void)
{
  Place place;
  gint64 bytes, fallen;
  gsize n;
  g_autoptr (LscTable) hints = NULL;
  g_autoptr (LscTable) growth = NULL;

  if (!has_samples ())
    return;
  place_init (&place, "ascend-db-level2", "rank0_ascend_pt");
  fallen = find_unexplained (place.memory, &n, &bytes);
  g_test_message ("%" G_GSIZE_FORMAT " blocks, %g MiB, %g MiB fallen", n, bytes / MIB,
                  fallen / MIB);
  g_assert_cmpuint (n, ==, 24);
  g_assert_cmpfloat_with_epsilon (bytes / MIB, 252.6, 0.05);
  g_assert_cmpfloat_with_epsilon (fallen / MIB, 234.5, 0.1);
  hints = lsc_memory_get_table (place.memory, LSC_MEMORY_TABLE_HINTS);
  growth = lsc_memory_get_table (place.memory, LSC_MEMORY_TABLE_GROWTH);
  for (gsize row = 0; row < lsc_table_get_n_rows (hints); row++)
    g_assert_cmpstr (lsc_table_get_named (hints, row, "hint").text, !=, "growth");
  g_assert_cmpuint (lsc_table_get_n_rows (growth), ==, 0);
  place_clear (&place);
}

/* ---- a trace with a leak ---- */

/* 16,777,216 bytes more after each step, by aten::empty; findings say the same. */
static void
test_leak (void)
{
  static const gint64 least[] = { 919470080, 936247296, 953024512, 969801728, 986578944 };
  Place place;
  g_autoptr (LscTable) growth = NULL;
  g_autoptr (LscTable) steps = NULL;
  g_autoptr (LscRankDigest) digest = NULL;

  if (!has_samples ())
    return;
  place_init (&place, "h100", "leak.json.gz");
  growth = lsc_memory_get_table (place.memory, LSC_MEMORY_TABLE_GROWTH);
  steps = lsc_memory_get_table (place.memory, LSC_MEMORY_TABLE_STEPS);
  digest = lsc_session_get_digest (place.session, place.source, LSC_DIGEST_JUDGED, NULL, NULL);
  g_assert_cmpfloat (lsc_memory_get_growth (place.memory), ==, 16777216);
  g_assert_cmpuint (lsc_table_get_n_rows (growth), ==, 1);
  g_assert_cmpstr (lsc_table_get_named (growth, 0, "op").text, ==, "aten::empty");
  g_assert_cmpint (lsc_table_get_named (growth, 0, "bytes_per_step").integer, ==, 16777216);
  g_assert_cmpuint (lsc_table_get_n_rows (steps), ==, G_N_ELEMENTS (least));
  g_assert_cmpuint (digest->memory.n, ==, G_N_ELEMENTS (least));
  for (gsize i = 0; i < G_N_ELEMENTS (least); i++)
    {
      g_assert_cmpint (lsc_table_get_named (steps, i, "min_allocated_bytes").integer, ==, least[i]);
      g_assert_cmpint (digest->memory.items[i].bytes, ==, least[i]);
    }
  g_assert_cmpint (lsc_table_get_named (steps, 0, "max_allocated_bytes").integer, ==, 8577712640);
  g_assert_cmpint (digest->peaks.allocated_bytes, ==, lsc_memory_get_peak_bytes (place.memory));
  g_assert_cmpint (digest->peaks.allocated_at_ns, ==, lsc_memory_get_peak_ns (place.memory));
  g_assert_cmpuint (digest->kept.n, ==, 1);
  g_assert_cmpint (digest->kept.items[0].bytes, ==, 16777216);
  place_clear (&place);
}

/* The same program without the leak. */
static void
test_stable (void)
{
  Place place;

  if (!has_samples ())
    return;
  place_init (&place, "h100", "memory.json.gz");
  g_assert_cmpfloat (lsc_memory_get_growth (place.memory), ==, 0);
  g_assert_cmpint (lsc_memory_get_peak_bytes (place.memory), ==, 8493826560);
  place_clear (&place);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/golden-memory/peaks", test_peaks);
  g_test_add_func ("/golden-memory/replay", test_replay);
  g_test_add_func ("/golden-memory/no-leak", test_no_leak);
  g_test_add_func ("/golden-memory/leak", test_leak);
  g_test_add_func ("/golden-memory/stable", test_stable);
  return g_test_run ();
}
