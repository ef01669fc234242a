/* lsc-straggler-sheet.h - the page with a map of stragglers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-page.h"
#include "draw/stragglers/lsc-straggler-painter.h"

G_BEGIN_DECLS

LscPage *lsc_straggler_sheet_new (const LscStragglerView *view, const LscPageOptions *options,
                                  PangoContext *context);

G_END_DECLS
