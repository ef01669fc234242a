/* lsc-json-text.c - texts as JSON strings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-json-text.h"

#include <string.h>

#include "base/lsc-visible.h"

#define EACH_BYTE G_GUINT64_CONSTANT (0x0101010101010101)

/* Whether one of eight bytes is 0; those behind it may be said to be, too. */
static inline guint64
has_zero (guint64 bytes)
{
  return (bytes - EACH_BYTE) & ~bytes & 0x80 * EACH_BYTE;
}

/* Whether one of eight bytes may not stand as it is; only ever %FALSE where none is. */
static inline gboolean
has_odd (guint64 bytes)
{
  guint64 is_control = (bytes - 0x20 * EACH_BYTE) & ~bytes;
  guint64 is_beyond = (bytes + EACH_BYTE) | bytes; /* 0x7f on */

  return (((is_control | is_beyond) & 0x80 * EACH_BYTE) | has_zero (bytes ^ '"' * EACH_BYTE) |
          has_zero (bytes ^ '\\' * EACH_BYTE)) != 0;
}

/* Nearly all texts are plain to the end, and stand as they are. */
static const char *
skip_plain (const char *text)
{
  const char *p = text;
  guint64 bytes;

  for (gsize left = strlen (text); left >= sizeof bytes; left -= sizeof bytes, p += sizeof bytes)
    {
      memcpy (&bytes, p, sizeof bytes);
      if (has_odd (bytes))
        break;
    }
  while ((guchar) *p >= 0x20 && (guchar) *p < 0x7f && *p != '"' && *p != '\\')
    p++;
  return p;
}

/**
 * lsc_json_text_append:
 * @text: any bytes
 *
 * Appends a JSON string in quotes. Controls are escaped, those beyond ASCII, too, so that the line
 * can be printed.
 */
void
lsc_json_text_append (GString *out, const char *text)
{
  g_autofree char *valid = NULL;
  const char *end;

  g_return_if_fail (out && text);
  g_string_append_c (out, '"');
  end = skip_plain (text);
  g_string_append_len (out, text, end - text);
  if (*end && !g_utf8_validate (end, -1, NULL))
    end = valid = g_utf8_make_valid (end, -1);
  for (const char *p = end; *p; p++)
    {
      if (*p == '"' || *p == '\\')
        g_string_append_printf (out, "\\%c", *p);
      else if (*p == '\n')
        g_string_append (out, "\\n");
      else if (*p == '\r')
        g_string_append (out, "\\r");
      else if (*p == '\t')
        g_string_append (out, "\\t");
      else if ((guchar) *p < 0x20 || *p == 0x7f)
        g_string_append_printf (out, "\\u%04x", (guchar) *p);
      else if ((guchar) *p >= 0xc0 && lsc_is_control (g_utf8_get_char (p)))
        {
          g_string_append_printf (out, "\\u%04x", g_utf8_get_char (p));
          p = g_utf8_next_char (p) - 1;
        }
      else
        g_string_append_c (out, *p);
    }
  g_string_append_c (out, '"');
}
