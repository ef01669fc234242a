/* lsc-picture-fonts.h - fonts of files, whatever the screen
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <pango/pangocairo.h>

G_BEGIN_DECLS

PangoContext *lsc_picture_fonts_new (void);

G_END_DECLS
