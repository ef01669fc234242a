/* test-decimal.c - decimal numbers as exact integers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/lsc-decimal.h"

static void
test_parse (void)
{
  static const struct
  {
    const char *text;
    gint64 digits;
    guint n_fraction;
  } good[] = {
    { "0", 0, 0 },        { "10", 10, 0 },         { "1.5", 15, 1 },
    { ".5", 5, 1 },       { "2.", 2, 0 },          { "1.050", 105, 2 },
    { "100.00", 100, 0 }, { "0.000000001", 1, 9 }, { "1.0000000000", 1, 0 },
  };
  static const char *const bad[] = { "",    ".",   "-1",
                                     "1e3", "1,5", "1.2.3",
                                     " 1",  "0x1", "0.0000000001",
                                     "nan", "1 ",  "99999999999999999999" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      LscDecimal value;

      g_assert_true (lsc_decimal_parse (good[i].text, &value));
      g_assert_cmpint (value.digits, ==, good[i].digits);
      g_assert_cmpuint (value.n_fraction, ==, good[i].n_fraction);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      LscDecimal value;

      if (lsc_decimal_parse (bad[i], &value))
        g_error ("“%s” was read as a number", bad[i]);
    }
}

static void
test_scale (void)
{
  LscDecimal value;
  gint64 scaled;

  g_assert_true (lsc_decimal_parse ("2.75", &value));
  g_assert_true (lsc_decimal_scale (&value, 4, &scaled));
  g_assert_cmpint (scaled, ==, 27500);
  g_assert_true (lsc_decimal_parse ("9000000000000", &value));
  g_assert_false (lsc_decimal_scale (&value, 9, &scaled));
}

static void
test_print (void)
{
  static const struct
  {
    gint64 scaled;
    guint exponent;
    const char *text;
  } cases[] = {
    { 0, 10, "0" },
    { 30, 1, "3" },
    { 15, 1, "1.5" },
    { 10500, 4, "1.05" },
    { -25, 2, "-0.25" },
    { 1, 10, "0.0000000001" },
    { G_MININT64, 0, "-9223372036854775808" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) out = g_string_new (NULL);

      lsc_decimal_append (out, cases[i].scaled, cases[i].exponent);
      g_assert_cmpstr (out->str, ==, cases[i].text);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/decimal/parse", test_parse);
  g_test_add_func ("/decimal/scale", test_scale);
  g_test_add_func ("/decimal/print", test_print);
  return g_test_run ();
}
