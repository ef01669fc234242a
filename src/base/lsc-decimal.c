/* lsc-decimal.c - decimal numbers as exact integers of a fixed scale
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-decimal.h"

#include <inttypes.h>

/* Costs of an ideal schedule have no unit: 0.1 + 0.2 has to be 0.3 in what is printed. */

/**
 * lsc_decimal_parse:
 * @text: such as "10", "0.25", ".5": neither sign nor exponent
 * @value: (out)
 *
 * Returns: %FALSE if it is no such number, has more than %LSC_DECIMAL_MOST_DIGITS digits behind the
 *   point or does not fit
 */
gboolean
lsc_decimal_parse (const char *text, LscDecimal *value)
{
  guint n_digits = 0, n_zeros = 0;
  gboolean has_point = FALSE;

  *value = (LscDecimal){ 0, 0 };
  for (; *text; text++)
    {
      if (*text == '.' && !has_point)
        {
          has_point = TRUE;
          continue;
        }
      if (!g_ascii_isdigit (*text))
        return FALSE;
      n_digits++;
      if (has_point && *text == '0')
        {
          n_zeros++; /* counts only when another digit follows */
          continue;
        }
      for (guint i = 0; i <= n_zeros; i++)
        if (value->digits > (G_MAXINT64 - 9) / 10)
          return FALSE;
        else
          value->digits = value->digits * 10 + (i == n_zeros ? *text - '0' : 0);
      value->n_fraction += has_point ? n_zeros + 1 : 0;
      n_zeros = 0;
    }
  return n_digits > 0 && value->n_fraction <= LSC_DECIMAL_MOST_DIGITS;
}

/**
 * lsc_decimal_scale:
 * @exponent: at least the number of digits behind the point
 * @scaled: (out): value x 10^@exponent
 *
 * Returns: %FALSE if it does not fit
 */
gboolean
lsc_decimal_scale (const LscDecimal *value, guint exponent, gint64 *scaled)
{
  gint64 result = value->digits;

  g_return_val_if_fail (exponent >= value->n_fraction, FALSE);
  for (guint i = value->n_fraction; i < exponent; i++)
    if (result > G_MAXINT64 / 10)
      return FALSE;
    else
      result *= 10;
  *scaled = result;
  return TRUE;
}

/** Appends @scaled / 10^@exponent without trailing zeros: "1.5", "-0.25", "3". */
void
lsc_decimal_append (GString *out, gint64 scaled, guint exponent)
{
  g_return_if_fail (out);
  /* In unsigned numbers, because the least number has no positive twin. */
  guint64 magnitude = scaled < 0 ? -(guint64) scaled : (guint64) scaled;
  guint64 unit = 1;

  for (guint i = 0; i < exponent; i++)
    unit *= 10;
  g_string_append_printf (out, "%s%" PRIu64, scaled < 0 ? "-" : "", magnitude / unit);
  if (magnitude % unit == 0)
    return;
  g_string_append_printf (out, ".%0*" PRIu64, (int) exponent, magnitude % unit);
  while (out->str[out->len - 1] == '0')
    g_string_truncate (out, out->len - 1);
}
