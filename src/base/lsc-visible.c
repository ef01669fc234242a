/* lsc-visible.c - text of a file, shown without being obeyed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-visible.h"

#include <string.h>

/* Names, paths and messages come from files: what a terminal or a text layout would obey in them is
 * shown instead. Controls get the picture that Unicode has for them (ESC is U+241B), so that a text
 * keeps its length and fits into one cell a control; what has no picture becomes U+FFFD, as bytes
 * do that are no UTF-8. Example: "a\033[31m" is shown as "a␛[31m". */

#define REPLACEMENT 0xfffd
#define PICTURES 0x2400
#define PICTURE_OF_DELETE 0x2421

/**
 * lsc_is_control:
 *
 * Returns: whether terminals or text layouts obey @c: controls of ASCII and Latin 1, separators of
 *   lines, and what turns the direction of the text that follows
 */
gboolean
lsc_is_control (gunichar c)
{
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x2028 && c <= 0x202e) ||
         (c >= 0x2066 && c <= 0x2069);
}

static gunichar
show (gunichar c)
{
  if (c < 0x20)
    return PICTURES + c;
  return c == 0x7f ? PICTURE_OF_DELETE : REPLACEMENT;
}

/* Whether all is as it may stay. */
static gboolean
is_plain (const char *text, gboolean with_lines)
{
  for (const guchar *p = (const guchar *) text; *p; p++)
    if (*p >= 0x7f || (*p < 0x20 && !(*p == '\n' && with_lines)))
      return FALSE;
  return TRUE;
}

static char *
make_visible (const char *text, gboolean with_lines)
{
  g_autofree char *valid = NULL;
  GString *out;

  if (is_plain (text, with_lines))
    return g_strdup (text);
  valid = g_utf8_make_valid (text, -1);
  out = g_string_sized_new (strlen (valid));
  for (const char *p = valid; *p; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (with_lines && c == '\r' && p[1] == '\n') /* ends of lines as Windows has them */
        continue;
      g_string_append_unichar (out,
                               lsc_is_control (c) && !(c == '\n' && with_lines) ? show (c) : c);
    }
  return g_string_free (out, FALSE);
}

/**
 * lsc_visible_line:
 * @text: any bytes
 *
 * Thread: any. Cost: O(length of @text).
 *
 * Returns: (transfer full): the text as one line in UTF-8 without controls
 */
char *
lsc_visible_line (const char *text)
{
  g_return_val_if_fail (text, NULL);
  return make_visible (text, FALSE);
}

/** Returns: whether a name is a path of modules or folders, whose end says what it is */
gboolean
lsc_is_path (const char *name)
{
  g_return_val_if_fail (name, FALSE);
  return strchr (name, '/') && !strchr (name, ' ');
}

/* Where the end of a path begins that has room beside the dots: behind a separator if there is one,
 * so that no part is cut. */
static const char *
find_end_of_path (const char *path, glong n, glong most)
{
  const char *end = g_utf8_offset_to_pointer (path, n - most + 1);
  const char *part = strchr (end, '/');

  return part && part[1] != '\0' ? part : end;
}

/**
 * lsc_visible_name:
 * @name: any bytes
 * @most: characters, at least 3
 *
 * What tells names apart stays: the end of a path of modules or folders, both ends of the name of a
 * kernel.
 *
 * Thread: any. Cost: O(length of @name).
 *
 * Returns: (transfer full): lsc_visible_line() of at most @most characters, with dots where some
 *   were left out
 */
char *
lsc_visible_name (const char *name, glong most)
{
  g_return_val_if_fail (name && most > 0, NULL);

  g_autofree char *visible = lsc_visible_line (name);
  g_autofree char *head = NULL;
  glong n = g_utf8_strlen (visible, -1);
  glong n_head = (most - 1) * 2 / 3;

  if (n <= most)
    return g_steal_pointer (&visible);
  if (lsc_is_path (visible))
    return g_strconcat ("…", find_end_of_path (visible, n, most), NULL);
  head = g_utf8_substring (visible, 0, n_head);
  return g_strconcat (head, "…", g_utf8_offset_to_pointer (visible, n - (most - 1 - n_head)), NULL);
}

/**
 * lsc_visible_lines:
 * @text: any bytes
 *
 * Thread: any. Cost: O(length of @text).
 *
 * Returns: (transfer full): the text in UTF-8 without controls but its line feeds; those of
 *   Windows become such
 */
char *
lsc_visible_lines (const char *text)
{
  g_return_val_if_fail (text, NULL);
  return make_visible (text, TRUE);
}

/**
 * lsc_visible_markup:
 * @text: any bytes
 *
 * Markup has no way to say most controls: a widget would refuse the whole text.
 *
 * Thread: any. Cost: O(length of @text).
 *
 * Returns: (transfer full): lsc_visible_line() as markup of Pango
 */
char *
lsc_visible_markup (const char *text)
{
  g_return_val_if_fail (text, NULL);

  g_autofree char *shown = lsc_visible_line (text);

  return g_markup_escape_text (shown, -1);
}

/**
 * lsc_json_without_controls:
 * @json: a document in UTF-8
 *
 * Escapes the controls that JSON allows to stand in strings as they are.
 *
 * Returns: (transfer full): JSON of the same meaning that can be printed
 */
char *
lsc_json_without_controls (const char *json)
{
  g_return_val_if_fail (json, NULL);

  GString *out = g_string_sized_new (strlen (json));

  for (const char *p = json; *p; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c >= 0x7f && lsc_is_control (c))
        g_string_append_printf (out, "\\u%04x", c);
      else
        g_string_append_len (out, p, g_utf8_next_char (p) - p);
    }
  return g_string_free (out, FALSE);
}

/**
 * lsc_xml_text:
 * @text: any bytes
 *
 * XML 1.0 has no way to say most controls and the two last characters of the first plane, not even
 * escaped.
 *
 * Thread: any. Cost: O(length of @text).
 *
 * Returns: (transfer full): the text in UTF-8 with U+FFFD instead of them, not escaped yet
 */
char *
lsc_xml_text (const char *text)
{
  g_return_val_if_fail (text, NULL);

  char *valid = g_utf8_make_valid (text, -1);
  GString *out = NULL;

  for (const char *p = valid; *p; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean is_bad =
          (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0xfffe || c == 0xffff;

      if (is_bad && !out)
        out = g_string_new_len (valid, p - valid);
      if (out)
        g_string_append_unichar (out, is_bad ? REPLACEMENT : c);
    }
  if (!out)
    return valid;
  g_free (valid);
  return g_string_free (out, FALSE);
}

/* ---- figures ---- */

static const char *const units[] = { "%",     "ns",     "µs",      "ms",  "s",    "min",
                                     "h",     "B",      "KB",      "MB",  "GB",   "KiB",
                                     "MiB",   "GiB",    "TiB",     "B/s", "MB/s", "GB/s",
                                     "GiB/s", "TFLOPS", "TFLOP/s", "px" };

/* Returns: bytes of the unit that a text begins with, 0 if it does with none */
static gsize
get_unit (const char *text)
{
  gsize longest = 0;

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      gsize n = strlen (units[i]);

      if (n > longest && g_str_has_prefix (text, units[i]) && !g_ascii_isalnum (text[n]) &&
          text[n] != '/')
        longest = n;
    }
  return longest;
}

/**
 * lsc_find_figure:
 * @begin: (out): the last digit of a number
 * @end: (inout): where to begin; behind the unit that follows the number
 *
 * Finds the next figure with a unit, which no line may break apart.
 *
 * Returns: %FALSE where there is none
 */
gboolean
lsc_find_figure (const char *text, gsize *begin, gsize *end)
{
  g_return_val_if_fail (text && begin && end, FALSE);
  for (const char *space = strchr (text + *end, ' '); space; space = strchr (space + 1, ' '))
    {
      gsize unit = space > text && g_ascii_isdigit (space[-1]) ? get_unit (space + 1) : 0;

      if (unit == 0)
        continue;
      *begin = (gsize) (space - 1 - text);
      *end = (gsize) (space + 1 - text) + unit;
      return TRUE;
    }
  return FALSE;
}
