/* bench-blame.h - how long it takes to say who waited for whom
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

gboolean bench_blame (void);
