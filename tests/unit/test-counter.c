/* test-counter.c - figures over time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "model/lsc-counter.h"

static LscCounter *
make (const LscSample *samples, gsize n, LscCounterUnit unit)
{
  LscCounter *self = lsc_counter_new ("test", LSC_COUNTER_LINE, unit);

  for (gsize i = 0; i < n; i++)
    lsc_samples_append (&self->samples, samples[i]);
  lsc_counter_seal (self);
  return self;
}

static void
test_seal (void)
{
  static const LscSample samples[] = { { 30, 5 },        { 10, 1 }, { 20, 1 },
                                       { 40, 5 },        { 40, 7 }, { 50, NAN },
                                       { 60, INFINITY }, { 70, 7 }, { 80, -2.5 } };
  g_autoptr (LscCounter) counter = make (samples, G_N_ELEMENTS (samples), LSC_COUNTER_UNIT_NONE);
  static const LscSample kept[] = { { 10, 1 }, { 30, 5 }, { 40, 7 }, { 80, -2.5 } };

  g_assert_cmpuint (counter->samples.n, ==, G_N_ELEMENTS (kept));
  for (gsize i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      g_assert_cmpint (counter->samples.items[i].time_ns, ==, kept[i].time_ns);
      g_assert_cmpfloat (counter->samples.items[i].value, ==, kept[i].value);
    }
  g_assert_cmpfloat (counter->least, ==, -2.5);
  g_assert_cmpfloat (counter->most, ==, 7);
}

static void
test_read (void)
{
  static const LscSample samples[] = { { 10, 1 }, { 30, 5 }, { 40, 7 } };
  g_autoptr (LscCounter) counter = make (samples, G_N_ELEMENTS (samples), LSC_COUNTER_UNIT_NONE);
  g_autoptr (LscCounter) empty = make (NULL, 0, LSC_COUNTER_UNIT_NONE);
  LscCounterReading reading;

  g_assert_false (lsc_counter_read (counter, 0, 10).is_known);
  g_assert_false (lsc_counter_read (empty, 0, 10).is_known);

  reading = lsc_counter_read (counter, 0, 20); /* known from 10 on */
  g_assert_true (reading.is_known);
  g_assert_cmpfloat (reading.mean, ==, 1);
  g_assert_cmpuint (reading.n_samples, ==, 1);

  reading = lsc_counter_read (counter, 20, 50); /* 10 of 1, 10 of 5, 10 of 7 */
  g_assert_cmpfloat (reading.first, ==, 1);
  g_assert_cmpfloat (reading.least, ==, 1);
  g_assert_cmpfloat (reading.most, ==, 7);
  g_assert_cmpfloat_with_epsilon (reading.mean, 13.0 / 3, 1e-12);
  g_assert_cmpuint (reading.n_samples, ==, 2);

  reading = lsc_counter_read (counter, 20, 30); /* half open */
  g_assert_cmpfloat (reading.most, ==, 1);
  g_assert_cmpuint (reading.n_samples, ==, 0);

  reading = lsc_counter_read (counter, 35, 35); /* a point */
  g_assert_true (reading.is_known);
  g_assert_cmpfloat (reading.mean, ==, 5);
  reading = lsc_counter_read (counter, 1000, 2000);
  g_assert_cmpfloat (reading.mean, ==, 7);
  g_assert_cmpuint (reading.n_samples, ==, 0);
}

static void
test_format (void)
{
  static const struct
  {
    LscCounterUnit unit;
    double value;
    const char *text;
  } cases[] = {
    { LSC_COUNTER_UNIT_MHZ, 1650, "1650 MHz" },
    { LSC_COUNTER_UNIT_BYTES, 512, "512 B" },
    { LSC_COUNTER_UNIT_BYTES, 1536, "1.50 KiB" },
    { LSC_COUNTER_UNIT_BYTES, 3.0 * 1024 * 1024 * 1024, "3.00 GiB" },
    { LSC_COUNTER_UNIT_BYTES_PER_S, 1.5e9, "1.50 GB/s" },
    { LSC_COUNTER_UNIT_NONE, 0.25, "0.25" },
    { LSC_COUNTER_UNIT_COUNT, 12, "12" },
    { LSC_COUNTER_UNIT_WATTS, 701.5, "701.5 W" },
    { LSC_COUNTER_UNIT_CELSIUS, 61, "61 °C" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LscCounter) counter = make (NULL, 0, cases[i].unit);
      g_autofree char *text = lsc_counter_format (counter, cases[i].value);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/counter/seal", test_seal);
  g_test_add_func ("/counter/read", test_read);
  g_test_add_func ("/counter/format", test_format);
  return g_test_run ();
}
