/* lsc-application.h - the program
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LSC_TYPE_APPLICATION (lsc_application_get_type ())
G_DECLARE_FINAL_TYPE (LscApplication, lsc_application, LSC, APPLICATION, AdwApplication)

LscApplication *lsc_application_new (GApplicationFlags flags);
GSettings *lsc_application_get_settings (LscApplication *self);

G_END_DECLS
