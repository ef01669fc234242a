/* lsc-cell.c - the present row's values, as fast as SQLite gives them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/text/lsc-cell.h"

#define DIGITS_OF_NS 19

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
/* Eight decimal digits at once: neighbours are joined to pairs, pairs to fours, fours to eight. */
static inline gboolean
read_eight (const char *text, guint64 *value)
{
  guint64 v;

  memcpy (&v, text, 8);
  if (((v & 0xf0f0f0f0f0f0f0f0u) | (((v + 0x0606060606060606u) & 0xf0f0f0f0f0f0f0f0u) >> 4)) !=
      0x3333333333333333u)
    return FALSE;
  v = (v & 0x0f0f0f0f0f0f0f0fu) * 2561 >> 8;
  v = (v & 0x00ff00ff00ff00ffu) * 6553601 >> 16;
  *value = (v & 0x0000ffff0000ffffu) * 42949672960001u >> 32;
  return TRUE;
}
#else
static inline gboolean
read_eight (const char *text, guint64 *value)
{
  *value = 0;
  for (int i = 0; i < 8; i++)
    {
      if (!g_ascii_isdigit (text[i]))
        return FALSE;
      *value = *value * 10 + (guint64) (text[i] - '0');
    }
  return TRUE;
}
#endif

/* The text that nearly every time is: nineteen digits. */
static inline gboolean
read_usual (const char *text, gint64 *value_ns)
{
  guint64 high, middle, sum;

  if (!read_eight (text, &high) || !read_eight (text + 8, &middle))
    return FALSE;
  sum = high * 100000000 + middle;
  for (int i = 16; i < DIGITS_OF_NS; i++)
    {
      guint digit = (guint) (guchar) text[i] - '0';

      if (digit > 9)
        return FALSE;
      sum = sum * 10 + digit;
    }
  *value_ns = (gint64) sum;
  return sum <= G_MAXINT64;
}

/**
 * lsc_value_zero_or:
 * @fallback: for what is no integer
 *
 * The rest of lsc_value_id(): what a cell is that SQLite reads as 0, mostly NULL.
 *
 * Returns: the value, or @fallback
 */
gint64
lsc_value_zero_or (LscCell *cell, gint64 fallback)
{
  int type = lsc_cell_get_type (cell);

  if (G_LIKELY (type == SQLITE_NULL))
    return fallback;
  return type == SQLITE_INTEGER ? 0 : lsc_value_int64_or (cell, fallback);
}

/**
 * lsc_value_usual_time:
 * @cell: of a column that is known to hold text as a rule
 * @value_ns: (out): the time
 *
 * Returns: %FALSE for all that is not text of nineteen digits: lsc_value_time() tells what it is
 */
gboolean
lsc_value_usual_time (LscCell *cell, gint64 *value_ns)
{
  const char *text = lsc_cell_get_text (cell);

  return text && lsc_cell_get_bytes (cell) == DIGITS_OF_NS && read_usual (text, value_ns);
}

/**
 * lsc_value_time:
 * @value_ns: (out): the time
 *
 * Reads a time stored as integer, as decimal text or as real number. Each cell stands for itself:
 * one that cannot be read never costs the others their last digits.
 *
 * Source: modules.md#join, formats.md#bad-rows (PYTORCH_API.startNs).
 *
 * Returns: %LSC_PARSE_BAD for NULL, a blob, other text, a negative value or one above 63 bits
 */
LscParse
lsc_value_time (LscCell *cell, gint64 *value_ns)
{
  int type = lsc_cell_get_type (cell);
  LscParse parse = LSC_PARSE_OK;

  if (G_LIKELY (type == SQLITE_TEXT))
    {
      const char *text = lsc_cell_get_text (cell);
      int length = lsc_cell_get_bytes (cell);

      if (G_LIKELY (text && length == DIGITS_OF_NS && read_usual (text, value_ns)))
        return LSC_PARSE_OK;
      parse = text ? lsc_parse_int64 (text, (gsize) length, value_ns) : LSC_PARSE_BAD;
    }
  else if (type == SQLITE_INTEGER)
    *value_ns = lsc_cell_get_int64 (cell);
  else if (type == SQLITE_FLOAT)
    {
      double real = lsc_cell_get_double (cell);

      if (!(real >= 0 && real < 9223372036854775808.0))
        return LSC_PARSE_BAD;
      *value_ns = (gint64) real;
      parse = (double) *value_ns == real ? LSC_PARSE_OK : LSC_PARSE_TRUNCATED;
    }
  else
    return LSC_PARSE_BAD;
  return parse == LSC_PARSE_BAD || *value_ns < 0 ? LSC_PARSE_BAD : parse;
}
