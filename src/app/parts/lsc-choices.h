/* lsc-choices.h - settings that widgets and menus show
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

guint lsc_choice_get (GSettings *settings, const char *key, const char *const *names);
void lsc_choice_bind (GSettings *settings, const char *key, gpointer widget,
                      const char *const *names);
void lsc_choice_set_search (GtkDropDown *choice, gboolean has_search);
void lsc_choice_set_words (GListModel *names, guint position, const char *words);
gboolean lsc_choice_has_words (const char *words, const char *wanted);
void lsc_choices_add_actions (GtkWidget *widget, GSettings *settings, const char *prefix,
                              const char *const *keys);

G_END_DECLS
