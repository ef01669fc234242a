/* lsc-search.c - finding slices by name and by figures
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-overlap.h"
#include "base/lsc-sort.h"
#include "analyze/step/lsc-search-private.h"
#include "analyze/step/lsc-step-private.h"
#include "analyze/lsc-table-list.h"
#include "model/lsc-excerpt.h"

/* Ten million slices have a few thousand names: the text is compared with those, then slices are
 * looked at by the number of their name only. */

#define STRIDE 65536

LSC_DEFINE_ARRAY (Spots, spots, LscSpot)

typedef struct
{
  const LscTimeline *timeline;
  const LscSearchQuery *query;
  guint8 *is_wanted; /* by name; one more for slices without a name */
  gsize n_names;
  guint32 only; /* the only name that is wanted, LSC_SLICE_NONE */
  Spots spots;
  LscInt64s starts; /* of the spots */
  LscJob *job;
} Scan;

static gboolean
match_names (Scan *self, GError **error)
{
  const LscIntern *strings = self->timeline->strings;
  gsize n_wanted = 0;

  self->n_names = lsc_intern_size (strings);
  self->is_wanted = g_malloc (self->n_names + 1);
  for (gsize i = 0; i <= self->n_names; i++)
    {
      const char *name = i < self->n_names ? lsc_intern_text (strings, (guint32) i) : "";
      int match = _lsc_search_query_match (self->query, name, error);

      if (match < 0 || (i % 1024 == 0 && !lsc_job_check (self->job, error)))
        return FALSE;
      self->is_wanted[i] = (guint8) match;
      if (match)
        {
          self->only = (guint32) i;
          n_wanted++;
        }
    }
  if (n_wanted != 1 || self->only == self->n_names)
    self->only = LSC_SLICE_NONE;
  return n_wanted > 0;
}

/* Whether any name from the node up to its group, or the group's full name, has the word. */
static gboolean
is_in_group (const LscTimeline *timeline, guint32 node, const char *word)
{
  for (; node != 0 && node != LSC_SLICE_NONE; node = lsc_timeline_get_node (timeline, node)->parent)
    {
      const LscNode *about = lsc_timeline_get_node (timeline, node);

      if (about->role != LSC_ROLE_COMM_GROUP && about->role != LSC_ROLE_COMM_PLANE)
        continue;
      if (_lsc_search_text_has (about->name, word) ||
          (about->text && _lsc_search_text_has (about->text, word)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_lane_wanted (const Scan *self, guint32 node)
{
  const LscSearchQuery *query = self->query;
  g_autofree char *path = NULL;

  if (lsc_timeline_get_node (self->timeline, node)->flags & LSC_NODE_HIDDEN)
    return FALSE;
  if (query->lanes->len > 0)
    path = lsc_timeline_get_path (self->timeline, node, FALSE);
  for (guint i = 0; i < query->lanes->len; i++)
    if (!_lsc_search_text_has (path, g_ptr_array_index (query->lanes, i)))
      return FALSE;
  for (guint i = 0; i < query->groups->len; i++)
    if (!is_in_group (self->timeline, node, g_ptr_array_index (query->groups, i)))
      return FALSE;
  return TRUE;
}

/* Whether a slice of a wanted name has the other properties. */
static gboolean
is_hit (const Scan *self, const LscLane *lane, guint32 node, guint32 slice)
{
  const LscSearchQuery *query = self->query;
  gint64 duration_ns = lsc_lane_get_duration_ns (lane, slice), step;

  if (duration_ns < query->least_ns || duration_ns > query->most_ns)
    return FALSE;
  if (query->kinds && !(query->kinds >> lane->kind[slice] & 1))
    return FALSE;
  return !query->has_step ||
         (lsc_timeline_find_step (self->timeline, (LscSpot){ node, slice }, &step) &&
          step == query->step);
}

static inline void
add_hit (Scan *self, const LscLane *lane, guint32 node, guint32 slice)
{
  spots_append (&self->spots, (LscSpot){ node, slice });
  lsc_int64s_append (&self->starts, lane->start_ns[slice]);
}

static void
scan_slices (Scan *self, const LscLane *lane, guint32 node, guint32 begin, guint32 end)
{
  const guint32 *names = lane->name;

  if (self->only != LSC_SLICE_NONE)
    {
      for (guint32 i = begin; i < end; i++)
        if (names[i] == self->only && is_hit (self, lane, node, i))
          add_hit (self, lane, node, i);
      return;
    }
  for (guint32 i = begin; i < end; i++)
    if (self->is_wanted[MIN (names[i], self->n_names)] && is_hit (self, lane, node, i))
      add_hit (self, lane, node, i);
}

static gboolean
scan_span (Scan *self, const LscLane *lane, guint32 node, guint32 begin, guint32 end,
           GError **error)
{
  while (begin < end)
    {
      guint32 stop = (guint32) MIN ((guint64) begin + STRIDE, end);

      if (!lsc_job_check (self->job, error))
        return FALSE;
      scan_slices (self, lane, node, begin, stop);
      begin = stop;
    }
  return TRUE;
}

static gboolean
scan_lane (Scan *self, guint32 node, GError **error)
{
  const LscSearch *search = self->query->search;
  const LscLane *lane = lsc_timeline_get_node (self->timeline, node)->lane;

  if (!search->has_range)
    return scan_span (self, lane, node, 0, (guint32) lane->n, error);
  for (guint32 row = 0; row < lane->n_rows; row++)
    {
      guint32 begin = lsc_lane_find_first (lane, row, search->begin_ns);
      guint32 end;

      if (begin == LSC_SLICE_NONE)
        continue;
      end = _lsc_lane_find_start (lane, begin, lane->row_begin[row + 1], search->end_ns);
      if (!scan_span (self, lane, node, begin, end, error))
        return FALSE;
    }
  return TRUE;
}

static gint64
key_start (gsize index, gconstpointer data)
{
  const gint64 *starts = data;

  return starts[index];
}

/* Hits come lane by lane and row by row: by node and slice, which the sort keeps. */
static void
take_hits (LscSearchResult *result, const Scan *scan, gsize most)
{
  g_autofree guint32 *order = lsc_sort_order (scan->spots.n, key_start, scan->starts.items);
  gsize n = scan->spots.n;

  if (most > 0 && n > most)
    {
      n = most;
      result->is_cut = TRUE;
    }
  if (!order)
    {
      g_array_append_vals (result->hits, scan->spots.items, (guint) n);
      return;
    }
  g_array_set_size (result->hits, (guint) n);
  for (gsize i = 0; i < n; i++)
    g_array_index (result->hits, LscSpot, i) = scan->spots.items[order[i]];
}

static gboolean
scan_timeline (Scan *self, GError **error)
{
  for (guint32 node = 0; node < self->timeline->nodes->len; node++)
    if (lsc_timeline_get_node (self->timeline, node)->lane && is_lane_wanted (self, node) &&
        !scan_lane (self, node, error))
      return FALSE;
  return TRUE;
}

/**
 * lsc_search_run:
 * @search: what to find; nothing is found when its text is empty
 * @job: (nullable): looked at every few thousand names or slices
 *
 * Searches all lanes but hidden ones.
 *
 * Cost: O(names) comparisons of text and O(slices) of numbers.
 *
 * Returns: (transfer full) (nullable): hits by start, node and slice, the first @most of them;
 *   %NULL with %LSC_ERROR_USAGE for a bad field or regular expression, %LSC_ERROR_LIMIT for one
 * that takes too long, %LSC_ERROR_CANCELLED
 */
LscSearchResult *
lsc_search_run (const LscTimeline *timeline, const LscSearch *search, LscJob *job, GError **error)
{
  g_auto (LscSearchQuery) query = { 0 };
  g_autoptr (LscSearchResult) self = g_new0 (LscSearchResult, 1);
  Scan scan = { .timeline = timeline, .query = &query, .only = LSC_SLICE_NONE, .job = job };
  GError *bad = NULL;

  self->hits = g_array_new (FALSE, FALSE, sizeof (LscSpot));
  if (!_lsc_search_query_parse (&query, search, error))
    return NULL;
  if (!_lsc_search_query_has_filter (&query) ||
      (search->has_range && search->end_ns <= search->begin_ns))
    return g_steal_pointer (&self);
  if (match_names (&scan, &bad) && scan_timeline (&scan, &bad))
    take_hits (self, &scan, search->most);
  g_free (scan.is_wanted);
  spots_clear (&scan.spots);
  lsc_int64s_clear (&scan.starts);
  if (bad)
    {
      g_propagate_error (error, bad);
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
lsc_search_result_free (LscSearchResult *self)
{
  if (!self)
    return;
  if (self->hits)
    g_array_unref (self->hits);
  g_free (self);
}

typedef struct
{
  gint64 rank;
  const char *lane;
  gint64 row;
  const char *name;
  gint64 start_ns;
  gint64 dur_ns;
  gint64 self_ns;
  gint64 step;
  gint64 id;
  gint64 parent;
} Row;

static const LscColumn columns[] = {
  LSC_RANK_COLUMN (Row),
  LSC_COLUMN (Row, lane, "lane", N_ ("Lane"), LSC_UNIT_NONE, NULL,
              N_ ("Path of the lane that the slice is in.")),
  LSC_COLUMN (Row, row, "row", N_ ("Row"), LSC_UNIT_NONE, "nesting depth, from 0",
              N_ ("How deep the slice is nested in its lane, from 0.")),
  LSC_COLUMN (Row, name, "name", N_ ("Name"), LSC_UNIT_NONE, NULL, N_ ("Name of the slice.")),
  LSC_COLUMN (Row, start_ns, "start_ns", N_ ("Start"), LSC_UNIT_NS, "since the epoch",
              N_ ("When the slice starts, as recorded.")),
  LSC_COLUMN (Row, dur_ns, "dur_ns", N_ ("Duration"), LSC_UNIT_NS, NULL,
              N_ ("From the start to the end of the slice.")),
  LSC_COLUMN (Row, self_ns, "self_ns", N_ ("Self"), LSC_UNIT_NS, "without direct children",
              N_ ("Duration without the slices directly inside it.")),
  LSC_STEP_COLUMN (Row),
  LSC_COLUMN (Row, id, "id", N_ ("Id"), LSC_UNIT_ID, NULL,
              N_ ("Number of the slice in its recording.")),
  LSC_COLUMN (Row, parent, "parent", N_ ("Parent"), LSC_UNIT_ID, "id of the slice around it",
              N_ ("Number of the slice that this one is directly inside.")),
};

const LscTableInfo lsc_slices_table_info = LSC_TABLE_INFO ("slices", Row, columns);

/**
 * lsc_slices_get_table:
 * @spots: (array length=n): slices of @timeline
 *
 * Returns: (transfer full): one row for each; rank, step and parent are NULL where there is none
 */
LscTable *
lsc_slices_get_table (const LscTimeline *timeline, const LscSpot *spots, gsize n)
{
  LscTable *table = lsc_table_new_for (&lsc_slices_table_info);
  g_autofree char *path = NULL;

  for (gsize i = 0; i < n; i++)
    {
      LscSpot spot = spots[i];
      const LscLane *lane = lsc_timeline_get_node (timeline, spot.node)->lane;
      LscSpot parent = { spot.node, lsc_lane_get_parent (lane, spot.slice) };
      gboolean has_parent = lsc_lane_get_parent (lane, spot.slice) != LSC_SLICE_NONE;
      gint64 step = LSC_INT_NULL;

      if (!path || spot.node != spots[i - 1].node)
        {
          g_free (path);
          path = lsc_timeline_get_path (timeline, spot.node, FALSE);
        }
      if (!lsc_timeline_find_step (timeline, spot, &step))
        step = LSC_INT_NULL;
      lsc_table_add (table,
                     &(Row){ .rank = lsc_rank_or_null (timeline->rank),
                             .lane = path,
                             .row = lsc_lane_get_row (lane, spot.slice),
                             .name = lsc_timeline_text (timeline, lane->name[spot.slice]),
                             .start_ns = lane->start_ns[spot.slice],
                             .dur_ns = lsc_lane_get_duration_ns (lane, spot.slice),
                             .self_ns = lsc_excerpt_holds_slice (timeline, lane, spot.slice)
                                            ? lsc_lane_get_self_ns (lane, spot.slice)
                                            : LSC_INT_NULL,
                             .step = step,
                             .id = lsc_timeline_get_id (timeline, spot),
                             .parent = has_parent ? (gint64) lsc_timeline_get_id (timeline, parent)
                                                  : LSC_INT_NULL });
    }
  return table;
}
