/* lsc-memory-sheet.h - the page with a chart of memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-page.h"
#include "draw/memory/lsc-memory-view.h"

G_BEGIN_DECLS

LscPage *lsc_memory_sheet_new (const LscMemoryView *view, const LscPageOptions *options,
                               PangoContext *context);

G_END_DECLS
