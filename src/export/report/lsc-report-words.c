/* lsc-report-words.c - sentences that documents share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-visible.h"
#include "export/report/lsc-report-private.h"

/* Characters of a name within a sentence. */
#define LONGEST_NAME 60

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
      g_ptr_array_add (points, of ? lsc_unknown_to_sentence ((LscUnknown) i, lacks->recorder, of)
                                  : lsc_unknown_to_words ((LscUnknown) i, lacks->recorder));
}
