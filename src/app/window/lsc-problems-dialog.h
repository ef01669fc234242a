/* lsc-problems-dialog.h - the list of what was missing or odd
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <adwaita.h>

#include "app/window/lsc-open-project.h"

G_BEGIN_DECLS

#define LSC_TYPE_PROBLEMS_DIALOG (lsc_problems_dialog_get_type ())
G_DECLARE_FINAL_TYPE (LscProblemsDialog, lsc_problems_dialog, LSC, PROBLEMS_DIALOG, AdwWindow)

GtkWidget *lsc_problems_dialog_new (GtkWindow *parent, LscOpenProject *project);

G_END_DECLS
