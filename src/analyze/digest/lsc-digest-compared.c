/* lsc-digest-compared.c - what comparing recordings needs of one rank
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-digest-parts-private.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-hash.h"

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
          if (series->unit == LSC_COUNTER_UNIT_MHZ && self->mean_mhz < 0)
            self->mean_mhz = lsc_counter_read (series, timeline->begin_ns, timeline->end_ns).mean;
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
}
