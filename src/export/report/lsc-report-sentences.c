/* lsc-report-sentences.c - what a text says at a glance, and what of it stands elsewhere
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-sentences.h"

#include <math.h>
#include <string.h>

#include "base/lsc-visible.h"
#include "base/lsc-words.h"
#include "export/report/lsc-report-private.h"

#define LONGEST_NAME 40 /* within the title of a page */
#define MOST_TITLE_WORDS 20
#define MOST_TITLE 110     /* characters of the title of a page */
#define LETTERS_A_WORD 2.5 /* of a language without spaces */

/* Ends of sentences, and of clauses; without spaces in Chinese. */
static const char *const sentence_ends[] = { ". ", "。", NULL };
static const char *const clause_ends[] = { ": ",           ", ",           "; ",
                                           " (",           "\xEF\xBC\x9A", "\xEF\xBC\x8C",
                                           "\xEF\xBC\x9B", "\xEF\xBC\x88", NULL };

/* (nullable): where the first of some ends begins, from @text on */
static const char *
find_end (const char *text, const char *const *ends)
{
  const char *first = NULL;

  for (guint i = 0; ends[i]; i++)
    {
      const char *at = strstr (text, ends[i]);

      if (at && (!first || at < first))
        first = at;
    }
  return first;
}

/* A figure and its unit count as one word, and so does a number. */
static guint
count_words (const char *text, gsize length)
{
  gsize begin = 0, end = 0;
  double words = 0;
  gboolean is_inside = FALSE;

  for (const char *at = text; at < text + length; at = g_utf8_next_char (at))
    {
      gunichar letter = g_utf8_get_char (at);

      if (g_unichar_iswide (letter) && g_unichar_isalpha (letter))
        words += 1 / LETTERS_A_WORD;
      else if (!g_unichar_isspace (letter) && !is_inside && !g_unichar_iswide (letter))
        words += 1;
      is_inside = !g_unichar_isspace (letter) && !g_unichar_iswide (letter);
    }
  while (lsc_find_figure (text, &begin, &end) && end <= length)
    words -= 1;
  return (guint) MAX (ceil (words), 0);
}

/** Returns: how many words a reader finds in a text; a figure and its unit count as one */
guint
lsc_report_count_words (const char *text)
{
  g_return_val_if_fail (text, 0);
  return count_words (text, strlen (text));
}

/**
 * lsc_report_first_sentence:
 *
 * Returns: (transfer full): the first sentence of a text, without its full stop
 */
char *
lsc_report_first_sentence (const char *text)
{
  const char *end;
  char *sentence;

  g_return_val_if_fail (text, NULL);
  end = find_end (text, sentence_ends);
  sentence = end ? g_strndup (text, (gsize) (end - text)) : g_strdup (text);
  if (g_str_has_suffix (sentence, "."))
    sentence[strlen (sentence) - 1] = '\0';
  return sentence;
}

/**
 * lsc_report_skip_sentence:
 *
 * Returns: (transfer none) (nullable): what stands behind the first sentence of a text
 */
const char *
lsc_report_skip_sentence (const char *text)
{
  const char *end;

  g_return_val_if_fail (text, NULL);
  end = find_end (text, sentence_ends);
  if (!end)
    return NULL;
  end += strlen (g_str_has_prefix (end, ". ") ? ". " : "。");
  return *end != '\0' ? end : NULL;
}

/* (transfer full): without what stands in brackets */
static char *
drop_brackets (const char *text)
{
  static const char *const brackets[][2] = { { " (", ")" }, { "\xEF\xBC\x88", "\xEF\xBC\x89" } };
  g_autoptr (GString) out = g_string_new (text);

  for (guint i = 0; i < G_N_ELEMENTS (brackets); i++)
    for (;;)
      {
        const char *begin = strstr (out->str, brackets[i][0]);
        const char *end = begin ? strstr (begin, brackets[i][1]) : NULL;

        if (!end)
          break;
        end += strlen (brackets[i][1]);
        g_string_erase (out, begin - out->str, end - begin);
      }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/**
 * lsc_report_shorten:
 * @most_words: that are read at a glance
 * @is_whole: (out) (optional): whether nothing was left out
 *
 * Returns: (transfer full): a sentence, without its brackets, or the first of its clauses, so that
 * it has at most so many words; the first clause where that has more
 */
char *
lsc_report_shorten (const char *text, guint most_words, gboolean *is_whole)
{
  g_autofree char *sentence = NULL, *bare = NULL;
  const char *at, *best = NULL;

  g_return_val_if_fail (text, NULL);
  sentence = lsc_report_first_sentence (text);
  if (is_whole)
    *is_whole = TRUE;
  if (count_words (sentence, strlen (sentence)) <= most_words)
    return g_steal_pointer (&sentence);
  bare = drop_brackets (sentence);
  g_free (g_steal_pointer (&sentence));
  sentence = g_steal_pointer (&bare);
  if (count_words (sentence, strlen (sentence)) <= most_words)
    return g_steal_pointer (&sentence);
  for (at = find_end (sentence, clause_ends); at; at = find_end (at + 1, clause_ends))
    if (!best || count_words (sentence, (gsize) (at - sentence)) <= most_words)
      best = at;
  if (is_whole)
    *is_whole = best == NULL;
  return best ? g_strndup (sentence, (gsize) (best - sentence)) : g_steal_pointer (&sentence);
}

/* (transfer full): a sentence whose long names are cut in their middle */
static char *
shorten_names (const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  for (gsize i = 0; words[i]; i++)
    {
      char *name = lsc_visible_name (words[i], LONGEST_NAME);

      g_free (words[i]);
      words[i] = name;
    }
  return g_strjoinv (" ", words);
}

/**
 * lsc_report_take_message:
 * @text: (nullable) (transfer full): its first sentence becomes the title of the chapter's page
 *
 * Adds a paragraph that says what a chapter is about.
 */
void
lsc_report_take_message (LscReportSection *section, char *text)
{
  g_return_if_fail (section);
  if (!text)
    return;
  g_clear_pointer (&section->message, g_free);
  section->message = lsc_report_first_sentence (text);
  if (g_utf8_strlen (section->message, -1) > MOST_TITLE)
    {
      g_autofree char *brief = shorten_names (section->message);

      g_free (section->message);
      section->message = lsc_report_shorten (brief, MOST_TITLE_WORDS, NULL);
    }
  lsc_report_take_text (section, text);
}

/* Whether the first page has said it; its title ends without a stop. */
static gboolean
is_lead (const LscReport *report, const char *line)
{
  g_autofree char *said = lsc_report_first_sentence (line);
  gsize n = strlen (said) - (g_str_has_suffix (said, "。") ? strlen ("。") : 0);

  return n > 0 && report->headline && strncmp (report->headline, said, n) == 0;
}

/**
 * lsc_report_take_words:
 * @line: (transfer full): the bold line of a page of the window
 * @rest: (transfer full) (nullable): what stands below it, whole sentences
 *
 * The line is the message of the chapter and the rest its first paragraph, without sentences that
 * the document has already; the rest alone is both where the first page has said the line.
 */
void
lsc_report_take_words (const LscReport *report, LscReportSection *section, char *line, char *rest)
{
  char *new = NULL;

  g_return_if_fail (report && section && line);
  if (rest)
    new = _lsc_report_drop_said (report, rest);
  g_free (rest);
  if (new &&is_lead (report, line))
    {
      g_free (line);
      lsc_report_take_message (section, new);
      return;
    }
  lsc_report_take_message (section, line);
  lsc_report_take_text (section, new);
}

/** Returns: whether a paragraph of a chapter that has a message begins with it */
gboolean
lsc_report_says_message (const LscReportSection *section)
{
  g_return_val_if_fail (section && section->message, FALSE);
  for (guint i = 0; i < section->items->len; i++)
    {
      const LscReportItem *item = lsc_report_section_get (section, i);

      if (item->type == LSC_REPORT_TEXT && g_str_has_prefix (item->text, section->message))
        return TRUE;
    }
  return FALSE;
}

/**
 * lsc_report_cut_words:
 * @text: (transfer full): sentences
 * @part: some of them, which stand elsewhere
 *
 * Returns: (transfer full): @text without @part
 */
char *
lsc_report_cut_words (char *text, const char *part)
{
  char *found;

  g_return_val_if_fail (text && part, text);
  found = *part != '\0' ? strstr (text, part) : NULL;
  if (found)
    {
      const char *behind = found + strlen (part);

      behind += strspn (behind, " ");
      memmove (found, behind, strlen (behind) + 1);
    }
  return g_strstrip (text);
}

/**
 * lsc_report_skip_message:
 *
 * Returns: (transfer none): what a paragraph says beside the title of its page; may be empty
 */
const char *
lsc_report_skip_message (const LscReportSection *section, const char *text)
{
  const char *rest;

  g_return_val_if_fail (section && text, text);
  if (!section->message || !g_str_has_prefix (text, section->message))
    return text;
  rest = text + strlen (section->message);
  if (*rest != '\0' && *rest != '.' && !g_str_has_prefix (rest, "。"))
    return text; /* the title is shorter than the sentence */
  text = g_str_has_prefix (rest, "。") ? rest + strlen ("。") : rest;
  while (*text == '.' || *text == ' ')
    text++;
  return text;
}
