/* lsc-report-markdown-text.c - texts within Markdown, shown as they are
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-markdown-text.h"

#include <string.h>

#include "base/lsc-visible.h"

/* Names of operators are full of what Markdown obeys, and # and @ make links of reviews: words with
 * such letters become code, in which nothing is obeyed. */
#define CODE_LETTERS "_*`|#@~\\"
#define ESCAPED_LETTERS "_*`|#~\\["
#define HTML_LETTERS "<&"
#define TRAILING ".,;:)]"

static void
append_escaped (GString *out, const char *text, gsize length)
{
  for (const char *at = text; at < text + length; at++)
    if (*at == '<')
      g_string_append (out, "&lt;");
    else if (*at == '&')
      g_string_append (out, "&amp;");
    else
      {
        if (strchr (ESCAPED_LETTERS, *at))
          g_string_append_c (out, '\\');
        g_string_append_c (out, *at);
      }
}

/* A bar ends a cell even within code, unless it is escaped. */
static void
append_code (GString *out, const char *text, gsize length, gboolean is_cell)
{
  gboolean has_tick = memchr (text, '`', length) != NULL;

  g_string_append (out, has_tick ? "`` " : "`");
  for (const char *at = text; at < text + length; at++)
    {
      if (*at == '|' && is_cell)
        g_string_append_c (out, '\\');
      g_string_append_c (out, *at);
    }
  g_string_append (out, has_tick ? " ``" : "`");
}

static gboolean
has_any (const char *text, gsize length, const char *letters)
{
  for (gsize i = 0; i < length; i++)
    if (strchr (letters, text[i]))
      return TRUE;
  return FALSE;
}

/* Two ticks in a row would end code of two. */
static gboolean
is_code (const char *text, gsize length)
{
  return length > 1 && has_any (text, length, CODE_LETTERS) &&
         !has_any (text, length, HTML_LETTERS) && !g_strstr_len (text, (gssize) length, "``");
}

/* A bracket makes a link only before one of these. */
static gboolean
has_link (const char *text)
{
  return *text == '[' || strstr (text, "](") || strstr (text, "][") || strstr (text, "]:") ||
         strstr (text, "[^");
}

/* What stands between two blanks. */
static void
append_word (GString *out, const char *word, gsize length, gboolean is_cell, gboolean is_linked)
{
  gsize core = length;

  while (core > 1 && strchr (TRAILING, word[core - 1]))
    core--;
  if (is_code (word, core))
    {
      append_code (out, word, core, is_cell);
      append_escaped (out, word + core, length - core);
    }
  else if (!is_linked && !has_any (word, length, CODE_LETTERS HTML_LETTERS))
    g_string_append_len (out, word, (gssize) length);
  else
    append_escaped (out, word, length);
}

/**
 * lsc_markdown_append:
 * @is_cell: whether it stands in a cell of a table
 *
 * Appends a text of a file, on one line, so that it reads as it is: names as code, the rest escaped
 * where Markdown would obey it.
 */
void
lsc_markdown_append (GString *out, const char *text, gboolean is_cell)
{
  g_autofree char *visible = NULL;
  gboolean is_linked;

  g_return_if_fail (out && text);
  visible = lsc_visible_line (text);
  is_linked = has_link (visible);
  if (*visible != '\0' && strchr ("-+>=", *visible) && !is_cell)
    g_string_append_c (out, '\\'); /* at the begin of a line it would make a list or a quote */
  for (const char *at = visible; *at != '\0';)
    {
      gsize length = strcspn (at, " ");

      append_word (out, at, length, is_cell, is_linked);
      at += length;
      while (*at == ' ')
        g_string_append_c (out, *at++);
    }
}

/** lsc_markdown_append_html: appends a text within an element, in which Markdown is not read */
void
lsc_markdown_append_html (GString *out, const char *text)
{
  g_autofree char *visible = NULL;

  g_return_if_fail (out && text);
  visible = lsc_visible_line (text);
  for (const char *at = visible; *at != '\0'; at++)
    if (*at == '<')
      g_string_append (out, "&lt;");
    else if (*at == '&')
      g_string_append (out, "&amp;");
    else
      g_string_append_c (out, *at);
}
