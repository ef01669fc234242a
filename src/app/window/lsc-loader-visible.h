/* lsc-loader-visible.h - timelines to be looked at
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/window/lsc-loader.h"

G_BEGIN_DECLS

void lsc_loader_load_visible (LscLoader *self, LscSource *source, const LscTaskWish *wish);

G_END_DECLS
