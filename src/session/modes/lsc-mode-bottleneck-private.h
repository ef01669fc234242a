/* lsc-mode-bottleneck-private.h - what a slow rank did later or longer than a fast one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "session/modes/lsc-mode-private.h"

G_BEGIN_DECLS

char *_lsc_mode_tell_device (LscModeRank *slow, LscModeRank *fast, gint64 shift);
char *_lsc_mode_tell_host (LscModeRank *slow, gint64 slow_end, LscModeRank *fast, gint64 fast_end,
                           gint64 shift);

G_END_DECLS
