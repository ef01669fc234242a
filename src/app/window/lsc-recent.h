/* lsc-recent.h - the profiles opened last
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define LSC_RECENT_MAX 10

void lsc_recent_add (GSettings *settings, GFile *file);
void lsc_recent_remove (GSettings *settings, const char *uri);
void lsc_recent_clear (GSettings *settings);
GMenuModel *lsc_recent_to_menu (GSettings *settings);
char *lsc_path_to_display (GFile *file);

G_END_DECLS
