/* lsc-range-stats.c - what the slices of a time range come to, name by name
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-range-stats.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

#include "base/lsc-interval.h"
#include "base/lsc-stats.h"
#include "analyze/step/lsc-range-private.h"
#include "analyze/lsc-table-list.h"
#include "base/lsc-sort.h"

/* steps.md#range. Slices that the range cuts are clipped for sums and self times and count once;
 * mean, median and the like are of whole durations.
 *
 * Worked example: [0,100) "a" around [10,40) "b" and [50,90) "b", range [20,60). Sums: a 40, b 20 +
 * 10. Self: a 40 - 30 = 10, b 30. Two slices of b, mean 35, median (nearest rank) 30.
 *
 * Covered: moments of several slices of a row count once. Where no slice starts before the last one
 * of its row ended, that is the sum, and otherwise the length of their union.
 *
 * First pass: the row of each slice, kept in the order of the walk, and all that adds up. Second
 * pass: durations side by side for each row, by counting; a selection in place gives the
 * percentiles. */

#define ROWS_A_PIECE 16
#define LEAST_SHARED 100000 /* slices from which on a second thread is worth its start */

/* A row being summed up, one line of the cache; @more chains the rows of one name. */
typedef struct
{
  guint32 more;
  guint8 kind;
  gsize n;
  gint64 sum_ns;
  gint64 self_ns;
  gint64 least_ns;
  gint64 most_ns;
  gint64 until_ns;   /* end of the last */
  gboolean is_mixed; /* some started before that */
  double whole_ns;
  LscSpot longest;
} Sum;

LSC_DEFINE_ARRAY (Sums, sums, Sum)

/* A child that does not stand in the row below its parent's, because it crosses a sibling: both may
 * cover the same time. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 parent;
  guint32 sum;
} Child;

LSC_DEFINE_ARRAY (Children, children, Child)

typedef struct
{
  const LscRange *range;
  Sums sums;
  LscIndexes names; /* of the sums */
  guint32 *of_name; /* first sum of a name, LSC_SLICE_NONE */
  gsize n_names;
  LscIndexes order; /* sum of each slice in the order of the walk */
  gsize walked;     /* second pass: how many of them */
  gint64 *durations;
  gint64 *starts; /* (nullable): of mixed sums, as @durations */
  gsize *next;    /* of each sum, where its next duration goes; at last their end */
  gint64 top_ns;

  const LscLane *lane; /* of crossing_children */
  Children crossing_children;
} Build;

static guint32
add_sum (Build *self, guint32 name, guint8 kind, guint32 before)
{
  Sum *sum = sums_add (&self->sums);
  guint32 index = (guint32) (self->sums.n - 1);

  *sum = (Sum){ .more = LSC_SLICE_NONE,
                .kind = kind,
                .least_ns = G_MAXINT64,
                .most_ns = -1,
                .until_ns = G_MININT64,
                .longest = LSC_SPOT_NONE };
  lsc_indexes_append (&self->names, name);
  if (before == LSC_SLICE_NONE)
    self->of_name[MIN (name, self->n_names)] = index;
  else
    self->sums.items[before].more = index;
  return index;
}

static inline guint32
find_sum (Build *self, guint32 name, guint8 kind)
{
  guint32 index = self->of_name[MIN (name, self->n_names)], last = LSC_SLICE_NONE;

  while (index != LSC_SLICE_NONE && self->sums.items[index].kind != kind)
    {
      last = index;
      index = self->sums.items[index].more;
    }
  return index != LSC_SLICE_NONE ? index : add_sum (self, name, kind, last);
}

/* Takes the time of a child from its parent's self time. Children in the row below never overlap.
 */
static void
subtract_child (Build *self, const LscRangePiece *piece, guint32 slice, guint32 parent)
{
  const LscLane *lane = piece->lane;
  guint32 sum = find_sum (self, lane->name[parent], lane->kind[parent]);
  gint64 start_ns = lane->start_ns[slice], end_ns = lsc_lane_get_end_ns (lane, slice);
  Child *child;

  if (lane->is_crossing)
    end_ns = MIN (end_ns, lsc_lane_get_end_ns (lane, parent));
  if (!lane->is_crossing || parent >= lane->row_begin[piece->row - 1])
    {
      self->sums.items[sum].self_ns -= lsc_range_clip (piece->range, start_ns, end_ns);
      return;
    }
  child = children_add (&self->crossing_children);
  child->begin_ns = MAX (start_ns, piece->range->begin_ns);
  child->end_ns = MIN (end_ns, piece->range->end_ns);
  child->parent = parent;
  child->sum = sum;
}

static int
compare_children (const void *a, const void *b)
{
  const Child *ca = a, *cb = b;

  LSC_RETURN_ORDER (ca->parent, cb->parent);
  return LSC_ORDER (ca->begin_ns, cb->begin_ns);
}

/* How much of [begin, end) the counted children in the row below the parent's cover. */
static gint64
covered_below (const Build *self, guint32 parent, gint64 begin_ns, gint64 end_ns)
{
  const LscLane *lane = self->lane;
  guint32 row = lsc_lane_get_row (lane, parent) + 1;
  gint64 covered_ns = 0;

  for (guint32 i = lsc_lane_find_first (lane, row, begin_ns);
       i < lane->row_begin[row + 1] && lane->start_ns[i] < end_ns; i++)
    {
      gint64 child_end_ns = lsc_lane_get_end_ns (lane, i);

      if (lsc_lane_get_parent (lane, i) == parent &&
          lsc_range_counts (self->range, lane->start_ns[i], child_end_ns))
        covered_ns += MAX (0, MIN (child_end_ns, end_ns) - MAX (lane->start_ns[i], begin_ns));
    }
  return covered_ns;
}

/* Takes from self times what crossing children cover and no sibling did before them, as in
 * lsc_lane_get_self_ns(). */
static void
subtract_crossing_children (Build *self)
{
  Children *list = &self->crossing_children;
  gint64 until_ns = G_MININT64;

  if (list->n == 0)
    return;
  qsort (list->items, list->n, sizeof *list->items, compare_children);
  for (gsize i = 0; i < list->n; i++)
    {
      const Child *child = &list->items[i];
      gint64 begin_ns;

      if (i == 0 || child->parent != child[-1].parent)
        until_ns = G_MININT64;
      begin_ns = MAX (child->begin_ns, until_ns);
      if (child->end_ns > begin_ns)
        self->sums.items[child->sum].self_ns -=
            child->end_ns - begin_ns - covered_below (self, child->parent, begin_ns, child->end_ns);
      until_ns = MAX (until_ns, child->end_ns);
    }
  list->n = 0;
}

static inline gboolean
is_taken (const LscRange *range, const LscLane *lane, guint32 slice)
{
  return lsc_range_has_kind (range, lane->kind[slice]) &&
         lsc_range_counts (range, lane->start_ns[slice], lsc_lane_get_end_ns (lane, slice));
}

static void
add_slice (Build *self, const LscRangePiece *piece, guint32 slice)
{
  const LscLane *lane = piece->lane;
  gint64 start_ns = lane->start_ns[slice];
  gint64 duration_ns = lsc_lane_get_duration_ns (lane, slice);
  gint64 clipped_ns;
  guint32 index, parent;
  Sum *sum;

  if (!is_taken (piece->range, lane, slice))
    return;
  parent = lsc_range_parent (piece->range, lane, slice);
  if (parent != LSC_SLICE_NONE && !lsc_range_has_kind (piece->range, lane->kind[parent]))
    parent = LSC_SLICE_NONE;
  if (parent != LSC_SLICE_NONE)
    subtract_child (self, piece, slice, parent);
  clipped_ns = lsc_range_clip (piece->range, start_ns, start_ns + duration_ns);
  if (parent == LSC_SLICE_NONE)
    self->top_ns += clipped_ns;

  index = find_sum (self, lane->name[slice], lane->kind[slice]);
  sum = &self->sums.items[index];
  sum->n++;
  sum->sum_ns += clipped_ns;
  sum->self_ns += clipped_ns;
  sum->whole_ns += (double) duration_ns;
  sum->least_ns = MIN (sum->least_ns, duration_ns);
  sum->is_mixed |= start_ns < sum->until_ns;
  sum->until_ns = start_ns + duration_ns;
  if (duration_ns > sum->most_ns)
    {
      sum->most_ns = duration_ns;
      sum->longest = (LscSpot){ piece->node, slice };
    }
  self->order.items[self->order.n++] = index;
}

static gboolean
add_piece (const LscRangePiece *piece, gpointer user_data)
{
  Build *self = user_data;

  if (piece->lane != self->lane)
    subtract_crossing_children (self);
  self->lane = piece->lane;
  lsc_indexes_reserve (&self->order, self->order.n + (piece->end - piece->begin));
  for (guint32 i = piece->begin; i < piece->end; i++)
    add_slice (self, piece, i);
  return TRUE;
}

static gboolean
place_durations (const LscRangePiece *piece, gpointer user_data)
{
  const LscLane *lane = piece->lane;
  Build *self = user_data;

  for (guint32 i = piece->begin; i < piece->end; i++)
    {
      gsize place;

      if (!is_taken (piece->range, lane, i))
        continue;
      place = self->next[self->order.items[self->walked++]]++;
      self->durations[place] = lsc_lane_get_duration_ns (lane, i);
      if (self->starts != NULL)
        self->starts[place] = lane->start_ns[i];
    }
  return TRUE;
}

/* Before the durations are reordered. */
static gint64
measure_covered (const Build *self, gsize index)
{
  const Sum *sum = &self->sums.items[index];
  LscIntervals all = { 0 };
  gint64 covered_ns;

  if (!sum->is_mixed)
    return sum->sum_ns;
  for (gsize i = self->next[index] - sum->n; i < self->next[index]; i++)
    {
      LscInterval *item = lsc_intervals_add (&all);

      item->begin_ns = MAX (self->starts[i], self->range->begin_ns);
      item->end_ns = MIN (self->starts[i] + self->durations[i], self->range->end_ns);
    }
  lsc_intervals_merge (&all);
  covered_ns = lsc_intervals_length (&all);
  lsc_intervals_clear (&all);
  return covered_ns;
}

/* The finished row of a sum; reorders its durations. */
static LscRangeRow
finish_row (Build *self, gsize index, guint32 timeline, LscJob *job)
{
  const Sum *sum = &self->sums.items[index];
  gint64 *durations = &self->durations[self->next[index] - sum->n];
  gsize high = lsc_nearest_rank (sum->n, 90);
  LscRangeRow row = { .name = self->names.items[index],
                      .timeline = timeline,
                      .kind = sum->kind,
                      .n = sum->n,
                      .sum_ns = sum->sum_ns,
                      .self_ns = sum->self_ns,
                      .covered_ns = measure_covered (self, index),
                      .mean_ns = sum->whole_ns / (double) sum->n,
                      .least_ns = sum->least_ns,
                      .most_ns = sum->most_ns,
                      .longest = sum->longest };

  row.p90_ns = _lsc_select_nth (durations, sum->n, high, job);
  row.median_ns = _lsc_select_nth (durations, high + 1, lsc_nearest_rank (sum->n, 50), job);
  return row;
}

/** Rows are finished side by side: each reorders durations of its own. */
typedef struct
{
  Build *build;
  LscRangeRow *rows; /* of all sums */
  guint32 timeline;
  LscJob *job;
} Finish;

static void
finish_piece (gsize piece, gpointer user_data)
{
  const Finish *self = user_data;
  gsize n = self->build->sums.n;

  for (gsize i = piece * ROWS_A_PIECE; i < MIN ((piece + 1) * ROWS_A_PIECE, n); i++)
    if (self->build->sums.items[i].n > 0 && !lsc_job_is_cancelled (self->job))
      self->rows[i] = finish_row (self->build, i, self->timeline, self->job);
}

static gboolean
finish_rows (Build *self, guint32 timeline, GArray *rows, LscJob *job, GError **error)
{
  gsize n_pieces = (self->sums.n + ROWS_A_PIECE - 1) / ROWS_A_PIECE;
  g_autofree LscRangeRow *all = g_new0 (LscRangeRow, self->sums.n + 1);
  Finish finish = { self, all, timeline, job };

  lsc_job_run_parallel (self->order.n < LEAST_SHARED ? 1 : lsc_job_get_n_threads (job), n_pieces,
                        finish_piece, &finish);
  if (!lsc_job_check (job, error))
    return FALSE;
  for (gsize i = 0; i < self->sums.n; i++)
    if (self->sums.items[i].n > 0) /* else only ever a parent */
      g_array_append_val (rows, all[i]);
  return TRUE;
}

static gboolean
build (Build *self, LscJob *job, GError **error)
{
  gboolean is_mixed = FALSE;
  gsize first = 0;

  self->n_names = lsc_intern_size (self->range->timeline->strings);
  self->of_name = g_malloc_n (self->n_names + 1, sizeof *self->of_name);
  for (gsize i = 0; i <= self->n_names; i++)
    self->of_name[i] = LSC_SLICE_NONE;
  if (!_lsc_range_foreach (self->range, add_piece, self, job, error))
    return FALSE;
  subtract_crossing_children (self);

  self->next = g_new (gsize, self->sums.n);
  for (gsize i = 0; i < self->sums.n; i++)
    {
      is_mixed |= self->sums.items[i].is_mixed;
      self->next[i] = first;
      first += self->sums.items[i].n;
    }
  self->durations = g_new (gint64, first);
  self->starts = is_mixed ? g_new (gint64, first) : NULL;
  return _lsc_range_foreach (self->range, place_durations, self, job, error);
}

static void
clear_build (Build *self)
{
  sums_clear (&self->sums);
  lsc_indexes_clear (&self->names);
  children_clear (&self->crossing_children);
  lsc_indexes_clear (&self->order);
  g_free (self->of_name);
  g_free (self->durations);
  g_free (self->starts);
  g_free (self->next);
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const LscRangeRow *ra = a, *rb = b;

  LSC_RETURN_ORDER (rb->sum_ns, ra->sum_ns);
  LSC_RETURN_ORDER (rb->n, ra->n);
  LSC_RETURN_ORDER (ra->timeline, rb->timeline);
  LSC_RETURN_ORDER (ra->name, rb->name);
  return LSC_ORDER (ra->kind, rb->kind);
}

/**
 * lsc_range_stats_new:
 * @ranges: (array length=n_ranges): one for each rank
 * @job: (nullable): looked at every few thousand slices
 *
 * Sums up the slices of the ranges by name and kind. Counters do not take part. A parent's self
 * time is its clipped duration without what its direct children cover of it.
 *
 * Cost: O(slices), about 12 bytes for each while it works, 20 where slices of a row overlap.
 * Thread: any; rows are finished on as many as @job may use.
 *
 * Returns: (transfer full) (nullable): the rows; %NULL with %LSC_ERROR_CANCELLED
 */
LscRangeStats *
lsc_range_stats_new (const LscRange *ranges, gsize n_ranges, LscJob *job, GError **error)
{
  g_autoptr (LscRangeStats) self = g_new0 (LscRangeStats, 1);

  self->rows = g_array_new (FALSE, FALSE, sizeof (LscRangeRow));
  for (gsize i = 0; i < n_ranges; i++)
    {
      Build work = { .range = &ranges[i] };
      gboolean is_built =
          build (&work, job, error) && finish_rows (&work, (guint32) i, self->rows, job, error);

      self->n_slices += work.order.n;
      self->top_ns += work.top_ns;
      clear_build (&work);
      if (!is_built)
        return NULL;
    }
  g_array_sort (self->rows, compare_rows);
  return g_steal_pointer (&self);
}

void
lsc_range_stats_free (LscRangeStats *self)
{
  if (!self)
    return;
  g_array_unref (self->rows);
  g_free (self);
}

typedef struct
{
  gint64 rank;
  const char *name;
  int kind;
  gint64 count;
  LscRangeRow figures;
  double share;
} Row;

#define NS(member, name, title, source, about)                                                     \
  LSC_COLUMN (Row, member, name, title, LSC_UNIT_NS, source, about)

static const LscColumn columns[] = {
  LSC_RANK_COLUMN (Row),
  LSC_COLUMN (Row, name, "name", N_ ("Name"), LSC_UNIT_NONE, NULL,
              N_ ("Name that the slices of this row share.")),
  LSC_CODES (Row, kind, "kind", N_ ("Kind"), lsc_slice_kind_words, NULL,
             N_ ("What the slices of this row are.")),
  LSC_COLUMN (Row, count, "count", N_ ("Count"), LSC_UNIT_COUNT, NULL,
              N_ ("Number of slices that touch the range.")),
  NS (figures.sum_ns, "sum_ns", N_ ("In Range"), "clipped to the range",
      N_ ("Sum of their lengths inside the range; slices at the same time count each.")),
  NS (figures.self_ns, "self_ns", N_ ("Self"), "sum without direct children",
      N_ ("Sum without the time of the slices directly inside them: no time is added twice for a "
          "parent and its child.")),
  NS (figures.mean_ns, "mean_ns", N_ ("Mean"), "of whole durations",
      N_ ("Mean of their whole lengths, also where a slice reaches beyond the range.")),
  NS (figures.median_ns, "median_ns", N_ ("Median"), "nearest rank",
      N_ ("Half of them are as long as this or shorter.")),
  NS (figures.p90_ns, "p90_ns", N_ ("90 %"), "nearest rank",
      N_ ("Nine of ten are as long as this or shorter.")),
  NS (figures.least_ns, "min_ns", N_ ("Min"), NULL, N_ ("Length of the shortest of them.")),
  NS (figures.most_ns, "max_ns", N_ ("Max"), NULL, N_ ("Length of the longest of them.")),
  LSC_COLUMN (Row, share, "share", N_ ("Share of range"), LSC_UNIT_SHARE,
              "covered / length of the range",
              N_ ("Part of the length of the range, which is 100 %, in which one of them ran; "
                  "slices at the same time count once.")),
};

const LscTableInfo lsc_range_table_info = LSC_TABLE_INFO ("range", Row, columns);

/**
 * lsc_range_stats_get_table:
 * @ranges: those it was made of
 *
 * Returns: (transfer full): the rows as a table; rank is NULL where it is unknown
 */
LscTable *
lsc_range_stats_get_table (const LscRangeStats *self, const LscRange *ranges)
{
  LscTable *table = lsc_table_new_for (&lsc_range_table_info);

  for (guint i = 0; i < self->rows->len; i++)
    {
      const LscRangeRow *row = &g_array_index (self->rows, LscRangeRow, i);
      const LscRange *range = &ranges[row->timeline];
      double length_ns = (double) range->end_ns - (double) range->begin_ns;

      lsc_table_add (table, &(Row){ .rank = lsc_rank_or_null (range->timeline->rank),
                                    .name = lsc_timeline_text (range->timeline, row->name),
                                    .kind = row->kind,
                                    .count = (gint64) row->n,
                                    .figures = *row,
                                    .share = length_ns > 0 ? (double) row->covered_ns / length_ns
                                                           : LSC_REAL_NULL });
    }
  return table;
}
