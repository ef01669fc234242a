/* lsc-waterfall-sheet.h - the page with a waterfall
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/compare/lsc-waterfall-painter.h"
#include "draw/lsc-page.h"

G_BEGIN_DECLS

LscPage *lsc_waterfall_sheet_new (const LscCompare *compare, const LscWaterfallView *view,
                                  const LscPageOptions *options, PangoContext *context);
LscPage *lsc_waterfall_sheet_new_operators (const LscOpChanges *changes,
                                            const LscWaterfallView *view,
                                            const LscPageOptions *options, PangoContext *context);
LscPage *lsc_waterfall_sheet_new_described (const char *verdict, const LscWaterfallView *view,
                                            const LscPageOptions *options, PangoContext *context);

G_END_DECLS
