/* test-read-parts.c - parts of the readers by themselves: events found again, lanes of steps
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <zlib.h>

#include "base/lsc-error.h"
#include "base/lsc-text-input.h"
#include "read/kineto/lsc-kineto.h"
#include "read/lsc-step-lane.h"

/* ---- events of a trace, read again ---- */

#define MOST_EVENTS 60

typedef struct
{
  GString *text;
  gint64 offsets[MOST_EVENTS + 1];
  char *events[MOST_EVENTS + 1]; /* NULL: what stands there does not end */
  gsize n;
  gsize n_seen;
} Trace;

/* An event whose brackets in strings would end it too early, of about @n bytes. */
static void
add_event (Trace *self, gsize n)
{
  g_autofree char *filler = g_strnfill (n, 'x');
  g_autofree char *event = g_strdup_printf ("{\"name\": \"a } ] \\\" %" G_GSIZE_FORMAT
                                            "\", \"args\": {\"list\": [1, [2]], \"f\": \"%s\"}}",
                                            self->n, filler);

  self->offsets[self->n] = (gint64) self->text->len;
  self->events[self->n++] = g_steal_pointer (&event);
  g_string_append (self->text, self->events[self->n - 1]);
  g_string_append (self->text, ",\n");
}

/* Events of all sizes up to far above the first try of a read, between others that are not asked
 * for, and at the end one that is cut off. */
static Trace
make_trace (void)
{
  Trace self = { .text = g_string_new ("[\n") };

  for (gsize i = 0; i < MOST_EVENTS; i++)
    {
      gsize n = (gsize) g_test_rand_int_range (0, 60);

      if (i % 5 == 0)
        n = (gsize) g_test_rand_int_range (1900, 2100);
      else if (i % 17 == 1)
        n = (gsize) g_test_rand_int_range (3000, 60000);
      if (g_test_rand_bit ())
        g_string_append (self.text, "{\"name\": \"not asked for\"},\n");
      add_event (&self, n);
    }
  self.offsets[self.n++] = (gint64) self.text->len;
  g_string_append (self.text, "{\"name\": \"cut of");
  return self;
}

static void
on_event (gsize index, const char *text, gsize n, gpointer user_data)
{
  Trace *self = user_data;

  g_assert_cmpuint (index, ==, self->n_seen);
  self->n_seen++;
  if (self->events[index] == NULL)
    g_assert_null (text);
  else
    g_assert_cmpmem (text, n, self->events[index], strlen (self->events[index]));
}

static void
on_cancelled_event (gsize index, const char *text, gsize n, gpointer user_data)
{
  g_assert_cmpuint (index, ==, 0); /* at most what was begun */
}

static void
check_visit (Trace *self, const char *path)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTextInput) input = lsc_text_input_open (path, job, &error);

  g_assert_no_error (error);
  self->n_seen = 0;
  g_assert_true (lsc_kineto_visit (input, self->offsets, self->n, on_event, self, job, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (self->n_seen, ==, self->n);

  g_cancellable_cancel (cancellable);
  g_assert_false (
      lsc_kineto_visit (input, self->offsets, self->n, on_cancelled_event, self, job, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
}

static void
test_visit (void)
{
  g_autofree char *folder = g_dir_make_tmp ("read-parts-XXXXXX", NULL);
  g_autofree char *plain = g_build_filename (folder, "trace.json", NULL);
  g_autofree char *packed = g_build_filename (folder, "trace.json.gz", NULL);

  for (int round = 0; round < 10; round++)
    {
      Trace trace = make_trace ();
      gzFile file = gzopen (packed, "wb1");

      g_assert_true (g_file_set_contents (plain, trace.text->str, -1, NULL));
      g_assert_cmpint (gzwrite (file, trace.text->str, (unsigned) trace.text->len), ==,
                       (int) trace.text->len);
      g_assert_cmpint (gzclose (file), ==, Z_OK);
      check_visit (&trace, plain);
      check_visit (&trace, packed);
      for (gsize i = 0; i < trace.n; i++)
        g_free (trace.events[i]);
      g_string_free (trace.text, TRUE);
    }
  g_remove (plain);
  g_remove (packed);
  g_rmdir (folder);
}

static void
test_find_text (void)
{
  static const char text[] = "{\"a\" : \"x\\\"y\",\"b\":[1,[2,3]], \"c\":-4.5e3}";
  static const struct
  {
    const char *key;
    const char *value;
  } cases[] = { { "a", "x\\\"y" }, { "b", "[1,[2,3]]" }, { "c", "-4.5e3" }, { "x", NULL } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *value = lsc_kineto_find_text (text, strlen (text), cases[i].key);

      g_assert_cmpstr (value, ==, cases[i].value);
    }
  /* a text that is a value and no key; a value that does not begin; one that does not end */
  g_assert_null (lsc_kineto_find_text ("{\"k\":\"a\"}", 9, "a"));
  g_assert_null (lsc_kineto_find_text ("{\"a\":  ", 7, "a"));
  for (gsize n = 6; n <= 10; n++)
    {
      g_autofree char *value = lsc_kineto_find_text ("{\"a\":\"bcd\"", n, "a");
      g_autofree char *expected = g_strndup ("bcd", MIN (n - 6, 3));

      g_assert_cmpstr (value, ==, expected);
    }
}

/* ---- lanes of steps ---- */

static LscTimeline *
make_timeline (void)
{
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_KINETO, "/a", "/a/x");

  return lsc_timeline_new (source);
}

static LscLane *
make_lane (LscTimeline *timeline, const LscStep *steps, gsize n)
{
  LscRawSlices raw = { 0 };

  for (gsize i = 0; i < n; i++)
    {
      LscRawSlice *slice = lsc_raw_slices_add (&raw, steps[i].start_ns, steps[i].end_ns);
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%d", (int) steps[i].id);

      slice->name = lsc_intern_add (timeline->strings, steps[i].id >= 0 ? name : "ProfilerStep");
    }
  return lsc_lane_new (&raw, LSC_LANE_NESTED, NULL);
}

/* What another thread repeats inside a step is in a row below and is no step. */
static void
test_steps_of_a_lane (void)
{
  static const LscStep steps[] = {
    { 7, 100, 200 }, { 7, 110, 190 }, { 8, 200, 350 }, { 8, 220, 300 }, { -1, 400, 450 }
  };
  g_autoptr (LscTimeline) timeline = make_timeline ();
  g_autoptr (LscLane) lane = make_lane (timeline, steps, G_N_ELEMENTS (steps));
  g_autoptr (LscLane) empty = make_lane (timeline, NULL, 0);

  g_assert_cmpuint (lane->n_rows, ==, 2);
  lsc_step_lane_read (timeline, lane);
  lsc_step_lane_read (timeline, empty);
  g_assert_cmpuint (timeline->steps.n, ==, 3);
  for (gsize i = 0; i < 3; i++)
    {
      const LscStep *step = &timeline->steps.items[i], *expected = &steps[2 * i];

      g_assert_cmpint (step->id, ==, MAX (expected->id, 0));
      g_assert_cmpint (step->start_ns, ==, expected->start_ns);
      g_assert_cmpint (step->end_ns, ==, expected->end_ns);
    }
}

/* Marks are rounded: the end of one may lie just behind the begin of the next. All are steps, and
 * none of them overlaps; what is repeated inside one is none, nor what begins earlier than that. */
static void
test_rounded_steps (void)
{
  static const LscStep steps[] = { { 1, 100000, 200001 }, { 2, 200000, 300003 },
                                   { 2, 210000, 290000 }, { 3, 300000, 400000 },
                                   { 4, 395000, 500000 }, { 5, 500000, 600000 },
                                   { 6, 594999, 700000 } };
  static const LscStep expected[] = { { 1, 100000, 200000 },
                                      { 2, 200000, 300000 },
                                      { 3, 300000, 395000 },
                                      { 4, 395000, 500000 },
                                      { 5, 500000, 600000 } };
  g_autoptr (LscTimeline) timeline = make_timeline ();
  g_autoptr (LscLane) lane = make_lane (timeline, steps, G_N_ELEMENTS (steps));

  lsc_step_lane_read (timeline, lane);
  g_assert_cmpuint (timeline->steps.n, ==, G_N_ELEMENTS (expected));
  for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const LscStep *step = &timeline->steps.items[i];

      g_assert_cmpint (step->id, ==, expected[i].id);
      g_assert_cmpint (step->start_ns, ==, expected[i].start_ns);
      g_assert_cmpint (step->end_ns, ==, expected[i].end_ns);
    }
}

static void
test_lane_of_steps (void)
{
  static const LscStep steps[] = { { 3, 10, 20 }, { 5, 20, 45 } };

  for (int is_numbered = 0; is_numbered < 2; is_numbered++)
    {
      g_autoptr (LscTimeline) timeline = make_timeline ();
      g_autoptr (LscLane) lane = NULL;

      for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
        lsc_steps_append (&timeline->steps, steps[i]);
      lane = lsc_step_lane_new (timeline, is_numbered);
      g_assert_cmpuint (lane->n, ==, G_N_ELEMENTS (steps));
      g_assert_cmpstr (lsc_timeline_text (timeline, lane->name[1]), ==, "ProfilerStep#5");
      for (guint32 i = 0; i < lane->n; i++)
        {
          g_assert_cmpint (lane->start_ns[i], ==, steps[i].start_ns);
          g_assert_cmpint (lsc_lane_get_end_ns (lane, i), ==, steps[i].end_ns);
          g_assert_cmpint (lane->kind[i], ==, LSC_SLICE_STEP);
          if (is_numbered)
            g_assert_cmpint (lsc_lane_get_detail (lane, i), ==, (gint64) i);
        }
    }
}

/* What lies between steps is in none of them, and a sum that does not fit is the largest number. */
static void
test_sum_of_steps (void)
{
  LscSteps steps = { 0 };

  g_assert_cmpint (lsc_steps_sum_ns (&steps), ==, 0);
  lsc_steps_append (&steps, (LscStep){ 4, -100, 50 });
  lsc_steps_append (&steps, (LscStep){ 5, 70, 100 });
  lsc_steps_append (&steps, (LscStep){ 6, 200, 190 });
  g_assert_cmpint (lsc_steps_sum_ns (&steps), ==, 180);
  lsc_steps_append (&steps, (LscStep){ 7, 0, G_MAXINT64 });
  g_assert_cmpint (lsc_steps_sum_ns (&steps), ==, G_MAXINT64);
  lsc_steps_clear (&steps);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/read-parts/visit", test_visit);
  g_test_add_func ("/read-parts/find-text", test_find_text);
  g_test_add_func ("/read-parts/steps-of-a-lane", test_steps_of_a_lane);
  g_test_add_func ("/read-parts/rounded-steps", test_rounded_steps);
  g_test_add_func ("/read-parts/lane-of-steps", test_lane_of_steps);
  g_test_add_func ("/read-parts/sum-of-steps", test_sum_of_steps);
  return g_test_run ();
}
