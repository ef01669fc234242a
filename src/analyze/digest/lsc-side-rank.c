/* lsc-side-rank.c - what comparing recordings needs of one rank
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-compare-name.h"
#include "analyze/digest/lsc-digest-steps.h"
#include "analyze/digest/lsc-side-rank-private.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-hash.h"
#include "base/lsc-sort.h"
#include "base/lsc-stats.h"

#define NOT_RECORDED "N/A"

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
add_memory (LscSideRank *self, const LscNode *node, const LscCounter *series)
{
  gboolean is_alone = node->series->len == 1 && g_strcmp0 (node->name, series->name) == 0;
  char *name =
      is_alone ? g_strdup (node->name) : g_strdup_printf ("%s: %s", node->name, series->name);

  lsc_side_memories_append (
      &self->memories,
      (LscSideMemory){ lsc_intern_add_take (self->texts, name), (gint64) series->most });
}

static void
add_counters (LscSideRank *self, const LscTimeline *timeline)
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

/* ---- kernels in order ---- */

static gsize
find_median_step (const LscRankDigest *self)
{
  gsize n = self->steps->len, first = lsc_steps_find_first (LSC_STEPS_VIEWED, NULL, n);
  g_autofree gint64 *lengths = g_new (gint64, n + 1);
  gsize best = first;
  gint64 median;

  for (gsize i = 0; i < n; i++)
    lengths[i] = lsc_rank_facts_get_step (self, i)->step_ns;
  if (n == 0)
    return 0;
  median = lsc_median_lower_int64 (lengths + first, n - first);
  for (gsize i = n; i-- > first;)
    if (lsc_rank_facts_get_step (self, i)->step_ns == median)
      best = i;
  return best;
}

/* A text that was not looked at yet. */
#define NOT_TAKEN (LSC_STRING_NONE - 1)

/** While the kernels of a step are listed. @names, @texts: of each string of the timeline its id */
typedef struct
{
  LscSideRank *side;
  const LscTimeline *timeline;
  gint64 begin_ns;
  gint64 end_ns;
  guint32 *names;
  guint32 *texts;
} Listing;

static guint32
take_text (const Listing *self, guint32 id)
{
  const char *text;

  if (id == LSC_STRING_NONE || self->texts[id] != NOT_TAKEN)
    return id == LSC_STRING_NONE ? LSC_STRING_NONE : self->texts[id];
  text = lsc_timeline_text (self->timeline, id);
  self->texts[id] = *text && !g_str_equal (text, NOT_RECORDED)
                        ? lsc_intern_add (self->side->texts, text)
                        : LSC_STRING_NONE;
  return self->texts[id];
}

static guint32
take_name (const Listing *self, guint32 id)
{
  if (self->names[id] == NOT_TAKEN)
    self->names[id] = lsc_intern_add_take (
        self->side->texts,
        lsc_compare_name_kernel (lsc_timeline_text (self->timeline, id), self->timeline->is_gpu));
  return self->names[id];
}

static void
list_kernel (const Listing *self, const LscNode *node, guint32 slice)
{
  const LscKernelKey *key =
      lsc_kernel_keys_find (&self->timeline->kernel_keys, lsc_lane_get_detail (node->lane, slice));
  LscSideKernel kernel = { .stream = (guint32) node->tid,
                           .slice = node->first_id + slice,
                           .duration_ns = lsc_lane_get_duration_ns (node->lane, slice) };

  kernel.name = take_name (self, node->lane->name[slice]);
  kernel.type = key ? take_text (self, key->type) : LSC_STRING_NONE;
  kernel.shapes = key ? take_text (self, key->shapes) : LSC_STRING_NONE;
  self->side->has_types |= kernel.type != LSC_STRING_NONE;
  self->side->has_shapes |= kernel.shapes != LSC_STRING_NONE;
  lsc_side_kernels_append (&self->side->alone.kernels, kernel);
}

static int
compare_by_time (gconstpointer a, gconstpointer b, gpointer data)
{
  const LscLane *lane = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  LSC_RETURN_ORDER (lane->start_ns[x], lane->start_ns[y]);
  return LSC_ORDER (x, y);
}

static void
list_lane (LscTimeline *timeline, guint32 index, gpointer user_data)
{
  const Listing *self = user_data;
  const LscNode *node = lsc_timeline_get_node (timeline, index);
  LscIndexes slices = { 0 };

  for (guint32 i = 0; i < node->lane->n; i++)
    if (lsc_slice_kind_is_computing (node->lane->kind[i]) &&
        node->lane->start_ns[i] >= self->begin_ns && node->lane->start_ns[i] < self->end_ns)
      lsc_indexes_append (&slices, i);
  if (node->lane->n_rows > 1 && slices.n > 1) /* lanes are ordered by row first */
    g_qsort_with_data (slices.items, (int) slices.n, sizeof (guint32), compare_by_time, node->lane);
  for (gsize i = 0; i < slices.n; i++)
    list_kernel (self, node, slices.items[i]);
  lsc_indexes_clear (&slices);
}

/* The kernels of the median step, stream by stream in the order of their lanes. */
static void
add_kernels (LscSideRank *self, const LscTimeline *timeline)
{
  gsize n_texts = lsc_intern_size (timeline->strings);
  g_autofree guint32 *names = g_new (guint32, n_texts + 1);
  g_autofree guint32 *texts = g_new (guint32, n_texts + 1);
  Listing listing = { .side = self, .timeline = timeline, .names = names, .texts = texts };
  const LscBudgetStep *step;

  if (self->steps->len == 0)
    return;
  for (gsize i = 0; i < n_texts; i++)
    names[i] = texts[i] = NOT_TAKEN;
  self->alone.step = find_median_step (self);
  step = lsc_rank_facts_get_step (self, self->alone.step);
  listing.begin_ns = step->begin_ns;
  listing.end_ns = step->end_ns;
  lsc_timeline_foreach_lane ((LscTimeline *) timeline, (guint64) 1 << LSC_ROLE_STREAM, list_lane,
                             &listing);
}

/**
 * _lsc_rank_digest_take_side:
 * @self: with steps
 * @timeline: completed
 *
 * What comparing needs beside owners.
 *
 * Cost: O(slices). Thread: any.
 */
void
_lsc_rank_digest_take_side (LscRankDigest *self, const LscTimeline *timeline)
{
  self->fingerprint = find_fingerprint (timeline);
  add_counters (self, timeline);
  add_kernels (self, timeline);
}
