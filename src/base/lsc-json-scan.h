/* lsc-json-scan.h - the pieces of a tolerant one-pass JSON scanner
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

G_BEGIN_DECLS

/* Everything works on a window of text [p, end) that is followed by at least LSC_JSON_PAD quotes:
 * a search for the end of a string always stops without a comparison for each byte, and a result
 * at or behind the end means that the window is too short. Nothing recurses.
 *
 * Tolerant means: every byte up to the blank separates; strings may hold any byte but a bare quote,
 * line breaks and bytes that are no UTF-8 included. */

/** Quotes that follow every window. */
#define LSC_JSON_PAD 64

/** Brackets inside one event; more are refused. */
#define LSC_JSON_DEPTH 128

typedef enum
{
  LSC_JSON_OK,
  LSC_JSON_MORE, /* the window ends before the value does */
  LSC_JSON_BAD,  /* no JSON */
  LSC_JSON_DEEP, /* more than LSC_JSON_DEPTH brackets */
} LscJsonStatus;

/** A piece of text, not ended by NUL. */
typedef struct
{
  const char *text;
  gsize n;
} LscJsonText;

/**
 * LscJsonSkip: where a skip stands that may go on in the next window
 * @depth: open brackets, of either kind
 * @in_string: inside a string
 * @in_escape: the last byte was a backslash that escapes what follows
 */
typedef struct
{
  gint64 depth;
  gboolean in_string;
  gboolean in_escape;
} LscJsonSkip;

/**
 * lsc_json_skip_blanks:
 *
 * A NUL is none: where a copy of a file failed it may have a hole, and events beside that are not
 * one.
 *
 * Returns: the first byte that is no blank, possibly in the pad
 */
static inline const char *
lsc_json_skip_blanks (const char *p)
{
  if (G_LIKELY ((guchar) *p > ' '))
    return p;
  if (G_UNLIKELY (*p == '\0'))
    return p;
  p++;
  if (G_LIKELY ((guchar) *p > ' '))
    return p;
#ifdef __SSE2__
  for (;; p += 16)
    {
      __m128i bytes = _mm_loadu_si128 ((const __m128i *) (gconstpointer) p);
      __m128i dark = _mm_cmpeq_epi8 (_mm_max_epu8 (bytes, _mm_set1_epi8 ('!')), bytes);
      __m128i holes = _mm_cmpeq_epi8 (bytes, _mm_setzero_si128 ());
      guint mask = (guint) _mm_movemask_epi8 (_mm_or_si128 (dark, holes));

      if (mask != 0)
        return p + __builtin_ctz (mask);
    }
#else
  while ((guchar) *p <= ' ' && *p)
    p++;
  return p;
#endif
}

/* The next quote, escaped or not. */
static inline const char *
lsc_json_find_quote (const char *p)
{
#ifdef __SSE2__
  const __m128i quotes = _mm_set1_epi8 ('"');

  for (guint i = 0; i < 4; i++, p += 16)
    {
      __m128i bytes = _mm_loadu_si128 ((const __m128i *) (gconstpointer) p);
      guint mask = (guint) _mm_movemask_epi8 (_mm_cmpeq_epi8 (bytes, quotes));

      if (mask != 0)
        return p + __builtin_ctz (mask);
    }
#else
  for (guint i = 0; i < 16; i++, p++)
    if (*p == '"')
      return p;
#endif
  return (const char *) rawmemchr (p, '"'); /* long texts: as wide as the machine allows */
}

/**
 * lsc_json_find_string_end:
 * @p: behind the opening quote
 *
 * Returns: the closing quote; at or behind the end of the window when it is not in it
 */
static inline const char *
lsc_json_find_string_end (const char *p, const char *end)
{
  const char *quote = p;

  for (;;)
    {
      const char *back;

      quote = lsc_json_find_quote (quote);
      if (G_LIKELY (quote == p || quote[-1] != '\\') || quote >= end)
        return quote;
      for (back = quote - 1; back > p && back[-1] == '\\'; back--)
        ;
      if ((quote - back) % 2 == 0)
        return quote;
      quote++;
    }
}

/**
 * lsc_json_count_digits:
 * @digits: (out): the eight bytes at @p; from the lowest on, those that are digits as 0 to 9
 *
 * Returns: how many of the eight bytes at @p, before the first that is none, are digits
 */
static inline guint
lsc_json_count_digits (const char *p, guint64 *digits)
{
  guint64 bytes, others;

  memcpy (&bytes, p, 8);
  bytes = GUINT64_FROM_LE (bytes) ^ 0x3030303030303030u;
  others = (bytes | (bytes + 0x7676767676767676u)) & 0x8080808080808080u;
  *digits = bytes;
  /* A carry out of a byte that is no digit may only reach the bytes behind the first such one. */
  return others ? (guint) __builtin_ctzll (others) / 8 : 8;
}

const char *lsc_json_skip_nested (const char *p, const char *end, LscJsonStatus *status);
const char *lsc_json_skip_plain (const char *p, const char *end, LscJsonStatus *status);
char *lsc_json_fill_missing (const char *text, gsize length);
const char *lsc_json_skip_run (LscJsonSkip *self, const char *p, const char *end);

/**
 * lsc_json_skip_value:
 * @p: first byte of a value
 *
 * Returns: (nullable): the byte behind it; %NULL with another @status than %LSC_JSON_OK
 */
static inline const char *
lsc_json_skip_value (const char *p, const char *end, LscJsonStatus *status)
{
  const char *q = p;
  guint64 digits;
  guint n;

  if (*p == '"' && p < end)
    {
      p = lsc_json_find_string_end (p + 1, end);
      if (G_LIKELY (p < end))
        return p + 1;
      *status = LSC_JSON_MORE;
      return NULL;
    }
  if (*p == '{' || *p == '[')
    return lsc_json_skip_nested (p, end, status);
  do /* most are short whole numbers */
    q += n = lsc_json_count_digits (q, &digits);
  while (n == 8);
  if (q > p && (*q == ',' || *q == '}' || *q == '\n') && q < end)
    return q;
  return lsc_json_skip_plain (p, end, status);
}

/**
 * lsc_json_stop:
 *
 * What stands where a comma, a colon or a bracket should.
 *
 * Returns: %NULL, with @status %LSC_JSON_MORE where the text ended, else %LSC_JSON_BAD
 */
static inline const char *
lsc_json_stop (const char *p, const char *end, LscJsonStatus *status)
{
  *status = p >= end ? LSC_JSON_MORE : LSC_JSON_BAD;
  return NULL;
}

/**
 * lsc_json_read_key:
 * @p: at the quote of a key
 * @key, @n: (out): what is between its quotes
 *
 * Returns: the value behind the colon; %NULL as lsc_json_stop()
 */
static inline const char *
lsc_json_read_key (const char *p, const char *end, const char **key, gsize *n,
                   LscJsonStatus *status)
{
  if (G_UNLIKELY (*p != '"'))
    return lsc_json_stop (p, end, status);
  *key = ++p;
  p = lsc_json_find_string_end (p, end);
  if (G_UNLIKELY (p >= end))
    return lsc_json_stop (p, end, status);
  *n = (gsize) (p - *key);
  p = lsc_json_skip_blanks (p + 1);
  if (G_UNLIKELY (*p != ':'))
    return lsc_json_stop (p, end, status);
  return lsc_json_skip_blanks (p + 1);
}

gboolean lsc_json_next_field (const char **p, const char *end, LscJsonText *key,
                              LscJsonText *value);
gboolean lsc_json_parse_int64 (const char *text, gsize n, gint64 *value);
gboolean lsc_json_parse_us (const char *text, gsize n, gint64 *value_ns, gboolean *has_fraction);
gboolean lsc_json_parse_double (const char *text, gsize n, double *value);
gboolean lsc_json_needs_decoding (const char *text, gsize n);
LscJsonText lsc_json_inside (LscJsonText value);
void lsc_json_decode (GString *out, const char *text, gsize n);
char *lsc_json_decode_dup (const char *text, gsize n);

G_END_DECLS
