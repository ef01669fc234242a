/* test-mistimed.c - events whose times cannot be
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-slice-cut.h"
#include "test-step-support.h"

#define US G_GINT64_CONSTANT (1000)
#define MS (1000 * US)
#define SECOND (1000 * MS)

enum
{
  N_KERNELS = 40,
  CALLS = 0,
  KERNELS = N_KERNELS,
};

/** Calls every 200 us from @begin on, and a kernel 90 us behind each. */
typedef struct
{
  Event events[2 * N_KERNELS + 8];
  Link links[N_KERNELS];
  gsize n;
} Made;

static void
make (Made *self, gint64 begin)
{
  for (guint i = 0; i < N_KERNELS; i++)
    {
      gint64 at = begin + i * 200 * US;

      self->events[CALLS + i] =
          (Event){ CANN_MAIN, "launch", LSC_SLICE_CANN_RUNTIME, at, at + 10 * US };
      self->events[KERNELS + i] =
          (Event){ STREAM_A, "MatMul", LSC_SLICE_CUBE, at + 90 * US, at + 190 * US };
      self->links[i] = (Link){ CALLS + i, KERNELS + i, LSC_LINK_LAUNCH };
    }
  self->n = 2 * N_KERNELS;
}

static void
shift (Made *self, guint kernel, gint64 by)
{
  self->events[KERNELS + kernel].start += by;
  self->events[KERNELS + kernel].end += by;
}

static LscTimeline *
complete (const Made *self)
{
  LscTimeline *timeline =
      test_timeline_new (self->events, self->n, self->links, N_KERNELS, NULL, 0);

  test_timeline_complete (timeline);
  return timeline;
}

/* The count of the notice of a kind, 0 where there is none. */
static gint64
get_told (const LscTimeline *timeline, const char *code)
{
  g_autoptr (GPtrArray) notices = lsc_notices_copy_list (timeline->notices);

  for (guint i = 0; i < notices->len; i++)
    if (g_str_equal (((const LscNotice *) notices->pdata[i])->code, code))
      return ((const LscNotice *) notices->pdata[i])->count;
  return 0;
}

/* @n_out: tasks that are told; what lies absurdly far is a stray event */
static void
check (const Made *made, gint64 n_out, gint64 skew, gint64 begin, gint64 computing)
{
  g_autoptr (LscTimeline) timeline = complete (made);

  g_assert_cmpint (get_told (timeline, "task-before-launch") + get_told (timeline, "stray-event"),
                   ==, n_out);
  g_assert_cmpint (test_dispatch (timeline)->skew_ns, ==, skew);
  g_assert_cmpint (timeline->main_begin_ns, ==, begin);
  g_assert_cmpint (test_overlap (timeline)->all.computing_ns, ==, computing);
}

/* A few times of another clock are left out, whether far or near, and change nothing else. */
static void
test_early (void)
{
  static const gint64 shifts[] = { -5 * MS, -2 * SECOND, -100000 * SECOND };

  for (gsize i = 0; i < G_N_ELEMENTS (shifts); i++)
    for (guint n = 1; n <= 4; n++)
      {
        Made made = { .n = 0 };

        g_test_message ("%u kernels by %" G_GINT64_FORMAT " ns", n, shifts[i]);
        make (&made, 200000 * SECOND);
        for (guint k = 0; k < n; k++)
          shift (&made, 3 + k, shifts[i]);
        check (&made, n, 0, 200000 * SECOND, (N_KERNELS - n) * 100 * US);
      }
}

/* Clocks that disagree move all kernels: that is a skew, and none is left out. */
static void
test_skew (void)
{
  static const gint64 shifts[] = { -150 * US, -5 * MS, -100 * SECOND };

  for (gsize i = 0; i < G_N_ELEMENTS (shifts); i++)
    {
      Made made = { .n = 0 };

      make (&made, 200000 * SECOND);
      for (guint k = 0; k < N_KERNELS; k++)
        shift (&made, k, shifts[i]);
      check (&made, 0, shifts[i] + 90 * US,
             MIN (made.events[KERNELS].start, made.events[CALLS].start), N_KERNELS * 100 * US);
    }
}

/* A skew that only the least delays show, as the host runs ahead more and more. */
static void
test_growing_lead (void)
{
  Made made = { .n = 0 };

  make (&made, SECOND);
  for (guint k = 0; k < N_KERNELS; k++)
    shift (&made, k, -240 * US + (gint64) k * 80 * US);
  check (&made, 0, -150 * US, MIN (made.events[KERNELS].start, made.events[CALLS].start),
         N_KERNELS * 100 * US);
}

/* Without steps an event that was never set does not stretch the recording. */
static void
test_unset (void)
{
  Made made = { .n = 0 };
  g_autoptr (LscTimeline) timeline = NULL;

  make (&made, 2 * SECOND);
  made.events[made.n++] = (Event){ CANN_MAIN, "get", LSC_SLICE_CANN_RUNTIME, 0, 5 * US };
  timeline = complete (&made);
  g_assert_cmpint (get_told (timeline, "stray-event"), ==, 1);
  g_assert_true (timeline->has_strays);
  g_assert_cmpint (timeline->main_begin_ns, ==, 2 * SECOND);
}

/* Many of them are none the less so; steps among them are none. */
static void
test_many_unset (void)
{
  Made made = { .n = 0 };
  static const LscStep steps[] = { { 2, 0, 0 }, { 1, 5000 * SECOND, 5000 * SECOND + 8 * MS } };
  g_autoptr (LscTimeline) timeline = NULL;

  make (&made, 5000 * SECOND);
  for (guint i = N_KERNELS / 2; i < N_KERNELS; i++)
    {
      made.events[CALLS + i].start = made.events[CALLS + i].end = 0;
      made.events[KERNELS + i].start = made.events[KERNELS + i].end = 0;
    }
  timeline = test_timeline_new (made.events, made.n, made.links, N_KERNELS, steps, 2);
  test_timeline_complete (timeline);
  g_assert_cmpint (get_told (timeline, "stray-event"), ==, N_KERNELS);
  g_assert_cmpuint (timeline->steps.n, ==, 1);
  g_assert_cmpint (timeline->steps.items[0].id, ==, 1);
  g_assert_cmpint (timeline->main_begin_ns, ==, 5000 * SECOND);
}

/* A recording that counts from 0 begins there. */
static void
test_begin (void)
{
  Made made = { .n = 0 };
  g_autoptr (LscTimeline) timeline = NULL;

  make (&made, 0);
  timeline = complete (&made);
  g_assert_false (timeline->has_strays);
  g_assert_cmpint (get_told (timeline, "stray-event"), ==, 0);
}

/* ---- Lengths
 * ------------------------------------------------------------------------------------- */

static void
add (LscRawSlices *raw, gint64 start, gint64 end)
{
  lsc_raw_slices_add (raw, start, end)->kind = LSC_SLICE_COMPUTE;
}

static void
check_cut (LscRawSlices *raw, gsize n_cut)
{
  LscOverruns cut = { 0 };

  lsc_raw_slices_cut_overruns (raw, &cut);
  g_assert_cmpuint (cut.n, ==, n_cut);
  lsc_overruns_clear (&cut);
}

static void
test_overrun (void)
{
  static const gint64 lengths[] = { 65 * MS, 1600 * MS, 100 * SECOND };

  for (gsize k = 0; k < G_N_ELEMENTS (lengths); k++)
    for (gsize n = 1; n <= 2; n++)
      {
        LscRawSlices raw = { 0 };

        for (gsize i = 0; i < 40; i++)
          add (&raw, (gint64) i * 200 * US,
               (gint64) i * 200 * US + (i >= 3 && i < 3 + n ? lengths[k] * (i - 2) : 100 * US));
        check_cut (&raw, n);
        for (gsize i = 0; i < raw.n; i++)
          g_assert_cmpint (lsc_raw_slices_get_end_ns (&raw, i) - raw.items[i].start_ns, ==,
                           i >= 3 && i < 3 + n ? 200 * US : 100 * US);
        g_assert_cmpuint (raw.longs.n, ==, 0);
        lsc_raw_slices_clear (&raw);
      }
}

/* What overlaps for good reasons stays: launched before the one in front has ended, a branch of a
 * graph, or the last of its stream. */
static void
test_overlaps (void)
{
  LscRawSlices raw = { 0 };

  for (gsize i = 0; i < 40; i++)
    add (&raw, (gint64) i * 100 * US, (gint64) i * 100 * US + 130 * US);
  check_cut (&raw, 0);
  lsc_raw_slices_clear (&raw);

  for (gsize i = 0; i < 40; i++)
    add (&raw, (gint64) i * 100 * US, (gint64) i * 100 * US + (i % 8 == 0 ? 700 * US : 50 * US));
  check_cut (&raw, 0);
  lsc_raw_slices_clear (&raw);

  for (gsize i = 0; i < 40; i++) /* the last one, of which there are no others */
    {
      add (&raw, (gint64) i * 100 * US, (gint64) i * 100 * US + (i == 39 ? 5 * SECOND : 50 * US));
      raw.items[i].name = i == 39;
    }
  check_cut (&raw, 0);
  lsc_raw_slices_clear (&raw);

  for (gsize i = 0; i < 40; i++) /* branches of a graph, the one with a long product */
    add (&raw, (gint64) i * 10 * US, (gint64) i * 10 * US + (i % 8 == 0 ? 79 * US : 4 * US));
  check_cut (&raw, 0);
  lsc_raw_slices_clear (&raw);

  for (gsize i = 0; i < 40; i++) /* long, but nothing begins before it ends */
    add (&raw, (gint64) i * SECOND, (gint64) i * SECOND + (i == 7 ? SECOND : 50 * US));
  check_cut (&raw, 0);
  lsc_raw_slices_clear (&raw);
}

/* Nothing follows, but others of its name are short: left out. */
static void
test_last (void)
{
  LscRawSlices raw = { 0 };

  for (gsize i = 0; i < 40; i++)
    add (&raw, (gint64) i * 100 * US, (gint64) i * 100 * US + (i == 39 ? 5 * SECOND : 50 * US));
  check_cut (&raw, 1);
  g_assert_cmpint (raw.items[39].kind, ==, LSC_SLICE_MISTIMED);
  g_assert_cmpint (lsc_raw_slices_get_end_ns (&raw, 39), ==, raw.items[39].start_ns);
  lsc_raw_slices_clear (&raw);

  for (gsize i = 0; i < 40; i++) /* a collective may wait for a peer that failed */
    {
      add (&raw, (gint64) i * 100 * US, (gint64) i * 100 * US + (i == 39 ? 5 * SECOND : 50 * US));
      raw.items[i].kind = LSC_SLICE_COMM_TASK;
    }
  check_cut (&raw, 0);
  lsc_raw_slices_clear (&raw);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mistimed/early", test_early);
  g_test_add_func ("/mistimed/skew", test_skew);
  g_test_add_func ("/mistimed/growing-lead", test_growing_lead);
  g_test_add_func ("/mistimed/unset", test_unset);
  g_test_add_func ("/mistimed/many-unset", test_many_unset);
  g_test_add_func ("/mistimed/begin", test_begin);
  g_test_add_func ("/mistimed/overrun", test_overrun);
  g_test_add_func ("/mistimed/overlaps", test_overlaps);
  g_test_add_func ("/mistimed/last", test_last);
  return g_test_run ();
}
