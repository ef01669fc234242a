/* test-dispatch-cover.c - the slice that covers most of a gap, whatever the number of rows
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-dispatch-private.h"
#include "lsc-test-growth.h"

/* ---- Rows made by chance -------------------------------------------------------------------- */

typedef struct
{
  GPtrArray *lanes;
  LscRowParts rows;
} Strips;

static void
strips_clear (Strips *self)
{
  g_ptr_array_unref (self->lanes);
  lsc_row_parts_clear (&self->rows);
}

static void
add_lane (Strips *self, LscRawSlices *raw)
{
  LscLane *lane = lsc_lane_new (raw, LSC_LANE_NESTED, NULL);
  guint32 first_id = 100 * self->lanes->len;

  g_ptr_array_add (self->lanes, lane);
  for (guint32 row = 0; row < lane->n_rows; row++)
    lsc_row_parts_append (&self->rows, (LscRowPart){ lane, 0, first_id, lane->row_begin[row],
                                                     lane->row_begin[row + 1] });
}

/* Few of long slices, many of none, some wanted: times are small so that all ends often meet. */
static Strips
make_strips (gsize n_lanes, gint64 extent)
{
  Strips self = { .lanes = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_lane_free) };

  for (gsize i = 0; i < n_lanes; i++)
    {
      int n = g_test_rand_int_range (0, 20), longest = g_test_rand_int_range (1, 60);
      LscRawSlices raw = { 0 };

      for (int k = 0; k < n; k++)
        {
          gint64 start = g_test_rand_int_range (0, (int) extent);
          gint64 end = start + g_test_rand_int_range (0, longest);

          lsc_raw_slices_add (&raw, start, end)->kind =
              g_test_rand_bit () ? LSC_SLICE_CUBE : LSC_SLICE_WAIT;
        }
      add_lane (&self, &raw);
    }
  return self;
}

static gboolean
is_wanted (const LscLane *lane, guint32 slice)
{
  return lane->kind[slice] == LSC_SLICE_WAIT;
}

/* Every slice of every row is looked at. */
static LscCover
find_naively (const Strips *self, gint64 begin_ns, gint64 end_ns)
{
  LscCover best = { LSC_SLICE_NONE, -1 };

  for (gsize i = 0; i < self->rows.n; i++)
    {
      const LscRowPart *row = &self->rows.items[i];

      for (guint32 k = row->begin; k < row->end; k++)
        {
          gint64 slice_end_ns = lsc_lane_get_end_ns (row->lane, k);
          gint64 start_ns = row->lane->start_ns[k];
          gint64 covered_ns = _lsc_overlap_ns (start_ns, slice_end_ns, begin_ns, end_ns);

          if (start_ns < end_ns && slice_end_ns > begin_ns && is_wanted (row->lane, k) &&
              covered_ns > best.covered_ns)
            best = (LscCover){ row->first_id + k, covered_ns };
        }
    }
  return best;
}

static void
test_random (void)
{
  for (guint round = 0; round < 400; round++)
    {
      Strips strips = make_strips ((gsize) g_test_rand_int_range (0, 12), 400);
      g_autoptr (LscCoverFinder) finder = _lsc_cover_finder_new (&strips.rows, is_wanted);
      gint64 begin_ns = g_test_rand_int_range (-20, 20);

      while (begin_ns < 480)
        {
          gint64 end_ns = begin_ns + g_test_rand_int_range (1, 40);
          LscCover expected = find_naively (&strips, begin_ns, end_ns);
          LscCover found = _lsc_cover_finder_find (finder, begin_ns, end_ns);

          g_assert_cmpuint (found.slice, ==, expected.slice);
          g_assert_cmpint (found.covered_ns, ==, expected.covered_ns);
          begin_ns = end_ns + g_test_rand_int_range (0, 30);
        }
      strips_clear (&strips);
    }
}

/* ---- As many rows as gaps ------------------------------------------------------------------- */

#define PERIOD_NS 100

typedef enum
{
  ONE_AFTER_THE_OTHER, /* each row has its slice in its own gap */
  ALL_ALONG,           /* each row has one slice that reaches over all gaps */
} Shape;

static Strips *
make_many (guint n, Shape shape)
{
  Strips *self = g_new0 (Strips, 1);

  self->lanes = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_lane_free);
  for (guint i = 0; i < n; i++)
    {
      gint64 start_ns = shape == ALL_ALONG ? i : (gint64) i * PERIOD_NS;
      LscRawSlices raw = { 0 };

      lsc_raw_slices_add (&raw, start_ns,
                          shape == ALL_ALONG ? (gint64) n * PERIOD_NS : start_ns + 10)
          ->kind = LSC_SLICE_WAIT;
      add_lane (self, &raw);
    }
  return self;
}

static gpointer
make_one_after_the_other (guint n)
{
  return make_many (n, ONE_AFTER_THE_OTHER);
}

static gpointer
make_all_along (guint n)
{
  return make_many (n, ALL_ALONG);
}

static void
free_many (gpointer data)
{
  strips_clear (data);
  g_free (data);
}

static void
find_all (gpointer data, guint n)
{
  Strips *strips = data;
  g_autoptr (LscCoverFinder) finder = _lsc_cover_finder_new (&strips->rows, is_wanted);

  for (guint i = 0; i < n; i++)
    {
      gint64 begin_ns = (gint64) i * PERIOD_NS;

      g_assert_cmpint (_lsc_cover_finder_find (finder, begin_ns, begin_ns + 50).covered_ns, >=, 10);
    }
}

static void
test_rows_by_gaps (void)
{
  static const LscTestWork works[] = {
    { make_one_after_the_other, find_all, free_many },
    { make_all_along, find_all, free_many },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (works); i++)
    lsc_test_assert_linear (&works[i], 4000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dispatch-cover/random", test_random);
  g_test_add_func ("/dispatch-cover/rows-by-gaps", test_rows_by_gaps);
  return g_test_run ();
}
