/* lsc-explain.h - why something on a page is not known
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "session/lsc-session-lacks.h"

G_BEGIN_DECLS

/** Returns: (transfer none) (nullable): what is known of the recordings of a page */
typedef LscSession *(*LscExplainFunc) (GtkWidget *page);

void lsc_explain_set_getter (GtkWidget *page, LscExplainFunc get);
void lsc_explain_table (GtkWidget *inside, LscTable *table);
char *lsc_explain_words (GtkWidget *inside, LscUnknown unknown);
char *lsc_explain_words_of (GtkWidget *inside, const char *table, const char *column,
                            LscUnknown usual);

G_END_DECLS
