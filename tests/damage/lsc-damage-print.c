/* lsc-damage-print.c - whether two timelines are the same, as one number
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-hash.h"
#include "lsc-damage.h"
#include "read/lsc-timeline-read.h"

static guint64
mix_text (guint64 hash, const char *text)
{
  return text ? lsc_hash_mix (hash, lsc_hash_bytes (text, strlen (text))) : lsc_hash_mix (hash, 7);
}

static guint64
mix_lane (guint64 hash, const LscTimeline *timeline, const LscLane *lane)
{
  for (guint32 i = 0; i < lane->n; i++)
    {
      hash = lsc_hash_mix (hash, (guint64) lane->start_ns[i]);
      hash = lsc_hash_mix (hash, (guint64) lsc_lane_get_duration_ns (lane, i));
      hash = lsc_hash_mix (hash, (guint64) lane->kind[i] << 32 | lsc_lane_get_parent (lane, i));
      hash = lsc_hash_mix (hash, (guint64) lsc_lane_get_detail (lane, i));
      hash = mix_text (hash, lsc_timeline_text (timeline, lane->name[i]));
    }
  return hash;
}

static guint64
mix_series (guint64 hash, const LscCounter *counter)
{
  hash = mix_text (hash, counter->name);
  for (gsize i = 0; i < counter->samples.n; i++)
    {
      guint64 value;

      memcpy (&value, &counter->samples.items[i].value, sizeof value);
      hash = lsc_hash_mix (lsc_hash_mix (hash, (guint64) counter->samples.items[i].time_ns), value);
    }
  return hash;
}

/** Returns: the hash of all events of a timeline */
guint64
lsc_damage_print (const LscTimeline *timeline)
{
  guint64 hash = lsc_hash_mix (0, timeline->nodes->len);

  for (guint i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      hash = mix_text (lsc_hash_mix (hash, (guint64) node->role << 32 | node->parent), node->name);
      if (node->lane)
        hash = mix_lane (hash, timeline, node->lane);
      for (guint k = 0; node->series && k < node->series->len; k++)
        hash = mix_series (hash, node->series->pdata[k]);
    }
  for (gsize i = 0; i < timeline->links.n; i++)
    {
      const LscLink *link = &timeline->links.items[i];

      hash = lsc_hash_mix (hash, (guint64) link->from << 32 | link->to);
      hash = lsc_hash_mix (hash, link->kind);
    }
  return hash;
}

/**
 * lsc_damage_load:
 * @is_told: (out): whether the command line would not say that all was delivered
 *
 * Returns: of what was read; 0 = nothing, which is told
 */
guint64
lsc_damage_load (LscSource *source, guint n_threads, gboolean *is_told)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTimeline) timeline = lsc_timeline_load (source, n_threads, NULL, &error);

  g_assert_true ((timeline == NULL) == (error != NULL));
  *is_told = timeline == NULL || lsc_notices_have_loss (timeline->notices);
  return timeline ? lsc_damage_print (timeline) : 0;
}

/**
 * lsc_damage_load_alike:
 *
 * Whatever the number of threads, the same is read, and as much of it told to be missing.
 *
 * Returns: as lsc_damage_load()
 */
guint64
lsc_damage_load_alike (LscSource *source, gboolean *is_told)
{
  static const guint threads[] = { 2, 5 };
  guint64 print = lsc_damage_load (source, 1, is_told);

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      gboolean is_told_there;
      guint64 there = lsc_damage_load (source, threads[i], &is_told_there);

      if (there != print && !(print == 0 || there == 0 ? *is_told && is_told_there : FALSE))
        g_error ("%u threads read something else than one (%s, %s)", threads[i],
                 print == 0 ? "nothing"
                 : *is_told ? "told"
                            : "whole",
                 there == 0      ? "nothing"
                 : is_told_there ? "told"
                                 : "whole");
      if (is_told_there != *is_told)
        g_error ("%u threads %s a loss, one thread does not", threads[i],
                 is_told_there ? "tell" : "do not tell");
    }
  return print;
}
