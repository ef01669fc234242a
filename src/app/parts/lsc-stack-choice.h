/* lsc-stack-choice.h - chooses a page of a stack from a list
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *lsc_stack_choice_new (GtkStack *stack, const char *text);
void lsc_stack_choice_set_offered (GtkWidget *choice, GtkWidget *page, gboolean is_offered);

G_END_DECLS
