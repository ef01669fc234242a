/* test-cell-format.c - figures of tables as text
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <locale.h>
#include <string.h>

#include "analyze/lsc-cell-format.h"

#define S "\xc2\xa0"

static LscValue
whole (gint64 value)
{
  return (LscValue){ .type = LSC_TYPE_INT, .integer = value };
}

static LscValue
real (double value)
{
  return (LscValue){ .type = LSC_TYPE_REAL, .real = value };
}

static void
check (LscUnit unit, LscTimeUnit time, LscValue value, const char *expected)
{
  LscColumn column = { .unit = unit };
  char text[LSC_CELL_TEXT];

  memset (text, 'x', sizeof text);
  lsc_cell_format (text, &column, value, time);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_whole (void)
{
  static const struct
  {
    gint64 value;
    const char *text;
  } cases[] = {
    { 0, "0" },
    { 7, "7" },
    { -7, "-7" },
    { 999, "999" },
    { 1000, "1" S "000" },
    { -1000, "-1" S "000" },
    { 123456, "123" S "456" },
    { 1234567, "1" S "234" S "567" },
    { G_MAXINT64, "9" S "223" S "372" S "036" S "854" S "775" S "807" },
    { G_MININT64, "-9" S "223" S "372" S "036" S "854" S "775" S "808" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      check (LSC_UNIT_COUNT, LSC_TIME_UNIT_US, whole (cases[i].value), cases[i].text);
      check (LSC_UNIT_ID, LSC_TIME_UNIT_US, whole (cases[i].value), cases[i].text);
      check (LSC_UNIT_NS, LSC_TIME_UNIT_NS, whole (cases[i].value), cases[i].text);
    }
}

static void
test_time (void)
{
  static const struct
  {
    LscTimeUnit unit;
    gint64 ns;
    const char *text;
  } cases[] = {
    { LSC_TIME_UNIT_US, 0, "0" },
    { LSC_TIME_UNIT_MS, 0, "0" },
    { LSC_TIME_UNIT_US, 1, "0.001" },
    { LSC_TIME_UNIT_US, -1, "-0.001" },
    { LSC_TIME_UNIT_US, 999, "0.999" },
    { LSC_TIME_UNIT_US, 1000, "1.000" },
    { LSC_TIME_UNIT_US, 12345678, "12" S "345.678" },
    { LSC_TIME_UNIT_MS, 499, "< 0.001" },
    { LSC_TIME_UNIT_MS, -499, "< 0.001" },
    { LSC_TIME_UNIT_MS, 500, "0.001" },
    { LSC_TIME_UNIT_MS, 1499, "0.001" },
    { LSC_TIME_UNIT_MS, 1500, "0.002" },
    { LSC_TIME_UNIT_MS, -1500, "-0.002" },
    { LSC_TIME_UNIT_MS, 999999, "1.000" },
    { LSC_TIME_UNIT_MS, 1234567890, "1" S "234.568" },
    { LSC_TIME_UNIT_S, 499999, "< 0.001" },
    { LSC_TIME_UNIT_S, 500000, "0.001" },
    { LSC_TIME_UNIT_S, 61234500000, "61.235" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    check (LSC_UNIT_NS, cases[i].unit, whole (cases[i].ns), cases[i].text);
  check (LSC_UNIT_NS, LSC_TIME_UNIT_US, real (1500.5), "1.501"); /* a mean, to the ns */
  check (LSC_UNIT_NS, LSC_TIME_UNIT_US, real (-1500.5), "-1.501");
}

static void
test_reals (void)
{
  check (LSC_UNIT_SHARE, LSC_TIME_UNIT_US, real (0.12345), "12.35");
  check (LSC_UNIT_SHARE, LSC_TIME_UNIT_US, real (-1), "-100.00");
  check (LSC_UNIT_SHARE, LSC_TIME_UNIT_US, real (-0.00004),
         "0.00"); /* what rounds to zero has no sign */
  check (LSC_UNIT_NS, LSC_TIME_UNIT_MS, whole (-400), "< 0.001");
  check (LSC_UNIT_COUNT, LSC_TIME_UNIT_US, real (5), "5");
  check (LSC_UNIT_COUNT, LSC_TIME_UNIT_US, real (1234), "1" S "234");
  check (LSC_UNIT_COUNT, LSC_TIME_UNIT_US, real (5.25), "5.250");
  check (LSC_UNIT_COUNT, LSC_TIME_UNIT_US, real (1e15), "1000000000000000.000");
  check (LSC_UNIT_COUNT, LSC_TIME_UNIT_US, real (-3), "-3");
  check (LSC_UNIT_NONE, LSC_TIME_UNIT_US, real (5), "5.000");
  check (LSC_UNIT_NONE, LSC_TIME_UNIT_US, real (0.0002), "< 0.001"); /* such as a p */
}

static void
test_large (void)
{
  static const struct
  {
    double value;
    const char *text;
  } cases[] = {
    { 0, "0.00 FLOP" },       { 99.994, "99.99 FLOP" }, { 100, "100.0 FLOP" },
    { 999.4, "999.4 FLOP" },  { 999.5, "1.00 kFLOP" },  { 12345, "12.35 kFLOP" },
    { -2e6, "-2.00 MFLOP" },  { 3.5e12, "3.50 TFLOP" }, { 1e21, "1.00 ZFLOP" },
    { 1e24, "1000.0 ZFLOP" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    check (LSC_UNIT_FLOPS, LSC_TIME_UNIT_US, real (cases[i].value), cases[i].text);
  check (LSC_UNIT_FLOPS_PER_S, LSC_TIME_UNIT_US, real (2.5e9), "2.50 GFLOP/s");
}

static void
test_words (void)
{
  LscValue none = { .type = LSC_TYPE_INT, .is_null = TRUE };
  LscValue text = { .type = LSC_TYPE_TEXT, .text = "a name" };
  const LscValue values[] = { none, text, whole (-1234567), real (0.1) };
  static const char *const exact[] = { "-", "a name", "-1234567", "0.1" };

  check (LSC_UNIT_FLAG, LSC_TIME_UNIT_US, whole (1), "yes");
  check (LSC_UNIT_FLAG, LSC_TIME_UNIT_US, whole (0), "no");
  check (LSC_UNIT_NS, LSC_TIME_UNIT_US, none, "");
  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *got = lsc_cell_exact (values[i], "-");

      g_assert_cmpstr (got, ==, exact[i]);
    }
}

static void
test_unit (void)
{
  g_assert_cmpint (lsc_cell_choose_unit (LSC_TIME_UNIT_AUTO, 19999999), ==, LSC_TIME_UNIT_US);
  g_assert_cmpint (lsc_cell_choose_unit (LSC_TIME_UNIT_AUTO, 20000000), ==, LSC_TIME_UNIT_MS);
  g_assert_cmpint (lsc_cell_median_unit (999999), ==, LSC_TIME_UNIT_US);
  g_assert_cmpint (lsc_cell_median_unit (1000000), ==, LSC_TIME_UNIT_MS);
  g_assert_cmpint (lsc_cell_median_unit (1e10), ==, LSC_TIME_UNIT_S);
  g_assert_cmpint (lsc_cell_choose_unit (LSC_TIME_UNIT_S, 1), ==, LSC_TIME_UNIT_S);
}

/* Exposed time is a part of the time it is named after, and its parts are parts of it; a mean is
 * not, but stands in the unit of the median, and what would read as 0.000 keeps its own unit. What
 * is not far from the others stands in their unit. */
static void
test_family (void)
{
  static const LscColumn about[] = {
    { .name = "wait_ns", .unit = LSC_UNIT_NS, .source = "C#parts" },
    { .name = "other_ns", .unit = LSC_UNIT_NS, .source = "C#parts" },
    { .name = "exposed_wait_ns", .unit = LSC_UNIT_NS, .source = "C#exposed" },
    { .name = "exposed_ns", .unit = LSC_UNIT_NS, .source = "C#exposed" },
    { .name = "mean_ns", .unit = LSC_UNIT_NS, .source = "C#operators" },
    { .name = "dur_ns", .unit = LSC_UNIT_NS, .source = "TASK" },
    { .name = "gap_ns", .unit = LSC_UNIT_NS, .source = "TASK" },
    { .name = "first_ns", .unit = LSC_UNIT_NS, .source = "C#parts" },
    { .name = "mean_wait_ns", .unit = LSC_UNIT_NS, .source = "C#parts" },
    { .name = "median_ns", .unit = LSC_UNIT_NS, .source = "C#operators" },
    { .name = "gain_ns", .unit = LSC_UNIT_NS, .source = "D#gain" },
  };
  static const double medians_ns[] = {
    2e5, 300, 2e5, 32e6, 9e5, 5e6, 5e3, 1.7e18, 5e5, 1.1e6, 4e5
  };
  static const LscTimeUnit expected[] = { LSC_TIME_UNIT_MS, LSC_TIME_UNIT_US, LSC_TIME_UNIT_MS,
                                          LSC_TIME_UNIT_MS, LSC_TIME_UNIT_MS, LSC_TIME_UNIT_MS,
                                          LSC_TIME_UNIT_US, LSC_TIME_UNIT_S,  LSC_TIME_UNIT_US,
                                          LSC_TIME_UNIT_MS, LSC_TIME_UNIT_MS };
  const LscColumn *columns[G_N_ELEMENTS (about)];
  LscTimeUnit units[G_N_ELEMENTS (about)];

  for (guint i = 0; i < G_N_ELEMENTS (about); i++)
    columns[i] = &about[i];
  lsc_cell_share_units (columns, medians_ns, G_N_ELEMENTS (about), units);
  for (guint i = 0; i < G_N_ELEMENTS (about); i++)
    g_assert_cmpint (units[i], ==, expected[i]);
}

/* What is more than nothing does not read as nothing. */
static void
test_share (void)
{
  check (LSC_UNIT_SHARE, LSC_TIME_UNIT_MS, real (0.00004), "< 0.01");
  check (LSC_UNIT_SHARE, LSC_TIME_UNIT_MS, real (0.0001), "0.01");
  check (LSC_UNIT_SHARE, LSC_TIME_UNIT_MS, real (0), "0.00");
}

/* A unit never makes a second pair of wide parentheses beside that of a title. */
static void
test_heads (void)
{
  static const LscColumn plain = { .name = "a_ns", .title = "Wait", .unit = LSC_UNIT_NS };
  static const LscColumn wide = { .name = "b_ns", .title = "空闲（已下发）", .unit = LSC_UNIT_NS };
  static const LscColumn share = { .name = "c", .title = "占比（总）", .unit = LSC_UNIT_SHARE };
  static const LscColumn bytes = { .name = "d", .title = "（）", .unit = LSC_UNIT_BYTES };
  g_autofree char *a = lsc_cell_head (&plain, "ms", "MiB");
  g_autofree char *b = lsc_cell_head (&wide, "ms", "MiB");
  g_autofree char *c = lsc_cell_head (&share, "ms", "MiB");
  g_autofree char *d = lsc_cell_head (&bytes, "ms", "MiB");

  g_assert_cmpstr (a, ==, "Wait (ms)");
  g_assert_cmpstr (b, ==, "空闲（已下发，ms）");
  g_assert_cmpstr (c, ==, "占比（总，%）");
  g_assert_cmpstr (d, ==, "（，MiB）");
}

/* A number of ranks is not called as a list of them, where the catalog of the build has it. */
static void
test_titles (void)
{
  static const LscColumn list = { .name = "ranks", .title = "Ranks", .unit = LSC_UNIT_LIST };
  static const LscColumn count = { .name = "ranks", .title = "Ranks", .unit = LSC_UNIT_COUNT };
  static const LscColumn plain = { .name = "blocks", .title = "Blocks", .unit = LSC_UNIT_COUNT };
  g_autofree char *folder = g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "po", NULL);

  g_assert_cmpstr (lsc_cell_title (&count), ==, "Ranks");
  g_setenv ("LANGUAGE", "zh_CN", TRUE);
  setlocale (LC_ALL, "C.UTF-8");
  bindtextdomain (GETTEXT_PACKAGE, folder);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  if (g_str_equal (g_dgettext (GETTEXT_PACKAGE, "measured"), "measured"))
    {
      g_test_skip ("the catalog is not built");
      return;
    }
  g_assert_cmpstr (lsc_cell_title (&list), ==, g_dgettext (GETTEXT_PACKAGE, "Ranks"));
  g_assert_cmpstr (lsc_cell_title (&count), ==, g_dpgettext2 (GETTEXT_PACKAGE, "count", "Ranks"));
  g_assert_cmpstr (lsc_cell_title (&count), !=, lsc_cell_title (&list));
  g_assert_cmpstr (lsc_cell_title (&plain), ==, g_dgettext (GETTEXT_PACKAGE, "Blocks"));
  g_assert_cmpstr (lsc_cell_title (&plain), !=, "Blocks");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cell-format/whole", test_whole);
  g_test_add_func ("/cell-format/time", test_time);
  g_test_add_func ("/cell-format/reals", test_reals);
  g_test_add_func ("/cell-format/large", test_large);
  g_test_add_func ("/cell-format/words", test_words);
  g_test_add_func ("/cell-format/unit", test_unit);
  g_test_add_func ("/cell-format/family", test_family);
  g_test_add_func ("/cell-format/share", test_share);
  g_test_add_func ("/cell-format/heads", test_heads);
  g_test_add_func ("/cell-format/titles", test_titles);
  return g_test_run ();
}
