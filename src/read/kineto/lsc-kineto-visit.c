/* lsc-kineto-visit.c - some events of a trace, read again in the order of the file
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/kineto/lsc-kineto-private.h"
#include "read/kineto/lsc-kineto.h"

#include <string.h>

#include "base/lsc-time.h"

/* Events are found again by their offsets: in place when the text is at hand, by position when the
 * file is the text, else along one more reading of it. */

#define SMALL_EVENT_BYTES ((gsize) 2048)

/* -- The text of an event ------------------------------------------------------------------------
 */

/**
 * _lsc_kineto_object_length:
 *
 * Returns: length of the object that begins at @text, 0 if it does not end within @n bytes
 */
gsize
_lsc_kineto_object_length (const char *text, gsize n)
{
  gsize depth = 0;
  gboolean in_string = FALSE;

  for (gsize i = 0; i < n; i++)
    if (in_string)
      {
        if (text[i] == '\\')
          i++;
        else if (text[i] == '"')
          in_string = FALSE;
      }
    else if (text[i] == '"')
      in_string = TRUE;
    else if (text[i] == '{' || text[i] == '[')
      depth++;
    else if ((text[i] == '}' || text[i] == ']') && (depth == 0 || --depth == 0))
      return i + 1;
  return 0;
}

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Where the value of a key begins, NULL if there is none. A key stands between plain quotes, which
 * inside a string are escaped. */
static const char *
find_value (const char *text, gsize n, const char *quoted)
{
  gsize length = strlen (quoted);
  const char *end = text + n;

  for (const char *at = text; (at = memmem (at, (gsize) (end - at), quoted, length));)
    {
      at += length;
      while (at < end && is_blank (*at))
        at++;
      if (at == end || *at != ':')
        continue;
      at++;
      while (at < end && is_blank (*at))
        at++;
      return at < end ? at : NULL;
    }
  return NULL;
}

/**
 * lsc_kineto_find_text:
 * @text: an event
 *
 * Returns: (transfer full) (nullable): the value of that key: a string without its quotes, a number
 *   or a list as written; escapes are kept as they are
 */
char *
lsc_kineto_find_text (const char *text, gsize n, const char *key)
{
  g_autofree char *quoted = g_strdup_printf ("\"%s\"", key);
  const char *at = find_value (text, n, quoted);
  const char *end = text + n;
  const char *begin;

  if (!at)
    return NULL;
  if (*at == '"')
    {
      begin = ++at;
      while (at < end && *at != '"')
        at += *at == '\\' && at + 1 < end ? 2 : 1;
    }
  else if (*at == '[')
    {
      begin = at;
      at += _lsc_kineto_object_length (at, (gsize) (end - at));
    }
  else
    {
      begin = at;
      while (at < end && *at != ',' && *at != '}' && !is_blank (*at))
        at++;
    }
  return g_utf8_make_valid (begin, (gssize) (MIN (at, end) - begin));
}

/**
 * lsc_kineto_find_number:
 * @text: an event
 * @quoted: a key with its quotes
 * @value: (out)
 *
 * Returns: whether the value of that key is a number of at most 31 digits
 */
gboolean
lsc_kineto_find_number (const char *text, gsize n, const char *quoted, double *value)
{
  const char *at = find_value (text, n, quoted);
  char digits[32], *end;
  gsize length = 0;

  while (at && at < text + n && length + 1 < sizeof digits && strchr ("+-.0123456789eE", *at) &&
         *at)
    digits[length++] = *at++;
  digits[length] = '\0';
  *value = g_ascii_strtod (digits, &end);
  return length > 0 && *end == '\0';
}

/* -- Visits --------------------------------------------------------------------------------------
 */

typedef struct
{
  LscTextInput *input;
  const gint64 *offsets;
  gsize n;
  LscKinetoVisitFunc func;
  gpointer user_data;
  LscJob *job;
} Visit;

/* @text: NULL if the event could not be read again */
static void
show (const Visit *self, gsize index, const char *text, gsize n)
{
  gsize length = text ? _lsc_kineto_object_length (text, n) : 0;

  self->func (index, length > 0 ? text : NULL, length, self->user_data);
}

/* The bytes of the text from some offset on, as far as they were read. */
typedef struct
{
  LscTextInput *input; /* own */
  GByteArray *bytes;
  gsize head;    /* where the window begins in them */
  gint64 offset; /* of that place in the text */
  gboolean is_at_end;
} Window;

static void
add_block (Window *self, const LscTextBlock *block, gint64 offset)
{
  gint64 end = block->offset + (gint64) block->n;

  g_byte_array_remove_range (self->bytes, 0, (guint) self->head);
  self->head = 0;
  if (end <= offset) /* nothing wanted of it */
    {
      g_byte_array_set_size (self->bytes, 0);
      self->offset = end;
      return;
    }
  if (self->bytes->len == 0)
    self->offset = block->offset;
  g_byte_array_append (self->bytes, (const guint8 *) block->data, (guint) block->n);
}

/* Moves the window to @offset, not before the one of last time, and fills it for one event. */
static void
move_window (Window *self, gint64 offset)
{
  while (TRUE)
    {
      gint64 skip = CLAMP (offset - self->offset, 0, (gint64) (self->bytes->len - self->head));
      LscTextBlock block;

      self->head += (gsize) skip;
      self->offset += skip;
      if (self->is_at_end ||
          (self->offset >= offset && self->bytes->len - self->head >= LSC_KINETO_MOST_EVENT))
        return;
      if (!lsc_text_input_next (self->input, &block, NULL) || block.n == 0)
        self->is_at_end = TRUE;
      else
        add_block (self, &block, offset);
    }
}

static gboolean
visit_along (const Visit *self, GError **error)
{
  Window window = { 0 };
  gboolean ok = TRUE;

  window.input = lsc_text_input_open (lsc_text_input_get_path (self->input), self->job, NULL);
  window.bytes = g_byte_array_new ();
  window.is_at_end = window.input == NULL;
  for (gsize i = 0; i < self->n && ok; i++)
    {
      ok = i % 1024 != 0 || lsc_job_check (self->job, error);
      move_window (&window, self->offsets[i]);
      if (window.offset == self->offsets[i])
        show (self, i, (const char *) window.bytes->data + window.head,
              window.bytes->len - window.head);
      else
        show (self, i, NULL, 0);
    }
  g_byte_array_unref (window.bytes);
  g_clear_pointer (&window.input, lsc_text_input_close);
  return ok;
}

static gboolean
visit_by_offset (const Visit *self, GError **error)
{
  for (gsize i = 0; i < self->n; i++)
    {
      g_autofree char *text = NULL;
      gsize n = 0, length = 0;

      if (i % 4096 == 0 && !lsc_job_check (self->job, error))
        return FALSE;
      for (gsize most = SMALL_EVENT_BYTES; most <= LSC_KINETO_MOST_EVENT;
           most *= LSC_KINETO_MOST_EVENT / SMALL_EVENT_BYTES)
        {
          g_free (text);
          text = lsc_text_input_read_at (self->input, self->offsets[i], most, &n, NULL);
          length = text ? _lsc_kineto_object_length (text, n) : 0;
          if (!text || n < most || length > 0)
            break;
        }
      self->func (i, length > 0 ? text : NULL, length, self->user_data);
    }
  return TRUE;
}

/**
 * lsc_kineto_visit:
 * @offsets: of the opening braces of events, ascending
 * @func: told of each event in turn, with %NULL where it could not be read again
 *
 * Cost: O(bytes of the events), for compressed text one more inflation.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
lsc_kineto_visit (LscTextInput *input, const gint64 *offsets, gsize n, LscKinetoVisitFunc func,
                  gpointer user_data, LscJob *job, GError **error)
{
  Visit visit = { input, offsets, n, func, user_data, job };

  return lsc_text_input_is_plain (input) ? visit_by_offset (&visit, error)
                                         : visit_along (&visit, error);
}
