/* lsc-json-strict.c - JSON that is certainly right, read where it stands
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-json-strict.h"

#include "base/lsc-json.h"

/* A tree of JSON takes an allocation a value, and the lists of ranks in the metadata of a large
 * cluster have thousands of them in each of thousands of files. Here the text is looked at once; if
 * it is such that lsc_json_parse() takes it for certain, it may be walked without a tree.
 *
 * Strict means narrower than JSON is: what the library might read in its own way (numbers beyond 18
 * characters, \u) is left to it. So "no" says nothing of the text. */

/* More digits might not fit into 64 bits, or be rounded. */
#define MOST_NUMBER_BYTES 18
/* A greater exponent might leave what a double holds. */
#define MOST_EXPONENT_DIGITS 2

/* The text ends with a 0, which none of the steps goes beyond. */
typedef struct
{
  const char *p;
  guint8 kinds[LSC_JSON_DEPTH]; /* the opening brackets */
  guint depth;
} Walk;

static inline const char *
skip_blanks (const char *p)
{
  while (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r')
    p++;
  return p;
}

/* Behind the string that begins at @p; %NULL for what is none, or has an escape of a number. */
static const char *
skip_string (const char *p)
{
  if (*p++ != '"')
    return NULL;
  for (; *p != '"'; p++)
    {
      if ((guchar) *p < ' ' || *p == 0x7f)
        return NULL;
      if (*p == '\\' && (*++p == '\0' || !strchr ("\"\\/bfnrt", *p)))
        return NULL;
    }
  return p + 1;
}

static const char *
skip_digits (const char *p)
{
  while (g_ascii_isdigit (*p))
    p++;
  return p;
}

static const char *
skip_number (const char *p)
{
  const char *begin = p, *digits;

  p += *p == '-';
  digits = p;
  p = skip_digits (p);
  if (p == digits || (*digits == '0' && p > digits + 1))
    return NULL;
  if (*p == '.')
    {
      digits = p + 1;
      p = skip_digits (digits);
      if (p == digits)
        return NULL;
    }
  if (*p == 'e' || *p == 'E')
    {
      p++;
      p += *p == '-' || *p == '+';
      digits = p;
      p = skip_digits (p);
      if (p == digits || p - digits > MOST_EXPONENT_DIGITS)
        return NULL;
    }
  return p - begin <= MOST_NUMBER_BYTES ? p : NULL;
}

static const char *
skip_scalar (const char *p)
{
  static const char *const words[] = { "true", "false", "null" };

  if (*p == '"')
    return skip_string (p);
  if (*p == '-' || g_ascii_isdigit (*p))
    return skip_number (p);
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (p, words[i]))
      return p + strlen (words[i]);
  return NULL;
}

static gboolean
take_key (Walk *self)
{
  const char *p = skip_blanks (self->p);

  if (p[0] == '"' && p[1] == '"')
    return FALSE; /* a name that is none */
  p = skip_string (p);
  if (!p || *(p = skip_blanks (p)) != ':')
    return FALSE;
  self->p = p + 1;
  return TRUE;
}

/* Goes behind the bracket at which @self stands, and behind the first key. */
static gboolean
open_bracket (Walk *self, gboolean *is_empty)
{
  guint8 kind = (guint8) *self->p;

  if (self->depth == LSC_JSON_DEPTH)
    return FALSE;
  self->kinds[self->depth++] = kind;
  self->p = skip_blanks (self->p + 1);
  *is_empty = *self->p == kind + 2; /* in ASCII { } and [ ] are two apart */
  return *is_empty || kind == '[' || take_key (self);
}

/* From behind a value to the next one. @is_end: (out): there is none */
static gboolean
go_on (Walk *self, gboolean *is_end)
{
  self->p = skip_blanks (self->p);
  while (self->depth > 0 && *self->p == self->kinds[self->depth - 1] + 2)
    {
      self->depth--;
      self->p = skip_blanks (self->p + 1);
    }
  *is_end = self->depth == 0;
  if (*is_end)
    return TRUE;
  return *self->p++ == ',' && (self->kinds[self->depth - 1] == '[' || take_key (self));
}

/**
 * lsc_json_is_strict:
 * @text: anything, ended by NUL
 * @n: bytes before that
 *
 * Thread: any. Cost: O(@n), without allocations.
 *
 * Returns: %TRUE if @text is JSON that lsc_json_parse() reads and lsc_json_strict_next() may walk;
 *   %FALSE does not mean that it is none
 */
gboolean
lsc_json_is_strict (const char *text, gsize n)
{
  g_return_val_if_fail (text, FALSE);

  Walk self = { .p = text };
  gboolean is_end = FALSE;

  if (n > LSC_JSON_MOST_BYTES || !g_utf8_validate_len (text, n, NULL)) /* which no 0 is, either */
    return FALSE;
  while (!is_end)
    {
      gboolean is_empty = TRUE;

      self.p = skip_blanks (self.p);
      if (*self.p == '{' || *self.p == '[')
        {
          if (!open_bracket (&self, &is_empty))
            return FALSE;
          if (!is_empty)
            continue;
        }
      else if (!(self.p = skip_scalar (self.p)))
        return FALSE;
      if (!go_on (&self, &is_end))
        return FALSE;
    }
  return self.p == text + n;
}

/* Behind the value at @p, which is known to be one: of brackets no more than their number counts.
 */
static const char *
skip_value (const char *p)
{
  guint depth = 0;

  if (*p != '{' && *p != '[')
    return skip_scalar (p);
  for (;;)
    if (*p == '"')
      p = skip_string (p);
    else if (*p == '{' || *p == '[')
      depth++, p++;
    else if ((*p == '}' || *p == ']') && --depth == 0)
      return p + 1;
    else
      p++;
}

/**
 * lsc_json_strict_begin:
 * @text: for which lsc_json_is_strict() is true
 *
 * Returns: (transfer none): where the value begins, behind the blanks
 */
const char *
lsc_json_strict_begin (const char *text)
{
  g_return_val_if_fail (text, NULL);
  return skip_blanks (text);
}

/**
 * lsc_json_strict_next:
 * @p: (inout): at the opening bracket of an object or a list in a text for which
 *   lsc_json_is_strict() is true, or where this function left it
 * @key: (out): inside of the key, with its escapes; empty in a list
 * @value: (out): the value as it is written
 *
 * Returns: %FALSE at the end of the object or list
 */
gboolean
lsc_json_strict_next (const char **p, LscJsonText *key, LscJsonText *value)
{
  const char *q = *p, *end;

  if (*q == '{' || *q == '[' || *q == ',')
    q = skip_blanks (q + 1);
  if (*q == '}' || *q == ']')
    return FALSE;
  *key = (LscJsonText){ NULL, 0 };
  end = skip_value (q);
  if (*skip_blanks (end) == ':')
    {
      *key = (LscJsonText){ q + 1, (gsize) (end - q) - 2 };
      q = skip_blanks (skip_blanks (end) + 1);
      end = skip_value (q);
    }
  *value = (LscJsonText){ q, (gsize) (end - q) };
  *p = skip_blanks (end);
  return TRUE;
}

/* Whether the library would write @value as it is, but for blanks: numbers and strings have other
 * forms for the same. */
static gboolean
is_written_so (LscJsonText value)
{
  gboolean in_string = FALSE;

  for (const char *p = value.text; p < value.text + value.n; p++)
    if (*p == '\\')
      return FALSE;
    else if (*p == '"')
      in_string = !in_string;
    else if (!in_string && (*p == '.' || *p == 'E' || (*p == '-' && p[1] == '0') ||
                            (*p == 'e' && g_ascii_isdigit (p[-1]))))
      return FALSE;
  return TRUE;
}

/**
 * lsc_json_strict_rewrite:
 * @value: of a text for which lsc_json_is_strict() is true
 *
 * Returns: (transfer full): the text that json_to_string() makes of it, without line breaks
 */
char *
lsc_json_strict_rewrite (LscJsonText value)
{
  g_return_val_if_fail (value.text, NULL);

  gboolean in_string = FALSE;
  char *text, *to;

  if (!is_written_so (value))
    {
      g_autoptr (JsonNode) node = lsc_json_parse (value.text, value.n, NULL);

      g_return_val_if_fail (node, NULL);
      return json_to_string (node, FALSE);
    }
  text = to = g_malloc (value.n + 1);
  for (const char *p = value.text; p < value.text + value.n; p++)
    {
      in_string ^= *p == '"';
      if (in_string || (guchar) *p > ' ')
        *to++ = *p;
    }
  *to = '\0';
  return text;
}
