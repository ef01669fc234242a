/* test-stretch.c - which events belong together in time, and which are stray ones
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/extent/lsc-stretch.h"

#define SECOND G_GINT64_CONSTANT (1000000000)
#define HOUR (3600 * SECOND)
#define DAY (24 * HOUR)
#define YEAR (365 * DAY)
#define NOW (G_GINT64_CONSTANT (1760000000) * SECOND)

static void
add (LscStretches *self, gint64 begin_ns, gint64 end_ns)
{
  lsc_stretches_add_event (self, 0, (guint32) self->n, begin_ns, end_ns);
}

/* As add(), of the device. */
static void
add_device (LscStretches *self, gint64 begin_ns, gint64 end_ns)
{
  lsc_stretches_add_event (self, 1, (guint32) self->n, begin_ns, end_ns);
  self->items[self->n - 1].is_device = TRUE;
}

/* @n events from NOW on over a time. */
static void
add_many (LscStretches *self, gsize n, gint64 length_ns)
{
  for (gsize i = 0; i < n; i++)
    {
      gint64 begin_ns = NOW + length_ns / (gint64) n * (gint64) i;

      add (self, begin_ns, i + 1 < n ? begin_ns : NOW + length_ns);
    }
}

static void
expect (LscStretches *self, gboolean has_strays, gint64 begin_ns, gint64 end_ns)
{
  LscInterval main = { 0 };

  g_assert_cmpint (lsc_stretches_find_main (self, &main), ==, has_strays);
  g_assert_cmpint (main.begin_ns, ==, begin_ns);
  g_assert_cmpint (main.end_ns, ==, end_ns);
  lsc_stretches_clear (self);
}

/* The example of the head of lsc-stretch.c. */
static void
test_example (void)
{
  LscStretches all = { 0 };

  add (&all, NOW + 10 * SECOND + HOUR / 3, NOW + 10 * SECOND + HOUR / 3);
  add (&all, 0, 1);
  add_many (&all, 1000, 10 * SECOND);
  add (&all, NOW + 56 * YEAR, NOW + 56 * YEAR + 1);
  add (&all, NOW + 2 * HOUR, NOW + 2 * HOUR);
  for (int i = 0; i < 400; i++)
    add (&all, NOW + 150 * DAY + i, NOW + 150 * DAY + i);
  expect (&all, TRUE, NOW, NOW + 2 * HOUR);
}

/* What no accident makes is never cut. */
static void
test_kept (void)
{
  LscStretches all = { 0 };

  expect (&all, FALSE, 0, 0);
  add (&all, NOW, NOW); /* a handful */
  add (&all, NOW + YEAR, NOW + YEAR + 5);
  add (&all, NOW + 2 * YEAR, NOW + 2 * YEAR);
  expect (&all, FALSE, NOW, NOW + 2 * YEAR);

  for (int i = 0; i < 4; i++) /* steps that are ten hours apart, one of them nearly empty */
    for (int k = 0; k < (i == 2 ? 4 : 100); k++)
      add (&all, NOW + i * 10 * HOUR + k, NOW + i * 10 * HOUR + k + 1);
  expect (&all, FALSE, NOW, NOW + 30 * HOUR + 100);

  add (&all, NOW - 20 * SECOND, NOW - 20 * SECOND); /* an early phase */
  add_many (&all, 1000, SECOND);
  add (&all, NOW + 50 * 60 * SECOND, NOW + 50 * 60 * SECOND);
  expect (&all, FALSE, NOW - 20 * SECOND, NOW + 50 * 60 * SECOND);

  for (int i = 0; i < 100; i++) /* a host and a device that count from different times */
    {
      add (&all, NOW + i, NOW + i + 1);
      if (i % 50 < 2)
        add_device (&all, 5 * HOUR + i, 5 * HOUR + i + 1);
    }
  expect (&all, FALSE, 5 * HOUR, NOW + 100);

  for (int i = 0; i < 10; i++) /* a trace that counts from 0 */
    add (&all, i * 100, i * 100 + 5);
  expect (&all, FALSE, 0, 905);

  for (int i = 0; i < 200; i++) /* a sign of life every two hours */
    add (&all, NOW - i * 2 * HOUR, NOW - i * 2 * HOUR);
  add_many (&all, 50000, SECOND);
  expect (&all, FALSE, NOW - 398 * HOUR, NOW + SECOND);
}

/* Parts that lie a month apart are of different times, whatever they hold. */
static void
test_absurd (void)
{
  LscStretches all = { 0 };

  add_many (&all, 60, SECOND); /* the part with more events */
  for (int i = 0; i < 40; i++)
    add (&all, NOW + 31 * DAY, NOW + 31 * DAY);
  expect (&all, TRUE, NOW, NOW + SECOND);

  for (int i = 0; i < 40; i++) /* ... of equal ones the first, or that of the device */
    add (&all, NOW - YEAR - i, NOW - YEAR);
  add_many (&all, 40, SECOND);
  expect (&all, TRUE, NOW - YEAR - 39, NOW - YEAR);
  for (int i = 0; i < 4; i++)
    add_device (&all, NOW - YEAR + i, NOW - YEAR + i);
  add_many (&all, 40, SECOND);
  expect (&all, TRUE, NOW - YEAR, NOW - YEAR + 3);

  for (int i = 0; i < 3; i++) /* which must be more than an accident */
    add_device (&all, NOW - YEAR + i, NOW - YEAR + i);
  add_many (&all, 40, SECOND);
  expect (&all, TRUE, NOW, NOW + SECOND);

  for (int i = 0; i < 100; i++) /* nobody set most of the times */
    add (&all, 0, 5);
  add_many (&all, 40, SECOND);
  expect (&all, TRUE, NOW, NOW + SECOND);

  add_many (&all, 60, SECOND); /* a month less an hour is a pause, however odd */
  for (int i = 0; i < 40; i++)
    add (&all, NOW + 30 * DAY - HOUR, NOW + 30 * DAY - HOUR);
  expect (&all, FALSE, NOW, NOW + 30 * DAY - HOUR);

  for (int i = 0; i < 200; i++) /* and a month is not long beside a year */
    add (&all, NOW - i * 2 * DAY, NOW - i * 2 * DAY);
  for (int i = 0; i < 20; i++)
    add (&all, NOW + 31 * DAY, NOW + 31 * DAY);
  expect (&all, FALSE, NOW - 398 * DAY, NOW + 31 * DAY);

  for (int i = 0; i < 60; i++) /* a clock that was set while it ran is not another clock */
    add_device (&all, 5 * HOUR + i, 5 * HOUR + i);
  for (int i = 0; i < 100; i++)
    add_device (&all, NOW + i, NOW + i);
  expect (&all, TRUE, NOW, NOW + 99);
}

static void
test_left_out (void)
{
  LscStretches all = { 0 };

  add_many (&all, 9, SECOND); /* one of ten is an accident */
  add (&all, NOW + HOUR * 3, NOW + HOUR * 3);
  expect (&all, TRUE, NOW, NOW + SECOND);

  add_many (&all, 60, SECOND); /* a call with what it is in and what it ran */
  for (int i = 0; i < 3; i++)
    add (&all, NOW + YEAR + i, NOW + YEAR + 9);
  expect (&all, TRUE, NOW, NOW + SECOND);

  add_many (&all, 3, SECOND); /* a time that was never set, however few there are */
  add (&all, 0, 5);
  expect (&all, TRUE, NOW, NOW + SECOND);

  add_many (&all, 100, SECOND); /* ... and however many */
  for (int i = 0; i < 40; i++)
    add (&all, 0, 5);
  expect (&all, TRUE, NOW, NOW + SECOND);

  add_many (&all, 100, SECOND); /* the begin or the end of a long event */
  add (&all, NOW + 5, NOW + 90 * 24 * HOUR);
  expect (&all, TRUE, NOW, NOW + SECOND);

  add_many (&all, 100, SECOND); /* the ends of the range of numbers */
  add (&all, G_MININT64, G_MININT64);
  add (&all, G_MAXINT64, G_MAXINT64);
  expect (&all, TRUE, NOW, NOW + SECOND);
}

/* ---- the rule once more, slowly ---- */

typedef struct
{
  LscInterval when;
  gboolean is_unset;
  gboolean is_left_out;
  gboolean is_device;
  guint cluster;
  guint part;
} Piece;

static guint64
gap_between (const LscInterval *a, const LscInterval *b)
{
  if (a->begin_ns > b->end_ns)
    return (guint64) a->begin_ns - (guint64) b->end_ns;
  return b->begin_ns > a->end_ns ? (guint64) b->begin_ns - (guint64) a->end_ns : 0;
}

static LscInterval
cover (const GArray *pieces, const gboolean *belongs)
{
  LscInterval hull = { G_MAXINT64, G_MININT64 };

  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *piece = &g_array_index (pieces, Piece, i);

      if (piece->is_left_out || !belongs[piece->cluster])
        continue;
      hull.begin_ns = MIN (hull.begin_ns, piece->when.begin_ns);
      hull.end_ns = MAX (hull.end_ns, piece->when.end_ns);
    }
  return hull;
}

static guint *
get_group (Piece *piece, gboolean is_part)
{
  return is_part ? &piece->part : &piece->cluster;
}

/* Pieces of which each lies no further than @reach from some other: clusters or parts. */
static void
naive_groups (GArray *pieces, gboolean is_part, gint64 reach)
{
  gboolean has_changed = TRUE;

  for (guint i = 0; i < pieces->len; i++)
    *get_group (&g_array_index (pieces, Piece, i), is_part) = i;
  while (has_changed)
    {
      has_changed = FALSE;
      for (guint i = 0; i < pieces->len; i++)
        for (guint k = 0; k < pieces->len; k++)
          {
            Piece *a = &g_array_index (pieces, Piece, i), *b = &g_array_index (pieces, Piece, k);

            if (a->is_left_out || b->is_left_out ||
                *get_group (a, is_part) <= *get_group (b, is_part) ||
                gap_between (&a->when, &b->when) > (guint64) reach)
              continue;
            *get_group (a, is_part) = *get_group (b, is_part);
            has_changed = TRUE;
          }
    }
}

/* How many events of a part, or of all, are as a mask says. */
enum
{
  ALL = 0,
  SET = 1,
  DEVICE = 2,
  HOST = 4,
  EARLY = 8,
};

static guint
count (const GArray *pieces, guint part, guint mask)
{
  guint n = 0;

  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *piece = &g_array_index (pieces, Piece, i);

      if (piece->is_left_out || (part != G_MAXUINT && piece->part != part) ||
          (mask & SET && piece->is_unset) || (mask & DEVICE && !piece->is_device) ||
          (mask & HOST && piece->is_device) || (mask & EARLY && piece->when.begin_ns > YEAR))
        continue;
      n++;
    }
  return n;
}

static gboolean
are_two_clocks (const GArray *pieces)
{
  guint seen[2][2] = { { 0 } }; /* by before 1971, by device */

  for (guint part = 0; part < pieces->len; part++)
    if (count (pieces, part, SET) > MAX (3, count (pieces, G_MAXUINT, ALL) / 100))
      {
        guint early = count (pieces, part, EARLY) > 0;

        seen[early][0] += count (pieces, part, SET | HOST);
        seen[early][1] += count (pieces, part, SET | DEVICE);
      }
  return (seen[0][0] && !seen[0][1] && !seen[1][0] && seen[1][1]) ||
         (!seen[0][0] && seen[0][1] && seen[1][0] && !seen[1][1]);
}

static gint64
begin_of (const GArray *pieces, guint part)
{
  gint64 begin_ns = G_MAXINT64;

  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *piece = &g_array_index (pieces, Piece, i);

      if (!piece->is_left_out && piece->part == part)
        begin_ns = MIN (begin_ns, piece->when.begin_ns);
    }
  return begin_ns;
}

static gboolean
is_better (const GArray *pieces, guint part, guint other)
{
  guint n = count (pieces, part, SET), n_device = count (pieces, part, SET | DEVICE);
  guint n_other = count (pieces, other, SET), other_device = count (pieces, other, SET | DEVICE);

  if (n_device != other_device)
    return n_device > other_device;
  if (n != n_other)
    return n > n_other;
  return begin_of (pieces, part) < begin_of (pieces, other);
}

/* Number of the part that is the choice; G_MAXUINT for all. */
static guint
naive_part (GArray *pieces)
{
  guint best = G_MAXUINT, n_all = count (pieces, G_MAXUINT, ALL);

  naive_groups (pieces, TRUE, 30 * DAY);
  for (guint part = 0; part < pieces->len; part++)
    if (count (pieces, part, SET) > MAX (3, n_all / 100) &&
        (best == G_MAXUINT || is_better (pieces, part, best)))
      best = part;
  return are_two_clocks (pieces) ? G_MAXUINT : best;
}

static void
naive_join (const GArray *pieces, gboolean *belongs)
{
  gboolean has_changed = TRUE;

  while (has_changed)
    {
      LscInterval hull = cover (pieces, belongs);

      has_changed = FALSE;
      for (guint i = 0; i < pieces->len && hull.begin_ns <= hull.end_ns; i++)
        {
          const Piece *piece = &g_array_index (pieces, Piece, i);
          guint64 gap = gap_between (&piece->when, &hull);
          guint64 length = (guint64) hull.end_ns - (guint64) hull.begin_ns;

          if (piece->is_left_out || belongs[piece->cluster] ||
              (gap > (guint64) HOUR && gap / 100 > length))
            continue;
          belongs[piece->cluster] = has_changed = TRUE;
          break;
        }
    }
}

static void
naive_choose (const GArray *pieces, guint part, gboolean *belongs)
{
  g_autofree guint *n_of = g_new0 (guint, pieces->len + 1);
  guint n_all = count (pieces, part, ALL), n_out = 0;

  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *piece = &g_array_index (pieces, Piece, i);

      if (!piece->is_left_out && (part == G_MAXUINT || piece->part == part))
        n_of[piece->cluster]++;
    }
  for (guint i = 0; i < pieces->len; i++)
    belongs[i] = n_of[i] > 3 && n_of[i] > n_all / 100;
  naive_join (pieces, belongs);
  for (guint i = 0; i < pieces->len; i++)
    n_out += belongs[i] ? 0 : n_of[i];
  if (n_out <= 100 && n_out <= n_all / 10)
    return;
  for (guint i = 0; i < pieces->len; i++)
    belongs[i] |= n_of[i] > 0;
  naive_join (pieces, belongs);
}

static LscInterval
naive_main (GArray *pieces)
{
  g_autofree gboolean *belongs = g_new0 (gboolean, pieces->len + 1);
  guint n_unset = 0, n_dated = 0;

  for (guint i = 0; i < pieces->len; i++)
    {
      n_unset += g_array_index (pieces, Piece, i).is_unset;
      n_dated += g_array_index (pieces, Piece, i).when.begin_ns > YEAR;
    }
  for (guint i = 0; i < pieces->len; i++)
    g_array_index (pieces, Piece, i).is_left_out =
        g_array_index (pieces, Piece, i).is_unset && n_unset < n_dated;
  naive_groups (pieces, FALSE, HOUR);
  naive_choose (pieces, naive_part (pieces), belongs);
  return cover (pieces, belongs);
}

enum
{
  DEVICE_LIST = 2,
};

static void
add_both (LscStretches *all, GArray *pieces, guint32 list, gint64 begin_ns, gint64 end_ns)
{
  Piece piece = { .when = { begin_ns, end_ns },
                  .is_unset = begin_ns == 0,
                  .is_device = list == DEVICE_LIST };

  lsc_stretches_add_event (all, list, (guint32) pieces->len, begin_ns, end_ns);
  if (end_ns - begin_ns > HOUR)
    {
      Piece end = { .when = { end_ns, end_ns }, .is_device = list == DEVICE_LIST };

      piece.when.end_ns = begin_ns;
      g_array_append_val (pieces, end);
    }
  g_array_append_val (pieces, piece);
}

/* Crowds of events at random distances and a few single ones, in random lists. */
static void
test_naive (void)
{
  static const gint64 scales[] = { SECOND, HOUR / 2, HOUR * 2, HOUR * 300, YEAR, 10 * YEAR };
  g_autoptr (GRand) rand = g_rand_new_with_seed (20);
  guint n_cut = 0;

  for (int round = 0; round < 400; round++)
    {
      g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
      LscStretches all = { 0 };
      LscInterval expected, found;
      int n_crowds = g_rand_int_range (rand, 1, 6);

      for (int crowd = 0; crowd < n_crowds; crowd++)
        {
          gint64 scale = scales[g_rand_int_range (rand, 0, G_N_ELEMENTS (scales))];
          gint64 at = NOW + (gint64) (g_rand_double_range (rand, -1, 1) * (double) scale);
          int n = g_rand_int_range (rand, 1, crowd == 0 ? 130 : crowd == 1 ? 20 : 4);
          gboolean is_device = g_rand_int_range (rand, 0, 3) == 0; /* all of the crowd */

          if (g_rand_int_range (rand, 0, 6) == 0)
            at = 0;
          else if (g_rand_int_range (rand, 0, 6) == 0)
            at -= NOW;
          for (int i = 0; i < n; i++)
            {
              gint64 begin = at == 0 ? 0 : at + g_rand_int_range (rand, 0, 1000000000);
              gint64 length = g_rand_int_range (rand, 0, 20) == 0 ? 3 * HOUR : 7;

              add_both (&all, pieces,
                        is_device ? DEVICE_LIST
                                  : (guint32) g_rand_int_range (rand, 0, 2 + crowd % 2),
                        begin, begin + length);
            }
        }
      for (gsize i = 0; i < all.n; i++)
        all.items[i].is_device = all.items[i].list == DEVICE_LIST;
      expected = naive_main (pieces);
      n_cut += lsc_stretches_find_main (&all, &found);
      g_assert_cmpint (found.begin_ns, ==, expected.begin_ns);
      g_assert_cmpint (found.end_ns, ==, expected.end_ns);
      lsc_stretches_clear (&all);
    }
  g_assert_cmpuint (n_cut, >, 40);
  g_assert_cmpuint (n_cut, <, 360);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stretch/example", test_example);
  g_test_add_func ("/stretch/kept", test_kept);
  g_test_add_func ("/stretch/absurd", test_absurd);
  g_test_add_func ("/stretch/left-out", test_left_out);
  g_test_add_func ("/stretch/naive", test_naive);
  return g_test_run ();
}
