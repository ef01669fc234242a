/* lsc-memory.h - how the process keeps its memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void lsc_memory_set_up (void);

G_END_DECLS
