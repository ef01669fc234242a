/* lsc-ui-input.h - keys and the pointer of a user
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "lsc-ui-driver.h"

G_BEGIN_DECLS

/* Keys and the pointer come from xdotool, through the X server, as a user's do. */

gboolean lsc_ui_has_xdotool (void);
void lsc_ui_xdotool (const char *first, ...) G_GNUC_NULL_TERMINATED;
void lsc_ui_focus_window (LscUi *self);
void lsc_ui_press (LscUi *self, const char *keys);

G_END_DECLS
