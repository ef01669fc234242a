/* lsc-json-write.c - pieces of JSON, appended to a text
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-json-write.h"

#include "base/lsc-json-scan.h"

/**
 * lsc_json_append_string:
 * @text: any @n bytes
 *
 * Appends it in quotes; what is no UTF-8 becomes U+FFFD. Cost: O(@n).
 */
void
lsc_json_append_string (GString *out, const char *text, gsize n)
{
  g_return_if_fail (out && (text || n == 0));

  g_autofree char *valid = g_utf8_make_valid (text ? text : "", (gssize) n);

  g_string_append_c (out, '"');
  for (const char *p = valid; *p; p++)
    if (*p == '"' || *p == '\\')
      g_string_append_printf (out, "\\%c", *p);
    else if ((guchar) *p < 0x20)
      g_string_append_printf (out, "\\u%04x", (guint) (guchar) *p);
    else
      g_string_append_c (out, *p);
  g_string_append_c (out, '"');
}

/**
 * lsc_json_append_pad:
 *
 * Puts what must follow a text behind @out for the scanner to read it; the length that the scanner
 * is told is the one before.
 */
void
lsc_json_append_pad (GString *out)
{
  g_return_if_fail (out);

  for (guint i = 0; i < LSC_JSON_PAD; i++)
    g_string_append_c (out, '"');
}
