/* lsc-compare-page-words.c - what the page says of the comparison
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "app/parts/lsc-choices.h"
#include "app/compare/lsc-compare-page-private.h"
#include "base/lsc-words.h"
#include "judge/verdict/lsc-certainty-words.h"
#include "model/lsc-rank-name.h"

static char *
name_pair (const LscRankChange *ranks)
{
  gint64 before = ranks->rank[LSC_BEFORE], after = ranks->rank[LSC_AFTER];

  g_autofree char *first = lsc_rank_name_get_title (before, NULL);
  g_autofree char *second = lsc_rank_name_get_title (after, NULL);

  if (before == LSC_RANK_UNKNOWN || after == LSC_RANK_UNKNOWN)
    return lsc_rank_name_get_title (LSC_RANK_UNKNOWN, NULL);
  if (before == after)
    return g_steal_pointer (&first);
  if (before < 0 || after < 0)
    return g_strdup_printf (_ ("%s and %s"), first, second);
  return g_strdup_printf (_ ("Ranks %" PRId64 " and %" PRId64), before, after);
}

/** _lsc_compare_page_say_all: Returns: (transfer full): what rows are of that no choice changes */
char *
_lsc_compare_page_say_all (LscComparePage *self)
{
  guint n = self->comparison->compare->ranks->len;

  return n > 1 ? g_strdup_printf (_ ("Mean per step of all %u ranks"), n)
               : g_strdup (_ ("Mean per step"));
}

/** _lsc_compare_page_say_scope: Returns: (transfer full): what rows of modules and ops are of */
char *
_lsc_compare_page_say_scope (LscComparePage *self)
{
  const LscRankChange *ranks = _lsc_compare_page_get_ranks (self);
  g_autofree char *name = NULL;

  if (ranks == self->comparison->compare->total)
    return _lsc_compare_page_say_all (self);
  name = name_pair (ranks);
  return g_strdup_printf (_ ("Mean per step of the chosen rank alone: %s"), name);
}

/** Offers the ranks that are paired. */
void
_lsc_compare_page_fill_ranks (LscComparePage *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  GPtrArray *ranks = self->comparison ? self->comparison->compare->ranks : NULL;

  gtk_string_list_append (names, _ ("Mean of All Ranks"));
  for (guint i = 0; ranks && i < ranks->len; i++)
    gtk_string_list_take (names, name_pair (ranks->pdata[i]));
  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->rank_choice, G_LIST_MODEL (names));
  lsc_choice_set_search (self->rank_choice, ranks && ranks->len > 20);
  self->is_filling = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->rank_choice), ranks && ranks->len > 1);
}

static void
set_words (GtkLabel *label, const char *text)
{
  gtk_label_set_label (label, text ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text && *text != '\0');
}

static char *
say_reasons (const LscCompare *compare)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (compare->score < 1.0)
    g_string_printf (text, _ ("Comparable: %.0f %% (a verdict needs 50 %%)."),
                     100 * compare->score);
  for (guint i = 0; i < compare->reasons->len; i++)
    {
      g_autofree char *words =
          lsc_phrase_to_words (((LscCompareReason *) compare->reasons->pdata[i])->text);

      lsc_words_append (text, words);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Whether there is a change, and modules that may show where it is. */
static gboolean
has_changed_modules (const LscCompare *compare)
{
  return compare->word != LSC_COMPARE_SAME && compare->word != LSC_COMPARE_UNKNOWN &&
         compare->total->lists[LSC_COMPARE_MODULES]->len > 0;
}

/* How certain that is, where the verdict has a direction, or is that nothing changed. */
static void
show_certainty (LscComparePage *self, const LscCompare *compare)
{
  static const struct
  {
    LscCertain certain;
    const char *about;
  } known[LSC_COMPARE_N_CERTAINTIES] = {
    [LSC_COMPARE_SURE] = { LSC_CERTAIN_SURE,
                           N_ ("Sure: the same work, enough steps, and more than two runs of one "
                               "program differ by.") },
    [LSC_COMPARE_LIKELY] = { LSC_CERTAIN_LIKELY,
                             N_ ("Likely: beyond the noise; the words below say what is missing "
                                 "to be sure.") },
    [LSC_COMPARE_POSSIBLE] = { LSC_CERTAIN_POSSIBLE,
                               N_ ("Possible: the noise may hide a change.") },
  };
  gboolean has = compare->word != LSC_COMPARE_UNKNOWN && compare->word != LSC_COMPARE_OTHER_WORK;

  lsc_page_words_set_certainty (
      self->words,
      has ? lsc_certainty_words_get (known[compare->certainty].certain, FALSE).title : NULL,
      has ? _ (known[compare->certainty].about) : NULL);
}

/** Says what the verdict is, and what it rests on. */
void
_lsc_compare_page_fill_words (LscComparePage *self)
{
  const LscCompare *compare = self->comparison->compare;
  g_autofree char *head = lsc_phrase_to_words (compare->answer);
  LscChips *chips = self->comparison->chips;
  g_autofree char *why = lsc_phrase_to_words (chips ? chips->head : compare->text);
  g_autofree char *reasons = say_reasons (compare);

  set_words (self->headline, head);
  show_certainty (self, compare);
  lsc_page_words_set_link (
      self->words,
      has_changed_modules (compare) ? _ ("Next: see which modules changed most.") : NULL, NULL,
      "compare.modules");
  set_words (self->why, why);
  set_words (self->reasons, reasons);
}

/** Says what a choice of ranks leaves as it is. */
void
_lsc_compare_page_fill_scope (LscComparePage *self)
{
  const LscCompare *compare = self->comparison ? self->comparison->compare : NULL;
  g_autofree char *words = NULL;

  if (compare && _lsc_compare_page_get_ranks (self) != compare->total)
    words =
        g_strdup_printf (_ ("The bars, Modules and Ops are of the chosen rank; the verdict above "
                            "and the other tables are of all %u paired ranks."),
                         compare->ranks->len);
  set_words (self->scope, words);
}
