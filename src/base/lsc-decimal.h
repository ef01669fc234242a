/* lsc-decimal.h - decimal numbers as exact integers of a fixed scale
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Digits behind the point that can be read. */
#define LSC_DECIMAL_MOST_DIGITS 9

/** value = @digits / 10^@n_fraction, no trailing zero in the fraction. */
typedef struct
{
  gint64 digits;
  guint n_fraction;
} LscDecimal;

gboolean lsc_decimal_parse (const char *text, LscDecimal *value);
gboolean lsc_decimal_scale (const LscDecimal *value, guint exponent, gint64 *scaled);
void lsc_decimal_append (GString *out, gint64 scaled, guint exponent);

G_END_DECLS
