/* test-time.c - decimal text to nanoseconds and back
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/lsc-time.h"

typedef struct
{
  const char *text;
  LscParse result;
  gint64 value;
} Case;

static void
test_whole_numbers (void)
{
  static const Case cases[] = {
    { "1736414119000000000", LSC_PARSE_OK, 1736414119000000000 },
    { " 42\t", LSC_PARSE_OK, 42 },
    { "-7", LSC_PARSE_OK, -7 },
    { "12.9", LSC_PARSE_TRUNCATED, 12 },
    { "9223372036854775807", LSC_PARSE_OK, G_MAXINT64 },
    { "9223372036854775808", LSC_PARSE_BAD, 0 },
    { "", LSC_PARSE_BAD, 0 },
    { "oops", LSC_PARSE_BAD, 0 },
    { "12a", LSC_PARSE_BAD, 0 },
    { "-", LSC_PARSE_BAD, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 value = 0;

      g_assert_cmpint (lsc_parse_int64 (cases[i].text, strlen (cases[i].text), &value), ==,
                       cases[i].result);
      g_assert_cmpint (value, ==, cases[i].value);
    }
}

static void
test_microseconds (void)
{
  static const Case cases[] = {
    { "1712195495519689.813", LSC_PARSE_OK, 1712195495519689813 },
    { "5", LSC_PARSE_OK, 5000 },
    { "5.1", LSC_PARSE_OK, 5100 },
    { "828.33653125\t", LSC_PARSE_OK, 828337 },
    { "0.9995", LSC_PARSE_OK, 1000 },
    { "-1.5", LSC_PARSE_OK, -1500 },
    { "9223372036854775807", LSC_PARSE_BAD, 0 },
    { "1.2.3", LSC_PARSE_BAD, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 value = 0;

      g_assert_cmpint (lsc_parse_us_to_ns (cases[i].text, strlen (cases[i].text), &value), ==,
                       cases[i].result);
      g_assert_cmpint (value, ==, cases[i].value);
    }
}

static void
assert_real (double value, const char *expected)
{
  g_autofree char *text = lsc_real_to_text (value);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_reals (void)
{
  assert_real (15.0, "15.0");
  assert_real (0.1, "0.1");
  assert_real (1.0 / 3.0, "0.3333333333333333");
  assert_real (1e300, "1e+300");
  assert_real (5781537.0, "5781537.0");
  assert_real (0.0, "0.0");
  assert_real (2.0 / 3.0, "0.6666666666666666");
  assert_real (-0.0, "-0.0");
  assert_real (-1.05, "-1.05");
  assert_real (43149.859, "43149.859");
  assert_real (999999999999.999, "999999999999.999");
  assert_real (1e15, "1e+15");
}

/* What is said of @value by trying, from the fewest digits on. */
static void
assert_shortest (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  for (int precision = 15; precision <= 17; precision++)
    {
      g_autofree char *format = g_strdup_printf ("%%.%dg", precision);

      g_ascii_formatd (text, sizeof text, format, value);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }
  if (!strpbrk (text, ".e"))
    strcat (text, ".0");
  assert_real (value, text);
}

/* Numbers of few digits have a way of their own, their neighbours have not. */
static void
test_short_reals (void)
{
  for (int i = 0; i < 20000; i++)
    {
      double scale = (const double[]){ 1, 10, 100, 1000, 10000 }[i % 5];
      gint64 most = (gint64) 1 << g_test_rand_int_range (1, 52);
      double value = floor (g_test_rand_double () * (double) most) / scale;

      assert_shortest (value);
      assert_shortest (-value);
      assert_shortest (nextafter (value, INFINITY));
      assert_shortest (nextafter (value, -INFINITY));
    }
}

static void
test_durations (void)
{
  g_autofree char *us = lsc_format_duration (412600, LSC_TIME_UNIT_AUTO);
  g_autofree char *exact = lsc_format_ns_exact (1412600);
  g_autofree char *share = lsc_format_share (0.613);
  g_autofree char *nothing = lsc_format_share (-0.00004), *little = lsc_format_share (-0.00005);

  g_assert_cmpstr (us, ==, "412.6 µs");
  g_assert_cmpstr (exact, ==, "1\u00a0412\u00a0600 ns");
  g_assert_cmpstr (share, ==, "61.3 %");
  g_assert_cmpstr (nothing, ==, "0.00 %");
  g_assert_cmpstr (little, ==, "-0.01 %");
}

/* One unit for values below each other, unless they are five decades apart. */
static void
test_common_unit (void)
{
  static const struct
  {
    gint64 least_ns, most_ns;
    LscTimeUnit unit;
  } cases[] = {
    { 547000, 102100000, LSC_TIME_UNIT_MS },
    { 10000, 999000000, LSC_TIME_UNIT_MS },
    { 1100, 102100000, LSC_TIME_UNIT_US },
    { 1000, 100000000, LSC_TIME_UNIT_AUTO },
    { 5, 102100000, LSC_TIME_UNIT_AUTO },
    { 9, 10000, LSC_TIME_UNIT_NS },
    { 11000000, 3000000000, LSC_TIME_UNIT_S },
    { 0, 0, LSC_TIME_UNIT_NS },
    { 0, 5000, LSC_TIME_UNIT_US },
  };
  g_autofree char *zero = lsc_format_duration (0, LSC_TIME_UNIT_MS);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (lsc_time_common_unit (cases[i].least_ns, cases[i].most_ns), ==, cases[i].unit);
  g_assert_cmpstr (zero, ==, "0 ms");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time/whole-numbers", test_whole_numbers);
  g_test_add_func ("/time/microseconds", test_microseconds);
  g_test_add_func ("/time/reals", test_reals);
  g_test_add_func ("/time/short-reals", test_short_reals);
  g_test_add_func ("/time/common-unit", test_common_unit);
  g_test_add_func ("/time/durations", test_durations);
  return g_test_run ();
}
