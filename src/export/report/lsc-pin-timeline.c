/* lsc-pin-timeline.c - pinned tables about slices of ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-pin-maker-private.h"

#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-align.h"
#include "analyze/step/lsc-range-stats.h"
#include "analyze/step/lsc-slice-args.h"
#include "analyze/step/lsc-timeline-dispatch.h"
#include "base/lsc-error.h"
#include "base/lsc-sort.h"

/* As many rows as the lists of the page have. */
#define MOST_LISTED 200000
#define MOST_HITS 1000000

static gboolean
get_range (const LscPin *pin, gint64 *begin_ns, gint64 *end_ns)
{
  return lsc_pin_get_int (pin, "begin_ns", begin_ns) && lsc_pin_get_int (pin, "end_ns", end_ns);
}

/* ---- launches, gaps, breaks ---- */

static int
find_list (const LscPin *pin)
{
  static const char *const views[LSC_DISPATCH_N_LISTS] = {
    [LSC_DISPATCH_SUMMARY] = "timeline/summary",
    [LSC_DISPATCH_GAPS] = "timeline/gaps",
    [LSC_DISPATCH_GAPS_OUTSIDE] = "timeline/gaps-outside",
    [LSC_DISPATCH_BREAKS] = "timeline/breaks",
    [LSC_DISPATCH_BREAK_GROUPS] = "timeline/break-groups",
    [LSC_DISPATCH_SYNCS] = "timeline/syncs",
  };

  for (guint i = 0; i < LSC_DISPATCH_N_LISTS; i++)
    if (g_strcmp0 (views[i], pin->view) == 0)
      return (int) i;
  return LSC_DISPATCH_SUMMARY;
}

/* Returns: (transfer full) (nullable): a list of the panel of launches */
LscTable *
_lsc_pin_make_gaps (LscPinMaker *self, const LscPin *pin, GError **error)
{
  g_autoptr (GPtrArray) timelines = _lsc_pin_maker_load_ranks (self, pin, error);
  LscTimelineDispatch asked = { .timelines = timelines };
  g_autofree gint64 *offsets = NULL;
  LscTimelineDispatch *found;
  LscTable *table;

  if (!timelines)
    return NULL;
  asked.offsets = offsets = _lsc_pin_get_offsets (pin, timelines->len);
  asked.limits.is_set = get_range (pin, &asked.limits.begin_ns, &asked.limits.end_ns);
  found = lsc_timeline_dispatch_find (&asked, self->job, error);
  if (!found)
    return NULL;
  table = g_steal_pointer (&found->lists[find_list (pin)]);
  lsc_timeline_dispatch_free (found);
  if (!table)
    lsc_fail (error, LSC_ERROR_NOTHING, "%s", _ ("The recording has no launches."));
  return table;
}

/* ---- waits in collectives ---- */

/* Returns: (transfer full) (nullable): */
LscTable *
_lsc_pin_make_waits (LscPinMaker *self, const LscPin *pin, GError **error)
{
  g_autoptr (GPtrArray) ranks = _lsc_pin_maker_load_ranks (self, pin, error);
  LscTimeline *const *timelines;

  if (!ranks)
    return NULL;
  timelines = (LscTimeline *const *) ranks->pdata;
  return g_str_has_suffix (pin->view, "/group-waits")
             ? lsc_align_group_wait_table (timelines, ranks->len)
             : lsc_align_wait_table (timelines, ranks->len);
}

/* ---- ranges ---- */

/* Lanes of the argument "lanes", by their numbers, rank by rank: "3 4;7"; without it all lanes but
 * hidden ones. */
static LscIndexes
find_lanes (const LscPin *pin, guint rank, const LscTimeline *timeline)
{
  const char *text = lsc_pin_get (pin, "lanes");
  g_auto (GStrv) ranks = text ? g_strsplit (text, ";", -1) : NULL;
  g_auto (GStrv) numbers =
      ranks && rank < g_strv_length (ranks) ? g_strsplit (ranks[rank], " ", -1) : NULL;
  LscIndexes lanes = { 0 };

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);
      g_autofree char *number = g_strdup_printf ("%u", i);

      if (node->lane && (text ? numbers && g_strv_contains ((const char *const *) numbers, number)
                              : node->type == LSC_NODE_LANE && !(node->flags & LSC_NODE_HIDDEN)))
        lsc_indexes_append (&lanes, i);
    }
  return lanes;
}

typedef struct
{
  LscRange *ranges;
  guint n;
} Ranges;

static void
clear_ranges (Ranges *self)
{
  for (guint i = 0; i < self->n; i++)
    g_free ((guint32 *) self->ranges[i].nodes);
  g_free (self->ranges);
}

static void
fill_ranges (Ranges *self, const LscPin *pin, const GPtrArray *timelines)
{
  g_autofree gint64 *offsets = _lsc_pin_get_offsets (pin, timelines->len);
  gint64 begin_ns = 0, end_ns = 0, kinds = 0;
  gboolean has_range = get_range (pin, &begin_ns, &end_ns);

  lsc_pin_get_int (pin, "kinds", &kinds);
  self->ranges = g_new0 (LscRange, timelines->len + 1);
  for (guint i = 0; i < timelines->len; i++)
    {
      const LscTimeline *timeline = timelines->pdata[i];
      LscIndexes lanes = find_lanes (pin, i, timeline);

      if (lanes.n == 0)
        continue;
      self->ranges[self->n++] = (LscRange){
        .timeline = timeline,
        .nodes = lanes.items,
        .n_nodes = lanes.n,
        .begin_ns = has_range ? begin_ns + offsets[i] : timeline->main_begin_ns,
        .end_ns = has_range ? end_ns + offsets[i] : timeline->main_end_ns + 1,
        .inside_only = g_strcmp0 (lsc_pin_get (pin, "inside"), "yes") == 0,
        .kinds = (guint64) kinds,
      };
    }
}

/* Returns: (transfer full) (nullable): sums name by name */
LscTable *
_lsc_pin_make_range (LscPinMaker *self, const LscPin *pin, GError **error)
{
  g_autoptr (GPtrArray) timelines = _lsc_pin_maker_load_ranks (self, pin, error);
  g_autoptr (LscRangeStats) stats = NULL;
  LscTable *table = NULL;
  Ranges ranges = { NULL };

  if (!timelines)
    return NULL;
  fill_ranges (&ranges, pin, timelines);
  stats = lsc_range_stats_new (ranges.ranges, ranges.n, self->job, error);
  if (stats)
    table = lsc_range_stats_get_table (stats, ranges.ranges);
  clear_ranges (&ranges);
  return table;
}

/* ---- slices: of a name, or found ---- */

static gboolean
is_wanted (const LscPin *pin, const LscRange *range, LscSpot spot)
{
  gint64 least_ns = 0, below_ns = G_MAXINT64;
  gint64 length_ns = lsc_lane_get_duration_ns (
      lsc_timeline_get_node (range->timeline, spot.node)->lane, spot.slice);

  lsc_pin_get_int (pin, "least_ns", &least_ns);
  lsc_pin_get_int (pin, "below_ns", &below_ns);
  if (length_ns < least_ns || length_ns >= below_ns)
    return FALSE;
  for (gsize i = 0; i < range->n_nodes; i++)
    if (range->nodes[i] == spot.node)
      return TRUE;
  return FALSE;
}

static LscTable *
search_range (LscPinMaker *self, const LscPin *pin, const LscRange *range, GError **error)
{
  const char *name = lsc_pin_get (pin, "name");
  gboolean has_range = lsc_pin_get (pin, "begin_ns") != NULL;
  LscSearch search = { .text = name ? name : lsc_pin_get (pin, "text"),
                       .is_exact = name != NULL,
                       .is_case_sensitive = name || lsc_pin_get (pin, "case") != NULL,
                       .is_regex = lsc_pin_get (pin, "regex") != NULL,
                       .is_whole_word = lsc_pin_get (pin, "word") != NULL,
                       .has_range = has_range,
                       .begin_ns = range->begin_ns,
                       .end_ns = range->end_ns,
                       .most = name ? 0 : MOST_HITS };
  g_autoptr (LscSearchResult) found = lsc_search_run (range->timeline, &search, self->job, error);
  g_autoptr (GArray) spots = NULL;

  if (!found)
    return NULL;
  spots = g_array_new (FALSE, FALSE, sizeof (LscSpot));
  for (guint i = 0; i < found->hits->len && spots->len < MOST_LISTED; i++)
    {
      LscSpot spot = g_array_index (found->hits, LscSpot, i);

      if (!name || is_wanted (pin, range, spot))
        g_array_append_val (spots, spot);
    }
  return lsc_slices_get_table (range->timeline, (const LscSpot *) (gpointer) spots->data,
                               spots->len);
}

/* Every event of the lanes with its arguments; without a time also those that are far from all
 * others. */
static LscTable *
make_events (LscPinMaker *self, const LscPin *pin, const Ranges *ranges, GError **error)
{
  g_autoptr (LscSliceArgs) args = lsc_slice_args_new ();
  g_autoptr (GPtrArray) lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (LscTable) table = NULL;

  for (guint i = 0; i < ranges->n; i++)
    {
      LscRange range = ranges->ranges[i];
      GArray *spots;

      if (!lsc_pin_get (pin, "begin_ns"))
        range.begin_ns = G_MININT64, range.end_ns = G_MAXINT64;
      spots = lsc_lane_slices_list (&range);
      g_array_set_size (spots, MIN (spots->len, MOST_LISTED));
      g_ptr_array_add (lists, spots);
      if (!lsc_slice_args_learn (args, range.timeline, (const LscSpot *) (gpointer) spots->data,
                                 spots->len, self->job, error))
        return NULL;
    }
  for (guint i = 0; i < ranges->n; i++)
    {
      const GArray *spots = lists->pdata[i];
      g_autoptr (LscTable) part = lsc_slice_args_get_table (
          args, ranges->ranges[i].timeline, (const LscSpot *) (gpointer) spots->data, spots->len,
          self->job, error);

      if (!part)
        return NULL;
      if (table)
        lsc_table_append_table (table, part);
      else
        table = g_steal_pointer (&part);
    }
  return g_steal_pointer (&table);
}

/* Returns: (transfer full) (nullable): */
LscTable *
_lsc_pin_make_slices (LscPinMaker *self, const LscPin *pin, GError **error)
{
  g_autoptr (GPtrArray) timelines = _lsc_pin_maker_load_ranks (self, pin, error);
  g_autoptr (LscTable) table = NULL;
  Ranges ranges = { NULL };
  gboolean is_done = timelines != NULL;

  if (!timelines)
    return NULL;
  if (!lsc_pin_get (pin, "name") && !lsc_pin_get (pin, "text") && !lsc_pin_get (pin, "events"))
    {
      lsc_fail (error, LSC_ERROR_MISSING, "%s", _ ("The pin does not say which slices."));
      return NULL;
    }
  fill_ranges (&ranges, pin, timelines);
  if (lsc_pin_get (pin, "events"))
    {
      if (ranges.n > 0)
        table = make_events (self, pin, &ranges, error);
      else
        lsc_fail (error, LSC_ERROR_NOTHING, "%s", _ ("The recording has no such lane."));
      clear_ranges (&ranges);
      return g_steal_pointer (&table);
    }
  for (guint i = 0; is_done && i < ranges.n; i++)
    {
      g_autoptr (LscTable) part = search_range (self, pin, &ranges.ranges[i], error);

      is_done = part != NULL;
      if (!table)
        table = g_steal_pointer (&part);
      else if (is_done)
        lsc_table_append_table (table, part);
    }
  clear_ranges (&ranges);
  return is_done ? g_steal_pointer (&table) : NULL;
}
