/* lsc-digest-compared.c - what comparing recordings needs of one rank
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-digest-parts-private.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-hash.h"
#include "model/lsc-core-clocks.h"

/* ---- all events as one number ---- */

/* The order of lanes and names is that in which threads read them, and says nothing. */
static guint64
hash_lane (const LscLane *lane, const guint64 *names)
{
  guint64 sum = 0;

  for (gsize i = 0; i < lane->n; i++)
    sum += lsc_hash_mix (lsc_hash_mix (names[lane->name[i]], (guint64) lane->start_ns[i]),
                         lane->duration[i]);
  return sum;
}

static guint64
find_fingerprint (const LscTimeline *timeline)
{
  gsize n = lsc_intern_size (timeline->strings);
  g_autofree guint64 *names = g_new (guint64, n + 1);
  guint n_nodes = MIN (lsc_timeline_get_analysis (timeline)->first_node, timeline->nodes->len);
  guint64 sum = 0;

  for (gsize i = 0; i < n; i++)
    names[i] = lsc_hash_bytes (lsc_timeline_text (timeline, (guint32) i),
                               lsc_intern_length (timeline->strings, (guint32) i));
  for (guint i = 0; i < n_nodes; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->lane)
        sum += hash_lane (node->lane, names);
    }
  return sum;
}

/* ---- counters ---- */

static void
add_memory (LscRankDigest *self, const LscNode *node, const LscCounter *series)
{
  gboolean is_alone = node->series->len == 1 && g_strcmp0 (node->name, series->name) == 0;
  char *name =
      is_alone ? g_strdup (node->name) : g_strdup_printf ("%s: %s", node->name, series->name);

  lsc_digest_counters_append (
      &self->counters,
      (LscDigestCounter){ lsc_intern_add_take (self->texts, name), (gint64) series->most });
}

/* Of kernels: what a clock is while the device idles makes no step longer. */
static double
read_lane_mhz (const LscLane *lane, const LscCounter *clock, double *ns)
{
  double cycles = 0;

  for (guint32 i = 0; i < lane->n; i++)
    if (lsc_slice_kind_is_computing (lane->kind[i]))
      {
        gint64 end_ns = lsc_lane_get_end_ns (lane, i);
        LscCounterReading reading = lsc_counter_read (clock, lane->start_ns[i], end_ns);
        double length_ns = (double) (end_ns - lane->start_ns[i]);

        cycles += reading.is_known ? reading.mean * length_ns : 0;
        *ns += reading.is_known ? length_ns : 0;
      }
  return cycles;
}

static double
find_mean_mhz (const LscTimeline *timeline)
{
  g_autoptr (GArray) clocks = g_array_new (FALSE, FALSE, sizeof (const LscCounter *));
  double cycles = 0, ns = 0;

  lsc_core_clocks_list (timeline, clocks);
  for (guint i = 1; clocks->len > 0 && i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->role == LSC_ROLE_STREAM && node->lane)
        cycles += read_lane_mhz (node->lane, g_array_index (clocks, const LscCounter *, 0), &ns);
    }
  return ns > 0 ? cycles / ns : -1;
}

static void
add_counters (LscRankDigest *self, const LscTimeline *timeline)
{
  for (guint i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      for (guint k = 0; node->series && k < node->series->len; k++)
        {
          const LscCounter *series = g_ptr_array_index (node->series, k);

          if (series->samples.n == 0)
            continue;
          if (node->role == LSC_ROLE_MEMORY_COUNTER && series->unit == LSC_COUNTER_UNIT_BYTES)
            add_memory (self, node, series);
        }
    }
}

/**
 * _lsc_digest_take_compared:
 * @self: with steps
 * @timeline: completed
 *
 * What comparing needs beside owners.
 *
 * Cost: O(slices). Thread: any.
 */
void
_lsc_digest_take_compared (LscRankDigest *self, const LscTimeline *timeline)
{
  self->fingerprint = find_fingerprint (timeline);
  add_counters (self, timeline);
  self->mean_mhz = find_mean_mhz (timeline);
}
