/* lsc-preferences.h - preferences
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LSC_TYPE_PREFERENCES (lsc_preferences_get_type ())
G_DECLARE_FINAL_TYPE (LscPreferences, lsc_preferences, LSC, PREFERENCES, AdwPreferencesWindow)

GtkWidget *lsc_preferences_new (GtkWindow *parent, GSettings *settings);

G_END_DECLS
