/* lsc-report-words.c - sentences that documents share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-visible.h"
#include "export/report/lsc-report-private.h"

/* Characters of a name within a sentence. */
#define LONGEST_NAME 60
#define LEAST_SENTENCE 24 /* bytes: shorter ones may stand in others by chance */

/** Returns: (transfer full): a name with which a sentence can still be read */
char *
_lsc_report_short_name (const char *name)
{
  return lsc_visible_name (name, LONGEST_NAME);
}

/** Returns: (transfer full): what a side is called */
char *
_lsc_report_side_name (const LscCompare *compare, LscSide side)
{
  if (compare->names[side])
    return _lsc_report_short_name (compare->names[side]);
  return g_strdup (side == LSC_BEFORE ? _ ("Before") : _ ("After"));
}

/** Returns: (transfer full) (nullable): the day of a time, in UTC; %NULL where it is not known */
char *
_lsc_report_date (gint64 ns)
{
  g_autoptr (GDateTime) date =
      ns > 0 ? g_date_time_new_from_unix_utc (ns / G_GINT64_CONSTANT (1000000000)) : NULL;

  return date ? g_date_time_format (date, "%Y-%m-%d") : NULL;
}

/** Returns: (transfer full) (nullable): a clause with its full stop */
char *
_lsc_report_sentence (const LscPhrase *phrase)
{
  g_autofree char *words = phrase ? lsc_phrase_to_words (phrase) : NULL;

  return words ? g_strdup_printf (_ ("%s."), words) : NULL;
}

/** @clause: (transfer full). Returns: (transfer full): it with its full stop */
char *
_lsc_report_stop (char *clause)
{
  char *sentence = g_strdup_printf (_ ("%s."), clause);

  g_free (clause);
  return sentence;
}

/* ---- what was said ---- */

static gboolean
has_text (const char *text, const char *sentence)
{
  return text && strstr (text, sentence);
}

static gboolean
is_said_by (const LscReportItem *item, const char *sentence)
{
  for (guint i = 0; item->points && i < item->points->len; i++)
    if (has_text (item->points->pdata[i], sentence))
      return TRUE;
  return has_text (item->text, sentence) || (item->points && has_text (item->title, sentence));
}

/* Whether the first page, or a chapter so far, has a sentence. */
static gboolean
is_said (const LscReport *report, const char *sentence)
{
  for (guint i = 0; i < report->facts->len; i++)
    if (has_text (lsc_report_get_fact (report, i)->text, sentence))
      return TRUE;
  for (guint i = 0; i < report->sections->len; i++)
    for (guint k = 0; k < lsc_report_get (report, i)->items->len; k++)
      if (is_said_by (lsc_report_section_get (lsc_report_get (report, i), k), sentence))
        return TRUE;
  return FALSE;
}

/* Returns: where the sentence ends that begins at @text, behind its stop */
static const char *
find_sentence_end (const char *text)
{
  const char *western = strstr (text, ". "), *chinese = strstr (text, "。");

  if (western && (!chinese || western < chinese))
    return western + 1;
  return chinese ? chinese + strlen ("。") : text + strlen (text);
}

/**
 * _lsc_report_drop_said:
 * @text: whole sentences
 *
 * Returns: (transfer full) (nullable): those that the document does not have yet; %NULL = none is
 *   left
 */
char *
_lsc_report_drop_said (const LscReport *report, const char *text)
{
  g_autoptr (GString) out = NULL;
  gboolean is_dropped = FALSE;

  g_return_val_if_fail (report && text, NULL);
  out = g_string_new (NULL);
  for (const char *at = text; *at != '\0';)
    {
      const char *end = find_sentence_end (at);
      g_autofree char *sentence = g_strndup (at, (gsize) (end - at));

      /* a short one, such as how likely that is, goes with the one before it */
      if (strlen (sentence) >= LEAST_SENTENCE)
        is_dropped = is_said (report, sentence);
      if (!is_dropped)
        g_string_append_printf (out, "%s%s", out->len > 0 && at[-1] == ' ' ? " " : "", sentence);
      for (at = end; *at == ' '; at++)
        ;
    }
  return out->len > 0 ? g_string_free (g_steal_pointer (&out), FALSE) : NULL;
}

/* (nullable): what a reason is about, with which its sentence begins */
static const char *
get_subject (LscUnknown unknown)
{
  switch (unknown)
    {
    case LSC_UNKNOWN_NO_MEMORY:
      return _ ("Memory");
    case LSC_UNKNOWN_NO_COMMUNICATION:
      return _ ("Communication");
    case LSC_UNKNOWN_NO_COUNTERS:
      return _ ("Core counters");
    case LSC_UNKNOWN_NO_SHAPES:
      return _ ("Shapes");
    case LSC_UNKNOWN_NO_MODULES:
      return _ ("Modules");
    case LSC_UNKNOWN_NO_STEPS:
      return _ ("Steps");
    case LSC_UNKNOWN_NO_LAYOUT:
      return _ ("Parallel layout");
    default:
      return NULL;
    }
}

/**
 * _lsc_report_list_unknown:
 * @points: (element-type utf8): appended to: why what is not known, a sentence for each reason
 * @of: (nullable): which side lacks it
 */
void
_lsc_report_list_unknown (GPtrArray *points, const LscLacks *lacks, const char *of)
{
  g_return_if_fail (points && lacks);
  for (guint i = 0; i < LSC_UNKNOWN_N; i++)
    if (lsc_lacks_has (lacks, (LscUnknown) i))
      {
        const char *subject = of ? of : get_subject ((LscUnknown) i);

        g_ptr_array_add (
            points, subject ? lsc_unknown_to_sentence ((LscUnknown) i, lacks->recorder, subject)
                            : lsc_unknown_to_words ((LscUnknown) i, lacks->recorder));
      }
}
