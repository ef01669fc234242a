/* lsc-pins-dialog.h - the list of what is pinned for a report
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <adwaita.h>

#include "app/parts/lsc-app-page.h"

G_BEGIN_DECLS

#define LSC_TYPE_PINS_DIALOG (lsc_pins_dialog_get_type ())
G_DECLARE_FINAL_TYPE (LscPinsDialog, lsc_pins_dialog, LSC, PINS_DIALOG, AdwWindow)

GtkWidget *lsc_pins_dialog_new (GtkWindow *parent, LscAppPage *page);

G_END_DECLS
