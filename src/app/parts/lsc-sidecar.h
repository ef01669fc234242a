/* lsc-sidecar.h - where what the user did to a project is kept
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *lsc_sidecar_get_path (const char *kind, const char *const *paths);

G_END_DECLS
