/* lsc-snapshot-json.c - a snapshot as JSON
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-json-scan.h"
#include "read/snapshot/lsc-snapshot-private.h"

G_STATIC_ASSERT (LSC_JSON_PAD <= LSC_TEXT_TAIL);

#define MOST_TEXT ((gsize) 1 << 21)
#define MOST_NUMBER ((gsize) 400)

static gboolean
fail_form (LscSnapshotMachine *self)
{
  return _lsc_snapshot_fail (self, _ ("it is no JSON"));
}

static gboolean
fail_end (LscSnapshotMachine *self)
{
  return _lsc_snapshot_fail (self, _ ("it ends too early"));
}

/* Returns: the next byte that is no blank, 0 at the end */
static char
skip_blanks (LscSnapshotMachine *self)
{
  LscSnapshotInput *input = &self->input;

  for (;;)
    {
      input->p = MIN (lsc_json_skip_blanks (input->p), input->end);
      if (input->p < input->end)
        return *input->p;
      if (!_lsc_snapshot_input_more (input))
        return '\0';
    }
}

/* Returns: (nullable): the closing quote of the text that begins behind @p */
static const char *
find_quote (LscSnapshotMachine *self)
{
  LscSnapshotInput *input = &self->input;

  for (;;)
    {
      const char *quote = lsc_json_find_string_end (input->p + 1, input->end);

      if (quote < input->end)
        return quote;
      if ((gsize) (input->end - input->p) > MOST_TEXT)
        _lsc_snapshot_fail (self, _ ("a text in it is too long"));
      else if (!_lsc_snapshot_input_more (input))
        fail_end (self);
      if (self->problem)
        return NULL;
    }
}

static gboolean
read_text (LscSnapshotMachine *self)
{
  const char *quote = find_quote (self), *text = self->input.p + 1;
  gsize n;

  if (!quote)
    return FALSE;
  text = self->input.p + 1;
  n = (gsize) (quote - text);
  self->input.p = quote + 1;
  if (lsc_json_needs_decoding (text, n))
    {
      g_autoptr (GString) decoded = g_string_sized_new (n);

      lsc_json_decode (decoded, text, n);
      return _lsc_snapshot_push_text (self, decoded->str, decoded->len);
    }
  return _lsc_snapshot_push_text (self, text, n);
}

static gboolean
push_number (LscSnapshotMachine *self, const char *text, gsize n)
{
  char copy[32];
  char *end;
  guint64 number;

  if (lsc_json_parse_int64 (text, n, (gint64 *) &number))
    return _lsc_snapshot_push (self, LSC_SNAPSHOT_INT, 0, (gint64) number);
  if (n >= sizeof copy || strspn (text, "0123456789") < n)
    return _lsc_snapshot_push (self, LSC_SNAPSHOT_OTHER, 0, 0);
  memcpy (copy, text, n);
  copy[n] = '\0';
  errno = 0;
  number = g_ascii_strtoull (copy, &end, 10);
  if (errno != 0)
    return _lsc_snapshot_push (self, LSC_SNAPSHOT_OTHER, 0, 0);
  return _lsc_snapshot_push (self, LSC_SNAPSHOT_INT, 1, (gint64) number);
}

/* A number, or a word: true, false, null, and NaN and Infinity, which Python writes. */
static gboolean
read_plain (LscSnapshotMachine *self)
{
  LscSnapshotInput *input = &self->input;
  gsize n = 0;
  const char *text;

  while (_lsc_snapshot_input_need (input, n + 1) && n < MOST_NUMBER &&
         (g_ascii_isalnum (input->p[n]) || strchr ("+-.", input->p[n])) && input->p[n])
    n++;
  text = input->p;
  input->p += n;
  if (n == 0 || n >= MOST_NUMBER)
    return fail_form (self);
  if (n == 4 && memcmp (text, "true", 4) == 0)
    return _lsc_snapshot_push (self, LSC_SNAPSHOT_FLAG, 0, 1);
  if (n == 5 && memcmp (text, "false", 5) == 0)
    return _lsc_snapshot_push (self, LSC_SNAPSHOT_FLAG, 0, 0);
  if (*text == '-' || g_ascii_isdigit (*text))
    return push_number (self, text, n);
  if ((n == 4 && memcmp (text, "null", 4) == 0) || (n == 3 && memcmp (text, "NaN", 3) == 0) ||
      (n == 8 && memcmp (text, "Infinity", 8) == 0))
    return _lsc_snapshot_push (self, LSC_SNAPSHOT_OTHER, 0, 0);
  return fail_form (self);
}

/* What may come next. */
typedef enum
{
  VALUE,
  VALUE_OR_END, /* the first of an array */
  KEY,
  KEY_OR_END, /* the first of an object */
  COLON,
  COMMA_OR_END,
  NOTHING,
} Expected;

/* Whether the innermost open bracket is that of an object. */
static gboolean
is_in_object (const LscSnapshotMachine *self)
{
  gsize bottom = (gsize) self->bottoms.items[self->bottoms.n - 1];

  return self->values.items[bottom - 1].type == LSC_SNAPSHOT_DICT;
}

static Expected
get_behind (const LscSnapshotMachine *self)
{
  return self->bottoms.n > 0 ? COMMA_OR_END : NOTHING;
}

static gboolean
open_bracket (LscSnapshotMachine *self, char c, Expected *expected)
{
  self->input.p++;
  *expected = c == '{' ? KEY_OR_END : VALUE_OR_END;
  return _lsc_snapshot_push (self, c == '{' ? LSC_SNAPSHOT_DICT : LSC_SNAPSHOT_LIST, 0, 0) &&
         _lsc_snapshot_mark (self);
}

static gboolean
close_bracket (LscSnapshotMachine *self, char c, Expected *expected)
{
  if (self->bottoms.n == 0 || is_in_object (self) != (c == '}'))
    return fail_form (self);
  self->input.p++;
  if (c == '}' ? !_lsc_snapshot_set_items (self) : !_lsc_snapshot_append_items (self))
    return FALSE;
  *expected = get_behind (self);
  return TRUE;
}

static gboolean
read_value (LscSnapshotMachine *self, char c, Expected *expected)
{
  if (c == '{' || c == '[')
    return open_bracket (self, c, expected);
  *expected = get_behind (self);
  return c == '"' ? read_text (self) : read_plain (self);
}

static gboolean
read_token (LscSnapshotMachine *self, char c, Expected *expected)
{
  gboolean can_end =
      *expected == VALUE_OR_END || *expected == KEY_OR_END || *expected == COMMA_OR_END;

  if ((c == '}' || c == ']') && can_end)
    return close_bracket (self, c, expected);
  switch (*expected)
    {
    case VALUE:
    case VALUE_OR_END:
      return read_value (self, c, expected);
    case KEY:
    case KEY_OR_END:
      *expected = COLON;
      return c == '"' ? read_text (self) : fail_form (self);
    case COLON:
      *expected = VALUE;
      self->input.p++;
      return c == ':' || fail_form (self);
    case COMMA_OR_END:
    default:
      *expected = is_in_object (self) ? KEY : VALUE;
      self->input.p++;
      return c == ',' || fail_form (self);
    }
}

/**
 * _lsc_snapshot_read_json:
 *
 * Returns: %FALSE with LscSnapshotMachine.problem, or with the failure of its input
 */
gboolean
_lsc_snapshot_read_json (LscSnapshotMachine *self)
{
  Expected expected = VALUE;

  while (expected != NOTHING)
    {
      char c = skip_blanks (self);

      if (self->input.p == self->input.end)
        return fail_end (self);
      if (!read_token (self, c, &expected))
        return FALSE;
    }
  return _lsc_snapshot_finish (self);
}
