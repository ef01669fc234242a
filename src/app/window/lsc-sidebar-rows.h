/* lsc-sidebar-rows.h - how projects, hosts and ranks look in the sidebar
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkListItemFactory *lsc_sidebar_rows_new_factory (void);

G_END_DECLS
