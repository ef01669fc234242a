/* lsc-cell-format.c - figures of tables as text
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/lsc-cell-format.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Cells are filled while scrolling, so this writes into a buffer of the caller and neither
 * allocates nor formats through printf where numbers are whole. */

#define DIGIT_SPACE "\xc2\xa0"
#define LEAST_IN_MS_NS (20 * G_GINT64_CONSTANT (1000000))
#define LEAST_MOMENT_NS 1e15 /* 11 days: a time of the day, and no duration */
#define MOST_APART 1000.0    /* times that two columns of one unit may differ by */
#define LEAST_READ 0.01      /* of a unit: with three decimals two digits */
#define LEAST_SHARE 5e-5     /* what is less would read as 0.00 % */

/* Writes @value with grouped digits; returns the end. */
static char *
write_grouped (char *out, guint64 value)
{
  char digits[24];
  guint n = 0;

  do
    digits[n++] = (char) ('0' + value % 10);
  while (value /= 10);
  while (n-- > 0)
    {
      *out++ = digits[n];
      if (n > 0 && n % 3 == 0)
        {
          memcpy (out, DIGIT_SPACE, strlen (DIGIT_SPACE));
          out += strlen (DIGIT_SPACE);
        }
    }
  *out = '\0';
  return out;
}

static void
write_whole (char *out, gint64 value)
{
  if (value < 0)
    *out++ = '-';
  write_grouped (out, value < 0 ? -(guint64) value : (guint64) value);
}

static void
write_time (char *out, gint64 ns, LscTimeUnit unit)
{
  gint64 unit_ns = lsc_time_unit_ns (unit);
  guint64 size = ns < 0 ? -(guint64) ns : (guint64) ns;
  guint64 thousandths;

  if (ns < 0 && (unit_ns <= 1000 || size * 2 >= (guint64) (unit_ns / 1000)))
    *out++ = '-';
  if (unit_ns <= 1 || size == 0) /* a true zero is no rounded figure */
    {
      write_grouped (out, size);
      return;
    }
  /* three decimals, rounded half up */
  thousandths = size / (guint64) (unit_ns / 1000);
  if (size % (guint64) (unit_ns / 1000) * 2 >= (guint64) (unit_ns / 1000) && unit_ns > 1000)
    thousandths++;
  if (thousandths == 0) /* no figure of zeros stands for some time */
    {
      strcpy (out, "< 0.001");
      return;
    }
  out = write_grouped (out, thousandths / 1000);
  *out++ = '.';
  *out++ = (char) ('0' + thousandths / 100 % 10);
  *out++ = (char) ('0' + thousandths / 10 % 10);
  *out++ = (char) ('0' + thousandths % 10);
  *out = '\0';
}

static void
write_large (char *out, double value, const char *unit)
{
  static const char *const prefixes[] = { "", "k", "M", "G", "T", "P", "E", "Z" };
  char number[32];
  guint prefix = 0;

  while (fabs (value) >= 999.5 && prefix + 1 < G_N_ELEMENTS (prefixes))
    {
      value /= 1000;
      prefix++;
    }
  g_ascii_formatd (number, sizeof number, fabs (value) >= 100 ? "%.1f" : "%.2f", value);
  g_snprintf (out, LSC_CELL_TEXT, "%s %s%s", number, prefixes[prefix], unit);
}

/**
 * lsc_cell_choose_unit:
 * @chosen: unit chosen, perhaps automatic
 * @total_ns: the largest figure, or their sum
 *
 * One unit for all rows, so that figures below each other compare; three decimals of it show
 * the single kernel as well.
 */
LscTimeUnit
lsc_cell_choose_unit (LscTimeUnit chosen, gint64 total_ns)
{
  if (chosen != LSC_TIME_UNIT_AUTO)
    return chosen;
  return total_ns < LEAST_IN_MS_NS ? LSC_TIME_UNIT_US : LSC_TIME_UNIT_MS;
}

/**
 * lsc_cell_median_unit:
 * @median_ns: of the sizes of a column
 *
 * Returns: the unit in which most of its figures have one to four digits before the point
 */
LscTimeUnit
lsc_cell_median_unit (double median_ns)
{
  if (median_ns >= 1e10)
    return LSC_TIME_UNIT_S;
  return median_ns >= 1e6 ? LSC_TIME_UNIT_MS : LSC_TIME_UNIT_US;
}

/* Of one instance: no part of a sum. */
static gboolean
is_of_one (const LscColumn *column)
{
  static const char *const prefixes[] = { "mean_", "median_", "p50_", "p95_", "min_", "max_" };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (column->name, prefixes[i]))
      return TRUE;
  return FALSE;
}

/**
 * lsc_cell_is_middle:
 *
 * Returns: whether a column has means or medians, which are compared with each other and thus stand
 *   in one unit
 */
gboolean
lsc_cell_is_middle (const LscColumn *column)
{
  static const char *const names[] = { "mean_ns", "median_ns", "p50_ns", NULL };

  g_return_val_if_fail (column, FALSE);
  return g_strv_contains (names, column->name);
}

/* What is exposed is a part of what it is named after, as parts below one heading are of each
 * other: times that a reader adds up or compares stand in one unit. */
static gboolean
are_parts (const LscColumn *a, const LscColumn *b)
{
  static const char exposed[] = "exposed_";

  if (is_of_one (a) || is_of_one (b))
    return lsc_cell_is_middle (a) && lsc_cell_is_middle (b);
  if (a->source && b->source && strchr (a->source, '#') && g_str_equal (a->source, b->source))
    return TRUE;
  return (g_str_has_prefix (a->name, exposed) &&
          g_str_equal (a->name + strlen (exposed), b->name)) ||
         (g_str_has_prefix (b->name, exposed) && g_str_equal (b->name + strlen (exposed), a->name));
}

/* What still reads with two digits or more in the unit of another column stands in it, so that both
 * can be compared; what is of one instance is not compared with sums. */
static gboolean
are_near (const LscColumn *small, const LscColumn *large, double small_ns, double large_ns)
{
  double unit_ns = large_ns >= 1e9 ? 1e9 : large_ns >= 1e6 ? 1e6 : 1e3;

  return !is_of_one (small) && !is_of_one (large) && large_ns <= MOST_APART * small_ns &&
         small_ns >= LEAST_READ * unit_ns;
}

/* Takes the largest median of the columns that are parts of one another, or near it. */
static void
spread_largest (const LscColumn *const *columns, const double *medians_ns, guint n,
                double *largest_ns)
{
  gboolean is_changed = TRUE;

  while (is_changed)
    {
      is_changed = FALSE;
      for (guint i = 0; i < n * n; i++)
        if (largest_ns[i % n] < LEAST_MOMENT_NS && largest_ns[i % n] > largest_ns[i / n] &&
            (are_parts (columns[i / n], columns[i % n]) ||
             are_near (columns[i / n], columns[i % n], medians_ns[i / n], largest_ns[i % n])))
          {
            largest_ns[i / n] = largest_ns[i % n];
            is_changed = TRUE;
          }
    }
}

/**
 * lsc_cell_share_units:
 * @columns: (array length=n): of times
 * @medians_ns: (array length=n): sizes that are typical of each, 0 = nothing to show
 * @units: (array length=n) (out): of each column
 *
 * The unit of a column is that of its median, and of columns that are parts of one another, or
 * less than 1 000 times apart, that of the largest of these, unless what is typical of a column
 * would read as 0.000 in it.
 *
 * Cost: O(n^3) at most; tables have some dozens of columns.
 */
void
lsc_cell_share_units (const LscColumn *const *columns, const double *medians_ns, guint n,
                      LscTimeUnit *units)
{
  g_autofree double *largest_ns = g_new0 (double, MAX (n, 1));

  memcpy (largest_ns, medians_ns, n * sizeof (double));
  spread_largest (columns, medians_ns, n, largest_ns);
  for (guint i = 0; i < n; i++)
    {
      units[i] = lsc_cell_median_unit (largest_ns[i]);
      if (medians_ns[i] > 0 && ((units[i] == LSC_TIME_UNIT_MS && medians_ns[i] < 1e3) ||
                                (units[i] == LSC_TIME_UNIT_S && medians_ns[i] < 1e6)))
        units[i] = lsc_cell_median_unit (medians_ns[i]);
    }
}

/* A mean of counts that are all the same is a count. */
static gboolean
is_whole (double value)
{
  return fabs (value) < 1e15 && value == floor (value);
}

/**
 * lsc_cell_format:
 * @text: (out caller-allocates): %LSC_CELL_TEXT bytes; empty for NULL
 * @value: a number
 */
void
lsc_cell_format (char *text, const LscColumn *column, LscValue value, LscTimeUnit unit)
{
  *text = '\0';
  if (value.is_null)
    return;
  switch (column->unit)
    {
    case LSC_UNIT_NS:
      write_time (text, value.type == LSC_TYPE_INT ? value.integer : (gint64) llround (value.real),
                  unit);
      break;
    case LSC_UNIT_SHARE:
      if (value.real > 0 && value.real < LEAST_SHARE)
        g_strlcpy (text, "< 0.01", LSC_CELL_TEXT);
      else
        g_ascii_formatd (text, LSC_CELL_TEXT, "%.2f", value.real * 100);
      break;
    case LSC_UNIT_FLAG:
      g_strlcpy (text, value.integer ? C_ ("flag", "yes") : C_ ("flag", "no"), LSC_CELL_TEXT);
      break;
    case LSC_UNIT_FLOPS:
      write_large (text, value.real, "FLOP");
      break;
    case LSC_UNIT_FLOPS_PER_S:
      write_large (text, value.real, "FLOP/s");
      break;
    default:
      if (value.type == LSC_TYPE_INT)
        write_whole (text, value.integer);
      else if (column->unit == LSC_UNIT_COUNT && is_whole (value.real))
        write_whole (text, (gint64) value.real);
      else if (value.real > 0 && value.real < 0.001)
        g_strlcpy (text, "< 0.001", LSC_CELL_TEXT);
      else
        g_ascii_formatd (text, LSC_CELL_TEXT, "%.3f", value.real);
    }
  lsc_drop_minus (text);
}

/** lsc_cell_exact: Returns: (transfer full): a value as it is stored, @none where there is none */
char *
lsc_cell_exact (LscValue value, const char *none)
{
  if (value.is_null)
    return g_strdup (none);
  if (value.type == LSC_TYPE_TEXT)
    return g_strdup (value.text);
  return value.type == LSC_TYPE_REAL ? lsc_real_to_text (value.real)
                                     : g_strdup_printf ("%" G_GINT64_FORMAT, value.integer);
}

/**
 * lsc_cell_title:
 * @column: with a title
 *
 * In some languages the word for a number of things is not that for the things, so that it may have
 * a translation of its own, of the context "count".
 *
 * Returns: (transfer none): the title of a column in the reader's language
 */
const char *
lsc_cell_title (const LscColumn *column)
{
  const char *title;

  g_return_val_if_fail (column && column->title, NULL);
  if (column->unit != LSC_UNIT_COUNT)
    return _ (column->title);
  title = g_dpgettext2 (GETTEXT_PACKAGE, "count", column->title);
  return title != column->title ? title : _ (column->title);
}

/* Wide parentheses leave no room between them, so that the unit goes into those of a title. */
static char *
add_unit (const char *title, const char *unit)
{
  static const char wide[] = "）";

  if (g_str_has_suffix (title, wide))
    return g_strdup_printf ("%.*s，%s%s", (int) (strlen (title) - strlen (wide)), title, unit,
                            wide);
  return g_strdup_printf (_ ("%s (%s)"), title, unit);
}

/**
 * lsc_cell_head:
 * @time_unit: of times; @bytes_unit: of sizes, as cells are shown
 *
 * Returns: (transfer full): the title of a column in the reader's language, with its unit unless
 *   the title says it
 */
char *
lsc_cell_head (const LscColumn *column, const char *time_unit, const char *bytes_unit)
{
  const char *title = column->title ? lsc_cell_title (column) : column->name;

  switch (column->unit)
    {
    case LSC_UNIT_NS:
      return add_unit (title, time_unit);
    case LSC_UNIT_BYTES:
      return add_unit (title, bytes_unit);
    case LSC_UNIT_SHARE:
      return strchr (title, '%') ? g_strdup (title) : add_unit (title, "%");
    default:
      return g_strdup (title);
    }
}
