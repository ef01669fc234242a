/* lsc-menu.h - what buttons with menus have in common
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void lsc_menu_mind_tooltip (GtkMenuButton *button);

G_END_DECLS
