/* lsc-json-text.c - texts as JSON strings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-json-text.h"

#include "base/lsc-visible.h"

/* Nearly all texts are plain to the end, and stand as they are. */
static const char *
skip_plain (const char *text)
{
  const char *p = text;

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
