/* lsc-compare-page-chips.c - two chips: what each reaches of its own peak
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/compare/lsc-compare-page-private.h"
#include "app/compare/lsc-compare-panels.h"
#include "base/lsc-words.h"
#include "draw/compare/lsc-chip-plot.h"
#include "export/lsc-export-picture.h"

static LscChips *
get_chips (LscComparePage *self)
{
  return self->comparison ? self->comparison->chips : NULL;
}

/** Returns: (nullable): why there is nothing to show */
const char *
_lsc_compare_page_miss_chips (LscComparePage *self)
{
  if (!self->comparison || get_chips (self))
    return NULL;
  return _ ("The recordings do not name different chips.");
}

/** Returns: (transfer full) (nullable): both chips, by what the bars are */
LscTable *
_lsc_compare_page_list_chips (LscComparePage *self)
{
  LscChips *chips = get_chips (self);

  return chips ? lsc_chips_get_table (chips, _lsc_compare_page_get_list (self)) : NULL;
}

/** Returns: (transfer full) (nullable): which chip is behind its own peak, and what is paired */
char *
_lsc_compare_page_say_chips (LscComparePage *self)
{
  LscChips *chips = get_chips (self);
  g_autofree char *head = NULL, *detail = NULL;
  g_autoptr (GString) words = NULL;

  if (!chips)
    return NULL;
  head = lsc_phrase_to_words (chips->head);
  detail = chips->detail ? lsc_phrase_to_words (chips->detail) : NULL;
  words = g_string_new (head);
  if (detail)
    lsc_words_append (words, detail);
  return g_string_free (g_steal_pointer (&words), FALSE);
}

/** Draws the bars of both chips by what is chosen. */
void
_lsc_compare_page_fill_chips (LscComparePage *self)
{
  static const char *const captions[LSC_COMPARE_N_LISTS] = { N_ ("Chips by Kind of Work"),
                                                             N_ ("Chips by Module"),
                                                             N_ ("Chips by Op") };
  LscChips *chips = get_chips (self);
  g_autoptr (LscTable) table = _lsc_compare_page_list_chips (self);
  const char *names[LSC_N_SIDES];
  g_autofree char *words = NULL;
  LscBarPlot *plot = NULL;

  if (chips)
    {
      lsc_chips_get_names (chips, names);
      plot = lsc_chip_plot_new (table, names, _ (captions[_lsc_compare_page_get_list (self)]));
      words = plot ? NULL : lsc_phrase_to_words (chips->head);
    }
  else
    words = g_strdup (_lsc_compare_page_miss_chips (self));
  gtk_label_set_label (self->chips_label, words ? words : "");
  gtk_widget_set_visible (GTK_WIDGET (self->chips_label), plot == NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->chips_chart), plot != NULL);
  lsc_bar_chart_set_plot (self->chips_chart, plot);
}

/** Shows the bars of both chips above their table. */
void
_lsc_compare_page_show_chips (LscComparePage *self)
{
  gtk_stack_set_visible_child_name (self->views, "chips");
  gtk_notebook_set_current_page (self->panel, LSC_COMPARE_TAB_CHIPS);
}

/** Writes the bars of both chips. Returns: %FALSE with the errors of lsc_export_bars() */
gboolean
_lsc_compare_page_write_chips (LscComparePage *self, const LscPictureOptions *options,
                               GError **error)
{
  return lsc_export_bars (lsc_bar_chart_get_view (self->chips_chart), options, error);
}

/** Pins the bars of both chips. */
void
_lsc_compare_page_pin_chips (LscComparePage *self, LscPin *pin)
{
  g_free (pin->view);
  pin->view = g_strdup ("compare/chips");
  lsc_pin_set_int (pin, "list", _lsc_compare_page_get_list (self));
}
