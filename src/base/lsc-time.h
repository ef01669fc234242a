/* lsc-time.h - decimal text to nanoseconds and back
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** How a text read as a time turned out. */
typedef enum
{
  LSC_PARSE_OK,
  LSC_PARSE_TRUNCATED, /* a fraction was cut off */
  LSC_PARSE_BAD,
} LscParse;

/** Unit in which a duration is shown. */
typedef enum
{
  LSC_TIME_UNIT_AUTO,
  LSC_TIME_UNIT_NS,
  LSC_TIME_UNIT_US,
  LSC_TIME_UNIT_MS,
  LSC_TIME_UNIT_S,
} LscTimeUnit;

LscParse lsc_parse_int64 (const char *text, gsize length, gint64 *value);
LscParse lsc_parse_us_to_ns (const char *text, gsize length, gint64 *value_ns);

char *lsc_format_duration (gint64 ns, LscTimeUnit unit);
char *lsc_format_ns_exact (gint64 ns);
char *lsc_format_count (gint64 count);
void lsc_drop_minus (char *number);
char *lsc_format_share (double share);
const char *lsc_time_unit_name (LscTimeUnit unit);
gint64 lsc_time_unit_ns (LscTimeUnit unit);
LscTimeUnit lsc_time_common_unit (gint64 least_ns, gint64 most_ns);

char *lsc_real_to_text (double value);
void lsc_real_to_string (GString *out, double value);

G_END_DECLS
