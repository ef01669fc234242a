/* lsc-rank-name.c - what a rank is called
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-rank-name.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-sort.h"

/* A rank whose number nobody recorded is called by what it was read from: -1 is for programs. */

/**
 * lsc_rank_name_add:
 * @name: of a recording that does not tell the number of its rank
 *
 * Thread: any.
 *
 * Returns: what stands for it where ranks go by number (LSC_RANK_NAMED)
 */
gint64
lsc_rank_name_add (const char *name)
{
  g_return_val_if_fail (name, LSC_RANK_UNKNOWN);
  return LSC_RANK_NAMED + (gint64) g_quark_from_string (name);
}

/**
 * lsc_rank_name_find:
 *
 * Returns: (transfer none) (nullable): the name that @rank stands for; %NULL where it is a number
 */
const char *
lsc_rank_name_find (gint64 rank)
{
  return lsc_rank_is_named (rank) ? g_quark_to_string ((GQuark) (rank - LSC_RANK_NAMED)) : NULL;
}

/* Numbers inside of names count as numbers, so that dp10 follows dp9. */
static int
compare_names (const char *a, const char *b)
{
  while (*a && *b)
    if (g_ascii_isdigit (*a) && g_ascii_isdigit (*b))
      {
        guint64 x = g_ascii_strtoull (a, (char **) &a, 10);
        guint64 y = g_ascii_strtoull (b, (char **) &b, 10);

        LSC_RETURN_ORDER (x, y);
      }
    else if (*a != *b)
      return LSC_ORDER ((guchar) *a, (guchar) *b);
    else
      {
        a++;
        b++;
      }
  return LSC_ORDER ((guchar) *a, (guchar) *b);
}

/**
 * lsc_rank_compare:
 *
 * Returns: the order of two ranks: those without a number first, by name
 */
int
lsc_rank_compare (gint64 a, gint64 b)
{
  const char *x = lsc_rank_name_find (a), *y = lsc_rank_name_find (b);

  if (x && y)
    return compare_names (x, y);
  return LSC_ORDER (a, b);
}

/**
 * lsc_rank_name_new:
 * @rank: its number, what stands for its name, or %LSC_RANK_UNKNOWN
 * @folder: (nullable): folder or file that it was read from
 *
 * This is the one place that puts a rank into words. Thread: any.
 *
 * Returns: (transfer full): what it is called inside a sentence: "rank 3", else its name, @folder
 */
LscPhrase *
lsc_rank_name_new (gint64 rank, const char *folder)
{
  const char *name = lsc_rank_name_find (rank);

  if (rank >= 0)
    return lsc_phrase_new (N_ ("rank %" PRId64), rank);
  if (name)
    return lsc_phrase_new_verbatim (name);
  return folder ? lsc_phrase_new_verbatim (folder)
                : lsc_phrase_new_text (N_ ("a rank of unknown number"));
}

/**
 * lsc_rank_name_new_first:
 *
 * Returns: (transfer full): the same where a sentence begins with it: "Rank 3", else its name,
 *   @folder
 */
LscPhrase *
lsc_rank_name_new_first (gint64 rank, const char *folder)
{
  if (rank >= 0)
    return lsc_phrase_new (N_ ("Rank %" PRId64), rank);
  return lsc_rank_is_named (rank) || folder ? lsc_rank_name_new (rank, folder)
                                            : lsc_phrase_new_text (N_ ("A rank of unknown number"));
}

/**
 * lsc_rank_name_get_title:
 *
 * As lsc_rank_name_new(), but by itself: in a row, a list, a button, at the begin of a sentence.
 *
 * Returns: (transfer full): "Rank 3", else its name, @folder
 */
char *
lsc_rank_name_get_title (gint64 rank, const char *folder)
{
  const char *name = lsc_rank_name_find (rank);

  if (rank >= 0)
    return g_strdup_printf (_ ("Rank %" PRId64), rank);
  if (name)
    return g_strdup (name);
  return g_strdup (folder ? folder : _ ("Rank of unknown number"));
}

/**
 * lsc_rank_to_text:
 *
 * Returns: (transfer full): its number, else its name: for files and command lines
 */
char *
lsc_rank_to_text (gint64 rank)
{
  const char *name = lsc_rank_name_find (rank);

  return name ? g_strdup (name) : g_strdup_printf ("%" PRId64, rank);
}

/**
 * lsc_rank_from_text:
 * @text: of lsc_rank_to_text(), or by a user
 * @rank: (out):
 *
 * Returns: %FALSE for what is neither a number nor a name that some rank has
 */
gboolean
lsc_rank_from_text (const char *text, gint64 *rank)
{
  GQuark name;

  g_return_val_if_fail (text && rank, FALSE);
  if (g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, rank, NULL))
    return TRUE;
  name = g_quark_try_string (text);
  *rank = name > 0 ? LSC_RANK_NAMED + (gint64) name : LSC_RANK_UNKNOWN;
  return name > 0;
}

/** Returns: its number, %LSC_RANK_UNKNOWN for one that has a name instead: where only a number can
 * stand */
gint64
lsc_rank_to_number (gint64 rank)
{
  return lsc_rank_is_named (rank) ? LSC_RANK_UNKNOWN : rank;
}

/**
 * lsc_rank_names_list:
 * @ranks: (array length=n): each by number or name; two or more
 *
 * Returns: (transfer full) (nullable): "ranks 0, 2, 5", or the names alone; %NULL where one of them
 *   has neither
 */
LscPhrase *
lsc_rank_names_list (const gint64 *ranks, gsize n)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  g_autoptr (LscPhrase) joined = NULL;
  gboolean has_names = FALSE;

  g_return_val_if_fail (ranks || n == 0, NULL);
  for (gsize i = 0; i < n; i++)
    {
      const char *name = lsc_rank_name_find (ranks[i]);
      char number[24];

      if (!lsc_rank_is_told (ranks[i]))
        return NULL;
      has_names = has_names || name;
      g_snprintf (number, sizeof number, "%" PRId64, ranks[i]);
      g_ptr_array_add (list, lsc_phrase_new_verbatim (name ? name : number));
    }
  joined = lsc_phrase_new_joined (", ", list);
  return has_names ? g_steal_pointer (&joined)
                   : lsc_phrase_new (N_ ("ranks %s"), lsc_phrase_as_argument (joined));
}
