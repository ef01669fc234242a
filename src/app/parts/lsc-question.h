/* lsc-question.h - a dialog that asks for a few words
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

AdwMessageDialog *lsc_question_new (GtkWidget *widget, const char *heading, const char *body,
                                    GtkWidget *fields);

G_END_DECLS
