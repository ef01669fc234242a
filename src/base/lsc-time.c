/* lsc-time.c - decimal text to nanoseconds and back
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-time.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *
skip_blanks (const char *text, const char *end)
{
  while (text < end && g_ascii_isspace (*text))
    text++;
  return text;
}

/* Reads digits into *value; FALSE when there is none or the value leaves 63 bits. */
static gboolean
read_digits (const char **text, const char *end, guint64 *value)
{
  const char *p = *text;
  guint64 sum = 0;

  while (p < end && g_ascii_isdigit (*p))
    {
      guint digit = (guint) (*p - '0');

      if (sum > (G_MAXINT64 - digit) / 10)
        return FALSE;
      sum = sum * 10 + digit;
      p++;
    }
  if (p == *text)
    return FALSE;
  *text = p;
  *value = sum;
  return TRUE;
}

/**
 * lsc_parse_int64:
 * @text: decimal digits, perhaps with blanks around, a sign, a fraction; @length bytes
 *
 * Reads a whole number exactly (times.md#text-times). A fraction is cut off and reported.
 *
 * Returns: %LSC_PARSE_BAD for empty or other text and for values outside 64 bits
 */
LscParse
lsc_parse_int64 (const char *text, gsize length, gint64 *value)
{
  const char *end = text + length;
  gboolean is_negative = FALSE;
  LscParse result = LSC_PARSE_OK;
  guint64 digits;

  text = skip_blanks (text, end);
  if (text < end && (*text == '-' || *text == '+'))
    is_negative = *text++ == '-';
  if (!read_digits (&text, end, &digits))
    return LSC_PARSE_BAD;
  if (text < end && *text == '.')
    {
      text++;
      while (text < end && g_ascii_isdigit (*text))
        text++;
      result = LSC_PARSE_TRUNCATED;
    }
  if (skip_blanks (text, end) != end)
    return LSC_PARSE_BAD;
  *value = is_negative ? -(gint64) digits : (gint64) digits;
  return result;
}

static gint64
read_fraction (const char **text, const char *end)
{
  const char *p = *text;
  gint64 ns = 0;
  int n = 0;

  for (; p < end && g_ascii_isdigit (*p); p++, n++)
    {
      if (n < 3)
        ns = ns * 10 + (*p - '0');
      else if (n == 3 && *p >= '5')
        ns++;
    }
  for (; n < 3; n++)
    ns *= 10;
  *text = p;
  return ns;
}

/**
 * lsc_parse_us_to_ns:
 * @text: microseconds with any number of decimals; @length bytes
 *
 * Reads text times exactly (times.md#text-times): up to three decimals count, further ones round
 * half up.
 *
 * Returns: %LSC_PARSE_BAD for other text and for values outside 64 bits of ns
 */
LscParse
lsc_parse_us_to_ns (const char *text, gsize length, gint64 *value)
{
  const char *end = text + length;
  gboolean is_negative = FALSE;
  guint64 us;
  gint64 ns = 0;

  text = skip_blanks (text, end);
  if (text < end && (*text == '-' || *text == '+'))
    is_negative = *text++ == '-';
  if (!read_digits (&text, end, &us) || us > (guint64) (G_MAXINT64 / 1000 - 1))
    return LSC_PARSE_BAD;
  if (text < end && *text == '.')
    {
      text++;
      ns = read_fraction (&text, end);
    }
  if (skip_blanks (text, end) != end)
    return LSC_PARSE_BAD;
  ns += (gint64) us * 1000;
  *value = is_negative ? -ns : ns;
  return LSC_PARSE_OK;
}

/**
 * lsc_time_unit_ns:
 *
 * Returns: ns in one unit; 1 for %LSC_TIME_UNIT_AUTO
 */
gint64
lsc_time_unit_ns (LscTimeUnit unit)
{
  static const gint64 ns[] = { 1, 1, 1000, 1000000, 1000000000 };

  return ns[unit];
}

const char *
lsc_time_unit_name (LscTimeUnit unit)
{
  static const char *const names[] = { "", "ns", "µs", "ms", "s" };

  return names[unit];
}

/*
 * @span_ns: the largest value to be shown
 *
 * Returns: the largest unit in which @span_ns is at least 1
 */
static LscTimeUnit
find_unit (gint64 span_ns)
{
  guint64 size = span_ns < 0 ? -(guint64) span_ns : (guint64) span_ns;

  if (size >= 1000000000)
    return LSC_TIME_UNIT_S;
  if (size >= 1000000)
    return LSC_TIME_UNIT_MS;
  if (size >= 1000)
    return LSC_TIME_UNIT_US;
  return LSC_TIME_UNIT_NS;
}

#define FIVE_DECADES 100000
#define LEAST_PART 100 /* of the unit: with three decimals two digits are left */

/**
 * lsc_time_common_unit:
 * @least_ns: the smallest of several values that is not 0, without its sign; 0 = there is none
 * @most_ns: the largest, without its sign
 *
 * For values below each other, which compare at a glance in one unit only. Example: 547 µs and
 * 102 ms are both told in ms; 5 ns and 102 ms each in its own.
 *
 * Returns: a unit for all, in which the smallest still has two digits; %LSC_TIME_UNIT_AUTO where
 *   they are five decades apart
 */
LscTimeUnit
lsc_time_common_unit (gint64 least_ns, gint64 most_ns)
{
  LscTimeUnit unit = find_unit (most_ns);

  if (least_ns > 0 && most_ns / least_ns >= FIVE_DECADES)
    return LSC_TIME_UNIT_AUTO;
  while (least_ns > 0 && unit > LSC_TIME_UNIT_NS && least_ns < lsc_time_unit_ns (unit) / LEAST_PART)
    unit--;
  return unit;
}

/* Groups the digits of the whole part by thousands with a no-break space; fonts for Chinese lack
 * the thinner ones. */
static char *
group_digits (const char *digits)
{
  const char *point = strchr (digits, '.');
  gsize whole = point ? (gsize) (point - digits) : strlen (digits);
  GString *out = g_string_new (NULL);
  gsize first = *digits == '-' ? 1 : 0;

  for (gsize i = 0; i < whole; i++)
    {
      if (i > first && (whole - i) % 3 == 0)
        g_string_append (out, "\u00a0");
      g_string_append_c (out, digits[i]);
    }
  if (point)
    g_string_append (out, point);
  return g_string_free (out, FALSE);
}

/**
 * lsc_format_duration:
 * @ns: a duration
 * @unit: the unit, or %LSC_TIME_UNIT_AUTO for the fitting one
 *
 * Returns: (transfer full): for people, e.g. "412.6 µs": four digits or so, unit included
 */
char *
lsc_format_duration (gint64 ns, LscTimeUnit unit)
{
  char digits[64];
  g_autofree char *grouped = NULL;

  if (unit == LSC_TIME_UNIT_AUTO)
    unit = find_unit (ns);
  if (unit == LSC_TIME_UNIT_NS || ns == 0)
    {
      g_snprintf (digits, sizeof digits, "%" G_GINT64_FORMAT, ns);
    }
  else
    {
      double value = (double) ns / (double) lsc_time_unit_ns (unit);
      const char *format = fabs (value) >= 100 ? "%.1f" : fabs (value) >= 10 ? "%.2f" : "%.3f";

      g_ascii_formatd (digits, sizeof digits, format, value);
      lsc_drop_minus (digits);
    }
  grouped = group_digits (digits);
  return g_strdup_printf ("%s %s", grouped, lsc_time_unit_name (unit));
}

/**
 * lsc_format_ns_exact:
 *
 * Returns: (transfer full): every digit, e.g. "412 600 ns"
 */
char *
lsc_format_ns_exact (gint64 ns)
{
  return lsc_format_duration (ns, LSC_TIME_UNIT_NS);
}

/**
 * lsc_format_count:
 *
 * Returns: (transfer full): a count with grouped digits
 */
char *
lsc_format_count (gint64 count)
{
  char digits[32];

  g_snprintf (digits, sizeof digits, "%" G_GINT64_FORMAT, count);
  return group_digits (digits);
}

/**
 * lsc_drop_minus:
 * @number: (inout): as it is shown
 *
 * Takes the sign away from what rounds to zero.
 */
void
lsc_drop_minus (char *number)
{
  g_return_if_fail (number);
  if (*number == '-' && !strpbrk (number, "123456789"))
    memmove (number, number + 1, strlen (number));
}

/**
 * lsc_format_share:
 * @share: 0 to 1
 *
 * Returns: (transfer full): in percent, e.g. "61.3 %"
 */
char *
lsc_format_share (double share)
{
  char digits[64];

  g_ascii_formatd (digits, sizeof digits, fabs (share) < 0.0995 ? "%.2f" : "%.1f", share * 100.0);
  lsc_drop_minus (digits);
  return g_strdup_printf ("%s %%", digits);
}

/* Whole numbers, and those of up to three digits behind the point, which a double tells from each
 * other: what "%.15g" says of them is not worth what it costs. Returns %FALSE for all others, and
 * for those that are written with an exponent. */
static gboolean
append_short_real (GString *out, double value)
{
  double scaled = rint (value * 1000.0);
  gint64 left;
  char digits[24];
  gsize n = sizeof digits;

  if (!(fabs (value) < 1e12 && scaled / 1000.0 == value) || scaled == 0.0)
    return FALSE;
  left = (gint64) fabs (scaled);
  for (int i = 0; i < 3; i++, left /= 10)
    if (left % 10 != 0 || n < sizeof digits || i == 2)
      digits[--n] = (char) ('0' + left % 10);
  digits[--n] = '.';
  do
    digits[--n] = (char) ('0' + left % 10);
  while ((left /= 10) > 0);
  if (value < 0)
    digits[--n] = '-';
  g_string_append_len (out, digits + n, (gssize) (sizeof digits - n));
  return TRUE;
}

/**
 * lsc_real_to_string:
 *
 * Appends the shortest decimal text that reads back equal, always with ".0" or an exponent, the
 * way Python prints a float; values that JSON lacks become null.
 */
void
lsc_real_to_string (GString *out, double value)
{
  g_return_if_fail (out);

  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (value))
    {
      g_string_append (out, "null");
      return;
    }
  if (append_short_real (out, value))
    return;
  for (int precision = 15; precision <= 17; precision++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", precision);
      g_ascii_formatd (text, sizeof text, format, value);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }
  g_string_append (out, text);
  if (!strpbrk (text, ".e"))
    g_string_append (out, ".0");
}

/**
 * lsc_real_to_text:
 *
 * Returns: (transfer full): the text of lsc_real_to_string()
 */
char *
lsc_real_to_text (double value)
{
  GString *out = g_string_new (NULL);

  lsc_real_to_string (out, value);
  return g_string_free (out, FALSE);
}
