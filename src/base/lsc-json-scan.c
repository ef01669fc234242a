/* lsc-json-scan.c - the pieces of a tolerant one-pass JSON scanner
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-json-scan.h"

#include <errno.h>

/* The next quote or bracket of any kind; the pad ends the search. */
static inline const char *
find_bracket_or_quote (const char *p)
{
#ifdef __SSE2__
  const __m128i quotes = _mm_set1_epi8 ('"');
  const __m128i opening = _mm_set1_epi8 ('{');
  const __m128i closing = _mm_set1_epi8 ('}');
  const __m128i fold = _mm_set1_epi8 (0x20); /* [ and ] differ from { and } by this bit */

  for (;; p += 16)
    {
      __m128i bytes = _mm_loadu_si128 ((const __m128i *) (gconstpointer) p);
      __m128i folded = _mm_or_si128 (bytes, fold);
      __m128i found = _mm_or_si128 (
          _mm_cmpeq_epi8 (bytes, quotes),
          _mm_or_si128 (_mm_cmpeq_epi8 (folded, opening), _mm_cmpeq_epi8 (folded, closing)));
      guint mask = (guint) _mm_movemask_epi8 (found);

      if (mask != 0)
        return p + __builtin_ctz (mask);
    }
#else
  while (*p != '"' && (*p | 0x20) != '{' && (*p | 0x20) != '}')
    p++;
  return p;
#endif
}

/**
 * lsc_json_skip_nested:
 * @p: an opening bracket
 * @status: set only when %NULL is returned
 *
 * Brackets must match in kind; what stands between them is not looked at.
 *
 * Returns: (nullable): the byte behind the closing bracket
 */
const char *
lsc_json_skip_nested (const char *p, const char *end, LscJsonStatus *status)
{
  guint8 kinds[LSC_JSON_DEPTH];
  gsize depth = 0;

  for (;; p++)
    {
      p = find_bracket_or_quote (p);
      if (p >= end)
        break;
      if (*p == '"')
        {
          p = lsc_json_find_string_end (p + 1, end);
          if (p >= end)
            break;
        }
      else if (*p == '{' || *p == '[')
        {
          if (depth == LSC_JSON_DEPTH)
            {
              *status = LSC_JSON_DEEP;
              return NULL;
            }
          kinds[depth++] = (guint8) *p;
        }
      else
        {
          if (kinds[--depth] + 2 != *p) /* in ASCII { } and [ ] are two apart */
            {
              *status = LSC_JSON_BAD;
              return NULL;
            }
          if (depth == 0)
            return p + 1;
        }
    }
  *status = LSC_JSON_MORE;
  return NULL;
}

static inline gboolean
is_delimiter (char c)
{
  return c == ',' || c == '}' || c == ']' || (guchar) c <= ' ';
}

static inline gboolean
is_plain (char c)
{
  return g_ascii_isalnum (c) || (c != '\0' && strchr ("-+./#()_", c));
}

static gboolean
is_number (const char *p, const char *end)
{
  p += *p == '-';
  if (p == end || !g_ascii_isdigit (*p))
    return FALSE;
  for (; p < end; p++)
    if (!g_ascii_isdigit (*p) && !strchr ("eE.+-", *p))
      return FALSE;
  return TRUE;
}

/* What programs write for a figure that they do not have: C and C++ (-nan, inf, nan(ind), 1.#QNAN),
 * Python (None) and tables (N/A). It is as good as no value. The three words of JSON are among
 * them, in any case. */
static gboolean
is_word (const char *p, const char *end)
{
  static const char *const words[] = { "true",     "false", "null", "nan",  "inf",
                                       "infinity", "n/a",   "na",   "none", "undefined" };
  gsize n;

  if (*p == '-' || *p == '+')
    p++;
  n = (gsize) (end - p);
  if (n > 4 && g_ascii_strncasecmp (p, "nan(", 4) == 0 && end[-1] == ')')
    return TRUE;
  if (n > 3 && memcmp (p, "1.#", 3) == 0)
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == n && g_ascii_strncasecmp (words[i], p, n) == 0)
      return TRUE;
  return FALSE;
}

/**
 * lsc_json_skip_plain:
 * @p: a number, true, false, null, what programs write for figures that are none, or nothing at all
 *   before a comma or a bracket
 * @status: set only when %NULL is returned
 *
 * Returns: (nullable): the delimiter behind it
 */
const char *
lsc_json_skip_plain (const char *p, const char *end, LscJsonStatus *status)
{
  const char *begin = p;

  while (p < end && is_plain (*p))
    p++;
  if (p >= end)
    {
      *status = LSC_JSON_MORE;
      return NULL;
    }
  *status = LSC_JSON_BAD;
  if (p == begin)
    return *p == ',' || *p == '}' ? p : NULL;
  if (!is_delimiter (*p))
    return NULL;
  return is_number (begin, p) || is_word (begin, p) ? p : NULL;
}

/* Whether it is one of the words that JSON has. */
static gboolean
is_exact (const char *p, const char *end)
{
  gsize n = (gsize) (end - p);

  return (n == 4 && (memcmp (p, "true", n) == 0 || memcmp (p, "null", n) == 0)) ||
         (n == 5 && memcmp (p, "false", n) == 0);
}

/**
 * lsc_json_fill_missing:
 * @text: anything that is meant to be JSON
 *
 * Cost: O(@length).
 *
 * Returns: (transfer full) (nullable): @text with null for figures that are none (nan, -inf, N/A);
 *   %NULL when it has none of them
 */
char *
lsc_json_fill_missing (const char *text, gsize length)
{
  g_return_val_if_fail (text, NULL);

  const char *end = text + length;
  GString *out = NULL;
  const char *done = text;
  gboolean in_string = FALSE;

  for (const char *p = text; p < end;)
    {
      const char *word = p;

      if (in_string || *p == '"' || !is_plain (*p))
        {
          in_string ^= *p == '"';
          p += in_string && *p == '\\' && p + 1 < end ? 2 : 1;
          continue;
        }
      while (p < end && is_plain (*p))
        p++;
      if (is_number (word, p) || is_exact (word, p) || !is_word (word, p))
        continue;
      if (!out)
        out = g_string_sized_new (length);
      g_string_append_len (out, done, word - done);
      g_string_append (out, "null");
      done = p;
    }
  if (!out)
    return NULL;
  g_string_append_len (out, done, end - done);
  return g_string_free (out, FALSE);
}

/**
 * lsc_json_skip_run:
 * @self: zero at the first bracket of the value
 * @p: window
 *
 * Goes over a value of any size and depth, window by window. Brackets are counted, not matched.
 *
 * Returns: (nullable): the byte behind the value; %NULL when the window ended first
 */
const char *
lsc_json_skip_run (LscJsonSkip *self, const char *p, const char *end)
{
  while (p < end)
    {
      if (self->in_string)
        {
          if (self->in_escape)
            {
              self->in_escape = FALSE;
              p++;
              continue;
            }
          while (p < end && *p != '"' && *p != '\\')
            p++;
          if (p < end)
            {
              self->in_escape = *p == '\\';
              self->in_string = *p == '\\';
              p++;
              if (!self->in_string && self->depth == 0)
                return p;
            }
          continue;
        }
      p = find_bracket_or_quote (p);
      if (p >= end)
        return NULL;
      if (*p == '"')
        self->in_string = TRUE;
      else if (*p == '{' || *p == '[')
        self->depth++;
      else if (--self->depth <= 0)
        return p + 1;
      p++;
    }
  return NULL;
}

/**
 * lsc_json_next_field:
 * @p: (inout): behind the opening brace of an object, or behind a value of it
 * @end: end of the window, which holds the whole object
 * @key: (out): inside of the key
 * @value: (out): the value as written, quotes and brackets included
 *
 * Returns: %FALSE at the end of the object, or where it is damaged
 */
gboolean
lsc_json_next_field (const char **p, const char *end, LscJsonText *key, LscJsonText *value)
{
  LscJsonStatus status;
  const char *q = lsc_json_skip_blanks (*p);

  /* A comma too many or too few leaves no doubt about the fields. */
  while (q < end && *q == ',')
    q = lsc_json_skip_blanks (q + 1);
  if (q >= end || *q != '"')
    return FALSE;
  key->text = q + 1;
  q = lsc_json_find_string_end (q + 1, end);
  if (q >= end)
    return FALSE;
  key->n = (gsize) (q - key->text);
  q = lsc_json_skip_blanks (q + 1);
  if (q >= end || *q != ':')
    return FALSE;
  value->text = lsc_json_skip_blanks (q + 1);
  q = lsc_json_skip_value (value->text, end, &status);
  if (!q)
    return FALSE;
  value->n = (gsize) (q - value->text);
  *p = q;
  return TRUE;
}

/**
 * lsc_json_inside:
 * @value: a value as written
 *
 * Returns: it without the quotes of a string
 */
LscJsonText
lsc_json_inside (LscJsonText value)
{
  if (value.n >= 2 && value.text[0] == '"')
    return (LscJsonText){ value.text + 1, value.n - 2 };
  return value;
}

/**
 * lsc_json_parse_int64:
 *
 * Returns: %FALSE when @text is not a whole number, or does not fit
 */
gboolean
lsc_json_parse_int64 (const char *text, gsize n, gint64 *value)
{
  gboolean is_negative = n > 0 && text[0] == '-';
  guint64 sum = 0;

  /* No number of 64 bits is longer, and a longer text would be walked for nothing. */
  if (n == (gsize) is_negative || n > 20)
    return FALSE;
  for (gsize i = is_negative; i < n; i++)
    {
      if (!g_ascii_isdigit (text[i]) || sum > G_MAXINT64 / 10)
        return FALSE;
      sum = sum * 10 + (guint64) (text[i] - '0');
    }
  if (sum > (guint64) G_MAXINT64)
    return FALSE;
  *value = is_negative ? -(gint64) sum : (gint64) sum;
  return TRUE;
}

/* The digits of a decimal number without their point, and where it stands. */
typedef struct
{
  const char *whole;
  gsize n_whole;
  const char *fraction;
  gsize n_fraction;
  gint64 exponent;
  gboolean is_negative;
} Decimal;

static gsize
count_digits (const char *p, const char *end)
{
  const char *begin = p;

  while (p < end && g_ascii_isdigit (*p))
    p++;
  return (gsize) (p - begin);
}

static gboolean
read_exponent (const char *p, const char *end, gint64 *exponent)
{
  gboolean is_negative = FALSE;

  if (p < end && (*p == '+' || *p == '-'))
    is_negative = *p++ == '-';
  if (p == end || end - p > 6 || count_digits (p, end) != (gsize) (end - p))
    return FALSE;
  for (*exponent = 0; p < end; p++)
    *exponent = *exponent * 10 + (*p - '0');
  if (is_negative)
    *exponent = -*exponent;
  return TRUE;
}

static gboolean
read_decimal (const char *p, gsize n, Decimal *decimal)
{
  const char *end = p + n;

  while (p < end && (guchar) *p <= ' ')
    p++;
  while (p < end && (guchar) end[-1] <= ' ')
    end--;
  memset (decimal, 0, sizeof *decimal);
  if (p < end && (*p == '-' || *p == '+'))
    decimal->is_negative = *p++ == '-';
  decimal->whole = p;
  decimal->n_whole = count_digits (p, end);
  p += decimal->n_whole;
  if (p < end && *p == '.')
    {
      decimal->fraction = ++p;
      decimal->n_fraction = count_digits (p, end);
      p += decimal->n_fraction;
    }
  if (decimal->n_whole + decimal->n_fraction == 0)
    return FALSE;
  if (p < end && (*p == 'e' || *p == 'E'))
    return read_exponent (p + 1, end, &decimal->exponent);
  return p == end;
}

/**
 * lsc_json_parse_us:
 * @text: microseconds: sign, digits, fraction, exponent; blanks around it are allowed
 * @value_ns: (out): ns; digits behind the third are rounded half up (times.md#text-times)
 * @has_fraction: (out): whether it is not a whole number of microseconds
 *
 * Returns: %FALSE when @text is no number or does not fit 64 bits
 */
gboolean
lsc_json_parse_us (const char *text, gsize n, gint64 *value_ns, gboolean *has_fraction)
{
  Decimal decimal;
  gint64 point;
  guint64 sum = 0;
  gint64 n_digits;

  if (!read_decimal (text, n, &decimal))
    return FALSE;
  n_digits = (gint64) (decimal.n_whole + decimal.n_fraction);
  point = (gint64) decimal.n_whole + decimal.exponent + 3;
  /* Digit i counts 10^(point - 1 - i) ns. */
  for (gint64 i = 0; i < n_digits && i <= point; i++)
    {
      char c = i < (gint64) decimal.n_whole ? decimal.whole[i]
                                            : decimal.fraction[i - (gint64) decimal.n_whole];

      if (i == point)
        {
          sum += c >= '5';
          break;
        }
      if (sum > (guint64) G_MAXINT64 / 10 - 1)
        return FALSE;
      sum = sum * 10 + (guint64) (c - '0');
    }
  for (gint64 i = n_digits; i < point && sum != 0; i++)
    {
      if (sum > (guint64) G_MAXINT64 / 10 - 1)
        return FALSE;
      sum *= 10;
    }
  *value_ns = decimal.is_negative ? -(gint64) sum : (gint64) sum;
  *has_fraction = sum % 1000 != 0;
  return TRUE;
}

/* Both the digits and the power of ten are exact, so that the quotient is rounded once. */
static double
read_short (const Decimal *decimal)
{
  static const double powers[] = { 1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 };
  gint64 sum = 0;

  for (gsize i = 0; i < decimal->n_whole; i++)
    sum = sum * 10 + (decimal->whole[i] - '0');
  for (gsize i = 0; i < decimal->n_fraction; i++)
    sum = sum * 10 + (decimal->fraction[i] - '0');
  return (decimal->is_negative ? -1.0 : 1.0) * (double) sum / powers[decimal->n_fraction];
}

/**
 * lsc_json_parse_double:
 *
 * Returns: %FALSE when @text is no finite decimal number
 */
gboolean
lsc_json_parse_double (const char *text, gsize n, double *value)
{
  Decimal decimal;
  char buffer[64];
  g_autofree char *copy = NULL;
  char *number = buffer;

  if (!read_decimal (text, n, &decimal))
    return FALSE;
  if (decimal.n_whole + decimal.n_fraction <= 15 && decimal.exponent == 0)
    {
      *value = read_short (&decimal);
      return TRUE;
    }
  if (n >= sizeof buffer)
    number = copy = g_malloc (n + 1);
  memcpy (number, text, n);
  number[n] = '\0';
  *value = g_ascii_strtod (number, NULL);
  return *value - *value == 0;
}

/**
 * lsc_json_needs_decoding:
 *
 * Returns: whether the inside of a string is not the text itself: it holds escapes, or bytes that
 *   are no UTF-8
 */
gboolean
lsc_json_needs_decoding (const char *text, gsize n)
{
  return memchr (text, '\\', n) || !g_utf8_validate_len (text, n, NULL);
}

static gboolean
read_hex (const char *p, const char *end, guint32 *value)
{
  if (end - p < 4)
    return FALSE;
  *value = 0;
  for (guint i = 0; i < 4; i++)
    {
      if (!g_ascii_isxdigit (p[i]))
        return FALSE;
      *value = *value << 4 | (guint32) g_ascii_xdigit_value (p[i]);
    }
  return TRUE;
}

/* @p is behind "\u". A pair of surrogates is one character; a lone one is no character. */
static const char *
decode_unicode (GString *out, const char *p, const char *end)
{
  guint32 high, low;

  if (!read_hex (p, end, &high))
    {
      g_string_append (out, "\\u");
      return p;
    }
  p += 4;
  if (high >= 0xd800 && high < 0xdc00 && end - p >= 6 && p[0] == '\\' && p[1] == 'u' &&
      read_hex (p + 2, end, &low) && low >= 0xdc00 && low < 0xe000)
    {
      high = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
      p += 6;
    }
  if (high == 0 || (high >= 0xd800 && high < 0xe000))
    high = 0xfffd;
  g_string_append_unichar (out, high);
  return p;
}

static const char *
decode_escape (GString *out, const char *p, const char *end)
{
  static const char codes[] = "bfnrt";
  static const char values[] = "\b\f\n\r\t";
  const char *code;

  if (p == end)
    {
      g_string_append_c (out, '\\');
      return p;
    }
  if (*p == 'u')
    return decode_unicode (out, p + 1, end);
  code = *p ? strchr (codes, *p) : NULL;
  if (code)
    g_string_append_c (out, values[code - codes]);
  else
    {
      if (*p != '"' && *p != '\\' && *p != '/') /* an escape that nobody knows stays as it is */
        g_string_append_c (out, '\\');
      g_string_append_c (out, *p);
    }
  return p + 1;
}

/**
 * lsc_json_decode:
 * @text: the inside of a string
 *
 * Appends the text it stands for, always valid UTF-8: bad bytes and NUL become U+FFFD.
 */
void
lsc_json_decode (GString *out, const char *text, gsize n)
{
  const char *end = text + n;
  gsize begin = out->len;

  while (text < end)
    {
      const char *escape = memchr (text, '\\', (gsize) (end - text));

      g_string_append_len (out, text, (escape ? escape : end) - text);
      text = escape ? decode_escape (out, escape + 1, end) : end;
    }
  if (!g_utf8_validate_len (out->str + begin, out->len - begin, NULL))
    {
      g_autofree char *valid = g_utf8_make_valid (out->str + begin, (gssize) (out->len - begin));

      g_string_truncate (out, begin);
      g_string_append (out, valid);
    }
}

/**
 * lsc_json_decode_dup:
 * @text: the inside of a string
 *
 * Returns: (transfer full): the text it stands for, valid UTF-8
 */
char *
lsc_json_decode_dup (const char *text, gsize n)
{
  GString *out = g_string_sized_new (n + 1);

  lsc_json_decode (out, text, n);
  return g_string_free (out, FALSE);
}
