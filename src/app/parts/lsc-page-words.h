/* lsc-page-words.h - what a page says above its chart, in two lines
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "base/lsc-phrase.h"

G_BEGIN_DECLS

/* In a template labels are its children: paragraphs, the first of which is the bold line. The page
 * sets their texts as of any label; their tool tips explain, and stand below the whole text. */

#define LSC_TYPE_PAGE_WORDS (lsc_page_words_get_type ())
G_DECLARE_FINAL_TYPE (LscPageWords, lsc_page_words, LSC, PAGE_WORDS, GtkWidget)

GtkWidget *lsc_page_words_get_more (LscPageWords *self);
LscPageWords *lsc_page_words_of (GtkLabel *paragraph);
void lsc_page_words_set_certainty (LscPageWords *self, const char *title, const char *about);
void lsc_page_words_set_link (LscPageWords *self, const char *text, const char *brief,
                              const char *action);
char *lsc_page_words_of_sums (guint n_ranks, LscPhrase *steps);

G_END_DECLS
